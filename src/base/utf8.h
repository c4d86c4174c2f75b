// Text as UTF-8: where characters begin and end, and which of them are safe to show on a terminal.
//
// A character counts as one column. That is right for nearly all text in models; wide (CJK) and combining characters
// would need tables that are not worth their size here.
#ifndef COSET_BASE_UTF8_H
#define COSET_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

#define UTF8_INVALID UINT32_MAX

// Reads the character at `at`, of which `room` > 0 bytes are there, and gives the number of its bytes. A byte that
// begins no valid character is one by itself, with the code UTF8_INVALID.
size_t utf8_decode(const char *at, size_t room, uint32_t *code);

// Neither a control character nor one that changes the direction of the text around it, nor invalid.
bool utf8_is_printable(uint32_t code);

size_t utf8_columns(const char *bytes, size_t count);

// Adds the text with `?` for each character that is not printable. Tabs and line ends are among those.
void utf8_add_printable(struct mem *, struct str *, const char *bytes, size_t count);

#endif
