// Rank 0 in a search by many processes: begins rounds, takes part in them, and knows when they are over.
#include "explicit/rank_search.h"

#include <string.h>

#include "base/clock.h"

#define ROUND_SECONDS 5.0    // so that the search can be saved in large layers
#define SILENCE_SECONDS 10.0 // after ranks were told to stop

static void note_violator(struct rank_search *s, uint64_t watch, struct rank_place place)
{
    if (watch < s->engine->watch_count && !s->is_final[watch] && place.rank < s->violators[watch].rank)
        s->violators[watch] = place;
}

void rank_take_report(struct explicit_engine *e, const struct rank_message *m)
{
    struct rank_search *s = e->ranks;
    struct rank_report *r = &s->reports[m->from];
    memcpy(r, m->words + 1, sizeof *r);
    for (size_t i = 1 + RANK_REPORT_WORDS; i < m->count; i++)
        note_violator(s, m->words[i] >> 32, (struct rank_place){m->from, (uint32_t)m->words[i]});
    if (r->dead_end != STORE_NONE && s->dead_end.rank == RANK_NONE)
        s->dead_end = (struct rank_place){m->from, (uint32_t)r->dead_end};
}

struct rank_report rank_totals(const struct explicit_engine *e)
{
    const struct rank_search *s = e->ranks;
    struct rank_report all = {0};
    for (uint32_t i = 0; i < s->to->count; i++) {
        const uint64_t *from = (const uint64_t *)&s->reports[i];
        uint64_t *to = (uint64_t *)&all;
        for (size_t k = 0; k < RANK_REPORT_WORDS; k++)
            to[k] += from[k];
    }
    return all;
}

static bool is_round_over(struct rank_search *s)
{
    uint64_t sent = 0, received = 0;
    for (uint32_t i = 0; i < s->to->count; i++) {
        const struct rank_report *r = &s->reports[i];
        if (r->round != s->round || !r->is_done)
            return false;
        sent += r->sent;
        received += r->received;
    }
    return sent == received;
}

static enum cause_code trouble(const struct rank_search *s)
{
    for (uint32_t i = 0; i < s->to->count; i++)
        if (s->reports[i].round == s->round && s->reports[i].cause)
            return (enum cause_code)s->reports[i].cause;
    return CAUSE_NONE;
}

static bool is_found(const struct rank_search *s)
{
    return s->watch != NO_WATCH &&
           (s->violators[s->watch].rank != RANK_NONE || s->engine->watched[s->watch].violator != STORE_NONE);
}

static bool are_open(struct rank_search *s)
{
    return s->all->replies_due == 0;
}

bool rank_wait(struct rank_search *s, bool (*is_there)(struct rank_search *))
{
    double until = 0;
    enum cause_code cause = CAUSE_NONE;
    while (!is_there(s) && !s->all->is_broken) {
        bool has_done = rank_drain(s->all);
        if (until == 0 && explicit_should_stop(s->engine)) {
            cause = s->engine->cause;
            rank_tell_all(s, RANK_STOP, NULL, 0);
            until = clock_now() + SILENCE_SECONDS;
        }
        if (until > 0 && clock_now() > until) {
            s->all->is_broken = true;
            s->to->note_silence(s->to->context);
        }
        if (!has_done)
            s->to->rest(s->to->context);
    }
    s->engine->cause = cause;
    return !s->all->is_broken;
}

static void tell_to_stop(struct rank_search *s, double *until)
{
    if (*until > 0)
        return;
    rank_tell_all(s, RANK_STOP, NULL, 0);
    s->is_stopped = true;
    *until = clock_now() + SILENCE_SECONDS;
}

// Takes part until the round is over, and sees to its end. Gives why the search does not go on, or none.
static enum cause_code see_round_through(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    double until = 0, end = clock_now() + ROUND_SECONDS;
    enum cause_code cause = CAUSE_NONE;
    while (!is_round_over(s)) {
        bool has_done = rank_drain(s->all);
        has_done |= rank_work(e);
        if (!cause && explicit_should_stop(e))
            cause = e->cause;
        double now = clock_now();
        if (cause || trouble(s) || is_found(s) || now > end)
            tell_to_stop(s, &until);
        if (cause && now > until) {
            s->all->is_broken = true;
            s->to->note_silence(s->to->context);
            return cause;
        }
        if (!has_done) {
            s->to->rest(s->to->context);
            s->seconds_waiting += clock_now() - now;
        }
    }
    return cause ? cause : trouble(s);
}

// What was found in the round: of several violations, that of the lowest rank. All are of one layer.
static void take_findings(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    uint64_t states = rank_totals(e).states;
    for (size_t i = 0; i < e->watch_count; i++) {
        struct watched *w = &e->watched[i];
        if (s->is_final[i])
            continue;
        if (w->violator != STORE_NONE)
            s->violators[i] = (struct rank_place){0, w->violator};
        if (s->violators[i].rank == RANK_NONE)
            continue;
        s->is_final[i] = true;
        search_note_violation(e, w, 0);
        w->violator = states < STORE_NONE ? (uint32_t)states : STORE_NONE - 1; // how late it was found
        e->has_failures = true;
    }
    if (e->dead_end != STORE_NONE && s->dead_end.rank == RANK_NONE)
        s->dead_end = (struct rank_place){0, e->dead_end};
}

static bool finish_round(struct explicit_engine *e)
{
    enum cause_code cause = see_round_through(e);
    if (!e->ranks->all->is_broken)
        take_findings(e);
    e->cause = cause;
    return !cause;
}

bool rank_are_open(struct rank_search *s)
{
    if (!rank_wait(s, are_open))
        s->engine->cause = CAUSE_RANK_SILENT;
    return !s->engine->cause;
}

static void note_layer(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    s->layer_states = rank_totals(e).states;
    for (uint32_t i = 0; i < s->to->count; i++)
        array_push(e->mem, &s->all_layer_ends, (uint32_t)s->reports[i].states);
}

bool rank_start(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    if (s->all_layer_ends.count > 0)
        return true;
    if (!rank_are_open(s))
        return false;
    uint64_t round = s->round + 1;
    rank_tell_all(s, RANK_START, &round, 1);
    rank_find_initial(e, round);
    if (!finish_round(e))
        return false;
    note_layer(e);
    return true;
}

bool rank_layer_is_done(const struct explicit_engine *e)
{
    return rank_totals(e).waiting == 0;
}

bool rank_next_layer(struct explicit_engine *e)
{
    struct rank_search *s = e->ranks;
    uint64_t states = rank_totals(e).states;
    e->complete = states == s->layer_states;
    if (e->complete)
        return false;
    note_layer(e);
    rank_advance(e, e->depth + 1);
    for (uint32_t i = 0; i < s->to->count; i++) // all that is new waits
        s->reports[i].waiting = s->reports[i].states - s->all_layer_ends.at[(e->depth - 1) * s->to->count + i];
    return true;
}

bool rank_round(struct explicit_engine *e, uint32_t watch)
{
    struct rank_search *s = e->ranks;
    uint64_t order[3] = {s->round + 1, e->depth, watch};
    if (!rank_are_open(s))
        return false;
    rank_tell_all(s, RANK_ROUND, order, 3);
    rank_begin_round(e, order[0], order[1], watch);
    return finish_round(e);
}

void rank_statistics(const struct explicit_engine *e, struct explicit_statistics *s)
{
    struct rank_report all = rank_totals(e);
    s->states = all.states;
    s->transitions = all.fired;
    s->initial_states = all.initial;
    s->bytes = all.bytes;
    s->bytes_peak = all.bytes_peak;
    s->bytes_per_state = all.states ? (double)all.store_bytes / (double)all.states : 0;
    s->packed_bytes_per_state = all.states ? (double)all.packed_bytes / (double)all.states : 0;
    s->states_per_second = e->seconds > 0 ? (double)all.states / e->seconds : 0;
    s->seconds_at_barriers = e->ranks->seconds_waiting;
    s->ranks = e->ranks->to->count;
    s->messages = all.messages;
    s->message_bytes = all.message_bytes;
}
