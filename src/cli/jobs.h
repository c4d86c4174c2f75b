// Checking in several processes. Each is a copy of this one, made when the model has been read, and decides a share of
// the properties; what it finds comes back through a pipe. This process decides nothing: it hands out, listens, and
// gives results to who waits for them, as an engine does.
//
// A process that dies takes with it only what it was about: the rest of its share is handed out again, one by one, and
// what dies once more is undecided. The processes never outlive this one.
#ifndef COSET_CLI_JOBS_H
#define COSET_CLI_JOBS_H

#include "cli/findings.h"

// `setup` as for methods. What is found besides verdicts is added to `findings`; `wants_statistics` and `wants_order`
// say that somebody asks for these. Gives the most memory that all processes held at once, as far as is known.
size_t jobs_decide_all(struct cli *, struct input *, const struct engine_setup *, bool wants_statistics,
                       bool wants_order, struct findings *);

#endif
