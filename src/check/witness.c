#include "check/witness.h"

#include "check/linear.h"
#include "check/path.h"

#define MOST_WANDERING 1000 // steps to look for a loop where any will do

// ---- Down the formula -----------------------------------------------------------------------------------------------

static bool is_temporal(const struct model *model, formula id)
{
    const struct formula_node *n = model_formula(model, id);
    if (n->op == FORMULA_ATOM)
        return false;
    if (n->op >= FORMULA_EX)
        return true;
    return is_temporal(model, n->args[0]) || (n->args[1] != FORMULA_NONE && is_temporal(model, n->args[1]));
}

static bool holds_here(struct ctl *c, struct path *r, formula id)
{
    bdd set = ctl_states(c, id);
    r->failed = r->failed || !bdd_is_valid(set);
    return !r->failed && bdd_is_disjoint(r->m, path_here(r), set) == BDD_NO;
}

static void explain(struct ctl *c, struct path *r, formula id, bool holds);

static bool shows_here(struct ctl *c, struct path *r, formula id, bool holds);

static bool fits_and_shows(struct ctl *c, struct path *r, formula id, bool holds)
{
    return holds_here(c, r, id) == holds && shows_here(c, r, id, holds);
}

// Whether one trace from here can show that the formula holds, or that it fails, which is so. A conjunction that fails
// by an atom has nothing to show, whatever else is in it.
static bool shows_here(struct ctl *c, struct path *r, formula id, bool holds)
{
    const struct formula_node *n = model_formula(r->s->model, id);
    switch (n->op) {
    case FORMULA_ATOM:
        return false;
    case FORMULA_NOT:
        return shows_here(c, r, n->args[0], !holds);
    case FORMULA_AND:
    case FORMULA_OR:
        return fits_and_shows(c, r, n->args[0], holds) || fits_and_shows(c, r, n->args[1], holds);
    case FORMULA_IMPLIES:
        return fits_and_shows(c, r, n->args[0], !holds) || fits_and_shows(c, r, n->args[1], holds);
    case FORMULA_XOR:
    case FORMULA_IFF:
        return is_temporal(r->s->model, id);
    default: {
        bool of_some = (n->op >= FORMULA_EX && n->op <= FORMULA_EU) || n->op == FORMULA_E;
        return of_some == holds;
    }
    }
}

// Of two operands, one that has the wanted truth value, and that a trace can show if there is such a one.
static void explain_one(struct ctl *c, struct path *r, formula f, bool f_holds, formula g, bool g_holds)
{
    bool f_fits = holds_here(c, r, f) == f_holds, g_fits = holds_here(c, r, g) == g_holds;
    bool f_shows = f_fits && shows_here(c, r, f, f_holds), g_shows = g_fits && shows_here(c, r, g, g_holds);
    if (f_shows || (f_fits && !g_fits))
        explain(c, r, f, f_holds);
    else if (g_shows || g_fits)
        explain(c, r, g, g_holds);
}

static void explain_both(struct ctl *c, struct path *r, formula f, formula g)
{
    // A single trace shows one of them: the first that has something to show.
    formula shown = is_temporal(r->s->model, f) ? f : g;
    explain(c, r, shown, holds_here(c, r, shown));
}

static bdd complement(struct path *r, bdd set)
{
    return bdd_minus(r->m, r->x->care, set);
}

// Some successor on a fair path satisfies `to`, which is the set of `id` or its complement.
static void explain_next(struct ctl *c, struct path *r, bdd to, formula id, bool holds)
{
    bdd good = bdd_and(r->m, bdd_and(r->m, path_successors(r, BDD_TRUE), to), r->x->fair);
    path_to_one_of(r, good, BDD_TRUE);
    explain(c, r, id, holds);
}

static void explain_until(struct ctl *c, struct path *r, bdd through, bdd to, formula id, bool holds)
{
    path_to(r, through, bdd_and(r->m, to, r->x->fair));
    explain(c, r, id, holds);
}

// Bounded paths: one step at a time, towards what is left of the bounds.
static void explain_bounded(struct ctl *c, struct path *r, bdd through, bdd to, int64_t low, int64_t high, formula id,
                            bool holds)
{
    while (!r->failed && (low > 0 || bdd_is_disjoint(r->m, path_here(r), to) == BDD_YES)) {
        low = low > 0 ? low - 1 : 0;
        high = high > 0 ? high - 1 : high;
        bdd rest = fixpoint_bounded_eu(r->x, through, to, low, high);
        path_to_one_of(r, bdd_and(r->m, path_successors(r, BDD_TRUE), rest), BDD_TRUE);
    }
    explain(c, r, id, holds);
}

static void explain_bounded_globally(struct path *r, bdd through, int64_t low, int64_t high)
{
    for (; !r->failed && high > 0; high--) {
        low = low > 0 ? low - 1 : 0;
        bdd rest = fixpoint_bounded_eg(r->x, through, low, high - 1);
        path_to_one_of(r, bdd_and(r->m, path_successors(r, BDD_TRUE), rest), BDD_TRUE);
    }
}

static void explain_path(struct ctl *c, struct path *r, const struct formula_node *n, bool holds)
{
    bdd all = r->x->care;
    bdd f = ctl_states(c, n->args[0]), g = n->args[1] == FORMULA_NONE ? BDD_FALSE : ctl_states(c, n->args[1]);
    formula last = n->args[1] == FORMULA_NONE ? n->args[0] : n->args[1];
    bdd to = n->args[1] == FORMULA_NONE ? f : g, through = n->args[1] == FORMULA_NONE ? all : f;
    if (!holds) { // what every path was to satisfy fails on one
        to = complement(r, to);
        f = complement(r, f);
    }
    bool globally = n->op == FORMULA_EG || n->op == FORMULA_AF;
    if (n->op == FORMULA_EX || n->op == FORMULA_AX)
        explain_next(c, r, to, last, holds);
    else if (globally && n->bounded && n->high >= 0)
        explain_bounded_globally(r, f, n->low, n->high);
    else if (globally)
        path_lasso(r, f);
    else if (n->bounded)
        explain_bounded(c, r, through, to, n->low, n->high, last, holds);
    else
        explain_until(c, r, through, to, last, holds);
}

// A [f BU low..high g] fails: step along states where what is left of it fails, until f does or the steps are over.
static void explain_bounded_au(struct ctl *c, struct path *r, const struct formula_node *n)
{
    bdd f = ctl_states(c, n->args[0]), g = ctl_states(c, n->args[1]);
    for (int64_t low = n->low, high = n->high; !r->failed;) {
        bool f_fails = bdd_is_disjoint(r->m, path_here(r), f) == BDD_YES;
        if (high == 0)
            explain(c, r, n->args[1], false);
        else if (f_fails && low == 0)
            explain_one(c, r, n->args[0], false, n->args[1], false);
        else if (f_fails)
            explain(c, r, n->args[0], false);
        if (high == 0 || f_fails)
            return;
        low = low > 0 ? low - 1 : 0;
        high--;
        bdd bad = bdd_and(r->m, complement(r, ctl_bounded_au(c, f, g, low, high)), r->x->fair);
        path_to_one_of(r, bdd_and(r->m, path_successors(r, BDD_TRUE), bad), BDD_TRUE);
    }
}

// A [f U g] fails: g stays away until neither holds, or forever.
static void explain_au(struct ctl *c, struct path *r, const struct formula_node *n)
{
    bdd not_f = complement(r, ctl_states(c, n->args[0])), not_g = complement(r, ctl_states(c, n->args[1]));
    bdd neither = bdd_and(r->m, bdd_and(r->m, not_f, not_g), r->x->fair);
    bdd broken = fixpoint_until(r->x, not_g, neither, NULL);
    r->failed = r->failed || !bdd_is_valid(broken);
    if (r->failed)
        return;
    if (bdd_is_disjoint(r->m, path_here(r), broken) == BDD_NO) {
        path_to(r, not_g, neither);
        explain_one(c, r, n->args[0], false, n->args[1], false);
    } else
        path_lasso(r, not_g);
}

// From the start of a product to its core, and round there forever.
static void path_to_core(struct path *r, struct product *p)
{
    bdd_scope scope = bdd_open_scope(r->m);
    bdd good = fixpoint_until(&p->x, BDD_TRUE, p->core, NULL);
    path_to_one_of(r, bdd_and(r->m, p->start, good), BDD_TRUE);
    path_to(r, BDD_TRUE, p->core);
    path_lasso(r, p->core);
    bdd_close_scope(r->m, scope);
}

// A path from here on which a formula of linear time holds, or fails. A search that leaves something out is made as it
// was when the path was found to be there: from all states.
static void explain_linear(struct ctl *c, struct path *r, formula path, bool holds)
{
    struct product p;
    struct path extended;
    bdd here = path_here(r), from = c->x->partial ? c->x->care : here;
    bool good = product_open(&p, c->linear, from, path, !holds, false, TABLEAU_MAX_BITS) && product_find_core(&p);
    p.start = bdd_and(r->m, p.start, here);
    r->failed = r->failed || !good;
    if (good) {
        path_open(&extended, &p.x);
        path_to_core(&extended, &p);
        path_follow(r, &extended, tableau_cube(&p.tableau));
        path_close(&extended);
    }
    product_close(&p);
}

static void explain(struct ctl *c, struct path *r, formula id, bool holds)
{
    const struct formula_node *n = model_formula(r->s->model, id);
    if (r->failed || !is_temporal(r->s->model, id))
        return;
    bdd_scope scope = bdd_open_scope(r->m);
    switch (n->op) {
    case FORMULA_NOT:
        explain(c, r, n->args[0], !holds);
        break;
    case FORMULA_AND:
        explain_one(c, r, n->args[0], holds, n->args[1], holds);
        break;
    case FORMULA_OR:
        explain_one(c, r, n->args[0], holds, n->args[1], holds);
        break;
    case FORMULA_IMPLIES:
        explain_one(c, r, n->args[0], !holds, n->args[1], holds);
        break;
    case FORMULA_XOR:
    case FORMULA_IFF:
        explain_both(c, r, n->args[0], n->args[1]);
        break;
    case FORMULA_EX:
    case FORMULA_EF:
    case FORMULA_EG:
    case FORMULA_EU:
        if (holds) // that there is no path cannot be shown by one
            explain_path(c, r, n, true);
        break;
    case FORMULA_AX:
    case FORMULA_AF:
    case FORMULA_AG:
        if (!holds)
            explain_path(c, r, n, false);
        break;
    case FORMULA_AU:
        if (!holds && n->bounded && n->high >= 0)
            explain_bounded_au(c, r, n);
        else if (!holds)
            explain_au(c, r, n);
        break;
    case FORMULA_A:
    case FORMULA_E:
        if (holds == (n->op == FORMULA_E))
            explain_linear(c, r, n->args[0], holds);
        break;
    default:
        break;
    }
    bdd_close_scope(r->m, scope);
}

// ---- Into a trace ---------------------------------------------------------------------------------------------------

bool witness_failure(struct ctl *c, bdd from, formula id, bool for_ever, struct trace *trace)
{
    struct path r;
    path_open(&r, c->x);
    bdd_scope scope = bdd_open_scope(r.m);
    path_to_one_of(&r, from, BDD_TRUE);
    explain(c, &r, id, false);
    if (for_ever && !r.failed && r.loop == TRACE_NO_LOOP && bdd_is_subset(r.m, path_here(&r), c->x->fair) == BDD_YES)
        path_lasso(&r, c->x->fair);
    bool good = path_write(&r, trace);
    bdd_close_scope(r.m, scope);
    path_close(&r);
    return good;
}

bool witness_product(struct product *p, struct trace *trace)
{
    struct path r;
    path_open(&r, &p->x);
    path_to_core(&r, p);
    bool good = path_write(&r, trace);
    path_close(&r);
    return good;
}

// Some states of the layers before one that lead to a state, and which layer they are in: the last one before it, but
// where abstract states were found in another order, the first that has any.
static bdd lead_to(struct path *r, const struct sets *layers, bdd state, size_t *layer)
{
    const struct abstraction *abstraction = r->s->abstraction;
    bool is_scattered = abstraction && abstraction->search;
    bdd before = BDD_FALSE;
    for (size_t i = is_scattered ? 0 : *layer - 1; i < *layer && before == BDD_FALSE; i++) {
        before = abstraction ? abstraction->before(r->s->image, state, layers->at[i])
                             : bdd_and(r->m, image_pre(r->s->image, state), layers->at[i]);
        if (before != BDD_FALSE)
            *layer = i;
    }
    return before;
}

// One state after the other, backwards from the goal; then they are turned round.
static void go_along(struct path *r, const struct sets *layers, bdd goal)
{
    struct sets back;
    sets_open(&back, r->m, r->s->mem);
    bdd target = bdd_and_exists(r->m, layers->at[layers->count - 1], goal, r->s->input_cube);
    for (size_t i = layers->count - 1; !r->failed;) {
        bdd one = bdd_pick(r->m, target, r->s->state_cube);
        r->failed = !sets_push(&back, one);
        if (i == 0 || r->failed)
            break;
        target = lead_to(r, layers, one, &i);
    }
    for (size_t i = back.count; i-- > 0 && !r->failed;)
        r->failed = !sets_push(&r->states, back.at[i]) || !sets_push(&r->by, i == 0 ? goal : BDD_TRUE);
    sets_close(&back);
}

bool witness_path(struct fixpoints *x, const struct sets *layers, bdd goal, bool for_ever, struct trace *trace)
{
    struct path r;
    path_open(&r, x);
    bdd_scope scope = bdd_open_scope(r.m);
    go_along(&r, layers, goal);
    if (for_ever) {
        sets_cut(&r.by, r.states.count - 1);
        path_wander(&r, MOST_WANDERING);
    }
    bool good = path_write(&r, trace);
    bdd_close_scope(r.m, scope);
    path_close(&r);
    return good;
}

// A product has abstract states of its own; from here on it is the system's that count. False if none of these is on a
// fair path: where something is left out, that need not be so.
static bool change_abstract_state(struct path *r)
{
    struct abstraction *abstraction = r->s->abstraction;
    if (r->failed || !bdd_is_valid(r->x->fair))
        return false;
    if (!abstraction || !abstraction->concretise)
        return true;
    bdd other = bdd_and(r->m, abstraction->abstract(r->s->image, path_here(r)), r->x->fair);
    if (other == BDD_FALSE)
        return false;
    r->states.at[r->states.count - 1] = bdd_pick(r->m, other, r->s->state_cube);
    r->failed = !bdd_is_valid(path_here(r));
    return true;
}

bool witness_prefix(struct ctl *c, struct product *p, const struct sets *layers, bdd goal, bool for_ever,
                    struct trace *trace)
{
    struct path r, extended;
    path_open(&r, c->x);
    path_open(&extended, &p->x);
    bdd_scope scope = bdd_open_scope(r.m);
    bdd bits = tableau_cube(&p->tableau);
    go_along(&extended, layers, goal);
    sets_cut(&extended.by, extended.states.count - 1); // what the goal says of the last state it says of bits
    if (!extended.failed)
        path_to_one_of(&r, bdd_exists(r.m, extended.states.at[0], bits), BDD_TRUE);
    path_follow(&r, &extended, bits);
    if (for_ever && change_abstract_state(&r))
        path_lasso(&r, c->x->fair);
    else if (for_ever)
        path_wander(&r, MOST_WANDERING);
    bool good = path_write(&r, trace);
    bdd_close_scope(r.m, scope);
    path_close(&extended);
    path_close(&r);
    return good;
}
