// Our engine behind the interface that workloads.inc.h is written against.
//
// A round is a scope, a slot is a protected variable; results belong to the round in which they were made, so that
// own() and drop() have nothing to do.
#ifndef COSET_BENCH_BDD_ENGINE_COSET_H
#define COSET_BENCH_BDD_ENGINE_COSET_H

#include <stdio.h>
#include <stdlib.h>

#include "bdd/bdd.h"
#include "bench.h"

typedef bdd fn;

struct engine {
    bdd_manager *manager;
};

static inline void engine_open(struct engine *e, const struct job *job)
{
    (void)job;
    e->manager = bdd_manager_new(NULL);
    if (!e->manager)
        abort();
}

static inline void engine_vars(struct engine *e, int count)
{
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        if (bdd_new_var(e->manager, name) != i)
            abort();
    }
}

static inline void engine_pairs(struct engine *e, int count)
{
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", i);
        if (bdd_new_pair(e->manager, name) != 2 * i)
            abort();
    }
}

static inline void engine_table(struct engine *e, struct outcome *out)
{
    struct bdd_statistics statistics;
    bdd_get_statistics(e->manager, &statistics);
    out->nodes = statistics.nodes_live;
    out->node_bytes = statistics.bytes_nodes;
    out->cache_bytes = statistics.bytes_cache;
    bdd_collect(e->manager);
    bdd_get_statistics(e->manager, &statistics);
    out->live_nodes = statistics.nodes_live;
    out->live_bytes = statistics.bytes_nodes;
}

// What the results take in a manager of their own, in which nothing is dead.
static inline void engine_packed(struct engine *e, const fn *results, size_t count, struct outcome *out)
{
    struct mem mem = MEM_UNLIMITED;
    struct str error = {0};
    struct bdd_stored *stored = mem_alloc(&mem, (count + 1) * sizeof *stored), *loaded = NULL;
    char name[] = "f";
    for (size_t i = 0; i < count; i++)
        stored[i] = (struct bdd_stored){name, results[i]};
    bdd_manager *fresh = bdd_manager_new(NULL);
    for (size_t level = 0; fresh && level < bdd_var_count(e->manager); level++)
        bdd_new_var(fresh, bdd_var_name(e->manager, bdd_var_at(e->manager, (int)level)));
    FILE *file = tmpfile();
    if (!fresh || !file || !bdd_save(e->manager, file, stored, count, &mem, &error))
        abort();
    rewind(file);
    if (!bdd_load(fresh, file, &mem, &loaded, &count, &error))
        abort();
    struct bdd_statistics statistics;
    bdd_get_statistics(fresh, &statistics);
    out->packed_nodes = statistics.nodes_live;
    out->packed_bytes = statistics.bytes_nodes;
    fclose(file);
    bdd_manager_free(fresh);
}

// ---- Keeping functions alive ----------------------------------------------------------------------------------------

static inline fn own(struct engine *e, fn f)
{
    (void)e;
    return f;
}

static inline void drop(struct engine *e, fn f)
{
    (void)e;
    (void)f;
}

static inline void slots_open(struct engine *e, fn *slots, size_t count)
{
    for (size_t i = 0; i < count; i++)
        slots[i] = BDD_FALSE;
    bdd_protect_array(e->manager, slots, count);
}

static inline void slots_close(struct engine *e, fn *slots, size_t count)
{
    (void)count;
    bdd_unprotect(e->manager, slots);
}

static inline void assign(struct engine *e, fn *slot, fn f)
{
    (void)e;
    *slot = f;
}

typedef bdd_scope round_mark;

static inline round_mark round_open(struct engine *e)
{
    return bdd_open_scope(e->manager);
}

static inline void round_close(struct engine *e, round_mark r)
{
    bdd_close_scope(e->manager, r);
}

// ---- Operations -----------------------------------------------------------------------------------------------------

static inline fn f_false(void)
{
    return BDD_FALSE;
}

static inline fn f_true(void)
{
    return BDD_TRUE;
}

static inline fn f_var(struct engine *e, int var)
{
    return bdd_literal(e->manager, var);
}

static inline fn f_not_var(struct engine *e, int var)
{
    return bdd_not(bdd_literal(e->manager, var));
}

static inline fn f_not(struct engine *e, fn f)
{
    (void)e;
    return bdd_not(f);
}

static inline fn f_and(struct engine *e, fn f, fn g)
{
    return bdd_and(e->manager, f, g);
}

static inline fn f_or(struct engine *e, fn f, fn g)
{
    return bdd_or(e->manager, f, g);
}

static inline fn f_xor(struct engine *e, fn f, fn g)
{
    return bdd_xor(e->manager, f, g);
}

static inline fn f_iff(struct engine *e, fn f, fn g)
{
    return bdd_iff(e->manager, f, g);
}

static inline fn f_implies(struct engine *e, fn f, fn g)
{
    return bdd_implies(e->manager, f, g);
}

static inline fn f_minus(struct engine *e, fn f, fn g)
{
    return bdd_minus(e->manager, f, g);
}

static inline fn f_ite(struct engine *e, fn f, fn g, fn h)
{
    return bdd_ite(e->manager, f, g, h);
}

static inline fn f_cube(struct engine *e, int *vars, int count)
{
    return bdd_cube(e->manager, vars, (size_t)count);
}

static inline fn f_and_exists(struct engine *e, fn f, fn g, fn cube)
{
    return bdd_and_exists(e->manager, f, g, cube);
}

// ---- Images ---------------------------------------------------------------------------------------------------------

typedef bdd_relation *relation;

static inline void relation_open(struct engine *e, relation *r, fn body, const int *bits, int count)
{
    int vars[16];
    if (count > 16)
        abort();
    for (int i = 0; i < count; i++)
        vars[i] = 2 * bits[i];
    *r = bdd_relation_new(e->manager, body, vars, (size_t)count);
    if (!*r)
        abort();
}

static inline void relation_close(struct engine *e, relation *r)
{
    (void)e;
    bdd_relation_free(*r);
}

// reached or the image of `from`
static inline fn f_step(struct engine *e, fn from, const relation *r, fn reached)
{
    return bdd_image_union(e->manager, from, *r, reached);
}

// ---- Reordering and looking at functions ----------------------------------------------------------------------------

static inline void engine_sift(struct engine *e)
{
    if (!bdd_sift(e->manager, NULL))
        abort();
}

static inline size_t engine_size(struct engine *e, fn *functions, size_t count)
{
    return bdd_shared_size(e->manager, functions, count);
}

static inline bool f_is_valid(fn f)
{
    return bdd_is_valid(f);
}

static inline bool f_is_constant(fn f)
{
    return bdd_is_constant(f);
}

static inline int f_top(struct engine *e, fn f)
{
    return bdd_top(e->manager, f);
}

static inline fn f_low(struct engine *e, fn f)
{
    return bdd_low(e->manager, f);
}

static inline fn f_high(struct engine *e, fn f)
{
    return bdd_high(e->manager, f);
}

#endif
