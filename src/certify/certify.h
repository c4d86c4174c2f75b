// The judge of certificates: reads a model and a certificate, and says of each property whether it is certified. It
// links the front ends, the evaluator and the replay of traces, and nothing that searches, reduces or decides.
#ifndef COSET_CERTIFY_CERTIFY_H
#define COSET_CERTIFY_CERTIFY_H

#include "certificate/format.h"
#include "certificate/subject.h"
#include "temporal/conjuncts.h"

enum certify_outcome {
    CERTIFY_CERTIFIED,
    CERTIFY_NOT,     // nothing is claimed, or not in a form that can be checked: the text says why
    CERTIFY_REFUTED, // something is claimed that is not so: the text says where
    CERTIFY_OUTCOMES,
};

struct certify_result {
    const struct property *property;
    enum certify_outcome outcome;
    const char *form; // "states", ...; "" if nothing is claimed
    struct str text;
};

typedef ARRAY(struct certify_result) certify_results;

// Results are in the order of the model's properties. `sections` is what is left of a certificate after the section
// about its model. False, with what is wrong, if it is damaged; the results are freed in any case. `watch` may be NULL.
bool certify_check(struct subject *, struct view sections, const struct supervisor *watch, struct mem *,
                   certify_results *, const char **error);
void certify_free_results(struct mem *, certify_results *);

#endif
