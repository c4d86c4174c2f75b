// A proof for every size by counters while it is made: counter_proof.c searches, counter_needs.c reads the text.
#ifndef COSET_RUN_EVERY_SIZE_COUNTER_PROOF_PARTS_H
#define COSET_RUN_EVERY_SIZE_COUNTER_PROOF_PARTS_H

#include "murphi/size_fragment.h"
#include "run/every_size/counter_proof.h"

struct counter_proof {
    struct run *run;
    struct mem *mem;
    struct arena *arena;
    struct size_proof_setup setup;
    struct counter_goal *goals;
    struct size_need *needs; // by goal: what its condition needs
    size_t count;
    struct size_classes classes; // of the example
    const char *names[SIZE_MOST_CLASSES];
    uint64_t least; // size of a class of the example
    // Elements that are needed to see a step, an error, that no rule is enabled; and for start states.
    uint32_t for_steps, for_errors, for_disabled, for_starts;
    struct size_refusal errors, disabled; // why no number is enough
    value threshold;
};

// A refusal in words that last as long as the proof.
struct cause counter_proof_explain(struct counter_proof *, const struct size_refusal *);
// Elements that rules need; why there is no number for them.
struct cause counter_proof_find_needs(struct counter_proof *);
// Classes that grow; why there are none.
struct cause counter_proof_find_classes(struct counter_proof *);
// The invariant that a goal stands for; NULL if there is none.
const struct murphi_rule *counter_proof_rule_of(const struct murphi_tree *, goal_id);
enum property_kind counter_proof_kind_of(const struct counter_proof *, size_t goal);
// Whether something can go wrong in a condition itself.
bool counter_proof_has_runtime_error(const struct model *, goal_id);
// What does not hold yet, and has no reason, has this one.
void counter_proof_refuse_all(struct counter_proof *, struct cause why);
// How many elements a property needs besides those of steps; false if it is none that is proved like this.
bool counter_proof_property_need(struct counter_proof *, struct counter_goal *, uint32_t *need);

static inline uint32_t counter_proof_more(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

#endif
