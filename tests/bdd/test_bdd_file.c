// Saving and loading functions. Damage anywhere in a file is noticed, and then nothing happens.
#include "truth_table.h"

#include "base/hash.h"

struct file_text {
    char *at;
    size_t size;
};

// What bdd_save writes; free(text.at) is the caller's.
static struct file_text save(struct world *w, const struct bdd_stored *stored, size_t count)
{
    struct file_text text = {NULL, 0};
    FILE *file = open_memstream(&text.at, &text.size);
    assert_non_null(file);
    struct str error = {0};
    bool saved = bdd_save(w->m, file, stored, count, &w->mem, &error);
    if (!saved)
        print_error("%s\n", str_text(&error));
    assert_true(saved);
    assert_int_equal(error.count, 0);
    str_free(&w->mem, &error);
    assert_int_equal(fclose(file), 0);
    return text;
}

static bool load(struct world *w, const char *text, size_t size, struct bdd_stored **stored, size_t *count,
                 struct str *error)
{
    // fmemopen takes no empty buffers; an empty file is a file that has been read to its end.
    char nothing = 0;
    FILE *file = size ? fmemopen((void *)(uintptr_t)text, size, "rb") : fmemopen(&nothing, 1, "rb");
    assert_non_null(file);
    if (!size)
        assert_int_equal(fgetc(file), 0);
    bool loaded = bdd_load(w->m, file, &w->mem, stored, count, error);
    fclose(file);
    return loaded;
}

// Loads, and wants it to succeed.
static struct bdd_stored *load_well(struct world *w, struct file_text text, size_t count)
{
    struct bdd_stored *stored = NULL;
    size_t found = 0;
    struct str error = {0};
    bool loaded = load(w, text.at, text.size, &stored, &found, &error);
    if (!loaded)
        print_error("%s\n", str_text(&error));
    assert_true(loaded);
    assert_int_equal(error.count, 0);
    assert_int_equal(found, count);
    str_free(&w->mem, &error);
    return stored;
}

static void check_refused(struct world *w, const char *text, size_t size, const char *what, const char *where, int line)
{
    struct bdd_stored *stored = NULL;
    size_t count = 0, vars = bdd_var_count(w->m), live = live_nodes(w), used = w->mem.used, blocks = w->mem.blocks;
    struct str error = {0};
    bool loaded = load(w, text, size, &stored, &count, &error);
    if (loaded || str_text(&error)[0] == '\0' || stored || count) {
        print_error("%s: %s\n", what, loaded ? "loaded" : "refused without a word, or with a result");
        _fail(where, line);
    }
    str_free(&w->mem, &error);
    // The collector itself may have given memory back, but nothing new is held.
    size_t after = live_nodes(w);
    _assert_true(after <= live && (STRESSED || after == live), "the table is as it was", where, line);
    _assert_true(bdd_var_count(w->m) == vars, "the variables are as they were", where, line);
    _assert_true(w->mem.blocks == blocks, "no block is left", where, line);
    _assert_true(STRESSED || w->mem.used == used, "no memory is left", where, line);
}
#define assert_refused(w, text, size, what) check_refused(w, text, size, what, __FILE__, __LINE__)

static void round_trips(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(450); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 11)));
        shuffle_order(&w, &dice);
        struct sample pool[4];
        struct bdd_stored stored[6];
        char names[4][16];
        for (int j = 0; j < 4; j++) {
            pool[j] = random_sample(&w, &dice, all_vars(&w));
            snprintf(names[j], sizeof names[j], "f%d", j);
            stored[j] = (struct bdd_stored){names[j], pool[j].f};
        }
        char constant[] = "constant", twice[] = "f0 again, negated";
        stored[4] = (struct bdd_stored){constant, dice_coin(&dice) ? BDD_TRUE : BDD_FALSE};
        stored[5] = (struct bdd_stored){twice, bdd_not(pool[0].f)};
        struct file_text text = save(&w, stored, 6);

        // Into the manager it came from, whatever its order is by then: the same handles.
        if (dice_coin(&dice))
            shuffle_order(&w, &dice);
        struct bdd_stored *loaded = load_well(&w, text, 6);
        for (int j = 0; j < 6; j++) {
            assert_string_equal(loaded[j].name, stored[j].name);
            assert_int_equal(loaded[j].function, stored[j].function);
        }
        bdd_stored_free(&w.mem, loaded, 6);

        // Into another one with more variables, made and standing in another order.
        struct world other;
        world_open_with(&other, (struct bdd_config){0});
        int number[MOST_VARS];
        for (int v = 0; v < w.vars; v++)
            number[v] = v;
        dice_shuffle(&dice, number, w.vars);
        int placed[MOST_VARS]; // where the first manager's variable is in the other
        for (int v = 0; v < w.vars; v++) {
            if (dice_roll(&dice, 3) == 0 && other.vars + w.vars - v < MOST_VARS) {
                char name[16];
                snprintf(name, sizeof name, "more%d", v);
                bdd_new_var(other.m, name);
                other.vars++;
            }
            placed[number[v]] = bdd_new_var(other.m, bdd_var_name(w.m, number[v]));
            other.vars++;
        }
        shuffle_order(&other, &dice);
        loaded = load_well(&other, text, 6);
        for (int j = 0; j < 4; j++) {
            struct table t = table_constant(false);
            for (unsigned k = 0; k < TABLE_BITS; k++) {
                unsigned index = 0;
                for (int v = 0; v < w.vars; v++)
                    index |= (k >> placed[v] & 1) << v;
                table_put(&t, k, table_get(&pool[j].t, index));
            }
            assert_function(&other, loaded[j].function, &t);
        }
        assert_int_equal(loaded[4].function, stored[4].function);
        assert_int_equal(loaded[5].function, bdd_not(loaded[0].function));
        bdd_stored_free(&other.mem, loaded, 6);
        world_close(&other);
        free(text.at);
        world_close(&w);
    }
}

// The functions that were loaded belong to the scope.
static void loaded_functions_live_in_the_scope(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(60); i++) {
        struct world w;
        world_open(&w, 8);
        for (int v = 0; v < w.vars; v++)
            bdd_literal(w.m, v);
        size_t base = live_nodes(&w);
        bdd_scope scope = bdd_open_scope(w.m);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        char name[] = "f";
        struct bdd_stored stored = {name, s.f};
        struct file_text text = save(&w, &stored, 1);
        bdd_close_scope(w.m, scope);
        bdd_collect(w.m);

        scope = bdd_open_scope(w.m);
        struct bdd_stored *loaded = load_well(&w, text, 1);
        bdd_collect(w.m);
        for (int j = 0; j < 3; j++)
            random_expression(&w, &dice, all_vars(&w), 2);
        assert_function(&w, loaded->function, &s.t);
        bdd_stored_free(&w.mem, loaded, 1);
        bdd_close_scope(w.m, scope);
        assert_int_equal(live_nodes(&w), base);
        free(text.at);
        world_close(&w);
    }
}

static void nothing_to_save(void **state)
{
    (void)state;
    struct world w, other;
    world_open(&w, 0);
    world_open(&other, 3);
    struct file_text text = save(&w, NULL, 0);
    assert_true(text.size > 0);
    bdd_stored_free(&other.mem, load_well(&other, text, 0), 0);
    free(text.at);
    // Constants need no variables.
    char name[] = "t", second[] = "f";
    struct bdd_stored stored[] = {{name, BDD_TRUE}, {second, BDD_FALSE}};
    text = save(&w, stored, 2);
    struct bdd_stored *loaded = load_well(&other, text, 2);
    assert_int_equal(loaded[0].function, BDD_TRUE);
    assert_int_equal(loaded[1].function, BDD_FALSE);
    bdd_stored_free(&other.mem, loaded, 2);
    free(text.at);
    world_close(&w);
    world_close(&other);
}

// Names are bytes; nothing in them has a meaning to the file.
static void odd_names(void **state)
{
    (void)state;
    static const char *const odd[] = {
        "with space",   "tab\there", "line\nend", "quote\"", "'",        "%s%n", "\xc3\xbc\xe2\x86\x92",
        "\x01\x7f\xff", "#x",        "-1",        "0",       "a.b[2].c", "\\",   "end",
        "var x 3",      "\r\n",
    };
    enum { ODD = sizeof odd / sizeof *odd };
    struct world w, other;
    world_open_with(&w, (struct bdd_config){0});
    world_open_with(&other, (struct bdd_config){0});
    bdd parity = BDD_FALSE, conjunction = BDD_TRUE;
    for (int i = 0; i < ODD; i++) {
        assert_int_equal(bdd_new_var(w.m, odd[i]), i);
        assert_int_equal(bdd_new_var(other.m, odd[ODD - 1 - i]), i);
        assert_int_equal(bdd_find_var(w.m, odd[i]), i);
        parity = bdd_xor(w.m, parity, bdd_literal(w.m, i));
        conjunction = bdd_and(w.m, conjunction, i % 2 ? bdd_literal(w.m, i) : bdd_not(bdd_literal(w.m, i)));
    }
    char *long_name = malloc(10000);
    memset(long_name, 'n', 9999);
    long_name[9999] = '\0';
    char empty[] = "", line[] = "a\nb c \"d\" % 1 ";
    struct bdd_stored stored[] = {{line, parity}, {empty, conjunction}, {long_name, bdd_not(parity)}};
    struct file_text text = save(&w, stored, 3);
    struct bdd_stored *loaded = load_well(&other, text, 3);
    bdd expected = BDD_FALSE;
    for (int i = 0; i < ODD; i++)
        expected = bdd_xor(other.m, expected, bdd_literal(other.m, i));
    for (int i = 0; i < 3; i++)
        assert_string_equal(loaded[i].name, stored[i].name);
    assert_int_equal(loaded[0].function, expected);
    assert_int_equal(loaded[2].function, bdd_not(expected));
    expected = BDD_TRUE;
    for (int i = 0; i < ODD; i++) {
        bdd x = bdd_literal(other.m, bdd_find_var(other.m, odd[i]));
        expected = bdd_and(other.m, expected, i % 2 ? x : bdd_not(x));
    }
    assert_int_equal(loaded[1].function, expected);
    bdd_stored_free(&other.mem, loaded, 3);
    free(long_name);
    free(text.at);
    world_close(&w);
    world_close(&other);
}

// Only the variables of the support must have names, and must be known where the file is read.
static void names_that_are_missing(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    int a = bdd_new_var(w.m, "a"), unnamed = bdd_new_var(w.m, NULL), b = bdd_new_var(w.m, "b");
    bdd named = bdd_and(w.m, bdd_literal(w.m, a), bdd_literal(w.m, b));
    char name[] = "f";
    struct bdd_stored stored[] = {{name, named}, {name, bdd_xor(w.m, named, bdd_literal(w.m, unnamed))}};

    char *written = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&written, &size);
    struct str error = {0};
    assert_false(bdd_save(w.m, file, stored, 2, &w.mem, &error));
    assert_true(error.count > 0);
    str_free(&w.mem, &error);
    fclose(file);
    free(written);

    struct file_text text = save(&w, stored, 1);
    struct world other;
    world_open_with(&other, (struct bdd_config){0});
    assert_refused(&other, text.at, text.size, "no variable");
    bdd_new_var(other.m, "b");
    assert_refused(&other, text.at, text.size, "one variable");
    bdd_new_var(other.m, "A");
    assert_refused(&other, text.at, text.size, "another variable");
    bdd_new_var(other.m, "a");
    struct bdd_stored *loaded = load_well(&other, text, 1);
    assert_int_equal(loaded->function, bdd_and(other.m, bdd_literal(other.m, 0), bdd_literal(other.m, 2)));
    bdd_stored_free(&other.mem, loaded, 1);
    free(text.at);
    world_close(&other);
    world_close(&w);
}

// Two variables of one name: wherever that is refused, a function is not to come back as another one.
static void names_that_are_double(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    bdd_new_var(w.m, "a");
    bdd_new_var(w.m, "a");
    if (bdd_var_count(w.m) == 2) {
        bdd f = bdd_minus(w.m, bdd_literal(w.m, 0), bdd_literal(w.m, 1));
        char name[] = "f", *text = NULL;
        size_t size = 0, count = 0;
        struct bdd_stored stored = {name, f}, *loaded = NULL;
        FILE *file = open_memstream(&text, &size);
        struct str error = {0};
        bool saved = bdd_save(w.m, file, &stored, 1, &w.mem, &error);
        fclose(file);
        if (saved && load(&w, text, size, &loaded, &count, &error)) {
            assert_int_equal(loaded->function, f);
            bdd_stored_free(&w.mem, loaded, count);
        } else
            assert_true(error.count > 0);
        str_free(&w.mem, &error);
        free(text);
    }
    world_close(&w);
}

static void no_function_to_save(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 2);
    char name[] = "f", *written = NULL;
    struct bdd_stored stored[] = {{name, bdd_literal(w.m, 0)}, {name, BDD_NONE}};
    size_t size = 0;
    FILE *file = open_memstream(&written, &size);
    struct str error = {0};
    assert_false(bdd_save(w.m, file, stored, 2, &w.mem, &error));
    assert_true(error.count > 0);
    str_free(&w.mem, &error);
    fclose(file);
    free(written);
    world_close(&w);
}

static void unwritable_files(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "wb");
    if (!full)
        skip();
    setvbuf(full, NULL, _IONBF, 0);
    struct world w;
    world_open(&w, 3);
    char name[] = "f";
    struct bdd_stored stored = {name, bdd_xor(w.m, bdd_literal(w.m, 0), bdd_literal(w.m, 2))};
    struct str error = {0};
    assert_false(bdd_save(w.m, full, &stored, 1, &w.mem, &error));
    assert_true(error.count > 0);
    str_free(&w.mem, &error);
    fclose(full);
    world_close(&w);
}

// A small file with everything in it: two roots that share nodes, a complement edge, a constant.
static struct file_text small_file(struct world *w)
{
    bdd a = bdd_literal(w->m, 0), b = bdd_literal(w->m, 1), c = bdd_literal(w->m, 2);
    bdd f = bdd_xor(w->m, a, bdd_and(w->m, b, bdd_not(c)));
    char first[] = "f", second[] = "g", third[] = "1";
    struct bdd_stored stored[] = {{first, f}, {second, bdd_not(bdd_and(w->m, b, bdd_not(c)))}, {third, BDD_TRUE}};
    return save(w, stored, 3);
}

static void every_byte_damaged(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 3);
    struct file_text text = small_file(&w);
    char what[64];
    for (size_t at = 0; at < text.size; at++) {
        for (int by = 1; by < 256; by++) {
            // All values in the release build; elsewhere each single bit and a few more.
            if ((STRESSED || SANITIZED) && (by & (by - 1)) != 0 && by % 51 != (int)(at % 51))
                continue;
            snprintf(what, sizeof what, "byte %zu of %zu changed by %#x", at, text.size, (unsigned)by);
            text.at[at] = (char)(text.at[at] ^ by);
            assert_refused(&w, text.at, text.size, what);
            text.at[at] = (char)(text.at[at] ^ by);
        }
    }
    assert_sound(&w);
    bdd_stored_free(&w.mem, load_well(&w, text, 3), 3);
    free(text.at);
    world_close(&w);
}

static void every_truncation(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 3);
    struct file_text text = small_file(&w);
    char what[64];
    for (size_t size = 0; size < text.size; size++) {
        snprintf(what, sizeof what, "%zu bytes of %zu", size, text.size);
        assert_refused(&w, text.at, size, what);
    }
    assert_sound(&w);
    free(text.at);
    world_close(&w);
}

// Bytes added at the end, put in anywhere, taken out anywhere, exchanged, and whole parts doubled or zeroed.
static void other_damage(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 3);
    struct file_text text = small_file(&w);
    char *damaged = malloc(2 * text.size + 16), what[64];
    static const char junk[] = {0, '\n', ' ', 'x', '0', (char)0xff};
    for (size_t i = 0; i < sizeof junk; i++) {
        memcpy(damaged, text.at, text.size);
        damaged[text.size] = junk[i];
        assert_refused(&w, damaged, text.size + 1, "a byte appended");
    }
    memcpy(damaged, text.at, text.size);
    memcpy(damaged + text.size, text.at, text.size);
    assert_refused(&w, damaged, 2 * text.size, "the file twice");
    for (size_t at = 0; at < text.size; at++) {
        memcpy(damaged, text.at, at);
        damaged[at] = junk[at % sizeof junk];
        memcpy(damaged + at + 1, text.at + at, text.size - at);
        snprintf(what, sizeof what, "a byte put in at %zu", at);
        assert_refused(&w, damaged, text.size + 1, what);

        memcpy(damaged + at, text.at + at + 1, text.size - at - 1);
        snprintf(what, sizeof what, "byte %zu taken out", at);
        assert_refused(&w, damaged, text.size - 1, what);

        if (at + 1 < text.size && text.at[at] != text.at[at + 1]) {
            memcpy(damaged, text.at, text.size);
            damaged[at] = text.at[at + 1];
            damaged[at + 1] = text.at[at];
            snprintf(what, sizeof what, "bytes %zu and the next exchanged", at);
            assert_refused(&w, damaged, text.size, what);
        }
    }
    for (int i = 0; i < rounds(2000); i++) {
        memcpy(damaged, text.at, text.size);
        int from = dice_roll(&dice, (int)text.size), length = 1 + dice_roll(&dice, (int)text.size - from);
        for (int j = from; j < from + length; j++)
            damaged[j] = i % 2 ? (char)dice_next(&dice) : 0;
        if (memcmp(damaged, text.at, text.size) != 0)
            assert_refused(&w, damaged, text.size, "a part overwritten");
    }
    free(damaged);
    free(text.at);
    world_close(&w);
}

// Damage under a checksum that fits, as only malice makes it. Such a file may be a sound one of other functions; it
// must not do harm. Files end with the FNV-1a value of all bytes before, lowest byte first.
static void damage_under_a_good_checksum(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 3);
    struct file_text text = small_file(&w);
    size_t body = text.size - 8;
    char *damaged = malloc(text.size);
    for (int i = -1; i < rounds(20000); i++) {
        memcpy(damaged, text.at, text.size);
        // The first round changes nothing: the seal itself is right.
        for (int j = i < 0 ? 0 : 1 + i % 3; j > 0; j--) {
            size_t at = i < (int)body * 3 && j == 1 ? (size_t)i / 3 : dice_next(&dice) % body;
            damaged[at] =
                dice_coin(&dice) ? (char)dice_roll(&dice, 12) : (char)(damaged[at] ^ 1 << dice_roll(&dice, 8));
        }
        uint64_t seal = hash_bytes(HASH_BYTES_START, damaged, body);
        for (int j = 0; j < 8; j++)
            damaged[body + (size_t)j] = (char)(unsigned char)(seal >> 8 * j);
        if (i < 0)
            assert_memory_equal(damaged, text.at, text.size);
        struct bdd_stored *loaded = NULL;
        size_t count = 0, blocks = w.mem.blocks;
        struct str error = {0};
        bdd_scope scope = bdd_open_scope(w.m);
        if (load(&w, damaged, text.size, &loaded, &count, &error)) {
            for (size_t j = 0; j < count; j++) {
                assert_true(bdd_is_valid(loaded[j].function));
                assert_true(bdd_size(w.m, loaded[j].function) <= 8); // all functions of three variables
                assert_non_null(loaded[j].name);
            }
            bdd_stored_free(&w.mem, loaded, count);
        } else {
            assert_true(error.count > 0);
            assert_null(loaded);
        }
        str_free(&w.mem, &error);
        bdd_close_scope(w.m, scope);
        assert_int_equal(w.mem.blocks, blocks);
        if (i % 64 == 0)
            assert_sound(&w);
    }
    free(damaged);
    free(text.at);
    world_close(&w);
}

// A file of many nodes, through a real file, in the middle of other bytes' damage: any one bit.
static void large_files(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, MOST_VARS);
    struct sample s = random_noise(&w, &dice, all_vars(&w), scaled(60, 4));
    char name[] = "noise";
    struct bdd_stored stored = {name, s.f};
    struct file_text text = save(&w, &stored, 1);
    struct bdd_stored *loaded = load_well(&w, text, 1);
    assert_int_equal(loaded->function, s.f);
    bdd_stored_free(&w.mem, loaded, 1);
    for (int i = 0; i < rounds(600); i++) {
        size_t at = dice_next(&dice) % text.size;
        char bit = (char)(1 << dice_roll(&dice, 8));
        text.at[at] = (char)(text.at[at] ^ bit);
        assert_refused(&w, text.at, text.size, "one bit of many");
        text.at[at] = (char)(text.at[at] ^ bit);
    }
    free(text.at);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(loaded_functions_live_in_the_scope),
        cmocka_unit_test(nothing_to_save),
        cmocka_unit_test(odd_names),
        cmocka_unit_test(names_that_are_missing),
        cmocka_unit_test(names_that_are_double),
        cmocka_unit_test(no_function_to_save),
        cmocka_unit_test(unwritable_files),
        cmocka_unit_test(every_byte_damaged),
        cmocka_unit_test(every_truncation),
        cmocka_unit_test(other_damage),
        cmocka_unit_test(damage_under_a_good_checksum),
        cmocka_unit_test(large_files),
    };
    return RUN(tests);
}
