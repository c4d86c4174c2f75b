// The Boolean connectives, the early-stopping tests and the cube functions against truth tables; canonicity; the laws.
#include "truth_table.h"

// Functions of one variable and the constants, looked at from outside.
static void literals_and_constants(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 5);
    assert_int_equal(bdd_var_count(w.m), 5);
    for (int v = 0; v < w.vars; v++) {
        bdd x = bdd_literal(w.m, v);
        assert_int_equal(bdd_top(w.m, x), v);
        assert_int_equal(bdd_low(w.m, x), BDD_FALSE);
        assert_int_equal(bdd_high(w.m, x), BDD_TRUE);
        assert_int_equal(bdd_top(w.m, bdd_not(x)), v);
        assert_int_equal(bdd_low(w.m, bdd_not(x)), BDD_TRUE);
        assert_int_equal(bdd_high(w.m, bdd_not(x)), BDD_FALSE);
        assert_int_equal(bdd_literal(w.m, v), x);
        assert_int_equal(bdd_size(w.m, x), 2);
        assert_int_equal(bdd_size(w.m, bdd_not(x)), 2);
        assert_false(bdd_is_constant(x));
        struct table t = table_literal(v);
        assert_function(&w, x, &t);
    }
    assert_true(bdd_is_constant(BDD_TRUE) && bdd_is_constant(BDD_FALSE));
    assert_int_equal(bdd_not(BDD_TRUE), BDD_FALSE);
    assert_int_equal(bdd_top(w.m, BDD_TRUE), BDD_NO_VAR);
    assert_int_equal(bdd_top(w.m, BDD_FALSE), BDD_NO_VAR);
    assert_int_equal(bdd_size(w.m, BDD_TRUE), 1);
    assert_int_equal(bdd_size(w.m, BDD_FALSE), 1);
    assert_true(bdd_evaluate(w.m, BDD_TRUE, NULL));
    assert_false(bdd_evaluate(w.m, BDD_FALSE, NULL));
    assert_false(bdd_is_valid(BDD_NONE));
    assert_false(bdd_is_valid(bdd_not(BDD_NONE)));
    assert_int_equal(bdd_status(w.m), BDD_OK);
    world_close(&w);
}

static void variables_have_names(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    char name[] = "a";
    assert_int_equal(bdd_new_var(w.m, name), 0);
    name[0] = 'z'; // the manager has its own copy
    assert_int_equal(bdd_new_pair(w.m, "b"), 1);
    assert_int_equal(bdd_new_var(w.m, NULL), 3);
    assert_int_equal(bdd_new_pair(w.m, NULL), 4);
    assert_int_equal(bdd_var_count(w.m), 6);
    assert_string_equal(bdd_var_name(w.m, 0), "a");
    assert_string_equal(bdd_var_name(w.m, 1), "b");
    assert_string_equal(bdd_var_name(w.m, 2), "b'");
    assert_string_equal(bdd_var_name(w.m, 3), "");
    assert_string_equal(bdd_var_name(w.m, 4), "");
    assert_string_equal(bdd_var_name(w.m, 5), "");
    assert_int_equal(bdd_find_var(w.m, "a"), 0);
    assert_int_equal(bdd_find_var(w.m, "b"), 1);
    assert_int_equal(bdd_find_var(w.m, "b'"), 2);
    assert_int_equal(bdd_find_var(w.m, "z"), BDD_NO_VAR);
    assert_int_equal(bdd_find_var(w.m, "b''"), BDD_NO_VAR);
    for (int v = 0; v < 6; v++) {
        assert_int_equal(bdd_is_current(w.m, v), v == 1 || v == 4);
        assert_int_equal(bdd_is_next(w.m, v), v == 2 || v == 5);
        assert_int_equal(bdd_level_of(w.m, v), v);
        assert_int_equal(bdd_var_at(w.m, v), v);
    }
    world_close(&w);
}

// A name that is empty or taken is refused, and then nothing has changed: no variable, no half of a pair.
static void names_are_unique(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    assert_int_equal(bdd_new_var(w.m, "a"), 0);
    assert_int_equal(bdd_new_pair(w.m, "b"), 1);
    assert_int_equal(bdd_new_var(w.m, "c'"), 3);
    static const char *const bad_vars[] = {"", "a", "b", "b'", "c'"}, *const bad_pairs[] = {"", "a", "b", "b'", "c"};
    for (int i = 0; i < 10; i++) {
        bdd_clear_status(w.m);
        assert_int_equal(i < 5 ? bdd_new_var(w.m, bad_vars[i]) : bdd_new_pair(w.m, bad_pairs[i - 5]), BDD_NO_VAR);
        assert_int_equal(bdd_status(w.m), BDD_BAD_NAME);
        assert_int_equal(bdd_var_count(w.m), 4);
        assert_sound(&w);
    }
    assert_int_equal(bdd_find_var(w.m, "c"), BDD_NO_VAR);
    assert_int_equal(bdd_find_var(w.m, ""), BDD_NO_VAR);
    // Any number may have none, and what is not taken is still to be had.
    assert_int_equal(bdd_new_var(w.m, NULL), 4);
    assert_int_equal(bdd_new_var(w.m, NULL), 5);
    assert_int_equal(bdd_find_var(w.m, ""), BDD_NO_VAR);
    assert_int_equal(bdd_new_var(w.m, "c"), 6);
    // So many that whatever finds them has grown.
    for (int i = 0; i < 500; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        assert_int_equal(bdd_new_var(w.m, name), 7 + i);
        assert_int_equal(bdd_new_var(w.m, name), BDD_NO_VAR);
    }
    for (int i = 0; i < 500; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        assert_int_equal(bdd_find_var(w.m, name), 7 + i);
        assert_string_equal(bdd_var_name(w.m, 7 + i), name);
    }
    assert_int_equal(bdd_find_var(w.m, "n500"), BDD_NO_VAR);
    world_close(&w);
}

// New variables go to the bottom, whatever became of the order, and do not disturb older functions.
static void variables_are_added_later(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    struct world w;
    world_open(&w, 1);
    bdd f[MOST_VARS];
    struct table t[MOST_VARS];
    for (int i = 0; i + 1 < MOST_VARS; i++) {
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        f[i] = s.f;
        t[i] = s.t;
        shuffle_order(&w, &dice);
        world_add_vars(&w, 1);
        assert_int_equal(bdd_level_of(w.m, w.vars - 1), w.vars - 1);
    }
    for (int i = 0; i + 1 < MOST_VARS; i++)
        assert_function(&w, f[i], &t[i]);
    world_close(&w);
}

// All connectives on all functions of two variables: 16 * 16 pairs, 16^3 triples.
static void connectives_exhaustively(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 2);
    struct sample all[16];
    for (unsigned i = 0; i < 16; i++) {
        struct table t = table_constant(false);
        for (unsigned j = 0; j < TABLE_BITS; j++)
            table_put(&t, j, i >> (j & 3) & 1);
        all[i] = (struct sample){from_table(&w, &t), t};
        assert_function(&w, all[i].f, &t);
        for (unsigned j = 0; j < i; j++)
            assert_int_not_equal(all[i].f, all[j].f);
    }
    for (int i = 0; i < 16; i++) {
        assert_int_equal(bdd_not(all[i].f), all[15 - i].f);
        for (int j = 0; j < 16; j++) {
            for (int c = 0; c < CONNECTIVES; c++) {
                struct sample s = sample_connect(&w, c, &all[i], &all[j]);
                assert_function(&w, s.f, &s.t);
            }
            assert_int_equal(bdd_is_subset(w.m, all[i].f, all[j].f), (i & ~j) == 0 ? BDD_YES : BDD_NO);
            assert_int_equal(bdd_is_disjoint(w.m, all[i].f, all[j].f), (i & j) == 0 ? BDD_YES : BDD_NO);
            for (int k = 0; k < 16; k++)
                assert_int_equal(bdd_ite(w.m, all[i].f, all[j].f, all[k].f), all[(i & j) | (~i & k)].f);
        }
    }
    world_close(&w);
}

static void random_expressions(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(1200); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 12)));
        if (dice_coin(&dice))
            shuffle_order(&w, &dice);
        struct sample a = random_sample(&w, &dice, all_vars(&w));
        struct sample b = random_sample(&w, &dice, all_vars(&w));
        struct sample c = random_sample(&w, &dice, all_vars(&w));
        assert_function(&w, a.f, &a.t);
        for (int op = 0; op < CONNECTIVES; op++) {
            struct sample s = sample_connect(&w, op, &a, &b);
            assert_function(&w, s.f, &s.t);
        }
        struct sample s = sample_ite(&w, &a, &b, &c);
        assert_function(&w, s.f, &s.t);
        s = sample_not(s);
        assert_function(&w, s.f, &s.t);
        assert_int_equal(bdd_status(w.m), BDD_OK);
        world_close(&w);
    }
}

// Functions without any structure have the largest diagrams.
static void random_tables(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(12); i++) {
        struct world w;
        world_open(&w, scaled(MOST_VARS, 5));
        struct sample a = random_noise(&w, &dice, all_vars(&w), 2 * w.vars);
        struct sample b = random_noise(&w, &dice, all_vars(&w), 2 * w.vars);
        assert_function(&w, a.f, &a.t);
        for (int op = 0; op < CONNECTIVES; op++) {
            struct sample s = sample_connect(&w, op, &a, &b);
            assert_function(&w, s.f, &s.t);
        }
        world_close(&w);
    }
}

// However a function is built, its handle is the same.
static void canonicity(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(900); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(10, 6)));
        if (dice_coin(&dice))
            shuffle_order(&w, &dice);
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        assert_int_equal(from_table(&w, &s.t), s.f);
        struct table complement = table_not(s.t);
        assert_int_equal(from_table(&w, &complement), bdd_not(s.f));

        // As the union of its models.
        bdd sum = BDD_FALSE;
        if (w.vars <= scaled(7, 4)) {
            for (unsigned j = 0; j < 1u << w.vars; j++) {
                int vars[MOST_VARS];
                bool values[MOST_VARS];
                for (int v = 0; v < w.vars; v++) {
                    vars[v] = v;
                    values[v] = j >> v & 1;
                }
                if (table_get(&s.t, j))
                    sum = bdd_or(w.m, sum, bdd_literal_cube(w.m, vars, values, (size_t)w.vars));
            }
            assert_int_equal(sum, s.f);
        }
        world_close(&w);
    }
}

static void early_tests(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int yes = 0, no = 0;
    for (int i = 0; i < rounds(1200); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, MOST_VARS));
        struct sample a = random_sample(&w, &dice, all_vars(&w));
        struct sample b = random_sample(&w, &dice, all_vars(&w));
        struct sample both = sample_connect(&w, 0, &a, &b);
        struct sample either = sample_connect(&w, 1, &a, &b);
        struct sample less = sample_connect(&w, 5, &a, &b);
        const struct sample *of[] = {&a, &b, &both, &either, &less};
        for (int j = 0; j < 5; j++) {
            for (int k = 0; k < 5; k++) {
                struct table overlap = table_and(of[j]->t, of[k]->t);
                bool subset = table_implies(&of[j]->t, &of[k]->t), disjoint = table_is_constant(&overlap, false);
                assert_int_equal(bdd_is_subset(w.m, of[j]->f, of[k]->f), subset ? BDD_YES : BDD_NO);
                assert_int_equal(bdd_is_disjoint(w.m, of[j]->f, of[k]->f), disjoint ? BDD_YES : BDD_NO);
                *(subset ? &yes : &no) += 1;
            }
        }
        // They build nothing.
        bdd_collect(w.m);
        size_t before = statistics(&w).nodes_live;
        bdd_is_subset(w.m, a.f, b.f);
        bdd_is_disjoint(w.m, a.f, b.f);
        if (!STRESSED)
            assert_int_equal(statistics(&w).nodes_live, before);
        world_close(&w);
    }
    assert_true(yes > rounds(1000) && no > rounds(1000)); // both answers were worth asking for
}

// The laws of Boolean algebra, as equality of handles.
static void laws(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, scaled(MOST_VARS, 10)));
        bdd_manager *m = w.m;
        bdd f = random_sample(&w, &dice, all_vars(&w)).f, g = random_sample(&w, &dice, all_vars(&w)).f,
            h = random_sample(&w, &dice, all_vars(&w)).f;
        bdd nf = bdd_not(f), ng = bdd_not(g);

        assert_int_equal(bdd_not(nf), f);
        assert_int_equal(bdd_and(m, f, g), bdd_and(m, g, f));
        assert_int_equal(bdd_or(m, f, g), bdd_or(m, g, f));
        assert_int_equal(bdd_xor(m, f, g), bdd_xor(m, g, f));
        assert_int_equal(bdd_and(m, f, bdd_and(m, g, h)), bdd_and(m, bdd_and(m, f, g), h));
        assert_int_equal(bdd_or(m, f, bdd_or(m, g, h)), bdd_or(m, bdd_or(m, f, g), h));
        assert_int_equal(bdd_xor(m, f, bdd_xor(m, g, h)), bdd_xor(m, bdd_xor(m, f, g), h));
        assert_int_equal(bdd_and(m, f, bdd_or(m, g, h)), bdd_or(m, bdd_and(m, f, g), bdd_and(m, f, h)));
        assert_int_equal(bdd_or(m, f, bdd_and(m, g, h)), bdd_and(m, bdd_or(m, f, g), bdd_or(m, f, h)));
        assert_int_equal(bdd_and(m, f, bdd_xor(m, g, h)), bdd_xor(m, bdd_and(m, f, g), bdd_and(m, f, h)));
        assert_int_equal(bdd_not(bdd_and(m, f, g)), bdd_or(m, nf, ng));
        assert_int_equal(bdd_not(bdd_or(m, f, g)), bdd_and(m, nf, ng));
        assert_int_equal(bdd_and(m, f, bdd_or(m, f, g)), f);
        assert_int_equal(bdd_or(m, f, bdd_and(m, f, g)), f);
        assert_int_equal(bdd_and(m, f, f), f);
        assert_int_equal(bdd_or(m, f, f), f);
        assert_int_equal(bdd_and(m, f, nf), BDD_FALSE);
        assert_int_equal(bdd_or(m, f, nf), BDD_TRUE);
        assert_int_equal(bdd_xor(m, f, f), BDD_FALSE);
        assert_int_equal(bdd_xor(m, f, nf), BDD_TRUE);
        assert_int_equal(bdd_iff(m, f, g), bdd_not(bdd_xor(m, f, g)));
        assert_int_equal(bdd_implies(m, f, g), bdd_or(m, nf, g));
        assert_int_equal(bdd_minus(m, f, g), bdd_and(m, f, ng));
        assert_int_equal(bdd_and(m, f, BDD_TRUE), f);
        assert_int_equal(bdd_and(m, f, BDD_FALSE), BDD_FALSE);
        assert_int_equal(bdd_or(m, f, BDD_FALSE), f);
        assert_int_equal(bdd_or(m, f, BDD_TRUE), BDD_TRUE);
        assert_int_equal(bdd_xor(m, f, BDD_TRUE), nf);
        assert_int_equal(bdd_xor(m, f, BDD_FALSE), f);

        bdd ite = bdd_ite(m, f, g, h);
        assert_int_equal(ite, bdd_or(m, bdd_and(m, f, g), bdd_and(m, nf, h)));
        assert_int_equal(ite, bdd_ite(m, nf, h, g));
        assert_int_equal(bdd_not(ite), bdd_ite(m, f, ng, bdd_not(h)));
        assert_int_equal(bdd_ite(m, f, g, g), g);
        assert_int_equal(bdd_ite(m, f, g, BDD_FALSE), bdd_and(m, f, g));
        assert_int_equal(bdd_ite(m, f, BDD_TRUE, g), bdd_or(m, f, g));
        assert_int_equal(bdd_ite(m, f, ng, g), bdd_xor(m, f, g));
        assert_int_equal(bdd_ite(m, f, f, g), bdd_or(m, f, g));
        assert_int_equal(bdd_ite(m, f, g, f), bdd_and(m, f, g));
        assert_int_equal(bdd_ite(m, f, nf, g), bdd_and(m, nf, g));
        assert_int_equal(bdd_ite(m, f, g, nf), bdd_or(m, nf, g));
        assert_int_equal(bdd_ite(m, BDD_TRUE, g, h), g);
        assert_int_equal(bdd_ite(m, BDD_FALSE, g, h), h);
        assert_int_equal(bdd_ite(m, f, BDD_TRUE, BDD_FALSE), f);
        assert_int_equal(bdd_ite(m, f, BDD_FALSE, BDD_TRUE), nf);
        world_close(&w);
    }
}

// Sizes are those of the canonical diagram under the present order; supports are what the table depends on.
static void sizes_and_supports(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, MOST_VARS));
        shuffle_order(&w, &dice);
        struct table tables[4];
        bdd functions[4];
        unsigned support = 0;
        for (int j = 0; j < 4; j++) {
            struct sample s = random_sample(&w, &dice, all_vars(&w));
            functions[j] = s.f;
            tables[j] = s.t;
            support |= table_support(&s.t);
            assert_int_equal(bdd_support(w.m, s.f), cube_of(&w, table_support(&s.t)));
            assert_int_equal(bdd_support(w.m, bdd_not(s.f)), cube_of(&w, table_support(&s.t)));
            size_t size = bdd_size(w.m, s.f);
            assert_int_equal(size, canonical_size(&w, &s.t, 1));
            size = bdd_size(w.m, bdd_not(s.f));
            assert_int_equal(size, canonical_size(&w, &s.t, 1));
        }
        size_t size = bdd_shared_size(w.m, functions, 4);
        assert_int_equal(size, canonical_size(&w, tables, 4));
        assert_int_equal(bdd_shared_support(w.m, functions, 4), cube_of(&w, support));
        functions[1] = functions[0];
        functions[2] = bdd_not(functions[0]);
        functions[3] = BDD_TRUE;
        size = bdd_shared_size(w.m, functions, 4);
        assert_int_equal(size, canonical_size(&w, tables, 1));
        world_close(&w);
    }
}

static void sizes_of_nothing(void **state)
{
    (void)state;
    struct world w;
    world_open(&w, 3);
    assert_int_equal(bdd_support(w.m, BDD_TRUE), BDD_TRUE);
    assert_int_equal(bdd_support(w.m, BDD_FALSE), BDD_TRUE);
    assert_int_equal(bdd_shared_support(w.m, NULL, 0), BDD_TRUE);
    bdd constants[] = {BDD_TRUE, BDD_FALSE};
    assert_int_equal(bdd_shared_size(w.m, constants, 2), 1);
    assert_true(bdd_shared_size(w.m, NULL, 0) <= 1);
    world_close(&w);
}

static void cubes(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(900); i++) {
        struct world w;
        world_open(&w, 1 + dice_roll(&dice, MOST_VARS));
        shuffle_order(&w, &dice);
        unsigned vars = random_vars(&dice, all_vars(&w));
        int list[MOST_VARS + 1];
        int count = 0;
        struct table t = table_constant(true);
        for (int v = 0; v < w.vars; v++)
            if (vars >> v & 1) {
                list[count++] = v;
                t = table_and(t, table_literal(v));
            }
        // In whatever order the variables are named, even twice.
        dice_shuffle(&dice, list, count);
        bdd cube = bdd_cube(w.m, list, (size_t)count);
        assert_function(&w, cube, &t);
        if (count > 0) {
            list[count] = list[0];
            assert_int_equal(bdd_cube(w.m, list, (size_t)count + 1), cube);
        }
        assert_int_equal(bdd_cube(w.m, list, 0), BDD_TRUE);

        struct sample literals = sample_cube(&w, &dice, vars);
        assert_function(&w, literals.f, &literals.t);
        bdd both[] = {cube, literals.f};
        for (int j = 0; j < 2; j++) {
            assert_true(bdd_is_cube(w.m, both[j]));
            int found[MOST_VARS + 1];
            memset(found, -1, sizeof found);
            assert_int_equal(bdd_cube_vars(w.m, both[j], found, MOST_VARS), count);
            unsigned seen = 0;
            for (int k = 0; k < count; k++) {
                seen |= 1u << found[k];
                assert_true(k == 0 || bdd_level_of(w.m, found[k - 1]) < bdd_level_of(w.m, found[k]));
            }
            assert_int_equal(seen, vars);
            assert_int_equal(found[count], -1);
            // With too little room the rest is counted, not written.
            if (count > 0) {
                memset(found, -1, sizeof found);
                assert_int_equal(bdd_cube_vars(w.m, both[j], found, (size_t)count - 1), count);
                assert_int_equal(found[count - 1], -1);
            }
            assert_int_equal(bdd_cube_vars(w.m, both[j], NULL, 0), count);
        }

        // A cube has one model over its own support.
        struct sample s = random_sample(&w, &dice, all_vars(&w));
        unsigned support = table_support(&s.t);
        bool one = table_count(&s.t) == TABLE_BITS >> __builtin_popcount(support);
        assert_int_equal(bdd_is_cube(w.m, s.f), one);
        world_close(&w);
    }
    struct world w;
    world_open(&w, 2);
    assert_true(bdd_is_cube(w.m, BDD_TRUE));
    assert_false(bdd_is_cube(w.m, BDD_FALSE));
    assert_int_equal(bdd_cube_vars(w.m, BDD_TRUE, NULL, 0), 0);
    world_close(&w);
}

// Two managers side by side know nothing of each other, even when their operations alternate.
static void two_managers(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(120); i++) {
        struct world w[2];
        struct sample pool[2][6];
        for (int k = 0; k < 2; k++) {
            world_open(&w[k], 3 + dice_roll(&dice, scaled(10, 6)));
            shuffle_order(&w[k], &dice);
            for (int j = 0; j < 6; j++)
                pool[k][j] = random_sample(&w[k], &dice, all_vars(&w[k]));
        }
        for (int step = 0; step < 40; step++) {
            int k = dice_coin(&dice), into = dice_roll(&dice, 6);
            pool[k][into] = sample_connect(&w[k], dice_roll(&dice, CONNECTIVES), &pool[k][dice_roll(&dice, 6)],
                                           &pool[k][dice_roll(&dice, 6)]);
            if (dice_roll(&dice, 10) == 0)
                bdd_collect(w[k].m);
            if (dice_roll(&dice, 20) == 0)
                assert_true(bdd_sift(w[k].m, NULL));
        }
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 6; j++)
                assert_function(&w[k], pool[k][j].f, &pool[k][j].t);
        // One goes, the other stays as it was.
        int first = dice_coin(&dice);
        world_close(&w[first]);
        for (int j = 0; j < 6; j++)
            assert_function(&w[!first], pool[!first][j].f, &pool[!first][j].t);
        world_close(&w[!first]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals_and_constants),
        cmocka_unit_test(variables_have_names),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(variables_are_added_later),
        cmocka_unit_test(connectives_exhaustively),
        cmocka_unit_test(random_expressions),
        cmocka_unit_test(random_tables),
        cmocka_unit_test(canonicity),
        cmocka_unit_test(early_tests),
        cmocka_unit_test(laws),
        cmocka_unit_test(sizes_and_supports),
        cmocka_unit_test(sizes_of_nothing),
        cmocka_unit_test(cubes),
        cmocka_unit_test(two_managers),
    };
    return RUN(tests);
}
