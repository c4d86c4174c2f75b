// How much memory is free: on the machine, and in the control groups that the process is in.
#ifndef COSET_BASE_AVAILABLE_H
#define COSET_BASE_AVAILABLE_H

#include <stddef.h>

// In bytes; 0: nobody knows. `root` is where the system's files are: "" but for tests.
size_t available_memory(const char *root);
// What the process holds itself, in bytes: pages that it shares with others, as those of files, do not count. 0: nobody
// knows.
size_t held_memory(void);

#endif
