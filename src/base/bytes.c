#include "base/bytes.h"

#include <string.h>

size_t bytes_of_number(uint64_t number, uint8_t bytes[BYTES_OF_NUMBER])
{
    size_t count = 0;
    for (; number >= 0x80; number >>= 7)
        bytes[count++] = (uint8_t)(number | 0x80);
    bytes[count++] = (uint8_t)number;
    return count;
}

void bytes_add_number(struct mem *mem, struct str *out, uint64_t number)
{
    uint8_t bytes[BYTES_OF_NUMBER];
    str_add_bytes(mem, out, (const char *)bytes, bytes_of_number(number, bytes));
}

void bytes_add_text(struct mem *mem, struct str *out, const char *text)
{
    size_t length = strlen(text);
    bytes_add_number(mem, out, length);
    str_add_bytes(mem, out, text, length);
}

uint64_t view_number(struct view *v)
{
    uint64_t number = 0;
    for (unsigned shift = 0; v->at < v->end; shift += 7) {
        uint8_t byte = *v->at++;
        uint64_t bits = byte & 0x7f;
        if (shift > 63 || (shift == 63 && bits > 1))
            break;
        number |= bits << shift;
        if (!(byte & 0x80))
            return number;
    }
    v->is_damaged = true;
    v->at = v->end;
    return 0;
}

uint64_t view_number_below(struct view *v, uint64_t limit)
{
    uint64_t number = view_number(v);
    if (number < limit)
        return number;
    v->is_damaged = true;
    v->at = v->end;
    return 0;
}

struct view view_part(struct view *v, uint64_t bytes)
{
    if (bytes > (uint64_t)(v->end - v->at)) {
        v->is_damaged = true;
        v->at = v->end;
        bytes = 0;
    }
    struct view part = {v->at, v->at + bytes, v->is_damaged};
    v->at += bytes;
    return part;
}

struct view view_text(struct view *v)
{
    return view_part(v, view_number(v));
}

bool view_is_done(const struct view *v)
{
    return v->at == v->end && !v->is_damaged;
}

bool view_equals(const struct view *v, const char *text)
{
    size_t length = (size_t)(v->end - v->at);
    return strlen(text) == length && memcmp(v->at, text, length) == 0;
}
