// What the two files of the PSL parser share.
#ifndef COSET_SMV_PARSE_PSL_H
#define COSET_SMV_PARSE_PSL_H

#include "smv/parse.h"

// ---- parse_psl.c ----------------------------------------------------------------------------------------------------

struct smv_expr *parse_psl_expr(struct parser *);

// ---- parse_sere.c; the first three are called at a `{` --------------------------------------------------------------

struct smv_expr *parse_psl_braces(struct parser *);   // a sequence, or a set if there is a comma
struct smv_expr *parse_psl_sequence(struct parser *); // a sequence only; reports where there is no `{`
struct smv_expr *parse_psl_set(struct parser *);      // a set only
struct smv_expr *parse_psl_count(struct parser *);    // `3`, `n`, `1:3`, `1:inf`

#endif
