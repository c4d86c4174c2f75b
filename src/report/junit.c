// The result as JUnit's XML, which pipelines read: a test case for each property. One that fails is a failure, with its
// counterexample as the text; one that is undecided or wrong is an error, since nothing is known of it.
#include <string.h>

#include "report/html_text.h"
#include "report/trace_view.h"

static void add_attribute(struct mem *mem, struct str *out, const char *name, const char *text)
{
    str_add(mem, out, " %s=\"", name);
    html_add_trimmed(mem, out, text);
    str_add_char(mem, out, '"');
}

static void add_message(const struct report *r, const struct result *result, struct mem *mem, struct str *out)
{
    static const char *const words[] = {"holds", "fails", "undecided", "error"};
    struct str text = {0};
    const char *witness = view_witness(r->model, result, mem);
    if (result->sizes)
        report_text_sizes(result->sizes, mem, &text);
    else
        str_add(mem, &text, "%s", words[result->verdict]);
    if (result->verdict == VERDICT_FAILS && result->runtime_error)
        str_add(mem, &text, ": %s", result->runtime_error);
    if (witness)
        str_add(mem, &text, ": violated for %s", witness);
    if (result->verdict >= VERDICT_UNDECIDED && result->cause.code) {
        str_add(mem, &text, ": ");
        cause_add_words(result->cause, mem, &text);
    }
    add_attribute(mem, out, "message", str_text(&text));
    str_free(mem, &text);
}

static void add_case(const struct report *r, const struct result *result, struct mem *mem, struct str *out)
{
    const struct property *p = model_property(r->model, result->property);
    struct report_style style = r->style;
    str_add(mem, out, "  <testcase");
    add_attribute(mem, out, "name", p->name ? p->name : p->text);
    add_attribute(mem, out, "classname", r->model_name);
    str_add(mem, out, " time=\"%.3f\"", result->seconds);
    if (result->verdict == VERDICT_HOLDS && result->missed > 0) {
        str_add(mem, out, ">\n    <system-out>holds (with probability 1 - %.1e)</system-out>\n  </testcase>\n",
                result->missed);
        return;
    }
    if (result->verdict == VERDICT_HOLDS) {
        str_add(mem, out, "/>\n");
        return;
    }
    const char *element = result->verdict == VERDICT_FAILS ? "failure" : "error";
    str_add(mem, out, ">\n    <%s", element);
    add_attribute(mem, out, "type", report_kind(p->kind));
    add_message(r, result, mem, out);
    struct str text = {0};
    style.color = false;
    report_text_result(r->model, result, style, mem, &text);
    str_add_char(mem, out, '>');
    html_add_text(mem, out, str_text(&text));
    str_add(mem, out, "</%s>\n  </testcase>\n", element);
    str_free(mem, &text);
}

void report_junit(const struct report *r, struct mem *mem, struct str *out)
{
    size_t failures = 0, errors = 0;
    for (size_t i = 0; i < r->result_count; i++) {
        failures += r->results[i].verdict == VERDICT_FAILS;
        errors += r->results[i].verdict >= VERDICT_UNDECIDED;
    }
    str_add(mem, out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite");
    add_attribute(mem, out, "name", r->model_name);
    str_add(mem, out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" time=\"%.3f\">\n", r->result_count,
            failures, errors, r->seconds);
    for (size_t i = 0; i < r->result_count; i++)
        add_case(r, &r->results[i], mem, out);
    str_add(mem, out, "</testsuite>\n");
}
