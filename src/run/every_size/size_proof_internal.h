// What the ways to a proof by views through few elements share: the models of several sizes, with the phantom.
#ifndef COSET_RUN_EVERY_SIZE_SIZE_PROOF_INTERNAL_H
#define COSET_RUN_EVERY_SIZE_SIZE_PROOF_INTERNAL_H

#include "murphi/size_fragment.h"
#include "parametric/quantified_invariant.h"
#include "run/every_size/size_proof.h"

enum { MOST_INDICES = 3, SIZE_MORE_STATES = 50000 }; // of a size that is searched where guesses were wrong

// A model of one size: with the phantom, or for its reachable states.
struct sized_model {
    bool is_open; // it has to be closed
    bool is_good; // it could be read
    struct input input;
    struct model *phantom; // NULL: it was not asked for
    murphi_rule_array rules;
    uint32_t *witnesses; // by action of that
};

struct size_proof {
    struct run *run;
    struct mem *mem;
    struct arena arena;
    struct size_proof_setup setup;
    const struct input *example;
    struct input rereads[2];   // the example in other ways: so that it has a scalarset of that size, or more others
    bool is_reread[2];         //
    uint32_t order_at;         // there: the class is the range here in the file, with an order or names; 0: it is not
    bool relaxes_rings;        // there: the class is a ring, and neighbours are any elements
    bool relaxes_loops;        // there: start states leave any element in a variable, not the last one
    bool relaxes_other_loops;  // there: and any number of another range, which thereby is a scalarset
    uint32_t literals;         // elements of the class that are named by numbers: no components, but in each size
    uint64_t example_elements; // besides
    bool may_be_empty;         // in the smallest size there are none besides
    struct parametric_variables variables;
    struct sized_model models[MOST_ELEMENTS + 2]; // by elements of the class
    struct reach_index indices[MOST_INDICES];
    struct reach_index *reach[MOST_INDICES];
    size_t reach_count;
    bool has_first;                 // those that searches begin with are there
    bool has_all;                   // there are no further ones
    uint32_t parameters, witnesses; // the most of any rule
    uint32_t for_errors;
    struct size_refusal unseen;         // why errors in a condition of fairness are not seen
    struct size_refusal errors;         // why no number of elements is enough to see those of rules
    ARRAY(const char *) optional;       // cells that may be undefined in all models with the phantom
    struct backward_reach *search;      // of the last property
    double for_all;                     // until when small sizes are searched
    uint64_t most_cubes;                // see size_proof_set_most_cubes
    struct quantified_invariant *views; // the last quantified invariant; NULL: none was found
    bool only_views;                    // guesses are to be from that alone
    goal_id searched;                   // which one that is
    bool misses_starts;                 // start states of some models with the phantom have run-time errors
};

// The model with so many elements that have names, and the phantom; and what the rule of its action needs besides its
// parameters: both as struct parametric_source has it.
struct sized_model *size_model_of(struct size_proof *, uint64_t elements); // without the phantom; NULL: there is none
struct model *size_phantom_model(void *size_proof, uint32_t elements);
uint32_t size_witnesses_of(void *size_proof, uint32_t elements, size_t action);
uint32_t size_rule_of(void *size_proof, uint32_t elements, size_t action);
bool size_proof_is_over(void *size_proof);
const struct murphi_type *size_class_of(const struct size_proof *, const struct murphi_tree *); // of another size
// Adds reachable states: of the next size, no more than that; or, behind the last one, more of each, if there are.
// False if there was no time for it, or none that help.
bool size_find_more(struct size_proof *, size_t most);
bool size_may_find_more(const struct size_proof *);
// Adds those that searches begin with, as far as there is time. Gives whether there were any.
bool size_find_first(struct size_proof *);

// What is needed to see that a property of the example is violated. False with why if it is none that can be proved.
bool size_goal_need(struct size_proof *, goal_id, struct size_need *, struct cause *why);
// What must not be reached, seen through so many elements: states that violate the property's condition, and those in
// which something goes wrong that belongs to it. The receiver gets each condition of the model with the phantom, and
// whether it is to be true or false. False with why if there is none, or the receiver gives false.
typedef bool forbidden_receiver(struct size_proof *, uint32_t elements, expr condition, bool is_true);
bool size_forbid(struct size_proof *, uint32_t elements, goal_id, const struct size_refusal *errors,
                 forbidden_receiver *, struct cause *why);

#endif
