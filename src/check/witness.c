#include "check/witness.h"

// A run under construction: its states as sets of one, and what the inputs of each step have to satisfy.
struct run {
    struct fixpoints *x;
    struct system *s;
    bdd_manager *m;
    struct sets states, by; // by.at[i]: of the step from state i
    size_t loop;
    bool failed;
};

static void run_open(struct run *r, struct fixpoints *x)
{
    *r = (struct run){.x = x, .s = x->system, .m = x->system->m, .loop = TRACE_NO_LOOP};
    sets_open(&r->states, r->m, r->s->mem);
    sets_open(&r->by, r->m, r->s->mem);
}

static void run_close(struct run *r)
{
    sets_close(&r->states);
    sets_close(&r->by);
}

static bdd here(const struct run *r)
{
    return r->states.at[r->states.count - 1];
}

// Goes to some state of the set by a step that satisfies `by`.
static void go_to_one_of(struct run *r, bdd set, bdd by)
{
    if (r->failed)
        return;
    bdd one = bdd_pick(r->m, set, r->s->state_cube);
    r->failed = !sets_push(&r->states, one) || (r->states.count > 1 && !sets_push(&r->by, by));
}

static bdd successors(struct run *r, bdd by)
{
    return bdd_and(r->m, image_post(&r->s->image, bdd_and(r->m, here(r), by)), r->x->care);
}

// Goes the shortest way to a state of `to` through states of `through` (to which the present one belongs); no step if
// it is there already.
static void go_to(struct run *r, bdd through, bdd to)
{
    struct sets layers;
    sets_open(&layers, r->m, r->s->mem);
    bdd_scope scope = bdd_open_scope(r->m);
    r->failed = r->failed || !bdd_is_valid(fixpoint_until(r->x, through, to, &layers));
    // The layer in which we are is our distance.
    size_t distance = 0;
    while (!r->failed && distance < layers.count && bdd_is_disjoint(r->m, here(r), layers.at[distance]) == BDD_YES)
        distance++;
    r->failed = r->failed || distance == layers.count;
    while (!r->failed && distance-- > 0)
        go_to_one_of(r, bdd_and(r->m, successors(r, BDD_TRUE), layers.at[distance]), BDD_TRUE);
    bdd_close_scope(r->m, scope);
    sets_close(&layers);
}

// States that can be reached from the present one inside of `set`, in one step or more.
static bdd reachable_inside(struct run *r, bdd set)
{
    bdd all = bdd_and(r->m, successors(r, BDD_TRUE), set), frontier = all;
    while (bdd_is_valid(frontier) && frontier != BDD_FALSE) {
        bdd more = bdd_and(r->m, image_post(&r->s->image, frontier), set);
        frontier = bdd_minus(r->m, more, all);
        all = bdd_or(r->m, all, more);
    }
    return all;
}

static bdd steps_inside(struct run *r, bdd set, bdd by)
{
    bdd before = r->s->image.pre(&r->s->image, set, by);
    return bdd_and(r->m, set, before);
}

// Whether a path that visits all of this strongly connected set again and again is fair.
static bool is_fair(struct run *r, bdd component)
{
    struct system *s = r->s;
    bool fair = true;
    for (size_t i = 0; i < s->justice_count && fair; i++)
        fair = steps_inside(r, component, s->justice[i]) != BDD_FALSE;
    for (size_t i = 0; i < s->compassion_count && fair; i++)
        fair = steps_inside(r, component, s->compassion[2 * i + 1]) != BDD_FALSE ||
               bdd_is_disjoint(r->m, component, s->compassion[2 * i]) == BDD_YES;
    return fair;
}

// Goes to a state from which a step satisfies the condition and stays in the component, and makes that step.
static void make_step_by(struct run *r, bdd component, bdd by)
{
    go_to(r, component, steps_inside(r, component, by));
    if (!r->failed)
        go_to_one_of(r, bdd_and(r->m, successors(r, by), component), by);
}

// Whether some step of the run since state `first` satisfies the condition whatever its inputs, or by those it asks
// for.
static bool was_met(struct run *r, size_t first, bdd condition)
{
    for (size_t i = first; i + 1 < r->states.count; i++)
        if (bdd_is_subset(r->m, bdd_and(r->m, r->states.at[i], r->by.at[i]), condition) == BDD_YES)
            return true;
    return false;
}

// A loop through the component, from the present state back to it, that meets every fairness condition.
static void close_loop(struct run *r, bdd component)
{
    struct system *s = r->s;
    size_t first = r->states.count - 1;
    for (size_t i = 0; i < s->justice_count; i++)
        if (!was_met(r, first, s->justice[i]))
            make_step_by(r, component, s->justice[i]);
    for (size_t i = 0; i < s->compassion_count; i++) {
        bdd grant = s->compassion[2 * i + 1];
        if (!was_met(r, first, grant) && steps_inside(r, component, grant) != BDD_FALSE)
            make_step_by(r, component, grant);
    }
    if (!r->failed && (r->states.count - 1 == first || here(r) != r->states.at[first])) {
        // At least one step, then the shortest way back.
        if (r->states.count - 1 == first) {
            bdd back = fixpoint_until(r->x, component, r->states.at[first], NULL);
            go_to_one_of(r, bdd_and(r->m, bdd_and(r->m, successors(r, BDD_TRUE), component), back), BDD_TRUE);
        }
        go_to(r, component, r->states.at[first]);
    }
    // The last state is the first one again; a run with a loop does not repeat it.
    if (!r->failed)
        sets_cut(&r->states, r->states.count - 1);
    r->loop = first;
}

// A fair lasso inside of `through`, where there is one from here: first to the core of such paths, then through its
// components. The one that we are in will do if it is fair; else there is a way out of it, and the last component on
// such ways always is.
static void make_lasso(struct run *r, bdd through)
{
    bdd set = fixpoint_fair_core(r->x, through);
    go_to(r, through, set);
    while (!r->failed) {
        bdd_scope scope = bdd_open_scope(r->m);
        bdd after = reachable_inside(r, set), back = fixpoint_until(r->x, set, here(r), NULL);
        bdd component = bdd_and(r->m, after, back);
        r->failed = !bdd_is_valid(component);
        bool on_loop = bdd_is_disjoint(r->m, here(r), component) == BDD_NO;
        bool done = !r->failed && on_loop && is_fair(r, component);
        if (done)
            close_loop(r, component);
        else if (!r->failed)
            go_to(r, set, bdd_minus(r->m, after, back));
        bdd_close_scope(r->m, scope);
        if (done)
            return;
    }
}

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

static bool holds_here(struct ctl *c, struct run *r, formula id)
{
    bdd set = ctl_states(c, id);
    r->failed = r->failed || !bdd_is_valid(set);
    return !r->failed && bdd_is_disjoint(r->m, here(r), set) == BDD_NO;
}

static void explain(struct ctl *c, struct run *r, formula id, bool holds);

// Of two operands, the one that has the wanted truth value and most to show.
static void explain_one(struct ctl *c, struct run *r, formula f, bool f_holds, formula g, bool g_holds)
{
    bool f_fits = holds_here(c, r, f) == f_holds, g_fits = holds_here(c, r, g) == g_holds;
    if (f_fits && (!g_fits || is_temporal(r->s->model, f)))
        explain(c, r, f, f_holds);
    else if (g_fits)
        explain(c, r, g, g_holds);
}

static void explain_both(struct ctl *c, struct run *r, formula f, formula g)
{
    // A single run shows one of them: the first that has something to show.
    formula shown = is_temporal(r->s->model, f) ? f : g;
    explain(c, r, shown, holds_here(c, r, shown));
}

static bdd complement(struct run *r, bdd set)
{
    return bdd_minus(r->m, r->x->care, set);
}

// Some successor on a fair path satisfies `to`, which is the set of `id` or its complement.
static void explain_next(struct ctl *c, struct run *r, bdd to, formula id, bool holds)
{
    bdd good = bdd_and(r->m, bdd_and(r->m, successors(r, BDD_TRUE), to), r->x->fair);
    go_to_one_of(r, good, BDD_TRUE);
    explain(c, r, id, holds);
}

static void explain_until(struct ctl *c, struct run *r, bdd through, bdd to, formula id, bool holds)
{
    go_to(r, through, bdd_and(r->m, to, r->x->fair));
    explain(c, r, id, holds);
}

// Bounded paths: one step at a time, towards what is left of the bounds.
static void explain_bounded(struct ctl *c, struct run *r, bdd through, bdd to, int64_t low, int64_t high, formula id,
                            bool holds)
{
    while (!r->failed && (low > 0 || bdd_is_disjoint(r->m, here(r), to) == BDD_YES)) {
        low = low > 0 ? low - 1 : 0;
        high = high > 0 ? high - 1 : high;
        bdd rest = fixpoint_bounded_eu(r->x, through, to, low, high);
        go_to_one_of(r, bdd_and(r->m, successors(r, BDD_TRUE), rest), BDD_TRUE);
    }
    explain(c, r, id, holds);
}

static void explain_bounded_globally(struct run *r, bdd through, int64_t low, int64_t high)
{
    for (; !r->failed && high > 0; high--) {
        low = low > 0 ? low - 1 : 0;
        bdd rest = fixpoint_bounded_eg(r->x, through, low, high - 1);
        go_to_one_of(r, bdd_and(r->m, successors(r, BDD_TRUE), rest), BDD_TRUE);
    }
}

static void explain_path(struct ctl *c, struct run *r, const struct formula_node *n, bool holds)
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
        make_lasso(r, f);
    else if (n->bounded)
        explain_bounded(c, r, through, to, n->low, n->high, last, holds);
    else
        explain_until(c, r, through, to, last, holds);
}

// A [f BU low..high g] fails: step along states where what is left of it fails, until f does or the steps are over.
static void explain_bounded_au(struct ctl *c, struct run *r, const struct formula_node *n)
{
    bdd f = ctl_states(c, n->args[0]), g = ctl_states(c, n->args[1]);
    for (int64_t low = n->low, high = n->high; !r->failed;) {
        bool f_fails = bdd_is_disjoint(r->m, here(r), f) == BDD_YES;
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
        go_to_one_of(r, bdd_and(r->m, successors(r, BDD_TRUE), bad), BDD_TRUE);
    }
}

// A [f U g] fails: g stays away until neither holds, or for ever.
static void explain_au(struct ctl *c, struct run *r, const struct formula_node *n)
{
    bdd not_f = complement(r, ctl_states(c, n->args[0])), not_g = complement(r, ctl_states(c, n->args[1]));
    bdd neither = bdd_and(r->m, bdd_and(r->m, not_f, not_g), r->x->fair);
    bdd broken = fixpoint_until(r->x, not_g, neither, NULL);
    r->failed = r->failed || !bdd_is_valid(broken);
    if (r->failed)
        return;
    if (bdd_is_disjoint(r->m, here(r), broken) == BDD_NO) {
        go_to(r, not_g, neither);
        explain_one(c, r, n->args[0], false, n->args[1], false);
    } else
        make_lasso(r, not_g);
}

static void explain(struct ctl *c, struct run *r, formula id, bool holds)
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
    default:
        break;
    }
    bdd_close_scope(r->m, scope);
}

// ---- Into a trace ---------------------------------------------------------------------------------------------------

// Writes the states down, with inputs for each step.
static bool write_down(struct run *r, struct trace *trace)
{
    struct system *s = r->s;
    size_t cells = model_cell_count(s->model), count = r->states.count;
    value *state = mem_zalloc(s->mem, (cells + 1) * sizeof *state);
    for (cell_id cell = 0; cell < cells; cell++)
        state[cell] = type_value(model_type(s->model, model_cell(s->model, cell)->type), 0);
    bool good = !r->failed;
    for (size_t i = 0; i < count && good; i++) {
        bdd_scope scope = bdd_open_scope(r->m);
        good = system_pick(s, r->states.at[i], state);
        size_t next = i + 1 < count ? i + 1 : r->loop;
        bdd wanted = i < r->by.count ? bdd_and_exists(r->m, r->by.at[i], r->states.at[i], s->state_cube) : BDD_TRUE;
        bdd inputs =
            next == TRACE_NO_LOOP ? s->input_space : system_inputs_between(s, r->states.at[i], r->states.at[next]);
        good = good && system_pick_inputs(s, bdd_and(r->m, inputs, wanted), state);
        if (good)
            trace_push(trace, s->mem, state);
        bdd_close_scope(r->m, scope);
    }
    trace->loop = r->loop;
    mem_free(s->mem, state, (cells + 1) * sizeof *state);
    return good;
}

bool witness_failure(struct ctl *c, bdd from, formula id, struct trace *trace)
{
    struct run r;
    run_open(&r, c->x);
    bdd_scope scope = bdd_open_scope(r.m);
    go_to_one_of(&r, from, BDD_TRUE);
    explain(c, &r, id, false);
    bool good = write_down(&r, trace);
    bdd_close_scope(r.m, scope);
    run_close(&r);
    return good;
}

bool witness_path(struct fixpoints *x, const struct sets *layers, bdd goal, struct trace *trace)
{
    struct run r;
    run_open(&r, x);
    bdd_scope scope = bdd_open_scope(r.m);
    // Backwards from the goal, one state of each layer; then they are turned round.
    struct sets back;
    sets_open(&back, r.m, r.s->mem);
    bdd target = bdd_and_exists(r.m, layers->at[layers->count - 1], goal, r.s->input_cube);
    for (size_t i = layers->count; i-- > 0 && !r.failed;) {
        bdd one = bdd_pick(r.m, target, r.s->state_cube);
        r.failed = !sets_push(&back, one);
        if (i > 0 && !r.failed)
            target = bdd_and(r.m, image_pre(&r.s->image, one), layers->at[i - 1]);
    }
    for (size_t i = back.count; i-- > 0 && !r.failed;)
        r.failed = !sets_push(&r.states, back.at[i]) || !sets_push(&r.by, i == 0 ? goal : BDD_TRUE);
    bool good = write_down(&r, trace);
    sets_close(&back);
    bdd_close_scope(r.m, scope);
    run_close(&r);
    return good;
}
