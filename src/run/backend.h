// A backend decides goals of one model. These have this interface: BDDs (bdd_backend.h), explicit states and their
// quotients (explicit_backend.h), the same with steps from the tree of a Murphi model (native_backend.h), symbolic
// quotients (quotient_backend.h), representatives that are chosen on the fly (onthefly_backend.h), SAT solving
// (sat_backend.h), counters (counter_backend.h), counters of the components that are not tracked (tracked_backend.h)
// and architectural symmetry (architecture_backend.h).
//
// A backend is a struct that begins with a struct backend. Work that is stopped goes on when it is asked again.
//
// Saving needs no call: a backend adds each of its searches to the checkpoint of the run when it opens it, by a name by
// which it is found again (checkpoint/checkpoint.h), and says whenever the search is at rest.
#ifndef COSET_RUN_BACKEND_H
#define COSET_RUN_BACKEND_H

#include <gmp.h>

#include "check/check.h"
#include "explicit/explicit.h"
#include "sat/sat.h"

struct backend;
struct goals;

// What work has taken.
struct backend_statistics {
    uint64_t checkers, left_out;       // that were built, and the most variables that one was without
    uint64_t partial_orbits;           // how often applying generators has stopped early
    struct check_statistics check;     // sizes of the largest one; iterations and times of all
    struct bdd_statistics diagrams;    // of the largest one
    bool has_states;                   // there was an explicit search
    struct explicit_statistics states; // of the largest one
    bool has_sat;                      // a SAT engine was at work
    struct sat_statistics sat;         // of the largest one
};

struct backend_type {
    const char *name;
    // Decides what it can of the goals that wait (goals.h), until the deadline (0: none). False if it can do no more
    // for any of them, with all time that there is.
    bool (*decide)(struct backend *, struct goals *, double deadline);
    // Whether it has begun a search, or the checkpoint has one of it.
    bool (*is_begun)(const struct backend *);
    // The number of reachable states, and of their orbits; false, and the cause, when it could not be found.
    bool (*count)(struct backend *, double deadline, mpz_t orbits, mpz_t states, struct cause *);
    // What to warn of in all that it has searched, or in the model if that is nothing. A state is the backend's.
    void (*find_warnings)(struct backend *, double deadline, struct model_warnings *);
    void (*add_statistics)(struct backend *, struct backend_statistics *);
    void (*close)(struct backend *);
};

// Of a file whose functions have these names.
#define BACKEND_TYPE(name) \
    { \
        name, decide, is_begun, count, find_warnings, add_statistics, close \
    }

struct backend {
    const struct backend_type *type;
};

bool backend_decide(struct backend *, struct goals *,
                    double deadline); // and says to the log how long that took (turns.c)

static inline bool backend_is_begun(const struct backend *b)
{
    return b->type->is_begun(b);
}

static inline bool backend_count(struct backend *b, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    return b->type->count(b, deadline, orbits, states, cause);
}

static inline void backend_find_warnings(struct backend *b, double deadline, struct model_warnings *warnings)
{
    b->type->find_warnings(b, deadline, warnings);
}

static inline void backend_add_statistics(struct backend *b, struct backend_statistics *statistics)
{
    b->type->add_statistics(b, statistics);
}

static inline void backend_close(struct backend *b)
{
    b->type->close(b);
}

// Sizes of the largest, times of all.
void backend_statistics_add(struct backend_statistics *all, const struct backend_statistics *more);
// As text for people: the tables of those who have worked; and these with what the whole run took.
void backend_statistics_add_tables(const struct backend_statistics *, struct mem *, struct str *);
struct run_totals {
    double seconds;
    size_t bytes;
    const struct result *results; // it is told by what they were decided
    size_t count;
};
void backend_statistics_add_text(const struct backend_statistics *, const struct run_totals *, struct mem *,
                                 struct str *);
extern const struct statistics backend_statistics_table; // of BDDs, without the diagrams

#endif
