// Traces that commands read.
#include "cli/traces.h"

#include <stdlib.h>
#include <string.h>

#include "run/aiger/circuit_witness.h"

static bool is_json(const struct input_text *text)
{
    size_t at = 0;
    while (at < text->length && strchr(" \t\r\n", text->at[at]))
        at++;
    return at < text->length && (text->at[at] == '{' || text->at[at] == '[');
}

// One operand, which names no model of its own.
static void refuse_alone(struct cli *cli, const char *path)
{
    struct run *run = &cli->run;
    struct input_text text = {0};
    struct str name = {0};
    if (input_read_text(run, path, &text)) { // else that is shown
        input_add_quoted(run, &name, path);
        log_error(&run->log, "%s: %s %s (see: coset help %s)", cli->command->name, str_text(&name),
                  is_json(&text) ? "does not say what model its traces are of, so the model is to be named before it"
                                 : "is no file with traces, as check --json and simulate --json write it",
                  cli->command->name);
        str_free(&run->mem, &name);
    }
    input_free_text(run, &text);
}

bool cli_expect_traces(struct cli *cli)
{
    if (cli->operand_count == 2)
        return true;
    if (cli->operand_count == 1 && strcmp(cli->operands[0], "-") != 0)
        refuse_alone(cli, cli->operands[0]);
    else
        log_error(&cli->run.log,
                  "%s: expected a model and a file with traces, or such a file that names its model "
                  "(see: coset help %s)",
                  cli->command->name, cli->command->name);
    return false;
}

static bool read_witnesses(struct run *run, const struct input *input, const struct input_text *text,
                           stored_trace_array *traces, struct str *error)
{
    circuit_witness_array witnesses = {0};
    bool good = circuit_witness_read(input, text->at, text->length, &run->mem, &witnesses, error);
    for (size_t i = 0; i < witnesses.count; i++)
        array_push(&run->mem, traces, ((struct stored_trace){witnesses.at[i].property, witnesses.at[i].trace}));
    array_free(&run->mem, &witnesses);
    return good;
}

bool cli_open_model_of_traces(struct cli *cli, size_t member, struct job *job, struct input *input)
{
    *job = cli_job_of_member(cli, member);
    if (!input_open(&cli->run, job, cli->operands[0], input) || !input_check_values(&cli->run, input))
        return false;
    for (size_t i = 0; i < job->formulas.count; i++)
        if (!input_add_formula(&cli->run, input, job->formulas.at[i]))
            return false;
    return true;
}

static bool read_text(struct run *run, const struct input *input, const struct input_text *text, char *of_member,
                      stored_trace_array *traces, struct str *error)
{
    if (of_member)
        return report_read_traces(of_member, strlen(of_member), input->model, traces, &run->mem, error);
    if (circuit_witness_is_for(input) && !is_json(text))
        return read_witnesses(run, input, text, traces, error);
    return report_read_traces(text->at, text->length, input->model, traces, &run->mem, error);
}

bool cli_read_traces(struct cli *cli, const struct input *input, const char *path, size_t member,
                     stored_trace_array *traces)
{
    struct run *run = &cli->run;
    struct input_text text;
    struct str error = {0}, name = {0};
    if (!input_read_text(run, path, &text)) {
        input_free_text(run, &text);
        return false;
    }
    char *of_member = cli_text_of_member(cli, path, member);
    bool good = read_text(run, input, &text, of_member, traces, &error);
    input_add_quoted(run, &name, path);
    if (!good && !of_member && !is_json(&text) && !circuit_witness_is_for(input))
        log_error(&run->log,
                  "cannot read a trace from %s: it is not JSON, as check --json and simulate --json write it",
                  str_text(&name));
    else if (!good)
        log_error(&run->log, "cannot read a trace from %s: %s%s", str_text(&name), str_text(&error),
                  input->language != JOB_LANGUAGE_MURPHI ? "" : "; had the constants of the model other values (-D)?");
    else if (traces->count == 0) {
        log_error(&run->log, "there is no trace in %s", str_text(&name));
        good = false;
    }
    free(of_member);
    str_free(&run->mem, &name);
    str_free(&run->mem, &error);
    input_free_text(run, &text);
    return good;
}

void cli_free_traces(struct cli *cli, stored_trace_array *traces)
{
    for (size_t i = 0; i < traces->count; i++)
        trace_close(&traces->at[i].trace, &cli->run.mem);
    array_free(&cli->run.mem, traces);
    *traces = (stored_trace_array){0};
}
