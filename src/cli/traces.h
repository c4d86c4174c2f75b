// Traces that commands read from files.
#ifndef COSET_CLI_TRACES_H
#define COSET_CLI_TRACES_H

#include "cli/cli.h"
#include "report/report.h"
#include "run/input.h"

// Whether a model and a file with traces are given; that file alone may name its model (stored_options.c). What is
// wrong is shown.
bool cli_expect_traces(struct cli *);
// The model that traces of a file are of, with the formulas that they are numbered by. Of a family, which has several,
// that of a member; *job lives as long as the input. False, and what is wrong is shown; the input is to be closed in
// any case.
bool cli_open_model_of_traces(struct cli *, size_t member, struct job *, struct input *);
// At least one of the model's; the caller frees them. What is wrong is shown.
bool cli_read_traces(struct cli *, const struct input *, const char *path, size_t member, stored_trace_array *);
void cli_free_traces(struct cli *, stored_trace_array *);

// stored_options.c: a file with the traces of a family has members, the sizes that they are of; any other one has one.
size_t cli_member_count(const struct cli *);
size_t cli_member_of(const struct cli *, const char *property); // by its number or name; 0 if it has no trace
struct job cli_job_of_member(const struct cli *, size_t member);
// The file with the traces of a member only, for free(); NULL: it is not that file, or no family.
char *cli_text_of_member(const struct cli *, const char *path, size_t member);

#endif
