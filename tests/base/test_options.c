// The option table: every form is read, mistakes are explained, help follows from the table.
#include "../unit.h"

#include "base/options.h"

enum engine { ENGINE_AUTO, ENGINE_BDD, ENGINE_EXPLICIT };

struct settings {
    bool verbose, color;
    int64_t depth, offset;
    size_t memory;
    double timeout;
    const char *output, *title;
    enum engine engine;
};

static const struct option search[] = {
    {"depth", 'd', OPTION_AT(struct settings, depth), .initial = "100", .least = "1", .most = "1000",
     .help = "how far to look"},
    {"offset", OPTION_AT(struct settings, offset), .help = "any number"},
    {"engine", 'e', OPTION_AT(struct settings, engine), .choices = "auto|bdd|explicit", .initial = "bdd",
     .help = "what does the work"},
};
static const struct option limits[] = {
    {"memory", 'm', OPTION_AT(struct settings, memory), .initial = "4G", .least = "1M", .argument = "BYTES",
     .help = "the most memory to take"},
    {"timeout", 't', OPTION_AT(struct settings, timeout), .most = "2h", .help = "the most time to take"},
};
static const struct option output[] = {
    {"verbose", 'v', OPTION_AT(struct settings, verbose), .help = "tell more"},
    {"color", OPTION_AT(struct settings, color), .initial = "on", .help = "paint"},
    {"output", 'o', OPTION_AT(struct settings, output), .argument = "FILE", .help = "where to write"},
    {"title", OPTION_AT(struct settings, title), .initial = "none", .help = "what to call it"},
};
static const struct option_group search_group = OPTION_GROUP("Search", search);
static const struct option_group limits_group = OPTION_GROUP("Limits", limits);
static const struct option_group output_group = OPTION_GROUP("Output", output);
static const struct option_group *const groups[] = {&search_group, &limits_group, &output_group, NULL};

#define MOST_ARGUMENTS 16

// Parses a NULL-terminated list; the operands are left at the front of `arguments`.
static int parse(struct settings *settings, const char **arguments, struct mem *mem, struct str *error)
{
    int count = 0;
    while (arguments[count])
        count++;
    options_set_defaults(groups, settings);
    return options_parse(groups, settings, arguments, count, mem, error);
}

#define ARGUMENTS(...) ((const char *[MOST_ARGUMENTS]){__VA_ARGS__})

static struct settings expect_fine(const char **arguments, int operands)
{
    struct mem mem = MEM_UNLIMITED;
    struct str error = {0};
    struct settings settings;
    int found = parse(&settings, arguments, &mem, &error);
    assert_string_equal(str_text(&error), "");
    assert_int_equal(found, operands);
    assert_nothing_left(&mem);
    return settings;
}

static void expect_wrong(const char **arguments, const char *expected)
{
    struct mem mem = MEM_UNLIMITED;
    struct str error = {0};
    struct settings settings;
    assert_int_equal(parse(&settings, arguments, &mem, &error), OPTIONS_WRONG);
    assert_string_equal(str_text(&error), expected);
    str_free(&mem, &error);
    assert_nothing_left(&mem);
}

static void defaults_are_set(void **state)
{
    UNUSED(state);
    struct settings s = expect_fine(ARGUMENTS(NULL), 0);
    assert_false(s.verbose);
    assert_true(s.color);
    assert_int_equal(s.depth, 100);
    assert_int_equal(s.offset, 0);
    assert_true(s.memory == (size_t)4 << 30);
    assert_true(s.timeout == 0);
    assert_null(s.output);
    assert_string_equal(s.title, "none");
    assert_int_equal(s.engine, ENGINE_BDD);
}

static void every_form_is_read(void **state)
{
    UNUSED(state);
    assert_int_equal(expect_fine(ARGUMENTS("--depth=7"), 0).depth, 7);
    assert_int_equal(expect_fine(ARGUMENTS("--depth", "7"), 0).depth, 7);
    assert_int_equal(expect_fine(ARGUMENTS("-d", "7"), 0).depth, 7);
    assert_int_equal(expect_fine(ARGUMENTS("-d7"), 0).depth, 7);
    assert_int_equal(expect_fine(ARGUMENTS("-vd7"), 0).depth, 7);
    assert_true(expect_fine(ARGUMENTS("-vd7"), 0).verbose);
    assert_int_equal(expect_fine(ARGUMENTS("-d7", "--depth=8"), 0).depth, 8); // the last one counts
    assert_true(expect_fine(ARGUMENTS("--verbose"), 0).verbose);
    assert_false(expect_fine(ARGUMENTS("-v", "--no-verbose"), 0).verbose);
    assert_false(expect_fine(ARGUMENTS("--no-color"), 0).color);
    assert_int_equal(expect_fine(ARGUMENTS("--engine=explicit"), 0).engine, ENGINE_EXPLICIT);
    assert_string_equal(expect_fine(ARGUMENTS("--output=a=b"), 0).output, "a=b");
    assert_string_equal(expect_fine(ARGUMENTS("--output="), 0).output, "");
    assert_string_equal(expect_fine(ARGUMENTS("--output=--x"), 0).output, "--x");
    assert_string_equal(expect_fine(ARGUMENTS("-o", "-"), 0).output, "-");
}

static void numbers_have_suffixes(void **state)
{
    UNUSED(state);
    assert_int_equal(expect_fine(ARGUMENTS("--offset=-12"), 0).offset, -12);
    assert_int_equal(expect_fine(ARGUMENTS("--offset", "-12"), 0).offset, -12);
    assert_int_equal(expect_fine(ARGUMENTS("--offset=+3"), 0).offset, 3);
    assert_true(expect_fine(ARGUMENTS("--offset=9223372036854775807"), 0).offset == INT64_MAX);
    assert_true(expect_fine(ARGUMENTS("-m1048576"), 0).memory == 1048576);
    assert_true(expect_fine(ARGUMENTS("-m2048k"), 0).memory == 2048 * 1024);
    assert_true(expect_fine(ARGUMENTS("-m2048K"), 0).memory == 2048 * 1024);
    assert_true(expect_fine(ARGUMENTS("-m3T"), 0).memory == (size_t)3 << 40);
    assert_true(expect_fine(ARGUMENTS("-t1.5"), 0).timeout == 1.5);
    assert_true(expect_fine(ARGUMENTS("-t", "90s"), 0).timeout == 90);
    assert_true(expect_fine(ARGUMENTS("-t.5m"), 0).timeout == 30);
    assert_true(expect_fine(ARGUMENTS("-t2h"), 0).timeout == 7200);
}

static void operands_move_to_the_front(void **state)
{
    UNUSED(state);
    const char *arguments[MOST_ARGUMENTS] = {"one", "-v", "two", "-", "--depth", "3", "--", "-v", "--", "x"};
    struct settings settings = expect_fine(arguments, 6);
    assert_true(settings.verbose);
    static const char *const expected[] = {"one", "two", "-", "-v", "--", "x"};
    for (int i = 0; i < 6; i++)
        assert_string_equal(arguments[i], expected[i]);
}

static void unknown_options_are_named(void **state)
{
    UNUSED(state);
    expect_wrong(ARGUMENTS("--memroy=5"), "unknown option --memroy; did you mean --memory?");
    expect_wrong(ARGUMENTS("--mem=5"), "unknown option --mem; did you mean --memory?");
    expect_wrong(ARGUMENTS("--xyzzy"), "unknown option --xyzzy");
    expect_wrong(ARGUMENTS("--no-depth"), "unknown option --no-depth; did you mean --depth?");
    expect_wrong(ARGUMENTS("--no-"), "unknown option --no-");
    expect_wrong(ARGUMENTS("--=3"), "unknown option --");
    expect_wrong(ARGUMENTS("-vz"), "unknown option -z");
    expect_wrong(ARGUMENTS("-\xc3\xa9x"), "unknown option -\xc3\xa9 in -\xc3\xa9x");
    expect_wrong(ARGUMENTS("-zmemory"), "unknown option -z in -zmemory; did you mean --memory?");
    expect_wrong(ARGUMENTS("--\033[1m"), "unknown option --?[1m");
}

static void missing_and_needless_values(void **state)
{
    UNUSED(state);
    expect_wrong(ARGUMENTS("--memory"), "--memory: expected a value: --memory=BYTES");
    expect_wrong(ARGUMENTS("-d"), "--depth: expected a value: --depth=NUMBER");
    expect_wrong(ARGUMENTS("--engine", "--verbose"), "--engine: expected a value: --engine=WORD");
    expect_wrong(ARGUMENTS("--verbose=yes"), "--verbose takes no value");
    expect_wrong(ARGUMENTS("--no-color=1"), "--no-color takes no value");
}

static void bad_values_are_explained(void **state)
{
    UNUSED(state);
    expect_wrong(ARGUMENTS("--depth=0"), "--depth: \"0\" must be from 1 to 1000");
    expect_wrong(ARGUMENTS("--depth=1001"), "--depth: \"1001\" must be from 1 to 1000");
    expect_wrong(ARGUMENTS("--depth=99999999999999999999"), "--depth: \"99999999999999999999\" must be from 1 to 1000");
    expect_wrong(ARGUMENTS("--offset=99999999999999999999"), "--offset: \"99999999999999999999\" is too large");
    expect_wrong(ARGUMENTS("--offset=-99999999999999999999"), "--offset: \"-99999999999999999999\" is too small");
    expect_wrong(ARGUMENTS("--memory=1k"), "--memory: \"1k\" must be at least 1M");
    expect_wrong(ARGUMENTS("--memory=99999999T"), "--memory: \"99999999T\" is too large");
    expect_wrong(ARGUMENTS("--timeout=121m"), "--timeout: \"121m\" must be at most 2h");
    static const char *const no_numbers[] = {"", "x", "1x", "0x10", "1.5", " 1", "1 ", "--1", "+", "-"};
    for (size_t i = 0; i < sizeof no_numbers / sizeof no_numbers[0]; i++) {
        char argument[64], expected[128];
        snprintf(argument, sizeof argument, "--depth=%s", no_numbers[i]);
        snprintf(expected, sizeof expected, "--depth: \"%s\" is not a whole number", no_numbers[i]);
        expect_wrong(ARGUMENTS(argument), expected);
    }
    static const char *const no_sizes[] = {"", "-1", "1KB", "1kk", "k", "1.5G", "1g"};
    for (size_t i = 0; i < sizeof no_sizes / sizeof no_sizes[0]; i++) {
        char argument[64], expected[128];
        snprintf(argument, sizeof argument, "--memory=%s", no_sizes[i]);
        snprintf(expected, sizeof expected,
                 "--memory: \"%s\" is not a size (a whole number, with k, M, G or T behind it if need be)",
                 no_sizes[i]);
        expect_wrong(ARGUMENTS(argument), expected);
    }
    static const char *const no_times[] = {"", ".", "-1", "1e3", "inf", "nan", "1.2.3", "5ms", "s", "1 s"};
    for (size_t i = 0; i < sizeof no_times / sizeof no_times[0]; i++) {
        char argument[64], expected[128];
        snprintf(argument, sizeof argument, "--timeout=%s", no_times[i]);
        snprintf(expected, sizeof expected,
                 "--timeout: \"%s\" is not a time (a number of seconds, or one with s, m or h behind it)", no_times[i]);
        expect_wrong(ARGUMENTS(argument), expected);
    }
    expect_wrong(ARGUMENTS("--engine=sat"), "--engine: \"sat\" is not one of the choices auto, bdd or explicit");
    expect_wrong(ARGUMENTS("--engine=bdd|explicit"),
                 "--engine: \"bdd|explicit\" is not one of the choices auto, bdd or explicit");
    expect_wrong(ARGUMENTS("--engine="), "--engine: \"\" is not one of the choices auto, bdd or explicit");
}

static void help_follows_from_the_table(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str help = {0};
    options_add_help(groups, 72, &mem, &help);
    assert_string_equal(help.at, "Search:\n"
                                 "  -d, --depth=NUMBER        how far to look (from 1 to 1000; default:\n"
                                 "                            100)\n"
                                 "      --offset=NUMBER       any number\n"
                                 "  -e, --engine=WORD         what does the work (auto, bdd or explicit;\n"
                                 "                            default: bdd)\n"
                                 "\n"
                                 "Limits:\n"
                                 "  -m, --memory=BYTES        the most memory to take (at least 1M;\n"
                                 "                            default: 4G)\n"
                                 "  -t, --timeout=SECONDS     the most time to take (at most 2h)\n"
                                 "\n"
                                 "Output:\n"
                                 "  -v, --verbose             tell more\n"
                                 "      --[no-]color          paint (default: on)\n"
                                 "  -o, --output=FILE         where to write\n"
                                 "      --title=TEXT          what to call it (default: none)\n");
    str_free(&mem, &help);
    assert_nothing_left(&mem);
}

static void the_nearest_word(void **state)
{
    UNUSED(state);
    static const char *const words[] = {"check", "demo", "help", "version"};
    assert_string_equal(options_nearest("chekc", words, 4), "check");
    assert_string_equal(options_nearest("dmeo", words, 4), "demo");
    assert_string_equal(options_nearest("ver", words, 4), "version");
    assert_string_equal(options_nearest("hlep", words, 4), "help");
    assert_null(options_nearest("", words, 4));
    assert_null(options_nearest("banana", words, 4));
    char long_word[200];
    memset(long_word, 'x', sizeof long_word);
    long_word[199] = '\0';
    assert_null(options_nearest(long_word, words, 4));
}

static void lists_take_every_text(void **state)
{
    UNUSED(state);
    struct chosen {
        struct option_list names;
        bool quiet;
    } chosen;
    static const struct option table[] = {
        {"name", 'n', OPTION_AT(struct chosen, names), .argument = "NAME", .help = "one of many"},
        {"quiet", OPTION_AT(struct chosen, quiet), .help = "be quiet"},
    };
    static const struct option_group group = OPTION_GROUP("Lists", table);
    static const struct option_group *const lists[] = {&group, NULL};
    struct mem mem = MEM_UNLIMITED;
    struct str error = {0};
    options_set_defaults(lists, &chosen);
    assert_int_equal(chosen.names.count, 0);
    const char *arguments[] = {"--name=a", "operand", "-n", "b", "--quiet", "-nc", "--name", ""};
    assert_int_equal(options_parse(lists, &chosen, arguments, 8, &mem, &error), 1);
    assert_int_equal(chosen.names.count, 4);
    const char *expected[] = {"a", "b", "c", ""};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(chosen.names.at[i], expected[i]);
    options_free(lists, &chosen, &mem);
    assert_int_equal(chosen.names.count, 0);

    const char *wrong[] = {"--name=a", "--nmae=b"};
    assert_int_equal(options_parse(lists, &chosen, wrong, 2, &mem, &error), OPTIONS_WRONG);
    assert_string_equal(str_text(&error), "unknown option --nmae; did you mean --name?");
    str_free(&mem, &error);
    options_free(lists, &chosen, &mem);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_set),          cmocka_unit_test(every_form_is_read),
        cmocka_unit_test(numbers_have_suffixes),     cmocka_unit_test(operands_move_to_the_front),
        cmocka_unit_test(unknown_options_are_named), cmocka_unit_test(missing_and_needless_values),
        cmocka_unit_test(bad_values_are_explained),  cmocka_unit_test(help_follows_from_the_table),
        cmocka_unit_test(the_nearest_word),          cmocka_unit_test(lists_take_every_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
