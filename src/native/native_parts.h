// What the files of the room share: the code of a whole tree, the state it works on, and the watches.
#ifndef COSET_NATIVE_NATIVE_PARTS_H
#define COSET_NATIVE_NATIVE_PARTS_H

#include "native/native.h"
#include "native/tree_code.h"

#define NO_CLASS UINT32_MAX

// One of the binders around a rule, the outermost first.
struct native_level {
    enum murphi_binder_kind kind;
    const struct murphi_binder *binder;
    uint32_t offset;          // in the frame
    int64_t low, step;        // of ranges and of types but unions
    uint64_t count;           // of values; of places of a multiset
    const int64_t *values;    // of a union
    const struct code *place; // of a multiset; of an alias, what it stands for
    uint32_t width;           // of a place of the multiset
    uint32_t class;           // of the values, or NO_CLASS
    int64_t class_low;        // its first element
    // Conjuncts of the guard that are known here already.
    const struct code *const *conditions;
    uint32_t condition_count;
    // While instances are made.
    uint64_t position;
    int64_t multiset;
    bool is_set;      // it has a value
    uint32_t element; // of all classes
};

// A rule, a start state, or a condition.
struct native_rule {
    const struct murphi_rule *rule;
    struct native_level *levels;
    uint32_t level_count;
    const struct code *const *conditions; // conjuncts that no binder is needed for
    uint32_t condition_count;
    const struct code *guard; // what is left of it; NULL: nothing
    const struct code *body;  // NULL: a condition
    const int64_t *frame;
    uint32_t size, kept;     // of the frame; and of what binders are in, which are not set anew for an instance
    uint32_t level;          // while instances are made
    size_t place;            // of the frame
    uint64_t enabled, fired; // instances, while coverage is counted
};

struct native_watch {
    size_t property;
    enum { WATCH_INVARIANT, WATCH_COVER, WATCH_STATEMENT, WATCH_ERRORS, WATCH_DEADLOCK } kind;
    struct native_rule *rule;      // of an invariant or a cover
    struct native_rule **variants; // by vacuity of the property
    size_t variant_count;
    uint32_t cover; // the number of a statement
    bool is_dropped, errors_are_dropped;
};

// How a slot of the state is packed.
struct slot_code {
    uint32_t word;
    uint8_t shift;
    uint64_t mask, largest; // code
    uint64_t none;          // the code for undefined; UINT64_MAX if it always has a value
    int64_t low;            // the least value; of code 0, if there are no tables
    uint64_t spread;        // the largest one is so far from it
    const int64_t *values;  // by code; NULL: there are no tables
    const uint32_t *codes;  // by value, from the least one on; UINT32_MAX where there is none
};

// A multiset of the state.
struct native_pool {
    uint32_t first, width, places;
    uint32_t outer; // the multiset it is inside of, from 1 on; 0: none
    bool is_changed;
};

struct native {
    struct explicit_steps steps;
    struct mem *mem;
    struct arena arena;
    const struct murphi_tree *tree;
    const struct model *model;
    enum murphi_deadlock deadlock;
    bool vacuity;
    uint32_t *widths, *var_slots;
    uint32_t state_slots;
    const struct murphi_type **slot_types;
    ARRAY(struct native_pool) pools; // those inside of others behind these
    uint32_t *pool_of;               // by slot: the innermost, from 1 on; 0: none
    ARRAY(struct native_rule *) rules;
    ARRAY(struct native_rule *) starts;
    ARRAY(struct native_rule *) assumptions;
    ARRAY(struct native_rule *) fairness; // of which only what goes wrong in them matters
    ARRAY(struct native_watch) watches;
    bool *is_known; // by property
    size_t property_count;
    bool has_priorities;
    size_t cover_count;
    struct runner runner;
    size_t kept_changes; // of those before, nothing is undone
    struct arena codes_arena;
    struct slot_code *codes; // by slot, when there is a layout
    const struct layout *layout;
    const struct symmetry *symmetry;
    int64_t *initial; // the slots before a start state
    bool is_beyond;
    const struct explicit_look *look; // at the state at hand; NULL: there is none
    uint64_t visited;                 // instances
    bool is_stopped;                  // nobody waits for the rest of the state
    bool *taken;                      // by number of a value, while coverage is counted: a state has it
    size_t taken_count;
    struct native_compiled *compiled; // NULL: nobody wants it
    struct murphi_lower_options options;
    struct native *original; // whose copy for another thread this is; NULL: it is none
};

// ---- native_rules.c -------------------------------------------------------------------------------------------------

// Compiles a rule or a condition with all that stands around it. The guard of a rule decides whether there is an
// instance, and parts of it may be looked at early. NULL if there is no instance.
struct native_rule *native_rule_new(struct native *, struct tree_compiler *, const struct murphi_rule *);
// The second condition of a compassion.
struct native_rule *native_second_new(struct native *, struct tree_compiler *, const struct murphi_rule *);

// ---- native_instances.c ---------------------------------------------------------------------------------------------

// Calls `visit` for each instance for which the early conditions hold, until it says false. What escapes from it, or
// from what stands around the rule, is told to `escaped`, which says whether to go on.
struct instances {
    bool (*visit)(struct native *, struct native_rule *, void *context);
    bool (*escaped)(struct native *, struct native_rule *, enum native_escape, void *context);
    void *context;
    const struct twins *twins; // NULL: there are none
};
void native_each_instance(struct native *, struct native_rule *, const struct instances *);
void native_undo(struct native *);                                            // what was changed since the last time
void native_where(struct native *, const struct native_rule *, struct str *); // the instance at hand, in words

// ---- native_compiled.c ----------------------------------------------------------------------------------------------

// Whether rules as C are there; compiling is begun and ended here.
bool native_compiled_is_ready(struct native *);
// A body was run, and multisets are in order; false: it is of no use to go on.
typedef bool native_step_made(struct native *, const struct native_rule *, void *context);
// As native_each_instance, with the number of a rule, or of a watch that has one. `visit` is not called.
void native_compiled_rule(struct native *, size_t rule, native_step_made *, const struct instances *);
void native_compiled_condition(struct native *, size_t watch, bool all, const struct instances *, bool *is_true,
                               bool *is_false);
const struct canonical_code *native_compiled_canonical(void *context); // NULL: there is none
void native_compiled_close(struct native *);
void native_compiled_borrow(struct native *); // those of the original, if they are there

// ---- native_state.c -------------------------------------------------------------------------------------------------

void native_state_open(struct native *); // the state as such
void native_state_close(struct native *);
bool native_codes_open(struct native *, const struct layout *); // how it is packed; false if it cannot be
void native_load(struct native *, const uint64_t *state);
// Brings multisets into order that were changed.
void native_tidy(struct native *);
uint32_t native_pool_scratch(const struct native_pool *); // slots that this takes behind the top
// Writes the slots that were changed into a packed state. False if one has a value that has no code.
bool native_store_changes(struct native *, uint64_t *state);
bool native_store_all(struct native *, uint64_t *state);

// ---- native_step.c --------------------------------------------------------------------------------------------------

bool native_initial(void *context, bool (*receive)(void *to, const uint64_t *state), void *to);
bool native_apply(void *context, const uint64_t *state, struct explicit_look *, struct batch *);
// The steps alone, all of them and by the interpreter; rules count them.
bool native_make_steps(struct native *, const uint64_t *state, struct explicit_look *, struct batch *);
void native_describe(void *context, const uint64_t *state, size_t property, struct str *);
bool native_variant_holds(void *context, size_t property, size_t vacuity, const uint64_t *state);

#endif
