// From text to tokens. Comments and white space are left out; what is no token is reported, once for a run of it, and
// becomes one MURPHI_TOKEN_BAD, so that the parser need not complain again.
//
// Only those words are reserved that both CMurphi and rumur reserve, and `endchoose`. The others (`choose`, `multiset`,
// `cover`, `ring`, `AG`, ...) are names here; the parser knows them where they mean something.
#ifndef COSET_MURPHI_LEXER_H
#define COSET_MURPHI_LEXER_H

#include "murphi/ast.h"

enum murphi_token_kind {
    MURPHI_TOKEN_FILE_END,
    MURPHI_TOKEN_BAD,
    MURPHI_TOKEN_NAME,   // symbol
    MURPHI_TOKEN_STRING, // symbol
    MURPHI_TOKEN_NUMBER, // number
#define MURPHI_TOKEN(name, text) MURPHI_TOKEN_##name,
#include "murphi/tokens.inc.h"
#undef MURPHI_TOKEN
    MURPHI_TOKENS
};

struct murphi_token {
    enum murphi_token_kind kind;
    struct span span;
    const struct symbol *symbol;
    int64_t number;
};

struct murphi_lexer {
    struct murphi_tree *tree; // owns the symbols
    struct murphi_text text;  // that is read, one of the tree's
    struct diag *diag;
    uint32_t at; // a place of the tree: at first, the text's
};

struct murphi_token murphi_lex(struct murphi_lexer *);

// How a kind of token is written, and NULL for those that have no text of their own.
const char *murphi_token_text(enum murphi_token_kind);

#endif
