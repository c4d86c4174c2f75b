// From text to a tree that is not checked yet.
#ifndef COSET_MURPHI_PARSER_H
#define COSET_MURPHI_PARSER_H

#include "murphi/ast.h"

// Parses tree->source into an empty tree. False if there was an error; the tree holds what could be read then.
bool murphi_parse(struct murphi_tree *, struct diag *);

#endif
