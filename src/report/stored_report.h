// The JSON of a check or a simulation read back, but for its traces (report_read_traces): what model it is of, the
// arguments that it was made with, and the sizes of a family that it has traces of, its *members*. A report that is of
// no family has one member.
#ifndef COSET_REPORT_STORED_REPORT_H
#define COSET_REPORT_STORED_REPORT_H

#include "base/array.h"
#include "base/mem.h"
#include "base/str.h"

struct stored_report;

// NULL if the file cannot be read, or is no JSON: who reads its traces says so.
struct stored_report *stored_report_open(const char *path, struct mem *);
void stored_report_close(struct stored_report *);

const char *stored_report_path(const struct stored_report *);  // borrowed from who opened it
const char *stored_report_model(const struct stored_report *); // NULL: it does not say so
// The arguments of the command; false if it does not say them. Texts live as long as the report.
typedef ARRAY(const char *) argument_array;
bool stored_report_arguments(const struct stored_report *, struct mem *, argument_array *);

size_t stored_report_member_count(const struct stored_report *); // 0: it is of no family
// The member with the trace of a property, given by its number or name; 0 if it has none.
size_t stored_report_member_of(const struct stored_report *, const char *property);
// Adds the constants of a member, NAME=VALUE, each with a zero byte behind it.
void stored_report_add_constants(const struct stored_report *, size_t member, struct mem *, struct str *out);
// The report with the traces of a member only, for free().
char *stored_report_text_of(const struct stored_report *, size_t member);

#endif
