#include "explore/graph_dot.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "trace/explain.h"

#define MOST_VARIABLES 30 // in the label of a state
#define MOST_LABELS 6     // of one edge
#define LONGEST_GUARD 120 // bytes, about

// ---- Text -----------------------------------------------------------------------------------------------------------

// A text inside of quotes: what means something to graphviz is escaped, line ends become its own.
static void add_escaped(struct mem *mem, struct str *out, const char *text)
{
    struct str safe = {0};
    for (; *text; text += *text == '\n') {
        size_t length = strcspn(text, "\n");
        str_clear(&safe);
        utf8_add_printable(mem, &safe, text, length);
        for (const char *c = str_text(&safe); *c; c++) {
            if (*c == '"' || *c == '\\')
                str_add_char(mem, out, '\\');
            str_add_char(mem, out, *c);
        }
        text += length;
        if (*text)
            str_add(mem, out, "\\n");
    }
    str_free(mem, &safe);
}

static void add_cell(const struct model *m, cell_id cell, value v, struct mem *mem, struct str *out)
{
    str_add(mem, out, "%s = ", model_cell(m, cell)->name);
    model_add_value(m, model_cell(m, cell)->type, v, out);
}

// The labels of all edges between two nodes, each once.
struct labels {
    struct mem *mem;
    struct str text; // lines
    struct str line; // the one at hand
    size_t lines, more;
};

static bool has_line(const struct labels *l)
{
    const char *text = str_text(&l->text);
    size_t length = l->line.count;
    while (*text) {
        size_t own = strcspn(text, "\n");
        if (own == length && memcmp(text, str_text(&l->line), length) == 0)
            return true;
        text += own + (text[own] == '\n');
    }
    return false;
}

static void end_line(struct labels *l)
{
    if (l->line.count == 0 || has_line(l))
        return;
    if (l->lines == MOST_LABELS) {
        l->more++;
        return;
    }
    str_add(l->mem, &l->text, "%s%s", l->lines++ ? "\n" : "", str_text(&l->line));
}

static void write_edge(struct labels *l, const char *from, const char *to, struct str *out)
{
    bool is_dashed = strcmp(to, "more") == 0;
    if (l->more)
        str_add(l->mem, &l->text, "\nand %zu more", l->more);
    str_add(l->mem, out, "  %s -> %s", from, to);
    if (is_dashed || l->text.count) {
        str_add(l->mem, out, " [%s%s", is_dashed ? "style=dashed" : "", is_dashed && l->text.count ? ", " : "");
        if (l->text.count) {
            str_add(l->mem, out, "label=\"");
            add_escaped(l->mem, out, str_text(&l->text));
            str_add_char(l->mem, out, '"');
        }
        str_add_char(l->mem, out, ']');
    }
    str_add(l->mem, out, ";\n");
    str_clear(&l->text);
    l->lines = l->more = 0;
}

static void close_labels(struct labels *l)
{
    str_free(l->mem, &l->text);
    str_free(l->mem, &l->line);
}

static bool has_action_names(const struct model *m)
{
    return model_start_count(m) > 0;
}

// ---- Graphs ---------------------------------------------------------------------------------------------------------

struct picture {
    const struct state_graph *graph;
    struct mem *mem;
    struct str *out;
    bool *varies; // by cell
};

static void find_varying(struct picture *p)
{
    const struct state_graph *g = p->graph;
    for (size_t i = 1; i < g->state_count; i++)
        for (size_t c = 0; c < g->cells; c++)
            p->varies[c] |= state_graph_state(g, i)[c] != state_graph_state(g, 0)[c];
}

static void add_variables(struct picture *p, const value *state, bool varying, const char *between, struct str *text)
{
    const struct model *m = p->graph->model;
    size_t count = 0;
    for (cell_id c = 0; c < p->graph->cells; c++) {
        if (model_cell(m, c)->role == CELL_INPUT || p->varies[c] != varying)
            continue;
        if (count++ >= MOST_VARIABLES)
            continue;
        str_add(p->mem, text, "%s", count > 1 ? between : "");
        add_cell(m, c, state[c], p->mem, text);
    }
    if (count > MOST_VARIABLES)
        str_add(p->mem, text, "%sand %zu more", between, count - MOST_VARIABLES);
}

static void add_orbit_size(struct picture *p, const value *state, struct str *text)
{
    mpz_t size;
    mpz_init(size);
    orbit_map_size(p->graph->orbits, state, size);
    size_t bytes = mpz_sizeinbase(size, 10) + 2;
    char *digits = mem_alloc(p->mem, bytes);
    mpz_get_str(digits, 10, size);
    if (mpz_sgn(size) == 0)
        str_add(p->mem, text, "\norbit too large");
    else
        str_add(p->mem, text, "\norbit of %s state%s", digits, mpz_cmp_ui(size, 1) == 0 ? "" : "s");
    mem_free(p->mem, digits, bytes);
    mpz_clear(size);
}

static void write_state(struct picture *p, size_t i)
{
    const value *state = state_graph_state(p->graph, i);
    struct str text = {0};
    str_add(p->mem, &text, "%zu\n", i + 1);
    add_variables(p, state, true, "\n", &text);
    if (p->graph->orbits)
        add_orbit_size(p, state, &text);
    str_add(p->mem, p->out, "  s%zu [label=\"", i + 1);
    add_escaped(p->mem, p->out, str_text(&text));
    str_add(p->mem, p->out, i < p->graph->initial_count ? "\", peripheries=2];\n" : "\"];\n");
    str_free(p->mem, &text);
}

static void add_label(struct picture *p, const struct state_graph_edge *edge, struct labels *l)
{
    const struct state_graph *g = p->graph;
    const char *before = "";
    str_clear(&l->line);
    if (has_action_names(g->model)) {
        str_add(p->mem, &l->line, "%s", model_action(g->model, edge->action)->name);
        before = " ";
    } else
        for (cell_id c = 0; c < g->cells; c++)
            if (g->matter.at[edge->inputs + c]) {
                str_add(p->mem, &l->line, "%s", before);
                add_cell(g->model, c, g->inputs.at[edge->inputs + c], p->mem, &l->line);
                before = ", ";
            }
    if (edge->permutation)
        str_add(p->mem, &l->line, "%s%s", before[0] ? " by " : "by ", edge->permutation);
    end_line(l);
}

// The edges from one state, those to the same state together, in the order in which they come first.
static void write_edges(struct picture *p, size_t begin, size_t end)
{
    const struct state_graph_edge *edges = p->graph->edges.at;
    struct labels l = {.mem = p->mem};
    char from[32], to[32];
    for (size_t i = begin; i < end; i++) {
        bool is_first = true;
        for (size_t k = begin; k < i && is_first; k++)
            is_first = edges[k].to != edges[i].to;
        if (!is_first)
            continue;
        for (size_t k = i; k < end; k++)
            if (edges[k].to == edges[i].to)
                add_label(p, &edges[k], &l);
        snprintf(from, sizeof from, "s%u", edges[i].from + 1);
        snprintf(to, sizeof to, "s%u", edges[i].to + 1);
        write_edge(&l, from, edges[i].to == STATE_GRAPH_LEFT_OUT ? "more" : to, p->out);
    }
    close_labels(&l);
}

static void write_title(struct picture *p)
{
    const struct state_graph *g = p->graph;
    struct str text = {0};
    const char *what = g->orbits ? "orbit" : "state";
    str_add(p->mem, &text, "%s%zu %s%s", g->is_cut ? "cut after " : "", g->state_count, what,
            g->state_count == 1 ? "" : "s");
    if (g->gave_up)
        str_add(p->mem, &text, "; there may be more, but looking for them took too long");
    if (g->orbits) {
        str_add(p->mem, &text, "\nsymmetry ");
        orbit_map_describe(g->orbits, &text);
    }
    struct str same = {0};
    if (g->state_count > 0)
        add_variables(p, state_graph_state(g, 0), false, "\n", &same);
    if (same.count)
        str_add(p->mem, &text, "\nin all of them:\n%s", str_text(&same));
    str_add(p->mem, p->out, "  graph [labelloc=t, label=\"");
    add_escaped(p->mem, p->out, str_text(&text));
    str_add(p->mem, p->out, "\"];\n");
    str_free(p->mem, &same);
    str_free(p->mem, &text);
}

void dot_add_graph(const struct state_graph *g, struct mem *mem, struct str *out)
{
    struct picture p = {g, mem, out, mem_zalloc(mem, g->cells + 1)};
    bool more = false;
    find_varying(&p);
    str_add(mem, out, "digraph %s {\n", g->orbits ? "quotient" : "reachable");
    write_title(&p);
    str_add(mem, out, "  node [shape=box];\n");
    for (size_t i = 0; i < g->state_count; i++)
        write_state(&p, i);
    for (size_t i = 0; i < g->edges.count; i++)
        more |= g->edges.at[i].to == STATE_GRAPH_LEFT_OUT;
    if (more)
        str_add(mem, out, "  more [shape=plaintext, label=\"...\"];\n");
    for (size_t begin = 0, end; begin < g->edges.count; begin = end) {
        for (end = begin; end < g->edges.count && g->edges.at[end].from == g->edges.at[begin].from;)
            end++;
        write_edges(&p, begin, end);
    }
    str_add(mem, out, "}\n");
    mem_free(mem, p.varies, g->cells + 1);
}

// ---- Skeletons ------------------------------------------------------------------------------------------------------

static void add_guard(const struct skeleton *s, expr guard, struct labels *l)
{
    struct str text = {0};
    value v;
    if (model_is_const(s->model, guard, &v))
        return;
    explain_expr(s->model, guard, l->mem, &text);
    size_t length = text.count;
    if (length > LONGEST_GUARD) {
        length = LONGEST_GUARD;
        while (((unsigned char)text.at[length] & 0xc0) == 0x80)
            length--;
    }
    str_add(l->mem, &l->line, "%s[%.*s%s]", l->line.count ? " " : "", (int)length, str_text(&text),
            length < text.count ? "..." : "");
    str_free(l->mem, &text);
}

static void add_move_label(const struct skeleton *s, const struct skeleton_move *move, struct labels *l)
{
    str_clear(&l->line);
    if (model_action_count(s->model) > 1 || has_action_names(s->model))
        str_add(l->mem, &l->line, "%s", model_action(s->model, move->action)->name);
    add_guard(s, move->guard, l);
    end_line(l);
}

static void write_moves(const struct skeleton *s, size_t number, size_t begin, size_t end, struct mem *mem,
                        struct str *out)
{
    const struct skeleton_move *moves = s->moves.at;
    struct labels l = {.mem = mem};
    char from[48], to[48];
    for (size_t i = begin; i < end; i++) {
        bool is_first = true;
        for (size_t k = begin; k < i && is_first; k++)
            is_first = moves[k].to != moves[i].to;
        if (!is_first)
            continue;
        for (size_t k = i; k < end; k++)
            if (moves[k].to == moves[i].to)
                add_move_label(s, &moves[k], &l);
        snprintf(from, sizeof from, "c%zu_s%u", number, moves[i].from + 1);
        snprintf(to, sizeof to, "c%zu_s%u", number, moves[i].to + 1);
        write_edge(&l, from, moves[i].to == SKELETON_LEFT_OUT ? "more" : to, out);
    }
    close_labels(&l);
}

// As the bars of local states in a report (report/page.css), in the same order; letters on the dark one are white.
static const char *const local_colours[] = {"#56b4e9", "#e69f00", "#009e73", "#cc79a7",
                                            "#f0e442", "#0072b2", "#d55e00", "#8a8f94"};
#define DARK_COLOUR 5

static void write_local_state(const struct skeleton *s, size_t number, size_t i, struct mem *mem, struct str *out)
{
    struct str text = {0};
    for (size_t c = 0; c < s->cells.count && c <= MOST_VARIABLES; c++) {
        str_add(mem, &text, "%s", c > 0 ? "\n" : "");
        if (c == MOST_VARIABLES)
            str_add(mem, &text, "and %zu more", s->cells.count - c);
        else
            add_cell(s->model, s->cells.at[c], skeleton_state(s, i)[c], mem, &text);
    }
    str_add(mem, out, "    c%zu_s%zu [label=\"", number, i + 1);
    add_escaped(mem, out, str_text(&text));
    size_t colour = i % (sizeof local_colours / sizeof *local_colours);
    str_add(mem, out, "\", fillcolor=\"%s\"%s%s];\n", local_colours[colour],
            colour == DARK_COLOUR ? ", fontcolor=white" : "", i < s->initial_count ? ", peripheries=2" : "");
    str_free(mem, &text);
}

static void write_skeleton(const struct dot_skeleton *d, size_t number, struct mem *mem, struct str *out)
{
    const struct skeleton *s = d->skeleton;
    struct str title = {0};
    str_add(mem, &title, "%s\n%s%zu local state%s", d->title, s->is_cut ? "cut after " : "", s->state_count,
            s->state_count == 1 ? "" : "s");
    str_add(mem, out, "  subgraph cluster_%zu {\n    label=\"", number);
    add_escaped(mem, out, str_text(&title));
    str_add(mem, out, "\";\n");
    for (size_t i = 0; i < s->state_count; i++)
        write_local_state(s, number, i, mem, out);
    str_add(mem, out, "  }\n");
    for (size_t begin = 0, end; begin < s->moves.count; begin = end) {
        for (end = begin; end < s->moves.count && s->moves.at[end].from == s->moves.at[begin].from;)
            end++;
        write_moves(s, number, begin, end, mem, out);
    }
    str_free(mem, &title);
}

void dot_add_skeletons(const struct dot_skeleton *skeletons, size_t count, struct mem *mem, struct str *out)
{
    bool more = false;
    str_add(mem, out, "digraph skeleton {\n  node [shape=box, style=\"rounded,filled\", fillcolor=white];\n");
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < skeletons[i].skeleton->moves.count; k++)
            more |= skeletons[i].skeleton->moves.at[k].to == SKELETON_LEFT_OUT;
    if (more)
        str_add(mem, out, "  more [shape=plaintext, label=\"...\"];\n");
    for (size_t i = 0; i < count; i++)
        write_skeleton(&skeletons[i], i + 1, mem, out);
    str_add(mem, out, "}\n");
}
