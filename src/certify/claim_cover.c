// Covers: a state with some condition can be reached. The certificate has a path, which is replayed as a trace is.
// Where the condition may have no value, that it has one in all states is a claim about a graph.
#include "certify/claim.h"
#include "trace/trace.h"

static bool open_cover(struct claim *c, struct view *v, const char **error)
{
    struct state_records records;
    struct trace path;
    struct str why = {0};
    *error = "it is no cover";
    if (c->property->kind != PROPERTY_COVER)
        return false;
    struct cover cover = model_cover(c->model, c->formula);
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
        str_add(c->mem, &c->refutation, "its path is none of the model: %s", str_text(&why));
    else if (good && eval_condition(c->evaluator, cover.missed, state, NULL))
        str_add(c->mem, &c->refutation, "its path does not lead to what is to be covered");
    str_free(c->mem, &why);
    mem_free(c->mem, state, records.cells * sizeof *state);
    trace_close(&path, c->mem);
    state_records_close(&records);
    return good;
}

static void close_cover(struct claim *c)
{
    (void)c;
}

static bool start_of_cover(void *claim, uint64_t representative)
{
    (void)claim;
    (void)representative;
    return true;
}

static bool state_of_cover(void *claim, uint64_t representative, const value *state, const uint64_t *successors,
                           size_t count)
{
    struct claim *c = claim;
    struct cover cover = model_cover(c->model, c->formula);
    (void)successors;
    (void)count;
    if (cover.sound == EXPR_NONE || eval_condition(c->evaluator, cover.sound, state, NULL))
        return true;
    return claim_refute(c, "the condition has no value", representative);
}

const struct claim_kind claim_cover = {open_cover, close_cover, start_of_cover, state_of_cover};
