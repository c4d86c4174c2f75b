// Representatives against brute force: all permutations of small groups are applied to random states.
#include "base/array.h"
#include "explicit/layout.h"
#include "group/canonical.h"
#include "group/ordered_partition.h"
#include "varied.h"

struct bench {
    struct mem mem;
    struct model *model;
    struct symmetry *symmetry;
    struct layout layout;
    struct canonical *canonical;
    size_t cells;
    value *state, *image;
    uint64_t *packed, *representative, *permuted;
    ARRAY(uint64_t) orbit; // distinct states
    size_t permutations;
};

static void open_bench(struct bench *b, struct dice *dice)
{
    *b = (struct bench){0};
    b->model = model_new(&b->mem);
    varied_make(b->model, dice);
    b->symmetry = symmetry_new(b->model, &b->mem);
    if (dice_coin(dice))
        varied_restrict(b->symmetry, dice);
    // Scattered cells must do, too.
    layout_open(&b->layout, b->model, dice_roll(dice, 3) ? b->symmetry : NULL, &b->mem);
    b->cells = b->layout.cells;
    struct packed_cell *cells = malloc((b->cells + 1) * sizeof *cells);
    layout_describe(&b->layout, cells);
    b->canonical = canonical_new(b->symmetry, cells, b->layout.words, &b->mem);
    free(cells);
    b->state = malloc((b->cells + 1) * sizeof *b->state);
    b->image = malloc((b->cells + 1) * sizeof *b->image);
    b->packed = malloc(b->layout.words * sizeof *b->packed);
    b->representative = malloc(b->layout.words * sizeof *b->representative);
    b->permuted = malloc(b->layout.words * sizeof *b->permuted);
}

static void close_bench(struct bench *b)
{
    canonical_free(b->canonical);
    array_free(&b->mem, &b->orbit);
    layout_close(&b->layout);
    symmetry_free(b->symmetry);
    model_free(b->model);
    free(b->state);
    free(b->image);
    free(b->packed);
    free(b->representative);
    free(b->permuted);
    assert_nothing_left(&b->mem);
}

static size_t bytes(const struct bench *b)
{
    return b->layout.words * sizeof(uint64_t);
}

// Every image of the state has the same representative, which the permutation given leads to.
static void check_image(void *context, const uint32_t *permutation)
{
    struct bench *b = context;
    bool is_new = true;
    b->permutations++;
    symmetry_apply(b->symmetry, permutation, b->state, b->image);
    assert_true(layout_pack(&b->layout, b->image, b->permuted));
    for (size_t i = 0; i < b->orbit.count && is_new; i += b->layout.words)
        is_new = memcmp(b->orbit.at + i, b->permuted, bytes(b)) != 0;
    for (size_t i = 0; is_new && i < b->layout.words; i++)
        array_push(&b->mem, &b->orbit, b->permuted[i]);
    if (!is_new)
        return;
    const uint32_t *to = canonical_make(b->canonical, b->permuted);
    assert_memory_equal(b->permuted, b->representative, bytes(b));
    assert_true(symmetry_contains(b->symmetry, to));
    value *arrived = malloc((b->cells + 1) * sizeof *arrived);
    symmetry_apply(b->symmetry, to, b->image, arrived);
    assert_true(layout_pack(&b->layout, arrived, b->permuted));
    assert_memory_equal(b->permuted, b->representative, bytes(b));
    free(arrived);
}

// Twins are told exactly: those elements of a block whose exchange changes nothing.
static void check_twins(struct bench *b)
{
    const struct symmetry *s = b->symmetry;
    uint32_t first[64], before[64], exchange[64];
    bool any = false;
    canonical_twins(b->canonical, b->packed, first, before);
    for (uint32_t e = 0; e < s->element_count; e++) {
        uint32_t lowest = e, count = 0;
        for (uint32_t other = e; other-- > 0;) {
            if (s->block[other] != s->block[e] || s->rotates[s->class_of[e]])
                continue;
            permutation_identity(s, exchange);
            exchange[e] = other;
            exchange[other] = e;
            symmetry_apply(s, exchange, b->state, b->image);
            if (memcmp(b->image, b->state, b->cells * sizeof *b->state) == 0) {
                lowest = other;
                count++;
            }
        }
        assert_int_equal(first[e], lowest);
        assert_int_equal(before[e], count);
        any |= count > 0;
    }
    assert_int_equal(canonical_twins(b->canonical, b->packed, first, before), any);
}

static void check_state(struct bench *b, struct dice *dice)
{
    varied_state(b->symmetry, dice, b->state);
    assert_true(layout_pack(&b->layout, b->state, b->packed));
    memcpy(b->representative, b->packed, bytes(b));
    canonical_make(b->canonical, b->representative);
    b->orbit.count = b->permutations = 0;
    varied_each_permutation(b->symmetry, check_image, b);
    bool is_image = false;
    for (size_t i = 0; i < b->orbit.count; i += b->layout.words)
        is_image |= memcmp(b->orbit.at + i, b->representative, bytes(b)) == 0;
    assert_true(is_image);
    mpz_t size;
    mpz_init(size);
    canonical_orbit_size(b->canonical, b->packed, size);
    assert_int_equal(mpz_get_ui(size), b->orbit.count / b->layout.words);
    symmetry_order(b->symmetry, size);
    assert_int_equal(mpz_get_ui(size), b->permutations);
    mpz_clear(size);
    check_twins(b);
}

static void test_brute_force(void **unused)
{
    UNUSED(unused);
    struct dice dice = dice_for("brute force");
    for (int i = 0; i < rounds(3000); i++) {
        struct bench b;
        open_bench(&b, &dice);
        for (int k = 0; k < 8; k++)
            check_state(&b, &dice);
        close_bench(&b);
    }
}

// Many elements, in order, nearly so, or not at all.
static void test_splitting(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("splitting");
    enum { COUNT = 300 };
    uint64_t keys[COUNT];
    uint32_t scratch[COUNT];
    struct partition p;
    partition_open(&p, COUNT, &mem);
    for (int round = 0; round < rounds(400); round++) {
        int sides = 1 + dice_roll(&dice, 400), changes = dice_roll(&dice, 4) ? dice_roll(&dice, 5) : COUNT;
        for (uint32_t i = 0; i < COUNT; i++) {
            p.order[i] = i;
            p.colour[i] = 0;
            keys[i] = i * (uint64_t)sides / COUNT;
        }
        for (int i = 0; i < changes; i++)
            keys[dice_roll(&dice, COUNT)] = (uint64_t)dice_roll(&dice, sides);
        p.size[0] = COUNT;
        p.cells = 1;
        partition_split(&p, keys, scratch);
        uint32_t cells = 1, begin = 0;
        for (uint32_t i = 1; i < COUNT; i++) {
            uint64_t last = keys[p.order[i - 1]], key = keys[p.order[i]];
            assert_true(last < key || (last == key && p.order[i - 1] < p.order[i]));
            if (last < key) {
                assert_int_equal(p.size[begin], i - begin);
                begin = i;
                cells++;
            }
            assert_int_equal(p.colour[p.order[i]], begin);
        }
        assert_int_equal(p.size[begin], COUNT - begin);
        assert_int_equal(p.cells, cells);
    }
    partition_close(&p, &mem);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_splitting),
    };
    return RUN(tests);
}
