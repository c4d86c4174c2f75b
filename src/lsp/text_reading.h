// A text as the front ends read it: their messages, what they know of variables, and where properties stand.
#ifndef COSET_LSP_TEXT_READING_H
#define COSET_LSP_TEXT_READING_H

#include <jansson.h>

#include "base/str.h"
#include "lsp/symbol_index.h"

// Errors and warnings, as the protocol has them.
json_t *reading_diagnostics(const char *name, const struct source *, enum job_language, struct mem *);
bool reading_has_errors(const char *name, const struct source *, enum job_language, struct mem *);

// What is known of a variable: adds lines such as "4 variables, 8 bits: {idle, trying}". Nothing if there is none of
// that name, or the text cannot be read.
void reading_describe(const char *name, const struct source *, enum job_language, const char *variable, size_t length,
                      struct mem *, struct str *out);

// For each property that stands in the text and can be checked by itself: its number from 0, and where it begins.
struct property_place {
    size_t property, offset;
};
typedef ARRAY(struct property_place) property_places;
void reading_find_properties(const char *name, const struct symbol_index *, struct mem *, property_places *out);

#endif
