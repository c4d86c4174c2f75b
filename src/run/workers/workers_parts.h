// What the files of worker processes share: workers.c hands out shares and watches over those who work; worker_events.c
// hears what they have to say, and of their end; workers_saving.c has them save their searches.
#ifndef COSET_RUN_WORKERS_WORKERS_PARTS_H
#define COSET_RUN_WORKERS_WORKERS_PARTS_H

#include <sys/types.h>

#include "run/checkpoint/checkpoint_share.h"
#include "run/workers/assignment.h"
#include "run/workers/workers.h"

struct worker {
    pid_t pid; // 0: none
    int pipe;
    struct str heard; // that is no whole message yet
    struct share share;
    double seconds; // that it has, of a limit that leaves more to others; 0: it has all there is
    bool counts_states, wants_order;
    bool has_ended, is_out_of_memory, is_broken;
    struct worker_shared *shared;

    unsigned turn;               // processes are numbered as they begin
    int slots[CHECKPOINT_SLOTS]; // files for its searches; -1: none
    unsigned slot;               // with the last ones; CHECKPOINT_SLOTS: none
    unsigned answered;           // how often it has saved them, or has told why not
};

struct said {
    size_t task;
    const char *text;
};

struct workers {
    struct run *run;
    struct mem *mem;
    const struct workers_work *work;
    const struct portfolio_setup *setup; // of the work
    double deadline;                     // 0: none

    share_array *queue; // those from `next` on are still to be handed out
    size_t next;
    struct worker *workers;
    size_t most, running;
    struct worker_shared *shared; // by worker
    size_t peak;

    bool *is_done; // by goal index
    // A result for want of a better one, where there is to be another try with more time.
    struct late {
        bool is_known;
        struct result result;
    } * late;
    bool states_are_left, order_is_left; // to be asked of some process
    ARRAY(struct said) said;             // that was shown

    unsigned turns;   // processes so far
    double asked_for; // searches, since when; 0: not now
};

// ---- worker_events.c ------------------------------------------------------------------------------------------------

void workers_listen_to(struct workers *, struct worker *);
void workers_bury(struct workers *, struct worker *);
void workers_give_up(struct workers *, size_t goal_index, struct cause cause);
size_t workers_open_goals(const struct workers *, const struct share *);

// ---- workers_saving.c -----------------------------------------------------------------------------------------------

void workers_open_slots(struct workers *, struct worker *);
void workers_close_slots(struct workers *, struct worker *); // what is in them is kept as far as it is of use
void workers_save_if_due(struct workers *);

#endif
