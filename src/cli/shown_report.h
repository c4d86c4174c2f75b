// What `coset check` shows alike of one model and of a family of them.
#ifndef COSET_CLI_SHOWN_REPORT_H
#define COSET_CLI_SHOWN_REPORT_H

#include "cli/html_file.h"
#include "report/report.h"
#include "run/backend.h"
#include "run/certificate/certification.h"

#define REPORT_TABLES 3

void cli_put(struct cli *, struct str *); // puts a text out at once, and frees it
struct report_style cli_report_style(const struct cli *, size_t property_count);
void cli_add_certification(struct cli *, const struct certification *, struct str *);
// To the output if that is for people, or else beside it.
void cli_show_statistics(struct cli *, const struct backend_statistics *, const struct run_totals *, bool is_text);

// A report with what the command and its statistics say; the statistics must last as long as it is used.
struct report cli_begin_report(struct cli *, const struct backend_statistics *,
                               struct report_statistics tables[static REPORT_TABLES], const struct certification *);
// The files that are wanted besides: JUnit's and the page. STATUS_TROUBLE if one of them cannot be written.
enum status cli_write_reports(struct cli *, struct html_file *, const struct report *, const struct source *,
                              enum status);

#endif
