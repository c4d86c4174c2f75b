// The judge of proofs for every size: from a checked Murphi tree, straight to obligations in SMT-LIB 2.
//
// Classes of components, which are scalarsets or ranges used like them, have any size: each is an uninterpreted sort. A
// proof is a list of invariants. They are inductive, and imply a property, if a solver answers `unsat` to every
// `(check-sat)` of the script:
// - each start state establishes each invariant,
// - all invariants together imply each property,
// - each rule, from a state that satisfies all invariants, keeps each of them,
// - and, if asked for, no start state and no rule has a run-time error,
// - and all invariants together imply that some rule has a step.
// Then the property holds for every size of the classes, for every state that can be reached satisfies the invariants.
//
// Nothing is shared with the lowering of a tree to a model of fixed size, nor with what finds the proof: the layers see
// to that. What is not covered is refused, with its place and a reason; docs/every-size.md lists it.
#ifndef COSET_SMTLIB_SMTLIB_H
#define COSET_SMTLIB_SMTLIB_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/str.h"
#include "murphi/ast.h"

// A type whose values are the components of a class: a scalarset, or a range. Types with the same number are one class.
struct smtlib_class {
    const struct murphi_type *type;
    uint32_t number;
};

struct smtlib_proof {
    const struct murphi_tree *tree;     // checked without an error; also what was read besides the file
    const struct smtlib_class *classes; // of any size; other classes have the size that the tree says
    size_t class_count;
    const struct murphi_rule *const *invariants; // MURPHI_INVARIANT: the proof
    size_t invariant_count;
    const struct murphi_rule *const *properties; // what is proved: invariants, also as AG and G
    size_t property_count;
    bool undefined_ids;  // as CMurphi has it: an undefined id may be compared, `x := y` copies an undefined y
    bool no_error;       // that there is no run-time error is to be proved, too
    bool no_deadlock;    // the same: that some rule has a step which changes the state,
    bool may_stutter;    // or leaves it as it is
    uint64_t least_size; // each class has at least so many elements; 0 is the same as 1
};

// Adds the script to `out`, and counts its obligations. False, with an error at its place, if something is not covered;
// `out` is of no use then.
bool smtlib_write(const struct smtlib_proof *, struct mem *, struct diag *, struct str *out, size_t *obligations);

#endif
