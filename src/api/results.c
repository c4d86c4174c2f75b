// Verdicts, with runs that somebody else has judged, and the values in them.
#include <stdlib.h>
#include <string.h>

#include "api/internal.h"
#include "base/clock.h"
#include "model/eval.h"

// ---- Judging --------------------------------------------------------------------------------------------------------

// A verdict whose run is none is not given.
static void distrust(coset_result *it, const struct str *error)
{
    struct mem *mem = &it->owner->mem;
    it->reason = str_copy(mem, str_text(error));
    it->result.verdict = VERDICT_UNDECIDED;
    it->result.reason = it->reason;
    trace_close(&it->result.trace, mem);
    it->result.has_trace = false;
}

static void judge(coset_result *it)
{
    struct mem *mem = &it->owner->mem;
    struct str error = {0};
    const struct property *property = model_property(it->owner->model, it->result.property);
    if (!it->result.has_trace)
        return;
    if (!trace_judge(&it->result.trace, property, &it->result.fault, mem, &error))
        distrust(it, &error);
    str_free(mem, &error);
}

// ---- Checking -------------------------------------------------------------------------------------------------------

static coset_result *new_result(coset_model *model, size_t property)
{
    coset_result *it = mem_zalloc(&model->mem, sizeof *it);
    it->owner = model;
    it->property = property;
    it->after = model->results;
    if (it->after)
        it->after->before = it;
    model->results = it;
    return it;
}

static coset_result *check_until(coset_model *model, size_t property, const coset_options *options, double deadline)
{
    coset_result *it = new_result(model, property);
    if (property >= model->properties.count) {
        it->result = (struct result){.verdict = VERDICT_UNDECIDED, .reason = "there is no property of this number"};
        return it;
    }
    work_check(work_use(model, options), property, deadline, &it->result);
    if (it->result.verdict >= VERDICT_UNDECIDED && it->result.reason) // engines may go before it does
        it->result.reason = it->reason = str_copy(&model->mem, it->result.reason);
    if (it->result.no_trace)
        it->result.no_trace = it->reason = str_copy(&model->mem, it->result.no_trace);
    judge(it);
    return it;
}

static double deadline_of(const coset_options *options)
{
    return options && options->time_limit > 0 ? clock_now() + options->time_limit : 0;
}

coset_result *coset_check(coset_model *model, size_t property, const coset_options *options)
{
    return check_until(model, property, options, deadline_of(options));
}

// Of two verdicts, that on both together.
static coset_verdict worse(coset_verdict a, coset_verdict b)
{
    if (a == COSET_ERROR || b == COSET_ERROR)
        return COSET_ERROR;
    if (a == COSET_FAILS || b == COSET_FAILS)
        return COSET_FAILS;
    return a == COSET_UNDECIDED ? a : b;
}

coset_verdict coset_check_all(coset_model *model, const coset_options *options, coset_result **results)
{
    size_t count = coset_property_count(model);
    double deadline = deadline_of(options);
    coset_verdict all = COSET_HOLDS;
    for (size_t i = 0; i < count; i++) {
        double now = clock_now(), until = now + (deadline - now) / (double)(count - i);
        coset_result *result = check_until(model, i, options, deadline > 0 ? until : 0);
        all = worse(all, coset_result_verdict(result));
        if (results)
            results[i] = result;
        else
            coset_result_free(result);
    }
    return all;
}

char *coset_count_states(coset_model *model, const coset_options *options, char **error)
{
    const char *reason;
    char *text = work_count(work_use(model, options), deadline_of(options), &reason);
    if (!text)
        api_give_text(error, reason);
    return text;
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
    return it->result.verdict >= VERDICT_UNDECIDED ? it->result.reason : it->result.no_trace;
}

const char *coset_result_fault(const coset_result *it)
{
    return it->result.verdict == VERDICT_FAILS ? it->result.fault : NULL;
}

const char *coset_result_vacuous(const coset_result *it)
{
    return it->result.verdict == VERDICT_HOLDS ? it->result.vacuous : NULL;
}

double coset_result_seconds(const coset_result *it)
{
    return it->result.seconds;
}

bool coset_result_number(const coset_result *it, int64_t *number)
{
    if (!it->result.has_value)
        return false;
    *number = it->result.is_infinite ? -1 : it->result.is_undefined ? -2 : it->result.value;
    return true;
}

// ---- Runs -----------------------------------------------------------------------------------------------------------

size_t coset_run_length(const coset_result *it)
{
    return it->result.has_trace ? trace_length(&it->result.trace) : 0;
}

size_t coset_run_loop(const coset_result *it)
{
    return it->result.has_trace && it->result.trace.loop != TRACE_NO_LOOP ? it->result.trace.loop : COSET_NONE;
}

bool coset_run_ends(const coset_result *it)
{
    if (!it->result.has_trace)
        return false;
    struct evaluator *ev = evaluator_new(it->result.trace.model, &it->owner->mem);
    bool ends = trace_ends(&it->result.trace, ev);
    evaluator_free(ev);
    return ends;
}

static bool is_there(const coset_result *it, size_t state, size_t variable)
{
    return state < coset_run_length(it) && variable < it->result.trace.cells;
}

const char *coset_run_value(coset_result *it, size_t state, size_t variable)
{
    struct mem *mem = &it->owner->mem;
    if (!is_there(it, state, variable))
        return NULL;
    size_t cells = it->result.trace.cells;
    if (!it->texts)
        it->texts = mem_zalloc(mem, coset_run_length(it) * cells * sizeof *it->texts);
    char **text = &it->texts[state * cells + variable];
    if (!*text) {
        struct str shown = {0};
        type_id type = model_cell(it->owner->model, (cell_id)variable)->type;
        model_add_value(it->owner->model, type, trace_state(&it->result.trace, state)[variable], &shown);
        *text = str_copy(mem, str_text(&shown));
        str_free(mem, &shown);
    }
    return *text;
}

const char *coset_run_value_of(coset_result *it, size_t state, const char *variable)
{
    return coset_run_value(it, state, coset_find_variable(it->owner, variable));
}

bool coset_run_number(const coset_result *it, size_t state, size_t variable, int64_t *number)
{
    if (!is_there(it, state, variable))
        return false;
    const struct type *type = model_type(it->owner->model, model_cell(it->owner->model, (cell_id)variable)->type);
    value v = trace_state(&it->result.trace, state)[variable];
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
    struct mem *mem = &owner->mem;
    size_t texts = it->texts ? coset_run_length(it) * it->result.trace.cells : 0;
    for (size_t i = 0; i < texts; i++)
        if (it->texts[i])
            str_release(mem, it->texts[i]);
    mem_free(mem, it->texts, texts * sizeof *it->texts);
    if (it->result.has_trace)
        trace_close(&it->result.trace, mem);
    if (it->reason)
        str_release(mem, it->reason);
    *(it->before ? &it->before->after : &owner->results) = it->after;
    if (it->after)
        it->after->before = it->before;
    mem_free(mem, it, sizeof *it);
}
