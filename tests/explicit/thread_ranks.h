// Ranks that are threads of one process, with engines of the same model: for tests of the search by many processes
// where there is no MPI. Messages of different ranks arrive in an order by chance, and late.
#ifndef COSET_TESTS_EXPLICIT_THREAD_RANKS_H
#define COSET_TESTS_EXPLICIT_THREAD_RANKS_H

#include "explicit/explicit.h"

struct thread_ranks;

// So many, of which the caller is rank 0. All engines have these options.
struct thread_ranks *thread_ranks_new(uint32_t count, const struct model *, const struct explicit_options *,
                                      uint64_t seed);
struct explicit_engine *thread_ranks_engine(struct thread_ranks *, const struct explicit_options *own, struct mem *);
// After the engine is freed; false if a thread has memory left.
bool thread_ranks_free(struct thread_ranks *);

#endif
