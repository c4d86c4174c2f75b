// Memory that runs out in the middle of an operation: the caller hears of it, older functions stay what they were, the
// manager goes on, and with more memory the same operation succeeds.
#include "truth_table.h"

// ---- BDD_NONE -------------------------------------------------------------------------------------------------------

// A failed operand gives a failed result in every operation, without another reason being put in the place of the
// first one.
static void failures_propagate(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 4);
    world_add_pairs(&w, 1);
    bdd_manager *m = w.m;
    bdd x = bdd_literal(m, 0), y = bdd_literal(m, 1), none = BDD_NONE;
    int vars[] = {4};
    bdd_relation *r = bdd_relation_new(m, x, vars, 1);
    bdd_substitution *s = bdd_substitution_new(m);
    // A reason that stays.
    bdd product = bdd_xor(m, bdd_literal(m, 2), bdd_literal(m, 3));
    bdd_collect(m);
    assert_int_equal(bdd_try_and(m, product, bdd_xor(m, x, y), 0), BDD_NONE);
    assert_int_equal(bdd_status(m), BDD_OVER_BUDGET);
    size_t live = live_nodes(&w);

    // BDD_NONE, its negation, and either with constants that would decide the result alone.
    for (int i = 0; i < 2; i++, none = bdd_not(none)) {
        bdd others[] = {x, BDD_TRUE, BDD_FALSE, none};
        for (int j = 0; j < 4; j++) {
            bdd g = others[j];
            assert_false(bdd_is_valid(bdd_and(m, none, g)) || bdd_is_valid(bdd_and(m, g, none)));
            assert_false(bdd_is_valid(bdd_or(m, none, g)) || bdd_is_valid(bdd_or(m, g, none)));
            assert_false(bdd_is_valid(bdd_xor(m, none, g)) || bdd_is_valid(bdd_xor(m, g, none)));
            assert_false(bdd_is_valid(bdd_iff(m, none, g)) || bdd_is_valid(bdd_iff(m, g, none)));
            assert_false(bdd_is_valid(bdd_implies(m, none, g)) || bdd_is_valid(bdd_implies(m, g, none)));
            assert_false(bdd_is_valid(bdd_minus(m, none, g)) || bdd_is_valid(bdd_minus(m, g, none)));
            assert_false(bdd_is_valid(bdd_try_and(m, none, g, 9)) || bdd_is_valid(bdd_try_and(m, g, none, 9)));
            assert_false(bdd_is_valid(bdd_and_exists(m, none, g, x)) || bdd_is_valid(bdd_and_exists(m, g, none, x)));
            assert_false(bdd_is_valid(bdd_try_and_exists(m, none, g, x, 9)));
            assert_false(bdd_is_valid(bdd_try_and_exists(m, g, none, x, 9)));
            assert_false(bdd_is_valid(bdd_ite(m, none, g, y)) || bdd_is_valid(bdd_ite(m, g, none, y)));
            assert_false(bdd_is_valid(bdd_ite(m, g, y, none)) || bdd_is_valid(bdd_ite(m, y, g, none)));
            assert_false(bdd_is_valid(bdd_compose(m, none, 0, g)) || bdd_is_valid(bdd_compose(m, g, 0, none)));
            assert_int_equal(bdd_is_subset(m, none, g), BDD_UNKNOWN);
            assert_int_equal(bdd_is_subset(m, g, none), BDD_UNKNOWN);
            assert_int_equal(bdd_is_disjoint(m, none, g), BDD_UNKNOWN);
            assert_int_equal(bdd_is_disjoint(m, g, none), BDD_UNKNOWN);
            assert_false(bdd_is_valid(bdd_image_union(m, none, r, g)) || bdd_is_valid(bdd_image_union(m, g, r, none)));
            bdd frontier = none, reached = g;
            assert_false(bdd_advance(m, r, &frontier, &reached));
            assert_true(frontier == none && reached == g);
            frontier = g, reached = none;
            assert_false(bdd_advance(m, r, &frontier, &reached));
            assert_true(frontier == g && reached == none);
        }
        assert_false(bdd_is_valid(bdd_and_exists(m, x, y, none)));
        assert_false(bdd_is_valid(bdd_exists(m, none, x)) || bdd_is_valid(bdd_exists(m, x, none)));
        assert_false(bdd_is_valid(bdd_forall(m, none, x)) || bdd_is_valid(bdd_forall(m, x, none)));
        assert_false(bdd_is_valid(bdd_cofactor(m, none, x)) || bdd_is_valid(bdd_cofactor(m, x, none)));
        assert_false(bdd_is_valid(bdd_constrain(m, none, x)) || bdd_is_valid(bdd_constrain(m, x, none)));
        assert_false(bdd_is_valid(bdd_restrict(m, none, x)) || bdd_is_valid(bdd_restrict(m, x, none)));
        assert_false(bdd_is_valid(bdd_substitute(m, none, s)));
        assert_false(bdd_is_valid(bdd_swap_pairs(m, none)));
        assert_false(bdd_is_valid(bdd_image(m, none, r)));
        assert_false(bdd_is_valid(bdd_preimage(m, none, r)));
        assert_false(bdd_is_valid(bdd_support(m, none)));
        assert_false(bdd_is_valid(bdd_pick(m, none, x)) || bdd_is_valid(bdd_pick(m, x, none)));
        bdd some[] = {x, none};
        assert_false(bdd_is_valid(bdd_shared_support(m, some, 2)));
        assert_false(bdd_substitution_set(s, 0, none));
        assert_null(bdd_relation_new(m, none, vars, 1));
        assert_null(bdd_models_open(m, none, x));
        assert_null(bdd_models_open(m, x, none));
        mpz_t count;
        mpz_init(count);
        assert_false(bdd_count(m, none, x, count));
        assert_false(bdd_count(m, x, none, count));
        mpz_clear(count);
    }
    assert_int_equal(bdd_status(m), BDD_OVER_BUDGET);
    bdd_clear_status(m);
    assert_int_equal(bdd_status(m), BDD_OK);
    assert_int_equal(live_nodes(&w), live);
    bdd_substitution_free(s);
    bdd_relation_free(r);
    world_close(&w);
}

// ---- A limit in the middle of an operation --------------------------------------------------------------------------

static void multiplication_at_the_limit(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int bits = scaled(11, 8);
    for (int context = 0; context < 2; context++) {
        struct world w;
        world_open(&w, 2 * bits);
        bdd small[8], product[32];
        multiply(&w, 4, small);
        // The manager's own limit, or that of the context around it.
        size_t limit = statistics(&w).bytes + (size_t)scaled(1 << 20, 1 << 17);
        if (context)
            w.mem.limit = limit;
        else
            bdd_set_byte_limit(w.m, limit);
        bdd_clear_status(w.m);
        bdd_scope scope = bdd_open_scope(w.m);
        multiply(&w, bits, product);
        int missing = 0;
        for (int i = 0; i < 2 * bits; i++)
            missing += !bdd_is_valid(product[i]);
        assert_true(missing > 0);
        assert_int_equal(bdd_status(w.m), BDD_OUT_OF_MEMORY);
        assert_true(statistics(&w).bytes <= limit && statistics(&w).bytes_peak <= limit);
        assert_true(w.mem.used <= limit);
        assert_sound(&w);
        // What got ready is right, and what was there before too.
        assert_true(products_agree(&w, &dice, bits, product));
        assert_true(products_agree(&w, &dice, 4, small));
        // Once the large ones are let go there is room again.
        bdd_close_scope(w.m, scope);
        bdd again[8];
        multiply(&w, 4, again);
        assert_memory_equal(small, again, sizeof small);

        if (context)
            w.mem.limit = 0;
        else
            bdd_set_byte_limit(w.m, 0);
        multiply(&w, bits, product);
        for (int i = 0; i < 2 * bits; i++)
            assert_true(bdd_is_valid(product[i]));
        assert_true(products_agree(&w, &dice, bits, product));
        assert_sound(&w);
        world_close(&w);
    }
}

// Garbage is given up before an operation is: with a limit that only what is needed fits, a loop goes on forever.
static void garbage_before_failure(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open_with(&w, (struct bdd_config){.byte_limit = 3 << 20, .first_nodes = (size_t)1 << 30});
    world_add_vars(&w, 14);
    struct sample kept = random_sample(&w, &dice, all_vars(&w));
    for (int i = 0; i < scaled(60, 2); i++) {
        bdd_scope scope = bdd_open_scope(w.m);
        struct sample noise = random_noise(&w, &dice, all_vars(&w), scaled(60, 6));
        assert_true(bdd_is_valid(noise.f));
        bdd_close_scope(w.m, scope);
    }
    assert_int_equal(bdd_status(w.m), BDD_OK);
    if (!STRESSED)
        assert_true(statistics(&w).collections > 0);
    assert_true(w.mem.peak <= 3 << 20);
    assert_function(&w, kept.f, &kept.t);
    world_close(&w);
}

enum { KEPT = 6 };

// Makes functions, and keeps all of them, until there is no room for one more node. `vars` are those of the tables.
static void fill_up(struct world *w, struct dice *dice)
{
    bdd pool[4] = {bdd_literal(w->m, 0), bdd_literal(w->m, 1), bdd_literal(w->m, 2), bdd_literal(w->m, 3)};
    bdd_clear_status(w->m);
    // A few failures in a row: the first only made the engine give its reserves away.
    for (int failures = 0; failures < 40;) {
        struct sample cube = sample_cube(w, dice, random_vars(dice, all_vars(w)));
        bdd next = bdd_xor(w->m, bdd_ite(w->m, cube.f, pool[dice_roll(dice, 4)], pool[dice_roll(dice, 4)]),
                           pool[dice_roll(dice, 4)]);
        if (bdd_is_valid(next))
            pool[dice_roll(dice, 4)] = next;
        else {
            assert_int_equal(bdd_status(w->m), BDD_OUT_OF_MEMORY);
            failures++;
            pool[dice_roll(dice, 4)] = bdd_not(pool[dice_roll(dice, 4)]);
        }
    }
}

// Every operation in a full manager gives the right result or none. Returns how many gave none.
static int try_everything(struct world *w, const struct sample *kept, const bdd_relation *r, bdd_substitution *s,
                          bool must_succeed)
{
    bdd_manager *m = w->m;
    bdd_clear_status(m);
    const struct sample *a = &kept[0], *b = &kept[1], *c = &kept[2];
    unsigned vars = 0x15;
    int v = 3;
    struct table t[16];
    bdd f[16];
    int n = 0;
    bdd cube = cube_of(w, vars);
    f[n] = cube, t[n++] = table_and(table_and(table_literal(0), table_literal(2)), table_literal(4));
    f[n] = bdd_and(m, a->f, b->f), t[n++] = table_and(a->t, b->t);
    f[n] = bdd_xor(m, a->f, b->f), t[n++] = table_xor(a->t, b->t);
    f[n] = bdd_ite(m, a->f, b->f, c->f), t[n++] = table_ite(a->t, b->t, c->t);
    f[n] = bdd_exists(m, a->f, cube), t[n++] = table_exists(a->t, vars);
    f[n] = bdd_forall(m, b->f, cube), t[n++] = table_forall(b->t, vars);
    f[n] = bdd_and_exists(m, a->f, c->f, cube), t[n++] = table_exists(table_and(a->t, c->t), vars);
    f[n] = bdd_compose(m, a->f, v, b->f);
    t[n++] = table_ite(b->t, table_cofactor(&a->t, v, true), table_cofactor(&a->t, v, false));
    f[n] = bdd_cofactor(m, b->f, bdd_literal(m, v)), t[n++] = table_cofactor(&b->t, v, true);
    f[n] = bdd_and(m, bdd_restrict(m, a->f, c->f), c->f), t[n++] = table_and(a->t, c->t);
    f[n] = bdd_and(m, bdd_constrain(m, b->f, c->f), c->f), t[n++] = table_and(b->t, c->t);
    f[n] = bdd_swap_pairs(m, bdd_swap_pairs(m, a->f)), t[n++] = a->t;
    f[n] = bdd_substitute(m, bdd_substitute(m, b->f, s), s), t[n++] = b->t;

    // Results that the table does not judge: they are there or not.
    bdd more[] = {bdd_image(m, a->f, r), bdd_preimage(m, a->f, r), bdd_image_union(m, b->f, r, a->f),
                  bdd_support(m, b->f), bdd_pick(m, a->f, cube_of(w, all_vars(w)))};
    int missing = 0;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        missing += !bdd_is_valid(more[i]);
    bdd frontier = a->f, reached = b->f;
    if (!bdd_advance(m, r, &frontier, &reached)) {
        assert_true(frontier == a->f && reached == b->f);
        missing++;
    }
    for (int i = 0; i < n; i++) {
        if (bdd_is_valid(f[i]))
            assert_function(w, f[i], &t[i]);
        else
            missing++;
    }
    if (missing)
        assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);
    if (must_succeed)
        assert_int_equal(missing, 0);
    return missing;
}

static void every_operation_in_a_full_manager(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(12); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){.first_nodes = 100});
        world_add_pairs(&w, 3);
        world_add_vars(&w, 8);
        struct sample kept[KEPT];
        for (int j = 0; j < KEPT; j++)
            do
                kept[j] = random_expression(&w, &dice, all_vars(&w), 5);
            while (kept[j].f == BDD_FALSE);
        int vars[] = {0, 2, 4};
        bdd_relation *r = bdd_relation_new(w.m, kept[KEPT - 1].f, vars, 3);
        bdd_substitution *s = bdd_substitution_new(w.m); // an exchange, its own inverse
        assert_true(bdd_substitution_set_var(s, 1, 9) && bdd_substitution_set_var(s, 9, 1));
        bdd_scope scope = bdd_open_scope(w.m);
        bdd_set_byte_limit(w.m, statistics(&w).bytes + (size_t)scaled(1 << 18, 1 << 14));
        if (i % 2) {
            bdd_set_byte_limit(w.m, 0);
            w.mem.limit = w.mem.used + (size_t)scaled(1 << 18, 1 << 14);
        }
        fill_up(&w, &dice);
        assert_sound(&w);
        int missing = try_everything(&w, kept, r, s, false);
        assert_true(missing > 0);
        assert_sound(&w);

        // What needs memory for itself says so and changes nothing.
        int order[MOST_VARS], now[MOST_VARS];
        for (int j = 0; j < w.vars; j++)
            now[j] = bdd_var_at(w.m, j);
        random_order(&w, &dice, order);
        if (!bdd_set_order(w.m, order))
            for (int j = 0; j < w.vars; j++)
                assert_int_equal(bdd_var_at(w.m, j), now[j]);
        assert_sound(&w);
        (void)bdd_sift(w.m, NULL); // may find better orders even here
        assert_sound(&w);
        for (int v = 0; v < w.vars; v++)
            if (bdd_is_next(w.m, v))
                assert_int_equal(bdd_level_of(w.m, v), bdd_level_of(w.m, v - 1) + 1);
        mpz_t count;
        mpz_init(count);
        int all[MOST_VARS];
        for (int v = 0; v < w.vars; v++)
            all[v] = v;
        bdd cube = bdd_cube(w.m, all, (size_t)w.vars);
        if (bdd_is_valid(cube) && bdd_count(w.m, kept[0].f, cube, count))
            assert_int_equal(mpz_get_ui(count), table_count(&kept[0].t));
        mpz_clear(count);
        for (int j = 0; j < KEPT; j++)
            assert_function(&w, kept[j].f, &kept[j].t);

        // With more memory, or with what was kept let go, all is well again.
        if (dice_coin(&dice)) {
            bdd_set_byte_limit(w.m, 0);
            w.mem.limit = 0;
            try_everything(&w, kept, r, s, true);
            bdd_close_scope(w.m, scope);
        } else {
            bdd_close_scope(w.m, scope);
            bdd_collect(w.m);
            bdd_set_byte_limit(w.m, statistics(&w).bytes + (1 << 20));
            w.mem.limit = 0;
            try_everything(&w, kept, r, s, true);
        }
        for (int j = 0; j < KEPT; j++)
            assert_function(&w, kept[j].f, &kept[j].t);
        bdd_substitution_free(s);
        bdd_relation_free(r);
        world_close(&w);
    }
}

// Sifting that is started by growth and finds no memory does not take the operation with it.
static void sifting_at_the_limit(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(30); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, 2);
        world_add_vars(&w, 8);
        struct sample kept[KEPT];
        for (int j = 0; j < KEPT; j++)
            kept[j] = random_expression(&w, &dice, all_vars(&w), 5);
        bdd_sift_on_growth(w.m, 10, NULL);
        bdd_set_byte_limit(w.m, statistics(&w).bytes + (size_t)dice_roll(&dice, 40000));
        for (int j = 0; j < 40; j++) {
            struct sample s = sample_connect(&w, dice_roll(&dice, CONNECTIVES), &kept[dice_roll(&dice, KEPT)],
                                             &kept[dice_roll(&dice, KEPT)]);
            if (bdd_is_valid(s.f))
                assert_function(&w, s.f, &s.t);
            else
                assert_int_equal(bdd_status(w.m), BDD_OUT_OF_MEMORY);
        }
        (void)bdd_sift(w.m, NULL);
        assert_sound(&w);
        for (int j = 0; j < KEPT; j++)
            assert_function(&w, kept[j].f, &kept[j].t);
        world_close(&w);
    }
}

// A limit that only the context above has: nodes once took all of it, and nothing else could be had ever after.
static void a_limit_above_leaves_room_for_lists(void **state)
{
    (void)state;
    struct mem mem = {.limit = 4 << 20};
    bdd_manager *m = bdd_manager_new(&(struct bdd_config){.mem = &mem});
    assert_non_null(m);
    for (int v = 0; v < 48; v++)
        assert_int_equal(bdd_new_var(m, NULL), v);
    bdd_scope scope = bdd_open_scope(m);
    bdd f = BDD_FALSE; // a sum of products whose factors are far apart
    for (int v = 0; v < 24 && bdd_is_valid(f); v++)
        f = bdd_or(m, f, bdd_and(m, bdd_literal(m, v), bdd_literal(m, 24 + v)));
    assert_int_equal(f, BDD_NONE);
    assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);
    bdd_close_scope(m, scope);
    bdd kept[100] = {0};
    for (int i = 0; i < 100; i++)
        assert_true(bdd_protect(m, &kept[i]));
    bdd g = bdd_xor(m, bdd_literal(m, 0), bdd_literal(m, 47));
    assert_int_equal(bdd_size(m, g), 3);
    bdd_relation *relation = bdd_relation_new(m, g, (int[]){0}, 1);
    assert_non_null(relation);
    bdd_manager_free(m);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_propagate),     cmocka_unit_test(multiplication_at_the_limit),
        cmocka_unit_test(garbage_before_failure), cmocka_unit_test(every_operation_in_a_full_manager),
        cmocka_unit_test(sifting_at_the_limit),   cmocka_unit_test(a_limit_above_leaves_room_for_lists),
    };
    return RUN(tests);
}
