// The workloads on our engine.
#include "engine_coset.h"

#define RUN coset_run
#include "run.inc.h"
