// Models for the tests of this room, from text.
#ifndef COSET_TESTS_EXPLORE_TEXT_MODEL_H
#define COSET_TESTS_EXPLORE_TEXT_MODEL_H

#include "../unit.h"

#include "base/diag.h"
#include "base/random.h"
#include "base/str.h"
#include "model/eval.h"
#include "murphi/lower.h"
#include "smv/smv.h"

struct text_model {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct smv *smv;
    struct murphi_tree tree;
    struct model *model;
};

void open_smv(struct text_model *, const char *text);
void open_murphi(struct text_model *, const char *text);
void close_model(struct text_model *); // nothing may be left
expr smv_condition(struct text_model *, struct source *, const char *text);

// A small SMV model by chance: four variables of 0..2 and an input.
void add_random_model(struct mem *, uint64_t *random, struct str *out);
void add_random_condition(struct mem *, uint64_t *random, bool of_step, struct str *out);

// All combinations of values of the state variables (inputs: their first value), one after the other; false at the end.
void first_state(const struct model *, value *state);
bool next_state(const struct model *, value *state, bool inputs);

// Whether there are inputs with which the step is one that obeys a condition (EXPR_NONE: any step).
bool is_step(struct evaluator *, const struct model *, const value *now, const value *next, expr condition);

extern const char mutex_text[]; // in Murphi: three processes that pass a token, and are all alike
extern const char twins_text[]; // in SMV: three identical counters

#endif
