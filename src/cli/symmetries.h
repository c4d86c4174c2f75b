// The symmetries of a model in words.
#ifndef COSET_CLI_SYMMETRIES_H
#define COSET_CLI_SYMMETRIES_H

#include "model/model.h"

// Looks for them, and tells generators as cycles, the order of the group, and the orbits of variables.
void symmetries_tell(struct mem *, const struct model *, struct str *out);

#endif
