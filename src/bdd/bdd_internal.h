// What the files of the engine share: the node table, the operation cache, and the wrapper around every operation.
//
// Invariants of the table:
//   - a node's low edge is never complemented, its edges differ, and both lead to levels below its own;
//   - no two nodes of one variable have the same edges; each is in the chain of its variable's unique table;
//   - index 0 is the only constant (handle 0 false, handle 1 true); its variable is -1, whose level is below all.
// A regular (even) handle is therefore a function that is 0 where all variables are 0.
//
// Every operation has one recipe: terminal cases, normalise the operands, cache look-up, cofactors, recurse, make
// node, cache insert. Inside a recursion nothing is collected, moved or reordered, so plain handles are safe there.
// When memory or the budget runs out, add_node abandons the recursion by a jump to the wrapper bdd_operate.
#ifndef COSET_BDD_BDD_INTERNAL_H
#define COSET_BDD_BDD_INTERNAL_H

#include <assert.h>
#include <setjmp.h>

#include "base/array.h"
#include "base/hash.h"
#include "bdd/bdd.h"

#define MAX_NODES ((uint32_t)1 << 30)
#define NO_NODE 0      // ends a chain: the constant is in none
#define FREE_NODE (-2) // the variable of a node that is not in use
#define CONSTANT_VAR (-1)
#define CONSTANT_LEVEL INT32_MAX

struct node {
    bdd low, high;
    uint32_t next; // in its unique table's chain, or in the list of free nodes
    int32_t var;
};

// The nodes of one variable, found by their edges.
struct unique {
    uint32_t *buckets;
    uint32_t count;
    uint32_t grow_at; // more nodes than this want more buckets
    uint32_t shift;   // 64 - log2(number of buckets)
};

// Four to a cache line. The first three words are the key; their top bits tell the operation (see cache.h).
struct cache_entry {
    uint32_t a, b, c;
    bdd result;
};

struct root {
    bdd *first;
    size_t count;
};

struct bdd_substitution {
    bdd_manager *manager;
    bdd_substitution *next, *previous; // of the manager: there can be very many
    ARRAY(bdd) functions;              // by variable; BDD_NONE where it stays
    uint32_t id;                       // names the present contents in the cache; 0 when they have changed since
    int32_t deepest;                   // the lowest level that is replaced, under the order of `order_version`
    uint64_t order_version;
};

struct bdd_relation {
    bdd_manager *manager;
    bdd_relation *next, *previous; // of the manager: there can be very many
    bdd body, cube;
};

enum var_kind { VAR_PLAIN, VAR_CURRENT, VAR_NEXT };

struct bdd_manager {
    // What the recursions use, together.
    struct node *nodes;
    int32_t *level; // of a variable; level[-1] is the constant's
    struct unique *unique;
    struct cache_entry *cache;
    uint32_t cache_shift; // 64 - log2(number of entries)
    uint32_t free_list;
    uint32_t fresh;       // nodes from here on were never used
    uint32_t ready;       // ... and from here on have no memory yet
    uint64_t made, freed; // nodes in use are made - freed
    uint64_t pause_at;    // when `made` gets here, look at budgets and limits
    struct {
        uint64_t hits, misses;
    } counts[BDD_OPERATIONS];

    // Variables.
    int32_t *var_at;      // by level
    unsigned char *kind;  // by variable: enum var_kind
    unsigned char *bound; // by variable: it stays directly under the one above it
    char **names;
    uint32_t *by_name; // a hash table of variables
    size_t name_slots;
    size_t vars, vars_room, most_vars;
    int32_t *level_block; // level - 1, as it was allocated
    uint64_t order_version;

    // Memory.
    struct mem mem;
    struct mem_region node_region, mark_region;
    uint64_t *marks; // a bit for each node: reached from a root
    size_t cache_limit, first_nodes;
    uint32_t *pushed_out; // by watched place of the operation cache: keys that were there before (cache.c)
    uint64_t watched_misses, regretted_misses;
    uint64_t collect_at; // nodes in use that make the next operation collect

    // Roots.
    ARRAY(struct root) roots;
    ARRAY(bdd) results; // of all open scopes
    bdd_substitution *substitutions;
    bdd_relation *relations;
    uint32_t next_substitution; // names of substitutions and saturations in the cache

    // The operation under way.
    jmp_buf abandon;
    bool running;
    enum bdd_status failure, status;
    uint64_t budget, budget_end; // how many nodes it may make, and at which count of `made` that ends
    uint64_t budget_of_all;      // what it is if an operation has none of its own
    bool (*stop)(void *);
    void *stop_context;
    uint32_t walked; // by recursions that neither make a node nor look into the cache, since the last question

    // Reordering.
    struct bdd_sift_options sift_options;
    uint64_t sift_first, sift_at;
    uint64_t sift_look_at; // nodes in use, dead ones included, before it is looked again how many are alive
    uint64_t sift_ended;   // the work that was done until then
    unsigned reorder_locks;

    // Statistics.
    uint64_t dead_last, peak_nodes, peak_alive, collections, reorderings;
    bool census;        // the living are counted between collections, too
    uint64_t census_at; // nodes made before that is done again
    double seconds_collecting, seconds_reordering;
    uint64_t stress_work, stress_random;
};

// ---- Nodes (table.c) ------------------------------------------------------------------------------------------------

static inline const struct node *node_of(const bdd_manager *m, bdd f)
{
    return &m->nodes[f >> 1];
}

static inline int32_t level_of(const bdd_manager *m, bdd f)
{
    return m->level[node_of(m, f)->var];
}

static inline uint64_t nodes_in_use(const bdd_manager *m)
{
    return m->made - m->freed;
}

static inline uint32_t bucket_of(const struct unique *u, bdd low, bdd high)
{
    return (uint32_t)((((uint64_t)high << 32 | low) * UINT64_C(0x9e3779b97f4a7c15)) >> u->shift);
}

uint32_t bdd_add_node(bdd_manager *, int32_t var, uint32_t *bucket, bdd low, bdd high);
bool bdd_ready_nodes(bdd_manager *, size_t more); // memory for that many new nodes, without a jump
bool bdd_resize_unique(bdd_manager *, struct unique *, uint32_t shift);
void bdd_grow_unique(bdd_manager *, struct unique *);

// The node var ? high : low, found or made.
static inline bdd make_node(bdd_manager *m, int32_t var, bdd low, bdd high)
{
    if (low == high)
        return low;
    bdd sign = low & 1;
    low ^= sign;
    high ^= sign;
    struct unique *u = &m->unique[var];
    uint32_t *bucket = &u->buckets[bucket_of(u, low, high)];
    for (uint32_t i = *bucket; i != NO_NODE; i = m->nodes[i].next)
        if (m->nodes[i].low == low && m->nodes[i].high == high)
            return i << 1 | sign;
    return bdd_add_node(m, var, bucket, low, high) << 1 | sign;
}

// Both cofactors of f by the variable at `level`, which is not below f's top.
static inline void cofactors(const bdd_manager *m, bdd f, int32_t level, bdd *low, bdd *high)
{
    const struct node *n = node_of(m, f);
    if (m->level[n->var] == level) {
        *low = n->low ^ (f & 1);
        *high = n->high ^ (f & 1);
    } else
        *low = *high = f;
}

static inline int32_t min_level(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

// The rest of the cube from `level` on: variables above it do not occur in what is quantified.
static inline bdd skip_above(const bdd_manager *m, bdd cube, int32_t level)
{
    while (level_of(m, cube) < level)
        cube = node_of(m, cube)->high;
    return cube;
}

// The level of f's top variable, or, for the next copy of a bit, that of its current copy.
static inline int32_t pair_level(const bdd_manager *m, bdd f)
{
    int32_t var = node_of(m, f)->var;
    return var == CONSTANT_VAR ? CONSTANT_LEVEL : m->level[var] - (m->kind[var] == VAR_NEXT);
}

// The cofactors of a relation by a current bit at `level` and its next copy: from[now][then].
static inline void relation_cofactors(const bdd_manager *m, bdd body, int32_t level, bdd from[2][2])
{
    bdd now0, now1;
    cofactors(m, body, level, &now0, &now1);
    cofactors(m, now0, level + 1, &from[0][0], &from[0][1]);
    cofactors(m, now1, level + 1, &from[1][0], &from[1][1]);
}

// ---- The wrapper (operate.c) ----------------------------------------------------------------------------------------

struct operands {
    bdd f, g, h;
    bdd_substitution *substitution;
    const void *extra; // what else the operation needs
};
typedef bdd (*recursion)(bdd_manager *, const struct operands *);

// Runs one operation: collects and reorders before it when due, tries it, after an exhausted memory once more, and
// gives its result to the current scope.
bdd bdd_operate(bdd_manager *, recursion, const struct operands *);
bdd bdd_operate_within(bdd_manager *, size_t budget, recursion, const struct operands *);
_Noreturn void bdd_abandon(bdd_manager *, enum bdd_status);
void bdd_pause(bdd_manager *);       // called by bdd_add_node when `made` reaches `pause_at`
void bdd_ask_to_stop(bdd_manager *); // abandons the operation when the stop function says so
void bdd_fail(bdd_manager *, enum bdd_status);

// ---- Recursions that others build on --------------------------------------------------------------------------------

bdd bdd_and_rec(bdd_manager *, bdd f, bdd g);
bdd bdd_xor_rec(bdd_manager *, bdd f, bdd g);
bdd bdd_ite_rec(bdd_manager *, bdd f, bdd g, bdd h);
bdd bdd_disjoint_rec(bdd_manager *, bdd f, bdd g); // whether they are, as a constant
bdd bdd_exists_rec(bdd_manager *, bdd f, bdd cube);
bdd bdd_image_union_rec(bdd_manager *, bdd set, bdd body, bdd cube, bdd reached);
bdd bdd_preimage_within_rec(bdd_manager *, bdd set, bdd body, bdd cube, bdd within);

static inline bdd or_rec(bdd_manager *m, bdd f, bdd g)
{
    return bdd_and_rec(m, f ^ 1, g ^ 1) ^ 1;
}

// ---- Names (variable_names.c) ---------------------------------------------------------------------------------------

bool bdd_name_is_good(const bdd_manager *, const char *name);
bool bdd_names_make_room(bdd_manager *, size_t vars);
void bdd_name_add(bdd_manager *, int var);
void bdd_name_remove_last(bdd_manager *, int var);
void bdd_names_free(bdd_manager *);

// ---- Collection and reordering --------------------------------------------------------------------------------------

void bdd_each_root(bdd_manager *, void (*visit)(bdd_manager *, bdd, void *), void *context);
void bdd_collect_now(bdd_manager *);
void bdd_census(bdd_manager *);                    // notes how many nodes are alive
uint64_t bdd_next_collection(const bdd_manager *); // nodes in use that call for it
bool bdd_sift_now(bdd_manager *, const struct bdd_sift_options *);
void bdd_stress(bdd_manager *); // in the stress build, at every entry of an operation

static inline bool is_marked(const bdd_manager *m, uint32_t index)
{
    return m->marks[index >> 6] >> (index & 63) & 1;
}

// ---- Walks over diagrams (inspect.c) --------------------------------------------------------------------------------

// The distinct nodes below some functions, children first, the constant left out; `place` maps a node's index to its
// position. False when out of memory; free it in any case.
struct walk {
    ARRAY(uint32_t) nodes;
    struct int_map place;
};
bool bdd_walk(bdd_manager *, struct walk *, const bdd *functions, size_t count);
void bdd_walk_free(bdd_manager *, struct walk *);

#endif
