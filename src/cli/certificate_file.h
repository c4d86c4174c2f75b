// Certificates that `coset check` writes.
#ifndef COSET_CLI_CERTIFICATE_FILE_H
#define COSET_CLI_CERTIFICATE_FILE_H

#include "cli/cli.h"
#include "run/model_check.h"

// If one is wanted. STATUS_TROUBLE if it cannot be written.
enum status certificate_write(struct cli *, struct model_check *, enum status);

#endif
