// Deciding properties of a model of one size by a proof for every size (every_size/size_proof.h): what holds whatever
// the size of a scalarset is holds in this one. Where components are many and have many local states, that takes a
// small part of what any search of the size itself does.
//
// Invariants and run-time errors are proved. Nothing else is concluded: what has no proof waits as before.
#ifndef COSET_RUN_SIZE_BACKEND_H
#define COSET_RUN_SIZE_BACKEND_H

#include "run/every_size/size_proof.h"
#include "run/goals.h"

struct size_backend {
    struct backend base;
    struct run *run;
    struct mem *mem;
    struct input *input;
    const struct portfolio_setup *setup; // of what is to be decided
    struct arena arena;
    struct job job;           // without the value of the constant
    struct size_proof *proof; // NULL: there is none
    bool is_opened;           // it was tried to make one
    int64_t size;             // of the model: the constant's value
    bool *is_unprovable;      // by goal: by backward reachability, with all time that there is
    uint32_t viewed;          // elements that the last quantified invariant speaks of
    bool is_viewed;           // there will be no further one
};

// Further calls go on from where the last one ended.
void size_backend_open(struct size_backend *, struct run *, struct input *, const struct portfolio_setup *);

// Whether the model may be one that it decides: of Murphi, with a constant that has at least this value.
bool size_backend_applies(const struct size_backend *, int64_t least);

#endif
