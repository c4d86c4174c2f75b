// One process of several: what it does from its beginning to its end, and the words in which it tells of it.
#ifndef COSET_CLI_JOB_H
#define COSET_CLI_JOB_H

#include <stdnoreturn.h>
#include <sys/types.h>

#include "cli/checkpoint_share.h"
#include "cli/jobs.h"

// Messages: the kind and the length, both as 32 bits, and the content.
enum job_message {
    JOB_LOG,          // level, text
    JOB_REFUTED,      // place: it fails, and the counterexample is being built
    JOB_RESULT,       // place, whether the model is as yet that of one instance per orbit, result
    JOB_HISTORY,      // a search
    JOB_SAVED,        // how often somebody had asked for that, and where the searches are
    JOB_FINDINGS,     // what else is told
    JOB_OUT_OF_MEMORY //
};
#define JOB_HEAD_BYTES 8
#define JOB_LONGEST ((size_t)1 << 31)

// What both processes have: the one writes what the other reads.
struct job_shared {
    struct watch_memory memory;
    volatile unsigned asked; // for searches to be saved: how often
};

struct job {
    struct cli *cli;
    const struct jobs_work *work;
    const struct share *share;
    bool counts_states, wants_order;
    double deadline;     // 0: none
    size_t memory_limit; // 0: none
    int pipe;            // to write to
    pid_t parent;
    struct job_shared *shared;
    struct checkpoint_share saving;
    bool *is_known; // by place: it is not of the share
};

noreturn void job_run(struct job *);

#endif
