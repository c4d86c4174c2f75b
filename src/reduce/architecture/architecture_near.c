// Steps that ask something of all others: "nobody is in the last state".
//
// Three components are looked at, and others stay as they are while these take steps. So what a step asks of each other
// component by itself, and of nothing else, holds all along a path if it holds at its beginning. A path for a step may
// have those steps that ask of others no more than that one does. What is asked of the three is seen on them.
#include "reduce/architecture/architecture_parts.h"

enum { FIRST_OTHER = 3, MOST_CONDITIONS = 64 };

static bool speaks_of_class(const struct architecture *a, cell_id cell)
{
    struct placement p = model_placement(a->from, cell);
    for (size_t i = 0; i < p.site_count; i++)
        if (p.sites[i].class == a->class)
            return true;
    return false;
}

static void look_for_global(struct architecture *a, const struct expr_node *n, void *context)
{
    bool *found = context;
    *found |= n->op == OP_CELL && !speaks_of_class(a, (cell_id)n->data);
}

bool architecture_has_globals(struct architecture *a, expr e)
{
    bool found = false;
    architecture_each_part(a, a->to, e, look_for_global, &found);
    return found;
}

// How many components from a certain one on have been seen, which is forgotten; and one of them.
static size_t forget_seen(struct architecture *a, uint32_t from, uint32_t *one)
{
    size_t count = 0;
    for (size_t i = 0; i < a->spoken_of.count; i++) {
        uint32_t element = a->spoken_of.at[i];
        a->is_spoken_of[element] = false;
        count += element >= from;
        *one = element >= from ? element : *one;
    }
    size_t all = a->spoken_of.count;
    a->spoken_of.count = 0;
    return count == 1 && all > 1 ? 2 : count; // it is with others
}

static bool changes_its_own(struct architecture *a, const struct template *t)
{
    uint32_t one = 0;
    for (size_t i = 0; i < t->choice_count; i++) {
        architecture_see_cell(a, t->choices[i].cell);
        architecture_see(a, a->to, t->choices[i].expr);
    }
    return forget_seen(a, t->named, &one) == 0;
}

// Those of the fourth component stand for those of all that come after it, for these are interchangeable.
static bool note_condition_of_other(struct architecture *a, struct template *t, expr e, uint32_t element)
{
    size_t i = 0;
    if (architecture_has_globals(a, e))
        return false;
    if (element != FIRST_OTHER)
        return true;
    while (i < a->others.count && a->others.at[i] != e)
        i++;
    if (i == MOST_CONDITIONS)
        return false;
    if (i == a->others.count)
        array_push(a->mem, &a->others, e);
    t->others |= (uint64_t)1 << i;
    return true;
}

static bool read_leaves(struct architecture *a, struct template *t, const leaf_array *leaves)
{
    bool good = true;
    for (size_t i = 0; i < leaves->count && good; i++) {
        const struct leaf *leaf = &leaves->at[i];
        expr e = leaf->is_negated ? model_not(a->to, leaf->e) : leaf->e;
        uint32_t element = 0;
        architecture_see(a, a->to, e);
        size_t others = forget_seen(a, FIRST_OTHER, &element);
        if (others == 0)
            t->near = model_and(a->to, t->near, e);
        else
            good = others == 1 && note_condition_of_other(a, t, e, element);
    }
    return good;
}

void architecture_find_near(struct architecture *a, struct template *t)
{
    leaf_array leaves = {0};
    t->is_near = t->is_local;
    t->near = t->condition;
    if (t->is_local || !changes_its_own(a, t))
        return;
    t->near = model_true(a->to);
    architecture_find_leaves(a, a->to, t->condition, OP_AND, &leaves);
    t->is_near = read_leaves(a, t, &leaves);
    array_free(a->mem, &leaves);
}
