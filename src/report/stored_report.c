// Reports read back. The traces of a family are of several models: those of the sizes that they are for.
#include "report/stored_report.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

struct stored_report {
    struct mem *mem;
    const char *path;
    json_t *root;
    ARRAY(json_int_t) sizes;
};

static void find_sizes(struct stored_report *r)
{
    json_t *property;
    size_t i;
    json_array_foreach(json_object_get(r->root, "properties"), i, property)
    {
        json_t *size = json_object_get(property, "trace_size");
        bool is_new = json_is_integer(size);
        for (size_t k = 0; k < r->sizes.count; k++)
            is_new &= r->sizes.at[k] != json_integer_value(size);
        if (is_new)
            array_push(r->mem, &r->sizes, json_integer_value(size));
    }
}

struct stored_report *stored_report_open(const char *path, struct mem *mem)
{
    json_t *root = json_load_file(path, 0, NULL);
    if (!root)
        return NULL;
    struct stored_report *r = mem_zalloc(mem, sizeof *r);
    *r = (struct stored_report){.mem = mem, .path = path, .root = root};
    find_sizes(r);
    return r;
}

void stored_report_close(struct stored_report *r)
{
    if (!r)
        return;
    array_free(r->mem, &r->sizes);
    json_decref(r->root);
    mem_free(r->mem, r, sizeof *r);
}

const char *stored_report_path(const struct stored_report *r)
{
    return r->path;
}

const char *stored_report_model(const struct stored_report *r)
{
    return json_string_value(json_object_get(r->root, "model"));
}

bool stored_report_arguments(const struct stored_report *r, struct mem *mem, argument_array *arguments)
{
    const json_t *all = json_object_get(r->root, "arguments"), *argument;
    size_t i;
    json_array_foreach(all, i, argument)
    {
        if (!json_is_string(argument))
            return false;
        array_push(mem, arguments, json_string_value(argument));
    }
    return json_is_array(all);
}

// ---- Members --------------------------------------------------------------------------------------------------------

size_t stored_report_member_count(const struct stored_report *r)
{
    return r->sizes.count;
}

static bool is_called(const json_t *property, const char *word)
{
    const char *name = json_string_value(json_object_get(property, "name"));
    char number[32];
    snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(property, "index")));
    return strcmp(word, number) == 0 || (name && strcmp(word, name) == 0);
}

size_t stored_report_member_of(const struct stored_report *r, const char *word)
{
    json_t *property;
    size_t i;
    json_array_foreach(json_object_get(r->root, "properties"), i, property)
    {
        json_int_t size = json_integer_value(json_object_get(property, "trace_size"));
        for (size_t k = 0; k < r->sizes.count && is_called(property, word); k++)
            if (r->sizes.at[k] == size)
                return k;
    }
    return 0;
}

static void add_constant(struct mem *mem, struct str *out, const json_t *name, json_int_t number)
{
    const char *text = json_string_value(name);
    str_add(mem, out, "%s=%" JSON_INTEGER_FORMAT, text ? text : "", number);
    str_add_char(mem, out, '\0');
}

void stored_report_add_constants(const struct stored_report *r, size_t member, struct mem *mem, struct str *out)
{
    const json_t *family = json_object_get(r->root, "family"), *constants = json_object_get(family, "constants");
    json_int_t size = r->sizes.at[member];
    if (!json_is_array(constants)) {
        add_constant(mem, out, json_object_get(family, "constant"), size);
        return;
    }
    size_t place = (size_t)(size - json_integer_value(json_object_get(family, "low")));
    const json_t *values = json_array_get(json_object_get(family, "members"), place);
    for (size_t i = 0; i < json_array_size(constants); i++)
        add_constant(mem, out, json_object_get(json_array_get(constants, i), "name"),
                     json_integer_value(json_array_get(values, i)));
}

char *stored_report_text_of(const struct stored_report *r, size_t member)
{
    json_t *property, *root = json_deep_copy(r->root);
    size_t i;
    json_array_foreach(json_object_get(root, "properties"), i, property)
    {
        if (json_integer_value(json_object_get(property, "trace_size")) != r->sizes.at[member])
            json_object_del(property, "trace");
    }
    char *text = json_dumps(root, 0);
    json_decref(root);
    return text;
}
