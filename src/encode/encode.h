// From the model to decision diagrams: cells become bits, expressions become functions.
//
// A state cell's bits have a current and a next copy; a frozen cell's and an input's have one. A cell of n values takes
// the least number of bits that tells them apart; codes that stand for no value are outside of encode_domain, and
// nobody may rely on what expressions are there.
#ifndef COSET_ENCODE_ENCODE_H
#define COSET_ENCODE_ENCODE_H

#include "bdd/bdd.h"
#include "model/model.h"

struct encoding;

// The variables are made in the given order of the cells (each once), from the top. NULL when they cannot be had; then
// bdd_status(manager) says why.
struct encoding *encoding_new(struct model *, bdd_manager *, const cell_id *order, struct mem *);

// The same by places that may be finer than cells: where a place names a value, the cell is coded by one bit for each
// of its values, which are listed, and that value's bit is there. All values of such a cell have a place but for the
// one that stands for no value: it is the code without a bit that is set. So a permutation of ids is one of bits.
#define ENCODE_ALL_BITS UINT32_MAX
struct encode_place {
    cell_id cell;
    uint32_t value; // its place in the type's list of values, or ENCODE_ALL_BITS
};
struct encoding *encoding_new_by_places(struct model *, bdd_manager *, const struct encode_place *, size_t count,
                                        struct mem *);
// The variable of a value's bit; BDD_NO_VAR if it has none.
int encode_value_var(const struct encoding *, cell_id, value);

// As encoding_new, with the bits of some cells interleaved together: those of one number in `interleaved` (by cell;
// UINT32_MAX for cells that stand alone) come where the first of them is in the order, their highest bits first. For
// counters that exchange amounts: what they add up to then takes few nodes.
struct encoding *encoding_new_interleaved(struct model *, bdd_manager *, const cell_id *order,
                                          const uint32_t *interleaved, struct mem *);

void encoding_free(struct encoding *);

// How many variables encoding_new would make.
size_t encoding_var_count(const struct model *);

bdd_manager *encoding_manager(const struct encoding *);
struct model *encoding_model(const struct encoding *);

// A condition as a function of current bits, next bits and inputs; BDD_NONE when the engine gave up. It is remembered,
// and stays alive until encode_forget. What it is where a divisor is zero is anything.
bdd encode_condition(struct encoding *, expr);
void encode_forget(struct encoding *); // what is remembered, to free memory

// Codes that stand for a value of the cell, now or after the step.
bdd encode_domain(struct encoding *, cell_id, bool next);

// The variables of a cell's current copy, the highest bit first (or those of its values in their order); the next copy
// of a state cell's bit is one further.
size_t encode_cell_vars(const struct encoding *, cell_id, const int **vars);

// Whether a bit of the cell, by its place in that list, is set where the cell has the value.
bool encode_bit(const struct encoding *, cell_id, value, size_t bit);

// Cubes: all current bits of the state (frozen cells included), and all inputs.
bdd encode_state_cube(struct encoding *);
bdd encode_input_cube(struct encoding *);

// From an assignment to the variables (values[var], current copies) to the values of all cells, and a set of one state
// back (cells of role CELL_INPUT are left out unless `inputs`).
void encode_read(const struct encoding *, const bool *values, value *state);
bdd encode_state(struct encoding *, const value *state, bool inputs);

#endif
