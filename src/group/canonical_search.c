// A search tree as those of canonical labelling of graphs: single out each element of the first colour whose elements
// are not all twins, refine, and go on. The least state at the leaves is the representative. Everything on the way
// depends only on what permutations keep; the tree of a permuted state is the permuted tree.
//
// Three things keep it small. Of twins, one is enough. Of the elements of a colour, only those count whose refinement
// leaves the least trace. And when the first leaf below an element is the same state as the first leaf below one that
// was tried before, then a permutation that does not change the state takes one to the other, and so their subtrees.
#include "group/canonical_search.h"

#include <string.h>

// A child that was looked at: its first leaf, and how often the best state is among its leaves.
struct child {
    uint64_t *leaf;
    mpz_t count;
    bool is_best;
};

struct canonical_search_level {
    struct partition partition;
    struct labelling best;
    ARRAY(struct child) children; // the memory of all that ever were
    size_t child_count;
};

// ---- Memory ---------------------------------------------------------------------------------------------------------

static size_t state_bytes(const struct canonical_search *t)
{
    return t->colouring->packing->words * sizeof(uint64_t);
}

static size_t permutation_bytes(const struct canonical_search *t)
{
    return ((size_t)t->colouring->count + 1) * sizeof(uint32_t);
}

void canonical_search_open(struct canonical_search *t, struct colouring *c, struct mem *mem)
{
    *t = (struct canonical_search){.colouring = c, .mem = mem};
    partition_open(&t->probe, c->count, mem);
    t->leaf = mem_zalloc(mem, state_bytes(t));
    t->leaf_permutation = mem_zalloc(mem, permutation_bytes(t));
}

static struct canonical_search_level *level_at(struct canonical_search *t, size_t depth)
{
    while (t->levels.count <= depth) {
        struct canonical_search_level *l = mem_zalloc(t->mem, sizeof *l);
        partition_open(&l->partition, t->colouring->count, t->mem);
        l->best.state = mem_zalloc(t->mem, state_bytes(t));
        l->best.permutation = mem_zalloc(t->mem, permutation_bytes(t));
        mpz_init(l->best.count);
        array_push(t->mem, &t->levels, l);
    }
    return t->levels.at[depth];
}

static void free_level(struct canonical_search *t, struct canonical_search_level *l)
{
    for (size_t i = 0; i < l->children.count; i++) {
        mem_free(t->mem, l->children.at[i].leaf, state_bytes(t));
        mpz_clear(l->children.at[i].count);
    }
    array_free(t->mem, &l->children);
    partition_close(&l->partition, t->mem);
    mem_free(t->mem, l->best.state, state_bytes(t));
    mem_free(t->mem, l->best.permutation, permutation_bytes(t));
    mpz_clear(l->best.count);
    mem_free(t->mem, l, sizeof *l);
}

void canonical_search_close(struct canonical_search *t)
{
    for (size_t i = 0; i < t->levels.count; i++)
        free_level(t, t->levels.at[i]);
    array_free(t->mem, &t->levels);
    partition_close(&t->probe, t->mem);
    mem_free(t->mem, t->leaf, state_bytes(t));
    mem_free(t->mem, t->leaf_permutation, permutation_bytes(t));
}

static struct child *new_child(struct canonical_search *t, struct canonical_search_level *l)
{
    if (l->child_count == l->children.count) {
        struct child fresh = {.leaf = mem_zalloc(t->mem, state_bytes(t))};
        mpz_init(fresh.count);
        array_push(t->mem, &l->children, fresh);
    }
    return &l->children.at[l->child_count++];
}

// ---- Leaves ---------------------------------------------------------------------------------------------------------

void canonical_search_read_order(const struct colouring *c, const struct partition *p, uint32_t *permutation)
{
    for (uint32_t i = 0; i < p->count; i++)
        permutation[p->order[i]] = c->blocks.order[i];
}

void canonical_search_count_orders(const struct partition *p, mpz_t count)
{
    mpz_set_ui(count, 1);
    for (uint32_t begin = 0; begin < p->count; begin += p->size[begin])
        for (uint32_t i = 2; i <= p->size[begin]; i++)
            mpz_mul_ui(count, count, i);
}

static void make_leaf(struct canonical_search *t, const struct partition *p, uint64_t *state, uint32_t *permutation)
{
    canonical_search_read_order(t->colouring, p, permutation);
    packing_apply(t->colouring->packing, permutation, t->state, state);
}

// Where the first colour begins that has elements which are no twins; the number of elements if there is none.
static uint32_t first_tie(const struct canonical_search *t, const struct partition *p)
{
    const uint32_t *twin = t->colouring->twin;
    for (uint32_t begin = 0; begin < p->count; begin += p->size[begin])
        for (uint32_t i = begin + 1; i < begin + p->size[begin]; i++)
            if (twin[p->order[i]] != twin[p->order[begin]])
                return begin;
    return p->count;
}

// ---- The search -----------------------------------------------------------------------------------------------------

static uint64_t single_out(struct canonical_search *t, const struct partition *p, uint32_t element,
                           struct partition *out)
{
    partition_copy(p, out);
    partition_single_out(out, element);
    return colouring_refine(t->colouring, out);
}

// The leaf that is found by going on with the first element of each tie.
static void find_first_leaf(struct canonical_search *t, const struct partition *p, uint64_t *leaf)
{
    partition_copy(p, &t->probe);
    for (uint32_t tie; (tie = first_tie(t, &t->probe)) < t->probe.count;) {
        partition_single_out(&t->probe, t->probe.order[tie]);
        colouring_refine(t->colouring, &t->probe);
    }
    make_leaf(t, &t->probe, leaf, t->leaf_permutation);
}

// A child tried before with the same first leaf, or NULL.
static const struct child *find_alike(const struct canonical_search *t, const struct canonical_search_level *l,
                                      const uint64_t *leaf)
{
    for (size_t i = 0; i < l->child_count; i++)
        if (memcmp(l->children.at[i].leaf, leaf, state_bytes(t)) == 0)
            return &l->children.at[i];
    return NULL;
}

static int compare(const struct canonical_search *t, const uint64_t *a, const uint64_t *b)
{
    for (size_t i = 0; i < t->colouring->packing->words; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

// What was found below a child goes into the level's own result; it stands for `weight` twins.
static void take_result(struct canonical_search *t, struct canonical_search_level *l, const struct labelling *found,
                        struct child *child, uint32_t weight)
{
    int order = mpz_sgn(l->best.count) == 0 ? -1 : compare(t, found->state, l->best.state);
    mpz_set(child->count, found->count);
    child->is_best = order <= 0;
    if (order > 0)
        return;
    if (order < 0) {
        for (size_t i = 0; i + 1 < l->child_count; i++)
            l->children.at[i].is_best = false;
        memcpy(l->best.state, found->state, state_bytes(t));
        memcpy(l->best.permutation, found->permutation, permutation_bytes(t));
        mpz_set_ui(l->best.count, 0);
    }
    mpz_addmul_ui(l->best.count, found->count, weight);
}

static bool has_twin_before(const struct canonical_search *t, const struct partition *p, uint32_t begin, uint32_t at)
{
    for (uint32_t i = begin; i < at; i++)
        if (t->colouring->twin[p->order[i]] == t->colouring->twin[p->order[at]])
            return true;
    return false;
}

static uint32_t count_twins(const struct canonical_search *t, const struct partition *p, uint32_t begin, uint32_t at)
{
    uint32_t count = 0;
    for (uint32_t i = begin; i < begin + p->size[begin]; i++)
        count += t->colouring->twin[p->order[i]] == t->colouring->twin[p->order[at]];
    return count;
}

static uint64_t least_trace(struct canonical_search *t, const struct partition *p, uint32_t tie)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t i = tie; i < tie + p->size[tie]; i++) {
        if (has_twin_before(t, p, tie, i))
            continue;
        uint64_t trace = single_out(t, p, p->order[i], &t->probe);
        least = trace < least ? trace : least;
    }
    return least;
}

static void search(struct canonical_search *t, size_t depth)
{
    struct canonical_search_level *l = level_at(t, depth);
    struct partition *p = &l->partition;
    uint32_t tie = first_tie(t, p);
    if (tie == p->count) {
        make_leaf(t, p, l->best.state, l->best.permutation);
        canonical_search_count_orders(p, l->best.count);
        return;
    }
    struct canonical_search_level *below = level_at(t, depth + 1);
    uint64_t trace = least_trace(t, p, tie);
    mpz_set_ui(l->best.count, 0);
    l->child_count = 0;
    for (uint32_t i = tie; i < tie + p->size[tie]; i++) {
        if (has_twin_before(t, p, tie, i) || single_out(t, p, p->order[i], &below->partition) != trace)
            continue;
        uint32_t weight = count_twins(t, p, tie, i);
        find_first_leaf(t, &below->partition, t->leaf);
        const struct child *alike = find_alike(t, l, t->leaf);
        if (alike) {
            if (alike->is_best)
                mpz_addmul_ui(l->best.count, alike->count, weight);
            continue;
        }
        struct child *child = new_child(t, l);
        memcpy(child->leaf, t->leaf, state_bytes(t));
        search(t, depth + 1);
        take_result(t, l, &below->best, child, weight);
    }
}

const struct labelling *canonical_search_best(struct canonical_search *t, const uint64_t *state,
                                              const struct partition *p)
{
    t->state = state;
    partition_copy(p, &level_at(t, 0)->partition);
    search(t, 0);
    return &t->levels.at[0]->best;
}
