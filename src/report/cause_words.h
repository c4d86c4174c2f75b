// Causes in words.
#ifndef COSET_REPORT_CAUSE_WORDS_H
#define COSET_REPORT_CAUSE_WORDS_H

#include "base/cause.h"
#include "base/log.h"
#include "base/str.h"

// Those of a code, with marks for what it is about: %1 and %2 for numbers, %e for an error of the system by its number,
// %a, %b and %c for texts, %i for the cause inside. NULL if there are none: of CAUSE_NONE, and of what is no code.
const char *cause_words(enum cause_code);
const char *refusal_words(enum cause_code); // a part of them (refusal_words.c); NULL of others

// A cause in words, also where nobody has said it, with those besides. Where the method that was asked for does not
// apply, they begin with "not applicable: ".
void cause_add_words(struct cause, struct mem *, struct str *out);

// Logs a message with the cause behind it: "MESSAGE: CAUSE".
void cause_log(const struct log *, enum log_level, struct cause, struct mem *, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
