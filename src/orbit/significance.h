// In which order the cells of a component are best compared. What other components look at decides what may happen, so
// it comes first: components that the others do not tell apart then stand together, and a set of sorted states takes
// fewer nodes. (Of a cache protocol that is the directory's view of a client before the requests which the client
// sends; four times fewer nodes, in a simple case.)
#ifndef COSET_ORBIT_SIGNIFICANCE_H
#define COSET_ORBIT_SIGNIFICANCE_H

#include "model/model.h"

// By cell: in how many steps of others the cell of a component occurs, as far as a sample of the steps tells.
// model_cell_count numbers from `mem`, and one more.
uint64_t *significance_count(const struct model *, struct mem *);

#endif
