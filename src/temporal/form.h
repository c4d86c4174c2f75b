// Temporal formulas by few operators: conditions, not, and, next, until, and the same of the past; or with E before
// each of them. A *reference* to a node is twice its number, plus 1 if it is negated: F, G, or, release, A and all the
// others are made of these. Bounded operators are unrolled.
//
// A formula of branching time has a *branching* form if each operator on paths has an A or E of its own.
//
// It has a *linear* form if whenever it fails, a single path shows it (trace/refutability.h): then all fair paths
// satisfy what is left without A and E only if it holds. Compassion is said by the linear form: either it holds, or the
// path is unfair.
//
// In a branching form paths are infinite and fair, and values of subformulas count only in states with a fair path.
#ifndef COSET_TEMPORAL_FORM_H
#define COSET_TEMPORAL_FORM_H

#include "base/array.h"
#include "model/model.h"

struct form_node {
    enum form_op {
        FORM_ATOM,
        FORM_AND,
        FORM_NEXT,
        FORM_UNTIL,
        FORM_YESTERDAY, // of the past: false in the first state
        FORM_SINCE,
        FORM_SOME_NEXT, // E of next, until, always: of branching forms
        FORM_SOME_UNTIL,
        FORM_SOME_ALWAYS,
    } op;
    expr atom;
    uint32_t args[2]; // references to nodes before it; of one operand twice the same
};

#define FORM_TRUE 0
#define FORM_FALSE 1
#define FORM_FAIR 2 // of a branching form: E always true

struct form {
    struct mem *mem;
    struct model *model; // which gets more expressions
    ARRAY(struct form_node) nodes;
    uint32_t root;
    bool is_linear;
    size_t unrolled;
};

// Whether properties of this kind are formulas: of branching or linear time, or both.
bool property_kind_is_temporal(enum property_kind);

// Of a conjunct of a property. False, with the reason, if it has no such form; form_close is due all the same.
bool form_open(struct form *, struct model *, const struct property *, formula conjunct, bool is_linear, struct mem *,
               const char **error);
void form_close(struct form *);

// Whether a conjunct is seen to be true of all models, as AG EX true is: its form is plainly true.
bool form_is_valid(struct model *, const struct property *, formula conjunct, struct mem *);

bool form_is_about_states(const struct model *, expr); // not about inputs or next values
// Why a list of states says nothing about such a formula, or justice; NULL if it does.
const char *form_unlisted(const struct form *);

#endif
