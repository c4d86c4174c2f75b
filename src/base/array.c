#include "base/array.h"

#include <stdint.h>
#include <string.h>

static size_t grown_capacity(const struct array_raw *array, size_t least)
{
    size_t capacity = array->capacity < 8 ? 8 : array->capacity * 2;
    return capacity < least ? least : capacity;
}

bool array_try_grow(struct mem *mem, void *untyped, size_t least, size_t element)
{
    // The typed array and array_raw have the same layout; memcpy keeps the compiler's alias rules.
    struct array_raw array;
    memcpy(&array, untyped, sizeof array);
    size_t capacity = grown_capacity(&array, least);
    if (capacity > SIZE_MAX / element)
        return false;
    void *moved = mem_try_resize(mem, array.at, array.capacity * element, capacity * element);
    if (!moved)
        return false;
    array.at = moved;
    array.capacity = capacity;
    memcpy(untyped, &array, sizeof array);
    return true;
}

void array_grow(struct mem *mem, void *untyped, size_t least, size_t element)
{
    struct array_raw array;
    memcpy(&array, untyped, sizeof array);
    size_t capacity = grown_capacity(&array, least);
    if (capacity > SIZE_MAX / element)
        capacity = SIZE_MAX / element; // more than there is: ends in `exhausted`
    array.at = mem_resize(mem, array.at, array.capacity * element, capacity * element);
    array.capacity = capacity;
    memcpy(untyped, &array, sizeof array);
}
