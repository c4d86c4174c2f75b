// Files that are written for the user, besides reports that appear as a whole.
#ifndef COSET_RUN_OUTPUT_H
#define COSET_RUN_OUTPUT_H

#include "run/run.h"

// A file with this text, instead of what was there. False if it cannot be written, which is said.
bool output_put(struct run *, const char *path, const struct str *text);
// Says that it cannot, and why: an errno, or 0 where nothing is known.
void output_tell_unwritten(struct run *, const char *path, int reason);

#endif
