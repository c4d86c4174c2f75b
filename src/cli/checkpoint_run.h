// The run that a checkpoint is of: the version of the program, the model, and all options that have to do with
// verdicts.
#ifndef COSET_CLI_CHECKPOINT_RUN_H
#define COSET_CLI_CHECKPOINT_RUN_H

#include "cli/input.h"
#include "cli/wire.h"

void checkpoint_put_run(struct cli *, const struct input *, size_t properties, struct str *out);
// What differs between the run that is read and this one, in words, among the texts; NULL: nothing does.
const char *checkpoint_difference(struct cli *, const struct input *, size_t properties, struct wire_reader *,
                                  struct arena *texts);

#endif
