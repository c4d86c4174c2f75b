// The sum of weights over the reachable states, where each state stands for several: for each class of counters, the
// multinomial coefficient of their values.
//
// The set is taken apart one cell after the other. What is left of it fixes how much the counters that are left of a
// class add up to, since all of a class always add up to the same; so the coefficient of a value is a binomial one.
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "check/checker.h"
#include "encode/encode.h"

enum { MOST_PARTS = 4000000 };

struct weighed {
    bdd set;
    uint32_t level; // how many cells were taken away
    uint32_t rests; // where its sums are, one for each class
    mpz_t sum;
};

struct weighing {
    struct checker *c;
    const uint32_t *classes;
    uint32_t class_count;
    ARRAY(struct weighed) parts;
    ARRAY(int64_t) rests;
    uint32_t *slots; // a hash table of parts, by number + 1
    size_t slot_count;
    bool is_uneven; // the counters of a class do not always add up to the same
    bool is_too_large;
};

static uint32_t *find_slot(const struct weighing *w, bdd set, uint32_t level)
{
    size_t at = hash_pair(set, level);
    for (;; at++) {
        uint32_t *slot = &w->slots[at & (w->slot_count - 1)];
        if (!*slot || (w->parts.at[*slot - 1].set == set && w->parts.at[*slot - 1].level == level))
            return slot;
    }
}

static void grow(struct weighing *w)
{
    size_t bytes = w->slot_count * sizeof *w->slots;
    mem_free(w->c->mem, w->slots, bytes);
    w->slot_count = w->slot_count ? w->slot_count * 2 : 1024;
    w->slots = mem_zalloc(w->c->mem, w->slot_count * sizeof *w->slots);
    for (size_t i = 0; i < w->parts.count; i++)
        *find_slot(w, w->parts.at[i].set, w->parts.at[i].level) = (uint32_t)i + 1;
}

static uint32_t add_part(struct weighing *w, bdd set, uint32_t level)
{
    struct weighed part = {.set = set, .level = level, .rests = (uint32_t)w->rests.count};
    if (w->parts.count * 2 >= w->slot_count)
        grow(w);
    mpz_init(part.sum);
    for (uint32_t i = 0; i < w->class_count; i++)
        array_push(w->c->mem, &w->rests, -1);
    array_push(w->c->mem, &w->parts, part);
    *find_slot(w, set, level) = (uint32_t)w->parts.count;
    w->is_too_large |= w->parts.count > MOST_PARTS;
    return (uint32_t)w->parts.count - 1;
}

static uint32_t weigh(struct weighing *, bdd set, uint32_t level);

// Adds what is left of a set once a cell has a value.
static void add_value(struct weighing *w, uint32_t part, cell_id cell, int64_t v, bdd left)
{
    uint32_t inner = weigh(w, left, w->parts.at[part].level + 1), class = w->classes[cell];
    if (w->is_too_large || inner == UINT32_MAX)
        return;
    int64_t *rests = w->rests.at + w->parts.at[part].rests;
    const int64_t *below = w->rests.at + w->parts.at[inner].rests;
    mpz_t ways;
    mpz_init_set(ways, w->parts.at[inner].sum);
    for (uint32_t i = 0; i < w->class_count; i++) {
        int64_t rest = below[i] + (i == class ? v : 0);
        w->is_uneven |= rests[i] >= 0 && rests[i] != rest;
        rests[i] = rest;
    }
    if (class != UINT32_MAX) {
        mpz_t choices;
        mpz_init(choices);
        mpz_bin_uiui(choices, (unsigned long)rests[class], (unsigned long)v);
        mpz_mul(ways, ways, choices);
        mpz_clear(choices);
    }
    mpz_add(w->parts.at[part].sum, w->parts.at[part].sum, ways);
    mpz_clear(ways);
}

// Bits of counters are those of their values; of other cells the values do not matter.
static void split(struct weighing *w, uint32_t part, cell_id cell, size_t bit, int64_t so_far, bdd set)
{
    const int *vars;
    bdd_manager *m = w->c->m;
    size_t bits = encode_cell_vars(w->c->encoding, cell, &vars);
    if (w->is_too_large || set == BDD_FALSE)
        return;
    if (!bdd_is_valid(set)) {
        w->is_too_large = true;
        return;
    }
    if (bit == bits) {
        add_value(w, part, cell, so_far, set);
        return;
    }
    bdd literal = bdd_literal(m, vars[bit]);
    split(w, part, cell, bit + 1, so_far * 2, bdd_cofactor(m, set, bdd_not(literal)));
    split(w, part, cell, bit + 1, so_far * 2 + 1, bdd_cofactor(m, set, literal));
}

static uint32_t weigh(struct weighing *w, bdd set, uint32_t level)
{
    uint32_t found = w->slot_count ? *find_slot(w, set, level) : 0;
    if (found)
        return found - 1;
    uint32_t part = add_part(w, set, level);
    if (w->is_too_large)
        return UINT32_MAX;
    if (level == w->c->cells) {
        mpz_set_ui(w->parts.at[part].sum, 1);
        for (uint32_t i = 0; i < w->class_count; i++)
            w->rests.at[w->parts.at[part].rests + i] = 0;
        return part;
    }
    split(w, part, w->c->order[level], 0, 0, set);
    return part;
}

bool checker_sum_weights(struct checker *c, const uint32_t *classes, uint32_t class_count, mpz_t sum,
                         struct cause *cause)
{
    struct weighing w = {.c = c, .classes = classes, .class_count = class_count};
    if (!c->system || checker_should_stop(c) || !checker_find_reachable(c)) {
        *cause = checker_why(c);
        return false;
    }
    bdd_scope scope = bdd_open_scope(c->m);
    uint32_t whole = c->reached == BDD_FALSE ? UINT32_MAX : weigh(&w, c->reached, 0);
    if (whole == UINT32_MAX)
        mpz_set_ui(sum, 0);
    else
        mpz_set(sum, w.parts.at[whole].sum);
    bdd_close_scope(c->m, scope);
    if (w.is_too_large)
        *cause = cause_of(CAUSE_SET_TOO_LARGE);
    else if (w.is_uneven)
        *cause = cause_of(CAUSE_UNEVEN_COUNTERS);
    for (size_t i = 0; i < w.parts.count; i++)
        mpz_clear(w.parts.at[i].sum);
    mem_free(c->mem, w.slots, w.slot_count * sizeof *w.slots);
    array_free(c->mem, &w.parts);
    array_free(c->mem, &w.rests);
    return !w.is_too_large && !w.is_uneven;
}
