// Verdicts, and traces with the values in them.
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "model/eval.h"
#include "report/trace_view.h"

// ---- Making ---------------------------------------------------------------------------------------------------------

static const char *keep(coset_result *it, const char *text)
{
    return text ? arena_copy(&it->texts, text, strlen(text)) : NULL;
}

// From the model on: reductions, and the engine below them.
static const char *method_of(coset_result *it, const struct method *method)
{
    struct str text = {0};
    for (size_t i = method->count; i-- > 0;)
        str_add(&it->owner->run.mem, &text, "%s, ", method_reduction_name(method->reductions[i]));
    str_add(&it->owner->run.mem, &text, "%s", method_backend_name(method->backend));
    const char *kept = keep(it, str_text(&text));
    str_free(&it->owner->run.mem, &text);
    return kept;
}

static const char *reason_of(coset_result *it, struct cause cause)
{
    struct str words = {0};
    if (!cause.code)
        return NULL;
    cause_add_words(cause, &it->owner->run.mem, &words);
    const char *kept = keep(it, str_text(&words));
    str_free(&it->owner->run.mem, &words);
    return kept;
}

coset_result *api_new_result(coset_model *model, size_t property, struct result *result)
{
    coset_result *it = mem_zalloc(&model->run.mem, sizeof *it);
    it->owner = model;
    it->property = property;
    it->texts.mem = &model->run.mem;
    it->result = *result;
    it->reason = reason_of(it, result->verdict >= VERDICT_UNDECIDED ? result->cause : result->no_trace);
    it->result.cause = cause_keep(result->cause, &it->texts);
    it->result.no_trace = cause_keep(result->no_trace, &it->texts);
    it->result.runtime_error = keep(it, result->runtime_error);
    it->result.vacuous = keep(it, result->vacuous);
    const char **assumptions = arena_alloc(&it->texts, (result->assumption_count + 1) * sizeof *assumptions);
    for (size_t i = 0; i < result->assumption_count; i++)
        assumptions[i] = keep(it, result->assumptions[i]);
    it->result.assumptions = assumptions;
    it->method = method_of(it, &result->method);
    it->after = model->results;
    if (it->after)
        it->after->before = it;
    model->results = it;
    return it;
}

// ---- Warnings -------------------------------------------------------------------------------------------------------

unsigned api_give_warnings(coset_model *model, const struct report_warnings *all, char **text)
{
    static const unsigned flags[] = {[REPORT_NO_INITIAL_STATES] = COSET_NO_INITIAL_STATES,
                                     [REPORT_START_ERROR] = COSET_START_ERROR,
                                     [REPORT_NO_FAIR_STATES] = COSET_NO_FAIR_STATES,
                                     [REPORT_NOT_TOTAL] = COSET_NOT_TOTAL};
    struct mem *mem = &model->run.mem;
    struct str lines = {0};
    unsigned found = 0;
    for (enum report_warning kind = 0; kind < REPORT_WARNINGS; kind++)
        if (report_text_warning(all, kind, mem, &lines)) {
            found |= flags[kind];
            str_add(mem, &lines, "\n");
        }
    for (size_t i = 0; i < all->count; i++)
        found |= all->of[i].known ? 0 : COSET_TOTALITY_UNKNOWN;
    api_give_text(text, str_text(&lines));
    str_free(mem, &lines);
    return found;
}

// ---- Results --------------------------------------------------------------------------------------------------------

coset_verdict coset_result_verdict(const coset_result *it)
{
    static const coset_verdict given[] = {[VERDICT_HOLDS] = COSET_HOLDS,
                                          [VERDICT_FAILS] = COSET_FAILS,
                                          [VERDICT_UNDECIDED] = COSET_UNDECIDED,
                                          [VERDICT_ERROR] = COSET_ERROR};
    return given[it->result.verdict];
}

size_t coset_result_property(const coset_result *it)
{
    return it->property;
}

const char *coset_result_reason(const coset_result *it)
{
    return it->reason;
}

const char *coset_result_runtime_error(const coset_result *it)
{
    return it->result.verdict == VERDICT_FAILS ? it->result.runtime_error : NULL;
}

const char *coset_result_vacuous(const coset_result *it)
{
    return it->result.verdict == VERDICT_HOLDS ? it->result.vacuous : NULL;
}

const char *coset_result_witness(coset_result *it)
{
    if (it->property != COSET_NONE && it->result.property < model_property_count(it->owner->model))
        return view_witness(it->owner->model, &it->result, &it->owner->run.mem);
    return NULL;
}

bool coset_result_vacuity_is_open(const coset_result *it)
{
    return it->result.verdict == VERDICT_HOLDS && it->result.is_vacuity_open;
}

double coset_result_missed_probability(const coset_result *it)
{
    return it->result.verdict == VERDICT_HOLDS ? it->result.missed : 0;
}

double coset_result_seconds(const coset_result *it)
{
    return it->result.seconds;
}

const char *coset_result_method(const coset_result *it)
{
    return it->method;
}

const char *coset_result_assumption(const coset_result *it, size_t number)
{
    return number < it->result.assumption_count ? it->result.assumptions[number] : NULL;
}

bool coset_result_number(const coset_result *it, int64_t *number)
{
    if (!it->result.has_value)
        return false;
    *number = it->result.is_infinite ? -1 : it->result.is_undefined ? -2 : it->result.value;
    return true;
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

size_t coset_trace_length(const coset_result *it)
{
    return it->result.has_trace ? trace_length(&it->result.trace) : 0;
}

size_t coset_trace_loop(const coset_result *it)
{
    return it->result.has_trace && it->result.trace.loop != TRACE_NO_LOOP ? it->result.trace.loop : COSET_NONE;
}

bool coset_trace_ends(const coset_result *it)
{
    if (!it->result.has_trace)
        return false;
    struct evaluator *ev = evaluator_new(it->result.trace.model, &it->owner->run.mem);
    bool ends = trace_ends(&it->result.trace, ev);
    evaluator_free(ev);
    return ends;
}

size_t coset_trace_variable_count(const coset_result *it)
{
    return it->result.has_trace ? it->result.trace.cells : 0;
}

const char *coset_trace_variable_name(const coset_result *it, size_t variable)
{
    return variable < coset_trace_variable_count(it) ? model_cell(it->result.trace.model, (cell_id)variable)->name
                                                     : NULL;
}

// A trace may be one of a model that was made of the same text for other ends: what has a name there has it here.
static bool find(const coset_result *it, size_t state, size_t variable, cell_id *cell)
{
    const struct model *of = it->result.trace.model;
    if (state >= coset_trace_length(it))
        return false;
    *cell = (cell_id)variable;
    if (it->has_own_variables)
        return variable < it->result.trace.cells;
    const char *name = coset_variable_name(it->owner, variable);
    if (name && (variable >= it->result.trace.cells || strcmp(name, model_cell(of, *cell)->name) != 0))
        *cell = model_find_cell(of, name);
    return name && *cell != CELL_NONE;
}

static void find_rules(coset_result *it)
{
    size_t length = coset_trace_length(it);
    struct trace_view view;
    it->rules = arena_alloc(&it->texts, length * sizeof *it->rules);
    view_open(&view, &it->result.trace, (struct report_style){0}, &it->owner->run.mem);
    for (size_t i = 0; i < length; i++)
        it->rules[i] = view_action(&view, i);
    view_close(&view);
}

const char *coset_trace_rule(coset_result *it, size_t state)
{
    if (state >= coset_trace_length(it))
        return NULL;
    if (!it->rules)
        find_rules(it);
    return it->rules[state];
}

static const char *value_at(coset_result *it, size_t state, cell_id cell)
{
    struct mem *mem = &it->owner->run.mem;
    const struct model *of = it->result.trace.model;
    size_t cells = it->result.trace.cells;
    if (!it->values)
        it->values = mem_zalloc(mem, coset_trace_length(it) * cells * sizeof *it->values);
    char **text = &it->values[state * cells + cell];
    if (!*text) {
        struct str shown = {0};
        model_add_value(of, model_cell(of, cell)->type, trace_state(&it->result.trace, state)[cell], &shown);
        *text = str_copy(mem, str_text(&shown));
        str_free(mem, &shown);
    }
    return *text;
}

const char *coset_trace_value(coset_result *it, size_t state, size_t variable)
{
    cell_id cell;
    return find(it, state, variable, &cell) ? value_at(it, state, cell) : NULL;
}

const char *coset_trace_value_of(coset_result *it, size_t state, const char *variable)
{
    if (state >= coset_trace_length(it))
        return NULL;
    cell_id cell = model_find_cell(it->result.trace.model, variable);
    return cell == CELL_NONE ? NULL : value_at(it, state, cell);
}

bool coset_trace_number(const coset_result *it, size_t state, size_t variable, int64_t *number)
{
    cell_id cell;
    if (!find(it, state, variable, &cell))
        return false;
    const struct model *of = it->result.trace.model;
    const struct type *type = model_type(of, model_cell(of, cell)->type);
    value v = trace_state(&it->result.trace, state)[cell];
    bool is_none = type->has_none && v == type->none;
    bool is_symbol = type->kind == TYPE_ENUM && value_is_symbol(v);
    if (is_none || is_symbol)
        return false;
    // The bits of a signed word, read as a number.
    if (type->kind == TYPE_WORD && type->is_signed && type->width < 64 && (v >> (type->width - 1) & 1))
        v -= (value)1 << type->width;
    *number = v;
    return true;
}

void coset_result_free(coset_result *it)
{
    if (!it)
        return;
    coset_model *owner = it->owner;
    struct mem *mem = &owner->run.mem;
    size_t values = it->values ? coset_trace_length(it) * it->result.trace.cells : 0;
    for (size_t i = 0; i < values; i++)
        if (it->values[i])
            str_release(mem, it->values[i]);
    mem_free(mem, it->values, values * sizeof *it->values);
    if (it->result.has_trace)
        trace_close(&it->result.trace, mem);
    arena_free(&it->texts);
    *(it->before ? &it->before->after : &owner->results) = it->after;
    if (it->after)
        it->after->before = it->before;
    mem_free(mem, it, sizeof *it);
}
