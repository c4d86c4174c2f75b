// What the tests of the SMV parser share: parse a text, and see the tree and the messages as text.
#ifndef COSET_TESTS_SMV_SYNTAX_H
#define COSET_TESTS_SMV_SYNTAX_H

#include "../unit.h"

#include "smv/parser.h"
#include "smv/print.h"

struct syntax {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct smv_tree tree;
    bool good; // what smv_parse said
};

void syntax_open(struct syntax *, const char *text, size_t length); // parses
void syntax_close(struct syntax *);                                 // and nothing is left

// One line for each declaration, with expressions in full parentheses.
void syntax_dump(struct syntax *, struct str *out);

// One line for each message: `3:14 error: unknown name`.
void syntax_messages(const struct diag *, struct mem *, struct str *out);

// The text parses, without a warning, and its declarations look like this.
void assert_declares(const char *text, const char *dump);

// The text gives these messages; errors if there is an error among them.
void assert_complains(const char *text, const char *messages);

// A formula, printed. Without messages.
void assert_prints(enum smv_decl_kind, enum smv_print_style, const char *text, const char *printed);

// A formula that is wrong.
void assert_wrong(enum smv_decl_kind, const char *text, const char *messages);

#endif
