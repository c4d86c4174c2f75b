// The parts of a formula of linear time, shared by those who read it and who make points of them.
#ifndef COSET_EXPLICIT_LTL_AUTOMATON_PARTS_H
#define COSET_EXPLICIT_LTL_AUTOMATON_PARTS_H

#include "explicit/ltl_automaton.h"

enum { MOST_PARTS = 200, MOST_LABELS = 32, MOST_PROMISES = 32, MOST_WITH_PAST = 6, MOST_MEMORIES = 32, BUCKETS = 4096 };

#define NO_PART UINT32_MAX

// What the formula is made of when negations stand at labels only. Operands come before what they are operands of.
enum part_op {
    PART_LABEL,   // the label has the truth value
    PART_AND,     //
    PART_OR,      //
    PART_NEXT,    // X first
    PART_UNTIL,   // first U second; without the first: F second
    PART_RELEASE, // first V second; without the first: G second
    PART_BEFORE,  // Y first, and Z first
    PART_SINCE,   // first S second; without the first: O second
    PART_TRIGGER, // first T second; without the first: H second
};

struct piece {
    enum part_op op;
    uint32_t first, second;
    uint32_t bit; // of the labels, of what is promised, or of the past
    bool truth;   // of a label; of PART_BEFORE: whether it is true at the beginning
};

struct reading {
    formula formula;
    bool truth;
    uint32_t part;
};

typedef ARRAY(uint32_t) set_array; // of promises, each by its bits

struct ltl_automaton {
    struct mem *mem;
    const struct model *model;
    struct piece parts[MOST_PARTS];
    uint32_t count;
    formula labels[MOST_LABELS];
    uint32_t label_count;
    uint32_t promised[MOST_PROMISES];   // by bit: the part that is to be claimed at the next point
    uint32_t promise_count;             //
    uint32_t remembered[MOST_MEMORIES]; // by bit: the part whose claim is remembered
    uint32_t memory_count, first_past;  //
    uint32_t waiting[MOST_PROMISES];    // parts that are PART_UNTIL
    uint32_t waiting_count;             //
    bool past_of_future;                // what is remembered may have to do with promises
    bool is_too_large;                  //
    set_array covers[MOST_PARTS];   // by part: the least sets of promises with which it is claimed; see ltl_automaton.c
    bool is_lost;                   // there were too many of them,
    bool is_exhausted;              // or there was no memory
    ARRAY(struct reading) readings; // what was read, so that it is not read again
    uint32_t whole;                 // the part that is all terms; NO_PART if there are none
    ARRAY(struct known_point) points;
    ARRAY(struct step) steps;
    ARRAY(uint32_t) lists;                            // of points, one behind the other
    uint32_t last_point[BUCKETS], last_step[BUCKETS]; // by hash
};

struct known_point {
    struct point point;
    uint32_t next; // with the same hash; NO_PART: none
};

struct step {
    uint32_t promised, past, labels; // what is asked for and remembered, and the labels of the state
    bool is_first;                   // the whole formula is asked for
    uint32_t begin, count;           // in the lists
    uint32_t next;                   // with the same hash; NO_PART: none
};

// Reads the terms into parts; `is_too_large` if there are too many. (ltl_automaton_read.c)
void ltl_automaton_read(struct ltl_automaton *, const struct path_term *, size_t count);

#endif
