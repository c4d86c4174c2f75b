// Which variables of a model belong to one of several identical parts, so that a trace can be shown with a lane
// for each part. Where the model has classes of components, these are the parts. Else names tell: in `a.state` and
// `b.state` the parts are a and b, in `mood[1]` and `mood[2]` they are 1 and 2.
#ifndef COSET_REPORT_HTML_LANES_H
#define COSET_REPORT_HTML_LANES_H

#include "base/array.h"
#include "base/str.h"
#include "model/model.h"

#define LANE_NONE UINT32_MAX

struct lanes {
    const struct model *model;
    struct mem *mem;
    ARRAY(char *) titles;
    uint32_t *of_cell;          // LANE_NONE: of no part
    ARRAY(uint32_t) first_of;   // by class: its first element in `of_element`
    ARRAY(uint32_t) of_element; // LANE_NONE: it has no cells
};

void lanes_open(struct lanes *, const struct model *, struct mem *);
void lanes_close(struct lanes *);
uint32_t lanes_of_site(const struct lanes *, struct site); // LANE_NONE if it has none

#endif
