// Numbers and texts as bytes, for files and for other processes. Numbers have seven bits a byte, the lowest first, with
// the eighth bit set in all but the last byte; a text is its length and as many bytes.
#ifndef COSET_BASE_BYTES_H
#define COSET_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define BYTES_OF_NUMBER 10                                        // at most
size_t bytes_of_number(uint64_t, uint8_t bytes[BYTES_OF_NUMBER]); // gives how many
void bytes_add_number(struct mem *, struct str *, uint64_t);
void bytes_add_text(struct mem *, struct str *, const char *);

// What is left to be read. Whoever reads beyond the end, or a number of more than 64 bits, gets zeros, and
// `is_damaged`.
struct view {
    const uint8_t *at, *end;
    bool is_damaged;
};

uint64_t view_number(struct view *);
uint64_t view_number_below(struct view *, uint64_t limit); // a larger one is damage
struct view view_part(struct view *, uint64_t bytes);      // takes so many bytes off
struct view view_text(struct view *);
bool view_is_done(const struct view *); // all is read, and nothing was damaged
bool view_equals(const struct view *, const char *text);

#endif
