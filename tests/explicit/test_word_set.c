// Words take as few bits as they can: they stay the same, with their numbers, while larger ones come.
#include "../unit.h"

#include "base/hash.h"
#include "explicit/word_set.h"

#define WORDS 20000

// Both numbers grow, one of them faster.
static uint64_t word_at(uint32_t i)
{
    uint64_t left = hash_mix(i) % (i + 1), right = (uint64_t)i * i;
    return left << 32 | (uint32_t)right;
}

static void check_all(const struct word_set *s, uint32_t count)
{
    assert_int_equal(s->count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(word_set_word(s, i) == word_at(i));
        assert_int_equal(word_set_find(s, word_at(i)), i);
    }
    assert_int_equal(word_set_find(s, UINT64_MAX), WORD_NONE);
    assert_int_equal(word_set_find(s, UINT64_C(1) << 63), WORD_NONE);
}

static void words_stay_while_larger_ones_come(void **unused)
{
    UNUSED(unused);
    for (unsigned bits = 1; bits <= 32; bits += 31) {
        struct mem mem = MEM_UNLIMITED;
        struct word_set s;
        assert_true(word_set_open(&s, 0, 0, &mem));
        word_set_narrow(&s, bits, bits);
        for (uint32_t i = 0; i < WORDS; i++) {
            assert_int_equal(word_set_add(&s, word_at(i)), i);
            assert_int_equal(word_set_add(&s, word_at(i / 2)), i / 2);
            if (i % 4999 == 0)
                check_all(&s, i + 1);
        }
        assert_int_equal(s.left_bits, bits == 1 ? 15 : 32); // 19,999 and 399,960,001 are the largest
        assert_int_equal(s.right_bits, bits == 1 ? 29 : 32);
        check_all(&s, WORDS);
        assert_int_equal(word_set_add(&s, UINT64_MAX), WORDS);
        assert_true(word_set_word(&s, WORDS) == UINT64_MAX);
        word_set_drop_last(&s);
        check_all(&s, WORDS);
        word_set_close(&s);
        assert_nothing_left(&mem);
    }
}

static void what_is_there_stays_where_there_is_no_memory_for_more_bits(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct word_set s;
    uint32_t i = 0;
    assert_true(word_set_open(&s, 0, 0, &mem));
    word_set_narrow(&s, 1, 1);
    mem.limit = mem.used + 60000;
    while (word_set_add(&s, word_at(i)) == i)
        i++;
    assert_in_range(i, 3000, WORDS);
    check_all(&s, i);
    mem.limit = mem.used;
    assert_false(word_set_widen(&s, 32, 32));
    check_all(&s, i);
    mem.limit = 0;
    assert_int_equal(word_set_add(&s, word_at(i)), i);
    assert_true(word_set_widen(&s, 32, 32));
    check_all(&s, i + 1);
    word_set_close(&s);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_stay_while_larger_ones_come),
        cmocka_unit_test(what_is_there_stays_where_there_is_no_memory_for_more_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
