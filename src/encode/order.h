// A static variable order, computed from the model before anything is built: cells that occur together come together.
#ifndef COSET_ENCODE_ORDER_H
#define COSET_ENCODE_ORDER_H

#include "model/model.h"

// Fills `order` with all cells, from the top.
void order_compute(struct model *, cell_id *order, struct mem *);

#endif
