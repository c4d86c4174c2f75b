// Subsets with many assignments for each node (Ravi and Somenzi, "High-density reachability analysis", ICCAD 1995;
// Ravi, McMillan, Shiple and Somenzi, "Approximation and decomposition of binary decision diagrams", DAC 1998).
//
// Through each node of a diagram passes a part of the function's assignments: its *flow*. Cutting a node off loses that
// much. So the nodes with the least flow are cut off, as many as it takes: where the line is drawn is found by trying.
// What is cut off becomes what one of its branches has become, if that implies the other: this costs no node at all;
// else it becomes false.
//
// Where assignments are spread so evenly that nothing is left that way, or where that is better, all but the heavier
// branch is cut off at each node from the top, until the rest is small enough.
//
// A node is looked at twice, as itself and as its complement ("sides"); weights are never subtracted from each other,
// so that sparse functions keep theirs.
#include "bdd/bdd_internal.h"

#include <stdlib.h>
#include <string.h>

#define NOT_BUILT BDD_NONE

// Arrays are by side: twice a node's place in the walk, plus one for its complement.
struct subset {
    bdd_manager *m;
    bdd f;
    size_t nodes; // that it may take
    struct walk walk;
    long double *ones; // the part of all assignments that satisfy it
    long double *flow; // the part of all that come through it and satisfy f
    long double *line; // all flows, ascending
    bdd *built;        // what becomes of it
    bdd *base;         // the same without its node
    long double least; // sides with less flow are cut off
};

static size_t side_of(const struct subset *s, bdd f)
{
    return 2 * (size_t)*int_map_find(&s->walk.place, f >> 1) + (f & 1);
}

static long double ones_of(const struct subset *s, bdd f)
{
    return bdd_is_constant(f) ? f == BDD_TRUE : s->ones[side_of(s, f)];
}

static bdd function_at(const struct subset *s, size_t side)
{
    return s->walk.nodes.at[side / 2] << 1 | (side & 1);
}

// ---- Weights --------------------------------------------------------------------------------------------------------

static void weigh(struct subset *s)
{
    for (size_t side = 0; side < 2 * s->walk.nodes.count; side++) { // children come first
        bdd f = function_at(s, side);
        s->ones[side] = (ones_of(s, bdd_low(s->m, f)) + ones_of(s, bdd_high(s->m, f))) / 2;
    }
}

// From the root down: first the part of all assignments that come through a side, then of those that satisfy f.
static void find_flows(struct subset *s)
{
    size_t sides = 2 * s->walk.nodes.count;
    s->flow[side_of(s, s->f)] = 1;
    for (size_t i = sides; i-- > 0;) {
        bdd f = function_at(s, i), branches[] = {bdd_low(s->m, f), bdd_high(s->m, f)};
        for (int k = 0; k < 2; k++)
            if (!bdd_is_constant(branches[k]))
                s->flow[side_of(s, branches[k])] += s->flow[i] / 2;
    }
    for (size_t i = 0; i < sides; i++)
        s->line[i] = s->flow[i] *= s->ones[i];
}

static int compare_flows(const void *a, const void *b)
{
    const long double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// ---- Cutting off what has little flow -------------------------------------------------------------------------------

// The one of two functions that implies the other; false if neither does.
static bdd lesser(bdd_manager *m, bdd f, bdd g)
{
    if (bdd_disjoint_rec(m, f, g ^ 1) == BDD_TRUE)
        return f;
    return bdd_disjoint_rec(m, g, f ^ 1) == BDD_TRUE ? g : BDD_FALSE;
}

static void cut_rec(struct subset *s, bdd f, bdd *built, bdd *base)
{
    *built = *base = f;
    if (bdd_is_constant(f))
        return;
    size_t side = side_of(s, f);
    if (s->built[side] == NOT_BUILT) {
        const struct node *n = node_of(s->m, f);
        int32_t var = n->var;
        bdd branch = n->high ^ (f & 1), low, low_base, high, high_base;
        cut_rec(s, n->low ^ (f & 1), &low, &low_base);
        cut_rec(s, branch, &high, &high_base);
        bdd least = lesser(s->m, low, high);
        if (least == BDD_FALSE)
            least = lesser(s->m, low_base, high);
        if (least == BDD_FALSE)
            least = lesser(s->m, low, high_base);
        if (least == BDD_FALSE)
            least = lesser(s->m, low_base, high_base);
        s->base[side] = least;
        s->built[side] = s->flow[side] < s->least ? least : make_node(s->m, var, low, high);
    }
    *built = s->built[side];
    *base = s->base[side];
}

static bdd run_cut(bdd_manager *m, const struct operands *o)
{
    (void)m;
    struct subset *s = (struct subset *)o->extra;
    memset(s->built, 0xff, 2 * s->walk.nodes.count * sizeof *s->built);
    bdd built, base;
    cut_rec(s, o->f, &built, &base);
    return built;
}

static bdd cut_below(struct subset *s, size_t line)
{
    s->least = s->line[line];
    return bdd_operate(s->m, run_cut, &(struct operands){.f = s->f, .extra = s});
}

// The line is drawn as low as possible. What is above it grows when it goes down, nearly always.
static bdd cut_to_size(struct subset *s)
{
    size_t low = 0, high = 2 * s->walk.nodes.count - 1; // at `low` too much is left
    bdd best = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(s->m);
    while (high - low > 1 && bdd_is_valid(best)) {
        size_t middle = low + (high - low) / 2;
        bdd cut = cut_below(s, middle);
        size_t size = bdd_size(s->m, cut);
        if (size == 0)
            best = BDD_NONE;
        else if (size <= s->nodes) {
            high = middle;
            best = cut == BDD_FALSE ? best : cut;
        } else
            low = middle;
        best = bdd_close_scope_with(s->m, scope, best);
    }
    return best;
}

// ---- The heavier branch ---------------------------------------------------------------------------------------------

static bdd branch_of(const struct subset *s, bdd f, bool high)
{
    return high ? bdd_high(s->m, f) : bdd_low(s->m, f);
}

static bool heavier_branch(const struct subset *s, bdd f)
{
    bdd low = bdd_low(s->m, f), high = bdd_high(s->m, f);
    return low == BDD_FALSE || (high != BDD_FALSE && ones_of(s, high) > ones_of(s, low));
}

// What is left after so many heavier branches; fewer, if it ends before.
static bdd rest_after(const struct subset *s, size_t *steps)
{
    bdd f = s->f;
    size_t i = 0;
    while (i < *steps && !bdd_is_constant(f)) {
        f = branch_of(s, f, heavier_branch(s, f));
        i++;
    }
    *steps = i;
    return f;
}

static bdd thin_rec(const struct subset *s, bdd f, size_t steps)
{
    if (steps == 0 || bdd_is_constant(f))
        return f;
    int32_t var = node_of(s->m, f)->var;
    bool heavier = heavier_branch(s, f);
    bdd rest = thin_rec(s, branch_of(s, f, heavier), steps - 1);
    return heavier ? make_node(s->m, var, BDD_FALSE, rest) : make_node(s->m, var, rest, BDD_FALSE);
}

static bdd run_thin(bdd_manager *m, const struct operands *o)
{
    (void)m;
    struct subset *s = (struct subset *)o->extra;
    size_t low = 0, high = s->m->vars; // after `low` steps it is too large
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2, steps = middle;
        bdd rest = rest_after(s, &steps);
        if (steps + bdd_size(s->m, rest) <= s->nodes)
            high = middle;
        else
            low = middle;
    }
    return thin_rec(s, o->f, high);
}

// ---- The shortest path ----------------------------------------------------------------------------------------------

// Lengths take the place of weights.
static void measure_paths(struct subset *s)
{
    for (size_t side = 0; side < 2 * s->walk.nodes.count; side++) {
        bdd f = function_at(s, side);
        long double shortest = -1;
        for (int k = 0; k < 2; k++) {
            bdd branch = branch_of(s, f, k);
            if (branch == BDD_FALSE)
                continue;
            long double length = branch == BDD_TRUE ? 1 : s->flow[side_of(s, branch)] + 1;
            if (shortest < 0 || length < shortest)
                shortest = length;
        }
        s->flow[side] = shortest;
    }
}

static bdd shortest_rec(const struct subset *s, bdd f)
{
    if (bdd_is_constant(f))
        return f;
    int32_t var = node_of(s->m, f)->var;
    bdd low = bdd_low(s->m, f), high = bdd_high(s->m, f);
    long double left = low == BDD_TRUE ? 0 : low == BDD_FALSE ? -1 : s->flow[side_of(s, low)];
    long double right = high == BDD_TRUE ? 0 : high == BDD_FALSE ? -1 : s->flow[side_of(s, high)];
    if (left >= 0 && (right < 0 || left <= right))
        return make_node(s->m, var, shortest_rec(s, low), BDD_FALSE);
    return make_node(s->m, var, BDD_FALSE, shortest_rec(s, high));
}

static bdd run_shortest(bdd_manager *m, const struct operands *o)
{
    (void)m;
    struct subset *s = (struct subset *)o->extra;
    measure_paths(s);
    return shortest_rec(s, o->f);
}

// ---- Entry ----------------------------------------------------------------------------------------------------------

static bool subset_open(struct subset *s)
{
    size_t sides = 2 * s->walk.nodes.count;
    s->ones = mem_try_zalloc(&s->m->mem, sides * sizeof *s->ones);
    s->flow = mem_try_zalloc(&s->m->mem, sides * sizeof *s->flow);
    s->line = mem_try_zalloc(&s->m->mem, sides * sizeof *s->line);
    s->built = mem_try_zalloc(&s->m->mem, sides * sizeof *s->built);
    s->base = mem_try_zalloc(&s->m->mem, sides * sizeof *s->base);
    if (!s->ones || !s->flow || !s->line || !s->built || !s->base) {
        bdd_fail(s->m, BDD_OUT_OF_MEMORY);
        return false;
    }
    weigh(s);
    find_flows(s);
    qsort(s->line, sides, sizeof *s->line, compare_flows);
    return true;
}

static void subset_close(struct subset *s)
{
    size_t sides = 2 * s->walk.nodes.count;
    mem_free(&s->m->mem, s->ones, sides * sizeof *s->ones);
    mem_free(&s->m->mem, s->flow, sides * sizeof *s->flow);
    mem_free(&s->m->mem, s->line, sides * sizeof *s->line);
    mem_free(&s->m->mem, s->built, sides * sizeof *s->built);
    mem_free(&s->m->mem, s->base, sides * sizeof *s->base);
}

// The part of all assignments that satisfy a function; negative when there is no memory.
static long double weight_of(bdd_manager *m, bdd f)
{
    struct subset s = {.m = m, .f = f};
    long double weight = -1;
    if (bdd_is_constant(f))
        return f == BDD_TRUE;
    if (bdd_walk(m, &s.walk, &f, 1) && (s.ones = mem_try_zalloc(&m->mem, 2 * s.walk.nodes.count * sizeof *s.ones))) {
        weigh(&s);
        weight = ones_of(&s, f);
        mem_free(&m->mem, s.ones, 2 * s.walk.nodes.count * sizeof *s.ones);
    }
    bdd_walk_free(m, &s.walk);
    return weight;
}

static bdd densest(struct subset *s)
{
    struct operands operands = {.f = s->f, .extra = s};
    bdd cut = cut_to_size(s), thin = bdd_operate(s->m, run_thin, &operands);
    size_t size = bdd_size(s->m, thin);
    if (!bdd_is_valid(cut) || size == 0)
        return BDD_NONE;
    if (size > s->nodes)
        return cut != BDD_FALSE ? cut : bdd_operate(s->m, run_shortest, &operands);
    return weight_of(s->m, cut) > weight_of(s->m, thin) ? cut : thin;
}

bdd bdd_subset_dense(bdd_manager *m, bdd f, size_t nodes)
{
    size_t size = bdd_size(m, f);
    if (size <= nodes || size == 0)
        return size == 0 ? BDD_NONE : f;
    struct subset s = {.m = m, .f = f, .nodes = nodes};
    bdd kept = f, result = BDD_NONE;
    if (!bdd_protect(m, &kept))
        return BDD_NONE;
    bdd_scope scope = bdd_open_scope(m);
    m->reorder_locks++; // what is known of the nodes must stay true
    if (bdd_walk(m, &s.walk, &f, 1)) {
        if (subset_open(&s))
            result = densest(&s);
        subset_close(&s);
    }
    m->reorder_locks--;
    bdd_walk_free(m, &s.walk);
    bdd_unprotect(m, &kept);
    return bdd_close_scope_with(m, scope, result);
}
