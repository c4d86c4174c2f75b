// The transition relation of a system: a disjunction of partitions, in groups. Each branch is a group of its own, made
// at once; or a group has all branches of one component, and is made when it is asked for ("buildTransRel" of Appold's
// Listing 5), so that few need to be there at a time.
#ifndef COSET_CHECK_RELATIONS_H
#define COSET_CHECK_RELATIONS_H

#include "check/abstraction.h"
#include "check/partitioned_relation.h"
#include "check/split.h"

// More state bits that run beside a system: a relation between them, present states and inputs that every step obeys,
// and conditions that are to hold infinitely often. They are not part of the model.
struct system_extension {
    const int *bits; // current copies
    size_t bit_count;
    const bdd *parts;
    size_t part_count;
    const bdd *justice;
    size_t justice_count;
    const bdd *compassion; // pairs, one after the other
    size_t compassion_count;
};

struct relation_group {
    size_t first, branch_count; // in `order`
    struct partition **at;      // as many as branches at the most; NULL if they are not made
    size_t count;
    size_t clusters, nodes; // when it was made last
};

struct relations {
    struct encoding *encoding;
    struct model *model;
    bdd_manager *m;
    struct mem *mem;

    struct relation_group *groups;
    size_t count;
    size_t branch_count;
    size_t held_nodes; // of the groups that are made
    bool is_total;     // it is known that from every legal state a step leads somewhere (totality.h)
    size_t total_tries;

    // By components only.
    bool by_components;
    struct steps_part *parts; // by group; a product has those of its base
    branch_list branches;
    size_t *order; // of branches, by the components that make the steps

    struct relations *base; // of a product with further bits; NULL if this is none
    ARRAY(int) bits;
    bdd *more; // parts of the product, kept alive
    size_t more_count;
};

// False when the engine gave up. To be closed in any case.
bool relations_open(struct relations *, struct encoding *, bool by_components, struct mem *);
// The same with more bits. The base must live longer.
bool relations_extend(struct relations *, struct relations *base, const struct system_extension *);
void relations_close(struct relations *);

// A group, made if need be; NULL when the engine gave up.
const struct relation_group *relations_enter(struct relations *, size_t group);
// A group that was made when asked for may be dropped: it is not asked for again soon.
void relations_leave(struct relations *, size_t group);

#endif
