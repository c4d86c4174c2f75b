#include "pnml/mcc_formula.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "pnml/xml.h"

struct reading {
    struct mcc_properties *to;
    const struct net *net;
    struct mem *mem;
    const struct source *source;
    struct diag *diag;
    bool is_linear; // what is being read
    bool failed;
};

static void fail(struct reading *r, const struct xml *e, const char *what)
{
    if (!r->failed)
        diag_error(r->diag, (struct diag_range){r->source, e->offset, e->length}, "%s", what);
    r->failed = true;
}

struct mcc_formula *mcc_make(struct arena *arena, enum mcc_op op, const struct mcc_formula *a,
                             const struct mcc_formula *b)
{
    struct mcc_formula *f = arena_alloc(arena, sizeof *f);
    f->op = op;
    f->operands[0] = a;
    f->operands[1] = b;
    return f;
}

bool mcc_is_state_formula(const struct mcc_formula *f)
{
    if (f->op >= MCC_A)
        return false;
    // What joins very many is a chain of first operands, and this is asked at each of them.
    return (!f->operands[1] || mcc_is_state_formula(f->operands[1])) &&
           (!f->operands[0] || mcc_is_state_formula(f->operands[0]));
}

static struct mcc_formula *make(struct reading *r, enum mcc_op op, const struct mcc_formula *a,
                                const struct mcc_formula *b)
{
    return mcc_make(&r->to->arena, op, a, b);
}

// ---- Numbers and conditions -----------------------------------------------------------------------------------------

static bool find(struct reading *r, const struct xml *e, const char *what, struct net_entity *out)
{
    bool is_place = strcmp(what, "place") == 0;
    struct str text = {0};
    *out = net_find(r->net, e->text);
    if (xml_is(e, what) && out->kind == (is_place ? NET_PLACE : NET_TRANSITION))
        return true;
    if (!xml_is(e, what))
        str_add(r->mem, &text, "expected a <%s>, got <%s>", what, e->name);
    else
        str_add(r->mem, &text, "the net has no %s \"%s\"", what, e->text);
    fail(r, e, str_text(&text));
    str_free(r->mem, &text);
    return false;
}

// The places or transitions that stand in an element.
static const uint32_t *read_names(struct reading *r, const struct xml *e, const char *what, size_t *count)
{
    ARRAY(uint32_t) found = {0};
    struct net_entity entity;
    for (const struct xml *p = e->first; p; p = p->next)
        if (find(r, p, what, &entity))
            array_push(r->mem, &found, entity.index);
    uint32_t *copy = arena_alloc(&r->to->arena, (found.count + 1) * sizeof *copy);
    if (found.count)
        memcpy(copy, found.at, found.count * sizeof *copy);
    *count = found.count;
    array_free(r->mem, &found);
    return copy;
}

// Sums with tokens stay far from what cannot be counted.
static int64_t read_constant(struct reading *r, const struct xml *e)
{
    static const int64_t most = INT64_C(1000000000000000);
    char *end;
    errno = 0;
    int64_t v = strtoll(e->text, &end, 10);
    if (errno || end == e->text || *end || v > most || v < -most) {
        fail(r, e, "expected a whole number of at most 15 digits");
        return 0;
    }
    return v;
}

static struct mcc_sum read_number(struct reading *r, const struct xml *e)
{
    struct mcc_sum sum = {0};
    if (xml_is(e, "integer-constant"))
        sum.constant = read_constant(r, e);
    else if (xml_is(e, "tokens-count"))
        sum.places = read_names(r, e, "place", &sum.count);
    else
        fail(r, e, "expected a number of tokens, or a constant");
    return sum;
}

static struct mcc_formula *read_comparison(struct reading *r, const struct xml *e)
{
    const struct xml *left = e->first, *right = left ? left->next : NULL;
    struct mcc_formula *f = make(r, MCC_LE, NULL, NULL);
    if (!right || right->next)
        fail(r, e, "a comparison has two sides");
    else {
        f->left = read_number(r, left);
        f->right = read_number(r, right);
    }
    return f;
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

static const struct mcc_formula *read_formula(struct reading *, const struct xml *);

static const struct mcc_formula *operand(struct reading *r, const struct xml *e)
{
    if (e && e->first && !e->first->next)
        return read_formula(r, e->first);
    fail(r, e, "one formula is expected in it");
    return make(r, MCC_TRUE, NULL, NULL);
}

static const struct mcc_formula *read_path(struct reading *r, const struct xml *e)
{
    if (!xml_is(e, "until")) {
        enum mcc_op op = xml_is(e, "globally") ? MCC_G : xml_is(e, "finally") ? MCC_F : MCC_X;
        return make(r, op, operand(r, e), NULL);
    }
    const struct xml *before = xml_find(e, "before"), *reach = xml_find(e, "reach");
    if (!before || !reach) {
        fail(r, e, "<until> needs <before> and <reach>");
        return make(r, MCC_TRUE, NULL, NULL);
    }
    const struct mcc_formula *first = operand(r, before);
    return make(r, MCC_U, first, operand(r, reach));
}

static bool is_path(const struct xml *e)
{
    return xml_is(e, "globally") || xml_is(e, "finally") || xml_is(e, "next") || xml_is(e, "until");
}

// Branching time: each operator with the quantifier before it.
static const struct mcc_formula *read_quantified(struct reading *r, const struct xml *e, bool is_all)
{
    const struct xml *path = e->first;
    if (!path || path->next) {
        fail(r, e, "one operator is expected after a quantifier of paths");
        return make(r, MCC_TRUE, NULL, NULL);
    }
    if (is_path(path))
        return make(r, is_all ? MCC_A : MCC_E, read_path(r, path), NULL);
    return read_formula(r, path); // of a state
}

static const struct mcc_formula *read_formula(struct reading *r, const struct xml *e)
{
    bool is_and = xml_is(e, "conjunction");
    if (is_and || xml_is(e, "disjunction")) {
        const struct mcc_formula *all = NULL;
        for (const struct xml *part = e->first; part; part = part->next) {
            const struct mcc_formula *f = read_formula(r, part);
            all = all ? make(r, is_and ? MCC_AND : MCC_OR, all, f) : f;
        }
        if (!all)
            fail(r, e, "at least one formula is expected in it");
        return all ? all : make(r, MCC_TRUE, NULL, NULL);
    }
    if (xml_is(e, "negation"))
        return make(r, MCC_NOT, operand(r, e), NULL);
    if (xml_is(e, "integer-le"))
        return read_comparison(r, e);
    if (xml_is(e, "is-fireable")) {
        struct mcc_formula *f = make(r, MCC_FIREABLE, NULL, NULL);
        f->transitions = read_names(r, e, "transition", &f->transition_count);
        return f;
    }
    if (xml_is(e, "deadlock"))
        return make(r, MCC_DEADLOCK, NULL, NULL);
    if (xml_is(e, "true") || xml_is(e, "false"))
        return make(r, xml_is(e, "true") ? MCC_TRUE : MCC_FALSE, NULL, NULL);
    if (!r->is_linear && (xml_is(e, "all-paths") || xml_is(e, "exists-path")))
        return read_quantified(r, e, xml_is(e, "all-paths"));
    if (r->is_linear && is_path(e))
        return read_path(r, e);
    fail(r, e, "unexpected element in a formula");
    return make(r, MCC_TRUE, NULL, NULL);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void read_property(struct reading *r, const struct xml *e, bool is_linear_time)
{
    const struct xml *id = xml_find(e, "id"), *holder = xml_find(e, "formula");
    const struct xml *top = holder ? holder->first : NULL;
    struct mcc_property p = {0};
    if (!id || !top || top->next) {
        fail(r, e, "a property needs an <id> and a <formula>");
        return;
    }
    p.id = arena_copy(&r->to->arena, id->text, strlen(id->text));
    if (xml_is(top, "place-bound"))
        p.bound.places = read_names(r, top, "place", &p.bound.count);
    else {
        p.is_linear = r->is_linear = is_linear_time && xml_is(top, "all-paths");
        p.formula = p.is_linear ? operand(r, top) : read_formula(r, top);
    }
    array_push(r->mem, &r->to->at, p);
}

bool mcc_properties_read(struct mcc_properties *to, const struct net *net, bool is_linear, const struct source *source,
                         struct mem *mem, struct diag *diag)
{
    struct reading r = {.to = to, .net = net, .mem = mem, .source = source, .diag = diag};
    *to = (struct mcc_properties){.arena = {.mem = mem}};
    struct xml *root = xml_read(source, &to->arena, mem, diag);
    if (!root)
        return false;
    if (!xml_is(root, "property-set")) {
        fail(&r, root, "expected a <property-set>");
        return false;
    }
    for (const struct xml *e = root->first; e; e = e->next)
        read_property(&r, e, is_linear);
    return !r.failed;
}

void mcc_properties_close(struct mcc_properties *p, struct mem *mem)
{
    array_free(mem, &p->at);
    arena_free(&p->arena);
}
