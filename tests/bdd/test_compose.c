// Replacing variables: by one function, by many at once, by each other, and the exchange of current and next copies.
#include "truth_table.h"

// f at the assignment where variable v has the value of by[v], by[v] being the old value where nothing is replaced.
static struct table table_substitute(const struct table *f, const struct table *by)
{
    struct table result = table_constant(false);
    for (unsigned i = 0; i < TABLE_BITS; i++) {
        unsigned j = 0;
        for (int v = 0; v < MOST_VARS; v++)
            j |= (unsigned)table_get(&by[v], i) << v;
        table_put(&result, i, table_get(f, j));
    }
    return result;
}

static void identity(struct table *by)
{
    for (int v = 0; v < MOST_VARS; v++)
        by[v] = table_literal(v);
}

static void compose_one(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(450); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 10)));
        shuffle_order(&w, &dice);
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        // The same operands in alternation: the cache must tell variables and functions apart.
        for (int j = 0; j < 3; j++) {
            struct sample g = random_sample(&w, &dice, all_vars(&w));
            int var = dice_roll(&dice, w.vars);
            struct table low = table_cofactor(&f.t, var, false), high = table_cofactor(&f.t, var, true);
            struct table t = table_ite(g.t, high, low);
            assert_function(&w, bdd_compose(w.m, f.f, var, g.f), &t);
            int other = dice_roll(&dice, w.vars);
            low = table_cofactor(&f.t, other, false), high = table_cofactor(&f.t, other, true);
            t = table_ite(g.t, high, low);
            assert_function(&w, bdd_compose(w.m, f.f, other, g.f), &t);
            assert_int_equal(bdd_compose(w.m, f.f, var, bdd_literal(w.m, var)), f.f);
            assert_int_equal(bdd_compose(w.m, f.f, var, BDD_TRUE), bdd_cofactor(w.m, f.f, bdd_literal(w.m, var)));
            assert_int_equal(bdd_compose(w.m, bdd_literal(w.m, var), var, g.f), g.f);
        }
        world_close(&w);
    }
}

static void substitute_functions(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(450); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 11)));
        shuffle_order(&w, &dice);
        struct table by[MOST_VARS];
        identity(by);
        bdd_substitution *s = bdd_substitution_new(w.m);
        assert_non_null(s);
        unsigned vars = random_vars(&dice, all_vars(&w));
        for (int v = 0; v < w.vars; v++)
            if (vars >> v & 1) {
                struct sample g = random_expression(&w, &dice, all_vars(&w), 2);
                by[v] = g.t;
                assert_true(bdd_substitution_set(s, v, g.f));
            }
        for (int j = 0; j < 2; j++) {
            struct sample f = random_sample(&w, &dice, all_vars(&w));
            struct table t = table_substitute(&f.t, by);
            bdd result = bdd_substitute(w.m, f.f, s);
            assert_function(&w, result, &t);
            assert_int_equal(bdd_substitute(w.m, bdd_not(f.f), s), bdd_not(result));
        }
        bdd_substitution_free(s);
        world_close(&w);
    }
}

static void substitute_nothing(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 8);
    bdd_substitution *s = bdd_substitution_new(w.m);
    struct sample f = random_sample(&w, &dice, all_vars(&w));
    assert_int_equal(bdd_substitute(w.m, f.f, s), f.f);
    assert_int_equal(bdd_substitute(w.m, BDD_TRUE, s), BDD_TRUE);
    assert_true(bdd_substitution_set(s, 3, bdd_literal(w.m, 3)));
    assert_int_equal(bdd_substitute(w.m, f.f, s), f.f);
    assert_false(bdd_substitution_set(s, 3, BDD_NONE));
    bdd_substitution_free(s);
    bdd_substitution_free(NULL);
    world_close(&w);
}

// Permutations of the variables: swaps, cycles and any other, forth and back.
static void permutations(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(450); i++) {
        struct world w;
        world_open(&w, 2 + dice_roll(&dice, scaled(MOST_VARS - 1, 9)));
        shuffle_order(&w, &dice);
        int to[MOST_VARS];
        for (int v = 0; v < w.vars; v++)
            to[v] = v;
        switch (i % 4) {
        case 0:
            to[0] = w.vars - 1, to[w.vars - 1] = 0;
            break;
        case 1:
            for (int v = 0; v < w.vars; v++)
                to[v] = (v + 1) % w.vars;
            break;
        case 2:
            for (int v = 0; v + 1 < w.vars; v += 2)
                to[v] = v + 1, to[v + 1] = v;
            break;
        default:
            dice_shuffle(&dice, to, w.vars);
        }
        struct table by[MOST_VARS];
        identity(by);
        bdd_substitution *forth = bdd_substitution_new(w.m), *back = bdd_substitution_new(w.m);
        for (int v = 0; v < w.vars; v++) {
            by[v] = table_literal(to[v]);
            if (to[v] == v && dice_coin(&dice))
                continue;
            assert_true(bdd_substitution_set_var(forth, v, to[v]));
            assert_true(bdd_substitution_set_var(back, to[v], v));
        }
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        struct table t = table_substitute(&f.t, by);
        bdd result = bdd_substitute(w.m, f.f, forth);
        assert_function(&w, result, &t);
        assert_int_equal(bdd_substitute(w.m, result, back), f.f);
        bdd_substitution_free(forth);
        bdd_substitution_free(back);
        world_close(&w);
    }
}

// Renamings that are not one to one identify variables.
static void renamings(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(300); i++) {
        struct world w;
        world_open(&w, 2 + dice_roll(&dice, scaled(MOST_VARS - 1, 9)));
        struct table by[MOST_VARS];
        identity(by);
        bdd_substitution *s = bdd_substitution_new(w.m);
        for (int v = 0; v < w.vars; v++)
            if (dice_coin(&dice)) {
                int to = dice_roll(&dice, w.vars);
                by[v] = table_literal(to);
                assert_true(bdd_substitution_set_var(s, v, to));
            }
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        struct table t = table_substitute(&f.t, by);
        assert_function(&w, bdd_substitute(w.m, f.f, s), &t);
        bdd_substitution_free(s);
        world_close(&w);
    }
}

// One substitution changes between uses, another alternates with it, and a third is made where an old one was freed:
// no result of one may be taken for that of another.
static void changing_substitutions(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(90); i++) {
        struct world w;
        world_open(&w, scaled(8, 5));
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        bdd_substitution *s[2] = {bdd_substitution_new(w.m), bdd_substitution_new(w.m)};
        struct table by[2][MOST_VARS];
        identity(by[0]);
        identity(by[1]);
        for (int j = 0; j < 30; j++) {
            int k = dice_coin(&dice), v = dice_roll(&dice, w.vars);
            if (dice_roll(&dice, 8) == 0) {
                bdd_substitution_free(s[k]);
                s[k] = bdd_substitution_new(w.m);
                assert_non_null(s[k]);
                identity(by[k]);
            } else if (dice_coin(&dice)) {
                int to = dice_roll(&dice, w.vars);
                assert_true(bdd_substitution_set_var(s[k], v, to));
                by[k][v] = table_literal(to);
            } else {
                struct sample g = random_expression(&w, &dice, all_vars(&w), 2);
                assert_true(bdd_substitution_set(s[k], v, g.f));
                by[k][v] = g.t;
            }
            for (int l = 0; l < 2; l++) {
                struct table t = table_substitute(&f.t, by[l]);
                assert_function(&w, bdd_substitute(w.m, f.f, s[l]), &t);
            }
            if (dice_roll(&dice, 8) == 0)
                shuffle_order(&w, &dice);
        }
        bdd_substitution_free(s[1]);
        bdd_substitution_free(s[0]);
        world_close(&w);
    }
}

// A substitution outlives the scopes and the order in which it was made, and knows of variables made after it.
static void substitutions_last(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open(&w, 4);
        struct table by[MOST_VARS];
        identity(by);
        bdd_substitution *s = bdd_substitution_new(w.m);
        bdd_scope scope = bdd_open_scope(w.m);
        for (int v = 0; v < 3; v++) {
            struct sample g = random_expression(&w, &dice, all_vars(&w), 3);
            assert_true(bdd_substitution_set(s, v, g.f));
            by[v] = g.t;
        }
        bdd_close_scope(w.m, scope);
        bdd_collect(w.m);
        world_add_vars(&w, 4);
        // Fills the freed places with other nodes.
        for (int j = 0; j < 4; j++)
            random_sample(&w, &dice, all_vars(&w));
        shuffle_order(&w, &dice);
        struct sample g = random_expression(&w, &dice, all_vars(&w), 2);
        assert_true(bdd_substitution_set(s, 6, g.f));
        by[6] = g.t;
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        struct table t = table_substitute(&f.t, by);
        assert_function(&w, bdd_substitute(w.m, f.f, s), &t);
        assert_sound(&w);
        bdd_substitution_free(s);
        world_close(&w);
    }
}

// f with each current bit and its next copy exchanged.
static struct table table_swap_pairs(const struct world *w, const struct table *f)
{
    struct table by[MOST_VARS];
    identity(by);
    for (int v = 0; v < w->vars; v++)
        by[v] = table_literal(bdd_is_current(w->m, v) ? v + 1 : bdd_is_next(w->m, v) ? v - 1 : v);
    return table_substitute(f, by);
}

static void swapping_pairs(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        int pairs = 1 + dice_roll(&dice, scaled(5, 3));
        for (int j = 0; j < pairs; j++) {
            if (dice_roll(&dice, 3) == 0 && w.vars + 2 * (pairs - j) < MOST_VARS)
                world_add_vars(&w, 1);
            world_add_pairs(&w, 1);
        }
        shuffle_order(&w, &dice);
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        struct table t = table_swap_pairs(&w, &f.t);
        bdd result = bdd_swap_pairs(w.m, f.f);
        assert_function(&w, result, &t);
        assert_int_equal(bdd_swap_pairs(w.m, result), f.f);
        assert_int_equal(bdd_swap_pairs(w.m, bdd_not(f.f)), bdd_not(result));
        // The same as a substitution, and not mixed up with one.
        bdd_substitution *s = bdd_substitution_new(w.m);
        for (int v = 0; v < w.vars; v++)
            if (bdd_is_current(w.m, v)) {
                assert_true(bdd_substitution_set_var(s, v, v + 1));
                assert_true(bdd_substitution_set_var(s, v + 1, v));
            }
        assert_int_equal(bdd_substitute(w.m, f.f, s), result);
        bdd_substitution_free(s);
        world_close(&w);
    }
}

static void swapping_without_pairs(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 6);
    for (int i = 0; i < rounds(60); i++) {
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        assert_int_equal(bdd_swap_pairs(w.m, f.f), f.f);
    }
    // Pairs made after functions were swapped without them.
    struct sample f = random_sample(&w, &dice, all_vars(&w));
    world_add_pairs(&w, 2);
    struct sample g = sample_literal(&w, 6), h = sample_connect(&w, 2, &f, &g);
    struct table t = table_swap_pairs(&w, &h.t);
    assert_function(&w, bdd_swap_pairs(w.m, h.f), &t);
    world_close(&w);
}

static void swap_two(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(450); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 11)));
        shuffle_order(&w, &dice);
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        for (int j = 0; j < 3; j++) {
            int x = dice_roll(&dice, w.vars), y = dice_roll(&dice, w.vars);
            struct table by[MOST_VARS];
            identity(by);
            by[x] = table_literal(y);
            by[y] = table_literal(x);
            struct table t = table_substitute(&f.t, by);
            assert_function(&w, bdd_swap_vars(w.m, f.f, x, y), &t);
            assert_int_equal(bdd_swap_vars(w.m, bdd_swap_vars(w.m, f.f, x, y), y, x), f.f);
            assert_int_equal(bdd_swap_vars(w.m, bdd_not(f.f), x, y), bdd_not(bdd_swap_vars(w.m, f.f, x, y)));
        }
        assert_int_equal(bdd_swap_vars(w.m, BDD_NONE, 0, w.vars - 1), BDD_NONE);
        world_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compose_one),
        cmocka_unit_test(substitute_functions),
        cmocka_unit_test(substitute_nothing),
        cmocka_unit_test(permutations),
        cmocka_unit_test(renamings),
        cmocka_unit_test(changing_substitutions),
        cmocka_unit_test(substitutions_last),
        cmocka_unit_test(swapping_pairs),
        cmocka_unit_test(swapping_without_pairs),
        cmocka_unit_test(swap_two),
    };
    return RUN(tests);
}
