// How much memory a run may take if nobody says so: most of what is free, on the machine, in the control groups that
// the process is in, and of its addresses. A run that takes more is not undecided but killed, and others with it.
#include <sys/resource.h>

#include "base/available.h"
#include "cli/cli.h"

#define PART_OF_FREE 0.9

size_t cli_default_memory_limit(void)
{
    size_t free = available_memory("");
    struct rlimit addresses;
    if (free > 0 && getrlimit(RLIMIT_AS, &addresses) == 0 &&
        addresses.rlim_cur < free) // no limit is the largest number
        free = (size_t)addresses.rlim_cur;
    return (size_t)((double)free * PART_OF_FREE);
}
