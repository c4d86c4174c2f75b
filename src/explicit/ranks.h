// Many processes that search together, on one machine or on many: ranks, as in MPI. This is what is asked of whoever
// carries their messages; mpi/ does it by MPI.
//
// Rank 0 decides what is done and tells the others, which do it and report. A message between two ranks never overtakes
// another one between the same two; of different ranks nothing is said.
#ifndef COSET_EXPLICIT_RANKS_H
#define COSET_EXPLICIT_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"

struct rank_message {
    uint32_t from;
    const uint64_t *words; // good until the next message is asked for
    size_t count;
};

struct ranks {
    void *context;
    uint32_t rank, count; // this one, and how many there are
    uint32_t neighbours;  // of them that are on this machine, with this one
    // Begins to send; the words are copied, and nobody waits.
    void (*send)(void *context, uint32_t to, const uint64_t *words, size_t count);
    // So much is under way to that rank that it is better to wait, and meanwhile to receive.
    bool (*is_busy)(void *context, uint32_t to);
    bool (*receive)(void *context, struct rank_message *); // false: there is none now
    void (*rest)(void *context);                           // there is nothing to do for a moment
    void (*note_silence)(void *context);                   // a rank does not answer any more: the end must not wait
};

// What a message is, in the low bits of its first word; above them is the number of the search that it is about.
enum rank_kind {
    RANK_QUIT,   // that is all
    RANK_OPEN,   // a search is begun: its backend and group; answered by a reply without words
    RANK_START,  // find the initial states: the number of the round
    RANK_ROUND,  // look at states: the number of the round, the depth of the layer, the watch that is asked for
    RANK_STOP,   // come to an end with that
    RANK_STATES, // found in a layer: its depth, then states, each with the number of its predecessor
    RANK_REPORT, // of a round: see rank_search.h
    RANK_ASK,    // one of the questions of rank_search.h
    RANK_REPLY,
    RANK_READY, // whether a rank has read the model, and its hash; and to all, whether they agree
};

struct explicit_engine;

// The searches that all ranks share, by their numbers.
struct rank_engines {
    const struct ranks *to;
    struct mem *mem;
    ARRAY(struct explicit_engine *) at;
    // Of a rank that serves: makes the same search as rank 0; it adds itself.
    void (*open)(void *context, uint32_t backend, uint32_t group);
    void *context;
    bool is_over;         // rank 0 has said so
    bool is_broken;       // a rank does not answer
    uint32_t replies_due; // to rank 0, for RANK_OPEN
    // Before the first search: how many are ready, and who has not read what this one has.
    uint32_t ready, other;
    bool has_told; // whether this one is ready
    uint64_t hash;
};

#define RANKS_AGREE UINT32_MAX

// All ranks call it once, before anything else: whether each is ready, and has the same number. Gives RANKS_AGREE, or
// one that is not, or has another one; ranks that serve are only told that there is one.
uint32_t rank_engines_agree(struct rank_engines *, bool is_ready, uint64_t hash);
// By a rank that serves and ends, in case it has come to an end before that: rank 0 would wait for it.
void rank_engines_give_up(struct rank_engines *);

// Of all ranks but rank 0: does what that one says, until it says that this is all.
void rank_engines_serve(struct rank_engines *);
// Of rank 0: all ranks make this search now, as it does itself next; waits until they have.
void rank_engines_open(struct rank_engines *, uint32_t backend, uint32_t group);
void rank_engines_quit(struct rank_engines *); // of rank 0
void rank_engines_close(struct rank_engines *);

#endif
