#include "group/coloured_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

void graph_open(struct graph *g, size_t limit, struct mem *mem)
{
    *g = (struct graph){.mem = mem, .limit = limit};
}

void graph_close(struct graph *g)
{
    array_free(g->mem, &g->vertices);
    array_free(g->mem, &g->below);
    table_free(g->mem, &g->table);
}

int vertex_key_compare(const struct vertex_key *x, const struct vertex_key *y)
{
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->height != y->height)
        return x->height < y->height ? -1 : 1;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

static int by_number(const void *a, const void *b)
{
    vertex x = *(const vertex *)a, y = *(const vertex *)b;
    return (x > y) - (x < y);
}

static size_t sort_distinct(vertex *at, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(at, count, sizeof *at, by_number);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || at[kept - 1] != at[i])
            at[kept++] = at[i];
    return kept;
}

static uint32_t hash_of(const struct vertex_key *key, const vertex *below, size_t count)
{
    uint64_t hash = hash_pair((uint64_t)key->a, (uint64_t)key->b);
    hash = hash_pair(hash, key->kind);
    for (size_t i = 0; i < count; i++)
        hash = hash_pair(hash, below[i]);
    return (uint32_t)hash;
}

static uint32_t height_above(const struct graph *g, const vertex *below, size_t count)
{
    uint32_t height = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t other = g->vertices.at[below[i]].key.height;
        height = other >= height ? other + 1 : height;
    }
    return height;
}

static vertex push(struct graph *g, const struct vertex_key *key, const vertex *below, size_t count)
{
    struct graph_vertex v = {.key = *key, .first = g->below.count, .count = (uint32_t)count};
    if (g->full || g->vertices.count + g->below.count + count + 1 > g->limit) {
        g->full = true;
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        array_push(g->mem, &g->below, below[i]);
    array_push(g->mem, &g->vertices, v);
    return (vertex)(g->vertices.count - 1);
}

vertex graph_add_own(struct graph *g, struct vertex_key key, vertex *below, size_t count)
{
    if (g->full)
        return 0;
    count = sort_distinct(below, count);
    key.height = height_above(g, below, count);
    vertex added = push(g, &key, below, count);
    if (!g->full)
        g->vertices.at[added].is_own = true;
    return added;
}

static vertex find(const struct graph *g, const struct vertex_key *key, const vertex *below, size_t count,
                   uint32_t hash)
{
    size_t at = hash;
    uint32_t i;
    while ((i = table_probe(&g->table, hash, &at)) != TABLE_END) {
        const struct graph_vertex *v = &g->vertices.at[i];
        if (vertex_key_compare(&v->key, key) == 0 && v->count == count &&
            (count == 0 || memcmp(g->below.at + v->first, below, count * sizeof *below) == 0))
            break;
    }
    return i;
}

vertex graph_add(struct graph *g, struct vertex_key key, vertex *below, size_t count)
{
    if (g->full)
        return 0;
    count = sort_distinct(below, count);
    key.height = height_above(g, below, count);
    uint32_t hash = hash_of(&key, below, count);
    vertex found = find(g, &key, below, count, hash);
    if (found != TABLE_END)
        return found;
    vertex added = push(g, &key, below, count);
    if (!g->full)
        table_add(g->mem, &g->table, hash, added);
    return added;
}

// ---- Automorphisms --------------------------------------------------------------------------------------------------

// Whether an own vertex may go to another one, as far as can be told from what is below them.
static bool may_go(const struct graph *g, const struct graph_vertex *v, vertex to, const vertex *below, size_t count)
{
    const struct graph_vertex *other = &g->vertices.at[to];
    return other->is_own && vertex_key_compare(&v->key, &other->key) == 0 && other->count == count &&
           (count == 0 || memcmp(g->below.at + other->first, below, count * sizeof *below) == 0);
}

static bool is_one_to_one(const struct graph *g, const vertex *image)
{
    bool *taken = mem_zalloc(g->mem, g->vertices.count + 1), good = true;
    for (size_t v = 0; v < g->vertices.count && good; v++) {
        good = image[v] < g->vertices.count && !taken[image[v]];
        if (good)
            taken[image[v]] = true;
    }
    mem_free(g->mem, taken, g->vertices.count + 1);
    return good;
}

// What is below a vertex was there before it, so its image is known when it is the vertex's turn.
bool graph_extend(const struct graph *g, vertex *image)
{
    ARRAY(vertex) below = {0};
    bool good = true;
    for (size_t v = 0; v < g->vertices.count && good; v++) {
        const struct graph_vertex *at = &g->vertices.at[v];
        below.count = 0;
        for (uint32_t i = 0; i < at->count; i++)
            array_push(g->mem, &below, image[g->below.at[at->first + i]]);
        size_t count = below.count > 0 ? sort_distinct(below.at, below.count) : 0;
        if (at->is_own) {
            good = image[v] < g->vertices.count && may_go(g, at, image[v], below.at, count);
            continue;
        }
        image[v] = find(g, &at->key, below.at, count, hash_of(&at->key, below.at, count));
        good = image[v] != TABLE_END;
    }
    array_free(g->mem, &below);
    return good && is_one_to_one(g, image);
}
