// Checking: what a model and its properties go into, and verdicts come out of.
//
// A checker builds the transition relation once and keeps what properties share (reachable states, fair states,
// subformulas). When time or memory run out, the property at hand is undecided, and the next one starts anew.
#ifndef COSET_CHECK_CHECK_H
#define COSET_CHECK_CHECK_H

#include <gmp.h>

#include "base/stream.h"
#include "bdd/bdd.h"
#include "check/abstraction.h"
#include "model/model.h"
#include "trace/trace.h"
#include "trace/warnings.h"

enum check_reachable { CHECK_REACHABLE_AUTO, CHECK_REACHABLE_ON, CHECK_REACHABLE_OFF };

// How reachable states are searched for: breadth-first, by chaining of actions, or by saturation. Auto is breadth for a
// system that steps as a whole, and saturation, with chaining where that gets too large, for one of many actions.
enum check_strategy { CHECK_STRATEGY_AUTO, CHECK_STRATEGY_BREADTH, CHECK_STRATEGY_CHAINING, CHECK_STRATEGY_SATURATION };

#define CHECK_NOT_COUNTED (-1.0)

struct check_progress {
    const char *phase; // "ordering the variables", "building the transition relation", "reachable states", "backwards",
                       // "forever"
    size_t iteration;
    bool is_begun;      // an iteration begins; else one is under way, and what is said of sets is about its beginning
    bool is_not_a_path; // iterations have no frontier: all that was found is looked at each time
    double frontier, found;                    // states of the two sets at hand, as powers of two, or CHECK_NOT_COUNTED
    size_t frontier_nodes, found_nodes, nodes; // of these sets (0: not looked at), and of the whole table
    size_t bytes;
};

struct check_options {
    bool codes_only;     // how states are coded is enough: no transition relation is made
    size_t memory_limit; // bytes; 0: none
    double deadline;     // of building and checking, by clock_now(); 0: none
    enum check_reachable reachable;
    enum check_strategy strategy;
    bool reorder;      // sift on growth
    bool traces;       // build traces
    bool names_errors; // without traces: find out what goes wrong where a property fails for that
    bool no_stages;    // where steps are missing, a property is looked at only when all states were searched for
    bool all_first; // the reachable states are searched for before anything else, even if less would do for a property
    bool vacuity;   // see whether what holds does so only because a left side never happens
    struct abstraction *abstraction; // of the states, for all properties; borrowed; NULL: none
    const char *const *order;        // names of cells from the top, ended by NULL; NULL: computed from the model
    const uint32_t *interleaved;     // by cell: cells of one number have their bits interleaved together; NULL: none
    // Shown now and then; also asked whether to stop (a signal came, say). Both may be NULL. To count the states of a
    // set takes time, and is done only if somebody wants to know; NULL: nobody does.
    void (*progress)(void *context, const struct check_progress *);
    bool (*is_watched)(void *context);
    bool (*interrupted)(void *context);
    void (*at_rest)(void *context); // between two steps of a search, which can be saved then; may be NULL
    void *context;
};

struct checker;

// Never fails: what cannot be built shows in the verdicts, which are undecided then.
struct checker *checker_new(struct model *, const struct check_options *, struct mem *);
void checker_free(struct checker *);

// From here on work is given up at this time, by clock_now(); 0: it may take as long as it likes. What is known by then
// is kept, and a later deadline lets the next property use it.
void checker_set_deadline(struct checker *, double at);

// Whether traces are made for what fails from here on.
void checker_set_traces(struct checker *, bool traces, bool names_errors); // as in the options

// The variables that decision diagrams would have for a model, and how many they can have. With more, every property is
// undecided.
size_t checker_variables(const struct model *, size_t *most);

bool checker_is_built(const struct checker *); // else every property is undecided
// It was not built, or the last property not decided, since there would be more variables than diagrams can have.
bool checker_lacks_variables(const struct checker *);
struct cause checker_why_too_large(const struct model *); // that it was
bool checker_knows_reachable(const struct checker *);     // so that the next property need not search for them

// The caller closes the trace of the result, if there is one (trace_close with the same mem).
void checker_check(struct checker *, size_t property, struct result *);

// The reachable states as a set, in the scope of the checker's manager; false if they could not be found, or if it is
// not known to be all of them. Not for an abstraction.
bool checker_reachable_set(struct checker *, bdd *set);

// The number of reachable states; false, and a cause, when it could not be found. And that of the states that were
// looked at: with an abstraction, of abstract ones.
bool checker_count_states(struct checker *, mpz_t count, struct cause *cause);
bool checker_count_abstract(struct checker *, mpz_t count, struct cause *cause);

// Of the states that were looked at, how many satisfy a condition; with an abstraction, of abstract ones. And that with
// the number of states that these stand for, where the condition is the same in all states of a class.
bool checker_count_states_where(struct checker *, expr condition, mpz_t count, struct cause *cause);
bool checker_count_abstract_where(struct checker *, expr condition, mpz_t abstract, mpz_t states, struct cause *cause);

// The sum over the reachable states of how many states each stands for. `classes`, by cell, is the class that the cell
// counts, or UINT32_MAX; in each state the counters of a class (which have no negative values, and 0 as the least of
// their type) add up to the same, and the state stands for the product of the classes' multinomial coefficients. False,
// and a cause, when it could not be found.
bool checker_sum_weights(struct checker *, const uint32_t *classes, uint32_t class_count, mpz_t sum,
                         struct cause *cause);

// The search for reachable states in files, one with the order of the variables and one with the sets (saved_sets.c):
// whether there is something to save, and how far it got. Reading is for a new checker of the same model and options;
// `order` may be NULL. What an abstraction has found is saved, too, with what it goes by.
bool checker_has_search(const struct checker *);
bool checker_has_whole_search(const struct checker *); // by an abstraction: it is at its end
bool checker_save_order(struct checker *, struct stream *);
bool checker_save_search(struct checker *, struct stream *, struct str *error);
bool checker_load_search(struct checker *, struct stream *order, struct stream *sets, struct cause *,
                         struct str *text); // of the cause

// What to warn of, as far as it is known by now: nothing is searched for it. The state is the checker's.
void checker_find_warnings(struct checker *, struct model_warnings *);
// Searches the reachable states until the deadline, if that is what it takes to know whether the transition relation is
// total, and they may be searched for.
void checker_settle_totality(struct checker *);

// Whether a permutation of states (and inputs) is an automorphism of the model: takes initial states to initial states,
// steps to steps, and the fairness conditions, as a whole, to themselves. It is given by what takes the place of each
// bit, current and next, and each input in a set that becomes its pre-image; it must take legal values to legal values.
// If it is none because of an initial state or a step, that is written to `from` and `to`, by cell (the inputs are in
// `from`): one of the model, whose image is none. "Unknown" when the engine gave up, or when it would have needed more
// than so many new nodes at once.
enum check_automorphism {
    CHECK_IS_AUTOMORPHISM,
    CHECK_MOVES_ONLY_INITIAL, // it keeps the transition relation: what a state can do, its image can do
    CHECK_MOVES_INITIAL,      // and whether it is one of the transition relation is not known
    CHECK_MOVES_STEPS,
    CHECK_MOVES_FAIRNESS,
    CHECK_AUTOMORPHISM_UNKNOWN
};
enum check_automorphism checker_judge_automorphism(struct checker *, bdd_substitution *preimage, size_t budget,
                                                   value *from, value *to);

// How states are coded; NULL if nothing could be built.
struct encoding *checker_encoding(struct checker *);

struct check_statistics {
    uint64_t variables, clusters, relation_nodes, iterations;
    double seconds_building, seconds_reachable;
    const char *order_origin; // "given", or how it was computed
};
void checker_get_statistics(const struct checker *, struct check_statistics *, struct bdd_statistics *);

// The order in use: cells from the top.
const cell_id *checker_order(const struct checker *, size_t *count);

#endif
