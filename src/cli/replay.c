// coset replay: judges runs that were stored, by the evaluator alone.
#include <string.h>

#include "base/utf8.h"
#include "cli/input.h"
#include "report/report.h"

struct replay {
    struct cli *cli;
    struct mem *mem;
    struct input input;
    struct input_text text;
    report_run_array runs;
    size_t wanted; // the property that runs are to refute, or REPORT_NO_PROPERTY: what they say themselves
};

static bool read_runs(struct replay *r)
{
    const char *path = r->cli->operands[1];
    struct str error = {0}, name = {0};
    if (!input_read_text(r->cli, path, &r->text))
        return false;
    input_add_quoted(r->cli, &name, path);
    bool good = report_read_runs(r->text.at, r->text.length, r->input.model, &r->runs, r->mem, &error);
    if (!good)
        log_error(&r->cli->log, "cannot read a run from %s: %s", str_text(&name), str_text(&error));
    else if (r->runs.count == 0) {
        log_error(&r->cli->log, "there is no run in %s", str_text(&name));
        good = false;
    }
    str_free(r->mem, &name);
    str_free(r->mem, &error);
    return good;
}

static bool find_wanted(struct replay *r)
{
    const struct option_list *list = &r->cli->options.properties;
    r->wanted = REPORT_NO_PROPERTY;
    if (list->count > 1) {
        log_error(&r->cli->log, "replay takes one --property at the most");
        return false;
    }
    return list->count == 0 || input_find_property(r->cli, &r->input, list->at[0], &r->wanted);
}

// ---- Judging --------------------------------------------------------------------------------------------------------

static void add_run(struct replay *r, const struct report_run *run, size_t property, struct str *out)
{
    size_t length = trace_length(&run->trace);
    if (property != REPORT_NO_PROPERTY)
        str_add(r->mem, out, "property %zu: ", property + 1);
    str_add(r->mem, out, "the run of %zu state%s%s ", length, length == 1 ? "" : "s",
            run->trace.loop == TRACE_NO_LOOP ? "" : " with a loop");
}

static bool judge(struct replay *r, const struct report_run *run)
{
    struct str out = {0}, error = {0};
    size_t property = r->wanted != REPORT_NO_PROPERTY ? r->wanted : run->property;
    bool good = trace_replay(&run->trace, r->mem, &error);
    add_run(r, run, property, &out);
    if (!good)
        str_add(r->mem, &out, "is not one of the model's: %s", str_text(&error));
    else if (property == REPORT_NO_PROPERTY)
        str_add(r->mem, &out, "is one of the model's");
    else {
        const struct property *p = model_property(r->input.model, property);
        good = trace_shows_failure(&run->trace, p, r->mem, &error);
        if (good && trace_refutes(&run->trace, p, r->mem))
            str_add(r->mem, &out, "is one of the model's and shows that the property fails");
        else if (good)
            str_add(r->mem, &out, "is one of the model's; one run alone cannot show that this property fails");
        else
            str_add(r->mem, &out, "is one of the model's, but does not show that the property fails: %s",
                    str_text(&error));
    }
    fprintf(r->cli->out, "%s\n", str_text(&out));
    str_free(r->mem, &error);
    str_free(r->mem, &out);
    return good;
}

static enum status judge_all(struct replay *r)
{
    enum status status = STATUS_HOLDS;
    for (size_t i = 0; i < r->runs.count; i++)
        if (!judge(r, &r->runs.at[i]))
            status = STATUS_FAILS;
    return status;
}

enum status replay_run(struct cli *cli)
{
    struct replay r = {.cli = cli, .mem = &cli->mem};
    enum status status = STATUS_TROUBLE;
    if (cli->operand_count != 2) {
        log_error(&cli->log, "replay wants a model and a file with runs (see: coset help replay)");
        return STATUS_TROUBLE;
    }
    if (input_open(cli, cli->operands[0], &r.input) && input_check_values(cli, &r.input) && find_wanted(&r) &&
        read_runs(&r))
        status = judge_all(&r);
    for (size_t i = 0; i < r.runs.count; i++)
        trace_close(&r.runs.at[i].trace, r.mem);
    array_free(r.mem, &r.runs);
    input_free_text(cli, &r.text);
    input_close(cli, &r.input);
    return status;
}
