// IC3, also known as property-directed reachability (Bradley 2011; Een, Mishchenko and Brayton 2011).
//
// Frame i is a set of clauses that hold in all states that can be reached with i steps or fewer; frame 0 has the
// initial states. The clauses of a frame are also those of the frames before it. Cubes of states from which a violation
// can be reached are blocked: shown to have no predecessor in the frame before, generalised by leaving literals out,
// and added as clauses. Where two frames are the same, their clauses are an inductive invariant.
//
// No frame assumes that the condition holds. So what was learned for one condition is good for the next: frames stay,
// and invariants that were found hold from then on in all frames.
#ifndef COSET_SAT_IC3_H
#define COSET_SAT_IC3_H

#include "sat/bmc.h"
#include "sat/clause_orbit.h"

struct ic3_frame {
    int activated; // implies its clauses and those of the frames behind it
    ARRAY(struct state_cube) blocked;
};

struct obligation {
    struct state_cube cube;
    size_t frame, depth;
    size_t towards; // the obligation that its states lead to, with these inputs; SIZE_MAX: to the violation
    bool *inputs;
};

struct ic3_failed_push {
    size_t frame, round; // round: so many frames
};

struct ic3 {
    struct mem *mem;
    const struct transition_circuit *circuit;
    struct sat_watch *watch;
    struct unroll step;                                   // from any state to the next one
    struct unroll lift;                                   // the same, to find out which latches matter
    struct unroll start;                                  // the initial states
    int any_step;                                         // of `step`: a step of the model is made
    ARRAY(int) now, next, lift_now, lift_next, start_now; // by latch
    ARRAY(int) inputs, lift_inputs;                       // by input
    int lift_failed[2];                                   // no step of the model is made
    ARRAY(struct ic3_frame) frames;
    ARRAY(struct state_cube) invariant; // what is blocked forever
    ARRAY(struct obligation) obligations;
    ARRAY(size_t) queue; // a heap of them: the earliest frame first
    size_t reached;      // the obligation that has an initial state; SIZE_MAX: none
    uint32_t *activity;  // by literal: how often it is in what was blocked
    ARRAY(int) assumed, clause;
    ARRAY(uint64_t) order; // of literals, by activity
    struct state_cube smaller, core, predecessor;
    bool *state; // by latch; once an initial state is reached, that state
    size_t queries;
    size_t asserted;              // clauses of frames, since the solver for steps is there
    void (*rests)(void *context); // called now and then between two questions; may be NULL
    void *context;

    // Symmetric learning (ic3_symmetry.h).
    size_t symmetric_from; // 0: not, or not any more
    bool has_orbits;
    struct clause_orbits orbits;
    struct state_cube image;
    size_t images;                              // that have become clauses
    ARRAY(struct ic3_failed_push) failed_frame; // by orbit: from where it could not be pushed
};

// From so many clauses on, what is learned is learned for the model's symmetries, too (0: never).
void ic3_open(struct ic3 *, const struct transition_circuit *, size_t symmetric_from, struct sat_watch *, struct mem *);
void ic3_close(struct ic3 *);

// Fails: ic3_read_trace gives the counterexample. Holds: `invariant` implies it.
enum sat_answer ic3_check(struct ic3 *, struct sat_bad);
void ic3_read_trace(struct ic3 *, struct sat_bad, struct trace *);

size_t ic3_clauses(const struct ic3 *); // of all frames

#endif
