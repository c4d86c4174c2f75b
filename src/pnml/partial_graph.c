#include "pnml/partial_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { MOST_BINDINGS = 20000, WALK_NODES = 60, MOST_WIDTH = 64 };
#define NO_NODE UINT32_MAX
#define NO_TWIN UINT32_MAX

struct way { // of one transition to fire
    uint32_t transition;
    size_t values; // where they are
};

// A colour is in a token, the rest of which names nothing that can be permuted.
struct membership {
    uint32_t class, colour, place, position;
    uint64_t rest, count;
};

struct partial_graph {
    const struct net *net;
    struct mem *mem;
    struct arena arena;
    struct token_game *game;
    struct colour_symmetry symmetry;
    const struct mcc_formula *const *conditions;
    size_t condition_count;
    ARRAY(struct graph_node) nodes;
    ARRAY(uint64_t) words;
    ARRAY(uint32_t) successors;
    ARRAY(uint8_t) truths; // by node and condition
    uint32_t *heads;       // by hash
    size_t head_count;
    size_t next; // the first node that may not be tried
    // At hand:
    marking_array marking;
    ARRAY(struct way) ways;
    ARRAY(uint32_t) values;
    uint32_t transition;
    bool is_cut;
    struct signature {
        uint64_t value;
        uint32_t element;
    } * *signatures;       // by class and colour
    uint32_t **images;     // likewise: what it is permuted to
    uint64_t **sorted;     // the same signatures, of the permuted marking
    ARRAY(uint32_t) fresh; // successors of the node at hand
    uint32_t **ranks;      // by class and colour: its number among its twins; NO_TWIN: it has none
    uint32_t **firsts;     // likewise: the first of its twins
    uint32_t **sizes;      // likewise: of the first of twins, how many they are
    ARRAY(struct membership) memberships;
    bool is_exact; // the marking at hand
    bool is_plain, has_inexact;
    mpz_t orbit, ways_here, product;
};

// ---- Permutations of colours ----------------------------------------------------------------------------------------

static int by_signature(const void *a, const void *b)
{
    const struct signature *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->element > y->element) - (x->element < y->element);
}

// What the colours of a token are in: the place, the position, the number of tokens, and what the others are in.
static void sign(struct partial_graph *g, uint32_t place, uint64_t colour, uint64_t count, bool is_second)
{
    const struct net_sort *sort = &g->net->sorts.at[g->net->places.at[place].sort];
    uint32_t colours[MOST_WIDTH];
    uint64_t all = hash_pair(place, count);
    net_unpack_colour(g->net, g->net->places.at[place].sort, colour, colours);
    for (uint32_t i = 0; i < sort->count; i++) {
        uint32_t c = sort->classes[i];
        const struct colour_place *at = &g->symmetry.places[c][colours[i]];
        uint64_t own = at->subclass == NO_SUBCLASS || g->symmetry.subclasses.at[at->subclass].is_ring
                           ? colours[i]
                           : UINT64_C(1) << 40 | at->subclass;
        all = hash_pair(all, is_second ? (uint32_t)g->signatures[c][colours[i]].value ^ own : own);
    }
    for (uint32_t i = 0; i < sort->count; i++) {
        struct signature *s = &g->signatures[sort->classes[i]][colours[i]];
        // A sum, so that the order of tokens does not matter. The second round is added to the other half.
        s->value += is_second ? hash_pair(all, i) << 32 : hash_pair(all, i) >> 32;
    }
}

static void sign_all(struct partial_graph *g, bool is_second)
{
    const uint64_t *at = g->marking.at;
    for (uint32_t p = 0; p < g->net->places.count; p++)
        for (uint64_t count = *at++; count > 0; count--, at += 2)
            sign(g, p, at[0], at[1], is_second);
}

static void find_images(struct partial_graph *g)
{
    ARRAY(struct signature) order = {0};
    for (size_t i = 0; i < g->symmetry.subclasses.count; i++) {
        const struct subclass *s = &g->symmetry.subclasses.at[i];
        if (s->is_ring)
            continue;
        order.count = 0;
        for (size_t k = 0; k < s->colours.count; k++)
            array_push(g->mem, &order,
                       ((struct signature){g->signatures[s->class][s->colours.at[k]].value, s->colours.at[k]}));
        qsort(order.at, order.count, sizeof *order.at, by_signature);
        for (size_t k = 0; k < order.count; k++) {
            g->images[s->class][order.at[k].element] = s->colours.at[k];
            g->sorted[s->class][s->colours.at[k]] = order.at[k].value;
        }
    }
    array_free(g->mem, &order);
}

static int by_colour(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool has_symmetry(const struct partial_graph *g)
{
    for (size_t i = 0; i < g->symmetry.subclasses.count; i++)
        if (!g->symmetry.subclasses.at[i].is_ring)
            return !g->is_plain;
    return false;
}

// Permutes the marking at hand, so that its colours are in the order of their signatures.
static void sort_colours(struct partial_graph *g)
{
    if (!has_symmetry(g))
        return;
    for (size_t c = 0; c < g->net->classes.count; c++)
        memset(g->signatures[c], 0, g->net->classes.at[c].size * sizeof **g->signatures);
    sign_all(g, false);
    sign_all(g, true);
    find_images(g);
    uint64_t *at = g->marking.at;
    for (uint32_t p = 0; p < g->net->places.count; p++) {
        uint32_t sort = g->net->places.at[p].sort, colours[MOST_WIDTH];
        uint64_t count = *at++;
        for (uint64_t i = 0; i < count; i++) {
            net_unpack_colour(g->net, sort, at[2 * i], colours);
            for (uint32_t k = 0; k < g->net->sorts.at[sort].count; k++)
                colours[k] = g->images[g->net->sorts.at[sort].classes[k]][colours[k]];
            at[2 * i] = net_pack_colour(g->net, sort, colours);
        }
        if (count > 1)
            qsort(at, count, 2 * sizeof *at, by_colour);
        at += 2 * count;
    }
}

// ---- Twins ----------------------------------------------------------------------------------------------------------

static bool is_movable(const struct partial_graph *g, uint32_t class, uint32_t colour)
{
    const struct colour_place *at = &g->symmetry.places[class][colour];
    return !g->is_plain && at->subclass != NO_SUBCLASS && !g->symmetry.subclasses.at[at->subclass].is_ring;
}

static int by_membership(const void *a, const void *b)
{
    const struct membership *x = a, *y = b;
    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    if (x->colour != y->colour)
        return x->colour < y->colour ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return (x->rest > y->rest) - (x->rest < y->rest);
}

// Finds what colours are in. Those of tokens that relate two of them are said to have no twins.
static void find_memberships(struct partial_graph *g)
{
    const uint64_t *at = g->marking.at;
    g->memberships.count = 0;
    for (uint32_t p = 0; p < g->net->places.count; p++)
        for (uint64_t count = *at++; count > 0; count--, at += 2) {
            uint32_t sort = g->net->places.at[p].sort, colours[MOST_WIDTH], movable = 0, position = 0;
            const struct net_sort *s = &g->net->sorts.at[sort];
            net_unpack_colour(g->net, sort, at[0], colours);
            for (uint32_t i = 0; i < s->count; i++)
                if (is_movable(g, s->classes[i], colours[i])) {
                    movable++;
                    position = i;
                }
            for (uint32_t i = 0; movable > 1 && i < s->count; i++)
                g->ranks[s->classes[i]][colours[i]] = NO_TWIN;
            if (movable != 1)
                continue;
            struct membership m = {s->classes[position], colours[position], p, position, 0, at[1]};
            colours[position] = 0;
            m.rest = net_pack_colour(g->net, sort, colours);
            array_push(g->mem, &g->memberships, m);
        }
    if (g->memberships.count > 1)
        qsort(g->memberships.at, g->memberships.count, sizeof *g->memberships.at, by_membership);
}

static size_t first_membership(const struct partial_graph *g, uint32_t class, uint32_t colour)
{
    size_t low = 0, high = g->memberships.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct membership *m = &g->memberships.at[middle];
        if (m->class < class || (m->class == class && m->colour < colour))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool are_twins(const struct partial_graph *g, uint32_t class, uint32_t a, uint32_t b)
{
    size_t i = first_membership(g, class, a), k = first_membership(g, class, b);
    for (;; i++, k++) {
        const struct membership *x = i < g->memberships.count ? &g->memberships.at[i] : NULL;
        const struct membership *y = k < g->memberships.count ? &g->memberships.at[k] : NULL;
        bool of_x = x && x->class == class && x->colour == a, of_y = y && y->class == class && y->colour == b;
        if (!of_x || !of_y)
            return of_x == of_y;
        if (x->place != y->place || x->position != y->position || x->rest != y->rest || x->count != y->count)
            return false;
    }
}

// Twins of the marking at hand, whose colours are sorted: they are neighbours. The marking is exact if colours with
// the same signature are twins. (If they are not, two markings may be permutations of each other and not be the same.)
static void find_twins(struct partial_graph *g)
{
    g->is_exact = true;
    mpz_set_ui(g->orbit, 1);
    if (g->is_plain)
        return;
    for (size_t i = 0; i < g->symmetry.subclasses.count; i++) {
        const struct subclass *s = &g->symmetry.subclasses.at[i];
        for (size_t k = 0; !s->is_ring && k < s->colours.count; k++)
            g->ranks[s->class][s->colours.at[k]] = 0;
    }
    find_memberships(g);
    for (size_t i = 0; i < g->symmetry.subclasses.count; i++) {
        const struct subclass *s = &g->symmetry.subclasses.at[i];
        uint32_t before = 0;
        for (uint32_t k = 0; !s->is_ring && k < s->colours.count; k++) {
            uint32_t colour = s->colours.at[k], *rank = &g->ranks[s->class][colour];
            bool is_same = k > 0 && g->sorted[s->class][colour] == g->sorted[s->class][before];
            bool is_twin = k > 0 && *rank != NO_TWIN && g->ranks[s->class][before] != NO_TWIN &&
                           are_twins(g, s->class, before, colour);
            g->is_exact = g->is_exact && (is_twin || !is_same);
            if (*rank != NO_TWIN)
                *rank = is_twin ? g->ranks[s->class][before] + 1 : 0;
            g->firsts[s->class][colour] = is_twin ? g->firsts[s->class][before] : colour;
            g->sizes[s->class][g->firsts[s->class][colour]] = is_twin ? *rank + 1 : 1;
            // n! over the product of the factorials of the numbers of twins
            mpz_mul_ui(g->orbit, g->orbit, k + 1);
            mpz_divexact_ui(g->orbit, g->orbit, is_twin ? *rank + 1 : 1);
            before = colour;
        }
    }
}

// How many twins of a colour have a value already, this one not counted; *is_used says whether it is one.
static uint32_t used_twins(const struct partial_graph *g, const struct net_transition *t, uint32_t class,
                           uint32_t colour, const uint32_t *values, const bool *is_bound, bool *is_used)
{
    uint32_t count = 0, first = g->firsts[class][colour];
    *is_used = false;
    for (uint32_t i = 0; i < t->variable_count; i++) {
        uint32_t v = t->variables[i];
        if (!is_bound[v] || g->net->variables.at[v].class != class || g->firsts[class][values[v]] != first)
            continue;
        bool is_new = g->ranks[class][values[v]] != NO_TWIN;
        for (uint32_t k = 0; k < i && is_new; k++)
            is_new = !is_bound[t->variables[k]] || g->net->variables.at[t->variables[k]].class != class ||
                     values[t->variables[k]] != values[v];
        *is_used |= values[v] == colour;
        count += is_new;
    }
    return count;
}

// Of twins, the first ones are taken first.
static bool is_first_twin(void *context, const struct net_transition *t, uint32_t variable, uint32_t colour,
                          const uint32_t *values, const bool *is_bound)
{
    const struct partial_graph *g = context;
    uint32_t class = g->net->variables.at[variable].class;
    bool is_used;
    if (!is_movable(g, class, colour) || g->ranks[class][colour] == NO_TWIN)
        return true;
    uint32_t used = used_twins(g, t, class, colour, values, is_bound, &is_used);
    return is_used || g->ranks[class][colour] == used;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static void rehash(struct partial_graph *g)
{
    size_t count = g->head_count ? 2 * g->head_count : 1024;
    if (g->heads)
        mem_free(g->mem, g->heads, g->head_count * sizeof *g->heads);
    g->heads = mem_alloc(g->mem, count * sizeof *g->heads);
    g->head_count = count;
    memset(g->heads, 0xff, count * sizeof *g->heads);
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        uint32_t *head = &g->heads[g->nodes.at[i].fingerprint & (count - 1)];
        g->nodes.at[i].next = *head;
        *head = i;
    }
}

static size_t marking_length(const struct partial_graph *g, size_t from)
{
    size_t at = from;
    for (size_t p = 0; p < g->net->places.count; p++)
        at += 1 + 2 * g->words.at[at];
    return at - from;
}

// The node of the marking that is at hand. The game is at it, or at one that it is permuted from.
static uint32_t find_node(struct partial_graph *g)
{
    uint64_t fingerprint = hash_numbers(0, (const int64_t *)g->marking.at, g->marking.count);
    size_t bytes = g->marking.count * sizeof *g->marking.at;
    if (g->nodes.count >= g->head_count)
        rehash(g);
    uint32_t *head = &g->heads[fingerprint & (g->head_count - 1)];
    for (uint32_t i = *head; i != NO_NODE; i = g->nodes.at[i].next)
        if (g->nodes.at[i].fingerprint == fingerprint &&
            marking_length(g, g->nodes.at[i].marking) == g->marking.count &&
            memcmp(&g->words.at[g->nodes.at[i].marking], g->marking.at, bytes) == 0)
            return i;
    struct graph_node node = {.marking = g->words.count, .fingerprint = fingerprint, .next = *head};
    find_twins(g);
    node.is_exact = g->is_exact;
    g->has_inexact |= !g->is_exact;
    mpz_init_set(node.orbit, g->orbit);
    mpz_init(node.arcs);
    *head = (uint32_t)g->nodes.count;
    array_push(g->mem, &g->nodes, node);
    array_reserve(g->mem, &g->words, g->words.count + g->marking.count);
    if (bytes)
        memcpy(g->words.at + g->words.count, g->marking.at, bytes);
    g->words.count += g->marking.count;
    for (size_t i = 0; i < g->condition_count; i++)
        array_push(g->mem, &g->truths, (uint8_t)walk_evaluate(g->game, g->net, g->conditions[i]));
    return (uint32_t)(g->nodes.count - 1);
}

static uint32_t find_current(struct partial_graph *g)
{
    token_game_save(g->game, &g->marking);
    sort_colours(g);
    return find_node(g);
}

// ---- Growing --------------------------------------------------------------------------------------------------------

// How many bindings one stands for: as many as there are ways to put other twins into it.
static void count_ways(struct partial_graph *g, const struct net_transition *t, const uint32_t *values)
{
    bool *is_bound = mem_zalloc(g->mem, g->net->variables.count + 1);
    mpz_set_ui(g->product, 1);
    for (uint32_t i = 0; i < t->variable_count; i++) {
        uint32_t v = t->variables[i], class = g->net->variables.at[v].class, colour = values[v];
        bool is_used = false;
        if (is_movable(g, class, colour) && g->ranks[class][colour] != NO_TWIN) {
            uint32_t used = used_twins(g, t, class, colour, values, is_bound, &is_used);
            if (!is_used)
                mpz_mul_ui(g->product, g->product, g->sizes[class][g->firsts[class][colour]] - used);
        }
        is_bound[v] = true;
    }
    mpz_add(g->ways_here, g->ways_here, g->product);
    mem_free(g->mem, is_bound, g->net->variables.count + 1);
}

static bool take_way(void *context, const uint32_t *values)
{
    struct partial_graph *g = context;
    const struct net_transition *t = &g->net->transitions.at[g->transition];
    if (g->ways.count >= MOST_BINDINGS) {
        g->is_cut = true;
        return false;
    }
    array_push(g->mem, &g->ways, ((struct way){g->transition, g->values.count}));
    for (uint32_t i = 0; i < t->variable_count; i++)
        array_push(g->mem, &g->values, values[t->variables[i]]);
    count_ways(g, t, values);
    return true;
}

static void read_values(const struct partial_graph *g, const struct way *way, uint32_t *values)
{
    const struct net_transition *t = &g->net->transitions.at[way->transition];
    for (uint32_t i = 0; i < t->variable_count; i++)
        values[t->variables[i]] = g->values.at[way->values + i];
}

static void add_fresh(struct partial_graph *g, uint32_t node)
{
    for (size_t i = 0; i < g->fresh.count; i++)
        if (g->fresh.at[i] == node)
            return;
    array_push(g->mem, &g->fresh, node);
}

static bool is_full(const struct partial_graph *g, const struct partial_graph_limits *limits)
{
    if (limits->is_to_be_counted && g->has_inexact)
        return true;
    return g->nodes.count >= limits->nodes || g->words.count >= limits->words || limits->stop(limits->context);
}

static void store_successors(struct partial_graph *g, uint32_t node)
{
    // Those that a walk has found before stay.
    for (uint32_t i = 0; i < g->nodes.at[node].count; i++)
        add_fresh(g, g->successors.at[g->nodes.at[node].first + i]);
    g->nodes.at[node].first = (uint32_t)g->successors.count;
    g->nodes.at[node].count = (uint32_t)g->fresh.count;
    for (size_t i = 0; i < g->fresh.count; i++)
        array_push(g->mem, &g->successors, g->fresh.at[i]);
}

// Has the game at the marking of a node, whose twins are found.
static void take_marking(struct partial_graph *g, uint32_t node)
{
    const uint64_t *from = &g->words.at[g->nodes.at[node].marking];
    size_t count = marking_length(g, g->nodes.at[node].marking);
    g->marking.count = 0;
    for (size_t i = 0; i < count; i++)
        array_push(g->mem, &g->marking, from[i]);
    sort_colours(g);
    find_twins(g);
    token_game_restore(g->game, g->marking.at);
}

// All successors of a node. False if there is no room for them.
static bool expand(struct partial_graph *g, uint32_t node, const struct partial_graph_limits *limits)
{
    uint32_t *values = mem_zalloc(g->mem, (g->net->variables.count + 1) * sizeof *values);
    bool good = true;
    take_marking(g, node);
    g->ways.count = g->values.count = g->fresh.count = 0;
    g->is_cut = false;
    mpz_set_ui(g->ways_here, 0);
    token_game_set_filter(g->game, is_first_twin, g);
    for (g->transition = 0; g->transition < g->net->transitions.count; g->transition++)
        if (!token_game_bind_all(g->game, g->transition, take_way, g))
            g->is_cut = true;
    token_game_set_filter(g->game, NULL, NULL);
    mpz_set(g->nodes.at[node].arcs, g->ways_here);
    for (size_t i = 0; i < g->ways.count && good; i++) {
        read_values(g, &g->ways.at[i], values);
        good = token_game_fire(g->game, g->ways.at[i].transition, values);
        if (!good)
            break;
        add_fresh(g, find_current(g));
        token_game_unfire(g->game, g->ways.at[i].transition, values);
        good = !is_full(g, limits);
    }
    store_successors(g, node);
    g->nodes.at[node].is_tried = good;
    g->nodes.at[node].is_expanded = good && !g->is_cut;
    mem_free(g->mem, values, (g->net->variables.count + 1) * sizeof *values);
    return good;
}

// A random walk from a node; what it passes becomes nodes. The last one is given.
static uint32_t walk(struct partial_graph *g, uint32_t node, const struct partial_graph_limits *limits)
{
    token_game_restore(g->game, &g->words.at[g->nodes.at[node].marking]);
    for (int step = 0; step < WALK_NODES && !is_full(g, limits); step++) {
        size_t count = g->net->transitions.count, start = token_game_random(g->game, count), i = 0;
        const uint32_t *values;
        while (i < count && token_game_bind(g->game, (uint32_t)((start + i) % count), &values) != BINDING_FOUND)
            i++;
        if (i == count || !token_game_fire(g->game, (uint32_t)((start + i) % count), values))
            break;
        uint32_t to = find_current(g);
        g->fresh.count = 0;
        add_fresh(g, to);
        if (!g->nodes.at[node].is_expanded)
            store_successors(g, node);
        node = to;
        token_game_restore(g->game, &g->words.at[g->nodes.at[node].marking]); // as it is permuted
    }
    return node;
}

// Breadth first from a node, over some nodes.
static void explore(struct partial_graph *g, uint32_t from, size_t most, const struct partial_graph_limits *limits)
{
    ARRAY(uint32_t) queue = {0};
    array_push(g->mem, &queue, from);
    for (size_t i = 0; i < queue.count && i < most && !is_full(g, limits); i++) {
        uint32_t node = queue.at[i];
        if (!g->nodes.at[node].is_tried)
            expand(g, node, limits);
        for (uint32_t k = 0; k < g->nodes.at[node].count; k++) {
            uint32_t next = g->successors.at[g->nodes.at[node].first + k];
            if (!g->nodes.at[next].is_tried)
                array_push(g->mem, &queue, next);
        }
    }
    array_free(g->mem, &queue);
}

// The next node in the order in which they were found. False if there is none, or no room.
static bool expand_next(struct partial_graph *g, const struct partial_graph_limits *limits)
{
    while (g->next < g->nodes.count && g->nodes.at[g->next].is_tried)
        g->next++;
    return g->next < g->nodes.count && !is_full(g, limits) && expand(g, (uint32_t)g->next, limits);
}

bool partial_graph_grow(struct partial_graph *g, const struct partial_graph_limits *limits)
{
    struct partial_graph_limits first = *limits;
    first.nodes = limits->nodes / 2;
    while (expand_next(g, &first))
        continue;
    while (g->next < g->nodes.count && !is_full(g, limits) && !token_game_is_broken(g->game)) {
        uint32_t end = 0;
        for (uint64_t n = 1 + token_game_random(g->game, 8); n > 0; n--)
            end = walk(g, end, limits);
        explore(g, end, 200, limits);
        explore(g, (uint32_t)token_game_random(g->game, g->nodes.count), 20, limits);
        expand_next(g, limits);
    }
    return g->next < g->nodes.count || token_game_is_broken(g->game);
}

// ---- Looking at it --------------------------------------------------------------------------------------------------

size_t partial_graph_size(const struct partial_graph *g)
{
    return g->nodes.count;
}

const struct graph_node *partial_graph_node(const struct partial_graph *g, size_t node)
{
    return &g->nodes.at[node];
}

const uint32_t *partial_graph_successors(const struct partial_graph *g, size_t node)
{
    return g->successors.at + g->nodes.at[node].first;
}

bool partial_graph_count(const struct partial_graph *g, mpz_t states, mpz_t arcs, int64_t *most)
{
    bool is_exact = true;
    *most = 0;
    mpz_set_ui(states, 0);
    mpz_set_ui(arcs, 0);
    for (size_t i = 0; i < g->nodes.count; i++) {
        const struct graph_node *n = &g->nodes.at[i];
        const uint64_t *at = &g->words.at[n->marking];
        int64_t tokens = 0;
        for (size_t p = 0; p < g->net->places.count; p++)
            for (uint64_t count = *at++; count > 0; count--, at += 2)
                tokens += (int64_t)at[1];
        *most = tokens > *most ? tokens : *most;
        is_exact = is_exact && n->is_exact && n->is_expanded;
        mpz_add(states, states, n->orbit);
        mpz_addmul(arcs, n->orbit, n->arcs);
    }
    return is_exact;
}

enum walk_truth partial_graph_condition(const struct partial_graph *g, size_t node, const struct mcc_formula *f)
{
    if (f->op == MCC_TRUE || f->op == MCC_FALSE)
        return f->op == MCC_TRUE ? WALK_TRUE : WALK_FALSE;
    for (size_t i = 0; i < g->condition_count; i++)
        if (g->conditions[i] == f)
            return (enum walk_truth)g->truths.at[node * g->condition_count + i];
    return WALK_UNKNOWN;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

struct partial_graph *partial_graph_open(const struct net *net, struct token_game *game,
                                         const struct mcc_formula *const *conditions, size_t condition_count,
                                         bool is_plain, struct mem *mem)
{
    struct partial_graph *g = mem_zalloc(mem, sizeof *g);
    *g = (struct partial_graph){.net = net, .mem = mem, .arena = {.mem = mem}, .game = game};
    g->conditions = conditions;
    g->condition_count = condition_count;
    g->is_plain = is_plain;
    colour_symmetry_find(&g->symmetry, net, mem);
    mpz_inits(g->orbit, g->ways_here, g->product, NULL);
    g->signatures = arena_alloc(&g->arena, (net->classes.count + 1) * sizeof *g->signatures);
    g->images = arena_alloc(&g->arena, (net->classes.count + 1) * sizeof *g->images);
    g->sorted = arena_alloc(&g->arena, (net->classes.count + 1) * sizeof *g->sorted);
    g->ranks = arena_alloc(&g->arena, (net->classes.count + 1) * sizeof *g->ranks);
    g->firsts = arena_alloc(&g->arena, (net->classes.count + 1) * sizeof *g->firsts);
    g->sizes = arena_alloc(&g->arena, (net->classes.count + 1) * sizeof *g->sizes);
    for (size_t c = 0; c < net->classes.count; c++) {
        uint32_t size = net->classes.at[c].size;
        g->signatures[c] = arena_alloc(&g->arena, size * sizeof **g->signatures);
        g->images[c] = arena_alloc(&g->arena, size * sizeof **g->images);
        g->sorted[c] = arena_alloc(&g->arena, size * sizeof **g->sorted);
        g->ranks[c] = arena_alloc(&g->arena, size * sizeof **g->ranks);
        g->firsts[c] = arena_alloc(&g->arena, size * sizeof **g->firsts);
        g->sizes[c] = arena_alloc(&g->arena, size * sizeof **g->sizes);
        for (uint32_t i = 0; i < size; i++)
            g->images[c][i] = g->firsts[c][i] = i;
    }
    token_game_reset(game);
    find_current(g);
    return g;
}

void partial_graph_close(struct partial_graph *g)
{
    for (size_t i = 0; i < g->nodes.count; i++)
        mpz_clears(g->nodes.at[i].orbit, g->nodes.at[i].arcs, NULL);
    mpz_clears(g->orbit, g->ways_here, g->product, NULL);
    arena_free(&g->arena);
    array_free(g->mem, &g->memberships);
    mem_free(g->mem, g->heads, g->head_count * sizeof *g->heads);
    colour_symmetry_close(&g->symmetry);
    array_free(g->mem, &g->nodes);
    array_free(g->mem, &g->words);
    array_free(g->mem, &g->successors);
    array_free(g->mem, &g->truths);
    array_free(g->mem, &g->marking);
    array_free(g->mem, &g->ways);
    array_free(g->mem, &g->values);
    array_free(g->mem, &g->fresh);
    mem_free(g->mem, g, sizeof *g);
}
