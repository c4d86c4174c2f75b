// What the files of on-the-fly representatives share: onthefly_backend.c decides goals and answers questions,
// onthefly_groups.c says by which symmetries, onthefly_search.c has the checker that is open, on the model or on a
// cone.
#ifndef COSET_RUN_ONTHEFLY_PARTS_H
#define COSET_RUN_ONTHEFLY_PARTS_H

#include "group/generator.h"
#include "orbit/invariance_bdd.h"
#include "run/checker_watch.h"
#include "run/cone_groups.h"
#include "run/onthefly_backend.h"

struct onthefly_backend {
    struct backend base;
    struct run *run;
    struct checker_watch watch;
    struct mem *mem;
    struct input *input;
    struct model *model;
    struct portfolio_setup setup;
    double deadline; // of what it was asked last; 0: none

    // Generators that are not known to be symmetries are used all the same: what fails then does fail, and what seems
    // to hold is undecided.
    generator_array stated;
    size_t initial_count; // of the stated ones, those that keep the initial states: the first
    bool is_stated, are_symmetries;
    struct invariance_bdd *invariance; // NULL until it is needed
    ARRAY(expr) hints;                 // of the model that is checked
    size_t hint_count;                 // of the model

    // Which properties have a cone of influence, and are checked on that: where the group of the cone is not smaller.
    struct dependence *dependence; // NULL: none has
    cone_groups groups;            // which share one; some may have all cells
    bool *wants_full;              // by goal index: its cone has been of no use

    const struct cone_group *group; // the one whose cone is open; NULL: all cells
    struct cone cone;

    // The checker that is open, on the cone or on the model, and the generators that it uses.
    generator_array used;
    struct abstraction *abstraction;
    struct checker *checker; // NULL: none

    uint64_t checkers;
    struct model_warnings warnings;
    value *deadlock;
    bool *is_shown;
    struct backend_statistics statistics;
    struct str text;
};

// What a property leaves of the symmetries; SIZE_MAX: all of them that keep the set of reachable states. They are those
// of the model.
void onthefly_find_group(struct onthefly_backend *, size_t property, generator_array *out);
// Those of the open cone, by the number of the property there. What keeps the property takes its cone to itself, so
// that those that are found are not fewer. Of those that were stated, nobody knows: false if one leads out of the cone.
bool onthefly_find_group_of_cone(struct onthefly_backend *, size_t property, size_t number, generator_array *out);
bool onthefly_same_group(const generator_array *, const generator_array *);

// Opens the cone of a group, with the properties of its members in that order; NULL: the model as it is.
void onthefly_use_cone(struct onthefly_backend *, const struct cone_group *);
// A checker with these generators on what is open, which it takes over; the one that is there if it is the same.
void onthefly_enter(struct onthefly_backend *, generator_array *, double deadline);
void onthefly_leave(struct onthefly_backend *);      // the checker, and learn from it
void onthefly_read_hints(struct onthefly_backend *); // of what is open
void onthefly_plan_cones(struct onthefly_backend *);

#endif
