// Explicit-state search with steps made from the tree of a Murphi model (native/native.h), for the properties about
// states that the tree declares: no model with all instances of the rules is needed. One search serves all of them.
#ifndef COSET_RUN_NATIVE_BACKEND_H
#define COSET_RUN_NATIVE_BACKEND_H

#include "native/native.h"
#include "run/explicit_backend.h"
#include "run/input.h"

struct native_backend {
    struct backend base;
    struct run *run;
    const struct job *job;
    struct native *native; // NULL: the tree cannot be compiled, or is not asked for
    struct symmetry *symmetry;
    struct property_instances instances; // one for each property of the model
    struct explicit_backend states;
    struct goals *goals; // that are being decided
    double deadline;     // of that
    bool *cannot;        // by property
    size_t property_count;
};

bool native_backend_is_wanted(const struct job *); // for a model in Murphi
// Where the job does not want such a search, or the model is none of Murphi, it decides nothing.
void native_backend_open(struct native_backend *, struct run *, const struct job *, struct input *);
void native_backend_ask_again(struct native_backend *); // what it could not decide is tried again
// Whether it may still decide a property.
bool native_backend_takes(const struct native_backend *, size_t property);
bool native_backend_has_searched(const struct native_backend *);
// What it decides with little work, as explicit_backend_decide_easy.
void native_backend_decide_easy(struct native_backend *, struct goals *, size_t looks, double seconds, double end);

// Coverage of all states, or of those that are known. The caller has opened it, with memory for texts. False if there
// is none: the tree is not searched so, or it was given up.
struct rule_coverage;
bool native_backend_cover(struct native_backend *, double deadline, bool only_known, struct rule_coverage *);

#endif
