// Invariants and covers, and what claims have in common.
#include "certify/claim.h"

#include "trace/trace.h"

bool claim_refute(struct claim *c, const char *what, uint64_t representative)
{
    c->outcome = CERTIFY_REFUTED;
    str_add(c->mem, &c->text, "%s: ", what);
    closed_graph_add_state(c->graph, representative, &c->text);
    return false;
}

static bool state_of_condition(struct claim *c, uint64_t representative, const value *state, const uint64_t *successors,
                               size_t count)
{
    (void)successors;
    (void)count;
    if (c->condition == EXPR_NONE || eval_condition(c->evaluator, c->condition, state, NULL))
        return true;
    bool is_cover = c->property->kind == PROPERTY_COVER;
    return claim_refute(c, is_cover ? "the condition has no value" : "the invariant is false", representative);
}

// ---- Invariants -----------------------------------------------------------------------------------------------------

bool claim_is_about_steps(const struct model *m, formula f)
{
    const struct expr_node *e = model_expr(m, model_formula(m, f)->atom);
    return e->has_next || e->has_input;
}

static bool open_invariant(struct claim *c, const char **error)
{
    c->condition = conjunct_condition(c->model, c->property, c->formula);
    const struct expr_node *e = c->condition == EXPR_NONE ? NULL : model_expr(c->model, c->condition);
    *error = !e                            ? "it is no claim about all reachable states"
             : e->has_next || e->has_input ? "it is about steps, which a list of states does not tell"
                                           : "the claim is damaged";
    return e && !e->has_next && !e->has_input && view_is_done(&c->rest);
}

const struct claim_kind claim_invariant = {open_invariant, NULL, NULL, state_of_condition};

// ---- Covers: a state with some condition can be reached -------------------------------------------------------------

// The certificate has a path, which is replayed as a trace is. Where the condition may have no value, that it has one
// in all states is a claim about a graph.
static bool open_cover(struct claim *c, const char **error)
{
    struct view *v = &c->rest;
    struct state_records records;
    struct trace path;
    struct str why = {0};
    *error = "it is no cover";
    if (c->property->kind != PROPERTY_COVER)
        return false;
    struct cover cover = model_cover(c->model, c->formula);
    c->condition = cover.sound;
    *error = "there is no graph of states for it";
    if (!c->graph && cover.sound != EXPR_NONE)
        return false;
    state_records_open(&records, c->model, c->mem);
    trace_open(&path, c->model);
    value *state = mem_zalloc(c->mem, records.cells * sizeof *state);
    *error = "its path is damaged";
    uint64_t length = view_number(v);
    bool good = length > 0;
    for (uint64_t i = 0; i < length && good; i++) {
        struct view record = view_part(v, records.bytes);
        good = !v->is_damaged && state_record_unpack(&records, record.at, state);
        if (good)
            trace_push(&path, c->mem, state);
    }
    good = good && view_is_done(v);
    if (good && !trace_replay(&path, c->mem, &why))
        str_add(c->mem, &c->text, "its path is none of the model: %s", str_text(&why));
    else if (good && eval_condition(c->evaluator, cover.missed, state, NULL))
        str_add(c->mem, &c->text, "its path does not lead to the condition to be covered");
    if (c->text.count)
        c->outcome = CERTIFY_REFUTED;
    str_free(c->mem, &why);
    mem_free(c->mem, state, records.cells * sizeof *state);
    trace_close(&path, c->mem);
    state_records_close(&records);
    return good;
}

const struct claim_kind claim_cover = {open_cover, NULL, NULL, state_of_condition};
