// Lines that somebody types at a terminal, with editing, history and completion of the first word, by libedit where the
// program was built with it.
#ifndef COSET_CLI_LINE_EDITOR_H
#define COSET_CLI_LINE_EDITOR_H

#include <stddef.h>

struct line_editor;

// `words` are what the first word of a line may be; they and the context outlive the editor. `prompt` gives what stands
// before the line. NULL if there is no libedit, or it cannot work here.
struct line_editor *line_editor_open(const char *const *words, size_t count, const char *(*prompt)(void *context),
                                     void *context);
// The line with its end, which lives until the next one; NULL at the end.
const char *line_editor_read(struct line_editor *);
void line_editor_close(struct line_editor *); // NULL is fine

#endif
