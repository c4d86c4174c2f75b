// What a property asks of reachable states.
#ifndef COSET_SAT_SAT_GOAL_H
#define COSET_SAT_SAT_GOAL_H

#include "model/model.h"

struct sat_question {
    expr condition; // is to be true in all reachable states; EXPR_NONE: there is no such question
    expr sound;     // of a cover: has to be, too; else EXPR_NONE
    bool is_cover;  // it holds if the condition is not
    // The condition is about paths that go on forever, fairly: where a state violates it, that need not be a failure.
    bool is_of_paths;
};

struct sat_question sat_question_of(struct model *, enum property_kind, formula);

#endif
