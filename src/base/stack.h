// The stack of the calling thread, for those whose recursions are as deep as their input is large.
#ifndef COSET_BASE_STACK_H
#define COSET_BASE_STACK_H

#include <stdbool.h>
#include <stddef.h>

size_t stack_size(void); // in bytes; SIZE_MAX: nothing limits it

// Calls a function in a thread with a stack of so many bytes, which gets all signals meanwhile, and waits for its end.
// False if there is no memory for the stack.
bool stack_call(size_t bytes, void *(*function)(void *), void *context);

#endif
