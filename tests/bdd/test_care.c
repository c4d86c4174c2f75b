// The two ways to use a care set: constrain and restrict.
#include "truth_table.h"

// A function that is not false, to care about.
static struct sample random_care(struct world *w, struct dice *dice, unsigned among)
{
    for (;;) {
        struct sample care = random_sample(w, dice, among);
        if (care.f != BDD_FALSE)
            return care;
    }
}

static void agreement_on_care(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(1200); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        struct sample care = random_care(&w, &dice, all_vars(&w));
        bdd results[] = {bdd_constrain(w.m, s.f, care.f), bdd_restrict(w.m, s.f, care.f)};
        for (int j = 0; j < 2; j++) {
            assert_true(bdd_is_valid(results[j]));
            for (unsigned k = 0; k < 1u << w.vars; k++) {
                bool values[MOST_VARS];
                for (int v = 0; v < w.vars; v++)
                    values[v] = k >> v & 1;
                if (table_get(&care.t, k))
                    assert_int_equal(bdd_evaluate(w.m, results[j], values), table_get(&s.t, k));
            }
        }
        // restrict brings in no variable that f does not have.
        int vars[MOST_VARS];
        size_t count = bdd_cube_vars(w.m, bdd_support(w.m, results[1]), vars, MOST_VARS);
        for (size_t j = 0; j < count; j++)
            assert_true(table_support(&s.t) >> vars[j] & 1);
        world_close(&w);
    }
}

// constrain maps an assignment outside the care set to the nearest one inside, where "near" weighs the upper levels
// more. That makes it a function of f on the care set alone, and determines it: the judge is that very definition.
static struct table constrain_by_distance(const struct world *w, const struct table *f, const struct table *care)
{
    struct table result = table_constant(false);
    for (unsigned i = 0; i < 1u << w->vars; i++) {
        unsigned best = 0, least = UINT32_MAX;
        for (unsigned j = 0; j < 1u << w->vars; j++) {
            if (!table_get(care, j))
                continue;
            unsigned distance = 0;
            for (int level = 0; level < w->vars; level++)
                distance = 2 * distance + ((i ^ j) >> bdd_var_at(w->m, level) & 1);
            if (distance < least) {
                least = distance;
                best = j;
            }
        }
        table_put(&result, i, table_get(f, best));
    }
    return result;
}

static void constrain_is_the_nearest_point(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(300); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, 7));
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        struct sample care = random_care(&w, &dice, all_vars(&w));
        bdd f = bdd_constrain(w.m, s.f, care.f);
        struct table t = constrain_by_distance(&w, &s.t, &care.t);
        assert_function(&w, f, &t);
        world_close(&w);
    }
}

static void constrain_laws(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 10)));
        bdd_manager *m = w.m;
        shuffle_order(&w, &dice);
        bdd f = random_sample(&w, &dice, all_vars(&w)).f, g = random_sample(&w, &dice, all_vars(&w)).f;
        bdd c = random_care(&w, &dice, all_vars(&w)).f;
        bdd all = cube_of(&w, all_vars(&w));

        assert_int_equal(bdd_constrain(m, f, BDD_TRUE), f);
        assert_int_equal(bdd_constrain(m, c, c), BDD_TRUE);
        assert_int_equal(bdd_constrain(m, BDD_TRUE, c), BDD_TRUE);
        assert_int_equal(bdd_constrain(m, BDD_FALSE, c), BDD_FALSE);
        if (c != BDD_TRUE)
            assert_int_equal(bdd_constrain(m, bdd_not(c), c), BDD_FALSE);

        // What constrain gives depends on the order, and the stress build reorders between any two operations: laws
        // between two results need the order to rest.
        bdd_models *hold = hold_order(&w);
        bdd fc = bdd_constrain(m, f, c), gc = bdd_constrain(m, g, c);
        assert_int_equal(bdd_constrain(m, bdd_not(f), c), bdd_not(fc));
        assert_int_equal(bdd_constrain(m, bdd_and(m, f, g), c), bdd_and(m, fc, gc));
        assert_int_equal(bdd_constrain(m, bdd_xor(m, f, g), c), bdd_xor(m, fc, gc));
        // Canonical in f on c: functions that agree there give one result.
        assert_int_equal(bdd_constrain(m, bdd_and(m, f, c), c), fc);
        assert_int_equal(bdd_constrain(m, bdd_or(m, f, bdd_not(c)), c), fc);
        assert_int_equal(bdd_constrain(m, bdd_ite(m, c, f, g), c), fc);
        bdd_models_close(hold);
        // Quantified together, constrained is as good as conjoined.
        fc = bdd_constrain(m, f, c);
        assert_int_equal(bdd_exists(m, fc, all), bdd_and_exists(m, f, c, all));
        assert_int_equal(bdd_and(m, fc, c), bdd_and(m, f, c));
        world_close(&w);
    }
}

static void restrict_laws(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 10)));
        bdd_manager *m = w.m;
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        bdd f = s.f, c = random_care(&w, &dice, all_vars(&w)).f;
        assert_int_equal(bdd_restrict(m, f, BDD_TRUE), f);
        assert_int_equal(bdd_restrict(m, BDD_TRUE, c), BDD_TRUE);
        assert_int_equal(bdd_restrict(m, BDD_FALSE, c), BDD_FALSE);
        assert_int_equal(bdd_restrict(m, c, c), BDD_TRUE);
        if (c != BDD_TRUE)
            assert_int_equal(bdd_restrict(m, bdd_not(c), c), BDD_FALSE);
        bdd r = bdd_restrict(m, f, c);
        assert_int_equal(bdd_and(m, r, c), bdd_and(m, f, c));
        // By a cube both are the plain cofactor.
        struct sample cube = sample_cube(&w, &dice, random_vars(&dice, all_vars(&w)));
        bdd cofactor = bdd_cofactor(m, f, cube.f);
        assert_int_equal(bdd_restrict(m, f, cube.f), cofactor);
        assert_int_equal(bdd_constrain(m, f, cube.f), cofactor);
        // A care set that shares no variable with f says nothing.
        unsigned others = all_vars(&w) & ~table_support(&s.t);
        if (others)
            assert_int_equal(bdd_restrict(m, f, random_care(&w, &dice, others).f), f);
        world_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agreement_on_care),
        cmocka_unit_test(constrain_is_the_nearest_point),
        cmocka_unit_test(constrain_laws),
        cmocka_unit_test(restrict_laws),
    };
    return RUN(tests);
}
