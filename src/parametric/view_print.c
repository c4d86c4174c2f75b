// A quantified invariant as declarations of Murphi's language.
//
// Views that are not in psi are taken away in products of sets, one set of values for each place, and of truth values
// for each bit of a context: each begins as one view, and its sets grow as long as no view of psi is in the product.
// That the elements see none of a product is an invariant; all of them together say what psi says. A bit of a context
// is "exists an element that is none of these, and is so and so", which is written likewise, by products of what the
// context says.
#include <inttypes.h>
#include <string.h>

#include "parametric/view_internal.h"

enum { MOST_CLAUSES = 4000, MOST_ALTERNATIVES = 40 };

// A place, or a bit of a context, of which a view says something.
struct coordinate {
    bool is_context;
    struct view_place place;
    uint32_t context, element;
    uint64_t full; // values
};

struct view_products {
    struct quantified_invariant *q;
    bdd_manager *m;
    uint32_t elements; // that products speak of
    ARRAY(struct coordinate) all;
    ARRAY(uint64_t) masks; // the product at hand, by coordinate
    ARRAY(bdd) behind;     // the product of what comes later
    bool *bits;            // of one view, by variable
};

static bdd values_of(struct view_products *v, const struct coordinate *c, uint64_t mask)
{
    if (!c->is_context)
        return view_literal(&v->q->space, c->place, mask, false);
    bdd bit = bdd_literal(v->m, v->q->contexts.at[c->context].vars[c->element]);
    return mask == 3 ? BDD_TRUE : mask == 2 ? bit : mask == 1 ? bdd_not(bit) : BDD_FALSE;
}

static void add_places(struct view_products *v, uint32_t elements, bdd support)
{
    struct view_space *s = &v->q->space;
    struct view_place p;
    v->elements = elements;
    for (bool is_there = view_next_place(s, elements, &p, true); is_there;
         is_there = view_next_place(s, elements, &p, false)) {
        bdd vars = view_place_cube(s, p);
        if (vars != BDD_TRUE && bdd_exists(s->m, support, vars) != support)
            array_push(v->q->mem, &v->all,
                       ((struct coordinate){.place = p, .full = cube_full(v->q->variables, p.variable, elements)}));
    }
}

static void add_contexts(struct view_products *v)
{
    const struct view_contexts *contexts = &v->q->contexts;
    for (uint32_t c = 0; c < contexts->count; c++)
        for (uint32_t i = 0; i < (contexts->at[c].is_related ? v->elements : 1); i++)
            array_push(v->q->mem, &v->all,
                       ((struct coordinate){.is_context = true, .context = c, .element = i, .full = 3}));
}

static void open_products(struct view_products *v, struct quantified_invariant *q)
{
    *v = (struct view_products){.q = q, .m = q->space.m};
    v->bits = mem_zalloc(q->mem, bdd_var_count(q->space.m) + 1);
}

static void close_products(struct view_products *v)
{
    struct mem *mem = v->q->mem;
    array_free(mem, &v->all);
    array_free(mem, &v->masks);
    array_free(mem, &v->behind);
    mem_free(mem, v->bits, bdd_var_count(v->m) + 1);
}

static bdd domain(struct view_products *v)
{
    bdd all = BDD_TRUE;
    for (size_t i = 0; i < v->all.count; i++)
        all = bdd_and(v->m, all, values_of(v, &v->all.at[i], v->all.at[i].full));
    return all;
}

// ---- One product ----------------------------------------------------------------------------------------------------

static bool has_value(const struct view_products *v, const struct coordinate *c, uint64_t one)
{
    const struct view_space *s = &v->q->space;
    if (c->is_context)
        return v->bits[v->q->contexts.at[c->context].vars[c->element]] == (one == 2);
    for (unsigned i = 0; i < view_width(s, c->place.variable); i++)
        if (v->bits[view_var(s, c->place, i)] != view_code_bit(s, c->place.variable, one, i))
            return false;
    return true;
}

static bool pick(struct view_products *v, bdd set)
{
    bdd vars = bdd_support(v->m, set);
    for (size_t i = 0; i < v->all.count; i++) {
        const struct coordinate *c = &v->all.at[i];
        vars = bdd_and(v->m, vars,
                       c->is_context ? bdd_literal(v->m, v->q->contexts.at[c->context].vars[c->element])
                                     : view_place_cube(&v->q->space, c->place));
    }
    bdd_models *models = bdd_is_valid(vars) ? bdd_models_open(v->m, set, vars) : NULL;
    bool good = models && bdd_models_next(models, v->bits);
    if (models)
        bdd_models_close(models);
    for (size_t i = 0; i < v->all.count && good; i++) {
        uint64_t left = v->all.at[i].full;
        while (left && !has_value(v, &v->all.at[i], left & -left))
            left &= left - 1;
        v->masks.at[i] = left & -left;
        good = left;
    }
    return good;
}

// What comes first becomes as large as it can be: contexts, then the last elements.
static bdd grow(struct view_products *v, bdd avoided)
{
    bdd product = BDD_TRUE;
    v->behind.at[0] = BDD_TRUE;
    for (size_t i = 0; i < v->all.count; i++)
        v->behind.at[i + 1] = bdd_and(v->m, v->behind.at[i], values_of(v, &v->all.at[i], v->masks.at[i]));
    for (size_t i = v->all.count; i-- > 0;) {
        const struct coordinate *c = &v->all.at[i];
        for (uint64_t left = c->full & ~v->masks.at[i]; left; left &= left - 1) {
            bdd with = bdd_and(v->m, avoided, values_of(v, c, left & -left));
            if (bdd_is_disjoint(v->m, with, v->behind.at[i]) == BDD_YES)
                v->masks.at[i] |= left & -left;
        }
        bdd set = v->masks.at[i] == c->full ? BDD_TRUE : values_of(v, c, v->masks.at[i]);
        avoided = bdd_and(v->m, avoided, set);
        product = bdd_and(v->m, product, set);
    }
    return bdd_is_valid(avoided) ? product : BDD_NONE;
}

// The literals of a product, whose elements keep their names.
static struct cube cube_of(const struct view_products *v)
{
    struct cube c = cube_new(v->elements, (uint32_t)v->all.count + 1, v->q->mem);
    for (size_t i = 0; i < v->all.count; i++) {
        const struct coordinate *at = &v->all.at[i];
        if (!at->is_context && v->masks.at[i] != at->full)
            c.literals[c.count++] = (struct cube_literal){
                at->place.variable, {at->place.elements[0], at->place.elements[1]}, v->masks.at[i]};
    }
    return c;
}

typedef bool product_receiver(void *context, struct view_products *);

// Products that cover `set` and avoid the other one. False if there are too many, or no memory.
static bool cover(struct view_products *v, bdd set, bdd avoided, size_t most, product_receiver *receive, void *context)
{
    size_t count = 0;
    array_reserve(v->q->mem, &v->masks, v->all.count + 1);
    array_reserve(v->q->mem, &v->behind, v->all.count + 2);
    set = bdd_and(v->m, set, domain(v));
    bool good = bdd_is_valid(set) && bdd_protect(v->m, &set);
    if (!good)
        return false;
    while (set != BDD_FALSE && good) {
        bdd_scope scope = bdd_open_scope(v->m);
        bdd product = pick(v, set) ? grow(v, avoided) : BDD_NONE;
        good = bdd_is_valid(product) && count++ < most && !v->q->setup.is_over(v->q->setup.context);
        bdd left = good ? bdd_minus(v->m, set, product) : BDD_NONE;
        good = bdd_is_valid(left) && receive(context, v);
        set = good ? left : set;
        bdd_close_scope(v->m, scope);
    }
    bdd_unprotect(v->m, &set);
    return good;
}

// ---- Contexts -------------------------------------------------------------------------------------------------------

struct alternatives {
    const char *names[2];
    struct str *out;
    bool good;
    size_t count;
};

static bool add_alternative(void *context, struct view_products *v)
{
    struct alternatives *a = context;
    struct cube c = cube_of(v);
    str_add(v->q->mem, a->out, "%s", a->count++ ? " | " : "");
    a->good &= cube_print_named(&c, v->q->variables, a->names, v->q->mem, a->out);
    cube_free(&c, v->q->mem);
    return a->good;
}

// That there is some element, none of these, for which the context is so.
static bool print_context(struct quantified_invariant *q, const struct view_context *context, bdd of, uint32_t elements,
                          uint32_t element, struct str *out)
{
    const struct parametric_variables *names = q->variables;
    struct mem *mem = q->mem;
    struct str first = {0}, other = {0};
    struct view_products v;
    str_add(mem, &first, "%si%" PRIu32, names->prefix, element + 1);
    str_add(mem, &other, "%sy", names->prefix);
    str_add(mem, out, "exists %s: %s do ", str_text(&other), names->class);
    for (uint32_t i = 0; i < names->literals; i++)
        str_add(mem, out, "%s != %" PRId64 " & ", str_text(&other), names->first_literal + i);
    for (uint32_t i = 0; i < elements; i++)
        str_add(mem, out, "%s != %si%" PRIu32 " & ", str_text(&other), names->prefix, i + 1);
    if (context->side != SIDE_ANY)
        str_add(mem, out, "%s %s %s & ", str_text(&other), context->side == SIDE_BELOW ? "<" : ">", str_text(&first));
    struct alternatives alternatives = {{str_text(&first), str_text(&other)}, out, true, 0};
    open_products(&v, q);
    add_places(&v, 2, bdd_support(q->space.m, of));
    str_add(mem, out, "(");
    bool good = cover(&v, of, bdd_not(of), MOST_ALTERNATIVES, add_alternative, &alternatives);
    str_add(mem, out, "%s) end", alternatives.count ? "" : "false"); // the condition contradicts itself
    close_products(&v);
    str_free(mem, &first);
    str_free(mem, &other);
    return good && alternatives.good;
}

// ---- Declarations ---------------------------------------------------------------------------------------------------

struct declarations {
    const char *name;
    struct str *out;
    struct str *of; // by context and element: what it says
    size_t count, first;
};

static bool add_declaration(void *context, struct view_products *v)
{
    struct declarations *d = context;
    struct mem *mem = v->q->mem;
    struct str further = {0}, text = {0};
    struct cube c = cube_of(v);
    for (size_t i = 0; i < v->all.count; i++) {
        const struct coordinate *at = &v->all.at[i];
        if (at->is_context && v->masks.at[i] != at->full)
            str_add(mem, &further, "%s%s(%s)", further.count || c.count ? " & " : "", v->masks.at[i] == 2 ? "" : "!",
                    str_text(&d->of[at->context * v->elements + at->element]));
    }
    if (!further.count)
        cube_tidy(&c, v->q->variables);
    str_add(mem, &text, "\n  ");
    cube_print_negation_with(&c, v->q->variables, str_text(&further), mem, &text);
    str_add(mem, &text, ";\n");
    if (!strstr(str_text(d->out), str_text(&text)))
        str_add(mem, d->out, "invariant \"%s%zu\"%s", d->name, d->first + d->count++, str_text(&text));
    cube_free(&c, mem);
    str_free(mem, &further);
    str_free(mem, &text);
    return true;
}

size_t quantified_print(struct quantified_invariant *q, const char *name, struct str *out)
{
    uint32_t k = q->setup.elements;
    bdd_scope scope = bdd_open_scope(q->space.m);
    struct view_products v;
    struct declarations d = {.name = name, .out = out, .first = 1};
    size_t texts = (size_t)q->contexts.count * k;
    bool good = true;
    d.of = mem_zalloc(q->mem, (texts + 1) * sizeof *d.of);
    open_products(&v, q);
    add_places(&v, k, bdd_support(q->space.m, q->psi));
    add_contexts(&v);
    for (uint32_t c = 0; c < q->contexts.count && good; c++)
        for (uint32_t i = 0; i < (q->contexts.at[c].is_related ? k : 1) && good; i++)
            good = print_context(q, &q->contexts.at[c], q->contexts.of[c], k, i, &d.of[c * k + i]);
    good = good && cover(&v, bdd_not(q->psi), q->psi, MOST_CLAUSES, add_declaration, &d);
    for (size_t i = 0; i < texts; i++)
        str_free(q->mem, &d.of[i]);
    mem_free(q->mem, d.of, (texts + 1) * sizeof *d.of);
    close_products(&v);
    bdd_close_scope(q->space.m, scope);
    return good ? d.count : 0;
}
