// A run: what all work on a job has in common. It does not print and knows no command line: messages and progress go to
// sinks, and what else it asks of who started it goes through a host.
#ifndef COSET_RUN_RUN_H
#define COSET_RUN_RUN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/progress.h"
#include "base/str.h"
#include "run/job.h"
#include "run/watch.h"

struct run_host {
    bool (*is_interrupted)(void *context);            // somebody wants the work to end
    bool (*is_lost)(void *context);                   // nobody gets to see what is found any more
    void (*show)(void *context, const struct diag *); // what a reader found in a model
    void (*become_worker)(void *context); // this is a process of its own now, which obeys its parent; NULL: nothing
    void *context;
    bool has_no_options; // what is given with a model is not given by options of a command line
};

struct rank_engines;

struct run {
    struct mem mem;
    struct log log;
    struct progress progress;
    struct watch watch;
    struct checkpoint *checkpoint; // NULL: none
    struct rank_engines *ranks;    // with which explicit states are searched (explicit/ranks.h); NULL: alone
    struct run_host host;
    bool is_quiet;                     // an interrupt is not told of
    const volatile bool *told_to_stop; // in a process that works for another one: what that one says; else NULL
};

// A worker does not ask the host: that is for its parent to do.
static inline bool run_is_interrupted(const struct run *run)
{
    if (run->told_to_stop)
        return *run->told_to_stop;
    return run->host.is_interrupted && run->host.is_interrupted(run->host.context);
}

// What messages call a text that is given with a model: by its option ("--formula"), if there are options.
static inline const char *run_name_of(const struct run *run, const char *option)
{
    return run->host.has_no_options ? option + 2 : option;
}

static inline bool run_is_lost(const struct run *run)
{
    return run->host.is_lost && run->host.is_lost(run->host.context);
}

#endif
