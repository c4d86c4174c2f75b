// What the files of a strategy share: strategy.c says in which order the methods are tried, strategy_plain.c has the
// model itself searched, strategy_queries.c answers what else is asked for, strategy_text.c puts symmetry reduction
// into words.
#ifndef COSET_RUN_STRATEGY_PARTS_H
#define COSET_RUN_STRATEGY_PARTS_H

#include "run/architecture_backend.h"
#include "run/counter_backend.h"
#include "run/fair_goals.h"
#include "run/goals.h"
#include "run/native_backend.h"
#include "run/onthefly_backend.h"
#include "run/property_symmetry.h"
#include "run/size_backend.h"
#include "run/strategy.h"
#include "run/tracked_backend.h"

// By what numbers ranks know the searches that they share.
enum { SHARED_NATIVE, SHARED_PLAIN };

struct strategy {
    struct run *run;
    struct mem *mem;
    struct input *input;
    struct portfolio_setup given; // results pass through here, so that it is known by what they were found
    struct portfolio_setup setup;
    struct goals goals; // all that is wanted; what is known, follows from others or is left to fair_goals is done

    struct native_backend native; // explicit search by the tree
    struct counter_backend counting;
    struct tracked_backend tracked; // for what counters of all components do not tell
    struct architecture_backend architecture;
    struct size_backend sizes;
    struct onthefly_backend *representatives; // NULL: not asked for

    // The model itself, for what waits.
    ARRAY(size_t)
    plain_goal_indices; // that `plain` is for: those that waited, or all where others may be asked for later
    ARRAY(size_t) plain_properties;
    struct symmetry *symmetry; // of the model; NULL: not used
    struct portfolio *plain;   // on the model, made when it is needed
    bool plain_is_asked;       // for what waits, in this call of strategy_decide_all
    bool plain_is_needed;      // the other methods have left something, after all
    bool is_broken;            // the model could not be made

    struct property_symmetry
        property_symmetry;   // properties that symmetries of a model without classes give for nothing
    struct fair_goals fair;  // what depends on fairness of rules; is known for all others
    const bool *given_known; // by goal index
    bool *is_known;          // by goal index: or left to fair_goals
    bool has_others;         // there is something that is not

    bool is_proving;                // more time may lead to a proof for every size
    bool was_easy;                  // explicit search has decided all in no time
    struct method_summary by;       // what the results come from
    struct model_warnings warnings; // of counters
    struct str text, remark;
};

bool strategy_is_told(const struct input *);            // symmetries or hints are stated
bool strategy_has_classes(const struct model *);        // of several elements
bool strategy_has_usable_classes(const struct model *); // without an obstacle
bool strategy_is_architectural(const struct strategy *);
bool strategy_may_be_easy(const struct strategy *); // a short search comes before counters, if nobody knows better

// The model itself. NULL if it cannot be made; strategy_why_broken tells why.
struct portfolio *strategy_plain(struct strategy *);
void strategy_decide_plain(struct strategy *);                // what waits
void strategy_decide_easy(struct strategy *, double seconds); // sets was_easy
void strategy_decide_native(struct strategy *);               // what waits, for a while or until the end
void strategy_forget_done(struct strategy *);                 // what others have decided since it was asked
bool strategy_prove_on(void *strategy, double seconds);       // of a proof for every size; whether more may help
struct cause strategy_why_broken(const struct strategy *);

#endif
