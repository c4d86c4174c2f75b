#include "group/automorphism.h"

#include <math.h>
#include <nauty/traces.h>
#include <stdlib.h>
#include <string.h>

// ---- The graph as Traces wants it -----------------------------------------------------------------------------------

struct form {
    const struct graph *graph;
    size_t vertices, edges;
    sparsegraph sparse;
    size_t *first; // by vertex: where its neighbours begin
    int *degrees, *neighbours;
    int *labels, *ends; // the colours: vertices in order, and 0 at the last one of each colour
    int *orbits;
    struct vertex_order {
        struct vertex_key key;
        int vertex;
    } * order;
};

static void open_form(struct form *f, const struct graph *g)
{
    struct mem *mem = g->mem;
    size_t n = g->vertices.count;
    *f = (struct form){.graph = g, .vertices = n, .edges = g->below.count};
    f->first = mem_zalloc(mem, (n + 1) * sizeof *f->first);
    f->degrees = mem_zalloc(mem, n * sizeof *f->degrees);
    f->neighbours = mem_zalloc(mem, (2 * f->edges + 1) * sizeof *f->neighbours);
    f->labels = mem_zalloc(mem, n * sizeof *f->labels);
    f->ends = mem_zalloc(mem, n * sizeof *f->ends);
    f->orbits = mem_zalloc(mem, n * sizeof *f->orbits);
    f->order = mem_zalloc(mem, n * sizeof *f->order);
}

static void close_form(struct form *f)
{
    struct mem *mem = f->graph->mem;
    size_t n = f->vertices;
    mem_free(mem, f->first, (n + 1) * sizeof *f->first);
    mem_free(mem, f->degrees, n * sizeof *f->degrees);
    mem_free(mem, f->neighbours, (2 * f->edges + 1) * sizeof *f->neighbours);
    mem_free(mem, f->labels, n * sizeof *f->labels);
    mem_free(mem, f->ends, n * sizeof *f->ends);
    mem_free(mem, f->orbits, n * sizeof *f->orbits);
    mem_free(mem, f->order, n * sizeof *f->order);
}

static void set_edges(struct form *f)
{
    const struct graph *g = f->graph;
    for (size_t v = 0; v < f->vertices; v++)
        for (uint32_t i = 0; i < g->vertices.at[v].count; i++) {
            f->degrees[v]++;
            f->degrees[g->below.at[g->vertices.at[v].first + i]]++;
        }
    for (size_t v = 0; v < f->vertices; v++) {
        f->first[v + 1] = f->first[v] + (size_t)f->degrees[v];
        f->degrees[v] = 0;
    }
    for (size_t v = 0; v < f->vertices; v++)
        for (uint32_t i = 0; i < g->vertices.at[v].count; i++) {
            vertex other = g->below.at[g->vertices.at[v].first + i];
            f->neighbours[f->first[v] + (size_t)f->degrees[v]++] = (int)other;
            f->neighbours[f->first[other] + (size_t)f->degrees[other]++] = (int)v;
        }
    f->sparse = (sparsegraph){.nv = (int)f->vertices,
                              .nde = 2 * f->edges,
                              .v = f->first,
                              .d = f->degrees,
                              .e = f->neighbours,
                              .vlen = f->vertices,
                              .dlen = f->vertices,
                              .elen = 2 * f->edges};
}

static int by_key(const void *a, const void *b)
{
    const struct vertex_order *x = a, *y = b;
    int order = vertex_key_compare(&x->key, &y->key);
    return order ? order : (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static void set_colours(struct form *f)
{
    for (size_t v = 0; v < f->vertices; v++)
        f->order[v] = (struct vertex_order){f->graph->vertices.at[v].key, (int)v};
    qsort(f->order, f->vertices, sizeof *f->order, by_key);
    for (size_t i = 0; i < f->vertices; i++) {
        f->labels[i] = f->order[i].vertex;
        f->ends[i] = i + 1 < f->vertices && vertex_key_compare(&f->order[i].key, &f->order[i + 1].key) == 0;
    }
}

// ---- What it finds --------------------------------------------------------------------------------------------------

static int by_number(const void *a, const void *b)
{
    vertex x = *(const vertex *)a, y = *(const vertex *)b;
    return (x > y) - (x < y);
}

static bool is_permutation(const struct form *f, const int *image, vertex *seen)
{
    memset(seen, 0, f->vertices * sizeof *seen);
    for (size_t v = 0; v < f->vertices; v++) {
        if (image[v] < 0 || (size_t)image[v] >= f->vertices || seen[image[v]])
            return false;
        seen[image[v]] = 1;
    }
    return true;
}

// Whether keys stay, and what is below a vertex goes below its image.
static bool is_automorphism(const struct form *f, const int *image)
{
    const struct graph *g = f->graph;
    size_t room = f->vertices + f->edges;
    vertex *scratch = mem_alloc(g->mem, room * sizeof *scratch);
    bool good = is_permutation(f, image, scratch);
    for (size_t v = 0; v < f->vertices && good; v++) {
        const struct graph_vertex *from = &g->vertices.at[v], *to = &g->vertices.at[image[v]];
        good = vertex_key_compare(&from->key, &to->key) == 0 && from->count == to->count;
        if (!good || from->count == 0)
            continue;
        for (uint32_t i = 0; i < from->count; i++)
            scratch[i] = (vertex)image[g->below.at[from->first + i]];
        qsort(scratch, from->count, sizeof *scratch, by_number);
        good = memcmp(scratch, g->below.at + to->first, from->count * sizeof *scratch) == 0;
    }
    mem_free(g->mem, scratch, room * sizeof *scratch);
    return good;
}

static bool are_automorphisms(const struct form *f, const permnode *ring)
{
    const permnode *at = ring;
    if (ring)
        do {
            if (!is_automorphism(f, at->p))
                return false;
            at = at->next;
        } while (at != ring);
    return true;
}

static void visit_all(const struct form *f, const permnode *ring, automorphism_visit visit, void *context)
{
    struct mem *mem = f->graph->mem;
    vertex *image = mem_alloc(mem, f->vertices * sizeof *image);
    const permnode *at = ring;
    if (ring)
        do {
            for (size_t v = 0; v < f->vertices; v++)
                image[v] = (vertex)at->p[v];
            visit(context, image);
            at = at->next;
        } while (at != ring);
    mem_free(mem, image, f->vertices * sizeof *image);
}

// ---- How many there are ---------------------------------------------------------------------------------------------
// Traces gives the order as a floating-point number. As a product of the sizes of orbits in a chain of stabilisers it
// is exact, if the chain, which is found by random elements, is complete. An incomplete one has an orbit that is too
// small, by one point of MOST_POINTS at least; so it is complete if the product comes to what Traces says.

// What takes longer is not worth it: the chain takes the square of the points in memory.
#define MOST_POINTS 3000
#define ATTEMPTS 20

struct points {
    int *number; // by vertex, or -1
    int count;
};

// The vertices that are like no other and that some generator moves: all others follow them.
static void find_points(const struct form *f, const permnode *ring, struct points *p)
{
    p->count = 0;
    for (size_t v = 0; v < f->vertices; v++)
        p->number[v] = -1;
    const permnode *at = ring;
    do {
        for (size_t v = 0; v < f->vertices; v++)
            if (at->p[v] != (int)v && f->graph->vertices.at[v].is_own && p->number[v] < 0)
                p->number[v] = p->count++;
        at = at->next;
    } while (at != ring);
}

static void multiply_orbits(schreier *chain, permnode **ring, int count, int *fixed, mpz_t order)
{
    int fixed_count = 0;
    mpz_set_ui(order, 1);
    for (;;) {
        const int *orbits = getorbits(fixed, fixed_count, chain, ring, count);
        int moved = 0;
        while (moved < count && orbits[moved] == moved)
            moved++;
        if (moved == count)
            return;
        unsigned long size = 0;
        for (int i = 0; i < count; i++)
            size += orbits[i] == orbits[moved];
        mpz_mul_ui(order, order, size);
        fixed[fixed_count++] = moved;
    }
}

static bool is_order(const mpz_t order, const TracesStats *stats)
{
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, order);
    double found = log2(mantissa) + (double)exponent;
    double told = log2(stats->grpsize1) + stats->grpsize2 * log2(10);
    return fabs(found - told) < 1e-5;
}

static void find_order(const struct form *f, const permnode *ring, const TracesStats *stats, mpz_t order)
{
    struct mem *mem = f->graph->mem;
    struct points p = {.number = mem_alloc(mem, f->vertices * sizeof *p.number)};
    find_points(f, ring, &p);
    mpz_set_ui(order, 0);
    if (p.count <= MOST_POINTS) {
        size_t bytes = ((size_t)p.count + 1) * sizeof(int);
        int *image = mem_alloc(mem, bytes), *fixed = mem_alloc(mem, bytes);
        schreier *chain = NULL;
        permnode *elements = NULL;
        newgroup(&chain, &elements, p.count);
        const permnode *at = ring;
        do {
            for (size_t v = 0; v < f->vertices; v++)
                if (p.number[v] >= 0)
                    image[p.number[v]] = p.number[at->p[v]];
            addgenerator(&chain, &elements, image, p.count);
            at = at->next;
        } while (at != ring);
        bool known = false;
        for (int i = 0; i < ATTEMPTS && !known; i++) {
            expandschreier(chain, &elements, p.count);
            multiply_orbits(chain, &elements, p.count, fixed, order);
            known = is_order(order, stats);
        }
        if (!known)
            mpz_set_ui(order, 0);
        freeschreier(&chain, &elements);
        mem_free(mem, image, bytes);
        mem_free(mem, fixed, bytes);
    }
    mem_free(mem, p.number, f->vertices * sizeof *p.number);
}

bool graph_automorphisms(const struct graph *g, automorphism_visit visit, void *context, mpz_t order)
{
    struct form f;
    permnode *ring = NULL;
    DEFAULTOPTIONS_TRACES(options);
    TracesStats stats;
    if (g->full || g->vertices.count == 0)
        return false;
    open_form(&f, g);
    set_edges(&f);
    set_colours(&f);
    options.defaultptn = FALSE;
    options.generators = &ring;
    Traces(&f.sparse, f.labels, f.ends, f.orbits, &options, &stats, NULL);
    bool good = stats.errstatus == 0 && are_automorphisms(&f, ring);
    mpz_set_ui(order, good);
    if (good && ring) {
        visit_all(&f, ring, visit, context);
        find_order(&f, ring, &stats, order);
    }
    freeschreier(NULL, &ring);
    traces_freedyn();
    schreier_freedyn();
    close_form(&f);
    return good;
}
