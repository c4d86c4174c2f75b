// Places of a text as editors count them: lines from 0, and in a line units of UTF-16 from 0.
#ifndef COSET_LSP_TEXT_PLACE_H
#define COSET_LSP_TEXT_PLACE_H

#include <jansson.h>

#include "base/source.h"

json_t *place_of_offset(const struct source *, size_t offset);
json_t *range_of(const struct source *, size_t offset, size_t length);
size_t offset_of_place(const struct source *, json_t *place); // beyond a line: its end

#endif
