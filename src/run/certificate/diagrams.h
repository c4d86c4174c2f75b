// Decision diagrams for certificates: a checker of a model that goes by the limits of the run.
#ifndef COSET_RUN_CERTIFICATE_DIAGRAMS_H
#define COSET_RUN_CERTIFICATE_DIAGRAMS_H

#include "check/check.h"
#include "run/certificate/graph_search.h"

static inline bool certificate_is_interrupted(void *run)
{
    return watch_is_interrupted(run);
}

static inline struct checker *certificate_checker(struct run *run, struct model *model,
                                                  const struct search_limits *limits, struct mem *mem)
{
    struct check_options options = {.reachable = CHECK_REACHABLE_ON,
                                    .deadline = limits->deadline,
                                    .memory_limit = mem_room(mem) == SIZE_MAX ? 0 : mem_room(mem) / 2,
                                    .reorder = true,
                                    .interrupted = certificate_is_interrupted,
                                    .context = run};
    return checker_new(model, &options, mem);
}

// A SAT solver minds the size of diagrams more than anything else: half the nodes are a tenth of the time.
static inline bool certificate_sift(bdd_manager *m)
{
    const struct bdd_sift_options options = {.seconds = 10};
    // NOLINTNEXTLINE(misc-redundant-expression): sifting again finds more
    return bdd_sift(m, &options) && bdd_sift(m, &options);
}

#endif
