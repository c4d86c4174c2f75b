// Run-time errors of Murphi: what can go wrong in a run, in words.
#ifndef COSET_MURPHI_RUNTIME_ERROR_H
#define COSET_MURPHI_RUNTIME_ERROR_H

#include "base/str.h"
#include "murphi/ast.h"

enum murphi_error_kind {
    FAULT_UNDEFINED,
    FAULT_UNDEFINED_HERE, // the same, where only rumur calls it one
    FAULT_RANGE,
    FAULT_ARGUMENT,
    FAULT_RESULT,
    FAULT_INDEX,
    FAULT_DIVISION,
    FAULT_TOO_LARGE,
    FAULT_ASSERTION,
    FAULT_ERROR,
    FAULT_NO_RESULT,
    FAULT_LOOP,
    FAULT_STEP,
    FAULT_RECURSION,
    FAULT_FULL,
    FAULT_ABSENT,
};

struct murphi_error {
    enum murphi_error_kind kind;
    struct span span;
    const struct murphi_expr *expr; // what it is about, or NULL
    const struct symbol *symbol;    // a text or a name that belongs to it, or NULL
};

// `where`: the rule, start state or property.
void murphi_error_text(const struct murphi_tree *, const struct murphi_error *, const char *where, struct mem *,
                       struct str *);

#endif
