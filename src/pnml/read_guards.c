// Guards of a symmetric net: comparisons of colours, of tuples and of parts of partitions, and what joins them.
#include "pnml/reading.h"

#include <string.h>

static const struct net_guard *make_guard(struct net_reading *r, struct net_guard g)
{
    struct net_guard *copy = arena_alloc(&r->net->arena, sizeof *copy);
    *copy = g;
    return copy;
}

static const struct net_guard *constant_guard(struct net_reading *r, bool v)
{
    return make_guard(r, (struct net_guard){.op = v ? GUARD_TRUE : GUARD_FALSE});
}

static const struct net_guard *negated(struct net_reading *r, const struct net_guard *g)
{
    return make_guard(r, (struct net_guard){.op = GUARD_NOT, .operands = {g}});
}

static const struct net_guard *joined(struct net_reading *r, enum net_guard_op op, const struct net_guard *a,
                                      const struct net_guard *b)
{
    return make_guard(r, (struct net_guard){.op = op, .operands = {a, b}});
}

static const struct net_guard *compared(struct net_reading *r, enum net_guard_op op, struct net_colour a,
                                        struct net_colour b)
{
    return make_guard(r, (struct net_guard){.op = op, .left = a, .right = b});
}

// One colour of a comparison: a term, or a component of a variable whose sort is a product.
struct side {
    const struct xml *term; // NULL: the colour is known
    struct net_colour colour;
};

typedef ARRAY(struct side) side_array;

// A number knows no class, nor does its successor.
static bool is_number(const struct side *side)
{
    const struct xml *e = side->term;
    while (e && (xml_is(e, "successor") || xml_is(e, "predecessor")))
        e = e->first ? e->first->first : NULL;
    return xml_is(e, "finiteintrangeconstant");
}

static bool read_side(struct net_reading *r, struct side *side, uint32_t class, int depth)
{
    if (side->term)
        return net_read_colour(r, side->term, class, depth, &side->colour);
    return class == NET_NO_CLASS || side->colour.class == class;
}

// The class of what is compared is that of the side that knows it.
static bool read_sides(struct net_reading *r, struct side *left, struct side *right, int depth)
{
    struct side *first = is_number(left) ? right : left, *second = first == left ? right : left;
    return read_side(r, first, NET_NO_CLASS, depth) && read_side(r, second, first->colour.class, depth);
}

static const struct net_guard *compare_terms(struct net_reading *r, enum net_guard_op op, const struct xml *left,
                                             const struct xml *right, int depth)
{
    struct side a = {.term = left}, b = {.term = right};
    return read_sides(r, &a, &b, depth) ? compared(r, op, a.colour, b.colour) : NULL;
}

// The components of a tuple, those of tuples in it and of variables whose sort is a product.
static void add_sides(struct net_reading *r, const struct xml *e, int depth, side_array *out)
{
    if (xml_is(e, "tuple") && depth < NET_DEEPEST_TERM) {
        for (const struct xml *at = e->first; at; at = at->next) {
            const struct xml *part = net_operand(r, at);
            if (part)
                add_sides(r, part, depth + 1, out);
        }
        return;
    }
    uint32_t width = xml_is(e, "variable") ? net_term_width(r, e, depth) : 1;
    if (width == 1)
        array_push(r->net->mem, out, ((struct side){.term = e}));
    for (uint32_t i = 0; width > 1 && i < width; i++) {
        struct declared d = net_lookup(r, DECLARED_VARIABLE, xml_attribute(e, "refvariable"));
        array_push(r->net->mem, out, ((struct side){.colour = net_variable_part(r, d, i)}));
    }
}

static const struct net_guard *equal_tuples(struct net_reading *r, const struct xml *left, const struct xml *right,
                                            int depth)
{
    side_array a = {0}, b = {0};
    const struct net_guard *all = constant_guard(r, true);
    add_sides(r, left, depth, &a);
    add_sides(r, right, depth, &b);
    if (a.count != b.count) {
        net_error(r, right, "expected a tuple of %zu", a.count);
        all = NULL;
    }
    for (size_t i = 0; all && i < a.count; i++) {
        bool good = read_sides(r, &a.at[i], &b.at[i], depth);
        if (!good && !a.at[i].term && !b.at[i].term)
            net_error(r, right, "colours of two classes are compared");
        all = good ? joined(r, GUARD_AND, all, compared(r, GUARD_EQUAL, a.at[i].colour, b.at[i].colour)) : NULL;
    }
    array_free(r->net->mem, &a);
    array_free(r->net->mem, &b);
    return all;
}

static const struct net_guard *is_in_part(struct net_reading *r, const struct net_colour *c,
                                          const struct net_part *part)
{
    const struct net_guard *some = constant_guard(r, false);
    for (uint32_t i = 0; i < part->count; i++) {
        struct net_colour one = {NET_CONSTANT, c->class, part->colours[i], 0};
        some = joined(r, GUARD_OR, some, compared(r, GUARD_EQUAL, *c, one));
    }
    return some;
}

// The part of a partition that a colour is in: of that colour, or written out.
struct part_term {
    bool is_colour;
    struct net_colour colour;
    uint32_t partition; // of a colour, by its number
    uint32_t part;
};

static bool read_part_term(struct net_reading *r, const struct xml *e, int depth, struct part_term *out)
{
    *out = (struct part_term){0};
    if (xml_is(e, "partitionelementof")) {
        const struct xml *of = net_has_operands(r, e, 1, 1) ? net_operand(r, e->first) : NULL;
        struct declared d = net_refer(r, e, "refpartition", DECLARED_PARTITION, "partition");
        out->is_colour = true;
        out->partition = d.index;
        return of && d.kind == DECLARED_PARTITION && net_read_colour(r, of, d.in, depth, &out->colour);
    }
    struct declared d = net_refer(r, e, "declaration", DECLARED_PART, "part of a partition");
    out->part = d.index;
    return d.kind == DECLARED_PART;
}

static uint32_t partition_of(const struct net_reading *r, const struct part_term *t)
{
    return t->is_colour ? t->partition : r->parts.at[t->part].partition;
}

static bool have_one_partition(struct net_reading *r, const struct xml *e, const struct part_term *a,
                               const struct part_term *b)
{
    bool good = partition_of(r, a) == partition_of(r, b);
    if (!good)
        net_error(r, e, "parts of two partitions are compared");
    return good;
}

// The term is this part.
static const struct net_guard *is_part(struct net_reading *r, const struct part_term *t, uint32_t part)
{
    return t->is_colour ? is_in_part(r, &t->colour, &r->parts.at[part]) : constant_guard(r, t->part == part);
}

static const struct net_guard *equal_parts(struct net_reading *r, const struct xml *left, const struct xml *right,
                                           int depth)
{
    struct part_term a, b;
    if (!read_part_term(r, left, depth, &a) || !read_part_term(r, right, depth, &b) ||
        !have_one_partition(r, right, &a, &b))
        return NULL;
    if (!a.is_colour || !b.is_colour)
        return a.is_colour ? is_part(r, &a, b.part) : is_part(r, &b, a.part);
    const struct net_guard *some = constant_guard(r, false);
    for (uint32_t i = 0; i < r->parts.count; i++)
        if (r->parts.at[i].partition == a.partition)
            some = joined(r, GUARD_OR, some, joined(r, GUARD_AND, is_part(r, &a, i), is_part(r, &b, i)));
    return some;
}

static const struct net_guard *read_equality(struct net_reading *r, const struct xml *left, const struct xml *right,
                                             int depth)
{
    if (net_term_width(r, left, depth) > 1 || xml_is(left, "tuple") || xml_is(right, "tuple"))
        return equal_tuples(r, left, right, depth);
    if (xml_is(left, "partitionelementof") || xml_is(right, "partitionelementof"))
        return equal_parts(r, left, right, depth);
    return compare_terms(r, GUARD_EQUAL, left, right, depth);
}

// Parts of a partition have the order in which they are declared. A part is not below itself; that is written out,
// since the variables of the guard are those of the transition's bindings, also where there is one part only.
static const struct net_guard *less_part(struct net_reading *r, const struct xml *left, const struct xml *right,
                                         int depth)
{
    struct part_term a, b;
    if (!read_part_term(r, left, depth, &a) || !read_part_term(r, right, depth, &b) ||
        !have_one_partition(r, right, &a, &b))
        return NULL;
    const struct net_guard *some = constant_guard(r, false);
    for (uint32_t i = 0; i < r->parts.count; i++)
        for (uint32_t k = i; k < r->parts.count; k++)
            if (r->parts.at[i].partition == partition_of(r, &a) && r->parts.at[k].partition == partition_of(r, &a)) {
                const struct net_guard *both = joined(r, GUARD_AND, is_part(r, &a, i), is_part(r, &b, k));
                some = joined(r, GUARD_OR, some, joined(r, GUARD_AND, constant_guard(r, i < k), both));
            }
    return some;
}

static const struct net_guard *read_comparison(struct net_reading *r, const struct xml *e, int depth)
{
    const struct xml *left = net_has_operands(r, e, 2, 2) ? net_operand(r, e->first) : NULL;
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there are two
    const struct xml *right = left ? net_operand(r, e->first->next) : NULL;
    if (!right)
        return NULL;
    if (xml_is(e, "ltp") || xml_is(e, "gtp"))
        return xml_is(e, "ltp") ? less_part(r, left, right, depth) : less_part(r, right, left, depth);
    if (xml_is(e, "equality") || xml_is(e, "inequality")) {
        const struct net_guard *g = read_equality(r, left, right, depth);
        return g && xml_is(e, "inequality") ? negated(r, g) : g;
    }
    bool is_less = xml_is(e, "lessthan") || xml_is(e, "greaterthanorequal");
    bool is_negated = xml_is(e, "lessthanorequal") || xml_is(e, "greaterthanorequal");
    const struct net_guard *g =
        is_less ? compare_terms(r, GUARD_LESS, left, right, depth) : compare_terms(r, GUARD_LESS, right, left, depth);
    return g && is_negated ? negated(r, g) : g;
}

static bool is_comparison(const struct xml *e)
{
    static const char *const names[] = {"equality",        "inequality",         "lessthan", "greaterthan",
                                        "lessthanorequal", "greaterthanorequal", "ltp",      "gtp"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (xml_is(e, names[i]))
            return true;
    return false;
}

static const struct net_guard *read_guard(struct net_reading *, const struct xml *, int depth);

// All operands of `and`, or of `or`, also those of operands that are one, too: chains of thousands are no deep nesting.
static const struct net_guard *read_chain(struct net_reading *r, const struct xml *e, int depth)
{
    const struct xml *at = e->first;
    const struct net_guard *result = NULL;
    ARRAY(const struct xml *) later = {0}; // operands behind which chains have been entered
    bool good = true;
    while (good && (at || later.count > 0)) {
        if (!at) {
            at = later.at[--later.count]->next;
            continue;
        }
        const struct xml *part = net_operand(r, at);
        if (part && xml_is(part, e->name) && part->first) {
            array_push(r->net->mem, &later, at);
            at = part->first;
            continue;
        }
        const struct net_guard *g = part ? read_guard(r, part, depth + 1) : NULL;
        good = g != NULL;
        if (good)
            result = result ? joined(r, xml_is(e, "and") ? GUARD_AND : GUARD_OR, result, g) : g;
        at = at->next;
    }
    array_free(r->net->mem, &later);
    return good ? result : NULL;
}

static const struct net_guard *read_guard(struct net_reading *r, const struct xml *e, int depth)
{
    bool is_and = xml_is(e, "and"), is_imply = xml_is(e, "imply");
    if (depth > NET_DEEPEST_TERM) {
        net_error(r, e, "terms are nested too deeply");
        return NULL;
    }
    if (is_comparison(e))
        return read_comparison(r, e, depth);
    if (xml_is(e, "booleanconstant")) {
        bool v;
        return net_read_truth(r, e, &v) ? constant_guard(r, v) : NULL;
    }
    if (xml_is(e, "variable")) {
        struct net_colour of, yes = {NET_CONSTANT, net_bool_class(r), 1, 0};
        return net_read_colour(r, e, yes.class, depth, &of) ? compared(r, GUARD_EQUAL, of, yes) : NULL;
    }
    if (!is_and && !is_imply && !xml_is(e, "or") && !xml_is(e, "not")) {
        net_unknown(r, e);
        return NULL;
    }
    if (!net_has_operands(r, e, is_imply ? 2 : 1, is_imply ? 2 : xml_is(e, "not") ? 1 : SIZE_MAX))
        return NULL;
    if (is_and || xml_is(e, "or"))
        return read_chain(r, e, depth);
    const struct xml *part = net_operand(r, e->first);
    const struct net_guard *g = part ? read_guard(r, part, depth + 1) : NULL, *then;
    g = g ? negated(r, g) : NULL;
    if (!g || !is_imply)
        return g;
    part = net_operand(r, e->first->next); // NOLINT(clang-analyzer-core.NullDereference): of `imply` there are two
    then = part ? read_guard(r, part, depth + 1) : NULL;
    return then ? joined(r, GUARD_OR, g, then) : NULL;
}

const struct net_guard *net_read_guard(struct net_reading *r, const struct xml *e)
{
    return read_guard(r, e, 0);
}
