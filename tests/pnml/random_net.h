// Random symmetric nets of a few tokens, as PNML, and what a plain search over their markings finds. That search works
// on what the net was made of, not on what was read: it shares nothing with the reader or the checkers.
#ifndef COSET_TESTS_PNML_RANDOM_NET_H
#define COSET_TESTS_PNML_RANDOM_NET_H

#include "../dice.h"
#include "base/str.h"

enum {
    RANDOM_CLASSES = 3, // a dot and two others
    RANDOM_PLACES = 4,
    RANDOM_TRANSITIONS = 4,
    RANDOM_VARIABLES = 4, // x, y of the first class, z, w of the second
    RANDOM_TOKENS = 3,    // terms of an arc or an initial marking
    RANDOM_COLOURS = 16,  // of a place
};

struct random_colour {
    enum { RANDOM_VARIABLE, RANDOM_CONSTANT, RANDOM_ALL } kind;
    int of, offset;
};

struct random_token {
    int count;
    struct random_colour parts[2];
};

struct random_bag {
    int count;
    struct random_token tokens[RANDOM_TOKENS];
};

struct random_net {
    struct {
        int size;
        enum { RANDOM_PLAIN, RANDOM_CYCLIC, RANDOM_RANGE } kind;
    } classes[RANDOM_CLASSES];
    int place_count, transition_count;
    struct {
        int width, classes[2];
        struct random_bag initial;
    } places[RANDOM_PLACES];
    struct {
        struct {
            int place; // -1: none
            struct random_bag bag;
        } arcs[4]; // two that take, two that put
        struct {
            enum {
                RANDOM_NO_GUARD,
                RANDOM_EQUAL,
                RANDOM_DIFFERENT,
                RANDOM_LESS,
                RANDOM_IS,
                RANDOM_BELOW,
                RANDOM_ABOVE,
                RANDOM_AT_MOST,
                RANDOM_AT_LEAST,
                RANDOM_EITHER,
                RANDOM_GUARDS
            } kind; // those from RANDOM_IS to RANDOM_AT_LEAST compare with the constant
            int class, constant;
        } guard;
    } transitions[RANDOM_TRANSITIONS];
};

void random_net_make(struct random_net *, struct dice *);
void random_net_print(const struct random_net *, struct mem *, struct str *out);

struct random_found {
    size_t states, arcs; // an arc for each way to fire
    bool has_deadlock;
    int most[RANDOM_PLACES]; // tokens of all colours
    int most_of_colour;      // in one place
    bool can_fire[RANDOM_TRANSITIONS];
};
// False if there are more states than that.
bool random_net_search(const struct random_net *, size_t most_states, struct random_found *);

#endif
