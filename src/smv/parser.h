// From text to a syntax tree: recursive descent, with precedence climbing for operators. What is wrong goes to the
// diagnostics; the parser goes on behind the next `;`, at the next section or at the next module, so that it finds more
// than one mistake at a time. Time and memory are linear in the text.
#ifndef COSET_SMV_PARSER_H
#define COSET_SMV_PARSER_H

#include "smv/ast.h"

// Fills an open tree from its source. Says whether there was no error; with errors, the tree holds what could be read.
bool smv_parse(struct smv_tree *, struct diag *);

// Reads one formula (for a property that is not in the file) from a source of its own, which must outlive the tree.
// The kind is one of SMV_SPEC, SMV_INVARSPEC, SMV_LTLSPEC, SMV_PSLSPEC, SMV_COMPUTE, SMV_CTLSTARSPEC. A `;` at the end
// is allowed. The declaration belongs to the tree but to no module of it; NULL if there was an error.
struct smv_decl *smv_parse_formula(struct smv_tree *, const struct source *, enum smv_decl_kind, struct diag *);

#endif
