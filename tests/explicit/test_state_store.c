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
    return store_add(s, state, parent);
}

static void states_keep_their_numbers_while_the_table_grows(void **unused)
{
    UNUSED(unused);
    for (size_t words = 1; words <= 5; words += 2) {
        struct mem mem = MEM_UNLIMITED;
        struct store s;
        assert_true(store_open(&s, words, NULL, 0, &mem));
        size_t slots = s.roots.slot_count;
        for (uint32_t i = 0; i < STATES; i++)
            assert_int_equal(add(&s, i * 3, i / 2), i);
        assert_true(s.roots.slot_count > slots);
        for (uint32_t i = 0; i < STATES; i++) {
            uint64_t state[8];
            make_state(state, words, i * 3);
            assert_int_equal(add(&s, i * 3, 7), i);
            assert_memory_equal(store_state(&s, i), state, words * sizeof *state);
            assert_int_equal(store_parent(&s, i), i / 2);
            make_state(state, words, i * 3 + 1);
            assert_int_equal(store_find(&s, state), STORE_NONE);
        }
        assert_int_equal(s.count, STATES);
        store_close(&s);
        assert_nothing_left(&mem);
    }
}

// States whose parts are the same in many ways, compared with an array of them.
static void states_that_share_parts_are_told_apart(void **unused)
{
    UNUSED(unused);
    for (size_t words = 1; words <= 8; words++) {
        struct mem mem = MEM_UNLIMITED;
        struct store s;
        uint64_t seed = words, kept[1000][8], state[8];
        uint32_t count = 0;
        assert_true(store_open(&s, words, NULL, 0, &mem));
        for (int round = 0; round < 3000; round++) {
            for (size_t i = 0; i < words; i++) {
                seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
                uint64_t few = seed >> 62;                                         // also numbers that nodes have,
                state[i] = few == 3 ? UINT64_MAX : few == 2 ? few << 32 | 1 : few; // and pairs of them
            }
            uint32_t expected = 0;
            while (expected < count && memcmp(kept[expected], state, words * sizeof *state) != 0)
                expected++;
            if (expected == 1000)
                break;
            assert_int_equal(store_find(&s, state), expected < count ? expected : STORE_NONE);
            assert_int_equal(store_add(&s, state, STORE_NONE), expected);
            memcpy(kept[expected], state, sizeof state);
            count += expected == count;
        }
        assert_int_equal(s.count, count);
        for (uint32_t i = 0; i < count; i++) {
            assert_memory_equal(store_state(&s, i), kept[i], words * sizeof *state);
            assert_int_equal(store_parent(&s, i), STORE_NONE);
        }
        store_close(&s);
        assert_nothing_left(&mem);
    }
}

// Words of which only some bits are used, so that leaves have bits of several words.
static void unused_bits_are_left_out(void **unused)
{
    UNUSED(unused);
    static const uint8_t widths[][4] = {{0, 0, 0, 0}, {1, 0, 0, 0},    {40, 40, 40, 40}, {64, 6, 0, 0},
                                        {3, 5, 2, 7}, {33, 1, 64, 31}, {64, 64, 64, 1},  {17, 0, 0, 64}};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        struct mem mem = MEM_UNLIMITED;
        struct store s;
        uint64_t seed = k, state[4], kept[200][4];
        assert_true(store_open(&s, 4, widths[k], 0, &mem));
        for (uint32_t i = 0; i < 200; i++) {
            for (size_t w = 0; w < 4; w++) {
                seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
                state[w] = widths[k][w] ? seed >> (64 - widths[k][w]) : 0;
            }
            uint32_t number = store_add(&s, state, STORE_NONE);
            assert_true(number <= i);
            if (number + 1 == s.count)
                memcpy(kept[number], state, sizeof state);
            assert_memory_equal(kept[number], state, sizeof state);
        }
        for (uint32_t i = 0; i < s.count; i++)
            assert_memory_equal(store_state(&s, i), kept[i], sizeof state);
        store_close(&s);
        assert_nothing_left(&mem);
    }
}

// Nearly all that differs is in the first word: the tree follows, numbers and what is asked for stay.
static void the_tree_follows_the_states(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct store s;
    uint64_t state[6] = {0};
    const uint64_t *shown = NULL;
    assert_true(store_open(&s, 6, NULL, 0, &mem));
    for (uint32_t i = 0; i < STATES; i++) {
        state[0] = (uint64_t)(i & 511) << 40 | i >> 9;
        state[5] = i & 1;
        assert_int_equal(store_add(&s, state, i / 2), i);
        if (i == 4000)
            shown = store_state(&s, 7);
    }
    assert_int_equal(shown[0], (uint64_t)7 << 40);
    for (uint32_t i = 0; i < STATES; i++) {
        state[0] = (uint64_t)(i & 511) << 40 | i >> 9;
        state[5] = i & 1;
        assert_memory_equal(store_state(&s, i), state, sizeof state);
        assert_int_equal(store_find(&s, state), i);
        assert_int_equal(store_parent(&s, i), i / 2);
    }
    assert_true(store_bytes(&s) < 16 * (size_t)STATES); // halves of bits would take 27
    store_close(&s);
    assert_nothing_left(&mem);
}

// Large steps, none at all, and back, which a search never does.
static void parents_are_kept_in_any_order(void **unused)
{
    UNUSED(unused);
    static const uint32_t steps[] = {0, 0, 1, 700, 0, 3, 64, 0, 129, 1};
    struct mem mem = MEM_UNLIMITED;
    struct parent_list l;
    uint32_t expected[5000], at = 0;
    assert_true(parent_list_open(&l, &mem));
    for (int turn = 0; turn < 2; turn++) {
        for (uint32_t i = 0; i < 5000; i++) {
            at += steps[i * 7 % 10] * (i % 11 == 0);
            expected[i] = turn && i % 97 == 5 ? at / 2 : at;
            assert_true(parent_list_add(&l, expected[i]));
        }
        for (uint32_t i = 0; i < 5000; i++)
            assert_int_equal(parent_list_at(&l, i), expected[i]);
        parent_list_clear(&l);
        at = 0;
    }
    parent_list_close(&l);
    assert_nothing_left(&mem);
}

// That is what the compression is for: half of the words of a state change, but few in each half.
static void a_state_takes_few_bytes(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct store s;
    uint64_t state[8] = {0};
    assert_true(store_open(&s, 8, NULL, 0, &mem));
    for (uint32_t i = 0; i < 1 << 15; i++) {
        for (uint32_t k = 0; k < 8; k++)
            state[k] = UINT64_C(0x123456789abcdef) * (i >> 2 * k & 3);
        assert_int_equal(store_add(&s, state, i ? i - 1 : STORE_NONE), i);
    }
    assert_true(store_bytes(&s) <= 16 * s.count);
    assert_true(store_bytes_uncompressed(&s) > 64 * s.count);
    store_close(&s);
    assert_nothing_left(&mem);
}

static void a_full_store_keeps_what_it_has(void **unused)
{
    UNUSED(unused);
    struct mem mem = {.limit = 400000};
    struct store s;
    assert_true(store_open(&s, 2, NULL, mem.limit, &mem));
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
        if (store_open(&s, 1, NULL, limit, &mem))
            assert_int_equal(add(&s, 5, STORE_NONE), 0);
        store_close(&s);
        assert_nothing_left(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_keep_their_numbers_while_the_table_grows),
        cmocka_unit_test(states_that_share_parts_are_told_apart),
        cmocka_unit_test(unused_bits_are_left_out),
        cmocka_unit_test(the_tree_follows_the_states),
        cmocka_unit_test(parents_are_kept_in_any_order),
        cmocka_unit_test(a_state_takes_few_bytes),
        cmocka_unit_test(a_full_store_keeps_what_it_has),
        cmocka_unit_test(a_store_without_memory_can_be_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
