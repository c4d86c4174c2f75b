#include "pnml/mcc_formula.h"

#include <stdlib.h>
#include <string.h>

#include "pnml/xml.h"

struct reading {
    struct mcc_properties *to;
    struct lowered_net *net;
    struct model *model;
    struct mem *mem;
    const struct source *source;
    struct diag *diag;
    expr *tokens;        // by place: the number of its tokens, once it was asked for; else EXPR_NONE
    bool is_linear_time; // of the file
    bool is_linear;      // of what is being read
    bool failed;
};

static void fail(struct reading *r, const struct xml *e, const char *what)
{
    if (!r->failed)
        diag_error(r->diag, (struct diag_range){r->source, e->offset, e->length}, "%s", what);
    r->failed = true;
}

// ---- Numbers and conditions -----------------------------------------------------------------------------------------

static bool find(struct reading *r, const struct xml *e, const char *what, struct net_entity *out)
{
    bool is_place = strcmp(what, "place") == 0;
    struct str text = {0};
    *out = net_find(r->net->net, e->text);
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

static expr tokens_of(struct reading *r, uint32_t place)
{
    if (r->tokens[place] == EXPR_NONE)
        r->tokens[place] = lowered_net_tokens(r->net, place);
    return r->tokens[place];
}

static expr read_number(struct reading *r, const struct xml *e)
{
    struct model *m = r->model;
    struct net_entity place;
    expr sum = model_int(m, 0);
    if (xml_is(e, "integer-constant"))
        return model_int(m, strtoll(e->text, NULL, 10));
    if (!xml_is(e, "tokens-count")) {
        fail(r, e, "expected a number of tokens, or a constant");
        return sum;
    }
    for (const struct xml *p = e->first; p; p = p->next)
        if (find(r, p, "place", &place))
            sum = model_binary(m, OP_ADD, sum, tokens_of(r, place.index));
    return sum;
}

static formula atom(struct reading *r, expr e)
{
    model_name_elements(r->model, e, NULL, 0); // of all colours
    return model_atom(r->model, e);
}

static formula read_fireable(struct reading *r, const struct xml *e)
{
    struct net_entity t;
    expr some = model_false(r->model);
    for (const struct xml *p = e->first; p; p = p->next)
        if (find(r, p, "transition", &t))
            some = model_or(r->model, some, r->net->enabled[t.index]);
    return atom(r, some);
}

static formula read_comparison(struct reading *r, const struct xml *e)
{
    const struct xml *left = e->first, *right = left ? left->next : NULL;
    if (!right || right->next) {
        fail(r, e, "a comparison has two sides");
        return model_atom(r->model, model_true(r->model));
    }
    return atom(r, model_binary(r->model, OP_LE, read_number(r, left), read_number(r, right)));
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

static formula read_formula(struct reading *, const struct xml *);

static bool is_atom(const struct reading *r, formula f)
{
    return model_formula(r->model, f)->op == FORMULA_ATOM;
}

static formula negation(struct reading *r, formula f)
{
    if (is_atom(r, f))
        return atom(r, model_not(r->model, model_formula(r->model, f)->atom));
    return model_formula_make(r->model, FORMULA_NOT, f, FORMULA_NONE);
}

static formula join(struct reading *r, bool is_and, formula f, formula g)
{
    struct model *m = r->model;
    if (is_atom(r, f) && is_atom(r, g)) {
        expr a = model_formula(m, f)->atom, b = model_formula(m, g)->atom;
        return atom(r, is_and ? model_and(m, a, b) : model_or(m, a, b));
    }
    return model_formula_make(m, is_and ? FORMULA_AND : FORMULA_OR, f, g);
}

static formula operand(struct reading *r, const struct xml *e)
{
    if (e && e->first && !e->first->next)
        return read_formula(r, e->first);
    fail(r, e, "one formula is expected in it");
    return model_atom(r->model, model_true(r->model));
}

struct until {
    formula before, reach;
};

static struct until read_until(struct reading *r, const struct xml *e)
{
    struct until u = {model_atom(r->model, model_true(r->model)), model_atom(r->model, model_true(r->model))};
    const struct xml *before = xml_find(e, "before"), *reach = xml_find(e, "reach");
    if (!before || !reach)
        fail(r, e, "<until> needs <before> and <reach>");
    else
        u = (struct until){operand(r, before), operand(r, reach)};
    return u;
}

// No step leads on from a deadlock.
static formula make_next(struct reading *r, bool is_all, formula f)
{
    struct model *m = r->model;
    formula next = model_formula_make(m, is_all ? FORMULA_AX : FORMULA_EX, f, FORMULA_NONE);
    expr dead = r->net->dead;
    return join(r, !is_all, atom(r, is_all ? dead : model_not(m, dead)), next);
}

// Branching time: each operator with the quantifier before it.
static formula read_quantified(struct reading *r, const struct xml *e, bool is_all)
{
    struct model *m = r->model;
    const struct xml *path = e->first;
    if (!path || path->next) {
        fail(r, e, "one operator is expected after a quantifier of paths");
        return model_atom(m, model_true(m));
    }
    if (xml_is(path, "globally"))
        return model_formula_make(m, is_all ? FORMULA_AG : FORMULA_EG, operand(r, path), FORMULA_NONE);
    if (xml_is(path, "finally"))
        return model_formula_make(m, is_all ? FORMULA_AF : FORMULA_EF, operand(r, path), FORMULA_NONE);
    if (xml_is(path, "next"))
        return make_next(r, is_all, operand(r, path));
    if (xml_is(path, "until")) {
        struct until u = read_until(r, path);
        return model_formula_make(m, is_all ? FORMULA_AU : FORMULA_EU, u.before, u.reach);
    }
    return read_formula(r, path); // of a state
}

static formula read_linear(struct reading *r, const struct xml *e)
{
    struct model *m = r->model;
    if (xml_is(e, "until")) {
        struct until u = read_until(r, e);
        return model_formula_make(m, FORMULA_U, u.before, u.reach);
    }
    enum formula_op op = xml_is(e, "globally") ? FORMULA_G : xml_is(e, "finally") ? FORMULA_F : FORMULA_X;
    return model_formula_make(m, op, operand(r, e), FORMULA_NONE);
}

static formula read_formula(struct reading *r, const struct xml *e)
{
    bool is_and = xml_is(e, "conjunction");
    if (is_and || xml_is(e, "disjunction")) {
        formula all = FORMULA_NONE;
        for (const struct xml *part = e->first; part; part = part->next) {
            formula f = read_formula(r, part);
            all = all == FORMULA_NONE ? f : join(r, is_and, all, f);
        }
        if (all == FORMULA_NONE)
            fail(r, e, "at least one formula is expected in it");
        return all == FORMULA_NONE ? model_atom(r->model, model_true(r->model)) : all;
    }
    if (xml_is(e, "negation"))
        return negation(r, operand(r, e));
    if (xml_is(e, "integer-le"))
        return read_comparison(r, e);
    if (xml_is(e, "is-fireable"))
        return read_fireable(r, e);
    if (xml_is(e, "deadlock"))
        return atom(r, r->net->dead);
    if (xml_is(e, "true") || xml_is(e, "false"))
        return atom(r, xml_is(e, "true") ? model_true(r->model) : model_false(r->model));
    if (!r->is_linear && (xml_is(e, "all-paths") || xml_is(e, "exists-path")))
        return read_quantified(r, e, xml_is(e, "all-paths"));
    if (r->is_linear && (xml_is(e, "globally") || xml_is(e, "finally") || xml_is(e, "next") || xml_is(e, "until")))
        return read_linear(r, e);
    fail(r, e, "unexpected element in a formula");
    return model_atom(r->model, model_true(r->model));
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void read_bound(struct reading *r, const struct xml *e, struct mcc_property *p)
{
    ARRAY(uint32_t) places = {0};
    struct net_entity place;
    p->is_bound = true;
    for (const struct xml *at = e->first; at; at = at->next)
        if (find(r, at, "place", &place))
            array_push(r->mem, &places, place.index);
    uint32_t *copy = arena_alloc(&r->to->arena, (places.count + 1) * sizeof *copy);
    if (places.count)
        memcpy(copy, places.at, places.count * sizeof *copy);
    p->places = copy;
    p->place_count = places.count;
    array_free(r->mem, &places);
}

// What is asked of all states, or of one, that can be reached needs no logic of time.
static bool read_reachability(struct reading *r, const struct xml *e, bool is_linear_time, struct property *property,
                              bool *is_negated)
{
    bool is_all = xml_is(e, "all-paths");
    const struct xml *path = e->first;
    if ((!is_all && !xml_is(e, "exists-path")) || !xml_is(path, is_all ? "globally" : "finally") || path->next)
        return false;
    r->is_linear = is_linear_time;
    formula f = operand(r, path);
    if (!is_atom(r, f))
        return false;
    *is_negated = !is_all;
    property->kind = PROPERTY_INVARIANT;
    property->formula = is_all ? f : negation(r, f);
    return true;
}

static void read_property(struct reading *r, const struct xml *e)
{
    const struct xml *id = xml_find(e, "id"), *holder = xml_find(e, "formula");
    const struct xml *top = holder ? holder->first : NULL;
    struct mcc_property p = {0};
    if (!id || !top || top->next) {
        fail(r, e, "a property needs an <id> and a <formula>");
        return;
    }
    p.id = arena_copy(&r->to->arena, id->text, strlen(id->text));
    struct property property = {.goal = (goal_id)model_property_count(r->model) + 2,
                                .kind = PROPERTY_CTL,
                                .name = p.id,
                                .text = p.id,
                                .context = ""};
    if (xml_is(top, "place-bound"))
        read_bound(r, top, &p);
    else {
        bool is_linear_time = r->is_linear_time && xml_is(top, "all-paths");
        if (!read_reachability(r, top, is_linear_time, &property, &p.is_negated)) {
            r->is_linear = is_linear_time;
            property.kind = is_linear_time ? PROPERTY_LTL : PROPERTY_CTL;
            property.formula = is_linear_time ? operand(r, top) : read_formula(r, top);
        }
        p.property = r->failed ? 0 : model_add_property(r->model, &property);
    }
    array_push(r->mem, &r->to->at, p);
}

bool mcc_properties_read(struct mcc_properties *to, struct lowered_net *net, bool is_linear,
                         const struct source *source, struct diag *diag)
{
    struct mem *mem = net->mem;
    struct reading r = {.to = to, .net = net, .model = net->model, .mem = mem, .source = source, .diag = diag};
    r.is_linear_time = is_linear;
    *to = (struct mcc_properties){.arena = {.mem = mem}};
    struct xml *root = xml_read(source, &to->arena, mem, diag);
    size_t places = net->net->places.count + 1;
    if (!root)
        return false;
    if (!xml_is(root, "property-set")) {
        fail(&r, root, "expected a <property-set>");
        return false;
    }
    r.tokens = mem_alloc(mem, places * sizeof *r.tokens);
    for (size_t i = 0; i < places; i++)
        r.tokens[i] = EXPR_NONE;
    for (const struct xml *e = root->first; e; e = e->next)
        read_property(&r, e);
    mem_free(mem, r.tokens, places * sizeof *r.tokens);
    return !r.failed;
}

void mcc_properties_close(struct mcc_properties *p, struct mem *mem)
{
    array_free(mem, &p->at);
    arena_free(&p->arena);
}
