// coset replay: judges stored traces, by the evaluator alone.
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "cli/shown_report.h"
#include "cli/traces.h"
#include "report/report.h"
#include "run/input.h"

struct replay {
    struct cli *cli;
    struct mem *mem;
    struct input input;
    stored_trace_array traces;
    size_t wanted; // the property that traces are to refute, or REPORT_NO_PROPERTY: what they say themselves
};

static bool find_wanted(struct replay *r)
{
    const struct option_list *list = &r->cli->options->job.properties;
    r->wanted = REPORT_NO_PROPERTY;
    if (list->count > 1) {
        log_error(&r->cli->run.log, "replay takes one --property at the most");
        return false;
    }
    return list->count == 0 || input_find_property(&r->cli->run, &r->input, list->at[0], &r->wanted);
}

static enum status judge_all(struct replay *r, bool is_first)
{
    enum status status = STATUS_HOLDS;
    bool json = r->cli->options->json;
    struct str out = {0};
    for (size_t i = 0; i < r->traces.count; i++) {
        const struct stored_trace *stored = &r->traces.at[i];
        size_t property = r->wanted != REPORT_NO_PROPERTY ? r->wanted : stored->property;
        struct report_judgement judgement = {.trace = &stored->trace, .property = property};
        report_judge(&judgement, r->input.model, r->mem);
        if (json)
            str_add(r->mem, &out, "%s\n    ", is_first && i == 0 ? "" : ",");
        (json ? report_json_judgement : report_text_judgement)(&judgement, r->mem, &out);
        if (!judgement.is_accepted)
            status = STATUS_FAILS;
        str_free(r->mem, &judgement.why);
    }
    cli_put(r->cli, &out);
    return status;
}

// Of a family, the traces of one size.
static enum status replay_member(struct replay *r, size_t member)
{
    struct cli *cli = r->cli;
    struct job job;
    enum status status = STATUS_TROUBLE;
    if (cli_open_model_of_traces(cli, member, &job, &r->input) && find_wanted(r) &&
        cli_read_traces(cli, &r->input, cli->operands[1], member, &r->traces)) {
        if (cli->options->json && member == 0) {
            struct str out = {0};
            str_add(r->mem, &out, "{\n  \"model\": ");
            json_add_string(r->mem, &out, cli->operands[0], strlen(cli->operands[0]));
            str_add(r->mem, &out, ",\n  \"traces\": [");
            cli_put(cli, &out);
        }
        status = judge_all(r, member == 0);
    }
    cli_free_traces(cli, &r->traces);
    input_close(&cli->run, &r->input);
    return status;
}

enum status replay_run(struct cli *cli)
{
    struct replay r = {.cli = cli, .mem = &cli->run.mem};
    enum status worst = STATUS_HOLDS;
    if (!cli_expect_traces(cli))
        return STATUS_TROUBLE;
    for (size_t i = 0; i < cli_member_count(cli); i++) {
        enum status status = replay_member(&r, i);
        if (status == STATUS_TROUBLE)
            return status;
        worst = status > worst ? status : worst;
    }
    if (cli->options->json)
        fprintf(cli->out, "]\n}\n");
    return worst;
}
