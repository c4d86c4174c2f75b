// coset replay: judges stored traces, by the evaluator alone.
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
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

// ---- Judging --------------------------------------------------------------------------------------------------------

enum judgement { NO_RUN, A_RUN, REFUTES, NOT_ALONE, DOES_NOT_REFUTE };

// The words for programs, and what follows "the trace of ... " for people; a reason comes behind the latter.
static const struct {
    const char *word, *text;
    bool is_accepted;
} judgements[] = {
    [NO_RUN] = {"not-an-execution", "is not an execution of the model", false},
    [A_RUN] = {"execution", "is an execution of the model", true},
    [REFUTES] = {"refutes", "is an execution of the model and refutes the property", true},
    [NOT_ALONE] = {"not-alone", "is an execution of the model; one trace alone cannot refute this property", true},
    [DOES_NOT_REFUTE] = {"does-not-refute", "is an execution of the model, but does not refute the property", false},
};

static size_t property_of(const struct replay *r, const struct stored_trace *stored)
{
    return r->wanted != REPORT_NO_PROPERTY ? r->wanted : stored->property;
}

// Where the judgement is bad, the reason is the error.
static enum judgement judge(struct replay *r, const struct stored_trace *stored, struct str *error)
{
    size_t property = property_of(r, stored);
    if (!trace_replay(&stored->trace, r->mem, error))
        return NO_RUN;
    if (property == REPORT_NO_PROPERTY)
        return A_RUN;
    const struct property *p = model_property(r->input.model, property);
    if (!trace_shows_failure(&stored->trace, p, r->mem, error))
        return DOES_NOT_REFUTE;
    return trace_refutes(&stored->trace, p, r->mem) ? REFUTES : NOT_ALONE;
}

// ---- Telling --------------------------------------------------------------------------------------------------------

static void add_text(struct replay *r, const struct stored_trace *stored, enum judgement j, const char *error)
{
    size_t length = trace_length(&stored->trace), property = property_of(r, stored);
    if (property != REPORT_NO_PROPERTY)
        fprintf(r->cli->out, "property %zu: ", property + 1);
    fprintf(r->cli->out, "the trace of %zu state%s%s %s%s%s\n", length, length == 1 ? "" : "s",
            stored->trace.loop == TRACE_NO_LOOP ? "" : " with a loop", judgements[j].text,
            judgements[j].is_accepted ? "" : ": ", judgements[j].is_accepted ? "" : error);
}

static void add_string(struct replay *r, const char *key, const char *text)
{
    struct str out = {0};
    json_add_string(r->mem, &out, text, strlen(text));
    fprintf(r->cli->out, "\"%s\": %s", key, str_text(&out));
    str_free(r->mem, &out);
}

static void add_number(struct replay *r, const char *key, size_t number, size_t none)
{
    if (number == none)
        fprintf(r->cli->out, "\"%s\": null, ", key);
    else
        fprintf(r->cli->out, "\"%s\": %zu, ", key, number);
}

static void add_json(struct replay *r, const struct stored_trace *stored, enum judgement j, const char *error)
{
    size_t property = property_of(r, stored);
    fprintf(r->cli->out, "\n    {");
    add_number(r, "property", property == REPORT_NO_PROPERTY ? 0 : property + 1, 0);
    add_number(r, "states", trace_length(&stored->trace), SIZE_MAX);
    add_number(r, "loop", stored->trace.loop, TRACE_NO_LOOP);
    add_string(r, "judgement", judgements[j].word);
    fprintf(r->cli->out, ", ");
    if (judgements[j].is_accepted)
        fprintf(r->cli->out, "\"reason\": null");
    else
        add_string(r, "reason", error);
    fprintf(r->cli->out, "}");
}

static enum status judge_all(struct replay *r, bool is_first)
{
    enum status status = STATUS_HOLDS;
    bool json = r->cli->options->json;
    for (size_t i = 0; i < r->traces.count; i++) {
        struct str error = {0};
        enum judgement j = judge(r, &r->traces.at[i], &error);
        if (json && !(is_first && i == 0))
            fprintf(r->cli->out, ",");
        (json ? add_json : add_text)(r, &r->traces.at[i], j, str_text(&error));
        if (!judgements[j].is_accepted)
            status = STATUS_FAILS;
        str_free(r->mem, &error);
    }
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
            fprintf(cli->out, "{\n  ");
            add_string(r, "model", cli->operands[0]);
            fprintf(cli->out, ",\n  \"traces\": [");
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
