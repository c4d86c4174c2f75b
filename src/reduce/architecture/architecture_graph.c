// Architectural symmetry as seen on all reachable states (seed 002, Definition 5), and whether the system is
// well-architected (Definition 8).
//
// If the initial states are the same for all permutations, and each step between reachable states is taken to a path by
// the exchanges of neighbours, then by induction the reachable states are the same for all permutations, too, and every
// permutation takes every step to a path. So nothing has to be known of other states.
#include <string.h>

#include "reduce/architecture/architecture_parts.h"
#include "reduce/tuples.h"

#define MOST_COMPONENTS 16384 // of the graph: which one can be reached from which is kept in bits
#define MOST_VALUES ((size_t)1 << 25)
#define NO_STATE UINT32_MAX

struct architecture_graph {
    struct tuples states;
    ARRAY(uint32_t) parents; // by state: from where it was found first; NO_STATE for initial ones
    ARRAY(size_t) begin;     // by state: where its edges begin; one more at the end
    ARRAY(uint32_t) edges;
    uint32_t *component; // by state; what can be reached from a component has smaller numbers
    uint32_t components;
    uint64_t *reached; // component * words + component / 64; NULL if all states are one component
    size_t words;
    bool *has_circle; // by component: it has an edge inside
    uint32_t *image;  // by state, under the exchange at hand
};

struct search {
    struct architecture *a;
    struct architecture_graph *g;
    struct evaluator *evaluator;
    value *state;
    uint32_t at;
    size_t most;
    bool is_late; // it was given up for that
};

// ---- States ---------------------------------------------------------------------------------------------------------

static void add_state(struct search *s, const value *state, uint32_t parent)
{
    uint32_t number = tuples_add(s->a->mem, &s->g->states, state);
    if (number == s->g->parents.count)
        array_push(s->a->mem, &s->g->parents, parent);
    if (parent != NO_STATE)
        array_push(s->a->mem, &s->g->edges, number);
}

static bool take_successor(void *context, const value *inputs, const value *state)
{
    struct search *s = context;
    (void)inputs;
    add_state(s, state, s->at);
    return s->g->states.count <= s->most;
}

// Gives whether the search came to its end: all states are there, or the one that is wanted (NULL: none).
static bool explore(struct search *s, const value *wanted)
{
    struct architecture *a = s->a;
    bool good = true;
    for (s->at = 0; s->at < s->g->states.count && good; s->at++) {
        if (wanted && tuples_find(&s->g->states, wanted) != UINT32_MAX)
            return true;
        memcpy(s->state, tuples_at(&s->g->states, s->at), s->g->states.width * sizeof *s->state);
        array_push(a->mem, &s->g->begin, s->g->edges.count);
        s->is_late = s->at % 64 == 0 && architecture_is_late(a);
        good = eval_each_successor(s->evaluator, s->state, take_successor, s) && !s->is_late;
    }
    array_push(a->mem, &s->g->begin, s->g->edges.count);
    return good && (!wanted || tuples_find(&s->g->states, wanted) != UINT32_MAX);
}

static void open_search(struct search *s, struct architecture *a)
{
    size_t cells = model_cell_count(a->from);
    *s = (struct search){.a = a, .g = mem_zalloc(a->mem, sizeof *s->g), .evaluator = evaluator_new(a->from, a->mem)};
    s->g->states.width = cells;
    s->state = mem_alloc(a->mem, (cells + 1) * sizeof *s->state);
    s->most = a->options->most_states;
    size_t values = mem_room(a->mem) / (8 * sizeof(value)); // a state takes more than its values
    if (s->most > MOST_VALUES / (cells + 1))
        s->most = MOST_VALUES / (cells + 1);
    if (s->most > values / (cells + 1))
        s->most = values / (cells + 1);
}

static void close_search(struct search *s)
{
    evaluator_free(s->evaluator);
    mem_free(s->a->mem, s->state, (s->g->states.width + 1) * sizeof *s->state);
}

static void free_graph(struct architecture *a, struct architecture_graph *g)
{
    if (!g)
        return;
    size_t states = g->states.count;
    mem_free(a->mem, g->component, g->component ? states * sizeof *g->component : 0);
    mem_free(a->mem, g->has_circle, g->has_circle ? (size_t)g->components + 1 : 0);
    mem_free(a->mem, g->reached, g->reached ? g->components * g->words * sizeof *g->reached : 0);
    mem_free(a->mem, g->image, g->image ? states * sizeof *g->image : 0);
    tuples_free(a->mem, &g->states);
    array_free(a->mem, &g->parents);
    array_free(a->mem, &g->begin);
    array_free(a->mem, &g->edges);
    mem_free(a->mem, g, sizeof *g);
}

void architecture_free_graph(struct architecture *a)
{
    free_graph(a, a->graph);
    a->graph = NULL;
}

// NULL if there are too many states.
static struct architecture_graph *build_graph(struct architecture *a)
{
    struct search s;
    size_t cells = model_cell_count(a->from);
    open_search(&s, a);
    for (size_t i = 0; cells && i * cells < a->starts.count; i++)
        add_state(&s, a->starts.at + i * cells, NO_STATE);
    bool good = explore(&s, NULL);
    close_search(&s);
    if (!good) {
        free_graph(a, s.g);
        s.g = NULL;
    }
    return s.g;
}

// ---- Components -----------------------------------------------------------------------------------------------------

// Tarjan's search, with stacks of its own.
struct tarjan {
    uint32_t *number, *low, *stack, *path;
    size_t *edge;
    uint32_t numbers, stacked, depth;
};

static void enter(struct tarjan *t, const struct architecture_graph *g, uint32_t s)
{
    t->number[s] = t->low[s] = ++t->numbers;
    t->edge[s] = g->begin.at[s];
    t->stack[t->stacked++] = t->path[t->depth++] = s;
}

static void leave(struct tarjan *t, struct architecture_graph *g, uint32_t s)
{
    t->depth--;
    if (t->depth && t->low[s] < t->low[t->path[t->depth - 1]])
        t->low[t->path[t->depth - 1]] = t->low[s];
    if (t->low[s] != t->number[s])
        return;
    uint32_t member;
    do {
        member = t->stack[--t->stacked];
        g->component[member] = g->components;
    } while (member != s);
    g->components++;
}

static void visit_from(struct tarjan *t, struct architecture_graph *g, uint32_t root)
{
    enter(t, g, root);
    while (t->depth) {
        uint32_t s = t->path[t->depth - 1];
        if (t->edge[s] == g->begin.at[s + 1]) {
            leave(t, g, s);
            continue;
        }
        uint32_t next = g->edges.at[t->edge[s]++];
        if (!t->number[next])
            enter(t, g, next);
        else if (g->component[next] == NO_STATE && t->number[next] < t->low[s])
            t->low[s] = t->number[next];
    }
}

static void find_components(struct architecture *a)
{
    struct architecture_graph *g = a->graph;
    size_t count = g->states.count, bytes = (count + 1) * sizeof(uint32_t);
    struct tarjan t = {mem_zalloc(a->mem, bytes),
                       mem_zalloc(a->mem, bytes),
                       mem_zalloc(a->mem, bytes),
                       mem_zalloc(a->mem, bytes),
                       mem_zalloc(a->mem, (count + 1) * sizeof *t.edge),
                       0,
                       0,
                       0};
    g->component = mem_alloc(a->mem, count * sizeof *g->component);
    memset(g->component, 0xff, count * sizeof *g->component);
    for (uint32_t s = 0; s < count; s++)
        if (!t.number[s])
            visit_from(&t, g, s);
    mem_free(a->mem, t.number, bytes);
    mem_free(a->mem, t.low, bytes);
    mem_free(a->mem, t.stack, bytes);
    mem_free(a->mem, t.path, bytes);
    mem_free(a->mem, t.edge, (count + 1) * sizeof *t.edge);
}

static void reach(struct architecture_graph *g, uint32_t from, uint32_t to)
{
    if (from == to) {
        g->has_circle[from] = true;
        return;
    }
    for (size_t i = 0; i < g->words; i++)
        g->reached[from * g->words + i] |= g->reached[to * g->words + i];
    g->reached[from * g->words + to / 64] |= (uint64_t)1 << to % 64;
}

// Components in the order of their numbers: what can be reached comes first.
static bool find_reached(struct architecture *a)
{
    struct architecture_graph *g = a->graph;
    size_t count = g->states.count;
    g->has_circle = mem_zalloc(a->mem, (size_t)g->components + 1);
    if (g->components > MOST_COMPONENTS)
        return false;
    g->words = g->components / 64 + 1;
    g->reached = mem_zalloc(a->mem, g->components * g->words * sizeof *g->reached);
    uint32_t *order = mem_alloc(a->mem, (count + 1) * sizeof *order), *first = NULL;
    first = mem_zalloc(a->mem, ((size_t)g->components + 2) * sizeof *first);
    for (size_t s = 0; s < count; s++)
        first[g->component[s] + 1]++;
    for (uint32_t c = 0; c < g->components; c++)
        first[c + 1] += first[c];
    for (uint32_t s = 0; s < count; s++)
        order[first[g->component[s]]++] = s;
    for (size_t i = 0; i < count; i++)
        for (size_t e = g->begin.at[order[i]]; e < g->begin.at[order[i] + 1]; e++)
            reach(g, g->component[order[i]], g->component[g->edges.at[e]]);
    mem_free(a->mem, order, (count + 1) * sizeof *order);
    mem_free(a->mem, first, ((size_t)g->components + 2) * sizeof *first);
    return true;
}

// Whether there is a path of at least one step.
static bool is_connected(const struct architecture_graph *g, uint32_t from, uint32_t to)
{
    uint32_t x = g->component[from], y = g->component[to];
    return x == y ? g->has_circle[x] : g->reached[x * g->words + y / 64] >> y % 64 & 1;
}

// ---- What breaks it -------------------------------------------------------------------------------------------------

enum { MOST_SHOWN = 60 }; // variables of a state

// Those that are not as in another state; all without one.
static void add_values(struct architecture *a, const value *state, const value *other, struct str *out)
{
    size_t shown = 0;
    for (cell_id cell = 0; cell < model_cell_count(a->from); cell++) {
        if (other && other[cell] == state[cell])
            continue;
        if (shown++ == MOST_SHOWN) {
            str_add(a->mem, out, ", ...");
            break;
        }
        str_add(a->mem, out, "%s%s = ", shown > 1 ? ", " : "", model_cell(a->from, cell)->name);
        model_add_value(a->from, model_cell(a->from, cell)->type, state[cell], out);
    }
}

static const char *element_name(const struct architecture *a, uint32_t element)
{
    return model_symbol_name(a->from, a->described->ids[element]);
}

static struct cause exchanged(const struct architecture *a, enum cause_code code, uint32_t element, const char *name)
{
    return (struct cause){code, .texts = {element_name(a, element), element_name(a, element + 1), name}};
}

static void tell_break(struct architecture *a, uint32_t element, uint32_t from, uint32_t to, struct cause *why_not)
{
    struct architecture_graph *g = a->graph;
    struct evaluator *evaluator = evaluator_new(a->from, a->mem);
    size_t cells = model_cell_count(a->from), action = 0;
    value *x = mem_alloc(a->mem, (cells + 1) * sizeof *x), *y = mem_alloc(a->mem, (cells + 1) * sizeof *y);
    struct str before = {0}, after = {0};
    eval_is_step(evaluator, tuples_at(&g->states, from), tuples_at(&g->states, to), &action, NULL);
    symmetry_apply(a->symmetry, a->permutation, tuples_at(&g->states, from), x);
    symmetry_apply(a->symmetry, a->permutation, tuples_at(&g->states, to), y);
    add_values(a, x, NULL, &before);
    add_values(a, y, x, &after);
    const struct cause step = after.count
                                  ? cause_with_texts(CAUSE_ARCHITECTURE_STEP, str_text(&before), str_text(&after))
                                  : cause_with_text(CAUSE_ARCHITECTURE_STEP_IN_PLACE, str_text(&before));
    *why_not = exchanged(a, CAUSE_ARCHITECTURE_LOST_STEP, element, model_action(a->from, action)->name);
    why_not->inner = cause_keep_new(step, a->causes);
    str_free(a->mem, &before);
    str_free(a->mem, &after);
    evaluator_free(evaluator);
    mem_free(a->mem, x, (cells + 1) * sizeof *x);
    mem_free(a->mem, y, (cells + 1) * sizeof *y);
}

// ---- The question ---------------------------------------------------------------------------------------------------

static void tell_start(struct architecture *a, uint32_t element, uint32_t state, struct cause *why_not)
{
    size_t cells = model_cell_count(a->from), start = 0;
    while (tuples_find(&a->graph->states, a->starts.at + start * cells) != state)
        start++;
    *why_not = exchanged(a, CAUSE_ARCHITECTURE_LOST_START, element, model_start(a->from, start)->name);
}

// The permutation is the exchange of an element and the next one.
static bool exchange_is_symmetric(struct architecture *a, uint32_t element, value *scratch, struct cause *why_not)
{
    struct architecture_graph *g = a->graph;
    for (uint32_t s = 0; s < g->states.count; s++) {
        symmetry_apply(a->symmetry, a->permutation, tuples_at(&g->states, s), scratch);
        g->image[s] = tuples_find(&g->states, scratch);
        if (g->image[s] == NO_STATE) {
            if (g->parents.at[s] == NO_STATE)
                tell_start(a, element, s, why_not);
            else
                tell_break(a, element, g->parents.at[s], s, why_not);
            return false;
        }
    }
    for (uint32_t s = 0; s < g->states.count && g->components > 1; s++)
        for (size_t e = g->begin.at[s]; e < g->begin.at[s + 1]; e++)
            if (!is_connected(g, g->image[s], g->image[g->edges.at[e]])) {
                tell_break(a, element, s, g->edges.at[e], why_not);
                return false;
            }
    return true;
}

enum architecture_answer architecture_ask_graph(struct architecture *a, struct cause *why_not)
{
    size_t cells = model_cell_count(a->from);
    bool good = true;
    architecture_set_time(a, a->options->seconds_for_states);
    a->graph = build_graph(a);
    if (!a->graph)
        return ARCHITECTURE_UNKNOWN;
    a->graph->image = mem_alloc(a->mem, a->graph->states.count * sizeof *a->graph->image);
    find_components(a);
    if (!find_reached(a)) {
        architecture_free_graph(a);
        return ARCHITECTURE_UNKNOWN;
    }
    value *scratch = mem_alloc(a->mem, (cells + 1) * sizeof *scratch);
    for (uint32_t e = 0; e + 1 < a->size && good; e++) {
        uint32_t x = a->first + e, y = x + 1;
        a->permutation[x] = a->inverse[x] = y;
        a->permutation[y] = a->inverse[y] = x;
        good = exchange_is_symmetric(a, e, scratch, why_not);
        a->permutation[x] = a->inverse[x] = x;
        a->permutation[y] = a->inverse[y] = y;
    }
    mem_free(a->mem, scratch, (cells + 1) * sizeof *scratch);
    return good ? ARCHITECTURE_YES : ARCHITECTURE_NO;
}

// From each reachable state all others can be reached.
enum architecture_answer architecture_is_well_architected(const struct architecture *a)
{
    if (a->graph)
        return a->graph->components == 1 ? ARCHITECTURE_YES : ARCHITECTURE_NO;
    return a->ground == ARCHITECTURE_BY_SETS ? ARCHITECTURE_YES : a->returns.returns;
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

// Searches from the one state, as it is not known what lies between the two.
enum lift_status architecture_walk_graph(struct architecture *a, const value *from, const value *to, struct trace *run)
{
    enum lift_status status = LIFT_DONE;
    struct search s;
    ARRAY(uint32_t) path = {0};
    open_search(&s, a);
    architecture_set_time(a, a->options->seconds_for_states);
    // The state may have to be left and come back to: so it is not there before it is found again.
    memcpy(s.state, from, s.g->states.width * sizeof *s.state);
    s.at = 0;
    bool good = eval_each_successor(s.evaluator, s.state, take_successor, &s);
    for (size_t i = 0; i < s.g->parents.count; i++)
        s.g->parents.at[i] = NO_STATE;
    s.g->edges.count = 0;
    if (!good || !explore(&s, to))
        status = s.is_late ? LIFT_OUT_OF_TIME : s.g->states.count > s.most ? LIFT_OUT_OF_STATES : LIFT_NO_PATH;
    uint32_t at = status == LIFT_DONE ? tuples_find(&s.g->states, to) : NO_STATE;
    for (; at != NO_STATE; at = s.g->parents.at[at])
        array_push(a->mem, &path, at);
    if (trace_length(run) + path.count > ARCHITECTURE_MOST_STATES)
        status = LIFT_TOO_LONG;
    while (path.count && status == LIFT_DONE)
        trace_push(run, a->mem, tuples_at(&s.g->states, array_pop(&path)));
    array_free(a->mem, &path);
    close_search(&s);
    free_graph(a, s.g);
    return status;
}
