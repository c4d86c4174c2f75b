#include "report/html_text.h"

#include <string.h>

#include "base/utf8.h"

#define REPLACEMENT "\xef\xbf\xbd"

static const char *name_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void add_bytes(struct mem *mem, struct str *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint32_t code;
        size_t bytes = utf8_decode(text + i, length - i, &code);
        const char *name = bytes == 1 ? name_of(text[i]) : NULL;
        if (name)
            str_add(mem, out, "%s", name);
        else if (utf8_is_printable(code) || text[i] == '\n')
            str_add_bytes(mem, out, text + i, bytes);
        else
            str_add(mem, out, REPLACEMENT);
        i += bytes;
    }
}

void html_add_text(struct mem *mem, struct str *out, const char *text)
{
    add_bytes(mem, out, text, strlen(text));
}

void html_add_trimmed(struct mem *mem, struct str *out, const char *text)
{
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    add_bytes(mem, out, text, length);
}

void html_add_number(struct mem *mem, struct str *out, const char *digits)
{
    for (size_t left = strlen(digits); *digits; left--) {
        str_add_char(mem, out, *digits++);
        if (left % 3 == 1 && left > 1)
            str_add_char(mem, out, ',');
    }
}

// These signs are parts of strings only, where they may be written by their numbers.
void html_add_json(struct mem *mem, struct str *out, const char *json)
{
    for (size_t plain; *json; json += plain + (json[plain] != '\0')) {
        plain = strcspn(json, "<>&");
        str_add_bytes(mem, out, json, plain);
        if (json[plain])
            str_add(mem, out, "\\u%04x", (unsigned)json[plain]);
    }
}
