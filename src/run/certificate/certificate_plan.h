// A certificate while it is made: what it is to prove, and what is written of it.
#ifndef COSET_RUN_CERTIFICATE_CERTIFICATE_PLAN_H
#define COSET_RUN_CERTIFICATE_CERTIFICATE_PLAN_H

#include "certificate/subject.h"
#include "certify/claim.h"
#include "run/certificate/certificate_sink.h"
#include "run/certificate/proofs.h"

// A property that holds, or one of its conjuncts, and the graph that its proof is about.
struct proof_plan {
    const struct property *property; // of the plain model
    struct model *model;             // that it is a question about
    size_t conjunct;
    formula formula;
    size_t graph; // among those that are planned; SIZE_MAX: it needs none
    // What diagrams say of it in all reachable states, once there is an invariant.
    enum inductive_truth truth;
    bool is_put; // the certificate has its claim
};

// A graph is one of a model and a group: all proofs about these share it.
struct graph_plan {
    struct model *model;
    struct symmetry *symmetry; // NULL: none
};

struct certificate_making {
    struct run *run;
    struct mem *mem;
    struct subject subject;
    struct search_limits limits;
    struct supervisor watch;
    ARRAY(struct proof_plan) proofs;
    ARRAY(struct graph_plan) graphs;
    size_t written;                    // graphs
    bool is_asked[2], is_symmetric[2]; // of the model, and the one with a monitor
    bool has_invariant, is_by_sat, is_circuit;
    struct cause no_invariant; // why there is none, though it was tried; none: it was not
    struct certificate_sink out;
};

// Writes a section, and gives its text back.
void certificate_put_section(struct certificate_making *, const char *tag, struct str *payload);
void certificate_put_end(struct certificate_making *);
// What the section of a claim begins with.
void certificate_begin_claim(struct certificate_making *, const struct property *, size_t conjunct, enum claim_form,
                             size_t graph, struct str *payload);
void certificate_put_no_proof(struct certificate_making *, const struct property *, size_t conjunct, struct cause why);

// Plans the proofs of a property, one for each conjunct. Claims that need no plan are written.
void certificate_plan(struct certificate_making *, goal_id);
// Whether the checker has a form for a conjunct.
bool certificate_has_form(const struct certificate_making *, const struct proof_plan *, const struct property *,
                          bool is_linear, const char **error);
// The form of a proof about a graph that is tried first.
enum claim_form certificate_form_of(const struct property *);

#endif
