// The order of the points of a product, for a formula of linear time (certify/claim_ltl.c says what it must be like):
// the numbers of strongly connected components, each with a fairness condition that no step within it meets.
#include <stdlib.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/hash.h"
#include "run/certificate/proofs.h"
#include "run/certificate/strong_components.h"
#include "temporal/expansion.h"

#define MOST_POINTS ((uint32_t)1 << 26)
#define LOOK_AFTER 128 // points, of which each may have thousands of steps

struct product_point {
    uint32_t state;
    uint32_t same_hash; // the next one in its bucket; UINT32_MAX: none
    form_set set;
    uint64_t memory;
};

struct product_search {
    struct search_graph *graph;
    struct mem *mem;
    struct expansion expansion;
    size_t conditions;
    ARRAY(struct product_point) points;
    struct int_map buckets;
    ARRAY(size_t) first; // by point: of its steps
    ARRAY(uint32_t) to;
    ARRAY(uint64_t) met; // by step: conditions
    expanded_array ways;
    struct cause error;
};

static uint32_t point_at(struct product_search *p, uint32_t state, form_set set, uint64_t memory)
{
    uint32_t hash = (uint32_t)hash_pair(hash_pair(hash_pair(state, (uint64_t)set), (uint64_t)(set >> 64)), memory) >> 1;
    uint32_t *bucket = int_map_find(&p->buckets, hash);
    for (uint32_t i = bucket ? *bucket : UINT32_MAX; i != UINT32_MAX; i = p->points.at[i].same_hash)
        if (p->points.at[i].state == state && p->points.at[i].set == set && p->points.at[i].memory == memory)
            return i;
    struct product_point point = {state, bucket ? *bucket : UINT32_MAX, set, memory};
    uint32_t number = (uint32_t)p->points.count;
    bool added;
    array_push(p->mem, &p->points, point);
    if (bucket)
        *bucket = number;
    else if (!int_map_try_add(p->mem, &p->buckets, hash, number, &added))
        mem_exhausted(p->mem);
    return number;
}

static uint64_t conditions_met(const struct product_search *p, const value *state, const struct expanded *way)
{
    uint64_t met = 0;
    for (size_t i = 0; i < p->conditions; i++)
        met |= (uint64_t)expansion_meets(&p->expansion, p->graph->evaluator, state, way, i) << i;
    return met;
}

static void expand(struct product_search *p, uint32_t number)
{
    struct product_point at = p->points.at[number];
    const struct search_limits *limits = &p->graph->limits;
    const value *state = search_graph_state(p->graph, at.state);
    uint64_t truth = expansion_truth(&p->expansion, p->graph->evaluator, state, at.memory);
    uint64_t memory = expansion_memory(&p->expansion, truth);
    struct search_link own;
    size_t count;
    array_push(p->mem, &p->first, p->to.count);
    if (!expansion_expand(&p->expansion, at.set, truth, &p->ways))
        p->error = cause_of(CAUSE_PROOF_MANY_WAYS);
    const struct search_link *links = search_graph_successors(p->graph, at.state, &count, &own);
    for (size_t w = 0; w < p->ways.count; w++) {
        uint64_t met = conditions_met(p, state, &p->ways.at[w]);
        for (size_t i = 0; i < count; i++) {
            array_push(p->mem, &p->to, point_at(p, links[i].to, p->ways.at[w].next, memory));
            array_push(p->mem, &p->met, met);
        }
    }
    if (p->points.count > MOST_POINTS)
        p->error = cause_of(CAUSE_PROOF_LARGE_PRODUCT);
    if (number % LOOK_AFTER == 0 && watch_is_interrupted(p->graph->run))
        p->error = cause_of(CAUSE_INTERRUPTED);
    else if (number % LOOK_AFTER == 0 && limits->deadline > 0 && clock_now() > limits->deadline)
        p->error = cause_of(CAUSE_OUT_OF_TIME);
}

static void search(struct product_search *p)
{
    for (size_t i = 0; i < p->graph->starts.count; i++)
        point_at(p, p->graph->starts.at[i].to, expansion_start(&p->expansion), 0);
    for (uint32_t i = 0; i < p->points.count && !p->error.code; i++)
        expand(p, i);
    array_push(p->mem, &p->first, p->to.count);
}

// By component, a condition that no step within it meets; the number of conditions where it has no step. Where steps
// meet all conditions, a path violates the formula after all: the order is written as if it did not, and the checker
// refutes it. A wrong verdict is not to be told as one that has no certificate.
static uint32_t *find_missing(struct product_search *p, const uint32_t *of, uint32_t count)
{
    uint64_t *met = mem_zalloc(p->mem, count * sizeof *met);
    bool *has_step = mem_zalloc(p->mem, count);
    uint32_t *missing = mem_zalloc(p->mem, count * sizeof *missing);
    for (uint32_t i = 0; i < p->points.count; i++)
        for (size_t s = p->first.at[i]; s < p->first.at[i + 1]; s++)
            if (of[p->to.at[s]] == of[i]) {
                has_step[of[i]] = true;
                met[of[i]] |= p->met.at[s];
            }
    for (uint32_t i = 0; i < count; i++) {
        missing[i] = has_step[i] ? 0 : (uint32_t)p->conditions;
        while (missing[i] < p->conditions && met[i] >> missing[i] & 1)
            missing[i]++;
        if (has_step[i] && missing[i] == p->conditions)
            missing[i] = 0;
    }
    mem_free(p->mem, met, count * sizeof *met);
    mem_free(p->mem, has_step, count);
    return missing;
}

static int by_place(const void *a, const void *b)
{
    const struct product_point *x = a, *y = b;
    if (x->state != y->state)
        return x->state < y->state ? -1 : 1;
    if (x->set != y->set)
        return x->set < y->set ? -1 : 1;
    return (x->memory > y->memory) - (x->memory < y->memory);
}

// Sorted, for the checker to find them; from now on the hash of a point is its number.
static void write_points(struct product_search *p, const uint32_t *of, const uint32_t *missing, struct str *out)
{
    for (uint32_t i = 0; i < p->points.count; i++)
        p->points.at[i].same_hash = i;
    if (p->points.count > 0)
        qsort(p->points.at, p->points.count, sizeof *p->points.at, by_place);
    for (uint32_t s = 0, i = 0, end = 0; s < p->graph->store.count; s++) {
        while (end < p->points.count && p->points.at[end].state == s)
            end++;
        bytes_add_number(p->mem, out, end - i);
        for (; i < end; i++) {
            const struct product_point *point = &p->points.at[i];
            bytes_add_number(p->mem, out, (uint64_t)point->set);
            bytes_add_number(p->mem, out, (uint64_t)(point->set >> 64));
            bytes_add_number(p->mem, out, point->memory);
            bytes_add_number(p->mem, out, of[point->same_hash]);
            bytes_add_number(p->mem, out, missing[of[point->same_hash]]);
        }
    }
}

bool ltl_order_write(struct search_graph *g, const struct property *property, formula f, struct str *out,
                     struct cause *error)
{
    struct product_search p = {.graph = g, .mem = g->mem};
    const char *said = NULL;
    if (expansion_open(&p.expansion, g->model, property, f, g->mem, &said)) {
        p.conditions = expansion_condition_count(&p.expansion);
        if (p.conditions > 64)
            p.error = cause_of(CAUSE_PROOF_MANY_CONDITIONS);
        else
            search(&p);
    } else {
        p.error = cause_with_text(CAUSE_CERTIFY_SAYS, said);
    }
    if (!p.error.code) {
        struct successor_lists lists = {(uint32_t)p.points.count, p.first.at, p.to.at, NULL};
        uint32_t count, *of = strong_components(&lists, g->mem, &count), *missing = find_missing(&p, of, count);
        if (!p.error.code)
            write_points(&p, of, missing, out);
        mem_free(g->mem, of, p.points.count * sizeof *of);
        mem_free(g->mem, missing, count * sizeof *missing);
    }
    expansion_close(&p.expansion);
    array_free(g->mem, &p.points);
    int_map_free(g->mem, &p.buckets);
    array_free(g->mem, &p.first);
    array_free(g->mem, &p.to);
    array_free(g->mem, &p.met);
    array_free(g->mem, &p.ways);
    *error = p.error;
    return !p.error.code;
}
