#include "cli/line_editor.h"

#ifdef COSET_LIBEDIT

#    include <histedit.h>
#    include <stdbool.h>
#    include <stdio.h>
#    include <stdlib.h>
#    include <string.h>

#    define REMEMBERED 500  // lines
#    define MOST_LISTED 200 // words
#    define MOST_ADDED 500  // bytes by which a word is completed

struct line_editor {
    EditLine *edit;
    History *history;
    struct line_editor_words words;
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

// Names are as traces show them: a.state, st[Cache_1].
static bool is_of_name(char c)
{
    return c && (strchr("_.[]#$", c) || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

// The words that may stand at the cursor: commands at the beginning of the line, then names.
struct candidates {
    const char *const *words;
    size_t count;
    const char *begun; // with which they are to begin
    size_t length;
};

static struct candidates candidates_at_cursor(const struct line_editor *e, const LineInfo *line)
{
    const char *begun = line->cursor;
    while (begun > line->buffer && is_of_name(begun[-1]))
        begun--;
    bool is_first = begun == line->buffer;
    return (struct candidates){is_first ? e->words.commands : e->words.names,
                               is_first ? e->words.command_count : e->words.name_count, begun,
                               (size_t)(line->cursor - begun)};
}

static bool is_candidate(const struct candidates *c, const char *word)
{
    return strncmp(word, c->begun, c->length) == 0;
}

static void list_candidates(const struct candidates *c)
{
    size_t shown = 0;
    fputc('\n', stdout);
    for (size_t i = 0; i < c->count; i++)
        if (is_candidate(c, c->words[i]) && ++shown <= MOST_LISTED)
            printf("%s  ", c->words[i]);
    printf("%s\n", shown > MOST_LISTED ? "..." : "");
}

// Adds what all words have in common that begin with what is there. Where that is nothing, they are listed.
static unsigned char complete(EditLine *edit, int key)
{
    struct line_editor *e = editor_of(edit);
    struct candidates c = candidates_at_cursor(e, el_line(edit));
    const char *first = NULL;
    size_t found = 0, common = 0;
    char text[MOST_ADDED + 2];
    (void)key;
    for (size_t i = 0; i < c.count; i++) {
        if (!is_candidate(&c, c.words[i]))
            continue;
        if (found++ == 0) {
            first = c.words[i];
            common = strlen(first);
        }
        while (strncmp(first, c.words[i], common) != 0)
            common--;
    }
    if (!found || common - c.length > MOST_ADDED)
        return CC_ERROR;
    if (found > 1 && common == c.length) {
        list_candidates(&c);
        return CC_REDISPLAY;
    }
    snprintf(text, sizeof text, "%.*s%s", (int)(common - c.length), first + c.length, found == 1 ? " " : "");
    return el_insertstr(edit, text) == 0 ? CC_REFRESH : CC_ERROR;
}

struct line_editor *line_editor_open(struct line_editor_words words, const char *(*prompt)(void *context),
                                     void *context)
{
    struct line_editor *e = malloc(sizeof *e);
    HistEvent event;
    if (!e)
        return NULL;
    *e = (struct line_editor){el_init("coset", stdin, stdout, stderr), history_init(), words, prompt, context};
    if (!e->edit || !e->history) {
        line_editor_close(e);
        return NULL;
    }
    history(e->history, &event, H_SETSIZE, REMEMBERED);
    el_set(e->edit, EL_CLIENTDATA, e);
    el_set(e->edit, EL_PROMPT, show_prompt);
    el_set(e->edit, EL_EDITOR, "emacs");
    el_set(e->edit, EL_HIST, history, e->history);
    el_set(e->edit, EL_ADDFN, "coset-complete", "complete a command or a name", complete);
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

struct line_editor *line_editor_open(struct line_editor_words words, const char *(*prompt)(void *context),
                                     void *context)
{
    (void)words, (void)prompt, (void)context;
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
