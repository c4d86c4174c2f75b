// To a vertex u belong those that stay whenever u does: its *block*. A permutation that takes u to v takes the block of
// u to that of v. Where that can be an exchange of the two blocks, one that leaves all else alone is tried; the graph
// says whether it is an automorphism. Only own vertices count; all others follow.
//
// Blocks are guessed by refinement of colours: with u singled out, whatever then looks like no other stays when u does.
// A wrong guess does no harm.
#include "group/exchange.h"

#include "base/hash.h"
#include "group/colour_refinement.h"

typedef ARRAY(vertex) vertex_list;

struct search {
    const struct automorphisms *known;
    const struct graph *graph;
    struct mem *mem;
    double deadline;
    size_t count;                  // of vertices
    struct colour_partition alike; // what cannot be told apart
    struct colour_partition fixed; // ... with one vertex singled out
    vertex *joined;                // by vertex: another one that exchanges join it with, up to the least
    vertex *from;                  // by vertex: how to get there from the first one of its orbit
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

static void open_colours(struct search *s)
{
    size_t bytes = s->count * sizeof(uint64_t);
    uint64_t *colours = mem_alloc(s->mem, bytes);
    for (size_t v = 0; v < s->count; v++) {
        const struct vertex_key *key = &s->graph->vertices.at[v].key;
        colours[v] = hash_pair(hash_pair((uint64_t)key->kind << 32 | key->height, (uint64_t)key->a), (uint64_t)key->b);
    }
    colours_open(&s->alike, s->known->first, s->known->neighbours, colours, s->count, s->mem);
    mem_free(s->mem, colours, bytes);
}

// A block that is not found to its end is a wrong guess.
static void find_block(struct search *s, vertex u)
{
    colours_copy(&s->fixed, &s->alike);
    colours_single_out(&s->fixed, u);
    s->block.count = 0;
    if (!colours_refine(&s->fixed, s->deadline))
        return;
    for (vertex v = 0; v < s->count; v++)
        if (s->graph->vertices.at[v].is_own && !colours_is_alone(&s->alike, v) && colours_is_alone(&s->fixed, v))
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
    for (vertex v = 0; v < s->count; v++) {
        if (!s->graph->vertices.at[v].is_own || seen[s->known->orbits[v]])
            continue;
        seen[s->known->orbits[v]] = true;
        search_orbit(s, v, visit, context, order);
    }
    mem_free(s->mem, seen, s->count);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

// False if the deadline passed meanwhile.
static bool open_search(struct search *s, const struct automorphisms *known, double deadline)
{
    const struct graph *g = known->graph;
    size_t n = g->vertices.count;
    *s = (struct search){.known = known, .graph = g, .mem = g->mem, .deadline = deadline, .count = n, .is_plain = true};
    uint32_t **numbers[] = {&s->joined, &s->from, &s->by, &s->family, &s->image};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = mem_zalloc(g->mem, n * sizeof **numbers[i]);
    for (vertex v = 0; v < n; v++) {
        s->joined[v] = v;
        s->from[v] = UINT32_MAX;
    }
    open_colours(s);
    bool good = colours_refine(&s->alike, deadline);
    colours_open_like(&s->fixed, &s->alike);
    return good;
}

static void close_search(struct search *s)
{
    uint32_t *numbers[] = {s->joined, s->from, s->by, s->family, s->image};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        mem_free(s->mem, numbers[i], s->count * sizeof *numbers[i]);
    colours_close(&s->alike);
    colours_close(&s->fixed);
    array_free(s->mem, &s->block);
    array_free(s->mem, &s->now);
    array_free(s->mem, &s->next);
}

// ---- The interface --------------------------------------------------------------------------------------------------

void exchanges_find(const struct automorphisms *known, double deadline, automorphism_visit visit, void *context,
                    mpz_t order)
{
    struct search s;
    mpz_set_ui(order, 1);
    if (open_search(&s, known, deadline))
        find_all(&s, visit, context, order);
    else
        s.is_plain = false;
    if (!s.is_plain)
        mpz_set_ui(order, 0);
    close_search(&s);
}

size_t exchanges_count_alike(const struct automorphisms *known, double deadline)
{
    struct search s;
    bool is_refined = open_search(&s, known, deadline);
    size_t alike = 0;
    for (vertex v = 0; v < s.count; v++)
        alike += s.graph->vertices.at[v].is_own && !colours_is_alone(&s.alike, v);
    close_search(&s);
    return is_refined ? alike : SIZE_MAX;
}
