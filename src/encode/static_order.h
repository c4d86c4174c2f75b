// A static variable order, computed from the model before anything is built: cells that occur together come together.
#ifndef COSET_ENCODE_STATIC_ORDER_H
#define COSET_ENCODE_STATIC_ORDER_H

#include "model/model.h"

// Fills `order` with all cells, from the top. `stop` is asked now and then, unless it is NULL; when it says true, false
// is returned, and the order has all cells in the best way that was found by then.
bool order_compute(struct model *, cell_id *order, bool (*stop)(void *context), void *context, struct mem *);

#endif
