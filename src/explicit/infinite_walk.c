// Whether an infinite path begins in a state, as far as a short walk can tell: one step after the other, to the first
// successor each time, until a state comes again (Brent's way to find that: the state at the last power of two is
// remembered). Where a state has none, or the walk gets long, that is not known. Of orbits, representatives are walked
// to: what leads from one of them to itself leads on from there to another state of its orbit, and so forever.
#include <string.h>

#include "explicit/engine.h"

#define MOST_STEPS 1000

struct walk_on {
    struct explicit_engine *engine;
    struct batch batch;
    uint64_t *now, *remembered;
    size_t bytes; // of a state
};

// One successor is enough.
static bool stop_here(void *context)
{
    (void)context;
    return false;
}

static bool make_step(struct walk_on *w)
{
    struct explicit_engine *e = w->engine;
    w->batch.count = 0;
    quotient_find_twins(e, &e->rules, w->now);
    rules_apply(&e->rules, w->now, 0, &w->batch); // what did not fit has been left out
    if (w->batch.count == 0)
        return false;
    memcpy(w->now, w->batch.words.at, w->bytes);
    quotient_represent(e, w->now);
    return true;
}

static bool comes_again(struct walk_on *w, uint32_t state)
{
    store_read(&w->engine->store, state, w->now);
    memcpy(w->remembered, w->now, w->bytes);
    for (size_t step = 1, power = 1; step <= MOST_STEPS && make_step(w); step++) {
        if (memcmp(w->now, w->remembered, w->bytes) == 0)
            return true;
        if (step == power) {
            memcpy(w->remembered, w->now, w->bytes);
            power *= 2;
        }
    }
    return false;
}

bool search_finds_infinite_path(struct explicit_engine *e, uint32_t state)
{
    if (e->members || e->options.steps || e->ranks || e->options.compacts)
        return false;
    size_t bytes = e->store.words * sizeof(uint64_t);
    struct walk_on w = {.engine = e,
                        .batch = {.mem = &e->bulk, .width = e->store.words, .flush = stop_here},
                        .now = mem_alloc(e->mem, bytes),
                        .remembered = mem_alloc(e->mem, bytes),
                        .bytes = bytes};
    uint64_t fired = e->rules.fired;
    search_limit_tries(e, true);
    bool is_found = comes_again(&w, state);
    search_limit_tries(e, false);
    e->rules.fired = fired;
    batch_free(&w.batch);
    mem_free(e->mem, w.now, bytes);
    mem_free(e->mem, w.remembered, bytes);
    return is_found;
}
