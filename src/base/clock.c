#include "base/clock.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Tests of time limits are to see the same on a loaded machine: see CONTRIBUTING.md.
static bool counts_processor_time(void)
{
    const char *text = getenv("COSET_CLOCK");
    return text && strcmp(text, "processor") == 0;
}

double clock_now(void)
{
    return read_clock(counts_processor_time() ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
}

double clock_process(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}
