// Traces that commands read.
#include "cli/traces.h"

bool cli_read_traces(struct run *run, const struct input *input, const char *path, report_run_array *runs)
{
    struct input_text text;
    struct str error = {0}, name = {0};
    if (!input_read_text(run, path, &text)) {
        input_free_text(run, &text);
        return false;
    }
    bool good = report_read_runs(text.at, text.length, input->model, runs, &run->mem, &error);
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
