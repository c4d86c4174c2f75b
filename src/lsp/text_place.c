#include "lsp/text_place.h"

#include <string.h>

// The bytes of the character there, and its units of UTF-16: characters of four bytes have two.
static size_t character(const struct source *s, size_t offset, size_t *units)
{
    unsigned char first = (unsigned char)s->text[offset];
    size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    *units = bytes == 4 ? 2 : 1;
    return offset + bytes <= s->length ? bytes : s->length - offset;
}

json_t *place_of_offset(const struct source *s, size_t offset)
{
    json_int_t line = 0, column = 0;
    size_t units;
    for (size_t at = 0; at < offset && at < s->length; at += character(s, at, &units)) {
        character(s, at, &units);
        line += s->text[at] == '\n';
        column = s->text[at] == '\n' ? 0 : column + (json_int_t)units;
    }
    return json_pack("{s:I, s:I}", "line", line, "character", column);
}

json_t *range_of(const struct source *s, size_t offset, size_t length)
{
    return json_pack("{s:o, s:o}", "start", place_of_offset(s, offset), "end", place_of_offset(s, offset + length));
}

size_t offset_of_place(const struct source *s, json_t *place)
{
    json_int_t line = json_integer_value(json_object_get(place, "line"));
    json_int_t left = json_integer_value(json_object_get(place, "character"));
    size_t at = 0, units;
    for (; line > 0 && at < s->length; line--) {
        const char *end = memchr(s->text + at, '\n', s->length - at);
        at = end ? (size_t)(end - s->text) + 1 : s->length;
    }
    while (left > 0 && at < s->length && s->text[at] != '\n') {
        size_t bytes = character(s, at, &units);
        left -= (json_int_t)units;
        at += bytes;
    }
    return at;
}
