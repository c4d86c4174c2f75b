// Formulas as the Model Checking Contest writes them: a <property-set> of properties, each with an id and a formula
// about numbers of tokens and transitions that can fire. They are read into trees, whose names are those of a net.
//
// Paths are maximal: they end where no transition can fire. So no path goes on from a deadlock: EX is false there, and
// AX true. Linear time takes an execution that ends for one that stays in its last marking.
#ifndef COSET_PNML_MCC_FORMULA_H
#define COSET_PNML_MCC_FORMULA_H

#include "pnml/net.h"

enum mcc_op {
    MCC_TRUE,
    MCC_FALSE,
    MCC_LE,       // one sum is at most another
    MCC_FIREABLE, // some of the transitions can fire
    MCC_DEADLOCK, // none of the net can
    MCC_NOT,
    MCC_AND,
    MCC_OR,
    MCC_A, // of branching time: one of the four below, on all paths
    MCC_E,
    MCC_X,
    MCC_F,
    MCC_G,
    MCC_U,
};

// Tokens of all colours in some places, or a constant.
struct mcc_sum {
    const uint32_t *places; // one may be there several times
    size_t count;
    int64_t constant;
};

struct mcc_formula {
    enum mcc_op op;
    const struct mcc_formula *operands[2];
    struct mcc_sum left, right;  // of MCC_LE
    const uint32_t *transitions; // of MCC_FIREABLE
    size_t transition_count;
};

struct mcc_property {
    const char *id;
    const struct mcc_formula *formula; // NULL: the most tokens of `bound` are asked for
    bool is_linear;                    // the formula is of linear time: it is asked of all paths
    struct mcc_sum bound;
};

struct mcc_properties {
    struct arena arena;
    ARRAY(struct mcc_property) at;
};

// Reads the properties of the text, which are of linear or of branching time. False with the reason among the
// diagnostics; it must be closed in any case.
bool mcc_properties_read(struct mcc_properties *, const struct net *, bool is_linear, const struct source *,
                         struct mem *, struct diag *);
void mcc_properties_close(struct mcc_properties *, struct mem *);

// There is no operator of time in it.
bool mcc_is_state_formula(const struct mcc_formula *);
struct mcc_formula *mcc_make(struct arena *, enum mcc_op, const struct mcc_formula *, const struct mcc_formula *);

#endif
