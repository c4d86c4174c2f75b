// As many variables as the engine takes, and functions as deep as they allow: every recursion reaches its bottom, and
// what is too much is refused in time.
#include <sys/resource.h>

#include "truth_table.h"

// Variables are made until one is refused.
static void open_full(struct world *w, bool pairs)
{
    world_open_with(w, (struct bdd_config){0});
    for (;;) {
        int v = pairs ? bdd_new_pair(w->m, NULL) : bdd_new_var(w->m, NULL);
        if (v == BDD_NO_VAR)
            break;
        assert_int_equal(v, w->vars);
        w->vars += pairs ? 2 : 1;
    }
    assert_int_equal(bdd_status(w->m), BDD_TOO_MANY_VARS);
    assert_int_equal(bdd_var_count(w->m), w->vars);
    assert_true(w->vars <= BDD_MAX_VARS && w->vars >= 1000);
    // Refused again, and nothing has changed.
    bdd_clear_status(w->m);
    assert_int_equal(bdd_new_pair(w->m, "x"), BDD_NO_VAR);
    assert_int_equal(bdd_status(w->m), BDD_TOO_MANY_VARS);
    assert_int_equal(bdd_var_count(w->m), w->vars);
    assert_int_equal(bdd_find_var(w->m, "x"), BDD_NO_VAR);
    bdd_clear_status(w->m);
}

static bdd cube_of_every(struct world *w, int first, int stride)
{
    int *vars = malloc((size_t)w->vars * sizeof *vars);
    size_t count = 0;
    for (int v = first; v < w->vars; v += stride)
        vars[count++] = v;
    bdd cube = bdd_cube(w->m, vars, count);
    free(vars);
    assert_true(bdd_is_valid(cube));
    return cube;
}

// Parity, from the bottom up so that it takes few steps. Its diagram is a ladder through all levels.
static bdd deep_parity(struct world *w, int first, int stride)
{
    bdd f = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(w->m);
    for (int v = w->vars - 1; v >= 0; v--)
        if (v >= first && (v - first) % stride == 0)
            f = bdd_ite(w->m, bdd_literal(w->m, v), bdd_not(f), f);
    f = bdd_close_scope_with(w->m, scope, f);
    assert_true(bdd_is_valid(f));
    return f;
}

// Every recursion over all levels.
static void deep_operations(void **state)
{
    (void)state;
    struct world w;
    open_full(&w, false);
    bdd_manager *m = w.m;
    size_t n = (size_t)w.vars;
    bdd all = cube_of_every(&w, 0, 1), even = cube_of_every(&w, 0, 2), odd = cube_of_every(&w, 1, 2);
    assert_int_equal(bdd_size(m, all), n + 1);
    assert_int_equal(bdd_and(m, even, odd), all);
    assert_int_equal(bdd_is_subset(m, all, even), BDD_YES);
    assert_int_equal(bdd_is_disjoint(m, even, odd), BDD_NO);
    assert_int_equal(bdd_is_disjoint(m, all, bdd_not(all)), BDD_YES);

    bdd f = deep_parity(&w, 0, 1), g = deep_parity(&w, 0, 2), h = deep_parity(&w, 1, 2);
    assert_int_equal(bdd_size(m, f), n + 1);
    assert_int_equal(bdd_xor(m, g, h), f);
    assert_int_equal(bdd_xor(m, f, g), h);
    assert_int_equal(bdd_ite(m, g, bdd_not(h), h), f);
    bdd both = bdd_and(m, g, h);
    assert_int_equal(bdd_or(m, bdd_minus(m, g, h), both), g);
    assert_int_equal(bdd_ite(m, g, h, f), bdd_or(m, both, bdd_minus(m, f, g)));
    assert_int_equal(bdd_is_disjoint(m, both, f), BDD_YES);

    bdd last = bdd_literal(m, w.vars - 1);
    assert_int_equal(bdd_exists(m, f, last), BDD_TRUE);
    assert_int_equal(bdd_exists(m, all, even), odd);
    assert_int_equal(bdd_exists(m, both, all), BDD_TRUE);
    assert_int_equal(bdd_forall(m, f, last), BDD_FALSE);
    assert_int_equal(bdd_forall(m, bdd_or(m, f, bdd_not(last)), last), bdd_cofactor(m, f, last));
    assert_int_equal(bdd_and_exists(m, even, odd, even), odd);
    assert_int_equal(bdd_and_exists(m, g, h, all), BDD_TRUE);
    assert_int_equal(bdd_and_exists(m, f, both, all), BDD_FALSE);
    assert_int_equal(bdd_cofactor(m, f, last), bdd_not(bdd_cofactor(m, f, bdd_not(last))));
    assert_int_equal(bdd_cofactor(m, all, even), odd);
    assert_int_equal(bdd_constrain(m, all, even), odd);
    assert_int_equal(bdd_restrict(m, all, even), odd);
    assert_int_equal(bdd_and(m, bdd_restrict(m, g, h), h), both);
    assert_int_equal(bdd_and(m, bdd_constrain(m, g, h), h), both);
    // The last variable replaced by what makes the whole of it constant.
    bdd rest = bdd_cofactor(m, f, bdd_not(last));
    assert_int_equal(bdd_compose(m, f, w.vars - 1, rest), BDD_FALSE);
    assert_int_equal(bdd_compose(m, f, w.vars - 1, bdd_not(rest)), BDD_TRUE);

    // A swap of the first and the last variable leaves parity alone; a shift by one keeps the order.
    bdd_substitution *s = bdd_substitution_new(m);
    assert_true(bdd_substitution_set_var(s, 0, w.vars - 1) && bdd_substitution_set_var(s, w.vars - 1, 0));
    assert_int_equal(bdd_substitute(m, f, s), f);
    bdd_substitution_free(s);
    s = bdd_substitution_new(m);
    bdd_scope scope = bdd_open_scope(m);
    for (int v = 0; v + 1 < w.vars; v += 2)
        assert_true(bdd_substitution_set_var(s, v, v + 1));
    bdd_close_scope(m, scope);
    // An odd last variable has no partner and stays.
    bdd shifted = w.vars % 2 ? bdd_xor(m, h, last) : h;
    assert_int_equal(bdd_substitute(m, g, s), shifted);
    bdd_substitution_free(s);
    assert_int_equal(bdd_swap_pairs(m, f), f);

    // Images over variables without a pair take a step for each of them, and the deepest one is quantified.
    int inputs[] = {w.vars - 1};
    bdd_relation *r = bdd_relation_new(m, h, inputs, 1);
    assert_non_null(r);
    bdd image = bdd_and_exists(m, g, h, last);
    assert_int_equal(bdd_image(m, g, r), image);
    assert_int_equal(bdd_preimage(m, g, r), image);
    bdd more = bdd_or(m, even, image);
    assert_int_equal(bdd_image_union(m, g, r, even), more);
    bdd_relation_free(r);

    assert_int_equal(bdd_support(m, f), all);
    assert_true(bdd_is_cube(m, all));
    assert_int_equal(bdd_cube_vars(m, all, NULL, 0), n);
    mpz_t count, half;
    mpz_inits(count, half, NULL);
    mpz_setbit(half, n - 1);
    if (!STRESSED && !SANITIZED) { // a number of n bits at each of n nodes
        assert_true(bdd_count(m, f, all, count));
        assert_int_equal(mpz_cmp(count, half), 0);
    }
    mpz_clears(count, half, NULL);
    bdd picked = bdd_pick(m, f, all);
    assert_true(bdd_is_valid(picked) && bdd_is_subset(m, picked, f) == BDD_YES);
    bdd_models *models = bdd_models_open(m, f, all);
    assert_non_null(models);
    bool *values = calloc(n, sizeof *values);
    for (int i = 0; i < 3; i++) {
        assert_true(bdd_models_next(models, values));
        assert_true(bdd_evaluate(m, f, values));
    }
    free(values);
    bdd_models_close(models);
    bdd_collect(m);
    assert_int_equal(bdd_size(m, f), n + 1);
    world_close(&w);
}

// Pairs to the last: images, and the exchange of copies, go through all levels.
static void deep_images(void **state)
{
    (void)state;
    struct world w;
    open_full(&w, true);
    bdd_manager *m = w.m;
    int bits = w.vars / 2;
    int *vars = malloc((size_t)bits * sizeof *vars);
    // Every bit takes its negation.
    bdd body = BDD_TRUE;
    bdd_scope scope = bdd_open_scope(m);
    for (int i = bits - 1; i >= 0; i--) {
        vars[i] = 2 * i;
        bdd flips = bdd_xor(m, bdd_literal(m, 2 * i), bdd_literal(m, 2 * i + 1));
        body = bdd_and(m, flips, body);
    }
    body = bdd_close_scope_with(m, scope, body);
    bdd_relation *r = bdd_relation_new(m, body, vars, (size_t)bits);
    assert_non_null(r);
    bool *values = calloc((size_t)bits, sizeof *values);
    bdd zeros = bdd_literal_cube(m, vars, values, (size_t)bits), ones = bdd_cube(m, vars, (size_t)bits);
    free(values);
    free(vars);
    assert_int_equal(bdd_image(m, zeros, r), ones);
    assert_int_equal(bdd_preimage(m, zeros, r), ones);
    assert_int_equal(bdd_image(m, ones, r), zeros);
    bdd frontier = zeros, reached = zeros;
    assert_true(bdd_advance(m, r, &frontier, &reached));
    assert_int_equal(frontier, ones);
    assert_int_equal(reached, bdd_or(m, zeros, ones));
    assert_true(bdd_advance(m, r, &frontier, &reached));
    assert_int_equal(frontier, BDD_FALSE);
    assert_int_equal(bdd_swap_pairs(m, body), body);
    bdd next = bdd_swap_pairs(m, ones);
    assert_int_equal(bdd_swap_pairs(m, next), ones);
    assert_int_equal(bdd_is_disjoint(m, next, ones), BDD_NO);
    bdd_relation_free(r);
    world_close(&w);
}

// Files and orders of that many variables.
static void deep_files(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, scaled(3000, 300));
    bdd f = deep_parity(&w, 0, 1), g = cube_of_every(&w, 0, 3);
    char first[] = "parity", second[] = "cube", *text = NULL;
    struct bdd_stored stored[] = {{first, f}, {second, g}};
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    struct str error = {0};
    assert_true(bdd_save(w.m, file, stored, 2, &w.mem, &error));
    fclose(file);
    file = fmemopen(text, size, "rb");
    struct bdd_stored *loaded = NULL;
    size_t count = 0;
    assert_true(bdd_load(w.m, file, &w.mem, &loaded, &count, &error));
    fclose(file);
    free(text);
    assert_int_equal(count, 2);
    assert_int_equal(loaded[0].function, f);
    assert_int_equal(loaded[1].function, g);
    bdd_stored_free(&w.mem, loaded, count);
    file = open_memstream(&text, &size);
    assert_true(bdd_write_dot(w.m, file, stored, 2));
    fclose(file);
    free(text);
    str_free(&w.mem, &error);
    world_close(&w);
}

// Turning an order of many variables round moves every one of them past every other.
static void deep_orders(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, scaled(600, 100));
    bdd f = deep_parity(&w, 0, 1), g = cube_of_every(&w, 0, 3);
    int *order = malloc((size_t)w.vars * sizeof *order);
    for (int v = 0; v < w.vars; v++)
        order[v] = w.vars - 1 - v;
    assert_true(bdd_set_order(w.m, order));
    assert_int_equal(bdd_top(w.m, f), w.vars - 1);
    free(order);
    assert_int_equal(bdd_size(w.m, f), w.vars + 1);
    assert_int_equal(f, deep_parity(&w, 0, 1));
    assert_int_equal(g, cube_of_every(&w, 0, 3));
    assert_true(bdd_sift(w.m, &(struct bdd_sift_options){.max_blocks = 20}));
    assert_int_equal(bdd_size(w.m, f), w.vars + 1);
    world_close(&w);
}

// A table of many nodes: growth of everything that grows, and collection of nearly all of it.
static void large_tables(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int bits = STRESSED ? 8 : SANITIZED ? 10 : 12;
    struct world w;
    world_open(&w, 2 * bits);
    bdd product[32];
    bdd_scope scope = bdd_open_scope(w.m);
    multiply(&w, bits, product);
    assert_true(products_agree(&w, &dice, bits, product));
    size_t nodes = bdd_shared_size(w.m, product, 2 * (size_t)bits);
    assert_true(nodes > (STRESSED ? 1000 : 50000));
    assert_true(statistics(&w).nodes_live >= nodes - 1);
    bdd_collect(w.m);
    assert_true(products_agree(&w, &dice, bits, product));
    bdd_close_scope(w.m, scope);
    bdd_collect(w.m);
    assert_int_equal(statistics(&w).nodes_live, 0);
    multiply(&w, bits, product);
    assert_true(products_agree(&w, &dice, bits, product));
    world_close(&w);
}

// A collection at every operation takes as long as there are variables: with a smaller stack there are fewer.
static void lower_stack(void)
{
    struct rlimit stack;
    assert_int_equal(getrlimit(RLIMIT_STACK, &stack), 0);
    stack.rlim_cur = (rlim_t)1 << 21;
    assert_int_equal(setrlimit(RLIMIT_STACK, &stack), 0);
}

int main(void)
{
    if (STRESSED)
        lower_stack();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_operations), cmocka_unit_test(deep_images),  cmocka_unit_test(deep_files),
        cmocka_unit_test(deep_orders),     cmocka_unit_test(large_tables),
    };
    return RUN(tests);
}
