// A cause in words, for messages and comparisons of tests.
#ifndef COSET_TESTS_CAUSE_TEXT_H
#define COSET_TESTS_CAUSE_TEXT_H

#include <stdio.h>

#include "report/cause_words.h"

struct cause_text {
    char at[1000];
};

static inline struct cause_text cause_text(struct cause cause)
{
    struct mem mem = MEM_UNLIMITED;
    struct str words = {0};
    struct cause_text text;
    cause_add_words(cause, &mem, &words);
    snprintf(text.at, sizeof text.at, "%s", str_text(&words));
    str_free(&mem, &words);
    return text;
}

#endif
