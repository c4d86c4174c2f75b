#include "schema.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

struct checker {
    const json_t *root;
    char *wrong;
    size_t size;
};

static bool fits(struct checker *, const json_t *schema, const json_t *instance, const char *where);

static bool complain(struct checker *c, const char *where, const char *what)
{
    snprintf(c->wrong, c->size, "%s: %s", where, what);
    return false;
}

static bool is_of_type(const char *type, const json_t *instance)
{
    if (strcmp(type, "number") == 0)
        return json_is_number(instance);
    if (strcmp(type, "boolean") == 0)
        return json_is_boolean(instance);
    static const struct {
        const char *name;
        json_type type;
    } types[] = {{"object", JSON_OBJECT},
                 {"array", JSON_ARRAY},
                 {"string", JSON_STRING},
                 {"integer", JSON_INTEGER},
                 {"null", JSON_NULL}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i].name) == 0)
            return json_typeof(instance) == types[i].type;
    return false;
}

static bool has_type(const json_t *type, const json_t *instance)
{
    const json_t *one;
    size_t i;
    if (json_is_string(type))
        return is_of_type(json_string_value(type), instance);
    json_array_foreach(type, i, one)
    {
        if (is_of_type(json_string_value(one), instance))
            return true;
    }
    return false;
}

static bool is_among(const json_t *list, const json_t *instance)
{
    const json_t *one;
    size_t i;
    json_array_foreach(list, i, one)
    {
        if (json_equal(one, instance))
            return true;
    }
    return false;
}

static bool matches(const char *pattern, const char *text)
{
    regex_t compiled;
    if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    bool found = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return found;
}

static bool fits_any(struct checker *c, const json_t *list, const json_t *instance, const char *where)
{
    const json_t *one;
    size_t i;
    json_array_foreach(list, i, one)
    {
        if (fits(c, one, instance, where))
            return true;
    }
    return false;
}

static bool fits_members(struct checker *c, const json_t *schema, json_t *instance, const char *where)
{
    const json_t *known = json_object_get(schema, "properties"), *name;
    const json_t *others = json_object_get(schema, "additionalProperties");
    size_t i;
    json_array_foreach(json_object_get(schema, "required"), i, name)
    {
        if (!json_object_get(instance, json_string_value(name)))
            return complain(c, where, json_string_value(name));
    }
    const char *key;
    json_t *member;
    json_object_foreach(instance, key, member)
    {
        const json_t *its = json_object_get(known, key);
        char inside[256];
        snprintf(inside, sizeof inside, "%s.%s", where, key);
        if (!its && json_is_false(others))
            return complain(c, inside, "is not in the schema");
        if (!its && json_is_object(others))
            its = others;
        if (its && !fits(c, its, member, inside))
            return false;
    }
    return true;
}

static bool fits_items(struct checker *c, const json_t *items, const json_t *instance, const char *where)
{
    const json_t *one;
    size_t i;
    json_array_foreach(instance, i, one)
    {
        char inside[256];
        snprintf(inside, sizeof inside, "%s[%zu]", where, i);
        if (!fits(c, items, one, inside))
            return false;
    }
    return true;
}

static bool keyword(struct checker *c, const json_t *schema, const char *key, const json_t *value,
                    const json_t *instance, const char *where)
{
    static const char *const describing[] = {"$schema",    "title",    "description",         "$defs",
                                             "properties", "required", "additionalProperties"};
    if (strcmp(key, "$ref") == 0) {
        const char *name = json_string_value(value) + strlen("#/$defs/");
        return fits(c, json_object_get(json_object_get(c->root, "$defs"), name), instance, where);
    }
    if (strcmp(key, "type") == 0)
        return has_type(value, instance) || complain(c, where, "has another type");
    if (strcmp(key, "enum") == 0)
        return is_among(value, instance) || complain(c, where, "is none of the words");
    if (strcmp(key, "const") == 0)
        return json_equal(value, instance) || complain(c, where, "is something else");
    if (strcmp(key, "anyOf") == 0)
        return fits_any(c, value, instance, where);
    if (strcmp(key, "items") == 0)
        return fits_items(c, value, instance, where);
    if (strcmp(key, "minimum") == 0)
        return !json_is_number(instance) || json_number_value(instance) >= json_number_value(value) ||
               complain(c, where, "is too small");
    if (strcmp(key, "pattern") == 0)
        return !json_is_string(instance) || matches(json_string_value(value), json_string_value(instance)) ||
               complain(c, where, "does not match");
    for (size_t i = 0; i < sizeof describing / sizeof *describing; i++)
        if (strcmp(key, describing[i]) == 0)
            return true;
    (void)schema;
    return complain(c, key, "is a keyword that this checker does not know");
}

static bool fits(struct checker *c, const json_t *schema, const json_t *instance, const char *where)
{
    const char *key;
    json_t *value;
    if (!json_is_object(schema))
        return complain(c, where, "has no schema");
    json_object_foreach((json_t *)schema, key, value)
    {
        if (!keyword(c, schema, key, value, instance, where))
            return false;
    }
    return !json_is_object(instance) || fits_members(c, schema, (json_t *)instance, where);
}

const char *schema_check(const json_t *schema, const json_t *instance, char *wrong, size_t size)
{
    struct checker c = {schema, wrong, size};
    return fits(&c, schema, instance, "output") ? NULL : wrong;
}
