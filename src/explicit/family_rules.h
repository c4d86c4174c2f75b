// A family of models as one model (explicit.h): states are those of the whole, and are kept, compared and permuted as
// such; but the steps of a state are made by the rules of the member that it belongs to, which were compiled from that
// member's own actions. What the whole says of a step has to ask for the size of the state again and again, and has no
// procedures.
//
// A member sees a state of the whole through a layout of its own, which has its cells where the whole has them. All
// that it does not know of (which elements are absent, say) stays as it is in a step.
#ifndef COSET_EXPLICIT_FAMILY_RULES_H
#define COSET_EXPLICIT_FAMILY_RULES_H

#include "base/arena.h"
#include "explicit/explicit.h"
#include "explicit/rules.h"

struct family_rules {
    const struct explicit_member *member;
    struct arena arena; // values of fields
    struct layout layout;
    struct evaluator *evaluator;
    ARRAY(struct watch) watches;
    ARRAY(uint32_t) numbers; // of these watches among those of the engine
    struct rules rules;
    bool is_made;
    bool is_done; // all its states have been looked at
};

// `whole` outlives it. False if the member's values cannot be told by those of the whole: then it is open all the same.
bool family_rules_open(struct family_rules *, const struct explicit_member *, const struct layout *whole, struct mem *);
void family_rules_close(struct family_rules *, struct mem *);

// Makes the rules, once all watches were added. False if that is over, or if not all actions can be compiled.
bool family_rules_make(struct family_rules *, const struct symmetry *, struct twins, bool (*is_over)(void *context),
                       void *context, struct mem *);

#endif
