// Plots of searches as one picture (SVG): states and nodes of decision diagrams by iteration, a row for each search.
#ifndef COSET_REPORT_SEARCH_SVG_H
#define COSET_REPORT_SEARCH_SVG_H

#include "base/history.h"

struct search_svg {
    const struct history *history;
    const char *title;
    const char *const *properties; // by number: in words, as far as there are `count` of them
    size_t count;
    size_t limit; // rows; what is missing is told
};

// The same searches always give the same text: no times are in it.
void search_svg_add(const struct search_svg *, struct mem *, struct str *out);

#endif
