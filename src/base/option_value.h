// The values of options: from text to the caller's struct, with the errors that a user sees. Only the option modules
// include this.
#ifndef COSET_BASE_OPTION_VALUE_H
#define COSET_BASE_OPTION_VALUE_H

#include <stdbool.h>

#include "base/options.h"

// How a flag is switched.
#define OPTION_VALUE_ON "on"
#define OPTION_VALUE_OFF "off"

// Sets the option's member, or adds to `error` what is wrong with the text and leaves the member alone.
bool option_value_set(const struct option *, void *values, const char *text, struct mem *, struct str *error);

// Sets the default; false when the table itself is wrong.
bool option_value_set_initial(const struct option *, void *values);

// What help calls the value.
const char *option_value_argument(const struct option *);

// Adds the words of a choice as in "a, b or c".
void option_value_add_choices(const struct option *, struct mem *, struct str *out);

#endif
