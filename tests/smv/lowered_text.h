// What the tests of meaning share: lower a text, and see the model and the messages as text.
#ifndef COSET_TESTS_SMV_LOWERED_TEXT_H
#define COSET_TESTS_SMV_LOWERED_TEXT_H

#include "syntax.h"

#include "model/eval.h"
#include "smv/smv.h"

struct lowering {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct smv *smv; // NULL if there was an error
};

// The model is refused, or one of its properties is wrong.
bool lowering_is_rejected(const struct lowering *);
void lowering_open(struct lowering *, const char *text, size_t length);
void lowering_close(struct lowering *); // and nothing is left

void show_type(struct mem *, const struct model *, type_id, struct str *);
void show_expr(struct mem *, const struct model *, expr, struct str *);
void show_formula(struct mem *, const struct model *, formula, struct str *);
// One line for each cell, part, action and property.
void show_model(struct mem *, const struct model *, struct str *);

// The text means this model, without any message.
void assert_means(const char *text, const char *model);

// The same with some messages that are no errors.
void assert_means_with(const char *text, const char *messages, const char *model);

// The text gives these messages, among them an error.
void assert_rejected(const char *text, const char *messages);

// In a main module with these declarations, the expression is this one of the model. It must be a truth value.
void assert_lowers(const char *declarations, const char *condition, const char *shown);

// In a main module with these declarations, the INVARSPEC gives these messages.
void assert_condition_rejected(const char *declarations, const char *condition, const char *messages);

#endif
