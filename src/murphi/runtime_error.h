// Run-time errors of Murphi: what can go wrong in a run, in words.
#ifndef COSET_MURPHI_RUNTIME_ERROR_H
#define COSET_MURPHI_RUNTIME_ERROR_H

#include "base/str.h"
#include "murphi/ast.h"

enum murphi_error_kind {
    MURPHI_ERROR_UNDEFINED,
    MURPHI_ERROR_UNDEFINED_HERE, // the same, where only rumur calls it one
    MURPHI_ERROR_RANGE,
    MURPHI_ERROR_ARGUMENT,
    MURPHI_ERROR_RESULT,
    MURPHI_ERROR_INDEX,
    MURPHI_ERROR_DIVISION,
    MURPHI_ERROR_TOO_LARGE,
    MURPHI_ERROR_ASSERTION,
    MURPHI_ERROR_STATEMENT,
    MURPHI_ERROR_NO_RESULT,
    MURPHI_ERROR_LOOP,
    MURPHI_ERROR_STEP,
    MURPHI_ERROR_RECURSION,
    MURPHI_ERROR_FULL,
    MURPHI_ERROR_ABSENT,
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
