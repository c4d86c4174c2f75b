// Files in BTOR2 (Niemetz, Preiner, Wolf, Biere: Btor2, BtorMC and Boolector 3.0, CAV 2018), line by line.
//
// What is here is checked: each operand comes before its node, and all sorts fit. A node that is read as `-5` is the
// negation, bit by bit, of node 5.
#ifndef COSET_BTOR2_BTOR2_FILE_H
#define COSET_BTOR2_BTOR2_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/diag.h"

#define BTOR2_MOST_BITS 1024           // of a bit vector
#define BTOR2_WORD_BITS 64             // of one that is a word of the model; wider ones are bit by bit
#define BTOR2_MOST_INDEX 12            // bits of an array's index: 4096 elements
#define BTOR2_MOST_ELEMENTS (1u << 22) // of all nodes that are arrays together; bits count where elements are wide

enum btor2_op {
#define BTOR2_OP(tag, word, shape) BTOR2_##tag,
#include "btor2/btor2_ops.inc.h"
    BTOR2_OPS
};

const char *btor2_word(enum btor2_op);

struct btor2_sort {
    unsigned width; // of a bit vector, or of the elements of an array
    unsigned index; // bits of an array's index; 0: it is a bit vector
};

static inline uint32_t btor2_elements(struct btor2_sort sort) // 1 of a bit vector
{
    return 1u << sort.index;
}

static inline bool btor2_is_wide(struct btor2_sort sort) // its vectors, or elements
{
    return sort.width > BTOR2_WORD_BITS;
}

// Cells, each of a word at the most, for one vector.
static inline uint32_t btor2_cells(struct btor2_sort sort)
{
    return (sort.width + BTOR2_WORD_BITS - 1) / BTOR2_WORD_BITS;
}

struct btor2_operand {
    uint32_t node; // by its position
    bool is_negated;
};

#define BTOR2_NONE UINT32_MAX

struct btor2_node {
    enum btor2_op op;
    struct btor2_sort sort;
    struct btor2_operand args[3];
    uint32_t arg_count;
    uint64_t number;    // of a constant: its bits; of a slice: the lowest bit
    uint64_t *limbs;    // of a constant that is wider than a word: its bits, the lowest first
    uint32_t id;        // in the file
    const char *symbol; // NULL if it has none
    // Of a state: the operands of its `init` and `next`; node BTOR2_NONE if there are none. An array may be initialised
    // by a bit vector, which all its elements are then.
    struct btor2_operand init, next;
};

struct btor2_condition {
    struct btor2_operand of;
    const char *symbol;
};

struct btor2_justice {
    size_t first, count; // among the operands
    const char *symbol;
};

struct btor2 {
    struct mem *mem;
    struct arena arena;
    ARRAY(struct btor2_node) nodes;
    ARRAY(struct btor2_condition) bads, constraints, fair;
    ARRAY(struct btor2_justice) justice;
    ARRAY(struct btor2_operand) justice_conditions;
};

// False with the reason among the diagnostics; it must be closed in any case.
bool btor2_read(struct btor2 *, const struct source *, struct mem *, struct diag *);
void btor2_close(struct btor2 *);

#endif
