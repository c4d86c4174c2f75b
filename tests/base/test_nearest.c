// Words that may have been meant: a few letters that are wrong, missing, too many or swapped; other capital letters.
#include "../unit.h"

#include <string.h>

#include "base/nearest.h"

static const char *nearest_of(const char *word, const char *const *words)
{
    struct nearest nearest = nearest_to(word);
    for (; *words; words++)
        nearest_look(&nearest, *words);
    return nearest.best;
}

static void longer_words_may_have_more_wrong_letters(void **state)
{
    UNUSED(state);
    static const char *const words[] = {"state", "invariant", "pc", "x", NULL};
    assert_string_equal(nearest_of("stat", words), "state");
    assert_string_equal(nearest_of("sttae", words), "state");
    assert_string_equal(nearest_of("invarint", words), "invariant");
    assert_string_equal(nearest_of("invarients", words), "invariant");
    assert_null(nearest_of("sate2", words));
    assert_null(nearest_of("pd", words));
    assert_null(nearest_of("y", words));
    assert_null(nearest_of("", words));
}

static void other_capital_letters_are_nearest(void **state)
{
    UNUSED(state);
    static const char *const words[] = {"trie", "TRUE", "X", NULL};
    assert_string_equal(nearest_of("true", words), "TRUE");
    assert_string_equal(nearest_of("x", words), "X");
    assert_string_equal(nearest_of("trye", words), "trie");
}

static void the_first_of_several_is_taken_and_long_words_are_not_compared(void **state)
{
    UNUSED(state);
    static const char *const words[] = {"abcd", "abce", NULL};
    assert_string_equal(nearest_of("abcf", words), "abcd");
    char word[200], other[200];
    memset(word, 'x', sizeof word);
    word[199] = '\0';
    memcpy(other, word, sizeof word);
    other[100] = 'y';
    const char *const long_words[] = {other, NULL};
    assert_null(nearest_of(word, long_words));
    struct nearest nearest = nearest_within("ver", 1);
    nearest_look_at(&nearest, "version", 1);
    nearest_look_at(&nearest, "verse", 1);
    assert_string_equal(nearest.best, "version");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(longer_words_may_have_more_wrong_letters),
        cmocka_unit_test(other_capital_letters_are_nearest),
        cmocka_unit_test(the_first_of_several_is_taken_and_long_words_are_not_compared),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
