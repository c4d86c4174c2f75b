// One process of several: what it does from its beginning to its end, and the words in which it tells of it.
#ifndef COSET_CLI_JOB_H
#define COSET_CLI_JOB_H

#include <stdnoreturn.h>
#include <sys/types.h>

#include "cli/findings.h"
#include "cli/shares.h"

// Messages: the kind and the length, both as 32 bits, and the content.
enum job_message {
    JOB_LOG,          // level, text
    JOB_RESULT,       // place, whether the model is as yet that of one instance per orbit, result
    JOB_HISTORY,      // a search
    JOB_FINDINGS,     //
    JOB_OUT_OF_MEMORY //
};
#define JOB_HEAD_BYTES 8
#define JOB_LONGEST ((size_t)1 << 31)

struct job {
    struct cli *cli;
    struct input *input;
    const struct engine_setup *setup; // of all
    const struct share *share;
    bool counts_states, wants_order, wants_statistics;
    double deadline;     // 0: none
    size_t memory_limit; // 0: none
    int pipe;            // to write to
    pid_t parent;
    struct watch_memory *memory; // that both have
};

noreturn void job_run(struct job *);

#endif
