// What the searches for initial states and successors share: plans.
//
// A plan is the order in which the cells get their values, where the candidates for each come from, and what is to be
// checked once it has one. The variables of a search are the next values of the cells that an action may change, and
// the inputs that it looks at; for initial states they are all cells but inputs.
#ifndef COSET_MODEL_EVAL_PLAN_H
#define COSET_MODEL_EVAL_PLAN_H

#include "model/evaluator.h"

struct check {
    cell_id cell; // its value is a member; CELL_NONE: a condition
    expr expr;
    bool of_state; // said of the state that is sought, not of the step to it
    bool of_input; // the cell is one
};

struct move {
    cell_id cell;
    const struct type *type;
    bool is_input;
    expr from;     // EXPR_NONE: any value of the type
    bool of_state; // how `from` is read
    size_t check_end;
};

// The checks up to `check_start` come before the first move; those of move i follow those of move i - 1.
struct plan {
    ARRAY(struct move) moves;
    ARRAY(struct check) checks;
    size_t check_start;
    bool made, has_inputs;
};

// A conjunct of a part, with the variables that it reads. A conjunct `next(x) = e` counts as a choice.
struct claim {
    struct check check;
    size_t read_begin, read_end; // in `reads`
    size_t missing;              // variables among them that have no value yet
    bool done;                   // it is in the plan
};

typedef ARRAY(uint32_t) index_array;

// The work space of planning, kept from plan to plan.
struct planner {
    ARRAY(struct claim) claims;
    ARRAY(cell_id) reads;
    size_t shared_claims, shared_reads; // those of all actions come first
    bool has_shared;
    struct notes split, visited, seen; // expressions, expressions, cells
    bool *fixed;                       // for each cell
    size_t *first_watcher;             // for each cell, and one more: where its watchers begin
    size_t cells;
    index_array watchers;             // 2 * claim, and 1 more if the claim chooses the cell instead of reading it
    index_array ready_one, ready_set; // claims that can give candidates for their cell
    size_t taken_one, taken_set;      // of those lists
    // For guessing: cells that some claim is about, and all others, from the smallest on, up to where they are taken.
    bool is_sorted;
    ARRAY(cell_id) watched;
    ARRAY(struct unwatched_cell {
        uint64_t size;
        cell_id cell;
    })
    unwatched;
    size_t taken_unwatched;
};

// What a plan is for: an action, or initial states; those of a start have PLAN_START and its number.
#define PLAN_INITIAL SIZE_MAX
#define PLAN_START (SIZE_MAX / 2)
void plan_make(struct evaluator *, struct planner *, struct plan *, size_t action);
void plan_free(struct mem *, struct plan *);
void planner_free(struct mem *, struct planner *);

#endif
