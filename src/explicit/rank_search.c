#include "explicit/rank_search.h"

#include <string.h>

#include "base/clock.h"
#include "explicit/compact_states.h"

#define BATCH_WORDS 4096        // of a message of states
#define GROUP 64                // states that are looked up together
#define SOME_SUCCESSORS 128     // wait for each other
#define STATES_PER_TURN 256     // between two looks at messages
#define RECENT_BYTES (4u << 20) // of states that were sent of late
#define REPORT_SECONDS 0.2
#define PARENT_BYTES 6

// ---- Owners and predecessors ----------------------------------------------------------------------------------------

static uint32_t owner_by(uint64_t hash, uint32_t count)
{
    return (uint32_t)((hash >> 32) * count >> 32);
}

uint32_t rank_owner_of(const struct explicit_engine *e, const uint64_t *state)
{
    return owner_by(compact_hash(state, e->layout.words), e->ranks->to->count);
}

bool rank_is_owner(const struct explicit_engine *e, const uint64_t *state)
{
    return rank_owner_of(e, state) == e->ranks->to->rank;
}

struct rank_place rank_parent(const struct rank_search *s, uint32_t number)
{
    const char *at = s->parents.base + (size_t)number * PARENT_BYTES;
    uint32_t parent;
    uint16_t rank;
    memcpy(&parent, at, sizeof parent);
    memcpy(&rank, at + sizeof parent, sizeof rank);
    return (struct rank_place){rank == RANK_MOST ? RANK_NONE : rank, parent};
}

static bool has_room_for_parent(struct rank_search *s, uint32_t number)
{
    struct mem *mem = &s->engine->bulk;
    size_t bytes = ((size_t)number + 1) * PARENT_BYTES;
    return bytes <= s->parents.committed || mem_region_grow(mem, &s->parents, bytes + bytes / 8) ||
           mem_region_grow(mem, &s->parents, bytes);
}

static void put_parent(struct rank_search *s, uint32_t number, struct rank_place parent)
{
    char *at = s->parents.base + (size_t)number * PARENT_BYTES;
    uint16_t rank = parent.rank == RANK_NONE ? RANK_MOST : (uint16_t)parent.rank;
    memcpy(at, &parent.number, sizeof parent.number);
    memcpy(at + sizeof parent.number, &rank, sizeof rank);
}

// The store itself knows of no predecessors, which costs it a bit for each state.
static uint32_t add(struct rank_search *s, uint64_t root, const uint64_t *state, struct rank_place parent)
{
    struct store *store = &s->engine->store;
    uint32_t count = store->count;
    if (!has_room_for_parent(s, count))
        return STORE_NONE;
    uint32_t number = store_add_root(store, root, state, STORE_NONE);
    if (number == count && number != STORE_NONE)
        put_parent(s, number, parent);
    return number;
}

uint32_t rank_store(struct rank_search *s, const uint64_t *state, struct rank_place parent)
{
    uint64_t root;
    store_adapt(&s->engine->store);
    return store_prepare(&s->engine->store, state, &root) ? add(s, root, state, parent) : STORE_NONE;
}

// ---- States that belong here ----------------------------------------------------------------------------------------

// Some records: states, each with the number of its predecessor, which is at a certain rank.
static bool add_some(struct rank_search *s, const uint64_t *records, size_t count, uint32_t from)
{
    struct store *store = &s->engine->store;
    store_adapt(store);
    for (size_t i = 0; i < count; i++)
        store_touch(store, records + i * s->stride);
    for (size_t i = 0; i < count; i++) {
        if (!store_prepare(store, records + i * s->stride, &s->roots.at[i]))
            return false;
        store_prefetch(store, s->roots.at[i]);
    }
    for (size_t i = 0; i < count; i++)
        store_prefetch_state(store, s->roots.at[i]);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *record = records + i * s->stride;
        struct rank_place parent = {from, (uint32_t)record[s->stride - 1]};
        if (add(s, s->roots.at[i], record, parent) == STORE_NONE)
            return false;
    }
    return true;
}

// What cannot be stored is lost, and with it the search.
static void add_records(struct rank_search *s, const uint64_t *records, size_t count, uint32_t from)
{
    for (size_t i = 0; i < count && !s->is_lost; i += GROUP)
        s->is_lost = !add_some(s, records + i * s->stride, count - i < GROUP ? count - i : GROUP, from);
}

void rank_advance(struct explicit_engine *e, uint64_t depth)
{
    e->depth = depth;
    e->layer_end = e->store.count;
    array_push(e->mem, &e->ranks->layer_ends, e->layer_end);
}

void rank_take_states(struct explicit_engine *e, const struct rank_message *m)
{
    struct rank_search *s = e->ranks;
    size_t count = (m->count - 2) / s->stride;
    if (m->words[1] > e->depth)
        rank_advance(e, m->words[1]);
    add_records(s, m->words + 2, count, m->from);
    s->received += count;
}

// ---- States that belong to others -----------------------------------------------------------------------------------

// Meanwhile others may wait for this rank.
static void wait_for(struct rank_search *s, uint32_t to)
{
    while (s->to->is_busy(s->to->context, to))
        if (!rank_drain(s->all))
            s->to->rest(s->to->context);
}

static void send_out(struct rank_search *s, uint32_t to)
{
    struct rank_buffer *out = &s->out[to];
    size_t count = (out->words.count - 2) / s->stride;
    if (count == 0)
        return;
    if (to == s->to->rank) {
        add_records(s, out->words.at + 2, count, to);
        out->words.count = 2;
        return;
    }
    wait_for(s, to);
    out->words.at[0] = (uint64_t)RANK_STATES | (uint64_t)s->id << 8;
    out->words.at[1] = s->engine->depth;
    s->to->send(s->to->context, to, out->words.at, out->words.count);
    s->own.messages++;
    s->own.message_bytes += out->words.count * sizeof(uint64_t);
    s->sent += count;
    out->words.count = 2;
}

static void put_out(struct rank_search *s, uint32_t to, const uint64_t *state, uint32_t parent)
{
    struct rank_buffer *out = &s->out[to];
    uint64_t *record = out->words.at + out->words.count;
    memcpy(record, state, (s->stride - 1) * sizeof *state);
    record[s->stride - 1] = parent;
    out->words.count += s->stride;
    if (out->words.count + s->stride > out->words.capacity || (out->words.count - 2) / s->stride >= BATCH_LIMIT)
        send_out(s, to);
}

// Whether it was sent of late, which is noted. Its owner has it then, from this layer or one before.
static bool was_sent(struct rank_search *s, const uint64_t *state, uint64_t hash)
{
    uint64_t *entry = s->recent + (hash & (s->recent_count - 1)) * s->stride;
    size_t bytes = (s->stride - 1) * sizeof *state;
    if (entry[s->stride - 1] && memcmp(entry, state, bytes) == 0)
        return true;
    memcpy(entry, state, bytes);
    entry[s->stride - 1] = 1;
    return false;
}

// All successors of the batch to their owners.
static void route(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    size_t words = e->layout.words;
    quotient_learn(e);
    for (size_t i = 0; i < e->batch.count; i++) {
        uint64_t *state = e->batch.words.at + i * words;
        quotient_represent(e, state);
        uint64_t hash = compact_hash(state, words);
        uint32_t owner = owner_by(hash, s->to->count);
        if (owner == s->to->rank || !was_sent(s, state, hash))
            put_out(s, owner, state, e->batch.parents.at[i]);
    }
    e->batch.count = 0;
}

// In the middle of a state that has very many successors.
static bool flush_within(void *context)
{
    struct explicit_engine *e = context;
    route(e);
    if (explicit_should_stop(e))
        e->ranks->is_stopped = true;
    return !e->ranks->is_stopped && !e->ranks->is_lost;
}

// ---- The part of a rank in a round ----------------------------------------------------------------------------------

static void note_trouble(struct rank_search *s, enum cause_code cause)
{
    s->is_stopped = true;
    if (!s->own.cause)
        s->own.cause = cause;
}

// What of a state that was given up has gone out already is found again.
static void look_at_some(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    for (size_t i = 0; i < STATES_PER_TURN && e->cursor < e->layer_end && !s->is_stopped; i++) {
        uint64_t fired = e->rules.fired;
        e->cause = CAUSE_NONE;
        if (!search_look_at(e, e->cursor)) {
            e->rules.fired = fired;
            note_trouble(s, s->is_stopped ? CAUSE_NONE : e->cause ? e->cause : CAUSE_OUT_OF_MEMORY);
            break;
        }
        e->cursor++;
        if (s->watch != NO_WATCH && e->watched[s->watch].violator != STORE_NONE)
            s->is_stopped = true;
        if (e->batch.count >= SOME_SUCCESSORS)
            break;
    }
    route(e);
    if (s->is_lost)
        note_trouble(s, CAUSE_OUT_OF_MEMORY);
}

static void fill_report(struct explicit_engine *e, bool is_done)
{
    struct rank_search *s = e->ranks;
    struct rank_report *r = &s->own;
    r->round = s->round;
    r->is_done = is_done;
    r->sent = s->sent;
    r->received = s->received;
    r->states = e->store.count;
    r->waiting = e->layer_end - e->cursor;
    r->fired = e->rules.fired;
    r->initial = e->initial_count;
    r->bytes = e->bulk.used;
    r->bytes_peak = e->bulk.peak;
    r->store_bytes = store_bytes(&e->store) + (size_t)e->store.count * PARENT_BYTES;
    r->packed_bytes = store_bytes_uncompressed(&e->store);
    r->dead_end = e->dead_end;
    if (s->is_lost)
        r->cause = CAUSE_OUT_OF_MEMORY;
}

static void report(struct explicit_engine *e, bool is_done)
{
    struct rank_search *s = e->ranks;
    fill_report(e, is_done);
    s->next_report = clock_now() + REPORT_SECONDS;
    if (is_done) {
        s->reported_round = s->round;
        s->reported_received = s->received;
    }
    if (s->to->rank == 0) {
        s->reports[0] = s->own;
        return;
    }
    ARRAY(uint64_t) words = {0};
    array_reserve(e->mem, &words, RANK_REPORT_WORDS + e->watch_count);
    memcpy(words.at, &s->own, sizeof s->own);
    words.count = RANK_REPORT_WORDS;
    for (size_t i = 0; i < e->watch_count; i++)
        if (e->watched[i].violator != STORE_NONE)
            words.at[words.count++] = (uint64_t)i << 32 | e->watched[i].violator;
    rank_send_words(s, 0, RANK_REPORT, words.at, words.count);
    array_free(e->mem, &words);
}

bool rank_work(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    if (!s->is_active)
        return false;
    if (!s->is_stopped && e->cursor < e->layer_end) {
        look_at_some(e);
        if (clock_now() >= s->next_report)
            report(e, false);
        return true;
    }
    if (s->reported_round == s->round && s->reported_received == s->received)
        return false;
    for (uint32_t to = 0; to < s->to->count; to++)
        send_out(s, to);
    report(e, true);
    return true;
}

void rank_begin_round(struct explicit_engine *e, uint64_t round, uint64_t depth, uint32_t watch)
{
    struct rank_search *s = e->ranks;
    if (depth > e->depth)
        rank_advance(e, depth);
    s->round = round;
    s->watch = watch;
    s->is_active = true;
    s->is_stopped = false;
    s->own.cause = CAUSE_NONE;
    e->batch.flush = flush_within;
    e->batch.context = e;
}

// All ranks look at all initial states, and each keeps its own.
void rank_find_initial(struct explicit_engine *e, uint64_t round)
{
    rank_begin_round(e, round, 0, NO_WATCH);
    e->cause = CAUSE_NONE;
    if (!e->started && !search_find_initial(e))
        note_trouble(e->ranks, e->cause ? e->cause : CAUSE_OUT_OF_MEMORY);
    else if (!e->started) {
        e->started = true;
        e->initial_count = e->store.count;
        rank_advance(e, 0);
    }
    e->ranks->is_stopped = true; // none is looked at now
}

bool rank_is_told_to_stop(struct explicit_engine *e)
{
    rank_drain(e->ranks->all);
    return e->ranks->is_stopped;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void open_buffers(struct rank_search *s)
{
    struct mem *mem = s->engine->mem;
    s->out = mem_zalloc(mem, s->to->count * sizeof *s->out);
    for (uint32_t i = 0; i < s->to->count; i++) {
        array_reserve(mem, &s->out[i].words, 2 + (BATCH_WORDS > s->stride ? BATCH_WORDS : s->stride));
        s->out[i].words.count = 2;
    }
    array_reserve(mem, &s->roots, GROUP);
    s->recent_count = 1;
    size_t limit = s->engine->options.memory_limit / 16;
    limit = limit > 0 && limit < RECENT_BYTES ? limit : RECENT_BYTES;
    while (2 * s->recent_count * s->stride * sizeof *s->recent <= limit)
        s->recent_count *= 2;
    s->recent = mem_zalloc(mem, s->recent_count * s->stride * sizeof *s->recent);
}

void rank_search_open(struct explicit_engine *e)
{
    struct rank_engines *all = e->options.ranks;
    if (!all)
        return;
    struct rank_search *s = mem_zalloc(e->mem, sizeof *s);
    *s = (struct rank_search){.engine = e, .all = all, .to = all->to, .dead_end = {RANK_NONE, 0}, .watch = NO_WATCH};
    e->ranks = s;
    s->id = (uint32_t)all->at.count;
    s->stride = e->layout.words + 1;
    array_push(all->mem, &all->at, e);
    e->has_store &= mem_region_open(&e->bulk, &s->parents, (size_t)UINT32_MAX * PARENT_BYTES);
    open_buffers(s);
    s->reports = mem_zalloc(e->mem, s->to->count * sizeof *s->reports);
    s->violators = mem_alloc(e->mem, (e->watch_count + 1) * sizeof *s->violators);
    s->is_final = mem_zalloc(e->mem, (e->watch_count + 1) * sizeof *s->is_final);
    for (size_t i = 0; i <= e->watch_count; i++)
        s->violators[i] = (struct rank_place){RANK_NONE, 0};
}

void rank_search_close(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    if (!s)
        return;
    for (uint32_t i = 0; i < s->to->count; i++)
        array_free(e->mem, &s->out[i].words);
    mem_free(e->mem, s->out, s->to->count * sizeof *s->out);
    mem_free(e->mem, s->recent, s->recent_count * s->stride * sizeof *s->recent);
    mem_free(e->mem, s->reports, s->to->count * sizeof *s->reports);
    mem_free(e->mem, s->violators, (e->watch_count + 1) * sizeof *s->violators);
    mem_free(e->mem, s->is_final, (e->watch_count + 1) * sizeof *s->is_final);
    array_free(e->mem, &s->roots);
    array_free(e->mem, &s->layer_ends);
    array_free(e->mem, &s->all_layer_ends);
    mem_region_close(&e->bulk, &s->parents);
    mem_free(e->mem, s, sizeof *s);
    e->ranks = NULL;
}
