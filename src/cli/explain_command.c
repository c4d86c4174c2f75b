// coset explain: why a formula is true or false at a state of a trace, by the evaluator alone.
#include <string.h>

#include "cli/cli.h"
#include "cli/traces.h"
#include "report/report.h"
#include "run/input.h"

struct explain {
    struct cli *cli;
    struct mem *mem;
    struct input input;
    stored_trace_array traces;
    const struct stored_trace *stored;
    size_t property; // in the model, from 0
    formula formula;
    const struct property_case *violated; // the first case of a quantified invariant that is; NULL: none is known
};

// ---- Which trace, and which formula ---------------------------------------------------------------------------------

// Those that the file with the trace has been made with come before them.
static size_t given_formulas(const struct cli *cli)
{
    return cli->options->job.formulas.count - cli->stored_formulas;
}

static bool find_property(struct explain *x)
{
    const struct cli_options *o = x->cli->options;
    x->property = REPORT_NO_PROPERTY;
    if (o->job.properties.count + given_formulas(x->cli) > 1) {
        log_error(&x->cli->run.log, "explain takes one --property or one --formula at the most");
        return false;
    }
    if (o->job.properties.count)
        return input_find_property(&x->cli->run, &x->input, o->job.properties.at[0], &x->property);
    if (given_formulas(x->cli))
        x->property = model_property_count(x->input.model) - 1;
    return true;
}

// The trace that is said to refute the property, or else the first one.
static bool choose_trace(struct explain *x)
{
    bool any = x->property == REPORT_NO_PROPERTY;
    x->stored = NULL;
    for (size_t i = 0; i < x->traces.count && !x->stored; i++)
        if (any ? x->traces.at[i].property != REPORT_NO_PROPERTY : x->traces.at[i].property == x->property)
            x->stored = &x->traces.at[i];
    if (!x->stored)
        x->stored = &x->traces.at[0];
    if (any)
        x->property = x->stored->property;
    if (x->property != REPORT_NO_PROPERTY)
        return true;
    log_error(&x->cli->run.log,
              "the trace is not stored as a counterexample of a property; use --property or --formula");
    return false;
}

// Of an invariant of many components, what is violated is told, and not the conjunction of all cases.
static void choose_case(struct explain *x, const struct property *p)
{
    const struct trace *trace = &x->stored->trace;
    size_t length = trace_length(trace), asked = (size_t)x->cli->options->state;
    if (length == 0 || asked > length)
        return;
    x->violated = trace_find_case(trace, p, asked ? asked - 1 : length - 1, x->mem);
    if (x->violated)
        x->formula = x->violated->formula;
}

// An invariant is one of all states of the trace, unless one of them is asked for.
static bool choose_formula(struct explain *x)
{
    struct model *model = x->input.model;
    const struct property *p = model_property(model, x->property);
    x->formula = p->formula;
    if (p->formula == FORMULA_NONE || p->unsupported) {
        log_error(&x->cli->run.log, "property %zu has no formula that could be explained%s%s", x->property + 1,
                  p->unsupported ? ": " : "", p->unsupported ? p->unsupported : "");
        return false;
    }
    bool is_of_states = p->kind == PROPERTY_INVARIANT || p->kind == PROPERTY_RUNTIME_ERROR ||
                        p->kind == PROPERTY_DEADLOCK || p->kind == PROPERTY_COVER;
    if (p->kind == PROPERTY_COVER && model_formula(model, p->formula)->op != FORMULA_ATOM)
        x->formula = model_formula(model, p->formula)->args[0]; // a trace shows that it has no value somewhere
    choose_case(x, p);
    if (is_of_states && !x->cli->options->state)
        x->formula = model_formula_make(model, FORMULA_G, x->formula, FORMULA_NONE);
    return true;
}

static bool is_of_model(struct explain *x)
{
    struct str error = {0};
    size_t length = trace_length(&x->stored->trace);
    bool good = trace_replay(&x->stored->trace, x->mem, &error);
    if (!good)
        log_error(&x->cli->run.log, "the trace is not an execution of the model: %s", str_text(&error));
    else if ((uint64_t)x->cli->options->state > length) {
        log_error(&x->cli->run.log, "the trace has no state %lld; it has %zu states", (long long)x->cli->options->state,
                  length);
        good = false;
    }
    str_free(x->mem, &error);
    return good;
}

// ---- Output ---------------------------------------------------------------------------------------------------------

static enum status tell(struct explain *x)
{
    struct reasons reasons;
    struct str out = {0};
    size_t state = x->cli->options->state ? (size_t)x->cli->options->state - 1 : 0;
    reasons_open(&reasons, &x->stored->trace, x->formula, state, x->mem);
    enum truth truth = reasons.root->truth;
    const struct report_explanation explanation = {.path = x->cli->operands[0],
                                                   .of = model_property(x->input.model, x->property),
                                                   .index = x->property,
                                                   .is_of_file = !given_formulas(x->cli),
                                                   .violated_for = x->violated ? x->violated->text : NULL,
                                                   .trace = &x->stored->trace,
                                                   .state = state,
                                                   .reasons = &reasons};
    if (x->cli->options->json)
        report_json_explanation(&explanation, x->mem, &out);
    else
        report_text_explanation(&explanation, x->mem, &out);
    fputs(str_text(&out), x->cli->out);
    str_free(x->mem, &out);
    reasons_close(&reasons);
    return truth == TRUTH_TRUE ? STATUS_HOLDS : truth == TRUTH_FALSE ? STATUS_FAILS : STATUS_UNDECIDED;
}

enum status explain_run(struct cli *cli)
{
    struct explain x = {.cli = cli, .mem = &cli->run.mem};
    enum status status = STATUS_TROUBLE;
    if (!cli_expect_traces(cli))
        return STATUS_TROUBLE;
    const struct option_list *named = &cli->options->job.properties;
    size_t member = named->count ? cli_member_of(cli, named->at[0]) : 0;
    struct job job;
    if (cli_open_model_of_traces(cli, member, &job, &x.input) && find_property(&x) &&
        cli_read_traces(cli, &x.input, cli->operands[1], member, &x.traces) && choose_trace(&x) && choose_formula(&x) &&
        is_of_model(&x))
        status = tell(&x);
    cli_free_traces(cli, &x.traces);
    input_close(&cli->run, &x.input);
    return status;
}
