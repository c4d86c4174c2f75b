// The graph of a certificate: representatives of orbits and their steps, found breadth first by the evaluator, in the
// order in which a checker finds them again (certify/closed_graph.h).
#ifndef COSET_RUN_CERTIFICATE_GRAPH_SEARCH_H
#define COSET_RUN_CERTIFICATE_GRAPH_SEARCH_H

#include "base/hash.h"
#include "circuit/state_record.h"
#include "explicit/layout.h"
#include "explicit/state_store.h"
#include "group/canonical.h"
#include "model/eval.h"
#include "run/certificate/certificate_sink.h"
#include "run/run.h"

struct search_link {
    uint32_t to, permutation;
};

struct search_limits {
    double deadline; // of clock_now; 0: none
    uint32_t states;
};

struct search_graph {
    struct run *run;
    struct mem *mem;
    struct model *model;
    const struct symmetry *symmetry; // NULL: none
    struct search_limits limits;
    size_t looked_at; // states and steps
    struct eval_guide guide;
    struct evaluator *evaluator;
    struct layout layout;
    struct store store;
    struct canonical *canonical; // NULL: none
    ARRAY(struct search_link) starts, links;
    ARRAY(size_t) first;          // by representative: of its links; one more at the end
    ARRAY(uint32_t) permutations; // images of all elements, one permutation behind the other; the first is the identity
    struct int_map known;         // by hash of a permutation
    ARRAY(uint32_t) next_same_hash; // by permutation
    enum cause_code failure;        // why there is no graph; none: there is
    // Of the state that is being looked at.
    value *state;
    uint64_t *packed;
};

// Searches all that can be reached. False, with `failure`, if that is more than the limits allow. Both are closed.
bool search_graph_open(struct search_graph *, struct run *, struct model *, const struct symmetry *,
                       const struct search_limits *, struct mem *);
void search_graph_close(struct search_graph *);

// The values of a representative, good until the next call.
const value *search_graph_state(struct search_graph *, uint32_t representative);
// Its successors, and itself if it is an end where executions stay. `own` is a place for that.
const struct search_link *search_graph_successors(const struct search_graph *, uint32_t, size_t *count,
                                                  struct search_link *own);

// The section of the certificate, but for what comes before it.
void search_graph_write(struct search_graph *, struct certificate_sink *);

#endif
