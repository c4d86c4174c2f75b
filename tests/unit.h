// What every unit test includes: cmocka, which wants these headers before it, and a context that must end empty.
#ifndef COSET_TESTS_UNIT_H
#define COSET_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "cases.h"

#define UNUSED(x) (void)(x)

#define assert_nothing_left(context) \
    do { \
        assert_int_equal((context)->used, 0); \
        assert_int_equal((context)->blocks, 0); \
    } while (0)

#endif
