// Markings up to permutations of the colours of a subclass. Colours are sorted by signatures: hashes of the tokens that
// they are in, refined once by the signatures of the other colours there. Neighbours in that order that are in the same
// tokens are twins: exchanging them changes nothing.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "pnml/partial_graph_parts.h"

enum { MOST_WIDTH = 64 };
#define NO_TWIN UINT32_MAX

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

void colour_twins_sort(struct partial_graph *g)
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
void colour_twins_find(struct partial_graph *g)
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
bool colour_twins_filter(void *context, const struct net_transition *t, uint32_t variable, uint32_t colour,
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

// How many bindings one stands for: as many as there are ways to put other twins into it.
void colour_twins_count(struct partial_graph *g, const struct net_transition *t, const uint32_t *values)
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
