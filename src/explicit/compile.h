// From expressions to code (machine.h). The code does as the evaluator does, also where something is undefined.
#ifndef COSET_EXPLICIT_COMPILE_H
#define COSET_EXPLICIT_COMPILE_H

#include "explicit/machine.h"
#include "explicit/sharing.h"

struct compiler {
    const struct model *model;
    const struct sharing *sharing; // settled; every expression to be compiled is below one of its roots
    const struct layout *layout;
    struct program *program;
    struct mem *mem;
    uint32_t *constants;    // by expression: the register that holds it, or NO_REGISTER
    ARRAY(uint32_t) labels; // places in the code, by label
    ARRAY(uint32_t) spare;  // registers for intermediate values, used again by every piece of code
    uint32_t spare_used;
    bool in_routine;  // routines run in the middle of other code, so they have registers of their own
    uint32_t failure; // the label of where a piece of code ends without success
    uint32_t error;   // and of where it ends by a run-time error; NEVER if nothing goes there
    bool too_large;   // by sets within sets; what was compiled is not to be used
};

void compiler_open(struct compiler *, const struct sharing *, const struct layout *, struct program *, struct mem *);
// Compiles the routines, and puts all labels into place. Afterwards the program can be run.
void compiler_finish(struct compiler *);
void compiler_close(struct compiler *);

// A piece of code is begun, gets statements, and is ended. Gives its entry.
uint32_t compile_begin(struct compiler *);
void compile_end(struct compiler *);

// Statements: fail unless the condition is true (or, negated, unless it is not: undefined is not true).
void compile_require(struct compiler *, expr condition, bool negated);
// What a procedure does before it sets cells.
void compile_procedure(struct compiler *, const struct procedure_step *, size_t count);
// Begin the next state as a copy of this one; then change it.
void compile_copy(struct compiler *);
void compile_set(struct compiler *, cell_id, expr value);
void compile_sort(struct compiler *, uint32_t cell, uint32_t rows, uint32_t width); // sort_cells.c
void compile_set_bits(struct compiler *, uint32_t word, uint64_t mask, uint64_t bits);
// Add the members of a set to the candidates for the cell's next value.
void compile_members(struct compiler *, cell_id, expr set);

#endif
