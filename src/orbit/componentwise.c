#include "orbit/componentwise.h"

// The listings keep for each component what it has to explore yet, toExplore, and add what others find. That is what
// has been reached since its last turn; so it is enough to know what it has explored.
struct componentwise {
    bdd *explored; // by part
    bdd reached;
    size_t *order; // of the parts: classes as they come, their components from the last to the first
    size_t turns;  // in that order
    size_t at;     // whose turn it is
};

// Two parts may belong to no component: that of such actions, and that of executions that stay where they end.
#define MOST_TURNS(parts) (3 * (parts) + 1)

static const struct steps_part *part_of(const struct quotient *q, size_t part)
{
    return &q->steps->parts[part];
}

// Parts are sorted by class and element, and what belongs to no component comes last. In the listings there is no such
// step: what a controller does for a component is one of that component. So it follows each turn of a component; in a
// turn of its own after all of them it would do one thing for one component in a round.
static void find_order(const struct quotient *q, struct componentwise *c)
{
    size_t count = q->steps->part_count, components = count;
    while (components > 0 && part_of(q, components - 1)->owner.class == CLASS_NONE)
        components--;
    if (components == 0)
        components = count;
    for (size_t first = 0, end; first < components; first = end) {
        end = first;
        while (end < components && part_of(q, end)->owner.class == part_of(q, first)->owner.class)
            end++;
        for (size_t i = end; i-- > first;) {
            c->order[c->turns++] = i;
            for (size_t k = components; k < count; k++)
                c->order[c->turns++] = k;
        }
    }
}

static bool open(struct quotient *q)
{
    struct componentwise *c = mem_zalloc(q->mem, sizeof *c);
    size_t count = q->steps->part_count;
    c->explored = mem_zalloc(q->mem, (count + 1) * sizeof *c->explored);
    c->order = mem_zalloc(q->mem, MOST_TURNS(count) * sizeof *c->order);
    c->reached = BDD_FALSE;
    find_order(q, c);
    q->componentwise = c;
    bool good = bdd_protect_array(q->m, c->explored, count + 1);
    return bdd_protect(q->m, &c->reached) && good;
}

void componentwise_free(struct quotient *q)
{
    struct componentwise *c = q->componentwise;
    if (!c)
        return;
    size_t count = q->steps->part_count;
    bdd_unprotect(q->m, &c->reached);
    bdd_unprotect(q->m, c->explored);
    mem_free(q->mem, c->explored, (count + 1) * sizeof *c->explored);
    mem_free(q->mem, c->order, MOST_TURNS(count) * sizeof *c->order);
    mem_free(q->mem, c, sizeof *c);
    q->componentwise = NULL;
}

static void start(struct quotient *q, bdd init)
{
    struct componentwise *c = q->componentwise;
    for (size_t i = 0; i < q->steps->part_count; i++)
        c->explored[i] = BDD_FALSE;
    c->reached = init;
    c->at = 0;
}

// All that a component can do, one step after the other (Listing 5, lines 18 to 27): what has been reached then. The
// listing's newExplored is the difference, which nobody needs.
static bdd explore(struct quotient *q, size_t part, bdd to_explore)
{
    bdd_manager *m = q->m;
    bdd successors = to_explore, reached = q->componentwise->reached;
    bool good = bdd_is_valid(to_explore) && bdd_protect(m, &successors) && bdd_protect(m, &reached);
    while (good && successors != BDD_FALSE) {
        bdd_scope scope = bdd_open_scope(m);
        bdd new = bdd_minus(m, quotient_post_part(q, part, successors), reached);
        bdd all = bdd_or(m, reached, new);
        good = bdd_close_round(m, scope, &successors, new, &reached, all);
    }
    bdd_unprotect(m, &reached);
    bdd_unprotect(m, &successors);
    return bdd_hand_over(m, good ? reached : BDD_NONE);
}

// The place in the row of a part's component, if it is permuted; else the length of the row.
static uint32_t place_of(const struct quotient *q, size_t part)
{
    const struct concatenated *l = q->layout;
    struct site owner = part_of(q, part)->owner;
    uint32_t place = 0;
    if (owner.class == CLASS_NONE)
        return (uint32_t)l->row.count;
    while (place < l->row.count && l->row.at[place] != l->symmetry->first[owner.class] + owner.element)
        place++;
    return place;
}

// The block of which both places are, one before the other; NULL if there is none that may be sorted.
static const struct block *block_of(const struct quotient *q, uint32_t place, uint32_t next)
{
    for (size_t b = 0; b < q->layout->blocks.count; b++) {
        const struct block *block = &q->layout->blocks.at[b];
        if (place >= block->first && place < block->first + block->count)
            return !block->rotates && next == place + 1 && next < block->first + block->count ? block : NULL;
    }
    return NULL;
}

// What the component has to explore yet. With state symmetries (Listing 6), in states where it is equal to the
// component behind it, it need not do what that one has done: all that it calls explored was explored for it, or for a
// component equal to it. What has been reached since is explored for both.
static bdd find_to_explore(struct quotient *q, size_t j)
{
    const struct componentwise *c = q->componentwise;
    const struct block *block = NULL;
    uint32_t place = 0;
    if (q->search == QUOTIENT_COMPONENTWISE_STATES && j + 1 < q->steps->part_count) {
        place = place_of(q, j);
        block = block_of(q, place, place_of(q, j + 1));
    }
    if (!block)
        return bdd_minus(q->m, c->reached, c->explored[j]);
    bdd before = bdd_minus(q->m, c->explored[j + 1], c->explored[j]);
    bdd since = bdd_minus(q->m, c->reached, c->explored[j + 1]);
    return bdd_or(q->m, dynamic_unequal(q->dynamic, before, block, place), since);
}

// The turn of one component (Listing 5, lines 17 to 45). False when the engine gave up.
static bool take_turn(struct quotient *q, size_t j)
{
    struct componentwise *c = q->componentwise;
    bdd_scope scope = bdd_open_scope(q->m);
    bdd reached = explore(q, j, find_to_explore(q, j));
    bool good = bdd_is_valid(reached);
    if (good)
        c->reached = c->explored[j] = reached;
    bdd_close_scope(q->m, scope);
    q->steps->leave_part(q->steps, j); // one TransRelation at a time
    return good;
}

static bool is_finished(const struct quotient *q)
{
    const struct componentwise *c = q->componentwise;
    for (size_t i = 0; i < q->steps->part_count; i++)
        if (c->explored[i] != c->reached)
            return false;
    return true;
}

bdd componentwise_grow(struct quotient *q, bdd set)
{
    if (!bdd_is_valid(set) || (!q->componentwise && !open(q)))
        return BDD_NONE;
    struct componentwise *c = q->componentwise;
    if (c->reached != set)
        start(q, set);
    while (c->reached == set && !is_finished(q)) {
        if (!take_turn(q, c->order[c->at])) {
            componentwise_free(q);
            return BDD_NONE;
        }
        c->at = (c->at + 1) % c->turns;
    }
    return bdd_hand_over(q->m, c->reached);
}
