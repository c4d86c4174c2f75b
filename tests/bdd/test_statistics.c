// What the manager tells about itself: numbers that must fit together, and pictures of diagrams.
#include "truth_table.h"

#include "base/statistics.h"

// ---- Statistics -----------------------------------------------------------------------------------------------------

// What holds at any time.
static void assert_plausible(const struct world *w)
{
    struct bdd_statistics s = statistics(w);
    assert_true(s.nodes_peak >= s.nodes_live);
    assert_true(s.bytes_peak >= s.bytes);
    assert_true(s.bytes >= s.bytes_nodes + s.bytes_cache);
    assert_true(s.bytes_nodes >= 16 * s.nodes_live);
    assert_true(s.bytes <= w->mem.used && s.bytes_peak <= w->mem.peak);
    assert_true(s.seconds_collecting >= 0 && s.seconds_reordering >= 0);
    assert_true(s.collections > 0 || s.nodes_dead == 0);
}

static void numbers_fit_together(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 12);
    assert_plausible(&w);
    struct bdd_statistics before = statistics(&w);
    assert_true(before.bytes_cache > 0 && before.bytes_nodes > 0);
    assert_int_equal(before.reorderings, 0);
    for (int op = 0; op < BDD_OPERATIONS; op++) {
        assert_int_equal(before.cache[op].hits, 0);
        assert_int_equal(before.cache[op].misses, 0);
    }
    for (int i = 0; i < rounds(600); i++) {
        bdd_scope scope = bdd_open_scope(w.m);
        random_sample(&w, &dice, all_vars(&w));
        bdd_close_scope(w.m, scope);
        assert_plausible(&w);
        struct bdd_statistics now = statistics(&w);
        assert_true(now.nodes_peak >= before.nodes_peak && now.bytes_peak >= before.bytes_peak);
        assert_true(now.collections >= before.collections && now.reorderings >= before.reorderings);
        for (int op = 0; op < BDD_OPERATIONS; op++)
            assert_true(now.cache[op].hits >= before.cache[op].hits && now.cache[op].misses >= before.cache[op].misses);
        before = now;
        if (i % 10 == 0)
            bdd_collect(w.m);
    }
    world_close(&w);
}

// The most that is alive at a time, however much garbage lies about: between what is held for long and the peak of all
// nodes, and known without a collection.
static void the_living_are_counted(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open_with(&w, (struct bdd_config){.first_nodes = 1 << 20, .census = true});
    world_add_vars(&w, scaled(12, 8));
    bdd_scope scope = bdd_open_scope(w.m);
    bdd held[64] = {0};
    for (int i = 0; i < 64; i++)
        held[i] = random_sample(&w, &dice, all_vars(&w)).f;
    size_t alive = bdd_shared_size(w.m, held, 64) - 1; // without the constant
    bdd kept = held[0];
    for (int i = 0; i < rounds(600); i++) {
        bdd_scope inner = bdd_open_scope(w.m);
        random_sample(&w, &dice, all_vars(&w));
        bdd_close_scope(w.m, inner);
    }
    struct bdd_statistics s = statistics(&w);
    assert_true(s.nodes_alive_peak >= alive && s.nodes_alive_peak <= s.nodes_peak);
    if (!STRESSED)
        assert_int_equal(s.collections, 0);
    assert_true(bdd_is_valid(kept));
    bdd_close_scope(w.m, scope);
    bdd_collect(w.m);
    assert_true(statistics(&w).nodes_alive_peak == s.nodes_alive_peak && statistics(&w).nodes_live < alive);
    world_close(&w);
}

static void nodes_are_counted(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 20);
    bdd_scope scope = bdd_open_scope(w.m);
    int vars[20];
    for (int v = 0; v < 20; v++)
        vars[v] = v;
    bdd_cube(w.m, vars, 20); // twenty nodes, in any order, and no others
    assert_int_equal(statistics(&w).nodes_live, 20);
    assert_int_equal(statistics(&w).nodes_peak, 20);
    bdd_close_scope(w.m, scope);
    assert_int_equal(statistics(&w).nodes_live, 20); // not yet known to be dead
    bdd_collect(w.m);
    assert_int_equal(statistics(&w).nodes_live, 0);
    assert_int_equal(statistics(&w).nodes_dead, 20);
    assert_int_equal(statistics(&w).nodes_peak, 20);
    bdd_literal(w.m, 3);
    assert_int_equal(statistics(&w).nodes_live, 1);
    assert_int_equal(statistics(&w).nodes_peak, 20);
    world_close(&w);
}

// Each operation has its own counters: it moves them, and the repeated one is a hit.
static void cache_hits_are_counted(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    world_add_pairs(&w, 4);
    bdd_manager *m = w.m;
    bdd_models *hold = hold_order(&w); // reordering clears the cache
    bdd f = BDD_FALSE, g = BDD_TRUE, h = BDD_FALSE;
    for (int v = 0; v < w.vars; v++) {
        f = bdd_xor(m, f, bdd_literal(m, v));
        g = v % 2 ? bdd_and(m, g, bdd_literal(m, v)) : bdd_or(m, g, bdd_literal(m, v));
        h = v % 3 ? bdd_ite(m, bdd_literal(m, v), h, bdd_not(f)) : bdd_or(m, h, bdd_literal(m, v));
    }
    int vars[] = {0, 2, 4, 6};
    bdd cube = bdd_cube(m, vars, 4);
    bdd_relation *r = bdd_relation_new(m, h, vars, 4);
    bdd_saturation *saturation = bdd_saturation_new(m, (bdd_relation *[]){r}, 1);
    bdd_substitution *s = bdd_substitution_new(m);
    bdd_rows *rows = bdd_rows_new(m, (int[]){0, 1, 2, 3, 4, 5, 6, 7}, 8, 1);
    assert_true(bdd_substitution_set(s, 3, g));
    bdd set = bdd_exists(m, bdd_or(m, f, h), bdd_cube(m, (int[]){1, 3, 5, 7}, 4));
    set = set == BDD_TRUE ? bdd_or(m, bdd_literal(m, 0), bdd_literal(m, 2)) : set;

    for (int op = 0; op < BDD_OPERATIONS; op++) {
        uint64_t hits = 0;
        for (int i = 0; i < 2; i++) {
            struct bdd_statistics before = statistics(&w);
            switch ((enum bdd_operation)op) {
            case BDD_OP_AND:
                bdd_and(m, f, h);
                break;
            case BDD_OP_XOR:
                bdd_xor(m, f, h);
                break;
            case BDD_OP_ITE:
                bdd_ite(m, f, g, h);
                break;
            case BDD_OP_DISJOINT:
                bdd_is_disjoint(m, f, h);
                break;
            case BDD_OP_EXISTS:
                bdd_exists(m, h, cube);
                break;
            case BDD_OP_AND_EXISTS:
                bdd_and_exists(m, f, h, cube);
                break;
            case BDD_OP_COFACTOR:
                bdd_cofactor(m, h, bdd_literal(m, 7));
                break;
            case BDD_OP_COMPOSE:
                bdd_compose(m, f, 7, h);
                break;
            case BDD_OP_SUBSTITUTE:
                bdd_substitute(m, f, s);
                break;
            case BDD_OP_CONSTRAIN:
                bdd_constrain(m, f, h);
                break;
            case BDD_OP_RESTRICT:
                bdd_restrict(m, f, h);
                break;
            case BDD_OP_IMAGE:
                bdd_image(m, set, r);
                break;
            case BDD_OP_PREIMAGE:
                bdd_preimage(m, set, r);
                break;
            case BDD_OP_PREIMAGE_WITHIN:
                bdd_preimage_within(m, set, r, bdd_literal(m, 4));
                break;
            case BDD_OP_COMPOSE_RELATIONS:
                bdd_compose_relations(m, set, r);
                break;
            case BDD_OP_SATURATE: {
                bdd all = set;
                assert_true(bdd_saturate(m, saturation, &all, SIZE_MAX));
                break;
            }
            case BDD_OP_SATURATE_BACK: {
                bdd all = set;
                assert_true(bdd_saturate_back(m, saturation, &all, bdd_literal(m, 4), SIZE_MAX));
                break;
            }
            case BDD_OP_IMAGE_UNION:
                bdd_image_union(m, set, r, bdd_literal(m, 4));
                break;
            case BDD_OP_SWAP:
                bdd_swap_vars(m, h, 0, 6);
                break;
            case BDD_OP_SORT:
                bdd_sort_rows(m, h, rows);
                break;
            case BDD_OP_INSERT: // a part of sorting, which is not repeated itself
                bdd_sort_rows(m, i ? bdd_not(f) : f, rows);
                break;
            case BDD_OPERATIONS:
                fail();
            }
            struct bdd_statistics after = statistics(&w);
            hits = after.cache[op].hits - before.cache[op].hits;
            if (after.cache[op].hits + after.cache[op].misses == before.cache[op].hits + before.cache[op].misses) {
                print_error("operation %d is not counted\n", op);
                fail();
            }
        }
        if (hits == 0) {
            print_error("operation %d, repeated, hits nothing\n", op);
            fail();
        }
    }
    bdd_substitution_free(s);
    bdd_rows_free(rows);
    bdd_saturation_free(saturation);
    bdd_relation_free(r);
    bdd_models_close(hold);
    world_close(&w);
}

static void collections_and_reorderings_are_counted(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 10);
    for (int i = 0; i < 4; i++)
        random_sample(&w, &dice, all_vars(&w));
    struct bdd_statistics before = statistics(&w);
    bdd_collect(w.m);
    bdd_collect(w.m);
    assert_int_equal(statistics(&w).collections, before.collections + 2);
    assert_int_equal(statistics(&w).reorderings, before.reorderings);
    assert_true(bdd_sift(w.m, NULL));
    assert_int_equal(statistics(&w).reorderings, before.reorderings + 1);
    shuffle_order(&w, &dice);
    assert_int_equal(statistics(&w).reorderings, before.reorderings + 2);
    world_close(&w);
}

// The table of names reads the numbers that are meant.
static void numbers_have_names(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 10);
    random_sample(&w, &dice, all_vars(&w));
    bdd_collect(w.m);
    struct bdd_statistics s = statistics(&w);
    struct str out = {0};
    statistics_add_json(&bdd_statistics_table, &s, &w.mem, &out);
    const struct {
        const char *name;
        size_t value;
    } expected[] = {{"nodes_live", s.nodes_live},   {"nodes_peak", s.nodes_peak},   {"bytes", s.bytes},
                    {"bytes_nodes", s.bytes_nodes}, {"bytes_cache", s.bytes_cache}, {"collections", s.collections},
                    {"reorderings", s.reorderings}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char key[32];
        snprintf(key, sizeof key, "\"%s\":", expected[i].name);
        const char *at = strstr(str_text(&out), key);
        assert_non_null(at);
        assert_int_equal(strtoull(at + strlen(key), NULL, 10), expected[i].value);
    }
    str_clear(&out);
    statistics_add_text(&bdd_statistics_table, &s, &w.mem, &out);
    assert_non_null(strstr(str_text(&out), "nodes live"));
    str_free(&w.mem, &out);
    world_close(&w);
}

// The cache stays within its own limit.
static void cache_limits(void **state)
{
    (void)state;
    static const size_t limits[] = {1, 1 << 16, 1 << 20};
    for (int i = 0; i < 3; i++) {
        struct world w;
        int bits = scaled(10, 6);
        world_open_with(&w, (struct bdd_config){.cache_limit = limits[i]});
        world_add_vars(&w, 2 * bits);
        bdd product[32];
        multiply(&w, bits, product);
        size_t least = 1 << 15; // no cache at all would be none
        assert_true(statistics(&w).bytes_cache <= (limits[i] > least ? limits[i] : least));
        world_close(&w);
    }
}

// ---- Pictures -------------------------------------------------------------------------------------------------------

struct picture {
    size_t edges, two_edges, one_edge; // edges in all, and the nodes from which two, and one, lead on
    size_t dashed, solid, dots;
};

// Reads as much of the language as every writer of it needs: strings, comments are not used, braces and brackets match,
// and each edge is `from -> to`.
static struct picture read_picture(const char *text)
{
    struct picture p = {0};
    assert_true(strncmp(text, "digraph", 7) == 0);
    int braces = 0, brackets = 0;
    bool quoted = false;
    enum { MOST = 4096 };
    static char from[MOST][24];
    static int degree[MOST];
    size_t sources = 0;
    for (const char *c = text; *c; c++) {
        if (quoted) {
            if (*c == '\\' && c[1])
                c++;
            else if (*c == '"')
                quoted = false;
            continue;
        }
        quoted = *c == '"';
        braces += (*c == '{') - (*c == '}');
        brackets += (*c == '[') - (*c == ']');
        assert_true(braces >= 0 && brackets >= 0 && brackets <= 1);
        if (brackets == 1) {
            p.dashed += strncmp(c, "dashed", 6) == 0;
            p.solid += strncmp(c, "solid", 5) == 0;
            p.dots += strncmp(c, "dot", 3) == 0 && strncmp(c, "dotted", 6) != 0;
        }
        if (c[0] != '-' || c[1] != '>')
            continue;
        const char *end = c, *start;
        while (end > text && end[-1] == ' ')
            end--;
        for (start = end; start > text && !strchr(" \n\t;{", start[-1]); start--)
            ;
        size_t length = (size_t)(end - start), k = 0;
        assert_true(length > 0 && length < sizeof from[0]);
        while (k < sources && (strncmp(from[k], start, length) != 0 || from[k][length]))
            k++;
        if (k == sources) {
            assert_true(sources < MOST);
            memcpy(from[k], start, length);
            from[k][length] = '\0';
            degree[k] = 0;
            sources++;
        }
        degree[k]++;
        p.edges++;
    }
    assert_true(!quoted && braces == 0 && brackets == 0);
    for (size_t k = 0; k < sources; k++) {
        assert_in_range(degree[k], 1, 2);
        *(degree[k] == 2 ? &p.two_edges : &p.one_edge) += 1;
    }
    return p;
}

static char *dot_of(struct world *w, const struct bdd_stored *stored, size_t count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(bdd_write_dot(w->m, file, stored, count));
    assert_int_equal(fclose(file), 0);
    return text;
}

// Every inner node once, with its two edges, and an edge for each function.
static void pictures_show_every_node(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, 9));
        shuffle_order(&w, &dice);
        char names[3][4] = {"f", "g", "h"};
        struct bdd_stored stored[3];
        bdd functions[3];
        size_t count = 1 + (size_t)dice_roll(&dice, 3);
        for (size_t j = 0; j < count; j++) {
            functions[j] = random_sample(&w, &dice, all_vars(&w)).f;
            stored[j] = (struct bdd_stored){names[j], functions[j]};
        }
        char *text = dot_of(&w, stored, count);
        struct picture p = read_picture(text);
        size_t inner = bdd_shared_size(w.m, functions, count) - 1;
        assert_int_equal(p.edges, 2 * inner + count);
        assert_int_equal(p.two_edges, inner);
        assert_int_equal(p.one_edge, count);
        assert_int_equal(p.dashed, inner);
        for (size_t j = 0; j < count; j++)
            for (int v = 0; v < w.vars; v++) {
                // Variables of the support are named.
                char quoted[24];
                snprintf(quoted, sizeof quoted, "\"%s\"", bdd_var_name(w.m, v));
                bdd x = bdd_literal(w.m, v);
                if (bdd_exists(w.m, functions[j], x) != functions[j])
                    assert_non_null(strstr(text, quoted));
            }
        free(text);
        world_close(&w);
    }
}

// The nodes at the top, each with its two edges, and a note that says how many there are in all.
static void pictures_can_be_cut(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    size_t cut = 0;
    for (int i = 0; i < rounds(60); i++) {
        struct world w;
        world_open(&w, 2 + dice_roll(&dice, 8));
        char name[] = "f", *text = NULL, note[64];
        struct bdd_stored stored = {name, random_sample(&w, &dice, all_vars(&w)).f};
        size_t inner = bdd_size(w.m, stored.function) - 1, limit = (size_t)dice_roll(&dice, 8), size = 0;
        FILE *file = open_memstream(&text, &size);
        assert_non_null(file);
        assert_true(bdd_write_dot_part(w.m, file, &stored, 1, limit));
        assert_int_equal(fclose(file), 0);
        size_t shown = inner < limit ? inner : limit;
        struct picture p = read_picture(text);
        assert_int_equal(p.edges, 2 * shown + 1);
        assert_int_equal(p.two_edges, shown);
        snprintf(note, sizeof note, "%zu of %zu nodes", shown, inner);
        assert_int_equal(strstr(text, note) != NULL, shown < inner);
        assert_int_equal(strstr(text, "-> more") != NULL, shown < inner);
        cut += shown < inner;
        free(text);
        world_close(&w);
    }
    assert_true(cut > 5);
}

static void pictures_of_little(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    bdd_new_var(w.m, "a \"quoted\" \\ name }{[]");
    bdd_new_var(w.m, NULL);
    char name[] = "f \" -> {", none[] = "";
    bdd x = bdd_literal(w.m, 0);
    struct bdd_stored stored[] = {{name, x},
                                  {none, bdd_not(x)},
                                  {none, BDD_TRUE},
                                  {none, BDD_FALSE},
                                  {none, bdd_xor(w.m, x, bdd_literal(w.m, 1))}};
    char *text = dot_of(&w, stored, 0);
    assert_int_equal(read_picture(text).edges, 0);
    free(text);
    text = dot_of(&w, stored, 5);
    struct picture p = read_picture(text);
    assert_int_equal(p.one_edge, 5);
    assert_int_equal(p.two_edges, 3); // a literal each, and the node of the xor
    free(text);
    struct bdd_stored missing = {name, BDD_NONE};
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_false(bdd_write_dot(w.m, file, &missing, 1));
    fclose(file);
    free(text);
    file = fopen("/dev/full", "w");
    if (file) {
        setvbuf(file, NULL, _IONBF, 0);
        assert_false(bdd_write_dot(w.m, file, stored, 5));
        fclose(file);
    }
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_living_are_counted),
        cmocka_unit_test(numbers_fit_together),
        cmocka_unit_test(nodes_are_counted),
        cmocka_unit_test(cache_hits_are_counted),
        cmocka_unit_test(collections_and_reorderings_are_counted),
        cmocka_unit_test(numbers_have_names),
        cmocka_unit_test(cache_limits),
        cmocka_unit_test(pictures_show_every_node),
        cmocka_unit_test(pictures_can_be_cut),
        cmocka_unit_test(pictures_of_little),
    };
    return RUN(tests);
}
