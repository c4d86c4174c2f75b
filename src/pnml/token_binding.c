// Bindings of the variables of a transition, with which it can fire.
//
// Variables are bound by one token of an input arc after the other: first those that bind nothing new, which are only
// looked up, then the one with the fewest candidates. A conjunct of the guard is looked at when its variables are
// bound.
#include <string.h>

#include "pnml/token_game_parts.h"

enum { MOST_SEARCH = 200000 };

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
        if (token_game_tokens_of(&g->places[arc->place], g->weights.at[k].colour) < g->weights.at[k].count)
            return false;
    return true;
}

bool token_game_inputs_are_there(struct token_game *g, const struct net_transition *t, const uint32_t *values)
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

// What comes when a variable has a value: the tokens of an input arc, once the one is there that has the variable, or
// the variables from one on.
struct next_binding {
    const struct input_token *in; // NULL: variables
    uint64_t done;
    uint32_t at;
};

static bool bind_tokens(struct token_game *, uint64_t done);
static bool bind_rest(struct token_game *, uint32_t at);

static bool bind_next(struct token_game *g, const struct next_binding *next)
{
    const struct input_token *in = next->in;
    if ((in && token_game_tokens_of(&g->places[in->place], token_colour(g, in)) < in->token->count) || !may_hold(g))
        return true;
    return in ? bind_tokens(g, next->done) : bind_rest(g, next->at);
}

// All values of a variable, from one by chance on.
static bool bind_each(struct token_game *g, uint32_t variable, const struct next_binding *next)
{
    uint32_t size = g->net->classes.at[g->net->variables.at[variable].class].size;
    uint32_t start = (uint32_t)token_game_random(g, size);
    bool more = true;
    for (uint32_t v = 0; v < size && more && goes_on(g); v++) {
        if (!is_allowed(g, variable, (start + v) % size))
            continue;
        g->values[variable] = (start + v) % size;
        g->is_bound[variable] = true;
        more = bind_next(g, next);
        g->is_bound[variable] = false;
    }
    return more && !g->is_over;
}

// False: the search is over.
static bool bind_rest(struct token_game *g, uint32_t at)
{
    const struct net_transition *t = g->transition;
    while (at < t->variable_count && g->is_bound[t->variables[at]])
        at++;
    if (at == t->variable_count)
        return !token_game_inputs_are_there(g, t, g->values) || g->visit(g->context, g->values);
    return bind_each(g, t->variables[at], &(struct next_binding){.at = at + 1});
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
            if (token_game_tokens_of(&g->places[in->place], token_colour(g, in)) < in->token->count)
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
    return by_variable ? bind_each(g, variable, &(struct next_binding){in, done, 0}) : bind_by_place(g, in, done);
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
