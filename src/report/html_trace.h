// Traces for the viewer of a page, told by what changes, and what is the same for all traces of a model.
#ifndef COSET_REPORT_HTML_TRACE_H
#define COSET_REPORT_HTML_TRACE_H

#include "report/html_lanes.h"
#include "report/trace_view.h"

// An object: `first` has the values of the first state, in the order of names; `changes`, for each further state, pairs
// of the number of a name and its value. `inputs` is the number of states whose inputs matter. `actions` are the names
// of the actions, step by step, and `actors` the parts that each is about, as numbers of lanes.
void html_add_trace(const struct trace *, struct report_style, struct mem *, struct str *out);

// Members of an object: whether definitions are among the names; names, what each is (s for the state, i for an input,
// d for a definition), lanes, and the lane of each name.
void html_add_names(const struct model *, struct report_style, struct mem *, struct str *out);

#endif
