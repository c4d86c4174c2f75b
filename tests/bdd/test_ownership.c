// Who keeps functions alive: scopes, protected variables, substitutions, relations, iterators. What nobody keeps goes
// at the next collection, and after the manager nothing is left.
#include "truth_table.h"

// Functions whose size does not depend on the order, so that nodes can be counted in the stress build too: the parity
// of n variables has n nodes and the constant.
static bdd parity(struct world *w, int first, int count)
{
    bdd f = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(w->m);
    for (int v = first + count - 1; v >= first; v--)
        f = bdd_xor(w->m, bdd_literal(w->m, v), f);
    return bdd_close_scope_with(w->m, scope, f);
}

static void assert_parity(const struct world *w, bdd f, int first, int count)
{
    for (unsigned i = 0; i < 64; i++) {
        bool values[64];
        bool expected = false;
        for (int v = 0; v < w->vars; v++) {
            values[v] = (i * 2654435761u) >> (v % 26 + 3) & 1;
            expected ^= values[v] && v >= first && v < first + count;
        }
        assert_int_equal(bdd_evaluate(w->m, f, values), expected);
    }
}

static void garbage_goes(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 20);
    size_t base = live_nodes(&w);
    bdd_scope scope = bdd_open_scope(w.m);
    bdd f = parity(&w, 0, 20);
    assert_int_equal(bdd_size(w.m, f), 21);
    assert_true(live_nodes(&w) >= base + 20);
    assert_parity(&w, f, 0, 20);
    uint64_t collections = statistics(&w).collections;
    bdd_close_scope(w.m, scope);
    bdd_collect(w.m);
    assert_int_equal(statistics(&w).collections, collections + 1);
    assert_int_equal(statistics(&w).nodes_live, base);
    assert_true(statistics(&w).nodes_dead >= 20);
    // A second collection finds nothing.
    bdd_collect(w.m);
    assert_int_equal(statistics(&w).nodes_live, base);
    assert_int_equal(statistics(&w).nodes_dead, 0);
    world_close(&w);
}

static void results_live_in_their_scope(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 40);
    size_t base = live_nodes(&w);
    bdd_scope outer = bdd_open_scope(w.m);
    bdd f = parity(&w, 0, 10); // nodes of different variables, so that none are shared
    bdd_scope middle = bdd_open_scope(w.m);
    bdd g = parity(&w, 10, 10);
    bdd_scope inner = bdd_open_scope(w.m);
    bdd h = parity(&w, 20, 10);
    assert_int_equal(live_nodes(&w), base + 30);
    assert_parity(&w, f, 0, 10);
    assert_parity(&w, g, 10, 10);
    assert_parity(&w, h, 20, 10);
    bdd_close_scope(w.m, inner);
    assert_int_equal(live_nodes(&w), base + 20);
    assert_parity(&w, g, 10, 10);
    bdd_close_scope(w.m, middle);
    assert_int_equal(live_nodes(&w), base + 10);
    assert_parity(&w, f, 0, 10);
    bdd_close_scope(w.m, outer);
    assert_int_equal(live_nodes(&w), base);
    // Closing an outer scope closes those within.
    outer = bdd_open_scope(w.m);
    parity(&w, 0, 10);
    (void)bdd_open_scope(w.m);
    parity(&w, 10, 10);
    bdd_close_scope(w.m, outer);
    assert_int_equal(live_nodes(&w), base);
    world_close(&w);
}

static void results_move_to_the_scope_around(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 30);
    size_t base = live_nodes(&w);
    bdd_scope outer = bdd_open_scope(w.m);
    bdd_scope inner = bdd_open_scope(w.m);
    parity(&w, 0, 10);
    bdd f = parity(&w, 10, 10);
    assert_int_equal(bdd_close_scope_with(w.m, inner, f), f);
    assert_int_equal(live_nodes(&w), base + 10);
    assert_parity(&w, f, 10, 10);
    // Through several scopes, by hand, and negated.
    bdd_scope a = bdd_open_scope(w.m), b = bdd_open_scope(w.m), c = bdd_open_scope(w.m);
    bdd g = bdd_not(parity(&w, 20, 10));
    g = bdd_close_scope_with(w.m, c, g);
    g = bdd_close_scope_with(w.m, b, g);
    g = bdd_close_scope_with(w.m, a, g);
    assert_int_equal(live_nodes(&w), base + 20);
    assert_parity(&w, bdd_not(g), 20, 10);
    // Constants and failures pass through.
    inner = bdd_open_scope(w.m);
    assert_int_equal(bdd_close_scope_with(w.m, inner, BDD_TRUE), BDD_TRUE);
    inner = bdd_open_scope(w.m);
    assert_int_equal(bdd_close_scope_with(w.m, inner, BDD_NONE), BDD_NONE);
    bdd_close_scope(w.m, outer);
    assert_int_equal(live_nodes(&w), base);
    world_close(&w);
}

static void rounds_of_fixpoints(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 30);
    size_t base = live_nodes(&w);
    bdd one = BDD_FALSE, other = BDD_TRUE;
    assert_true(bdd_protect(w.m, &one) && bdd_protect(w.m, &other));
    bdd_scope round = bdd_open_scope(w.m);
    bdd f = parity(&w, 0, 10), g = parity(&w, 10, 5);
    parity(&w, 20, 10);
    assert_true(bdd_close_round(w.m, round, &one, f, &other, g));
    assert_true(one == f && other == g);
    assert_int_equal(live_nodes(&w), base + 15);
    // If one has failed, both stay.
    round = bdd_open_scope(w.m);
    assert_false(bdd_close_round(w.m, round, &one, BDD_NONE, &other, parity(&w, 20, 10)));
    round = bdd_open_scope(w.m);
    assert_false(bdd_close_round(w.m, round, &one, parity(&w, 20, 10), &other, BDD_NONE));
    assert_true(one == f && other == g);
    assert_int_equal(live_nodes(&w), base + 15);
    bdd_scope scope = bdd_open_scope(w.m);
    bdd_unprotect(w.m, &other);
    bdd_unprotect(w.m, &one);
    assert_int_equal(bdd_hand_over(w.m, one), f);
    assert_int_equal(bdd_hand_over(w.m, BDD_NONE), BDD_NONE);
    assert_int_equal(live_nodes(&w), base + 10);
    assert_parity(&w, f, 0, 10);
    bdd_close_scope(w.m, scope);
    assert_int_equal(live_nodes(&w), base);
    world_close(&w);
}

// Operations that only look a function up, or give an operand back, also put it into the scope.
static void old_functions_as_results(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 20);
    size_t base = live_nodes(&w);
    bdd_scope outer = bdd_open_scope(w.m);
    bdd f = BDD_FALSE;
    assert_true(bdd_protect(w.m, &f));
    bdd_scope inner = bdd_open_scope(w.m);
    f = parity(&w, 0, 20);
    bdd_close_scope(w.m, inner);
    bdd again[] = {
        bdd_and(w.m, f, BDD_TRUE),
        bdd_ite(w.m, f, BDD_TRUE, BDD_FALSE),
        bdd_exists(w.m, f, BDD_TRUE),
    };
    bdd_unprotect(w.m, &f);
    assert_int_equal(live_nodes(&w), base + 20);
    for (int i = 0; i < 3; i++)
        assert_int_equal(again[i], f);
    assert_parity(&w, again[0], 0, 20);
    bdd_close_scope(w.m, outer);
    assert_int_equal(live_nodes(&w), base);
    world_close(&w);
}

static void protected_variables(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 30);
    size_t base = live_nodes(&w);
    bdd f = BDD_NONE; // may be protected before it has a value
    assert_true(bdd_protect(w.m, &f));
    assert_int_equal(live_nodes(&w), base);
    for (int i = 0; i < 3; i++) {
        bdd_scope scope = bdd_open_scope(w.m);
        f = parity(&w, 10 * i, 10);
        bdd_close_scope(w.m, scope);
        // What it was before is gone, what it is stays.
        assert_int_equal(live_nodes(&w), base + 10);
        assert_parity(&w, f, 10 * i, 10);
    }
    bdd_unprotect(w.m, &f);
    assert_int_equal(live_nodes(&w), base);
    world_close(&w);
}

static void protected_arrays(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 40);
    size_t base = live_nodes(&w);
    bdd f[4] = {BDD_NONE, BDD_NONE, BDD_TRUE, BDD_FALSE};
    assert_true(bdd_protect_array(w.m, f, 4));
    assert_true(bdd_protect_array(w.m, f, 0)); // holds nothing, and goes first
    bdd_unprotect(w.m, f);
    bdd_scope scope = bdd_open_scope(w.m);
    for (int i = 0; i < 4; i++)
        f[i] = parity(&w, 10 * i, 10);
    bdd_close_scope(w.m, scope);
    assert_int_equal(live_nodes(&w), base + 40);
    f[1] = f[0];
    f[2] = bdd_not(f[0]);
    assert_int_equal(live_nodes(&w), base + 20);
    f[3] = BDD_NONE;
    assert_int_equal(live_nodes(&w), base + 10);
    assert_parity(&w, f[1], 0, 10);
    // Several that start at one place: the last one goes first.
    assert_true(bdd_protect(w.m, &f[0]));
    bdd_unprotect(w.m, f);
    assert_int_equal(live_nodes(&w), base + 10);
    bdd_unprotect(w.m, f);
    assert_int_equal(live_nodes(&w), base);
    world_close(&w);
}

// Protection does not nest like scopes do: it may be taken away in any order.
static void protection_in_any_order(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 60);
    size_t base = live_nodes(&w);
    bdd f[20];
    int order[20];
    for (int i = 0; i < 20; i++) {
        order[i] = i;
        f[i] = BDD_FALSE;
        assert_true(bdd_protect(w.m, &f[i]));
    }
    bdd_scope scope = bdd_open_scope(w.m);
    for (int i = 0; i < 20; i++)
        f[i] = parity(&w, 3 * i, 3);
    bdd_close_scope(w.m, scope);
    dice_shuffle(&dice, order, 20);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(live_nodes(&w), base + 3 * (20 - (size_t)i));
        bdd_unprotect(w.m, &f[order[i]]);
        for (int j = i + 1; j < 20; j++)
            assert_parity(&w, f[order[j]], 3 * order[j], 3);
    }
    assert_int_equal(live_nodes(&w), base);
    world_close(&w);
}

static void substitutions_and_relations_keep_theirs(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 30);
    world_add_pairs(&w, 1);
    size_t base = live_nodes(&w);

    bdd_substitution *s = bdd_substitution_new(w.m);
    bdd_scope scope = bdd_open_scope(w.m);
    assert_true(bdd_substitution_set(s, 0, parity(&w, 10, 10)));
    bdd_close_scope(w.m, scope);
    assert_int_equal(live_nodes(&w), base + 10);
    scope = bdd_open_scope(w.m);
    assert_parity(&w, bdd_substitute(w.m, bdd_literal(w.m, 0), s), 10, 10);
    assert_true(bdd_substitution_set(s, 0, parity(&w, 20, 5)));
    bdd_close_scope(w.m, scope);
    assert_int_equal(live_nodes(&w), base + 5);
    bdd_substitution_free(s);
    assert_int_equal(live_nodes(&w), base);

    scope = bdd_open_scope(w.m);
    int vars[] = {30};
    bdd_relation *r = bdd_relation_new(w.m, parity(&w, 10, 10), vars, 1);
    assert_non_null(r);
    bdd_close_scope(w.m, scope);
    assert_true(live_nodes(&w) >= base + 10);
    assert_true(live_nodes(&w) <= base + 11); // the cube of its variables
    assert_parity(&w, bdd_relation_body(r), 10, 10);
    bdd_relation_free(r);
    assert_int_equal(live_nodes(&w), base);

    scope = bdd_open_scope(w.m);
    bdd_models *models = bdd_models_open(w.m, parity(&w, 0, 3), cube_of(&w, 7));
    assert_non_null(models);
    bdd_close_scope(w.m, scope);
    assert_true(live_nodes(&w) >= base + 3);
    bool values[32];
    int count = 0;
    while (bdd_models_next(models, values)) {
        assert_true(values[0] ^ values[1] ^ values[2]);
        bdd_collect(w.m);
        count++;
    }
    assert_int_equal(count, 4);
    bdd_models_close(models);
    assert_int_equal(live_nodes(&w), base);
    world_close(&w);
}

// Whatever is still open goes with the manager.
static void nothing_is_left_behind(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(20); i++) {
        struct world w;
        world_open(&w, 10);
        world_add_pairs(&w, 2);
        bdd f[3] = {BDD_NONE, BDD_NONE, BDD_NONE};
        assert_true(bdd_protect_array(w.m, f, 3));
        (void)bdd_open_scope(w.m);
        for (int j = 0; j < 3; j++)
            f[j] = random_sample(&w, &dice, all_vars(&w)).f;
        (void)bdd_open_scope(w.m);
        assert_true(bdd_sift(w.m, NULL));
        bdd_substitution *s = bdd_substitution_new(w.m);
        assert_true(bdd_substitution_set(s, 9, f[0]));
        bdd_substitute(w.m, f[1], s);
        int vars[] = {10, 12};
        bdd_relation *r = bdd_relation_new(w.m, f[1], vars, 2);
        assert_non_null(r);
        bdd_image(w.m, f[2], r);
        if (dice_coin(&dice)) {
            bdd_relation_free(r);
            bdd_substitution_free(s);
        }
        world_close(&w);
    }
    bdd_manager_free(NULL);
}

// A manager without a context of its own, and one with all defaults.
static void managers_without_context(void **state)
{
    (void)state;
    bdd_manager *m = bdd_manager_new(NULL);
    assert_non_null(m);
    int a = bdd_new_var(m, "a"), b = bdd_new_var(m, NULL);
    bdd f = bdd_and(m, bdd_literal(m, a), bdd_literal(m, b));
    assert_int_equal(bdd_size(m, f), 3);
    struct bdd_statistics s;
    bdd_get_statistics(m, &s);
    assert_true(s.bytes > 0 && s.bytes_peak >= s.bytes);
    assert_null(bdd_check(m));
    bdd_manager_free(m);
    // No variables at all.
    struct bdd_config config = {.first_nodes = 1, .cache_limit = 1};
    m = bdd_manager_new(&config);
    assert_non_null(m);
    assert_int_equal(bdd_and(m, BDD_TRUE, BDD_FALSE), BDD_FALSE);
    assert_int_equal(bdd_cube(m, NULL, 0), BDD_TRUE);
    assert_true(bdd_sift(m, NULL));
    bdd_collect(m);
    assert_true(bdd_set_order(m, NULL));
    assert_null(bdd_check(m));
    bdd_manager_free(m);
}

// A loop that holds little runs in little memory, however much it makes: collection starts by itself.
static void collection_starts_by_itself(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open_with(&w, (struct bdd_config){.first_nodes = 200});
    world_add_vars(&w, scaled(12, 8));
    struct sample kept = random_sample(&w, &dice, all_vars(&w));
    size_t most = 0;
    for (int i = 0; i < rounds(3000); i++) {
        bdd_scope scope = bdd_open_scope(w.m);
        random_expression(&w, &dice, all_vars(&w), 4);
        bdd_close_scope(w.m, scope);
        if (statistics(&w).nodes_live > most)
            most = statistics(&w).nodes_live;
    }
    if (!STRESSED && !SANITIZED)
        assert_true(statistics(&w).collections > 10);
    assert_true(most < 20000);
    assert_function(&w, kept.f, &kept.t);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(garbage_goes),
        cmocka_unit_test(results_live_in_their_scope),
        cmocka_unit_test(results_move_to_the_scope_around),
        cmocka_unit_test(rounds_of_fixpoints),
        cmocka_unit_test(old_functions_as_results),
        cmocka_unit_test(protected_variables),
        cmocka_unit_test(protected_arrays),
        cmocka_unit_test(protection_in_any_order),
        cmocka_unit_test(substitutions_and_relations_keep_theirs),
        cmocka_unit_test(nothing_is_left_behind),
        cmocka_unit_test(managers_without_context),
        cmocka_unit_test(collection_starts_by_itself),
    };
    return RUN(tests);
}
