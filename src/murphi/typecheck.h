// From a tree that was parsed to one that means something: names, types, constants, and what may stand where.
#ifndef COSET_MURPHI_TYPECHECK_H
#define COSET_MURPHI_TYPECHECK_H

#include "murphi/ast.h"

// A constant of the model that gets another value than the file says: a number, true, false, or the name of a member of
// the enumeration that the constant belongs to.
struct murphi_override {
    const char *name, *value;
};

// Checks a tree that was parsed without an error. False if there was an error.
bool murphi_check(struct murphi_tree *, const struct murphi_override *, size_t count, struct diag *);

#endif
