// Random small models of guarded rules, as a front end for them would make them.
#ifndef COSET_TESTS_EXPLICIT_GUARDED_H
#define COSET_TESTS_EXPLICIT_GUARDED_H

#include "../model/expression_tree.h"

#define GUARDED_MOST_STATES 2000

// Rules with guards, new values (some of them undefined or out of range), choices from sets and cells that are free;
// several starts; run-time errors; and properties of all kinds that rules have, with some in branching time.
void guarded_make(struct model *, struct dice *);

#endif
