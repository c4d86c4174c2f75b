// A transition relation as a conjunction of parts that are never multiplied out: the image takes one cluster of parts
// after the other and quantifies each variable as soon as no later cluster mentions it (after Ranjan et al., "Efficient
// BDD algorithms for FSM synthesis and verification", IWLS 1995; seed 004, "Partitioned Transition Relations").
#ifndef COSET_CHECK_PARTITIONED_RELATION_H
#define COSET_CHECK_PARTITIONED_RELATION_H

#include "bdd/bdd.h"

struct partition;

// The conjunction of `parts`, functions over current bits, next bits and inputs. `updated` are the current bits of
// pairs that the step changes (all others stay as they are), `inputs` the variables that are gone after it. Parts are
// joined while the result stays below `cluster_nodes`. NULL when the engine gave up.
struct partition *partition_new(bdd_manager *, const bdd *parts, size_t count, const int *updated, size_t updated_count,
                                const int *inputs, size_t input_count, size_t cluster_nodes, struct mem *);
// The same relation with more parts, and more bits that are changed; what was simplified is not.
struct partition *partition_extend(const struct partition *, const bdd *parts, size_t count, const int *updated,
                                   size_t updated_count, size_t cluster_nodes);
void partition_free(struct partition *);

bdd partition_post(struct partition *, bdd set);
bdd partition_grow(struct partition *, bdd set); // the set, which does not speak of inputs, together with its image
bdd partition_pre(struct partition *, bdd set, bdd by);

// From now on pre-images need to be right only inside of `care`, a set of states that is not empty: the parts are
// simplified with it. False when the engine gave up; then all is as it was.
bool partition_simplify(struct partition *, bdd care);

// Where a step leads from a state of the one set to one of the other: a function over current bits and inputs.
bdd partition_between(struct partition *, bdd from, bdd to);

// The whole step as one relation without inputs, owned by the partition; NULL when it has several clusters.
bdd_relation *partition_relation(const struct partition *);

// The bits that a step may change, as a cube.
bdd partition_changes(const struct partition *);
// Adds the steps of another partition, if both are single relations, change the same bits but for some of a cube of
// current ones, `near`, and the result has fewer nodes than that, and not many more than the two apart; else nothing
// happens, and false is returned.
bool partition_absorb(struct partition **, const struct partition *other, bdd near, size_t most_nodes);

size_t partition_clusters(const struct partition *);
size_t partition_nodes(struct partition *);
size_t partition_simplified_nodes(struct partition *); // of what pre-images are made by

#endif
