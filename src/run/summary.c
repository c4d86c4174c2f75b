#include "run/summary.h"

#include <stdlib.h>
#include <string.h>

void summary_open(struct summary *f, size_t cells, struct mem *mem)
{
    *f = (struct summary){.mem = mem, .texts = {.mem = mem}, .cells = cells, .symmetry_method = "off"};
    f->deadlock = mem_zalloc(mem, (f->cells + 1) * sizeof *f->deadlock);
    f->is_shown = mem_zalloc(mem, (f->cells + 1) * sizeof *f->is_shown);
}

void summary_close(struct summary *f)
{
    if (!f->mem)
        return;
    mem_free(f->mem, f->deadlock, (f->cells + 1) * sizeof *f->deadlock);
    mem_free(f->mem, f->is_shown, (f->cells + 1) * sizeof *f->is_shown);
    mem_free(f->mem, f->order, (f->order_count + 1) * sizeof *f->order);
    arena_free(&f->texts);
}

static const char *keep(struct summary *f, const char *text)
{
    return text ? arena_copy(&f->texts, text, strlen(text)) : NULL;
}

// ---- From the methods -----------------------------------------------------------------------------------------------

void summary_note(struct summary *f, const struct result *result)
{
    method_summary_note(&f->by, result);
}

static void take_summary(struct summary *f, struct method_summary more)
{
    struct str text = {0};
    more.before = keep(f, more.before);
    more.after = keep(f, more.after);
    method_summary_add(&f->by, &more);
    f->symmetry = method_summary_text(&f->by, f->mem, &text) ? keep(f, str_text(&text)) : NULL;
    f->symmetry_method = method_summary_word(&f->by);
    str_free(f->mem, &text);
}

void summary_take_symmetry(struct summary *f, struct strategy *strategy)
{
    take_summary(f, strategy_summary(strategy));
}

static const char *keep_number(struct summary *f, const mpz_t number)
{
    char *text = mpz_get_str(NULL, 10, number);
    const char *kept = keep(f, text);
    free(text);
    return kept;
}

void summary_count_states(struct summary *f, struct strategy *strategy)
{
    mpz_t orbits, states;
    mpz_init(orbits);
    mpz_init(states);
    f->states_are_known = strategy_count_states(strategy, orbits, states, &f->cause);
    f->are_orbits = strategy_are_orbits(strategy);
    f->orbits = f->states_are_known ? keep_number(f, orbits) : NULL;
    f->states = f->states_are_known ? keep_number(f, states) : NULL;
    mpz_clear(orbits);
    mpz_clear(states);
}

static void take_warnings(struct summary *f, const struct model_warnings *w)
{
    struct model_warnings *all = &f->warnings;
    model_warnings_add(all, w);
    if (!w->deadlock || all->deadlock)
        return;
    memcpy(f->deadlock, w->deadlock, f->cells * sizeof *f->deadlock);
    memcpy(f->is_shown, w->is_shown, f->cells * sizeof *f->is_shown);
    all->deadlock = f->deadlock;
    all->is_shown = f->is_shown;
}

void summary_take_warnings(struct summary *f, struct strategy *strategy)
{
    take_warnings(f, strategy_warnings(strategy));
}

void summary_take_statistics(struct summary *f, struct strategy *strategy)
{
    strategy_get_statistics(strategy, &f->statistics);
    f->has_statistics = true;
}

void summary_take_order(struct summary *f, struct strategy *strategy)
{
    size_t count;
    const cell_id *order = strategy_order(strategy, &count);
    f->order = mem_alloc(f->mem, (count + 1) * sizeof *f->order);
    f->order_count = count;
    if (count)
        memcpy(f->order, order, count * sizeof *f->order);
}

// ---- To another process ---------------------------------------------------------------------------------------------

// Statistics as they lie in memory: the reader is the same program.
void summary_put(const struct summary *f, struct str *out)
{
    const struct model_warnings *w = &f->warnings;
    wire_put_text(f->mem, out, f->by.before);
    wire_put_text(f->mem, out, f->by.after);
    wire_put_raw(f->mem, out, f->by.by_backend, sizeof f->by.by_backend);
    wire_put_raw(f->mem, out, f->by.by_reduction, sizeof f->by.by_reduction);
    wire_put_number(f->mem, out, (uint64_t)f->states_are_known | (uint64_t)f->are_orbits << 1);
    wire_put_text(f->mem, out, f->orbits);
    wire_put_text(f->mem, out, f->states);
    wire_put_cause(f->mem, out, f->cause);
    wire_put_number(f->mem, out,
                    (uint64_t)w->known | (uint64_t)w->no_initial_state << 1 | (uint64_t)w->no_fair_state << 2 |
                        (uint64_t)w->not_total << 3 | (uint64_t)(w->deadlock != NULL) << 4);
    wire_put_raw(f->mem, out, f->deadlock, f->cells * sizeof *f->deadlock);
    wire_put_raw(f->mem, out, f->is_shown, f->cells * sizeof *f->is_shown);
    wire_put_number(f->mem, out, f->has_statistics);
    wire_put_raw(f->mem, out, &f->statistics, sizeof f->statistics);
    wire_put_text(f->mem, out, f->statistics.check.order_origin);
    wire_put_number(f->mem, out, f->order ? f->order_count + 1 : 0);
    wire_put_raw(f->mem, out, f->order, f->order_count * sizeof *f->order);
}

static void add_symmetry(struct summary *f, struct wire_reader *r)
{
    struct method_summary by = {.before = wire_get_text(r, &f->texts)};
    by.after = wire_get_text(r, &f->texts);
    wire_get_raw(r, by.by_backend, sizeof by.by_backend);
    wire_get_raw(r, by.by_reduction, sizeof by.by_reduction);
    if (!r->is_bad)
        take_summary(f, by);
}

static void add_states(struct summary *f, struct wire_reader *r)
{
    uint64_t flags = wire_get_index(r, 4);
    const char *orbits = wire_get_text(r, &f->texts), *states = wire_get_text(r, &f->texts);
    struct cause cause = wire_get_cause(r, &f->texts);
    r->is_bad |= (flags & 1) && (!orbits || !states);
    if (r->is_bad || (!(flags & 1) && !cause.code))
        return;
    f->states_are_known = flags & 1;
    f->are_orbits = flags & 2;
    f->orbits = orbits;
    f->states = states;
    f->cause = cause;
}

static void add_warnings(struct summary *f, struct wire_reader *r)
{
    uint64_t flags = wire_get_index(r, 32);
    value *deadlock = mem_zalloc(f->mem, (f->cells + 1) * sizeof *deadlock);
    bool *is_shown = mem_zalloc(f->mem, (f->cells + 1) * sizeof *is_shown);
    wire_get_raw(r, deadlock, f->cells * sizeof *deadlock);
    wire_get_raw(r, is_shown, f->cells * sizeof *is_shown);
    struct model_warnings w = {.known = flags & 1,
                               .no_initial_state = flags & 2,
                               .no_fair_state = flags & 4,
                               .not_total = flags & 8,
                               .deadlock = flags & 16 ? deadlock : NULL,
                               .is_shown = is_shown};
    if (!r->is_bad)
        take_warnings(f, &w);
    mem_free(f->mem, deadlock, (f->cells + 1) * sizeof *deadlock);
    mem_free(f->mem, is_shown, (f->cells + 1) * sizeof *is_shown);
}

static void add_statistics(struct summary *f, struct wire_reader *r)
{
    struct backend_statistics one;
    bool has_statistics = wire_get_index(r, 2);
    wire_get_raw(r, &one, sizeof one);
    one.check.order_origin = wire_get_text(r, &f->texts);
    if (r->is_bad || !has_statistics)
        return;
    f->has_statistics = true;
    backend_statistics_add(&f->statistics, &one);
}

static void add_order(struct summary *f, struct wire_reader *r)
{
    size_t count = wire_get_index(r, f->cells + 2);
    if (r->is_bad || count == 0 || f->order)
        return;
    f->order_count = count - 1;
    f->order = mem_alloc(f->mem, (f->order_count + 1) * sizeof *f->order);
    wire_get_raw(r, f->order, f->order_count * sizeof *f->order);
    for (size_t i = 0; i < f->order_count; i++)
        r->is_bad |= f->order[i] >= f->cells;
}

bool summary_add(struct summary *f, struct wire_reader *r)
{
    add_symmetry(f, r);
    add_states(f, r);
    add_warnings(f, r);
    add_statistics(f, r);
    add_order(f, r);
    return !r->is_bad;
}
