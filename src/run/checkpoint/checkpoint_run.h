// The run that a checkpoint is of: the version of the program, the model, and all options that have to do with
// verdicts.
#ifndef COSET_RUN_CHECKPOINT_CHECKPOINT_RUN_H
#define COSET_RUN_CHECKPOINT_CHECKPOINT_RUN_H

#include "run/input.h"
#include "run/wire.h"

void checkpoint_put_run(const struct job *, const struct input *, size_t properties, struct mem *, struct str *out);
// What differs between the run that is read and this one, in words, among the texts; NULL: nothing does.
const char *checkpoint_difference(const struct job *, const struct input *, size_t properties, struct wire_reader *,
                                  struct arena *texts, struct mem *);

#endif
