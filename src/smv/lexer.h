// From text to tokens. Comments and white space are left out; what is no token is reported, once for a run of it, and
// becomes one SMV_TOKEN_BAD, so that the parser need not complain again.
//
// An identifier may contain `-`: `a-b` is one name, as in NuSMV. There, `a->b` is the name `a-` followed by `>`, which
// nobody means; here it is an implication, with a warning.
//
// PSL has words of its own (`always`, `until!`), which are names elsewhere. Who reads a PSL formula sets `psl`.
#ifndef COSET_SMV_LEXER_H
#define COSET_SMV_LEXER_H

#include "smv/ast.h"

enum smv_token_kind {
    SMV_TOKEN_END,
    SMV_TOKEN_BAD,
    SMV_TOKEN_NAME,    // symbol
    SMV_TOKEN_INTEGER, // number
    SMV_TOKEN_WORD,    // word
#define SMV_TOKEN(name, text) SMV_TOKEN_##name,
#include "smv/tokens.inc.h"
#undef SMV_TOKEN
    SMV_TOKENS
};

struct smv_token {
    enum smv_token_kind kind;
    struct span span;
    bool strong, inclusive; // words of PSL: written with `!`, with `_`
    union {
        const struct symbol *symbol;
        int64_t number;
        struct {
            uint64_t bits;
            uint8_t width;
            bool is_signed;
            uint8_t radix;
        } word;
    };
};

struct smv_lexer {
    struct smv_tree *tree; // owns the symbols
    const struct source *source;
    struct diag *diag;
    uint32_t at;
    bool psl;
};

// The source must be shorter than 4 GiB.
struct smv_token smv_lex(struct smv_lexer *);

// How a kind of token is written, and NULL for those that have no text of their own.
const char *smv_token_text(enum smv_token_kind);

#endif
