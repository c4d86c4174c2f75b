// Operations that end early: attempts over their node budget, and operations stopped from outside. Both leave all well.
#include "truth_table.h"

// ---- Attempts -------------------------------------------------------------------------------------------------------

static void sufficient_budgets(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, MOST_VARS));
        shuffle_order(&w, &dice);
        struct sample a = random_sample(&w, &dice, all_vars(&w)), b = random_sample(&w, &dice, all_vars(&w));
        unsigned vars = random_vars(&dice, all_vars(&w));
        bdd cube = cube_of(&w, vars);
        struct table t = table_and(a.t, b.t);
        assert_function(&w, bdd_try_and(w.m, a.f, b.f, SIZE_MAX), &t);
        assert_function(&w, bdd_try_and(w.m, a.f, b.f, 1 << 20), &t);
        t = table_exists(t, vars);
        assert_function(&w, bdd_try_and_exists(w.m, a.f, b.f, cube, SIZE_MAX), &t);
        assert_function(&w, bdd_try_and_exists(w.m, a.f, b.f, cube, 1 << 20), &t);
        assert_int_equal(bdd_status(w.m), BDD_OK);
        world_close(&w);
    }
}

// Any budget: either the right result, or none and a word why; and then nothing has changed.
static void any_budget(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int over = 0, within = 0;
    for (int i = 0; i < rounds(900); i++) {
        struct world w;
        world_open(&w, 4 + dice_roll(&dice, MOST_VARS - 3));
        shuffle_order(&w, &dice);
        struct sample a = random_sample(&w, &dice, all_vars(&w)), b = random_sample(&w, &dice, all_vars(&w));
        unsigned vars = random_vars(&dice, all_vars(&w));
        bdd cube = cube_of(&w, vars);
        struct table both = table_and(a.t, b.t), t = table_exists(both, vars);
        for (int j = 0; j < 6; j++) {
            size_t budget = (size_t)dice_roll(&dice, j < 3 ? 5 : 60);
            bool quantified = dice_coin(&dice), of_all = dice_coin(&dice);
            size_t own = of_all && dice_coin(&dice) ? SIZE_MAX : budget;
            bdd_clear_status(w.m);
            bdd_set_budget(w.m, of_all ? budget : SIZE_MAX);
            bdd f = quantified        ? bdd_try_and_exists(w.m, a.f, b.f, cube, own)
                    : own == SIZE_MAX ? bdd_and(w.m, a.f, b.f)
                                      : bdd_try_and(w.m, a.f, b.f, own);
            bdd_set_budget(w.m, SIZE_MAX);
            if (bdd_is_valid(f)) {
                assert_function(&w, f, quantified ? &t : &both);
                assert_int_equal(bdd_status(w.m), BDD_OK);
                within++;
            } else {
                assert_int_equal(f, BDD_NONE);
                assert_int_equal(bdd_status(w.m), BDD_OVER_BUDGET);
                over++;
            }
            assert_sound(&w);
            // So that the next attempt finds nothing done already.
            bdd_collect(w.m);
        }
        assert_function(&w, a.f, &a.t);
        assert_function(&w, b.f, &b.t);
        // The budget was for the attempt only.
        assert_function(&w, bdd_and(w.m, a.f, b.f), &both);
        assert_function(&w, bdd_and_exists(w.m, a.f, b.f, cube), &t);
        world_close(&w);
    }
    assert_true(over > rounds(100) && within > rounds(100));
}

// The budget is exact: a conjunction makes the nodes of its result and no others, so as many as are new suffice, and
// one less does not.
static void exact_budgets(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 6 + dice_roll(&dice, MOST_VARS - 5));
        struct sample a = random_sample(&w, &dice, all_vars(&w)), b = random_sample(&w, &dice, all_vars(&w));
        bdd_models *hold = hold_order(&w);
        bdd_collect(w.m);
        size_t before = statistics(&w).nodes_live;
        bdd_scope scope = bdd_open_scope(w.m);
        bdd f = bdd_and(w.m, a.f, b.f);
        size_t needed = statistics(&w).nodes_live - before;
        bdd_close_scope(w.m, scope);
        bdd_collect(w.m);
        assert_int_equal(statistics(&w).nodes_live, before);
        if (needed > 0) {
            assert_int_equal(bdd_try_and(w.m, a.f, b.f, needed - 1), BDD_NONE);
            assert_int_equal(bdd_status(w.m), BDD_OVER_BUDGET);
            bdd_collect(w.m);
            assert_int_equal(statistics(&w).nodes_live, before); // what it made is garbage
        }
        f = bdd_try_and(w.m, a.f, b.f, needed);
        struct table t = table_and(a.t, b.t);
        assert_function(&w, f, &t);
        // What is there already needs no budget.
        assert_int_equal(bdd_try_and(w.m, a.f, b.f, 0), f);
        assert_int_equal(bdd_try_and(w.m, a.f, a.f, 0), a.f);
        assert_int_equal(bdd_try_and(w.m, a.f, BDD_TRUE, 0), a.f);
        bdd_models_close(hold);
        world_close(&w);
    }
}

// A budget bounds the work on functions that would grow out of hand.
static void budgets_bound_the_table(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int bits = scaled(8, 5);
    struct world w;
    world_open(&w, 2 * bits);
    bdd product[32];
    multiply(&w, bits, product);
    bdd other = bdd_xor(w.m, product[bits], product[bits + 1]);
    bdd_models *hold = hold_order(&w);
    size_t before = live_nodes(&w);
    assert_int_equal(bdd_try_and(w.m, product[bits - 1], other, 20), BDD_NONE);
    assert_int_equal(bdd_status(w.m), BDD_OVER_BUDGET);
    assert_true(statistics(&w).nodes_live <= before + 20);
    bdd_models_close(hold);
    assert_true(products_agree(&w, &dice, bits, product));
    world_close(&w);
}

// ---- Stopping -------------------------------------------------------------------------------------------------------

struct patience {
    uint64_t left, asked;
};

static bool lost(void *context)
{
    struct patience *p = context;
    p->asked++;
    return p->left == 0 || --p->left == 0;
}

// Long work: the middle bits of a product. Gives the number of operations that did not end.
static int work(struct world *w, int bits, bdd *product)
{
    multiply(w, bits, product);
    int unfinished = 0;
    for (int i = 0; i < 2 * bits; i++)
        unfinished += !bdd_is_valid(product[i]);
    return unfinished;
}

static void stopping_long_operations(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int bits = scaled(10, 8);
    struct world w;
    world_open(&w, 2 * bits);
    bdd small[10], product[32];
    multiply(&w, 3, small); // of the lowest variables; still there afterwards
    bool asked = false;
    for (uint64_t left = 0; left < 3; left++) {
        struct patience p = {.left = left};
        bdd_clear_status(w.m);
        bdd_set_stop(w.m, lost, &p);
        bdd_scope scope = bdd_open_scope(w.m);
        int unfinished = work(&w, bits, product);
        assert_true(unfinished > 0);
        assert_int_equal(bdd_status(w.m), BDD_STOPPED);
        assert_true(products_agree(&w, &dice, bits, product));
        asked = asked || p.asked > 0;
        bdd_set_stop(w.m, NULL, NULL);
        bdd_close_scope(w.m, scope);
        assert_sound(&w);
    }
    assert_true(asked);
    assert_true(products_agree(&w, &dice, 3, small));
    // Without it, and with one that never says stop, the same work ends.
    struct patience p = {.left = UINT64_MAX};
    bdd_set_stop(w.m, lost, &p);
    bdd_clear_status(w.m);
    assert_int_equal(work(&w, bits, product), 0);
    assert_true(p.asked > 0);
    assert_true(products_agree(&w, &dice, bits, product));
    assert_int_equal(bdd_status(w.m), BDD_OK);
    bdd_set_stop(w.m, NULL, NULL);
    assert_int_equal(work(&w, bits, product), 0);
    world_close(&w);
}

// Whether the sum of the variables, each with a weight of its own, is 0 modulo `modulus`: n * modulus nodes.
static bdd residue(struct world *w, int modulus, int step)
{
    bdd *row = malloc((size_t)modulus * sizeof *row), *next = malloc((size_t)modulus * sizeof *next);
    for (int r = 0; r < modulus; r++)
        row[r] = r == 0 ? BDD_TRUE : BDD_FALSE;
    for (int v = w->vars - 1; v >= 0; v--) {
        int weight = (v * v * v + step) * (v + step) % modulus; // no two sums go together
        for (int r = 0; r < modulus; r++)
            next[r] = bdd_ite(w->m, bdd_literal(w->m, v), row[(r + weight) % modulus], row[r]);
        memcpy(row, next, (size_t)modulus * sizeof *row);
    }
    bdd result = row[0];
    free(row);
    free(next);
    return result;
}

// Two functions without a common model, the one wanting an even number of ones and the other an odd one. To find that
// out takes a look at about n * p * q pairs of nodes, many times what either has, and makes none.
static void open_disjoint(struct world *w, bdd *f, bdd *g)
{
    world_open(w, scaled(30, 20));
    bdd parity = BDD_FALSE;
    for (int v = 0; v < w->vars; v++)
        parity = bdd_xor(w->m, parity, bdd_literal(w->m, v));
    *f = bdd_minus(w->m, residue(w, scaled(251, 53), 7), parity);
    *g = bdd_and(w->m, residue(w, scaled(241, 47), 11), parity);
    assert_true(bdd_is_valid(*f) && bdd_is_valid(*g));
}

// A long test is an operation too, though it makes no node.
static void stopping_long_tests(void **state)
{
    (void)state;
    struct world w;
    bdd f, g;
    open_disjoint(&w, &f, &g);
    struct patience p = {.left = 0};
    bdd_set_stop(w.m, lost, &p);
    bdd_clear_status(w.m);
    assert_int_equal(bdd_is_disjoint(w.m, f, g), BDD_UNKNOWN);
    assert_int_equal(bdd_status(w.m), BDD_STOPPED);
    bdd_clear_status(w.m);
    assert_int_equal(bdd_is_subset(w.m, f, bdd_not(g)), BDD_UNKNOWN);
    assert_int_equal(bdd_status(w.m), BDD_STOPPED);
    bdd_set_stop(w.m, NULL, NULL);
    assert_int_equal(bdd_is_disjoint(w.m, f, g), BDD_YES);
    assert_int_equal(bdd_is_subset(w.m, f, bdd_not(g)), BDD_YES);
    world_close(&w);
}

// So is a quantification that makes none.
static void stopping_long_quantifications(void **state)
{
    (void)state;
    struct world w;
    bdd f, g;
    open_disjoint(&w, &f, &g);
    bdd all = cube_of(&w, all_vars(&w));
    struct patience p = {.left = 0};
    bdd_set_stop(w.m, lost, &p);
    bdd_clear_status(w.m);
    assert_int_equal(bdd_and_exists(w.m, f, g, all), BDD_NONE);
    assert_int_equal(bdd_status(w.m), BDD_STOPPED);
    bdd_set_stop(w.m, NULL, NULL);
    assert_int_equal(bdd_and_exists(w.m, f, g, all), BDD_FALSE);
    world_close(&w);
}

static void texts_for_every_status(void **state)
{
    (void)state;
    static const enum bdd_status all[] = {BDD_OK,           BDD_OUT_OF_MEMORY, BDD_OVER_BUDGET,
                                          BDD_STOPPED,      BDD_TOO_MANY_VARS, BDD_BAD_NAME,
                                          BDD_BAD_RELATION, BDD_BAD_ORDER};
    for (int i = 0; i < 7; i++) {
        assert_non_null(bdd_status_text(all[i]));
        assert_true(strlen(bdd_status_text(all[i])) > 0);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(bdd_status_text(all[i]), bdd_status_text(all[j]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sufficient_budgets),
        cmocka_unit_test(any_budget),
        cmocka_unit_test(exact_budgets),
        cmocka_unit_test(budgets_bound_the_table),
        cmocka_unit_test(stopping_long_operations),
        cmocka_unit_test(stopping_long_tests),
        cmocka_unit_test(stopping_long_quantifications),
        cmocka_unit_test(texts_for_every_status),
    };
    return RUN(tests);
}
