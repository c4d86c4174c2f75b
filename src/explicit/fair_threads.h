// Fairness conditions that permutations take to each other, in a quotient by these permutations (Emerson and Sistla,
// "Utilizing symmetry when model checking under fairness assumptions": threaded structures).
//
// A path of representatives stands for a path of the model, seen from a component that changes its name now and then:
// where a step leads to a state that a permutation p takes to the next representative, a condition c of before is p(c)
// from there on. Such a step has p, as far as it moves conditions, for its *label*. A *thread* is a condition at a
// node; steps take threads to threads. Among nodes that can all reach each other, so do the threads of one *class*: a
// step maps the conditions of its ends one to one, and some number of turns leads back. So a fair path among all these
// nodes exists if each class has what its condition asks for somewhere. If one asks for something in vain (compassion),
// nodes where it asks are left out, and the rest is looked at again (Streett).
#ifndef COSET_EXPLICIT_FAIR_THREADS_H
#define COSET_EXPLICIT_FAIR_THREADS_H

#include "explicit/reachable_graph.h"

#define THREADS_IDENTITY 0 // the label of steps to representatives

// Rows of numbers, each there once.
struct thread_rows {
    size_t width;
    uint32_t count;
    ARRAY(uint32_t) words;
    ARRAY(uint32_t) slots; // of rows + 1, by hash
};

struct fair_threads {
    struct explicit_engine *engine;
    struct mem *mem;
    uint32_t conditions;             // of the model: justice first, then compassion
    struct thread_rows permutations; // that were met, of elements
    ARRAY(uint32_t) label_of;        // by these
    struct thread_rows images;       // by label: where each condition goes
};

// NULL if the group keeps each condition, or if there is no memory: *good says which.
struct fair_threads *threads_new(struct explicit_engine *, bool *good);
void threads_free(struct fair_threads *); // NULL is fine

bool threads_label(struct fair_threads *, const uint32_t *permutation, uint32_t *label); // false: no memory
uint32_t threads_follow(const struct fair_threads *, uint32_t label, uint32_t condition);

// The conditions in a state: that of justice, or what compassion grants; and what it asks for.
bool threads_is_met(const struct graph *, uint32_t condition, uint32_t state);
bool threads_is_asked(const struct graph *, uint32_t condition, uint32_t state);

// ---- Classes of nodes that can all reach each other -----------------------------------------------------------------

struct thread_classes {
    const struct graph *graph;
    struct fair_threads *of;
    size_t nodes;
    uint32_t *parent; // by thread
    bool *is_met;     // by the first thread of a class: its condition, at some node
};

// All steps between the nodes are told first, then the state of each node.
bool thread_classes_open(struct thread_classes *, const struct graph *, size_t nodes); // false: no memory
void thread_classes_close(struct thread_classes *);
void thread_classes_step(struct thread_classes *, size_t from, size_t to, uint32_t label);
void thread_classes_state(struct thread_classes *, size_t node, uint32_t state);
bool thread_classes_are_just(struct thread_classes *);
// Whether one of the node's conditions asks for something that it is never granted.
bool thread_classes_asks_in_vain(struct thread_classes *, size_t node, uint32_t state);

#endif
