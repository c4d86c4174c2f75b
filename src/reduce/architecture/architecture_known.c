// What components can get into, as far as is seen from two of them and the global variables: pairs of local states,
// with the values of global variables in which two components can be in them at the same time. So it is known, for
// instance, that no two have a token.
//
// The pairs of all initial states are there. If three components are in such pairs, all that they get into by a step of
// one or two of them is there, too, as is what the third is in with them; and so is what any others are in then, whose
// own variables stay as they are. So the pairs of all states are there that the symmetrised model can reach.
#include "reduce/architecture/architecture_local.h"

// The number of the values of the global variables, and of those of each component, in a state of three.
struct seen {
    uint32_t global, local[3];
};

static struct seen look(const struct architecture_local *l, uint32_t state)
{
    struct seen seen = {0};
    for (size_t i = 0; i < l->domains.count; i++) {
        const struct domain *d = &l->domains.at[i];
        uint32_t *number = d->place == NO_PLACE ? &seen.global : &seen.local[d->place];
        *number = *number * d->count + state % d->count;
        state /= d->count;
    }
    return seen;
}

size_t local_known_bytes(const struct architecture_local *l)
{
    return (size_t)l->globals * l->locals * l->locals;
}

static bool *pair(const struct architecture_local *l, uint32_t global, uint32_t one, uint32_t other)
{
    return &l->known[((size_t)global * l->locals + one) * l->locals + other];
}

bool local_is_known(const struct architecture *a, uint32_t state)
{
    const struct architecture_local *l = a->local;
    if (!l->known)
        return true;
    struct seen s = look(l, state);
    return *pair(l, s.global, s.local[X], s.local[M]) && *pair(l, s.global, s.local[X], s.local[Y]) &&
           *pair(l, s.global, s.local[M], s.local[Y]);
}

static bool learn_pair(struct architecture_local *l, uint32_t global, uint32_t one, uint32_t other)
{
    bool is_new = !*pair(l, global, one, other);
    *pair(l, global, one, other) = *pair(l, global, other, one) = true;
    return is_new;
}

static bool learn(struct architecture_local *l, const struct seen *s)
{
    bool is_new = learn_pair(l, s->global, s->local[X], s->local[M]);
    is_new |= learn_pair(l, s->global, s->local[X], s->local[Y]);
    return learn_pair(l, s->global, s->local[M], s->local[Y]) || is_new;
}

// A component in the place of all three.
static uint32_t see_alone(struct architecture *a, const value *start, uint32_t element)
{
    struct architecture_local *l = a->local;
    for (size_t i = 0; i < l->domains.count; i++) {
        const struct domain *d = &l->domains.at[i];
        cell_id cell = d->cell;
        for (uint32_t c = 0; c < a->columns && d->place != NO_PLACE; c++)
            if (a->cells[(size_t)d->place * a->columns + c] == d->cell)
                cell = a->cells[(size_t)element * a->columns + c];
        l->now[d->cell] = start[cell];
    }
    return local_encode(l, l->now);
}

// All pairs of components, by how many there are in each local state. False if a value is in no domain.
static bool learn_start(struct architecture *a, const value *start, uint32_t *counts)
{
    struct architecture_local *l = a->local;
    struct seen s = {0};
    for (uint32_t i = 0; i < l->locals; i++)
        counts[i] = 0;
    for (uint32_t e = 0; e < a->size; e++) {
        uint32_t state = see_alone(a, start, e);
        if (state == OUT_OF_RANGE)
            return false;
        s = look(l, state);
        counts[s.local[X]]++;
    }
    for (uint32_t i = 0; i < l->locals; i++)
        for (uint32_t j = 0; j <= i && counts[i]; j++)
            if (counts[j] > (i == j))
                learn_pair(l, s.global, i, j);
    return true;
}

// Steps that change global variables leave others with new values of these.
static bool learn_others(struct architecture_local *l, uint32_t from, uint32_t to)
{
    bool is_new = false;
    size_t pairs = (size_t)l->locals * l->locals;
    for (size_t i = 0; i < pairs && from != to; i++) {
        is_new |= l->known[from * pairs + i] && !l->known[to * pairs + i];
        l->known[to * pairs + i] |= l->known[from * pairs + i];
    }
    return is_new;
}

// Only for templates that change two components at the most, and for variables that hold no ids; else all is possible.
// All templates are among the actions and goals of a round.
static bool can_be_known(const struct architecture *a)
{
    for (size_t i = 0; i < a->actions.at.count; i++)
        if (!a->actions.at.at[i]->is_near || a->actions.at.at[i]->named > 2)
            return false;
    for (size_t i = 0; i < a->local->domains.count; i++)
        if (local_holds_ids(a, a->local->domains.at[i].cell))
            return false;
    return a->is_simple;
}

// Gives whether there is something new; stops where time is over.
static bool learn_steps(struct architecture *a, bool *is_late)
{
    struct architecture_local *l = a->local;
    bool is_new = false;
    for (uint32_t state = 0; state < l->states && !*is_late; state++) {
        *is_late = state % 1024 == 0 && architecture_is_late(a);
        if (!local_is_known(a, state))
            continue;
        struct seen before = look(l, state);
        for (size_t i = 0; i < l->actions.count + l->goals.count; i++) {
            uint32_t after = local_successor(a, state, i);
            if (after == NO_STEP || after == OUT_OF_RANGE) // values outside of their types are no states
                continue;
            struct seen s = look(l, after);
            is_new |= learn(l, &s);
            is_new |= learn_others(l, before.global, s.global);
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
    uint32_t *counts = mem_alloc(a->mem, l->locals * sizeof *counts);
    bool good = true, is_late = false;
    l->known = mem_zalloc(a->mem, local_known_bytes(l));
    for (size_t i = 0; cells && i * cells < a->starts.count && good; i++)
        good = learn_start(a, a->starts.at + i * cells, counts);
    mem_free(a->mem, counts, l->locals * sizeof *counts);
    while (good && learn_steps(a, &is_late))
        good = !is_late;
    if (!good || is_late) { // not all is known, so that nothing is
        mem_free(a->mem, l->known, local_known_bytes(l));
        l->known = NULL;
    }
}
