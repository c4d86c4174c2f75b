// Automata made smaller: useless states, and states that accept the same.
#include <stdlib.h>

#include "base/hash.h"
#include "model/automaton.h"

#define MERGE_ROUNDS 4 // while parts are made; what is left over costs only size
#define LAST_ROUNDS 100

// ---- Order and use --------------------------------------------------------------------------------------------------

static int compare_steps(const void *left, const void *right)
{
    const struct automaton_step *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->letter > b->letter) - (a->letter < b->letter);
}

// Steps by state; those between the same two states become one.
static void sort_steps(struct automaton_work *w, struct automaton_draft *d)
{
    if (d->steps.count == 0)
        return;
    qsort(d->steps.at, d->steps.count, sizeof *d->steps.at, compare_steps);
    size_t kept = 0;
    for (size_t i = 0; i < d->steps.count; i++) {
        struct automaton_step step = d->steps.at[i], *last = kept > 0 ? &d->steps.at[kept - 1] : NULL;
        if (last && last->from == step.from && last->to == step.to)
            last->letter = model_or(w->model, last->letter, step.letter);
        else
            d->steps.at[kept++] = step;
    }
    d->steps.count = kept;
}

// Marks what can be reached from the marked states, or what can reach them.
static void spread(const struct automaton_draft *d, unsigned char *marked, unsigned char bit, bool backwards)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t k = 0; k < d->steps.count; k++) {
            const struct automaton_step *step = &d->steps.at[backwards ? d->steps.count - 1 - k : k];
            uint32_t from = backwards ? step->to : step->from, to = backwards ? step->from : step->to;
            if ((marked[from] & bit) && !(marked[to] & bit)) {
                marked[to] |= bit;
                changed = true;
            }
        }
    }
}

// Leaves out states and renumbers the others: `number` has the new number of each, or UINT32_MAX.
static void renumber(struct automaton_draft *d, const uint32_t *number)
{
    size_t states = 0, kept = 0;
    for (uint32_t s = 0; s < d->accepting.count; s++)
        if (number[s] == states)
            d->accepting.at[states++] = d->accepting.at[s];
    for (size_t i = 0; i < d->steps.count; i++) {
        struct automaton_step step = d->steps.at[i];
        if (number[step.from] != UINT32_MAX && number[step.to] != UINT32_MAX)
            d->steps.at[kept++] = (struct automaton_step){number[step.from], number[step.to], step.letter};
    }
    d->accepting.count = states;
    d->steps.count = kept;
}

// Only states on the way from the initial one to an accepting one are kept, and the initial one.
static void trim(struct automaton_work *w, struct automaton_draft *d)
{
    enum { REACHED = 1, USEFUL = 2 };
    size_t count = d->accepting.count;
    unsigned char *marked = mem_zalloc(w->mem, count);
    uint32_t *number = mem_alloc(w->mem, count * sizeof *number), next = 0;
    marked[0] = REACHED;
    for (size_t s = 0; s < count; s++)
        if (d->accepting.at[s])
            marked[s] |= USEFUL;
    spread(d, marked, REACHED, false);
    spread(d, marked, USEFUL, true);
    for (size_t s = 0; s < count; s++)
        number[s] = s == 0 || marked[s] == (REACHED | USEFUL) ? next++ : UINT32_MAX;
    renumber(d, number);
    mem_free(w->mem, marked, count);
    mem_free(w->mem, number, count * sizeof *number);
}

// ---- Merging --------------------------------------------------------------------------------------------------------
// Two states with the same steps out of them, both accepting or not, have the same future. Two with the same steps into
// them have the same past: whenever one is reached, so is the other. Either way they can be one state. Looking into the
// past is done on the automaton with its steps turned around, where only the initial state is marked.

struct view {
    uint32_t state, hash;
    size_t first, count; // of its steps
    const struct automaton_step *steps;
    bool marked;
};

static int compare_views(const void *left, const void *right)
{
    const struct view *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->state > b->state) - (a->state < b->state);
}

static bool same_view(const struct view *a, const struct view *b)
{
    if (a->marked != b->marked || a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct automaton_step *s = &a->steps[a->first + i], *t = &b->steps[b->first + i];
        if (s->to != t->to || s->letter != t->letter)
            return false;
    }
    return true;
}

static void look_out(const struct automaton_draft *d, bool past, struct view *views)
{
    size_t at = 0;
    for (uint32_t s = 0; s < d->accepting.count; s++) {
        bool marked = past ? s == 0 : d->accepting.at[s];
        uint64_t hash = marked;
        size_t first = at;
        for (; at < d->steps.count && d->steps.at[at].from == s; at++)
            hash = hash_pair(hash, (uint64_t)d->steps.at[at].to << 32 | d->steps.at[at].letter);
        views[s] = (struct view){s, (uint32_t)hash, first, at - first, d->steps.at, marked};
    }
    qsort(views, d->accepting.count, sizeof *views, compare_views);
}

// For each state the one that it becomes. Says whether there was any other than itself.
static bool find_twins(const struct view *views, size_t count, bool with_initial, uint32_t *twin)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t state = views[i].state;
        twin[state] = state;
        for (size_t k = i; k-- > 0 && views[k].hash == views[i].hash;) {
            uint32_t other = views[k].state;
            if ((with_initial || other != 0) && twin[other] == other && same_view(&views[k], &views[i])) {
                twin[state] = other;
                any = true;
                break;
            }
        }
    }
    return any;
}

static void turn_around(struct automaton_work *w, struct automaton_draft *d)
{
    for (size_t i = 0; i < d->steps.count; i++) {
        struct automaton_step step = d->steps.at[i];
        d->steps.at[i] = (struct automaton_step){step.to, step.from, step.letter};
    }
    sort_steps(w, d);
}

static void become_twins(struct automaton_draft *d, bool past, const uint32_t *twin, uint32_t *number)
{
    uint32_t next = 0;
    for (size_t i = 0; i < d->steps.count; i++)
        d->steps.at[i].to = twin[d->steps.at[i].to];
    for (uint32_t s = 0; s < d->accepting.count; s++) {
        number[s] = twin[s] == s ? next++ : UINT32_MAX;
        if (past && d->accepting.at[s])
            d->accepting.at[twin[s]] = 1;
    }
    renumber(d, number);
}

static bool merge_once(struct automaton_work *w, struct automaton_draft *d, bool past, bool with_initial)
{
    size_t count = d->accepting.count;
    struct view *views = mem_alloc(w->mem, count * sizeof *views);
    uint32_t *twin = mem_alloc(w->mem, count * sizeof *twin);
    uint32_t *number = mem_alloc(w->mem, count * sizeof *number);
    if (past)
        turn_around(w, d);
    look_out(d, past, views);
    bool any = find_twins(views, count, with_initial && !past, twin);
    if (any)
        become_twins(d, past, twin, number);
    if (past)
        turn_around(w, d);
    else
        sort_steps(w, d);
    mem_free(w->mem, views, count * sizeof *views);
    mem_free(w->mem, twin, count * sizeof *twin);
    mem_free(w->mem, number, count * sizeof *number);
    return any;
}

void automaton_tidy(struct automaton_work *w, struct automaton_draft *d, bool last)
{
    if (w->too_many)
        return;
    sort_steps(w, d);
    trim(w, d);
    for (int round = 0; round < (last ? LAST_ROUNDS : MERGE_ROUNDS); round++) {
        bool future = merge_once(w, d, false, false), past = merge_once(w, d, true, false);
        if (!future && !past)
            break;
    }
    for (int round = 0; last && round < LAST_ROUNDS && merge_once(w, d, false, true); round++)
        ;
}
