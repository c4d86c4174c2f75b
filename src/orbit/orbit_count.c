// How many states a set of representatives stands for, exactly. An orbit of sorted components has n! states divided by
// the factorials of the lengths of its runs of equal neighbours: the product of the binomials over the runs, (how many
// components there are up to the end of the run) over (its length). A recursion over the diagram takes one run after
// the other. A ring has as many rotations as its period.
#include "orbit/quotient.h"

#include "base/hash.h"
#include "orbit/rotation.h"

typedef ARRAY(int) var_list;

// Variables that are read one after the other, from the top: those of one component that is sorted, or one of the
// others.
struct unit {
    size_t first, count; // among `vars`
    uint32_t before;     // of a component: how many of its block come before it
    uint32_t in_block;   // of a component: how many components the block has; 0: it is no component
};

struct known {
    bdd f;
    size_t unit;
    uint32_t forbidden; // the value that the next run must not have
    mpz_t weight;
    uint32_t next; // with the same function, or UINT32_MAX
};

#define ANY_VALUE UINT32_MAX

struct counting {
    struct mem *mem;
    bdd_manager *m;
    var_list vars;
    ARRAY(struct unit) units;
    size_t widest;                // of the units
    ARRAY(unsigned char) values;  // of components that occurred, `widest` bytes each
    struct int_map value_numbers; // by hash; further ones by search
    ARRAY(struct known) known;
    struct int_map first_known; // by function
    bool failed;
};

// ---- Values of components -------------------------------------------------------------------------------------------

static uint32_t number_of(struct counting *c, const unsigned char *bits)
{
    size_t count = c->widest ? c->values.count / c->widest : 0;
    uint32_t hash = (uint32_t)hash_bytes(HASH_BYTES_START, bits, c->widest) >> 1;
    uint32_t *first = int_map_find(&c->value_numbers, hash);
    for (size_t i = first ? *first : count; i < count; i++) {
        bool same = true;
        for (size_t k = 0; k < c->widest && same; k++)
            same = c->values.at[i * c->widest + k] == bits[k];
        if (same)
            return (uint32_t)i;
    }
    bool added;
    if (!first && !int_map_try_add(c->mem, &c->value_numbers, hash, (uint32_t)count, &added))
        c->failed = true;
    for (size_t k = 0; k < c->widest; k++)
        array_push(c->mem, &c->values, bits[k]);
    return (uint32_t)count;
}

static bdd cofactor(const struct counting *c, bdd f, int var, bool bit)
{
    if (bdd_top(c->m, f) != var)
        return f;
    return bit ? bdd_high(c->m, f) : bdd_low(c->m, f);
}

static bdd follow(const struct counting *c, bdd f, size_t unit, const unsigned char *bits)
{
    const struct unit *u = &c->units.at[unit];
    for (size_t i = 0; i < u->count; i++)
        f = cofactor(c, f, c->vars.at[u->first + i], bits[i]);
    return f;
}

// ---- The recursion --------------------------------------------------------------------------------------------------

static struct known *find_known(struct counting *c, bdd f, size_t unit, uint32_t forbidden)
{
    uint32_t *first = int_map_find(&c->first_known, f);
    for (uint32_t i = first ? *first : UINT32_MAX; i != UINT32_MAX; i = c->known.at[i].next)
        if (c->known.at[i].unit == unit && c->known.at[i].forbidden == forbidden)
            return &c->known.at[i];
    return NULL;
}

static void remember(struct counting *c, bdd f, size_t unit, uint32_t forbidden, const mpz_t weight)
{
    bool added;
    struct known new = {.f = f, .unit = unit, .forbidden = forbidden, .next = UINT32_MAX};
    uint32_t *first = int_map_try_add(c->mem, &c->first_known, f, (uint32_t)c->known.count, &added);
    if (!first) {
        c->failed = true;
        return;
    }
    if (!added) {
        new.next = *first;
        *first = (uint32_t)c->known.count;
    }
    mpz_init_set(new.weight, weight);
    array_push(c->mem, &c->known, new);
}

static void weigh(struct counting *, bdd f, size_t unit, uint32_t forbidden, mpz_t weight);

// Runs of one value that begin at the unit.
static void weigh_runs(struct counting *c, bdd f, size_t unit, const unsigned char *bits, uint32_t number, mpz_t weight)
{
    uint32_t before = c->units.at[unit].before, left = c->units.at[unit].in_block - before;
    mpz_t rest, choices;
    mpz_inits(rest, choices, NULL);
    for (uint32_t run = 1; run <= left && f != BDD_FALSE; run++) {
        f = follow(c, f, unit + run - 1, bits);
        if (f == BDD_FALSE)
            break;
        weigh(c, f, unit + run, run == left ? ANY_VALUE : number, rest);
        mpz_bin_uiui(choices, before + run, run);
        mpz_addmul(weight, rest, choices);
    }
    mpz_clears(rest, choices, NULL);
}

// All values that the component can have, bit by bit.
static void weigh_values(struct counting *c, bdd f, bdd at, size_t unit, unsigned char *bits, size_t bit,
                         uint32_t forbidden, mpz_t weight)
{
    const struct unit *u = &c->units.at[unit];
    if (at == BDD_FALSE || c->failed)
        return;
    if (bit == u->count) {
        for (size_t i = bit; i < c->widest; i++)
            bits[i] = 0;
        uint32_t number = number_of(c, bits);
        if (number != forbidden)
            weigh_runs(c, f, unit, bits, number, weight);
        return;
    }
    for (int v = 0; v < 2; v++) {
        bits[bit] = (unsigned char)v;
        weigh_values(c, f, cofactor(c, at, c->vars.at[u->first + bit], v), unit, bits, bit + 1, forbidden, weight);
    }
}

// The states that f, a function of this unit and all below it, stands for; the next component does not have the value
// that is forbidden, with which a run has ended.
static void weigh(struct counting *c, bdd f, size_t unit, uint32_t forbidden, mpz_t weight)
{
    mpz_set_ui(weight, unit == c->units.count && f == BDD_TRUE);
    if (unit == c->units.count || f == BDD_FALSE || c->failed)
        return;
    const struct known *known = find_known(c, f, unit, forbidden);
    if (known) {
        mpz_set(weight, known->weight);
        return;
    }
    const struct unit *u = &c->units.at[unit];
    if (u->in_block) {
        unsigned char *bits = mem_alloc(c->mem, c->widest + 1);
        weigh_values(c, f, f, unit, bits, 0, forbidden, weight);
        mem_free(c->mem, bits, c->widest + 1);
    } else {
        mpz_t high;
        mpz_init(high);
        weigh(c, cofactor(c, f, c->vars.at[u->first], false), unit + 1, ANY_VALUE, weight);
        weigh(c, cofactor(c, f, c->vars.at[u->first], true), unit + 1, ANY_VALUE, high);
        mpz_add(weight, weight, high);
        mpz_clear(high);
    }
    remember(c, f, unit, forbidden, weight);
}

// ---- Units ----------------------------------------------------------------------------------------------------------

static void add_vars(struct counting *c, const struct quotient *q, uint32_t item)
{
    const int *vars;
    size_t count = concatenated_vars(&q->layout->items.at[item], dynamic_encoding(q->dynamic), &vars);
    for (size_t i = 0; i < count; i++)
        array_push(c->mem, &c->vars, vars[i]);
}

static void add_single_units(struct counting *c, const struct quotient *q, uint32_t from, uint32_t to)
{
    size_t first = c->vars.count;
    for (uint32_t i = from; i < to; i++)
        add_vars(c, q, i);
    for (; first < c->vars.count; first++)
        array_push(c->mem, &c->units, ((struct unit){.first = first, .count = 1}));
}

static void add_block(struct counting *c, const struct quotient *q, const struct block *block)
{
    const struct concatenated *l = q->layout;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t from = l->plain_first.at[block->first + i], to = l->plain_first.at[block->first + i + 1];
        struct unit unit = {.first = c->vars.count, .before = i, .in_block = block->count};
        if (block->rotates) {
            add_single_units(c, q, from, to);
            continue;
        }
        for (uint32_t k = from; k < to; k++)
            add_vars(c, q, k);
        unit.count = c->vars.count - unit.first;
        c->widest = unit.count > c->widest ? unit.count : c->widest;
        array_push(c->mem, &c->units, unit);
    }
}

static bool count_sorted(struct quotient *q, bdd set, mpz_t states)
{
    const struct concatenated *l = q->layout;
    struct counting c = {.mem = q->mem, .m = q->m};
    uint32_t first = l->row.count ? l->plain_first.at[0] : (uint32_t)l->items.count;
    add_single_units(&c, q, 0, first);
    for (size_t b = 0; b < l->blocks.count; b++)
        add_block(&c, q, &l->blocks.at[b]);
    weigh(&c, set, 0, ANY_VALUE, states);
    for (size_t i = 0; i < c.known.count; i++)
        mpz_clear(c.known.at[i].weight);
    array_free(c.mem, &c.known);
    int_map_free(c.mem, &c.first_known);
    array_free(c.mem, &c.values);
    int_map_free(c.mem, &c.value_numbers);
    array_free(c.mem, &c.units);
    array_free(c.mem, &c.vars);
    return !c.failed;
}

// ---- Rings ----------------------------------------------------------------------------------------------------------

static bool count_from(struct quotient *, bdd set, size_t b, mpz_t states);

// Representatives in which a ring has a certain number of components, by their periods, and then from block `b` on.
static bool count_turned(struct quotient *q, struct rotations *ring, bdd set, size_t b, mpz_t states)
{
    uint32_t length = rotations_length(ring);
    mpz_t some;
    mpz_init(some);
    bool good = bdd_is_valid(set);
    bdd_scope scope = bdd_open_scope(q->m);
    for (uint32_t period = 1; period <= length && good && set != BDD_FALSE; period++) {
        if (length % period != 0)
            continue;
        bdd fixed = period < length ? rotations_fixed(ring, set, period) : set;
        good = count_from(q, fixed, b, some);
        mpz_addmul_ui(states, some, period);
        set = bdd_minus(q->m, set, fixed);
    }
    bdd_close_scope(q->m, scope);
    mpz_clear(some);
    return good;
}

// One ring after the other, from block `b` on. What has too few components to be turned stands for itself.
static bool count_from(struct quotient *q, bdd set, size_t b, mpz_t states)
{
    const struct concatenated *l = q->layout;
    while (b < l->blocks.count && !l->blocks.at[b].rotates)
        b++;
    mpz_set_ui(states, 0);
    if (!bdd_is_valid(set))
        return false;
    if (set == BDD_FALSE || b == l->blocks.count)
        return count_sorted(q, set, states);
    const struct block *block = &l->blocks.at[b];
    bool good = true;
    bdd_scope scope = bdd_open_scope(q->m);
    for (size_t i = 0; i < dynamic_ring_count(q->dynamic, block) && good; i++) {
        struct rotations *ring = dynamic_ring(q->dynamic, block, i);
        bdd part = rotations_part(ring, set);
        good = count_turned(q, ring, part, b + 1, states);
        set = bdd_minus(q->m, set, part);
    }
    mpz_t rest;
    mpz_init(rest);
    good = good && count_from(q, set, b + 1, rest);
    mpz_add(states, states, rest);
    bdd_close_scope(q->m, scope);
    mpz_clear(rest);
    return good;
}

bool quotient_count(struct image *image, bdd representatives, mpz_t states)
{
    struct quotient *q = (struct quotient *)image;
    return q->layout->is_unique && count_from(q, representatives, 0, states);
}
