// A search in a file: numbers, watches, states, each behind the one that it was found from, and in a family, whose they
// are. States before the cursor have all their successors among them; what was begun behind it is done anew.
//
// All is as it lies in memory: a file is for the machine that wrote it. The reader believes nothing that the engine
// would use as an index.
#include <string.h>

#include "explicit/rank_search.h"
#include "explicit/saved_states.h"

bool explicit_has_search(const struct explicit_engine *e)
{
    return e->is_made && e->has_store && !e->options.compacts && e->started &&
           (!e->members || e->member_of.count == e->store.count) && (!e->ranks || rank_has_search(e));
}

static bool save_states(const struct explicit_engine *e, struct stream *file)
{
    const struct store *s = &e->store;
    size_t bytes = s->words * sizeof(uint64_t);
    uint64_t *state = mem_alloc(e->mem, bytes);
    bool good = true;
    for (uint32_t i = 0; i < s->count && good; i++) {
        uint32_t parent = store_parent(s, i);
        store_read(s, i, state);
        good = stream_write(file, &parent, sizeof parent) && stream_write(file, state, bytes);
    }
    mem_free(e->mem, state, bytes);
    return good;
}

bool explicit_save(const struct explicit_engine *e, struct stream *file)
{
    if (e->ranks)
        return rank_save(e, file);
    const struct store *s = &e->store;
    struct saved_head head = {.words = s->words,
                              .count = s->count,
                              .cursor = e->settled,
                              .layer_end = e->layer_end,
                              .depth = e->depth,
                              .initial_count = e->initial_count,
                              .fired = e->settled_fired,
                              .watches = e->watch_count,
                              .dead_end = e->dead_end,
                              .is_started = e->started,
                              .is_complete = e->complete};
    bool good = stream_write(file, &head, sizeof head);
    for (size_t i = 0; i < e->watch_count && good; i++)
        good = stream_write(file, &e->watched[i].violator, sizeof e->watched[i].violator);
    return good && save_states(e, file) &&
           (!e->members || stream_write(file, e->member_of.at, (size_t)s->count * sizeof *e->member_of.at));
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static bool is_state_or_none(uint64_t number, uint64_t count)
{
    return number < count || number == STORE_NONE;
}

bool saved_head_is_sound(const struct explicit_engine *e, const struct saved_head *h)
{
    return h->words == e->store.words && h->count < STORE_NONE && h->cursor <= h->layer_end &&
           h->layer_end <= h->count && h->initial_count <= h->count && h->watches == e->watch_count &&
           is_state_or_none(h->dead_end, h->count) && h->is_started == 1 && h->is_complete <= 1 &&
           (!h->is_complete || (h->cursor == h->count && h->layer_end == h->count));
}

void saved_state_bits(const struct explicit_engine *e, uint64_t *used)
{
    for (size_t i = 0; i < e->layout.cells; i++) {
        const struct field *f = &e->layout.fields[i];
        if (!f->is_input)
            used[f->word] |= f->mask << f->shift;
    }
}

bool saved_state_is_sound(const struct explicit_engine *e, const uint64_t *state, const uint64_t *used)
{
    for (size_t i = 0; i < e->layout.words; i++)
        if (state[i] & ~used[i])
            return false;
    for (size_t i = 0; i < e->layout.cells; i++) {
        const struct field *f = &e->layout.fields[i];
        if (!f->is_input && field_read(f, state) > f->largest)
            return false;
    }
    return true;
}

// Initial states come first, and only these have no parent.
static enum cause_code read_states(struct explicit_engine *e, struct stream *file, const struct saved_head *h)
{
    struct store *s = &e->store;
    size_t bytes = s->words * sizeof(uint64_t);
    uint64_t *used = mem_zalloc(e->mem, bytes), *state = mem_zalloc(e->mem, bytes);
    enum cause_code code = CAUSE_NONE;
    saved_state_bits(e, used);
    for (uint32_t i = 0; i < h->count && !code; i++) {
        uint32_t parent;
        if (!stream_read(file, &parent, sizeof parent) || !stream_read(file, state, bytes) ||
            !saved_state_is_sound(e, state, used) || !(i < h->initial_count ? parent == STORE_NONE : parent < i)) {
            code = CAUSE_MISFIT_OF_STATES;
            break;
        }
        uint32_t number = store_add(s, state, parent);
        code = number == STORE_NONE ? CAUSE_OUT_OF_MEMORY : number != i ? CAUSE_MISFIT_OF_STATES : CAUSE_NONE;
    }
    mem_free(e->mem, used, bytes);
    mem_free(e->mem, state, bytes);
    return code;
}

// A step does not leave the member.
static bool are_sound_members(const struct explicit_engine *e)
{
    for (uint32_t i = 0; i < e->member_of.count; i++) {
        uint32_t parent = store_parent(&e->store, i);
        if (e->member_of.at[i] >= e->options.member_count ||
            (parent != STORE_NONE && e->member_of.at[i] != e->member_of.at[parent]))
            return false;
    }
    return true;
}

static bool read_members(struct explicit_engine *e, struct stream *file)
{
    size_t count = e->store.count;
    if (!e->members)
        return true;
    if (!array_try_reserve(&e->bulk, &e->member_of, count) ||
        !stream_read(file, e->member_of.at, count * sizeof *e->member_of.at))
        return false;
    e->member_of.count = count;
    return true;
}

static bool read_watches(struct explicit_engine *e, struct stream *file, uint64_t count)
{
    for (size_t i = 0; i < e->watch_count; i++) {
        uint32_t violator;
        if (!stream_read(file, &violator, sizeof violator) || !is_state_or_none(violator, count))
            return false;
        e->watched[i].violator = violator;
    }
    return true;
}

static void take_head(struct explicit_engine *e, const struct saved_head *h)
{
    e->cursor = e->settled = e->layer_begin = (uint32_t)h->cursor;
    e->layer_end = (uint32_t)h->layer_end;
    e->depth = h->depth;
    e->initial_count = (uint32_t)h->initial_count;
    e->rules.fired = e->settled_fired = h->fired;
    e->dead_end = (uint32_t)h->dead_end;
    e->started = true;
    e->complete = h->is_complete;
    for (size_t i = 0; i < e->watch_count; i++)
        if (e->watched[i].violator != STORE_NONE && e->watched[i].rule != NO_WATCH)
            rules_drop_watch(e->members ? &e->members[e->watched[i].member].rules : &e->rules, e->watched[i].rule);
}

enum cause_code explicit_load(struct explicit_engine *e, struct stream *file)
{
    const enum cause_code misfit = CAUSE_MISFIT_OF_STATES;
    struct saved_head head;
    if (!explicit_make(e) || !e->has_store || e->started)
        return CAUSE_OUT_OF_MEMORY;
    if (!stream_read(file, &head, sizeof head) || !saved_head_is_sound(e, &head))
        return misfit;
    if (e->ranks)
        return rank_load(e, file, &head);
    enum cause_code code = read_watches(e, file, head.count) ? CAUSE_NONE : misfit;
    if (!code)
        code = read_states(e, file, &head);
    if (!code && (!read_members(e, file) || !are_sound_members(e)))
        code = misfit;
    if (!code) {
        take_head(e, &head);
        return CAUSE_NONE;
    }
    store_clear(&e->store);
    recent_clear(&e->recent);
    e->member_of.count = 0;
    for (size_t i = 0; i < e->watch_count; i++)
        e->watched[i].violator = STORE_NONE;
    return code;
}
