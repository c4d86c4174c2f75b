// What reading a file in BTOR2 has in common: the place in the text, words, and what ids stand for.
#ifndef COSET_BTOR2_BTOR2_READING_H
#define COSET_BTOR2_BTOR2_READING_H

#include "base/hash.h"
#include "btor2/btor2_file.h"

// What an id stands for, in the map: as many times a position, and what has it.
enum btor2_id { ID_SORT, ID_NODE, ID_OTHER, ID_KINDS };

#define BTOR2_MOST_ID (UINT32_MAX / ID_KINDS - 1)

struct btor2_word {
    const char *at;
    size_t length;
};

struct btor2_reading {
    struct btor2 *b;
    const struct source *source;
    struct diag *diag;
    size_t at;
    struct btor2_word word; // that was read last
    struct int_map ids;
    ARRAY(struct btor2_sort) sorts;
    uint64_t elements; // of all arrays
    uint32_t id;       // of the line
};

// Where the word that was read last is.
struct diag_range btor2_here(const struct btor2_reading *);
// An error there; false.
bool btor2_fail(struct btor2_reading *, const char *message);
// The next word of the line; false at its end, or at a comment.
bool btor2_has_word(struct btor2_reading *);
// The same, where it is an error if there is none.
bool btor2_need_word(struct btor2_reading *, const char *what);
bool btor2_is_word(const struct btor2_reading *, const char *word);
bool btor2_to_number(struct btor2_reading *, uint32_t most, uint32_t *number);
bool btor2_read_number(struct btor2_reading *, const char *what, uint32_t most, uint32_t *number);

bool btor2_define(struct btor2_reading *, uint32_t id, enum btor2_id kind, size_t position);
bool btor2_read_sort(struct btor2_reading *, struct btor2_sort *);
bool btor2_read_operand(struct btor2_reading *, struct btor2_operand *);
const struct btor2_node *btor2_node_of(const struct btor2_reading *, struct btor2_operand);
// The symbol that ends a line; NULL if it has none.
const char *btor2_read_symbol(struct btor2_reading *);

// The digits of a constant that fits into the bits of its node.
bool btor2_read_constant(struct btor2_reading *, struct btor2_node *);

#endif
