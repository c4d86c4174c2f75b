// What makes verdicts mean less than one may think, for people.
#ifndef COSET_CLI_SHOW_WARNINGS_H
#define COSET_CLI_SHOW_WARNINGS_H

#include "cli/cli.h"
#include "report/report.h"

void cli_show_warnings(struct cli *, const struct report_warnings *, bool is_text); // the output is one for people
void cli_warn_of_starts(struct cli *, const struct model *);                        // where no property is asked for
// Formulas from outside that have no temporal operator: they are about initial states, which few people expect.
void cli_warn_of_formulas(struct cli *);

#endif
