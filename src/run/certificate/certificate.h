// Certificates of what holds: for each such property a proof in one of the forms that certify/ checks.
//
// Whatever method has decided a property, the proof is found anew, on the model as the checker reads it:
// representatives of orbits and all their steps, by the evaluator (graph_search.h), and what a formula needs besides
// (proofs.h). So a certificate shows that the verdict is right, and not that the method was.
#ifndef COSET_RUN_CERTIFICATE_CERTIFICATE_H
#define COSET_RUN_CERTIFICATE_CERTIFICATE_H

#include "base/stream.h"
#include "certificate/subject.h"
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
    bool is_by_sat; // a SAT engine was asked for: invariants of clauses come first
};

// As the model of a run was read.
struct certificate_request certificate_request_of(const struct input *);

// Stops when the run is interrupted or out of time.
struct supervisor certificate_watch(struct run *);

// Writes the certificate to the file that `open` gives, which is asked for when the model is read and stays open. It
// holds no more than one claim in memory besides the graph that it is about.
enum certificate_made {
    CERTIFICATE_MADE,
    CERTIFICATE_UNREADABLE, // the model cannot be read as the checker reads it: nothing is opened
    CERTIFICATE_UNWRITTEN,  // there is no file, or it cannot be written to: errno says why
};
// Why it is unreadable.
enum cause_code certificate_why_unreadable(const struct run *);
enum certificate_made certificate_make(struct run *, const struct certificate_request *,
                                       struct stream *(*open)(void *context), void *context);

#endif
