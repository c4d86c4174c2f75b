// Messages between ranks: sending them, and who does what when one arrives.
#include "explicit/rank_search.h"

#include <string.h>

void rank_send_words(struct rank_search *s, uint32_t to, enum rank_kind kind, const uint64_t *words, size_t count)
{
    size_t bytes = (count + 1) * sizeof(uint64_t);
    uint64_t *message = mem_alloc(s->engine->mem, bytes);
    message[0] = (uint64_t)kind | (uint64_t)s->id << 8;
    if (count)
        memcpy(message + 1, words, count * sizeof *words);
    s->to->send(s->to->context, to, message, count + 1);
    mem_free(s->engine->mem, message, bytes);
}

void rank_tell_all(struct rank_search *s, enum rank_kind kind, const uint64_t *words, size_t count)
{
    for (uint32_t to = 0; to < s->to->count; to++)
        if (to != s->to->rank)
            rank_send_words(s, to, kind, words, count);
}

static void take(struct explicit_engine *e, const struct rank_message *m, enum rank_kind kind)
{
    struct rank_search *s = e->ranks;
    switch (kind) {
    case RANK_START:
        rank_find_initial(e, m->words[1]);
        break;
    case RANK_ROUND:
        rank_begin_round(e, m->words[1], m->words[2], (uint32_t)m->words[3]);
        break;
    case RANK_STOP:
        s->is_stopped = true;
        break;
    case RANK_STATES:
        rank_take_states(e, m);
        break;
    case RANK_REPORT:
        rank_take_report(e, m);
        break;
    case RANK_ASK:
        s->is_stopped = false;
        rank_answer(e, m);
        break;
    default: // a reply
        s->replies_due--;
        if (s->take_reply)
            s->take_reply(s->context, m->from, m->words + 1, m->count - 1);
    }
}

static void take_ready(struct rank_engines *all, const struct rank_message *m)
{
    bool is_same = m->words[1] && m->words[2] == all->hash;
    if (!is_same && m->from < all->other)
        all->other = m->from;
    all->ready++;
}

static void take_message(struct rank_engines *all, const struct rank_message *m)
{
    enum rank_kind kind = (enum rank_kind)(m->words[0] & 0xff);
    uint64_t id = m->words[0] >> 8;
    if (kind == RANK_QUIT)
        all->is_over = true;
    else if (kind == RANK_READY)
        take_ready(all, m);
    else if (kind == RANK_OPEN && all->to->rank == 0)
        all->replies_due--;
    else if (kind == RANK_OPEN) {
        uint64_t reply = RANK_OPEN;
        all->open(all->context, (uint32_t)m->words[1], (uint32_t)m->words[2]);
        all->to->send(all->to->context, 0, &reply, 1);
    } else if (id < all->at.count)
        take(all->at.at[id], m, kind);
}

bool rank_drain(struct rank_engines *all)
{
    struct rank_message m;
    bool is_any = false;
    while (all->to->receive(all->to->context, &m)) {
        take_message(all, &m);
        is_any = true;
    }
    return is_any;
}

static void send_ready(struct rank_engines *all, uint32_t to, bool is_ready)
{
    uint64_t words[] = {RANK_READY, is_ready, all->hash};
    all->to->send(all->to->context, to, words, 3);
}

uint32_t rank_engines_agree(struct rank_engines *all, bool is_ready, uint64_t hash)
{
    bool leads = all->to->rank == 0;
    all->hash = hash;
    all->other = is_ready || !leads ? RANKS_AGREE : 0;
    all->has_told = true;
    if (!leads)
        send_ready(all, 0, is_ready);
    while (all->ready < (leads ? all->to->count - 1 : 1) && !all->is_over) {
        struct rank_message m;
        if (all->to->receive(all->to->context, &m)) // one by one: what comes behind it is for who serves
            take_message(all, &m);
        else
            all->to->rest(all->to->context);
    }
    for (uint32_t i = 1; i < all->to->count && leads; i++)
        send_ready(all, i, all->other == RANKS_AGREE);
    return all->is_over ? 0 : all->other;
}

void rank_engines_give_up(struct rank_engines *all)
{
    if (!all->has_told)
        send_ready(all, 0, false);
}

void rank_engines_serve(struct rank_engines *all)
{
    while (!all->is_over) {
        bool has_done = rank_drain(all);
        for (size_t i = 0; i < all->at.count; i++)
            has_done |= rank_work(all->at.at[i]);
        if (!has_done)
            all->to->rest(all->to->context);
    }
}

void rank_engines_open(struct rank_engines *all, uint32_t backend, uint32_t group)
{
    uint64_t words[] = {RANK_OPEN, backend, group};
    for (uint32_t i = 1; i < all->to->count; i++)
        all->to->send(all->to->context, i, words, 3);
    all->replies_due += all->to->count - 1;
}

void rank_engines_quit(struct rank_engines *all)
{
    uint64_t word = RANK_QUIT;
    for (uint32_t i = 1; i < all->to->count; i++)
        all->to->send(all->to->context, i, &word, 1);
}

void rank_engines_close(struct rank_engines *all)
{
    array_free(all->mem, &all->at);
}
