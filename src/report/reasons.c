// Reasons for people, and for programs.
#include <string.h>

#include "base/json.h"
#include "report/trace_view.h"

static const char *word(enum truth truth)
{
    return truth == TRUTH_TRUE ? "true" : truth == TRUTH_FALSE ? "false" : "unknown";
}

// ---- Text -----------------------------------------------------------------------------------------------------------

static void add_text(const struct reason *reason, unsigned indent, struct mem *mem, struct str *out)
{
    for (; reason; reason = reason->next) {
        str_add(mem, out, "%*sstate %zu%s: ", (int)indent, "", reason->state + 1,
                reason->is_again ? ", around the loop" : "");
        view_add_text(reason->text, mem, out);
        str_add(mem, out, " is %s", word(reason->truth));
        if (reason->because) {
            str_add(mem, out, ": ");
            view_add_text(reason->because, mem, out);
        }
        str_add_char(mem, out, '\n');
        add_text(reason->parts, indent + 2, mem, out);
    }
}

void report_text_reasons(const struct reasons *reasons, unsigned indent, struct mem *mem, struct str *out)
{
    if (reasons->remark) {
        str_add(mem, out, "%*s", (int)indent, "");
        view_add_text(reasons->remark, mem, out);
        str_add_char(mem, out, '\n');
    }
    add_text(reasons->root, indent, mem, out);
    if (reasons->is_cut)
        str_add(mem, out, "%*sthere is more; --state and --formula ask for a part of it\n", (int)indent, "");
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

static void add_string(struct mem *mem, struct str *out, const char *text)
{
    if (text)
        json_add_string(mem, out, text, strlen(text));
    else
        str_add(mem, out, "null");
}

static void add_json(const struct reason *reason, unsigned indent, struct mem *mem, struct str *out)
{
    str_add(mem, out, "{\"formula\": ");
    add_string(mem, out, reason->text);
    str_add(mem, out, ", \"state\": %zu, \"again\": %s, \"truth\": \"%s\", \"because\": ", reason->state,
            reason->is_again ? "true" : "false", word(reason->truth));
    add_string(mem, out, reason->because);
    str_add(mem, out, ", \"parts\": [");
    for (const struct reason *part = reason->parts; part; part = part->next) {
        str_add(mem, out, "\n%*s", (int)indent + 2, "");
        add_json(part, indent + 2, mem, out);
        str_add(mem, out, part->next ? "," : "");
    }
    str_add(mem, out, "]}");
}

void report_json_reasons(const struct reasons *reasons, unsigned indent, struct mem *mem, struct str *out)
{
    str_add(mem, out, "{\"remark\": ");
    add_string(mem, out, reasons->remark);
    str_add(mem, out, ", \"complete\": %s, \"reason\":\n%*s", reasons->is_cut ? "false" : "true", (int)indent + 2, "");
    add_json(reasons->root, indent + 2, mem, out);
    str_add_char(mem, out, '}');
}

// ---- With what they are about ---------------------------------------------------------------------------------------

void report_text_explanation(const struct report_explanation *e, struct mem *mem, struct str *out)
{
    if (e->is_of_file)
        str_add(mem, out, "property %zu: ", e->index + 1);
    if (e->of->name) {
        view_add_text(e->of->name, mem, out);
        str_add(mem, out, ": ");
    }
    view_add_text(e->of->text, mem, out);
    str_add(mem, out, "\non a ");
    struct evaluator *ev = evaluator_new(e->trace->model, mem);
    report_text_length(e->trace, "trace", trace_ends(e->trace, ev), mem, out);
    evaluator_free(ev);
    str_add_char(mem, out, '\n');
    if (e->violated_for) {
        str_add(mem, out, "violated for ");
        view_add_text(e->violated_for, mem, out);
        str_add_char(mem, out, '\n');
    }
    report_text_reasons(e->reasons, 0, mem, out);
}

void report_json_explanation(const struct report_explanation *e, struct mem *mem, struct str *out)
{
    str_add(mem, out, "{\n  \"model\": ");
    add_string(mem, out, e->path);
    str_add(mem, out, ",\n  \"property\": {\"index\": %zu, \"name\": ", e->index + 1);
    add_string(mem, out, e->of->name);
    str_add(mem, out, ", \"kind\": \"%s\", \"formula\": ", report_kind(e->of->kind));
    add_string(mem, out, e->of->text);
    str_add(mem, out, "},\n  \"violated_for\": ");
    add_string(mem, out, e->violated_for);
    str_add(mem, out, ",\n  \"state\": %zu,\n  \"explanation\": ", e->state);
    report_json_reasons(e->reasons, 2, mem, out);
    str_add(mem, out, "\n}\n");
}
