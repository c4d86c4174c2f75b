// Terms of a symmetric net: multisets on arcs and in initial markings, and guards.
#include "pnml/reading.h"

#include <string.h>

#define NO_CLASS UINT32_MAX
#define MOST_TOKENS INT64_C(1000000000000) // that one term may stand for
enum { DEEPEST = 200 };

// The operands of an operator are in <subterm>s. The next one from here on.
static const struct xml *operand(struct net_reading *r, const struct xml *subterm)
{
    if (!xml_is(subterm, "subterm") || !subterm->first || subterm->first->next) {
        net_error(r, subterm, "expected a <subterm> with one term");
        return NULL;
    }
    return subterm->first;
}

static size_t operand_count(const struct xml *e)
{
    size_t count = 0;
    for (const struct xml *c = e->first; c; c = c->next)
        count++;
    return count;
}

static bool has_operands(struct net_reading *r, const struct xml *e, size_t least, size_t most)
{
    size_t count = operand_count(e);
    if (count >= least && count <= most)
        return true;
    net_error(r, e, "<%s> has %zu operands", e->name, count);
    return false;
}

// ---- Colours of a class ---------------------------------------------------------------------------------------------

static uint32_t find_range(const struct net *net, int64_t low, int64_t high)
{
    for (uint32_t i = 0; i < net->classes.count; i++)
        if (net->classes.at[i].is_range && net->classes.at[i].low == low &&
            net->classes.at[i].low + net->classes.at[i].size - 1 == high)
            return i;
    return NO_CLASS;
}

static bool read_range_constant(struct net_reading *r, const struct xml *e, uint32_t class, struct net_colour *out)
{
    const struct net *net = r->net;
    const struct xml *range = xml_find(e, "finiteintrange");
    const char *text = net_attribute(r, e, "value");
    int64_t v, low, high;
    if (!text)
        return false;
    if (class == NO_CLASS && range) {
        const char *start = net_attribute(r, range, "start"), *end = net_attribute(r, range, "end");
        if (!start || !end || !net_number(r, range, start, INT64_MIN, INT64_MAX, &low) ||
            !net_number(r, range, end, INT64_MIN, INT64_MAX, &high))
            return false;
        class = find_range(net, low, high);
    }
    if (class == NO_CLASS || !net->classes.at[class].is_range) {
        net_error(r, e, "a number of a range stands where none is expected");
        return false;
    }
    const struct net_class *c = &net->classes.at[class];
    if (!net_number(r, e, text, c->low, c->low + (int64_t)c->size - 1, &v))
        return false;
    *out = (struct net_colour){NET_CONSTANT, class, (uint32_t)(v - c->low), 0};
    return true;
}

static bool read_colour(struct net_reading *r, const struct xml *e, uint32_t class, int depth, struct net_colour *out);

static bool read_neighbour(struct net_reading *r, const struct xml *e, uint32_t class, int depth, int64_t step,
                           struct net_colour *out)
{
    const struct xml *of = has_operands(r, e, 1, 1) ? operand(r, e->first) : NULL;
    if (!of || !read_colour(r, of, class, depth + 1, out))
        return false;
    const struct net_class *c = &r->net->classes.at[out->class];
    if (!c->is_cyclic) {
        net_error(r, e, "the colours of \"%s\" have no order in a circle", c->name);
        return false;
    }
    int64_t size = c->size;
    out->offset = (out->offset + step + size) % size;
    if (out->kind == NET_CONSTANT) {
        out->of = (uint32_t)((out->of + out->offset) % size);
        out->offset = 0;
    }
    return true;
}

static bool read_plain_colour(struct net_reading *r, const struct xml *e, uint32_t class, struct net_colour *out)
{
    if (xml_is(e, "variable")) {
        struct declared d = net_refer(r, e, "refvariable", DECLARED_VARIABLE, "variable");
        if (d.kind == DECLARED_VARIABLE)
            *out = (struct net_colour){NET_VARIABLE, r->net->variables.at[d.index].class, d.index, 0};
        return d.kind == DECLARED_VARIABLE;
    }
    if (xml_is(e, "useroperator")) {
        struct declared d = net_refer(r, e, "declaration", DECLARED_COLOUR, "colour");
        if (d.kind == DECLARED_COLOUR)
            *out = (struct net_colour){NET_CONSTANT, d.in, d.index, 0};
        return d.kind == DECLARED_COLOUR;
    }
    if (xml_is(e, "finiteintrangeconstant"))
        return read_range_constant(r, e, class, out);
    if (xml_is(e, "dotconstant")) {
        *out = (struct net_colour){NET_CONSTANT, class, 0, 0};
        if (class != NO_CLASS && r->net->classes.at[class].is_dot)
            return true;
    }
    net_unknown(r, e);
    return false;
}

// One colour: a variable, a constant, or a neighbour of one. If the class is known, it must be of that.
static bool read_colour(struct net_reading *r, const struct xml *e, uint32_t class, int depth, struct net_colour *out)
{
    bool good;
    if (depth > DEEPEST) {
        net_error(r, e, "terms are nested too deeply");
        return false;
    }
    if (xml_is(e, "successor"))
        good = read_neighbour(r, e, class, depth, 1, out);
    else if (xml_is(e, "predecessor"))
        good = read_neighbour(r, e, class, depth, -1, out);
    else
        good = read_plain_colour(r, e, class, out);
    if (good && class != NO_CLASS && out->class != class) {
        net_error(r, e, "expected a colour of \"%s\", got one of \"%s\"", r->net->classes.at[class].name,
                  r->net->classes.at[out->class].name);
        return false;
    }
    return good;
}

// ---- Multisets ------------------------------------------------------------------------------------------------------

struct bag_of {
    const uint32_t *classes;
    uint32_t width;
    token_array *out;
};

static bool read_bag(struct net_reading *, const struct xml *, const struct bag_of *, int64_t scale, int depth);

static void add_token(struct net_reading *r, const struct bag_of *of, int64_t count,
                      const struct net_colour *components)
{
    size_t bytes = of->width * sizeof *components;
    struct net_colour *copy = arena_alloc(&r->net->arena, bytes + 1);
    memcpy(copy, components, bytes);
    array_push(r->net->mem, of->out, ((struct net_token){count, copy}));
}

static bool read_all(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale)
{
    uint32_t sort = e->first && !e->first->next ? net_read_sort(r, e->first) : NO_SORT;
    if (sort == NO_SORT) {
        net_error(r, e, "<all> needs a sort");
        return false;
    }
    const struct net_sort *s = &r->net->sorts.at[sort];
    if (s->count != of->width || memcmp(s->classes, of->classes, s->count * sizeof *s->classes) != 0) {
        net_error(r, e, "<all> of \"%s\" stands where another sort is expected", s->name);
        return false;
    }
    struct net_colour *components = arena_alloc(&r->net->arena, (of->width + 1) * sizeof *components);
    for (uint32_t i = 0; i < of->width; i++)
        components[i] = (struct net_colour){NET_ALL, of->classes[i], 0, 0};
    add_token(r, of, scale, components);
    return true;
}

// Each choice of one token for each component.
static bool add_products(struct net_reading *r, const struct bag_of *of, const token_array *parts, uint32_t at,
                         int64_t count, struct net_colour *components)
{
    bool good = count <= MOST_TOKENS && count >= -MOST_TOKENS;
    if (good && at == of->width)
        add_token(r, of, count, components);
    for (size_t i = 0; good && at < of->width && i < parts[at].count; i++) {
        int64_t all;
        components[at] = parts[at].at[i].components[0];
        good = !__builtin_mul_overflow(count, parts[at].at[i].count, &all) &&
               add_products(r, of, parts, at + 1, all, components);
    }
    return good;
}

static bool read_tuple(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale, int depth)
{
    struct mem *mem = r->net->mem;
    if (operand_count(e) != of->width) {
        net_error(r, e, "expected a tuple of %u, got one of %zu", of->width, operand_count(e));
        return false;
    }
    token_array *parts = mem_zalloc(mem, of->width * sizeof *parts);
    const struct xml *at = e->first;
    bool good = true;
    for (uint32_t i = 0; i < of->width; i++, at = at->next) {
        const struct xml *part = operand(r, at);
        struct bag_of one = {&of->classes[i], 1, &parts[i]};
        good = part && read_bag(r, part, &one, 1, depth + 1) && good;
    }
    struct net_colour *components = arena_alloc(&r->net->arena, (of->width + 1) * sizeof *components);
    if (good && !add_products(r, of, parts, 0, scale, components)) {
        net_error(r, e, "too many tokens");
        good = false;
    }
    for (uint32_t i = 0; i < of->width; i++)
        array_free(mem, &parts[i]);
    mem_free(mem, parts, of->width * sizeof *parts);
    return good;
}

// `n` of a multiset; a number alone is not one.
static bool read_multiple(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale, int depth)
{
    int64_t count = 1;
    if (!has_operands(r, e, 1, 2))
        return false;
    const struct xml *what = operand(r, e->first);
    if (what && e->first->next) {
        const char *text = xml_is(what, "numberconstant") ? net_attribute(r, what, "value") : NULL;
        if (!xml_is(what, "numberconstant"))
            net_error(r, what, "expected a <numberconstant>");
        if (!text || !net_number(r, what, text, 0, MOST_TOKENS, &count))
            return false;
        what = operand(r, e->first->next);
    }
    if (!what)
        return false;
    if (count != 0 && (scale > MOST_TOKENS / count || scale < -MOST_TOKENS / count)) {
        net_error(r, e, "too many tokens");
        return false;
    }
    return read_bag(r, what, of, scale * count, depth + 1);
}

static bool read_sum(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale, int depth)
{
    bool is_difference = xml_is(e, "subtract"), good = true;
    for (const struct xml *at = e->first; at; at = at->next) {
        const struct xml *part = operand(r, at);
        int64_t sign = is_difference && at != e->first ? -1 : 1;
        good = part && read_bag(r, part, of, sign * scale, depth + 1) && good;
    }
    return good;
}

static bool read_part(struct net_reading *r, const struct xml *e, struct declared d, const struct bag_of *of,
                      int64_t scale)
{
    const struct net_part *part = &r->parts.at[d.index];
    if (of->width != 1 || of->classes[0] != d.in) {
        net_error(r, e, "a part of \"%s\" stands where another sort is expected", r->net->classes.at[d.in].name);
        return false;
    }
    for (uint32_t i = 0; i < part->count; i++)
        add_token(r, of, scale, &(struct net_colour){NET_CONSTANT, d.in, part->colours[i], 0});
    return true;
}

static bool read_bag(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale, int depth)
{
    struct net_colour colour;
    if (depth > DEEPEST) {
        net_error(r, e, "terms are nested too deeply");
        return false;
    }
    if (scale == 0)
        return true;
    if (xml_is(e, "add") || xml_is(e, "subtract"))
        return read_sum(r, e, of, scale, depth);
    if (xml_is(e, "numberof") || xml_is(e, "scalarproduct"))
        return read_multiple(r, e, of, scale, depth);
    if (xml_is(e, "all"))
        return read_all(r, e, of, scale);
    if (xml_is(e, "tuple"))
        return read_tuple(r, e, of, scale, depth);
    if (xml_is(e, "empty"))
        return true;
    const char *declaration = xml_is(e, "useroperator") ? xml_attribute(e, "declaration") : NULL;
    struct declared d = declaration ? net_lookup(r, declaration) : (struct declared){0};
    if (d.kind == DECLARED_PART)
        return read_part(r, e, d, of, scale);
    if (of->width != 1) {
        net_error(r, e, "expected a <tuple> of %u colours", of->width);
        return false;
    }
    if (!read_colour(r, e, of->classes[0], depth, &colour))
        return false;
    add_token(r, of, scale, &colour);
    return true;
}

struct net_bag net_read_bag(struct net_reading *r, const struct xml *e, uint32_t sort)
{
    struct net *net = r->net;
    token_array tokens = {0};
    struct bag_of of = {net->sorts.at[sort].classes, net->sorts.at[sort].count, &tokens};
    struct net_bag bag = {0};
    if (read_bag(r, e, &of, 1, 0) && tokens.count > 0) {
        struct net_token *copy = arena_alloc(&net->arena, tokens.count * sizeof *copy);
        memcpy(copy, tokens.at, tokens.count * sizeof *copy);
        bag = (struct net_bag){copy, tokens.count};
    }
    array_free(net->mem, &tokens);
    return bag;
}

// ---- Guards ---------------------------------------------------------------------------------------------------------

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

// The class of what is compared is that of the side that knows it.
static bool read_sides(struct net_reading *r, const struct xml *left, const struct xml *right, int depth,
                       struct net_colour sides[2])
{
    bool is_number = xml_is(left, "finiteintrangeconstant") || xml_is(left, "dotconstant");
    int first = is_number ? 1 : 0;
    const struct xml *of[] = {left, right};
    return read_colour(r, of[first], NO_CLASS, depth, &sides[first]) &&
           read_colour(r, of[1 - first], sides[first].class, depth, &sides[1 - first]);
}

static const struct net_guard *equal_tuples(struct net_reading *r, const struct xml *left, const struct xml *right,
                                            int depth)
{
    size_t width = operand_count(left);
    const struct net_guard *all = constant_guard(r, true);
    if (!xml_is(right, "tuple") || operand_count(right) != width) {
        net_error(r, right, "expected a tuple of %zu", width);
        return NULL;
    }
    for (const struct xml *a = left->first, *b = right->first; a; a = a->next, b = b->next) {
        struct net_colour sides[2];
        const struct xml *one = operand(r, a), *other = operand(r, b);
        if (!one || !other || !read_sides(r, one, other, depth, sides))
            return NULL;
        all = joined(r, GUARD_AND, all, compared(r, GUARD_EQUAL, sides[0], sides[1]));
    }
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
        const struct xml *of = has_operands(r, e, 1, 1) ? operand(r, e->first) : NULL;
        struct declared d = net_refer(r, e, "refpartition", DECLARED_PARTITION, "partition");
        out->is_colour = true;
        out->partition = d.index;
        return of && d.kind == DECLARED_PARTITION && read_colour(r, of, d.in, depth, &out->colour);
    }
    struct declared d = net_refer(r, e, "declaration", DECLARED_PART, "part of a partition");
    out->part = d.index;
    return d.kind == DECLARED_PART;
}

static const struct net_guard *equal_parts(struct net_reading *r, const struct xml *left, const struct xml *right,
                                           int depth)
{
    struct part_term a, b;
    if (!read_part_term(r, left, depth, &a) || !read_part_term(r, right, depth, &b))
        return NULL;
    if (!a.is_colour && !b.is_colour)
        return constant_guard(r, a.part == b.part);
    if (a.is_colour != b.is_colour &&
        r->parts.at[a.is_colour ? b.part : a.part].partition != (a.is_colour ? a.partition : b.partition)) {
        net_error(r, right, "parts of two partitions are compared");
        return NULL;
    }
    if (a.is_colour != b.is_colour)
        return is_in_part(r, a.is_colour ? &a.colour : &b.colour, &r->parts.at[a.is_colour ? b.part : a.part]);
    const struct net_guard *some = constant_guard(r, false);
    if (a.partition != b.partition) {
        net_error(r, right, "parts of two partitions are compared");
        return NULL;
    }
    for (size_t i = 0; i < r->parts.count; i++)
        if (r->parts.at[i].partition == a.partition)
            some = joined(r, GUARD_OR, some,
                          joined(r, GUARD_AND, is_in_part(r, &a.colour, &r->parts.at[i]),
                                 is_in_part(r, &b.colour, &r->parts.at[i])));
    return some;
}

static const struct net_guard *read_equality(struct net_reading *r, const struct xml *left, const struct xml *right,
                                             int depth)
{
    struct net_colour sides[2];
    if (xml_is(left, "tuple"))
        return equal_tuples(r, left, right, depth);
    if (xml_is(left, "partitionelementof") || xml_is(right, "partitionelementof"))
        return equal_parts(r, left, right, depth);
    return read_sides(r, left, right, depth, sides) ? compared(r, GUARD_EQUAL, sides[0], sides[1]) : NULL;
}

static const struct net_guard *read_comparison(struct net_reading *r, const struct xml *e, int depth)
{
    struct net_colour s[2];
    const struct xml *left = has_operands(r, e, 2, 2) ? operand(r, e->first) : NULL;
    const struct xml *right = left ? operand(r, e->first->next) : NULL;
    if (!right)
        return NULL;
    if (xml_is(e, "equality") || xml_is(e, "inequality")) {
        const struct net_guard *g = read_equality(r, left, right, depth);
        return g && xml_is(e, "inequality") ? negated(r, g) : g;
    }
    if (!read_sides(r, left, right, depth, s))
        return NULL;
    if (xml_is(e, "lessthan"))
        return compared(r, GUARD_LESS, s[0], s[1]);
    if (xml_is(e, "greaterthan"))
        return compared(r, GUARD_LESS, s[1], s[0]);
    if (xml_is(e, "lessthanorequal"))
        return negated(r, compared(r, GUARD_LESS, s[1], s[0]));
    return negated(r, compared(r, GUARD_LESS, s[0], s[1]));
}

static bool is_comparison(const struct xml *e)
{
    static const char *const names[] = {"equality",    "inequality",      "lessthan",
                                        "greaterthan", "lessthanorequal", "greaterthanorequal"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (xml_is(e, names[i]))
            return true;
    return false;
}

static const struct net_guard *read_guard(struct net_reading *r, const struct xml *e, int depth)
{
    bool is_and = xml_is(e, "and"), is_imply = xml_is(e, "imply");
    if (depth > DEEPEST) {
        net_error(r, e, "terms are nested too deeply");
        return NULL;
    }
    if (is_comparison(e))
        return read_comparison(r, e, depth);
    if (xml_is(e, "booleanconstant")) {
        const char *v = net_attribute(r, e, "value");
        if (v && strcmp(v, "true") != 0 && strcmp(v, "false") != 0)
            net_error(r, e, "expected \"true\" or \"false\", got \"%s\"", v);
        return v ? constant_guard(r, strcmp(v, "true") == 0) : NULL;
    }
    if (!is_and && !is_imply && !xml_is(e, "or") && !xml_is(e, "not")) {
        net_unknown(r, e);
        return NULL;
    }
    if (!has_operands(r, e, is_imply ? 2 : 1, is_imply ? 2 : xml_is(e, "not") ? 1 : SIZE_MAX))
        return NULL;
    const struct net_guard *result = NULL;
    for (const struct xml *at = e->first; at; at = at->next) {
        const struct xml *part = operand(r, at);
        const struct net_guard *g = part ? read_guard(r, part, depth + 1) : NULL;
        if (!g)
            return NULL;
        if (xml_is(e, "not") || (is_imply && at == e->first))
            g = negated(r, g);
        result = result ? joined(r, is_and ? GUARD_AND : GUARD_OR, result, g) : g;
    }
    return result;
}

const struct net_guard *net_read_guard(struct net_reading *r, const struct xml *e)
{
    return read_guard(r, e, 0);
}
