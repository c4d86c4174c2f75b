// Exact counting, picking a model and iterating over all of them.
#include "truth_table.h"

// f's models over the cube's variables, by the engine.
static void check_count(struct world *w, bdd f, bdd cube, unsigned long expected, const char *file, int line)
{
    mpz_t count;
    mpz_init(count);
    _assert_true(bdd_count(w->m, f, cube, count), "bdd_count", file, line);
    if (mpz_cmp_ui(count, expected) != 0) {
        print_error("counted %lu models (modulo 2^64), expected %lu\n", mpz_get_ui(count), expected);
        _fail(file, line);
    }
    mpz_clear(count);
}
#define assert_count(w, f, cube, expected) check_count(w, f, cube, expected, __FILE__, __LINE__)

static void counts(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(1200); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        // Over all variables, over the support, and over anything between.
        unsigned support = table_support(&s.t);
        unsigned cubes[] = {all_vars(&w), support, support | random_vars(&dice, all_vars(&w))};
        for (int j = 0; j < 3; j++) {
            bdd cube = cube_of(&w, cubes[j]);
            unsigned factor = MOST_VARS - (unsigned)__builtin_popcount(cubes[j]);
            unsigned expected = table_count(&s.t) >> factor;
            assert_count(&w, s.f, cube, expected);
            assert_count(&w, bdd_not(s.f), cube, (TABLE_BITS >> factor) - expected);
        }
        world_close(&w);
    }
}

static void counts_of_constants(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 5);
    for (unsigned vars = 0; vars < 32; vars++) {
        bdd cube = cube_of(&w, vars);
        assert_count(&w, BDD_TRUE, cube, 1ul << __builtin_popcount(vars));
        assert_count(&w, BDD_FALSE, cube, 0);
    }
    world_close(&w);
}

// What no machine word holds: 2^n over n free variables, and half of it for anything balanced.
static void huge_powers(void **state)
{
    (void)state;
    static const int sizes[] = {63, 64, 65, 127, 128, 129, 800, 1100};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int n = sizes[i];
        if (STRESSED && n > 129 && n != 800)
            continue;
        struct world w;
        world_open(&w, n);
        int *vars = malloc((size_t)n * sizeof *vars);
        for (int v = 0; v < n; v++)
            vars[v] = v;
        bdd cube = bdd_cube(w.m, vars, (size_t)n);
        free(vars);
        mpz_t count, power;
        mpz_inits(count, power, NULL);
        mpz_ui_pow_ui(power, 2, (unsigned long)n);
        assert_true(bdd_count(w.m, BDD_TRUE, cube, count));
        assert_int_equal(mpz_cmp(count, power), 0);
        // The one model of the cube, and all but that one.
        assert_true(bdd_count(w.m, cube, cube, count));
        assert_int_equal(mpz_cmp_ui(count, 1), 0);
        assert_true(bdd_count(w.m, bdd_not(cube), cube, count));
        mpz_sub_ui(power, power, 1);
        assert_int_equal(mpz_cmp(count, power), 0);
        // Parity of the outermost and a middle variable: exactly half.
        mpz_ui_pow_ui(power, 2, (unsigned long)n - 1);
        bdd parity = bdd_xor(w.m, bdd_literal(w.m, 0), bdd_literal(w.m, n - 1));
        parity = bdd_xor(w.m, parity, bdd_literal(w.m, n / 2));
        assert_true(bdd_count(w.m, parity, cube, count));
        assert_int_equal(mpz_cmp(count, power), 0);
        mpz_clears(count, power, NULL);
        world_close(&w);
    }
}

// Sums of products where every factor is different, in numbers far beyond 64 bits: (x0 + x1 + ... < bound) counted as
// the number itself. Comparing n bits with a constant has exactly `bound` models.
static void large_thresholds(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int n = scaled(200, 70);
    struct world w;
    world_open(&w, n);
    int vars[200];
    for (int v = 0; v < n; v++)
        vars[v] = v;
    bdd cube = bdd_cube(w.m, vars, (size_t)n);
    for (int i = 0; i < rounds(60); i++) {
        // Less than `bound`, from the lowest bit (the last variable) up.
        mpz_t bound, count;
        mpz_inits(bound, count, NULL);
        bdd less = BDD_FALSE;
        bdd_scope scope = bdd_open_scope(w.m);
        for (int bit = 0; bit < n; bit++) {
            bdd x = bdd_literal(w.m, n - 1 - bit);
            bool set = dice_coin(&dice);
            if (set)
                mpz_setbit(bound, (mp_bitcnt_t)bit);
            less = set ? bdd_or(w.m, bdd_not(x), less) : bdd_and(w.m, bdd_not(x), less);
        }
        assert_true(bdd_count(w.m, less, cube, count));
        assert_int_equal(mpz_cmp(count, bound), 0);
        bdd_close_scope(w.m, scope);
        mpz_clears(bound, count, NULL);
    }
    world_close(&w);
}

static void picked_models(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(1200); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        unsigned vars = table_support(&s.t) | random_vars(&dice, all_vars(&w));
        bdd cube = cube_of(&w, vars);
        bdd picked = bdd_pick(w.m, s.f, cube);
        if (s.f == BDD_FALSE) {
            assert_int_equal(picked, BDD_NONE);
        } else {
            // One assignment to exactly these variables, and a model.
            assert_true(bdd_is_valid(picked));
            assert_true(bdd_is_cube(w.m, picked));
            assert_int_equal(bdd_support(w.m, picked), cube);
            assert_int_equal(bdd_is_subset(w.m, picked, s.f), BDD_YES);
            assert_count(&w, picked, cube, 1);
            // What f does not depend on is 0.
            for (int v = 0; v < w.vars; v++)
                if (vars >> v & 1 && !(table_support(&s.t) >> v & 1))
                    assert_int_equal(bdd_is_subset(w.m, picked, bdd_not(bdd_literal(w.m, v))), BDD_YES);
        }
        world_close(&w);
    }
    struct world w;
    world_open(&w, 3);
    assert_int_equal(bdd_pick(w.m, BDD_TRUE, BDD_TRUE), BDD_TRUE);
    assert_int_equal(bdd_pick(w.m, BDD_FALSE, BDD_TRUE), BDD_NONE);
    int vars[] = {0, 1, 2};
    bool values[] = {false, false, false};
    assert_int_equal(bdd_pick(w.m, BDD_TRUE, bdd_cube(w.m, vars, 3)), bdd_literal_cube(w.m, vars, values, 3));
    world_close(&w);
}

// Every set can be taken apart by picking and taking away.
static void picked_until_empty(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(60); i++) {
        struct world w;
        world_open(&w, scaled(7, 4));
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        bdd cube = cube_of(&w, all_vars(&w)), rest = s.f;
        unsigned models = 0;
        while (rest != BDD_FALSE) {
            bdd picked = bdd_pick(w.m, rest, cube);
            assert_true(bdd_is_valid(picked));
            rest = bdd_minus(w.m, rest, picked);
            models++;
        }
        assert_int_equal(models, table_count(&s.t) >> (MOST_VARS - w.vars));
        world_close(&w);
    }
}

static void iterated_models(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        unsigned vars = table_support(&s.t) | random_vars(&dice, all_vars(&w));
        bdd_models *models = bdd_models_open(w.m, s.f, cube_of(&w, vars));
        assert_non_null(models);
        struct table seen = table_constant(false);
        bool values[MOST_VARS];
        unsigned count = 0;
        while (bdd_models_next(models, values)) {
            unsigned index = 0;
            for (int v = 0; v < w.vars; v++)
                if (vars >> v & 1)
                    index |= (unsigned)values[v] << v;
            assert_true(table_get(&s.t, index));
            assert_false(table_get(&seen, index));
            table_put(&seen, index, true);
            count++;
        }
        assert_int_equal(count, table_count(&s.t) >> (MOST_VARS - __builtin_popcount(vars)));
        assert_false(bdd_models_next(models, values)); // the end stays the end
        bdd_models_close(models);
        world_close(&w);
    }
}

// An iteration goes on through operations, collections and requests to reorder in the middle of it, and keeps its
// function alive.
static void iteration_under_load(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(120); i++) {
        struct world w;
        world_open(&w, scaled(8, 6));
        bdd_sift_on_growth(w.m, 10, NULL);
        bdd_scope scope = bdd_open_scope(w.m);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        bdd_models *models = bdd_models_open(w.m, s.f, cube_of(&w, all_vars(&w)));
        assert_non_null(models);
        bdd_close_scope(w.m, scope);
        bool values[MOST_VARS];
        struct table seen = table_constant(false);
        while (bdd_models_next(models, values)) {
            unsigned index = 0;
            for (int v = 0; v < w.vars; v++)
                index |= (unsigned)values[v] << v;
            assert_true(table_get(&s.t, index));
            assert_false(table_get(&seen, index));
            table_put(&seen, index, true);
            bdd_scope inner = bdd_open_scope(w.m);
            if (dice_roll(&dice, 8) == 0)
                random_expression(&w, &dice, all_vars(&w), 2);
            bdd_close_scope(w.m, inner);
            if (dice_roll(&dice, 4) == 0)
                bdd_collect(w.m);
        }
        assert_int_equal(table_count(&seen), table_count(&s.t) >> (MOST_VARS - w.vars));
        bdd_models_close(models);
        assert_true(bdd_sift(w.m, NULL));
        world_close(&w);
    }
}

static void iteration_of_constants(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 3);
    bool values[3] = {false};
    bdd_models *models = bdd_models_open(w.m, BDD_FALSE, cube_of(&w, 7));
    assert_non_null(models);
    assert_false(bdd_models_next(models, values));
    bdd_models_close(models);
    // The empty set of variables has one assignment.
    models = bdd_models_open(w.m, BDD_TRUE, BDD_TRUE);
    assert_non_null(models);
    assert_true(bdd_models_next(models, values));
    assert_false(bdd_models_next(models, values));
    bdd_models_close(models);
    models = bdd_models_open(w.m, BDD_FALSE, BDD_TRUE);
    assert_non_null(models);
    assert_false(bdd_models_next(models, values));
    bdd_models_close(models);
    // Closed before the end; several at once.
    bdd_models *first = bdd_models_open(w.m, BDD_TRUE, cube_of(&w, 7));
    bdd_models *second = bdd_models_open(w.m, bdd_literal(w.m, 1), cube_of(&w, 2));
    assert_true(bdd_models_next(first, values));
    assert_true(bdd_models_next(second, values));
    assert_true(values[1]);
    assert_false(bdd_models_next(second, values));
    assert_true(bdd_models_next(first, values));
    bdd_models_close(first);
    bdd_models_close(second);
    world_close(&w);
}

// It once wrote beyond its numbers.
static void variables_outside_the_cube_are_refused(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 4);
    int inside[] = {0, 2};
    mpz_t count;
    mpz_init(count);
    bdd cube = bdd_cube(w.m, inside, 2), f = bdd_and(w.m, bdd_literal(w.m, 0), bdd_literal(w.m, 3));
    assert_false(bdd_count(w.m, f, cube, count));
    assert_true(bdd_count(w.m, bdd_literal(w.m, 2), cube, count));
    assert_int_equal(mpz_get_ui(count), 2);
    mpz_clear(count);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(counts_of_constants),
        cmocka_unit_test(huge_powers),
        cmocka_unit_test(large_thresholds),
        cmocka_unit_test(picked_models),
        cmocka_unit_test(picked_until_empty),
        cmocka_unit_test(iterated_models),
        cmocka_unit_test(iteration_under_load),
        cmocka_unit_test(iteration_of_constants),
        cmocka_unit_test(variables_outside_the_cube_are_refused),
    };
    return RUN(tests);
}
