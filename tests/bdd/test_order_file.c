// The variable order as a text file: written, read back, and refused where it does not fit.
#include "truth_table.h"

// What bdd_save_order writes; the caller frees it.
static char *saved_order(const struct world *w)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(bdd_save_order(w->m, file));
    assert_int_equal(fclose(file), 0);
    return text;
}

static bool load_order(struct world *w, const char *text, size_t size, struct str *error)
{
    // fmemopen takes no empty buffers.
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    rewind(file);
    bool loaded = bdd_load_order(w->m, file, &w->mem, error);
    fclose(file);
    return loaded;
}

static void check_refused(struct world *w, const char *text, size_t size, const char *where, int line)
{
    int before[64];
    for (int i = 0; i < w->vars; i++)
        before[i] = bdd_var_at(w->m, i);
    struct str error = {0};
    bool loaded = load_order(w, text, size, &error);
    if (loaded || str_text(&error)[0] == '\0') {
        print_error("%s:\n%s\n", loaded ? "loaded" : "refused without a word", text);
        _fail(where, line);
    }
    str_free(&w->mem, &error);
    for (int i = 0; i < w->vars; i++)
        _assert_int_equal((LargestIntegralType)bdd_var_at(w->m, i), (LargestIntegralType)before[i], where, line);
    check_sound(w, where, line);
}
#define assert_refused(w, text) check_refused(w, text, strlen(text), __FILE__, __LINE__)

static void one_name_a_line(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    bdd_new_var(w.m, "first");
    bdd_new_pair(w.m, "bit");
    bdd_new_var(w.m, "last one");
    w.vars = 4;
    char *text = saved_order(&w);
    assert_string_equal(text, "first\nbit\nbit'\nlast one\n");
    free(text);
    int order[] = {3, 1, 2, 0};
    assert_true(bdd_set_order(w.m, order));
    text = saved_order(&w);
    assert_string_equal(text, "last one\nbit\nbit'\nfirst\n");
    free(text);
    world_close(&w);
}

static void round_trips(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(40); i++) {
        // Two managers with the same variables, made in one order but standing in two.
        struct world w[2];
        for (int k = 0; k < 2; k++) {
            world_open_with(&w[k], (struct bdd_config){0});
            world_add_pairs(&w[k], 2);
            world_add_vars(&w[k], 4);
            shuffle_order(&w[k], &dice);
        }
        struct sample s = random_sample(&w[1], &dice, all_vars(&w[1]));
        char *text = saved_order(&w[0]);
        struct str error = {0};
        size_t used = w[1].mem.used;
        assert_true(load_order(&w[1], text, strlen(text), &error));
        assert_string_equal(str_text(&error), "");
        assert_int_equal(error.count, 0);
        if (!STRESSED)
            assert_true(w[1].mem.used <= used + 65536); // nothing to speak of stays behind
        for (int v = 0; v < w[0].vars; v++)
            assert_int_equal(bdd_level_of(w[0].m, v), bdd_level_of(w[1].m, v));
        assert_function(&w[1], s.f, &s.t);
        char *again = saved_order(&w[1]);
        assert_string_equal(text, again);
        free(text);
        free(again);
        str_free(&w[1].mem, &error);
        world_close(&w[0]);
        world_close(&w[1]);
    }
}

static void damaged_orders(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    world_add_pairs(&w, 2); // s0 s0' s2 s2'
    world_add_vars(&w, 3);  // x4 x5 x6
    assert_true(bdd_group(w.m, 5, 2));
    struct sample s = random_sample(&w, &dice, all_vars(&w));
    struct str error = {0};
    const char *good = "x4\ns2\ns2'\nx5\nx6\ns0\ns0'\n";
    assert_true(load_order(&w, good, strlen(good), &error));
    assert_int_equal(bdd_level_of(w.m, 0), 5);
    char *text = saved_order(&w);
    assert_string_equal(text, good);
    free(text);
    str_free(&w.mem, &error);

    assert_refused(&w, "");
    assert_refused(&w, "\n");
    assert_refused(&w, "x4\ns2\ns2'\nx5\nx6\ns0\n");          // one missing at the end
    assert_refused(&w, "s2\ns2'\nx5\nx6\ns0\ns0'\n");         // one missing at the start
    assert_refused(&w, "x4\ns2\nx5\nx6\ns0\ns0'\n");          // one missing in the middle
    assert_refused(&w, "x4\ns2\ns2'\nx5\nx6\ns0\ns0'\nx7\n"); // one too many, unknown
    assert_refused(&w, "x4\ns2\ns2'\nx5\nx6\ns0\ns0'\nx4\n"); // one too many, known
    assert_refused(&w, "x4\ns2\ns2'\nx5\nx6\nx4\ns0\ns0'\n"); // one twice
    assert_refused(&w, "x4\nx4\ns2\ns2'\nx5\nx6\ns0\n");      // one twice, one missing
    assert_refused(&w, "x4\ns2\ns2'\nx5\nx6\ns0\ns0''\n");    // unknown in place of a known one
    assert_refused(&w, "X4\ns2\ns2'\nx5\nx6\ns0\ns0'\n");     // case counts
    assert_refused(&w, "x4\ns2'\ns2\nx5\nx6\ns0\ns0'\n");     // a pair turned round
    assert_refused(&w, "s2\nx4\ns2'\nx5\nx6\ns0\ns0'\n");     // a pair torn
    assert_refused(&w, "x4\ns2\ns2'\nx6\nx5\ns0\ns0'\n");     // a block turned round
    assert_refused(&w, "x5\nx4\ns2\ns2'\nx6\ns0\ns0'\n");     // a block torn
    assert_refused(&w, "x4 s2 s2' x5 x6 s0 s0'\n");           // not one a line
    assert_function(&w, s.f, &s.t);
    world_close(&w);
}

// A zero byte ends a C string, but not a line.
static void zero_bytes(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 2);
    static const char *const texts[] = {"x0\0\nx1\n", "x0\0x\nx1\n", "x0\nx1\n\0x2\n"};
    static const size_t sizes[] = {7, 8, 10};
    for (int i = 0; i < 3; i++)
        check_refused(&w, texts[i], sizes[i], __FILE__, __LINE__);
    world_close(&w);
}

// Every byte of a good file changed: names are one character long, so that any change is an unknown name, a double one
// or a broken line.
static void every_byte_damaged(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    for (int i = 0; i < 5; i++)
        bdd_new_var(w.m, names[i]);
    w.vars = 5;
    static const char good[] = "c\na\ne\nb\nd\n";
    for (size_t at = 0; at < sizeof good - 1; at++) {
        char text[sizeof good];
        for (int by = 1; by < 256; by += STRESSED || SANITIZED ? 5 : 1) {
            memcpy(text, good, sizeof text);
            text[at] = (char)(text[at] ^ by);
            // Without its last line end the file is still whole, and white space at the end of it is the reader's to
            // judge.
            if (at == sizeof good - 2)
                continue;
            check_refused(&w, text, sizeof good - 1, __FILE__, __LINE__);
        }
        if (at < sizeof good - 2) // all truncations but that of the last line end
            check_refused(&w, good, at, __FILE__, __LINE__);
    }
    struct str error = {0};
    assert_true(load_order(&w, good, sizeof good - 1, &error));
    str_free(&w.mem, &error);
    world_close(&w);
}

// What is saved can be loaded: an order that the text cannot express is not saved at all.
static void orders_that_text_cannot_express(void **state)
{
    (void)state;
    static const char *const names[] = {NULL, "", "a\nb", "a", "\n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        bdd_new_var(w.m, "a");
        bdd_new_var(w.m, names[i]);
        bdd_new_var(w.m, "b");
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        bool saved = bdd_var_count(w.m) == 3 && bdd_save_order(w.m, file);
        fclose(file);
        if (saved) {
            int order[] = {2, 0, 1};
            assert_true(bdd_set_order(w.m, order));
            struct str error = {0};
            if (!load_order(&w, text, size, &error)) {
                print_error("saved with name %zu, but: %s\n", i, str_text(&error));
                fail();
            }
            for (int v = 0; v < 3; v++)
                assert_int_equal(bdd_level_of(w.m, v), v);
            str_free(&w.mem, &error);
        }
        free(text);
        world_close(&w);
    }
}

// Reading an order is none of the operations whose failure bdd_status remembers.
static void status_is_left_alone(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 4);
    bdd f = bdd_xor(w.m, bdd_literal(w.m, 0), bdd_literal(w.m, 1));
    bdd g = bdd_xor(w.m, bdd_literal(w.m, 2), bdd_literal(w.m, 3));
    assert_int_equal(bdd_try_and(w.m, f, g, 0), BDD_NONE);
    assert_int_equal(bdd_status(w.m), BDD_OVER_BUDGET);
    char *text = saved_order(&w);
    struct str error = {0};
    assert_true(load_order(&w, text, strlen(text), &error));
    assert_int_equal(bdd_status(w.m), BDD_OVER_BUDGET);
    free(text);
    str_free(&w.mem, &error);
    world_close(&w);
}

// No variables, no lines.
static void empty_orders(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 0);
    char *text = saved_order(&w);
    assert_string_equal(text, "");
    free(text);
    struct str error = {0};
    assert_true(load_order(&w, "", 0, &error));
    str_free(&w.mem, &error);
    assert_refused(&w, "a\n");
    world_close(&w);
}

// A full disk is noticed.
static void unwritable_files(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        skip();
    setvbuf(full, NULL, _IONBF, 0);
    struct world w;
    world_open(&w, 3);
    assert_false(bdd_save_order(w.m, full));
    fclose(full);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_name_a_line),      cmocka_unit_test(round_trips),
        cmocka_unit_test(damaged_orders),       cmocka_unit_test(zero_bytes),
        cmocka_unit_test(every_byte_damaged),   cmocka_unit_test(orders_that_text_cannot_express),
        cmocka_unit_test(status_is_left_alone), cmocka_unit_test(empty_orders),
        cmocka_unit_test(unwritable_files),
    };
    return RUN(tests);
}
