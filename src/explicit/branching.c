// CTL over the graph: each operator by its definition, about paths that are infinite and fair.
#include "explicit/branching.h"

#include "explicit/ltl_automaton.h"
#include "explicit/product.h"

#include <assert.h>
#include <string.h>

// ---- Sets -----------------------------------------------------------------------------------------------------------

static bool *copy(struct graph *g, const bool *set)
{
    assert(set); // operators of two operands have both
    bool *c = graph_new_set(g, false);
    if (c)
        memcpy(c, set, g->count);
    return c;
}

static bool *complement(struct graph *g, bool *set)
{
    for (uint32_t s = 0; set && s < g->count; s++)
        set[s] = !set[s];
    return set;
}

bool *branching_only_fair(struct graph *g, const bool *set)
{
    bool *c = copy(g, set);
    for (uint32_t s = 0; c && s < g->count; s++)
        c[s] = c[s] && g->fair[s];
    return c;
}

static void mark_predecessors(const struct graph *g, uint32_t s, bool *out)
{
    for (uint64_t k = g->backward.begin[s]; k < g->backward.begin[s + 1]; k++)
        out[g->backward.to[k]] = true;
}

bool *branching_some_next(struct graph *g, const bool *set)
{
    bool *out = graph_new_set(g, false);
    for (uint32_t s = 0; out && s < g->count; s++)
        if (set[s] && g->fair[s])
            mark_predecessors(g, s, out);
    return out;
}

static bool *all_next(struct graph *g, const bool *set)
{
    bool *others = complement(g, copy(g, set));
    bool *out = others ? complement(g, branching_some_next(g, others)) : NULL;
    graph_free_set(g, others);
    return out;
}

// ---- Operators ------------------------------------------------------------------------------------------------------

static bool *some_until(struct graph *g, const bool *through, const bool *goal)
{
    bool *set = branching_only_fair(g, goal);
    if (set && !graph_grow_back(g, through, set)) {
        graph_free_set(g, set);
        return NULL;
    }
    return set;
}

// All paths: none stays away from the goal forever, and none leaves before it has got there.
static bool *all_until(struct graph *g, const bool *through, const bool *goal)
{
    bool *away = complement(g, copy(g, goal)), *lost = away ? copy(g, away) : NULL, *never = NULL, *broken = NULL;
    for (uint32_t s = 0; lost && s < g->count; s++)
        lost[s] = lost[s] && !through[s];
    if (lost) {
        never = graph_fair_within(g, away);
        broken = never ? some_until(g, away, lost) : NULL;
    }
    for (uint32_t s = 0; broken && s < g->count; s++)
        broken[s] = !broken[s] && !never[s];
    graph_free_set(g, never);
    graph_free_set(g, lost);
    graph_free_set(g, away);
    return broken;
}

// At one step of a formula with bounds, from what holds one step later.
static bool step_value(enum formula_op op, bool inside, bool last, bool f, bool g, bool later)
{
    switch (op) {
    case FORMULA_EU:
    case FORMULA_AU:
        return (inside && g) || (!last && f && later);
    case FORMULA_EF:
    case FORMULA_AF:
        return (inside && f) || (!last && later);
    default: // globally
        return (!inside || f) && (last || later);
    }
}

bool *branching_bounded(struct graph *g, const struct formula_node *n, int64_t from, const bool *f, const bool *second)
{
    bool universal = n->op == FORMULA_AF || n->op == FORMULA_AG || n->op == FORMULA_AU;
    bool *set = graph_new_set(g, false);
    for (int64_t i = n->high; set && i >= from; i--) {
        bool *later = universal ? all_next(g, set) : branching_some_next(g, set);
        if (!later || (i % 64 == 0 && explicit_should_stop(g->engine))) {
            graph_free_set(g, later);
            graph_free_set(g, set);
            return NULL;
        }
        for (uint32_t s = 0; s < g->count; s++)
            set[s] = step_value(n->op, i >= n->low, i == n->high, f[s], second && second[s], later[s]);
        graph_free_set(g, later);
    }
    return set;
}

static bool *temporal(struct graph *g, const struct formula_node *n, bool *f, const bool *second)
{
    if (n->bounded)
        return branching_bounded(g, n, 0, f, second);
    switch (n->op) {
    case FORMULA_EX:
        return branching_some_next(g, f);
    case FORMULA_AX:
        return all_next(g, f);
    case FORMULA_EF:
        return some_until(g, NULL, f);
    case FORMULA_AG:
        return complement(g, some_until(g, NULL, complement(g, f)));
    case FORMULA_EG:
        return graph_fair_within(g, f);
    case FORMULA_AF:
        return complement(g, graph_fair_within(g, complement(g, f)));
    case FORMULA_EU:
        return some_until(g, f, second);
    default:
        return all_until(g, f, second);
    }
}

static bool connect(enum formula_op op, bool f, bool g)
{
    switch (op) {
    case FORMULA_NOT:
        return !f;
    case FORMULA_AND:
        return f && g;
    case FORMULA_OR:
        return f || g;
    case FORMULA_XOR:
        return f != g;
    case FORMULA_IMPLIES:
        return !f || g;
    default:
        return f == g;
    }
}

bool *branching_states(struct graph *g, formula id)
{
    const struct formula_node *n = model_formula(g->engine->model, id);
    if (n->op == FORMULA_ATOM)
        return graph_condition(g, n->atom);
    if (n->op == FORMULA_E)
        return product_states(g, n->args[0], false);
    if (n->op == FORMULA_A)
        return complement(g, product_states(g, n->args[0], true));
    bool binary = n->args[1] != FORMULA_NONE;
    bool *f = branching_states(g, n->args[0]), *second = f && binary ? branching_states(g, n->args[1]) : NULL,
         *out = NULL;
    if (f && (second || !binary)) {
        if (n->op <= FORMULA_IFF) {
            out = graph_new_set(g, false);
            for (uint32_t s = 0; out && s < g->count; s++)
                out[s] = connect(n->op, f[s], second && second[s]);
        } else
            out = temporal(g, n, f, second);
    }
    graph_free_set(g, second);
    graph_free_set(g, f);
    return out;
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

// What holds of states in a formula of linear time, wherever it stands there.
static bool labels_are_supported(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (n->op == FORMULA_ATOM || formula_op_is_quantified(n->op))
        return branching_is_supported(m, f);
    return labels_are_supported(m, n->args[0]) && (n->args[1] == FORMULA_NONE || labels_are_supported(m, n->args[1]));
}

static bool path_is_supported(const struct model *m, formula f)
{
    return ltl_automaton_can(m, f) && labels_are_supported(m, f);
}

bool branching_is_supported(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (n->op == FORMULA_ATOM)
        return !model_expr(m, n->atom)->has_next && !model_expr(m, n->atom)->has_input;
    if (n->op == FORMULA_E || n->op == FORMULA_A)
        return path_is_supported(m, n->args[0]);
    if (n->op > FORMULA_AU || (n->bounded && n->high < 0))
        return false;
    return branching_is_supported(m, n->args[0]) &&
           (n->args[1] == FORMULA_NONE || branching_is_supported(m, n->args[1]));
}

static bool is_of_states(const struct model *m, expr e)
{
    return !model_expr(m, e)->has_input && !model_expr(m, e)->has_next;
}

static bool fairness_is_of_states(const struct model *m)
{
    for (size_t i = 0; i < model_justice_count(m); i++)
        if (!is_of_states(m, model_justice(m, i)))
            return false;
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        if (!is_of_states(m, pair[0]) || !is_of_states(m, pair[1]))
            return false;
    }
    return true;
}

// An initial state on a fair path that does not satisfy the formula, or STORE_NONE. In a family: of one member.
static uint32_t find_failing(const struct graph *g, const bool *states, const bool *asked, size_t member)
{
    const struct explicit_engine *e = g->engine;
    for (uint32_t s = 0; s < e->initial_count; s++)
        if (g->fair[s] && !states[s] && (!asked || asked[s]) && (!e->members || e->member_of.at[s] == member))
            return s;
    return STORE_NONE;
}

// What is asked of initial states where a condition holds: copies of a property for several sizes share the formula
// behind it, and what is known of its states. EXPR_NONE if there is no such condition.
static expr find_premise(const struct explicit_engine *e, formula f)
{
    const struct formula_node *n = model_formula(e->model, f);
    if (e->members || n->op != FORMULA_IMPLIES || model_formula(e->model, n->args[0])->op != FORMULA_ATOM)
        return EXPR_NONE;
    return model_formula(e->model, n->args[0])->atom;
}

// What a family asks of the states of a member: that they are of it implies what was merged for all.
static formula find_merged(const struct explicit_engine *e, formula f, size_t member)
{
    const struct formula_node *n = model_formula(e->model, f);
    if (member >= e->options.member_count || n->op != FORMULA_IMPLIES ||
        model_formula(e->model, n->args[0])->op != FORMULA_ATOM ||
        model_formula(e->model, n->args[0])->atom != e->options.members[member].is_state)
        return f;
    return n->args[1];
}

// NULL if it was given up.
static const bool *find_states(struct graph *g, formula f)
{
    for (size_t i = 0; i < GRAPH_SHARED; i++)
        if (g->shared[i].states && g->shared[i].formula == f)
            return g->shared[i].states;
    struct shared_states *oldest = &g->shared[g->next_shared];
    g->next_shared = (g->next_shared + 1) % GRAPH_SHARED;
    graph_free_set(g, oldest->states);
    *oldest = (struct shared_states){f, NULL};
    return oldest->states = branching_states(g, f);
}

// The formula of linear time that a property asks of all paths from initial states; FORMULA_NONE if it is about states.
static formula path_of(const struct explicit_engine *e, const struct property *p)
{
    const struct formula_node *n = model_formula(e->model, p->formula);
    if (p->kind == PROPERTY_LTL)
        return p->formula;
    return n->op == FORMULA_A && !e->members ? n->args[0] : FORMULA_NONE;
}

// False if it was given up.
static bool find_failing_state(struct explicit_engine *e, const struct property *p, size_t member, uint32_t *failing)
{
    formula linear = path_of(e, p);
    if (linear != FORMULA_NONE)
        return product_find(e->graph, linear, true, failing);
    expr premise = find_premise(e, p->formula);
    formula f =
        premise == EXPR_NONE ? find_merged(e, p->formula, member) : model_formula(e->model, p->formula)->args[1];
    bool *asked = premise == EXPR_NONE ? NULL : graph_initial_condition(e->graph, premise);
    const bool *states = asked || premise == EXPR_NONE ? find_states(e->graph, f) : NULL;
    if (states)
        *failing = find_failing(e->graph, states, asked, member);
    graph_free_set(e->graph, asked);
    if (states && !e->members && premise == EXPR_NONE)
        graph_forget(e->graph);
    return states;
}

static bool show_failure(struct explicit_engine *e, const struct property *p, uint32_t state, struct trace *trace)
{
    struct state_path path = {.loop = TRACE_NO_LOOP};
    formula linear = path_of(e, p);
    bool good = linear == FORMULA_NONE ? branching_show_failure(e->graph, p->formula, state, &path)
                                       : branching_show_path(e->graph, linear, true, state, &path);
    good = good && explicit_make_trace(e, &path, trace);
    array_free(e->mem, &path.states);
    array_free(e->mem, &path.labels);
    return good;
}

bool branching_check(struct explicit_engine *e, const struct property *p, struct result *result)
{
    formula linear = path_of(e, p);
    if (linear != FORMULA_NONE ? !path_is_supported(e->model, linear) : !branching_is_supported(e->model, p->formula)) {
        e->cause = CAUSE_UNSUPPORTED_KIND;
        return false;
    }
    if (!fairness_is_of_states(e->model)) {
        e->cause = CAUSE_UNSUPPORTED_FAIRNESS;
        return false;
    }
    e->phase = "paths";
    if (!e->graph)
        e->graph = graph_new(e);
    uint32_t failing;
    if (!e->graph || !find_failing_state(e, p, explicit_member_of(e, result->property), &failing))
        return false;
    result->verdict = failing == STORE_NONE ? VERDICT_HOLDS : VERDICT_FAILS;
    if (failing == STORE_NONE || !e->traces)
        return true;
    trace_open(&result->trace, e->model);
    result->has_trace = show_failure(e, p, failing, &result->trace);
    result->is_refuted = !result->has_trace;
    if (!result->has_trace)
        trace_close(&result->trace, e->mem);
    return result->has_trace;
}

void branching_free(struct explicit_engine *e)
{
    graph_free(e->graph);
    e->graph = NULL;
}
