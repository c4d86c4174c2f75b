// Refinement of colours against rounds of comparing each vertex with every other, and on long paths.
#include "../unit.h"

#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/random.h"
#include "group/colour_refinement.h"

#define MOST 24 // vertices of a random graph

struct drawn {
    size_t count, begin[MOST + 1];
    int neighbours[MOST * MOST];
    uint64_t colours[MOST];
};

static void draw(struct drawn *d, uint64_t seed)
{
    bool edge[MOST][MOST] = {0};
    d->count = 1 + random_below(&seed, MOST);
    uint64_t density = 2 + random_below(&seed, 12), colours = 1 + random_below(&seed, 3);
    for (size_t v = 0; v < d->count; v++) {
        d->colours[v] = random_below(&seed, colours);
        for (size_t w = 0; w < v; w++)
            edge[v][w] = edge[w][v] = random_below(&seed, density) == 0;
    }
    for (size_t v = 0, at = 0; v <= d->count; v++) {
        d->begin[v] = at;
        for (size_t w = 0; v < d->count && w < d->count; w++)
            if (edge[v][w])
                d->neighbours[at++] = (int)w;
    }
}

static size_t neighbours_in(const struct drawn *d, size_t v, const bool *is_in)
{
    size_t found = 0;
    for (size_t i = d->begin[v]; i < d->begin[v + 1]; i++)
        found += is_in[d->neighbours[i]];
    return found;
}

// Tells vertices apart that differ in how many neighbours they have among those that look like some vertex.
static void refine_by_rounds(const struct drawn *d, bool alike[MOST][MOST])
{
    bool before[MOST][MOST];
    do {
        memcpy(before, alike, sizeof before);
        for (size_t v = 0; v < d->count; v++)
            for (size_t w = 0; w < d->count; w++)
                for (size_t u = 0; u < d->count; u++)
                    alike[v][w] &= neighbours_in(d, v, before[u]) == neighbours_in(d, w, before[u]);
    } while (memcmp(before, alike, sizeof before) != 0);
}

static void compare(const struct drawn *d, const struct colour_partition *p, bool alike[MOST][MOST])
{
    for (vertex v = 0; v < d->count; v++)
        for (vertex w = 0; w < d->count; w++)
            assert_int_equal(p->cell[v] == p->cell[w], alike[v][w]);
}

static void random_graphs_are_refined_as_by_rounds(void **state)
{
    size_t divided = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct mem mem = {0};
        struct drawn d;
        struct colour_partition p, q;
        bool alike[MOST][MOST] = {0};
        draw(&d, seed);
        for (size_t v = 0; v < d.count; v++)
            for (size_t w = 0; w < d.count; w++)
                alike[v][w] = d.colours[v] == d.colours[w];
        colours_open(&p, d.begin, d.neighbours, d.colours, d.count, &mem);
        assert_true(colours_refine(&p, 0));
        refine_by_rounds(&d, alike);
        compare(&d, &p, alike);
        divided += p.cell_count > 3 && p.cell_count < d.count;

        vertex u = (vertex)(seed % d.count);
        colours_open_like(&q, &p);
        colours_copy(&q, &p);
        colours_single_out(&q, u);
        assert_true(colours_refine(&q, 0));
        for (size_t v = 0; v < d.count; v++)
            alike[u][v] = alike[v][u] = v == u;
        refine_by_rounds(&d, alike);
        compare(&d, &q, alike);
        assert_true(colours_is_alone(&q, u));
        colours_close(&q);
        colours_close(&p);
        assert_nothing_left(&mem);
    }
    assert_true(divided > 40);
}

#define LENGTH 300000

// A path is told apart from its ends, one vertex in each round. With rounds over all of them it took hours.
static void long_paths_are_refined(void **state)
{
    struct mem mem = {0};
    size_t *begin = mem_zalloc(&mem, (LENGTH + 1) * sizeof *begin);
    int *neighbours = mem_zalloc(&mem, 2 * LENGTH * sizeof *neighbours);
    uint64_t *colours = mem_zalloc(&mem, LENGTH * sizeof *colours);
    struct colour_partition p;
    (void)state;
    for (int v = 0; v < LENGTH; v++) {
        size_t at = begin[v];
        if (v > 0)
            neighbours[at++] = v - 1;
        if (v + 1 < LENGTH)
            neighbours[at++] = v + 1;
        begin[v + 1] = at;
    }
    colours_open(&p, begin, neighbours, colours, LENGTH, &mem);
    assert_false(colours_refine(&p, clock_now() - 1)); // the deadline holds
    assert_true(colours_refine(&p, 0));                // and nothing is lost by it
    assert_int_equal(p.cell_count, LENGTH / 2);
    for (vertex v = 0; v < LENGTH; v++)
        assert_int_equal(p.cell[v], p.cell[LENGTH - 1 - v]);
    colours_single_out(&p, 0);
    assert_true(colours_refine(&p, 0));
    assert_int_equal(p.cell_count, LENGTH);
    colours_close(&p);
    mem_free(&mem, begin, (LENGTH + 1) * sizeof *begin);
    mem_free(&mem, neighbours, 2 * LENGTH * sizeof *neighbours);
    mem_free(&mem, colours, LENGTH * sizeof *colours);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_are_refined_as_by_rounds),
        cmocka_unit_test(long_paths_are_refined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
