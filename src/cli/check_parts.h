// What the files of `coset check` share: check_command.c has a model checked; check_output.c says what was found.
#ifndef COSET_CLI_CHECK_PARTS_H
#define COSET_CLI_CHECK_PARTS_H

#include "cli/cli.h"
#include "cli/html_file.h"
#include "model/rule_coverage.h"
#include "report/report.h"
#include "run/certificate/certification.h"
#include "run/model_check.h"

struct check {
    struct cli *cli;
    struct mem *mem;
    struct model_check of;
    enum cli_format format;
    struct report_style style;
    struct html_file html;
    struct certification certification; // if it is wanted
    size_t shown, traces;               // results and their traces, so far
    struct job job;                     // what is wanted
    struct rule_coverage coverage;      // if it is wanted
    bool has_coverage;
    ARRAY(size_t) early; // properties whose results were shown before it was their turn
};

void check_show_results(struct check *);                      // those that were not shown yet
void check_show_early(struct check *, const struct result *); // before it is its turn
void check_show_certification(struct check *);
void check_show_symmetry(struct check *);
void check_show_coverage(struct check *);        // finds it, too
bool check_lacks_coverage(const struct check *); // it was asked for, and is not that of all reachable states
void check_show_states(struct check *);
void check_warn(struct check *); // of what makes properties hold that were meant to be asked
void check_show_statistics(struct check *);
void check_show_json(struct check *);
enum status check_write_html(struct check *, enum status); // if it is wanted; STATUS_TROUBLE if it cannot be

#endif
