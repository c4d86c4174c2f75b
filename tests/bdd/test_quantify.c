// Quantification, cofactors and the conjunction that quantifies on the way, against truth tables.
#include "truth_table.h"

static void exists_and_forall(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(900); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        if (dice_coin(&dice))
            shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        for (int j = 0; j < 4; j++) {
            unsigned vars = j == 0 ? all_vars(&w) : random_vars(&dice, all_vars(&w));
            bdd cube = cube_of(&w, vars);
            struct table t = table_exists(s.t, vars);
            assert_function(&w, bdd_exists(w.m, s.f, cube), &t);
            t = table_forall(s.t, vars);
            assert_function(&w, bdd_forall(w.m, s.f, cube), &t);
        }
        assert_int_equal(bdd_exists(w.m, s.f, BDD_TRUE), s.f);
        assert_int_equal(bdd_forall(w.m, s.f, BDD_TRUE), s.f);
        assert_int_equal(bdd_exists(w.m, BDD_TRUE, cube_of(&w, all_vars(&w))), BDD_TRUE);
        assert_int_equal(bdd_forall(w.m, BDD_FALSE, cube_of(&w, all_vars(&w))), BDD_FALSE);
        assert_int_equal(bdd_forall(w.m, BDD_TRUE, cube_of(&w, all_vars(&w))), BDD_TRUE);
        world_close(&w);
    }
}

// Every quantification of one variable is the disjunction or conjunction of both cofactors, and those are what the
// table says.
static void both_cofactors(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 10)));
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        for (int v = 0; v < w.vars; v++) {
            bdd x = bdd_literal(w.m, v);
            bdd low = bdd_cofactor(w.m, s.f, bdd_not(x)), high = bdd_cofactor(w.m, s.f, x);
            struct table t = table_cofactor(&s.t, v, false);
            assert_function(&w, low, &t);
            t = table_cofactor(&s.t, v, true);
            assert_function(&w, high, &t);
            assert_int_equal(bdd_exists(w.m, s.f, x), bdd_or(w.m, low, high));
            assert_int_equal(bdd_forall(w.m, s.f, x), bdd_and(w.m, low, high));
            assert_int_equal(bdd_ite(w.m, x, high, low), s.f);
        }
        world_close(&w);
    }
}

static void cofactors_by_cubes(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(900); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        unsigned vars = random_vars(&dice, all_vars(&w));
        struct sample cube = sample_cube(&w, &dice, vars);
        struct table t = s.t;
        for (int v = 0; v < w.vars; v++)
            if (vars >> v & 1) {
                struct table met = table_and(cube.t, table_literal(v));
                t = table_cofactor(&t, v, !table_is_constant(&met, false));
            }
        assert_function(&w, bdd_cofactor(w.m, s.f, cube.f), &t);
        assert_int_equal(bdd_cofactor(w.m, s.f, BDD_TRUE), s.f);
        assert_int_equal(bdd_cofactor(w.m, cube.f, cube.f), BDD_TRUE);
        world_close(&w);
    }
}

static void conjoined_quantification(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(1200); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        shuffle_order(&w, &dice);
        struct sample a = random_sample(&w, &dice, all_vars(&w));
        struct sample b = random_sample(&w, &dice, all_vars(&w));
        if (dice_roll(&dice, 8) == 0)
            b = sample_not(a);
        unsigned vars = random_vars(&dice, all_vars(&w));
        bdd cube = cube_of(&w, vars);
        struct table t = table_exists(table_and(a.t, b.t), vars);
        bdd f = bdd_and_exists(w.m, a.f, b.f, cube);
        assert_function(&w, f, &t);
        assert_int_equal(f, bdd_and_exists(w.m, b.f, a.f, cube));
        assert_int_equal(f, bdd_exists(w.m, bdd_and(w.m, a.f, b.f), cube));
        assert_int_equal(bdd_and_exists(w.m, a.f, b.f, BDD_TRUE), bdd_and(w.m, a.f, b.f));
        assert_int_equal(bdd_and_exists(w.m, a.f, BDD_TRUE, cube), bdd_exists(w.m, a.f, cube));
        assert_int_equal(bdd_and_exists(w.m, a.f, a.f, cube), bdd_exists(w.m, a.f, cube));
        assert_int_equal(bdd_and_exists(w.m, a.f, bdd_not(a.f), cube), BDD_FALSE);
        assert_int_equal(bdd_and_exists(w.m, a.f, BDD_FALSE, cube), BDD_FALSE);
        world_close(&w);
    }
}

static void laws(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 10)));
        bdd_manager *m = w.m;
        bdd f = random_sample(&w, &dice, all_vars(&w)).f, g = random_sample(&w, &dice, all_vars(&w)).f;
        unsigned p = random_vars(&dice, all_vars(&w)), q = random_vars(&dice, all_vars(&w));
        bdd x = cube_of(&w, p), y = cube_of(&w, q), xy = cube_of(&w, p | q);

        assert_int_equal(bdd_forall(m, f, x), bdd_not(bdd_exists(m, bdd_not(f), x)));
        assert_int_equal(bdd_exists(m, bdd_exists(m, f, x), y), bdd_exists(m, f, xy));
        assert_int_equal(bdd_exists(m, bdd_exists(m, f, y), x), bdd_exists(m, f, xy));
        assert_int_equal(bdd_forall(m, bdd_forall(m, f, x), y), bdd_forall(m, f, xy));
        assert_int_equal(bdd_exists(m, bdd_or(m, f, g), x), bdd_or(m, bdd_exists(m, f, x), bdd_exists(m, g, x)));
        assert_int_equal(bdd_forall(m, bdd_and(m, f, g), x), bdd_and(m, bdd_forall(m, f, x), bdd_forall(m, g, x)));
        assert_int_equal(bdd_is_subset(m, f, bdd_exists(m, f, x)), BDD_YES);
        assert_int_equal(bdd_is_subset(m, bdd_forall(m, f, x), f), BDD_YES);
        // What does not depend on x may be drawn out.
        bdd apart = bdd_exists(m, g, x);
        assert_int_equal(bdd_and_exists(m, f, apart, x), bdd_and(m, bdd_exists(m, f, x), apart));
        // The quantified variables are gone.
        int vars[MOST_VARS];
        size_t count = bdd_cube_vars(m, bdd_support(m, bdd_exists(m, f, x)), vars, MOST_VARS);
        for (size_t j = 0; j < count; j++)
            assert_false(p >> vars[j] & 1);
        world_close(&w);
    }
}

// The operation cache must tell cubes, operands and operations apart when they alternate on the same functions.
static void alternating_operations(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(90); i++) {
        struct world w;
        world_open(&w, scaled(10, 6));
        struct sample a = random_sample(&w, &dice, all_vars(&w));
        struct sample b = random_sample(&w, &dice, all_vars(&w));
        for (int j = 0; j < 60; j++) {
            unsigned vars = random_vars(&dice, all_vars(&w));
            bdd cube = cube_of(&w, vars), f;
            struct table t = a.t;
            switch (dice_roll(&dice, 5)) {
            case 0:
                f = bdd_exists(w.m, a.f, cube);
                t = table_exists(a.t, vars);
                break;
            case 1:
                f = bdd_forall(w.m, a.f, cube);
                t = table_forall(a.t, vars);
                break;
            case 2:
                f = bdd_and(w.m, a.f, cube);
                for (int v = 0; v < w.vars; v++)
                    if (vars >> v & 1)
                        t = table_and(t, table_literal(v));
                break;
            case 3:
                f = bdd_cofactor(w.m, a.f, cube);
                for (int v = 0; v < w.vars; v++)
                    if (vars >> v & 1)
                        t = table_cofactor(&t, v, true);
                break;
            default:
                f = bdd_and_exists(w.m, a.f, b.f, cube);
                t = table_exists(table_and(a.t, b.t), vars);
                break;
            }
            assert_function(&w, f, &t);
        }
        world_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exists_and_forall),
        cmocka_unit_test(both_cofactors),
        cmocka_unit_test(cofactors_by_cubes),
        cmocka_unit_test(conjoined_quantification),
        cmocka_unit_test(laws),
        cmocka_unit_test(alternating_operations),
    };
    return RUN(tests);
}
