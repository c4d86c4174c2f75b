// Declarations of a symmetric net: colour classes, products, partitions, variables.
#include "pnml/reading.h"

#include <string.h>

static uint32_t add_sort(struct net_reading *r, const char *name, const uint32_t *classes, uint32_t count)
{
    struct net *net = r->net;
    uint32_t *copy = arena_alloc(&net->arena, (count + 1) * sizeof *copy);
    memcpy(copy, classes, count * sizeof *copy);
    array_push(net->mem, &net->sorts, ((struct net_sort){name, copy, count}));
    return (uint32_t)(net->sorts.count - 1);
}

static uint32_t add_class(struct net_reading *r, struct net_class class)
{
    struct net *net = r->net;
    uint32_t index = (uint32_t)net->classes.count;
    array_push(net->mem, &net->classes, class);
    return add_sort(r, class.name, &index, 1);
}

uint32_t net_dot_sort(struct net_reading *r)
{
    if (r->dot_sort == NO_SORT)
        r->dot_sort = add_class(r, (struct net_class){.name = "Dot", .size = 1, .is_dot = true});
    return r->dot_sort;
}

static uint32_t bool_sort(struct net_reading *r)
{
    static const char *const words[] = {"false", "true"};
    if (r->bool_sort == NO_SORT) {
        const char **names = arena_alloc(&r->net->arena, sizeof words);
        memcpy(names, words, sizeof words);
        r->bool_sort = add_class(r, (struct net_class){.name = "Bool", .size = 2, .names = names});
    }
    return r->bool_sort;
}

uint32_t net_bool_class(struct net_reading *r)
{
    return r->net->sorts.at[bool_sort(r)].classes[0];
}

static const char *name_of(const struct xml *e)
{
    const char *name = xml_attribute(e, "name"), *id = xml_attribute(e, "id");
    return name && *name ? name : id ? id : "";
}

static uint32_t read_enumeration(struct net_reading *r, const struct xml *e, const char *name, bool is_cyclic)
{
    struct net *net = r->net;
    uint32_t class = (uint32_t)net->classes.count;
    ARRAY(const char *) names = {0};
    for (const struct xml *c = e->first; c; c = c->next) {
        if (!xml_is(c, "feconstant")) {
            net_unknown(r, c);
            continue;
        }
        const char *id = net_attribute(r, c, "id");
        if (id && net_declare(r, c, id, (struct declared){DECLARED_COLOUR, (uint32_t)names.count, class}))
            array_push(net->mem, &names, name_of(c));
    }
    if (names.count == 0)
        net_error(r, e, "an enumeration needs at least one <feconstant>");
    const char **copy = arena_alloc(&net->arena, (names.count + 1) * sizeof *copy);
    if (names.count)
        memcpy(copy, names.at, names.count * sizeof *copy);
    uint32_t size = (uint32_t)names.count;
    array_free(net->mem, &names);
    return add_class(r, (struct net_class){.name = name, .size = size, .is_cyclic = is_cyclic, .names = copy});
}

#define MOST_COLOURS 100000000
enum { MOST_PARTS = 1000 }; // of a product

static uint32_t read_range(struct net_reading *r, const struct xml *e, const char *name)
{
    int64_t low = 0, high = 0;
    const char *start = net_attribute(r, e, "start"), *end = net_attribute(r, e, "end");
    if (!start || !end || !net_number(r, e, start, -INT64_C(1000000000), INT64_C(1000000000), &low) ||
        !net_number(r, e, end, -INT64_C(1000000000), INT64_C(1000000000), &high))
        return NO_SORT;
    if (high < low || high - low >= MOST_COLOURS) {
        net_error(r, e, "a range must have at least one number, and at most %d", MOST_COLOURS);
        return NO_SORT;
    }
    return add_class(
        r, (struct net_class){
               .name = name, .size = (uint32_t)(high - low + 1), .is_cyclic = true, .is_range = true, .low = low});
}

// A product of products is one of all their classes.
static uint32_t read_product(struct net_reading *r, const struct xml *e, const char *name)
{
    ARRAY(uint32_t) classes = {0};
    uint32_t sort = NO_SORT;
    bool good = true;
    for (const struct xml *part = e->first; part; part = part->next) {
        uint32_t of = net_read_sort(r, part);
        good = good && of != NO_SORT;
        for (uint32_t i = 0; of != NO_SORT && i < r->net->sorts.at[of].count; i++)
            array_push(r->net->mem, &classes, r->net->sorts.at[of].classes[i]);
    }
    if (good && (classes.count == 0 || classes.count > MOST_PARTS))
        net_error(r, e, "a product must have at least one class, and at most %d", MOST_PARTS);
    else if (good)
        sort = add_sort(r, name, classes.at, (uint32_t)classes.count);
    array_free(r->net->mem, &classes);
    return sort;
}

static uint32_t read_sort_as(struct net_reading *r, const struct xml *e, const char *name)
{
    if (xml_is(e, "dot"))
        return net_dot_sort(r);
    if (xml_is(e, "bool"))
        return bool_sort(r);
    if (xml_is(e, "usersort")) {
        struct declared d = net_refer(r, e, "declaration", DECLARED_SORT, "sort");
        return d.kind == DECLARED_SORT ? d.index : NO_SORT;
    }
    if (xml_is(e, "cyclicenumeration"))
        return read_enumeration(r, e, name, true);
    if (xml_is(e, "finiteenumeration"))
        return read_enumeration(r, e, name, false);
    if (xml_is(e, "finiteintrange"))
        return read_range(r, e, name);
    if (xml_is(e, "productsort"))
        return read_product(r, e, name);
    net_unknown(r, e);
    return NO_SORT;
}

uint32_t net_read_sort(struct net_reading *r, const struct xml *e)
{
    return read_sort_as(r, e, e->name);
}

static void read_named_sort(struct net_reading *r, const struct xml *e)
{
    const char *id = net_attribute(r, e, "id");
    if (!e->first || e->first->next) {
        net_error(r, e, "a <namedsort> is one sort");
        return;
    }
    uint32_t sort = read_sort_as(r, e->first, name_of(e));
    if (id && sort != NO_SORT)
        net_declare(r, e, id, (struct declared){DECLARED_SORT, sort, 0});
}

static void read_variable(struct net_reading *r, const struct xml *e)
{
    struct net *net = r->net;
    const char *id = net_attribute(r, e, "id");
    uint32_t sort = e->first ? net_read_sort(r, e->first) : NO_SORT;
    if (!e->first)
        net_error(r, e, "a <variabledecl> needs a sort");
    if (!id || sort == NO_SORT)
        return;
    struct net_sort of = net->sorts.at[sort];
    if (!net_declare(r, e, id, (struct declared){DECLARED_VARIABLE, (uint32_t)net->variables.count, of.count}))
        return;
    for (uint32_t i = 0; i < of.count; i++) {
        struct str name = {0};
        str_add(net->mem, &name, of.count > 1 ? "%s.%u" : "%s", name_of(e), i + 1);
        array_push(net->mem, &net->variables,
                   ((struct net_variable){arena_copy(&net->arena, str_text(&name), name.count), of.classes[i]}));
        str_free(net->mem, &name);
    }
}

// ---- Partitions -----------------------------------------------------------------------------------------------------

static void read_part(struct net_reading *r, const struct xml *e, uint32_t class)
{
    struct net *net = r->net;
    ARRAY(uint32_t) colours = {0};
    const char *id = net_attribute(r, e, "id");
    for (const struct xml *c = e->first; c; c = c->next) {
        struct net_colour colour;
        if (!xml_is(c, "useroperator") && !xml_is(c, "finiteintrangeconstant"))
            net_unknown(r, c);
        else if (net_read_colour(r, c, class, 0, &colour))
            array_push(net->mem, &colours, colour.of);
    }
    uint32_t *copy = arena_alloc(&net->arena, (colours.count + 1) * sizeof *copy);
    if (colours.count)
        memcpy(copy, colours.at, colours.count * sizeof *copy);
    if (id && net_declare(r, e, id, (struct declared){DECLARED_PART, (uint32_t)r->parts.count, class}))
        array_push(net->mem, &r->parts, ((struct net_part){r->partition_count, copy, (uint32_t)colours.count}));
    array_free(net->mem, &colours);
}

// Sorts and parts may be named before or behind: partitions are read when all colours are known.
static void read_partition(struct net_reading *r, const struct xml *e)
{
    const struct xml *of = e->first;
    uint32_t sort = of ? net_read_sort(r, of) : NO_SORT;
    if (sort == NO_SORT || r->net->sorts.at[sort].count != 1) {
        net_error(r, e, "a <partition> is one of a colour class");
        return;
    }
    uint32_t class = r->net->sorts.at[sort].classes[0];
    const char *id = net_attribute(r, e, "id");
    if (id)
        net_declare(r, e, id, (struct declared){DECLARED_PARTITION, r->partition_count, class});
    for (const struct xml *part = of->next; part; part = part->next) {
        if (xml_is(part, "partitionelement"))
            read_part(r, part, class);
        else
            net_unknown(r, part);
    }
    r->partition_count++;
}

// A product may stand before its classes: those that are no products come first, then those whose parts are known.
static bool is_product(const struct xml *e)
{
    return xml_is(e, "namedsort") && (xml_is(e->first, "productsort") || xml_is(e->first, "usersort"));
}

static bool is_declared(const struct net_reading *r, const struct xml *sort)
{
    const char *name = xml_attribute(sort, "declaration");
    return name && net_lookup(r, DECLARED_SORT, name).kind != DECLARED_NOT;
}

static bool has_parts(const struct net_reading *r, const struct xml *sort)
{
    if (xml_is(sort, "usersort"))
        return is_declared(r, sort);
    for (const struct xml *part = sort->first; part; part = part->next)
        if (xml_is(part, "usersort") && !is_declared(r, part))
            return false;
    return true;
}

static void read_products(struct net_reading *r, const struct xml *declarations)
{
    ARRAY(const struct xml *) open = {0};
    for (const struct xml *e = declarations->first; e; e = e->next)
        if (is_product(e))
            array_push(r->net->mem, &open, e);
    for (size_t before = SIZE_MAX; open.count > 0 && open.count <= before;) {
        bool is_stuck = open.count == before; // they name themselves, or what is not there
        before = open.count;
        open.count = 0;
        for (size_t i = 0; i < before; i++)
            if (is_stuck || has_parts(r, open.at[i]->first))
                read_named_sort(r, open.at[i]);
            else
                open.at[open.count++] = open.at[i];
    }
    array_free(r->net->mem, &open);
}

void net_read_declarations(struct net_reading *r, const struct xml *declarations)
{
    for (const struct xml *e = declarations->first; e; e = e->next)
        if (xml_is(e, "namedsort") && !is_product(e))
            read_named_sort(r, e);
    read_products(r, declarations);
    for (const struct xml *e = declarations->first; e; e = e->next)
        if (xml_is(e, "partition"))
            read_partition(r, e);
    for (const struct xml *e = declarations->first; e; e = e->next) {
        if (xml_is(e, "variabledecl"))
            read_variable(r, e);
        else if (!xml_is(e, "namedsort") && !xml_is(e, "partition") && !net_is_decoration(e))
            net_unknown(r, e);
    }
}
