// What the model's tests share: dice, and random expressions as trees with a reference of their own.
//
// The judge of expressions is `tree_eval`: it works on the tree as it was made, with 128-bit integers and single bits,
// and knows nothing of folding, sharing, or the evaluator.
#ifndef COSET_TESTS_MODEL_EXPRESSION_TREE_H
#define COSET_TESTS_MODEL_EXPRESSION_TREE_H

#include "../dice.h"
#include "../unit.h"

#include "model/eval.h"
#include "model/model.h"

#if defined(__SANITIZE_ADDRESS__) || defined(COSET_STRESS)
#    define SLOW true
#else
#    define SLOW false
#endif

// So many in the release build, fewer where each costs more.
static inline int rounds(int release)
{
    return SLOW ? (release + 3) / 4 : release;
}

// ---- Dice -----------------------------------------------------------------------------------------------------------

// Words of all shapes: random bits, few bits, nearly all, near zero.
static inline value dice_word(struct dice *dice, unsigned width)
{
    uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, bits = dice_next(dice);
    switch (dice_roll(dice, 5)) {
    case 0:
        bits = bits % 4;
        break;
    case 1:
        bits = ~(bits % 4);
        break;
    case 2:
        bits = UINT64_C(1) << bits % width;
        break;
    default:
        break;
    }
    return (value)(bits & mask);
}

// ---- Trees ----------------------------------------------------------------------------------------------------------

struct kind {
    enum type_kind kind; // boolean, integer or word
    unsigned width;
    bool is_signed;
};

#define KIND_BOOLEAN ((struct kind){TYPE_BOOLEAN, 0, false})
#define KIND_INTEGER ((struct kind){TYPE_INTEGER, 0, false})

static inline struct kind kind_word(unsigned width, bool is_signed)
{
    return (struct kind){TYPE_WORD, width, is_signed};
}

struct tree {
    enum op op; // OP_CELL for a leaf
    struct kind kind;
    int leaf;
    unsigned low; // of extract
    int count;
    struct tree *args[4];
};

struct leaf {
    struct kind kind;
    value low, high; // of an integer
    value value;
    cell_id cell;
};

#define MOST_LEAVES 512
#define MOST_TREES 8000

struct forest {
    struct dice dice;
    struct leaf leaves[MOST_LEAVES];
    int leaf_count;
    struct tree trees[MOST_TREES];
    int tree_count;
};

struct outcome {
    bool defined;
    value value;
};

void forest_clear(struct forest *);
struct tree *tree_random(struct forest *, struct kind, int depth);
void leaves_roll(struct forest *); // new values
struct outcome tree_eval(const struct forest *, const struct tree *);

// One operation on operands of the given kinds, by the reference.
struct outcome reference(enum op, struct kind result, unsigned low, int count, const struct kind *, const value *);

enum leaves_as { LEAVES_AS_CELLS, LEAVES_AS_NEXT, LEAVES_AS_CONSTANTS };
type_id kind_type(struct model *, struct kind, value low, value high);
void forest_add_cells(struct forest *, struct model *);
expr tree_build(struct forest *, struct model *, const struct tree *, enum leaves_as);
void leaves_bind(const struct forest *, value *state);

#endif
