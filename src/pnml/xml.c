#include "pnml/xml.h"

#include <expat.h>
#include <limits.h>
#include <string.h>

// Deeper than any net, and shallow enough for whoever walks the tree by recursion. Sums that some tools write as a
// chain, each the first operand of the next, have two levels for each summand.
enum { DEEPEST = 20000 };

struct open_element {
    struct xml *element, *last; // its last element so far
    struct str text;
};

struct reading {
    const struct source *source;
    struct arena *arena;
    struct mem *mem;
    struct diag *diag;
    XML_Parser parser;
    struct xml *root;
    ARRAY(struct open_element) open;
    size_t count; // of elements
    bool failed;
};

static struct diag_range here(const struct reading *r)
{
    XML_Index at = XML_GetCurrentByteIndex(r->parser);
    int length = XML_GetCurrentByteCount(r->parser);
    return (struct diag_range){r->source, at < 0 ? 0 : (size_t)at, length > 0 ? (size_t)length : 1};
}

static void fail(struct reading *r, const char *why)
{
    if (!r->failed)
        diag_error(r->diag, here(r), "%s", why);
    r->failed = true;
    XML_StopParser(r->parser, XML_FALSE);
}

static const char *local_name(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

static void begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct reading *r = context;
    if (r->failed)
        return;
    if (r->open.count == DEEPEST) {
        fail(r, "elements are nested too deeply");
        return;
    }
    if (++r->count % 4096 == 0 && !diag_goes_on(r->diag, "reading")) {
        r->failed = true;
        XML_StopParser(r->parser, XML_FALSE);
        return;
    }
    struct xml *e = arena_alloc(r->arena, sizeof *e);
    struct diag_range range = here(r);
    name = local_name(name);
    e->name = arena_copy(r->arena, name, strlen(name));
    e->text = "";
    e->offset = range.offset;
    e->length = range.length;
    while (attributes[2 * e->attribute_count])
        e->attribute_count++;
    struct xml_attribute *copies = arena_alloc(r->arena, (e->attribute_count + 1) * sizeof *copies);
    for (uint32_t i = 0; i < e->attribute_count; i++) {
        const char *own = local_name(attributes[2 * i]), *value = attributes[2 * i + 1];
        copies[i] =
            (struct xml_attribute){arena_copy(r->arena, own, strlen(own)), arena_copy(r->arena, value, strlen(value))};
    }
    e->attributes = copies;
    if (r->open.count > 0) {
        struct open_element *parent = &r->open.at[r->open.count - 1];
        *(parent->last ? &parent->last->next : &parent->element->first) = e;
        parent->last = e;
    } else
        r->root = e;
    array_push(r->mem, &r->open, ((struct open_element){.element = e}));
}

static void end_element(void *context, const XML_Char *name)
{
    struct reading *r = context;
    (void)name;
    if (r->failed)
        return;
    struct open_element *open = &r->open.at[--r->open.count];
    const char *from = str_text(&open->text), *to = from + open->text.count;
    while (from < to && strchr(" \t\r\n", *from))
        from++;
    while (to > from && strchr(" \t\r\n", to[-1]))
        to--;
    if (to > from)
        open->element->text = arena_copy(r->arena, from, (size_t)(to - from));
    str_free(r->mem, &open->text);
}

static void add_text(void *context, const XML_Char *text, int length)
{
    struct reading *r = context;
    if (!r->failed && r->open.count > 0)
        str_add_bytes(r->mem, &r->open.at[r->open.count - 1].text, text, (size_t)length);
}

static void refuse_doctype(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                           int has_internal)
{
    (void)name, (void)system, (void)public, (void)has_internal;
    fail(context, "a document type is not accepted: nets have none, and entities are not expanded");
}

// What is no XML. An element that is not ended is told, for that is the mistake, and it may be far above.
static void refuse_text(struct reading *r, enum XML_Error why)
{
    const struct xml *open = r->open.count ? r->open.at[r->open.count - 1].element : NULL;
    if (!open || (why != XML_ERROR_TAG_MISMATCH && why != XML_ERROR_NO_ELEMENTS)) {
        fail(r, XML_ErrorString(why));
        return;
    }
    r->failed = true;
    diag_error(r->diag, here(r), "expected \"</%s>\"%s", open->name,
               why == XML_ERROR_NO_ELEMENTS ? ", found the end of the file" : "");
    diag_note(r->diag, (struct diag_range){r->source, open->offset, open->length}, "the element that it ends");
}

struct xml *xml_read(const struct source *source, struct arena *arena, struct mem *mem, struct diag *diag)
{
    struct reading r = {.source = source, .arena = arena, .mem = mem, .diag = diag};
    if (source->length > INT_MAX) {
        diag_error(diag, (struct diag_range){source, DIAG_WHOLE, 0}, "the file is too large");
        return NULL;
    }
    r.parser = XML_ParserCreateNS(NULL, ':');
    if (!r.parser)
        mem_exhausted(mem);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r.parser, add_text);
    XML_SetStartDoctypeDeclHandler(r.parser, refuse_doctype);
    enum XML_Status status = XML_Parse(r.parser, source->text, (int)source->length, XML_TRUE);
    if (status == XML_STATUS_ERROR && !r.failed)
        refuse_text(&r, XML_GetErrorCode(r.parser));
    for (size_t i = 0; i < r.open.count; i++)
        str_free(mem, &r.open.at[i].text);
    array_free(mem, &r.open);
    XML_ParserFree(r.parser);
    return r.failed ? NULL : r.root;
}

const char *xml_attribute(const struct xml *e, const char *name)
{
    for (uint32_t i = 0; i < e->attribute_count; i++)
        if (strcmp(e->attributes[i].name, name) == 0)
            return e->attributes[i].value;
    return NULL;
}

bool xml_is(const struct xml *e, const char *name)
{
    return e && strcmp(e->name, name) == 0;
}

struct xml *xml_find(const struct xml *parent, const char *name)
{
    struct xml *e = parent ? parent->first : NULL;
    while (e && strcmp(e->name, name) != 0)
        e = e->next;
    return e;
}
