// Terms of a symmetric net: multisets on arcs and in initial markings.
#include "pnml/reading.h"

#include <string.h>

#define MOST_TOKENS INT64_C(1000000000000) // that one term may stand for

const struct xml *net_operand(struct net_reading *r, const struct xml *subterm)
{
    if (!xml_is(subterm, "subterm") || !subterm->first || subterm->first->next) {
        net_error(r, subterm, "expected a <subterm> with one term");
        return NULL;
    }
    return subterm->first;
}

size_t net_operand_count(const struct xml *e)
{
    size_t count = 0;
    for (const struct xml *c = e->first; c; c = c->next)
        count++;
    return count;
}

bool net_has_operands(struct net_reading *r, const struct xml *e, size_t least, size_t most)
{
    size_t count = net_operand_count(e);
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
    return NET_NO_CLASS;
}

static bool read_range_constant(struct net_reading *r, const struct xml *e, uint32_t class, struct net_colour *out)
{
    const struct net *net = r->net;
    const struct xml *range = xml_find(e, "finiteintrange");
    const char *text = net_attribute(r, e, "value");
    int64_t v, low, high;
    if (!text)
        return false;
    if (class == NET_NO_CLASS && range) {
        const char *start = net_attribute(r, range, "start"), *end = net_attribute(r, range, "end");
        if (!start || !end || !net_number(r, range, start, INT64_MIN, INT64_MAX, &low) ||
            !net_number(r, range, end, INT64_MIN, INT64_MAX, &high))
            return false;
        class = find_range(net, low, high);
    }
    if (class == NET_NO_CLASS || !net->classes.at[class].is_range) {
        net_error(r, e, "a number of a range stands where none is expected");
        return false;
    }
    const struct net_class *c = &net->classes.at[class];
    if (!net_number(r, e, text, c->low, c->low + (int64_t)c->size - 1, &v))
        return false;
    *out = (struct net_colour){NET_CONSTANT, class, (uint32_t)(v - c->low), 0};
    return true;
}

bool net_read_truth(struct net_reading *r, const struct xml *e, bool *out)
{
    const char *v = net_attribute(r, e, "value");
    if (v && strcmp(v, "true") != 0 && strcmp(v, "false") != 0)
        net_error(r, e, "expected \"true\" or \"false\", got \"%s\"", v);
    *out = v && strcmp(v, "true") == 0;
    return v;
}

static bool read_neighbour(struct net_reading *r, const struct xml *e, uint32_t class, int depth, int64_t step,
                           struct net_colour *out)
{
    const struct xml *of = net_has_operands(r, e, 1, 1) ? net_operand(r, e->first) : NULL;
    if (!of || !net_read_colour(r, of, class, depth + 1, out))
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

struct net_colour net_variable_part(const struct net_reading *r, struct declared variable, uint32_t part)
{
    uint32_t v = variable.index + part;
    return (struct net_colour){NET_VARIABLE, r->net->variables.at[v].class, v, 0};
}

static bool read_plain_colour(struct net_reading *r, const struct xml *e, uint32_t class, struct net_colour *out)
{
    if (xml_is(e, "variable")) {
        struct declared d = net_refer(r, e, "refvariable", DECLARED_VARIABLE, "variable");
        if (d.kind == DECLARED_VARIABLE && d.in != 1)
            net_error(r, e, "a variable of a product stands where one colour is expected");
        if (d.kind == DECLARED_VARIABLE)
            *out = net_variable_part(r, d, 0);
        return d.kind == DECLARED_VARIABLE && d.in == 1;
    }
    if (xml_is(e, "useroperator")) {
        struct declared d = net_refer(r, e, "declaration", DECLARED_COLOUR, "colour");
        if (d.kind == DECLARED_COLOUR)
            *out = (struct net_colour){NET_CONSTANT, d.in, d.index, 0};
        return d.kind == DECLARED_COLOUR;
    }
    if (xml_is(e, "finiteintrangeconstant"))
        return read_range_constant(r, e, class, out);
    if (xml_is(e, "booleanconstant")) {
        bool v = false;
        *out = (struct net_colour){NET_CONSTANT, net_bool_class(r), 0, 0};
        bool good = net_read_truth(r, e, &v);
        out->of = v;
        return good;
    }
    if (xml_is(e, "dotconstant")) {
        uint32_t dot = r->net->sorts.at[net_dot_sort(r)].classes[0];
        *out = (struct net_colour){NET_CONSTANT, dot, 0, 0};
        if (class == NET_NO_CLASS || class == dot)
            return true;
    }
    net_unknown(r, e);
    return false;
}

bool net_read_colour(struct net_reading *r, const struct xml *e, uint32_t class, int depth, struct net_colour *out)
{
    bool good;
    if (depth > NET_DEEPEST_TERM) {
        net_error(r, e, "terms are nested too deeply");
        return false;
    }
    if (xml_is(e, "successor"))
        good = read_neighbour(r, e, class, depth, 1, out);
    else if (xml_is(e, "predecessor"))
        good = read_neighbour(r, e, class, depth, -1, out);
    else
        good = read_plain_colour(r, e, class, out);
    if (good && class != NET_NO_CLASS && out->class != class) {
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

// Colours of one operand of a tuple: as many components as its sort has.
struct tuple_part {
    token_array tokens;
    uint32_t first, width; // among the components of the tuple
};

// Each choice of one token for each operand.
static bool add_products(struct net_reading *r, const struct bag_of *of, const struct tuple_part *parts, size_t left,
                         int64_t count, struct net_colour *components)
{
    bool good = count <= MOST_TOKENS && count >= -MOST_TOKENS;
    if (good && left == 0)
        add_token(r, of, count, components);
    for (size_t i = 0; good && left > 0 && i < parts->tokens.count; i++) {
        const struct net_token *t = &parts->tokens.at[i];
        int64_t all;
        memcpy(components + parts->first, t->components, parts->width * sizeof *components);
        good =
            !__builtin_mul_overflow(count, t->count, &all) && add_products(r, of, parts + 1, left - 1, all, components);
    }
    return good;
}

// What a sum or a multiple has the width of.
static const struct xml *summand(const struct xml *e)
{
    for (;;) {
        bool is_multiple = xml_is(e, "numberof") || xml_is(e, "scalarproduct");
        if (!e || (!is_multiple && !xml_is(e, "add") && !xml_is(e, "subtract")))
            return e;
        const struct xml *of = e->first;
        while (is_multiple && of && of->next)
            of = of->next;
        e = of ? of->first : NULL;
    }
}

uint32_t net_term_width(const struct net_reading *r, const struct xml *e, int depth)
{
    e = summand(e);
    uint32_t width = 0;
    if (!e || depth > NET_DEEPEST_TERM)
        return 1;
    const char *name = xml_is(e, "variable") ? xml_attribute(e, "refvariable") : NULL;
    if (name) {
        struct declared d = net_lookup(r, DECLARED_VARIABLE, name);
        return d.kind == DECLARED_VARIABLE ? d.in : 1;
    }
    if (xml_is(e, "all")) {
        name = xml_is(e->first, "usersort") ? xml_attribute(e->first, "declaration") : NULL;
        struct declared d = name ? net_lookup(r, DECLARED_SORT, name) : (struct declared){0};
        return d.kind == DECLARED_SORT ? r->net->sorts.at[d.index].count : 1;
    }
    if (!xml_is(e, "tuple"))
        return 1;
    for (const struct xml *at = e->first; at; at = at->next)
        width += net_term_width(r, at->first, depth + 1);
    return width;
}

static bool read_tuple(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale, int depth)
{
    struct mem *mem = r->net->mem;
    size_t count = net_operand_count(e), k = 0;
    if (net_term_width(r, e, depth) != of->width) {
        net_error(r, e, "expected a tuple of %u, got one of %zu", of->width, count);
        return false;
    }
    struct tuple_part *parts = mem_zalloc(mem, (count + 1) * sizeof *parts);
    uint32_t first = 0;
    bool good = true;
    for (const struct xml *at = e->first; at; at = at->next, k++) {
        const struct xml *operand = net_operand(r, at);
        parts[k].first = first;
        parts[k].width = net_term_width(r, at->first, depth + 1);
        struct bag_of one = {of->classes + first, parts[k].width, &parts[k].tokens};
        good = operand && read_bag(r, operand, &one, 1, depth + 1) && good;
        first += parts[k].width;
    }
    struct net_colour *components = arena_alloc(&r->net->arena, (of->width + 1) * sizeof *components);
    if (good && !add_products(r, of, parts, count, scale, components)) {
        net_error(r, e, "too many tokens");
        good = false;
    }
    for (size_t i = 0; i < count; i++)
        array_free(mem, &parts[i].tokens);
    mem_free(mem, parts, (count + 1) * sizeof *parts);
    return good;
}

// A variable of a product stands for one variable of each class.
static bool read_product_variable(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale)
{
    struct declared d = net_lookup(r, DECLARED_VARIABLE, xml_attribute(e, "refvariable"));
    struct net_colour *components = arena_alloc(&r->net->arena, (of->width + 1) * sizeof *components);
    for (uint32_t i = 0; i < of->width; i++) {
        components[i] = net_variable_part(r, d, i);
        if (components[i].class != of->classes[i]) {
            net_error(r, e, "a variable of another sort is expected");
            return false;
        }
    }
    add_token(r, of, scale, components);
    return true;
}

// What is still to be read of a multiset: sums may be chains of thousands, each of them the first operand of the next.
struct open_term {
    const struct xml *e;
    int64_t scale;
};

typedef ARRAY(struct open_term) open_array;

// `n` of a multiset; a number alone is not one.
static bool open_multiple(struct net_reading *r, const struct xml *e, int64_t scale, open_array *open)
{
    int64_t count = 1;
    if (!net_has_operands(r, e, 1, 2))
        return false;
    const struct xml *what = net_operand(r, e->first);
    if (what && e->first->next) {
        const char *text = xml_is(what, "numberconstant") ? net_attribute(r, what, "value") : NULL;
        if (!xml_is(what, "numberconstant"))
            net_error(r, what, "expected a <numberconstant>");
        if (!text || !net_number(r, what, text, 0, MOST_TOKENS, &count))
            return false;
        what = net_operand(r, e->first->next);
    }
    if (!what)
        return false;
    if (count != 0 && (scale > MOST_TOKENS / count || scale < -MOST_TOKENS / count)) {
        net_error(r, e, "too many tokens");
        return false;
    }
    array_push(r->net->mem, open, ((struct open_term){what, scale * count}));
    return true;
}

// The operands, of which the first is the next to be read.
static bool open_sum(struct net_reading *r, const struct xml *e, int64_t scale, open_array *open)
{
    bool is_difference = xml_is(e, "subtract"), good = true;
    size_t first = open->count;
    for (const struct xml *at = e->first; at; at = at->next) {
        const struct xml *part = net_operand(r, at);
        int64_t sign = is_difference && at != e->first ? -1 : 1;
        if (part)
            array_push(r->net->mem, open, ((struct open_term){part, sign * scale}));
        good = part && good;
    }
    for (size_t i = first, k = open->count; i + 1 < k; i++) {
        struct open_term last = open->at[--k];
        open->at[k] = open->at[i];
        open->at[i] = last;
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

// Neither a sum nor a multiple.
static bool read_term(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale, int depth)
{
    struct net_colour colour;
    if (xml_is(e, "all"))
        return read_all(r, e, of, scale);
    if (xml_is(e, "tuple"))
        return read_tuple(r, e, of, scale, depth);
    if (xml_is(e, "empty"))
        return true;
    const char *declaration = xml_is(e, "useroperator") ? xml_attribute(e, "declaration") : NULL;
    struct declared d = declaration ? net_lookup(r, DECLARED_COLOUR, declaration) : (struct declared){0};
    if (d.kind == DECLARED_PART)
        return read_part(r, e, d, of, scale);
    if (xml_is(e, "variable") && of->width > 1 && net_term_width(r, e, depth) == of->width)
        return read_product_variable(r, e, of, scale);
    if (of->width != 1) {
        net_error(r, e, "expected a <tuple> of %u colours", of->width);
        return false;
    }
    if (!net_read_colour(r, e, of->classes[0], depth, &colour))
        return false;
    add_token(r, of, scale, &colour);
    return true;
}

static bool read_bag(struct net_reading *r, const struct xml *e, const struct bag_of *of, int64_t scale, int depth)
{
    open_array open = {0};
    bool good = depth <= NET_DEEPEST_TERM;
    if (!good)
        net_error(r, e, "terms are nested too deeply");
    else
        array_push(r->net->mem, &open, ((struct open_term){e, scale}));
    while (open.count > 0) {
        struct open_term t = open.at[--open.count];
        if (t.scale == 0)
            continue;
        if (xml_is(t.e, "add") || xml_is(t.e, "subtract"))
            good = open_sum(r, t.e, t.scale, &open) && good;
        else if (xml_is(t.e, "numberof") || xml_is(t.e, "scalarproduct"))
            good = open_multiple(r, t.e, t.scale, &open) && good;
        else
            good = read_term(r, t.e, of, t.scale, depth) && good;
    }
    array_free(r->net->mem, &open);
    return good;
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
