// Hashes and maps: published values, spread, and a map without memory.
#include "../unit.h"

#include "base/hash.h"

static void bytes_match_the_published_values(void **state)
{
    UNUSED(state);
    // FNV-1a, 64 bits, from the test suite of its authors.
    assert_true(hash_bytes(HASH_BYTES_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes(HASH_BYTES_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_bytes(HASH_BYTES_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    uint64_t halves = hash_bytes(hash_bytes(HASH_BYTES_START, "foo", 3), "bar", 3);
    assert_true(halves == hash_bytes(HASH_BYTES_START, "foobar", 6));
}

static void every_damaged_byte_is_noticed(void **state)
{
    UNUSED(state);
    char text[] = "a checksum for single damaged bytes";
    uint64_t sound = hash_bytes(HASH_BYTES_START, text, sizeof text);
    for (size_t i = 0; i < sizeof text; i++)
        for (int flip = 1; flip < 256; flip++) {
            text[i] = (char)(text[i] ^ flip);
            assert_true(hash_bytes(HASH_BYTES_START, text, sizeof text) != sound);
            text[i] = (char)(text[i] ^ flip);
        }
}

static void mixing_spreads_small_numbers(void **state)
{
    UNUSED(state);
    // 4096 neighbouring numbers into 4096 places: a random function leaves 1/e of them empty.
    bool single[4096] = {false}, pair[4096] = {false};
    int singles = 0, pairs = 0;
    for (uint64_t i = 0; i < 4096; i++) {
        single[hash_mix(i) & 4095] = true;
        pair[hash_pair(i / 64, i % 64) & 4095] = true;
    }
    for (int i = 0; i < 4096; i++) {
        singles += single[i];
        pairs += pair[i];
    }
    assert_in_range(singles, 2400, 2800);
    assert_in_range(pairs, 2400, 2800);
    assert_true(hash_pair(1, 2) != hash_pair(2, 1));
}

static void a_map_keeps_what_it_got(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct int_map map = {0};
    bool added;
    assert_null(int_map_find(&map, 7));
    for (uint32_t i = 0; i < 5000; i++) {
        uint32_t *value = int_map_try_add(&mem, &map, i * 2654435761u, i, &added);
        assert_true(value && *value == i && added);
    }
    assert_int_equal(map.count, 5000);
    for (uint32_t i = 0; i < 5000; i++) {
        uint32_t *value = int_map_find(&map, i * 2654435761u);
        assert_true(value && *value == i);
    }
    uint32_t *value = int_map_try_add(&mem, &map, 0, 99, &added);
    assert_true(value && *value == 0 && !added); // the old value stays
    *value = 5;
    assert_int_equal(*int_map_find(&map, 0), 5);
    assert_null(int_map_find(&map, 1));
    int_map_free(&mem, &map);
    assert_null(int_map_find(&map, 0));
    assert_nothing_left(&mem);
}

static void a_map_without_memory_stays_as_it_is(void **state)
{
    UNUSED(state);
    struct mem mem = {.limit = 16 * 8};
    struct int_map map = {0};
    bool added;
    uint32_t i = 0;
    while (int_map_try_add(&mem, &map, i, i + 100, &added))
        i++;
    assert_int_equal(i, 12); // three quarters of 16
    assert_int_equal(map.count, 12);
    for (uint32_t key = 0; key < i; key++)
        assert_int_equal(*int_map_find(&map, key), key + 100);
    int_map_free(&mem, &map);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_match_the_published_values),    cmocka_unit_test(every_damaged_byte_is_noticed),
        cmocka_unit_test(mixing_spreads_small_numbers),        cmocka_unit_test(a_map_keeps_what_it_got),
        cmocka_unit_test(a_map_without_memory_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
