// The system's compiler, as a process that makes a library of a text while the program goes on. It works in a private
// folder, which is removed when the library was loaded, or is not wanted any more.
#ifndef COSET_NATIVE_COMPILER_PROCESS_H
#define COSET_NATIVE_COMPILER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/mem.h"

struct compiler_process {
    char folder[4096]; // empty: there is none
    pid_t process;     // of the compiler; 0: none
    pid_t owner;       // who has begun it; a copy of that process leaves all to it
    pid_t watcher;  // that removes the folder should the owner be killed, and whose group the compiler joins; 0: none
    int watched_by; // the end of a pipe, which the watcher waits for
};

enum compiler_state { COMPILER_WORKS, COMPILER_DONE, COMPILER_FAILED };

// False if there is no compiler, or no folder for it. Whatever it says, compiler_end is called once.
bool compiler_begin(struct compiler_process *, const char *text, size_t length, struct mem *);
enum compiler_state compiler_look(struct compiler_process *); // does not wait
void *compiler_load(struct compiler_process *);               // after COMPILER_DONE: as dlopen gives it, or NULL
void compiler_end(struct compiler_process *);

#endif
