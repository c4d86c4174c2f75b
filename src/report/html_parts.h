// Parts of a page that have files of their own. Each adds nothing where it has nothing to show.
#ifndef COSET_REPORT_HTML_PARTS_H
#define COSET_REPORT_HTML_PARTS_H

#include "report/report.h"

void html_add_sizes(const struct report *, struct mem *, struct str *out);
void html_add_source(const char *text, size_t length, struct mem *, struct str *out);
// Of one property, as text; of all, an object by the numbers of the results.
void html_add_why(const struct report *, const struct result *, struct mem *, struct str *out);
void html_add_why_data(const struct report *, struct mem *, struct str *out);

#endif
