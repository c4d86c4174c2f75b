#include "pnml/unfold.h"

#include <string.h>

#define MOST_PLACES UINT64_C(50000000) // colours of all places
#define MOST_BINDINGS UINT64_C(20000000)

// ---- Bindings -------------------------------------------------------------------------------------------------------
// The variables of a transition are bound one token of an input arc after the other, to the colours that its place can
// hold; those that are left then, to all colours of their classes. A conjunct of the guard is looked at as soon as its
// variables are bound.

struct bound_token {
    uint32_t place;
    const struct net_token *token;
    struct colour_index
        *index; // of the place, by what is bound when it is this token's turn; NULL before, and if nothing is
};

// The components that are bound when it is a token's turn are the same each time.
struct place_index {
    uint32_t place;
    uint64_t keys; // a bit for each component
    struct colour_index *index;
};

struct search {
    struct unfolding *u;
    struct diag *diag;
    const struct net_transition *transition;
    uint32_t number;  // of the transition
    uint32_t *values; // by variable
    bool *is_bound;   // by variable
    ARRAY(struct bound_token) tokens;
    ARRAY(const struct net_guard *) conjuncts;
    ARRAY(struct place_index) indexes;
    weight_array weights;
    bool is_last;     // bindings are written down
    bool has_grown;   // a place can hold more than before
    bool *is_changed; // by place: since it was looked at
    uint64_t steps;
    bool failed;
};

static bool is_known(const struct search *s, const struct net_guard *g)
{
    if (g->op == GUARD_EQUAL || g->op == GUARD_LESS)
        return (g->left.kind != NET_VARIABLE || s->is_bound[g->left.of]) &&
               (g->right.kind != NET_VARIABLE || s->is_bound[g->right.of]);
    return (!g->operands[0] || is_known(s, g->operands[0])) && (!g->operands[1] || is_known(s, g->operands[1]));
}

// No conjunct whose variables are bound is false.
static bool may_hold(const struct search *s)
{
    for (size_t i = 0; i < s->conjuncts.count; i++)
        if (is_known(s, s->conjuncts.at[i]) && !net_guard_value(s->u->net, s->conjuncts.at[i], s->values))
            return false;
    return true;
}

static void fail(struct search *s, const char *why)
{
    const struct net_transition *t = s->transition;
    if (!s->failed)
        diag_error(s->diag, (struct diag_range){s->u->net->source, t->offset, t->length}, "transition \"%s\": %s",
                   t->id, why);
    s->failed = true;
}

static bool inputs_are_possible(struct search *s)
{
    const struct net *net = s->u->net;
    for (uint32_t i = 0; i < s->transition->input_count; i++) {
        const struct net_arc *arc = &s->transition->inputs[i];
        if (!net_bag_value(net, arc->bag, net->places.at[arc->place].sort, s->values, &s->weights)) {
            fail(s, "an arc takes a negative number of tokens for some values of the variables");
            return false;
        }
        for (size_t k = 0; k < s->weights.count; k++)
            if (!s->u->places[arc->place].possible[s->weights.at[k].colour])
                return false;
    }
    return true;
}

static void mark(struct search *s, uint32_t place, uint64_t colour)
{
    struct unfolded_place *p = &s->u->places[place];
    if (p->possible[colour])
        return;
    p->possible[colour] = true;
    array_push(s->u->mem, &p->colours, colour);
    s->has_grown = s->is_changed[place] = true;
}

static void visit(struct search *s)
{
    const struct net *net = s->u->net;
    const struct net_transition *t = s->transition;
    if (!inputs_are_possible(s))
        return;
    for (uint32_t i = 0; i < t->output_count; i++) {
        const struct net_arc *arc = &t->outputs[i];
        if (!net_bag_value(net, arc->bag, net->places.at[arc->place].sort, s->values, &s->weights)) {
            fail(s, "an arc puts a negative number of tokens for some values of the variables");
            return;
        }
        for (size_t k = 0; k < s->weights.count; k++)
            mark(s, arc->place, s->weights.at[k].colour);
    }
    if (!s->is_last)
        return;
    if (s->u->bindings.count >= MOST_BINDINGS) {
        fail(s, "the net is too large to be unfolded: it has more than 20 million instances of transitions");
        return;
    }
    array_push(s->u->mem, &s->u->bindings, ((struct net_binding){s->number, s->u->values.count}));
    for (uint32_t i = 0; i < t->variable_count; i++)
        array_push(s->u->mem, &s->u->values, s->values[t->variables[i]]);
}

static bool goes_on(struct search *s)
{
    if (++s->steps % 65536 == 0 && !diag_goes_on(s->diag, "unfolding"))
        s->failed = true;
    return !s->failed;
}

static void bind_rest(struct search *s, uint32_t at)
{
    const struct net_transition *t = s->transition;
    while (at < t->variable_count && s->is_bound[t->variables[at]])
        at++;
    if (at == t->variable_count) {
        visit(s);
        return;
    }
    uint32_t variable = t->variables[at], size = s->u->net->classes.at[s->u->net->variables.at[variable].class].size;
    s->is_bound[variable] = true;
    for (uint32_t v = 0; v < size && goes_on(s); v++) {
        s->values[variable] = v;
        if (may_hold(s))
            bind_rest(s, at + 1);
    }
    s->is_bound[variable] = false;
}

// Gives the token's variables the values with which it is of this colour. Bound ones stay; `bound` gets the others.
static bool unify(struct search *s, const struct net_token *token, uint32_t width, const uint32_t *colours,
                  uint32_t *bound, uint32_t *bound_count)
{
    const struct net *net = s->u->net;
    for (uint32_t i = 0; i < width; i++) {
        const struct net_colour *c = &token->components[i];
        uint32_t size = net->classes.at[c->class].size;
        if (c->kind == NET_ALL)
            continue;
        if (c->kind == NET_VARIABLE && !s->is_bound[c->of]) {
            s->values[c->of] = (uint32_t)((colours[i] + size - (uint64_t)c->offset % size) % size);
            s->is_bound[c->of] = true;
            bound[(*bound_count)++] = c->of;
        } else if (net_colour_value(net, c, s->values) != colours[i])
            return false;
    }
    return true;
}

enum { MOST_WIDTH = 64 }; // of a product

static struct colour_index *find_index(struct search *s, uint32_t place, uint64_t keys)
{
    bool is_key[MOST_WIDTH];
    for (size_t i = 0; i < s->indexes.count; i++)
        if (s->indexes.at[i].place == place && s->indexes.at[i].keys == keys)
            return s->indexes.at[i].index;
    for (uint32_t i = 0; i < MOST_WIDTH; i++)
        is_key[i] = keys >> i & 1;
    struct colour_index *index = colour_index_open(s->u->net, s->u->net->places.at[place].sort, is_key, s->u->mem);
    array_push(s->u->mem, &s->indexes, ((struct place_index){place, keys, index}));
    return index;
}

// The first of the place's colours that fit what is bound, and the one after one.
static size_t first_colour(struct search *s, struct bound_token *t, uint32_t width)
{
    uint32_t components[MOST_WIDTH] = {0};
    uint64_t keys = 0;
    for (uint32_t i = 0; i < width; i++) {
        const struct net_colour *c = &t->token->components[i];
        if (c->kind == NET_VARIABLE && !s->is_bound[c->of])
            continue;
        components[i] = net_colour_value(s->u->net, c, s->values);
        keys |= UINT64_C(1) << i;
    }
    if (keys == 0)
        return 0;
    if (!t->index)
        t->index = find_index(s, t->place, keys);
    colour_index_extend(t->index, &s->u->places[t->place].colours);
    return colour_index_first(t->index, components);
}

static size_t next_colour(struct search *s, const struct bound_token *t, size_t k)
{
    if (!t->index)
        return k + 1;
    colour_index_extend(t->index, &s->u->places[t->place].colours); // it may have grown
    return colour_index_next(t->index, k);
}

static void bind_tokens(struct search *s, size_t at)
{
    const struct net *net = s->u->net;
    bool is_free = false;
    if (at == s->tokens.count) {
        bind_rest(s, 0);
        return;
    }
    uint32_t sort = net->places.at[s->tokens.at[at].place].sort, width = net->sorts.at[sort].count;
    const struct net_token *token = s->tokens.at[at].token;
    for (uint32_t i = 0; i < width; i++)
        is_free |= token->components[i].kind == NET_VARIABLE && !s->is_bound[token->components[i].of];
    if (!is_free) {
        bind_tokens(s, at + 1);
        return;
    }
    struct unfolded_place *place = &s->u->places[s->tokens.at[at].place];
    struct bound_token *t = &s->tokens.at[at];
    for (size_t k = first_colour(s, t, width); k < place->colours.count && goes_on(s); k = next_colour(s, t, k)) {
        uint32_t colours[MOST_WIDTH], bound[MOST_WIDTH], count = 0;
        net_unpack_colour(net, sort, place->colours.at[k], colours);
        if (unify(s, token, width, colours, bound, &count) && may_hold(s))
            bind_tokens(s, at + 1);
        while (count > 0)
            s->is_bound[bound[--count]] = false;
    }
}

static void add_conjuncts(struct search *s, const struct net_guard *g)
{
    if (g && g->op == GUARD_AND) {
        add_conjuncts(s, g->operands[0]);
        add_conjuncts(s, g->operands[1]);
    } else if (g)
        array_push(s->u->mem, &s->conjuncts, g);
}

// Only where each colour of an `all` is there can a token with one be; the others say which colours their variables may
// have.
static bool is_plain(const struct net_token *token, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (token->components[i].kind == NET_ALL)
            return false;
    return token->count > 0;
}

static bool has_difference(const struct net_bag *bag)
{
    for (size_t i = 0; i < bag->count; i++)
        if (bag->tokens[i].count < 0)
            return true;
    return false;
}

// Whether something of the token is bound.
static bool is_joined(const struct search *s, const struct net_token *token, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (token->components[i].kind == NET_CONSTANT || s->is_bound[token->components[i].of])
            return true;
    return false;
}

// Tokens have the order of the arcs, but for those that nothing binds that is bound before: they wait until there is no
// other, so that not all of theirs are tried with all that is before.
static void order_tokens(struct search *s)
{
    const struct net *net = s->u->net;
    for (size_t i = 0; i < s->tokens.count; i++) {
        size_t next = i;
        while (next < s->tokens.count && i > 0) {
            const struct bound_token *t = &s->tokens.at[next];
            if (is_joined(s, t->token, net->sorts.at[net->places.at[t->place].sort].count))
                break;
            next++;
        }
        struct bound_token t = s->tokens.at[next < s->tokens.count ? next : i];
        for (size_t k = next < s->tokens.count ? next : i; k > i; k--)
            s->tokens.at[k] = s->tokens.at[k - 1];
        s->tokens.at[i] = t;
        for (uint32_t k = 0; k < net->sorts.at[net->places.at[t.place].sort].count; k++)
            if (t.token->components[k].kind == NET_VARIABLE)
                s->is_bound[t.token->components[k].of] = true;
    }
    memset(s->is_bound, 0, net->variables.count);
}

static void bind_transition(struct search *s, uint32_t number)
{
    const struct net *net = s->u->net;
    s->transition = &net->transitions.at[number];
    s->number = number;
    s->tokens.count = s->conjuncts.count = 0;
    for (uint32_t i = 0; i < s->transition->input_count; i++) {
        const struct net_arc *arc = &s->transition->inputs[i];
        uint32_t width = net->sorts.at[net->places.at[arc->place].sort].count;
        for (size_t k = 0; k < arc->bag.count && width <= MOST_WIDTH && !has_difference(&arc->bag); k++)
            if (is_plain(&arc->bag.tokens[k], width))
                array_push(s->u->mem, &s->tokens, ((struct bound_token){arc->place, &arc->bag.tokens[k], NULL}));
    }
    order_tokens(s);
    add_conjuncts(s, s->transition->guard);
    if (may_hold(s))
        bind_tokens(s, 0);
}

static bool has_changed_input(const struct search *s, const struct net_transition *t)
{
    for (uint32_t i = 0; i < t->input_count; i++)
        if (s->is_changed[t->inputs[i].place])
            return true;
    return false;
}

// ---- The fixpoint ---------------------------------------------------------------------------------------------------

static bool open_places(struct unfolding *u, struct diag *diag)
{
    const struct net *net = u->net;
    uint64_t all = 0;
    for (size_t i = 0; i < net->places.count; i++) {
        uint64_t size = net_sort_size(net, net->places.at[i].sort);
        all = size > MOST_PLACES ? MOST_PLACES + 1 : all + size;
        if (all > MOST_PLACES) {
            diag_error(diag, (struct diag_range){net->source, net->places.at[i].offset, net->places.at[i].length},
                       "the net is too large to be unfolded: its places have more than %llu colours",
                       (unsigned long long)MOST_PLACES);
            return false;
        }
        u->places[i].size = size;
        u->places[i].possible = mem_zalloc(u->mem, size);
    }
    return true;
}

static void mark_initial(struct search *s)
{
    const struct net *net = s->u->net;
    for (uint32_t i = 0; i < net->places.count && !s->failed; i++) {
        const struct net_place *p = &net->places.at[i];
        if (!net_bag_value(net, p->initial, p->sort, s->values, &s->weights)) {
            diag_error(s->diag, (struct diag_range){net->source, p->offset, p->length},
                       "the initial marking has a negative number of tokens");
            s->failed = true;
        }
        for (size_t k = 0; k < s->weights.count; k++)
            mark(s, i, s->weights.at[k].colour);
    }
}

static void find_possible(struct search *s)
{
    const struct net *net = s->u->net;
    bool *is_due = mem_zalloc(s->u->mem, net->transitions.count + 1);
    bool is_first = true;
    mark_initial(s);
    do {
        for (size_t i = 0; i < net->transitions.count; i++)
            is_due[i] = is_first || has_changed_input(s, &net->transitions.at[i]);
        memset(s->is_changed, 0, net->places.count);
        s->has_grown = is_first = false;
        for (size_t i = 0; i < net->transitions.count && !s->failed; i++)
            if (is_due[i])
                bind_transition(s, (uint32_t)i);
    } while (s->has_grown && !s->failed);
    mem_free(s->u->mem, is_due, net->transitions.count + 1);
}

bool net_unfold(struct unfolding *u, const struct net *net, struct mem *mem, struct diag *diag)
{
    size_t variables = net->variables.count + 1;
    *u = (struct unfolding){.net = net, .mem = mem};
    u->places = mem_zalloc(mem, (net->places.count + 1) * sizeof *u->places);
    if (!open_places(u, diag))
        return false;
    struct search s = {.u = u, .diag = diag};
    s.values = mem_zalloc(mem, variables * sizeof *s.values);
    s.is_bound = mem_zalloc(mem, variables);
    s.is_changed = mem_zalloc(mem, net->places.count + 1);
    find_possible(&s);
    s.is_last = true;
    for (size_t i = 0; i < net->transitions.count && !s.failed; i++)
        bind_transition(&s, (uint32_t)i);
    mem_free(mem, s.is_changed, net->places.count + 1);
    mem_free(mem, s.is_bound, variables);
    mem_free(mem, s.values, variables * sizeof *s.values);
    array_free(mem, &s.tokens);
    array_free(mem, &s.conjuncts);
    for (size_t i = 0; i < s.indexes.count; i++)
        colour_index_close(s.indexes.at[i].index);
    array_free(mem, &s.indexes);
    array_free(mem, &s.weights);
    return !s.failed;
}

void unfolding_close(struct unfolding *u)
{
    for (size_t i = 0; i < u->net->places.count; i++) {
        mem_free(u->mem, u->places[i].possible, u->places[i].size);
        array_free(u->mem, &u->places[i].colours);
    }
    mem_free(u->mem, u->places, (u->net->places.count + 1) * sizeof *u->places);
    array_free(u->mem, &u->bindings);
    array_free(u->mem, &u->values);
}

void unfolding_values(const struct unfolding *u, const struct net_binding *b, uint32_t *values)
{
    const struct net_transition *t = &u->net->transitions.at[b->transition];
    for (uint32_t i = 0; i < t->variable_count; i++)
        values[t->variables[i]] = u->values.at[b->values + i];
}
