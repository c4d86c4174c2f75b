// The order of the group that a property was decided with, as a text of its method.
#ifndef COSET_RUN_GROUP_ORDER_H
#define COSET_RUN_GROUP_ORDER_H

#include "group/generator.h"
#include "group/symmetry.h"
#include "reduce/counter/counter.h"
#include "trace/method.h"

void group_order_note_classes(struct method *, const struct symmetry *);
void group_order_note_counters(struct method *, const struct counter_reduction *);
// Of what they generate; where too many points are moved to tell, nothing is noted.
void group_order_note_generators(struct method *, const generator_array *, struct mem *);

#endif
