// A symmetric net (ISO 15909-2): places that hold multisets of colours, and transitions whose arcs take and put tokens
// of colours that depend on the values of the transition's variables. Place/transition nets are nets with one colour.
//
// What is here is checked: every name is resolved, and every term has the sort of its place.
#ifndef COSET_PNML_NET_H
#define COSET_PNML_NET_H

#include "base/arena.h"
#include "base/array.h"
#include "base/diag.h"
#include "base/symbols.h"

#define NET_NO_BOUND INT64_MAX // of the tokens in a place: none is known

// A colour class: a finite number of colours, from 0.
struct net_class {
    const char *name;
    uint32_t size;
    bool is_dot;    // the one colour of tokens without any
    bool is_cyclic; // there are a next and a previous colour
    bool is_range;  // of numbers, the first of which is `low`
    int64_t low;
    const char **names; // of its colours; NULL for a range and for the dot
};

// The product of classes. A colour of it is one colour of each, in this order.
struct net_sort {
    const char *name;
    const uint32_t *classes;
    uint32_t count;
};

struct net_variable {
    const char *name;
    uint32_t class;
};

// One colour of a class, or all of them.
struct net_colour {
    enum { NET_VARIABLE, NET_CONSTANT, NET_ALL } kind;
    uint32_t class;
    uint32_t of;    // the variable; the colour
    int64_t offset; // so many steps forward from there, in a circle
};

// `count` tokens of each colour that the components stand for. `all` in a component stands for each of its colours.
// Counts may be negative within a sum, whose value may not.
struct net_token {
    int64_t count;
    const struct net_colour *components;
};

struct net_bag { // the sum of its tokens
    const struct net_token *tokens;
    size_t count;
};

struct net_guard {
    enum net_guard_op { GUARD_TRUE, GUARD_FALSE, GUARD_NOT, GUARD_AND, GUARD_OR, GUARD_EQUAL, GUARD_LESS } op;
    const struct net_guard *operands[2]; // of not, and, or
    struct net_colour left, right;       // of comparisons
};

struct net_place {
    const char *id, *name;
    uint32_t sort;
    struct net_bag initial; // without variables
    size_t offset, length;  // where it is declared
};

struct net_arc {
    uint32_t place;
    struct net_bag bag;
};

struct net_transition {
    const char *id, *name;
    const struct net_guard *guard;
    const uint32_t *variables; // that occur in it, in the order in which they do
    uint32_t variable_count;
    const struct net_arc *inputs, *outputs; // at most one of each for a place
    uint32_t input_count, output_count;
    size_t offset, length;
};

struct net_entity {
    enum { NET_NO_ENTITY, NET_PLACE, NET_TRANSITION } kind;
    uint32_t index;
};

struct net {
    const struct source *source;
    struct mem *mem;
    struct arena arena;
    const char *id;
    bool is_coloured; // it is a symmetric net, not a place/transition net
    ARRAY(struct net_class) classes;
    ARRAY(struct net_sort) sorts;
    ARRAY(struct net_variable) variables;
    ARRAY(struct net_place) places;
    ARRAY(struct net_transition) transitions;
    struct symbols names;              // of places and transitions, by their ids
    ARRAY(struct net_entity) entities; // by symbol
};

// False with the reason among the diagnostics. The net must be closed in any case; the source is borrowed until then.
bool net_read(struct net *, const struct source *, struct mem *, struct diag *);
void net_close(struct net *);

// The place or transition with this id; kind NET_NO_ENTITY if there is none.
struct net_entity net_find(const struct net *, const char *id);

uint64_t net_sort_size(const struct net *, uint32_t sort); // colours of it; UINT64_MAX if that is too many to count
void net_add_colour(const struct net *, uint32_t class, uint32_t colour, struct str *out); // as a user writes it

#endif
