#include "base/options.h"

#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "base/option_value.h"
#include "base/utf8.h"

// What the parser is working on.
struct parse {
    option_groups groups;
    void *values;
    const char **arguments;
    int count, next; // `next` is the first argument not looked at yet
    struct mem *mem;
    struct str *error;
};

static const struct option *find_name(option_groups groups, const char *name, size_t length)
{
    for (; *groups; groups++)
        for (size_t i = 0; i < (*groups)->count; i++) {
            const struct option *option = &(*groups)->options[i];
            if (strncmp(option->name, name, length) == 0 && option->name[length] == '\0')
                return option;
        }
    return NULL;
}

static const struct option *find_letter(option_groups groups, char letter)
{
    for (; *groups; groups++)
        for (size_t i = 0; i < (*groups)->count; i++)
            if ((*groups)->options[i].letter == letter)
                return &(*groups)->options[i];
    return NULL;
}

#ifndef NDEBUG
// Every name and letter is there once, every choice has words, and nothing else has.
static bool tables_are_sound(option_groups groups)
{
    for (option_groups group = groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            if (find_name(groups, option->name, strlen(option->name)) != option || !option->help)
                return false;
            if (option->letter && find_letter(groups, option->letter) != option)
                return false;
            if ((option->kind == OPTION_CHOICE) != (option->choices != NULL))
                return false;
        }
    return true;
}
#endif

void options_set_defaults(option_groups groups, void *values)
{
    assert(tables_are_sound(groups));
    for (; *groups; groups++)
        for (size_t i = 0; i < (*groups)->count; i++) {
            const struct option *option = &(*groups)->options[i];
            bool sound = option_value_set_initial(option, values);
            assert(sound);
            (void)sound;
        }
}

void options_free(option_groups groups, void *values, struct mem *mem)
{
    for (; *groups; groups++)
        for (size_t i = 0; i < (*groups)->count; i++)
            if ((*groups)->options[i].kind == OPTION_LIST) {
                struct option_list *list = (void *)((char *)values + (*groups)->options[i].offset);
                array_free(mem, list);
            }
}

// ---- Errors ---------------------------------------------------------------------------------------------------------

// Adds the start of an error: the words of the user, made safe to show.
static void add_word(struct parse *parse, const char *word, size_t length)
{
    utf8_add_printable(parse->mem, parse->error, word, length);
}

static void add_nearest(struct parse *parse, const char *name, size_t length)
{
    struct mem *mem = parse->mem;
    struct str word = {0};
    ARRAY(const char *) names = {0};
    str_add_bytes(mem, &word, name, length);
    for (option_groups group = parse->groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++)
            array_push(mem, &names, (*group)->options[i].name);
    const char *nearest = options_nearest(word.at, names.at, names.count);
    if (nearest)
        str_add(mem, parse->error, "; did you mean --%s?", nearest);
    str_free(mem, &word);
    array_free(mem, &names);
}

static bool unknown_name(struct parse *parse, const char *name, size_t length)
{
    str_add(parse->mem, parse->error, "unknown option --");
    add_word(parse, name, length);
    add_nearest(parse, name, length);
    return false;
}

// One of several letters; then it may be a long option that lacks a dash.
static bool unknown_letter(struct parse *parse, const char *letters, const char *letter)
{
    uint32_t code;
    str_add(parse->mem, parse->error, "unknown option -");
    add_word(parse, letter, utf8_decode(letter, strlen(letter), &code));
    if (strlen(letters) < 3)
        return false;
    str_add(parse->mem, parse->error, " in -");
    add_word(parse, letters, strlen(letters));
    add_nearest(parse, letters, strcspn(letters, "="));
    return false;
}

static bool missing_value(struct parse *parse, const struct option *option)
{
    str_add(parse->mem, parse->error, "--%s: expected a value: --%s=%s", option->name, option->name,
            option_value_argument(option));
    return false;
}

// ---- Parsing --------------------------------------------------------------------------------------------------------

static bool set(struct parse *parse, const struct option *option, const char *value)
{
    return option_value_set(option, parse->values, value, parse->mem, parse->error);
}

// The value of an option that has none of its own is the next argument. One that looks like a long option is not taken
// for a value: it is far more likely that the value was forgotten (and --name=--value says it without doubt).
static bool set_from_next(struct parse *parse, const struct option *option)
{
    if (parse->next == parse->count || strncmp(parse->arguments[parse->next], "--", 2) == 0)
        return missing_value(parse, option);
    return set(parse, option, parse->arguments[parse->next++]);
}

static bool parse_long(struct parse *parse, const char *name)
{
    size_t length = strcspn(name, "=");
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    const struct option *option = find_name(parse->groups, name, length);
    bool off = false;
    if (!option && length > 3 && strncmp(name, "no-", 3) == 0) {
        option = find_name(parse->groups, name + 3, length - 3);
        off = option && option->kind == OPTION_FLAG;
        if (!off)
            option = NULL;
    }
    if (!option)
        return unknown_name(parse, name, length);
    if (option->kind != OPTION_FLAG)
        return value ? set(parse, option, value) : set_from_next(parse, option);
    if (value) {
        str_add(parse->mem, parse->error, "--%s%s takes no value", off ? "no-" : "", option->name);
        return false;
    }
    return set(parse, option, off ? OPTION_VALUE_OFF : OPTION_VALUE_ON);
}

static bool parse_short(struct parse *parse, const char *letters)
{
    const char *first = letters;
    for (; *letters; letters++) {
        const struct option *option = find_letter(parse->groups, *letters);
        if (!option)
            return unknown_letter(parse, first, letters);
        if (option->kind != OPTION_FLAG)
            return letters[1] ? set(parse, option, letters + 1) : set_from_next(parse, option);
        if (!set(parse, option, OPTION_VALUE_ON))
            return false;
    }
    return true;
}

bool options_is_given(const struct option *option, const char *argument)
{
    size_t length = strlen(option->name);
    if (strncmp(argument, "--", 2) != 0)
        return option->letter && argument[0] == '-' && argument[1] == option->letter;
    argument += strncmp(argument, "--no-", 5) == 0 && strncmp(option->name, "no-", 3) != 0 ? 5 : 2;
    return strncmp(argument, option->name, length) == 0 && (!argument[length] || argument[length] == '=');
}

int options_parse(option_groups groups, void *values, const char **arguments, int count, struct mem *mem,
                  struct str *error)
{
    assert(tables_are_sound(groups));
    struct parse parse = {groups, values, arguments, count, 0, mem, error};
    int operands = 0;
    bool ended = false;
    while (parse.next < count) {
        const char *argument = arguments[parse.next++];
        bool fine = true;
        if (ended || argument[0] != '-' || argument[1] == '\0')
            arguments[operands++] = argument;
        else if (argument[1] != '-')
            fine = parse_short(&parse, argument + 1);
        else if (argument[2] == '\0')
            ended = true;
        else
            fine = parse_long(&parse, argument + 2);
        if (!fine)
            return OPTIONS_WRONG;
    }
    return operands;
}
