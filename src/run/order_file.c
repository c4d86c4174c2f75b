// Files with an order of variables, in the format of NuSMV: one name a line, the top first.
#include <string.h>

#include "run/input.h"
#include "run/output.h"

// Takes the next line off the text, without blanks at its ends, and ends it with a zero byte.
static char *next_line(char **rest, char *end)
{
    char *line = *rest, *stop = memchr(line, '\n', (size_t)(end - line));
    if (!stop)
        stop = end;
    *rest = stop < end ? stop + 1 : end;
    *stop = '\0';
    line += strspn(line, " \t\r");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    return line;
}

// The variable that a line names. NAME.DIGITS becomes NAME if only that is a variable.
static bool find_name(const struct model *model, char *line)
{
    if (model_find_cell(model, line) != CELL_NONE)
        return true;
    char *dot = strrchr(line, '.');
    if (!dot || !dot[1] || dot[1 + strspn(dot + 1, "0123456789")])
        return false;
    *dot = '\0';
    if (model_find_cell(model, line) != CELL_NONE)
        return true;
    *dot = '.';
    return false;
}

static void warn_unknown(struct run *run, const char *path, size_t number, const char *name)
{
    struct str place = {0}, text = {0};
    input_add_quoted(run, &place, path);
    input_add_quoted(run, &text, name);
    log_warning(&run->log, "%s, line %zu: the model has no variable %s", str_text(&place), number, str_text(&text));
    str_free(&run->mem, &place);
    str_free(&run->mem, &text);
}

bool order_file_read(struct run *run, const char *path, const struct model *model, struct input_text *text,
                     name_array *names)
{
    if (!input_read_text(run, path, text))
        return false;
    // Room for the zero byte behind the last line: reading always leaves some.
    char *rest = text->at, *end = text->at + text->length;
    for (size_t number = 1; rest < end; number++) {
        char *line = next_line(&rest, end);
        if (!line[0] || line[0] == '#' || strncmp(line, "--", 2) == 0)
            continue;
        if (find_name(model, line))
            array_push(&run->mem, names, line);
        else
            warn_unknown(run, path, number, line);
    }
    array_push(&run->mem, names, NULL);
    return true;
}

bool order_file_write(struct run *run, const char *path, const struct model *model, const cell_id *order, size_t count)
{
    struct str text = {0};
    for (size_t i = 0; i < count; i++)
        str_add(&run->mem, &text, "%s\n", model_cell(model, order[i])->name);
    bool good = output_put(run, path, &text);
    str_free(&run->mem, &text);
    return good;
}
