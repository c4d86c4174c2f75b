// What the files of the checker share: checker.c builds it, checker_reachable.c finds what properties have in common,
// checker_progress.c tells of it and of when it stops, decide.c turns sets into verdicts.
#ifndef COSET_CHECK_CHECKER_H
#define COSET_CHECK_CHECKER_H

#include "check/check.h"
#include "check/linear.h"
#include "check/pathform.h"

struct checker {
    struct mem *mem;
    struct model *model;
    struct check_options options;
    // What is asked for now; at first as the options say.
    bool traces, names_errors;
    double deadline;
    bdd_manager *m;
    cell_id *order;
    size_t cells;
    const char *order_origin;
    struct encoding *encoding;
    struct system *system;
    struct fixpoints x;
    struct ctl ctl;
    struct linear linear;
    struct pathform pathform;
    struct sets layers;      // of reachable states, as many as are known; the last one may have successors that are not
    bdd layered;             // their union
    bool has_all_layers;     //
    bdd reached;             // BDD_NONE until known
    enum cause_code partial; // why there may be more of them; none: these are all
    struct cursor *cursor;   // of a search by an abstraction, and what it has found up to there; NULL: there is none
    struct sets cursor_layers;
    bdd begun; // what a search for them has found that was given up; BDD_NONE if there was none
    struct fixpoints_stopped stopped;
    double started, seconds_building, seconds_reachable;
    size_t restricted_nodes;           // the most of a relation of the steps from abstract states; 0: there was none
    struct check_progress progress;    // as it was shown last
    double next_progress;              // while an operation goes on
    double seconds_looking, last_look; // that counting for who watches took
    value *deadlock;
    enum bdd_answer all_runs_count; // BDD_UNKNOWN: not known yet
    bool is_too_large;              // there would be too many variables
    bool is_unsound;                // the cover that was checked last has no value in some state
    bool interrupted;
    bool order_is_late; // it was stopped, and nothing was built
};

bool checker_should_stop(void *checker);
struct cause checker_why(const struct checker *); // why the engine gave up
void checker_show(void *checker, const struct fixpoint_stage *);

// Whether every trace goes on forever and is fair, so that a state that can be reached is on one that counts.
bool checker_find_ends(struct checker *); // before products are made
enum bdd_answer checker_all_runs_count(struct checker *);

// Both are found once and kept; false when the engine gave up.
bool checker_find_reachable(struct checker *);
// Goes on with the layers of reachable states until one meets the goal, or there are no more. What is known when the
// engine gives up is kept.
bool checker_find_layers(struct checker *, bdd goal);
const struct abstract_search *checker_abstract_search(const struct checker *); // NULL: no abstraction makes the search
bool checker_prepare(
    struct checker *); // what CTL needs before its first formula: the states that matter, and fair ones

#endif
