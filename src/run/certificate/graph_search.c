#include "run/certificate/graph_search.h"

#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "certificate/format.h"

#define LOOK_AFTER 1024                // steps, until it is asked whether to go on
#define MOST_TRIES (UINT64_C(1) << 20) // values of variables, for the successors of one state of a small model
#define MOST_WORK (UINT64_C(1) << 28)  // tries times expressions of the model

static size_t elements_of(const struct search_graph *g)
{
    size_t count = 0;
    for (size_t i = 0; i < model_class_count(g->model); i++)
        count += model_class(g->model, i)->size;
    return count;
}

// ---- Permutations ---------------------------------------------------------------------------------------------------

static void push_identity(struct search_graph *g)
{
    for (size_t i = 0; i < model_class_count(g->model); i++)
        for (uint32_t e = 0; e < model_class(g->model, i)->size; e++)
            array_push(g->mem, &g->permutations, e);
    array_push(g->mem, &g->next_same_hash, UINT32_MAX);
}

// The number of a permutation, given by images among all elements, in the list; it is entered if it is new.
static uint32_t number_of(struct search_graph *g, const uint32_t *images)
{
    const struct symmetry *s = g->symmetry;
    size_t elements = s->element_count, at = g->permutations.count;
    bool is_identity = true, added;
    for (uint32_t e = 0; e < elements; e++) {
        is_identity &= images[e] == e;
        array_push(g->mem, &g->permutations, images[e] - s->first[s->class_of[e]]);
    }
    uint32_t hash = (uint32_t)hash_bytes(HASH_BYTES_START, g->permutations.at + at, elements * sizeof(uint32_t)) >> 1;
    uint32_t *first = is_identity ? NULL : int_map_find(&g->known, hash);
    for (uint32_t i = first ? *first : UINT32_MAX; i != UINT32_MAX; i = g->next_same_hash.at[i])
        if (memcmp(g->permutations.at + i * elements, g->permutations.at + at, elements * sizeof(uint32_t)) == 0) {
            g->permutations.count = at;
            return i;
        }
    if (is_identity) {
        g->permutations.count = at;
        return 0;
    }
    uint32_t number = (uint32_t)(at / elements);
    array_push(g->mem, &g->next_same_hash, first ? *first : UINT32_MAX);
    if (first)
        *first = number;
    else if (!int_map_try_add(g->mem, &g->known, hash, number, &added))
        mem_exhausted(g->mem);
    return number;
}

// ---- The search -----------------------------------------------------------------------------------------------------

static bool goes_on(struct search_graph *g)
{
    if (g->looked_at++ % LOOK_AFTER)
        return true;
    if (g->store.count > g->limits.states)
        g->failure = CAUSE_PROOF_MANY_STATES;
    else if (watch_is_interrupted(g->run))
        g->failure = CAUSE_INTERRUPTED;
    else if (g->limits.deadline > 0 && clock_now() > g->limits.deadline)
        g->failure = CAUSE_OUT_OF_TIME;
    else if (progress_is_due(&g->run->progress))
        progress_show(&g->run->progress, "making the certificate, %zu states", (size_t)g->store.count);
    return !g->failure;
}

static bool find(struct search_graph *g, const value *state, struct search_link *link)
{
    link->permutation = 0;
    if (!goes_on(g))
        return false;
    if (!layout_pack(&g->layout, state, g->packed)) {
        g->failure = CAUSE_PROOF_OUTSIDE_TYPE;
        return false;
    }
    if (g->canonical)
        link->permutation = number_of(g, canonical_make(g->canonical, g->packed));
    link->to = store_add(&g->store, g->packed, STORE_NONE);
    if (link->to == STORE_NONE)
        g->failure = CAUSE_OUT_OF_MEMORY;
    return link->to != STORE_NONE;
}

static bool visit_start(void *context, const value *inputs, const value *state)
{
    struct search_graph *g = context;
    struct search_link link;
    (void)inputs;
    if (!find(g, state, &link))
        return false;
    array_push(g->mem, &g->starts, link);
    return true;
}

static bool visit_successor(void *context, const value *inputs, const value *state)
{
    struct search_graph *g = context;
    struct search_link link;
    (void)inputs;
    if (!find(g, state, &link))
        return false;
    array_push(g->mem, &g->links, link);
    return true;
}

static void note_tries(struct search_graph *g)
{
    if (g->guide.gave_up && !g->failure)
        g->failure = CAUSE_PROOF_MANY_SUCCESSORS;
}

static void search(struct search_graph *g)
{
    if (!eval_each_initial(g->evaluator, visit_start, g)) {
        note_tries(g);
        return;
    }
    for (uint32_t i = 0; i < g->store.count; i++) {
        if (!goes_on(g))
            return;
        array_push(g->mem, &g->first, g->links.count);
        layout_unpack(&g->layout, store_state(&g->store, i), g->state);
        if (!eval_each_successor(g->evaluator, g->state, visit_successor, g)) {
            note_tries(g);
            return;
        }
    }
    array_push(g->mem, &g->first, g->links.count);
}

bool search_graph_open(struct search_graph *g, struct run *run, struct model *model, const struct symmetry *symmetry,
                       const struct search_limits *limits, struct mem *mem)
{
    *g = (struct search_graph){.run = run, .mem = mem, .model = model, .symmetry = symmetry, .limits = *limits};
    g->evaluator = evaluator_new(model, mem);
    g->guide.tries = MOST_WORK / (model_expr_count(model) + 1) + 1;
    if (g->guide.tries > MOST_TRIES)
        g->guide.tries = MOST_TRIES;
    evaluator_guide(g->evaluator, &g->guide);
    layout_open(&g->layout, model, symmetry, mem);
    g->state = mem_zalloc(mem, g->layout.cells * sizeof *g->state);
    g->packed = mem_zalloc(mem, g->layout.words * sizeof *g->packed);
    if (symmetry) {
        struct packed_cell *cells = mem_zalloc(mem, (g->layout.cells + 1) * sizeof *cells);
        layout_describe(&g->layout, cells);
        g->canonical = canonical_new(symmetry, cells, g->layout.words, mem);
        mem_free(mem, cells, (g->layout.cells + 1) * sizeof *cells);
    }
    push_identity(g);
    if (store_open(&g->store, g->layout.words, NULL, 0, mem))
        search(g);
    else
        g->failure = CAUSE_OUT_OF_MEMORY;
    return !g->failure;
}

void search_graph_close(struct search_graph *g)
{
    struct mem *mem = g->mem;
    store_close(&g->store);
    canonical_free(g->canonical);
    mem_free(mem, g->state, g->layout.cells * sizeof *g->state);
    mem_free(mem, g->packed, g->layout.words * sizeof *g->packed);
    layout_close(&g->layout);
    evaluator_free(g->evaluator);
    array_free(mem, &g->starts);
    array_free(mem, &g->links);
    array_free(mem, &g->first);
    array_free(mem, &g->permutations);
    array_free(mem, &g->next_same_hash);
    int_map_free(mem, &g->known);
}

const value *search_graph_state(struct search_graph *g, uint32_t representative)
{
    layout_unpack(&g->layout, store_state(&g->store, representative), g->state);
    return g->state;
}

const struct search_link *search_graph_successors(const struct search_graph *g, uint32_t representative, size_t *count,
                                                  struct search_link *own)
{
    size_t first = g->first.at[representative];
    *count = g->first.at[representative + 1] - first;
    if (*count > 0 || !model_ends_stay(g->model))
        return g->links.at + first;
    *own = (struct search_link){representative, 0};
    *count = 1;
    return own;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static void write_links(const struct search_link *links, size_t count, struct certificate_sink *out)
{
    for (size_t i = 0; i < count; i++) {
        sink_number(out, links[i].to);
        sink_number(out, links[i].permutation);
    }
}

static void write_states(struct search_graph *g, struct certificate_sink *out)
{
    struct state_records records;
    state_records_open(&records, g->model, g->mem);
    sink_number(out, g->store.count);
    uint8_t *record = mem_zalloc(g->mem, records.bytes + 1);
    if (out->is_counting)
        out->counted += (uint64_t)g->store.count * records.bytes;
    for (uint32_t i = 0; i < g->store.count && !out->is_counting; i++) {
        state_record_pack(&records, search_graph_state(g, i), record);
        sink_bytes(out, record, records.bytes);
    }
    mem_free(g->mem, record, records.bytes + 1);
    state_records_close(&records);
}

void search_graph_write(struct search_graph *g, struct certificate_sink *out)
{
    struct certificate_sink starts = {.is_counting = true};
    size_t elements = elements_of(g);
    for (uint32_t e = 0; e < elements; e++)
        sink_number(out, g->symmetry ? g->symmetry->block[e] : e);
    sink_number(out, elements ? g->permutations.count / elements : 1);
    for (size_t i = 0; i < g->permutations.count; i++)
        sink_number(out, g->permutations.at[i]);
    write_states(g, out);
    write_links(g->starts.at, g->starts.count, &starts);
    sink_number(out, g->starts.count);
    sink_number(out, starts.counted);
    write_links(g->starts.at, g->starts.count, out);
    write_links(g->links.at, g->links.count, out);
}
