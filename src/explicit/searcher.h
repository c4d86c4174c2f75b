// What one of several threads needs to look at states, and what it finds in a round of the search (parallel_search.h).
#ifndef COSET_EXPLICIT_SEARCHER_H
#define COSET_EXPLICIT_SEARCHER_H

#include "explicit/engine.h"

#define SEARCHER_GROUP 64 // successors that are looked up together

// A state that was not in the store, as it was found: from which of the states of the round, and as which of its
// successors; and its number among the fresh ones.
struct candidate {
    uint64_t sequence;
    uint32_t fresh;
};

// The states of a round that a thread takes at a time, and who it was.
struct chunk {
    uint32_t searcher;
    size_t begin, end; // among its candidates
    uint32_t news;     // states that were found first here
};

struct searcher {
    struct parallel_search *search;
    struct explicit_engine *engine;
    struct mem mem;
    struct evaluator *evaluator;
    struct eval_guide guide;
    struct rules rules;
    const struct explicit_steps *steps; // its own; NULL: the rules are the model's
    struct canonical *canonical;
    uint32_t *twin_first, *twins_before;
    struct store_scratch scratch;
    uint32_t spare; // of the fresh states
    uint64_t *state;
    struct batch batch;
    struct recent_states recent;     // in the store, or noted in this round
    uint32_t last_parent, successor; // of the batch
    ARRAY(struct candidate) candidates;
    // What it found in this round; STORE_NONE: nothing.
    uint32_t *violators; // by watch of the rules
    uint32_t dead_end;
    uint32_t failed;               // a state whose successors are not all there
    enum cause_code cause;         // of that; none: there was no room, or the round was stopped
    bool lacks_parts, lacks_fresh; // room for what is below roots, and for fresh ones
    bool is_first;                 // that of the thread that asks: it looks whether to stop
};

// What the threads of a round share. One thread writes it between rounds, but for what is said to be atomic.
struct parallel_search {
    struct explicit_engine *engine;
    struct thread_pool *pool;
    struct searcher *searchers;
    size_t count;                                    // of these
    size_t held;                                     // bytes of theirs that count for the engine
    uint32_t begin, end, size;                       // the states of the round, and of a chunk
    uint32_t next;                                   // atomic: the chunk that nobody has taken yet
    bool is_stopped;                                 // atomic: no chunk is taken any more
    struct word_set fresh;                           // roots that are not in the store: several threads add to it
    uint32_t parts[PAIR_SETS];                       // pairs below roots before the round
    size_t parts_of_last[PAIR_SETS], states_of_last; // what the last round added for so many states
    uint64_t *sequences;                             // by fresh root, atomic: the least one with which it was found
    size_t sequence_count;
    ARRAY(struct chunk) chunks;
    ARRAY(uint32_t) fired; // steps, by state of the round
    // After it: what counts is that of the states before `cut`; the numbers of new states begin with `first`.
    uint32_t cut, first;
    size_t news;
    ARRAY(uint32_t) parents; // of new states
    double pace;             // seconds for a state, of late; 0: nobody knows
    double seconds;          // of all rounds
    uint64_t rounds;
};

// False if it cannot be had; it is to be closed all the same.
bool searcher_open(struct searcher *, struct parallel_search *, bool is_first);
void searcher_close(struct searcher *);
void searcher_begin(struct searcher *); // a round
void searcher_end(struct searcher *);
void searcher_run(struct searcher *); // until all chunks are taken, or the round is stopped

#endif
