// What is in a model, for people, before anything is searched.
#ifndef COSET_REPORT_MODEL_TEXT_H
#define COSET_REPORT_MODEL_TEXT_H

#include <gmp.h>

#include "base/str.h"
#include "model/model.h"

// Variables with their types and bits, the number of possible states, and classes of components.
void report_text_variables(const struct model *, struct mem *, struct str *out);
// Definitions, constraints, actions, fairness and properties.
void report_text_behaviour(const struct model *, struct mem *, struct str *out);

// How many values the variables can have together, whether or not these are reached. The number is initialised.
void report_count_states(const struct model *, mpz_t count);

#endif
