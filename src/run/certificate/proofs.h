// Proofs for claims about a graph, of the forms that certify/ checks. Each adds its part of a claim to a string, or
// gives false and the reason why there is none.
#ifndef COSET_RUN_CERTIFICATE_PROOFS_H
#define COSET_RUN_CERTIFICATE_PROOFS_H

#include "run/certificate/graph_search.h"

bool ctl_labels_write(struct search_graph *, formula, struct str *out, const char **error);
bool ltl_order_write(struct search_graph *, const struct property *, formula, struct str *out, const char **error);
// A path to what is to be covered.
bool cover_path_write(struct run *, struct model *, const struct property *, const struct search_limits *, struct mem *,
                      struct str *out, const char **error);
// The reachable states as an inductive invariant: the whole section of it.
bool inductive_set_write(struct run *, struct model *, const struct search_limits *, struct mem *, struct str *out,
                         const char **error);
// A ranking of the product with what violates a formula of linear time.
bool ranking_write(struct run *, struct model *, const struct property *, formula conjunct,
                   const struct search_limits *, struct mem *, struct str *out, const char **error);

#endif
