// Compiled expressions: what compile.c writes and machine.c runs.
//
// A program works on registers, each a value: first one for each cell of the model (with the values of the state at
// hand), then constants, results of routines, and intermediate values. A *routine* computes an expression that several
// places share, at most once for each state; they call it. All else is straight code with jumps.
//
// What is undefined is a way to go, not a value: an instruction that may have no result says where to go on then.
#ifndef COSET_EXPLICIT_MACHINE_H
#define COSET_EXPLICIT_MACHINE_H

#include <stdint.h>

#include "base/array.h"
#include "explicit/layout.h"
#include "model/model.h"
#include "model/scalar.h"

// Registers are a, b, c and the result d, places in the code are t, unless it says otherwise.
enum opcode {
    RUN_END,   // with success
    RUN_FAIL,  // without
    RUN_ERROR, // by a run-time error
    RUN_JUMP,  // to d, as all jumps
    RUN_JUMP_TRUE,
    RUN_JUMP_FALSE,
    RUN_JUMP_EQUAL,
    RUN_JUMP_UNEQUAL,
    RUN_JUMP_LESS,
    RUN_JUMP_NOT_LESS,
    RUN_SWITCH, // on a, by table b
    RUN_MOVE,
    RUN_NOT,
    RUN_AND,
    RUN_OR,
    RUN_XOR,
    RUN_EQUAL,
    RUN_LESS,
    RUN_SELECT, // d = a ? b : c
    RUN_INDEX,  // the register that table b gives for a
    RUN_ADD,    // of numbers that do not overflow, as the next three
    RUN_SUBTRACT,
    RUN_MULTIPLY,
    RUN_NEGATE,
    RUN_DIVIDE, // of integers; to c if the divisor is zero, as the next
    RUN_MODULO,
    RUN_SCALAR,         // any other operation, the c-th of `scalars`
    RUN_CALL,           // routine a, unless its result is known; to d if it is undefined
    RUN_CALL_JUMP_TRUE, // the same, to c if it is undefined; then to d if the result, which is in b, is true
    RUN_CALL_JUMP_FALSE,
    RUN_RETURN, // from routine a with b
    RUN_RETURN_UNDEFINED,
    RUN_COPY,     // begins the next state as a copy of this one
    RUN_SET,      // the next value of cell a is b; fails if it cannot be
    RUN_SET_BITS, // in word a of the next state, those of b are as in c
    RUN_MEMBER,   // one more candidate for cell a is b, if it can be
    RUN_SPAN,     // and all from b to c
    RUN_SORT,     // rows of the next state, by the a-th of `sorts`
    RUN_OPCODES
};

struct instr {
    uint32_t op, a, b, c, d;
};

struct scalar_use {
    enum op op;
    struct shape shape;
    value data;
    uint32_t undefined; // where to go on then
};

// From values low, low + 1, ... to entries; what is outside of them has the entry after the last.
struct jump_table {
    value low;
    uint32_t begin, count;
};

struct routine {
    uint32_t entry, result;
};

// Cells of a state that are rows of a table: their fields and, by code, the places of values in the order of the rows.
struct row_sort {
    uint32_t rows, width;
    const struct field *fields; // of the first row, and so on
    uint32_t ranks;             // in `ranks`: for each column, where its codes' ranks begin there, or NO_CODE
};

struct program {
    struct mem *mem;
    ARRAY(struct instr) code;
    ARRAY(struct scalar_use) scalars;
    ARRAY(struct jump_table) tables;
    ARRAY(uint32_t) entries; // of tables: registers, or places in the code
    ARRAY(struct routine) routines;
    ARRAY(struct row_sort) sorts;
    ARRAY(uint32_t) ranks;
    size_t most_sorted;     // cells of one sort
    ARRAY(value) registers; // with what they hold at first
    uint32_t call_depth;    // routines within each other, at the most
};

void program_free(struct program *);

// Sorts rows of a packed state (sort_cells.c); `scratch` has two words for each cell.
void row_sort_apply(const struct row_sort *, const uint32_t *ranks, uint64_t *state, uint64_t *scratch);

// ---- Running --------------------------------------------------------------------------------------------------------

struct machine {
    const struct program *program;
    const struct layout *layout;
    struct mem *mem;
    value *registers;
    uint64_t *known; // by routine: 2 * epoch, and 1 more if it is undefined
    uint64_t epoch;  // of the state at hand
    uint32_t *stack;
    bool has_error; // the last run ended by one
    const uint64_t *now;
    uint64_t *next;
    ARRAY(uint64_t) members; // codes
    uint64_t *rows;          // that are being sorted: ranks, and behind them codes
    // What is read of a state, by word; `unpacked` is the state whose values are in the registers.
    struct machine_field {
        uint8_t shift;
        bool is_listed;
        uint32_t cell;
        uint64_t mask;
        value low;
        const value *values;
    } * fields;
    uint32_t *field_begin; // by word, and one more
    uint64_t *unpacked;
    bool has_unpacked;
};

// `reads`: by cell, whether the program looks at it.
void machine_open(struct machine *, const struct program *, const struct layout *, const bool *reads, struct mem *);
void machine_close(struct machine *);
// Another one for the same program, which outlives both; to be closed likewise.
void machine_copy(struct machine *, const struct machine *of, struct mem *);

// From here on the program is about this state, which stays where it is meanwhile.
void machine_load(struct machine *, const uint64_t *state);

// Whether the code from `entry` on ends with success.
bool machine_run(struct machine *, uint32_t entry);

#endif
