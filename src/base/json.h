// The two scalars of JSON that need care; braces and commas are the caller's.
#ifndef COSET_BASE_JSON_H
#define COSET_BASE_JSON_H

#include <stddef.h>

#include "base/mem.h"
#include "base/str.h"

// Adds a string in quotes. The result is valid UTF-8 whatever the bytes are: an invalid one becomes U+FFFD and its
// two hexadecimal digits, so that two names that differ stay different.
void json_add_string(struct mem *, struct str *, const char *bytes, size_t count);

// Adds what who reads that string gets: the same bytes, but for invalid ones.
void json_add_as_read(struct mem *, struct str *, const char *bytes, size_t count);

// Adds a number; one that JSON cannot express (infinity, not a number) becomes null.
void json_add_number(struct mem *, struct str *, double);

#endif
