// One process of several: what it does from its beginning to its end, and the words in which it tells of it.
#ifndef COSET_RUN_WORKERS_ASSIGNMENT_H
#define COSET_RUN_WORKERS_ASSIGNMENT_H

#include <stdnoreturn.h>
#include <sys/types.h>

#include "run/checkpoint/checkpoint_share.h"
#include "run/workers/workers.h"

// Messages: the kind and the length, both as 32 bits, and the content.
enum worker_message {
    WORKER_LOG,          // level, text
    WORKER_REFUTED,      // goal index: it fails, and the counterexample is being built
    WORKER_RESULT,       // goal index, whether the model is as yet that of one instance per orbit, result
    WORKER_HISTORY,      // a search
    WORKER_SAVED,        // how often somebody had asked for that, and where the searches are
    WORKER_FINDINGS,     // what else is told
    WORKER_OUT_OF_MEMORY //
};
// How a process ends: when all is told, without anybody who listens, without memory.
enum worker_end { WORKER_DONE, WORKER_LOST, WORKER_SHORT };

#define WORKER_HEAD_BYTES 8
#define WORKER_LONGEST ((size_t)1 << 31)

// What both processes have: the one writes what the other reads.
struct worker_shared {
    struct watch_memory memory;
    volatile unsigned asked; // for searches to be saved: how often
    volatile bool is_over;   // the work is to end
};

struct assignment {
    struct run *run;
    const struct workers_work *work;
    const struct share *share;
    bool counts_states, wants_order;
    double deadline;     // 0: none
    size_t memory_limit; // 0: none
    int pipe;            // to write to
    pid_t parent;
    struct worker_shared *shared;
    struct checkpoint_share saving;
    bool *is_known; // by goal index: it is not of the share
};

noreturn void assignment_run(struct assignment *);

#endif
