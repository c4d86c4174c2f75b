// BuDDy behind the interface that workloads.inc.h is written against.
//
// BuDDy counts references to functions by hand. Operands of an operation must be referenced, for it collects in the
// middle of operations; so own() adds a reference and drop() takes it away, a slot holds one reference to what is in
// it, and rounds mean nothing.
#ifndef COSET_BENCH_BDD_ENGINE_BUDDY_H
#define COSET_BENCH_BDD_ENGINE_BUDDY_H

#include <bdd.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

typedef BDD fn;

struct engine {
    int cache_ratio; // all else is global
};

static inline void engine_open(struct engine *e, const struct job *job)
{
    e->cache_ratio = job->peer_cache_ratio;
    // The caches are made by bdd_setcacheratio, so that they are not made twice.
    bdd_init(job->peer_nodes, 1000);
    bdd_setcacheratio(job->peer_cache_ratio);
    bdd_setmaxincrease(1 << 28); // the table doubles; by default it grows by 50000 nodes at a time
    bdd_gbc_hook(NULL);          // which would print
}

static inline void engine_vars(struct engine *e, int count)
{
    (void)e;
    bdd_setvarnum(count);
}

static inline void engine_pairs(struct engine *e, int count)
{
    (void)e;
    bdd_setvarnum(2 * count);
}

static inline void engine_table(struct engine *e, struct outcome *out)
{
    enum { NODE_BYTES = 20, CACHES = 6, CACHE_ENTRY_BYTES = 24 }; // BuDDy does not tell
    size_t room = (size_t)bdd_getallocnum();
    out->nodes = (size_t)bdd_getnodenum();
    out->node_bytes = NODE_BYTES * room;
    out->cache_bytes = CACHES * CACHE_ENTRY_BYTES * (room / (size_t)e->cache_ratio);
    bdd_gbc();
    out->live_nodes = (size_t)bdd_getnodenum();
    out->live_bytes = NODE_BYTES * room;
}

static inline void engine_packed(struct engine *e, const fn *results, size_t count, struct outcome *out)
{
    (void)e;
    (void)results;
    (void)count;
    (void)out;
}

// ---- Keeping functions alive ----------------------------------------------------------------------------------------

static inline fn own(struct engine *e, fn f)
{
    (void)e;
    return bdd_addref(f);
}

static inline void drop(struct engine *e, fn f)
{
    (void)e;
    bdd_delref(f);
}

static inline void slots_open(struct engine *e, fn *slots, size_t count)
{
    (void)e;
    for (size_t i = 0; i < count; i++)
        slots[i] = bddfalse;
}

static inline void slots_close(struct engine *e, fn *slots, size_t count)
{
    (void)e;
    for (size_t i = 0; i < count; i++)
        bdd_delref(slots[i]);
}

static inline void assign(struct engine *e, fn *slot, fn f)
{
    (void)e;
    bdd_addref(f);
    bdd_delref(*slot);
    *slot = f;
}

typedef int round_mark;

static inline round_mark round_open(struct engine *e)
{
    (void)e;
    return 0;
}

static inline void round_close(struct engine *e, round_mark r)
{
    (void)e;
    (void)r;
}

// ---- Operations -----------------------------------------------------------------------------------------------------

static inline fn f_false(void)
{
    return bddfalse;
}

static inline fn f_true(void)
{
    return bddtrue;
}

static inline fn f_var(struct engine *e, int var)
{
    (void)e;
    return bdd_ithvar(var);
}

static inline fn f_not_var(struct engine *e, int var)
{
    (void)e;
    return bdd_nithvar(var);
}

static inline fn f_not(struct engine *e, fn f)
{
    (void)e;
    return bdd_not(f);
}

static inline fn f_and(struct engine *e, fn f, fn g)
{
    (void)e;
    return bdd_apply(f, g, bddop_and);
}

static inline fn f_or(struct engine *e, fn f, fn g)
{
    (void)e;
    return bdd_apply(f, g, bddop_or);
}

static inline fn f_xor(struct engine *e, fn f, fn g)
{
    (void)e;
    return bdd_apply(f, g, bddop_xor);
}

static inline fn f_iff(struct engine *e, fn f, fn g)
{
    (void)e;
    return bdd_apply(f, g, bddop_biimp);
}

static inline fn f_implies(struct engine *e, fn f, fn g)
{
    (void)e;
    return bdd_apply(f, g, bddop_imp);
}

static inline fn f_minus(struct engine *e, fn f, fn g)
{
    (void)e;
    return bdd_apply(f, g, bddop_diff);
}

static inline fn f_ite(struct engine *e, fn f, fn g, fn h)
{
    (void)e;
    return bdd_ite(f, g, h);
}

static inline fn f_cube(struct engine *e, int *vars, int count)
{
    (void)e;
    return bdd_makeset(vars, count);
}

static inline fn f_and_exists(struct engine *e, fn f, fn g, fn cube)
{
    (void)e;
    return bdd_appex(f, g, bddop_and, cube);
}

// ---- Images ---------------------------------------------------------------------------------------------------------
// The relational product takes the written bits' current copies away, a renaming of the next copies follows. Each
// relation has a renaming of its own, so that both stop below the last bit that the relation writes. One renaming for
// all relations is up to 5 % slower; but it saves an array as long as the variables for each relation, which is most
// of BuDDy's peak with 800 philosophers.

typedef struct {
    fn body, cube;
    bddPair *rename;
} relation;

static inline void relation_open(struct engine *e, relation *r, fn body, const int *bits, int count)
{
    int current[16], next[16];
    (void)e;
    if (count > 16)
        abort();
    for (int i = 0; i < count; i++) {
        current[i] = 2 * bits[i];
        next[i] = 2 * bits[i] + 1;
    }
    r->body = bdd_addref(body);
    r->cube = bdd_addref(bdd_makeset(current, count));
    r->rename = bdd_newpair();
    bdd_setpairs(r->rename, next, current, count);
}

static inline void relation_close(struct engine *e, relation *r)
{
    (void)e;
    bdd_delref(r->body);
    bdd_delref(r->cube);
    bdd_freepair(r->rename);
}

// reached or the image of `from`
static inline fn f_step(struct engine *e, fn from, const relation *r, fn reached)
{
    (void)e;
    fn product = bdd_addref(bdd_appex(from, r->body, bddop_and, r->cube));
    fn image = bdd_addref(bdd_replace(product, r->rename));
    fn result = bdd_apply(reached, image, bddop_or);
    bdd_delref(product);
    bdd_delref(image);
    return result;
}

// ---- Reordering and looking at functions ----------------------------------------------------------------------------

static inline void engine_sift(struct engine *e)
{
    (void)e;
    bdd_varblockall();
    bdd_reorder(BDD_REORDER_SIFT);
}

static inline size_t engine_size(struct engine *e, fn *functions, size_t count)
{
    (void)e;
    return (size_t)bdd_anodecount(functions, (int)count);
}

static inline bool f_is_valid(fn f)
{
    return f >= 0;
}

static inline bool f_is_constant(fn f)
{
    return f == bddfalse || f == bddtrue;
}

static inline int f_top(struct engine *e, fn f)
{
    (void)e;
    return bdd_var(f);
}

static inline fn f_low(struct engine *e, fn f)
{
    (void)e;
    return bdd_low(f);
}

static inline fn f_high(struct engine *e, fn f)
{
    (void)e;
    return bdd_high(f);
}

#endif
