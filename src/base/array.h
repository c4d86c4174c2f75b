// Growable arrays of any type: ARRAY(int) numbers = {0}; array_push(mem, &numbers, 7); numbers.at[0] == 7.
// They double, so that pushing is constant time on average. array_free leaves an empty array behind.
#ifndef COSET_BASE_ARRAY_H
#define COSET_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/mem.h"

#define ARRAY(type) \
    struct { \
        type *at; \
        size_t count, capacity; \
    }

// The array's storage, seen without its type.
struct array_raw {
    void *at;
    size_t count, capacity;
};

bool array_try_grow(struct mem *, void *array, size_t least, size_t element);
void array_grow(struct mem *, void *array, size_t least, size_t element);

// Makes room for `least` elements in all; the `try` form says whether there was memory, the other calls `exhausted`.
#ifndef __clang_analyzer__
#    define array_try_reserve(mem, array, least) \
        ((array)->capacity >= (size_t)(least) || array_try_grow(mem, array, least, sizeof *(array)->at))
#    define array_reserve(mem, array, least) \
        ((array)->capacity >= (size_t)(least) ? (void)0 : array_grow(mem, array, least, sizeof *(array)->at))
#else // which does not see by itself that an array with room has storage
#    define array_try_reserve(mem, array, least) \
        (array_try_grow(mem, array, least, sizeof *(array)->at) && ((array)->at || (size_t)(least) == 0))
#    define array_reserve(mem, array, least) \
        (array_grow(mem, array, least, sizeof *(array)->at), __builtin_assume((array)->at || (size_t)(least) == 0))
#endif

// The value may read the array, which has its new element only when the value is known.
#define array_push(mem, array, value) \
    do { \
        array_reserve(mem, array, (array)->count + 1); \
        (array)->at[(array)->count] = (value); \
        (array)->count++; \
    } while (0)

#define array_last(array) ((array)->at[(array)->count - 1])
#define array_pop(array) ((array)->at[--(array)->count])

#define array_free(mem, array) \
    do { \
        mem_free(mem, (array)->at, (array)->capacity * sizeof *(array)->at); \
        (array)->at = NULL; \
        (array)->count = (array)->capacity = 0; \
    } while (0)

#endif
