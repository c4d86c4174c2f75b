// Examinations of the Model Checking Contest: what is asked of a net, by the name of an examination and, for most of
// them, a file of formulas beside the net. An answer is told as soon as it is known.
#ifndef COSET_RUN_EXAMINATION_H
#define COSET_RUN_EXAMINATION_H

#include "run/job.h"
#include "run/run.h"

// By what an answer was found, in the contest's words; bits.
enum examination_technique {
    BY_STRUCTURE = 1, // the text, and place invariants
    BY_DIAGRAMS = 2,
    BY_STATES = 4, // one at a time
    BY_SYMMETRY = 8,
    BY_REDUCTION = 16, // a smaller net: the cone of influence, counters
};

// One line of the contest. `id` is that of a formula, the name of the examination, or, of the state space, what is
// counted.
struct examination_answer {
    const char *id;
    bool is_number;
    bool is_true;
    const char *number; // in full
    unsigned techniques;
};

// Ways to answers that share nothing but the reading of the net and of the formulas: one can judge another.
enum examination_method {
    EXAMINATION_BY_ALL,
    EXAMINATION_BY_EQUATION, // of the net without colours, and the initial marking
    EXAMINATION_BY_WALKS,    // and bounds by the equation, which walks have to reach
    EXAMINATION_BY_GRAPH,    // a part of the reachability graph
    EXAMINATION_BY_FLAT,     // a part of that of the net whose colours are counted, or which is unfolded
    EXAMINATION_BY_DIAGRAMS,
    EXAMINATION_BY_MODEL // which the net becomes: as other models are checked
};
#define EXAMINATION_METHODS "all|equation|walks|graph|flat|diagrams|model"

struct examination {
    struct run *run;
    const struct job *job; // limits and methods; the model is found in the folder
    const char *folder, *name;
    unsigned only; // enum examination_method
    void (*answer)(void *context, const struct examination_answer *);
    void *context;
};

bool examination_is_known(const char *name);

enum examination_end {
    EXAMINATION_ANSWERED, // in full
    EXAMINATION_IN_PART,  // something is not answered, for want of time, memory or method
    EXAMINATION_WRONG,    // there is something wrong with the net or the formulas, which is shown
};
enum examination_end examination_run(const struct examination *);

#endif
