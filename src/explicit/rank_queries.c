// What rank 0 asks of the others besides searching: states for traces, sums over all states. Both sides of it.
#include <gmp.h>
#include <string.h>

#include "explicit/rank_search.h"

// ---- Asking ---------------------------------------------------------------------------------------------------------

static bool is_answered(struct rank_search *s)
{
    return s->replies_due == 0;
}

bool rank_ask(struct rank_search *s, uint32_t rank, enum rank_question question, const uint64_t *words, size_t count)
{
    struct mem *mem = s->engine->mem;
    size_t bytes = (count + 1) * sizeof *words;
    uint64_t *asked = mem_alloc(mem, bytes);
    asked[0] = question;
    if (count)
        memcpy(asked + 1, words, count * sizeof *words);
    if (rank == RANK_NONE) {
        rank_tell_all(s, RANK_ASK, asked, count + 1);
        s->replies_due += s->to->count - 1;
    } else {
        rank_send_words(s, rank, RANK_ASK, asked, count + 1);
        s->replies_due++;
    }
    mem_free(mem, asked, bytes);
    return rank_wait(s, is_answered);
}

// ---- States ---------------------------------------------------------------------------------------------------------

struct wanted_state {
    size_t words;
    uint64_t *state;
    struct rank_place parent;
    bool is_there;
};

static void take_state(void *context, uint32_t from, const uint64_t *words, size_t count)
{
    struct wanted_state *w = context;
    (void)from;
    if (count != w->words + 2)
        return;
    w->parent = (struct rank_place){(uint32_t)words[0], (uint32_t)words[1]};
    memcpy(w->state, words + 2, w->words * sizeof *words);
    w->is_there = true;
}

bool rank_fetch_state(struct explicit_engine *e, struct rank_place place, uint64_t *state, struct rank_place *parent)
{
    struct rank_search *s = e->ranks;
    struct wanted_state wanted = {.words = e->layout.words, .state = state};
    uint64_t number = place.number;
    if (place.rank == 0) {
        store_read(&e->store, place.number, state);
        *parent = rank_parent(s, place.number);
        return true;
    }
    s->take_reply = take_state;
    s->context = &wanted;
    bool good = rank_ask(s, place.rank, RANK_STATE, &number, 1) && wanted.is_there;
    if (!good)
        e->cause = CAUSE_RANK_SILENT;
    *parent = wanted.parent;
    return good;
}

// From the first to the last: they come in the other order.
static bool fill_path(struct explicit_engine *e, struct store *path, const uint64_t *states, size_t count)
{
    uint32_t number = STORE_NONE;
    for (size_t i = count; i-- > 0;) {
        uint32_t next = store_add(path, states + i * e->layout.words, number);
        if (next == STORE_NONE)
            return false;
        number = next;
    }
    return count > 0;
}

static bool open_path(struct explicit_engine *e, struct store *path)
{
    uint8_t *widths = mem_alloc(e->mem, e->layout.words * sizeof *widths);
    layout_widths(&e->layout, widths);
    bool good = store_open(path, e->layout.words, widths, 0, e->mem);
    mem_free(e->mem, widths, e->layout.words * sizeof *widths);
    return good;
}

bool rank_fetch_path(struct explicit_engine *e, struct rank_place place, uint32_t *last)
{
    ARRAY(uint64_t) states = {0};
    size_t words = e->layout.words;
    bool good = true;
    while (place.rank != RANK_NONE && good) {
        struct rank_place parent;
        array_reserve(e->mem, &states, states.count + words);
        good = rank_fetch_state(e, place, states.at + states.count, &parent);
        states.count += words;
        place = parent;
    }
    struct store path = {0};
    good = good && open_path(e, &path) && fill_path(e, &path, states.at, states.count / words);
    array_free(e->mem, &states);
    if (!good) {
        store_close(&path);
        return false;
    }
    *last = path.count - 1;
    e->ranks->held = e->store;
    e->store = path;
    return true;
}

void rank_drop_path(struct explicit_engine *e)
{
    store_close(&e->store);
    e->store = e->ranks->held;
}

// ---- Sums -----------------------------------------------------------------------------------------------------------

struct sum {
    mpz_t total;
    bool is_known;
};

static void take_sum(void *context, uint32_t from, const uint64_t *words, size_t count)
{
    struct sum *sum = context;
    mpz_t part;
    (void)from;
    mpz_init(part);
    sum->is_known &= count > 0 && words[0];
    if (count > 1)
        mpz_import(part, count - 1, -1, sizeof *words, 0, 0, words + 1);
    mpz_add(sum->total, sum->total, part);
    mpz_clear(part);
}

bool rank_count_concrete(struct explicit_engine *e, mpz_t count)
{
    struct sum sum = {.is_known = true};
    mpz_init(sum.total);
    e->ranks->take_reply = take_sum;
    e->ranks->context = &sum;
    bool good = rank_ask(e->ranks, RANK_NONE, RANK_CONCRETE, NULL, 0) && !e->cause && sum.is_known &&
                quotient_count_here(e, count);
    if (good)
        mpz_add(count, count, sum.total);
    else if (!e->cause)
        e->cause = CAUSE_RANK_SILENT;
    mpz_clear(sum.total);
    return good;
}

static void take_truth(void *context, uint32_t from, const uint64_t *words, size_t count)
{
    bool *all = context;
    (void)from;
    *all &= count == 1 && words[0];
}

bool rank_variant_holds(struct explicit_engine *e, size_t property, size_t vacuity)
{
    uint64_t words[] = {property, vacuity};
    bool all = true;
    e->ranks->take_reply = take_truth;
    e->ranks->context = &all;
    return explicit_variant_holds_here(e, property, vacuity) && rank_ask(e->ranks, RANK_NONE, RANK_VARIANT, words, 2) &&
           all;
}

// ---- Answering ------------------------------------------------------------------------------------------------------

typedef ARRAY(uint64_t) word_array;

static void put_state(struct explicit_engine *e, uint32_t number, word_array *reply)
{
    array_reserve(e->mem, reply, reply->count + e->layout.words);
    store_read(&e->store, number, reply->at + reply->count);
    reply->count += e->layout.words;
}

static void answer_state(struct explicit_engine *e, const uint64_t *words, word_array *reply)
{
    if (words[1] >= e->store.count)
        return;
    struct rank_place parent = rank_parent(e->ranks, (uint32_t)words[1]);
    array_push(e->mem, reply, parent.rank);
    array_push(e->mem, reply, parent.number);
    put_state(e, (uint32_t)words[1], reply);
}

static void answer_range(struct explicit_engine *e, const uint64_t *words, word_array *reply)
{
    for (uint64_t i = words[1]; i < words[2] && i < e->store.count; i++) {
        struct rank_place parent = rank_parent(e->ranks, (uint32_t)i);
        array_push(e->mem, reply, (uint64_t)parent.rank << 32 | parent.number);
        put_state(e, (uint32_t)i, reply);
    }
}

static void answer_concrete(struct explicit_engine *e, word_array *reply)
{
    mpz_t sum;
    size_t limbs = 0;
    mpz_init(sum);
    bool good = quotient_count_here(e, sum);
    array_push(e->mem, reply, good);
    array_reserve(e->mem, reply, 2 + mpz_sizeinbase(sum, 2) / 64);
    mpz_export(reply->at + 1, &limbs, -1, sizeof *reply->at, 0, 0, sum);
    reply->count += limbs;
    mpz_clear(sum);
}

// The question is copied: messages may be taken before there is an answer.
void rank_answer(struct explicit_engine *e, const struct rank_message *m)
{
    word_array reply = {0}, question = {0};
    array_reserve(e->mem, &question, m->count);
    memcpy(question.at, m->words + 1, (m->count - 1) * sizeof *m->words);
    const uint64_t *words = question.at;
    e->cause = CAUSE_NONE;
    switch ((enum rank_question)words[0]) {
    case RANK_STATE:
        answer_state(e, words, &reply);
        break;
    case RANK_RANGE:
        answer_range(e, words, &reply);
        break;
    case RANK_CONCRETE:
        answer_concrete(e, &reply);
        break;
    case RANK_VARIANT:
        array_push(e->mem, &reply, explicit_variant_holds_here(e, words[1], words[2]));
        break;
    case RANK_PUT:
        array_push(e->mem, &reply, rank_put(e, words + 1, m->count - 2));
        break;
    case RANK_PLACE:
        array_push(e->mem, &reply, rank_set_place(e, words + 1, m->count - 2));
        break;
    case RANK_CLEAR:
        rank_clear(e);
        break;
    }
    rank_send_words(e->ranks, 0, RANK_REPLY, reply.at, reply.count);
    array_free(e->mem, &reply);
    array_free(e->mem, &question);
}
