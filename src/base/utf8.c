#include "base/utf8.h"

// The length that a first byte promises; 0 where none is valid. C0, C1 and F5 to FF begin no character.
static size_t promised_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return 2;
    if (first >= 0xe0 && first <= 0xef)
        return 3;
    if (first >= 0xf0 && first <= 0xf4)
        return 4;
    return 0;
}

size_t utf8_decode(const char *at, size_t room, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)at;
    size_t length = promised_length(bytes[0]);
    *code = UTF8_INVALID;
    if (length == 0 || length > room)
        return 1;
    uint32_t value = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    bool surrogate = value >= 0xd800 && value <= 0xdfff;
    if (value < least[length] || value > 0x10ffff || surrogate)
        return 1;
    *code = value;
    return length;
}

bool utf8_is_printable(uint32_t code)
{
    if (code == UTF8_INVALID || code < 0x20 || (code >= 0x7f && code < 0xa0))
        return false;
    bool line_end = code == 0x2028 || code == 0x2029;
    bool direction = code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
                     (code >= 0x2066 && code <= 0x2069) || code == 0x061c;
    return !line_end && !direction;
}

size_t utf8_columns(const char *bytes, size_t count)
{
    size_t columns = 0;
    uint32_t code;
    for (size_t i = 0; i < count; i += utf8_decode(bytes + i, count - i, &code))
        columns++;
    return columns;
}

void utf8_add_printable(struct mem *mem, struct str *out, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint32_t code;
        size_t length = utf8_decode(bytes + i, count - i, &code);
        if (utf8_is_printable(code))
            str_add_bytes(mem, out, bytes + i, length);
        else
            str_add_char(mem, out, '?');
        i += length;
    }
}
