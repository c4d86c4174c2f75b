// Proofs for every size: that an invariant of a Murphi model, or the absence of run-time errors, holds whatever the
// size of its scalarset is, found by backward reachability (parametric/backward_reach.h).
#ifndef COSET_RUN_EVERY_SIZE_SIZE_PROOF_H
#define COSET_RUN_EVERY_SIZE_SIZE_PROOF_H

#include "parametric/quantified_invariant.h"
#include "run/input.h"

struct size_proof;

struct size_proof_setup {
    const struct job *job;       // that the models are read for
    const char *constant;        // whose value is the size
    const struct input *example; // a model of some size
    int64_t example_size;        // the constant's value there
    int64_t least_size;          // that is asked for
    double deadline;             // 0: none
    size_t first_states;         // of small sizes, which guesses are taken from at first; 0: as many as usual
    bool wants_invariants;       // also of proofs that have been found without any
};

// All that is given outlives it. NULL, with the reason in `why`, if the model is none that a proof covers. Its texts
// are in the arena.
struct size_proof *size_proof_new(struct run *, const struct size_proof_setup *, struct arena *, struct cause *why);
void size_proof_free(struct size_proof *);
// Others than that of the setup: for what is asked for next, and for small sizes, which are searched for all.
void size_proof_set_deadline(struct size_proof *, double deadline, double for_all);
// How many cubes are expanded for a property before its search is suspended; 0: as many as there are.
void size_proof_set_most_cubes(struct size_proof *, uint64_t);
bool size_proof_is_suspended(const struct size_proof *); // the last search: more time, or cubes, may help

// It fails in a small size; it may do so in some size, but that is not certain.
enum size_verdict { SIZE_HOLDS, SIZE_FAILS, SIZE_SEEMS_TO_FAIL, SIZE_UNKNOWN };

// Whether a property of the example holds in every size; else why that is not known, about texts that are good until
// the next call.
enum size_verdict size_proof_decide(struct size_proof *, goal_id, struct cause *why);

// ---- view_proof.c: quantified invariants (parametric/quantified_invariant.h)

// Finds the strongest invariant for all different elements, so many of them. False, with why, if it came to no end. It
// says nothing of sizes that have fewer. The goals are those that it will be asked for.
bool size_proof_find_views(struct size_proof *, uint32_t elements, enum quantified_contexts, const goal_id *,
                           size_t count, struct cause *why);
// Whether a property follows from the last one that was found.
bool size_proof_decide_by_views(struct size_proof *, goal_id, struct cause *why);
// And if so, has backward reachability find few invariants that say as much as is needed: see size_proof_write. False,
// with why, if there are none.
bool size_proof_explain_views(struct size_proof *, goal_id, struct cause *why);
// All of it, whatever else it asks for; no text if the language has no words for it.
const struct counter_invariants *size_proof_show_views(struct size_proof *, struct arena *);
uint64_t size_proof_named_elements(const struct size_proof *); // that are in each size, besides those of proofs
// For tests: the model with so many elements besides those with names, as it is read for the proof, and whether one of
// its states, by cell, satisfies the invariant. NULL if there is no such model.
struct model *size_proof_real_model(struct size_proof *, uint32_t elements);
bool size_proof_views_contain(struct size_proof *, uint32_t elements, const value *state);
void size_proof_view_statistics(const struct size_proof *, struct quantified_statistics *);
uint64_t size_proof_elements(const struct size_proof *, int64_t size); // of the class, without those with names
uint64_t size_proof_least(const struct size_proof *); // that there are in each size, with those; or fewer

// ---- size_decide.c

// Of the last property that holds: how it was found, and the invariant as declarations of Murphi's language, which are
// numbered from `first` on. Those that are there are not added again; gives how many are.
void size_proof_statistics(const struct size_proof *, struct backward_statistics *);
bool size_proof_relaxes_rings(const struct size_proof *); // it is one of a model in which neighbours are any elements
bool size_proof_relaxes_loops(const struct size_proof *); // ... in which loops leave any element in a variable
size_t size_proof_write(struct size_proof *, size_t first, struct str *out);

#define SIZE_INVARIANT_NAME "every size " // and a number: the name of such a declaration

// The obligations that show that such declarations prove some properties of the model, as a script for SMT solvers
// (smtlib/smtlib.h). False, with why, if the script cannot be made; its texts are in the arena.
struct size_script {
    const struct input *example;
    const char *constant;
    const char *invariants;
    const char *name; // what names of these declarations begin with
    const goal_id *proved;
    size_t proved_count;
    uint64_t least_size; // of each class
    bool relaxes_loops;  // see size_proof_relaxes_loops
};
bool size_script_write(struct run *, const struct size_script *, struct str *out, size_t *obligations, struct arena *,
                       struct cause *why);

#endif
