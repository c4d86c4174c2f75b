// The checker that is open, if one is: for a group of properties, on a model with the variables that they depend on.
//
// What is learned of the model by the way (dead ends, statistics, the number of states) is kept when another group
// takes its place.
#ifndef COSET_RUN_BDD_BACKEND_H
#define COSET_RUN_BDD_BACKEND_H

#include "run/cone_groups.h"
#include "run/portfolio.h"

struct bdd_backend {
    struct run *run;
    struct mem *mem;
    struct model *model; // the full one
    const struct portfolio_setup *setup;
    struct dependence *dependence; // NULL if nothing is reduced
    const cone_groups *groups;
    double deadline; // of all work; 0: none

    // The group that is open.
    const struct cone_group *group; // NULL: none
    struct cone cone;
    struct model *smaller;        // in fewer variables, where the diagrams would have too many; NULL: as it is
    struct reduction_stack stack; // these two, if they are there
    struct checker *checker;
    size_t *number;          // by place in the list of wanted properties: that of the checker's model, or SIZE_MAX
    double opened, building; // when, and how long building it took
    bool is_worn;            // a new one would be better

    struct model_warnings warnings;
    value *deadlock;
    bool *is_shown;
    struct portfolio_statistics statistics;
    mpz_t states;
    bool states_are_known;
};

// What is given above the first gap is set by the caller.
void bdd_backend_open(struct bdd_backend *);
void bdd_backend_close(struct bdd_backend *);

// Makes a group the one that is open, and builds its checker if need be, until the deadline at the latest (0: none),
// which is then that of the checker.
void bdd_backend_use(struct bdd_backend *, const struct cone_group *, double deadline);

// A checker that there was no time to build is built anew when it is used again.
void bdd_backend_renew(struct bdd_backend *);

// Whether the open group is this one, and knows the reachable states.
bool bdd_backend_knows_reachable(const struct bdd_backend *, const struct cone_group *);

// Whether diagrams can do nothing for the property that was checked last, or for the group, for want of variables.
bool bdd_backend_lacks_variables(const struct bdd_backend *);

// Checks a property, which the open group must have the variables for. The result is about the full model. False if
// there is a run for it that is too long for the full model.
bool bdd_backend_check(struct bdd_backend *, size_t place, struct result *);

bool bdd_backend_count_states(struct bdd_backend *, struct cause *cause); // with the full group open
bool bdd_backend_count_states_where(struct bdd_backend *, expr condition, mpz_t count, struct cause *cause); // likewise
// Likewise: the states that those of a model of counters stand for.
bool bdd_backend_sum_weights(struct bdd_backend *, const struct counter_reduction *, mpz_t sum, struct cause *cause);
void bdd_backend_collect_warnings(struct bdd_backend *); // of the group that is open
// What somebody else has found, in a state of all variables.
void bdd_backend_note_warnings(struct bdd_backend *, const struct model_warnings *);
void bdd_backend_add_statistics(const struct bdd_backend *, struct portfolio_statistics *);

#endif
