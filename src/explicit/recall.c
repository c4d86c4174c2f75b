// Where states are compacted: those on the way to a certain one are found again. Its parents are known by their
// numbers; from an initial state on, the successor is taken whose hash has the number of the next.
#include <string.h>

#include "explicit/engine.h"

struct recall {
    struct explicit_engine *engine;
    struct batch batch;
    uint64_t *state;
    uint32_t wanted;
    bool is_found;
};

static bool take(struct recall *r, uint64_t *state)
{
    struct explicit_engine *e = r->engine;
    quotient_represent(e, state);
    if (store_find(&e->store, state) != r->wanted)
        return false;
    r->is_found = store_know(&e->store, r->wanted, state);
    return true;
}

static bool look_at_initial(void *context, const value *inputs, const value *state)
{
    struct recall *r = context;
    (void)inputs;
    return !layout_pack(&r->engine->layout, state, r->state) || !take(r, r->state);
}

static bool look_at_packed(void *context, const uint64_t *state)
{
    struct recall *r = context;
    memcpy(r->state, state, r->engine->store.words * sizeof *state);
    return !take(r, r->state);
}

static void find_initial(struct recall *r)
{
    struct explicit_engine *e = r->engine;
    if (e->options.steps)
        e->options.steps->initial(e->options.steps->context, look_at_packed, r);
    else
        eval_each_initial(e->evaluator, look_at_initial, r);
}

static bool look_at_steps(void *context)
{
    struct recall *r = context;
    bool goes_on = !r->is_found;
    for (size_t i = 0; i < r->batch.count && goes_on; i++)
        goes_on = !take(r, r->batch.words.at + i * r->batch.width);
    r->batch.count = 0;
    return goes_on;
}

static void find_next(struct recall *r, uint32_t from)
{
    uint64_t fired = r->engine->rules.fired;
    search_apply(r->engine, from, &r->batch);
    look_at_steps(r);
    r->engine->rules.fired = fired;
}

static bool follow(struct recall *r, const uint32_t *path, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        r->wanted = path[i];
        r->is_found = false;
        if (i + 1 == count)
            find_initial(r);
        else
            find_next(r, path[i + 1]);
        if (!r->is_found || explicit_should_stop(r->engine))
            return false;
    }
    return true;
}

bool search_recall(struct explicit_engine *e, uint32_t state)
{
    size_t bytes = e->store.words * sizeof(uint64_t);
    struct recall r = {.engine = e, .batch = {.mem = &e->bulk, .width = e->store.words, .flush = look_at_steps}};
    ARRAY(uint32_t) path = {0};
    r.batch.context = &r;
    r.state = mem_alloc(e->mem, bytes);
    store_forget_known(&e->store);
    for (; state != STORE_NONE; state = store_parent(&e->store, state))
        array_push(e->mem, &path, state);
    bool good = follow(&r, path.at, path.count);
    batch_free(&r.batch);
    mem_free(e->mem, r.state, bytes);
    array_free(e->mem, &path);
    return good;
}
