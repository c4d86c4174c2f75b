// Fewer local states. The closure has local states that no component ever gets into, since it does not know what the
// other components do; each costs a counter. A long walk shows which of them matter. What was not seen is left out, and
// whether a component can get there after all is a question to the checker (counter_completeness): until it says no,
// nothing that holds for the counters need hold for the model.
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "reduce/counter/counter_parts.h"

enum {
    FEW_LOCALS = 16,       // it is not worth it for fewer
    STEPS = 20000,         // without a local state that is new
    STEPS_EXACT = 4000,    // where one that is not seen is a reason to refuse the model
    WALK = 400,            // steps until it begins anew
    MOST_WORK = 200000000, // steps times cells
};

struct long_walk {
    struct counter_reduction *r;
    struct performer p;
    value *state, *after, *local;
    uint64_t dice;
    bool **seen;      // by class, by local state
    uint32_t **there; // by class, by local state: how many components are in it
    size_t unseen;    // in all classes
    bool is_new;      // the last step has shown a new one
};

static size_t roll(struct long_walk *w, size_t sides)
{
    assert(sides > 0);
    w->dice = hash_mix(w->dice + 1);
    return (size_t)(w->dice % sides);
}

// Sees who is where. False if that is a local state that is not known.
static bool look(struct long_walk *w)
{
    struct counter_reduction *r = w->r;
    for (uint32_t k = 0; k < r->counted.count; k++) {
        const struct counted *class = &r->counted.at[k];
        memset(w->there[k], 0, class->locals.count * sizeof *w->there[k]);
        for (uint32_t i = 0; i < class->size; i++) {
            counter_read_local(r, w->state, k, i, w->local);
            uint32_t local = tuples_find(&class->locals, w->local);
            if (local == NO_LOCAL)
                return false;
            w->there[k][local]++;
            if (w->seen[k][local])
                continue;
            w->seen[k][local] = w->is_new = true;
            w->unseen--;
        }
    }
    return true;
}

static bool has_components(const struct long_walk *w, const struct counter_move *move)
{
    const struct counter_case *c = w->r->cases.at[move->case_number];
    for (uint32_t i = 0; i < c->slot_count; i++)
        if (!w->there[c->slots[i].class][move->locals[i]])
            return false;
    return true;
}

// A random move that can be made; after many trials, the first one from there on.
static bool step(struct long_walk *w)
{
    struct counter_reduction *r = w->r;
    size_t trials = 4 * r->moves.count, at = 0;
    for (size_t i = 0; i < trials + r->moves.count; i++) {
        at = i < trials ? roll(w, r->moves.count) : (at + 1) % r->moves.count;
        const struct counter_move *move = &r->moves.at[at];
        if (!has_components(w, move) || !performer_try(&w->p, w->state, move, w->after))
            continue;
        memcpy(w->state, w->after, r->cell_count * sizeof *w->state);
        return look(w);
    }
    return false;
}

// Every local state of a start has a counter: that no step leads to one without is all that the checker is asked.
static void look_at_starts(struct long_walk *w)
{
    struct counter_reduction *r = w->r;
    for (size_t i = 0; i < r->starts.count; i += r->cell_count) {
        memcpy(w->state, r->starts.at + i, r->cell_count * sizeof *w->state);
        look(w);
    }
}

static void walk(struct long_walk *w, size_t steps)
{
    struct counter_reduction *r = w->r;
    size_t starts = r->starts.count / r->cell_count;
    size_t most = MOST_WORK / r->cell_count;
    for (size_t left = steps, until = 0; w->unseen > 0 && left > 0 && most > 0 && counter_goes_on(r); left--, most--) {
        w->is_new = false;
        if (until == 0 || !step(w)) {
            memcpy(w->state, r->starts.at + roll(w, starts) * r->cell_count, r->cell_count * sizeof *w->state);
            look(w);
            until = WALK;
        }
        until--;
        if (w->is_new)
            left = steps;
    }
}

// ---- What is left ---------------------------------------------------------------------------------------------------

static void keep_seen(struct long_walk *w)
{
    struct counter_reduction *r = w->r;
    uint32_t **numbers = w->there; // they get the new numbers
    size_t kept = 0;
    for (uint32_t k = 0; k < r->counted.count; k++) {
        struct tuples *old = &r->counted.at[k].locals, new = {.width = old->width};
        for (uint32_t i = 0; i < old->count; i++) {
            numbers[k][i] = w->seen[k][i] ? tuples_add(r->mem, &new, tuples_at(old, i)) : NO_LOCAL;
            r->is_narrow |= !w->seen[k][i];
        }
        tuples_free(r->mem, old);
        *old = new;
    }
    for (size_t i = 0; i < r->moves.count; i++) {
        struct counter_move move = r->moves.at[i];
        const struct counter_case *c = r->cases.at[move.case_number];
        bool stays = true;
        for (uint32_t j = 0; j < c->slot_count; j++) {
            move.locals[j] = numbers[c->slots[j].class][move.locals[j]];
            stays &= move.locals[j] != NO_LOCAL;
        }
        if (stays)
            r->moves.at[kept++] = move;
    }
    r->moves.count = kept;
}

bool counter_narrow(struct counter_reduction *r, enum counter_locals locals)
{
    bool is_refused = false;
    struct long_walk w = {.r = r, .dice = 1};
    size_t cells = (r->cell_count + 1) * sizeof *w.state, most = 0;
    size_t *sizes = mem_alloc(r->mem, r->counted.count * sizeof *sizes);
    for (uint32_t k = 0; k < r->counted.count; k++)
        most = r->counted.at[k].locals.count > most ? r->counted.at[k].locals.count : most;
    if (most > FEW_LOCALS && r->moves.count && r->starts.count) {
        performer_open(&w.p, r);
        w.state = mem_alloc(r->mem, cells);
        w.after = mem_alloc(r->mem, cells);
        w.local = mem_alloc(r->mem, counter_most_columns(r) * sizeof *w.local);
        w.seen = mem_alloc(r->mem, r->counted.count * sizeof *w.seen);
        w.there = mem_alloc(r->mem, r->counted.count * sizeof *w.there);
        for (uint32_t k = 0; k < r->counted.count; k++) {
            w.unseen += sizes[k] = r->counted.at[k].locals.count;
            w.seen[k] = mem_zalloc(r->mem, sizes[k] * sizeof **w.seen);
            w.there[k] = mem_zalloc(r->mem, sizes[k] * sizeof **w.there);
        }
        look_at_starts(&w);
        walk(&w, locals == COUNTER_EXACT_LOCALS ? STEPS_EXACT : STEPS);
        is_refused = locals == COUNTER_EXACT_LOCALS && w.unseen > 0;
        if (w.unseen > 0 && !is_refused)
            keep_seen(&w);
        for (uint32_t k = 0; k < r->counted.count; k++) {
            mem_free(r->mem, w.seen[k], sizes[k] * sizeof **w.seen);
            mem_free(r->mem, w.there[k], sizes[k] * sizeof **w.there);
        }
        mem_free(r->mem, w.seen, r->counted.count * sizeof *w.seen);
        mem_free(r->mem, w.there, r->counted.count * sizeof *w.there);
        mem_free(r->mem, w.local, counter_most_columns(r) * sizeof *w.local);
        mem_free(r->mem, w.state, cells);
        mem_free(r->mem, w.after, cells);
        performer_close(&w.p);
    }
    mem_free(r->mem, sizes, r->counted.count * sizeof *sizes);
    if (is_refused)
        counter_refuse(r, cause_of(CAUSE_COUNTER_UNSEEN_LOCALS));
    return !is_refused;
}
