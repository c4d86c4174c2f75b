// The explicit engine, for those properties that it decides. It is made when it is first used, and goes on from where
// it stopped when it is used again.
#ifndef COSET_CLI_ENUMERATION_H
#define COSET_CLI_ENUMERATION_H

#include "cli/cli.h"
#include "explicit/explicit.h"

struct enumeration {
    struct cli *cli;
    const struct model *model;
    struct explicit_engine *engine; // NULL until it is used
};

void enumeration_close(struct enumeration *);

// Checks a property until the deadline at the latest (0: none). False, with the reason in the result, if another try
// makes no sense.
bool enumeration_check(struct enumeration *, size_t property, double deadline, struct result *);

bool enumeration_count_states(struct enumeration *, double deadline, uint64_t *count, const char **reason);

#endif
