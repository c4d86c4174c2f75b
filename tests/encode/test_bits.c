// Numbers as vectors of functions, against integers: every operation, on constants of all sizes and on small vectors of
// variables for all their values.
#include "../bdd/truth_table.h"
#include "encode/bits.h"

typedef __int128 wide;

// What the vector stands for under an assignment to the variables.
static wide number_at(const struct world *w, const struct bits *b, const bool *values)
{
    wide number = 0;
    for (unsigned i = 0; i < b->width; i++)
        if (bdd_evaluate(w->m, b->bit[i], values))
            number += b->is_signed && i == b->width - 1 ? -((wide)1 << i) : (wide)1 << i;
    return number;
}

// Cut to so many bits, and read as signed or not.
static wide wrapped(wide number, unsigned width, bool is_signed)
{
    wide modulus = (wide)1 << width, low = number & (modulus - 1);
    return is_signed && width > 0 && low >> (width - 1) ? low - modulus : low;
}

static struct bits variables(struct world *w, int first, unsigned width, bool is_signed)
{
    struct bits b = {.width = width, .is_signed = is_signed};
    for (unsigned i = 0; i < width; i++)
        b.bit[i] = bdd_literal(w->m, first + (int)i);
    return b;
}

static void spread(const struct world *w, unsigned index, bool *values)
{
    for (int v = 0; v < w->vars; v++)
        values[v] = index >> v & 1;
}

static void constants_stand_for_themselves(void **state)
{
    UNUSED(state);
    struct world w;
    struct dice dice = dice_for("constants");
    bool none[1] = {false};
    world_open(&w, 0);
    for (int i = 0; i < rounds(scaled(3000, 300)); i++) {
        int64_t number = (int64_t)dice_next(&dice) >> (2 + dice_roll(&dice, 62));
        struct bits b = bits_const(number);
        assert_true(number_at(&w, &b, none) == number);
        // As narrow as it can be: one bit less would stand for another number.
        if (b.width > 0) {
            struct bits less = bits_resize(&b, b.width - 1);
            assert_true(number_at(&w, &less, none) != number);
        }
        unsigned width = 1 + (unsigned)dice_roll(&dice, 64);
        uint64_t pattern = dice_next(&dice) >> (64 - width);
        bool is_signed = dice_coin(&dice);
        b = bits_word_const(pattern, width, is_signed);
        assert_int_equal(b.width, width);
        assert_true(number_at(&w, &b, none) == wrapped((wide)pattern, width, is_signed));
        bool negative = is_signed && pattern >> (width - 1) & 1;
        assert_int_equal(bits_sign(&b), negative ? BDD_TRUE : BDD_FALSE);
    }
    world_close(&w);
}

static void resizing_cuts_and_extends_by_the_sign(void **state)
{
    UNUSED(state);
    struct world w;
    world_open(&w, 5);
    for (unsigned width = 1; width <= 5; width++)
        for (unsigned to = 0; to <= 9; to++)
            for (int is_signed = 0; is_signed < 2; is_signed++) {
                struct bits b = variables(&w, 0, width, is_signed), resized = bits_resize(&b, to);
                assert_int_equal(resized.width, to);
                for (unsigned i = 0; i < 32; i++) {
                    bool values[5];
                    spread(&w, i, values);
                    assert_true(number_at(&w, &resized, values) == wrapped(number_at(&w, &b, values), to, is_signed));
                    bool negative = number_at(&w, &b, values) < 0;
                    assert_int_equal(bdd_evaluate(w.m, bits_sign(&b), values), negative);
                }
            }
    world_close(&w);
}

// Operands that are variables, constants, or mixtures by a condition.
static struct bits random_operand(struct world *w, struct dice *dice, int first)
{
    struct bits b = variables(w, first, 1 + (unsigned)dice_roll(dice, 4), dice_coin(dice));
    int kind = dice_roll(dice, 4);
    if (kind == 0)
        return bits_const(dice_roll(dice, 41) - 20);
    struct bits constant = bits_const(dice_roll(dice, 21) - 10);
    return kind == 1 ? bits_ite(w->m, bdd_literal(w->m, 8), &b, &constant) : b;
}

static void integers_are_exact(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for("integers");
    for (int round = 0; round < rounds(scaled(150, 6)); round++) {
        struct world w;
        world_open(&w, 9);
        struct bits a = random_operand(&w, &dice, 0), b = random_operand(&w, &dice, 4), quotient, rest;
        struct bits sum = bits_add(w.m, &a, &b), difference = bits_subtract(w.m, &a, &b);
        struct bits product = bits_multiply(w.m, &a, &b), negated = bits_negate(w.m, &a);
        bits_divide(w.m, &a, &b, &quotient, &rest);
        bdd condition = random_expression(&w, &dice, all_vars(&w), 2).f;
        struct bits either = bits_ite(w.m, condition, &a, &b);
        bdd equal = bits_equal(w.m, &a, &b), less = bits_less(w.m, &a, &b), most = bits_less_equal(w.m, &a, &b);
        bdd zero = bits_is_zero(w.m, &a);
        for (unsigned i = 0; i < 1u << 9; i++) {
            bool values[9];
            spread(&w, i, values);
            wide x = number_at(&w, &a, values), y = number_at(&w, &b, values);
            assert_true(number_at(&w, &sum, values) == x + y);
            assert_true(number_at(&w, &difference, values) == x - y);
            assert_true(number_at(&w, &product, values) == x * y);
            assert_true(number_at(&w, &negated, values) == -x);
            if (y != 0) {
                assert_true(number_at(&w, &quotient, values) == x / y);
                assert_true(number_at(&w, &rest, values) == x % y);
            }
            assert_true(number_at(&w, &either, values) == (bdd_evaluate(w.m, condition, values) ? x : y));
            assert_int_equal(bdd_evaluate(w.m, equal, values), x == y);
            assert_int_equal(bdd_evaluate(w.m, less, values), x < y);
            assert_int_equal(bdd_evaluate(w.m, most, values), x <= y);
            assert_int_equal(bdd_evaluate(w.m, zero, values), x == 0);
        }
        world_close(&w);
    }
}

static void large_constants_are_exact(void **state)
{
    UNUSED(state);
    struct world w;
    struct dice dice = dice_for("large");
    bool none[1] = {false};
    world_open(&w, 0);
    for (int i = 0; i < rounds(scaled(3000, 60)); i++) {
        bdd_scope scope = bdd_open_scope(w.m);
        int64_t x = (int64_t)dice_next(&dice) >> (2 + dice_roll(&dice, 60));
        int64_t y = (int64_t)dice_next(&dice) >> (2 + dice_roll(&dice, 60));
        struct bits a = bits_const(x), b = bits_const(y), result, rest;
        result = bits_add(w.m, &a, &b);
        assert_true(number_at(&w, &result, none) == (wide)x + y);
        result = bits_subtract(w.m, &a, &b);
        assert_true(number_at(&w, &result, none) == (wide)x - y);
        if (y != 0) {
            bits_divide(w.m, &a, &b, &result, &rest);
            assert_true(number_at(&w, &result, none) == x / y);
            assert_true(number_at(&w, &rest, none) == x % y);
        }
        assert_int_equal(bits_less(w.m, &a, &b), x < y ? BDD_TRUE : BDD_FALSE);
        assert_int_equal(bits_less_equal(w.m, &a, &b), x <= y ? BDD_TRUE : BDD_FALSE);
        assert_int_equal(bits_equal(w.m, &a, &b), x == y ? BDD_TRUE : BDD_FALSE);
        // Products stay within what a model's integers can be.
        struct bits c = bits_const(x >> 31), d = bits_const(y >> 31);
        result = bits_multiply(w.m, &c, &d);
        assert_true(number_at(&w, &result, none) == (wide)(x >> 31) * (y >> 31));
        bdd_close_scope(w.m, scope);
    }
    world_close(&w);
}

static void shifts_keep_the_width_and_bring_in_the_sign(void **state)
{
    UNUSED(state);
    struct world w;
    world_open(&w, 9);
    for (unsigned width = 1; width <= (unsigned)scaled(5, 3); width++)
        for (unsigned count_width = 1; count_width <= (unsigned)scaled(4, 2); count_width++)
            for (int is_signed = 0; is_signed < 2; is_signed++) {
                bdd_scope scope = bdd_open_scope(w.m);
                struct bits a = variables(&w, 0, width, is_signed), by = variables(&w, 5, count_width, false);
                struct bits left = bits_shift_left(w.m, &a, &by), right = bits_shift_right(w.m, &a, &by);
                assert_int_equal(left.width, width);
                assert_int_equal(right.width, width);
                for (unsigned i = 0; i < 1u << 9; i++) {
                    bool values[9];
                    spread(&w, i, values);
                    wide x = number_at(&w, &a, values), n = number_at(&w, &by, values);
                    assert_true(number_at(&w, &left, values) == wrapped(x * ((wide)1 << n), width, is_signed));
                    assert_true(number_at(&w, &right, values) == x >> n);
                }
                bdd_close_scope(w.m, scope);
            }
    world_close(&w);
}

static void what_did_not_end_spreads(void **state)
{
    UNUSED(state);
    struct world w;
    world_open(&w, 4);
    struct bits a = variables(&w, 0, 2, false), b = variables(&w, 2, 2, true);
    a.bit[0] = BDD_NONE;
    struct bits sum = bits_add(w.m, &a, &b);
    bool lost = false;
    for (unsigned i = 0; i < sum.width; i++)
        lost |= !bdd_is_valid(sum.bit[i]);
    assert_true(lost);
    assert_false(bdd_is_valid(bits_equal(w.m, &a, &b)));
    assert_false(bdd_is_valid(bits_less(w.m, &a, &b)));
    assert_false(bdd_is_valid(bits_is_zero(w.m, &a)));
    world_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_stand_for_themselves),
        cmocka_unit_test(resizing_cuts_and_extends_by_the_sign),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(large_constants_are_exact),
        cmocka_unit_test(shifts_keep_the_width_and_bring_in_the_sign),
        cmocka_unit_test(what_did_not_end_spreads),
    };
    return RUN(tests);
}
