// One step of a system on sets of states, forwards and backwards. Reductions wrap this interface: they take an image
// and give one back.
//
// Sets are functions over the current bits of the state. Results belong to the current scope of the manager; BDD_NONE
// means that the engine gave up, and bdd_status says why.
#ifndef COSET_CHECK_IMAGE_H
#define COSET_CHECK_IMAGE_H

#include <gmp.h>

#include "bdd/bdd.h"
#include "encode/encode.h"
#include "trace/trace.h"

// The steps of one component: of all actions whose first parameter it is.
struct image_part {
    struct site owner; // of class CLASS_NONE: of the actions that have no parameter
    int *changes;      // the bits that they may change
    size_t change_count;
};

struct image {
    bdd (*post)(struct image *, bdd set);
    // The states from which one step leads into the set. `by` restricts the steps: it is a function over current bits
    // and inputs (BDD_TRUE: any step).
    bdd (*pre)(struct image *, bdd set, bdd by);
    // The set with more of what can be reached from it, or the set itself if there is no more: a round of a search in
    // which the number of steps does not matter.
    bdd (*grow)(struct image *, bdd set);
    // The states of `within`, or some of them, from which one step leads into the set.
    bdd (*before)(struct image *, bdd set, bdd within);

    // The steps of one part after the other, forwards and backwards; no step is missing in all of them together.
    // Reductions ask for these.
    const struct image_part *parts;
    size_t part_count;
    bdd (*post_part)(struct image *, size_t part, bdd set);
    bdd (*pre_part)(struct image *, size_t part, bdd set);
    // What is kept for the steps of a part may go: nobody asks for them soon.
    void (*leave_part)(struct image *, size_t part);

    // The inputs with which some step leads from a state of the one set to one of the other, as a function of inputs.
    bdd (*between)(struct image *, bdd from, bdd to);
};

static inline bdd image_post(struct image *image, bdd set)
{
    return image->post(image, set);
}

static inline bdd image_pre(struct image *image, bdd set)
{
    return image->pre(image, set, BDD_TRUE);
}

// Where a search by a reduction is, between two of its steps: enough to go on from there. What was heard of up to then
// is the listener's to keep.
struct search_place {
    bool is_begun;     // else nothing of the rest says anything
    bdd reached, todo; // representatives that were found; those of them to go on from
    bdd orbits;        // states of their orbits, where these are kept; else BDD_NONE
    size_t hint, rounds;
    // Pairs of states of an orbit, where a search goes by them; else BDD_NONE. It begins when all are known that it
    // needs, which takes work, too: until then they are there without the rest.
    bdd pairs;
};
#define SEARCH_NOWHERE \
    { \
        .reached = BDD_NONE, .todo = BDD_NONE, .orbits = BDD_NONE, .pairs = BDD_NONE \
    }

// Who hears of a search while it goes on.
struct search_listener {
    void *context;
    bool (*take)(void *context, bdd layer); // what is new; false: it could not be kept, the search is given up
    void (*rest)(void *context);            // nothing is under way now, though nothing is new
    struct search_place *place; // the search goes on from there if it is begun, and keeps it up to date; NULL: it
                                // begins with its first step. Not all searches can go on: these leave it as it is.
    enum cause_code partial;    // set by the search: why there may be more than it has found; none if there is not
};

// A run of representatives, as sets of one.
struct quotient_run {
    const bdd *states, *by; // by: of the step from each state, or BDD_TRUE beyond `by_count`
    size_t count, by_count;
    size_t loop; // TRACE_NO_LOOP: none
};

// What makes the states of a system fewer: sets are made of representatives, each of which stands for an orbit of
// states. Conditions that somebody asks for have the same truth value in all states of an orbit, and so do initial
// states, unless it is said otherwise; whoever chooses the reduction vouches for that.
struct reduction {
    void *context;
    bool is_unique; // one representative for each orbit
    enum cause_code
        one_way;   // why steps cannot be followed backwards (`pre`), and only searches be made; none if they can
    bool by_parts; // it asks for the steps of single components; models with inputs have none
    enum cause_code falsifier; // steps are missing, but all that are there are real: what fails for all paths does
                               // fail, and what does not is undecided, for this cause; none: no step is missing

    // How states are coded; NULL when the engine gave up. If there is no such function, the checker chooses.
    struct encoding *(*encode)(struct reduction *, struct model *, bdd_manager *, struct mem *);
    // The image of a system, or of its product with further bits, on sets of representatives. It borrows the steps and
    // the encoding. NULL when the engine gave up.
    struct image *(*wrap)(struct reduction *, struct image *steps, struct encoding *);
    void (*unwrap)(struct reduction *, struct image *wrapped);

    // Where representatives are chosen during the search: it finds some for all that can be reached from `from`, which
    // it calls its representatives from then on, or goes on until there is one of `goal`. BDD_NONE when the engine gave
    // up. What the listener hears of are sets without a common state, and each state of one but the first is led to by
    // a step from a state of those before it. No such function: layers of images are all.
    bdd (*search)(struct image *wrapped, bdd from, bdd goal, struct search_listener *);
    size_t last_hint;   // the number of hints that it takes up one after the other, but the first
    size_t most_rounds; // a search stops after so many, and is partial then; 0: it goes to its end
    bool was_stopped;   // some search, by that
    // Whether a search could have come to a place, which has come from elsewhere: if so, the next one can go on from
    // there. `first` is what it heard of first. False also when the engine gave up. No such function: it searches from
    // the states that it is given, and has no pairs.
    bool (*take_place)(struct image *wrapped, const struct search_place *, bdd from, bdd first);

    bdd (*represent)(struct image *wrapped, bdd states); // the representatives of any states
    bdd (*spread)(struct image *wrapped, bdd set);       // all states of the orbits of these; may be missing
    // How many states these representatives stand for; false when the engine gave up, or if they are not unique.
    bool (*count)(struct image *wrapped, bdd representatives, mpz_t states);
    // Makes a run of states of one of representatives. False when the engine gave up, or when the run gets too long.
    bool (*lift)(struct image *wrapped, const struct quotient_run *, struct trace *, struct mem *);
};

#endif
