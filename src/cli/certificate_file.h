// Certificates that `coset check` writes.
#ifndef COSET_CLI_CERTIFICATE_FILE_H
#define COSET_CLI_CERTIFICATE_FILE_H

#include "cli/cli.h"
#include "run/model_check.h"

// The certificate of all results that hold, as bytes; false if there can be none, which is said.
bool certificate_of(struct model_check *, struct str *bytes);
// False if the file cannot be written, which is said.
bool certificate_put(struct run *, const char *path, const struct str *bytes);

#endif
