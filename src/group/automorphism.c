#include "group/automorphism.h"

#include <math.h>
#include <nauty/traces.h>
#include <stdlib.h>
#include <string.h>

#include "group/chain.h"
#include "group/exchange.h"

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

// ---- The group ------------------------------------------------------------------------------------------------------
// Exchanges come first, and of what Traces has found only as much as is needed besides.
//
// Traces gives the order of the group as a floating-point number. If the exchanges give a group of that order, which is
// known exactly, they give all. Otherwise a chain of stabilisers tells what is missing: it has to have that order, too.
// An incomplete one has an orbit that is too small, by one point of MOST_POINTS at least, which can be told.

// What has more is taken as it is: a chain takes time with the cube of the points.
#define MOST_POINTS 300
#define ATTEMPTS 20

// The time that Traces takes for large groups grows in the same way: so many vertices that can move take it seconds.
#define MOST_ALIKE 1000

struct points {
    vertex *vertices; // by point: an own vertex that moves. All others follow these
    int *number;      // by vertex, or -1
    int *image;       // by point: room for one permutation
    size_t count;
};

struct visitor {
    const struct form *form;
    automorphism_visit visit;
    void *context;
    struct points points;
    struct chain chain;
    bool has_chain;
    const TracesStats *stats;
};

static void open_points(const struct form *f, struct points *p)
{
    struct mem *mem = f->graph->mem;
    size_t n = f->vertices;
    bool *moves = mem_zalloc(mem, n);
    p->vertices = mem_alloc(mem, n * sizeof *p->vertices);
    p->number = mem_alloc(mem, n * sizeof *p->number);
    p->image = mem_alloc(mem, n * sizeof *p->image);
    for (size_t v = 0; v < n; v++)
        if (f->orbits[v] != (int)v)
            moves[v] = moves[f->orbits[v]] = true;
    for (size_t v = 0; v < n; v++) {
        p->number[v] = -1;
        if (moves[v] && f->graph->vertices.at[v].is_own) {
            p->number[v] = (int)p->count;
            p->vertices[p->count++] = (vertex)v;
        }
    }
    mem_free(mem, moves, n);
}

static void close_points(const struct form *f, struct points *p)
{
    mem_free(f->graph->mem, p->vertices, f->vertices * sizeof *p->vertices);
    mem_free(f->graph->mem, p->number, f->vertices * sizeof *p->number);
    mem_free(f->graph->mem, p->image, f->vertices * sizeof *p->image);
}

// Whether it is new, as far as that is known.
static bool is_new(struct visitor *w, const vertex *image)
{
    struct points *p = &w->points;
    if (!w->has_chain)
        return true;
    for (size_t i = 0; i < p->count; i++)
        p->image[i] = p->number[image[p->vertices[i]]];
    return chain_add(&w->chain, p->image);
}

static void take_exchange(void *context, const vertex *image)
{
    struct visitor *w = context;
    is_new(w, image);
    w->visit(w->context, image);
}

static bool is_order(const mpz_t order, const TracesStats *stats)
{
    long exponent;
    if (mpz_sgn(order) <= 0)
        return false;
    double mantissa = mpz_get_d_2exp(&exponent, order);
    double found = log2(mantissa) + (double)exponent;
    double told = log2(stats->grpsize1) + stats->grpsize2 * log2(10);
    return fabs(found - told) < 1e-5;
}

// Whether the chain has the order that Traces says.
static bool is_whole(struct visitor *w, int attempts, mpz_t order)
{
    for (int i = 0; i < attempts && w->has_chain; i++) {
        chain_expand(&w->chain);
        chain_order(&w->chain, order);
        if (is_order(order, w->stats))
            return true;
    }
    mpz_set_ui(order, 0);
    return false;
}

static void visit_elements(struct visitor *w, const permnode *ring, mpz_t order)
{
    struct mem *mem = w->form->graph->mem;
    size_t n = w->form->vertices;
    vertex *image = mem_alloc(mem, n * sizeof *image);
    const permnode *at = ring;
    do {
        for (size_t v = 0; v < n; v++)
            image[v] = (vertex)at->p[v];
        if (is_new(w, image))
            w->visit(w->context, image);
        at = at->next;
    } while (at != ring && !is_whole(w, 1, order));
    mem_free(mem, image, n * sizeof *image);
    is_whole(w, ATTEMPTS, order);
}

static struct automorphisms nothing_known(const struct form *f)
{
    return (struct automorphisms){
        .graph = f->graph, .first = f->first, .neighbours = f->neighbours, .orbits = f->orbits};
}

static void visit_group(const struct form *f, const permnode *ring, const TracesStats *stats, double deadline,
                        automorphism_visit visit, void *context, mpz_t order)
{
    struct visitor w = {.form = f, .visit = visit, .context = context, .stats = stats};
    struct automorphisms known = nothing_known(f);
    const permnode *at = ring;
    do {
        array_push(f->graph->mem, &known.elements, at->p);
        at = at->next;
    } while (at != ring);
    open_points(f, &w.points);
    w.has_chain = w.points.count <= MOST_POINTS;
    if (w.has_chain)
        chain_open(&w.chain, (int)w.points.count, f->graph->mem);
    exchanges_find(&known, deadline, take_exchange, &w, order);
    if (!is_order(order, stats) && !is_whole(&w, 2, order))
        visit_elements(&w, ring, order);
    if (w.has_chain)
        chain_close(&w.chain);
    close_points(f, &w.points);
    array_free(f->graph->mem, &known.elements);
}

bool graph_automorphisms(const struct graph *g, double deadline, automorphism_visit visit, void *context, mpz_t order)
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
    struct automorphisms known = nothing_known(&f);
    if (exchanges_count_alike(&known, deadline) > MOST_ALIKE) {
        close_form(&f);
        return false;
    }
    options.defaultptn = FALSE;
    options.generators = &ring;
    Traces(&f.sparse, f.labels, f.ends, f.orbits, &options, &stats, NULL);
    bool good = stats.errstatus == 0 && are_automorphisms(&f, ring);
    mpz_set_ui(order, good);
    if (good && ring)
        visit_group(&f, ring, &stats, deadline, visit, context, order);
    freeschreier(NULL, &ring);
    traces_freedyn();
    schreier_freedyn();
    close_form(&f);
    return good;
}
