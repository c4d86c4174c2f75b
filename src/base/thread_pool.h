// Threads that do a piece of work together, again and again. The one that asks takes part.
//
// Between pieces they sleep: what one of them wrote is seen by all when the next piece begins.
#ifndef COSET_BASE_THREAD_POOL_H
#define COSET_BASE_THREAD_POOL_H

#include <stddef.h>

#include "base/mem.h"

struct thread_pool;

// So many threads, with that of the caller; fewer, but never less than two, where the system does not give as many.
// NULL: it gives none. Signals are left to the caller.
struct thread_pool *thread_pool_new(size_t threads, struct mem *);
void thread_pool_free(struct thread_pool *);
size_t thread_pool_size(const struct thread_pool *);
// In a process that was forked, the threads are not there; the pool can be freed all the same.
bool thread_pool_is_here(const struct thread_pool *);

// Has every thread call `work` once, with its number from 0 on, which is the caller's; returns when all have returned.
void thread_pool_run(struct thread_pool *, void (*work)(void *context, size_t thread), void *context);

// Seconds that threads were done with a piece while others were not: of all together.
double thread_pool_waited(const struct thread_pool *);

size_t processor_count(void); // that this process may use; at least 1

#endif
