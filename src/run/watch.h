// What the engines tell of their work while it goes on: a line for who waits, and samples for who reads a report.
#ifndef COSET_RUN_WATCH_H
#define COSET_RUN_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cause.h"

struct check_progress;
struct run;
struct explicit_progress;
struct history;
struct result;
struct sat_progress;

// What a process that works for another one holds, for that one to read: besides what both have from before.
struct watch_memory {
    volatile size_t base, used, peak;
};

struct watch {
    struct history *history; // where samples go; NULL: nobody asks for them
    double began;            // the command
    double started;          // what is watched
    double deadline;         // of the whole command; 0: none
    enum cause_code stopped; // why a model was not made to its end; none: none was stopped
    size_t wanted, decided;  // properties
    double next_look;        // at sets

    // Of the explicit search that is under way, to tell how fast it is.
    double search_started;
    uint64_t search_looked_at, search_depth;
    bool has_told_of_interrupt;
    struct watch_memory *memory; // NULL: nobody reads it
};

// Time counts from here on, and a limit is one for all that follows.
void watch_begin_command(struct run *, double limit); // in seconds; 0: none
void watch_begin(struct run *, size_t wanted);

// A model is read, or made: `phase` is what of it. False, and the cause is in `stopped`, if it is to be given up. The
// form is that of a diag.
bool watch_reading(void *run, const char *phase);

// What an engine does now. `unit` is what it counts: "states", "orbits". Both texts are static.
void watch_diagrams(struct run *, const char *way, const char *unit, const struct check_progress *);
void watch_explicit(struct run *, const char *unit, const struct explicit_progress *);
void watch_sat(struct run *, const struct sat_progress *);

void watch_note_verdict(struct run *, size_t property); // is there: it came of the searches so far

// Whether somebody wants to know what takes time to find out.
bool watch_wants_more(struct run *);

// Whether the work is to end: somebody wants it, which is said the first time, or the output cannot be written.
bool watch_is_interrupted(struct run *);

// Why the work ended before all was tried, for a report of these results; none if it did not, or nothing was left.
enum cause_code watch_partial(const struct run *, const struct result *, size_t count, bool states_unknown);

// Until when to work for warnings only, after properties that have taken the time since `begun`: not for much longer
// than these, for others may wait. `deadline` is that of all work; 0: none.
double watch_time_for_warnings(double begun, double deadline);

void watch_note_memory(struct run *); // for who reads it; done now and then by all that is above
// Several processes work, and hold so much in all.
void watch_processes(struct run *, size_t processes, size_t bytes);

#endif
