// What makes the states of a system fewer: sets are made of abstract states, each of which stands for a class of
// states. A condition that somebody asks for has the same truth value in all states of a class, and so have initial
// states, unless it is said otherwise; whoever chooses the abstraction vouches for that. Abstract states are states,
// too: one of their class.
//
// This is all that the checker knows of it, and all that an abstraction knows of the checker.
#ifndef COSET_CHECK_ABSTRACTION_H
#define COSET_CHECK_ABSTRACTION_H

#include <gmp.h>

#include "base/cause.h"
#include "check/image.h"
#include "encode/encode.h"

// ---- What is wrapped ------------------------------------------------------------------------------------------------

// The steps of one component: of all actions whose first parameter it is.
struct steps_part {
    struct site owner; // of class CLASS_NONE: of the actions that have no parameter
    int *changes;      // the bits that they may change
    size_t change_count;
};

struct steps {
    struct image image; // first: they are an image, of all steps together

    // The steps of one part after the other, forwards and backwards; no step is missing in all of them together.
    const struct steps_part *parts;
    size_t part_count;
    bdd (*post_part)(struct steps *, size_t part, bdd set);
    bdd (*pre_part)(struct steps *, size_t part, bdd set);
    // What is kept for the steps of a part may go: nobody asks for them soon.
    void (*leave_part)(struct steps *, size_t part);

    // The inputs with which some step leads from a state of the one set to one of the other, as a function of inputs.
    bdd (*between)(struct steps *, bdd from, bdd to);
};

// ---- Searches -------------------------------------------------------------------------------------------------------

// Where a search is, between two of its rounds: enough to go on from there. What was heard of up to then is the
// listener's to keep. Only who searches knows what is in it.
struct cursor;

enum cursor_state {
    CURSOR_NOWHERE,
    CURSOR_PREPARING, // something is known that takes work, but the search has not begun
    CURSOR_SEARCHING,
    CURSOR_AT_END,
};

// Who hears of a search while it goes on.
struct search_listener {
    void *context;
    bool (*take)(void *context, bdd layer); // what is new; false: it could not be kept, the search is given up
    void (*rest)(void *context);            // nothing is under way now, though nothing is new
    struct cursor
        *cursor; // the search goes on from there, and keeps it up to date; NULL: it begins with its first step
    enum cause_code partial; // set by the search: why there may be more than it has found; none if there is not
};

// Where abstract states are chosen during the search.
struct abstract_search {
    const char *phase, *preparing; // for who watches it

    // It finds abstract states for all that can be reached from `from`, or goes on until there is one of `goal`.
    // BDD_NONE when the engine gave up. What the listener hears of are sets without a common state, and each state of
    // one but the first is led to by a step from a state of those before it.
    bdd (*run)(struct image *wrapped, bdd from, bdd goal, struct search_listener *);

    struct cursor *(*cursor_new)(struct image *wrapped); // NULL when the engine gave up
    void (*cursor_free)(struct cursor *);                // before what was wrapped
    void (*cursor_reset)(struct cursor *);               // to nowhere
    enum cursor_state (*cursor_state)(const struct cursor *);
    bdd (*cursor_found)(const struct cursor *); // all that was heard of
    // As functions by name.
    void (*cursor_save)(const struct cursor *, void (*add)(void *context, const char *name, bdd), void *context);
    bool (*cursor_load)(struct cursor *, const char *name, bdd); // false: there is no such name
    // Whether a search from `from` could have come to where the cursor was loaded, with these layers of legal states:
    // if so, the next one can go on from there. False also when the engine gave up.
    bool (*cursor_fits)(struct cursor *, bdd from, const bdd *layers, size_t layer_count, bdd legal);
};

// ---- Fairness -------------------------------------------------------------------------------------------------------

// What classes of states are for a condition of fairness of the model (justice first, then pairs of compassion): they
// keep it, as they do with other conditions; or they do not, and it is followed by smaller classes; or another one is
// followed that stands for it.
enum fairness_part { FAIRNESS_KEPT, FAIRNESS_FOLLOWED, FAIRNESS_COVERED };

// ---- The interface --------------------------------------------------------------------------------------------------

struct abstraction {
    void *context;
    // What it cannot do, and why; none if it can.
    enum cause_code uncounted;    // tell how many states a set stands for
    enum cause_code forward_only; // follow steps backwards (`pre`): only searches are made
    // Steps are missing, but all that are there are real: what fails for all paths does fail, and what does not is
    // undecided, for this cause; none: no step is missing.
    enum cause_code under_approximates;
    // Set by it: something was given up because it takes too much work to make states fewer. It is better asked
    // without.
    bool is_over_budget;
    uint64_t partial_sets; // likewise: how often states that are left out were not all found, to be right all the same
    bool by_parts;         // it asks for the steps of single components; models with inputs have none

    // How states are coded; NULL when the engine gave up. If there is no such function, the checker chooses.
    struct encoding *(*encode)(struct abstraction *, struct model *, bdd_manager *, struct mem *);
    // The image of a system, or of its product with further bits, on sets of abstract states. It borrows the steps and
    // the encoding. NULL when the engine gave up.
    struct image *(*wrap)(struct abstraction *, struct steps *, struct encoding *);
    void (*unwrap)(struct abstraction *, struct image *wrapped);

    // By condition of fairness; NULL: all are kept. Of one that is followed: the smaller classes of all states that a
    // set stands for, and those from which one step leads into a set of such. What becomes of them is made abstract
    // states again by `abstract`. There are no lassos then.
    const enum fairness_part *fairness;
    bdd (*unfold)(struct image *wrapped, size_t condition, bdd set);
    bdd (*pre_followed)(struct image *wrapped, size_t condition, bdd set);

    const struct abstract_search *search; // NULL: layers of images are all
    size_t most_rounds;                   // a search stops after so many, and is partial then; 0: it goes to its end
    bool was_stopped;                     // some search, by that

    bdd (*abstract)(struct image *wrapped, bdd states); // the abstract states of any states
    bdd (*concretise)(struct image *wrapped, bdd set);  // all states of the classes of these; may be missing
    // The states of `within`, or some of them, from which one step that a search may have made leads into the set.
    bdd (*before)(struct image *wrapped, bdd set, bdd within);
    // How many states these stand for; false when the engine gave up, or if nobody can tell.
    bool (*count)(struct image *wrapped, bdd set, mpz_t states);
};

#endif
