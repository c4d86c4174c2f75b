// Growable strings, always ended by a zero byte once something was added:
// struct str s = {0}; str_add(mem, &s, "x = %d", 3);
#ifndef COSET_BASE_STR_H
#define COSET_BASE_STR_H

#include <stdarg.h>
#include <stddef.h>

#include "base/mem.h"

struct str {
    char *at; // NULL while empty: use str_text to print
    size_t count, capacity;
};

void str_add(struct mem *, struct str *, const char *format, ...) __attribute__((format(printf, 3, 4)));
void str_vadd(struct mem *, struct str *, const char *format, va_list);
void str_add_bytes(struct mem *, struct str *, const char *bytes, size_t count);
void str_add_char(struct mem *, struct str *, char);
void str_clear(struct str *); // empty again, its memory kept
void str_free(struct mem *, struct str *);

static inline const char *str_text(const struct str *s)
{
    return s->at ? s->at : "";
}

// A copy of a C string in the context; freed by str_release.
char *str_copy(struct mem *, const char *);
void str_release(struct mem *, char *);

#endif
