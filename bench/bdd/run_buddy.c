// The workloads on BuDDy. Both libraries define bdd_and and its like: this file is linked with BuDDy into one object
// that keeps all names but buddy_run to itself (see bench/bench.mk).
#include "engine_buddy.h"

#define RUN buddy_run
#include "run.inc.h"
