// The search of all ranks in one file, which rank 0 writes and reads: the same as that of one process (saved_states.c),
// so that it does not matter how many there were. States are numbered layer by layer, and within a layer rank by rank;
// in the layer that is being looked at, those come first that are done.
//
// Who reads finds layers by their predecessors, which are all in the layer before: so that rank 0 has to know places of
// two layers only.
#include "explicit/saved_states.h"

#include <string.h>

#include "explicit/rank_search.h"

#define STATES_PER_REPLY 1024

// ---- Numbers in the file --------------------------------------------------------------------------------------------

// States lie in segments, each from one rank after the other: a layer is one, but for the last that was begun, which is
// two: what was looked at, and the rest.
struct segments {
    const struct rank_search *search;
    size_t count;
    uint64_t *ends; // by segment and rank: how many states the rank has up to there
};

static uint64_t end_in(const struct segments *g, size_t segment, uint32_t rank)
{
    return g->ends[segment * g->search->to->count + rank];
}

static uint64_t begin_in(const struct segments *g, size_t segment, uint32_t rank)
{
    return segment ? end_in(g, segment - 1, rank) : 0;
}

static uint64_t end_in_file(const struct segments *g, size_t segment)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < g->search->to->count; i++)
        sum += end_in(g, segment, i);
    return sum;
}

// What to add to a number of the rank in the segment, modulo 2^64.
static uint64_t base_of(const struct segments *g, size_t segment, uint32_t rank)
{
    uint64_t sum = segment ? end_in_file(g, segment - 1) : 0;
    for (uint32_t i = 0; i < rank; i++)
        sum += end_in(g, segment, i) - begin_in(g, segment, i);
    return sum - begin_in(g, segment, rank);
}

static uint32_t number_of(const struct segments *g, struct rank_place place)
{
    size_t segment = 0;
    if (place.rank == RANK_NONE)
        return STORE_NONE;
    while (end_in(g, segment, place.rank) <= place.number)
        segment++;
    return (uint32_t)(base_of(g, segment, place.rank) + place.number);
}

// Where the predecessors of its states are: those of both parts of the last layer are in the one before, and what was
// found from there was found from its first part.
static size_t segment_before(const struct segments *g, size_t segment)
{
    size_t back = segment + 2 >= g->count ? 2 : 1;
    return segment < back ? 0 : segment - back; // initial states have none
}

static void find_segments(struct segments *g, const struct explicit_engine *e)
{
    const struct rank_search *s = e->ranks;
    uint32_t ranks = s->to->count;
    size_t depth = e->depth;
    *g = (struct segments){.search = s, .count = depth + 3};
    g->ends = mem_alloc(e->mem, g->count * ranks * sizeof *g->ends);
    for (size_t i = 0; i < (depth + 1) * ranks; i++)
        g->ends[i] = s->all_layer_ends.at[i];
    for (uint32_t i = 0; i < ranks; i++) {
        uint64_t end = s->all_layer_ends.at[depth * ranks + i];
        g->ends[depth * ranks + i] = end - s->reports[i].waiting;
        g->ends[(depth + 1) * ranks + i] = end;
        g->ends[(depth + 2) * ranks + i] = s->reports[i].states;
    }
}

// ---- Writing --------------------------------------------------------------------------------------------------------

struct writing {
    struct rank_search *search;
    struct stream *file;
    uint64_t *parent_base; // by rank: add the number of a predecessor to get that in the file
    bool good;
};

static void write_state(struct writing *w, struct rank_place parent, const uint64_t *state)
{
    uint32_t number = parent.rank == RANK_NONE ? STORE_NONE : (uint32_t)(w->parent_base[parent.rank] + parent.number);
    w->good = w->good && stream_write(w->file, &number, sizeof number) &&
              stream_write(w->file, state, (w->search->stride - 1) * sizeof *state);
}

static void take_range(void *context, uint32_t from, const uint64_t *words, size_t count)
{
    struct writing *w = context;
    (void)from;
    w->good &= count > 0;
    for (size_t i = 0; i + w->search->stride <= count; i += w->search->stride)
        write_state(w, (struct rank_place){(uint32_t)(words[i] >> 32), (uint32_t)words[i]}, words + i + 1);
}

static void write_own(struct writing *w, uint64_t begin, uint64_t end)
{
    struct explicit_engine *e = w->search->engine;
    size_t bytes = e->layout.words * sizeof(uint64_t);
    uint64_t *state = mem_alloc(e->mem, bytes);
    for (uint64_t i = begin; i < end && w->good; i++) {
        store_read(&e->store, (uint32_t)i, state);
        write_state(w, rank_parent(w->search, (uint32_t)i), state);
    }
    mem_free(e->mem, state, bytes);
}

static void write_segment(struct writing *w, const struct segments *g, size_t segment)
{
    struct rank_search *s = w->search;
    for (uint32_t rank = 0; rank < s->to->count; rank++)
        w->parent_base[rank] = base_of(g, segment_before(g, segment), rank);
    for (uint32_t rank = 0; rank < s->to->count; rank++) {
        uint64_t end = end_in(g, segment, rank);
        for (uint64_t i = begin_in(g, segment, rank); i < end && w->good; i += STATES_PER_REPLY) {
            uint64_t range[] = {i, end - i < STATES_PER_REPLY ? end : i + STATES_PER_REPLY};
            if (rank == 0)
                write_own(w, range[0], range[1]);
            else
                w->good = rank_ask(s, rank, RANK_RANGE, range, 2) && w->good;
        }
    }
}

bool rank_has_search(const struct explicit_engine *e)
{
    return e->ranks->all_layer_ends.count > 0 && !e->ranks->all->is_broken;
}

static bool write_head(const struct explicit_engine *e, const struct segments *g, struct stream *file)
{
    const struct rank_search *s = e->ranks;
    struct rank_report all = rank_totals(e);
    struct saved_head head = {.words = e->layout.words,
                              .count = all.states,
                              .cursor = end_in_file(g, e->depth),
                              .layer_end = end_in_file(g, e->depth + 1),
                              .depth = e->depth,
                              .initial_count = all.initial,
                              .fired = all.fired,
                              .watches = e->watch_count,
                              .dead_end = number_of(g, s->dead_end),
                              .is_started = true,
                              .is_complete = e->complete};
    bool good = all.states < STORE_NONE && stream_write(file, &head, sizeof head);
    for (size_t i = 0; i < e->watch_count && good; i++) {
        uint32_t violator = number_of(g, s->violators[i]);
        good = stream_write(file, &violator, sizeof violator);
    }
    return good;
}

bool rank_save(const struct explicit_engine *e, struct stream *file)
{
    struct rank_search *s = e->ranks;
    struct segments g;
    size_t bytes = s->to->count * sizeof(uint64_t);
    find_segments(&g, e);
    struct writing w = {.search = s, .file = file, .good = write_head(e, &g, file)};
    w.parent_base = mem_zalloc(e->mem, bytes);
    s->take_reply = take_range;
    s->context = &w;
    for (size_t i = 0; i < g.count && w.good; i++)
        write_segment(&w, &g, i);
    mem_free(e->mem, w.parent_base, bytes);
    mem_free(e->mem, g.ends, g.count * bytes);
    return w.good;
}

// ---- Reading: each rank ---------------------------------------------------------------------------------------------

void rank_clear(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    store_clear(&e->store);
    memset(s->recent, 0, s->recent_count * s->stride * sizeof *s->recent);
    s->layer_ends.count = 0;
    e->cursor = e->layer_end = e->initial_count = 0;
    e->started = false;
}

// States of one rank with their predecessors. Each is new.
bool rank_put(struct explicit_engine *e, const uint64_t *words, size_t count)
{
    struct rank_search *s = e->ranks;
    for (size_t i = 0; i + s->stride <= count; i += s->stride) {
        uint32_t expected = e->store.count;
        uint64_t parent = words[i + s->stride - 1];
        struct rank_place place = {(uint32_t)(parent >> 32), (uint32_t)parent};
        if (rank_store(s, words + i, place) != expected)
            return false;
    }
    return true;
}

// Where a rank goes on: cursor, steps made, depth, then the ends of its layers.
bool rank_set_place(struct explicit_engine *e, const uint64_t *words, size_t count)
{
    struct rank_search *s = e->ranks;
    e->cursor = (uint32_t)words[0];
    e->rules.fired = words[1];
    e->depth = words[2];
    s->layer_ends.count = 0;
    for (size_t i = 3; i < count; i++)
        array_push(e->mem, &s->layer_ends, (uint32_t)words[i]);
    e->initial_count = s->layer_ends.at[0];
    e->layer_end = s->layer_ends.at[e->depth];
    s->layer_ends.count = e->depth + 1;
    e->started = true;
    return true;
}

// ---- Reading: rank 0 ------------------------------------------------------------------------------------------------

struct reading {
    struct explicit_engine *engine;
    struct rank_search *search;
    const struct saved_head *head;
    uint32_t *counts;                         // by rank: states so far
    uint32_t *cursors;                        // likewise: of them, those before the cursor
    uint64_t before, begin;                   // the first states of the layer before and of this one
    ARRAY(struct rank_place) previous, layer; // of both
    uint32_t *violators;                      // by watch: as the file has them
    bool is_misfit, is_full;
};

static void take_success(void *context, uint32_t from, const uint64_t *words, size_t count)
{
    struct reading *r = context;
    (void)from;
    r->is_full |= count != 1 || !words[0];
}

static void send_some(struct reading *r, uint32_t rank)
{
    struct rank_search *s = r->search;
    struct rank_buffer *out = &s->out[rank];
    if (out->words.count == 2)
        return;
    if (rank == 0)
        r->is_full |= !rank_put(r->engine, out->words.at + 2, out->words.count - 2);
    else
        r->is_full |= !rank_ask(s, rank, RANK_PUT, out->words.at + 2, out->words.count - 2);
    out->words.count = 2;
}

static void put_state(struct reading *r, uint32_t rank, const uint64_t *state, struct rank_place parent)
{
    struct rank_buffer *out = &r->search->out[rank];
    size_t stride = r->search->stride;
    memcpy(out->words.at + out->words.count, state, (stride - 1) * sizeof *state);
    out->words.at[out->words.count + stride - 1] = (uint64_t)parent.rank << 32 | parent.number;
    out->words.count += stride;
    if (out->words.count + stride > out->words.capacity)
        send_some(r, rank);
}

static void end_layer(struct reading *r)
{
    struct rank_search *s = r->search;
    for (uint32_t i = 0; i < s->to->count; i++)
        array_push(r->engine->mem, &s->all_layer_ends, r->counts[i]);
}

static void begin_layer(struct reading *r, uint64_t number)
{
    end_layer(r);
    array_free(r->engine->mem, &r->previous);
    memcpy(&r->previous, &r->layer, sizeof r->previous);
    memset(&r->layer, 0, sizeof r->layer);
    r->before = r->begin;
    r->begin = number;
}

static struct rank_place find_parent(struct reading *r, uint64_t number, uint32_t parent)
{
    struct rank_place none = {RANK_NONE, 0};
    if (number < r->head->initial_count) {
        r->is_misfit |= parent != STORE_NONE;
        return none;
    }
    if (parent >= r->begin && parent < number)
        begin_layer(r, number);
    if (parent < r->before || parent >= r->begin || parent - r->before >= r->previous.count) {
        r->is_misfit = true;
        return none;
    }
    return r->previous.at[parent - r->before];
}

static void note_place(struct reading *r, uint64_t number, struct rank_place place)
{
    struct explicit_engine *e = r->engine;
    for (size_t i = 0; i < e->watch_count; i++)
        if (r->violators[i] == number)
            r->search->violators[i] = place;
    if (r->head->dead_end == number)
        r->search->dead_end = place;
    array_push(e->mem, &r->layer, place);
}

static void read_states(struct reading *r, struct stream *file)
{
    struct explicit_engine *e = r->engine;
    size_t bytes = e->layout.words * sizeof(uint64_t);
    uint64_t *used = mem_zalloc(e->mem, bytes), *state = mem_zalloc(e->mem, bytes);
    saved_state_bits(e, used);
    for (uint64_t i = 0; i < r->head->count && !r->is_misfit && !r->is_full; i++) {
        uint32_t parent;
        if (i == r->head->cursor)
            memcpy(r->cursors, r->counts, r->search->to->count * sizeof *r->counts);
        if (!stream_read(file, &parent, sizeof parent) || !stream_read(file, state, bytes) ||
            !saved_state_is_sound(e, state, used)) {
            r->is_misfit = true;
            break;
        }
        struct rank_place from = find_parent(r, i, parent);
        uint32_t owner = rank_owner_of(e, state);
        note_place(r, i, (struct rank_place){owner, r->counts[owner]++});
        put_state(r, owner, state, from);
    }
    if (r->head->cursor == r->head->count)
        memcpy(r->cursors, r->counts, r->search->to->count * sizeof *r->counts);
    for (uint32_t i = 0; i < r->search->to->count; i++)
        send_some(r, i);
    end_layer(r);
    mem_free(e->mem, used, bytes);
    mem_free(e->mem, state, bytes);
}

static uint64_t states_up_to(const struct rank_search *s, uint64_t depth)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->to->count; i++)
        sum += s->all_layer_ends.at[depth * s->to->count + i];
    return sum;
}

// Layers are those that the head speaks of.
static bool has_layers(const struct reading *r)
{
    const struct rank_search *s = r->search;
    uint64_t depth = r->head->depth, layers = s->all_layer_ends.count / s->to->count;
    return depth < layers && layers <= depth + 2 && states_up_to(s, depth) == r->head->layer_end &&
           r->head->cursor >= (depth ? states_up_to(s, depth - 1) : 0) && states_up_to(s, 0) == r->head->initial_count;
}

static void set_place(struct reading *r, uint32_t rank)
{
    struct rank_search *s = r->search;
    struct mem *mem = r->engine->mem;
    ARRAY(uint64_t) words = {0};
    uint64_t depth = r->head->depth;
    array_push(mem, &words, r->cursors[rank]);
    array_push(mem, &words, rank == 0 ? r->head->fired : 0);
    array_push(mem, &words, depth);
    for (uint64_t d = 0; d <= depth; d++)
        array_push(mem, &words, s->all_layer_ends.at[d * s->to->count + rank]);
    if (rank == 0)
        rank_set_place(r->engine, words.at, words.count);
    else
        r->is_full |= !rank_ask(s, rank, RANK_PLACE, words.at, words.count);
    s->reports[rank] =
        (struct rank_report){.states = r->counts[rank],
                             .waiting = s->all_layer_ends.at[depth * s->to->count + rank] - r->cursors[rank],
                             .fired = words.at[1],
                             .initial = s->all_layer_ends.at[rank],
                             .dead_end = STORE_NONE};
    array_free(mem, &words);
}

static void take_head(struct reading *r)
{
    struct explicit_engine *e = r->engine;
    struct rank_search *s = r->search;
    for (uint32_t i = 0; i < s->to->count; i++)
        set_place(r, i);
    s->all_layer_ends.count = (r->head->depth + 1) * s->to->count;
    s->layer_states = r->head->layer_end;
    e->complete = r->head->is_complete;
    for (size_t i = 0; i < e->watch_count; i++)
        if (s->violators[i].rank != RANK_NONE) {
            search_note_violation(e, &e->watched[i], r->violators[i]);
            s->is_final[i] = true;
        }
}

static void forget(struct reading *r)
{
    struct rank_search *s = r->search;
    s->all_layer_ends.count = 0;
    s->dead_end = (struct rank_place){RANK_NONE, 0};
    for (size_t i = 0; i < r->engine->watch_count; i++)
        s->violators[i] = (struct rank_place){RANK_NONE, 0};
    rank_clear(r->engine);
    rank_ask(s, RANK_NONE, RANK_CLEAR, NULL, 0);
}

enum cause_code rank_load(struct explicit_engine *e, struct stream *file, const struct saved_head *head)
{
    struct rank_search *s = e->ranks;
    struct reading r = {.engine = e, .search = s, .head = head};
    size_t bytes = s->to->count * sizeof *r.counts, watch_bytes = (e->watch_count + 1) * sizeof *r.violators;
    r.counts = mem_zalloc(e->mem, bytes);
    r.cursors = mem_zalloc(e->mem, bytes);
    r.violators = mem_zalloc(e->mem, watch_bytes);
    s->take_reply = take_success;
    s->context = &r;
    for (size_t i = 0; i < e->watch_count && !r.is_misfit; i++)
        r.is_misfit = !stream_read(file, &r.violators[i], sizeof *r.violators) ||
                      (r.violators[i] >= head->count && r.violators[i] != STORE_NONE);
    if (!r.is_misfit && rank_are_open(s))
        read_states(&r, file);
    r.is_misfit |= !r.is_full && !has_layers(&r);
    if (!r.is_misfit && !r.is_full)
        take_head(&r);
    if (r.is_misfit || r.is_full) {
        s->take_reply = NULL;
        forget(&r);
    }
    array_free(e->mem, &r.previous);
    array_free(e->mem, &r.layer);
    mem_free(e->mem, r.counts, bytes);
    mem_free(e->mem, r.cursors, bytes);
    mem_free(e->mem, r.violators, watch_bytes);
    return r.is_misfit ? CAUSE_MISFIT_OF_STATES : r.is_full ? CAUSE_OUT_OF_MEMORY : CAUSE_NONE;
}
