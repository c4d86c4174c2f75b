// What components can get into, as far as is seen from single components and the global variables: pairs of the values
// of global variables and of those of one component.
//
// The pairs of all initial states are there. If three components are in such pairs, all that they get into by a step is
// there, too; and so is what the others are in then, for their own variables stay as they are. So the pairs of all
// states are there that the symmetrised model can reach.
#include "reduce/architecture_local.h"

// The number of the values of the global variables and of one component, in a state of three.
static uint32_t pair_of(const struct architecture_local *l, uint32_t state, uint32_t place)
{
    uint32_t global = 0, local = 0;
    for (size_t i = 0; i < l->domains.count; i++) {
        const struct domain *d = &l->domains.at[i];
        uint32_t digit = state % d->count;
        state /= d->count;
        if (d->place == NO_PLACE)
            global = global * d->count + digit;
        else if (d->place == place)
            local = local * d->count + digit;
    }
    return global * l->locals + local;
}

bool local_is_known(const struct architecture *a, uint32_t state)
{
    const struct architecture_local *l = a->local;
    for (uint32_t place = X; place <= Y && l->known; place++)
        if (!l->known[pair_of(l, state, place)])
            return false;
    return true;
}

static bool learn(struct architecture_local *l, uint32_t state)
{
    bool is_new = false;
    for (uint32_t place = X; place <= Y; place++) {
        bool *known = &l->known[pair_of(l, state, place)];
        is_new |= !*known;
        *known = true;
    }
    return is_new;
}

// Three components of an initial state at a time, one after the other: each component is seen at least once.
static void learn_start(struct architecture *a, const value *start)
{
    struct architecture_local *l = a->local;
    for (uint32_t e = 0; e < a->size; e++) {
        for (size_t i = 0; i < l->domains.count; i++) {
            const struct domain *d = &l->domains.at[i];
            cell_id cell = d->cell;
            for (uint32_t c = 0; c < a->columns && d->place != NO_PLACE; c++)
                if (a->cells[(size_t)d->place * a->columns + c] == cell)
                    cell = a->cells[(size_t)e * a->columns + c];
            l->now[d->cell] = start[cell];
        }
        uint32_t state = local_encode(l, l->now);
        if (state != OUT_OF_RANGE)
            learn(l, state);
    }
}

// Steps of three components that all may change leave the others with new values of global variables.
static bool learn_others(struct architecture *a, uint32_t before, uint32_t after)
{
    struct architecture_local *l = a->local;
    uint32_t from = pair_of(l, before, X) / l->locals, to = pair_of(l, after, X) / l->locals;
    bool is_new = false;
    for (uint32_t i = 0; i < l->locals && from != to; i++) {
        is_new |= l->known[from * l->locals + i] && !l->known[to * l->locals + i];
        l->known[to * l->locals + i] |= l->known[from * l->locals + i];
    }
    return is_new;
}

// Only for templates that speak of their components and global variables that hold no ids; else all is possible.
static bool can_be_known(const struct architecture *a)
{
    for (size_t i = 0; i < a->actions.at.count; i++)
        if (!a->actions.at.at[i]->is_local)
            return false;
    for (size_t i = 0; i < a->local->domains.count; i++)
        if (local_holds_ids(a, a->local->domains.at[i].cell))
            return false;
    return a->is_simple;
}

static bool learn_steps(struct architecture *a)
{
    struct architecture_local *l = a->local;
    bool is_new = false;
    for (uint32_t state = 0; state < l->states; state++) {
        if (!local_is_known(a, state))
            continue;
        for (size_t i = 0; i < l->actions.count + l->goals.count; i++) {
            uint32_t after = local_successor(a, state, i);
            if (after == NO_STEP || after == OUT_OF_RANGE) // values outside of their types are no states
                continue;
            is_new |= learn(l, after);
            is_new |= learn_others(a, state, after);
        }
    }
    return is_new;
}

void local_find_known(struct architecture *a)
{
    struct architecture_local *l = a->local;
    size_t cells = model_cell_count(a->from);
    if (!can_be_known(a))
        return;
    l->globals = l->locals = 1;
    for (size_t i = 0; i < l->domains.count; i++) {
        l->globals *= l->domains.at[i].place == NO_PLACE ? l->domains.at[i].count : 1;
        l->locals *= l->domains.at[i].place == X ? l->domains.at[i].count : 1;
    }
    l->known = mem_zalloc(a->mem, (size_t)l->globals * l->locals);
    for (size_t i = 0; cells && i * cells < a->starts.count; i++)
        learn_start(a, a->starts.at + i * cells);
    while (learn_steps(a))
        ;
}
