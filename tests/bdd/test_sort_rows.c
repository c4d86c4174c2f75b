// Sorting the rows of all assignments of a set, against truth tables.
#include "truth_table.h"

struct rows {
    int first, count, width; // variables: from `first` on, so many rows
};

static int var_of(const struct rows *r, int row, int bit)
{
    return r->first + row * r->width + bit;
}

static unsigned sorted(const struct rows *r, unsigned assignment)
{
    unsigned numbers[MOST_VARS] = {0}, result = assignment;
    for (int i = 0; i < r->count; i++)
        for (int k = 0; k < r->width; k++)
            numbers[i] = numbers[i] << 1 | (assignment >> var_of(r, i, k) & 1);
    for (int i = 0; i < r->count; i++)
        for (int k = i + 1; k < r->count; k++)
            if (numbers[k] < numbers[i]) {
                unsigned held = numbers[i];
                numbers[i] = numbers[k];
                numbers[k] = held;
            }
    for (int i = 0; i < r->count; i++)
        for (int k = 0; k < r->width; k++) {
            result &= ~(1u << var_of(r, i, k));
            result |= (numbers[i] >> (r->width - 1 - k) & 1) << var_of(r, i, k);
        }
    return result;
}

static struct rows some_rows(struct dice *dice, int vars)
{
    struct rows r = {.first = dice_roll(dice, 3), .width = 1 + dice_roll(dice, 3)};
    int most = (vars - r.first) / r.width;
    r.count = most > 0 ? dice_roll(dice, most + 1) : 0;
    return r;
}

static bdd_rows *make_rows(struct world *w, const struct rows *r)
{
    int vars[MOST_VARS];
    for (int i = 0; i < r->count; i++)
        for (int k = 0; k < r->width; k++)
            vars[i * r->width + k] = var_of(r, i, k);
    bdd_rows *rows = bdd_rows_new(w->m, vars, (size_t)r->count, (size_t)r->width);
    assert_non_null(rows);
    return rows;
}

static void rows_of_all_sizes(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(450); i++) {
        struct world w;
        world_open(&w, 3 + dice_roll(&dice, scaled(MOST_VARS, 10) - 2));
        assert_true(bdd_group(w.m, bdd_var_at(w.m, 0), bdd_var_count(w.m))); // so that they stay one below the other
        struct rows r = some_rows(&dice, w.vars), other = some_rows(&dice, w.vars);
        bdd_rows *rows = make_rows(&w, &r), *others = make_rows(&w, &other);
        for (int j = 0; j < 3; j++) {
            struct sample f = random_sample(&w, &dice, all_vars(&w));
            struct table t = table_constant(false), u = table_constant(false);
            for (unsigned a = 0; a < TABLE_BITS; a++)
                if (table_get(&f.t, a)) {
                    table_put(&t, sorted(&r, a), true);
                    table_put(&u, sorted(&other, a), true);
                }
            bdd found = bdd_sort_rows(w.m, f.f, rows);
            assert_function(&w, found, &t);
            assert_function(&w, bdd_sort_rows(w.m, f.f, others), &u); // the cache tells them apart
            assert_int_equal(bdd_sort_rows(w.m, found, rows), found);
        }
        assert_int_equal(bdd_sort_rows(w.m, BDD_FALSE, rows), BDD_FALSE);
        bdd_rows_free(rows);
        bdd_rows_free(others);
        world_close(&w);
    }
}

static bool are_equal(const struct rows *r, unsigned assignment, int row, int other)
{
    for (int k = 0; k < r->width; k++)
        if ((assignment >> var_of(r, row, k) & 1) != (assignment >> var_of(r, other, k) & 1))
            return false;
    return true;
}

static void neighbours_that_differ(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(450); i++) {
        struct world w;
        world_open(&w, 3 + dice_roll(&dice, scaled(MOST_VARS, 10) - 2));
        assert_true(bdd_group(w.m, bdd_var_at(w.m, 0), bdd_var_count(w.m)));
        struct rows r = some_rows(&dice, w.vars);
        bdd_rows *rows = make_rows(&w, &r);
        struct sample f = random_sample(&w, &dice, all_vars(&w));
        for (int row = 0; row + 1 < r.count; row++) {
            struct table t = table_constant(false);
            for (unsigned a = 0; a < TABLE_BITS; a++)
                table_put(&t, a, table_get(&f.t, a) && !are_equal(&r, a, row, row + 1));
            bdd found = bdd_unequal_rows(w.m, f.f, rows, (size_t)row);
            assert_function(&w, found, &t);
            assert_int_equal(bdd_unequal_rows(w.m, found, rows, (size_t)row), found);
            assert_int_equal(bdd_unequal_rows(w.m, BDD_FALSE, rows, (size_t)row), BDD_FALSE);
        }
        bdd_rows_free(rows);
        world_close(&w);
    }
}

static void rows_out_of_order(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 4);
    int vars[] = {2, 3, 0, 1}, mixed[] = {0, 2, 1, 3};
    assert_true(bdd_group(w.m, bdd_var_at(w.m, 0), bdd_var_count(w.m)));
    bdd_rows *rows = bdd_rows_new(w.m, vars, 2, 2), *crossed = bdd_rows_new(w.m, mixed, 2, 2);
    assert_int_equal(bdd_sort_rows(w.m, bdd_literal(w.m, 0), rows), BDD_NONE);
    assert_int_equal(bdd_status(w.m), BDD_BAD_ORDER);
    assert_int_equal(bdd_sort_rows(w.m, bdd_literal(w.m, 0), crossed), BDD_NONE);
    assert_int_equal(bdd_unequal_rows(w.m, bdd_literal(w.m, 0), crossed, 0), BDD_NONE);
    bdd_rows_free(rows);
    bdd_rows_free(crossed);
    bdd_rows *empty = bdd_rows_new(w.m, vars, 2, 0);
    assert_int_equal(bdd_unequal_rows(w.m, BDD_TRUE, empty, 0), BDD_FALSE); // two empty numbers
    bdd_rows_free(empty);
    int apart[] = {0, 1, 3};
    rows = bdd_rows_new(w.m, apart, 3, 1);
    assert_int_equal(bdd_sort_rows(w.m, bdd_and(w.m, bdd_literal(w.m, 0), bdd_literal(w.m, 2)), rows), BDD_NONE);
    assert_int_equal(bdd_status(w.m), BDD_BAD_ORDER);
    assert_int_not_equal(bdd_sort_rows(w.m, bdd_literal(w.m, 0), rows), BDD_NONE);
    bdd_rows_free(rows);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_all_sizes),
        cmocka_unit_test(neighbours_that_differ),
        cmocka_unit_test(rows_out_of_order),
    };
    return RUN(tests);
}
