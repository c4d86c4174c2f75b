// Variable orders: given, found by sifting, started by growth; blocks that stay together; and all functions unchanged
// whatever happens to the order at whatever moment.
#include "truth_table.h"

#include "base/clock.h"

// What must stay together, kept by the test: the block of each variable, and the place within it.
struct blocks {
    int of[64], place[64];
};

// As new managers have them: pairs, and else every variable for itself.
static struct blocks blocks_of_pairs(const struct world *w)
{
    struct blocks b;
    for (int v = 0; v < w->vars; v++) {
        bool next = bdd_is_next(w->m, v);
        b.of[v] = next ? v - 1 : v;
        b.place[v] = next;
    }
    return b;
}

// Binds `count` levels from that of `var` on, here and in the manager.
static void bind(struct world *w, struct blocks *b, int var, int count)
{
    int level = bdd_level_of(w->m, var);
    assert_true(bdd_group(w->m, var, (size_t)count));
    for (int i = 1; i < count; i++) {
        int old = b->of[bdd_var_at(w->m, level + i)], new = b->of[var];
        for (int v = 0; v < w->vars; v++)
            if (b->of[v] == old)
                b->of[v] = new;
    }
    int place = 0;
    for (int i = 0; i < w->vars; i++)
        if (b->of[bdd_var_at(w->m, i)] == b->of[var])
            b->place[bdd_var_at(w->m, i)] = place++;
}

static void check_blocks(const struct world *w, const struct blocks *b, const char *file, int line)
{
    for (int v = 0; v < w->vars; v++) {
        int level = bdd_level_of(w->m, v);
        if (bdd_var_at(w->m, level) != v ||
            (b->place[v] > 0 && (b->of[bdd_var_at(w->m, level - 1)] != b->of[v] ||
                                 b->place[bdd_var_at(w->m, level - 1)] != b->place[v] - 1))) {
            print_error("variable %d left its block\n", v);
            _fail(file, line);
        }
    }
}
#define assert_blocks(w, b) check_blocks(w, b, __FILE__, __LINE__)

// A random order that keeps the blocks.
static void legal_order(const struct world *w, struct dice *dice, const struct blocks *b, int *order)
{
    int heads[64], count = 0, filled = 0;
    for (int v = 0; v < w->vars; v++)
        if (b->place[v] == 0)
            heads[count++] = v;
    dice_shuffle(dice, heads, count);
    for (int i = 0; i < count; i++) {
        int start = filled;
        for (int v = 0; v < w->vars; v++)
            if (b->of[v] == b->of[heads[i]]) {
                order[start + b->place[v]] = v;
                filled++;
            }
    }
    assert_int_equal(filled, w->vars);
}

static void get_order(const struct world *w, int *order)
{
    for (int i = 0; i < w->vars; i++)
        order[i] = bdd_var_at(w->m, i);
}

static void assert_order(const struct world *w, const int *order)
{
    for (int i = 0; i < w->vars; i++) {
        assert_int_equal(bdd_var_at(w->m, i), order[i]);
        assert_int_equal(bdd_level_of(w->m, order[i]), i);
    }
}

static void given_orders(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        if (dice_coin(&dice))
            world_add_pairs(&w, 1 + dice_roll(&dice, 4));
        world_add_vars(&w, 1 + dice_roll(&dice, 6));
        struct sample pool[5];
        for (int j = 0; j < 5; j++)
            pool[j] = random_sample(&w, &dice, all_vars(&w));
        for (int j = 0; j < 5; j++) {
            shuffle_order(&w, &dice);
            assert_sound(&w);
            for (int k = 0; k < 5; k++) {
                size_t size = bdd_size(w.m, pool[k].f);
                assert_int_equal(size, canonical_size(&w, &pool[k].t, 1));
                assert_function(&w, pool[k].f, &pool[k].t);
            }
            struct sample s = sample_connect(&w, dice_roll(&dice, CONNECTIVES), &pool[0], &pool[j]);
            assert_function(&w, s.f, &s.t);
            pool[j] = s;
        }
        world_close(&w);
    }
}

// Orders that are no orders, or tear a block, change nothing.
static void refused_orders(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_vars(&w, 2);
        world_add_pairs(&w, 2);
        world_add_vars(&w, 4);
        struct blocks b = blocks_of_pairs(&w);
        shuffle_order(&w, &dice);
        bind(&w, &b, bdd_var_at(w.m, dice_roll(&dice, w.vars - 3)), 3);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        int before[64], order[64];
        get_order(&w, before);

        for (int j = 0; j < 20; j++) {
            legal_order(&w, &dice, &b, order);
            switch (j % 5) {
            case 0:
                order[dice_roll(&dice, w.vars)] = w.vars;
                break;
            case 1:
                order[dice_roll(&dice, w.vars)] = -1;
                break;
            case 2: { // one twice, one missing
                int k = dice_roll(&dice, w.vars);
                order[k] = order[(k + 1) % w.vars];
                break;
            }
            case 3: { // a block turned round
                for (int k = 0; k + 1 < w.vars; k++)
                    if (b.of[order[k]] == b.of[order[k + 1]]) {
                        int held = order[k];
                        order[k] = order[k + 1];
                        order[k + 1] = held;
                        break;
                    }
                break;
            }
            default: { // a block torn: its last member goes to the very end or start
                int k = 0;
                while (b.place[order[k]] == 0)
                    k++;
                int held = order[k];
                memmove(&order[k], &order[k + 1], (size_t)(w.vars - 1 - k) * sizeof *order);
                order[w.vars - 1] = held;
                if (b.of[order[w.vars - 2]] == b.of[held]) {
                    memmove(&order[1], &order[0], (size_t)(w.vars - 1) * sizeof *order);
                    order[0] = held;
                }
                break;
            }
            }
            assert_false(bdd_set_order(w.m, order));
            assert_order(&w, before);
        }
        assert_sound(&w);
        assert_function(&w, s.f, &s.t);
        legal_order(&w, &dice, &b, order);
        assert_true(bdd_set_order(w.m, order));
        assert_order(&w, order);
        assert_function(&w, s.f, &s.t);
        world_close(&w);
    }
}

static void groups(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, dice_roll(&dice, 4));
        world_add_vars(&w, 4 + dice_roll(&dice, 4));
        struct blocks b = blocks_of_pairs(&w);
        struct sample pool[4];
        for (int j = 0; j < 4; j++)
            pool[j] = random_sample(&w, &dice, all_vars(&w));
        int levels[64];
        get_order(&w, levels);
        // A block of one is no block; one beyond the bottom is refused.
        assert_true(bdd_group(w.m, w.vars - 1, 1));
        assert_false(bdd_group(w.m, levels[w.vars - 1], 2));
        assert_false(bdd_group(w.m, levels[1], (size_t)w.vars));
        for (int j = 0; j < 4; j++) {
            if (j > 0) {
                int level = dice_roll(&dice, w.vars), most = w.vars - level < 4 ? w.vars - level : 4;
                bind(&w, &b, bdd_var_at(w.m, level), 1 + dice_roll(&dice, most));
            }
            assert_blocks(&w, &b);
            int order[64];
            legal_order(&w, &dice, &b, order);
            assert_true(bdd_set_order(w.m, order));
            assert_blocks(&w, &b);
            assert_true(bdd_sift(w.m, NULL));
            assert_blocks(&w, &b);
            assert_sound(&w);
            for (int k = 0; k < 4; k++)
                assert_function(&w, pool[k].f, &pool[k].t);
        }
        world_close(&w);
    }
}

// A pair made at a level pushes all from there on down by two, tears no block, and leaves all functions as they are.
static void pairs_at_a_level(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, dice_roll(&dice, 3));
        world_add_vars(&w, 1 + dice_roll(&dice, 3));
        struct sample pool[3];
        for (int j = 0; j < 3; j++) {
            pool[j] = random_sample(&w, &dice, all_vars(&w));
            shuffle_order(&w, &dice);
            int before[64], level = dice_roll(&dice, w.vars + 1);
            get_order(&w, before);
            int at = level < w.vars && bdd_is_next(w.m, before[level]) ? level - 1 : level;
            char name[16];
            snprintf(name, sizeof name, "top%d", j);
            int var = bdd_new_pair_at(w.m, name, level);
            assert_int_equal(var, w.vars);
            w.vars += 2;
            assert_int_equal(bdd_level_of(w.m, var), at);
            assert_int_equal(bdd_level_of(w.m, var + 1), at + 1);
            for (int k = 0; k < w.vars - 2; k++)
                assert_int_equal(bdd_level_of(w.m, before[k]), k < at ? k : k + 2);
            assert_sound(&w);
        }
        struct blocks b = blocks_of_pairs(&w);
        struct sample s = sample_connect(&w, dice_roll(&dice, CONNECTIVES), &pool[1], &pool[2]);
        struct sample t = random_sample(&w, &dice, all_vars(&w));
        assert_true(bdd_sift(w.m, NULL));
        assert_blocks(&w, &b);
        assert_function(&w, pool[0].f, &pool[0].t);
        assert_function(&w, s.f, &s.t);
        assert_function(&w, t.f, &t.t);
        world_close(&w);
    }
}

// Beyond both ends are the ends, and a name that is taken is refused without a trace.
static void pairs_at_the_ends(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 3);
    assert_int_equal(bdd_new_pair_at(w.m, "above", -1), 3);
    assert_int_equal(bdd_new_pair_at(w.m, "below", 100), 5);
    assert_int_equal(bdd_new_pair_at(w.m, "above", 0), BDD_NO_VAR);
    w.vars += 4;
    assert_order(&w, (int[]){3, 4, 0, 1, 2, 5, 6});
    world_close(&w);
}

// Blocks that overlap are one block afterwards; blocks that only touch are not.
static void groups_merge(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 8);
    assert_true(bdd_group(w.m, 0, 3));
    assert_true(bdd_group(w.m, 3, 2));
    int touching[] = {3, 4, 0, 1, 2, 5, 6, 7};
    assert_true(bdd_set_order(w.m, touching));
    int back[] = {0, 1, 2, 3, 4, 5, 6, 7};
    assert_true(bdd_set_order(w.m, back));
    assert_true(bdd_group(w.m, 2, 2));
    assert_false(bdd_set_order(w.m, touching));
    int moved[] = {5, 6, 0, 1, 2, 3, 4, 7};
    assert_true(bdd_set_order(w.m, moved));
    world_close(&w);
}

// The classic: (a1 & b1) | (a2 & b2) | ... with all a above all b has 2^(n+1) - 1 nodes, with partners together 2n and
// the constant (no two of those monotone functions are each other's complement).
static bdd open_products(struct world *w, int n)
{
    world_open(w, 2 * n);
    bdd f = BDD_FALSE;
    for (int i = 0; i < n; i++)
        f = bdd_or(w->m, f, bdd_and(w->m, bdd_literal(w->m, i), bdd_literal(w->m, n + i)));
    return f;
}

static void sifting_finds_a_linear_order(void **state)
{
    (void)state;
    for (int n = 2; n <= scaled(11, 5); n += 3) {
        struct world w;
        bdd f = open_products(&w, n);
        if (!STRESSED)
            assert_int_equal(bdd_size(w.m, f), (2 << n) - 1);
        assert_true(bdd_sift(w.m, NULL));
        assert_int_equal(bdd_size(w.m, f), 2 * n + 1);
        assert_sound(&w);
        for (unsigned i = 0; i < 1000; i++) {
            bool values[22], expected = false;
            for (int v = 0; v < 2 * n; v++)
                values[v] = (i * 2654435761u) >> (v + 3) & 1;
            for (int j = 0; j < n; j++)
                expected |= values[j] && values[n + j];
            assert_int_equal(bdd_evaluate(w.m, f, values), expected);
        }
        world_close(&w);
    }
}

// The same with state bits: the pairs are the blocks that move.
static void sifting_moves_pairs(void **state)
{
    (void)state;
    int n = scaled(8, 4);
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    world_add_pairs(&w, 2 * n);
    struct blocks b = blocks_of_pairs(&w);
    bdd f = BDD_FALSE;
    for (int i = 0; i < n; i++) {
        bdd left = bdd_and(w.m, bdd_literal(w.m, 2 * i), bdd_literal(w.m, 2 * i + 1));
        bdd right = bdd_and(w.m, bdd_literal(w.m, 2 * (n + i)), bdd_literal(w.m, 2 * (n + i) + 1));
        f = bdd_or(w.m, f, bdd_and(w.m, left, right));
    }
    assert_true(bdd_sift(w.m, NULL));
    assert_blocks(&w, &b);
    assert_int_equal(bdd_size(w.m, f), 4 * n + 1);
    world_close(&w);
}

// A sift never leaves the table larger than it found it, whatever its options.
static void sifting_with_options(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    static const struct bdd_sift_options options[] = {
        {0},
        {.max_growth = 1.0},
        {.max_growth = 1.01},
        {.max_growth = 100},
        {.seconds = 1e-9},
        {.seconds = 100},
        {.max_blocks = 1},
        {.max_blocks = 3},
        {.max_blocks = 1000},
        {.max_growth = 2, .seconds = 0.001, .max_blocks = 2},
    };
    for (int i = 0; i < rounds(360); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, dice_roll(&dice, 4));
        world_add_vars(&w, 1 + dice_roll(&dice, 8));
        shuffle_order(&w, &dice);
        struct blocks b = blocks_of_pairs(&w);
        struct sample pool[4];
        for (int j = 0; j < 4; j++)
            pool[j] = random_sample(&w, &dice, all_vars(&w));
        const struct bdd_sift_options *chosen = &options[(size_t)i % (sizeof options / sizeof *options)];
        int before[64];
        size_t live = live_nodes(&w);
        get_order(&w, before);
        uint64_t reorderings = statistics(&w).reorderings;
        assert_true(bdd_sift(w.m, chosen));
        assert_true(statistics(&w).nodes_live <= live);
        assert_true(statistics(&w).reorderings > reorderings);
        assert_blocks(&w, &b);
        assert_sound(&w);
        for (int j = 0; j < 4; j++)
            assert_function(&w, pool[j].f, &pool[j].t);
        world_close(&w);
    }
}

// With max_blocks = 1 the order differs from the old one by a single moved block: without it both are the same.
static void sifting_one_block(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int moved = 0;
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, 2);
        world_add_vars(&w, 6);
        shuffle_order(&w, &dice);
        struct blocks b = blocks_of_pairs(&w);
        for (int j = 0; j < 4; j++)
            random_sample(&w, &dice, all_vars(&w));
        int before[64], after[64];
        get_order(&w, before);
        assert_true(bdd_sift(w.m, &(struct bdd_sift_options){.max_blocks = 1}));
        get_order(&w, after);
        assert_blocks(&w, &b);
        bool explained = false;
        for (int v = 0; v < w.vars && !explained; v++) {
            int at = 0;
            explained = true;
            for (int k = 0; k < w.vars; k++) {
                if (b.of[before[k]] == b.of[v])
                    continue;
                while (b.of[after[at]] == b.of[v])
                    at++;
                explained = explained && after[at++] == before[k];
            }
        }
        assert_true(explained);
        moved += memcmp(before, after, (size_t)w.vars * sizeof *before) != 0;
        world_close(&w);
    }
    assert_true(moved > 0);
}

// Without a bound on growth the largest variable ends up in the best of all its places; the judge tries them all.
static void sifting_finds_the_best_place(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(150); i++) {
        struct world w;
        world_open(&w, 3 + dice_roll(&dice, 6));
        shuffle_order(&w, &dice);
        bdd kept[2] = {BDD_FALSE, BDD_FALSE};
        struct table tables[2];
        assert_true(bdd_protect_array(w.m, kept, 2));
        bdd_scope scope = bdd_open_scope(w.m);
        for (int j = 0; j < 2; j++) {
            struct sample s = random_sample(&w, &dice, all_vars(&w));
            kept[j] = s.f;
            tables[j] = s.t;
        }
        bdd_close_scope(w.m, scope);
        int before[64], after[64], order[64];
        size_t levels[MOST_VARS], most = 0;
        get_order(&w, before);
        canonical_profile(&w, tables, 2, levels);
        assert_true(bdd_sift(w.m, &(struct bdd_sift_options){.max_blocks = 1, .max_growth = 1e9}));
        get_order(&w, after);
        size_t found = statistics(&w).nodes_live;
        assert_int_equal(found + 1, canonical_size(&w, tables, 2));

        // Which one was moved is not said where several are largest: one of them must explain what was found.
        for (int k = 0; k < w.vars; k++)
            most = levels[k] > most ? levels[k] : most;
        bool explained = most == 0;
        for (int k = 0; k < w.vars; k++) {
            if (levels[k] != most || explained)
                continue;
            size_t best = SIZE_MAX;
            for (int place = 0; place < w.vars; place++) {
                int filled = 0;
                for (int j = 0; j < w.vars; j++)
                    if (j != k) {
                        if (filled == place)
                            order[filled++] = before[k];
                        order[filled++] = before[j];
                    }
                if (filled < w.vars)
                    order[filled] = before[k];
                assert_true(bdd_set_order(w.m, order));
                size_t size = canonical_size(&w, tables, 2) - 1;
                best = size < best ? size : best;
            }
            explained = best == found;
        }
        assert_true(explained);
        assert_true(bdd_set_order(w.m, after));
        for (int j = 0; j < 2; j++)
            assert_function(&w, kept[j], &tables[j]);
        bdd_unprotect(w.m, kept);
        world_close(&w);
    }
}

// A time bound is kept even on a large table.
static void sifting_in_time(void **state)
{
    (void)state;
    struct world w;
    bdd f = open_products(&w, scaled(15, 6));
    assert_true(bdd_is_valid(f));
    double start = clock_process();
    assert_true(bdd_sift(w.m, &(struct bdd_sift_options){.seconds = 1e-6}));
    assert_true(clock_process() - start < 5); // without the bound there is no end soon; a single block is quick
    world_close(&w);
}

static void sifting_on_growth(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(120); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, dice_roll(&dice, 4));
        world_add_vars(&w, 6 + dice_roll(&dice, 3));
        struct blocks b = blocks_of_pairs(&w);
        bdd_sift_on_growth(w.m, 1 + (size_t)dice_roll(&dice, 20), NULL);
        struct sample pool[8];
        for (int j = 0; j < 8; j++)
            pool[j] = random_sample(&w, &dice, all_vars(&w));
        struct sample all = pool[0];
        for (int j = 1; j < 8; j++)
            all = sample_connect(&w, dice_roll(&dice, CONNECTIVES), &all, &pool[j]);
        assert_blocks(&w, &b);
        assert_sound(&w);
        for (int j = 0; j < 8; j++)
            assert_function(&w, pool[j].f, &pool[j].t);
        assert_function(&w, all.f, &all.t);
        world_close(&w);
    }
}

// It starts by itself, and only when asked to.
static void growth_is_what_starts_it(void **state)
{
    (void)state;
    int n = scaled(10, 5);
    struct world w;
    bdd f = open_products(&w, n);
    if (!STRESSED) {
        assert_int_equal(statistics(&w).reorderings, 0);
        assert_int_equal(bdd_size(w.m, f), (2 << n) - 1);
    }
    bdd_sift_on_growth(w.m, 20, NULL);
    assert_int_equal(bdd_and(w.m, f, f), f); // makes no node of its own
    assert_true(statistics(&w).reorderings > 0);
    size_t live = statistics(&w).nodes_live;
    uint64_t reorderings = statistics(&w).reorderings;
    if (!STRESSED)
        assert_int_equal(bdd_size(w.m, f), 2 * n + 1);
    // Not again before there are twice as many, and then at once.
    for (int i = 0; i < n && !STRESSED; i++)
        for (int j = 0; j < i && statistics(&w).reorderings == reorderings; j++) {
            size_t nodes = statistics(&w).nodes_live;
            bdd_xor(w.m, f, bdd_and(w.m, bdd_literal(w.m, i), bdd_literal(w.m, n + j)));
            if (statistics(&w).reorderings > reorderings)
                assert_true(statistics(&w).nodes_peak >= 2 * live);
            else
                assert_true(nodes < 2 * live);
        }
    if (!STRESSED)
        assert_true(statistics(&w).reorderings > reorderings);
    // Off again.
    bdd_sift_on_growth(w.m, 0, NULL);
    reorderings = statistics(&w).reorderings;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < 20; i++)
        bdd_xor(w.m, f, bdd_literal(w.m, dice_roll(&dice, 2 * n)));
    if (!STRESSED)
        assert_int_equal(statistics(&w).reorderings, reorderings);
    world_close(&w);
}

// Building with automatic sifting stays small where building without it does not.
static void growth_keeps_tables_small(void **state)
{
    (void)state;
    int n = scaled(16, 6);
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    world_add_vars(&w, 2 * n);
    bdd_sift_on_growth(w.m, 200, NULL);
    bdd f = BDD_FALSE;
    bdd_protect(w.m, &f);
    for (int i = 0; i < n; i++) {
        bdd_scope scope = bdd_open_scope(w.m);
        f = bdd_or(w.m, f, bdd_and(w.m, bdd_literal(w.m, i), bdd_literal(w.m, n + i)));
        bdd_close_scope(w.m, scope);
    }
    assert_true(bdd_size(w.m, f) < 4000); // 2^17 without
    bdd_unprotect(w.m, &f);
    world_close(&w);
}

// Everything at once, at random moments.
enum { POOL = 6 };

static void check_pool(struct world *w, const bdd *f, const struct table *t, const struct blocks *b)
{
    assert_sound(w);
    assert_blocks(w, b);
    for (int i = 0; i < POOL; i++)
        assert_function(w, f[i], &t[i]);
}

static void random_points(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(120); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){.first_nodes = (size_t)dice_roll(&dice, 3) * 50});
        world_add_pairs(&w, 1 + dice_roll(&dice, 3));
        world_add_vars(&w, 2 + dice_roll(&dice, 3));
        struct blocks b = blocks_of_pairs(&w);
        bdd f[POOL];
        struct table t[POOL];
        for (int j = 0; j < POOL; j++) {
            f[j] = BDD_FALSE;
            t[j] = table_constant(false);
        }
        bdd_protect_array(w.m, f, POOL);
        bdd_scope outer = bdd_open_scope(w.m);
        int depth = 0;
        bdd_scope scopes[4];
        for (int step = 0; step < 150; step++) {
            int into = dice_roll(&dice, POOL), from = dice_roll(&dice, POOL), with = dice_roll(&dice, POOL);
            struct sample a = {f[from], t[from]}, c = {f[with], t[with]}, r = {f[into], t[into]};
            unsigned vars = random_vars(&dice, all_vars(&w));
            switch (dice_roll(&dice, 16)) {
            case 0:
            case 1:
            case 2:
                r = random_sample(&w, &dice, all_vars(&w));
                break;
            case 3:
            case 4:
                r = sample_connect(&w, dice_roll(&dice, CONNECTIVES), &a, &c);
                break;
            case 5:
                r = sample_ite(&w, &r, &a, &c);
                break;
            case 6:
                r = (struct sample){bdd_exists(w.m, a.f, cube_of(&w, vars)), table_exists(a.t, vars)};
                break;
            case 7:
                r.f = bdd_and_exists(w.m, a.f, c.f, cube_of(&w, vars));
                r.t = table_exists(table_and(a.t, c.t), vars);
                break;
            case 8: {
                int v = dice_roll(&dice, w.vars);
                r.f = bdd_compose(w.m, a.f, v, c.f);
                r.t = table_ite(c.t, table_cofactor(&a.t, v, true), table_cofactor(&a.t, v, false));
                break;
            }
            case 9:
                bdd_collect(w.m);
                break;
            case 10:
                assert_true(bdd_sift(w.m, NULL));
                break;
            case 11: {
                int order[64];
                legal_order(&w, &dice, &b, order);
                assert_true(bdd_set_order(w.m, order));
                break;
            }
            case 12:
                if (dice_roll(&dice, 8) == 0) {
                    int level = dice_roll(&dice, w.vars - 1);
                    bind(&w, &b, bdd_var_at(w.m, level), 2);
                }
                break;
            case 13:
                bdd_sift_on_growth(w.m, (size_t)dice_roll(&dice, 4) * 10, NULL);
                break;
            case 14:
                if (depth < 4)
                    scopes[depth++] = bdd_open_scope(w.m);
                else
                    bdd_close_scope(w.m, scopes[--depth]);
                break;
            default:
                if (w.vars < scaled(12, 9)) {
                    int v = w.vars;
                    world_add_vars(&w, 1);
                    b.of[v] = v;
                    b.place[v] = 0;
                }
                break;
            }
            f[into] = r.f;
            t[into] = r.t;
            if (dice_roll(&dice, 15) == 0)
                check_pool(&w, f, t, &b);
        }
        while (depth > 0)
            bdd_close_scope(w.m, scopes[--depth]);
        bdd_close_scope(w.m, outer);
        bdd_collect(w.m);
        check_pool(&w, f, t, &b);
        bdd_unprotect(w.m, f);
        world_close(&w);
    }
}

// An open iterator holds the order still: what is asked for meanwhile waits, or at least does no harm.
static void reordering_rests_during_iteration(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(90); i++) {
        struct world w;
        world_open(&w, 7);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        bdd cube = cube_of(&w, all_vars(&w));
        int before[64];
        bdd_models *models = bdd_models_open(w.m, s.f, cube);
        assert_non_null(models);
        get_order(&w, before);
        bdd_sift_on_growth(w.m, 1, NULL);
        for (int j = 0; j < 4; j++)
            random_expression(&w, &dice, all_vars(&w), 3);
        assert_order(&w, before);
        struct table seen = table_constant(false);
        bool values[MOST_VARS];
        while (bdd_models_next(models, values)) {
            unsigned index = 0;
            for (int v = 0; v < w.vars; v++)
                index |= (unsigned)values[v] << v;
            assert_true(table_get(&s.t, index));
            table_put(&seen, index, true);
            if (dice_roll(&dice, 10) == 0)
                bdd_sift(w.m, NULL);
        }
        assert_int_equal(table_count(&seen), table_count(&s.t) >> (MOST_VARS - w.vars));
        bdd_models_close(models);
        assert_true(bdd_sift(w.m, NULL));
        assert_function(&w, s.f, &s.t);
        world_close(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_orders),
        cmocka_unit_test(refused_orders),
        cmocka_unit_test(groups),
        cmocka_unit_test(groups_merge),
        cmocka_unit_test(pairs_at_a_level),
        cmocka_unit_test(pairs_at_the_ends),
        cmocka_unit_test(sifting_finds_a_linear_order),
        cmocka_unit_test(sifting_moves_pairs),
        cmocka_unit_test(sifting_with_options),
        cmocka_unit_test(sifting_one_block),
        cmocka_unit_test(sifting_finds_the_best_place),
        cmocka_unit_test(sifting_in_time),
        cmocka_unit_test(sifting_on_growth),
        cmocka_unit_test(growth_is_what_starts_it),
        cmocka_unit_test(growth_keeps_tables_small),
        cmocka_unit_test(random_points),
        cmocka_unit_test(reordering_rests_during_iteration),
    };
    return RUN(tests);
}
