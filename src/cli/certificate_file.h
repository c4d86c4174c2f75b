// Certificates that `coset check` writes.
#ifndef COSET_CLI_CERTIFICATE_FILE_H
#define COSET_CLI_CERTIFICATE_FILE_H

#include "cli/cli.h"
#include "run/aiger/witness_circuit.h"
#include "run/model_check.h"

// The certificate of all results that hold, as bytes. Else why there can be none; NULL if it is there.
const char *certificate_of(struct model_check *, struct str *bytes);
// A witness circuit of them, and the circuit of the model. Likewise.
const char *certificate_circuits(struct model_check *, const struct witness_files *, struct str *witness,
                                 struct str *model);
// False if the file cannot be written, which is said.
bool certificate_put(struct run *, const char *path, const struct str *bytes);

#endif
