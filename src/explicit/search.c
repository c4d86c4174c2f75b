// The breadth-first search.
//
// Successors are not looked up as they come: they wait in a batch, so that the table's memory is asked for long before
// it is needed. The order in which states are numbered is the order in which they are found, which is that of the
// layers.
#include <string.h>

#include "base/clock.h"
#include "explicit/engine.h"
#include "explicit/parallel_search.h"
#include "explicit/rank_search.h"

#define SOME_SUCCESSORS 128   // wait for each other
#define PREFETCHED 64         // look-ups under way at once
#define STATES_PER_LOOK 256   // between two looks at what is asked for
#define SECONDS_PER_LOOK 0.25 // at the most
#define PROGRESS_SECONDS 0.1
#define LONG_SEARCH 16384 // states; whoever waits for more wants to know of failures before the end

// ---- Limits ---------------------------------------------------------------------------------------------------------

static void take_totals(struct explicit_engine *e, struct explicit_progress *p)
{
    struct rank_report all = rank_totals(e);
    p->states = all.states;
    p->waiting = all.states - e->ranks->layer_states + all.waiting;
    p->bytes_elsewhere = all.bytes > e->ranks->reports[0].bytes ? all.bytes - e->ranks->reports[0].bytes : 0;
}

void search_tell_progress(struct explicit_engine *e, bool is_begun)
{
    struct explicit_progress p = {.phase = e->phase,
                                  .states = e->store.count,
                                  .waiting = e->store.count - e->cursor,
                                  .depth = e->depth,
                                  .is_begun = is_begun,
                                  .bytes = e->bulk.used};
    if (e->ranks)
        take_totals(e, &p);
    if (e->options.progress)
        e->options.progress(e->options.context, &p);
}

static void show_progress(struct explicit_engine *e, double now)
{
    if (now < e->next_progress)
        return;
    e->next_progress = now + PROGRESS_SECONDS;
    search_tell_progress(e, false);
}

// A rank that serves has no limits of its own.
static bool is_told_to_stop(struct explicit_engine *e)
{
    bool is_told = rank_is_told_to_stop(e);
    if (is_told)
        e->cause = CAUSE_INTERRUPTED;
    return is_told;
}

bool explicit_is_over(struct explicit_engine *e, double deadline)
{
    if (rank_serves(e))
        return is_told_to_stop(e);
    double now = clock_now();
    show_progress(e, now);
    if (e->options.interrupted && e->options.interrupted(e->options.context))
        e->cause = CAUSE_INTERRUPTED;
    else if (deadline > 0 && now > deadline)
        e->cause = CAUSE_OUT_OF_TIME;
    else
        return false;
    return true;
}

bool explicit_has_all(struct explicit_engine *e)
{
    if (e->options.compacts)
        e->cause = CAUSE_COMPACTED;
    else if (e->ranks)
        e->cause = CAUSE_NEEDS_ONE_PROCESS;
    return !e->options.compacts && !e->ranks;
}

bool explicit_should_stop(struct explicit_engine *e)
{
    return explicit_is_over(e, e->deadline);
}

// In the middle of a state whose successors are looked for by trying.
static bool is_over(void *engine)
{
    return explicit_should_stop(engine);
}

void search_limit_tries(struct explicit_engine *e, bool by_time)
{
    e->guide.is_over = by_time ? is_over : NULL;
    e->guide.context = e;
}

// States may be so large that 256 of them take minutes.
static bool is_late(struct explicit_engine *e)
{
    double now = clock_now();
    if (now < e->next_look)
        return false;
    e->next_look = now + SECONDS_PER_LOOK;
    return explicit_should_stop(e);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

bool search_apply(struct explicit_engine *e, uint32_t state, struct batch *b)
{
    const uint64_t *words = store_state(&e->store, state);
    e->applied = e->members ? &e->members[e->member_of.at[state]].rules : &e->rules;
    quotient_find_twins(e, e->applied, words);
    bool good = rules_apply(e->applied, words, state, b);
    if (e->members) {
        e->rules.fired += e->applied->fired;
        e->applied->fired = 0;
    }
    return good;
}

// Adds a state of a member, which is noted. Room for that comes first: no state is without its member.
static bool add_state(struct explicit_engine *e, uint64_t root, const uint64_t *state, uint32_t parent, uint16_t member)
{
    if (e->members && !array_try_reserve(&e->bulk, &e->member_of, (size_t)e->store.count + 1))
        return false;
    if (store_add_root(&e->store, root, state, parent) == STORE_NONE)
        return false;
    if (e->members && e->member_of.count < e->store.count)
        e->member_of.at[e->member_of.count++] = member;
    return true;
}

// ---- The batch ------------------------------------------------------------------------------------------------------

// Representatives in the place of states, without those that are known from a moment ago. Gives the end of the rest.
static size_t represent_some(struct explicit_engine *e, size_t begin, size_t end)
{
    struct batch *b = &e->batch;
    size_t left = begin;
    for (size_t i = begin; i < end; i++) {
        uint64_t *state = b->words.at + i * b->width, *to = b->words.at + left * b->width;
        quotient_represent(e, state);
        if (recent_note(&e->recent, state, &e->bulk))
            continue;
        store_touch(&e->store, state);
        if (to != state)
            memcpy(to, state, b->width * sizeof *state);
        b->parents.at[left++] = b->parents.at[i];
    }
    return left;
}

static bool add_some(struct explicit_engine *e, size_t begin, size_t end)
{
    struct store *s = &e->store;
    store_adapt(s);
    end = represent_some(e, begin, end);
    for (size_t i = begin; i < end; i++) {
        if (!store_prepare(s, e->batch.words.at + i * s->words, &e->roots.at[i]))
            return false;
        store_prefetch(s, e->roots.at[i]);
    }
    for (size_t i = begin; i < end; i++)
        store_prefetch_state(s, e->roots.at[i]);
    for (size_t i = begin; i < end; i++) {
        uint32_t parent = e->batch.parents.at[i];
        // A step does not leave the member.
        if (!add_state(e, e->roots.at[i], e->batch.words.at + i * s->words, parent,
                       e->members ? e->member_of.at[parent] : 0))
            return false;
    }
    return true;
}

static bool flush(struct explicit_engine *e)
{
    size_t count = e->batch.count;
    quotient_learn(e);
    bool good = array_try_reserve(&e->bulk, &e->roots, count);
    for (size_t i = 0; i < count && good; i += PREFETCHED)
        good = add_some(e, i, i + PREFETCHED < count ? i + PREFETCHED : count);
    e->batch.count = 0;
    if (!good)
        e->cause = CAUSE_OUT_OF_MEMORY;
    return good;
}

// In the middle of a state that has very many successors.
static bool flush_within(void *context)
{
    struct explicit_engine *e = context;
    return flush(e) && !explicit_should_stop(e);
}

// Between two states.
static bool settle(struct explicit_engine *e)
{
    if (!flush(e))
        return false;
    e->settled = e->cursor;
    e->settled_fired = e->rules.fired;
    store_forget(&e->store, e->settled);
    return true;
}

// What was begun since the last time that everything was settled will be done anew.
static void give_up(struct explicit_engine *e)
{
    if (!e->cause)
        e->cause = CAUSE_OUT_OF_MEMORY;
    e->batch.count = 0;
    recent_clear(&e->recent); // which may know what there was no room for
    e->cursor = e->settled;
    e->rules.fired = e->settled_fired;
}

// ---- Initial states -------------------------------------------------------------------------------------------------

static uint16_t find_member(struct explicit_engine *e, const value *state)
{
    size_t i = 0;
    while (i + 1 < e->options.member_count &&
           !eval_condition(e->evaluator, e->options.members[i].is_state, state, NULL))
        i++;
    return (uint16_t)i;
}

static bool add_initial_words(struct explicit_engine *e, uint64_t *words, uint16_t member)
{
    uint64_t root;
    quotient_represent(e, words);
    if (e->ranks && !rank_is_owner(e, words))
        return true;
    if (e->ranks && rank_store(e->ranks, words, (struct rank_place){RANK_NONE, 0}) == STORE_NONE) {
        e->cause = CAUSE_OUT_OF_MEMORY;
        return false;
    }
    if (e->ranks)
        return e->store.count % STATES_PER_LOOK || !explicit_should_stop(e);
    if (!store_prepare(&e->store, words, &root) || !add_state(e, root, words, STORE_NONE, member)) {
        e->cause = CAUSE_OUT_OF_MEMORY;
        return false;
    }
    return e->store.count % STATES_PER_LOOK || !explicit_should_stop(e);
}

static bool add_initial(void *context, const value *inputs, const value *state)
{
    struct explicit_engine *e = context;
    (void)inputs;
    if (!layout_pack(&e->layout, state, e->rules.successor))
        return true;
    return add_initial_words(e, e->rules.successor, e->members ? find_member(e, state) : 0);
}

static bool add_packed(void *context, const uint64_t *state)
{
    struct explicit_engine *e = context;
    memcpy(e->rules.successor, state, e->store.words * sizeof *state);
    return add_initial_words(e, e->rules.successor, 0);
}

bool search_stop_trying(struct explicit_engine *e)
{
    if ((e->guide.gave_up && !e->guide.was_ended) ||
        (e->options.steps && e->options.steps->is_beyond(e->options.steps->context)))
        e->cause = CAUSE_TOO_MANY_VALUES;
    return false;
}

bool search_find_initial(struct explicit_engine *e)
{
    const struct explicit_steps *steps = e->options.steps;
    bool good = steps ? steps->initial(steps->context, add_packed, e) : eval_each_initial(e->evaluator, add_initial, e);
    return good || search_stop_trying(e);
}

static bool start(struct explicit_engine *e)
{
    e->phase = "initial states";
    if (e->ranks)
        return rank_start(e);
    if (!e->started && !search_find_initial(e))
        return false;
    if (!e->started)
        e->initial_count = e->layer_end = e->store.count;
    e->started = true;
    return true;
}

// ---- The search -----------------------------------------------------------------------------------------------------

bool search_look_at(struct explicit_engine *e, uint32_t state)
{
    uint64_t fired = e->rules.fired;
    if (!search_apply(e, state, &e->batch))
        return search_stop_trying(e);
    if (e->rules.fired == fired && e->dead_end == STORE_NONE)
        e->dead_end = state;
    if (e->applied->any_violated)
        search_note_violations(e, state);
    return e->with_inputs.count == 0 || search_look_with_inputs(e, state);
}

bool search_fails_where_violated(const struct explicit_engine *e, const struct property *p)
{
    const struct model *m = e->model;
    if (p->kind == PROPERTY_CTL || p->kind == PROPERTY_LTL)
        return model_ends_stay(m) && model_justice_count(m) == 0 && model_compassion_count(m) == 0;
    return p->kind == PROPERTY_INVARIANT || p->kind == PROPERTY_RUNTIME_ERROR || p->kind == PROPERTY_DEADLOCK;
}

// When somebody is told of a violation: as soon as the search is a long one.
static uint32_t told_at(const struct explicit_engine *e, uint32_t violator)
{
    return e->options.tells_at_once || violator >= LONG_SEARCH ? violator : LONG_SEARCH - 1;
}

// Of the properties that were not asked for, one that is found to fail and that nobody was told of: that of the first
// state, whether or not others were found at the same time. Gives the number of properties if there is none.
static size_t next_failure(const struct explicit_engine *e, uint32_t asked)
{
    size_t count = model_property_count(e->model), next = count;
    for (size_t i = 0; i < count; i++) {
        uint32_t watch = e->watch_of[i];
        if (watch == NO_WATCH || watch == asked || !search_fails_where_violated(e, model_property(e->model, i)))
            continue;
        const struct watched *w = &e->watched[watch];
        if (w->violator != STORE_NONE && !w->is_told &&
            (next == count || told_at(e, w->violator) < told_at(e, e->watched[e->watch_of[next]].violator)))
            next = i;
    }
    return next;
}

static bool is_long(const struct explicit_engine *e)
{
    return (e->ranks ? rank_totals(e).states : e->cursor) >= LONG_SEARCH;
}

// Whoever is told of one may check it before the search goes on. False if it does not.
static bool tell_failures(struct explicit_engine *e, uint32_t asked)
{
    uint64_t fired = e->rules.fired;
    bool goes_on = true;
    e->has_failures = false;
    while (e->options.failed && !e->members && goes_on) {
        size_t property = next_failure(e, asked);
        if (property == model_property_count(e->model))
            break;
        e->watched[e->watch_of[property]].is_told = true;
        goes_on = e->options.failed(e->options.context, property);
    }
    e->rules.fired = fired;
    e->cause = goes_on ? CAUSE_NONE : CAUSE_FAIL_FAST;
    return goes_on;
}

// Members without states in the next layer have none in any other.
static void find_done(struct explicit_engine *e)
{
    for (size_t i = 0; i < e->options.member_count; i++)
        e->members[i].is_done = true;
    for (uint32_t s = e->cursor; e->members && s < e->layer_end; s++)
        e->members[e->member_of.at[s]].is_done = false;
}

// Whether what is asked for is known: the watch is violated, or never will be.
static bool is_settled(const struct explicit_engine *e, uint32_t watch)
{
    if (watch == NO_WATCH)
        return false;
    const struct watched *w = &e->watched[watch];
    return w->violator != STORE_NONE || (e->members && e->members[w->member].is_done);
}

// On to the next layer; false if there was none and the search is complete, or if there was no memory.
static bool next_layer(struct explicit_engine *e)
{
    if (e->ranks && rank_next_layer(e))
        search_tell_progress(e, true);
    if (e->ranks)
        return !e->complete;
    if (!settle(e))
        return false;
    e->last_layer = e->layer_end - e->layer_begin;
    e->layer_begin = e->cursor;
    e->layer_end = e->store.count;
    e->complete = e->cursor == e->layer_end;
    find_done(e);
    e->depth += !e->complete;
    if (!e->complete)
        search_tell_progress(e, true);
    return !e->complete;
}

// The states at the cursor, by several threads. If not even the first of them could be done, one thread does it.
static bool look_at_many(struct explicit_engine *e, uint32_t watch)
{
    uint32_t cursor = e->cursor;
    if (!settle(e) || explicit_should_stop(e))
        return false;
    if (e->options.at_rest)
        e->options.at_rest(e->options.context);
    if (!parallel_round(e, watch))
        return false;
    if (e->cursor > cursor)
        return settle(e);
    return search_look_at(e, e->cursor++) && settle(e);
}

static bool look_at_next(struct explicit_engine *e)
{
    if (e->cursor % STATES_PER_LOOK == 0) {
        if (explicit_should_stop(e))
            return false;
        e->next_look = clock_now() + SECONDS_PER_LOOK;
        if (e->options.at_rest)
            e->options.at_rest(e->options.context);
    }
    if (!search_look_at(e, e->cursor))
        return false;
    e->cursor++;
    return true;
}

// All ranks, for a while or to the end of the layer.
static bool look_with_others(struct explicit_engine *e, uint32_t watch)
{
    if (e->options.at_rest)
        e->options.at_rest(e->options.context);
    return rank_round(e, watch);
}

static bool is_layer_done(const struct explicit_engine *e)
{
    return e->ranks ? rank_layer_is_done(e) : e->cursor == e->layer_end;
}

static bool look_at_some(struct explicit_engine *e, uint32_t watch, double begun)
{
    if (e->ranks)
        return look_with_others(e, watch);
    return parallel_is_useful(e, begun) ? look_at_many(e, watch) : look_at_next(e);
}

static bool run(struct explicit_engine *e, uint32_t watch, double begun)
{
    // Where time is over, the next property does not get one more batch, which takes a second where states are large.
    if (e->started && !e->ranks && explicit_should_stop(e))
        return false;
    if (!start(e))
        return false;
    e->phase = "reachable states";
    while (!is_settled(e, watch)) {
        if (is_layer_done(e) && !next_layer(e))
            return e->complete;
        if (is_settled(e, watch))
            break;
        if ((e->enough && e->store.count >= e->enough) || !look_at_some(e, watch, begun))
            return false;
        if (e->has_failures && (e->options.tells_at_once || is_long(e)) && !tell_failures(e, watch))
            return false;
        if (e->batch.count >= SOME_SUCCESSORS && (!settle(e) || is_late(e)))
            return false;
    }
    return true;
}

bool search_run(struct explicit_engine *e, uint32_t watch)
{
    if (e->complete || is_settled(e, watch))
        return true;
    e->cause = CAUSE_NONE;
    if (!e->has_store) {
        e->cause = CAUSE_OUT_OF_MEMORY;
        return false;
    }
    if (!explicit_make(e))
        return false;
    double begun = clock_now();
    e->batch.flush = flush_within;
    e->batch.context = e;
    search_limit_tries(e, true);
    bool good = run(e, watch, begun);
    search_limit_tries(e, false);
    if (!e->ranks && (!good || !settle(e))) // what was asked for may be known all the same
        give_up(e);
    e->seconds += clock_now() - begun;
    return good;
}
