// The program's work has a stack of its own size. Recursions are as deep as a model is nested and as its diagrams have
// variables, and what the process was given (`ulimit -s`) may be too little for that, or more than anybody needs.
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/stack.h"
#include "cli/cli.h"

// Enough for as many variables as the diagrams take. Only what is used becomes memory. Where addresses are scarce, less
// will do, for fewer variables, but not less than what the deepest nesting of a file needs.
#ifdef __SANITIZE_ADDRESS__
#    define BEST_STACK ((size_t)256 << 20)
#    define LEAST_STACK ((size_t)64 << 20)
#else
#    define BEST_STACK ((size_t)64 << 20)
#    define LEAST_STACK ((size_t)8 << 20)
#endif

// With less than that, not even the smallest models have room beside the libraries and the stack.
#define LEAST_ADDRESSES ((size_t)128 << 20)

struct work {
    enum status (*run)(struct cli *, const char **arguments, int count);
    struct cli *cli;
    const char **arguments;
    int count;
};

// The program ends here: libraries keep memory by thread, which would be lost with the thread.
static void *do_work(void *context)
{
    struct work *work = context;
    exit((int)work->run(work->cli, work->arguments, work->count));
}

// What the process may reserve; SIZE_MAX if nothing limits it.
static size_t most_addresses(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return SIZE_MAX;
    return (size_t)limit.rlim_cur;
}

static enum status refuse(struct cli *cli, size_t addresses)
{
    if (addresses == SIZE_MAX)
        log_error(&cli->run.log, "there is no memory for a stack of %zu MB", LEAST_STACK >> 20);
    else
        log_error(&cli->run.log, "addresses are limited to %zu MB (ulimit -v): %zu MB are needed at the least",
                  addresses >> 20, LEAST_ADDRESSES >> 20);
    return STATUS_TROUBLE;
}

enum status cli_run_on_own_stack(enum status (*run)(struct cli *, const char **, int), struct cli *cli,
                                 const char **arguments, int count)
{
    struct work work = {.run = run, .cli = cli, .arguments = arguments, .count = count};
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 1); // threads hardly allocate while others do; an arena for each would take many addresses
#endif
    size_t addresses = most_addresses(), bytes = BEST_STACK;
    while (bytes > addresses / 4)
        bytes /= 2;
    while (addresses >= LEAST_ADDRESSES && bytes >= LEAST_STACK && !stack_call(bytes, do_work, &work))
        bytes /= 2;
    if (addresses < LEAST_ADDRESSES || bytes < LEAST_STACK)
        return refuse(cli, addresses);
    return STATUS_TROUBLE; // not reached
}
