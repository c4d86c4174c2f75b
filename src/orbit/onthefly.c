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

// ---- Work -----------------------------------------------------------------------------------------------------------

// A search with symmetries must not take much longer than one without: applying generators may take a multiple of the
// work of the steps that were made. (A step that costs nothing may lead to a state whose orbit is a large set: of n
// components that all differ, n! states in about 2^n nodes.)
static struct sigma_work work_left(const struct onthefly *o)
{
    const struct onthefly_options *how = o->options;
    if (!how->sigma_share || how->sigma.rounds || how->sigma.nodes)
        return (struct sigma_work){.most = UINT64_MAX};
    uint64_t most = how->sigma_least + how->sigma_share * o->step_work;
    return (struct sigma_work){.most = most > o->orbit_work ? most - o->orbit_work : 0};
}

bdd onthefly_steps(struct onthefly *o, bdd set)
{
    uint64_t before = bdd_work_done(o->m);
    bdd to = image_post(&o->steps->image, set);
    o->step_work += bdd_work_done(o->m) - before;
    return to;
}

bdd onthefly_orbits(struct onthefly *o, bdd set, bool by_options, bool *is_whole)
{
    struct sigma_work work = work_left(o);
    uint64_t before = bdd_work_done(o->m);
    bdd all = by_options ? sigma_step_within(o->sigma, set, &work) : sigma_orbits_within(o->sigma, set, &work);
    o->orbit_work += bdd_work_done(o->m) - before;
    o->abstraction->partial_sets += work.is_partial;
    *is_whole = work.is_whole;
    return all;
}

// ---- Orbits ---------------------------------------------------------------------------------------------------------

static bool uses_xi(const struct onthefly *o)
{
    return o->method == ONTHEFLY_XI || o->method == ONTHEFLY_ORBIT_TO_XI;
}

static struct xi *xi_of(struct onthefly *o)
{
    if (!o->xi)
        o->xi = xi_create(o->sigma, o->encoding, o->representatives, o->mem);
    return o->xi;
}

// All states of the orbits of a set, which are needed: without them, who asks is to ask without symmetries.
static bdd all_orbits(struct onthefly *o, bdd set)
{
    bool is_whole;
    bdd_scope scope = bdd_open_scope(o->m);
    bdd all = onthefly_orbits(o, set, false, &is_whole);
    o->abstraction->is_over_budget |= !is_whole;
    return bdd_close_scope_with(o->m, scope, is_whole ? all : BDD_NONE);
}

static bdd spread(struct image *image, bdd set)
{
    struct onthefly *o = of(image);
    if (!is_searched(o) || !o->is_reduced)
        return set;
    if (!uses_xi(o))
        return all_orbits(o, set);
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
    bdd orbits = o->is_reduced ? all_orbits(o, states) : states;
    return bdd_close_scope_with(o->m, scope, bdd_and(o->m, orbits, o->representatives));
}

// ---- Images ---------------------------------------------------------------------------------------------------------

// From representatives to representatives: a step, and then to whoever stands for where it leads.
static bdd post(struct image *image, bdd set)
{
    struct onthefly *o = of(image);
    return bdd_hand_over(o->m, represent(image, onthefly_steps(o, set)));
}

static bdd pre(struct image *image, bdd set, bdd by)
{
    struct onthefly *o = of(image);
    bdd_scope scope = bdd_open_scope(o->m);
    bdd to = is_searched(o) ? bdd_and(o->m, set, o->representatives) : set;
    bdd goal = spread(image, to);
    uint64_t before = bdd_work_done(o->m);
    bdd from = o->steps->image.pre(&o->steps->image, goal, by);
    o->step_work += bdd_work_done(o->m) - before;
    if (is_searched(o))
        from = bdd_and(o->m, from, o->representatives);
    return bdd_close_scope_with(o->m, scope, from);
}

static bdd reach(struct image *image, bdd set)
{
    struct onthefly *o = of(image);
    return bdd_hand_over(o->m, bdd_or(o->m, set, post(image, set)));
}

// Along what a search has found: by steps of the model, if it went along these.
static bdd before(struct image *image, bdd set, bdd within)
{
    struct onthefly *o = of(image);
    bdd_scope scope = bdd_open_scope(o->m);
    bdd from = o->method == ONTHEFLY_ORBIT_TO_XI ? pre(image, set, BDD_TRUE) : image_pre(&o->steps->image, set);
    return bdd_close_scope_with(o->m, scope, bdd_and(o->m, from, within));
}

// All states of the orbits; exact where a search has found them all.
static bool count(struct image *image, bdd representatives, mpz_t states)
{
    struct onthefly *o = of(image);
    bdd_scope scope = bdd_open_scope(o->m);
    bdd all = o->is_reduced ? all_orbits(o, representatives) : representatives;
    bool good = bdd_is_valid(all) && bdd_count(o->m, all, encode_state_cube(o->encoding), states);
    bdd_close_scope(o->m, scope);
    return good;
}

// ---- Least representatives ------------------------------------------------------------------------------------------

static bdd legal_states(struct onthefly *o)
{
    bdd states = BDD_TRUE;
    const struct model *model = encoding_model(o->encoding);
    for (cell_id cell = 0; cell < model_cell_count(model); cell++)
        if (model_cell(model, cell)->role != CELL_INPUT)
            states = bdd_and(o->m, states, encode_domain(o->encoding, cell, false));
    return states;
}

static void note_pairs(void *context, bdd pairs)
{
    struct search_listener *listener = context;
    if (!listener->cursor)
        return;
    listener->cursor->pairs = pairs;
    listener->rest(listener->context);
}

// What was found of the relation is kept; in the end, only what belongs to representatives.
static bool choose_least(struct onthefly *o, struct search_listener *listener)
{
    const struct cursor *cursor = listener->cursor;
    struct xi_work work = {cursor ? cursor->pairs : BDD_NONE, note_pairs, listener};
    if (!o->xi)
        o->xi = xi_from_orbits(o->sigma, o->encoding, legal_states(o), &work, o->mem);
    if (o->xi)
        o->representatives = xi_representatives(o->xi);
    o->is_reduced = true;
    return o->xi;
}

// A layer, with which the search may be given up, or ended: all that was found is in layers, and goes on from the last.
struct least {
    bdd todo, reached; // protected
    struct search_listener *listener;
};

static bool hear(struct least *l, struct onthefly *o, bdd layer)
{
    struct cursor *cursor = l->listener->cursor;
    bdd reached = bdd_or(o->m, l->reached, layer);
    bool good = bdd_is_valid(layer) && bdd_is_valid(reached);
    if (good && layer != BDD_FALSE)
        good = l->listener->take(l->listener->context, layer);
    if (!good)
        return false;
    l->todo = layer;
    l->reached = reached;
    if (cursor) {
        cursor->is_begun = true;
        cursor->reached = reached;
        cursor->todo = layer;
        cursor->rounds++;
        cursor->pairs = xi_relation(o->xi);
    }
    return true;
}

static bool begin(struct least *l, struct onthefly *o, bdd from)
{
    const struct cursor *cursor = l->listener->cursor;
    if (!cursor || !cursor->is_begun)
        return hear(l, o, represent(&o->image, from));
    l->todo = cursor->todo;
    l->reached = cursor->reached;
    return true;
}

// Layer after layer of steps between orbits.
bdd onthefly_search_least(struct image *image, bdd from, bdd goal, struct search_listener *listener)
{
    struct onthefly *o = of(image);
    struct least l = {BDD_FALSE, BDD_FALSE, listener};
    bdd_scope scope = bdd_open_scope(o->m);
    bool good =
        bdd_protect(o->m, &l.todo) && bdd_protect(o->m, &l.reached) && choose_least(o, listener) && begin(&l, o, from);
    while (good && l.todo != BDD_FALSE) {
        enum bdd_answer apart = bdd_is_disjoint(o->m, l.todo, goal);
        good = apart != BDD_UNKNOWN;
        if (apart != BDD_YES)
            break;
        bdd_scope round = bdd_open_scope(o->m);
        good = hear(&l, o, bdd_minus(o->m, post(image, l.todo), l.reached));
        bdd_close_scope(o->m, round);
    }
    bdd_unprotect(o->m, &l.reached);
    bdd_unprotect(o->m, &l.todo);
    return bdd_close_scope_with(o->m, scope, good ? l.reached : BDD_NONE);
}

// Representatives that were chosen in another order of the variables stay those that they were: the relation comes with
// what was found, and no other one is made.
bool onthefly_take_least(struct onthefly *o, const struct cursor *cursor, bdd from, bdd first)
{
    bdd states = legal_states(o);
    if (!cursor->is_begun)
        return xi_can_begin(o->encoding, states, cursor->pairs, o->mem);
    struct xi *xi = xi_from_relation(o->sigma, o->encoding, states, cursor->pairs, o->mem);
    bool good = xi && xi_represent(xi, from) == first &&
                bdd_is_subset(o->m, cursor->reached, xi_representatives(xi)) == BDD_YES;
    if (!good) {
        xi_free(xi);
        return false;
    }
    o->xi = xi;
    o->representatives = xi_representatives(xi);
    o->is_reduced = true;
    return true;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

struct context {
    struct mem *mem;
    const generator_array *generators;
    struct onthefly_options options;
    struct abstraction abstraction;
};

static void unwrap(struct abstraction *r, struct image *image)
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

static struct image *wrap(struct abstraction *r, struct steps *steps, struct encoding *encoding)
{
    struct context *c = r->context;
    struct onthefly *o = mem_zalloc(c->mem, sizeof *o);
    bool is_restricted = c->options.method == ONTHEFLY_LIVE_REP;
    *o = (struct onthefly){.image = is_restricted ? live_rep_image : (struct image){post, pre, reach, onthefly_lift},
                           .steps = steps,
                           .abstraction = r,
                           .mem = c->mem,
                           .m = encoding_manager(encoding),
                           .encoding = encoding,
                           .generators = c->generators,
                           .options = &c->options,
                           .method = c->options.method,
                           .representatives = BDD_NONE};
    o->hints = mem_zalloc(c->mem, (c->options.hint_count + 1) * sizeof *o->hints);
    bool good = bdd_protect_array(o->m, o->hints, c->options.hint_count + 1) && bdd_protect(o->m, &o->representatives);
    o->sigma = good ? sigma_new(c->generators, encoding, &c->options.sigma, c->mem) : NULL;
    if (o->sigma && uses_xi(o) && !xi_is_possible(o->sigma))
        o->method = ONTHEFLY_SIGMA;
    if (!o->sigma || !encode_hints(o)) {
        unwrap(r, &o->image);
        return NULL;
    }
    return &o->image;
}

static bool is_live_rep(const struct context *c)
{
    return c->options.method == ONTHEFLY_LIVE_REP;
}

// Steps between orbits are none of the model's if some generator is no symmetry. Steps between representatives are.
static enum cause_code why_forward_only(const struct context *c)
{
    return c->options.are_symmetries || c->generators->count == 0 || is_live_rep(c) ? CAUSE_NONE
                                                                                    : CAUSE_UNKNOWN_SYMMETRY;
}

struct abstraction *onthefly_new(const generator_array *generators, const struct onthefly_options *options,
                                 struct mem *mem)
{
    static const struct abstract_search search = {.phase = "representatives",
                                                  .preparing = "orbits of all states",
                                                  .run = onthefly_search,
                                                  .cursor_new = cursor_new,
                                                  .cursor_free = cursor_free,
                                                  .cursor_reset = cursor_reset,
                                                  .cursor_state = cursor_state,
                                                  .cursor_found = cursor_found,
                                                  .cursor_save = cursor_save,
                                                  .cursor_load = cursor_load,
                                                  .cursor_fits = cursor_fits};
    struct context *c = mem_zalloc(mem, sizeof *c);
    struct onthefly_options own = *options;
    if (!own.are_symmetries && own.method == ONTHEFLY_ORBIT_TO_XI) // whose search goes along steps between orbits
        own.method = ONTHEFLY_SIGMA;
    *c = (struct context){.mem = mem, .generators = generators, .options = own};
    c->abstraction =
        (struct abstraction){.context = c,
                             .forward_only = why_forward_only(c),
                             .under_approximates = is_live_rep(c) ? CAUSE_NO_VIOLATION_RESTRICTED : CAUSE_NONE,
                             .wrap = wrap,
                             .unwrap = unwrap,
                             .search = &search,
                             .abstract = is_live_rep(c) ? live_rep_abstract : represent,
                             .concretise = is_live_rep(c) ? live_rep_concretise : spread,
                             .before = before,
                             .count = count};
    return &c->abstraction;
}

void onthefly_free(struct abstraction *r)
{
    if (!r)
        return;
    struct context *c = r->context;
    mem_free(c->mem, c, sizeof *c);
}
