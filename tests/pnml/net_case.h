// A random net as it is read, random formulas of the contest about it, and what the explicit engine says of them.
#ifndef COSET_TESTS_PNML_NET_CASE_H
#define COSET_TESTS_PNML_NET_CASE_H

#include "api/coset.h"
#include "base/arena.h"
#include "pnml/mcc_formula.h"
#include "pnml/net.h"
#include "random_net.h"

struct net_case {
    struct mem *mem;
    struct dice *dice;
    struct arena arena;
    struct random_net random;
    struct random_found found;
    struct str text;
    struct diag diag;
    struct net net;
    coset_model *model;
};

// The next one that has so few states at the most.
void net_case_open(struct net_case *, struct dice *, size_t most_states, struct mem *);
void net_case_close(struct net_case *);

// A condition on markings, and a formula of CTL or, if it is linear, of LTL.
const struct mcc_formula *net_case_condition(struct net_case *);
const struct mcc_formula *net_case_formula(struct net_case *, int depth, bool is_linear);
bool net_case_holds(struct net_case *, const struct mcc_formula *, bool is_linear);

// Fails with the formula, if there is one, and the net, unless it is right.
void net_case_expect(struct net_case *, bool is_right, const char *what, const struct mcc_formula *);
bool net_case_never(void *context);

#endif
