// Random walks: states that a breadth-first search comes to last. Each begins in a state that was found, and goes on by
// a step that is picked at random. With symmetry, states are not made representatives of their orbits.
#include <string.h>

#include "base/random.h"
#include "explicit/engine.h"

// One of the successors is kept for each that may be picked, so that none of them has to wait for the others.
struct walker {
    struct explicit_engine *engine;
    struct batch batch;
    uint64_t random;
    uint64_t *next;
    uint64_t seen; // successors of the state at hand
};

static bool pick(void *context)
{
    struct walker *w = context;
    for (size_t i = 0; i < w->batch.count; i++)
        if (random_below(&w->random, ++w->seen) == 0)
            memcpy(w->next, w->batch.words.at + i * w->batch.width, w->batch.width * sizeof *w->next);
    w->batch.count = 0;
    return true;
}

// False if there is no successor, or it was given up.
static bool walk_on(struct walker *w, const uint64_t *now)
{
    struct explicit_engine *e = w->engine;
    w->seen = 0;
    quotient_find_twins(e, &e->rules, now);
    return rules_apply(&e->rules, now, 0, &w->batch) && pick(w) && w->seen > 0;
}

bool explicit_walk(struct explicit_engine *e, size_t walks, size_t length, uint64_t seed,
                   bool (*receive)(void *context, const value *state), void *context)
{
    size_t words = e->layout.words, cells = model_cell_count(e->model) + 1;
    uint64_t *now = mem_alloc(e->mem, words * sizeof *now), fired = e->rules.fired;
    value *state = mem_alloc(e->mem, cells * sizeof *state);
    struct walker w = {.engine = e,
                       .batch = {.mem = &e->bulk, .width = words, .flush = pick},
                       .random = seed,
                       .next = mem_alloc(e->mem, words * sizeof *w.next)};
    w.batch.context = &w;
    bool good = !e->members && e->is_made && e->store.count > 0;
    for (size_t walk = 0; walk < walks && good; walk++) {
        memcpy(now, store_state(&e->store, (uint32_t)random_below(&w.random, e->store.count)), words * sizeof *now);
        for (size_t step = 0; step < length && good && walk_on(&w, now); step++) {
            memcpy(now, w.next, words * sizeof *now);
            layout_unpack(&e->layout, now, state);
            good = receive(context, state);
        }
        good = good && !explicit_should_stop(e);
    }
    e->rules.fired = fired;
    batch_free(&w.batch);
    mem_free(e->mem, w.next, words * sizeof *w.next);
    mem_free(e->mem, state, cells * sizeof *state);
    mem_free(e->mem, now, words * sizeof *now);
    return good;
}
