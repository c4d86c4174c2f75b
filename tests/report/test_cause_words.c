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
        for (const char *mark = words; (mark = strchr(mark, '%')); mark++)
            assert_non_null(strchr("12abcei", mark[1]));
    }
}

// They differ, but where all of it is said by others: else two codes are one.
static void words_differ(void **state)
{
    UNUSED(state);
    for (enum cause_code a = CAUSE_NONE + 1; a < CAUSE_CODES; a++)
        for (enum cause_code b = a + 1; b < CAUSE_CODES; b++)
            if (strcmp(cause_words(a), "%a") != 0 && strcmp(cause_words(a), cause_words(b)) == 0)
                fail_msg("codes %d and %d have the same words", (int)a, (int)b);
}

static void words_have_their_arguments(void **state)
{
    UNUSED(state);
    expect_words(cause_of(CAUSE_OUT_OF_TIME), "out of time");
    expect_words((struct cause){0}, "the reason is not known");
    expect_words(cause_with_number(CAUSE_WORKER_KILLED, 11), "the process that checked it was killed by signal 11");
    expect_words(cause_with_text(CAUSE_UNSUPPORTED, "100%1 strange"), "100%1 strange");
    struct cause ids = {.code = CAUSE_COUNTER_IDS, .texts = {"x", "P"}};
    expect_words(cause_with_inner(CAUSE_NOT_APPLICABLE, &ids), "not applicable: x holds ids of P");
    expect_words(cause_of(CAUSE_INPUTS), "not applicable: the model has inputs");
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

// Inside of others, and behind them, where that is so.
static void causes_are_put_together(void **state)
{
    UNUSED(state);
    struct cause found = {.code = CAUSE_COUNTER_SINGLE, .texts = {"Proc"}, .rule = "enter"};
    struct cause behind = {.code = CAUSE_SIZE_LOOP, .line = 12},
                 other = cause_with_inner(CAUSE_SIZE_BY_COUNTERS, &found);
    behind.next = &other;
    expect_words(cause_with_inner(CAUSE_NOT_PROVED, &behind),
                 "not proved for every size: a loop that may end early, or calls too much, is not covered (line 12); "
                 "by counters: an expression speaks of a single element of Proc, in enter");
    expect_words(cause_of(CAUSE_NOT_APPLICABLE), "not applicable: the reason is not known");
    expect_words((struct cause){.code = CAUSE_ARCHITECTURE_LOST_START, .texts = {"P(1)", "P(2)", "begin"}},
                 "with P(1) and P(2) exchanged, the initial state \"begin\" becomes one that is not reachable");
}

// A copy has nothing in common with what it was made of.
static void causes_are_kept(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct arena arena = {.mem = &mem};
    char name[] = "Proc";
    struct cause inner = cause_with_text(CAUSE_COUNTER_RING, name), last = cause_of(CAUSE_OUT_OF_TIME);
    struct cause first = {.code = CAUSE_NOT_PROVED, .inner = &inner, .next = &last, .rule = name};
    struct cause kept = cause_keep(first, &arena);
    assert_true(cause_equals(kept, first));
    name[0] = 'X';
    assert_false(cause_equals(kept, first));
    assert_string_equal(kept.inner->texts[0], "Proc");
    assert_string_equal(kept.rule, "Proc");
    last.code = CAUSE_INTERRUPTED;
    assert_int_equal(kept.next->code, CAUSE_OUT_OF_TIME);
    const struct cause *both = cause_append(kept.next, kept.inner, &arena);
    assert_int_equal(both->code, CAUSE_OUT_OF_TIME);
    assert_ptr_equal(both->next, kept.inner);
    assert_null(kept.next->next);
    assert_ptr_equal(cause_append(NULL, both, &arena), both);
    arena_free(&arena);
    assert_nothing_left(&mem);
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
        cmocka_unit_test(causes_are_put_together),
        cmocka_unit_test(causes_are_kept),
        cmocka_unit_test(causes_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
