// Compositions of relations: against their definition, on truth tables, and against the same with a third copy of the
// bits.
#include "truth_table.h"

enum { MOST_PAIRS = 4 };

// Pairs first, then variables without a pair; then, for the judge, a third copy of each bit, which no sample mentions.
struct bits {
    struct world w;
    int pairs, singles;
    unsigned current, plain; // as sets
};

static void bits_open(struct bits *b, struct dice *dice)
{
    world_open_with(&b->w, (struct bdd_config){0});
    b->pairs = 1 + dice_roll(dice, scaled(MOST_PAIRS, 3));
    b->singles = dice_roll(dice, 3);
    world_add_pairs(&b->w, b->pairs);
    world_add_vars(&b->w, b->singles + b->pairs);
    b->current = b->plain = 0;
    for (int i = 0; i < b->pairs; i++)
        b->current |= 1u << 2 * i;
    for (int i = 0; i < b->singles; i++)
        b->plain |= 1u << (2 * b->pairs + i);
    shuffle_order(&b->w, dice);
}

static int third_copy(const struct bits *b, int pair)
{
    return 2 * b->pairs + b->singles + pair;
}

static struct sample sample_of(struct bits *b, struct dice *dice, unsigned vars)
{
    return vars ? random_sample(&b->w, dice, vars) : sample_constant(true);
}

struct step {
    bdd_relation *relation;
    struct sample body;
    unsigned vars;
};

static struct step random_step(struct bits *b, struct dice *dice)
{
    struct step step = {.vars = random_vars(dice, b->current | b->plain)};
    unsigned updated = step.vars & b->current, guards = random_vars(dice, b->current | b->plain);
    step.body = sample_of(b, dice, updated | updated << 1 | guards);
    int list[MOST_VARS];
    size_t count = 0;
    for (int v = 0; v < b->w.vars; v++)
        if (step.vars >> v & 1)
            list[count++] = v;
    step.relation = bdd_relation_new(b->w.m, step.body.f, list, count);
    assert_non_null(step.relation);
    return step;
}

static unsigned next_subset(unsigned x, unsigned mask)
{
    return (x - mask) & mask;
}

// A step from one current assignment to the other, with these values of the variables without a pair.
static bool leads(const struct bits *b, const struct step *step, unsigned from, unsigned to, unsigned plain)
{
    unsigned updated = step->vars & b->current;
    return ((from ^ to) & b->current & ~updated) == 0 && table_get(&step->body.t, from | (to & updated) << 1 | plain);
}

static struct table definition(const struct bits *b, const struct table *f, const struct step *step, bool backwards)
{
    struct table result = table_constant(false);
    unsigned before = 0, between = 0, after = 0, plain = 0;
    do
        do
            do
                do {
                    bool both =
                        table_get(f, before | between << 1 | plain) &&
                        (backwards ? leads(b, step, after, between, plain) : leads(b, step, between, after, plain));
                    if (both)
                        table_put(&result, before | after << 1 | plain, true);
                } while ((plain = next_subset(plain, b->plain)));
            while ((between = next_subset(between, b->current)));
        while ((after = next_subset(after, b->current)));
    while ((before = next_subset(before, b->current)));
    unsigned unmentioned = all_vars(&b->w) & ~(b->current | b->current << 1 | b->plain);
    return table_exists(result, (step->vars & b->plain) | unmentioned);
}

// What stays is written out, one end of the second relation is moved to the third copy, and back to the next one.
static bdd by_three_copies(struct bits *b, bdd f, const struct step *step, bool backwards)
{
    bdd_manager *m = b->w.m;
    bdd second = step->body.f, cube = cube_of(&b->w, step->vars & b->plain);
    bdd_substitution *there = bdd_substitution_new(m), *back = bdd_substitution_new(m);
    for (int i = 0; i < b->pairs; i++) {
        int now = 2 * i, next = now + 1, third = third_copy(b, i);
        if (!(step->vars >> now & 1))
            second = bdd_and(m, second, bdd_iff(m, bdd_literal(m, now), bdd_literal(m, next)));
        cube = bdd_and(m, cube, bdd_literal(m, next));
        assert_true(bdd_substitution_set_var(there, now, backwards ? third : next));
        assert_true(bdd_substitution_set_var(there, next, backwards ? next : third));
        assert_true(bdd_substitution_set_var(back, third, next));
    }
    bdd both = bdd_and_exists(m, f, bdd_substitute(m, second, there), cube);
    bdd result = bdd_substitute(m, both, back);
    bdd_substitution_free(there);
    bdd_substitution_free(back);
    return result;
}

static void compositions_are_what_they_are_defined_to_be(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(1500); i++) {
        struct bits b;
        bits_open(&b, &dice);
        struct sample f = sample_of(&b, &dice, random_vars(&dice, b.current | b.current << 1 | b.plain));
        struct step step = random_step(&b, &dice);
        for (int backwards = 0; backwards < 2; backwards++) {
            bdd result = backwards ? bdd_compose_inverse(b.w.m, f.f, step.relation)
                                   : bdd_compose_relations(b.w.m, f.f, step.relation);
            struct table judge = definition(&b, &f.t, &step, backwards);
            assert_function(&b.w, result, &judge);
            assert_int_equal(by_three_copies(&b, f.f, &step, backwards), result);
        }
        bdd_relation_free(step.relation);
        world_close(&b.w);
    }
}

// With a relation that exchanges bits, twice is not at all; both directions are the same.
static void exchanges_undo_themselves(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    world_add_pairs(&w, 6);
    bdd body = BDD_TRUE, same = BDD_TRUE;
    for (int x = 0; x < 2; x++)
        for (int k = 0; k < 2; k++)
            body = bdd_and(w.m, body,
                           bdd_iff(w.m, bdd_literal(w.m, 4 * x + 2 * k + 1), bdd_literal(w.m, 4 * x + 2 * (1 - k))));
    bdd_relation *exchange = bdd_relation_new(w.m, body, (int[]){0, 2, 4, 6}, 4);
    for (int i = 0; i < 6; i++)
        same = bdd_and(w.m, same, bdd_iff(w.m, bdd_literal(w.m, 2 * i), bdd_literal(w.m, 2 * i + 1)));
    bdd set = random_sample(&w, &dice, 0x555).f, f = bdd_and(w.m, set, same);
    bdd once = bdd_compose_relations(w.m, f, exchange);
    assert_int_equal(bdd_compose_inverse(w.m, f, exchange), once);
    assert_int_equal(bdd_compose_relations(w.m, once, exchange), f);
    assert_int_equal(bdd_swap_pairs(w.m, bdd_exists(w.m, once, cube_of(&w, 0x555))), bdd_image(w.m, set, exchange));
    assert_int_equal(bdd_compose_relations(w.m, f, NULL), BDD_NONE);
    assert_int_equal(bdd_compose_inverse(w.m, BDD_NONE, exchange), BDD_NONE);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compositions_are_what_they_are_defined_to_be),
        cmocka_unit_test(exchanges_undo_themselves),
    };
    return RUN(tests);
}
