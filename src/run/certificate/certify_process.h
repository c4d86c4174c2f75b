// coset-certify as a process of its own: its place, its limits, and what it prints.
#ifndef COSET_RUN_CERTIFICATE_CERTIFY_PROCESS_H
#define COSET_RUN_CERTIFICATE_CERTIFY_PROCESS_H

#include "base/str.h"
#include "run/run.h"

// The path of coset-certify: beside this program, or where PATH leads to. False if it is in neither place.
bool certify_process_find(struct mem *, struct str *path);

// Has a certificate checked, with the time and memory that are left of the run's. The answer is what it prints with
// --json. False if there is none: `why` says so, and *is_error whether that is an error rather than a limit.
bool certify_process_run(struct run *, const char *program, const char *model, const char *certificate,
                         struct str *answer, struct cause *why, bool *is_error);

#endif
