// The store: every state once, with its number and its parent, also while it grows and when memory ends.
#include "../unit.h"

#include "base/hash.h"
#include "explicit/state_store.h"

#if defined(__SANITIZE_ADDRESS__)
#    define STATES 30000
#else
#    define STATES 300000
#endif

static void make_state(uint64_t *state, size_t words, uint32_t number)
{
    for (size_t i = 0; i < words; i++)
        state[i] = i == words / 2 ? number : i; // most bits are the same in all states
}

static uint32_t add(struct store *s, uint32_t number, uint32_t parent)
{
    uint64_t state[8];
    make_state(state, s->words, number);
    return store_add(s, state, store_hash(state, s->words), parent);
}

static void states_keep_their_numbers_while_the_table_grows(void **unused)
{
    UNUSED(unused);
    for (size_t words = 1; words <= 5; words += 2) {
        struct mem mem = MEM_UNLIMITED;
        struct store s;
        assert_true(store_open(&s, words, 0, &mem));
        size_t slots = s.slot_count;
        for (uint32_t i = 0; i < STATES; i++)
            assert_int_equal(add(&s, i * 3, i / 2), i);
        assert_true(s.slot_count > slots);
        for (uint32_t i = 0; i < STATES; i++) {
            uint64_t state[8];
            make_state(state, words, i * 3);
            assert_int_equal(add(&s, i * 3, 7), i);
            assert_memory_equal(store_state(&s, i), state, words * sizeof *state);
            assert_int_equal(store_parent(&s, i), i / 2);
            make_state(state, words, i * 3 + 1);
            assert_int_equal(store_find(&s, state, store_hash(state, words)), STORE_NONE);
        }
        assert_int_equal(s.count, STATES);
        store_close(&s);
        assert_nothing_left(&mem);
    }
}

// What the tag and the place in the table do not tell apart, the state itself does.
static void states_of_one_hash_are_told_apart(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct store s;
    assert_true(store_open(&s, 1, 0, &mem));
    for (uint64_t i = 0; i < 100; i++)
        assert_int_equal(store_add(&s, &i, 42, STORE_NONE), i);
    for (uint64_t i = 0; i < 100; i++)
        assert_int_equal(store_find(&s, &i, 42), i);
    store_close(&s);
    assert_nothing_left(&mem);
}

static void a_full_store_keeps_what_it_has(void **unused)
{
    UNUSED(unused);
    struct mem mem = {.limit = 400000};
    struct store s;
    assert_true(store_open(&s, 2, mem.limit, &mem));
    uint32_t count = 0;
    while (add(&s, count, count) != STORE_NONE)
        count++;
    assert_int_equal(s.count, count);
    assert_true(count > mem.limit / 60); // most of the memory was used
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(add(&s, i, 0), i);
    assert_int_equal(add(&s, count, 0), STORE_NONE);
    store_close(&s);
    assert_nothing_left(&mem);
}

static void a_store_without_memory_can_be_closed(void **unused)
{
    UNUSED(unused);
    for (size_t limit = 1; limit < 100000; limit = limit * 3 / 2 + 1) {
        struct mem mem = {.limit = limit};
        struct store s;
        if (store_open(&s, 1, limit, &mem))
            assert_int_equal(add(&s, 5, STORE_NONE), 0);
        store_close(&s);
        assert_nothing_left(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_keep_their_numbers_while_the_table_grows),
        cmocka_unit_test(states_of_one_hash_are_told_apart),
        cmocka_unit_test(a_full_store_keeps_what_it_has),
        cmocka_unit_test(a_store_without_memory_can_be_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
