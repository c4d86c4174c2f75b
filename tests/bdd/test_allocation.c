// Each single allocation fails in turn, and every limit from nothing to enough is tried, while all of the interface is
// in use: what comes out is right or missing, never wrong, and nothing leaks.
#include "truth_table.h"

// The value of a function of the first MOST_VARS variables; further ones are false.
static void assert_agrees(const bdd_manager *m, bdd f, const struct table *t)
{
    bool values[64] = {false};
    for (unsigned i = 0; i < TABLE_BITS; i += 61) {
        for (int v = 0; v < MOST_VARS; v++)
            values[v] = i >> v & 1;
        assert_int_equal(bdd_evaluate(m, f, values), table_get(t, i));
    }
}

// A result is right or missing, and missing only for want of memory.
static void judge(const bdd_manager *m, bdd f, struct table t)
{
    if (bdd_is_valid(f))
        assert_agrees(m, f, &t);
    else
        assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);
}

// The same for what is not a function.
static void judge_call(const bdd_manager *m, bool succeeded)
{
    if (!succeeded)
        assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);
}

// All of the interface once, on functions of known value. Everything may fail.
static void workload(struct mem *mem)
{
    struct bdd_config config = {.mem = mem, .first_nodes = 64};
    bdd_manager *m = bdd_manager_new(&config);
    if (!m)
        return;
    struct table x[MOST_VARS];
    bdd f[MOST_VARS];
    for (int v = 0; v < MOST_VARS; v++)
        x[v] = table_literal(v);
    // Forty variables, so that the room for them grows; pairs at 0, 2 and 4.
    bool complete = true;
    for (int v = 0; v < 40;) {
        char name[16];
        snprintf(name, sizeof name, "v%d", v);
        int made = v < 6 ? bdd_new_pair(m, name) : bdd_new_var(m, name);
        if (made == BDD_NO_VAR) {
            assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);
            assert_int_equal(bdd_var_count(m), v);
            complete = false;
            // Once more: a single failure is over by now.
            made = v < 6 ? bdd_new_pair(m, name) : bdd_new_var(m, name);
            if (made == BDD_NO_VAR)
                break;
        }
        assert_int_equal(made, v);
        assert_string_equal(bdd_var_name(m, v), name);
        v += v < 6 ? 2 : 1;
    }
    assert_null(bdd_check(m));
    if (bdd_var_count(m) < 40) {
        assert_false(complete);
        bdd_manager_free(m);
        return;
    }
    bdd_clear_status(m);
    bdd held[3] = {BDD_NONE, BDD_NONE, BDD_NONE};
    bool protected = bdd_protect_array(m, held, 3);
    judge_call(m, protected);
    bdd_scope scope = bdd_open_scope(m);
    for (int v = 0; v < MOST_VARS; v++)
        judge(m, f[v] = bdd_literal(m, v), x[v]);

    bdd a = bdd_and(m, f[0], bdd_or(m, f[1], f[6])), b = bdd_xor(m, f[2], bdd_iff(m, f[7], f[4]));
    struct table ta = table_and(x[0], table_or(x[1], x[6]));
    struct table tb = table_xor(x[2], table_not(table_xor(x[7], x[4])));
    judge(m, a, ta);
    judge(m, b, tb);
    bdd c = bdd_ite(m, a, b, f[8]);
    judge(m, c, table_ite(ta, tb, x[8]));
    held[0] = c;
    int list[] = {0, 7, 8};
    bool values[] = {true, false, true};
    bdd cube = bdd_cube(m, list, 3), literals = bdd_literal_cube(m, list, values, 3);
    judge(m, cube, table_and(x[0], table_and(x[7], x[8])));
    judge(m, literals, table_and(x[0], table_and(table_not(x[7]), x[8])));
    unsigned vars = 1u << 0 | 1u << 7 | 1u << 8;
    struct table tc = table_ite(ta, tb, x[8]);
    judge(m, bdd_exists(m, c, cube), table_exists(tc, vars));
    judge(m, bdd_forall(m, c, cube), table_forall(tc, vars));
    judge(m, bdd_and_exists(m, a, b, cube), table_exists(table_and(ta, tb), vars));
    judge(m, bdd_try_and(m, a, b, 1000), table_and(ta, tb));
    judge(m, bdd_cofactor(m, c, f[8]), table_cofactor(&tc, 8, true));
    judge(m, bdd_compose(m, c, 8, a), table_ite(ta, tb, ta));
    judge(m, bdd_and(m, bdd_constrain(m, c, a), a), table_and(tc, ta));
    judge(m, bdd_and(m, bdd_restrict(m, c, a), a), table_and(tc, ta));
    judge(m, bdd_swap_pairs(m, bdd_swap_pairs(m, c)), tc);
    judge(m, bdd_swap_pairs(m, f[0]), x[1]);
    judge(m, bdd_support(m, a), table_and(x[0], table_and(x[1], x[6])));

    bdd_substitution *s = bdd_substitution_new(m);
    judge_call(m, s);
    if (s && bdd_substitution_set(s, 8, a) && bdd_substitution_set_var(s, 6, 9) && bdd_substitution_set(s, 39, b))
        judge(m, bdd_substitute(m, bdd_and(m, f[8], f[6]), s), table_and(ta, x[9]));
    else
        assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);

    int updated[] = {0, 2, 7};
    bdd body = bdd_and(m, bdd_iff(m, f[1], f[7]), bdd_iff(m, f[3], bdd_not(f[2]))); // v0' = v7, v2' = not v2
    bdd_relation *r = bdd_relation_new(m, body, updated, 3);
    if (r) {
        bdd set = bdd_and(m, f[0], bdd_and(m, f[2], f[6]));
        judge(m, bdd_image(m, set, r), table_and(table_not(x[2]), x[6]));
        judge(m, bdd_preimage(m, set, r), table_and(table_not(x[2]), x[6]));
        judge(m, bdd_image_union(m, set, r, f[2]), table_or(x[2], x[6]));
        bdd frontier = set, reached = set;
        if (bdd_advance(m, r, &frontier, &reached)) {
            judge(m, frontier, table_and(table_not(x[2]), x[6]));
            judge(m, reached, table_and(x[6], table_or(table_not(x[2]), x[0])));
        } else
            assert_true(frontier == set && reached == set);
    } else
        assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);

    size_t nodes = bdd_size(m, a);
    judge_call(m, nodes > 0);
    assert_true(nodes == 0 || nodes == 4); // in every order
    mpz_t count;
    mpz_init(count);
    bdd support = bdd_support(m, a);
    bool counted = bdd_count(m, a, support, count);
    judge_call(m, counted);
    if (counted)
        assert_int_equal(mpz_get_ui(count), 3);
    mpz_clear(count);
    bdd picked = bdd_pick(m, a, support);
    judge_call(m, bdd_is_valid(picked));
    if (bdd_is_valid(picked))
        assert_int_not_equal(bdd_is_subset(m, picked, a), BDD_NO);
    bdd_models *models = bdd_models_open(m, a, support);
    judge_call(m, models);
    if (models) {
        bool model[40];
        int seen = 0;
        while (bdd_models_next(models, model))
            seen++;
        assert_int_equal(seen, 3);
        bdd_models_close(models);
    }

    held[1] = a;
    int order[40];
    for (int i = 0; i < 40; i++)
        order[i] = i < 34 ? i + 6 : i - 34;
    if (!bdd_set_order(m, order)) {
        assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);
        for (int i = 0; i < 6 && !STRESSED; i++)
            assert_int_equal(bdd_var_at(m, i), i);
    }
    judge(m, c, tc);
    if (!bdd_sift(m, NULL))
        assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);
    judge(m, c, tc);
    bdd_sift_on_growth(m, 1, NULL);
    judge(m, bdd_xor(m, a, c), table_xor(ta, tc));

    // Files take what they need for themselves from a context of their own.
    struct mem own = MEM_UNLIMITED;
    struct str error = {0};
    char *text = NULL, name[] = "c";
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    struct bdd_stored stored = {name, c};
    bool saved = bdd_save(m, file, &stored, 1, &own, &error);
    assert_true(saved || error.count > 0);
    fclose(file);
    if (saved) {
        struct bdd_stored *loaded = NULL;
        size_t loaded_count = 0;
        file = fmemopen(text, size, "rb");
        if (bdd_load(m, file, &own, &loaded, &loaded_count, &error)) {
            judge(m, loaded->function, tc);
            bdd_stored_free(&own, loaded, loaded_count);
        } else
            assert_true(error.count > 0 && !loaded);
        fclose(file);
    }
    str_clear(&error);
    free(text);
    file = open_memstream(&text, &size);
    assert_true(bdd_save_order(m, file));
    fclose(file);
    file = fmemopen(text, size, "rb");
    assert_true(bdd_load_order(m, file, &own, &error) || error.count > 0);
    fclose(file);
    free(text);
    file = open_memstream(&text, &size);
    judge_call(m, bdd_write_dot(m, file, &stored, 1));
    fclose(file);
    free(text);
    str_free(&own, &error);
    assert_int_equal(own.used, 0);

    bdd_close_scope(m, scope);
    bdd_collect(m);
    assert_null(bdd_check(m));
    if (protected) {
        judge(m, held[0], tc);
        judge(m, held[1], ta);
        bdd_unprotect(m, held);
    }
    bdd_relation_free(r);
    bdd_substitution_free(s);
    bdd_manager_free(m);
}

static void the_workload_is_sound(void **state)
{
    (void)state;
    struct mem mem = MEM_UNLIMITED;
    workload(&mem);
    assert_int_equal(mem.used, 0);
    assert_int_equal(mem.blocks, 0);
}

// One allocation fails, the n-th, for every n; after it all the others succeed.
static void every_allocation_fails_once(void **state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        struct mem mem = MEM_UNLIMITED;
        mem.fail_after = n;
        workload(&mem);
        assert_int_equal(mem.used, 0);
        assert_int_equal(mem.blocks, 0);
        if (mem.fail_after > 0) { // it never came to the n-th
            assert_true(n > 50);
            break;
        }
    }
}

// No allocation succeeds that goes beyond a limit, for limits from nothing to enough.
static void every_limit(void **state)
{
    (void)state;
    struct mem free_trace = MEM_UNLIMITED;
    workload(&free_trace);
    size_t step = STRESSED || SANITIZED ? 4091 : 509;
    for (size_t limit = 1; limit < free_trace.peak + step; limit += step) {
        struct mem mem = MEM_UNLIMITED;
        mem.limit = limit;
        workload(&mem);
        assert_true(mem.peak <= limit);
        assert_int_equal(mem.used, 0);
        assert_int_equal(mem.blocks, 0);
    }
}

// A manager is made or not, and if it is, it has its limit from the start.
static void every_limit_of_a_manager(void **state)
{
    (void)state;
    bool made = false;
    for (size_t limit = 1; limit < 4 << 20; limit += limit / 8 + 1) {
        struct mem mem = MEM_UNLIMITED;
        struct bdd_config config = {.mem = &mem, .byte_limit = limit};
        bdd_manager *m = bdd_manager_new(&config);
        assert_true(mem.peak <= limit);
        if (m) {
            made = true;
            int a = bdd_new_var(m, "a"), b = a == BDD_NO_VAR ? BDD_NO_VAR : bdd_new_var(m, "b");
            if (b != BDD_NO_VAR) {
                bdd f = bdd_and(m, bdd_literal(m, a), bdd_literal(m, b));
                bool values[] = {true, true};
                assert_true(!bdd_is_valid(f) || bdd_evaluate(m, f, values));
            } else
                assert_int_equal(bdd_status(m), BDD_OUT_OF_MEMORY);
            assert_true(mem.peak <= limit);
            assert_null(bdd_check(m));
            bdd_manager_free(m);
        }
        assert_int_equal(mem.used, 0);
        assert_int_equal(mem.blocks, 0);
    }
    assert_true(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_workload_is_sound),
        cmocka_unit_test(every_allocation_fails_once),
        cmocka_unit_test(every_limit),
        cmocka_unit_test(every_limit_of_a_manager),
    };
    return RUN(tests);
}
