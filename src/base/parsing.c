#include "base/parsing.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

bool parsing_open(struct parsing *p, const struct source *source, uint32_t begin, struct diag *diag,
                  uint32_t most_depth)
{
    *p = (struct parsing){.source = source,
                          .begin = begin,
                          .diag = diag,
                          .whole = "file",
                          .most_depth = most_depth,
                          .last_error = UINT32_MAX};
    if (source->length < UINT32_MAX - begin)
        return true;
    diag_error(diag, (struct diag_range){source, DIAG_WHOLE, 0}, "the text is too large: there may be 4 GiB");
    return false;
}

bool parsing_goes_on(struct parsing *p)
{
    return !diag_is_full(p->diag) && diag_goes_on(p->diag, "the text");
}

// ---- Errors ---------------------------------------------------------------------------------------------------------

void parsing_error(struct parsing *p, struct span span, const char *format, ...)
{
    if (span.offset == p->last_error || diag_is_full(p->diag))
        return;
    p->last_error = span.offset;
    struct str text = {0};
    va_list arguments;
    va_start(arguments, format);
    str_vadd(p->diag->mem, &text, format, arguments);
    va_end(arguments);
    diag_error(p->diag, (struct diag_range){p->source, span.offset - p->begin, span.length}, "%s", str_text(&text));
    str_free(p->diag->mem, &text);
}

enum { SHOWN = 40 }; // bytes of a token in a message

void *parsing_fail(struct parsing *p, enum parsing_found found, struct span span, const char *expected,
                   const char *advice)
{
    const char *text = p->source->text + (span.offset - p->begin);
    if (found == PARSING_FOUND_BAD) // the lexer has said what is wrong with it
        p->last_error = span.offset;
    else if (found == PARSING_FOUND_END)
        parsing_error(p, span, "expected %s, found the end of the %s", expected, p->whole);
    else if (span.length > SHOWN)
        parsing_error(p, span, "expected %s, found \"%.*s...\"", expected, SHOWN, text);
    else
        parsing_error(p, span, "expected %s, found \"%.*s\"%s", expected, (int)span.length, text, advice);
    return NULL;
}

void *parsing_fail_token(struct parsing *p, enum parsing_found found, struct span span, const char *text,
                         const char *advice)
{
    char expected[32] = "\"";
    strncat(strncat(expected, text, sizeof expected - 3), "\"", 2);
    return parsing_fail(p, found, span, expected, advice);
}

// ---- Words that were meant ------------------------------------------------------------------------------------------

const char *parsing_word_at(const struct parsing *p, struct span span, char word[PARSING_WORD])
{
    uint32_t length = span.length < PARSING_WORD ? span.length : 0;
    memcpy(word, p->source->text + (span.offset - p->begin), length);
    word[length] = '\0';
    return word;
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

const char *parsing_word_before(const struct parsing *p, char word[PARSING_WORD])
{
    uint32_t start = p->end;
    while (start > p->begin && is_of_word(p->source->text[start - p->begin - 1]))
        start--;
    return parsing_word_at(p, (struct span){start, p->end - start}, word);
}

// ---- Depth ----------------------------------------------------------------------------------------------------------

bool parsing_allows(struct parsing *p, uint32_t depth, uint32_t at)
{
    if (depth < p->most_depth)
        return true;
    parsing_error(p, (struct span){at, 1}, "this is nested too deeply: there may be %u levels", p->most_depth);
    return false;
}

bool parsing_enter(struct parsing *p, uint32_t at)
{
    return parsing_allows(p, p->depth++, at);
}

void parsing_leave(struct parsing *p)
{
    p->depth--;
}
