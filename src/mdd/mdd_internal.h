// What the parts of the diagram engine share (mdd.h).
//
// Nodes lie one after the other in a range of words that never moves; a handle is where a node begins. A node has a
// header and a child for each value from its first to its last one, which are not empty. Equal nodes are one.
#ifndef COSET_MDD_MDD_INTERNAL_H
#define COSET_MDD_MDD_INTERNAL_H

#include "mdd/mdd.h"

#define MDD_END ((mdd)1) // below all levels: the set of the empty vector

struct mdd_header {
    uint32_t next; // in its chain of the unique table
    uint32_t level, first, count;
};
enum { HEADER_WORDS = sizeof(struct mdd_header) / sizeof(uint32_t) };

enum direction { FORWARDS, BACKWARDS, DIRECTIONS };

// What some events do from one level on down. At the level, a value within the limits of a step becomes one that
// differs by `delta`, and the rest is done below. Equal relations are one, so that they share what was computed.
struct mdd_step {
    uint32_t low, high;
    int32_t delta;
    uint32_t rest; // NO_RELATION: nothing
};
struct mdd_relation {
    uint32_t level;
    uint32_t first;         // of its steps
    uint32_t ranges, count; // steps of more than one value, which come first; steps
};
#define NO_RELATION UINT32_MAX

struct cache_entry {
    uint32_t op, a, b, result;
};

struct mdd_manager {
    struct mem *mem;
    struct mdd_options options;
    const struct mdd_event *events;
    size_t event_count;
    struct mem_region region; // words of nodes
    uint32_t *words;
    size_t used;     // words
    uint32_t *heads; // unique table
    size_t head_count, node_count;
    struct cache_entry *cache;
    size_t cache_count;
    struct mem_region scratch; // nodes that are being made, a stack
    uint32_t *stack;
    size_t stack_used;
    struct mem_region flag_bytes; // one for each word of the stack: the child is to be looked at
    uint8_t *flags;
    ARRAY(struct mdd_relation) relations;
    ARRAY(struct mdd_step) relation_steps;
    uint32_t *tops[DIRECTIONS]; // by level: the relation of events whose highest level that is, or NO_RELATION
    uint32_t salt;              // of sums so far
    uint64_t steps, last_step;  // 0: there is no last one
    bool is_over, is_full;
};

static inline struct mdd_header *header_of(const struct mdd_manager *m, mdd n)
{
    return (struct mdd_header *)(m->words + n);
}

static inline mdd child_of(const struct mdd_manager *m, mdd n, uint32_t value)
{
    const struct mdd_header *h = header_of(m, n);
    return value - h->first < h->count ? m->words[n + HEADER_WORDS + (value - h->first)] : MDD_EMPTY;
}

static inline bool is_within(uint32_t value, uint32_t low, uint32_t high)
{
    return low <= value && value <= high;
}

static inline int64_t weight_at(const struct mdd_weights *w, uint32_t level, uint32_t value)
{
    return w->tables && w->tables[level] ? w->tables[level][value] : w->factors[level] * (int64_t)value;
}

// The values of a node with a child that is not empty.
#define FOR_CHILDREN(m, node, v, child) \
    for (uint32_t v = header_of(m, node)->first, v##_end = v + header_of(m, node)->count; v < v##_end; v++) \
        for (mdd child = child_of(m, node, v); child != MDD_EMPTY; child = MDD_EMPTY)

// A node that is being made is on top of the stack whenever its children are set.
struct building {
    uint32_t level;
    uint32_t *children; // by value
    uint32_t count;
    size_t base; // where the stack was
};
struct building mdd_build(struct mdd_manager *, uint32_t level);
void mdd_set_child(struct mdd_manager *, struct building *, uint32_t value, mdd);
static inline mdd built_child(const struct building *b, uint32_t value)
{
    return value < b->count ? b->children[value] : MDD_EMPTY;
}
mdd mdd_finish(struct mdd_manager *, struct building *);

enum mdd_op { OP_UNION, OP_INTERSECTION, OP_DIFFERENCE, OP_CLOSE, OP_CLOSE_BACK, OP_BEFORE, OP_RELATIONS };
enum { OP_MODES = 3 }; // of relations: forwards, backwards, one step backwards
#define OP_SUMS UINT32_C(0x80000000)
// MDD_NONE if it is not there.
mdd mdd_cache_find(struct mdd_manager *, uint32_t op, uint32_t a, uint32_t b);
void mdd_cache_add(struct mdd_manager *, uint32_t op, uint32_t a, uint32_t b, mdd result);
bool mdd_open_nodes(struct mdd_manager *);
void mdd_close_nodes(struct mdd_manager *);
// Asks now and then whether time is over.
bool mdd_goes_on(struct mdd_manager *);

// What becomes of events: as they are, backwards, or only what they need.
enum mdd_kind { MDD_AS_IS = FORWARDS, MDD_REVERSED = BACKWARDS, MDD_NEEDS };
// The relations of events by their highest level (relation.c).
void mdd_make_relations(struct mdd_manager *, const struct mdd_event *, size_t count, enum mdd_kind, uint32_t *tops);

// The steps of a relation for a value, in turn: `at` is where the last one was, at first the value of mdd_first_step.
static inline bool is_step_for(const struct mdd_step *s, uint32_t value)
{
    return s->low <= value && value <= s->high;
}

static inline uint32_t mdd_next_step(const struct mdd_manager *m, uint32_t relation, uint32_t at, uint32_t value)
{
    const struct mdd_relation *r = &m->relations.at[relation];
    const struct mdd_step *steps = &m->relation_steps.at[r->first];
    for (; at < r->ranges; at++)
        if (is_step_for(&steps[at], value))
            return at;
    if (at == r->ranges) { // those of one value are in order
        uint32_t low = r->ranges, high = r->count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (steps[middle].low < value)
                low = middle + 1;
            else
                high = middle;
        }
        at = low;
    }
    return at < r->count && steps[at].low == value ? at : r->count;
}

// The steps of a relation that a value is within the limits of.
#define FOR_STEPS(m, relation, value, i) \
    for (uint32_t i = mdd_next_step(m, relation, 0, value); i < (m)->relations.at[relation].count; \
         i = mdd_next_step(m, relation, i + 1, value))

#endif
