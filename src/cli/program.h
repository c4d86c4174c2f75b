// The program from outside: coset, and coset-mpi, which has other processes besides.
#ifndef COSET_CLI_PROGRAM_H
#define COSET_CLI_PROGRAM_H

#include "explicit/ranks.h"

// Who carries messages between processes. Both are called by the thread that works.
struct cli_ranks_host {
    const struct ranks *(*open)(void); // NULL: there are too many of them
    void (*close)(const struct ranks *, int status);
};

int cli_main(int count, char **arguments, const struct cli_ranks_host *); // NULL: this process is alone

#endif
