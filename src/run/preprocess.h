// The C preprocessor, as a process of its own whose output is read.
#ifndef COSET_RUN_PREPROCESS_H
#define COSET_RUN_PREPROCESS_H

#include <sys/types.h>

#include "run/run.h"

struct preprocess {
    pid_t process;
    int output; // to be read to its end
};

// Starts it on a file, with the macros of -D. False, with the error shown, if that cannot be done.
bool preprocess_begin(struct run *, const struct option_list *macros, const char *path, struct preprocess *);
// Waits for it. False, with the error shown, if it failed; it has said why.
bool preprocess_end(struct run *, struct preprocess *);
// Of a text that has errors afterwards: warns if a macro may have been left in it, since C takes "0..N" for a number.
void preprocess_explain(struct run *, const char *text, size_t length);

#endif
