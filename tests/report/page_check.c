#include "page_check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Tags -----------------------------------------------------------------------------------------------------------

#define DEEPEST 64
#define LONGEST_NAME 32

struct tags {
    char open[DEEPEST][LONGEST_NAME];
    size_t depth;
    char *wrong;
    size_t size;
};

static const char *complain(struct tags *t, const char *what, const char *name)
{
    snprintf(t->wrong, t->size, "%s <%s>", what, name);
    return t->wrong;
}

static bool is_one_of(const char *name, const char *list)
{
    char word[LONGEST_NAME + 2];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(list, word);
}

// The end of a tag; a > in quotes is none.
static const char *end_of_tag(const char *at)
{
    for (char quote = 0; *at && (quote || *at != '>'); at++)
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? 0 : *at;
    return at;
}

static const char *read_name(const char *at, char name[static LONGEST_NAME])
{
    size_t length = 0;
    for (; isalnum((unsigned char)*at) && length + 1 < LONGEST_NAME; at++)
        name[length++] = *at;
    name[length] = '\0';
    return at;
}

static const char *close_tag(struct tags *t, const char *name)
{
    if (t->depth == 0 || strcmp(t->open[t->depth - 1], name) != 0)
        return complain(t, "unexpected end of", name);
    t->depth--;
    return NULL;
}

const char *page_tags(const char *page, char *wrong, size_t size)
{
    struct tags t = {.wrong = wrong, .size = size};
    if (strncmp(page, "<!DOCTYPE html>", 15) != 0)
        return "it does not begin as a page does";
    for (const char *at = page + 15; (at = strchr(at, '<'));) {
        char name[LONGEST_NAME];
        bool closes = at[1] == '/';
        at = end_of_tag(read_name(at + 1 + closes, name));
        if (!name[0] || !*at)
            return complain(&t, "a tag without a name or an end, in", t.depth ? t.open[t.depth - 1] : "");
        const char *said = closes ? close_tag(&t, name) : NULL;
        if (said)
            return said;
        if (closes || is_one_of(name, " meta link input br img "))
            continue;
        if (t.depth == DEEPEST)
            return "too deep";
        strcpy(t.open[t.depth++], name);
        if (is_one_of(name, " script style ")) { // up to its end there is no markup
            char end[LONGEST_NAME + 3];
            snprintf(end, sizeof end, "</%s", name);
            at = strstr(at, end);
            if (!at)
                return complain(&t, "no end of", name);
        }
    }
    return t.depth > 0 ? complain(&t, "no end of", t.open[t.depth - 1]) : NULL;
}

// ---- Data -----------------------------------------------------------------------------------------------------------

json_t *page_data(const char *page, const char *id)
{
    char start[128];
    snprintf(start, sizeof start, "<script type=\"application/json\" id=\"%s\">", id);
    const char *begin = strstr(page, start);
    const char *end = begin ? strstr(begin, "</script>") : NULL;
    if (!end)
        return NULL;
    begin += strlen(start);
    json_error_t error;
    return json_loadb(begin, (size_t)(end - begin), JSON_REJECT_DUPLICATES, &error);
}

// An object with those values of a state that are of one kind.
static json_t *values_of_kind(const json_t *page, json_t *const *values, char kind)
{
    const json_t *names = json_object_get(page, "names");
    const char *kinds = json_string_value(json_object_get(page, "kinds"));
    json_t *object = json_object();
    for (size_t i = 0; i < json_array_size(names); i++)
        if (kinds[i] == kind)
            json_object_set(object, json_string_value(json_array_get(names, i)), values[i]);
    return object;
}

static void change(json_t **values, const json_t *pairs)
{
    for (size_t i = 0; i + 1 < json_array_size(pairs); i += 2)
        values[json_integer_value(json_array_get(pairs, i))] = json_array_get(pairs, i + 1);
}

static json_t *whole_trace(const json_t *page, const json_t *run)
{
    const json_t *first = json_object_get(run, "first"), *changes = json_object_get(run, "changes");
    bool defines = json_is_true(json_object_get(page, "defines"));
    size_t count = json_array_size(first), inputs = (size_t)json_integer_value(json_object_get(run, "inputs"));
    json_t **values = malloc((count + 1) * sizeof(json_t *));
    json_t *whole = json_pack("{s:[], s:[], s:O}", "states", "inputs", "loop", json_object_get(run, "loop"));
    if (defines)
        json_object_set_new(whole, "definitions", json_array());
    if (json_object_get(run, "actions"))
        json_object_set(whole, "actions", json_object_get(run, "actions"));
    for (size_t i = 0; i < count; i++)
        values[i] = json_array_get(first, i);
    for (size_t state = 0; state <= json_array_size(changes); state++) {
        if (state > 0)
            change(values, json_array_get(changes, state - 1));
        json_array_append_new(json_object_get(whole, "states"), values_of_kind(page, values, 's'));
        if (state < inputs)
            json_array_append_new(json_object_get(whole, "inputs"), values_of_kind(page, values, 'i'));
        if (defines)
            json_array_append_new(json_object_get(whole, "definitions"), values_of_kind(page, values, 'd'));
    }
    free(values);
    return whole;
}

json_t *page_as_report(const char *text)
{
    json_t *report = page_data(text, "check-data"), *page = page_data(text, "page-data"), *property;
    size_t i;
    json_array_foreach(json_object_get(report, "properties"), i, property)
    {
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        const json_t *own =
            json_object_get(json_object_get(page, "models"), number); // of a family, sizes have their own
        json_t *run = json_object_get(property, "trace");
        if (json_is_object(run))
            json_object_set_new(property, "trace", whole_trace(own ? own : page, run));
    }
    json_decref(page);
    return report;
}
