// The Murphi front end: from the text of a model to a checked tree (ast.h). The language is that of CMurphi 5.4 and of
// rumur taken together, without real numbers; what is added to it is said here.
//
// - `ring(N)` is a type of N elements in a circle. They can be compared for equality, `succ(i)` and `pred(i)` give the
//   neighbours, and arrays can be indexed by them. Whatever holds of scalarsets otherwise holds of rings.
// - `ctl "name" f;` and `ltl "name" f;` stand among the rules and are properties. Their formulas are made of boolean
//   expressions, `! & | -> <->`, forall and exists, and AG AF AX EG EF EX, A [f U g], E [f U g] and the same with W and
//   R; or G F X, U V R W, and of the past O H Y Z, S T. The words are capital letters, and names everywhere else.
// - Words that only one of the two tools reserves (choose, multiset, cover, ...) are words where they make sense and
//   names elsewhere.
// - `a ? b : c ? d : e` needs no parentheses. A trailing comma does no harm in lists.
//
// Where the tools differ: a number that begins with 0 is octal, as in rumur. Names can be used only behind their
// declaration, sections may come in any order. Functions may call themselves.
#ifndef COSET_MURPHI_MURPHI_H
#define COSET_MURPHI_MURPHI_H

#include "murphi/ast.h"
#include "murphi/parser.h"
#include "murphi/typecheck.h"

// Opens the tree, parses and checks. `overrides` may be NULL if there are none. False if there was an error; the tree
// must be closed in any case (murphi_tree_close). `source` is borrowed until then.
bool murphi_read_tree(struct murphi_tree *, const struct source *, const struct murphi_override *overrides,
                      size_t override_count, struct mem *, struct diag *);

#endif
