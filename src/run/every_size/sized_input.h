// A model of another size than the one at hand.
#ifndef COSET_RUN_EVERY_SIZE_SIZED_INPUT_H
#define COSET_RUN_EVERY_SIZE_SIZED_INPUT_H

#include "run/input.h"

// Reads the job's model again, with this value of the constant, and lowers it per orbit. Nothing is said of the text:
// that was said before. The arena outlives the input, which is to be closed in any case.
bool sized_input_open(struct run *, struct arena *, const struct job *, const char *constant, int64_t size,
                      struct input *);

#endif
