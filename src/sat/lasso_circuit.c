#include "sat/lasso_circuit.h"

#include "sat/linear_claim.h"
#include "trace/path_eval.h"
#include "trace/refutability.h"

// ---- What it is for -------------------------------------------------------------------------------------------------

// A condition that is to hold now is a matter of the state itself, whether or not a fair path begins there.
static bool asks_of_first_state(const struct model *m, const struct refutability *refutability, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    if (n->op == FORMULA_AND)
        return asks_of_first_state(m, refutability, n->args[0]) || asks_of_first_state(m, refutability, n->args[1]);
    return n->op == FORMULA_ATOM || n->op == FORMULA_NOT || n->op == FORMULA_XOR || n->op == FORMULA_IFF;
}

static bool has_regular(const struct model *m, formula f, unsigned depth)
{
    const struct formula_node *n = model_formula(m, f);
    if (depth > 1000 || (n->op >= FORMULA_TRIGGERS && n->op <= FORMULA_MAY_MATCH))
        return true;
    for (int i = 0; i < 2 && n->op != FORMULA_ATOM; i++)
        if (n->args[i] != FORMULA_NONE && has_regular(m, n->args[i], depth + 1))
            return true;
    return false;
}

bool lasso_circuit_takes(const struct model *m, enum property_kind kind, formula f, struct mem *mem)
{
    bool is_linear = kind == PROPERTY_LTL || kind == PROPERTY_PSL;
    struct refutability refutability;
    if (f == FORMULA_NONE || (!is_linear && kind != PROPERTY_CTL && kind != PROPERTY_CTLSTAR) || has_regular(m, f, 0))
        return false;
    refutability_open(&refutability, m, f, mem);
    bool takes =
        refutability_needs_one_trace(&refutability, f) && (is_linear || !asks_of_first_state(m, &refutability, f));
    refutability_close(&refutability);
    return takes;
}

bool lasso_circuit_is_safety(const struct model *m, formula f)
{
    return linear_claim_is_finite(m, f, true);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

// Whether an action leaves no choice and speaks of no next values: then it is known where it has a step.
static bool is_plain_action(const struct model *m, const struct action *a)
{
    for (size_t i = 0; i < a->part_count; i++) {
        const struct expr_node *n = model_expr(m, a->parts[i].expr);
        if (n->has_next || n->has_set || n->has_input)
            return false;
    }
    return true;
}

// Where no action has a step, the state stays.
static void let_ends_stay(struct lasso_circuit *l)
{
    struct transition_circuit *c = &l->circuit;
    struct model *m = c->model;
    aig_lit ends = AIG_TRUE, stay = linear_add_input(c);
    if (model_steps(m).count > 0)
        l->error = CAUSE_CIRCUIT_STEP_CONDITIONS;
    for (size_t i = 0; i < model_action_count(m) && !l->error; i++) {
        if (!is_plain_action(m, model_action(m, i)))
            l->error = CAUSE_CIRCUIT_CHOICE;
        else
            ends = aig_and(&c->aig, ends, aig_not(transition_circuit_condition(c, model_action_enabled(m, i))));
        if (c->error)
            l->error = c->error;
    }
    for (size_t i = 0; i < c->latches.count && !l->error; i++)
        c->latches.at[i].next = aig_ite(&c->aig, stay, c->latches.at[i].now, c->latches.at[i].next);
    c->is_step = aig_ite(&c->aig, stay, ends, c->is_step);
}

// ---- Loops ----------------------------------------------------------------------------------------------------------

// Whether a condition has held since the loop began.
static aig_lit held_in_loop(struct transition_circuit *c, aig_lit is_inside, aig_lit condition)
{
    aig_lit held = linear_add_latch(c, AIG_FALSE);
    linear_set_next(c, held, aig_or(&c->aig, held, aig_and(&c->aig, is_inside, condition)));
    return held;
}

// `after_first` is no part of the state: the loop may begin at the first moment, and what is claimed there is claimed
// once.
static void close_loops(struct lasso_circuit *l, const struct linear_claims *claims, aig_lit after_first)
{
    struct transition_circuit *c = &l->circuit;
    struct model *m = c->model;
    size_t states = c->latches.count; // of the model and of the formula
    aig_lit begins = linear_add_input(c), begun = linear_add_latch(c, AIG_FALSE);
    aig_lit is_inside = aig_or(&c->aig, begun, begins), keeps = aig_and(&c->aig, begins, aig_not(begun));
    ARRAY(aig_lit) all = {0};
    linear_set_next(c, begun, is_inside);
    array_push(c->mem, &all, begun);
    for (size_t i = 0; i < states; i++) {
        const struct circuit_latch latch = c->latches.at[i];
        if (latch.now == after_first || latch.next == latch.now)
            continue;
        aig_lit kept = linear_add_latch(c, AIG_FALSE);
        linear_set_next(c, kept, aig_ite(&c->aig, keeps, latch.now, kept));
        array_push(c->mem, &all, aig_not(aig_xor(&c->aig, kept, latch.now)));
    }
    for (size_t i = 0; i < claims->justice.count; i++)
        array_push(c->mem, &all, held_in_loop(c, is_inside, claims->justice.at[i]));
    for (size_t i = 0; i < model_justice_count(m); i++)
        array_push(c->mem, &all, held_in_loop(c, is_inside, transition_circuit_condition(c, model_justice(m, i))));
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        aig_lit asked = held_in_loop(c, is_inside, transition_circuit_condition(c, pair[0]));
        aig_lit granted = held_in_loop(c, is_inside, transition_circuit_condition(c, pair[1]));
        array_push(c->mem, &all, aig_or(&c->aig, aig_not(asked), granted));
    }
    l->is_bad = aig_and_all(&c->aig, all.at, all.count);
    array_free(c->mem, &all);
}

static void end_without_promises(struct lasso_circuit *l, const struct linear_claims *claims, aig_lit after_first)
{
    struct aig *g = &l->circuit.aig;
    l->is_bad = after_first;
    for (size_t i = 0; i < claims->due.count; i++)
        l->is_bad = aig_and(g, l->is_bad, aig_not(claims->due.at[i]));
}

// The latches that were added have their reset values at first.
static void say_resets(struct transition_circuit *c, size_t first)
{
    for (size_t i = first; i < c->latches.count; i++)
        c->is_initial = aig_and(&c->aig, c->is_initial, c->latches.at[i].now ^ aig_not(c->latches.at[i].reset));
}

void lasso_circuit_open(struct lasso_circuit *l, struct model *m, formula f, bool has_loop,
                        bool (*goes_on)(void *context), void *context, struct mem *mem)
{
    struct linear_claims claims;
    struct transition_circuit *c = &l->circuit;
    *l = (struct lasso_circuit){.is_bad = AIG_FALSE, .has_loop = has_loop};
    transition_circuit_open(c, m, goes_on, context, mem);
    l->error = c->error;
    if (l->error)
        return;
    size_t first = c->latches.count;
    linear_claims_open(&claims, c, mem);
    if (model_ends_stay(m))
        let_ends_stay(l);
    if (!l->error) {
        aig_lit after_first = linear_add_latch(c, AIG_FALSE);
        linear_set_next(c, after_first, AIG_TRUE);
        aig_lit refuted = linear_claim(&claims, f, true);
        array_push(mem, &claims.kept, aig_or(&c->aig, after_first, refuted));
        array_push(mem, &claims.kept, c->is_step);
        c->is_step = aig_and_all(&c->aig, claims.kept.at, claims.kept.count);
        if (has_loop)
            close_loops(l, &claims, after_first);
        else
            end_without_promises(l, &claims, after_first);
        say_resets(c, first);
        l->error = c->error ? c->error : claims.error;
    }
    linear_claims_close(&claims);
}

void lasso_circuit_close(struct lasso_circuit *l)
{
    transition_circuit_close(&l->circuit);
}

// ---- Counterexamples ------------------------------------------------------------------------------------------------

static bool are_same_states(const struct trace *t, const value *a, const value *b)
{
    for (cell_id i = 0; i < t->cells; i++)
        if (model_cell(t->model, i)->role != CELL_INPUT && a[i] != b[i])
            return false;
    return true;
}

static bool is_refuted(const struct trace *t, formula f, struct mem *mem)
{
    struct path_eval eval;
    struct str error = {0};
    path_eval_open(&eval, t, f, true, mem);
    bool result = path_eval_loop_is_fair(&eval, &error) && path_eval_at(&eval, f, 0) == TRUTH_FALSE;
    path_eval_close(&eval);
    str_free(mem, &error);
    return result;
}

// Leaves so many of the states. One of a model without variables has a place in a trace, too.
static void cut(struct trace *t, size_t length)
{
    t->values.count = t->values.count / trace_length(t) * length;
}

// So many states are enough, whatever comes then.
static bool is_refuted_by(const struct trace *t, size_t length, formula f, struct mem *mem)
{
    struct path_eval eval;
    struct trace begin = *t;
    cut(&begin, length);
    begin.loop = TRACE_NO_LOOP;
    path_eval_open(&eval, &begin, f, false, mem);
    bool result = path_eval_at(&eval, f, 0) == TRUTH_FALSE;
    path_eval_close(&eval);
    return result;
}

// Where the states before the loop closes are enough, as few of them as are: what is shown ends with the violation.
static bool cut_to_violation(struct trace *t, formula f, struct mem *mem)
{
    size_t low = 0, high = trace_length(t);
    if (!is_refuted_by(t, high, f, mem))
        return false;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (is_refuted_by(t, middle, f, mem))
            high = middle;
        else
            low = middle;
    }
    cut(t, high);
    t->loop = TRACE_NO_LOOP;
    return true;
}

bool lasso_circuit_fold(const struct lasso_circuit *l, struct trace *t, formula f, struct mem *mem)
{
    size_t last = trace_length(t) - 1;
    if (!l->has_loop)
        return cut_to_violation(t, f, mem);
    for (size_t loop = last; loop-- > 0;) {
        if (!are_same_states(t, trace_state(t, loop), trace_state(t, last)))
            continue;
        struct trace lasso = *t; // shares its states
        cut(&lasso, last);
        lasso.loop = loop;
        if (is_refuted(&lasso, f, mem)) {
            *t = lasso;
            cut_to_violation(t, f, mem);
            return true;
        }
    }
    return false;
}
