// Run-time errors that need not be watched, since procedures come upon them.
#ifndef COSET_EXPLICIT_ERROR_COVERAGE_H
#define COSET_EXPLICIT_ERROR_COVERAGE_H

#include "base/hash.h"
#include "explicit/guard.h"

// The conditions of the run-time errors, taken apart into literals. {0} is empty.
struct error_coverage {
    struct int_map literals; // by condition: bits, see error_coverage.c
    size_t count;
};

void error_coverage_add(struct error_coverage *, const struct model *, const struct procedure *, struct mem *);
void error_coverage_free(struct error_coverage *, struct mem *);

// Of the ways to violate a condition, leaves out those that procedures find. False, with nothing left out, if there is
// a run-time error among those of procedures that is none of the ways: then not every run-time error that one comes
// upon would be a violation.
bool error_coverage_leave_out(struct error_coverage *, literal_array *ways);

#endif
