#include "pnml/token_game.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { MOST_WIDTH = 64, MOST_SEARCH = 200000 };
#define MOST_DENSE UINT64_C(4000000) // colours of a sort for which each has a place in a table
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

uint64_t token_game_random(struct token_game *g, uint64_t below)
{
    g->random += UINT64_C(0x9e3779b97f4a7c15);
    return below ? hash_mix(g->random) % below : 0;
}

// ---- Markings -------------------------------------------------------------------------------------------------------

static uint32_t find(const struct held *h, uint64_t colour)
{
    if (h->at)
        return h->at[colour];
    for (size_t i = 0; i < h->tokens.count; i++)
        if (h->tokens.at[i].colour == colour)
            return (uint32_t)i;
    return ABSENT;
}

static int64_t tokens_of(const struct held *h, uint64_t colour)
{
    uint32_t at = find(h, colour);
    return at == ABSENT ? 0 : h->tokens.at[at].count;
}

static void add(struct token_game *g, uint32_t place, uint64_t colour, int64_t count)
{
    struct held *h = &g->places[place];
    uint32_t at = find(h, colour);
    if (at == ABSENT) {
        at = (uint32_t)h->tokens.count;
        array_push(g->mem, &h->tokens, ((struct net_weight){colour, 0}));
        if (h->at)
            h->at[colour] = at;
    }
    h->tokens.at[at].count += count;
    if (h->tokens.at[at].count > g->most)
        g->most = h->tokens.at[at].count;
    g->totals[place] += count;
    g->fingerprint += hash_pair(place, colour) * (uint64_t)count;
    h->version++;
    if (h->tokens.at[at].count != 0)
        return;
    struct net_weight last = array_pop(&h->tokens);
    if (h->at)
        h->at[colour] = ABSENT;
    if (at == h->tokens.count)
        return;
    h->tokens.at[at] = last;
    if (h->at)
        h->at[last.colour] = at;
}

static void clear(struct token_game *g)
{
    for (size_t p = 0; p < g->net->places.count; p++) {
        struct held *h = &g->places[p];
        for (size_t i = 0; h->at && i < h->tokens.count; i++)
            h->at[h->tokens.at[i].colour] = ABSENT;
        h->tokens.count = 0;
        h->version++;
        g->totals[p] = 0;
    }
    g->fingerprint = 0;
}

static int by_colour(const void *a, const void *b)
{
    uint64_t x = ((const struct net_weight *)a)->colour, y = ((const struct net_weight *)b)->colour;
    return (x > y) - (x < y);
}

void token_game_save(struct token_game *g, marking_array *out)
{
    out->count = 0;
    for (size_t p = 0; p < g->net->places.count; p++) {
        const struct held *h = &g->places[p];
        g->weights.count = 0;
        for (size_t i = 0; i < h->tokens.count; i++)
            array_push(g->mem, &g->weights, h->tokens.at[i]);
        if (g->weights.count > 1)
            qsort(g->weights.at, g->weights.count, sizeof *g->weights.at, by_colour);
        array_push(g->mem, out, g->weights.count);
        for (size_t i = 0; i < g->weights.count; i++) {
            array_push(g->mem, out, g->weights.at[i].colour);
            array_push(g->mem, out, (uint64_t)g->weights.at[i].count);
        }
    }
}

void token_game_restore(struct token_game *g, const uint64_t *marking)
{
    clear(g);
    for (uint32_t p = 0; p < g->net->places.count; p++)
        for (uint64_t count = *marking++; count > 0; count--, marking += 2)
            add(g, p, marking[0], (int64_t)marking[1]);
}

void token_game_reset(struct token_game *g)
{
    token_game_restore(g, g->initial.at);
}

const int64_t *token_game_totals(const struct token_game *g)
{
    return g->totals;
}

uint64_t token_game_fingerprint(const struct token_game *g)
{
    return g->fingerprint;
}

// ---- Bindings -------------------------------------------------------------------------------------------------------
// Variables are bound by one token of an input arc after the other: first those that bind nothing new, which are only
// looked up, then the one with the fewest candidates. A conjunct of the guard is looked at when its variables are
// bound.

static bool is_known(const struct token_game *g, const struct net_guard *c)
{
    if (c->op == GUARD_EQUAL || c->op == GUARD_LESS)
        return (c->left.kind != NET_VARIABLE || g->is_bound[c->left.of]) &&
               (c->right.kind != NET_VARIABLE || g->is_bound[c->right.of]);
    return (!c->operands[0] || is_known(g, c->operands[0])) && (!c->operands[1] || is_known(g, c->operands[1]));
}

static bool may_hold(const struct token_game *g)
{
    for (size_t i = 0; i < g->player->conjuncts.count; i++)
        if (is_known(g, g->player->conjuncts.at[i]) && !net_guard_value(g->net, g->player->conjuncts.at[i], g->values))
            return false;
    return true;
}

static bool is_allowed(const struct token_game *g, uint32_t variable, uint32_t colour)
{
    return !g->filter || g->filter(g->filter_context, g->transition, variable, colour, g->values, g->is_bound);
}

void token_game_set_filter(struct token_game *g, token_game_filter *filter, void *context)
{
    g->filter = filter;
    g->filter_context = context;
}

static bool goes_on(struct token_game *g)
{
    if (++g->steps > MOST_SEARCH)
        g->is_over = true;
    return !g->is_over;
}

static bool input_is_there(struct token_game *g, const struct net_arc *arc, const uint32_t *values)
{
    if (!net_bag_value(g->net, arc->bag, g->net->places.at[arc->place].sort, values, &g->weights)) {
        g->is_broken = true;
        return false;
    }
    for (size_t k = 0; k < g->weights.count; k++)
        if (tokens_of(&g->places[arc->place], g->weights.at[k].colour) < g->weights.at[k].count)
            return false;
    return true;
}

static bool inputs_are_there(struct token_game *g, const struct net_transition *t, const uint32_t *values)
{
    for (uint32_t i = 0; i < t->input_count; i++)
        if (!input_is_there(g, &t->inputs[i], values))
            return false;
    return true;
}

// What no value of a variable changes is looked at once.
static bool fixed_inputs_are_there(struct token_game *g)
{
    for (size_t i = 0; i < g->player->fixed.count; i++)
        if (!input_is_there(g, g->player->fixed.at[i], g->values))
            return false;
    return true;
}

// False: the search is over.
static bool bind_rest(struct token_game *g, uint32_t at)
{
    const struct net_transition *t = g->transition;
    while (at < t->variable_count && g->is_bound[t->variables[at]])
        at++;
    if (at == t->variable_count)
        return !inputs_are_there(g, t, g->values) || g->visit(g->context, g->values);
    uint32_t variable = t->variables[at], size = g->net->classes.at[g->net->variables.at[variable].class].size;
    uint32_t start = (uint32_t)token_game_random(g, size);
    bool more = true;
    for (uint32_t v = 0; v < size && more && goes_on(g); v++) {
        if (!is_allowed(g, variable, (start + v) % size))
            continue;
        g->values[variable] = (start + v) % size;
        g->is_bound[variable] = true;
        if (may_hold(g))
            more = bind_rest(g, at + 1);
        g->is_bound[variable] = false;
    }
    return more && !g->is_over;
}

static uint32_t free_variables(const struct token_game *g, const struct input_token *in, uint32_t *one)
{
    uint32_t width = g->net->sorts.at[g->net->places.at[in->place].sort].count, count = 0;
    for (uint32_t i = 0; i < width; i++) {
        const struct net_colour *c = &in->token->components[i];
        if (c->kind == NET_VARIABLE && !g->is_bound[c->of] && (count == 0 || *one != c->of)) {
            *one = c->of;
            count++;
        }
    }
    return count;
}

static uint64_t token_colour(const struct token_game *g, const struct input_token *in)
{
    uint32_t sort = g->net->places.at[in->place].sort, colours[MOST_WIDTH];
    for (uint32_t i = 0; i < g->net->sorts.at[sort].count; i++)
        colours[i] = net_colour_value(g->net, &in->token->components[i], g->values);
    return net_pack_colour(g->net, sort, colours);
}

static bool bind_tokens(struct token_game *, uint64_t done);

// All values of the one variable that is free in the token.
static bool bind_one(struct token_game *g, const struct input_token *in, uint64_t done, uint32_t variable)
{
    uint32_t size = g->net->classes.at[g->net->variables.at[variable].class].size;
    uint32_t start = (uint32_t)token_game_random(g, size);
    bool more = true;
    for (uint32_t v = 0; v < size && more && goes_on(g); v++) {
        if (!is_allowed(g, variable, (start + v) % size))
            continue;
        g->values[variable] = (start + v) % size;
        g->is_bound[variable] = true;
        if (tokens_of(&g->places[in->place], token_colour(g, in)) >= in->token->count && may_hold(g))
            more = bind_tokens(g, done);
        g->is_bound[variable] = false;
    }
    return more && !g->is_over;
}

static bool unify(struct token_game *g, const struct net_token *token, uint32_t width, const uint32_t *colours,
                  uint32_t *bound, uint32_t *bound_count)
{
    for (uint32_t i = 0; i < width; i++) {
        const struct net_colour *c = &token->components[i];
        uint32_t size = g->net->classes.at[c->class].size;
        if (c->kind == NET_VARIABLE && !g->is_bound[c->of]) {
            uint32_t v = (uint32_t)(((int64_t)colours[i] - c->offset % (int64_t)size + (int64_t)size) % (int64_t)size);
            if (!is_allowed(g, c->of, v))
                return false;
            g->values[c->of] = v;
            g->is_bound[c->of] = true;
            bound[(*bound_count)++] = c->of;
        } else if (net_colour_value(g->net, c, g->values) != colours[i])
            return false;
    }
    return true;
}

// All colours that the place has.
static bool bind_by_place(struct token_game *g, const struct input_token *in, uint64_t done)
{
    const struct held *h = &g->places[in->place];
    uint32_t sort = g->net->places.at[in->place].sort, width = g->net->sorts.at[sort].count;
    size_t start = token_game_random(g, h->tokens.count);
    bool more = true;
    for (size_t k = 0; k < h->tokens.count && more && goes_on(g); k++) {
        const struct net_weight *w = &h->tokens.at[(start + k) % h->tokens.count];
        uint32_t colours[MOST_WIDTH], bound[MOST_WIDTH], count = 0;
        net_unpack_colour(g->net, sort, w->colour, colours);
        if (w->count >= in->token->count && unify(g, in->token, width, colours, bound, &count) && may_hold(g))
            more = bind_tokens(g, done);
        while (count > 0)
            g->is_bound[bound[--count]] = false;
    }
    return more && !g->is_over;
}

static bool bind_tokens(struct token_game *g, uint64_t done)
{
    size_t best = SIZE_MAX;
    uint64_t fewest = UINT64_MAX;
    bool by_variable = false;
    uint32_t variable = 0;
    for (size_t i = 0; i < g->player->tokens.count; i++) {
        const struct input_token *in = &g->player->tokens.at[i];
        uint32_t one = 0, count = done >> i & 1 ? 0 : free_variables(g, in, &one);
        if (done >> i & 1)
            continue;
        if (count == 0) {
            if (tokens_of(&g->places[in->place], token_colour(g, in)) < in->token->count)
                return true;
            done |= UINT64_C(1) << i;
            continue;
        }
        uint64_t held = g->places[in->place].tokens.count, candidates = held;
        bool is_one = false;
        if (count == 1 && g->places[in->place].at) {
            uint32_t size = g->net->classes.at[g->net->variables.at[one].class].size;
            is_one = size < held;
            candidates = is_one ? size : held;
        }
        if (candidates < fewest) {
            fewest = candidates;
            best = i;
            by_variable = is_one;
            variable = one;
        }
    }
    if (best == SIZE_MAX)
        return bind_rest(g, 0);
    const struct input_token *in = &g->player->tokens.at[best];
    done |= UINT64_C(1) << best;
    return by_variable ? bind_one(g, in, done, variable) : bind_by_place(g, in, done);
}

bool token_game_bind_all(struct token_game *g, uint32_t transition,
                         bool (*visit)(void *context, const uint32_t *values), void *context)
{
    g->transition = &g->net->transitions.at[transition];
    g->player = &g->players[transition];
    g->steps = 0;
    g->is_over = false;
    g->visit = visit;
    g->context = context;
    memset(g->is_bound, 0, g->net->variables.count + 1);
    if (may_hold(g) && fixed_inputs_are_there(g))
        bind_tokens(g, 0);
    return !g->is_over;
}

static bool take_first(void *context, const uint32_t *values)
{
    (void)values;
    *(bool *)context = true;
    return false;
}

enum binding_search token_game_bind(struct token_game *g, uint32_t transition, const uint32_t **values)
{
    bool is_found = false;
    bool is_complete = token_game_bind_all(g, transition, take_first, &is_found);
    *values = g->values;
    return is_found ? BINDING_FOUND : is_complete ? BINDING_NONE : BINDING_UNKNOWN;
}

enum binding_search token_game_can_fire(struct token_game *g, uint32_t transition)
{
    struct player *p = &g->players[transition];
    const struct net_transition *t = &g->net->transitions.at[transition];
    const uint32_t *values;
    uint64_t versions = 0;
    for (uint32_t i = 0; i < t->input_count; i++)
        versions += g->places[t->inputs[i].place].version;
    if (p->seen != versions)
        p->can_fire = token_game_bind(g, transition, &values);
    p->seen = versions;
    return p->can_fire;
}

static bool outputs_are_good(struct token_game *g, const struct net_transition *t, const uint32_t *values)
{
    for (uint32_t i = 0; i < t->output_count; i++)
        if (!net_bag_value(g->net, t->outputs[i].bag, g->net->places.at[t->outputs[i].place].sort, values, &g->weights))
            return false;
    return true;
}

// Inputs first, so that no number is negative meanwhile; in the other direction, outputs first.
static void move(struct token_game *g, const struct net_transition *t, const uint32_t *values, int direction)
{
    for (int second = 0; second < 2; second++) {
        bool is_output = second == (direction > 0);
        for (uint32_t i = 0; i < (is_output ? t->output_count : t->input_count); i++) {
            const struct net_arc *arc = is_output ? &t->outputs[i] : &t->inputs[i];
            net_bag_value(g->net, arc->bag, g->net->places.at[arc->place].sort, values, &g->weights);
            for (size_t k = 0; k < g->weights.count; k++)
                add(g, arc->place, g->weights.at[k].colour,
                    is_output == (direction > 0) ? g->weights.at[k].count : -g->weights.at[k].count);
        }
    }
}

bool token_game_fire(struct token_game *g, uint32_t transition, const uint32_t *values)
{
    const struct net_transition *t = &g->net->transitions.at[transition];
    if (!net_guard_value(g->net, t->guard, values) || !inputs_are_there(g, t, values))
        return false;
    if (!outputs_are_good(g, t, values)) {
        g->is_broken = true;
        return false;
    }
    move(g, t, values, 1);
    return true;
}

void token_game_unfire(struct token_game *g, uint32_t transition, const uint32_t *values)
{
    move(g, &g->net->transitions.at[transition], values, -1);
}

int64_t token_game_most_of_colour(const struct token_game *g)
{
    return g->most;
}

bool token_game_is_broken(const struct token_game *g)
{
    return g->is_broken;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static void add_conjuncts(struct token_game *g, struct player *p, const struct net_guard *c)
{
    if (c && c->op == GUARD_AND) {
        add_conjuncts(g, p, c->operands[0]);
        add_conjuncts(g, p, c->operands[1]);
    } else if (c)
        array_push(g->mem, &p->conjuncts, c);
}

static bool is_single(const struct net_token *token, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (token->components[i].kind == NET_ALL)
            return false;
    return token->count > 0;
}

// Tokens that must be there, whatever the rest of their arcs is. (The arcs as a whole are looked at in the end.)
static void add_tokens(struct token_game *g, struct player *p, const struct net_transition *t)
{
    for (uint32_t i = 0; i < t->input_count; i++) {
        const struct net_arc *arc = &t->inputs[i];
        uint32_t width = g->net->sorts.at[g->net->places.at[arc->place].sort].count;
        bool is_sum = width <= MOST_WIDTH, is_fixed = true;
        for (size_t k = 0; k < arc->bag.count; k++) {
            is_sum = is_sum && arc->bag.tokens[k].count > 0;
            for (uint32_t w = 0; w < width; w++)
                is_fixed = is_fixed && arc->bag.tokens[k].components[w].kind != NET_VARIABLE;
        }
        if (is_fixed)
            array_push(g->mem, &p->fixed, arc);
        for (size_t k = 0; k < arc->bag.count && is_sum && p->tokens.count < 64; k++)
            if (is_single(&arc->bag.tokens[k], width))
                array_push(g->mem, &p->tokens, ((struct input_token){arc->place, &arc->bag.tokens[k]}));
    }
}

struct token_game *token_game_open(const struct net *net, uint64_t seed, struct mem *mem)
{
    struct token_game *g = mem_zalloc(mem, sizeof *g);
    uint64_t dense = 0;
    bool good = true;
    *g = (struct token_game){.net = net, .mem = mem, .random = seed};
    g->places = mem_zalloc(mem, (net->places.count + 1) * sizeof *g->places);
    g->totals = mem_zalloc(mem, (net->places.count + 1) * sizeof *g->totals);
    g->players = mem_zalloc(mem, (net->transitions.count + 1) * sizeof *g->players);
    g->values = mem_zalloc(mem, (net->variables.count + 1) * sizeof *g->values);
    g->is_bound = mem_zalloc(mem, net->variables.count + 1);
    for (size_t i = 0; i < net->transitions.count; i++) {
        g->players[i].seen = UINT64_MAX;
        add_conjuncts(g, &g->players[i], net->transitions.at[i].guard);
        add_tokens(g, &g->players[i], &net->transitions.at[i]);
    }
    for (uint32_t p = 0; p < net->places.count && good; p++) {
        struct held *h = &g->places[p];
        h->size = net_sort_size(net, net->places.at[p].sort);
        good = h->size != UINT64_MAX && net->sorts.at[net->places.at[p].sort].count <= MOST_WIDTH;
        if (good && h->size <= MOST_DENSE && dense + h->size <= 4 * MOST_DENSE) {
            h->at = mem_alloc(mem, h->size * sizeof *h->at);
            memset(h->at, 0xff, h->size * sizeof *h->at);
            dense += h->size;
        }
        good = good && h->size <= UINT32_MAX * UINT64_C(64) &&
               net_bag_value(net, net->places.at[p].initial, net->places.at[p].sort, g->values, &g->weights);
        for (size_t k = 0; good && k < g->weights.count; k++)
            add(g, p, g->weights.at[k].colour, g->weights.at[k].count);
    }
    if (good) {
        token_game_save(g, &g->initial);
        return g;
    }
    token_game_close(g);
    return NULL;
}

void token_game_close(struct token_game *g)
{
    if (!g)
        return;
    const struct net *net = g->net;
    for (size_t i = 0; i < net->places.count; i++) {
        array_free(g->mem, &g->places[i].tokens);
        if (g->places[i].at)
            mem_free(g->mem, g->places[i].at, g->places[i].size * sizeof *g->places[i].at);
    }
    for (size_t i = 0; i < net->transitions.count; i++) {
        array_free(g->mem, &g->players[i].tokens);
        array_free(g->mem, &g->players[i].fixed);
        array_free(g->mem, &g->players[i].conjuncts);
    }
    mem_free(g->mem, g->places, (net->places.count + 1) * sizeof *g->places);
    mem_free(g->mem, g->totals, (net->places.count + 1) * sizeof *g->totals);
    mem_free(g->mem, g->players, (net->transitions.count + 1) * sizeof *g->players);
    mem_free(g->mem, g->values, (net->variables.count + 1) * sizeof *g->values);
    mem_free(g->mem, g->is_bound, net->variables.count + 1);
    array_free(g->mem, &g->weights);
    array_free(g->mem, &g->initial);
    mem_free(g->mem, g, sizeof *g);
}
