// Expressions and formulas back to text, the way NuSMV shows them in its verdicts, since that is how people and scripts
// find a property again: `AG (p -> AF q)`. Both styles parse back to the same tree, but for sets, which NuSMV shows as
// unions.
#ifndef COSET_SMV_PRINT_H
#define COSET_SMV_PRINT_H

#include "base/str.h"
#include "smv/ast.h"

enum smv_print_style {
    SMV_PRINT_NUSMV, // as NuSMV does, with its blanks and parentheses: ` G ( F p)`, `A [ p U q ] `
    SMV_PRINT_FULL,  // every operator in parentheses, for tests of precedence
};

void smv_print(struct mem *, struct str *, const struct smv_expr *, enum smv_print_style);

// The word or sign of an operator of PSL or of sequences: "next_event" (print_psl.c).
const char *smv_psl_word(enum smv_op);

#endif
