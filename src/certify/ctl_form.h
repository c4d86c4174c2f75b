// Formulas of branching time as a proof object: *labels*, numbers of states from which the truth of each subformula can
// be seen by looking at a state and its successors only.
//
// A formula is brought into a form with few operators first: conditions, not, and, xor, EX, EU, EG. Paths are infinite
// and fair: EX a asks for a successor with a that is *fair* (it has a fair path, EG true), EU a b for a fair state with
// b. Bounded operators are unrolled. Then for each state s:
//
//   EU a b  0: false. Not (b and fair) here, and not a here or no successor has a number.
//           n > 0: true. n = 1: b and fair here. n > 1: a here, and a successor has a number m with 0 < m < n.
//   EG a    0: true. a here, and a successor is 0. With justice conditions J1 ... Jk there is a number for each: 1
//           where Ji is true, and else more than that of some successor that is 0.
//           n > 0: false. Not a here; or all successors have numbers m with 0 < m < n, or m = n and the same *missing*
//           condition, which is false here.
//
// Each is enough: numbers cannot fall forever. For EG that is false, a path on which a is true forever would have a
// number that stays the same from some state on, and there the missing condition would never be true again.
// (Namjoshi, "Certifying model checkers", CAV 2001, has such ranks for the mu-calculus.)
#ifndef COSET_CERTIFY_CTL_FORM_H
#define COSET_CERTIFY_CTL_FORM_H

#include "base/array.h"
#include "model/model.h"

struct ctl_node {
    enum ctl_op {
        CTL_ATOM,
        CTL_NOT,
        CTL_AND,
        CTL_XOR,
        CTL_EX,
        CTL_EU,
        CTL_EG,
    } op;
    expr atom;
    uint32_t args[2]; // numbers of nodes before it
};

#define CTL_TRUE 0 // the node that is true
#define CTL_FAIR 1 // the node of fair states

struct ctl_form {
    ARRAY(struct ctl_node) nodes;
    uint32_t root;
    size_t justice; // how many justice conditions there are
};

// Why a list of states says nothing about justice; NULL if it does.
const char *certify_unfit_justice(const struct model *);

// False, with the reason, if the formula has operators for which there are no labels.
bool ctl_form_open(struct ctl_form *, const struct model *, formula, struct mem *, const char **error);
void ctl_form_close(struct ctl_form *, struct mem *);

// How many numbers a state has for a node: one; with justice, for EG, one more for the missing condition, and one for
// each condition.
size_t ctl_arrays(const struct ctl_form *, uint32_t node);

#endif
