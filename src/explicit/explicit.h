// The explicit-state engine: one state after the other, packed into bits and kept in a hash table. It is the oracle of
// the symbolic engine and, where there are few enough states, the faster one.
//
// One breadth-first search serves all properties that ask for states: invariants, run-time errors, deadlocks, what is
// to be covered, and AG of a condition. It goes on from where it stopped when the next property needs more of it. Other
// CTL properties are decided on the graph of all states once the search is complete.
#ifndef COSET_EXPLICIT_EXPLICIT_H
#define COSET_EXPLICIT_EXPLICIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/statistics.h"
#include "base/stream.h"
#include "explicit/ranks.h"
#include "explicit/steps.h"
#include "group/symmetry.h"
#include "model/model.h"
#include "trace/trace.h"
#include "trace/warnings.h"

struct explicit_progress {
    const char *phase;
    uint64_t states, waiting; // found, and among them still to be looked at
    uint64_t depth;           // steps from the initial states
    bool is_begun;            // a layer begins: those that wait are its states
    size_t bytes;
    size_t bytes_elsewhere; // that other processes hold, which search with this one
};

// One of the models whose family another model is (reduce/family/family_aggregate.h): a state of that belongs to one
// member, and its steps are those of the member.
struct explicit_member {
    const struct model *model;
    const cell_id *cells; // by its cell: that of the family's model
    expr is_state;        // of the family's model: a state is one of this member's
    // By property of the family's model: what it is about the member's own states; FORMULA_NONE: it is about another's.
    const formula *formulas;
};

struct explicit_options {
    size_t memory_limit; // bytes; 0: none
    double deadline;     // by clock_now(); 0: none
    double last_moment;  // not even the making of the engine goes on then, whatever the deadline; 0: none
    bool traces;         // build traces
    bool names_errors;   // without traces: find out what goes wrong where a property fails for that
    bool vacuity;        // find out whether what holds does so vacuously
    // One state for each orbit of this group is looked at; NULL: all states are. Every property that is asked for must
    // be left alone by the group. The symmetry outlives the engine.
    const struct symmetry *symmetry;
    // Fairness conditions may be taken to each other by it; then this says which one is taken to which by a
    // permutation: justice first, then compassion. NULL: each is left alone.
    void (*fairness_image)(void *fairness_context, const uint32_t *permutation, uint32_t *images);
    void *fairness_context;
    // Where the model is that of a family, and its members make the steps; NULL: it makes them itself. They outlive the
    // engine. Each property is about the states of one member.
    const struct explicit_member *members;
    size_t member_count;
    // Who makes the steps and knows where properties are violated, in place of the model's actions; NULL: nobody does.
    // It outlives the engine. Only properties that it knows can be checked.
    const struct explicit_steps *steps;
    bool uncompiled; // the evaluator makes all steps: slow, to compare with
    // Of states that were looked at, hashes are kept (compact_states.h). What holds then does so with a probability,
    // and what asks for all states is left undecided. The search cannot be saved.
    bool compacts;
    // How many states of another model a state stands for, where the model is reduced; NULL: one.
    void (*weigh)(const void *weigh_context, const value *state, mpz_t weight);
    const void *weigh_context;
    // A folder for what grows with the states, when the memory limit is near; NULL: that is the end then. It outlives
    // the engine.
    const char *folder;
    // With whom to search, where several processes do (ranks.h); NULL: alone. All of them make the same engine, and all
    // but the first do what that one asks of them. What needs the graph of all states is not decided so.
    struct rank_engines *ranks;
    // Shown for every layer, and now and then; also asked whether to stop (a signal came, say). Both may be NULL.
    void (*progress)(void *context, const struct explicit_progress *);
    bool (*interrupted)(void *context);
    void (*verdict_is_there)(void *context); // so that how it holds is looked for from now on; NULL: nobody asks
    void (*at_rest)(void *context);          // now and then, when the search can be saved; may be NULL
    // While the search is for another property: this one is found to fail, and can be checked at once. Says whether
    // to go on. May be NULL. Searches of a moment do not ask, unless `tells_at_once`.
    bool (*failed)(void *context, size_t property);
    bool tells_at_once;
    void *context;
};

struct explicit_engine;

// Never fails: what does not fit shows in the verdicts, which are undecided then. The model outlives the engine; it may
// get more expressions meanwhile, but its cells, behaviour and properties are settled.
struct explicit_engine *explicit_new(const struct model *, const struct explicit_options *, struct mem *);
void explicit_free(struct explicit_engine *);

// From here on work is given up at this time. What is known by then is kept.
void explicit_set_deadline(struct explicit_engine *, double at);

// So many threads search from here on; 0: as many as there are processors, where a search takes longer than a second.
// Whatever they are, states have the same numbers, and verdicts, counts and traces are the same.
void explicit_set_threads(struct explicit_engine *, size_t threads);

// How long the search has taken; and how long it will still take, where its layers become smaller: about, as if they
// went on to do so; negative: nobody knows.
double explicit_seconds(const struct explicit_engine *);
double explicit_seconds_left(const struct explicit_engine *);

// The caller closes the trace of the result, if there is one (trace_close with the same mem). A trace of a property
// about states is as short as can be.
void explicit_check(struct explicit_engine *, size_t property, struct result *);

// Where states are compacted: no more than the probability that one was missed.
double explicit_missed(const struct explicit_engine *);

// The number of reachable states, or of their orbits; false, and a cause, when it could not be found.
bool explicit_count_states(struct explicit_engine *, uint64_t *count, struct cause *cause);
// The number of states, also with symmetry: the sum of the sizes of the orbits, or of weights.
bool explicit_count_concrete(struct explicit_engine *, mpz_t count, struct cause *cause);

// Has every state that is kept looked at, in the order in which they were found: all states, or one for each orbit.
// `state` is good until the receiver returns, which says whether to go on. False if that was not all of them.
bool explicit_each_state(struct explicit_engine *, bool (*receive)(void *context, const value *state), void *context);

// The same of as many as that at most, those that are found first, without a search for more. Says whether these are
// known to be all.
bool explicit_first_states(struct explicit_engine *, size_t most, bool (*receive)(void *context, const value *state),
                           void *context, bool *are_all);

// Walks at random from states that were found by now, each so many steps long if it comes to no end before: has every
// state on the way looked at. False if it was given up.
bool explicit_walk(struct explicit_engine *, size_t walks, size_t length, uint64_t seed,
                   bool (*receive)(void *context, const value *state), void *context);

// The same without a search, of those that were found by now, as they are packed.
bool explicit_each_packed(struct explicit_engine *, bool (*receive)(void *context, const uint64_t *state),
                          void *context);

// Of a family, both for each member. Says in `known` for which they were found: where the search has to be given up,
// small members may have no more states to be looked at. False, and a cause, if it is not so for all.
bool explicit_count_members(struct explicit_engine *, mpz_t *orbits, mpz_t *states, bool *known, struct cause *cause);

// Of the states that were looked at, how many satisfy a condition of the model.
bool explicit_count_states_where(struct explicit_engine *, expr condition, uint64_t *count, struct cause *cause);

// What to warn of. Whether the transition relation is total is searched for until the deadline, if it is not known. The
// state is the engine's.
void explicit_find_warnings(struct explicit_engine *, struct model_warnings *);

// The search in a file (saved_states.c). Reading is for an engine that has not begun, with the same model and options;
// gives None, or why it begins anew.
bool explicit_has_search(const struct explicit_engine *);
bool explicit_save(const struct explicit_engine *, struct stream *);
enum cause_code explicit_load(struct explicit_engine *, struct stream *);

struct explicit_statistics {
    uint64_t states, transitions, depth, initial_states;
    uint64_t state_bits, compiled_actions, instructions;
    uint64_t bytes, bytes_peak, bytes_on_disk;
    double bytes_per_state, packed_bytes_per_state;
    double seconds_searching, states_per_second;
    uint64_t threads, rounds;
    double seconds_at_barriers;
    uint64_t ranks, messages, message_bytes;
};
void explicit_get_statistics(const struct explicit_engine *, struct explicit_statistics *);
extern const struct statistics explicit_statistics_table;

#endif
