// What the files of the engine share.
#ifndef COSET_EXPLICIT_ENGINE_H
#define COSET_EXPLICIT_ENGINE_H

#include "base/arena.h"
#include "explicit/explicit.h"
#include "explicit/family_rules.h"
#include "explicit/layout.h"
#include "explicit/recent_states.h"
#include "explicit/rules.h"
#include "explicit/state_store.h"
#include "group/canonical.h"
#include "model/eval.h"

#define NO_WATCH UINT32_MAX

// A condition over states that is watched, and the first state in which it does not hold; one with inputs is over
// steps, and the violator has a step with which it does not hold.
struct watched {
    uint32_t violator; // STORE_NONE: none is known
    uint32_t rule;     // its number among the rules' watches; NO_WATCH if it has inputs, which the rules do not know
    uint16_t member;   // whose rules these are, in a family
    bool is_told;      // that it was violated
    expr condition;
};

struct graph;
struct rank_search;

struct explicit_engine {
    struct mem *mem;
    struct mem bulk; // for what grows with the states; this is what the memory limit is about
    const struct model *model;
    struct explicit_options options;
    bool traces; // what is asked for now; at first as the options say
    double deadline;
    struct evaluator *evaluator;
    struct eval_guide
        guide; // bounds what one search of the evaluator may try; while states are searched, the time, too
    struct layout layout;
    struct rules rules;
    struct family_rules *members; // of a family; NULL: there are none
    ARRAY(uint16_t) member_of;    // by state, in a family
    enum cause_code cannot;       // why members cannot make the steps; none: they can
    struct rules *applied;        // those that made the steps of the last state
    struct store store;
    bool is_made; // the rules are; false: that was given up, and is tried again when they are needed
    bool has_store;
    uint32_t rule_watch_count;
    struct watch *rule_watches;
    struct watched *watched;
    size_t watch_count;
    uint32_t *watch_of;          // by property, or NO_WATCH
    uint32_t *error_watch_of;    // of covers: states in which they have no value
    uint32_t *sought_of;         // of EF of a condition: states that satisfy it
    ARRAY(uint32_t) with_inputs; // watches whose conditions have inputs
    value *step[2];              // a state and its successor, for those

    // The search. States before `cursor` were looked at; those before `settled` have all successors in the store.
    struct batch batch;
    ARRAY(uint64_t) roots;       // of the batch
    struct recent_states recent; // in the store, or in the batch before
    size_t enough;               // states: no more are looked for; 0: all are
    uint32_t cursor, settled, layer_begin, layer_end;
    uint32_t last_layer; // how many states the layer before had
    uint64_t settled_fired;
    uint64_t depth;
    uint32_t initial_count;
    bool started, complete;
    struct arena texts; // what goes wrong, as who makes the steps puts it
    bool has_failures;  // watches were violated that nobody was told of
    uint32_t dead_end;  // a state without successors, or STORE_NONE
    value *deadlock;    // its values, once somebody has asked for them
    enum cause_code cause;
    double seconds;
    double next_progress, next_look;
    const char *phase;

    size_t threads_wanted;            // 0: as many as there are processors, where it takes long
    size_t threads;                   // the same, or 1 where there cannot be more
    struct parallel_search *parallel; // NULL until there are several

    struct rank_search *ranks; // that search together (rank_search.h); NULL: this process is alone

    struct graph *graph; // NULL until some property needs it

    // With symmetry (explicit_quotient.c): the states are representatives of orbits.
    struct canonical *canonical;         // NULL: without
    uint32_t *twin_first, *twins_before; // by element, of the state at hand
    struct batch steps;                  // to find a certain one
    bool makes_all_steps;                // those of twins, too
};

// Whether to give up now; then `cause` says why.
bool explicit_make(struct explicit_engine *); // the rules; false, and the cause is set, if it was given up
bool explicit_is_over(struct explicit_engine *, double deadline); // also shows progress
bool explicit_should_stop(struct explicit_engine *);

bool explicit_has_all(struct explicit_engine *); // states can be read; else the cause is set

void explicit_find_watches(struct explicit_engine *);                       // those of all properties
size_t explicit_member_of(const struct explicit_engine *, size_t property); // in a family, whose states it is about

// Adds all successors of a stored state to a batch; `applied` knows what is violated there. False if it was given up.
bool search_apply(struct explicit_engine *, uint32_t state, struct batch *);
// While states are searched, what the evaluator tries for one of them ends with the time that there is.
void search_limit_tries(struct explicit_engine *, bool by_time);

// Where states are compacted: finds those on the way to this one again, so that they can be read. False if that was
// given up.
bool search_recall(struct explicit_engine *, uint32_t state);

// Parts of the search, for ranks: adds the initial states that belong here; looks at a state, whose successors go into
// the batch. False if that was given up.
bool search_find_initial(struct explicit_engine *);
bool search_look_at(struct explicit_engine *, uint32_t state);
// Whether a state that violates what is watched is all that there is to know: the property fails. So it is for AG and G
// where every path goes on forever and is fair.
bool search_fails_where_violated(const struct explicit_engine *, const struct property *);
// Whether an infinite path is seen to begin in a state that was found (infinite_walk.c); false: that is not known.
bool search_finds_infinite_path(struct explicit_engine *, uint32_t state);
void search_tell_progress(struct explicit_engine *, bool is_begun); // of a layer

// Notes the first state in which a watch is violated.
void search_note_violation(struct explicit_engine *, struct watched *, uint32_t state);
// All that the state violates, where rules say so, and where inputs do. False if that was given up.
void search_note_violations(struct explicit_engine *, uint32_t state);
bool search_look_with_inputs(struct explicit_engine *, uint32_t state);
bool search_stop_trying(
    struct explicit_engine *); // after a search of the evaluator that has not come to its end; false

// Goes on until the watch is violated (NO_WATCH: never) or all states were found. False if it gave up.
bool search_run(struct explicit_engine *, uint32_t watch);

// Whether a condition is false with some step from the state that is in step[0]; the step's inputs are left there, and
// the state that it leads to in step[1].
bool search_step_violates(struct explicit_engine *, expr condition);

// States one after the other; with a loop, the last one has a step to that at place `loop`, else that is TRACE_NO_LOOP.
struct state_path {
    ARRAY(uint32_t) states;
    size_t loop;
    // Where the graph has threads (fair_threads.h): the labels of the steps, by the state that they lead to, and behind
    // them that of the step back. None: any steps between these states will do.
    ARRAY(uint32_t) labels;
};

// Makes a trace a trace, with inputs. False if there is no memory, or it would be too long.
bool explicit_make_trace(struct explicit_engine *, const struct state_path *, struct trace *);

// The trace to the first state that violates a watch, and the step from it where that violates it. False likewise.
bool explicit_show_violation(struct explicit_engine *, const struct watched *, struct result *);

// ---- Orbits (explicit_quotient.c); without symmetry these do nothing, or what is to be done then --------------------

void quotient_open(struct explicit_engine *);
void quotient_use_twins(struct explicit_engine *); // when there are rules
void quotient_close(struct explicit_engine *);

void quotient_learn(struct explicit_engine *); // steps may know by now how to find representatives faster

// Replaces a packed state by its representative.
static inline void quotient_represent(struct explicit_engine *e, uint64_t *state)
{
    if (e->canonical)
        canonical_represent(e->canonical, state);
}

// Of the steps from this state, those that differ only by an exchange of twins will be made once.
void quotient_find_twins(struct explicit_engine *, struct rules *, const uint64_t *state);

// The sum of the sizes of the orbits that are stored here, or of the weights. False if that was given up.
bool quotient_count_here(struct explicit_engine *, mpz_t count);

// Adds the states of a trace of representatives, permuted so that it is a trace of the model.
bool quotient_make_trace(struct explicit_engine *, const struct state_path *, struct trace *);

// Decides a formula of CTL, LTL or CTL* on the graph of all states; the trace is opened by the callee if it fails and
// traces are wanted.
bool branching_check(struct explicit_engine *, const struct property *, struct result *);
void branching_free(struct explicit_engine *);

// Whether a property, with one of its vacuities in its place, holds in all states that are stored here.
bool explicit_variant_holds_here(struct explicit_engine *, size_t property, size_t vacuity);

bool explicit_has_end(const struct explicit_engine *); // a state without successors was met

// Notes the antecedents that are never true, of a property that holds, and whether some were not looked at to the end.
void explicit_look_for_vacuity(struct explicit_engine *, const struct property *, struct result *);

#endif
