// Traces as arrays of states.
#include "trace/trace.h"

#include <assert.h>
#include <string.h>

void trace_open(struct trace *trace, const struct model *model)
{
    *trace = (struct trace){.model = model, .cells = model_cell_count(model), .loop = TRACE_NO_LOOP};
}

void trace_close(struct trace *trace, struct mem *mem)
{
    array_free(mem, &trace->values);
    trace->loop = TRACE_NO_LOOP;
}

// A model without cells has one state, and its traces have a value for it all the same: their length would be lost
// otherwise.
static size_t stride(const struct trace *trace)
{
    return trace->cells ? trace->cells : 1;
}

size_t trace_length(const struct trace *trace)
{
    return trace->values.count / stride(trace);
}

value *trace_state(const struct trace *trace, size_t i)
{
    assert(i < trace_length(trace));
    return trace->values.at + i * stride(trace);
}

value *trace_push(struct trace *trace, struct mem *mem, const value *state)
{
    size_t count = stride(trace);
    array_reserve(mem, &trace->values, trace->values.count + count);
    value *copy = trace->values.at + trace->values.count;
    if (trace->cells)
        memcpy(copy, state, count * sizeof *copy);
    else
        *copy = 0;
    trace->values.count += count;
    return copy;
}

bool result_begin(struct result *r, const struct model *m, size_t property)
{
    const struct property *p = model_property(m, property);
    *r = (struct result){.property = property,
                         .verdict = VERDICT_UNDECIDED,
                         .cause = cause_with_text(CAUSE_UNSUPPORTED, p->unsupported)};
    if (p->unsupported)
        return false;
    if (p->refuted) {
        r->verdict = VERDICT_FAILS;
        r->runtime_error = p->refuted;
        return false;
    }
    if (model_fair_rule_count(m) > 0 && property_minds_fairness(m, p)) {
        r->cause = cause_of(CAUSE_NO_FAIRNESS_MONITOR);
        return false;
    }
    return true;
}

void result_note_vacuous(struct result *r, const struct vacuity *vacuity)
{
    assert(vacuity->number < 32);
    r->vacuous = r->vacuous ? r->vacuous : vacuity->left;
    r->vacuities |= UINT32_C(1) << vacuity->number;
}

void result_translate_vacuous(struct result *r, const struct property *property)
{
    r->vacuous = NULL;
    for (size_t i = 0; i < property->vacuity_count && !r->vacuous; i++)
        if (r->vacuities >> property->vacuities[i].number & 1)
            r->vacuous = property->vacuities[i].left;
}

void result_keep_vacuous(struct result *r, uint32_t vacuities, const struct property *property)
{
    r->vacuities &= vacuities;
    result_translate_vacuous(r, property);
}

void result_settle(struct result *r)
{
    if (r->verdict != VERDICT_UNDECIDED || !r->is_refuted)
        return;
    r->verdict = VERDICT_FAILS;
    r->no_trace = r->cause.code ? r->cause : cause_of(CAUSE_NOT_KNOWN);
    r->cause = cause_of(CAUSE_NONE);
    r->is_refuted = false;
}

// ---- Ends -----------------------------------------------------------------------------------------------------------

void trace_settle(struct trace *trace, struct mem *mem)
{
    size_t length = trace_length(trace);
    if (!model_ends_stay(trace->model) || length < 2)
        return;
    struct evaluator *ev = evaluator_new(trace->model, mem);
    for (size_t i = 0; i + 1 < length; i++)
        if (eval_stays(ev, trace_state(trace, i), trace_state(trace, i + 1))) {
            trace->values.count = (i + 1) * stride(trace);
            trace->loop = i;
            break;
        }
    evaluator_free(ev);
}

bool trace_ends(const struct trace *trace, struct evaluator *ev)
{
    size_t length = trace_length(trace);
    if (length == 0 || trace->loop != length - 1)
        return false;
    const value *last = trace_state(trace, length - 1);
    return eval_stays(ev, last, last);
}

// ---- Other models ---------------------------------------------------------------------------------------------------

// A symbol by its name; the bits of a word may look like one. A truth value that may be undefined is an enumeration;
// whether it may be, two models of the same text may have found out differently.
static bool translate_value(const struct trace *t, cell_id cell, value v, struct model *to, cell_id there,
                            value *result)
{
    enum type_kind from_kind = model_type(t->model, model_cell(t->model, cell)->type)->kind;
    enum type_kind to_kind = model_type(to, model_cell(to, there)->type)->kind;
    const char *name = from_kind == TYPE_ENUM && value_is_symbol(v) ? model_symbol_name(t->model, v) : NULL;
    *result = name ? model_symbol(to, name) : v;
    if (name && to_kind == TYPE_BOOLEAN) {
        *result = strcmp(name, "true") == 0;
        return *result || strcmp(name, "false") == 0;
    }
    if (from_kind == TYPE_BOOLEAN && to_kind == TYPE_ENUM)
        *result = model_symbol(to, v ? "true" : "false");
    return true;
}

bool trace_project(const struct trace *t, struct model *to, struct mem *mem, struct trace *result)
{
    size_t cells = model_cell_count(to);
    value *state = mem_zalloc(mem, (cells + 1) * sizeof *state);
    cell_id *from = mem_zalloc(mem, (cells + 1) * sizeof *from);
    bool good = true;
    trace_open(result, to);
    for (cell_id c = 0; c < cells && good; c++) {
        from[c] = model_find_cell(t->model, model_cell(to, c)->name);
        good = from[c] != CELL_NONE;
    }
    for (size_t i = 0; i < trace_length(t) && good; i++) {
        for (cell_id c = 0; c < cells && good; c++)
            good = translate_value(t, from[c], trace_state(t, i)[from[c]], to, c, &state[c]);
        if (good)
            trace_push(result, mem, state);
    }
    result->loop = t->loop;
    mem_free(mem, from, (cells + 1) * sizeof *from);
    mem_free(mem, state, (cells + 1) * sizeof *state);
    if (!good)
        trace_close(result, mem);
    return good;
}

bool trace_translate(const struct trace *t, struct model *to, struct mem *mem, struct trace *result)
{
    size_t cells = model_cell_count(to);
    value *state = mem_zalloc(mem, (cells + 1) * sizeof *state);
    bool good = cells == t->cells;
    trace_open(result, to);
    for (size_t i = 0; i < trace_length(t) && good; i++) {
        for (cell_id c = 0; c < t->cells && good; c++) {
            const char *name = model_cell(t->model, c)->name;
            cell_id there = strcmp(model_cell(to, c)->name, name) == 0 ? c : model_find_cell(to, name);
            good = there != CELL_NONE && translate_value(t, c, trace_state(t, i)[c], to, there, &state[there]);
        }
        if (good)
            trace_push(result, mem, state);
    }
    result->loop = t->loop;
    mem_free(mem, state, (cells + 1) * sizeof *state);
    if (!good)
        trace_close(result, mem);
    return good;
}
