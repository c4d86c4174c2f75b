// Checkpoints of several processes. One of them has the file; the others save their searches when it asks for them, in
// files without a name, and it puts all together.
//
// Each has two such files, for turns: one that is told of stays as it is until the next one is asked for and told of.
// When a process has ended, however that came, what it told of last stays there: for the file, and for others that
// begin later with the same search.
#ifndef COSET_RUN_CHECKPOINT_CHECKPOINT_SHARE_H
#define COSET_RUN_CHECKPOINT_CHECKPOINT_SHARE_H

#include <stdbool.h>
#include <stddef.h>

struct checkpoint;

#define CHECKPOINT_SLOTS 2

// ---- In the process that has the file -------------------------------------------------------------------------------

// A process at work.
struct checkpoint_live {
    int file;      // that it told of last
    unsigned turn; // when it began
};

bool checkpoint_writes(const struct checkpoint *); // there is a file to write to
bool checkpoint_is_due(const struct checkpoint *); // it is time to save
int checkpoint_open_slot(struct checkpoint *);     // a file beside that one; -1 if there can be none
// Those whose searches are saved from now on, besides its own; until the next call.
void checkpoint_set_live(struct checkpoint *, const struct checkpoint_live *, size_t count);
// What a process has left behind. If it is `finished`, its searches may be forgotten where there are too many.
void checkpoint_inherit(struct checkpoint *, int file, unsigned turn, bool is_finished);

// ---- In one that works for it ---------------------------------------------------------------------------------------

struct checkpoint_share {
    int slots[CHECKPOINT_SLOTS];    // -1: nothing is to be saved
    const volatile unsigned *asked; // how often somebody has asked for searches
    unsigned answered;
    unsigned last;                              // that was told of; CHECKPOINT_SLOTS: none
    double next;                                // not before
    void (*tell)(void *context, unsigned slot); // CHECKPOINT_SLOTS: nothing is new
    void *context;
};

// From now on. It goes on with searches of the file, and saves its own when it is asked, and when it is told to.
void checkpoint_become_share(struct checkpoint *, struct checkpoint_share *);
void checkpoint_save_share(struct checkpoint *);

#endif
