// Nets: the document's places, transitions and arcs.
#include "pnml/reading.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- Places and transitions -----------------------------------------------------------------------------------------

static const char *name_of(const struct xml *e, const char *id)
{
    const struct xml *name = xml_find(e, "name"), *text = xml_find(name, "text");
    return text && *text->text ? text->text : id;
}

// What stands in the <structure> of a label; NULL if there is no label. Its <text> is for people alone.
static const struct xml *structure_of(struct net_reading *r, const struct xml *label)
{
    const struct xml *structure = xml_find(label, "structure");
    if (!label)
        return NULL;
    if (!structure || !structure->first) {
        net_error(r, label, "<%s> needs a <structure> with a term", label->name);
        return NULL;
    }
    if (structure->first->next)
        net_error(r, structure->first->next, "one term is expected");
    return structure->first;
}

// The number of a place/transition net's label.
static struct net_bag plain_bag(struct net_reading *r, const struct xml *label)
{
    const struct xml *text = xml_find(label, "text");
    struct net_token *token = arena_alloc(&r->net->arena, sizeof *token);
    struct net_colour *dot = arena_alloc(&r->net->arena, sizeof *dot);
    *dot = (struct net_colour){NET_CONSTANT, r->net->sorts.at[r->dot_sort].classes[0], 0, 0};
    *token = (struct net_token){1, dot};
    if (label && !text)
        net_error(r, label, "<%s> needs a <text> with a number", label->name);
    else if (label && !net_number(r, label, text->text, 0, INT64_C(1000000000000), &token->count))
        token->count = 0;
    return (struct net_bag){token, token->count != 0};
}

static void read_place(struct net_reading *r, const struct xml *e)
{
    struct net *net = r->net;
    const struct xml *type = xml_find(e, "type"), *marking = xml_find(e, "hlinitialMarking");
    const struct xml *plain = xml_find(e, "initialMarking"), *term;
    const char *id = net_attribute(r, e, "id");
    uint32_t sort = r->dot_sort;
    for (const struct xml *part = e->first; part; part = part->next)
        if (!net_is_decoration(part) && part != type && part != marking && part != plain)
            net_unknown(r, part);
    if (type) {
        term = structure_of(r, type);
        sort = term ? net_read_sort(r, term) : NO_SORT;
    } else if (net->is_coloured && id)
        net_error(r, e, "place \"%s\" has no <type>", id);
    if (!id || sort == NO_SORT)
        return;
    struct net_place place = {id, name_of(e, id), sort, {0}, e->offset, e->length};
    bool is_empty = xml_find(marking, "structure") && !xml_find(marking, "structure")->first;
    term = is_empty ? NULL : structure_of(r, marking);
    if (term)
        place.initial = net_read_bag(r, term, sort);
    else if (plain && sort == r->dot_sort)
        place.initial = plain_bag(r, plain);
    else if (plain)
        net_error(r, plain, "a place with colours needs an <hlinitialMarking>");
    for (size_t i = 0; i < place.initial.count; i++)
        for (uint32_t k = 0; k < net->sorts.at[sort].count; k++)
            if (place.initial.tokens[i].components[k].kind == NET_VARIABLE)
                net_error(r, marking, "an initial marking has no variables");
    if (net_declare(r, e, id, (struct declared){DECLARED_PLACE, (uint32_t)net->places.count, 0}))
        array_push(net->mem, &net->places, place);
}

static void read_transition(struct net_reading *r, const struct xml *e)
{
    struct net *net = r->net;
    const struct xml *condition = xml_find(e, "condition");
    const char *id = net_attribute(r, e, "id");
    for (const struct xml *part = e->first; part; part = part->next)
        if (!net_is_decoration(part) && part != condition)
            net_unknown(r, part);
    if (!id)
        return;
    struct net_transition t = {.id = id, .name = name_of(e, id), .offset = e->offset, .length = e->length};
    const struct xml *term = structure_of(r, condition);
    if (term)
        t.guard = net_read_guard(r, term);
    if (net_declare(r, e, id, (struct declared){DECLARED_TRANSITION, (uint32_t)net->transitions.count, 0}))
        array_push(net->mem, &net->transitions, t);
}

static void read_reference(struct net_reading *r, const struct xml *e)
{
    const char *id = net_attribute(r, e, "id");
    if (id && net_attribute(r, e, "ref") &&
        net_declare(r, e, id, (struct declared){DECLARED_REFERENCE, (uint32_t)r->references.count, 0}))
        array_push(r->net->mem, &r->references, e);
}

// ---- Arcs -----------------------------------------------------------------------------------------------------------

// Follows references to what they stand for in the end.
static struct declared end_of_arc(struct net_reading *r, const struct xml *arc, const char *attribute)
{
    const char *id = net_attribute(r, arc, attribute);
    struct declared d = id ? net_lookup(r, DECLARED_PLACE, id) : (struct declared){0};
    for (size_t i = 0; d.kind == DECLARED_REFERENCE && i <= r->references.count; i++)
        d = net_lookup(r, DECLARED_PLACE, xml_attribute(r->references.at[d.index], "ref"));
    if (id && d.kind != DECLARED_PLACE && d.kind != DECLARED_TRANSITION) {
        net_error(r, arc, "\"%s\" is neither a place nor a transition", id);
        d.kind = DECLARED_NOT;
    }
    return d;
}

// An arc as it was read: the arcs of a transition are put together when all are known.
struct read_arc {
    uint32_t transition, place;
    bool is_output;
    struct net_bag bag;
};
typedef ARRAY(struct read_arc) arc_array;

static void read_arc(struct net_reading *r, const struct xml *e, arc_array *arcs)
{
    const struct xml *inscription = xml_find(e, "hlinscription"), *plain = xml_find(e, "inscription");
    for (const struct xml *part = e->first; part; part = part->next) {
        const char *value = xml_attribute(part, "value");
        bool is_normal = xml_is(part, "type") && value && strcmp(value, "normal") == 0;
        if (!net_is_decoration(part) && part != inscription && part != plain && !is_normal)
            net_unknown(r, part);
    }
    const char *kind = xml_attribute(e, "type");
    if (kind && strcmp(kind, "normal") != 0)
        net_error(r, e, "arcs of the type \"%s\" are not supported", kind);
    struct declared from = end_of_arc(r, e, "source"), to = end_of_arc(r, e, "target");
    if (!from.kind || !to.kind)
        return;
    if (from.kind == to.kind) {
        net_error(r, e, "an arc leads from a place to a transition, or from a transition to a place");
        return;
    }
    bool is_output = to.kind == DECLARED_PLACE;
    struct read_arc arc = {is_output ? from.index : to.index, is_output ? to.index : from.index, is_output, {0}};
    uint32_t sort = r->net->places.at[arc.place].sort;
    const struct xml *term = structure_of(r, inscription);
    if (term)
        arc.bag = net_read_bag(r, term, sort);
    else if (sort == r->dot_sort && !inscription)
        arc.bag = plain_bag(r, plain);
    else if (!inscription)
        net_error(r, e, "the arc needs an <hlinscription>: the place has colours");
    array_push(r->net->mem, arcs, arc);
}

static int by_transition(const void *a, const void *b)
{
    const struct read_arc *x = a, *y = b;
    if (x->transition != y->transition)
        return x->transition < y->transition ? -1 : 1;
    if (x->is_output != y->is_output)
        return x->is_output - y->is_output;
    return (x->place > y->place) - (x->place < y->place);
}

static struct net_bag sum_of(struct net *net, struct net_bag a, struct net_bag b)
{
    struct net_token *tokens = arena_alloc(&net->arena, (a.count + b.count + 1) * sizeof *tokens);
    if (a.count)
        memcpy(tokens, a.tokens, a.count * sizeof *tokens);
    if (b.count)
        memcpy(tokens + a.count, b.tokens, b.count * sizeof *tokens);
    return (struct net_bag){tokens, a.count + b.count};
}

// The arcs of one side of a transition, which are `count` from `arcs` on.
static uint32_t take_arcs(struct net *net, const struct read_arc *arcs, size_t count, const struct net_arc **out)
{
    struct net_arc *taken = arena_alloc(&net->arena, (count + 1) * sizeof *taken);
    uint32_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (n > 0 && taken[n - 1].place == arcs[i].place)
            taken[n - 1].bag = sum_of(net, taken[n - 1].bag, arcs[i].bag);
        else
            taken[n++] = (struct net_arc){arcs[i].place, arcs[i].bag};
    }
    *out = taken;
    return n;
}

static void give_arcs(struct net_reading *r, arc_array *arcs)
{
    struct net *net = r->net;
    if (arcs->count)
        qsort(arcs->at, arcs->count, sizeof *arcs->at, by_transition);
    for (size_t i = 0; i < arcs->count;) {
        size_t end = i;
        while (end < arcs->count && arcs->at[end].transition == arcs->at[i].transition &&
               arcs->at[end].is_output == arcs->at[i].is_output)
            end++;
        struct net_transition *t = &net->transitions.at[arcs->at[i].transition];
        if (arcs->at[i].is_output)
            t->output_count = take_arcs(net, &arcs->at[i], end - i, &t->outputs);
        else
            t->input_count = take_arcs(net, &arcs->at[i], end - i, &t->inputs);
        i = end;
    }
}

// ---- Variables of transitions ---------------------------------------------------------------------------------------

struct seen {
    struct net *net;
    bool *is_seen;
    ARRAY(uint32_t) variables;
};

static void see(struct seen *s, const struct net_colour *c)
{
    if (c->kind == NET_VARIABLE && !s->is_seen[c->of]) {
        s->is_seen[c->of] = true;
        array_push(s->net->mem, &s->variables, c->of);
    }
}

static void see_arcs(struct seen *s, const struct net_arc *arcs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < arcs[i].bag.count; k++)
            for (uint32_t c = 0; c < s->net->sorts.at[s->net->places.at[arcs[i].place].sort].count; c++)
                see(s, &arcs[i].bag.tokens[k].components[c]);
}

static void see_guard(struct seen *s, const struct net_guard *g)
{
    if (!g)
        return;
    if (g->op == GUARD_EQUAL || g->op == GUARD_LESS) {
        see(s, &g->left);
        see(s, &g->right);
    }
    see_guard(s, g->operands[0]);
    see_guard(s, g->operands[1]);
}

static void find_variables(struct net *net)
{
    size_t bytes = net->variables.count + 1;
    struct seen s = {.net = net, .is_seen = mem_zalloc(net->mem, bytes)};
    for (size_t i = 0; i < net->transitions.count; i++) {
        struct net_transition *t = &net->transitions.at[i];
        s.variables.count = 0;
        see_arcs(&s, t->inputs, t->input_count);
        see_arcs(&s, t->outputs, t->output_count);
        see_guard(&s, t->guard);
        uint32_t *copy = arena_alloc(&net->arena, (s.variables.count + 1) * sizeof *copy);
        for (size_t k = 0; k < s.variables.count; k++) {
            copy[k] = s.variables.at[k];
            s.is_seen[copy[k]] = false;
        }
        t->variables = copy;
        t->variable_count = (uint32_t)s.variables.count;
    }
    array_free(net->mem, &s.variables);
    mem_free(net->mem, s.is_seen, bytes);
}

// ---- Nets -----------------------------------------------------------------------------------------------------------

enum pass { PASS_DECLARATIONS, PASS_NODES, PASS_ARCS };

// Pages may hold pages, and any of them declarations.
static void read_page(struct net_reading *r, const struct xml *page, enum pass pass, arc_array *arcs)
{
    for (const struct xml *e = page->first; e && pass == PASS_DECLARATIONS; e = e->next) { // pages know those around
        const struct xml *declarations = xml_find(xml_find(e, "structure"), "declarations");
        if (xml_is(e, "declaration") && declarations)
            net_read_declarations(r, declarations);
    }
    for (const struct xml *e = page->first; e; e = e->next) {
        if (xml_is(e, "page"))
            read_page(r, e, pass, arcs);
        else if (xml_is(e, "place") || xml_is(e, "transition")) {
            if (pass == PASS_NODES)
                (xml_is(e, "place") ? read_place : read_transition)(r, e);
        } else if (xml_is(e, "referencePlace") || xml_is(e, "referenceTransition")) {
            if (pass == PASS_NODES)
                read_reference(r, e);
        } else if (xml_is(e, "arc")) {
            if (pass == PASS_ARCS)
                read_arc(r, e, arcs);
        } else if (!net_is_decoration(e) && !xml_is(e, "declaration") && pass == PASS_NODES)
            net_unknown(r, e);
    }
}

static void name_entities(struct net *net)
{
    for (size_t i = 0; i < net->places.count + net->transitions.count; i++) {
        bool is_place = i < net->places.count;
        uint32_t index = (uint32_t)(is_place ? i : i - net->places.count);
        const char *id = is_place ? net->places.at[index].id : net->transitions.at[index].id;
        symbols_add(&net->names, &net->arena, id, strlen(id)); // all are different: the symbol's id is i
        array_push(net->mem, &net->entities, ((struct net_entity){is_place ? NET_PLACE : NET_TRANSITION, index}));
    }
}

static void read_parts(struct net_reading *r, const struct xml *e)
{
    arc_array arcs = {0};
    read_page(r, e, PASS_DECLARATIONS, &arcs);
    net_dot_sort(r); // for arcs and markings without colours
    read_page(r, e, PASS_NODES, &arcs);
    read_page(r, e, PASS_ARCS, &arcs);
    give_arcs(r, &arcs);
    array_free(r->net->mem, &arcs);
    if (r->diag->errors == 0) {
        find_variables(r->net);
        name_entities(r->net);
    }
}

static bool read_document(struct net_reading *r, const struct xml *root)
{
    const struct xml *e = xml_find(root, "net");
    if (!xml_is(root, "pnml") || !e) {
        net_error(r, root, "expected a <pnml> document with a <net>");
        return false;
    }
    const char *type = net_attribute(r, e, "type"), *id = xml_attribute(e, "id");
    if (!type)
        return false;
    r->net->is_coloured = strstr(type, "symmetricnet") || strstr(type, "pt-hlpng"); // a plain net in coloured terms
    if (!r->net->is_coloured && !strstr(type, "ptnet")) {
        net_error(r, e, "nets of this type are not supported: expected a place/transition net or a symmetric net");
        return false;
    }
    for (const struct xml *other = e->next; other; other = other->next)
        if (xml_is(other, "net"))
            net_error(r, other, "one net is expected");
    r->net->id = id ? id : "";
    read_parts(r, e);
    return r->diag->errors == 0;
}

bool net_read(struct net *net, const struct source *source, struct mem *mem, struct diag *diag)
{
    *net = (struct net){.source = source, .mem = mem, .arena = {.mem = mem}};
    struct net_reading r = {.net = net, .diag = diag, .dot_sort = NO_SORT, .bool_sort = NO_SORT};
    struct xml *root = xml_read(source, &net->arena, mem, diag);
    bool good = root && read_document(&r, root);
    for (int i = 0; i < SPACES; i++) {
        symbols_free(&r.spaces[i].ids, mem);
        array_free(mem, &r.spaces[i].declared);
    }
    array_free(mem, &r.parts);
    array_free(mem, &r.references);
    return good;
}

void net_close(struct net *net)
{
    array_free(net->mem, &net->classes);
    array_free(net->mem, &net->sorts);
    array_free(net->mem, &net->variables);
    array_free(net->mem, &net->places);
    array_free(net->mem, &net->transitions);
    array_free(net->mem, &net->entities);
    symbols_free(&net->names, net->mem);
    arena_free(&net->arena);
}

struct net_entity net_find(const struct net *net, const char *id)
{
    const struct symbol *s = symbols_find(&net->names, id, strlen(id));
    return s && s->id < net->entities.count ? net->entities.at[s->id] : (struct net_entity){NET_NO_ENTITY, 0};
}

uint64_t net_sort_size(const struct net *net, uint32_t sort)
{
    uint64_t size = 1;
    for (uint32_t i = 0; i < net->sorts.at[sort].count; i++)
        if (__builtin_mul_overflow(size, net->classes.at[net->sorts.at[sort].classes[i]].size, &size))
            return UINT64_MAX;
    return size;
}

void net_add_colour(const struct net *net, uint32_t class, uint32_t colour, struct str *out)
{
    const struct net_class *c = &net->classes.at[class];
    if (c->is_dot)
        str_add(net->mem, out, "dot");
    else if (c->is_range)
        str_add(net->mem, out, "%" PRId64, c->low + colour);
    else
        str_add(net->mem, out, "%s", c->names[colour]);
}
