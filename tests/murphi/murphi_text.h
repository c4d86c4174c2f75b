// What the tests of the Murphi front end share: read a text, and see the tree and the messages as text.
#ifndef COSET_TESTS_MURPHI_MURPHI_TEXT_H
#define COSET_TESTS_MURPHI_MURPHI_TEXT_H

#include "../unit.h"

#include "murphi/murphi.h"
#include "murphi/print.h"

struct reading {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    bool good;
};

void reading_open(struct reading *, const char *text, size_t length, const struct murphi_override *, size_t count);
void reading_close(struct reading *); // and nothing is left

// What was parsed or checked, a line for each declaration, function and rule.
void reading_dump(const struct murphi_tree *, struct mem *, struct str *out);
void reading_dump_stmts(const struct murphi_stmt *, struct mem *, struct str *out);
// One line for each message: `3:14 error: unknown name`.
void reading_messages(const struct diag *, struct mem *, struct str *out);
// One line for each obstacle: `3 Proc: the effect of ...`.
void reading_obstacles(const struct murphi_tree *, struct mem *, struct str *out);

// The text is good, without a warning, and looks like this.
void assert_reads(const char *text, const char *dump);
// The body of a start state, in a model with variables of many types (see murphi.c), is good and looks like this.
void assert_body(const char *body, const char *dump);
// The same, and there are these messages; their lines count from that of the body.
void assert_body_complains(const char *body, const char *messages);
// The text gives these messages; it is refused if there is an error among them.
void assert_complains(const char *text, const char *messages);
// The same with a constant given from outside.
void assert_overridden(const char *text, const char *name, const char *value, const char *messages, const char *dump);
void assert_obstacles(const char *text, const char *obstacles);

#endif
