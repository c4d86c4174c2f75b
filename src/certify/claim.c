// Invariants, and what claims have in common.
#include "certify/claim.h"

#include <inttypes.h>

bool claim_refute(struct claim *c, const char *what, uint64_t representative)
{
    size_t bytes = model_cell_count(c->model) * sizeof(value);
    value *state = mem_zalloc(c->mem, bytes);
    str_add(c->mem, &c->refutation, "%s: state %" PRIu64 " (", what, representative);
    if (closed_graph_read_state(c->graph, representative, state))
        certify_add_state(c->model, state, c->mem, &c->refutation);
    str_add(c->mem, &c->refutation, ")");
    mem_free(c->mem, state, bytes);
    return false;
}

// ---- Invariants -----------------------------------------------------------------------------------------------------

bool claim_is_about_steps(const struct model *m, formula f)
{
    const struct expr_node *e = model_expr(m, model_formula(m, f)->atom);
    return e->has_next || e->has_input;
}

static bool open_invariant(struct claim *c, struct view *v, const char **error)
{
    const struct formula_node *f = model_formula(c->model, c->formula);
    *error = "it is no invariant";
    if (f->op != FORMULA_ATOM || (c->property->kind != PROPERTY_INVARIANT && c->property->kind != PROPERTY_FAULT &&
                                  c->property->kind != PROPERTY_DEADLOCK))
        return false;
    *error = "it is about steps, which a list of states does not tell";
    if (claim_is_about_steps(c->model, c->formula))
        return false;
    *error = "the claim is damaged";
    return view_is_done(v);
}

static void close_invariant(struct claim *c)
{
    (void)c;
}

static bool start_of_invariant(void *claim, uint64_t representative)
{
    (void)claim;
    (void)representative;
    return true;
}

static bool state_of_invariant(void *claim, uint64_t representative, const value *state, const uint64_t *successors,
                               size_t count)
{
    struct claim *c = claim;
    (void)successors;
    (void)count;
    if (eval_condition(c->evaluator, model_formula(c->model, c->formula)->atom, state, NULL))
        return true;
    return claim_refute(c, "the invariant is false", representative);
}

const struct claim_kind claim_invariant = {open_invariant, close_invariant, start_of_invariant, state_of_invariant};
