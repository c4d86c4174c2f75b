// What a checker on diagrams tells the run while it works, and asks of it: the same for all backends that have one.
#ifndef COSET_RUN_CHECKER_WATCH_H
#define COSET_RUN_CHECKER_WATCH_H

#include "check/check.h"
#include "run/job.h"
#include "run/run.h"

struct checker_watch {
    struct run *run;
    const char *what, *unit; // for the line of progress: what is worked on, and what is found there
};

// Sets who is told and asked, and the memory: what the models leave of the limit is the checker's, but for a part that
// stays for all the rest. What the checker cannot have makes a property undecided, what the rest cannot have ends the
// program. The watch outlives the checker.
void checker_watch_set(struct checker_watch *, const struct job *, struct check_options *);

#endif
