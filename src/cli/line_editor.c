#include "cli/line_editor.h"

#ifdef COSET_LIBEDIT

#    include <histedit.h>
#    include <stdio.h>
#    include <stdlib.h>
#    include <string.h>

#    define REMEMBERED 500 // lines

struct line_editor {
    EditLine *edit;
    History *history;
    const char *const *words;
    size_t count;
    const char *(*prompt)(void *context);
    void *context;
};

static struct line_editor *editor_of(EditLine *edit)
{
    void *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    return editor;
}

static char *show_prompt(EditLine *edit)
{
    struct line_editor *e = editor_of(edit);
    return (char *)e->prompt(e->context); // libedit only reads it
}

// The one word that begins with what is there; several have no completion.
static unsigned char complete(EditLine *edit, int key)
{
    struct line_editor *e = editor_of(edit);
    const LineInfo *line = el_line(edit);
    size_t length = (size_t)(line->cursor - line->buffer);
    const char *found = NULL;
    (void)key;
    for (size_t i = 0; i < e->count; i++)
        if (strncmp(e->words[i], line->buffer, length) == 0) {
            if (found)
                return CC_ERROR;
            found = e->words[i];
        }
    if (!found || length == strlen(found))
        return CC_ERROR;
    return el_insertstr(edit, found + length) == 0 && el_insertstr(edit, " ") == 0 ? CC_REFRESH : CC_ERROR;
}

struct line_editor *line_editor_open(const char *const *words, size_t count, const char *(*prompt)(void *context),
                                     void *context)
{
    struct line_editor *e = malloc(sizeof *e);
    HistEvent event;
    if (!e)
        return NULL;
    *e = (struct line_editor){el_init("coset", stdin, stdout, stderr), history_init(), words, count, prompt, context};
    if (!e->edit || !e->history) {
        line_editor_close(e);
        return NULL;
    }
    history(e->history, &event, H_SETSIZE, REMEMBERED);
    el_set(e->edit, EL_CLIENTDATA, e);
    el_set(e->edit, EL_PROMPT, show_prompt);
    el_set(e->edit, EL_EDITOR, "emacs");
    el_set(e->edit, EL_HIST, history, e->history);
    el_set(e->edit, EL_ADDFN, "coset-complete", "complete a command", complete);
    el_set(e->edit, EL_BIND, "^I", "coset-complete", NULL);
    el_source(e->edit, NULL); // ~/.editrc
    return e;
}

const char *line_editor_read(struct line_editor *e)
{
    int length = 0;
    HistEvent event;
    const char *line = el_gets(e->edit, &length);
    if (line && length > 1)
        history(e->history, &event, H_ENTER, line);
    return length > 0 ? line : NULL;
}

void line_editor_close(struct line_editor *e)
{
    if (!e)
        return;
    if (e->history)
        history_end(e->history);
    if (e->edit)
        el_end(e->edit);
    free(e);
}

#else

struct line_editor *line_editor_open(const char *const *words, size_t count, const char *(*prompt)(void *context),
                                     void *context)
{
    (void)words, (void)count, (void)prompt, (void)context;
    return NULL;
}

const char *line_editor_read(struct line_editor *e)
{
    (void)e;
    return NULL;
}

void line_editor_close(struct line_editor *e)
{
    (void)e;
}

#endif
