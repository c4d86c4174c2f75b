// What the files of the engine share.
#ifndef COSET_EXPLICIT_ENGINE_H
#define COSET_EXPLICIT_ENGINE_H

#include "explicit/explicit.h"
#include "explicit/layout.h"
#include "explicit/rules.h"
#include "explicit/store.h"
#include "model/eval.h"

#define NO_WATCH UINT32_MAX

// A condition over states that is watched, and the first state in which it does not hold.
struct watched {
    uint32_t violator; // STORE_NONE: none is known
    uint32_t rule;     // its number among the rules' watches; NO_WATCH if it has inputs, which the rules do not know
    expr condition;
};

struct graph;

struct explicit_engine {
    struct mem *mem;
    struct mem bulk; // for what grows with the states; this is what the memory limit is about
    const struct model *model;
    struct explicit_options options;
    struct evaluator *evaluator;
    struct layout layout;
    struct rules rules;
    struct store store;
    bool has_store;
    struct watch *rule_watches;
    struct watched *watched;
    size_t watch_count;
    uint32_t *watch_of;          // by property, or NO_WATCH
    ARRAY(uint32_t) with_inputs; // watches whose conditions have inputs

    // The search. States before `cursor` were looked at; those before `settled` have all successors in the store.
    struct batch batch;
    ARRAY(uint64_t) hashes; // of the batch
    uint32_t cursor, settled, layer_end;
    uint64_t settled_fired;
    uint64_t depth;
    uint32_t initial_count;
    bool started, complete;
    uint32_t dead_end; // a state without successors, or STORE_NONE
    const char *reason;
    double seconds;
    double next_progress;
    const char *phase;

    struct graph *graph; // NULL until some property needs it
};

// Whether to give up now; then `reason` says why.
bool explicit_should_stop(struct explicit_engine *);

// Goes on until the watch is violated (NO_WATCH: never) or all states were found. False if it gave up.
bool search_run(struct explicit_engine *, uint32_t watch);

// Whether some choice of inputs makes a condition false in a state (whose values are `values`); these inputs are left
// there.
bool search_inputs_violate(struct explicit_engine *, expr condition, value *values);

// Adds the state to the end of a run.
void explicit_push_state(struct explicit_engine *, struct trace *, uint32_t state);
// Gives every state of the run, but for the last, inputs that lead to the next one; with a loop, the last one too.
void explicit_find_inputs(struct explicit_engine *, struct trace *);

// Decides a CTL formula on the graph of all states; the trace is opened by the callee if it fails and traces are
// wanted.
bool branching_check(struct explicit_engine *, const struct property *, struct result *);
void branching_free(struct explicit_engine *);

#endif
