#include "base/source.h"

#include <string.h>

#include "base/utf8.h"

size_t source_line_rest(const char *text, size_t length)
{
    size_t count = 0;
    while (count < length && text[count] != '\n' && text[count] != '\r')
        count++;
    return count;
}

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

// Texts of rules ask for very many places. So bytes are compared many at a time, and counted in bytes, which hold 255.
static size_t lines_before(const char *text, size_t count)
{
    size_t lines = 0;
    for (size_t from = 0; from < count;) {
        size_t end = count - from < UINT8_MAX ? count : from + UINT8_MAX;
        uint8_t here = 0;
        for (; from < end; from++)
            here = (uint8_t)(here + (text[from] == '\n'));
        lines += here;
    }
    return lines;
}

struct source_place source_place(const struct source *source, size_t offset)
{
    if (offset > source->length)
        offset = source->length;
    struct source_place place = {.line = 1, .column = 1};
    size_t start = offset;
    place.line += lines_before(source->text, offset);
    while (start > 0 && source->text[start - 1] != '\n')
        start--;
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

// ---- Linemarkers ----------------------------------------------------------------------------------------------------

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

// Behind the quote that ends a name; NULL if there is none.
static const char *skip_name(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at == '"')
            return at + 1;
        at += *at == '\\';
    }
    return NULL;
}

bool source_read_marker(const char *line, size_t length, struct source_marker *marker)
{
    const char *end = line + length, *at = line;
    if (length == 0 || *at != '#')
        return false;
    const char *number = skip_blanks(at + 1, end), *digits = skip_digits(number, end);
    const char *name = skip_blanks(digits, end);
    if (digits == number || digits - number > 15 || name == digits || name == end || *name != '"')
        return false;
    at = skip_name(name + 1, end);
    if (!at)
        return false;
    *marker = (struct source_marker){.name = name + 1, .name_length = (size_t)(at - name) - 2};
    for (; number < digits; number++)
        marker->line = marker->line * 10 + (size_t)(*number - '0');
    while (at < end) { // flags
        const char *flag = skip_blanks(at, end);
        at = skip_digits(flag, end);
        if (at == flag && flag < end)
            return false;
    }
    return true;
}

bool source_origin(const struct source *source, size_t offset, struct source_marker *origin)
{
    bool found = false;
    size_t start = 0;
    for (;;) {
        const char *line = source->text + start;
        const char *newline = start < source->length ? memchr(line, '\n', source->length - start) : NULL;
        size_t length = newline ? (size_t)(newline - line) : source->length - start;
        if (!newline || start + length >= offset) // the line of the place itself
            break;
        struct source_marker marker;
        if (source_read_marker(line, length, &marker)) {
            *origin = marker;
            found = true;
        } else if (found) {
            origin->line++;
        }
        start += length + 1;
    }
    return found;
}
