// Dense subsets: of random functions, in any number of nodes, against truth tables.
#include "truth_table.h"

// The shortest path to true; more than any if there is none.
static int shortest_path(const struct world *w, bdd f)
{
    if (bdd_is_constant(f))
        return f == BDD_TRUE ? 0 : 1000;
    int low = shortest_path(w, bdd_low(w->m, f)), high = shortest_path(w, bdd_high(w->m, f));
    return 1 + (low < high ? low : high);
}

static struct table table_of(const struct world *w, bdd f)
{
    struct table t = table_constant(false);
    for (unsigned i = 0; i < TABLE_BITS; i++) {
        bool values[MOST_VARS];
        for (int v = 0; v < w->vars; v++)
            values[v] = i >> v & 1;
        table_put(&t, i, bdd_evaluate(w->m, f, values));
    }
    return t;
}

static void subsets_are_small_and_not_empty(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int denser = 0, cut = 0;
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        for (int k = 0; k < 4; k++) {
            bdd_models *hold = hold_order(&w);
            size_t size = bdd_size(w.m, s.f), nodes = 1 + (size_t)dice_roll(&dice, (int)size + 2);
            bdd g = bdd_subset_dense(w.m, s.f, nodes);
            assert_true(bdd_is_valid(g));
            size_t least = (size_t)shortest_path(&w, s.f) + 1, got = bdd_size(w.m, g);
            struct table t = table_of(&w, g);
            assert_true(table_implies(&t, &s.t));
            assert_int_equal(g == BDD_FALSE, s.f == BDD_FALSE);
            if (s.f != BDD_FALSE)
                assert_true(got <= (nodes > least ? nodes : least));
            if (size <= nodes)
                assert_int_equal(g, s.f);
            else if (nodes >= least) {
                cut++;
                denser += (double)table_count(&t) / (double)got >= (double)table_count(&s.t) / (double)size;
            }
            bdd_models_close(hold);
        }
        world_close(&w);
    }
    assert_true(cut > rounds(600) / 2);
    assert_true(denser > cut / 2);
}

// Nearly all assignments are in a part that is simple; what is not simple goes.
static void what_is_simple_stays(void **state)
{
    (void)state;
    enum { BITS = 6 };
    struct world w;
    world_open(&w, 0);
    world_add_vars(&w, 3 * BITS + 2);
    bdd_models *hold = hold_order(&w);
    bdd product[2 * BITS], odd = BDD_FALSE;
    multiply(&w, BITS, product);
    for (int i = 0; i < 2 * BITS; i++)
        odd = bdd_xor(w.m, odd, product[i]);
    int x = 3 * BITS, y = 3 * BITS + 1;
    bdd simple = bdd_or(w.m, bdd_literal(w.m, x), bdd_literal(w.m, y));
    bdd f = bdd_or(w.m, simple, odd), cube = bdd_support(w.m, f);
    assert_true(bdd_size(w.m, f) > 100);
    bdd g = bdd_subset_dense(w.m, f, 20);
    assert_true(bdd_size(w.m, g) <= 20);
    assert_int_equal(bdd_is_subset(w.m, g, f), BDD_YES);
    mpz_t all, some;
    mpz_inits(all, some, NULL);
    assert_true(bdd_count(w.m, f, cube, all) && bdd_count(w.m, g, cube, some));
    mpz_mul_ui(some, some, 2);
    assert_true(mpz_cmp(some, all) > 0); // more than half
    mpz_clears(all, some, NULL);
    bdd_models_close(hold);
    world_close(&w);
}

// A set of few states among very many variables: weights are tiny, but not lost.
static void sparse_sets_keep_their_weights(void **state)
{
    (void)state;
    enum { VARS = 3000, STATES = 12 };
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 0);
    world_add_vars(&w, scaled(VARS, 300));
    bdd f = BDD_FALSE;
    for (int k = 0; k < STATES; k++) {
        bdd_scope scope = bdd_open_scope(w.m);
        int *vars = malloc((size_t)w.vars * sizeof *vars);
        bool *values = malloc((size_t)w.vars * sizeof *values);
        for (int v = 0; v < w.vars; v++) {
            vars[v] = v;
            values[v] = dice_coin(&dice);
        }
        f = bdd_or(w.m, f, bdd_literal_cube(w.m, vars, values, (size_t)w.vars));
        free(vars);
        free(values);
        f = bdd_close_scope_with(w.m, scope, f);
    }
    size_t size = bdd_size(w.m, f);
    bdd g = bdd_subset_dense(w.m, f, size / 2);
    assert_true(g != BDD_FALSE && bdd_is_valid(g));
    assert_true(bdd_size(w.m, g) <= size / 2);
    assert_int_equal(bdd_is_subset(w.m, g, f), BDD_YES);
    world_close(&w);
}

static void without_memory_nothing_is_lost(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(60); i++) {
        struct world w;
        world_open(&w, 12);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        bdd kept = s.f;
        assert_true(bdd_protect(w.m, &kept));
        bdd_set_byte_limit(w.m, 1);
        bdd g = bdd_subset_dense(w.m, s.f, 1 + bdd_size(w.m, s.f) / 2);
        assert_true(!bdd_is_valid(g) || g == s.f || bdd_is_subset(w.m, g, s.f) != BDD_NO);
        assert_int_equal(bdd_subset_dense(w.m, BDD_NONE, 10), BDD_NONE);
        bdd_set_byte_limit(w.m, 0);
        assert_true(bdd_is_valid(bdd_subset_dense(w.m, s.f, 1 + bdd_size(w.m, s.f) / 2)));
        assert_function(&w, s.f, &s.t);
        bdd_unprotect(w.m, &kept);
        world_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subsets_are_small_and_not_empty),
        cmocka_unit_test(what_is_simple_stays),
        cmocka_unit_test(sparse_sets_keep_their_weights),
        cmocka_unit_test(without_memory_nothing_is_lost),
    };
    return RUN(tests);
}
