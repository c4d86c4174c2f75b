// Traces that commands read from files.
#ifndef COSET_CLI_TRACES_H
#define COSET_CLI_TRACES_H

#include "cli/cli.h"
#include "report/report.h"
#include "run/input.h"

// At least one of the model's; the caller frees them. What is wrong is shown.
bool cli_read_traces(struct run *, const struct input *, const char *path, report_run_array *);

#endif
