// Views as diagrams: sets of states of instances as functions of bits, which all instances of one text have in common.
//
// A cell of an instance is a variable with elements; so is it here, with a few bits for its values, whose codes are the
// same in all instances: that a cell of one is a cell of another costs nothing. The phantom has a place of its own,
// behind all elements.
#ifndef COSET_PARAMETRIC_VIEW_SPACE_H
#define COSET_PARAMETRIC_VIEW_SPACE_H

#include "bdd/bdd.h"
#include "parametric/cell_condition.h"
#include "parametric/cube.h"

struct view_place {
    uint32_t variable;
    uint8_t elements[MOST_SITES];
};

struct view_space {
    struct mem *mem;
    struct parametric_variables *variables;
    bdd_manager *m;
    uint32_t elements; // of the largest instance; the phantom is the next one
    int *first;        // by place: the current copy of its highest bit; the others are two further each
    size_t places;
    bdd *cubes;      // likewise: its variables; BDD_NONE: not made yet; protected
    uint32_t *plain; // by variable: values that are no elements, as they were known when it was opened
    bool *holds_elements;
    uint32_t variable_count; // at that time
};

// For all instances of at most so many elements, which have been opened before. False when there are too many bits, or
// no memory.
bool view_space_open(struct view_space *, struct parametric_variables *, uint32_t elements, struct mem *);
void view_space_close(struct view_space *);

// The place of a cell, in an instance with a phantom.
struct view_place view_place_of(const struct view_space *, const struct parametric_instance *, cell_id);

// The next place that speaks of elements below this number only; false if there is none. It begins with `is_first`.
bool view_next_place(const struct view_space *, uint32_t elements, struct view_place *, bool is_first);

unsigned view_width(const struct view_space *, uint32_t variable); // in bits
// Whether a bit of the code of a value is set; bit 0 is the highest one. The value is one bit of a mask.
bool view_code_bit(const struct view_space *, uint32_t variable, uint64_t value, unsigned bit);
size_t view_place_number(const struct view_space *, struct view_place);   // below `places`
int view_var(const struct view_space *, struct view_place, unsigned bit); // its current copy

// That a place has a value of a mask; in its next copy, if so wanted.
bdd view_literal(struct view_space *, struct view_place, uint64_t mask, bool next);
// Those variables of a place as a cube.
bdd view_place_cube(struct view_space *, struct view_place);

// A condition of an instance. Results are the current scope's; `known` is by node, BDD_NONE where nothing is known, and
// good as long as that scope is open.
typedef ARRAY(bdd) view_known;
bdd view_condition(struct view_space *, const struct cell_conditions *, cell_condition, view_known *known);

#endif
