// Searching with symmetry: every state is replaced by the representative of its orbit before it is stored, so that the
// graph is the quotient by the group. Whatever the group leaves alone is true of a state if and only if it is true of
// its representative, along all paths.
//
// A path of representatives is no trace of the model, since each step leads to a state that a permutation takes to the
// next representative. These permutations are found again when a trace is to be shown, and undone.
#include <string.h>

#include "explicit/engine.h"
#include "explicit/fair_threads.h"
#include "explicit/rank_search.h"

#define LONGEST_LOOP ((size_t)1 << 16) // states of a trace

static size_t permutation_bytes(const struct explicit_engine *e)
{
    return ((size_t)e->options.symmetry->element_count + 1) * sizeof(uint32_t);
}

void quotient_open(struct explicit_engine *e)
{
    const struct symmetry *s = e->options.symmetry;
    if (!s || symmetry_is_trivial(s))
        return;
    struct packed_cell *cells = mem_zalloc(e->mem, (e->layout.cells + 1) * sizeof *cells);
    layout_describe(&e->layout, cells);
    e->canonical = canonical_new(s, cells, e->layout.words, e->mem);
    mem_free(e->mem, cells, (e->layout.cells + 1) * sizeof *cells);
    e->twin_first = mem_zalloc(e->mem, permutation_bytes(e));
    e->twins_before = mem_zalloc(e->mem, permutation_bytes(e));
    e->steps = (struct batch){.mem = &e->bulk, .width = e->layout.words};
}

void quotient_use_twins(struct explicit_engine *e)
{
    if (!e->canonical)
        return;
    rules_use_twins(&e->rules, e->options.symmetry);
    e->rules.twins = (struct twins){e->twin_first, e->twins_before};
}

void quotient_close(struct explicit_engine *e)
{
    if (!e->canonical)
        return;
    canonical_free(e->canonical);
    mem_free(e->mem, e->twin_first, permutation_bytes(e));
    mem_free(e->mem, e->twins_before, permutation_bytes(e));
    batch_free(&e->steps);
}

void quotient_learn(struct explicit_engine *e)
{
    if (e->canonical)
        canonical_use(e->canonical, steps_canonical(e->options.steps));
}

void quotient_find_twins(struct explicit_engine *e, struct rules *rules, const uint64_t *state)
{
    if (e->canonical && rules->compiled)
        rules->has_twins = !e->makes_all_steps && canonical_twins(e->canonical, state, e->twin_first, e->twins_before);
}

static void weigh(struct explicit_engine *e, const uint64_t *packed, value *state, mpz_t size)
{
    if (e->canonical) {
        canonical_orbit_size(e->canonical, packed, size);
        return;
    }
    layout_unpack(&e->layout, packed, state);
    e->options.weigh(e->options.weigh_context, state, size);
}

bool explicit_count_concrete(struct explicit_engine *e, mpz_t count, struct cause *cause)
{
    mpz_set_ui(count, 0);
    if ((!e->ranks && !explicit_has_all(e)) || !search_run(e, NO_WATCH)) {
        *cause = cause_of(e->cause);
        return false;
    }
    bool good = e->ranks ? rank_count_concrete(e, count) : quotient_count_here(e, count);
    *cause = cause_of(e->cause);
    return good;
}

bool quotient_count_here(struct explicit_engine *e, mpz_t count)
{
    mpz_set_ui(count, 0);
    if (!e->canonical && !e->options.weigh) {
        mpz_set_ui(count, e->store.count);
        return true;
    }
    mpz_t size;
    mpz_init(size);
    bool good = true;
    size_t bytes = (model_cell_count(e->model) + 1) * sizeof(value);
    value *state = mem_alloc(e->mem, bytes);
    for (uint32_t s = 0; s < e->store.count && good; s++) {
        weigh(e, store_state(&e->store, s), state, size);
        mpz_add(count, count, size);
        good = s % 256 || !explicit_should_stop(e);
    }
    mem_free(e->mem, state, bytes);
    mpz_clear(size);
    return good;
}

static bool each_found(struct explicit_engine *e, size_t most, bool (*receive)(void *context, const value *state),
                       void *context)
{
    bool good = true;
    size_t bytes = (model_cell_count(e->model) + 1) * sizeof(value);
    value *state = mem_alloc(e->mem, bytes);
    for (uint32_t s = 0; s < e->store.count && s < most && good; s++) {
        layout_unpack(&e->layout, store_state(&e->store, s), state);
        good = receive(context, state);
    }
    mem_free(e->mem, state, bytes);
    return good;
}

bool explicit_each_state(struct explicit_engine *e, bool (*receive)(void *context, const value *state), void *context)
{
    return explicit_has_all(e) && search_run(e, NO_WATCH) && each_found(e, SIZE_MAX, receive, context);
}

bool explicit_first_states(struct explicit_engine *e, size_t most, bool (*receive)(void *context, const value *state),
                           void *context, bool *are_all)
{
    bool has_all = explicit_has_all(e);
    e->enough = most;
    *are_all = has_all && search_run(e, NO_WATCH) && e->store.count <= most;
    e->enough = 0;
    return has_all && (*are_all || e->store.count >= most) && each_found(e, most, receive, context);
}

bool explicit_each_packed(struct explicit_engine *e, bool (*receive)(void *context, const uint64_t *state),
                          void *context)
{
    bool good = explicit_has_all(e);
    for (uint32_t s = 0; s < e->store.count && good; s++)
        good = receive(context, store_state(&e->store, s)) && (s % 256 || !explicit_should_stop(e));
    return good;
}

// What was given up for want of time is counted as far as it is known: that takes less time than finding it.
bool explicit_count_members(struct explicit_engine *e, mpz_t *orbits, mpz_t *states, bool *known, struct cause *cause)
{
    bool all = search_run(e, NO_WATCH), good = true;
    mpz_t size;
    mpz_init_set_ui(size, 1);
    for (size_t i = 0; i < e->options.member_count; i++) {
        known[i] = all || e->members[i].is_done;
        mpz_set_ui(orbits[i], 0);
        mpz_set_ui(states[i], 0);
    }
    for (uint32_t s = 0; s < e->member_of.count && good; s++) {
        uint16_t member = e->member_of.at[s];
        if (!known[member])
            continue;
        if (e->canonical)
            canonical_orbit_size(e->canonical, store_state(&e->store, s), size);
        mpz_add_ui(orbits[member], orbits[member], 1);
        mpz_add(states[member], states[member], size);
        good = s % 256 || !all || !explicit_should_stop(e);
    }
    for (size_t i = 0; i < e->options.member_count; i++)
        known[i] &= good;
    mpz_clear(size);
    if (!all || !good)
        *cause = cause_of(e->cause);
    else if (e->options.member_count == 0)
        *cause = cause_of(CAUSE_NO_MEMBERS);
    return all && good;
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

// A step between two representatives, with the permutation that takes the state that it leads to, to the second one.
struct wanted_step {
    struct explicit_engine *engine;
    const uint64_t *to;
    uint32_t *permutation;
    const uint32_t *label; // it has this one; NULL: any
    bool is_found;
};

static bool has_label(const struct wanted_step *w, const uint32_t *permutation)
{
    uint32_t label;
    return !w->label || (threads_label(w->engine->graph->threads, permutation, &label) && label == *w->label);
}

static bool look_for_step(void *context)
{
    struct wanted_step *w = context;
    struct batch *b = &w->engine->steps;
    for (size_t i = 0; i < b->count && !w->is_found; i++) {
        const uint32_t *permutation = canonical_make(w->engine->canonical, b->words.at + i * b->width);
        w->is_found =
            memcmp(b->words.at + i * b->width, w->to, b->width * sizeof *w->to) == 0 && has_label(w, permutation);
        if (w->is_found)
            memcpy(w->permutation, permutation, permutation_bytes(w->engine));
    }
    b->count = 0;
    return !w->is_found;
}

static bool find_step(struct explicit_engine *e, uint32_t from, uint32_t to, const uint32_t *label,
                      uint32_t *permutation)
{
    size_t bytes = e->store.words * sizeof(uint64_t);
    uint64_t *target = mem_alloc(e->mem, bytes); // the store shows one state at a time
    struct wanted_step wanted = {e, target, permutation, label, false};
    uint64_t fired = e->rules.fired;
    store_read(&e->store, to, target);
    e->steps.count = 0;
    e->steps.flush = look_for_step;
    e->steps.context = &wanted;
    e->makes_all_steps = label;
    search_apply(e, from, &e->steps);
    look_for_step(&wanted);
    e->makes_all_steps = false;
    if (e->rules.fired == fired && from == to && model_ends_stay(e->model)) {
        permutation_identity(e->options.symmetry, permutation);
        wanted.is_found = true;
    }
    e->rules.fired = fired;
    mem_free(e->mem, target, bytes);
    return wanted.is_found;
}

struct unwinding {
    struct explicit_engine *engine;
    struct trace *trace;
    uint32_t *now;                // takes the representative to the state of the trace
    uint32_t *step, *back, *then; // for one step
};

static void open_unwinding(struct unwinding *u, struct explicit_engine *e, struct trace *t)
{
    *u = (struct unwinding){.engine = e, .trace = t};
    u->now = mem_zalloc(e->mem, permutation_bytes(e));
    u->step = mem_zalloc(e->mem, permutation_bytes(e));
    u->back = mem_zalloc(e->mem, permutation_bytes(e));
    u->then = mem_zalloc(e->mem, permutation_bytes(e));
    permutation_identity(e->options.symmetry, u->now);
}

static void close_unwinding(struct unwinding *u)
{
    struct explicit_engine *e = u->engine;
    mem_free(e->mem, u->now, permutation_bytes(e));
    mem_free(e->mem, u->step, permutation_bytes(e));
    mem_free(e->mem, u->back, permutation_bytes(e));
    mem_free(e->mem, u->then, permutation_bytes(e));
}

static void push_state(struct unwinding *u, uint32_t state)
{
    struct explicit_engine *e = u->engine;
    layout_unpack(&e->layout, store_state(&e->store, state), e->rules.values);
    value *pushed = trace_push(u->trace, e->mem, e->rules.values);
    symmetry_apply(e->options.symmetry, u->now, e->rules.values, pushed);
}

// From a to p(b) there is a step; so from now(a) to now(p(b)).
static bool push_step(struct unwinding *u, uint32_t from, uint32_t to, const uint32_t *label)
{
    const struct symmetry *s = u->engine->options.symmetry;
    if (!find_step(u->engine, from, to, label, u->step))
        return false;
    permutation_invert(s, u->step, u->back);
    permutation_compose(s, u->back, u->now, u->then);
    uint32_t *held = u->now;
    u->now = u->then;
    u->then = held;
    push_state(u, to);
    return true;
}

// Whether the last state of the trace was there before at the beginning of a round; then the loop goes there.
static bool close_loop(struct trace *t, size_t first, size_t round)
{
    size_t last = trace_length(t) - 1;
    for (size_t i = first; i < last; i += round)
        if (memcmp(trace_state(t, i), trace_state(t, last), t->cells * sizeof(value)) == 0) {
            t->loop = i;
            t->values.count -= t->cells;
            return true;
        }
    return false;
}

// A loop that repeats a shorter one is that one. (A loop of representatives may be several turns of one of states.)
static void shorten_loop(struct trace *t)
{
    size_t first = t->loop, length = trace_length(t) - first, bytes = t->cells * sizeof(value);
    for (size_t period = 1; period <= length / 2; period++) {
        bool repeats = length % period == 0;
        for (size_t i = first; repeats && i + period < first + length; i++)
            repeats = memcmp(trace_state(t, i), trace_state(t, i + period), bytes) == 0;
        if (repeats) {
            t->values.count -= (length - period) * t->cells;
            return;
        }
    }
}

static uint32_t state_after(const struct state_path *path, size_t steps)
{
    size_t count = path->states.count;
    return path->states.at[steps < count ? steps : path->loop + (steps - count) % (count - path->loop)];
}

// Of the step to the state after so many steps.
static const uint32_t *label_after(const struct state_path *path, size_t steps)
{
    size_t count = path->states.count;
    if (path->labels.count == 0)
        return NULL;
    if (steps < count)
        return &path->labels.at[steps];
    size_t place = path->loop + (steps - count) % (count - path->loop);
    return &path->labels.at[place == path->loop ? count : place];
}

// Around in the loop of representatives until a state comes back that was there before.
static bool go_around(struct unwinding *u, const struct state_path *path)
{
    size_t round = path->states.count - path->loop;
    for (size_t i = path->states.count; i < LONGEST_LOOP + path->states.count; i++) {
        if (!push_step(u, state_after(path, i - 1), state_after(path, i), label_after(path, i)))
            return false;
        if ((i - path->loop) % round == 0 && close_loop(u->trace, path->loop, round)) {
            shorten_loop(u->trace);
            return true;
        }
    }
    u->engine->cause = CAUSE_LOOP_TOO_LONG;
    return false;
}

bool quotient_make_trace(struct explicit_engine *e, const struct state_path *path, struct trace *t)
{
    struct unwinding u;
    bool good = true;
    open_unwinding(&u, e, t);
    push_state(&u, path->states.at[0]);
    for (size_t i = 1; i < path->states.count && good; i++)
        good = push_step(&u, path->states.at[i - 1], path->states.at[i], label_after(path, i));
    if (good && path->loop != TRACE_NO_LOOP)
        good = go_around(&u, path);
    close_unwinding(&u);
    return good;
}
