// Reading a net: messages with their places, attributes, and what names stand for.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pnml/reading.h"

void net_error(struct net_reading *r, const struct xml *e, const char *format, ...)
{
    struct str text = {0};
    va_list arguments;
    va_start(arguments, format);
    str_vadd(r->net->mem, &text, format, arguments);
    va_end(arguments);
    diag_error(r->diag, (struct diag_range){r->net->source, e->offset, e->length}, "%s", str_text(&text));
    str_free(r->net->mem, &text);
}

void net_unknown(struct net_reading *r, const struct xml *e)
{
    net_error(r, e, "unexpected element <%s>", e->name);
}

const char *net_attribute(struct net_reading *r, const struct xml *e, const char *name)
{
    const char *v = xml_attribute(e, name);
    if (!v)
        net_error(r, e, "<%s> needs an attribute \"%s\"", e->name, name);
    return v;
}

bool net_number(struct net_reading *r, const struct xml *e, const char *text, int64_t low, int64_t high, int64_t *out)
{
    char *end;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    if (end == text || *end || errno || v < low || v > high) {
        net_error(r, e, "expected a number from %" PRId64 " to %" PRId64 ", got \"%s\"", low, high, text);
        return false;
    }
    *out = v;
    return true;
}

bool net_is_decoration(const struct xml *e)
{
    return xml_is(e, "name") || xml_is(e, "text") || xml_is(e, "graphics") || xml_is(e, "toolspecific") ||
           xml_is(e, "label");
}

static int space_of(enum declared_kind kind)
{
    switch (kind) {
    case DECLARED_SORT:
        return SPACE_SORTS;
    case DECLARED_VARIABLE:
        return SPACE_VARIABLES;
    case DECLARED_COLOUR:
    case DECLARED_PART:
        return SPACE_COLOURS;
    case DECLARED_PARTITION:
        return SPACE_PARTITIONS;
    default:
        return SPACE_NODES;
    }
}

struct declared net_lookup(const struct net_reading *r, enum declared_kind kind, const char *id)
{
    const struct name_space *in = &r->spaces[space_of(kind)];
    const struct symbol *s = symbols_find(&in->ids, id, strlen(id));
    return s && s->id < in->declared.count ? in->declared.at[s->id] : (struct declared){0};
}

bool net_declare(struct net_reading *r, const struct xml *e, const char *id, struct declared as)
{
    struct name_space *in = &r->spaces[space_of(as.kind)];
    const struct symbol *s = symbols_add(&in->ids, &r->net->arena, id, strlen(id));
    while (in->declared.count <= s->id)
        array_push(r->net->mem, &in->declared, (struct declared){0});
    if (in->declared.at[s->id].kind != DECLARED_NOT) {
        net_error(r, e, "\"%s\" is declared twice", id);
        return false;
    }
    in->declared.at[s->id] = as;
    return true;
}

struct declared net_refer(struct net_reading *r, const struct xml *e, const char *attribute, enum declared_kind kind,
                          const char *what)
{
    const char *id = net_attribute(r, e, attribute);
    struct declared d = id ? net_lookup(r, kind, id) : (struct declared){0};
    if (id && d.kind != kind)
        net_error(r, e, "\"%s\" is no %s", id, what);
    return d.kind == kind ? d : (struct declared){0};
}
