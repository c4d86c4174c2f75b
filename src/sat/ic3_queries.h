// The questions of IC3 to the solver.
#ifndef COSET_SAT_IC3_QUERIES_H
#define COSET_SAT_IC3_QUERIES_H

#include "sat/ic3.h"

// Whether a cube has a predecessor in a frame, outside of the cube itself if it `is_relative`. If not, `core` gets
// literals of the cube for which that is so, too, and which no initial state has.
enum cnf_answer ic3_has_predecessor(struct ic3 *, const struct state_cube *, size_t frame, bool is_relative,
                                    struct state_cube *core);
// Whether a state of a frame violates the condition.
enum cnf_answer ic3_has_violation(struct ic3 *, struct sat_bad, size_t frame);
// Whether a cube has an initial state.
enum cnf_answer ic3_is_initial(struct ic3 *, const struct state_cube *);
// After yes to one of the first two questions: the state that was found, or as few of its literals as are seen to be
// enough for the same inputs to lead to the cube (NULL: to the violation). `inputs` gets these. False if stopped.
bool ic3_lift(struct ic3 *, const struct state_cube *towards, struct sat_bad, struct state_cube *lifted, bool *inputs);

// A literal for the solver that implies that the next state is in the cube.
int ic3_next_is_in(struct ic3 *, const struct state_cube *);

// The solver for steps. Clauses that were pushed on, or follow from others, stay in it: where they are more than the
// others, a new one takes its place. Not between a question and what is asked about its answer.
void ic3_open_steps(struct ic3 *);
void ic3_renew_steps(struct ic3 *);

void ic3_add_frame(struct ic3 *);
// Blocks a cube in a frame and in all before it; clauses that follow from that are forgotten.
void ic3_add_clause(struct ic3 *, const struct state_cube *, size_t frame);
// The parts of that: the clause for the solver, and the cube among those of the frame.
void ic3_assert_clause(struct ic3 *, const struct state_cube *, size_t frame);
void ic3_note_clause(struct ic3 *, const struct state_cube *, size_t frame);
void ic3_block_forever(struct ic3 *, const struct state_cube *);

#endif
