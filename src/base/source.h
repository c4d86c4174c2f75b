// A text that was read, and places in it. A place is a byte offset; lines and columns are worked out when a person
// wants to see them. Both count from 1, columns in characters (see utf8.h), a tab being one.
//
// The text is borrowed and needs no zero byte at its end. Offsets beyond it mean its end.
#ifndef COSET_BASE_SOURCE_H
#define COSET_BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct source {
    const char *name; // as messages show it
    const char *text;
    size_t length;
};

struct source_place {
    size_t line, column;
};

struct source_place source_place(const struct source *, size_t offset);

// The other way round. A line or column too large means the end of the text or of the line.
size_t source_offset(const struct source *, struct source_place);

// A linemarker is a line `# 12 "file"`, with numbers behind it or not, as the C preprocessor leaves them: the next line
// is line 12 of that file. The name is as it stands between the quotes.
struct source_marker {
    const char *name;
    size_t name_length, line;
};

// Whether a line, without its end, is one.
bool source_read_marker(const char *line, size_t length, struct source_marker *);

// The file and line that a place is from by the last marker before it; false if there is none.
bool source_origin(const struct source *, size_t offset, struct source_marker *);

// How many bytes there are before a line ends: at "\n", "\r\n", or at "\r" alone, as in texts of old systems.
size_t source_line_rest(const char *text, size_t length);

// The bytes [*start, *end) of the line that an offset is in, without its line end ("\n" or "\r\n").
void source_line(const struct source *, size_t offset, size_t *start, size_t *end);

#endif
