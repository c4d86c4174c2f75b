// Lines that somebody types at a terminal, with editing, history and completion, by libedit where the program was built
// with it.
#ifndef COSET_CLI_LINE_EDITOR_H
#define COSET_CLI_LINE_EDITOR_H

#include <stddef.h>

struct line_editor;

// What can be completed: commands are the first word of a line, names stand behind them.
struct line_editor_words {
    const char *const *commands;
    size_t command_count;
    const char *const *names;
    size_t name_count;
};

// The words and the context outlive the editor. `prompt` gives what stands before the line. NULL if there is no
// libedit, or it cannot work here.
struct line_editor *line_editor_open(struct line_editor_words, const char *(*prompt)(void *context), void *context);
// The line with its end, which lives until the next one; NULL at the end.
const char *line_editor_read(struct line_editor *);
void line_editor_close(struct line_editor *); // NULL is fine

#endif
