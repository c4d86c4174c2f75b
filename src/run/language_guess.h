// The language that a text looks as if it were written in, by its first word: for advice where it cannot be read.
#ifndef COSET_RUN_LANGUAGE_GUESS_H
#define COSET_RUN_LANGUAGE_GUESS_H

#include "run/input.h"

// Warns if a text that could not be read looks like one in another language.
void language_advise(struct run *, const struct input *, const char *path);

#endif
