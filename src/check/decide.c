// From sets to verdicts: one function for each kind of property.
#include "check/decide.h"
#include "base/clock.h"
#include "check/compute.h"
#include "check/pathform.h"
#include "check/universal.h"
#include "check/witness.h"

#define LEAST_FOR_TEXT 0.2 // seconds for a trace that only tells what goes wrong, and for vacuity
#define FIRST_STAGE 4 // rounds of a search after which a property is looked at, where some of the model may be enough
#define LONGER_STAGES 4

// ---- Formulas -------------------------------------------------------------------------------------------------------

// A state formula: the initial states on fair paths must satisfy it.
static bool check_states(struct checker *c, formula f, bool for_ever, struct result *result)
{
    if (!checker_prepare(c))
        return false;
    bdd start = bdd_and(c->m, c->system->initial, c->x.fair), states = ctl_states(&c->ctl, f);
    bdd failing = bdd_minus(c->m, start, states);
    if (!bdd_is_valid(failing))
        return false;
    result->verdict = failing == BDD_FALSE ? VERDICT_HOLDS : VERDICT_FAILS;
    if (failing != BDD_FALSE && c->traces) {
        decide_start_trace(c, result);
        decide_finish_trace(c, result, witness_failure(&c->ctl, failing, f, for_ever, &result->trace));
        return result->has_trace;
    }
    return true;
}

// AG of a condition, when nothing is known yet: forwards up to the first state that violates it. If traces may end or
// be unfair, a violation must be looked at again.
static bool check_always(struct checker *c, formula f, bool for_ever, struct result *result)
{
    const struct formula_node *n = model_formula(c->model, model_formula(c->model, f)->args[0]);
    bool trace = c->traces;
    enum bdd_answer count = checker_all_runs_count(c);
    c->traces = trace && count == BDD_YES;
    bool good = count != BDD_UNKNOWN && decide_invariant(c, n->atom, for_ever, result);
    c->traces = trace;
    if (good && result->verdict == VERDICT_FAILS && count != BDD_YES)
        return check_states(c, f, for_ever, result);
    return good;
}

static bool is_always(const struct model *model, formula f)
{
    const struct formula_node *n = model_formula(model, f);
    return n->op == FORMULA_AG && !n->bounded && model_formula(model, n->args[0])->op == FORMULA_ATOM;
}

// Where steps are missing, what a search can decide is better left to it.
static bool searches_first(const struct checker *c)
{
    return c->system->abstraction && c->system->abstraction->under_approximates;
}

static bool check_branching(struct checker *c, formula f, bool for_ever, struct result *result)
{
    if (is_always(c->model, f) && (!bdd_is_valid(c->x.fair) || searches_first(c)))
        return check_always(c, f, for_ever, result);
    return check_states(c, f, for_ever, result);
}

// ---- Linear time ----------------------------------------------------------------------------------------------------

// Looks for a path that violates a formula whatever comes after it. `goal`: where it may end.
static bool search_prefix(struct checker *c, struct product *p, bdd goal, bool for_ever, struct result *result)
{
    bdd reached = BDD_FALSE;
    if (!p->system->searches_by_layers && decide_by_chaining(&p->x, p->start, goal, &reached) == BDD_YES) {
        result->verdict = VERDICT_HOLDS;
        return true;
    }
    struct sets layers;
    sets_open(&layers, c->m, c->mem);
    bool good = bdd_protect(c->m, &reached) && fixpoint_forward(&p->x, p->start, goal, &layers, &reached);
    enum bdd_answer apart = !good               ? BDD_UNKNOWN
                            : layers.count == 0 ? BDD_YES
                                                : bdd_is_disjoint(c->m, array_last(&layers), goal);
    good = apart != BDD_UNKNOWN;
    result->verdict = apart == BDD_NO ? VERDICT_FAILS : VERDICT_HOLDS;
    if (apart == BDD_NO && c->traces) {
        decide_start_trace(c, result);
        decide_finish_trace(c, result, witness_prefix(&c->ctl, p, &layers, goal, for_ever, &result->trace));
        good = result->has_trace;
    }
    bdd_unprotect(c->m, &reached);
    sets_close(&layers);
    return good;
}

static bool check_safety(struct checker *c, struct product *p, struct result *result)
{
    enum bdd_answer count = checker_all_runs_count(c);
    bool trace = c->traces;
    c->traces = trace && count == BDD_YES;
    bool good = count != BDD_UNKNOWN && search_prefix(c, p, p->tableau.settled, true, result);
    c->traces = trace;
    if (!good || result->verdict == VERDICT_HOLDS || count == BDD_YES)
        return good;
    if (!checker_prepare(c))
        return false;
    struct abstraction *abstraction = c->system->abstraction;
    bdd fair =
        abstraction && abstraction->concretise ? abstraction->concretise(c->system->image, c->x.fair) : c->x.fair;
    return search_prefix(c, p, bdd_and(c->m, p->tableau.settled, fair), true, result);
}

// A condition on all steps that can be reached, whatever comes after them.
static bool check_invariant_of_steps(struct checker *c, expr condition, struct result *result)
{
    struct product p;
    formula always = model_formula_make(c->model, FORMULA_G, model_atom(c->model, condition), FORMULA_NONE);
    bool good = product_open(&p, &c->linear, c->system->initial, always, true, true, TABLEAU_MAX_BITS) &&
                search_prefix(c, &p, p.tableau.settled, false, result);
    product_close(&p);
    return good;
}

// In general: there is no fair path in the product with the negation.
static bool check_paths(struct checker *c, formula f, struct result *result)
{
    struct product p;
    bool good =
        product_open(&p, &c->linear, c->system->initial, f, true, false, TABLEAU_MAX_BITS) && product_find_core(&p);
    if (good) {
        result->verdict = p.core == BDD_FALSE ? VERDICT_HOLDS : VERDICT_FAILS;
        if (p.core == BDD_FALSE) // or is there no fair path at all? That will be a warning
            checker_prepare(c);
        if (p.core != BDD_FALSE && c->traces) {
            decide_start_trace(c, result);
            decide_finish_trace(c, result, witness_product(&p, &result->trace));
            good = result->has_trace;
        }
    }
    product_close(&p);
    return good;
}

// A formula over all paths. What a finite path violates is searched for forwards; the rest goes into branching time, if
// it can; else there is an automaton for it.
static bool check_linear(struct checker *c, formula f, struct result *result)
{
    if (!checker_find_ends(c))
        return false;
    formula in_states = pathform_on_all(&c->pathform, f);
    bool needs_paths = pathform_facts(&c->pathform, in_states) & PATHFORM_NEEDS_PATHS;
    if (pathform_facts(&c->pathform, f) & PATHFORM_QUANTIFIED && !checker_prepare(c))
        return false;
    bool is_new = !bdd_is_valid(c->x.fair) || searches_first(c);
    if (!is_always(c->model, in_states) && (needs_paths || is_new)) {
        struct product p;
        size_t most = needs_paths ? TABLEAU_MAX_BITS : TABLEAU_FEW_BITS;
        bool good = product_open(&p, &c->linear, c->system->initial, f, true, true, most), done = p.tableau.finite;
        if (good && done)
            good = check_safety(c, &p, result);
        else if (!good && !needs_paths && p.tableau.too_large) { // there is another way
            good = true;
            done = false;
            c->linear.refused = CAUSE_NONE;
        }
        product_close(&p);
        if (!good || done)
            return good;
    }
    if (model_formula(c->model, in_states)->op == FORMULA_A)
        return check_paths(c, model_formula(c->model, in_states)->args[0], result);
    return check_branching(c, in_states, true, result);
}

static bool check_formula(struct checker *c, const struct property *p, struct result *result)
{
    formula f = p->formula;
    if (!(pathform_facts(&c->pathform, f) & PATHFORM_OF_STATE))
        return check_linear(c, f, result);
    const struct formula_node *n = model_formula(c->model, f);
    if (n->op == FORMULA_A)
        return check_linear(c, n->args[0], result);
    // A formula of linear time, even if it is about the first state only.
    bool for_ever = (p->kind == PROPERTY_LTL || p->kind == PROPERTY_PSL) &&
                    !(pathform_facts(&c->pathform, f) & PATHFORM_QUANTIFIED);
    return check_branching(c, pathform_on_all(&c->pathform, f), for_ever, result);
}

// ---- Numbers of steps -----------------------------------------------------------------------------------------------

static bool check_steps(struct checker *c, const struct property *p, struct result *result)
{
    if (!checker_find_reachable(c) || !checker_prepare(c))
        return false;
    bdd from = bdd_and(c->m, c->reached, ctl_states(&c->ctl, p->from));
    bdd to = bdd_and(c->m, c->reached, ctl_states(&c->ctl, p->to));
    if (!bdd_is_valid(from) || !bdd_is_valid(to))
        return false;
    int64_t steps = p->kind == PROPERTY_MIN ? compute_min(&c->x, from, to) : compute_max(&c->x, from, to);
    result->verdict = VERDICT_HOLDS;
    result->has_value = steps != COMPUTE_GAVE_UP;
    result->is_infinite = steps == COMPUTE_INFINITE;
    result->is_undefined = steps == COMPUTE_UNDEFINED;
    result->value = steps;
    return result->has_value;
}

// ---- All kinds ------------------------------------------------------------------------------------------------------

// What is to be covered is so if the opposite is no invariant; but first of all the condition has to have a value
// wherever one can get to.
static bool check_cover(struct checker *c, const struct property *p, struct result *result)
{
    struct cover cover = model_cover(c->model, p->formula);
    c->is_unsound = false;
    if (cover.sound != EXPR_NONE) {
        bool good = decide_invariant(c, cover.sound, false, result);
        c->is_unsound = (good && result->verdict == VERDICT_FAILS) || result->is_refuted;
        if (!good || c->is_unsound)
            return good;
    }
    bool traces = c->traces;
    c->traces = false;
    bool good = decide_invariant(c, cover.missed, false, result);
    c->traces = traces;
    result->verdict = result->verdict == VERDICT_HOLDS ? VERDICT_FAILS : VERDICT_HOLDS;
    return good;
}

static bool check_property(struct checker *c, const struct property *p, struct result *result)
{
    bool has_condition = p->formula != FORMULA_NONE && model_formula(c->model, p->formula)->op == FORMULA_ATOM;
    expr condition = has_condition ? model_formula(c->model, p->formula)->atom : EXPR_NONE;
    switch (p->kind) {
    case PROPERTY_INVARIANT:
        if (model_expr(c->model, condition)->has_input)
            return check_invariant_of_steps(c, condition, result);
        return decide_invariant(c, condition, false, result);
    case PROPERTY_RUNTIME_ERROR:
    case PROPERTY_DEADLOCK:
        return decide_invariant(c, condition, false, result);
    case PROPERTY_COVER:
        return check_cover(c, p, result);
    case PROPERTY_MIN:
    case PROPERTY_MAX:
        return check_steps(c, p, result);
    default:
        return check_formula(c, p, result);
    }
}

// ---- Searches that leave something out ------------------------------------------------------------------------------

static bool is_found_by_search(const struct property *p)
{
    return p->kind == PROPERTY_INVARIANT || p->kind == PROPERTY_RUNTIME_ERROR || p->kind == PROPERTY_DEADLOCK ||
           p->kind == PROPERTY_COVER;
}

static bool is_about_all_paths(struct checker *c, const struct property *p)
{
    return is_found_by_search(p) || (p->formula != FORMULA_NONE && p->kind != PROPERTY_MIN && p->kind != PROPERTY_MAX &&
                                     formula_is_universal(c->model, p->formula, c->mem));
}

// What the search has not seen may speak against the verdict; what it has found is there.
static bool stands(struct checker *c, const struct property *p, const struct result *result)
{
    bool is_found = result->verdict == VERDICT_FAILS;
    if (p->kind == PROPERTY_COVER) // another state, in which it has no value, may not have been seen
        is_found = model_cover(c->model, p->formula).sound != EXPR_NONE ? is_found && c->is_unsound : !is_found;
    return !c->x.partial || (is_found && is_about_all_paths(c, p));
}

static void withdraw(struct checker *c, const struct property *p, struct result *result)
{
    trace_close(&result->trace, c->mem);
    *result =
        (struct result){.property = result->property, .verdict = VERDICT_UNDECIDED, .cause = cause_of(c->x.partial)};
    if (!is_about_all_paths(c, p))
        result->cause = cause_of(CAUSE_PARTLY_EXPLORED);
}

// A new search finds other abstract states, and all that was found on the old ones is void; steps are what they were.
static bool forget_abstract_states(struct checker *c)
{
    c->reached = BDD_NONE;
    c->partial = c->x.partial = CAUSE_NONE;
    sets_cut(&c->layers, 0);
    c->has_all_layers = false;
    c->layered = BDD_NONE;
    c->x.fair = BDD_NONE;
    c->x.care = c->system->space;
    ctl_close(&c->ctl);
    ctl_open(&c->ctl, &c->x);
    c->ctl.linear = &c->linear;
    return system_simplify(c->system, BDD_TRUE);
}

static void note_restricted_nodes(struct checker *c)
{
    size_t nodes = system_simplified_nodes(c->system);
    c->restricted_nodes = nodes > c->restricted_nodes ? nodes : c->restricted_nodes;
}

// Where steps are missing (the model restricted to some of its states): first all of these states, then classical
// symbolic model checking on them. (Live_Rep as printed: seed 000, section 6.1.)
static bool check_on_all_found(struct checker *c, const struct property *p, struct result *result)
{
    bool good = checker_find_reachable(c) && check_property(c, p, result);
    if (good)
        note_restricted_nodes(c);
    return good;
}

// The same in stages: a small part of the model may be enough to refute a property. A few rounds of the search, then
// more.
static bool check_in_stages(struct checker *c, const struct property *p, struct result *result)
{
    struct abstraction *abstraction = c->system->abstraction;
    bool good = false, is_done = false;
    for (abstraction->most_rounds = FIRST_STAGE; !is_done; abstraction->most_rounds *= LONGER_STAGES) {
        bdd_scope scope = bdd_open_scope(c->m);
        abstraction->was_stopped = false;
        *result = (struct result){.property = result->property, .verdict = VERDICT_UNDECIDED};
        good = forget_abstract_states(c) && check_property(c, p, result);
        if (good)
            note_restricted_nodes(c);
        is_done = !good || !abstraction->was_stopped || (result->verdict == VERDICT_FAILS && stands(c, p, result)) ||
                  checker_should_stop(c);
        if (!is_done)
            trace_close(&result->trace, c->mem);
        bdd_close_scope(c->m, scope);
    }
    abstraction->most_rounds = 0;
    if (abstraction->was_stopped) { // the next property may ask for all
        enum cause_code partial = c->x.partial;
        bool is_forgotten = forget_abstract_states(c);
        c->x.partial = partial;
        if (good && !is_forgotten) {
            trace_close(&result->trace, c->mem);
            result->has_trace = good = false;
            result->is_refuted = result->verdict == VERDICT_FAILS;
        }
    }
    return good;
}

static bool check_as_fits(struct checker *c, const struct property *p, struct result *result)
{
    const struct abstraction *abstraction = c->system->abstraction;
    if (!abstraction || !abstraction->under_approximates || is_found_by_search(p))
        return check_property(c, p, result);
    return c->options.no_stages ? check_on_all_found(c, p, result) : check_in_stages(c, p, result);
}

// Whether it holds only because a left side never happens. Where that cannot be found out, it is said. Nobody will ask
// again, so that there is some time for it also where the verdict came at the end of a turn.
static void look_for_vacuity(struct checker *c, const struct property *p, struct result *result)
{
    bool traces = c->traces;
    double deadline = c->deadline, until = clock_now() + LEAST_FOR_TEXT;
    if (deadline > 0 && deadline < until)
        c->deadline = until;
    c->traces = false;
    result->is_vacuity_open = p->lacks_vacuities;
    for (size_t i = 0; i < p->vacuity_count; i++) {
        struct property variant = *p;
        struct result its = {.verdict = VERDICT_UNDECIDED};
        variant.formula = p->vacuities[i].formula;
        c->x.partial = c->partial; // what the search for the last one has left out is of no concern
        bdd_scope scope = bdd_open_scope(c->m);
        bool is_known = !checker_should_stop(c) && check_as_fits(c, &variant, &its);
        is_known = is_known && its.verdict <= VERDICT_FAILS && stands(c, &variant, &its);
        if (!is_known)
            result->is_vacuity_open = true;
        else if (its.verdict == VERDICT_HOLDS)
            result_note_vacuous(result, &p->vacuities[i]);
        bdd_close_scope(c->m, scope);
    }
    c->traces = traces;
    c->deadline = deadline;
}

// Without a trace it is still said what goes wrong. It takes one to know that; not much longer than the property took.
static void name_error(struct checker *c, const struct property *p, double started, struct result *result)
{
    struct result shown = {.property = result->property, .verdict = VERDICT_UNDECIDED};
    double now = clock_now(), until = now + (now - started > LEAST_FOR_TEXT ? now - started : LEAST_FOR_TEXT);
    double deadline = c->deadline;
    bdd_scope scope = bdd_open_scope(c->m);
    c->deadline = deadline > 0 && deadline < until ? deadline : until;
    c->traces = true;
    if (check_property(c, p, &shown) && shown.verdict == VERDICT_FAILS && shown.has_trace)
        result->runtime_error = trace_find_runtime_error(&shown.trace, p, c->mem);
    trace_close(&shown.trace, c->mem);
    c->traces = false;
    c->deadline = deadline;
    bdd_close_scope(c->m, scope);
}

void checker_check(struct checker *c, size_t property, struct result *result)
{
    const struct property *p = model_property(c->model, property);
    if (!result_begin(result, c->model, property))
        return;
    double start = clock_now();
    bool good = false;
    c->linear.refused = CAUSE_NONE;
    c->x.partial = c->partial;
    if (c->system && !checker_should_stop(c)) {
        bdd_scope scope = bdd_open_scope(c->m);
        good = check_as_fits(c, p, result);
        bdd_close_scope(c->m, scope);
    }
    if (!good) {
        result->verdict = VERDICT_FAILS;
        result->is_refuted = result->is_refuted && stands(c, p, result);
        result->verdict = VERDICT_UNDECIDED;
        result->cause = c->linear.refused ? cause_of(c->linear.refused) : checker_why(c);
        result->has_value = false;
    } else if (!stands(c, p, result))
        withdraw(c, p, result);
    else if (result->verdict == VERDICT_HOLDS && c->options.vacuity)
        look_for_vacuity(c, p, result);
    else if (result->verdict == VERDICT_FAILS && c->names_errors && property_has_runtime_errors(c->model, p))
        name_error(c, p, start, result);
    result->seconds = clock_now() - start;
}
