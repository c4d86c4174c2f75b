// Causes in words.
#ifndef COSET_REPORT_CAUSE_WORDS_H
#define COSET_REPORT_CAUSE_WORDS_H

#include "base/str.h"
#include "trace/cause.h"

// Those of a code, with marks for what it is about: %1 and %2 for numbers, %e for an error of the system by its number,
// %t for the text. NULL if there are none: of CAUSE_NONE, and of what is no code.
const char *cause_words(enum cause_code);

// A cause in words, also where nobody has said it.
void cause_add_words(struct cause, struct mem *, struct str *out);

#endif
