// The reachable markings of a flat net as a decision diagram, and formulas of the contest on it: CTL by fixpoints, LTL
// by a tableau (net_ltl.c). What has an answer here is decided; when time or memory is over, nothing is said.
#ifndef COSET_NETCHECK_NET_SPACE_H
#define COSET_NETCHECK_NET_SPACE_H

#include <gmp.h>

#include "mdd/mdd.h"
#include "pnml/flat_net.h"

struct net_space_limits {
    size_t words; // that the nodes of a diagram take
    bool (*stop)(void *context);
    void *context;
};

struct net_space;

// NULL if time or memory is over before all markings are found, or not all are there. The net is borrowed.
struct net_space *net_space_open(const struct flat_net *, const struct net_space_limits *, struct mem *);
void net_space_close(struct net_space *);

// The numbers of markings and of arcs of the net that the flat net stands for. False if time is over.
bool net_space_count(struct net_space *, mpz_t markings, mpz_t arcs);
bool net_space_most(struct net_space *, const struct mcc_sum *, int64_t *most); // tokens of a sum
bool net_space_most_of_colour(struct net_space *, int64_t *most);               // of one colour in one place

enum net_truth { NET_FALSE, NET_TRUE, NET_UNKNOWN };
// Of branching time, in the initial marking; of linear time, on all paths from it.
enum net_truth net_space_check_ctl(struct net_space *, const struct mcc_formula *);
enum net_truth net_space_check_ltl(struct net_space *, const struct mcc_formula *);
// How much work each of them may do from here on; 0: as much as it takes. What an earlier one has used up is there
// again.
void net_space_allow(struct net_space *, uint64_t steps);
bool net_space_is_full(const struct net_space *); // memory was over in the last one

#endif
