// Quantified invariants ("invisible invariants": Pnueli, Ruah, Zuck, TACAS 2001), the strongest one of a shape: for all
// different elements i1, ..., ik, what can be seen of a state through them is one of a set of *views*, psi, a diagram.
//
// psi begins with the views of initial states. A step is seen through k elements, its parameters and its witnesses;
// what k of these see before it must be views in psi, and what the first k see after it becomes one, until nothing is
// new. That is the strongest inductive invariant of this shape (Namjoshi, VMCAI 2007; as views: Abdulla, Haziza, Holik,
// VMCAI 2013): it contains what is seen of states that small sizes reach, and is no more than that where these views
// are inductive. docs/every-size.md has the theorem and its proof.
#ifndef COSET_PARAMETRIC_QUANTIFIED_INVARIANT_H
#define COSET_PARAMETRIC_QUANTIFIED_INVARIANT_H

#include "parametric/backward_reach.h"

struct quantified_invariant;

struct quantified_statistics {
    uint32_t elements; // k
    uint32_t instance; // elements of the largest instance
    uint64_t steps;    // images that were made
    uint64_t nodes;    // of psi
    uint32_t contexts; // conditions for which it says whether there is some other element
};

// Which conditions it says of whether there is some other element for them: none; those of elements that let a rule
// have a step and hinder another one; all.
enum quantified_contexts { CONTEXTS_NONE, CONTEXTS_FEW, CONTEXTS_ALL };

struct quantified_setup {
    uint32_t elements;   // k
    uint32_t parameters; // the most of any rule
    uint32_t witnesses;  // likewise
    uint32_t for_goals;  // the most elements that a property needs to be seen to be violated
    enum quantified_contexts contexts;
    size_t byte_limit;                                                 // of diagrams
    bool (*is_over)(void *context);                                    // it is to end
    void (*tell)(void *context, const struct quantified_statistics *); // shows progress
    void *context;
};

// All that is given outlives it; the setup is copied. NULL, with why, if there is something that it does not cover.
struct quantified_invariant *quantified_new(struct parametric_variables *, const struct parametric_source *,
                                            const struct quantified_setup *, struct mem *, enum cause_code *why);
void quantified_free(struct quantified_invariant *);

// Finds psi. False, with why, if it came to no end.
bool quantified_run(struct quantified_invariant *, enum cause_code *why);

// Whether no state of the invariant, seen through so many elements or k, if these are more, violates the condition (or
// satisfies it): only after it was found. False also if that is not known.
bool quantified_excludes(struct quantified_invariant *, uint32_t elements, expr condition, bool is_true);
bool quantified_excludes_cube(struct quantified_invariant *, const struct cube *);

// Whether a state of a real instance, which has k elements or more, satisfies it: for tests. The state is by cell.
bool quantified_contains(struct quantified_invariant *, const struct parametric_instance *, const value *state);

// All of it as declarations of Murphi's language, whose names begin like that: how many there are. 0 if they would be
// too many, or a context speaks of elements of a scalarset of fixed size, for which the language has no words.
size_t quantified_print(struct quantified_invariant *, const char *name, struct str *out); // view_print.c

void quantified_statistics(const struct quantified_invariant *, struct quantified_statistics *);

#endif
