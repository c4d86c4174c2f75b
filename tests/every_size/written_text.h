// Random small models in more of the words that people use for protocols: nodes that are records of records, messages
// with senders and data, functions, procedures with `var`, aliases, `switch` over states and over who holds something,
// `clear`, what is undefined, counters of a few numbers, fairness; names of literals that are those of elements too,
// unions of these, a second scalarset of fixed size or of any, ranges that are used like scalarsets beside numbers.
#ifndef COSET_TESTS_EVERY_SIZE_WRITTEN_TEXT_H
#define COSET_TESTS_EVERY_SIZE_WRITTEN_TEXT_H

#include "../dice.h"
#include "base/str.h"

void written_text(struct dice *, struct mem *mem, struct str *out);

#endif
