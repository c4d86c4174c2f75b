// Conditions taken apart: a guard is a list of literals that all must hold; a condition that must not be violated has
// a list of ways to violate it, each a guard.
//
// Literals about a single cell with few values need no code: they are looked up by the cell's value, for all guards at
// once (struct selector).
#ifndef COSET_EXPLICIT_GUARD_H
#define COSET_EXPLICIT_GUARD_H

#include "base/array.h"
#include "explicit/layout.h"
#include "explicit/sharing.h"
#include "model/eval.h"

// The condition is true; or, negated, it is not (then it is false, or undefined).
struct literal {
    expr condition;
    bool negated;
};

typedef ARRAY(struct literal) literal_array;

// Adds the literals that together say that the condition is true (or not).
void guard_split(const struct model *, expr condition, bool negated, literal_array *, struct mem *);
// The same for the alternatives, each of which is enough.
void guard_split_alternatives(const struct model *, expr condition, bool negated, literal_array *, struct mem *);

// Adds literals about single cells that follow from a literal: what it joins, as deep as that may lie.
void guard_find_claims(const struct sharing *, struct literal, literal_array *, struct mem *);

// ---- Selection ------------------------------------------------------------------------------------------------------

// A cell that is looked up, for one word of the set of guards: which of them allow a value, by its code.
struct selection {
    uint32_t cell; // its number among `cells`
    uint32_t row_count;
    uint64_t *rows;
    uint64_t excluded; // bits in all rows that say no
};

// All guards as a set of bits. Each word of it has the cells that have a say there, those that say no most often first:
// a word is done when no guard is left in it.
struct selector {
    struct mem *mem;
    size_t guards, words;
    ARRAY(struct selected_cell {
        uint32_t word;
        uint8_t shift;
        uint64_t mask;
    })
    cells;
    uint32_t *code; // by such cell, of the state at hand
    ARRAY(struct selection) selections;
    size_t *begin;      // by word, and one more: its selections
    uint64_t *all;      // the guards that are of interest
    uint64_t *selected; // those of them that may hold in the state at hand
    // While it is built, by cell of the model and one more than it is, 0 for none: its number among `cells`, and its
    // selection in the word of the last guard.
    uint32_t *numbers, *current;
    size_t model_cells, filled; // words whose selections are complete
    const struct sharing *sharing;
    const struct layout *layout;
    struct evaluator *evaluator;
    value *scratch;    // a state in which one cell matters
    uint64_t *allowed; // by expression about a cell of few values: the codes for which it is true
    uint8_t *is_known; // by expression: whether that was found
    size_t exprs;
};

void selector_open(struct selector *, size_t guards, const struct sharing *, const struct layout *, struct evaluator *,
                   struct mem *);
void selector_close(struct selector *);
// Another one with the same tables, which outlive it.
void selector_copy(struct selector *, const struct selector *of, struct mem *);
void selector_close_copy(struct selector *);

// Takes in a literal that the guard says or that follows from it, if it can be looked up; else it is left to code.
// Guards come in their order.
bool selector_take(struct selector *, size_t guard, struct literal);
// After the last one.
void selector_finish(struct selector *);

// Fills `selected`.
void selector_select(struct selector *, const uint64_t *state);

#endif
