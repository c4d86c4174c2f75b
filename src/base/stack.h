// The stack of the calling thread, for those whose recursions are as deep as their input is large.
#ifndef COSET_BASE_STACK_H
#define COSET_BASE_STACK_H

#include <stddef.h>

size_t stack_size(void); // in bytes; SIZE_MAX: nothing limits it

#endif
