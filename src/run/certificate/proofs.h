// Proofs for claims about a graph, of the forms that certify/ checks. Each adds its part of a claim to a string, or
// gives false and the reason why there is none.
#ifndef COSET_RUN_CERTIFICATE_PROOFS_H
#define COSET_RUN_CERTIFICATE_PROOFS_H

#include "run/certificate/graph_search.h"

bool ctl_labels_write(struct search_graph *, const struct property *, formula, struct str *out, struct cause *error);
bool ltl_order_write(struct search_graph *, const struct property *, formula, struct str *out, struct cause *error);
// A path to what is to be covered.
bool cover_path_write(struct run *, struct model *, const struct property *, const struct search_limits *, struct mem *,
                      struct str *out, struct cause *error);
// What is to be said of all reachable states.
struct inductive_question {
    expr condition;
    enum inductive_truth {
        INDUCTIVE_UNASKED,       // or it is not known
        INDUCTIVE_EVERYWHERE,    // it is true in all reachable states
        INDUCTIVE_ON_FAIR_PATHS, // it is true in those on fair paths, and false in others
        INDUCTIVE_FALSE,         // it is false in one on a fair path
    } truth;
};
// The reachable states as an inductive invariant: the whole section of it. Questions are about conditions on states,
// and get their answers; there may be none.
bool inductive_set_write(struct run *, struct model *, const struct search_limits *, struct mem *,
                         struct inductive_question *, size_t count, struct str *out, struct cause *error);
// The same by the clauses of IC3 (clause_invariant.c). What is not known of a question to be true stays as it is.
bool clause_invariant_write(struct run *, struct model *, double deadline, struct mem *, struct inductive_question *,
                            size_t count, struct str *out, struct cause *error);
// A ranking of the product with what violates a formula of linear time.
bool ranking_write(struct run *, struct model *, const struct property *, formula conjunct,
                   const struct search_limits *, struct mem *, struct str *out, struct cause *error);

#endif
