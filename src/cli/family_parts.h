// What the files of `coset check --family` share: family_command.c has a family checked, family_output.c says what was
// found.
#ifndef COSET_CLI_FAMILY_PARTS_H
#define COSET_CLI_FAMILY_PARTS_H

#include "cli/html_file.h"
#include "report/report.h"
#include "run/family/family_run.h"

struct family_command {
    struct cli *cli;
    struct mem *mem;
    struct families of;
    bool is_json;
    struct html_file html;
    struct certification certification;
};

void family_show_result(struct family_command *, const struct result *);
void family_show_states(struct family_command *);
void family_show_summary(struct family_command *);
void family_show_json(struct family_command *);
enum status family_write_html(struct family_command *, enum status); // if it is wanted; STATUS_TROUBLE if it cannot be
struct report_warnings family_warnings(const struct families *);
void family_show_statistics(struct family_command *);

#endif
