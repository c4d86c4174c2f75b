#include "base/str.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"

void str_add_bytes(struct mem *mem, struct str *s, const char *bytes, size_t count)
{
    array_reserve(mem, s, s->count + count + 1);
    if (count)
        memcpy(s->at + s->count, bytes, count);
    s->count += count;
    s->at[s->count] = '\0';
}

void str_add_char(struct mem *mem, struct str *s, char c)
{
    str_add_bytes(mem, s, &c, 1);
}

void str_vadd(struct mem *mem, struct str *s, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return;
    array_reserve(mem, s, s->count + (size_t)length + 1);
    vsnprintf(s->at + s->count, (size_t)length + 1, format, arguments);
    s->count += (size_t)length;
}

void str_add(struct mem *mem, struct str *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    str_vadd(mem, s, format, arguments);
    va_end(arguments);
}

void str_clear(struct str *s)
{
    s->count = 0;
    if (s->at)
        s->at[0] = '\0';
}

void str_free(struct mem *mem, struct str *s)
{
    array_free(mem, s);
}

char *str_copy(struct mem *mem, const char *text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(mem_alloc(mem, bytes), text, bytes);
}

void str_release(struct mem *mem, char *text)
{
    if (text)
        mem_free(mem, text, strlen(text) + 1);
}
