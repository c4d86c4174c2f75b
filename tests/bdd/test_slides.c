// The worked example of Sebastiani's slides on symbolic CTL model checking: N bits that start at 0 and may only rise,
// and the question whether K of them can be true. The slides give the sizes of two diagrams. They count nodes without
// complement edges and with two terminals; we have complement edges and one terminal, so our numbers differ, by
// amounts that can be worked out by hand.
#include "truth_table.h"

// N pairs and the relation that each bit may rise and never falls: the conjunction of b -> b'.
static bdd_relation *open_rising(struct world *w, int n)
{
    world_open_with(w, (struct bdd_config){0});
    world_add_pairs(w, n);
    int *vars = malloc((size_t)n * sizeof *vars);
    bdd body = BDD_TRUE;
    bdd_protect(w->m, &body);
    // From the last bit, which is the cheap side to build on. Scopes keep the literals from piling up.
    for (int i = n - 1; i >= 0; i--) {
        bdd_scope scope = bdd_open_scope(w->m);
        vars[i] = 2 * i;
        bdd rises = bdd_implies(w->m, bdd_literal(w->m, 2 * i), bdd_literal(w->m, 2 * i + 1));
        body = bdd_and(w->m, body, rises);
        bdd_close_scope(w->m, scope);
    }
    bdd_relation *r = bdd_relation_new(w->m, body, vars, (size_t)n);
    assert_non_null(r);
    bdd_unprotect(w->m, &body);
    free(vars);
    return r;
}

// The slides: 2N + 2 nodes. For each bit there is a node on b, whose 0-edge leads to the next bit and whose 1-edge to a
// node on b', which leads to the next bit or to false. That is 2N inner nodes and both terminals.
// Ours: complement edges let a function share its node with its negation, but no two of these 2N functions are each
// other's negation (all are true where every bit is 1), so all 2N nodes stay; only the terminal false is gone, being
// the complement of true. 2N + 1. The pairs are interchangeable, so this holds for every order that keeps them
// together.
static void rising_relation_has_2n_plus_1_nodes(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 3, 5, 8, 20, 100, 400};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int n = sizes[i];
        if (STRESSED && n > 20)
            continue;
        struct world w;
        bdd_relation *r = open_rising(&w, n);
        assert_int_equal(bdd_size(w.m, bdd_relation_body(r)), 2 * (size_t)n + 1);
        // What the formula counts, read off the truth table.
        if (2 * n <= MOST_VARS) {
            struct table t = table_constant(true);
            for (int j = 0; j < n; j++)
                t = table_and(t, table_or(table_not(table_literal(2 * j)), table_literal(2 * j + 1)));
            assert_function(&w, bdd_relation_body(r), &t);
            assert_int_equal(canonical_size(&w, &t, 1), 2 * n + 1);
        }
        bdd_relation_free(r);
        world_close(&w);
    }
}

// All 2^N states are reachable, and in one step: the initial state has every state as a successor. Going back, only the
// states below lead into a state.
static void rising_bits_reach_everything(void **state)
{
    (void)state;
    int n = scaled(100, 10);
    struct world w;
    bdd_relation *r = open_rising(&w, n);
    bdd zeros = BDD_TRUE, ones = BDD_TRUE;
    for (int i = n - 1; i >= 0; i--) {
        zeros = bdd_and(w.m, bdd_not(bdd_literal(w.m, 2 * i)), zeros);
        ones = bdd_and(w.m, bdd_literal(w.m, 2 * i), ones);
    }
    bdd frontier = zeros, reached = zeros;
    assert_true(bdd_advance(w.m, r, &frontier, &reached));
    assert_int_equal(reached, BDD_TRUE);
    assert_int_equal(frontier, bdd_not(zeros));
    assert_true(bdd_advance(w.m, r, &frontier, &reached));
    assert_int_equal(frontier, BDD_FALSE);
    assert_int_equal(bdd_image(w.m, ones, r), ones);
    assert_int_equal(bdd_preimage(w.m, ones, r), BDD_TRUE);
    assert_int_equal(bdd_preimage(w.m, zeros, r), zeros);
    bdd_relation_free(r);
    world_close(&w);
}

// "Exactly k of the variables from v on": a row for each number of variables left, built from the bottom.
static bdd exactly(struct world *w, int first, int n, int stride, int k)
{
    bdd *row = malloc(((size_t)k + 1) * sizeof *row);
    for (int j = 0; j <= k; j++)
        row[j] = j == 0 ? BDD_TRUE : BDD_FALSE;
    bdd_protect_array(w->m, row, (size_t)k + 1);
    for (int i = n - 1; i >= 0; i--) {
        bdd_scope scope = bdd_open_scope(w->m);
        bdd x = bdd_literal(w->m, first + i * stride);
        for (int j = k; j >= 0; j--)
            row[j] = bdd_ite(w->m, x, j > 0 ? row[j - 1] : BDD_FALSE, row[j]);
        bdd_close_scope(w->m, scope);
    }
    bdd_unprotect(w->m, row);
    bdd result = bdd_or(w->m, row[k], row[k]); // into the caller's scope
    free(row);
    return result;
}

// The slides: (N - K) * K + 2 nodes. That counts the inner crossings of a K by N - K lattice and two terminals; it
// leaves out the borders (the nodes where only ones, or only zeros, may still come), which a diagram has too.
// By hand: a node stands for "k ones and z zeros are still to come", 0 <= k <= K, 0 <= z <= N - K. All
// (K + 1) (N - K + 1) pairs occur but (0, 0), which is the terminal; all are different functions, and each depends on
// its top variable. So an ordinary diagram has (K + 1) (N - K + 1) - 1 inner nodes and two terminals.
// Ours: on the last variable, (1, 0) is the function b and (0, 1) is its negation: they share a node, if both occur,
// that is if 0 < K < N. No others are each other's negation: with m >= 2 variables left the models of two of them are
// C(m, k) + C(m, k') < 2^m. One terminal instead of two. Together:
//     (K + 1) (N - K + 1) - 1   for 0 < K < N,     N + 1   for K = 0 and K = N.
// The function is symmetric, so the order does not matter.
static size_t exactly_size(size_t n, size_t k)
{
    return k == 0 || k == n ? n + 1 : (k + 1) * (n - k + 1) - 1;
}

static void k_of_n_against_brute_force(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int n = 1; n <= scaled(10, 7); n++) {
        for (int k = 0; k <= n; k++) {
            struct world w;
            world_open(&w, n);
            shuffle_order(&w, &dice);
            struct table t = table_constant(false);
            for (unsigned i = 0; i < TABLE_BITS; i++)
                table_put(&t, i, __builtin_popcount(i & all_vars(&w)) == k);
            bdd f = exactly(&w, 0, n, 1, k);
            assert_function(&w, f, &t);
            assert_int_equal(canonical_size(&w, &t, 1), exactly_size((size_t)n, (size_t)k));
            assert_int_equal(bdd_size(w.m, f), exactly_size((size_t)n, (size_t)k));
            world_close(&w);
        }
    }
}

static void check_k_of_n(int n, int k)
{
    struct world w;
    world_open(&w, n);
    bdd f = exactly(&w, 0, n, 1, k);
    assert_true(bdd_is_valid(f));
    assert_int_equal(bdd_size(w.m, f), exactly_size((size_t)n, (size_t)k));
    mpz_t count, binomial;
    mpz_inits(count, binomial, NULL);
    mpz_bin_uiui(binomial, (unsigned long)n, (unsigned long)k);
    assert_true(bdd_count(w.m, f, bdd_support(w.m, f), count));
    assert_int_equal(mpz_cmp(count, binomial), 0);
    mpz_clears(count, binomial, NULL);
    world_close(&w);
}

static void k_of_400(void **state)
{
    (void)state;
    if (STRESSED) {
        check_k_of_n(24, 12);
        check_k_of_n(20, 3);
        return;
    }
    assert_int_equal(exactly_size(400, 200), 40400);
    check_k_of_n(400, 200);
    check_k_of_n(400, 1);
    check_k_of_n(400, 399);
    check_k_of_n(400, 37);
}

// The slides' property, EF (K bits are true), for all K at once: backwards from the goal the initial state is found in
// one step, since any number of bits may rise together.
static void k_bits_can_become_true(void **state)
{
    (void)state;
    int n = scaled(60, 8);
    struct world w;
    bdd_relation *r = open_rising(&w, n);
    for (int k = 0; k <= n; k += scaled(12, 4)) {
        bdd goal = exactly(&w, 0, n, 2, k);
        bdd before = bdd_preimage(w.m, goal, r);
        bool zeros[120] = {false};
        assert_true(bdd_evaluate(w.m, before, zeros));
        // At most k bits were true before.
        mpz_t count, expected, binomial;
        mpz_inits(count, expected, binomial, NULL);
        for (int j = 0; j <= k; j++) {
            mpz_bin_uiui(binomial, (unsigned long)n, (unsigned long)j);
            mpz_add(expected, expected, binomial);
        }
        bdd current = BDD_TRUE;
        for (int i = n - 1; i >= 0; i--)
            current = bdd_and(w.m, bdd_literal(w.m, 2 * i), current);
        assert_true(bdd_count(w.m, before, current, count));
        assert_int_equal(mpz_cmp(count, expected), 0);
        mpz_clears(count, expected, binomial, NULL);
    }
    bdd_relation_free(r);
    world_close(&w);
}

// The slides' picture of a bad order: (a1 <-> b1) and (a2 <-> b2) and ... has 3n + 2 nodes when the partners are
// neighbours and 3 * 2^n - 1 when all a stand above all b (both with two terminals: for n = 3, 11 and 23).
// Ours: with partners as neighbours a level's two b-nodes are b & rest and !b & rest, never each other's complement but
// for the last pair, where rest is true: 3n + 2 - 1 (terminal) - 1. In the bad order there are 2^n - 1 nodes on the a
// and 2^n leaves of that tree, each a cube of b literals: at b_i there are 2^(n-i+1) cubes, and again only the last
// level's two nodes are each other's complement. (2^n - 1) + (2^(n+1) - 2) - 1 + 1.
static void order_matters(void **state)
{
    (void)state;
    for (int n = 1; n <= scaled(8, 4); n++) {
        struct world w;
        world_open(&w, 2 * n);
        bdd_models *hold = hold_order(&w); // the order is what this is about: not even the stress build may change it
        bdd f = BDD_TRUE;
        for (int i = 0; i < n; i++)
            f = bdd_and(w.m, f, bdd_iff(w.m, bdd_literal(w.m, i), bdd_literal(w.m, n + i)));
        assert_int_equal(bdd_size(w.m, f), ((1 << n) - 1) + ((2 << n) - 2));
        bdd_models_close(hold);
        int good[16];
        for (int i = 0; i < n; i++) {
            good[2 * i] = i;
            good[2 * i + 1] = n + i;
        }
        assert_true(bdd_set_order(w.m, good));
        assert_int_equal(bdd_size(w.m, f), 3 * n);
        assert_true(bdd_sift(w.m, NULL));
        assert_int_equal(bdd_size(w.m, f), 3 * n);
        world_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rising_relation_has_2n_plus_1_nodes),
        cmocka_unit_test(rising_bits_reach_everything),
        cmocka_unit_test(k_of_n_against_brute_force),
        cmocka_unit_test(k_of_400),
        cmocka_unit_test(k_bits_can_become_true),
        cmocka_unit_test(order_matters),
    };
    return RUN(tests);
}
