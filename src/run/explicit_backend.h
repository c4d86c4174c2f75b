// The explicit engine, for those properties that it decides: one search for each group of symmetries that they leave.
// A search is made when it is first used, and goes on from where it stopped when it is used again.
#ifndef COSET_RUN_EXPLICIT_BACKEND_H
#define COSET_RUN_EXPLICIT_BACKEND_H

#include <gmp.h>

#include "explicit/explicit.h"
#include "reduce/counter/counter.h"
#include "reduce/instances/instances.h"
#include "run/run.h"

struct explicit_backend {
    struct run *run;
    const struct job *job;
    struct model *model;
    struct property_instances *instances;
    const struct counter_reduction *counters; // that the model is one of; NULL: it is none
    struct explicit_engine **engines;         // by group; NULL until it is used
    const struct explicit_member *members;    // see explicit.h; NULL: none
    size_t member_count;
    size_t looks; // how often searches may still ask whether to stop, plus 1; 0: as often as they like
};

void explicit_backend_open(struct explicit_backend *, struct run *, const struct job *, struct model *,
                           struct property_instances *, const struct counter_reduction *);
void explicit_backend_close(struct explicit_backend *);

// Checks a property until the deadline at the latest (0: none). False, with the reason in the result, if another try
// makes no sense.
bool explicit_backend_check(struct explicit_backend *, size_t place, double deadline, struct result *);

bool explicit_backend_is_used(const struct explicit_backend *);
bool explicit_backend_is_saved(const struct explicit_backend *); // its search of all states is in the checkpoint
// The number of orbits, and of the states in them; without symmetries they are the same. If `only_known`, nothing is
// searched for it.
bool explicit_backend_count_states(struct explicit_backend *, double deadline, bool only_known, mpz_t orbits,
                                   mpz_t states, struct cause *cause);
// Likewise: how many states satisfy a condition, where there are no symmetries.
bool explicit_backend_count_states_where(struct explicit_backend *, double deadline, bool only_known, expr condition,
                                         mpz_t states, struct cause *cause);
// The number of orbits and of states of each member: see explicit.h.
bool explicit_backend_count_members(struct explicit_backend *, double deadline, mpz_t *orbits, mpz_t *states,
                                    bool *known, struct cause *cause);
// What to warn of, of all searches that were made, or of the model if there was none. The state is the enumeration's.
void explicit_backend_find_warnings(struct explicit_backend *, double deadline, struct model_warnings *);
void explicit_backend_get_statistics(const struct explicit_backend *,
                                     struct explicit_statistics *); // of the largest search

#endif
