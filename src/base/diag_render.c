// How diagnostics look. The line of carets repeats the tabs of the source line, so that the two align whatever the
// terminal's tab stops are; a long line is shown as a window around the caret.
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/utf8.h"

#define MARGIN "    "
#define WINDOW 160u      // columns of a source line that are shown
#define BEFORE_CARET 60u // how many of them lie before the caret, where the line is too long to show whole
#define ELLIPSIS "\xe2\x80\xa6"

// The part of a line that is shown, as byte offsets into the source.
struct window {
    size_t start, end;
    bool cut_before, cut_after;
};

static size_t skip_columns(const struct source *source, size_t from, size_t end, size_t columns)
{
    uint32_t code;
    while (columns-- > 0 && from < end)
        from += utf8_decode(source->text + from, end - from, &code);
    return from;
}

static struct window window_around(const struct source *source, size_t start, size_t end, size_t caret)
{
    const char *text = source->text;
    if (utf8_columns(text + start, end - start) <= WINDOW)
        return (struct window){start, end, false, false};
    size_t before = utf8_columns(text + start, caret - start);
    size_t after = utf8_columns(text + caret, end - caret);
    size_t skipped = before > BEFORE_CARET ? before - BEFORE_CARET : 0;
    // Near the end of the line the window is moved back, to be as full as it can be.
    if (skipped + WINDOW > before + after)
        skipped = before + after - WINDOW;
    struct window window = {.start = skip_columns(source, start, end, skipped), .cut_before = skipped > 0};
    window.end = skip_columns(source, window.start, end, WINDOW);
    window.cut_after = window.end < end;
    return window;
}

static void add_source_line(struct mem *mem, struct str *out, const struct source *source, struct window window)
{
    str_add(mem, out, MARGIN "%s", window.cut_before ? ELLIPSIS : "");
    for (size_t at = window.start; at < window.end;) {
        uint32_t code;
        size_t length = utf8_decode(source->text + at, window.end - at, &code);
        if (code == '\t')
            str_add_char(mem, out, '\t');
        else
            utf8_add_printable(mem, out, source->text + at, length);
        at += length;
    }
    str_add(mem, out, "%s\n", window.cut_after ? ELLIPSIS : "");
}

static void add_carets(struct mem *mem, struct str *out, const struct source *source, struct window window,
                       size_t caret, size_t length)
{
    str_add(mem, out, MARGIN "%s", window.cut_before ? " " : "");
    uint32_t code;
    for (size_t at = window.start; at < caret; at += utf8_decode(source->text + at, window.end - at, &code))
        str_add_char(mem, out, source->text[at] == '\t' ? '\t' : ' ');
    str_add_char(mem, out, '^');
    size_t end = length < window.end - caret ? caret + length : window.end;
    for (size_t columns = utf8_columns(source->text + caret, end - caret); columns > 1; columns--)
        str_add_char(mem, out, '~');
    str_add_char(mem, out, '\n');
}

static void add_excerpt(struct mem *mem, struct str *out, struct diag_range range)
{
    const struct source *source = range.source;
    size_t start, end;
    size_t caret = range.offset < source->length ? range.offset : source->length;
    source_line(source, caret, &start, &end);
    if (start == end)
        return; // a caret under an empty line says nothing
    // A place inside of a character, or of the line end, is shown at its beginning.
    if (caret > end)
        caret = end;
    size_t columns = source_place(source, caret).column - 1;
    caret = skip_columns(source, start, end, columns);
    struct window window = window_around(source, start, end, caret);
    add_source_line(mem, out, source, window);
    add_carets(mem, out, source, window, caret, range.length);
}

// ---- Lines of other files -------------------------------------------------------------------------------------------

// A name in a linemarker, where a backslash stands before what it would end or begin.
static void add_marked_name(struct mem *mem, struct str *name, const struct source_marker *marker)
{
    for (size_t i = 0; i < marker->name_length; i++) {
        i += marker->name[i] == '\\' && i + 1 < marker->name_length;
        str_add_char(mem, name, marker->name[i]);
    }
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

// Whether the line of the file is the text, but for blanks at its end, which the preprocessor leaves out.
static bool is_line(FILE *file, size_t line, const char *text, size_t length)
{
    size_t at = 0;
    int c = 0;
    for (size_t i = 1; i < line; i++)
        while ((c = getc(file)) != '\n')
            if (c == EOF)
                return false;
    while ((c = getc(file)) != EOF && c != '\n' && at < length && c == (unsigned char)text[at])
        at++;
    while (c != EOF && is_blank(c))
        c = getc(file);
    while (at < length && is_blank((unsigned char)text[at]))
        at++;
    return at == length && (c == EOF || c == '\n');
}

// Where a macro was expanded, or blanks were left out, columns are not those of the file. One that cannot be read may
// be anything.
static bool was_changed(const char *name, size_t line, struct diag_range range)
{
    struct stat kind;
    size_t start, end;
    if (stat(name, &kind) != 0 || !S_ISREG(kind.st_mode))
        return false;
    FILE *file = fopen(name, "r");
    if (!file)
        return false;
    source_line(range.source, range.offset, &start, &end);
    bool is_same = is_line(file, line, range.source->text + start, end - start);
    fclose(file);
    return !is_same;
}

// ---- Messages -------------------------------------------------------------------------------------------------------

// Says whether the place is one of the file: else the column is left out, and the line is another one there.
static bool add_place(struct mem *mem, struct str *out, struct diag_range range)
{
    struct source_marker origin;
    bool is_somewhere = range.offset != DIAG_WHOLE, is_exact = true;
    if (!is_somewhere || !source_origin(range.source, range.offset, &origin)) {
        utf8_add_printable(mem, out, range.source->name, strlen(range.source->name));
        struct source_place place = is_somewhere ? source_place(range.source, range.offset) : (struct source_place){0};
        if (is_somewhere)
            str_add(mem, out, ":%zu:%zu", place.line, place.column);
        return true;
    }
    struct str name = {0};
    add_marked_name(mem, &name, &origin);
    utf8_add_printable(mem, out, str_text(&name), name.count);
    str_add(mem, out, ":%zu", origin.line);
    is_exact = !was_changed(str_text(&name), origin.line, range);
    if (is_exact)
        str_add(mem, out, ":%zu", source_place(range.source, range.offset).column);
    str_free(mem, &name);
    return is_exact;
}

static void render_message(struct mem *mem, struct str *out, const struct diag_message *message)
{
    static const char *const names[] = {"error", "warning", "note"};
    struct diag_range range = message->range;
    bool is_exact = true;
    if (range.source) {
        is_exact = add_place(mem, out, range);
        str_add(mem, out, ": ");
    }
    str_add(mem, out, "%s: ", names[message->level]);
    utf8_add_printable(mem, out, message->text, strlen(message->text));
    str_add(mem, out, "%s\n", is_exact ? "" : "; after preprocessing, the line is");
    if (range.source && range.offset != DIAG_WHOLE)
        add_excerpt(mem, out, range);
}

static void add_dropped(struct mem *mem, struct str *out, const char *what, size_t found, size_t limit)
{
    if (found > limit)
        str_add(mem, out, "too many %ss: %zu more %s not shown\n", what, found - limit,
                found - limit == 1 ? "is" : "are");
}

void diag_render(const struct diag *diag, struct str *out)
{
    for (size_t i = 0; i < diag->messages.count; i++)
        render_message(diag->mem, out, &diag->messages.at[i]);
    add_dropped(diag->mem, out, "error", diag->errors, diag->limit);
    add_dropped(diag->mem, out, "warning", diag->warnings, diag->limit);
}
