#include "orbit/onthefly.h"

#include "orbit/xi.h"

static struct onthefly *of(struct image *image)
{
    return (struct onthefly *)image;
}

// Before a search there is nothing that could stand for others, and steps are those of the model.
static bool is_searched(const struct onthefly *o)
{
    return bdd_is_valid(o->representatives);
}

// ---- Orbits ---------------------------------------------------------------------------------------------------------

static bool uses_xi(const struct onthefly *o)
{
    return o->options->method == ONTHEFLY_XI || o->options->method == ONTHEFLY_ORBIT_TO_XI;
}

static struct xi *xi_of(struct onthefly *o)
{
    if (!o->xi)
        o->xi = xi_create(o->sigma, o->encoding, o->representatives, o->mem);
    return o->xi;
}

static bdd spread(struct image *image, bdd set)
{
    struct onthefly *o = of(image);
    if (!is_searched(o) || o->options->method == ONTHEFLY_LIVE_REP)
        return set;
    if (!uses_xi(o))
        return sigma_orbits(o->sigma, set);
    return xi_of(o) ? xi_spread(o->xi, set) : BDD_NONE;
}

static bdd represent(struct image *image, bdd states)
{
    struct onthefly *o = of(image);
    if (!is_searched(o))
        return states;
    if (uses_xi(o))
        return xi_of(o) ? xi_represent(o->xi, states) : BDD_NONE;
    bdd_scope scope = bdd_open_scope(o->m);
    bdd all = o->options->method == ONTHEFLY_LIVE_REP ? states : sigma_orbits(o->sigma, states);
    return bdd_close_scope_with(o->m, scope, bdd_and(o->m, all, o->representatives));
}

// ---- Images ---------------------------------------------------------------------------------------------------------

// From representatives to representatives: a step, and then to whoever stands for where it leads.
static bdd post(struct image *image, bdd set)
{
    struct onthefly *o = of(image);
    bdd_scope scope = bdd_open_scope(o->m);
    return bdd_close_scope_with(o->m, scope, represent(image, o->steps->post(o->steps, set)));
}

static bdd pre(struct image *image, bdd set, bdd by)
{
    struct onthefly *o = of(image);
    bdd_scope scope = bdd_open_scope(o->m);
    bdd to = is_searched(o) ? bdd_and(o->m, set, o->representatives) : set;
    bdd from = o->steps->pre(o->steps, spread(image, to), by);
    if (is_searched(o))
        from = bdd_and(o->m, from, o->representatives);
    return bdd_close_scope_with(o->m, scope, from);
}

static bdd grow(struct image *image, bdd set)
{
    struct onthefly *o = of(image);
    bdd_scope scope = bdd_open_scope(o->m);
    return bdd_close_scope_with(o->m, scope, bdd_or(o->m, set, post(image, set)));
}

// Along what a search has found: by steps of the model, if it went along these.
static bdd before(struct image *image, bdd set, bdd within)
{
    struct onthefly *o = of(image);
    bdd_scope scope = bdd_open_scope(o->m);
    bdd from = o->options->method == ONTHEFLY_ORBIT_TO_XI ? pre(image, set, BDD_TRUE)
                                                          : o->steps->pre(o->steps, set, BDD_TRUE);
    return bdd_close_scope_with(o->m, scope, bdd_and(o->m, from, within));
}

static bdd between(struct image *image, bdd from, bdd to)
{
    return of(image)->steps->between(of(image)->steps, from, to);
}

// All states of the orbits; exact where a search has found them all.
static bool count(struct image *image, bdd representatives, mpz_t states)
{
    struct onthefly *o = of(image);
    bdd_scope scope = bdd_open_scope(o->m);
    bdd all = sigma_orbits(o->sigma, representatives);
    bool good = bdd_is_valid(all) && bdd_count(o->m, all, encode_state_cube(o->encoding), states);
    bdd_close_scope(o->m, scope);
    return good;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

struct context {
    struct mem *mem;
    const generator_array *generators;
    struct onthefly_options options;
    struct reduction reduction;
};

static void unwrap(struct reduction *r, struct image *image)
{
    struct onthefly *o = of(image);
    (void)r;
    xi_free(o->xi);
    sigma_free(o->sigma);
    bdd_unprotect(o->m, &o->representatives);
    bdd_unprotect(o->m, o->hints);
    mem_free(o->mem, o->hints, (o->options->hint_count + 1) * sizeof *o->hints);
    mem_free(o->mem, o, sizeof *o);
}

// A hint that all legal states satisfy is TRUE.
static bool encode_hints(struct onthefly *o)
{
    bool good = true;
    bdd_scope scope = bdd_open_scope(o->m);
    bdd domain = BDD_TRUE;
    for (cell_id cell = 0; cell < model_cell_count(encoding_model(o->encoding)) && o->options->hint_count; cell++)
        domain = bdd_and(o->m, domain, encode_domain(o->encoding, cell, false));
    for (size_t i = 0; i < o->options->hint_count && good; i++) {
        o->hints[i] = encode_condition(o->encoding, o->options->hints[i]);
        enum bdd_answer is_true = bdd_is_subset(o->m, domain, o->hints[i]);
        good = is_true != BDD_UNKNOWN;
        if (is_true == BDD_YES)
            o->hints[i] = BDD_TRUE;
    }
    bdd_close_scope(o->m, scope);
    return good;
}

static struct image *wrap(struct reduction *r, struct image *steps, struct encoding *encoding)
{
    struct context *c = r->context;
    struct onthefly *o = mem_zalloc(c->mem, sizeof *o);
    *o = (struct onthefly){.image = {post, pre, grow, before, NULL, 0, NULL, NULL, between},
                           .steps = steps,
                           .mem = c->mem,
                           .m = encoding_manager(encoding),
                           .encoding = encoding,
                           .generators = c->generators,
                           .options = &c->options,
                           .representatives = BDD_NONE};
    o->hints = mem_zalloc(c->mem, (c->options.hint_count + 1) * sizeof *o->hints);
    bool good = bdd_protect_array(o->m, o->hints, c->options.hint_count + 1) && bdd_protect(o->m, &o->representatives);
    o->sigma = good ? sigma_new(c->generators, encoding, &c->options.sigma, c->mem) : NULL;
    if (!o->sigma || !encode_hints(o)) {
        unwrap(r, &o->image);
        return NULL;
    }
    return &o->image;
}

struct reduction *onthefly_new(const generator_array *generators, const struct onthefly_options *options,
                               struct mem *mem)
{
    struct context *c = mem_zalloc(mem, sizeof *c);
    *c = (struct context){.mem = mem, .generators = generators, .options = *options};
    c->reduction = (struct reduction){.context = c,
                                      .is_unique = options->method == ONTHEFLY_ORBIT_TO_XI,
                                      .goes_back = true,
                                      .is_falsifier = options->method == ONTHEFLY_LIVE_REP,
                                      .wrap = wrap,
                                      .unwrap = unwrap,
                                      .search = onthefly_search,
                                      .represent = represent,
                                      .spread = spread,
                                      .count = count,
                                      .lift = onthefly_lift};
    return &c->reduction;
}

void onthefly_free(struct reduction *r)
{
    if (!r)
        return;
    struct context *c = r->context;
    mem_free(c->mem, c, sizeof *c);
}
