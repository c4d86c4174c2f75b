// To a vertex u belong those that stay whenever u does: its *block*. A permutation that takes u to v takes the block of
// u to that of v. Where that can be an exchange of the two blocks, one that leaves all else alone is tried; the graph
// says whether it is an automorphism. Only own vertices count; all others follow.
//
// Blocks are guessed by refinement of colours: with u singled out, whatever then looks like no other stays when u does.
// A wrong guess does no harm.
#include "group/exchange.h"

#include <stdlib.h>

#include "base/hash.h"

typedef ARRAY(vertex) vertex_list;

struct search {
    const struct automorphisms *known;
    const struct graph *graph;
    struct mem *mem;
    size_t count;                      // of vertices
    uint64_t *colours, *fresh, *order; // by vertex; the colours of all, ascending
    bool *is_single;                   // by vertex: it looks like no other from the start
    vertex *joined;                    // by vertex: another one that exchanges join it with, up to the least
    vertex *from;                      // by vertex: how to get there from the first one of its orbit
    uint32_t *by;
    uint32_t *family;      // by vertex: the orbit whose exchanges move it, from 1; 0 if none does
    vertex_list block;     // of the first vertex of an orbit
    vertex_list now, next; // that of the one before, and of the one that it is the turn of, in the same order
    vertex *image;
    bool is_plain; // no vertex is moved by exchanges of several orbits, and blocks of an orbit have nothing in common
};

static vertex least_joined(struct search *s, vertex v)
{
    while (s->joined[v] != v)
        v = s->joined[v] = s->joined[s->joined[v]];
    return v;
}

static void join(struct search *s, vertex v, vertex w)
{
    v = least_joined(s, v);
    w = least_joined(s, w);
    s->joined[v > w ? v : w] = v > w ? w : v;
}

// ---- Colours --------------------------------------------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t count_colours(struct search *s)
{
    size_t colours = 0;
    for (size_t v = 0; v < s->count; v++)
        s->order[v] = s->colours[v];
    qsort(s->order, s->count, sizeof *s->order, by_size);
    for (size_t i = 0; i < s->count; i++)
        colours += i == 0 || s->order[i] != s->order[i - 1];
    return colours;
}

// Leaves the colours in order for is_alone.
static void refine(struct search *s)
{
    for (size_t before = 0, colours = count_colours(s); colours > before;
         before = colours, colours = count_colours(s)) {
        for (size_t v = 0; v < s->count; v++) {
            uint64_t sum = 0;
            for (size_t i = s->known->first[v]; i < s->known->first[v + 1]; i++)
                sum += hash_mix(s->colours[s->known->neighbours[i]]);
            s->fresh[v] = hash_pair(s->colours[v], sum);
        }
        uint64_t *held = s->colours;
        s->colours = s->fresh;
        s->fresh = held;
    }
}

static bool is_alone(const struct search *s, vertex v)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->order[middle] < s->colours[v])
            low = middle + 1;
        else
            high = middle;
    }
    return low + 1 == s->count || s->order[low + 1] != s->order[low];
}

static void set_first_colours(struct search *s)
{
    for (size_t v = 0; v < s->count; v++) {
        const struct vertex_key *key = &s->graph->vertices.at[v].key;
        s->colours[v] =
            hash_pair(hash_pair((uint64_t)key->kind << 32 | key->height, (uint64_t)key->a), (uint64_t)key->b);
    }
}

static void find_singles(struct search *s)
{
    set_first_colours(s);
    refine(s);
    for (vertex v = 0; v < s->count; v++)
        s->is_single[v] = is_alone(s, v);
}

static void find_block(struct search *s, vertex u)
{
    set_first_colours(s);
    s->colours[u] = hash_mix(s->colours[u] + 1);
    refine(s);
    s->block.count = 0;
    for (vertex v = 0; v < s->count; v++)
        if (s->graph->vertices.at[v].is_own && !s->is_single[v] && is_alone(s, v))
            array_push(s->mem, &s->block, v);
}

// ---- Ways -----------------------------------------------------------------------------------------------------------

// From a vertex to all of its orbit, the shortest ones.
static void find_ways(struct search *s, vertex u)
{
    vertex_list reached = {0};
    array_push(s->mem, &reached, u);
    s->from[u] = u;
    for (size_t i = 0; i < reached.count; i++)
        for (uint32_t g = 0; g < s->known->elements.count; g++) {
            vertex to = (vertex)s->known->elements.at[g][reached.at[i]];
            if (s->from[to] != UINT32_MAX)
                continue;
            s->from[to] = reached.at[i];
            s->by[to] = g;
            array_push(s->mem, &reached, to);
        }
    array_free(s->mem, &reached);
}

static void copy_list(struct search *s, const vertex_list *from, vertex_list *to)
{
    to->count = 0;
    for (size_t i = 0; i < from->count; i++)
        array_push(s->mem, to, from->at[i]);
}

// Where the way to a vertex takes the block of the orbit's first one.
static void carry_block(struct search *s, vertex v)
{
    ARRAY(uint32_t) way = {0};
    for (vertex at = v; s->from[at] != at; at = s->from[at])
        array_push(s->mem, &way, s->by[at]);
    copy_list(s, &s->block, &s->next);
    while (way.count) {
        const int *element = s->known->elements.at[array_pop(&way)];
        for (size_t i = 0; i < s->next.count; i++)
            s->next.at[i] = (vertex)element[s->next.at[i]];
    }
    array_free(s->mem, &way);
}

// ---- Exchanges ------------------------------------------------------------------------------------------------------

// False if where each goes is no exchange; *is_apart: whether the blocks have nothing in common.
static bool set_exchange(struct search *s, bool *is_apart)
{
    *is_apart = true;
    for (vertex v = 0; v < s->count; v++)
        s->image[v] = v;
    for (size_t i = 0; i < s->now.count; i++) {
        vertex v = s->now.at[i], w = s->next.at[i];
        if (v == w || (s->image[v] == w && s->image[w] == v)) {
            *is_apart = false;
            continue;
        }
        if (s->image[v] != v || s->image[w] != w)
            return false;
        s->image[v] = w;
        s->image[w] = v;
    }
    return true;
}

static bool try_exchange(struct search *s, uint32_t family, bool *is_apart)
{
    if (!set_exchange(s, is_apart) || !graph_extend(s->graph, s->image))
        return false;
    for (vertex v = 0; v < s->count; v++) {
        if (!s->graph->vertices.at[v].is_own || s->image[v] == v)
            continue;
        join(s, v, s->image[v]);
        s->is_plain &= s->family[v] == 0 || s->family[v] == family;
        s->family[v] = family;
    }
    return true;
}

// Exchanges of neighbours in a row of k blocks give all k! permutations of these.
static void search_orbit(struct search *s, vertex first, automorphism_visit visit, void *context, mpz_t order)
{
    unsigned long row = 1;
    bool has_block = false, is_apart;
    for (vertex v = first + 1; v < s->count; v++) {
        if (s->known->orbits[v] != s->known->orbits[first] || least_joined(s, v) == least_joined(s, first))
            continue;
        if (!has_block) {
            find_block(s, first);
            find_ways(s, first);
            copy_list(s, &s->block, &s->now);
            has_block = true;
        }
        carry_block(s, v);
        if (try_exchange(s, first + 1, &is_apart)) {
            visit(context, s->image);
            mpz_mul_ui(order, order, ++row);
            s->is_plain &= is_apart || row == 2;
        } else {
            s->is_plain &= row == 1;
            row = 1;
        }
        copy_list(s, &s->next, &s->now);
    }
}

static void find_all(struct search *s, automorphism_visit visit, void *context, mpz_t order)
{
    bool *seen = mem_zalloc(s->mem, s->count); // by the number of an orbit
    find_singles(s);
    for (vertex v = 0; v < s->count; v++) {
        if (!s->graph->vertices.at[v].is_own || seen[s->known->orbits[v]])
            continue;
        seen[s->known->orbits[v]] = true;
        search_orbit(s, v, visit, context, order);
    }
    mem_free(s->mem, seen, s->count);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

static void open_search(struct search *s, const struct automorphisms *known)
{
    const struct graph *g = known->graph;
    size_t n = g->vertices.count;
    *s = (struct search){.known = known, .graph = g, .mem = g->mem, .count = n, .is_plain = true};
    uint64_t **colours[] = {&s->colours, &s->fresh, &s->order};
    uint32_t **numbers[] = {&s->joined, &s->from, &s->by, &s->family, &s->image};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        *colours[i] = mem_zalloc(g->mem, n * sizeof **colours[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = mem_zalloc(g->mem, n * sizeof **numbers[i]);
    s->is_single = mem_zalloc(g->mem, n);
    for (vertex v = 0; v < n; v++) {
        s->joined[v] = v;
        s->from[v] = UINT32_MAX;
    }
}

static void close_search(struct search *s)
{
    uint64_t *colours[] = {s->colours, s->fresh, s->order};
    uint32_t *numbers[] = {s->joined, s->from, s->by, s->family, s->image};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        mem_free(s->mem, colours[i], s->count * sizeof *colours[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        mem_free(s->mem, numbers[i], s->count * sizeof *numbers[i]);
    mem_free(s->mem, s->is_single, s->count);
    array_free(s->mem, &s->block);
    array_free(s->mem, &s->now);
    array_free(s->mem, &s->next);
}

// ---- The interface --------------------------------------------------------------------------------------------------

void exchanges_find(const struct automorphisms *known, automorphism_visit visit, void *context, mpz_t order)
{
    struct search s;
    open_search(&s, known);
    mpz_set_ui(order, 1);
    find_all(&s, visit, context, order);
    if (!s.is_plain)
        mpz_set_ui(order, 0);
    close_search(&s);
}

size_t exchanges_count_alike(const struct automorphisms *known)
{
    struct search s;
    size_t alike = 0;
    open_search(&s, known);
    find_singles(&s);
    for (size_t v = 0; v < s.count; v++)
        alike += s.graph->vertices.at[v].is_own && !s.is_single[v];
    close_search(&s);
    return alike;
}
