// What `coset replay` says of stored traces. The evaluator judges, and nothing else has a part in it.
#include <string.h>

#include "base/json.h"
#include "report/report.h"

// The words for programs, and what follows "the trace of ... " for people; a reason comes behind the latter.
static const struct {
    const char *word, *text;
    bool is_accepted;
} judgements[] = {
    [REPORT_NO_EXECUTION] = {"not-an-execution", "is not an execution of the model", false},
    [REPORT_EXECUTION] = {"execution", "is an execution of the model", true},
    [REPORT_REFUTES] = {"refutes", "is an execution of the model and refutes the property", true},
    [REPORT_NOT_ALONE] = {"not-alone", "is an execution of the model; one trace alone cannot refute this property",
                          true},
    [REPORT_REFUTES_NOT] = {"does-not-refute", "is an execution of the model, but does not refute the property", false},
};

static enum report_judged judge(const struct model *model, struct report_judgement *j, struct mem *mem)
{
    if (!trace_replay(j->trace, mem, &j->why))
        return REPORT_NO_EXECUTION;
    if (j->property == REPORT_NO_PROPERTY)
        return REPORT_EXECUTION;
    const struct property *p = model_property(model, j->property);
    if (!trace_shows_failure(j->trace, p, mem, &j->why))
        return REPORT_REFUTES_NOT;
    return trace_refutes(j->trace, p, mem) ? REPORT_REFUTES : REPORT_NOT_ALONE;
}

void report_judge(struct report_judgement *j, const struct model *model, struct mem *mem)
{
    j->judged = judge(model, j, mem);
    j->is_accepted = judgements[j->judged].is_accepted;
}

void report_text_judgement(const struct report_judgement *j, struct mem *mem, struct str *out)
{
    size_t length = trace_length(j->trace);
    if (j->property != REPORT_NO_PROPERTY)
        str_add(mem, out, "property %zu: ", j->property + 1);
    str_add(mem, out, "the trace of %zu state%s%s %s", length, length == 1 ? "" : "s",
            j->trace->loop == TRACE_NO_LOOP ? "" : " with a loop", judgements[j->judged].text);
    if (!j->is_accepted)
        str_add(mem, out, ": %s", str_text(&j->why));
    str_add_char(mem, out, '\n');
}

static void add_number(const char *key, size_t number, size_t none, struct mem *mem, struct str *out)
{
    if (number == none)
        str_add(mem, out, "\"%s\": null, ", key);
    else
        str_add(mem, out, "\"%s\": %zu, ", key, number);
}

void report_json_judgement(const struct report_judgement *j, struct mem *mem, struct str *out)
{
    str_add_char(mem, out, '{');
    add_number("property", j->property == REPORT_NO_PROPERTY ? 0 : j->property + 1, 0, mem, out);
    add_number("states", trace_length(j->trace), SIZE_MAX, mem, out);
    add_number("loop", j->trace->loop, TRACE_NO_LOOP, mem, out);
    str_add(mem, out, "\"judgement\": \"%s\", \"reason\": ", judgements[j->judged].word);
    if (j->is_accepted)
        str_add(mem, out, "null");
    else
        json_add_string(mem, out, str_text(&j->why), j->why.count);
    str_add_char(mem, out, '}');
}
