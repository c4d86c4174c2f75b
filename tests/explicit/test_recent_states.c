// States of a moment ago: nothing is known that was not noted.
#include "../unit.h"

#include "base/random.h"
#include "explicit/recent_states.h"

// A state is known exactly if it was noted, and no other one has taken its place since: never without having been
// noted.
static void only_what_was_noted_is_known(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct recent_states r;
    bool was_noted[4096] = {0};
    uint64_t known = 0;
    uint64_t random = 7;
    recent_open(&r, 4);
    for (int i = 0; i < 20000; i++) {
        uint64_t number = random_below(&random, 4096), state[4] = {number % 16, number / 16 % 16, 0, number / 256};
        bool is_known = recent_note(&r, state, &mem);
        assert_true(!is_known || was_noted[number]);
        was_noted[number] = true;
        known += is_known;
    }
    assert_true(known > 10000);
    recent_close(&r, &mem);
    assert_int_equal(mem.used, 0);
}

static void nothing_is_known_once_it_was_cleared(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct recent_states r;
    uint64_t state[5] = {5, 6, 7, 8, 9};
    recent_open(&r, 5);
    assert_false(recent_note(&r, state, &mem));
    assert_true(recent_note(&r, state, &mem));
    recent_clear(&r);
    assert_false(recent_note(&r, state, &mem));
    recent_close(&r, &mem);
    assert_int_equal(mem.used, 0);
}

static void a_table_that_knows_nothing_is_given_up(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct recent_states r;
    recent_open(&r, 4);
    for (uint64_t i = 0; i < 70000; i++) {
        const uint64_t state[4] = {i, 1, 2, 3};
        assert_false(recent_note(&r, state, &mem));
    }
    assert_int_equal(mem.used, 0);
    recent_close(&r, &mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_was_noted_is_known),
        cmocka_unit_test(nothing_is_known_once_it_was_cleared),
        cmocka_unit_test(a_table_that_knows_nothing_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
