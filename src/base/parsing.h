// What parsers have in common, whatever their language: where they are, errors, and the depth of the recursion. What is
// a token is a matter of the language.
//
// No second error is reported at the same place, and when no more errors are kept there is nothing to gain from reading
// on.
#ifndef COSET_BASE_PARSING_H
#define COSET_BASE_PARSING_H

#include <stdint.h>

#include "base/diag.h"

struct span {
    uint32_t offset, length; // bytes
};

struct parsing {
    const struct source *source;
    struct diag *diag;
    uint32_t begin;      // the place of its first byte: those of several texts may be counted through
    const char *whole;   // what ends where the text does: "file", "formula"
    uint32_t end;        // where the token before the one that is looked at ended
    uint32_t depth;      // of the recursion
    uint32_t most_depth; // of it, and of what is made
    uint32_t last_error; // where
};

// False, with an error, if there are not so many places.
bool parsing_open(struct parsing *, const struct source *, uint32_t begin, struct diag *, uint32_t most_depth);

static inline struct diag_range span_range(const struct source *source, struct span span)
{
    return (struct diag_range){source, span.offset, span.length};
}

// From `start` to the end of the last token that was consumed.
static inline struct span parsing_span(const struct parsing *p, uint32_t start)
{
    return (struct span){start, p->end > start ? p->end - start : 0};
}

// Asked before each token: false, and the text ends here.
bool parsing_goes_on(struct parsing *);

void parsing_error(struct parsing *, struct span, const char *format, ...) __attribute__((format(printf, 3, 4)));

// "expected ..., found ...", with an advice behind it or "". What is found is a token, the end of the text, or
// something that the lexer has complained about. NULL.
enum parsing_found { PARSING_FOUND_TOKEN, PARSING_FOUND_END, PARSING_FOUND_BAD };
void *parsing_fail(struct parsing *, enum parsing_found, struct span, const char *expected, const char *advice);
// The same where a certain token is expected, which is written like this.
void *parsing_fail_token(struct parsing *, enum parsing_found, struct span, const char *text, const char *advice);

// The word right before the one that is looked at, or "": letters, digits and the like that end where the last token
// did.
enum { PARSING_WORD = 64 }; // bytes, with the one that ends it; what is longer is none
const char *parsing_word_before(const struct parsing *, char word[PARSING_WORD]);
// The text that the span is about, if it is as short.
const char *parsing_word_at(const struct parsing *, struct span, char word[PARSING_WORD]);

// The depth of the recursion is limited; false, with an error, when it is reached. Each enter has its leave, also then.
bool parsing_enter(struct parsing *, uint32_t at);
void parsing_leave(struct parsing *);
// Whether something above what is so deep may be made; if not, with an error.
bool parsing_allows(struct parsing *, uint32_t depth, uint32_t at);

#endif
