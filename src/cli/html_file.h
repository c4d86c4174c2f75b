// The report of a check as a page in a file.
#ifndef COSET_CLI_HTML_FILE_H
#define COSET_CLI_HTML_FILE_H

#include <time.h>

#include "cli/cli.h"
#include "report/report.h"

// A file that is not there before it is complete: it is written beside its place, and then put there.
struct html_file {
    struct cli *cli;
    struct history history;
    struct str path; // where it goes, with links followed
    time_t began;
};

// Sees to it that the file can be written, before work begins, and has the work watched for it; says so if it cannot.
bool html_open(struct html_file *, struct cli *, const char *path);
bool html_write(struct html_file *, const struct report *, const struct source *, enum status);
void html_close(struct html_file *);

// Writes JUnit's XML to the file that --junit names; if that fails, it is said.
bool cli_write_junit(struct cli *, const struct report *);

#endif
