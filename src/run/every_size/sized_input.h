// A model of another size than the one at hand, and names that its text does not have.
#ifndef COSET_RUN_EVERY_SIZE_SIZED_INPUT_H
#define COSET_RUN_EVERY_SIZE_SIZED_INPUT_H

#include "run/input.h"

// Reads the job's model again, with this value of the constant, and lowers it per orbit. Nothing is said of the text:
// that was said before. The arena outlives the input, which is to be closed in any case.
bool sized_input_open(struct run *, struct arena *, const struct job *, const char *constant, int64_t size,
                      struct input *);

// What names of elements in invariants begin with: followed by "i" or "x" and a number, it is no name of the text,
// which might be of a variable that it would hide. It is the arena's.
const char *sized_prefix(struct run *, struct arena *, const struct murphi_tree *);

#endif
