// Why properties fail on their counterexamples: reasons as a person reads them, and as data for the viewer, which marks
// the states and the values that they name.
#include <string.h>

#include "report/html_parts.h"
#include "report/html_text.h"
#include "trace/reason.h"

// The property in the model that the trace is of, which may be another one than that of the report: of a size of a
// family, or a part that was made for the trace. NULL: it is not there.
static const struct property *property_of(const struct report *r, const struct result *result)
{
    const struct property *p = model_property(r->model, result->property), *its;
    const struct model *model = result->trace.model;
    if (model == r->model)
        return p;
    if (result->property >= model_property_count(model))
        return NULL;
    its = model_property(model, result->property);
    return its->kind == p->kind && strcmp(its->text, p->text) == 0 ? its : NULL;
}

// An invariant is violated in the last state, by the elements that are its witness; else the trace as a whole is what
// refutes a formula.
static bool open_reasons(const struct report *r, const struct result *result, struct reasons *reasons, struct mem *mem)
{
    const struct trace *trace = &result->trace;
    if (result->verdict != VERDICT_FAILS || !result->has_trace || result->runtime_error)
        return false;
    const struct property *p = property_of(r, result);
    if (!p || p->formula == FORMULA_NONE || p->kind == PROPERTY_RUNTIME_ERROR || p->kind == PROPERTY_DEADLOCK ||
        p->kind == PROPERTY_COVER)
        return false;
    size_t state = p->kind == PROPERTY_INVARIANT ? trace_length(trace) - 1 : 0;
    const struct property_case *violated = trace_find_case(trace, p, state, mem);
    reasons_open(reasons, trace, violated ? violated->formula : p->formula, state, mem);
    if (reasons->root->truth == TRUTH_FALSE)
        return true;
    reasons_close(reasons); // the trace alone does not show it
    return false;
}

void html_add_why(const struct report *r, const struct result *result, struct mem *mem, struct str *out)
{
    struct reasons reasons;
    struct str text = {0};
    if (!open_reasons(r, result, &reasons, mem))
        return;
    report_text_reasons(&reasons, 0, mem, &text);
    str_add(mem, out, "<details class=\"why\" open><summary>Why it fails</summary>\n<pre>");
    html_add_text(mem, out, str_text(&text));
    str_add(mem, out, "</pre></details>\n");
    str_free(mem, &text);
    reasons_close(&reasons);
}

void html_add_why_data(const struct report *r, struct mem *mem, struct str *out)
{
    const char *before = "";
    str_add(mem, out, "{");
    for (size_t i = 0; i < r->result_count; i++) {
        struct reasons reasons;
        if (!open_reasons(r, &r->results[i], &reasons, mem))
            continue;
        str_add(mem, out, "%s\"%zu\": ", before, i);
        report_json_reasons(&reasons, 2, mem, out);
        reasons_close(&reasons);
        before = ",\n  ";
    }
    str_add(mem, out, "}");
}
