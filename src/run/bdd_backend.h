// The checker that is open, if one is: for a group of properties, on a model with the variables that they depend on.
//
// What is learned of the model by the way (dead ends, statistics, the number of states) is kept when another group
// takes its place.
#ifndef COSET_RUN_BDD_BACKEND_H
#define COSET_RUN_BDD_BACKEND_H

#include "run/cone_groups.h"
#include "run/portfolio.h"

struct session {
    struct run *run;
    struct mem *mem;
    struct model *model; // the full one
    const struct engine_setup *setup;
    struct dependence *dependence; // NULL if nothing is reduced
    const cone_groups *groups;
    double deadline; // of all work; 0: none

    // The group that is open.
    const struct cone_group *group; // NULL: none
    struct cone cone;
    struct model *smaller; // in fewer variables, where the diagrams would have too many; NULL: as it is
    struct checker *checker;
    size_t *number;          // by place in the list of wanted properties: that of the checker's model, or SIZE_MAX
    double opened, building; // when, and how long building it took
    bool is_worn;            // a new one would be better

    struct model_warnings warnings;
    value *deadlock;
    bool *is_shown;
    struct engine_statistics statistics;
    mpz_t states;
    bool states_are_known;
};

// What is given above the first gap is set by the caller.
void session_open(struct session *);
void session_close(struct session *);

// Makes a group the one that is open, and builds its checker if need be, until the deadline at the latest (0: none),
// which is then that of the checker.
void session_use(struct session *, const struct cone_group *, double deadline);

// A checker that there was no time to build is built anew when it is used again.
void session_renew(struct session *);

// Whether the open group is this one, and knows the reachable states.
bool session_knows_reachable(const struct session *, const struct cone_group *);

// Whether diagrams can do nothing for the property that was checked last, or for the group, for want of variables.
bool session_lacks_variables(const struct session *);

// Checks a property, which the open group must have the variables for. The result is about the full model. False if
// there is a run for it that is too long for the full model.
bool session_check(struct session *, size_t place, struct result *);

bool session_count_states(struct session *, const char **reason); // with the full group open
bool session_count_states_where(struct session *, expr condition, mpz_t count, const char **reason); // likewise
// Likewise: the states that those of a model of counters stand for.
bool session_sum_weights(struct session *, const struct counter_reduction *, mpz_t sum, const char **reason);
void session_collect_warnings(struct session *); // of the group that is open
// What somebody else has found, in a state of all variables.
void session_note_warnings(struct session *, const struct model_warnings *);
void session_add_statistics(const struct session *, struct engine_statistics *);

#endif
