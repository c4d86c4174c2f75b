// What a token game is made of: token_game.c has its markings, token_binding.c finds how a transition can fire.
#ifndef COSET_PNML_TOKEN_GAME_PARTS_H
#define COSET_PNML_TOKEN_GAME_PARTS_H

#include "pnml/token_game.h"

enum { MOST_WIDTH = 64 };
#define ABSENT UINT32_MAX

struct held { // the tokens of a place
    ARRAY(struct net_weight) tokens;
    uint32_t *at; // by colour: where it is among the tokens; NULL if there are too many colours
    uint64_t size;
    uint64_t version; // changes with the tokens
};

struct input_token {
    uint32_t place;
    const struct net_token *token;
};

// What is known of a transition once and for all.
struct player {
    ARRAY(struct input_token) tokens;    // of input arcs that are sums of single colours
    ARRAY(const struct net_arc *) fixed; // input arcs without variables
    ARRAY(const struct net_guard *) conjuncts;
    enum binding_search can_fire;
    uint64_t seen; // the sum of the versions of its input places when that was found; UINT64_MAX: never
};

struct token_game {
    const struct net *net;
    struct mem *mem;
    uint64_t random;
    struct held *places;
    int64_t *totals;
    struct player *players;
    uint64_t fingerprint;
    int64_t most; // tokens of one colour in a place that there ever were
    bool is_broken;
    uint32_t *values;
    bool *is_bound;
    weight_array weights;
    marking_array initial;
    // The search for a binding:
    const struct net_transition *transition;
    const struct player *player;
    size_t steps;
    bool is_over;
    bool (*visit)(void *context, const uint32_t *values);
    void *context;
    token_game_filter *filter;
    void *filter_context;
};

static inline uint32_t token_game_find(const struct held *h, uint64_t colour)
{
    if (h->at)
        return h->at[colour];
    for (size_t i = 0; i < h->tokens.count; i++)
        if (h->tokens.at[i].colour == colour)
            return (uint32_t)i;
    return ABSENT;
}

static inline int64_t token_game_tokens_of(const struct held *h, uint64_t colour)
{
    uint32_t at = token_game_find(h, colour);
    return at == ABSENT ? 0 : h->tokens.at[at].count;
}

// Whether what input arcs take is there, once all variables are bound.
bool token_game_inputs_are_there(struct token_game *, const struct net_transition *, const uint32_t *values);

#endif
