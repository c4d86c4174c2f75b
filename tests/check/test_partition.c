// Images and preimages by clusters, against those of the whole relation at once.
#include "../bdd/truth_table.h"
#include "../cases.h"
#include "check/partitioned_relation.h"

enum { PAIRS = 4, INPUTS = 2, PARTS = 6 };

// A transition relation in pieces, and as one.
struct steps {
    bdd parts[PARTS];
    size_t count;
    int updated[PAIRS], inputs[INPUTS];
    size_t updated_count;
    bdd whole; // with the bits that stay
};

static unsigned current_bits(void)
{
    unsigned bits = 0;
    for (int i = 0; i < PAIRS; i++)
        bits |= 1u << 2 * i;
    return bits;
}

static unsigned input_bits(void)
{
    return ((1u << INPUTS) - 1) << 2 * PAIRS;
}

static struct steps random_steps(struct world *w, struct dice *dice)
{
    struct steps s = {.count = (size_t)dice_roll(dice, PARTS + 1), .whole = BDD_TRUE};
    unsigned among = current_bits() | input_bits();
    for (int i = 0; i < INPUTS; i++)
        s.inputs[i] = 2 * PAIRS + i;
    for (int i = 0; i < PAIRS; i++) {
        int bit = 2 * i;
        if (dice_roll(dice, 4)) {
            s.updated[s.updated_count++] = bit;
            among |= 1u << (bit + 1);
        } else
            s.whole = bdd_and(w->m, s.whole, bdd_iff(w->m, bdd_literal(w->m, bit), bdd_literal(w->m, bit + 1)));
    }
    for (size_t i = 0; i < s.count; i++) {
        s.parts[i] = random_expression(w, dice, among, 1 + dice_roll(dice, 3)).f;
        s.whole = bdd_and(w->m, s.whole, s.parts[i]);
    }
    return s;
}

// By one relation over all pairs, whose inputs are gone.
static bdd_relation *relation_of(struct world *w, bdd body)
{
    int all[PAIRS];
    for (int i = 0; i < PAIRS; i++)
        all[i] = 2 * i;
    bdd_relation *relation = bdd_relation_new(w->m, bdd_exists(w->m, body, cube_of(w, input_bits())), all, PAIRS);
    assert_non_null(relation);
    return relation;
}

static void compare(struct world *w, struct dice *dice, const struct steps *s, struct partition *p)
{
    bdd set = random_expression(w, dice, current_bits(), 3).f, to = random_expression(w, dice, current_bits(), 2).f;
    bdd by = random_expression(w, dice, current_bits() | input_bits(), 2).f;
    bdd_relation *all = relation_of(w, s->whole), *some = relation_of(w, bdd_and(w->m, s->whole, by));
    bdd post = bdd_image(w->m, set, all);
    assert_int_equal(partition_post(p, set), post);
    assert_int_equal(partition_grow(p, set), bdd_or(w->m, set, post));
    assert_int_equal(partition_pre(p, set, BDD_TRUE), bdd_preimage(w->m, set, all));
    assert_int_equal(partition_pre(p, set, by), bdd_preimage(w->m, set, some));
    bdd between = bdd_and(w->m, bdd_and(w->m, s->whole, set), bdd_swap_pairs(w->m, to));
    between = bdd_exists(w->m, between, cube_of(w, current_bits() << 1));
    assert_int_equal(partition_between(p, set, to), between);
    assert_int_equal(partition_post(p, BDD_FALSE), BDD_FALSE);
    bdd_relation_free(some);
    bdd_relation_free(all);
}

static void clusters_of_any_size_step_as_the_whole(void **state)
{
    UNUSED(state);
    static const size_t sizes[] = {1, 10, 1000};
    struct dice dice = dice_for("clusters");
    for (int round = 0; round < cases_for(3000, 400, 20); round++) {
        struct world w;
        world_open(&w, 0);
        world_add_pairs(&w, PAIRS);
        world_add_vars(&w, INPUTS);
        struct steps s = random_steps(&w, &dice);
        for (size_t i = 0; i < 3; i++) {
            struct partition *p =
                partition_new(w.m, s.parts, s.count, s.updated, s.updated_count, s.inputs, INPUTS, sizes[i], &w.mem);
            assert_non_null(p);
            assert_true(partition_clusters(p) <= s.count + 1);
            for (int k = 0; k < 3; k++)
                compare(&w, &dice, &s, p);
            partition_free(p);
        }
        world_close(&w);
    }
}

// ---- Pre-images where it matters ------------------------------------------------------------------------------------

static void compare_within(struct world *w, struct dice *dice, const struct steps *s, struct partition *p, bdd care)
{
    bdd set = random_expression(w, dice, current_bits(), 3).f;
    bdd by = random_expression(w, dice, current_bits() | input_bits(), 2).f;
    bdd_relation *all = relation_of(w, s->whole), *some = relation_of(w, bdd_and(w->m, s->whole, by));
    assert_int_equal(bdd_and(w->m, partition_pre(p, set, BDD_TRUE), care),
                     bdd_and(w->m, bdd_preimage(w->m, set, all), care));
    assert_int_equal(bdd_and(w->m, partition_pre(p, set, by), care),
                     bdd_and(w->m, bdd_preimage(w->m, set, some), care));
    bdd_relation_free(some);
    bdd_relation_free(all);
}

static void what_matters_may_change(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for("care");
    for (int round = 0; round < cases_for(3000, 400, 20); round++) {
        struct world w;
        world_open(&w, 0);
        world_add_pairs(&w, PAIRS);
        world_add_vars(&w, INPUTS);
        struct steps s = random_steps(&w, &dice);
        struct partition *p =
            partition_new(w.m, s.parts, s.count, s.updated, s.updated_count, s.inputs, INPUTS, 1, &w.mem);
        assert_non_null(p);
        for (int k = 0; k < 3; k++) {
            bdd care = random_expression(&w, &dice, current_bits(), 2).f;
            if (care == BDD_FALSE)
                continue;
            assert_true(partition_simplify(p, care));
            compare_within(&w, &dice, &s, p, care);
        }
        assert_true(partition_simplify(p, BDD_TRUE));
        compare(&w, &dice, &s, p);
        partition_free(p);
        world_close(&w);
    }
}

// The first half of the bits becomes the second, which stays: in the order of the bits that is exponential as a whole,
// and small where the second half is known.
enum { HALF = 20, BITS = 2 * HALF };

static bdd second_half(bdd_manager *m, bool one)
{
    bdd all = BDD_TRUE;
    for (int i = HALF; i < BITS; i++)
        all = bdd_and(m, all, one ? bdd_literal(m, 2 * i) : bdd_not(bdd_literal(m, 2 * i)));
    return all;
}

static void one_relation_is_dropped_when_another_is_too_large(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    bdd_manager *m = bdd_manager_new(&(struct bdd_config){.mem = &mem});
    assert_non_null(m);
    bdd_scope scope = bdd_open_scope(m);
    bdd parts[BITS];
    int updated[BITS];
    for (int i = 0; i < BITS; i++)
        updated[i] = bdd_new_pair(m, NULL);
    for (int i = 0; i < BITS; i++)
        parts[i] = bdd_iff(m, bdd_literal(m, updated[i] + 1), bdd_literal(m, updated[i < HALF ? i + HALF : i]));
    struct partition *p = partition_new(m, parts, BITS, updated, BITS, NULL, 0, 1, &mem);
    assert_non_null(p);
    assert_true(partition_clusters(p) > 1);

    bdd first = bdd_literal(m, updated[0]), none = second_half(m, false), all = second_half(m, true);
    bdd steps = none;
    for (int i = 0; i < BITS; i++)
        steps = bdd_and(m, steps, parts[i]);
    assert_true(partition_simplify(p, none));
    assert_int_equal(partition_simplified_nodes(p), bdd_size(m, steps));
    assert_int_equal(bdd_and(m, partition_pre(p, first, BDD_TRUE), none), BDD_FALSE);
    assert_int_equal(bdd_and(m, partition_pre(p, bdd_not(first), BDD_TRUE), none), none);

    bdd either = bdd_or(m, first, bdd_literal(m, updated[1])); // says nothing of the second half
    assert_true(partition_simplify(p, either));
    assert_int_equal(bdd_and(m, partition_pre(p, first, BDD_TRUE), either),
                     bdd_and(m, bdd_literal(m, updated[HALF]), either));
    assert_true(partition_simplify(p, all));
    assert_int_equal(bdd_and(m, partition_pre(p, first, BDD_TRUE), all), all);
    assert_true(partition_simplify(p, BDD_TRUE));
    assert_int_equal(partition_pre(p, first, BDD_TRUE), bdd_literal(m, updated[HALF]));
    partition_free(p);
    bdd_close_scope(m, scope);
    bdd_manager_free(m);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_of_any_size_step_as_the_whole),
        cmocka_unit_test(what_matters_may_change),
        cmocka_unit_test(one_relation_is_dropped_when_another_is_too_large),
    };
    return RUN(tests);
}
