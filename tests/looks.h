// Deadlines of a checker that come after so many of its looks at the clock, and not at a time: a test that stops work
// in its middle stops it at the same place each time. The checker's options have .interrupted = looks_pass and .context
// = &looks; looks.checker is set when it is there.
#ifndef COSET_TESTS_LOOKS_H
#define COSET_TESTS_LOOKS_H

#include "check/check.h"

struct looks {
    struct checker *checker;
    int left; // 0: there is no deadline, or it has passed
};

static inline bool looks_pass(void *context)
{
    struct looks *looks = context;
    if (looks->left > 0 && --looks->left == 0)
        checker_set_deadline(looks->checker, 1e-9); // long ago
    return false;
}

// From here on; 0: it may take as long as it likes.
static inline void looks_allow(struct looks *looks, int left)
{
    looks->left = left;
    checker_set_deadline(looks->checker, 0);
}

#endif
