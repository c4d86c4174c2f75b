// Whether an infinite, fair path goes on from a state: what makes a state that violates p a counterexample of AG p and
// of G p, where a path may come to an end.
//
// It does, by any of these: every state has a step (circuit_totality.h), and there is no fairness; or a lasso is found,
// a path that comes back to a state of its own and is fair between the two visits. It does not if no path of some
// length goes on from there. The state's bits that this takes are a cube of *dead* states (as cubes are generalised by
// unsatisfiable cores in IC3); further paths do not enter it, and its states are no violations any more.
#ifndef COSET_SAT_INFINITE_PATH_H
#define COSET_SAT_INFINITE_PATH_H

#include "sat/circuit_totality.h"
#include "sat/unroll.h"

enum infinite_path_answer { PATH_GOES_ON, PATH_ENDS, PATH_UNKNOWN, PATH_STOPPED };

struct infinite_path {
    struct mem *mem;
    struct transition_circuit *circuit; // whose graph gets more gates
    struct unroll paths;                // from any state
    aig_lit dead;                       // of the circuit: states that are known to have no infinite path
    ARRAY(size_t) avoided;              // by moment: how many cubes paths do not enter
    ARRAY(aig_lit) cubes;               // of dead states
    ARRAY(aig_lit) justice;
    ARRAY(aig_lit) compassion; // two for each
    enum circuit_totality totality;
    bool is_asked; // and there is no use in asking again
};

// The circuit has an error afterwards if a fairness condition has none; infinite_path_close is due in any case.
void infinite_path_open(struct infinite_path *, struct transition_circuit *, struct sat_watch *, struct mem *);
void infinite_path_close(struct infinite_path *);

// Whether every path goes on forever, and each is fair. False if that is not known.
bool infinite_path_always_goes_on(struct infinite_path *);
bool infinite_path_never_ends(struct infinite_path *); // likewise, fair or not
// For the last state of a trace, to which it appends what goes on from there, with a loop, where it has found a lasso.
// Ends: `dead` has it now.
enum infinite_path_answer infinite_path_check(struct infinite_path *, struct trace *);

#endif
