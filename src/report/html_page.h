// A page as it is written.
#ifndef COSET_REPORT_HTML_PAGE_H
#define COSET_REPORT_HTML_PAGE_H

#include "report/html_text.h"
#include "report/report.h"

struct page {
    const struct report_html *html;
    const struct report *report;
    struct mem *mem;
    struct str *out;
};

static inline void page_add(struct page *p, const char *markup)
{
    str_add(p->mem, p->out, "%s", markup);
}

static inline void page_add_text(struct page *p, const char *text)
{
    html_add_text(p->mem, p->out, text);
}

// Sections, html_verdicts.c.
void page_add_verdicts(struct page *);
void page_add_counterexamples(struct page *);

#endif
