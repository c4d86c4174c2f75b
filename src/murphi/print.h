// Expressions and types back to text, as one would write them: with as few parentheses as needed, on one line. What is
// printed reads the same again (a type with a name is its name). Names of quantifiers and aliases stay as they are.
#ifndef COSET_MURPHI_PRINT_H
#define COSET_MURPHI_PRINT_H

#include "base/str.h"
#include "murphi/ast.h"

void murphi_print(struct mem *, struct str *out, const struct murphi_expr *);
void murphi_print_type(struct mem *, struct str *out, const struct murphi_type *);
void murphi_print_written_type(struct mem *, struct str *out, const struct murphi_type_expr *);
void murphi_print_binder(struct mem *, struct str *out, const struct murphi_binder *); // `i: T`, `i := 1 to 3`, `x: e`

// A value of a simple type: `true`, `3`, `Idle`, and `Proc_2` for the second element of scalarset or ring Proc; these
// count from 1, as in CMurphi. For one without a name, it is `scalarset_2`. Where something else has such a name, it is
// `Proc_2'`.
void murphi_print_value(struct mem *, struct str *out, const struct murphi_type *, int64_t value);

const char *murphi_element_word(const struct murphi_type *); // of a scalarset or ring, `Proc`

const char *murphi_keyword_of(enum murphi_rule_kind); // `assume`
const char *murphi_word_for(enum murphi_rule_kind);   // in messages: `assumption`

#endif
