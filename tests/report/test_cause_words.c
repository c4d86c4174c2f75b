// Every code has words of its own, and the words say what the code is about.
#include "../unit.h"

#include <string.h>

#include "report/cause_words.h"

static void expect_words(struct cause cause, const char *expected)
{
    struct mem mem = MEM_UNLIMITED;
    struct str words = {0};
    cause_add_words(cause, &mem, &words);
    assert_string_equal(str_text(&words), expected);
    str_free(&mem, &words);
    assert_nothing_left(&mem);
}

static void every_code_has_words(void **state)
{
    UNUSED(state);
    assert_null(cause_words(CAUSE_NONE));
    assert_null(cause_words(CAUSE_CODES));
    for (enum cause_code code = CAUSE_NONE + 1; code < CAUSE_CODES; code++) {
        const char *words = cause_words(code);
        if (!words || !*words)
            fail_msg("code %d has no words", (int)code);
        assert_int_equal(cause_has_text(code), strstr(words, "%t") != NULL);
        for (const char *mark = words; (mark = strchr(mark, '%')); mark++)
            assert_non_null(strchr("12et", mark[1]));
    }
}

// What is not about a text differs in its words: else two codes are one.
static void words_differ(void **state)
{
    UNUSED(state);
    for (enum cause_code a = CAUSE_NONE + 1; a < CAUSE_CODES; a++)
        for (enum cause_code b = a + 1; b < CAUSE_CODES; b++)
            if (!cause_has_text(a) && strcmp(cause_words(a), cause_words(b)) == 0)
                fail_msg("codes %d and %d have the same words", (int)a, (int)b);
}

static void words_have_their_arguments(void **state)
{
    UNUSED(state);
    expect_words(cause_of(CAUSE_OUT_OF_TIME), "out of time");
    expect_words((struct cause){0}, "the reason is not known");
    expect_words(cause_with_number(CAUSE_WORKER_KILLED, 11), "the process that checked it was killed by signal 11");
    expect_words(cause_with_text(CAUSE_UNSUPPORTED, "100%1 strange"), "100%1 strange");
    struct cause both = {
        .code = CAUSE_TOO_MANY_VARIABLES, .by_explicit = CAUSE_OUT_OF_MEMORY, .numbers = {70000, 65534}};
    expect_words(both,
                 "out of memory in explicit-state search; too many variables: 70000, where decision diagrams have "
                 "at most 65534, two for each bit of a state; smaller arrays and types help, or the explicit "
                 "engine");
    struct str system = {0};
    struct mem mem = MEM_UNLIMITED;
    str_add(&mem, &system, "there can be no process for it: %s", strerror(11));
    expect_words(cause_with_number(CAUSE_NO_PROCESS, 11), str_text(&system));
    str_free(&mem, &system);
}

static void causes_are_told_apart(void **state)
{
    UNUSED(state);
    struct cause killed = cause_with_number(CAUSE_WORKER_KILLED, 9), both = killed;
    both.by_explicit = CAUSE_OUT_OF_TIME;
    assert_true(cause_equals(killed, cause_with_number(CAUSE_WORKER_KILLED, 9)));
    assert_false(cause_equals(killed, cause_with_number(CAUSE_WORKER_KILLED, 11)));
    assert_false(cause_equals(killed, cause_with_number(CAUSE_WORKER_ENDED, 9)));
    assert_false(cause_equals(killed, both));
    char text[] = "same";
    assert_true(cause_equals(cause_with_text(CAUSE_UNSUPPORTED, "same"), cause_with_text(CAUSE_UNSUPPORTED, text)));
    assert_false(cause_equals(cause_with_text(CAUSE_UNSUPPORTED, "same"), cause_with_text(CAUSE_UNSUPPORTED, "other")));
    assert_int_equal(cause_with_text(CAUSE_UNSUPPORTED, NULL).code, CAUSE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_words),
        cmocka_unit_test(words_differ),
        cmocka_unit_test(words_have_their_arguments),
        cmocka_unit_test(causes_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
