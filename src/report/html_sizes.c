// The table of a family: a row for each size, with its states and the verdict of each property.
#include "report/html_parts.h"
#include "report/html_text.h"

#define MOST_ROWS 500

static bool is_in(const int64_t *sizes, size_t count, int64_t size)
{
    for (size_t i = 0; i < count; i++)
        if (sizes[i] == size)
            return true;
    return false;
}

static const char *verdict_in(const struct result *result, int64_t size)
{
    const struct result_sizes *s = result->sizes;
    if (result->verdict == VERDICT_ERROR)
        return "error";
    if (!s || is_in(s->undecided, s->undecided_count, size))
        return "undecided";
    return is_in(s->failing, s->failing_count, size) ? "fails" : "holds";
}

static void add_size(const struct report *r, int64_t size, struct mem *mem, struct str *out)
{
    const struct report_family *family = r->family;
    str_add(mem, out, "<tr><th scope=\"row\">");
    size_add_text(family->grid, size, mem, out);
    str_add(mem, out, "</th>");
    if (family->reachable) {
        const char *states = family->reachable[size - family->low];
        str_add(mem, out, "<td class=\"seconds\">");
        html_add_number(mem, out, states ? states : "");
        str_add(mem, out, "</td>");
    }
    for (size_t i = 0; i < r->result_count; i++) {
        const char *word = verdict_in(&r->results[i], size);
        const struct result_sizes *s = r->results[i].sizes;
        bool is_certified = s && is_in(s->certified, s->certified_count, size);
        str_add(mem, out, "<td><span class=\"in-size %s\">%s%s</span></td>", word, word,
                is_certified ? " (certified)" : "");
    }
    str_add(mem, out, "</tr>\n");
}

void html_add_sizes(const struct report *r, struct mem *mem, struct str *out)
{
    const struct report_family *family = r->family;
    if (!family || r->result_count == 0)
        return;
    str_add(mem, out,
            "<section aria-labelledby=\"sizes\">\n<h2 id=\"sizes\">Sizes</h2>\n<div class=\"wide tall\">"
            "<table class=\"sizes\">\n<thead><tr><th scope=\"col\">");
    html_add_text(mem, out, family->name);
    str_add(mem, out, "</th>%s", family->reachable ? "<th scope=\"col\">Reachable states</th>" : "");
    for (size_t i = 0; i < r->result_count; i++) {
        const struct property *p = model_property(r->model, r->results[i].property);
        str_add(mem, out, "<th scope=\"col\">%zu ", r->results[i].property + 1);
        html_add_trimmed(mem, out, p->name ? p->name : p->text);
        str_add(mem, out, "</th>");
    }
    str_add(mem, out, "</tr></thead>\n<tbody>\n");
    int64_t last = family->high - family->low < MOST_ROWS ? family->high : family->low + MOST_ROWS - 1;
    for (int64_t size = family->low; size <= last; size++)
        add_size(r, size, mem, out);
    str_add(mem, out, "</tbody>\n</table></div>\n");
    if (last < family->high)
        str_add(mem, out, "<p class=\"note\">The first %d sizes are shown.</p>\n", MOST_ROWS);
    str_add(mem, out, "</section>\n");
}
