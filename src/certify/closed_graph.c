#include "certify/closed_graph.h"

#include <inttypes.h>
#include <string.h>

#include "certify/claim.h"

#define SHOWN_CELLS 40 // of a state
#define LOOK_AFTER 16  // states

// ---- Reading --------------------------------------------------------------------------------------------------------

static bool read_permutations(struct closed_graph *g, struct view *v)
{
    size_t elements = g->permuter->elements;
    for (size_t i = 0; i < elements; i++)
        g->permuter->block[i] = (uint32_t)view_number_below(v, UINT32_MAX);
    permuter_settle_blocks(g->permuter);
    uint64_t count = view_number(v);
    if (count == 0 || count > (uint64_t)(v->end - v->at) + 1 ||
        (elements > 0 && count > (uint64_t)(v->end - v->at) / elements))
        return false;
    g->permutation_count = count;
    g->permutations = mem_zalloc(g->mem, count * elements * sizeof *g->permutations);
    g->cells = mem_zalloc(g->mem, count * sizeof *g->cells);
    g->is_identity = mem_zalloc(g->mem, count);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t *images = g->permutations + i * elements;
        if (!permuter_read(g->permuter, v, images))
            return false;
        g->is_identity[i] = permuter_is_identity(g->permuter, images);
        g->moves |= !g->is_identity[i];
    }
    return true;
}

bool closed_graph_open(struct closed_graph *g, struct view section, struct model *model, const struct supervisor *watch,
                       struct mem *mem, const char **error)
{
    *g = (struct closed_graph){.mem = mem, .model = model, .watch = watch};
    g->evaluator = evaluator_new(model, mem);
    state_records_open(&g->records, model, mem);
    g->permuter = permuter_new(model, watch, mem, error);
    if (!g->permuter)
        return false;
    *error = "its list of permutations is damaged, or has one that is no symmetry";
    if (!read_permutations(g, &section))
        return false;
    *error = "its list of states is damaged";
    g->count = view_number(&section);
    uint64_t bytes;
    if (__builtin_mul_overflow(g->count, (uint64_t)g->records.bytes, &bytes) || (bytes == 0 && g->count > 1))
        return false;
    g->states = view_part(&section, bytes).at;
    g->start_count = view_number(&section);
    g->starts = view_part(&section, view_number(&section));
    g->steps = section;
    return !section.is_damaged && !g->starts.is_damaged;
}

void closed_graph_close(struct closed_graph *g)
{
    size_t elements = g->permuter ? g->permuter->elements : 0;
    for (uint64_t i = 0; g->cells && i < g->permutation_count; i++)
        mem_free(g->mem, g->cells[i], g->records.cells * sizeof **g->cells);
    mem_free(g->mem, g->cells, g->permutation_count * sizeof *g->cells);
    mem_free(g->mem, g->is_identity, g->permutation_count);
    mem_free(g->mem, g->permutations, g->permutation_count * elements * sizeof *g->permutations);
    permuter_free(g->permuter);
    state_records_close(&g->records);
    evaluator_free(g->evaluator);
}

static bool read_state(const struct closed_graph *g, uint64_t representative, value *state)
{
    return state_record_unpack(&g->records, g->states + representative * g->records.bytes, state);
}

void certify_add_state(const struct model *m, const value *state, struct mem *mem, struct str *out)
{
    size_t shown = 0;
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        const struct cell *cell = model_cell(m, c);
        struct str text = {0};
        if (cell->role == CELL_INPUT || cell->is_hidden)
            continue;
        if (shown++ == SHOWN_CELLS) {
            str_add(mem, out, ", ...");
            return;
        }
        model_add_value(m, cell->type, state[c], &text);
        str_add(mem, out, "%s%s = %s", shown > 1 ? ", " : "", cell->name, str_text(&text));
        str_free(mem, &text);
    }
}

void closed_graph_add_state(const struct closed_graph *g, uint64_t representative, struct str *out)
{
    value *state = mem_zalloc(g->mem, g->records.cells * sizeof *state);
    str_add(g->mem, out, "state %" PRIu64 " (", representative);
    if (read_state(g, representative, state))
        certify_add_state(g->model, state, g->mem, out);
    str_add(g->mem, out, ")");
    mem_free(g->mem, state, g->records.cells * sizeof *state);
}

// ---- Checking -------------------------------------------------------------------------------------------------------

struct pass {
    struct closed_graph *graph;
    struct claim *const *claims;
    size_t claim_count;
    struct view links; // of what is being looked at
    value *state, *image;
    uint8_t *record;
    ARRAY(uint64_t) successors;
    bool at_start;
    uint64_t at; // the representative whose successors are looked at
    struct str *refutation;
};

static const cell_id *cells_under(struct closed_graph *g, uint64_t permutation)
{
    if (!g->cells[permutation]) {
        g->cells[permutation] = mem_zalloc(g->mem, g->records.cells * sizeof **g->cells);
        for (cell_id c = 0; c < g->records.cells; c++)
            g->cells[permutation][c] =
                permuter_cell(g->permuter, g->permutations + permutation * g->permuter->elements, c);
    }
    return g->cells[permutation];
}

static const value *image_of(struct pass *p, uint64_t permutation, const value *state)
{
    struct closed_graph *g = p->graph;
    if (g->is_identity[permutation])
        return state;
    const cell_id *to = cells_under(g, permutation);
    const uint32_t *images = g->permutations + permutation * g->permuter->elements;
    for (cell_id c = 0; c < g->records.cells; c++)
        p->image[to[c]] = permuter_value(g->permuter, images, c, state[c]);
    permuter_sort_pools(g->permuter, p->image);
    return p->image;
}

static bool refute(struct pass *p, const char *what, const value *state)
{
    struct closed_graph *g = p->graph;
    str_add(g->mem, p->refutation, "%s: ", what);
    if (!p->at_start) {
        str_add(g->mem, p->refutation, "from ");
        closed_graph_add_state(g, p->at, p->refutation);
    }
    if (state) {
        str_add(g->mem, p->refutation, "%s(", p->at_start ? "" : " to ");
        certify_add_state(g->model, state, g->mem, p->refutation);
        str_add(g->mem, p->refutation, ")");
    }
    return false;
}

// The next link leads from this state to a representative.
static bool follow(struct pass *p, const value *state)
{
    struct closed_graph *g = p->graph;
    uint64_t to = view_number_below(&p->links, g->count),
             permutation = view_number_below(&p->links, g->permutation_count);
    if (p->links.is_damaged)
        return refute(p, p->at_start ? "an initial state has no representative" : "a step is missing", state);
    const value *image = image_of(p, permutation, state);
    if (!state_record_pack(&g->records, image, p->record) ||
        (g->records.bytes && // a circuit without latches has one state, of no bytes
         memcmp(p->record, g->states + to * g->records.bytes, g->records.bytes) != 0))
        return refute(p,
                      p->at_start ? "an initial state is not taken to its representative"
                                  : "a step does not lead to the representative that is said",
                      state);
    array_push(g->mem, &p->successors, to);
    return true;
}

static bool visit(void *context, const value *inputs, const value *state)
{
    (void)inputs;
    return follow(context, state);
}

static void tell_start(struct pass *p, uint64_t representative)
{
    for (size_t i = 0; i < p->claim_count; i++) {
        struct claim *c = p->claims[i];
        if (c->outcome != CERTIFY_REFUTED && c->kind->start)
            c->kind->start(c, representative);
    }
}

// False if all claims are refuted.
static bool tell_state(struct pass *p)
{
    bool is_wanted = false;
    for (size_t i = 0; i < p->claim_count; i++) {
        struct claim *c = p->claims[i];
        is_wanted |=
            c->outcome != CERTIFY_REFUTED && c->kind->state(c, p->at, p->state, p->successors.at, p->successors.count);
    }
    return is_wanted;
}

static bool check_starts(struct pass *p)
{
    p->at_start = true;
    p->links = p->graph->starts;
    p->successors.count = 0;
    if (!eval_each_initial(p->graph->evaluator, visit, p))
        return false;
    if (p->successors.count != p->graph->start_count || !view_is_done(&p->links))
        return refute(p, "there are other initial states than are listed", NULL);
    for (size_t i = 0; i < p->successors.count; i++)
        tell_start(p, p->successors.at[i]);
    return true;
}

static bool check_states(struct pass *p)
{
    struct closed_graph *g = p->graph;
    p->at_start = false;
    p->links = g->steps;
    for (p->at = 0; p->at < g->count; p->at++) {
        p->successors.count = 0;
        if (p->at % LOOK_AFTER == 0 && !supervisor_goes_on(g->watch, "states", p->at, g->count))
            return false;
        if (!read_state(g, p->at, p->state) || !eval_is_state(g->evaluator, p->state, NULL))
            return refute(p, "a representative is no state of the model", NULL);
        if (!eval_each_successor(g->evaluator, p->state, visit, p))
            return false;
        if (p->successors.count == 0 && model_ends_stay(g->model))
            array_push(g->mem, &p->successors, p->at);
        if (!tell_state(p))
            return true;
    }
    if (!view_is_done(&p->links))
        return refute(p, "there are more steps in the list than in the model", NULL);
    return true;
}

bool closed_graph_check(struct closed_graph *g, struct claim *const *claims, size_t count, struct str *refutation)
{
    struct mem *mem = g->mem;
    size_t bytes = g->records.cells * sizeof(value);
    struct pass p = {.graph = g, .claims = claims, .claim_count = count, .refutation = refutation};
    p.state = mem_zalloc(mem, bytes);
    p.image = mem_zalloc(mem, bytes);
    p.record = mem_zalloc(mem, g->records.bytes);
    bool good = check_starts(&p) && check_states(&p);
    mem_free(mem, p.state, bytes);
    mem_free(mem, p.image, bytes);
    mem_free(mem, p.record, g->records.bytes);
    array_free(mem, &p.successors);
    return good;
}
