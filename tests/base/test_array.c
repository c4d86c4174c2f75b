// Growable arrays: pushing, popping, and what happens when memory ends.
#include "../unit.h"

#include "base/array.h"

static void pushes_and_pops(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    ARRAY(int) numbers = {0};
    for (int i = 0; i < 1000; i++)
        array_push(&mem, &numbers, i * i);
    assert_int_equal(numbers.count, 1000);
    assert_true(numbers.capacity >= 1000 && numbers.capacity < 4000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers.at[i], i * i);
    assert_int_equal(array_last(&numbers), 999 * 999);
    assert_int_equal(array_pop(&numbers), 999 * 999);
    assert_int_equal(array_last(&numbers), 998 * 998);
    array_free(&mem, &numbers);
    assert_null(numbers.at);
    assert_int_equal(numbers.count, 0);
    assert_nothing_left(&mem);
    array_push(&mem, &numbers, 1); // usable again
    array_free(&mem, &numbers);
    assert_nothing_left(&mem);
}

static void holds_structs(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct pair {
        char letter;
        double number;
    };
    ARRAY(struct pair) pairs = {0};
    for (int i = 0; i < 100; i++) {
        struct pair pair = {(char)i, i / 2.0};
        array_push(&mem, &pairs, pair);
    }
    assert_true(pairs.at[99].letter == 99 && pairs.at[99].number == 49.5);
    array_free(&mem, &pairs);
    assert_nothing_left(&mem);
}

// The count that a value reads is the one before; it was another one, depending on the compiler.
static void values_may_read_the_array(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    ARRAY(size_t) numbers = {0};
    for (size_t i = 0; i < 100; i++)
        array_push(&mem, &numbers, numbers.count ? array_last(&numbers) + numbers.count : 0);
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(numbers.at[i], i * (i + 1) / 2);
    array_free(&mem, &numbers);
    assert_nothing_left(&mem);
}

static void reserves_once(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    ARRAY(uint64_t) numbers = {0};
    array_reserve(&mem, &numbers, 100);
    assert_int_equal(numbers.capacity, 100);
    assert_int_equal(numbers.count, 0);
    uint64_t *place = numbers.at;
    array_reserve(&mem, &numbers, 50);
    for (uint64_t i = 0; i < 100; i++)
        array_push(&mem, &numbers, i);
    assert_ptr_equal(numbers.at, place);
    array_free(&mem, &numbers);
    assert_nothing_left(&mem);
}

static void a_refused_reserve_changes_nothing(void **state)
{
    UNUSED(state);
    struct mem mem = {.limit = 1000};
    ARRAY(uint64_t) numbers = {0};
    assert_true(array_try_reserve(&mem, &numbers, 100));
    array_push(&mem, &numbers, 42);
    assert_false(array_try_reserve(&mem, &numbers, 200));
    assert_false(array_try_reserve(&mem, &numbers, SIZE_MAX / 4)); // in bytes more than a size_t holds
    assert_int_equal(numbers.capacity, 100);
    assert_int_equal(numbers.at[0], 42);
    array_free(&mem, &numbers);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_and_pops),
        cmocka_unit_test(holds_structs),
        cmocka_unit_test(values_may_read_the_array),
        cmocka_unit_test(reserves_once),
        cmocka_unit_test(a_refused_reserve_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
