#include "base/json.h"

#include <math.h>

#include "base/utf8.h"

static void add_invalid(struct mem *mem, struct str *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        str_add(mem, out, "\xef\xbf\xbd%02x", (unsigned)(unsigned char)bytes[i]);
}

static void add_character(struct mem *mem, struct str *out, const char *bytes, size_t length, uint32_t code)
{
    if (code == UTF8_INVALID)
        add_invalid(mem, out, bytes, length);
    else if (code == '"' || code == '\\')
        str_add(mem, out, "\\%c", (char)code);
    else if (code == '\n')
        str_add(mem, out, "\\n");
    else if (code == '\t')
        str_add(mem, out, "\\t");
    else if (code < 0x20 || code == 0x7f)
        str_add(mem, out, "\\u%04x", (unsigned)code);
    else
        str_add_bytes(mem, out, bytes, length);
}

void json_add_string(struct mem *mem, struct str *out, const char *bytes, size_t count)
{
    str_add_char(mem, out, '"');
    for (size_t i = 0; i < count;) {
        uint32_t code;
        size_t length = utf8_decode(bytes + i, count - i, &code);
        add_character(mem, out, bytes + i, length, code);
        i += length;
    }
    str_add_char(mem, out, '"');
}

void json_add_as_read(struct mem *mem, struct str *out, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint32_t code;
        size_t length = utf8_decode(bytes + i, count - i, &code);
        if (code == UTF8_INVALID)
            add_invalid(mem, out, bytes + i, length);
        else
            str_add_bytes(mem, out, bytes + i, length);
        i += length;
    }
}

void json_add_number(struct mem *mem, struct str *out, double number)
{
    if (isfinite(number))
        str_add(mem, out, "%.9g", number);
    else
        str_add(mem, out, "null");
}
