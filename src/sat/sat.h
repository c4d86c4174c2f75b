// The SAT engines: bounded model checking (bmc.h), k-induction (induction.h) and IC3 (ic3.h), for what asks for
// reachable states: invariants, run-time errors, deadlocks, what is to be covered, and AG and G of a condition, for
// which an infinite, fair path has to go on from a violation (infinite_path.h). Other formulas that a single path
// refutes become such a question (lasso_circuit.h).
#ifndef COSET_SAT_SAT_H
#define COSET_SAT_SAT_H

#include "base/statistics.h"
#include "base/stream.h"
#include "model/model.h"
#include "trace/trace.h"
#include "trace/warnings.h"

#define SAT_SYMMETRIC_FROM 16 // less is learned sooner than symmetries are found

enum sat_method { SAT_BMC = 1, SAT_INDUCTION = 2, SAT_IC3 = 4, SAT_ALL = 7 };

struct sat_progress {
    enum sat_method method;
    size_t depth; // of paths; of IC3: how many frames
    size_t clauses;
};

struct sat_options {
    unsigned methods;  // of enum sat_method; several take turns
    size_t bound;      // of the length of counterexamples that BMC looks for, in steps; 0: none
    bool traces;       // build them
    bool names_errors; // without traces: find out what goes wrong where a property fails for that
    // From so many clauses on IC3 learns for the model's symmetries, too; 0: never. Symmetries have to be looked for.
    size_t symmetric_from;
    bool vacuity;       // find out whether what holds does so vacuously
    double last_moment; // not even that goes on then, whatever the deadline; 0: none
    void (*progress)(void *context, const struct sat_progress *);
    bool (*interrupted)(void *context);
    void *context;
};

struct sat_engine;

// Never fails: what does not fit shows in the verdicts. The model outlives the engine; it may get more expressions
// meanwhile.
struct sat_engine *sat_new(struct model *, const struct sat_options *, struct mem *);
void sat_free(struct sat_engine *);

// Whether it is a question for these engines.
bool sat_takes(const struct model *, size_t property);
// The caller closes the trace of the result, if there is one. False if another try makes no sense. Work that was
// stopped goes on when it is asked again. Deadline by clock_now(); 0: none.
bool sat_check(struct sat_engine *, size_t property, double deadline, struct result *);

// Whether there is an initial state, and every legal state has a step, reachable or not; `known` if so. Where a
// property that holds asked for fair paths, also whether an initial state is on one.
void sat_find_warnings(struct sat_engine *, double deadline, struct model_warnings *);

// Checkpoints: the clauses of IC3 about the states of the model. What is loaded is checked before it is used
// (ic3_saved.h); false if it is no list of clauses for this model, or the engine has begun.
bool sat_has_search(const struct sat_engine *);
bool sat_save(struct sat_engine *, struct stream *);
bool sat_load(struct sat_engine *, struct stream *);

// For certificates: the clauses that IC3 has proved to hold in all reachable states, and that together are inductive.
// False if the condition is not proved by then.
bool sat_prove(struct sat_engine *, expr condition, double deadline);
// A literal of a clause: a bit of the code of a cell (blast.h), true or not.
struct sat_literal {
    cell_id cell;
    unsigned bit;
    bool is_true;
};
size_t sat_clause_count(const struct sat_engine *);
size_t sat_clause(struct sat_engine *, size_t number, const struct sat_literal **); // good until the next call

struct sat_statistics {
    uint64_t latches, inputs, gates, depth, frames, clauses, queries, images;
};
void sat_get_statistics(const struct sat_engine *, struct sat_statistics *);
extern const struct statistics sat_statistics_table;

#endif
