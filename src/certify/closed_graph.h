// States as a proof: a set of states, of which each stands for its orbit, closed under steps.
//
// A graph lists *representatives*, and for each initial state and each successor of a representative, in the order in
// which the evaluator finds them, a representative and a permutation that takes the state to it. All of it is found
// again here: initial states and successors by the evaluator, the image of each under its permutation, and that this is
// the representative, to the last bit. Then each reachable state is taken to a representative by some permutation
// (by induction on the length of a path: permutations take steps to steps), and each step from it to a step between
// representatives that the graph has.
//
// So a claim about all reachable states, or all paths, is one about representatives and their steps, if permutations
// leave the truth of its conditions alone, which is checked, too (condition_symmetry.h). A graph has as many claims as
// like. States are looked at once, one after the other; only the file is as large as the graph.
#ifndef COSET_CERTIFY_CLOSED_GRAPH_H
#define COSET_CERTIFY_CLOSED_GRAPH_H

#include "certificate/format.h"
#include "certify/permutation.h"
#include "circuit/state_record.h"
#include "model/eval.h"

struct closed_graph {
    struct mem *mem;
    struct model *model;
    const struct supervisor *watch; // may be NULL
    struct evaluator *evaluator;
    struct permuter *permuter;
    struct state_records records;
    uint64_t count;            // of representatives
    const uint8_t *states;     // their records
    uint64_t start_count;      // of initial states
    struct view starts, steps; // for each of them, and each step: a representative and a permutation
    uint64_t permutation_count;
    uint32_t *permutations; // one behind the other
    cell_id **cells;        // by permutation: where each cell goes; NULL until it is needed, or if that is nowhere
    bool *is_identity;      // by permutation
    bool moves;             // some permutation is not the identity
};

// The bytes outlive the graph. False if they are no graph of this model; closed_graph_close is due all the same.
bool closed_graph_open(struct closed_graph *, struct view section, struct model *, const struct supervisor *,
                       struct mem *, const char **error);
void closed_graph_close(struct closed_graph *);

struct claim;
// Tells the claims of it (claim.h). False if the graph is not closed: `refutation` gets where. It is empty if the watch
// has stopped it.
bool closed_graph_check(struct closed_graph *, struct claim *const *, size_t count, struct str *refutation);

// A state in the user's names.
void certify_add_state(const struct model *, const value *state, struct mem *, struct str *out);
void closed_graph_add_state(const struct closed_graph *, uint64_t representative, struct str *out);

#endif
