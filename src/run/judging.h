// Judging the trace of a failure: by the model that it is one of. A trace of counters' components is at first one over
// the cells of the model per orbit, which is nobody's judge. If the model with all instances is small, it is made. Else
// a portion of it (murphi/lower.h) is, with the instances for the components that the trace is about.
#ifndef COSET_RUN_JUDGING_H
#define COSET_RUN_JUDGING_H

#include "run/input.h"
#include "trace/trace.h"

enum judged {
    JUDGED_RIGHT,
    JUDGED_WRONG, // with the reason
    NOT_JUDGED,   // the model could not be made; the result says that the trace was not replayed, or has none any more
};

// The trace becomes one of the model that has judged it. `goal` is that of the property, of the input's model or
// another one of its text. The run-time error is set if the run shows one.
enum judged judging_judge(struct run *, struct input *, goal_id goal, struct result *, struct str *error);

#endif
