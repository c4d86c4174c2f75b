// Random models of components that are alike: local states, tokens, links between components, rings of neighbours; with
// properties of all of them in branching and in linear time.
#ifndef COSET_TESTS_ORBIT_PROTOCOL_H
#define COSET_TESTS_ORBIT_PROTOCOL_H

#include "support.h"

void put_protocol(struct str *, struct mem *, struct dice *);

#endif
