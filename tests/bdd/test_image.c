// Images and pre-images against explicit relations: random bodies, random supports, guards on bits that are not
// updated, updated bits that the body does not mention, quantified inputs; and searches built of them.
//
// A state is an assignment to all variables but the next copies; `values` below are indices of truth tables with the
// next copies' bits 0.
#include "truth_table.h"

struct step {
    bdd_relation *relation;
    struct table body;
    unsigned vars;    // what it updates or quantifies
    unsigned updated; // the current bits of pairs in `vars`
};

static unsigned current_bits(const struct world *w)
{
    unsigned vars = 0;
    for (int v = 0; v < w->vars; v++)
        if (bdd_is_current(w->m, v))
            vars |= 1u << v;
    return vars;
}

static unsigned next_bits(const struct world *w)
{
    return current_bits(w) << 1;
}

static unsigned state_bits(const struct world *w)
{
    return all_vars(w) & ~next_bits(w);
}

// Pairs and single variables in any mixture, at most `most` variables, at least one pair.
static void open_mixed(struct world *w, struct dice *dice, int most)
{
    world_open_with(w, (struct bdd_config){0});
    int pairs = 1 + dice_roll(dice, most / 2), singles = most - 2 * pairs;
    singles = singles > 0 ? dice_roll(dice, (singles < 4 ? singles : 4) + 1) : 0;
    while (pairs + singles > 0) {
        if (dice_roll(dice, pairs + singles) < pairs) {
            world_add_pairs(w, 1);
            pairs--;
        } else {
            world_add_vars(w, 1);
            singles--;
        }
    }
    shuffle_order(w, dice);
}

static struct step step_of(struct world *w, const struct sample *body, unsigned vars)
{
    int list[MOST_VARS];
    size_t count = 0;
    for (int v = 0; v < w->vars; v++)
        if (vars >> v & 1)
            list[count++] = v;
    struct step step = {bdd_relation_new(w->m, body->f, list, count), body->t, vars, vars & current_bits(w)};
    assert_non_null(step.relation);
    assert_int_equal(bdd_relation_body(step.relation), body->f);
    assert_int_equal(bdd_relation_cube(step.relation), cube_of(w, vars));
    return step;
}

// Some bits are updated; the body speaks of some of their next copies and of any current bits and inputs.
static struct step random_step(struct world *w, struct dice *dice)
{
    unsigned vars = random_vars(dice, state_bits(w));
    unsigned mentioned = random_vars(dice, state_bits(w)) | (vars & current_bits(w)) << 1;
    if (dice_roll(dice, 3) == 0)
        mentioned &= random_vars(dice, all_vars(w)) | state_bits(w);
    struct sample body = mentioned ? random_sample(w, dice, mentioned) : sample_constant(true);
    // Updates by functions, as models have them, next to relations without a pattern.
    if (dice_coin(dice)) {
        body = random_expression(w, dice, state_bits(w), 1);
        for (int v = 0; v < w->vars; v++)
            if ((vars & current_bits(w)) >> v & 1 && dice_roll(dice, 8)) {
                struct sample next = sample_literal(w, v + 1);
                struct sample value = random_expression(w, dice, state_bits(w), 1);
                struct sample part = sample_connect(w, dice_roll(dice, 4) ? 3 : 4, &next, &value);
                body = sample_connect(w, 0, &body, &part);
            }
    }
    return step_of(w, &body, vars);
}

// The next step from set bit to set bit of `mask`, in counting order: (x - mask) & mask walks all subsets of `mask`.
static unsigned next_subset(unsigned x, unsigned mask)
{
    return (x - mask) & mask;
}

// The definition: s' is in the image if some s of the set, and some values of what is quantified, satisfy the body.
static struct table explicit_image(const struct world *w, const struct table *set, const struct step *step)
{
    struct table result = table_constant(false);
    unsigned states = state_bits(w), s = 0;
    do {
        if (!table_get(set, s))
            continue;
        unsigned n = 0;
        do {
            if (table_get(&step->body, s | n))
                table_put(&result, (s & ~step->vars) | n >> 1, true);
            n = next_subset(n, step->updated << 1);
        } while (n);
    } while ((s = next_subset(s, states)));
    // Quantified inputs and next copies are free in the result.
    return table_exists(result, (step->vars & ~step->updated) | next_bits(w));
}

static struct table explicit_preimage(const struct world *w, const struct table *set, const struct step *step)
{
    struct table result = table_constant(false);
    unsigned states = state_bits(w), s = 0;
    do {
        unsigned n = 0;
        do {
            if (table_get(&step->body, s | n) && table_get(set, (s & ~step->updated) | n >> 1))
                table_put(&result, s, true);
            n = next_subset(n, step->updated << 1);
        } while (n);
    } while ((s = next_subset(s, states)));
    return table_exists(result, (step->vars & ~step->updated) | next_bits(w));
}

static struct sample random_set(struct world *w, struct dice *dice)
{
    return random_sample(w, dice, state_bits(w));
}

static void images_and_preimages(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(1500); i++) {
        struct world w;
        open_mixed(&w, &dice, scaled(MOST_VARS, 11));
        struct step step = random_step(&w, &dice);
        for (int j = 0; j < 3; j++) {
            struct sample set = j == 2 ? sample_constant(dice_coin(&dice)) : random_set(&w, &dice);
            struct table forth = explicit_image(&w, &set.t, &step), back = explicit_preimage(&w, &set.t, &step);
            bdd image = bdd_image(w.m, set.f, step.relation), preimage = bdd_preimage(w.m, set.f, step.relation);
            assert_function(&w, image, &forth);
            assert_function(&w, preimage, &back);

            struct sample reached = random_set(&w, &dice);
            struct table all = table_or(reached.t, forth);
            assert_function(&w, bdd_image_union(w.m, set.f, step.relation, reached.f), &all);
            assert_int_equal(bdd_image_union(w.m, set.f, step.relation, BDD_FALSE), image);
            assert_int_equal(bdd_image_union(w.m, set.f, step.relation, BDD_TRUE), BDD_TRUE);
            assert_int_equal(bdd_image_union(w.m, BDD_FALSE, step.relation, reached.f), reached.f);

            bdd frontier = set.f, known = reached.f;
            bdd_protect(w.m, &frontier);
            bdd_protect(w.m, &known);
            assert_true(bdd_advance(w.m, step.relation, &frontier, &known));
            struct table fresh = table_and(forth, table_not(reached.t));
            assert_function(&w, frontier, &fresh);
            assert_function(&w, known, &all);
            bdd_unprotect(w.m, &known);
            bdd_unprotect(w.m, &frontier);
        }
        bdd_relation_free(step.relation);
        world_close(&w);
    }
}

// The one recursion gives what the separate operations give.
static void images_in_parts(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        open_mixed(&w, &dice, scaled(MOST_VARS, 10));
        struct step step = random_step(&w, &dice);
        bdd body = bdd_relation_body(step.relation);
        bdd set = random_set(&w, &dice).f;

        bdd_substitution *to_next = bdd_substitution_new(w.m), *to_current = bdd_substitution_new(w.m);
        for (int v = 0; v < w.vars; v++)
            if (step.updated >> v & 1) {
                assert_true(bdd_substitution_set_var(to_next, v, v + 1));
                assert_true(bdd_substitution_set_var(to_current, v + 1, v));
            }
        bdd image = bdd_and_exists(w.m, set, body, cube_of(&w, step.vars));
        assert_int_equal(bdd_image(w.m, set, step.relation), bdd_substitute(w.m, image, to_current));
        unsigned gone = (step.vars & ~step.updated) | step.updated << 1;
        bdd moved = bdd_substitute(w.m, set, to_next);
        assert_int_equal(bdd_preimage(w.m, set, step.relation), bdd_and_exists(w.m, moved, body, cube_of(&w, gone)));
        bdd_substitution_free(to_next);
        bdd_substitution_free(to_current);
        bdd_relation_free(step.relation);
        world_close(&w);
    }
}

static void laws(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(600); i++) {
        struct world w;
        open_mixed(&w, &dice, scaled(MOST_VARS, 10));
        bdd_manager *m = w.m;
        struct step step = random_step(&w, &dice);
        const bdd_relation *r = step.relation;
        bdd a = random_set(&w, &dice).f, b = random_set(&w, &dice).f;
        assert_int_equal(bdd_image(m, bdd_or(m, a, b), r), bdd_or(m, bdd_image(m, a, r), bdd_image(m, b, r)));
        assert_int_equal(bdd_preimage(m, bdd_or(m, a, b), r), bdd_or(m, bdd_preimage(m, a, r), bdd_preimage(m, b, r)));
        assert_int_equal(bdd_image(m, BDD_FALSE, r), BDD_FALSE);
        assert_int_equal(bdd_preimage(m, BDD_FALSE, r), BDD_FALSE);
        // A step leads from a to b exactly if one leads into b from a; inputs are not part of the sets here.
        bdd inputs = cube_of(&w, step.vars & ~step.updated);
        a = bdd_exists(m, a, inputs);
        b = bdd_exists(m, b, inputs);
        assert_int_equal(bdd_is_disjoint(m, bdd_image(m, a, r), b), bdd_is_disjoint(m, a, bdd_preimage(m, b, r)));
        bdd_relation_free(step.relation);
        world_close(&w);
    }
}

// The forms that have a meaning of their own, each written out.
static void particular_relations(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    world_add_pairs(&w, 3); // 0, 2, 4
    world_add_vars(&w, 1);  // 6
    bdd_manager *m = w.m;
    bdd x = bdd_literal(m, 0), y = bdd_literal(m, 2), z = bdd_literal(m, 4), input = bdd_literal(m, 6);
    bdd set = bdd_and(m, x, bdd_xor(m, y, z));

    // Nothing updated, nothing said: all stays.
    bdd_relation *stay = bdd_relation_new(m, BDD_TRUE, NULL, 0);
    assert_int_equal(bdd_image(m, set, stay), set);
    assert_int_equal(bdd_preimage(m, set, stay), set);
    assert_int_equal(bdd_relation_cube(stay), BDD_TRUE);
    assert_int_equal(bdd_relation_body(stay), BDD_TRUE);
    bdd_relation_free(stay);

    // Nothing updated, but guarded.
    bdd_relation *guard = bdd_relation_new(m, y, NULL, 0);
    assert_int_equal(bdd_image(m, set, guard), bdd_and(m, set, y));
    assert_int_equal(bdd_preimage(m, set, guard), bdd_and(m, set, y));
    bdd_relation_free(guard);

    // Updated and free: forgotten.
    int only_x[] = {0};
    bdd_relation *forget = bdd_relation_new(m, BDD_TRUE, only_x, 1);
    assert_int_equal(bdd_image(m, set, forget), bdd_xor(m, y, z));
    assert_int_equal(bdd_preimage(m, set, forget), bdd_xor(m, y, z));
    bdd_relation_free(forget);

    // x' = not x, when the input says so; the input is taken away in the one and stays in the other.
    bdd flip = bdd_and(m, input, bdd_xor(m, bdd_literal(m, 1), x));
    int x_and_input[] = {6, 0};
    bdd_relation *hidden = bdd_relation_new(m, flip, x_and_input, 2);
    bdd_relation *open = bdd_relation_new(m, flip, only_x, 1);
    bdd flipped = bdd_and(m, bdd_not(x), bdd_xor(m, y, z));
    assert_int_equal(bdd_image(m, set, hidden), flipped);
    assert_int_equal(bdd_preimage(m, set, hidden), flipped);
    assert_int_equal(bdd_image(m, set, open), bdd_and(m, input, flipped));
    assert_int_equal(bdd_preimage(m, set, open), bdd_and(m, input, flipped));
    assert_int_equal(bdd_image(m, bdd_and(m, set, bdd_not(input)), hidden), BDD_FALSE);
    bdd_relation_free(hidden);
    bdd_relation_free(open);

    // A rotation: x' = y, y' = z, z' = x, named in any order.
    int all[] = {4, 0, 2};
    bdd turn = bdd_and(m, bdd_iff(m, bdd_literal(m, 1), y),
                       bdd_and(m, bdd_iff(m, bdd_literal(m, 3), z), bdd_iff(m, bdd_literal(m, 5), x)));
    bdd_relation *rotate = bdd_relation_new(m, turn, all, 3);
    assert_int_equal(bdd_image(m, set, rotate), bdd_and(m, z, bdd_xor(m, x, y)));
    assert_int_equal(bdd_preimage(m, bdd_and(m, z, bdd_xor(m, x, y)), rotate), set);
    bdd_relation_free(rotate);

    // No steps at all.
    bdd_relation *none = bdd_relation_new(m, BDD_FALSE, all, 3);
    assert_int_equal(bdd_image(m, BDD_TRUE, none), BDD_FALSE);
    assert_int_equal(bdd_preimage(m, BDD_TRUE, none), BDD_FALSE);
    assert_int_equal(bdd_image_union(m, BDD_TRUE, none, set), set);
    bdd_relation_free(none);
    bdd_relation_free(NULL);
    world_close(&w);
}

// The next copy of a bit that is not updated would have no meaning: such a relation is not made.
static void refused_relations(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    int refused = 0, made = 0;
    for (int i = 0; i < rounds(300); i++) {
        struct world w;
        open_mixed(&w, &dice, 10);
        struct sample body = random_sample(&w, &dice, all_vars(&w));
        unsigned vars = random_vars(&dice, state_bits(&w)) | random_vars(&dice, state_bits(&w));
        unsigned needed = (table_support(&body.t) & next_bits(&w)) >> 1;
        int list[MOST_VARS];
        size_t count = 0;
        for (int v = 0; v < w.vars; v++)
            if (vars >> v & 1)
                list[count++] = v;
        bdd_models *hold = hold_order(&w); // so that nodes can be counted
        size_t live = live_nodes(&w);
        bdd_relation *r = bdd_relation_new(w.m, body.f, list, count);
        if (needed & ~vars) {
            assert_null(r);
            assert_int_equal(bdd_status(w.m), BDD_BAD_RELATION);
            assert_int_equal(live_nodes(&w), live);
            refused++;
        } else {
            assert_non_null(r);
            assert_int_equal(bdd_status(w.m), BDD_OK);
            made++;
        }
        bdd_relation_free(r);
        bdd_models_close(hold);
        assert_function(&w, body.f, &body.t);
        world_close(&w);
    }
    assert_true(refused > rounds(30) && made > rounds(30));
}

// Relations that share a body or a cube, that come where an old one was freed, and sets in alternation: the cache must
// not take one for the other. The order changes in between.
static void alternating_relations(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(90); i++) {
        struct world w;
        open_mixed(&w, &dice, scaled(10, 7));
        struct step steps[4];
        struct sample sets[3];
        for (int j = 0; j < 3; j++)
            sets[j] = random_set(&w, &dice);
        for (int j = 0; j < 4; j++)
            steps[j] = random_step(&w, &dice);
        for (int j = 0; j < 40; j++) {
            struct step *step = &steps[dice_roll(&dice, 4)];
            if (dice_roll(&dice, 6) == 0) {
                // The same body, another set of updated bits (all that it needs, and more).
                struct sample body = {bdd_relation_body(step->relation), step->body};
                unsigned needed = (table_support(&body.t) & next_bits(&w)) >> 1;
                unsigned vars = needed | random_vars(&dice, state_bits(&w));
                struct step other = step_of(&w, &body, vars);
                bdd_relation_free(step->relation);
                *step = other;
            } else if (dice_roll(&dice, 10) == 0) {
                bdd_relation_free(step->relation);
                *step = random_step(&w, &dice);
            } else if (dice_roll(&dice, 10) == 0)
                shuffle_order(&w, &dice);
            const struct sample *set = &sets[dice_roll(&dice, 3)], *reached = &sets[dice_roll(&dice, 3)];
            struct table forth = explicit_image(&w, &set->t, step), back = explicit_preimage(&w, &set->t, step);
            struct table all = table_or(reached->t, forth);
            assert_function(&w, bdd_image(w.m, set->f, step->relation), &forth);
            assert_function(&w, bdd_preimage(w.m, set->f, step->relation), &back);
            assert_function(&w, bdd_image_union(w.m, set->f, step->relation, reached->f), &all);
        }
        for (int j = 0; j < 4; j++)
            bdd_relation_free(steps[j].relation);
        world_close(&w);
    }
}

// A relation keeps its body alive, outlives reordering, and is used with variables made after it.
static void relations_last(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        world_open_with(&w, (struct bdd_config){0});
        world_add_pairs(&w, 3);
        bdd_scope scope = bdd_open_scope(w.m);
        struct step step = random_step(&w, &dice);
        bdd_close_scope(w.m, scope);
        bdd_collect(w.m);
        world_add_pairs(&w, 1);
        world_add_vars(&w, 2);
        for (int j = 0; j < 4; j++)
            random_sample(&w, &dice, all_vars(&w));
        shuffle_order(&w, &dice);
        struct sample set = random_set(&w, &dice);
        struct table t = explicit_image(&w, &set.t, &step);
        assert_function(&w, bdd_image(w.m, set.f, step.relation), &t);
        t = explicit_preimage(&w, &set.t, &step);
        assert_function(&w, bdd_preimage(w.m, set.f, step.relation), &t);
        assert_function(&w, bdd_relation_body(step.relation), &step.body);
        bdd_relation_free(step.relation);
        world_close(&w);
    }
}

enum { MOST_STEPS = 4 };

// What is reachable, by walking from state to state.
static struct table explicit_search(const struct world *w, struct table reached, const struct step *steps, int count,
                                    bool forth)
{
    for (;;) {
        struct table before = reached;
        for (int i = 0; i < count; i++)
            reached = table_or(reached, forth ? explicit_image(w, &reached, &steps[i])
                                              : explicit_preimage(w, &reached, &steps[i]));
        if (table_equal(&before, &reached))
            return reached;
    }
}

static void reachability(void **state)
{
    (void)state;
    struct dice dice = dice_for(__func__);
    for (int i = 0; i < rounds(180); i++) {
        struct world w;
        open_mixed(&w, &dice, scaled(MOST_VARS, 10));
        struct step steps[MOST_STEPS];
        int count = 1 + dice_roll(&dice, MOST_STEPS);
        for (int j = 0; j < count; j++)
            steps[j] = random_step(&w, &dice);
        struct sample init = sample_cube(&w, &dice, state_bits(&w));
        struct table forth = explicit_search(&w, init.t, steps, count, true);
        struct table back = explicit_search(&w, init.t, steps, count, false);

        // Chaining: every relation at once works on what the one before it found.
        bdd reached = init.f, before = BDD_FALSE;
        bdd_protect(w.m, &reached);
        bdd_protect(w.m, &before); // else its node could come back as that of another function
        do {
            bdd_scope scope = bdd_open_scope(w.m);
            before = reached;
            for (int j = 0; j < count; j++)
                reached = bdd_or(w.m, reached, bdd_image(w.m, reached, steps[j].relation));
            bdd_close_scope(w.m, scope);
        } while (reached != before);
        assert_function(&w, reached, &forth);

        reached = init.f;
        do {
            bdd_scope scope = bdd_open_scope(w.m);
            before = reached;
            for (int j = 0; j < count; j++)
                reached = bdd_image_union(w.m, reached, steps[j].relation, reached);
            bdd_close_scope(w.m, scope);
        } while (reached != before);
        assert_function(&w, reached, &forth);

        reached = init.f;
        do {
            bdd_scope scope = bdd_open_scope(w.m);
            before = reached;
            for (int j = 0; j < count; j++)
                reached = bdd_or(w.m, reached, bdd_preimage(w.m, reached, steps[j].relation));
            bdd_close_scope(w.m, scope);
        } while (reached != before);
        assert_function(&w, reached, &back);

        // Breadth first with one relation: after each round exactly the states of that distance are in the frontier.
        struct table all = init.t, fresh = init.t;
        bdd frontier = init.f;
        bdd_protect(w.m, &frontier);
        reached = init.f;
        while (frontier != BDD_FALSE) {
            bdd_scope scope = bdd_open_scope(w.m);
            assert_true(bdd_advance(w.m, steps[0].relation, &frontier, &reached));
            bdd_close_scope(w.m, scope);
            fresh = table_and(explicit_image(&w, &fresh, &steps[0]), table_not(all));
            all = table_or(all, fresh);
            assert_function(&w, frontier, &fresh);
            assert_function(&w, reached, &all);
        }
        assert_true(table_is_constant(&fresh, false));
        bdd_unprotect(w.m, &frontier);
        bdd_unprotect(w.m, &before);
        bdd_unprotect(w.m, &reached);
        for (int j = 0; j < count; j++)
            bdd_relation_free(steps[j].relation);
        world_close(&w);
    }
}

// A counter of n bits passes through all 2^n states, one a step; the diameter shows off-by-one errors.
static void counter(void **state)
{
    (void)state;
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    int bits = scaled(8, 4);
    world_add_pairs(&w, bits);
    bdd_manager *m = w.m;
    int vars[8];
    bdd body = BDD_TRUE, carry = BDD_TRUE, frontier = BDD_TRUE;
    for (int i = 0; i < bits; i++) {
        vars[i] = 2 * i;
        bdd now = bdd_literal(m, 2 * i), next = bdd_literal(m, 2 * i + 1);
        body = bdd_and(m, body, bdd_iff(m, next, bdd_xor(m, now, carry)));
        carry = bdd_and(m, carry, now);
        frontier = bdd_and(m, frontier, bdd_not(now));
    }
    bdd_relation *r = bdd_relation_new(m, body, vars, (size_t)bits);
    bdd reached = frontier;
    int steps = 0;
    while (frontier != BDD_FALSE) {
        bool values[16] = {false};
        for (int i = 0; i < bits; i++)
            values[2 * i] = steps >> i & 1;
        assert_true(bdd_evaluate(m, frontier, values));
        assert_true(bdd_is_cube(m, frontier));
        assert_true(bdd_advance(m, r, &frontier, &reached));
        steps++;
    }
    assert_int_equal(steps, 1 << bits);
    assert_int_equal(reached, BDD_TRUE);
    bdd_relation_free(r);
    world_close(&w);
}

// Beads on a wire: neighbours change places, one pair at a time, each exchange a relation of its own with two bits in
// its support. From the beads all on one side every arrangement is reached: C(n, n / 2) of them.
static void exchanges_reach_every_arrangement(void **state)
{
    (void)state;
    int n = scaled(24, 10);
    struct world w;
    world_open_with(&w, (struct bdd_config){0});
    world_add_pairs(&w, n);
    bdd_manager *m = w.m;
    bdd_relation *exchange[24];
    bdd start = BDD_TRUE, current = BDD_TRUE;
    for (int i = n - 1; i >= 0; i--) {
        bdd bit = bdd_literal(m, 2 * i);
        start = bdd_and(m, i < n / 2 ? bit : bdd_not(bit), start);
        current = bdd_and(m, bit, current);
        if (i == n - 1)
            continue;
        bdd body = bdd_and(m, bdd_iff(m, bdd_literal(m, 2 * i + 1), bdd_literal(m, 2 * i + 2)),
                           bdd_iff(m, bdd_literal(m, 2 * i + 3), bit));
        int vars[] = {2 * i, 2 * i + 2};
        exchange[i] = bdd_relation_new(m, body, vars, 2);
        assert_non_null(exchange[i]);
    }
    bdd reached = start, before = BDD_NONE;
    assert_true(bdd_protect(m, &reached) && bdd_protect(m, &before));
    while (reached != before) {
        bdd_scope scope = bdd_open_scope(m);
        before = reached;
        for (int i = 0; i + 1 < n; i++)
            reached = bdd_image_union(m, reached, exchange[i], reached);
        bdd_close_scope(m, scope);
    }
    mpz_t count, expected;
    mpz_inits(count, expected, NULL);
    mpz_bin_uiui(expected, (unsigned long)n, (unsigned long)(n / 2));
    assert_true(bdd_count(m, reached, current, count));
    assert_int_equal(mpz_cmp(count, expected), 0);
    mpz_clears(count, expected, NULL);
    // An exchange is its own inverse, and leads out of no set that is closed.
    for (int i = 0; i + 1 < n; i++) {
        assert_int_equal(bdd_image(m, reached, exchange[i]), reached);
        assert_int_equal(bdd_preimage(m, start, exchange[i]), bdd_image(m, start, exchange[i]));
        bdd_relation_free(exchange[i]);
    }
    bdd_unprotect(m, &before);
    bdd_unprotect(m, &reached);
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_and_preimages),
        cmocka_unit_test(images_in_parts),
        cmocka_unit_test(laws),
        cmocka_unit_test(particular_relations),
        cmocka_unit_test(refused_relations),
        cmocka_unit_test(alternating_relations),
        cmocka_unit_test(relations_last),
        cmocka_unit_test(reachability),
        cmocka_unit_test(counter),
        cmocka_unit_test(exchanges_reach_every_arrangement),
    };
    return RUN(tests);
}
