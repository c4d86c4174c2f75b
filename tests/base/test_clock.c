// Wall time and processor time, and that tests may count the latter instead of the former.
#include "../unit.h"

#include <time.h>

#include "base/clock.h"

static void wall_time_goes_on(void **state)
{
    UNUSED(state);
    double start = clock_now(), last = start;
    for (int i = 0; i < 1000; i++) {
        double now = clock_now();
        assert_true(now >= last);
        last = now;
    }
    nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
    assert_true(clock_now() - start >= 0.02);
}

static void processor_time_counts_work_only(void **state)
{
    UNUSED(state);
    double start = clock_process();
    nanosleep(&(struct timespec){.tv_nsec = 50 * 1000 * 1000}, NULL);
    double slept = clock_process() - start;
    assert_true(slept < 0.045);
    while (clock_process() - start < slept + 0.01)
        continue;
    assert_true(clock_process() - start >= slept + 0.01);
}

static void tests_may_count_processor_time(void **state)
{
    UNUSED(state);
    setenv("COSET_CLOCK", "processor", 1);
    double before = clock_process(), now = clock_now(), after = clock_process();
    unsetenv("COSET_CLOCK");
    assert_true(before <= now && now <= after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wall_time_goes_on),
        cmocka_unit_test(processor_time_counts_work_only),
        cmocka_unit_test(tests_may_count_processor_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
