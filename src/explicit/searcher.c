#include "explicit/searcher.h"

#include <string.h>

static void stop_round(struct parallel_search *p)
{
    __atomic_store_n(&p->is_stopped, true, __ATOMIC_RELAXED);
}

static bool is_stopped(const struct parallel_search *p)
{
    return __atomic_load_n(&p->is_stopped, __ATOMIC_RELAXED);
}

// ---- Looking up -----------------------------------------------------------------------------------------------------

// Each thread has asked for room at most once for what it adds now.
static bool has_room(struct searcher *s)
{
    struct parallel_search *p = s->search;
    size_t at_once = p->count * SEARCHER_GROUP;
    s->lacks_parts = !store_has_room_below(&s->engine->store, at_once);
    s->lacks_fresh = !word_set_has_room(&p->fresh, at_once) ||
                     __atomic_load_n(&p->fresh.count, __ATOMIC_RELAXED) + at_once > p->sequence_count;
    if (!s->lacks_parts && !s->lacks_fresh)
        return true;
    stop_round(p);
    return false;
}

// Whether this is the first time that it is found, as far as is known by now.
static bool is_least(uint64_t *least, uint64_t sequence)
{
    uint64_t seen = __atomic_load_n(least, __ATOMIC_RELAXED);
    while (sequence < seen)
        if (__atomic_compare_exchange_n(least, &seen, sequence, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
    return false;
}

static void note_root(struct searcher *s, uint64_t root, uint64_t sequence)
{
    struct parallel_search *p = s->search;
    if (store_has_root(&s->engine->store, root))
        return;
    uint32_t fresh = word_set_add_shared(&p->fresh, root, &s->spare);
    if (is_least(&p->sequences[fresh], sequence))
        array_push(&s->mem, &s->candidates, ((struct candidate){sequence, fresh}));
}

static uint64_t next_sequence(struct searcher *s, uint32_t parent)
{
    if (parent != s->last_parent)
        s->successor = 0;
    s->last_parent = parent;
    return (uint64_t)(parent - s->search->begin) << 32 | s->successor++;
}

static void note_some(struct searcher *s, size_t begin, size_t end)
{
    struct store *store = &s->engine->store;
    uint64_t roots[SEARCHER_GROUP], sequences[SEARCHER_GROUP];
    const uint64_t *states[SEARCHER_GROUP];
    size_t count = 0;
    for (size_t i = begin; i < end; i++) {
        uint64_t *state = s->batch.words.at + i * store->words;
        if (s->canonical)
            canonical_represent(s->canonical, state);
        uint64_t sequence = next_sequence(s, s->batch.parents.at[i]);
        if (recent_note(&s->recent, state, &s->mem)) // with a smaller sequence, if it was in this round
            continue;
        store_touch(store, state);
        states[count] = state;
        sequences[count++] = sequence;
    }
    for (size_t i = 0; i < count; i++) {
        roots[i] = store_root_shared(store, &s->scratch, states[i]);
        store_prefetch(store, roots[i]);
    }
    for (size_t i = 0; i < count; i++)
        store_prefetch_state(store, roots[i]);
    for (size_t i = 0; i < count; i++)
        note_root(s, roots[i], sequences[i]);
}

static bool flush(struct searcher *s)
{
    size_t count = s->batch.count, i = 0;
    for (; i < count && has_room(s); i += SEARCHER_GROUP)
        note_some(s, i, i + SEARCHER_GROUP < count ? i + SEARCHER_GROUP : count);
    if (i < count && s->batch.parents.at[i] < s->failed)
        s->failed = s->batch.parents.at[i];
    s->batch.count = 0;
    return i >= count;
}

// In the middle of a state that has very many successors.
static bool flush_within(void *context)
{
    struct searcher *s = context;
    if (s->is_first && explicit_should_stop(s->engine))
        stop_round(s->search);
    return flush(s) && !is_stopped(s->search);
}

// ---- States ---------------------------------------------------------------------------------------------------------

static void note_violations(struct searcher *s, uint32_t state)
{
    for (size_t i = 0; i < s->rules.watch_count; i++)
        if (s->rules.violated[i] && s->violators[i] == STORE_NONE)
            s->violators[i] = state;
}

static bool look_at(struct searcher *s, uint32_t state)
{
    struct parallel_search *p = s->search;
    uint64_t fired = s->rules.fired;
    store_read_shared(&s->engine->store, &s->scratch, state, s->state);
    if (s->canonical && s->rules.compiled)
        s->rules.has_twins = canonical_twins(s->canonical, s->state, s->twin_first, s->twins_before);
    if (!rules_apply(&s->rules, s->state, state, &s->batch)) {
        bool is_beyond =
            (s->guide.gave_up && !s->guide.was_ended) || (s->steps && s->steps->is_beyond(s->steps->context));
        s->failed = state < s->failed ? state : s->failed;
        s->cause = is_beyond ? CAUSE_TOO_MANY_VALUES : CAUSE_NONE;
        return false;
    }
    p->fired.at[state - p->begin] = (uint32_t)(s->rules.fired - fired);
    if (s->rules.fired == fired && s->dead_end == STORE_NONE)
        s->dead_end = state;
    if (s->rules.any_violated)
        note_violations(s, state);
    return true;
}

// False if it was not all looked at: then `failed` says where it ends. Successors of what lies before it are noted.
static bool take_chunk(struct searcher *s, uint32_t number)
{
    struct parallel_search *p = s->search;
    struct chunk *chunk = &p->chunks.at[number];
    uint32_t state = p->begin + number * p->size, left = p->end - state,
             end = state + (left < p->size ? left : p->size);
    bool good = true;
    *chunk = (struct chunk){.searcher = (uint32_t)(s - p->searchers), .begin = s->candidates.count};
    s->last_parent = STORE_NONE;
    while (state < end && good)
        good = look_at(s, state++);
    while (s->batch.count && s->batch.parents.at[s->batch.count - 1] >= s->failed)
        s->batch.count--;
    good &= flush(s);
    chunk->end = s->candidates.count;
    return good;
}

void searcher_run(struct searcher *s)
{
    struct parallel_search *p = s->search;
    uint32_t count = (uint32_t)p->chunks.count;
    while (!is_stopped(p)) {
        uint32_t number = __atomic_fetch_add(&p->next, 1, __ATOMIC_RELAXED);
        if (number >= count)
            break;
        if (!take_chunk(s, number) || (s->is_first && explicit_should_stop(s->engine)))
            stop_round(p);
    }
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void end_process(struct mem *mem)
{
    mem_exhausted(mem->exhausted_context);
}

static bool is_over(void *context)
{
    struct searcher *s = context;
    if (s->is_first && explicit_should_stop(s->engine))
        stop_round(s->search);
    return is_stopped(s->search);
}

static size_t permutation_bytes(const struct searcher *s)
{
    return ((size_t)s->engine->options.symmetry->element_count + 1) * sizeof(uint32_t);
}

static void open_canonical(struct searcher *s)
{
    const struct explicit_engine *e = s->engine;
    size_t bytes = (e->layout.cells + 1) * sizeof(struct packed_cell);
    struct packed_cell *cells = mem_zalloc(&s->mem, bytes);
    layout_describe(&e->layout, cells);
    s->canonical = canonical_new(e->options.symmetry, cells, e->layout.words, &s->mem);
    mem_free(&s->mem, cells, bytes);
    s->twin_first = mem_zalloc(&s->mem, permutation_bytes(s));
    s->twins_before = mem_zalloc(&s->mem, permutation_bytes(s));
    s->rules.twins = (struct twins){s->twin_first, s->twins_before};
}

// The first one uses the steps of the engine, which learn from time to time how to do it faster.
static bool open_steps(struct searcher *s)
{
    const struct explicit_engine *e = s->engine;
    const struct explicit_steps *of = e->options.steps;
    if (!of || s->is_first) {
        s->steps = of;
        return true;
    }
    s->steps = of->copy ? of->copy(of->context, &s->mem) : NULL;
    return s->steps && s->steps->open(s->steps->context, &e->layout, e->canonical ? e->options.symmetry : NULL);
}

bool searcher_open(struct searcher *s, struct parallel_search *p, bool is_first)
{
    struct explicit_engine *e = p->engine;
    *s = (struct searcher){.search = p, .engine = e, .is_first = is_first, .spare = WORD_NONE};
    s->mem = (struct mem){.exhausted = end_process, .exhausted_context = e->mem};
    s->evaluator = evaluator_new(e->model, &s->mem);
    s->guide = (struct eval_guide){.tries = e->guide.tries, .is_over = is_over, .context = s};
    evaluator_guide(s->evaluator, &s->guide);
    bool good = open_steps(s);
    rules_copy(&s->rules, &e->rules, s->steps, s->evaluator, &s->mem);
    s->rules.is_over = is_over;
    s->rules.context = s;
    if (e->canonical)
        open_canonical(s);
    for (size_t i = 0; i < e->watch_count && good; i++)
        if (e->watched[i].violator != STORE_NONE && e->watched[i].rule != NO_WATCH)
            rules_drop_watch(&s->rules, e->watched[i].rule);
    s->state = mem_zalloc(&s->mem, e->layout.words * sizeof *s->state);
    s->violators = mem_zalloc(&s->mem, (s->rules.watch_count + 1) * sizeof *s->violators);
    recent_open(&s->recent, e->layout.words);
    s->batch = (struct batch){.mem = &s->mem, .width = e->layout.words, .flush = flush_within, .context = s};
    return store_scratch_open(&s->scratch, &e->store, &s->mem) && good;
}

void searcher_close(struct searcher *s)
{
    struct explicit_engine *e = s->engine;
    if (!e)
        return;
    store_scratch_close(&s->scratch, &e->store, &s->mem);
    recent_close(&s->recent, &s->mem);
    batch_free(&s->batch);
    array_free(&s->mem, &s->candidates);
    mem_free(&s->mem, s->violators, (s->rules.watch_count + 1) * sizeof *s->violators);
    mem_free(&s->mem, s->state, e->layout.words * sizeof *s->state);
    if (s->canonical) {
        mem_free(&s->mem, s->twin_first, permutation_bytes(s));
        mem_free(&s->mem, s->twins_before, permutation_bytes(s));
        canonical_free(s->canonical);
    }
    rules_close_copy(&s->rules);
    if (s->steps && !s->is_first)
        s->steps->free_copy(s->steps->context);
    evaluator_free(s->evaluator);
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

void searcher_begin(struct searcher *s)
{
    store_begin_shared(&s->engine->store, &s->scratch);
    s->spare = WORD_NONE;
    s->batch.count = 0;
    s->candidates.count = 0;
    s->dead_end = s->failed = STORE_NONE;
    s->cause = CAUSE_NONE;
    s->lacks_parts = s->lacks_fresh = false;
    for (size_t i = 0; i < s->rules.watch_count; i++)
        s->violators[i] = STORE_NONE;
    if (s->steps && s->steps->rest)
        s->steps->rest(s->steps->context);
    if (s->canonical)
        canonical_use(s->canonical, steps_canonical(s->steps));
}

void searcher_end(struct searcher *s)
{
    store_end_shared(&s->engine->store, &s->scratch);
}
