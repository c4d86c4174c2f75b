// Whether what holds does so only because an antecedent is never true: each variant of the property on the states that
// are known.
#include "base/clock.h"
#include "explicit/engine.h"
#include "explicit/rank_search.h"

// Whether a condition holds in all states, which are known. False if there was no time to look at them.
static bool holds_everywhere(struct explicit_engine *e, expr condition)
{
    size_t bytes = (model_cell_count(e->model) + 1) * sizeof(value);
    value *state = mem_alloc(e->mem, bytes);
    struct evaluator *ev = evaluator_new(e->model, e->mem);
    bool holds = true;
    for (uint32_t s = 0; s < e->store.count && holds; s++) {
        layout_unpack(&e->layout, store_state(&e->store, s), state);
        holds = eval_condition(ev, condition, state, NULL) && (s % 256 || !explicit_should_stop(e));
    }
    evaluator_free(ev);
    mem_free(e->mem, state, bytes);
    return holds;
}

static bool steps_hold_everywhere(struct explicit_engine *e, size_t property, size_t vacuity)
{
    const struct explicit_steps *steps = e->options.steps;
    bool holds = true;
    for (uint32_t s = 0; s < e->store.count && holds; s++)
        holds = steps->variant_holds(steps->context, property, vacuity, store_state(&e->store, s)) &&
                (s % 256 || !explicit_should_stop(e));
    return holds;
}

// What a variant says of all states, or EXPR_NONE; and whether it is about states at all.
static expr condition_of(const struct explicit_engine *e, const struct property *p, size_t vacuity, bool *is_of_state)
{
    const struct formula_node *n = model_formula(e->model, p->vacuities[vacuity].formula);
    bool is_always = (n->op == FORMULA_AG || n->op == FORMULA_G) && !n->bounded;
    if (is_always)
        n = model_formula(e->model, n->args[0]);
    *is_of_state = n->op == FORMULA_ATOM && (is_always || p->kind == PROPERTY_INVARIANT);
    bool is_plain =
        *is_of_state && !model_expr(e->model, n->atom)->has_input && !model_expr(e->model, n->atom)->has_next;
    return is_plain ? n->atom : EXPR_NONE;
}

bool explicit_variant_holds_here(struct explicit_engine *e, size_t property, size_t vacuity)
{
    bool is_of_state;
    if (e->options.steps)
        return steps_hold_everywhere(e, property, vacuity);
    expr condition = condition_of(e, model_property(e->model, property), vacuity, &is_of_state);
    return condition != EXPR_NONE && holds_everywhere(e, condition);
}

// `is_known` is false where it could not be found out, as with fairness over inputs.
static bool variant_holds(struct explicit_engine *e, const struct property *p, size_t vacuity, size_t property,
                          bool *is_known)
{
    formula f = p->vacuities[vacuity].formula;
    bool is_of_state;
    *is_known = true;
    if (e->ranks ? rank_variant_holds(e, property, vacuity) : explicit_variant_holds_here(e, property, vacuity))
        return true;
    if (e->options.steps)
        return false;
    condition_of(e, p, vacuity, &is_of_state);
    bool some_go_nowhere = model_has_fairness(e->model) || (e->dead_end != STORE_NONE && !model_ends_stay(e->model));
    if (is_of_state && !(some_go_nowhere && property_minds_fairness(e->model, p)))
        return false; // else it may hold wherever fair, infinite paths come to
    struct property variant = *p;
    struct result its = {.property = property, .verdict = VERDICT_UNDECIDED};
    variant.formula = f;
    bool traces = e->traces;
    e->traces = false;
    // Of a family, the search may know all states of this size and not of others: the graph is of all.
    if (p->kind != PROPERTY_INVARIANT && !e->ranks)
        *is_known = search_run(e, NO_WATCH) && branching_check(e, &variant, &its);
    e->traces = traces;
    return its.verdict == VERDICT_HOLDS;
}

// Ranks have no graph, on which it is decided what is not about states alone.
static bool is_left_open(const struct explicit_engine *e, const struct property *p, size_t vacuity)
{
    bool is_of_state;
    if (!e->ranks || e->options.steps)
        return false;
    condition_of(e, p, vacuity, &is_of_state);
    return !is_of_state || (model_has_fairness(e->model) && property_minds_fairness(e->model, p));
}

// The verdict may have come with the last moment of a turn, or after others had used it up; nobody will ask again. So
// there is some time for this in any case, but for the end of the run.
#define LEAST_FOR_VACUITY 0.5 // seconds

void explicit_look_for_vacuity(struct explicit_engine *e, const struct property *p, struct result *result)
{
    double deadline = e->deadline, until = clock_now() + LEAST_FOR_VACUITY, last = e->options.last_moment;
    until = last > 0 && last < until ? last : until;
    if (deadline > 0 && deadline < until)
        e->deadline = until;
    if (e->options.verdict_is_there)
        e->options.verdict_is_there(e->options.context);
    result->is_vacuity_open = p->lacks_vacuities || (e->options.compacts && p->vacuity_count > 0);
    for (size_t i = 0; i < p->vacuity_count && !e->options.compacts; i++) {
        bool is_known = false;
        if (!explicit_should_stop(e) && variant_holds(e, p, i, result->property, &is_known))
            result_note_vacuous(result, &p->vacuities[i]);
        else
            result->is_vacuity_open |= !is_known || explicit_should_stop(e) || is_left_open(e, p, i);
    }
    e->deadline = deadline;
}
