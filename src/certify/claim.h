// Claims: that a property holds, for a reason of some form. Each form reads what the certificate says, hears of the
// representatives of a graph and their steps, and checks at each of them what it can see there.
#ifndef COSET_CERTIFY_CLAIM_H
#define COSET_CERTIFY_CLAIM_H

#include "certify/certify.h"
#include "certify/closed_graph.h"
#include "temporal/form.h"

enum claim_form {
    CLAIM_NONE,      // there is no proof, for a reason that is a text
    CLAIM_INVARIANT, // a condition holds in all states of a graph
    CLAIM_CTL,       // a formula of branching time: labels of representatives (claim_ctl.c)
    CLAIM_LTL,       // a formula of linear time: an order of the product with an automaton (claim_ltl.c)
    CLAIM_COVER,     // a path to a state; if the condition can go wrong, all states of a graph besides
    CLAIM_INDUCTIVE, // a condition holds in all states of an inductive invariant, or at all steps from them
                     // (inductive.h)
    CLAIM_RANKING,   // a formula of linear time: a ranking of the product with an automaton (inductive.h,
                     // formula_product.h)
    CLAIM_IMAGE,     // a permutation takes another conjunct of the property to this one
    CLAIM_VALID,     // a formula that is true of all models (form.h)
    CLAIM_INDUCTION, // a condition holds after any so many states in a row in which it does (inductive.h)
    CLAIM_FORMS
};

// What a certificate says of one conjunct of a property, and what comes of it.
struct claim {
    struct mem *mem;
    size_t number;   // of the property in the model
    size_t conjunct; // of the property
    enum claim_form form;
    const struct claim_kind *kind; // NULL: it is none on a graph
    size_t by;                     // which graph or inductive invariant, from 1; 0: none
    struct view rest;
    // What it asks.
    struct model *model; // of the question: with a monitor of fair rules or not
    const struct property *property;
    formula formula; // of the property: all of it, or one of its conjuncts
    // While it is looked at.
    const struct closed_graph *graph;
    struct evaluator *evaluator; // of the graph, or of the claim's own
    expr condition;              // of an invariant or a cover: what is true in all states; EXPR_NONE: nothing is
    void *proof;                 // of its form
    // What has come of it.
    enum certify_outcome outcome;
    struct str text;
};

// One form. `open` reads the rest of a claim; it says no, with *error, if that is of no use. `start` and `state` hear
// of a graph while it is checked: of initial states, and of each representative with its successors. (Where executions
// that end stay in their last state, and this is one, it is its own successor.) They say no when the claim is refuted.
// `close` and `start` may be NULL.
struct claim_kind {
    bool (*open)(struct claim *, const char **error);
    void (*close)(struct claim *);
    bool (*start)(struct claim *, uint64_t representative);
    bool (*state)(struct claim *, uint64_t representative, const value *state, const uint64_t *successors,
                  size_t count);
};
extern const struct claim_kind claim_invariant, claim_cover, claim_ctl, claim_ltl;

// How many numbers a state has for a node of a branching form: one; with justice, for E always, one more for the
// missing condition, and one for each condition (claim_ctl.c).
size_t claim_numbers(const struct form *, uint32_t node);

bool claim_is_about_steps(const struct model *, formula invariant); // its condition has inputs or next values
// Refutes it by "what: state N (x = 1, ...)" and gives false.
bool claim_refute(struct claim *, const char *what, uint64_t representative);

#endif
