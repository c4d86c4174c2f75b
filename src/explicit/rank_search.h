// The breadth-first search by many processes, each with its own memory.
//
// A state belongs to the rank that the hash of its canonical form says, and only that one stores it. A round has every
// rank look at its states of the current layer; successors that belong to others are sent in batches, and what arrives
// is stored meanwhile. A round is over when every rank has looked at its states, or was stopped, and as many states
// have arrived as were sent: ranks that are done send nothing any more, so that equal sums say that nothing is under
// way. Then rank 0 begins the next layer, and traces are as short as can be.
//
// Who has left a layer knows that it was over everywhere. So a batch says of which layer it is, and one that comes from
// the next layer takes its receiver there.
//
// Each state keeps where its predecessor is: its rank and its number there.
#ifndef COSET_EXPLICIT_RANK_SEARCH_H
#define COSET_EXPLICIT_RANK_SEARCH_H

#include "explicit/engine.h"
#include "explicit/ranks.h"

#define RANK_NONE UINT32_MAX
#define RANK_MOST 65535 // ranks

struct rank_place {
    uint32_t rank, number;
};

// What a rank tells of its work, in a round and now and then before its end. Behind it are the watches that it found
// violated: 32 bits of the watch and 32 of the state.
struct rank_report {
    uint64_t round, is_done;
    uint64_t sent, received; // states, of all rounds
    uint64_t states, waiting, fired, initial;
    uint64_t bytes, bytes_peak, store_bytes, packed_bytes;
    uint64_t messages, message_bytes; // of states
    uint64_t cause, dead_end;
};
#define RANK_REPORT_WORDS (sizeof(struct rank_report) / sizeof(uint64_t))

struct rank_buffer {
    ARRAY(uint64_t) words;
};

struct rank_search {
    struct explicit_engine *engine;
    struct rank_engines *all;
    const struct ranks *to;
    uint32_t id;
    size_t stride;             // words of a state and of its predecessor's number
    struct mem_region parents; // by state: PARENT_BYTES each
    struct rank_buffer *out;   // by rank, the own one too
    ARRAY(uint64_t) roots;
    uint64_t *recent; // states that were sent of late, by hash: they need not be sent again
    size_t recent_count;
    ARRAY(uint32_t) layer_ends; // by depth: own states up to there

    // The round.
    uint64_t round;
    uint32_t watch;
    bool is_active, is_stopped;
    uint64_t sent, received;                    // states, of all rounds
    uint64_t reported_round, reported_received; // the last report at its end
    double next_report;
    bool is_lost; // a state could not be stored: there is no way on
    struct rank_report own;

    // Of rank 0.
    struct rank_report *reports;  // by rank
    struct rank_place *violators; // by watch
    bool *is_final;               // by watch: that it is violated was found in an earlier round
    struct rank_place dead_end;
    ARRAY(uint32_t) all_layer_ends; // by depth and rank
    uint64_t layer_states;          // found when the layer began
    double seconds_waiting;         // for others, of this rank

    // To questions: how many replies are to come, and who takes them.
    uint32_t replies_due;
    void (*take_reply)(void *context, uint32_t from, const uint64_t *words, size_t count);
    void *context;
    struct store held; // while the store is that of a trace
};

// NULL options.ranks: does nothing. The engine is added to the searches that all ranks share.
void rank_search_open(struct explicit_engine *);
void rank_search_close(struct explicit_engine *);

// Takes all messages that have arrived; false if there was none.
bool rank_drain(struct rank_engines *);
void rank_take_states(struct explicit_engine *, const struct rank_message *);
void rank_take_report(struct explicit_engine *, const struct rank_message *); // of rank 0
void rank_find_initial(struct explicit_engine *, uint64_t round);
void rank_begin_round(struct explicit_engine *, uint64_t round, uint64_t depth, uint32_t watch);
bool rank_work(struct explicit_engine *); // does a part of a round; false: there is nothing to do now
void rank_answer(struct explicit_engine *, const struct rank_message *); // rank_queries.c

bool rank_is_owner(const struct explicit_engine *, const uint64_t *state); // a state is stored here
uint32_t rank_owner_of(const struct explicit_engine *, const uint64_t *state);
struct rank_place rank_parent(const struct rank_search *, uint32_t number);
// Stores a state with its predecessor; STORE_NONE if there is no room.
uint32_t rank_store(struct rank_search *, const uint64_t *state, struct rank_place parent);
void rank_advance(struct explicit_engine *, uint64_t depth); // the layer is over, and this is the next one

// In a rank that serves: whether it was told to stop. Takes messages.
bool rank_is_told_to_stop(struct explicit_engine *);
static inline bool rank_serves(const struct explicit_engine *e)
{
    return e->ranks && e->ranks->to->rank != 0;
}

// Of rank 0, for search.c: false if it is given up, and then the cause says why.
bool rank_start(struct explicit_engine *);
bool rank_layer_is_done(const struct explicit_engine *);
bool rank_next_layer(struct explicit_engine *); // false: there is none, and the search is complete
bool rank_round(struct explicit_engine *, uint32_t watch);
// Of all ranks together, as they have reported.
struct rank_report rank_totals(const struct explicit_engine *);
void rank_statistics(const struct explicit_engine *, struct explicit_statistics *);

void rank_send_words(struct rank_search *, uint32_t to, enum rank_kind, const uint64_t *words, size_t count);
void rank_tell_all(struct rank_search *, enum rank_kind, const uint64_t *words, size_t count);
// Waits for something while messages are taken; false if a rank does not answer though it was told to stop.
bool rank_wait(struct rank_search *, bool (*is_there)(struct rank_search *));

bool rank_are_open(struct rank_search *); // waits until all ranks have made the search; false: that is given up

// ---- What else all ranks are asked for (rank_queries.c), by rank 0 --------------------------------------------------

// The store becomes that of the trace to a state, whose last one has the number that is given, until rank_drop_path.
bool rank_fetch_path(struct explicit_engine *, struct rank_place, uint32_t *last);
void rank_drop_path(struct explicit_engine *);
bool rank_fetch_state(struct explicit_engine *, struct rank_place, uint64_t *state, struct rank_place *parent);
// Of all states: the sum of their weights; whether a variant of a property holds in each. False if it was given up.
bool rank_count_concrete(struct explicit_engine *, mpz_t count);
bool rank_variant_holds(struct explicit_engine *, size_t property, size_t vacuity);

enum rank_question {
    RANK_STATE,    // a state and its predecessor
    RANK_RANGE,    // several, from one number to another
    RANK_CONCRETE, // the sum of the weights
    RANK_VARIANT,  // whether a variant of a property holds
    RANK_PUT,      // store these
    RANK_PLACE,    // go on from here: see rank_saved.c
    RANK_CLEAR,    // forget all
};
// Asks one rank, or all others (RANK_NONE); false if there is no answer. Whatever `words` says comes behind the
// question; the caller has set who takes replies.
bool rank_ask(struct rank_search *, uint32_t rank, enum rank_question, const uint64_t *words, size_t count);

// ---- The search in a file (rank_saved.c) ----------------------------------------------------------------------------

// The same file as one process writes, so that any number of ranks can read it, and plain coset, too.
struct saved_head;
bool rank_has_search(const struct explicit_engine *); // all ranks have begun
bool rank_save(const struct explicit_engine *, struct stream *);
enum cause_code rank_load(struct explicit_engine *, struct stream *, const struct saved_head *);
// Of a rank that serves: its part of loading. True if all is well.
bool rank_put(struct explicit_engine *, const uint64_t *words, size_t count);
bool rank_set_place(struct explicit_engine *, const uint64_t *words, size_t count);
void rank_clear(struct explicit_engine *);

#endif
