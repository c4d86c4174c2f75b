// Certificates of what holds: for each such property a proof in one of the forms that certify/ checks.
//
// Whatever method has decided a property, the proof is found anew, on the model as the checker reads it:
// representatives of orbits and all their steps, by the evaluator (graph_search.h), and what a formula needs besides
// (proofs.h). So a certificate shows that the verdict is right, and not that the method was.
#ifndef COSET_RUN_CERTIFICATE_CERTIFICATE_H
#define COSET_RUN_CERTIFICATE_CERTIFICATE_H

#include "certify/subject.h"
#include "run/input.h"

struct certificate_goal {
    goal_id goal;
    bool holds;
};

// What is to be certified: goals of the model in a text that is read in some way.
struct certificate_request {
    const char *name, *text;
    size_t length;
    struct subject_reading reading;
    const struct certificate_goal *goals;
    size_t count;
};

// As the model of a run was read.
struct certificate_request certificate_request_of(const struct input *);

// The certificate as a string of bytes. False if the model cannot be read as the checker reads it.
bool certificate_make(struct run *, const struct certificate_request *, struct str *out);

#endif
