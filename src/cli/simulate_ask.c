// eval and why, at the prompt of coset simulate: a formula on the trace so far, at its last state. The model is read
// once more with the formula, as `coset explain` reads it; the trace becomes one of that model.
#include "base/array.h"
#include "cli/simulate_command.h"
#include "report/report.h"

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
    job.formulas = job.constraints = job.starts = (struct option_list){0};
    array_push(s->mem, &job.formulas, text);
    if (input_open(run, &job, job.model, &input) && input_add_formula(run, &input, text))
        tell(s, &input, with_reasons, out);
    input_close(run, &input);
    array_free(s->mem, &job.formulas);
}
