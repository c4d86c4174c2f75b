// From sets to verdicts on invariants (seed 004, "Checking of Invariant Properties" and "Checking of Invariants:
// Counterexamples"): forwards up to the first state that violates one. Breadth-first it is Forward_Check_EF as printed,
// with its layers kept for the counterexample; a system of many actions is searched by chaining first, which has no
// layers.
#include "check/decide.h"
#include "check/witness.h"

#define DEEPEST 4   // how far down conditions are taken apart
#define SMALL 50000 // nodes for a step of making a condition that a search looks for while it goes on

// ---- Properties -----------------------------------------------------------------------------------------------------

void decide_start_trace(struct checker *c, struct result *result)
{
    trace_open(&result->trace, c->model);
}

void decide_finish_trace(struct checker *c, struct result *result, bool good)
{
    result->has_trace = good;
    result->is_refuted = !good; // that it fails is known by now
    if (good)
        trace_settle(&result->trace, c->mem);
    else
        trace_close(&result->trace, c->mem);
}

// The layers up to the first one that meets the bad states: those that are known, and more if none of them does.
static bool find_layers(struct checker *c, bdd bad_states, struct sets *layers, bdd *reached)
{
    if (checker_abstract_search(c) && (!bdd_is_valid(c->reached) || !c->layers.count))
        return fixpoint_forward(&c->x, c->system->initial, bad_states, layers, reached);
    enum bdd_answer apart = BDD_YES;
    bool good = true, has_searched = checker_abstract_search(c) != NULL;
    for (size_t i = 0; good && apart == BDD_YES; i++) {
        if (i == c->layers.count && !has_searched) {
            good = checker_find_layers(c, bad_states);
            has_searched = true;
        }
        if (!good || i >= c->layers.count)
            break;
        good = sets_push(layers, c->layers.at[i]);
        apart = bdd_is_disjoint(c->m, c->layers.at[i], bad_states);
    }
    return good && apart != BDD_UNKNOWN;
}

// All states were seen: they are kept for the next property.
static bool keep_reachable(struct checker *c, bdd reached, const struct sets *layers)
{
    bool good = true;
    for (size_t i = 0; i < layers->count && good; i++)
        good = sets_push(&c->layers, layers->at[i]);
    if (good) {
        c->reached = reached;
        c->partial = c->x.partial;
    } else
        sets_cut(&c->layers, 0);
    return good;
}

static bool search_bad_states(struct checker *c, bdd bad, bdd bad_states, bool for_ever, struct result *result)
{
    struct sets layers;
    sets_open(&layers, c->m, c->mem);
    bdd reached = BDD_FALSE;
    bool good = bdd_protect(c->m, &reached) && find_layers(c, bad_states, &layers, &reached);
    enum bdd_answer apart = !good               ? BDD_UNKNOWN
                            : layers.count == 0 ? BDD_YES // there is no initial state
                                                : bdd_is_disjoint(c->m, array_last(&layers), bad_states);
    good = apart != BDD_UNKNOWN;
    result->verdict = apart == BDD_NO ? VERDICT_FAILS : VERDICT_HOLDS;
    if (apart == BDD_YES && !bdd_is_valid(c->reached))
        keep_reachable(c, reached, &layers);
    if (apart == BDD_NO && c->traces) {
        decide_start_trace(c, result);
        decide_finish_trace(c, result, witness_path(&c->x, &layers, bad, for_ever, &result->trace));
        good = result->has_trace;
    }
    bdd_unprotect(c->m, &reached);
    sets_close(&layers);
    return good;
}

enum bdd_answer decide_by_chaining(struct fixpoints *x, bdd from, bdd goal, bdd *all)
{
    bdd_manager *m = x->system->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd reached = fixpoint_closure(x, from, goal);
    enum bdd_answer apart = bdd_is_disjoint(m, reached, goal);
    if (apart == BDD_YES)
        *all = reached;
    bdd_close_scope(m, scope);
    return apart;
}

// Those states of a set in which a condition is true, or those in which it is false. Of what Boolean operators make,
// down to some depth, one operand after the other, so that there is never a diagram of the whole.
static bdd part_where(struct checker *c, bdd set, expr condition, bool is_true, unsigned depth)
{
    const struct expr_node *n = model_expr(c->model, condition);
    if (n->op == OP_NOT)
        return part_where(c, set, n->args[0], !is_true, depth);
    bdd_scope scope = bdd_open_scope(c->m);
    if (depth == 0 || set == BDD_FALSE || (n->op != OP_OR && n->op != OP_AND)) {
        bdd whole = encode_condition(c->system->encoding, condition);
        return bdd_close_scope_with(c->m, scope, bdd_and(c->m, set, is_true ? whole : bdd_not(whole)));
    }
    bool all_have_to_agree = (n->op == OP_AND) == is_true;
    bdd part = all_have_to_agree ? set : BDD_FALSE;
    for (size_t i = 0; i < n->count && bdd_is_valid(part); i++) {
        bdd more = part_where(c, all_have_to_agree ? part : set, n->args[i], is_true, depth - 1);
        part = bdd_close_scope_with(c->m, scope, all_have_to_agree ? more : bdd_or(c->m, part, more));
    }
    return part;
}

static bdd find_all_bad(struct checker *c, expr condition)
{
    return bdd_and(c->m, bdd_not(encode_condition(c->system->encoding, condition)), c->system->input_space);
}

// Where states are sorted, in an order that is good for few conditions, only those that can be reached are looked at,
// unless the condition is small; then a search may stop early. (Models with inputs are not reduced so.)
static bdd find_bad(struct checker *c, expr condition)
{
    bool is_sorted = c->system->abstraction && c->system->abstraction->by_parts;
    if (!is_sorted)
        return find_all_bad(c, condition);
    if (!bdd_is_valid(c->reached)) {
        bdd_set_budget(c->m, SMALL);
        bdd bad = find_all_bad(c, condition);
        bdd_set_budget(c->m, SIZE_MAX);
        if (bdd_is_valid(bad) || bdd_status(c->m) != BDD_OVER_BUDGET || !checker_find_reachable(c))
            return bad;
    }
    return part_where(c, c->reached, condition, false, DEEPEST);
}

bool decide_invariant(struct checker *c, expr condition, bool for_ever, struct result *result)
{
    struct system *s = c->system;
    if (c->options.all_first && !checker_find_reachable(c))
        return false;
    bdd bad = find_bad(c, condition);
    bdd bad_states = bdd_and(c->m, bdd_exists(c->m, bad, s->input_cube), s->space);
    if (!bdd_is_valid(bad_states))
        return false;
    // No search where nothing is bad, or nothing that can be reached.
    enum bdd_answer apart = BDD_NO;
    if (bad_states == BDD_FALSE)
        apart = BDD_YES;
    else if (bdd_is_valid(c->reached))
        apart = bdd_is_disjoint(c->m, c->reached, bad_states);
    else if (!s->searches_by_layers)
        apart = decide_by_chaining(&c->x, s->initial, bad_states, &c->reached);
    result->verdict = apart == BDD_YES ? VERDICT_HOLDS : VERDICT_FAILS;
    bool known = bdd_is_valid(c->reached) || !s->searches_by_layers;
    if (apart == BDD_NO && known && !c->traces)
        return true;
    if (apart != BDD_NO)
        return apart == BDD_YES;
    bool good = search_bad_states(c, bad, bad_states, for_ever, result);
    result->is_refuted |= !good && known;
    return good;
}
