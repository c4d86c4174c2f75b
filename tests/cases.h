// How many cases a random test takes: a number for each kind of build and never a time, so that a test does the same on
// any machine, under any load. COSET_CASES=1000, in percent, takes ten times as many.
#ifndef COSET_TESTS_CASES_H
#define COSET_TESTS_CASES_H

#include <stdlib.h>

static inline int cases_for(int release, int debug, int stress)
{
    const char *percent = getenv("COSET_CASES");
#if defined(COSET_STRESS)
    int usual = stress;
    (void)release, (void)debug;
#elif defined(__SANITIZE_ADDRESS__)
    int usual = debug;
    (void)release, (void)stress;
#else
    int usual = release;
    (void)debug, (void)stress;
#endif
    long scaled = percent ? usual * strtol(percent, NULL, 10) / 100 : usual;
    return scaled > 0 ? (int)scaled : 1;
}

// The same in one of several rooms of numbers that are no counts of cases: what is chosen is a constant.
#if defined(COSET_STRESS)
#    define BY_KIND(release, debug, stress) (stress)
#elif defined(__SANITIZE_ADDRESS__)
#    define BY_KIND(release, debug, stress) (debug)
#else
#    define BY_KIND(release, debug, stress) (release)
#endif

#endif
