// Traces that commands read.
#include "cli/traces.h"

#include <string.h>

#include "run/aiger/circuit_witness.h"

static bool is_json(const struct input_text *text)
{
    size_t at = 0;
    while (at < text->length && strchr(" \t\r\n", text->at[at]))
        at++;
    return at < text->length && (text->at[at] == '{' || text->at[at] == '[');
}

static bool read_witnesses(struct run *run, const struct input *input, const struct input_text *text,
                           report_run_array *runs, struct str *error)
{
    circuit_witness_array witnesses = {0};
    bool good = circuit_witness_read(input, text->at, text->length, &run->mem, &witnesses, error);
    for (size_t i = 0; i < witnesses.count; i++)
        array_push(&run->mem, runs, ((struct report_run){witnesses.at[i].property, witnesses.at[i].trace}));
    array_free(&run->mem, &witnesses);
    return good;
}

bool cli_read_traces(struct run *run, const struct input *input, const char *path, report_run_array *runs)
{
    struct input_text text;
    struct str error = {0}, name = {0};
    if (!input_read_text(run, path, &text)) {
        input_free_text(run, &text);
        return false;
    }
    bool good = circuit_witness_is_for(input) && !is_json(&text)
                    ? read_witnesses(run, input, &text, runs, &error)
                    : report_read_runs(text.at, text.length, input->model, runs, &run->mem, &error);
    input_add_quoted(run, &name, path);
    if (!good)
        log_error(&run->log, "cannot read a trace from %s: %s%s", str_text(&name), str_text(&error),
                  input->language != JOB_LANGUAGE_MURPHI ? "" : "; had the constants of the model other values (-D)?");
    else if (runs->count == 0) {
        log_error(&run->log, "there is no trace in %s", str_text(&name));
        good = false;
    }
    str_free(&run->mem, &name);
    str_free(&run->mem, &error);
    input_free_text(run, &text);
    return good;
}
