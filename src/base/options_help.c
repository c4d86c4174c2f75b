// The help text of option tables, and the search for a word that was meant.
#include <stdint.h>
#include <string.h>

#include "base/nearest.h"
#include "base/option_value.h"
#include "base/utf8.h"

#define HELP_COLUMN 28u // where the explanations begin

bool options_starts_on(const struct option *option)
{
    return option->kind == OPTION_FLAG && option->initial && strcmp(option->initial, OPTION_VALUE_ON) == 0;
}

static void add_usage(const struct option *option, struct mem *mem, struct str *out)
{
    if (option->letter)
        str_add(mem, out, "  -%c, ", option->letter);
    else
        str_add(mem, out, "      ");
    str_add(mem, out, "--%s%s", options_starts_on(option) ? "[no-]" : "", option->name);
    if (option->kind != OPTION_FLAG)
        str_add(mem, out, "=%s", option_value_argument(option));
}

// Adds to the facts that stand in parentheses behind an explanation.
static void begin_fact(struct mem *mem, struct str *out, bool *first)
{
    str_add(mem, out, *first ? " (" : "; ");
    *first = false;
}

void options_add_explanation(const struct option *option, struct mem *mem, struct str *out)
{
    bool first = true;
    str_add(mem, out, "%s", option->help);
    if (option->kind == OPTION_CHOICE) {
        begin_fact(mem, out, &first);
        option_value_add_choices(option, mem, out);
    }
    if (option->least && option->most) {
        begin_fact(mem, out, &first);
        str_add(mem, out, "from %s to %s", option->least, option->most);
    } else if (option->least || option->most) {
        begin_fact(mem, out, &first);
        str_add(mem, out, "%s %s", option->least ? "at least" : "at most",
                option->least ? option->least : option->most);
    }
    if (option->initial) {
        begin_fact(mem, out, &first);
        str_add(mem, out, "default: %s", option->initial);
    }
    if (!first)
        str_add(mem, out, ")");
}

static void pad_to_help(struct mem *mem, struct str *out)
{
    str_add(mem, out, "%*s", (int)HELP_COLUMN, "");
}

// Adds a text whose first line begins at the help column, and starts new lines there where words pass `width`.
static void add_wrapped(const char *text, size_t width, struct mem *mem, struct str *out)
{
    size_t column = HELP_COLUMN;
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " ");
        size_t columns = utf8_columns(word, length);
        if (column > HELP_COLUMN && column + 1 + columns > width) {
            str_add_char(mem, out, '\n');
            pad_to_help(mem, out);
            column = HELP_COLUMN;
        }
        if (column > HELP_COLUMN) {
            str_add_char(mem, out, ' ');
            column++;
        }
        str_add_bytes(mem, out, word, length);
        column += columns;
        word += length + strspn(word + length, " ");
    }
    str_add_char(mem, out, '\n');
}

void options_add_help(option_groups groups, size_t width, struct mem *mem, struct str *out)
{
    struct str usage = {0}, explanation = {0};
    for (option_groups group = groups; *group; group++) {
        str_add(mem, out, "%s%s:\n", group == groups ? "" : "\n", (*group)->title);
        for (size_t i = 0; i < (*group)->count; i++) {
            str_clear(&usage);
            str_clear(&explanation);
            add_usage(&(*group)->options[i], mem, &usage);
            options_add_explanation(&(*group)->options[i], mem, &explanation);
            if (usage.count + 2 <= HELP_COLUMN)
                str_add(mem, out, "%-*s", (int)HELP_COLUMN, usage.at);
            else {
                str_add(mem, out, "%s\n", usage.at);
                pad_to_help(mem, out);
            }
            add_wrapped(str_text(&explanation), width, mem, out);
        }
    }
    str_free(mem, &usage);
    str_free(mem, &explanation);
}

// ---- The nearest word -----------------------------------------------------------------------------------------------

// Somebody who wrote the beginning of one word only meant that one.
const char *options_nearest(const char *word, const char *const *words, size_t count)
{
    size_t length = strlen(word);
    struct nearest nearest = nearest_within(word, length < 4 ? 1 : length / 3 + 1);
    for (size_t i = 0; i < count; i++) {
        nearest_look(&nearest, words[i]);
        if (length >= 2 && strncmp(words[i], word, length) == 0)
            nearest_look_at(&nearest, words[i], 1);
    }
    return nearest.best;
}
