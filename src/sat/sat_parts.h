// What an engine on circuits is made of: sat.c has its circuit and answers, sat_paths.c asks about infinite paths.
#ifndef COSET_SAT_SAT_PARTS_H
#define COSET_SAT_SAT_PARTS_H

#include "sat/engine_portfolio.h"
#include "sat/infinite_path.h"
#include "sat/lasso_circuit.h"
#include "sat/sat.h"
#include "sat/sat_goal.h"

// A formula of linear time that was asked about, with a circuit of its own.
struct linear_goal {
    formula formula;
    struct lasso_circuit lasso;
    struct engine_portfolio portfolio;
};

struct sat_engine {
    struct mem *mem;
    struct model *model;
    struct sat_options options;
    struct sat_watch watch;
    struct transition_circuit circuit;
    bool has_circuit, has_infinite;
    bool has_path_property, has_fair_path; // some property of infinite, fair paths holds; one fails, on such a path
    struct engine_portfolio portfolio;
    struct infinite_path infinite;
    ARRAY(struct linear_goal *) linear; // those that were not decided so far
    ARRAY(formula) proved;              // of conjunctions that were asked about, the parts that hold
    ARRAY(struct sat_literal) clause;
    struct ic3_saved loaded; // for the circuit, once there is one
    uint64_t loaded_latches;
    enum cause_code error;
};

// Makes the circuit, if there is none. False if it cannot be made, or that was stopped.
bool sat_make_circuit(struct sat_engine *);
bool sat_has_circuit_error(struct sat_engine *);
bool sat_goes_on(void *watch);
void sat_close_linear(struct sat_engine *, size_t number);
enum backend_kind sat_backend_of(unsigned method);
// Undecided, with the cause; says whether another try makes sense.
bool sat_leave(struct sat_engine *, const struct sat_goal *, struct result *);
bool sat_hand_over_trace(struct sat_engine *, struct engine_portfolio *, const struct property *, struct result *);

// The circuit of dead states and of lassos. False if it cannot be made.
bool sat_open_infinite(struct sat_engine *);
// Of a property of paths: while violations turn out to be dead states, the goal is to find others. There is none with
// fewer steps, so the goal goes on where it was. NULL: undecided; the result has the cause unless it was stopped.
struct sat_goal *sat_pass_dead_states(struct sat_engine *, struct sat_goal *, const struct property *, double deadline,
                                      enum sat_answer *, struct result *);
// Whether a formula of linear time holds. `result` gets the counterexample, or why it is undecided; NULL: it is not
// asked for. Says whether another try makes sense.
bool sat_settle_linear(struct sat_engine *, const struct property *, formula, double deadline, enum sat_answer *,
                       struct result *);

#endif
