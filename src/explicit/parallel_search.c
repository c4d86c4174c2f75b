#include "explicit/parallel_search.h"

#include <string.h>

#include "base/clock.h"
#include "base/thread_pool.h"
#include "explicit/searcher.h"

#define LONG_ENOUGH 1.0     // second of search, after which all processors are used if nobody says how many
#define LEAST_SECONDS 0.001 // of a round, for one thread
#define ROUND_SECONDS 0.1   // of a round, about
#define FIRST_STATES 1024   // of the first round, for each thread
#define MOST_STATES 131072  // of a round
#define LARGEST_CHUNK 64    // states
#define CHUNKS_PER_THREAD 8 // at the least, so that all are done at about the same time
#define STATES_PER_LOOK 256 // at the clock
#define LEAST_FRESH 16384
#define MOST_FRESH ((size_t)1 << 26)

// ---- Threads --------------------------------------------------------------------------------------------------------

void parallel_free(struct explicit_engine *e)
{
    struct parallel_search *p = e->parallel;
    if (!p)
        return;
    thread_pool_free(p->pool);
    for (size_t i = 0; i < p->count; i++)
        searcher_close(&p->searchers[i]);
    mem_free(e->mem, p->searchers, p->count * sizeof *p->searchers);
    mem_release(&e->bulk, p->held);
    word_set_close(&p->fresh);
    mem_free(&e->bulk, p->sequences, p->sequence_count * sizeof *p->sequences);
    array_free(&e->bulk, &p->chunks);
    array_free(&e->bulk, &p->fired);
    array_free(&e->bulk, &p->parents);
    mem_free(e->mem, p, sizeof *p);
    e->parallel = NULL;
}

// What threads hold counts, too.
static bool count_memory(struct parallel_search *p)
{
    size_t held = 0;
    for (size_t i = 0; i < p->count; i++)
        held += p->searchers[i].mem.used;
    mem_release(&p->engine->bulk, p->held);
    if (!mem_hold(&p->engine->bulk, held)) {
        p->held = 0;
        return false;
    }
    p->held = held;
    return true;
}

static bool make_fresh(struct parallel_search *p, size_t count)
{
    struct mem *mem = &p->engine->bulk;
    uint64_t *sequences = mem_try_alloc(mem, count * sizeof *sequences);
    if (!sequences || count < p->fresh.count || !word_set_reserve(&p->fresh, count - p->fresh.count)) {
        mem_free(mem, sequences, sequences ? count * sizeof *sequences : 0);
        return false;
    }
    memset(sequences, 0xff, count * sizeof *sequences);
    mem_free(mem, p->sequences, p->sequence_count * sizeof *p->sequences);
    p->sequences = sequences;
    p->sequence_count = count;
    return true;
}

static bool open(struct explicit_engine *e, size_t threads)
{
    struct parallel_search *p = mem_zalloc(e->mem, sizeof *p);
    e->parallel = p;
    p->engine = e;
    bool good = word_set_open(&p->fresh, MOST_FRESH * sizeof(uint64_t), 0, &e->bulk) && make_fresh(p, LEAST_FRESH);
    p->pool = good ? thread_pool_new(threads, e->mem) : NULL;
    if (!p->pool)
        return false;
    p->count = thread_pool_size(p->pool);
    p->searchers = mem_zalloc(e->mem, p->count * sizeof *p->searchers);
    for (size_t i = 0; i < p->count && good; i++)
        good = searcher_open(&p->searchers[i], p, i == 0);
    return good && count_memory(p);
}

// Families have rules for each member, inputs are looked at by the evaluator of the engine, and states that are
// compacted wait in the order in which one thread adds them.
static bool is_possible(const struct explicit_engine *e)
{
    return e->threads != 1 && !e->options.compacts && !e->members && e->with_inputs.count == 0 && !e->makes_all_steps;
}

// Nobody has said how many threads there are to be, and it is known by now whether it takes long.
static bool takes_long(struct explicit_engine *e, double begun)
{
    if (e->cursor % STATES_PER_LOOK || e->seconds + (clock_now() - begun) < LONG_ENOUGH)
        return false;
    if (processor_count() < 2)
        e->threads = 1;
    return e->threads != 1;
}

bool parallel_is_useful(struct explicit_engine *e, double begun)
{
    uint32_t waiting = e->layer_end - e->cursor;
    bool is_asked = e->threads > 1;
    if (!is_possible(e) || waiting < 2)
        return false;
    if (e->parallel && !thread_pool_is_here(e->parallel->pool))
        parallel_free(e);
    if (e->parallel)
        return is_asked || e->parallel->pace * waiting >= LEAST_SECONDS;
    if (!is_asked && !takes_long(e, begun))
        return false;
    if (open(e, is_asked ? e->threads : processor_count()))
        return true;
    parallel_free(e);
    e->threads = 1; // there is no memory for more
    return false;
}

// ---- Before a round -------------------------------------------------------------------------------------------------

static uint32_t states_of_round(const struct parallel_search *p)
{
    const struct explicit_engine *e = p->engine;
    double states = p->pace > 0 ? ROUND_SECONDS / p->pace : (double)FIRST_STATES * (double)p->count;
    double least = (double)p->count * CHUNKS_PER_THREAD;
    states = states < least ? least : states > MOST_STATES ? MOST_STATES : states;
    uint32_t waiting = e->layer_end - e->cursor;
    return states < waiting ? (uint32_t)states : waiting;
}

// As much as the last round took for each of its states, and a quarter more: where there is less, a round ends early,
// and what threads know of its states is lost.
static void expect_parts(struct parallel_search *p, uint32_t states)
{
    size_t more[PAIR_SETS];
    for (size_t i = 0; i < PAIR_SETS; i++)
        more[i] = p->states_of_last ? p->parts_of_last[i] * 5 / 4 * states / p->states_of_last : 0;
    store_expect_below(&p->engine->store, more);
}

static void note_parts(struct parallel_search *p)
{
    uint32_t parts[PAIR_SETS];
    store_count_below(&p->engine->store, parts);
    for (size_t i = 0; i < PAIR_SETS; i++)
        p->parts_of_last[i] = parts[i] - p->parts[i];
    p->states_of_last = p->cut - p->begin;
}

static bool prepare(struct parallel_search *p)
{
    struct explicit_engine *e = p->engine;
    uint32_t states = states_of_round(p), size = states / (uint32_t)(p->count * CHUNKS_PER_THREAD);
    p->begin = e->cursor;
    p->end = p->begin + states;
    p->size = size > LARGEST_CHUNK ? LARGEST_CHUNK : size ? size : 1;
    p->next = 0;
    p->is_stopped = false;
    size_t chunks = (states + p->size - 1) / p->size;
    store_adapt(&e->store);
    expect_parts(p, states);
    if (!array_try_reserve(&e->bulk, &p->chunks, chunks) || !array_try_reserve(&e->bulk, &p->fired, states) ||
        !store_make_room_below(&e->store, 4 * p->count * SEARCHER_GROUP))
        return false;
    p->chunks.count = chunks;
    p->fired.count = states;
    store_count_below(&e->store, p->parts);
    for (size_t i = 0; i < p->count; i++)
        searcher_begin(&p->searchers[i]);
    return true;
}

// ---- What counts ----------------------------------------------------------------------------------------------------

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t violator_of(const struct parallel_search *p, uint32_t rule)
{
    uint32_t first = STORE_NONE;
    for (size_t i = 0; i < p->count && rule != NO_WATCH; i++)
        first = least_of(first, p->searchers[i].violators[rule]);
    return first;
}

// Up to where one thread would have looked: what was not taken, or has failed, does not count, nor what lies behind the
// state that the search is for.
static void find_cut(struct parallel_search *p, uint32_t watch)
{
    const struct explicit_engine *e = p->engine;
    uint64_t taken = (uint64_t)p->next * p->size;
    p->cut = taken < p->end - p->begin ? p->begin + (uint32_t)taken : p->end;
    for (size_t i = 0; i < p->count; i++)
        p->cut = least_of(p->cut, p->searchers[i].failed);
    for (size_t i = 0; i < e->watch_count; i++) {
        uint32_t violator = e->watched[i].violator == STORE_NONE ? violator_of(p, e->watched[i].rule) : STORE_NONE;
        if (violator < p->cut && (i == watch || e->options.tells_at_once))
            p->cut = violator + 1;
    }
}

static enum cause_code cause_at_cut(const struct parallel_search *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->searchers[i].failed == p->cut)
            return p->searchers[i].cause;
    return CAUSE_NONE;
}

static void take_findings(struct parallel_search *p)
{
    struct explicit_engine *e = p->engine;
    for (uint32_t state = p->begin; state < p->cut; state++)
        e->rules.fired += p->fired.at[state - p->begin];
    for (size_t i = 0; i < p->count; i++)
        if (p->searchers[i].dead_end < p->cut)
            e->dead_end = least_of(e->dead_end, p->searchers[i].dead_end);
    for (size_t i = 0; i < e->watch_count; i++) {
        struct watched *w = &e->watched[i];
        uint32_t violator = violator_of(p, w->rule);
        if (violator >= p->cut || w->violator != STORE_NONE)
            continue;
        search_note_violation(e, w, violator);
        for (size_t k = 0; k < p->count; k++)
            rules_drop_watch(&p->searchers[k].rules, w->rule);
    }
}

// ---- New states -----------------------------------------------------------------------------------------------------

static bool is_first_time(const struct parallel_search *p, const struct candidate *c)
{
    return p->sequences[c->fresh] == c->sequence && (uint32_t)(c->sequence >> 32) < p->cut - p->begin;
}

// Each thread takes every so-and-so many chunk.
static void count_news(void *context, size_t thread)
{
    struct parallel_search *p = context;
    for (size_t i = thread; i < p->chunks.count; i += p->count) {
        struct chunk *chunk = &p->chunks.at[i];
        const struct candidate *at = p->searchers[chunk->searcher].candidates.at;
        for (size_t k = chunk->begin; k < chunk->end; k++)
            chunk->news += is_first_time(p, &at[k]);
    }
}

// Numbers of all chunks follow each other: `news` of a chunk becomes that of its first new state.
static void number_chunks(struct parallel_search *p)
{
    p->first = p->engine->store.count;
    p->news = 0;
    for (size_t i = 0; i < p->chunks.count; i++) {
        uint32_t news = p->chunks.at[i].news;
        p->chunks.at[i].news = (uint32_t)p->news;
        p->news += news;
    }
}

static void put_news(void *context, size_t thread)
{
    struct parallel_search *p = context;
    struct store *store = &p->engine->store;
    for (size_t i = thread; i < p->chunks.count; i += p->count) {
        const struct chunk *chunk = &p->chunks.at[i];
        const struct candidate *at = p->searchers[chunk->searcher].candidates.at;
        uint32_t number = chunk->news;
        for (size_t k = chunk->begin; k < chunk->end; k++)
            if (is_first_time(p, &at[k]))
                store_prefetch(store, word_set_word(&p->fresh, at[k].fresh));
        for (size_t k = chunk->begin; k < chunk->end; k++)
            if (is_first_time(p, &at[k])) {
                p->parents.at[number] = p->begin + (uint32_t)(at[k].sequence >> 32);
                store_put_shared(store, word_set_word(&p->fresh, at[k].fresh), p->first + number++);
            }
    }
}

static bool add_news(struct parallel_search *p)
{
    struct explicit_engine *e = p->engine;
    thread_pool_run(p->pool, count_news, p);
    number_chunks(p);
    if (p->news == 0)
        return true;
    if (!array_try_reserve(&e->bulk, &p->parents, p->news) ||
        !store_make_room(&e->store, p->news, p->begin, p->cut - 1))
        return false;
    thread_pool_run(p->pool, put_news, p);
    for (size_t i = 0; i < p->news; i++)
        store_note_parent(&e->store, p->parents.at[i]);
    return true;
}

// ---- A round --------------------------------------------------------------------------------------------------------

static void look(void *context, size_t thread)
{
    struct parallel_search *p = context;
    searcher_run(&p->searchers[thread]);
}

static bool is_lacking(const struct parallel_search *p, bool *parts, bool *fresh)
{
    *parts = *fresh = false;
    for (size_t i = 0; i < p->count; i++) {
        *parts |= p->searchers[i].lacks_parts;
        *fresh |= p->searchers[i].lacks_fresh;
    }
    return *parts || *fresh;
}

static void forget_fresh(struct parallel_search *p)
{
    memset(p->sequences, 0xff, p->fresh.count * sizeof *p->sequences);
    word_set_clear(&p->fresh);
}

// Chunks that nobody has taken have no candidates.
static void forget_chunks(struct parallel_search *p)
{
    memset(p->chunks.at, 0, p->chunks.count * sizeof *p->chunks.at);
}

// After a round that found no room: more for the next one.
static bool make_room(struct parallel_search *p, bool lacks_parts, bool lacks_fresh)
{
    struct explicit_engine *e = p->engine;
    size_t at_once = 2 * p->count * SEARCHER_GROUP, fresh = p->sequence_count;
    if (lacks_parts && !store_has_room_below(&e->store, at_once) &&
        !store_make_room_below(&e->store, at_once + e->store.count / 8 / e->store.node_count))
        return false;
    return !lacks_fresh || fresh >= MOST_FRESH || make_fresh(p, 2 * fresh);
}

static void note_pace(struct parallel_search *p, double seconds)
{
    uint32_t states = p->cut - p->begin;
    if (states)
        p->pace = seconds / states;
    p->seconds += seconds;
    p->rounds++;
}

bool parallel_round(struct explicit_engine *e, uint32_t watch)
{
    struct parallel_search *p = e->parallel;
    double begun = clock_now();
    if (!prepare(p))
        return false;
    forget_chunks(p);
    thread_pool_run(p->pool, look, p);
    for (size_t i = 0; i < p->count; i++)
        searcher_end(&p->searchers[i]);
    find_cut(p, watch);
    bool lacks_parts, lacks_fresh, is_full = is_lacking(p, &lacks_parts, &lacks_fresh);
    note_parts(p);
    bool good = add_news(p) && count_memory(p);
    if (good) {
        take_findings(p);
        e->cursor = p->cut;
        if (!e->cause)
            e->cause = cause_at_cut(p);
    }
    forget_fresh(p);
    for (size_t i = 0; i < p->count && (!good || p->cut < p->end); i++)
        recent_clear(&p->searchers[i].recent); // which know what is to be found again
    if (good && is_full && !e->cause)
        good = make_room(p, lacks_parts, lacks_fresh);
    note_pace(p, clock_now() - begun);
    if (!good)
        e->cause = CAUSE_OUT_OF_MEMORY;
    return !e->cause;
}

void parallel_statistics(const struct explicit_engine *e, struct explicit_statistics *s)
{
    const struct parallel_search *p = e->parallel;
    s->threads = p ? p->count : 1;
    s->rounds = p ? p->rounds : 0;
    s->seconds_at_barriers = p ? thread_pool_waited(p->pool) : 0;
}
