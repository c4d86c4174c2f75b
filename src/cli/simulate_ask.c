// eval and why, at the prompt of coset simulate: a formula on the trace so far, at its last state, or the value of an
// expression there. The model is read once more with it, as `coset explain` reads it; the trace becomes one of that
// model.
#include "base/array.h"
#include "cli/simulate_command.h"
#include "model/eval.h"
#include "report/trace_view.h"

// ---- Values ---------------------------------------------------------------------------------------------------------

static void tell_value(struct simulate *s, const struct trace *trace, expr e, expr is_defined, struct str *out)
{
    const struct model *model = trace->model;
    struct evaluator *ev = evaluator_new(model, s->mem);
    const value *now = trace_state(trace, trace_length(trace) - 1);
    value v, defined = 0;
    if (eval_value(ev, is_defined, now, NULL, &defined) != EVAL_OK || !defined ||
        eval_value(ev, e, now, NULL, &v) != EVAL_OK)
        str_add(s->mem, out, "undefined\n");
    else {
        struct str text = {0};
        model_add_value(model, model_expr(model, e)->type, v, &text);
        str_add(s->mem, out, "%s\n", str_text(&text));
        str_free(s->mem, &text);
    }
    evaluator_free(ev);
}

// False if the text is no expression but for truth values, which are asked for as formulas.
static bool find_value(struct simulate *s, struct input *input, struct str *out)
{
    expr e, is_defined;
    struct trace there;
    if (!input_read_value(&s->cli->run, input, &e, &is_defined) ||
        model_expr_type(input->model, e)->kind == TYPE_BOOLEAN ||
        !trace_translate(&s->simulation.trace, input->model, s->mem, &there))
        return false;
    tell_value(s, &there, e, is_defined, out);
    trace_close(&there, s->mem);
    return true;
}

// A variable by the name that it is shown with, in any language. Truth values are told as those of formulas.
static bool find_variable(struct simulate *s, const char *name, struct str *out)
{
    const struct trace *trace = &s->simulation.trace;
    cell_id cell = model_find_cell(trace->model, name);
    if (cell == CELL_NONE || model_cell(trace->model, cell)->role == CELL_INPUT)
        return false;
    type_id type = model_cell(trace->model, cell)->type;
    value v = trace_state(trace, trace_length(trace) - 1)[cell];
    struct str text = {0};
    bool truth;
    if (view_is_truth(trace->model, model_type(trace->model, type), v, &truth))
        str_add(s->mem, out, truth ? "true\n" : "false\n");
    else {
        model_add_value(trace->model, type, v, &text);
        str_add(s->mem, out, "%s\n", str_text(&text));
    }
    str_free(s->mem, &text);
    return true;
}

static bool ask_for_value(struct simulate *s, const char *text, struct str *out)
{
    struct run *run = &s->cli->run;
    struct job job = *s->input.job;
    struct run_host host = run->host;
    struct input input;
    job.formulas = job.constraints = job.starts = (struct option_list){0};
    job.value = text;
    run->host.show = NULL; // what is wrong with it is said when it is read as a formula
    bool found = input_open(run, &job, job.model, &input) && find_value(s, &input, out);
    run->host = host;
    input_close(run, &input);
    return found;
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

static void tell(struct simulate *s, struct input *input, bool with_reasons, struct str *out)
{
    size_t length = trace_length(&s->simulation.trace), count = model_property_count(input->model);
    const struct property *p = count ? model_property(input->model, count - 1) : NULL;
    struct trace there;
    struct reasons reasons;
    if (!p || p->formula == FORMULA_NONE || p->unsupported) {
        str_add(s->mem, out, "that has no truth value\n");
        return;
    }
    if (!trace_translate(&s->simulation.trace, input->model, s->mem, &there)) {
        str_add(s->mem, out, "the trace has other variables than the model has by now\n");
        return;
    }
    reasons_open(&reasons, &there, p->formula, length - 1, s->mem);
    if (with_reasons)
        report_text_reasons(&reasons, 0, s->mem, out);
    else
        str_add(s->mem, out, "%s\n",
                reasons.root->truth == TRUTH_TRUE    ? "true"
                : reasons.root->truth == TRUTH_FALSE ? "false"
                                                     : "that depends on how it goes on");
    reasons_close(&reasons);
    trace_close(&there, s->mem);
}

void simulate_ask(struct simulate *s, const char *text, bool with_reasons, struct str *out)
{
    struct run *run = &s->cli->run;
    struct job job = *s->input.job;
    struct input input;
    if (!with_reasons && (find_variable(s, text, out) || ask_for_value(s, text, out)))
        return;
    job.formulas = job.constraints = job.starts = (struct option_list){0};
    array_push(s->mem, &job.formulas, text);
    if (input_open(run, &job, job.model, &input) && input_add_formula(run, &input, text))
        tell(s, &input, with_reasons, out);
    input_close(run, &input);
    array_free(s->mem, &job.formulas);
}
