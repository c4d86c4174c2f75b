// From text to a tree that is not checked yet.
#ifndef COSET_MURPHI_PARSER_H
#define COSET_MURPHI_PARSER_H

#include "murphi/ast.h"

// Parses tree->source into an empty tree. False if there was an error; the tree holds what could be read then.
bool murphi_parse(struct murphi_tree *, struct diag *);

// Parses one more text, which is a property of this kind without its first word, or a symmetry; it is borrowed as long
// as the tree lives. The tree must have been parsed and not yet checked. False if there was an error; the tree is as it
// was then.
bool murphi_parse_property(struct murphi_tree *, const struct source *, enum murphi_rule_kind, struct diag *);
// The same for a formula of any logic. `diag` is opened here; the caller closes it.
bool murphi_parse_formula(struct murphi_tree *, const struct source *, struct mem *, struct diag *);
bool murphi_parse_symmetry(struct murphi_tree *, const struct source *, struct diag *);

// Makes all rings of a tree scalarsets before it is checked: in rules, neighbours of parameters become any elements
// (relax_rings.c). False if there are others; the tree is of no use then.
bool murphi_relax_rings(struct murphi_tree *);
// Has loops of start states over the type whose range begins there, or over others that are declared as ranges, too,
// leave any element in a variable instead of the last one (relax_loops.c), before the tree is checked.
void murphi_relax_loops(struct murphi_tree *, uint32_t range_at, bool others);
// Whether there are such loops over a declared range.
bool murphi_keeps_last(const struct murphi_tree *);

#endif
