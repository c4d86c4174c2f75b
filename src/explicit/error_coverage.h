// Faults that need not be watched, since procedures come upon them.
#ifndef COSET_EXPLICIT_ERROR_COVERAGE_H
#define COSET_EXPLICIT_ERROR_COVERAGE_H

#include "base/hash.h"
#include "explicit/guard.h"

// The conditions of the faults, taken apart into literals. {0} is empty.
struct covered {
    struct int_map literals; // by condition: bits, see error_coverage.c
    size_t count;
};

void covered_add(struct covered *, const struct model *, const struct procedure *, struct mem *);
void covered_free(struct covered *, struct mem *);

// Of the ways to violate a condition, leaves out those that procedures find. False, with nothing left out, if there is
// a fault among those of procedures that is none of the ways: then not every fault that one comes upon would be a
// violation.
bool covered_leave_out(struct covered *, literal_array *ways);

#endif
