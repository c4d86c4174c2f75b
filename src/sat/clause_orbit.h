// Symmetric learning for IC3: what is blocked stays blocked when the model's symmetries move it.
//
// A symmetry takes initial states to initial states and steps to steps. So where no state of a cube can be reached with
// i steps, no state of the cube's image can: the images under the whole group, the *orbit* of the cube, are blocked in
// the same frame. They are made when the cube is learned, and become clauses when one of them blocks a state that was
// found. An orbit moves on as a whole from frame to frame.
//
// Let the closure of a frame have all images of its clauses. A clause that holds one step after a frame holds one step
// after its closure; and so do its images, since closures are symmetric. So the closures are frames of IC3 as its paper
// has them, and where two are the same, they are an inductive invariant. IC3 does not rest on that: it looks at the
// clauses that it has once more, and adds those images that this takes (ic3.c).
//
// A literal goes to a literal unless it is a bit of a cell whose values are moved, as ids of components are. Then the
// values that a cube allows the cell go to others, and if these are no cube there is no such image.
#ifndef COSET_SAT_CLAUSE_ORBIT_H
#define COSET_SAT_CLAUSE_ORBIT_H

#include "group/generator.h"
#include "sat/state_cube.h"
#include "sat/transition_circuit.h"

struct orbit_image {
    size_t first; // of its literals
    uint32_t count, orbit;
    bool is_clause; // it is one of IC3's, in the frame of its orbit
};

struct clause_orbit {
    size_t first, count; // images
    size_t frame;        // in which all of them are blocked
    size_t needed;       // how often images have become clauses since a state was in them
};

struct clause_orbits {
    struct mem *mem;
    const struct transition_circuit *circuit;
    generator_array generators;
    ARRAY(uint32_t *) maps; // by generator and literal: its image; UINT32_MAX: the cell's values are moved
    ARRAY(struct orbit_image) images;
    ARRAY(struct clause_orbit) orbits;
    ARRAY(uint32_t) literals;
    uint32_t *table; // images by their literals, plus 1; 0: empty
    size_t table_size;
    struct state_cube image; // work space
};

// Looks for the symmetries of the circuit's model until a time. False if there are none, or too many states look alike.
bool clause_orbits_open(struct clause_orbits *, const struct transition_circuit *, double deadline, struct mem *);
void clause_orbits_close(struct clause_orbits *);

// The orbit of a cube that is blocked in a frame, and becomes a clause; SIZE_MAX: it has none, or it is too large.
size_t clause_orbits_learn(struct clause_orbits *, const struct state_cube *, size_t frame);
// The orbit of a cube that was learned, or is an image of one; SIZE_MAX: it is none.
size_t clause_orbits_find(const struct clause_orbits *, const struct state_cube *);
// All images of an orbit are blocked in this frame. Those that are clauses of earlier frames may become clauses once
// more.
void clause_orbits_raise(struct clause_orbits *, size_t orbit, size_t frame);
// An image that is blocked in this frame, and has a state (by latch), and is no clause so far: it becomes one. False if
// there is none. `frame` gets that of its orbit. `cursor`, 0 at first, leads from one to the next for the same state.
// Of an orbit that was needed often, all images become clauses, one after the other.
bool clause_orbits_block(struct clause_orbits *, const bool *state, size_t *cursor, size_t *frame, struct state_cube *);

#endif
