#include "base/source.h"

#include <string.h>

#include "base/utf8.h"

void source_line(const struct source *source, size_t offset, size_t *start, size_t *end)
{
    size_t from = offset < source->length ? offset : source->length;
    size_t to = from;
    while (from > 0 && source->text[from - 1] != '\n')
        from--;
    while (to < source->length && source->text[to] != '\n')
        to++;
    if (to < source->length && to > from && source->text[to - 1] == '\r')
        to--;
    *start = from;
    *end = to;
}

struct source_place source_place(const struct source *source, size_t offset)
{
    if (offset > source->length)
        offset = source->length;
    struct source_place place = {.line = 1, .column = 1};
    size_t start = 0;
    for (size_t i = 0; i < offset; i++)
        if (source->text[i] == '\n') {
            place.line++;
            start = i + 1;
        }
    // A character counts from its first byte on: an offset into its middle is in the same column.
    uint32_t code;
    size_t at = start;
    while (at < offset) {
        at += utf8_decode(source->text + at, source->length - at, &code);
        if (at <= offset)
            place.column++;
    }
    return place;
}

size_t source_offset(const struct source *source, struct source_place place)
{
    size_t at = 0;
    for (size_t line = 1; line < place.line; line++) {
        const char *newline = at < source->length ? memchr(source->text + at, '\n', source->length - at) : NULL;
        if (!newline)
            return source->length;
        at = (size_t)(newline - source->text) + 1;
    }
    size_t start, end;
    uint32_t code;
    source_line(source, at, &start, &end);
    for (size_t column = 1; column < place.column && at < end; column++)
        at += utf8_decode(source->text + at, source->length - at, &code);
    return at;
}
