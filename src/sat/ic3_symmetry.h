// IC3 with the symmetries of the model (clause_orbit.h): none of these changes anything unless it has orbits.
#ifndef COSET_SAT_IC3_SYMMETRY_H
#define COSET_SAT_IC3_SYMMETRY_H

#include "sat/ic3.h"

void ic3_close_orbits(struct ic3 *);

// A cube was blocked in a frame: so are its images. Symmetries are looked for once, when so much was learned that it
// may be worth it.
void ic3_note_blocked(struct ic3 *, const struct state_cube *, size_t frame);
// After yes to a question about a frame: whether the state that was found is in images that are blocked there. These
// are clauses now.
bool ic3_block_images(struct ic3 *, size_t frame);

// While clauses of a frame are pushed: whether it is known already that a cube can be, or cannot be, since another one
// of its orbit was tried. And what came out.
enum ic3_pushed { IC3_PUSH_OPEN, IC3_PUSH_HOLDS, IC3_PUSH_FAILS };
enum ic3_pushed ic3_is_pushed(const struct ic3 *, const struct state_cube *, size_t frame);
void ic3_note_pushed(struct ic3 *, const struct state_cube *, size_t frame, bool holds);

// Whether the clauses from a frame on are inductive, with those images that this takes. CNF_SAT: they are not.
enum cnf_answer ic3_close_invariant(struct ic3 *, size_t frame);

#endif
