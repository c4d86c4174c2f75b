// Dice for tests with random cases. All are made from one seed, which COSET_SEED sets, and roll the same on every
// machine.
#ifndef COSET_TESTS_DICE_H
#define COSET_TESTS_DICE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"

struct dice {
    uint64_t state;
};

static inline uint64_t dice_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

// Each test has dice of its own, so that it rolls the same alone and among others.
static inline struct dice dice_for(const char *test)
{
    struct dice dice = {dice_seed() * UINT64_C(0x2545f4914f6cdd1d)};
    for (; *test; test++)
        dice.state = (dice.state ^ (unsigned char)*test) * UINT64_C(0x100000001b3);
    return dice;
}

static inline uint64_t dice_next(struct dice *dice)
{
    return random_next(&dice->state);
}

static inline int dice_roll(struct dice *dice, int sides)
{
    return (int)random_below(&dice->state, (uint64_t)sides);
}

static inline bool dice_coin(struct dice *dice)
{
    return dice_next(dice) >> 63;
}

// Ends a test program: a failure names the seed that repeats it.
static inline int with_seed(int failed)
{
    if (failed)
        fprintf(stderr, "to repeat: COSET_SEED=%llu\n", (unsigned long long)dice_seed());
    return failed;
}
#define RUN(tests) with_seed(cmocka_run_group_tests(tests, NULL, NULL))

#endif
