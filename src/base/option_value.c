#include "base/option_value.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"

// A parsed value; which member counts, the kind of the option says.
union value {
    int64_t integer;
    size_t size;
    double seconds;
};

enum outcome { FINE, NOT_A_VALUE, TOO_LARGE, TOO_SMALL };

// ---- Numbers --------------------------------------------------------------------------------------------------------

// Reads decimal digits, at least one; *rest is what follows them.
static enum outcome read_digits(const char *text, uint64_t *number, const char **rest)
{
    uint64_t result = 0;
    bool overflow = false;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        overflow |= result > (UINT64_MAX - digit) / 10;
        result = result * 10 + digit;
    }
    *rest = at;
    *number = result;
    if (at == text)
        return NOT_A_VALUE;
    return overflow ? TOO_LARGE : FINE;
}

static enum outcome read_integer(const char *text, int64_t *result)
{
    bool negative = *text == '-';
    const char *rest;
    uint64_t number;
    enum outcome outcome = read_digits(text + (negative || *text == '+'), &number, &rest);
    if (outcome == NOT_A_VALUE || *rest)
        return NOT_A_VALUE;
    if (outcome == TOO_LARGE || number > (uint64_t)INT64_MAX)
        return negative ? TOO_SMALL : TOO_LARGE;
    *result = negative ? -(int64_t)number : (int64_t)number;
    return FINE;
}

static enum outcome read_size(const char *text, size_t *result)
{
    const char *rest;
    uint64_t number;
    enum outcome outcome = read_digits(text, &number, &rest);
    if (outcome == NOT_A_VALUE)
        return NOT_A_VALUE;
    unsigned shift = 0;
    if (*rest) {
        static const char suffixes[] = "kMGT";
        const char *suffix = strchr(suffixes, *rest == 'K' ? 'k' : *rest);
        if (!suffix || rest[1])
            return NOT_A_VALUE;
        shift = 10 * (unsigned)(suffix - suffixes + 1);
    }
    if (outcome == TOO_LARGE || number > SIZE_MAX >> shift)
        return TOO_LARGE;
    *result = (size_t)number << shift;
    return FINE;
}

static enum outcome read_seconds(const char *text, double *result)
{
    double number = 0, scale = 1;
    bool any = false, point = false;
    const char *at = text;
    for (; (*at >= '0' && *at <= '9') || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        any = true;
        if (point)
            number += (*at - '0') * (scale /= 10);
        else
            number = number * 10 + (*at - '0');
    }
    double unit = 1;
    if (*at && strchr("smh", *at)) {
        unit = *at == 's' ? 1 : *at == 'm' ? 60 : 3600;
        at++;
    }
    if (!any || *at)
        return NOT_A_VALUE;
    if (!isfinite(number * unit))
        return TOO_LARGE;
    *result = number * unit;
    return FINE;
}

static enum outcome read_number(enum option_kind kind, const char *text, union value *value)
{
    switch (kind) {
    case OPTION_INTEGER:
        return read_integer(text, &value->integer);
    case OPTION_SIZE:
        return read_size(text, &value->size);
    case OPTION_SECONDS:
        return read_seconds(text, &value->seconds);
    default:
        return NOT_A_VALUE;
    }
}

static bool is_less(enum option_kind kind, union value a, union value b)
{
    if (kind == OPTION_INTEGER)
        return a.integer < b.integer;
    return kind == OPTION_SIZE ? a.size < b.size : a.seconds < b.seconds;
}

static enum outcome read_in_range(const struct option *option, const char *text, union value *value)
{
    union value least, most;
    enum outcome outcome = read_number(option->kind, text, value);
    if (outcome != FINE)
        return outcome;
    if (option->least && read_number(option->kind, option->least, &least) == FINE &&
        is_less(option->kind, *value, least))
        return TOO_SMALL;
    if (option->most && read_number(option->kind, option->most, &most) == FINE && is_less(option->kind, most, *value))
        return TOO_LARGE;
    return FINE;
}

// ---- Choices --------------------------------------------------------------------------------------------------------

// The index of a word among the choices, or -1.
static int find_choice(const char *choices, const char *word)
{
    size_t length = strlen(word);
    for (int index = 0;; index++) {
        size_t end = strcspn(choices, "|");
        if (end == length && memcmp(choices, word, length) == 0)
            return index;
        if (!choices[end])
            return -1;
        choices += end + 1;
    }
}

void option_value_add_choices(const struct option *option, struct mem *mem, struct str *out)
{
    for (const char *word = option->choices;;) {
        size_t length = strcspn(word, "|");
        str_add_bytes(mem, out, word, length);
        if (!word[length])
            return;
        word += length + 1;
        str_add(mem, out, strchr(word, '|') ? ", " : " or ");
    }
}

// ---- Setting --------------------------------------------------------------------------------------------------------

// memcpy, since the compiler cannot know what the member's type is; for an enum it is one like unsigned.
static enum outcome store(const struct option *option, void *values, const char *text)
{
    void *member = (char *)values + option->offset;
    union value value;
    if (option->kind == OPTION_FLAG) {
        bool on = strcmp(text, OPTION_VALUE_ON) == 0;
        if (!on && strcmp(text, OPTION_VALUE_OFF) != 0)
            return NOT_A_VALUE;
        memcpy(member, &on, sizeof on);
        return FINE;
    }
    if (option->kind == OPTION_TEXT) {
        memcpy(member, &text, sizeof text);
        return FINE;
    }
    if (option->kind == OPTION_CHOICE) {
        int index = find_choice(option->choices, text);
        if (index < 0)
            return NOT_A_VALUE;
        memcpy(member, &(unsigned){(unsigned)index}, sizeof(unsigned));
        return FINE;
    }
    enum outcome outcome = read_in_range(option, text, &value);
    if (outcome != FINE)
        return outcome;
    if (option->kind == OPTION_INTEGER)
        memcpy(member, &value.integer, sizeof value.integer);
    else if (option->kind == OPTION_SIZE)
        memcpy(member, &value.size, sizeof value.size);
    else
        memcpy(member, &value.seconds, sizeof value.seconds);
    return FINE;
}

static void add_range_error(const struct option *option, enum outcome outcome, struct mem *mem, struct str *error)
{
    if (option->least && option->most)
        str_add(mem, error, "must be from %s to %s", option->least, option->most);
    else if (outcome == TOO_SMALL && option->least)
        str_add(mem, error, "must be at least %s", option->least);
    else if (outcome == TOO_LARGE && option->most)
        str_add(mem, error, "must be at most %s", option->most);
    else
        str_add(mem, error, outcome == TOO_SMALL ? "is too small" : "is too large");
}

static const char *shape_error(enum option_kind kind)
{
    switch (kind) {
    case OPTION_INTEGER:
        return "is not a whole number";
    case OPTION_SIZE:
        return "is not a size (a whole number, with k, M, G or T behind it if need be)";
    default:
        return "is not a time (a number of seconds, or one with s, m or h behind it)";
    }
}

bool option_value_set(const struct option *option, void *values, const char *text, struct mem *mem, struct str *error)
{
    if (option->kind == OPTION_LIST) {
        struct option_list *list = (void *)((char *)values + option->offset);
        array_push(mem, list, text);
        return true;
    }
    enum outcome outcome = store(option, values, text);
    if (outcome == FINE)
        return true;
    str_add(mem, error, "--%s: \"", option->name);
    utf8_add_printable(mem, error, text, strlen(text));
    str_add(mem, error, "\" ");
    if (outcome != NOT_A_VALUE)
        add_range_error(option, outcome, mem, error);
    else if (option->kind == OPTION_CHOICE) {
        str_add(mem, error, "is not one of the choices ");
        option_value_add_choices(option, mem, error);
    } else
        str_add(mem, error, "%s", shape_error(option->kind));
    return false;
}

bool option_value_set_initial(const struct option *option, void *values)
{
    if (option->kind == OPTION_LIST) {
        memset((char *)values + option->offset, 0, sizeof(struct option_list));
        return !option->initial;
    }
    if (option->kind == OPTION_TEXT) // here NULL is a value: there is no text
        return store(option, values, option->initial) == FINE;
    if (option->initial)
        return store(option, values, option->initial) == FINE;
    switch (option->kind) {
    case OPTION_FLAG:
        return store(option, values, OPTION_VALUE_OFF) == FINE;
    case OPTION_CHOICE:
        memcpy((char *)values + option->offset, &(unsigned){0}, sizeof(unsigned));
        return true;
    default:
        return store(option, values, "0") == FINE;
    }
}

const char *option_value_argument(const struct option *option)
{
    static const char *const names[] = {"", "NUMBER", "SIZE", "SECONDS", "TEXT", "WORD", "TEXT"};
    return option->argument ? option->argument : names[option->kind];
}
