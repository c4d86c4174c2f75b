// Measures the two ways to the relation between representatives and the states of their orbits: Create_xi, from
// representatives and generators, and Orbit_To_xi, from the relation between all states of an orbit (Figure 7 of Barner
// and Grumberg, "Combining symmetry reduction and under-approximation for symbolic model checking").
//
// Components of some bits each; the generators exchange neighbours (with fewer than all of these exchanges, one is a
// rotation instead, so that they generate the same group); further bits stay where they are. Representatives
// are the least states by the order of the variables: those whose components are sorted. Create_xi gets them as that
// condition, without the relation between all states. Prints one line: processor seconds, the most nodes that were
// alive, nodes of the relation, its pairs, and the most bytes that diagrams took.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "orbit/xi.h"

#define MOST_CELLS 64

struct setting {
    struct mem mem;
    struct model *model;
    bdd_manager *m;
    struct encoding *encoding;
    generator_array generators;
    struct sigma *sigma;
    cell_id components[MOST_CELLS];
    size_t count, generator_count;
    bdd sorted; // protected
};

static void make_model(struct setting *s, unsigned bits, unsigned rest)
{
    char name[20];
    s->model = model_new(&s->mem);
    for (size_t i = 0; i < s->count; i++) {
        snprintf(name, sizeof name, "c%zu", i + 1);
        s->components[i] = model_add_cell(s->model, name, model_integer(s->model, 0, (1 << bits) - 1), CELL_STATE);
    }
    for (unsigned i = 0; i < rest; i++) {
        snprintf(name, sizeof name, "r%u", i + 1);
        model_add_cell(s->model, name, model_boolean(s->model), CELL_STATE);
    }
    // All exchanges of neighbours; or fewer of them, and a rotation: these generate the same group.
    bool has_rotation = s->generator_count + 1 < s->count;
    for (size_t i = 0; i + has_rotation < s->generator_count; i++) {
        struct generator exchange = generator_identity(s->model, &s->mem);
        exchange.cells[s->components[i]] = s->components[i + 1];
        exchange.cells[s->components[i + 1]] = s->components[i];
        array_push(&s->mem, &s->generators, exchange);
    }
    if (has_rotation) {
        struct generator rotation = generator_identity(s->model, &s->mem);
        for (size_t i = 0; i < s->count; i++)
            rotation.cells[s->components[i]] = s->components[(i + 1) % s->count];
        array_push(&s->mem, &s->generators, rotation);
    }
}

// Bits of equal weight lie together: components that are compared then take few nodes.
static bool encode(struct setting *s, size_t bytes)
{
    cell_id order[MOST_CELLS];
    uint32_t interleaved[MOST_CELLS];
    for (cell_id c = 0; c < model_cell_count(s->model); c++) {
        order[c] = c;
        interleaved[c] = c < s->count ? 0 : UINT32_MAX;
    }
    s->m = bdd_manager_new(&(struct bdd_config){.mem = &s->mem, .byte_limit = bytes, .census = true});
    s->encoding = s->m ? encoding_new_interleaved(s->model, s->m, order, interleaved, &s->mem) : NULL;
    if (!s->encoding || !bdd_protect(s->m, &s->sorted))
        return false;
    struct sigma_options options = {0};
    s->sigma = sigma_new(&s->generators, s->encoding, &options, &s->mem);
    s->sorted = BDD_TRUE;
    for (size_t i = 0; i + 1 < s->count; i++) {
        expr less = model_binary(s->model, OP_LE, model_cell_expr(s->model, s->components[i]),
                                 model_cell_expr(s->model, s->components[i + 1]));
        s->sorted = bdd_and(s->m, s->sorted, encode_condition(s->encoding, less));
    }
    return s->sigma && bdd_is_valid(s->sorted);
}

static void print(struct setting *s, double seconds, bdd relation)
{
    struct bdd_statistics statistics;
    bdd_get_statistics(s->m, &statistics);
    mpz_t pairs;
    mpz_init(pairs);
    bdd_count(s->m, relation, bdd_support(s->m, relation), pairs);
    gmp_printf("%.3f\t%zu\t%zu\t%Zd\t%zu\n", seconds, statistics.nodes_alive_peak, bdd_size(s->m, relation), pairs,
               statistics.bytes_peak);
    mpz_clear(pairs);
}

static int measure(struct setting *s, const char *way)
{
    clock_t start = clock();
    bool is_create = strcmp(way, "orbits") != 0;
    struct xi *xi = is_create ? xi_create(s->sigma, s->encoding, s->sorted, &s->mem)
                              : xi_from_orbits(s->sigma, s->encoding, BDD_TRUE, NULL, &s->mem);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    struct xi *other = NULL;
    int status = xi ? 0 : 1;
    if (xi)
        print(s, seconds, xi_relation(xi));
    else
        fprintf(stderr, "bench-xi: %s\n", bdd_status_text(bdd_status(s->m)));
    if (xi && !strcmp(way, "both")) {
        other = xi_from_orbits(s->sigma, s->encoding, BDD_TRUE, NULL, &s->mem);
        if (!other || xi_relation(other) != xi_relation(xi) || xi_representatives(other) != s->sorted) {
            fprintf(stderr, "bench-xi: the two relations differ\n");
            status = 1;
        }
    }
    xi_free(other);
    xi_free(xi);
    return status;
}

static void close_setting(struct setting *s)
{
    sigma_free(s->sigma);
    if (s->encoding) {
        bdd_unprotect(s->m, &s->sorted);
        encoding_free(s->encoding);
    }
    if (s->m)
        bdd_manager_free(s->m);
    generators_free(&s->mem, &s->generators);
    model_free(s->model);
}

int main(int argc, char **argv)
{
    bool is_complete = argc == 6 || argc == 7;
    unsigned bits = is_complete ? (unsigned)atoi(argv[3]) : 0, rest = is_complete ? (unsigned)atoi(argv[4]) : 0;
    struct setting s = {.mem = MEM_UNLIMITED, .count = is_complete ? (size_t)atoi(argv[2]) : 0, .sorted = BDD_TRUE};
    s.generator_count = argc == 7 ? (size_t)atoi(argv[6]) : s.count - 1;
    if (s.count < 2 || s.generator_count < 2 - (s.count == 2) || s.generator_count >= s.count ||
        s.count + rest > MOST_CELLS || bits < 1 || bits > 16 ||
        (strcmp(argv[1], "create") && strcmp(argv[1], "orbits") && strcmp(argv[1], "both"))) {
        fprintf(stderr, "usage: bench-xi create|orbits|both COMPONENTS BITS OTHER-BITS MEGABYTES [GENERATORS]\n");
        return 2;
    }
    make_model(&s, bits, rest);
    int status = 1;
    if (encode(&s, (size_t)atoi(argv[5]) << 20))
        status = measure(&s, argv[1]);
    close_setting(&s);
    return status;
}
