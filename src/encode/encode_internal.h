// What the files of the room share: the codes of cells, and the store of encoded expressions.
#ifndef COSET_ENCODE_ENCODE_INTERNAL_H
#define COSET_ENCODE_ENCODE_INTERNAL_H

#include "base/array.h"
#include "encode/bits.h"
#include "encode/encode.h"

// How a cell's values are coded: an integer by its distance from `origin`, a word by its bits, anything else by its
// place in the type's list of values: as a number, or by the only bit that is set (no bit for
// the value `none`, which is the last in the list).
struct cell_code {
    int *vars; // current copies, the highest bit first
    unsigned bits;
    value origin;
    bool by_place, one_hot;
    bool has_next;
};

// An encoded expression: its functions are `count` places of the store from `at` on.
enum shape { SHAPE_NONE, SHAPE_TRUTH, SHAPE_BITS, SHAPE_CASES };
struct encoded {
    unsigned char shape;
    bool is_signed;  // bits
    uint32_t at;     // of the functions
    uint32_t values; // cases: where their values begin in `case_values`
    uint32_t count;
};

#define STORE_BLOCK 4096

struct encoding {
    struct model *model;
    bdd_manager *m;
    struct mem *mem;
    struct cell_code *codes; // by cell
    size_t cells;
    // Functions that stay alive: in blocks that do not move, each protected as a whole.
    ARRAY(bdd *) blocks;
    size_t stored;
    ARRAY(value) case_values;
    ARRAY(struct encoded) memo; // by expression
    ARRAY(expr) known;          // which of them are encoded
    bool failed;                // something could not be encoded or kept
};

// A list of values, each with the condition under which it is taken.
struct cases {
    ARRAY(value) values;
    ARRAY(bdd) conditions;
};

#endif
