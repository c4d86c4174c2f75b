// Where the steps of a search come from. The engine's own rules are compiled from the actions of a model (rules.h);
// somebody else who knows what the states of the model lead to, and where its properties are violated, may take their
// place: struct explicit_steps.
#ifndef COSET_EXPLICIT_STEPS_H
#define COSET_EXPLICIT_STEPS_H

#include "base/array.h"
#include "base/str.h"
#include "explicit/layout.h"
#include "group/canonical.h"

// Elements that can be exchanged without changing the state at hand, by element: the first of its twins, and how many
// come before it.
struct twins {
    const uint32_t *first, *before;
};

// Successors, one after the other. When there are many, `flush` takes them away; false: it is of no use to go on.
struct batch {
    struct mem *mem;
    size_t width; // words of a state
    ARRAY(uint64_t) words;
    ARRAY(uint32_t) parents; // by successor
    size_t count;
    bool (*flush)(void *context);
    void *context;
};

#define BATCH_LIMIT 4096

void batch_free(struct batch *);
// Room for one more successor, which is given, and which counts when batch_keep is called; NULL if there is none.
uint64_t *batch_next(struct batch *);
static inline void batch_keep(struct batch *b, uint32_t parent)
{
    b->parents.at[b->count++] = parent;
}

// What happens in one state.
struct explicit_look {
    uint32_t number;           // of the state
    const struct twins *twins; // NULL: there are none
    bool *violated;            // by watch; see below
    bool any_violated;
    uint64_t fired; // steps made
    // To be asked now and then, where rules have very many instances: nobody waits for the rest. NULL: somebody does.
    bool (*is_over)(void *context);
    void *context;
};

// A property has two watches, 2 * property and the one behind it: where it is violated (or, if it is to be covered,
// where it is), and where what is to be covered has no value.
struct explicit_steps {
    void *context;
    // Before anything else: the states are packed like this. False if they cannot be.
    bool (*open)(void *context, const struct layout *, const struct symmetry *);
    bool (*knows)(void *context, size_t property); // where it is violated
    // The initial states, in any order, until the receiver says false. False if they are not all.
    bool (*initial)(void *context, bool (*receive)(void *to, const uint64_t *state), void *to);
    // The steps from a state into the batch, and the watches. Those that are dropped are not asked for any more. False
    // if it was given up: there was no memory, or the batch could not be flushed, or it was over, or `is_beyond`.
    bool (*apply)(void *context, const uint64_t *state, struct explicit_look *, struct batch *);
    void (*drop)(void *context, size_t watch);
    bool (*is_beyond)(void *context); // a step takes more than can be made
    // What goes wrong in a state for a property that fails for that; nothing is added if it does not.
    void (*describe)(void *context, const uint64_t *state, size_t property, struct str *);
    // Whether a property, with one of its vacuities in its place, holds in a state.
    bool (*variant_holds)(void *context, size_t property, size_t vacuity, const uint64_t *state);
    // The same for another thread, with memory of its own; it is opened likewise. NULL if that cannot be had. The
    // original outlives it.
    const struct explicit_steps *(*copy)(void *context, struct mem *);
    void (*free_copy)(void *context); // of the copy
    // Representatives by compiled code; NULL: there is none, or not yet.
    const struct canonical_code *(*canonical)(void *context);
    // No thread makes steps at the moment: a copy may take over what the original has learned.
    void (*rest)(void *context);
};

static inline const struct canonical_code *steps_canonical(const struct explicit_steps *s)
{
    return s && s->canonical ? s->canonical(s->context) : NULL;
}

#endif
