// Closures by saturation, and pre-images within a set: against the plain images and the plain definition.
#include "truth_table.h"

#define PAIRS 5
#define MOST_RELATIONS 6

// A relation over some of the pairs, which may test the others and an input.
static bdd_relation *random_relation(struct world *w, struct dice *dice, const int *inputs, int input_count)
{
    int vars[PAIRS + 2], count = 0;
    unsigned among = 0;
    for (int i = 0; i < PAIRS; i++) {
        if (dice_roll(dice, 3) == 0) {
            vars[count++] = 2 * i;
            among |= 3u << 2 * i;
        } else if (dice_roll(dice, 4) == 0)
            among |= 1u << 2 * i;
    }
    for (int i = 0; i < input_count; i++) {
        vars[count++] = inputs[i];
        among |= 1u << inputs[i];
    }
    bdd body = among ? bdd_and(w->m, random_sample(w, dice, among).f, random_sample(w, dice, among).f) : BDD_TRUE;
    bdd_relation *relation = bdd_relation_new(w->m, body, vars, (size_t)count);
    assert_non_null(relation);
    return relation;
}

static unsigned current_vars(void)
{
    unsigned vars = 0;
    for (int i = 0; i < PAIRS; i++)
        vars |= 1u << 2 * i;
    return vars;
}

// All steps at once until nothing changes.
static bdd slow_closure(struct world *w, bdd_relation *const *relations, int count, bdd set, bdd within, bool back)
{
    for (bdd before = BDD_NONE; set != before;) {
        before = set;
        for (int i = 0; i < count; i++) {
            bdd more = back ? bdd_and(w->m, bdd_preimage(w->m, before, relations[i]), within)
                            : bdd_image(w->m, before, relations[i]);
            set = bdd_or(w->m, set, more);
        }
    }
    return set;
}

static void closures(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(400); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, PAIRS);
        bdd_relation *relations[MOST_RELATIONS];
        int count = dice_roll(&dice, MOST_RELATIONS + 1);
        for (int k = 0; k < count; k++)
            relations[k] = random_relation(&w, &dice, NULL, 0);
        bdd_saturation *s = bdd_saturation_new(w.m, relations, (size_t)count);
        assert_non_null(s);
        for (int k = 0; k < 4; k++) {
            shuffle_order(&w, &dice);
            bdd start = bdd_and(w.m, random_sample(&w, &dice, current_vars()).f, sample_cube(&w, &dice, 0x15).f);
            bdd within = random_sample(&w, &dice, current_vars()).f;
            bdd forward = start, back = start;
            assert_true(bdd_saturate(w.m, s, &forward, SIZE_MAX));
            assert_true(bdd_saturate_back(w.m, s, &back, within, SIZE_MAX));
            assert_int_equal(forward, slow_closure(&w, relations, count, start, BDD_TRUE, false));
            assert_int_equal(back, slow_closure(&w, relations, count, start, within, true));
        }
        bdd_saturation_free(s);
        assert_sound(&w);
        world_close(&w);
    }
}

// A chain of n bits in which a token moves, too many for a budget of few nodes: what comes back is in between.
static void closures_within_a_budget(void **state)
{
    (void)state;
    struct world w;
    int n = scaled(40, 12);
    world_open_with(&w, (struct bdd_config){0});
    world_add_pairs(&w, n);
    bdd_relation *relations[40];
    bdd start = BDD_TRUE, end = BDD_TRUE;
    for (int i = 0; i < n; i++) {
        int next = (i + 1) % n * 2, vars[] = {2 * i, next};
        bdd here = bdd_literal(w.m, 2 * i), there = bdd_literal(w.m, next);
        bdd body = bdd_and(w.m, bdd_minus(w.m, here, there),
                           bdd_minus(w.m, bdd_literal(w.m, next + 1), bdd_literal(w.m, 2 * i + 1)));
        relations[i] = bdd_relation_new(w.m, body, vars, 2);
        start = bdd_and(w.m, start, i % 2 ? bdd_not(here) : here);
        end = bdd_and(w.m, end, i % 2 ? here : bdd_not(here));
    }
    bdd_saturation *s = bdd_saturation_new(w.m, relations, (size_t)n);
    bdd some = start, all = start;
    bool done = bdd_saturate(w.m, s, &some, 10);
    assert_false(done);
    assert_int_equal(bdd_status(w.m), BDD_OVER_BUDGET);
    assert_true(bdd_saturate(w.m, s, &all, SIZE_MAX));
    assert_int_equal(bdd_is_subset(w.m, start, some), BDD_YES);
    assert_int_equal(bdd_is_subset(w.m, some, all), BDD_YES);
    assert_int_equal(bdd_is_subset(w.m, end, all), BDD_YES);
    some = BDD_NONE;
    assert_false(bdd_saturate(w.m, s, &some, SIZE_MAX));
    assert_false(bdd_saturate(w.m, NULL, &all, SIZE_MAX));
    bdd_saturation_free(s);
    bdd_saturation_free(NULL);
    world_close(&w);
}

// exists next, inputs: body and within and set(next)
static void preimages_within_a_set(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(400); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, PAIRS);
        world_add_vars(&w, 2);
        int inputs[] = {2 * PAIRS, 2 * PAIRS + 1};
        bdd_relation *relation = random_relation(&w, &dice, inputs, 2);
        shuffle_order(&w, &dice);
        bdd set = random_sample(&w, &dice, current_vars()).f;
        bdd within = random_sample(&w, &dice, current_vars() | 3u << 2 * PAIRS).f;
        bdd_substitution *to_next = bdd_substitution_new(w.m);
        bdd gone = bdd_cube(w.m, inputs, 2);
        int vars[2 * PAIRS + 2];
        size_t count = bdd_cube_vars(w.m, bdd_relation_cube(relation), vars, sizeof vars / sizeof *vars);
        for (size_t k = 0; k < count; k++)
            if (bdd_is_current(w.m, vars[k])) {
                assert_true(bdd_substitution_set_var(to_next, vars[k], vars[k] + 1));
                gone = bdd_and(w.m, gone, bdd_literal(w.m, vars[k] + 1));
            }
        bdd steps = bdd_and(w.m, bdd_relation_body(relation), bdd_substitute(w.m, set, to_next));
        bdd expected = bdd_and_exists(w.m, steps, within, gone);
        assert_int_equal(bdd_preimage_within(w.m, set, relation, within), expected);
        assert_int_equal(bdd_preimage_within(w.m, set, relation, BDD_TRUE), bdd_preimage(w.m, set, relation));
        assert_int_equal(bdd_preimage_within(w.m, set, NULL, within), BDD_NONE);
        assert_sound(&w);
        world_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closures),
        cmocka_unit_test(closures_within_a_budget),
        cmocka_unit_test(preimages_within_a_set),
    };
    return RUN(tests);
}
