// The normal forms that expressions get when they are made, and what is kept as it is.
#include "expression_tree.h"

struct bench {
    struct mem mem;
    struct model *m;
    expr p, q, r; // truth values
    expr x, y;    // 0..7, 5..9
    expr z;       // -2..2: a divisor that may be zero
    expr w, v;    // unsigned words of 4 bits
    expr t, f;
    type_id word;
    value a, b;
    expr e; // an enumeration of a and b
};

static expr cell(struct model *m, const char *name, type_id type)
{
    return model_cell_expr(m, model_add_cell(m, name, type, CELL_STATE));
}

static int open_bench(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    struct model *m = b->m = model_new(&b->mem);
    b->p = cell(m, "p", model_boolean(m));
    b->q = cell(m, "q", model_boolean(m));
    b->r = cell(m, "r", model_boolean(m));
    b->x = cell(m, "x", model_integer(m, 0, 7));
    b->y = cell(m, "y", model_integer(m, 5, 9));
    b->z = cell(m, "z", model_integer(m, -2, 2));
    b->word = model_word(m, 4, false);
    b->w = cell(m, "w", b->word);
    b->v = cell(m, "v", b->word);
    b->t = model_true(m);
    b->f = model_false(m);
    b->a = model_symbol(m, "a");
    b->b = model_symbol(m, "b");
    b->e = cell(m, "e", model_enum(m, (value[]){b->a, b->b}, 2));
    *state = b;
    return 0;
}

static int close_bench(void **state)
{
    struct bench *b = *state;
    model_free(b->m);
    assert_nothing_left(&b->mem);
    free(b);
    return 0;
}

static void constants_are_one_whatever_their_type(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    type_id ab = model_enum(m, (value[]){b->a, b->b}, 2), ba7 = model_enum(m, (value[]){b->b, 7, b->a}, 3);
    assert_int_equal(model_const(m, ab, b->a), model_const(m, ba7, b->a));
    assert_int_equal(model_const(m, ba7, 7), model_int(m, 7));
    assert_int_equal(model_const(m, model_integer(m, 0, 9), 7), model_int(m, 7));
    assert_int_not_equal(model_const(m, b->word, 1), model_int(m, 1));
    assert_int_not_equal(b->t, model_int(m, 1));
    assert_int_equal(model_const(m, model_boolean(m), 1), b->t);
    assert_int_equal(model_const(m, b->word, 25), model_const(m, b->word, 9)); // the low bits
    value v;
    assert_true(model_is_const(m, model_int(m, -4), &v) && v == -4);
    assert_false(model_is_const(m, b->x, &v));
}

static void truth_values_are_normalised(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr p = b->p, q = b->q, r = b->r, t = b->t, f = b->f, not_p = model_not(m, p);
    assert_int_equal(model_not(m, not_p), p);
    assert_int_equal(model_not(m, t), f);
    assert_int_equal(model_and(m, p, q), model_and(m, q, p));
    assert_int_equal(model_or(m, p, q), model_or(m, q, p));
    assert_int_equal(model_and(m, p, p), p);
    assert_int_equal(model_and(m, p, t), p);
    assert_int_equal(model_and(m, p, f), f);
    assert_int_equal(model_or(m, p, f), p);
    assert_int_equal(model_or(m, p, t), t);
    assert_int_equal(model_and(m, p, not_p), f);
    assert_int_equal(model_or(m, not_p, p), t);
    assert_int_equal(model_nary(m, OP_AND, (expr[]){p, q, r, p, t}, 5), model_nary(m, OP_AND, (expr[]){r, q, p}, 3));
    assert_int_equal(model_nary(m, OP_OR, (expr[]){q, p, r, not_p}, 4), t);
    assert_int_equal(model_nary(m, OP_AND, NULL, 0), t);
    assert_int_equal(model_nary(m, OP_OR, NULL, 0), f);
    assert_int_equal(model_xor(m, p, q), model_xor(m, q, p));
    assert_int_equal(model_xor(m, not_p, q), model_not(m, model_xor(m, p, q)));
    assert_int_equal(model_xor(m, p, p), f);
    assert_int_equal(model_xor(m, p, not_p), t);
    assert_int_equal(model_xor(m, p, t), not_p);
    assert_int_equal(model_iff(m, p, q), model_binary(m, OP_EQ, q, p));
    assert_int_equal(model_implies(m, p, q), model_or(m, q, not_p));
}

static void ite_is_normalised(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr p = b->p, q = b->q, not_p = model_not(m, p), t = b->t, f = b->f;
    assert_int_equal(model_ite(m, t, b->x, b->y), b->x);
    assert_int_equal(model_ite(m, f, b->x, b->y), b->y);
    assert_int_equal(model_ite(m, p, b->x, b->x), b->x);
    assert_int_equal(model_ite(m, not_p, b->x, b->y), model_ite(m, p, b->y, b->x));
    assert_int_equal(model_ite(m, p, t, f), p);
    assert_int_equal(model_ite(m, p, f, t), not_p);
    assert_int_equal(model_ite(m, p, t, q), model_or(m, p, q));
    assert_int_equal(model_ite(m, p, f, q), model_and(m, not_p, q));
    assert_int_equal(model_ite(m, p, q, t), model_or(m, not_p, q));
    assert_int_equal(model_ite(m, p, q, f), model_and(m, p, q));
    assert_int_equal(model_ite(m, p, p, q), model_or(m, p, q));
}

static void comparisons_are_decided_by_types(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    value c = model_symbol(m, "c");
    expr symbol_c = model_const(m, model_enum(m, &c, 1), c);
    assert_int_equal(model_binary(m, OP_EQ, b->x, b->x), b->t);
    assert_int_equal(model_binary(m, OP_EQ, b->x, model_int(m, 8)), b->f);
    assert_int_equal(model_binary(m, OP_EQ, b->e, symbol_c), b->f);
    assert_int_equal(model_binary(m, OP_EQ, b->e, b->x), b->f);
    assert_int_equal(model_binary(m, OP_EQ, b->x, b->y), model_binary(m, OP_EQ, b->y, b->x));
    assert_int_equal(model_binary(m, OP_LT, b->x, model_int(m, 8)), b->t);
    assert_int_equal(model_binary(m, OP_LT, b->x, model_int(m, 0)), b->f);
    assert_int_equal(model_binary(m, OP_LE, b->x, model_int(m, 7)), b->t);
    assert_int_equal(model_binary(m, OP_LE, model_int(m, 10), b->y), b->f);
    assert_int_equal(model_binary(m, OP_LE, b->x, b->y), model_not(m, model_binary(m, OP_LT, b->y, b->x)));
    assert_int_equal(model_binary(m, OP_LT, b->w, b->w), b->f);
    expr flag = model_ite(m, b->p, model_int(m, 1), model_int(m, 3));
    assert_int_equal(model_binary(m, OP_EQ, flag, model_int(m, 1)), b->p);
    assert_int_equal(model_binary(m, OP_EQ, model_int(m, 3), flag), model_not(m, b->p));
    assert_int_equal(model_binary(m, OP_EQ, model_unary(m, OP_TO_INT, b->p), model_int(m, 0)), model_not(m, b->p));
    assert_int_equal(model_binary(m, OP_EQ, b->p, model_int(m, 1)), b->p); // a truth value as a number
}

static void arithmetic_is_normalised(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr zero = model_int(m, 0), one = model_int(m, 1), sum = model_binary(m, OP_ADD, b->x, b->y);
    assert_int_equal(sum, model_binary(m, OP_ADD, b->y, b->x));
    assert_int_equal(model_expr(m, sum)->type, model_integer(m, 5, 16));
    assert_int_equal(model_binary(m, OP_ADD, b->x, zero), b->x);
    assert_int_equal(model_binary(m, OP_SUB, b->x, b->x), zero);
    assert_int_equal(model_binary(m, OP_SUB, b->x, zero), b->x);
    assert_int_equal(model_binary(m, OP_MUL, b->x, one), b->x);
    assert_int_equal(model_binary(m, OP_MUL, zero, b->x), zero);
    assert_int_equal(model_binary(m, OP_DIV, b->x, one), b->x);
    assert_int_equal(model_binary(m, OP_MOD, b->x, one), zero);
    assert_int_equal(model_binary(m, OP_MOD, b->x, model_int(m, 8)), b->x);
    assert_int_equal(model_binary(m, OP_DIV, b->x, b->y), model_binary(m, OP_DIV, b->x, b->y));
    assert_int_equal(model_unary(m, OP_NEG, model_unary(m, OP_NEG, b->x)), b->x);
    assert_int_equal(model_unary(m, OP_TO_INT, b->x), b->x);
    assert_int_equal(model_binary(m, OP_DIV, model_int(m, -7), model_int(m, 2)), model_int(m, -3));
    assert_int_equal(model_binary(m, OP_MOD, model_int(m, -7), model_int(m, 3)), model_int(m, -1));
    assert_int_equal(model_binary(m, OP_MOD, model_int(m, 7), model_int(m, -3)), one);
    expr count = model_nary(m, OP_COUNT, (expr[]){b->p, b->t, b->q, b->f, b->p}, 5);
    assert_int_equal(model_expr(m, count)->type, model_integer(m, 1, 4));
    assert_int_equal(model_nary(m, OP_COUNT, (expr[]){b->t, b->f, b->t}, 3), model_int(m, 2));
    assert_int_equal(model_nary(m, OP_COUNT, &b->p, 1), model_unary(m, OP_TO_INT, b->p));
    assert_int_equal(model_nary(m, OP_COUNT, NULL, 0), zero);
    expr pair = model_nary(m, OP_COUNT, (expr[]){b->p, b->q}, 2), two = model_int(m, 2);
    expr either = model_or(m, b->p, b->q), both = model_and(m, b->p, b->q);
    assert_int_equal(model_binary(m, OP_EQ, pair, zero), model_not(m, either));
    assert_int_equal(model_binary(m, OP_EQ, two, pair), both);
    assert_int_equal(model_binary(m, OP_LT, zero, pair), either);
    assert_int_equal(model_binary(m, OP_LT, pair, one), model_not(m, either));
    assert_int_equal(model_binary(m, OP_LT, one, pair), both);
    assert_int_equal(model_binary(m, OP_LT, pair, two), model_not(m, both));
    assert_int_equal(model_expr(m, model_binary(m, OP_EQ, pair, one))->op, OP_EQ);
}

static void words_are_normalised(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr none = model_const(m, b->word, 0), ones = model_const(m, b->word, 15), w = b->w, v = b->v;
    assert_int_equal(model_binary(m, OP_BIT_AND, w, v), model_binary(m, OP_BIT_AND, v, w));
    assert_int_equal(model_binary(m, OP_BIT_AND, w, w), w);
    assert_int_equal(model_binary(m, OP_BIT_AND, w, ones), w);
    assert_int_equal(model_binary(m, OP_BIT_AND, w, none), none);
    assert_int_equal(model_binary(m, OP_BIT_OR, w, none), w);
    assert_int_equal(model_binary(m, OP_BIT_OR, ones, w), ones);
    assert_int_equal(model_binary(m, OP_BIT_XOR, w, w), none);
    assert_int_equal(model_unary(m, OP_BIT_NOT, model_unary(m, OP_BIT_NOT, w)), w);
    assert_int_equal(model_binary(m, OP_SHIFT_LEFT, w, model_int(m, 0)), w);
    assert_int_equal(model_extract(m, w, 3, 0), w);
    assert_int_equal(model_extract(m, model_extract(m, w, 3, 1), 1, 1), model_extract(m, w, 2, 2));
    expr as_signed = model_convert(m, OP_RETYPE, model_word(m, 4, true), w);
    assert_int_equal(model_convert(m, OP_RETYPE, b->word, as_signed), w);
    assert_int_equal(model_extract(m, as_signed, 3, 0), w);
    assert_int_equal(model_convert(m, OP_EXTEND, b->word, w), w);
    assert_int_equal(model_expr(m, model_binary(m, OP_CONCAT, as_signed, w))->type, model_word(m, 8, false));
    assert_int_equal(model_expr(m, model_unary(m, OP_TO_INT, as_signed))->type, model_integer(m, -8, 7));
}

// A law that forgets an operand must not make an undefined expression defined.
static void what_may_be_undefined_is_kept(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr quotient = model_binary(m, OP_DIV, b->x, b->z);
    assert_true(model_expr(m, quotient)->partial);
    assert_false(model_expr(m, model_binary(m, OP_DIV, b->x, b->y))->partial);
    assert_false(model_expr(m, model_binary(m, OP_DIV, b->w, model_const(m, b->word, 3)))->partial);
    assert_true(model_expr(m, model_binary(m, OP_MOD, b->w, b->v))->partial);
    assert_true(model_expr(m, model_binary(m, OP_SHIFT_LEFT, b->w, b->z))->partial);
    assert_false(model_expr(m, model_binary(m, OP_SHIFT_LEFT, b->w, b->x))->partial);

    // By what is not zero, since that is asked before; or was not asked of it, or is zero then.
    expr one = model_const(m, b->word, 1), is_zero = model_binary(m, OP_EQ, b->v, model_const(m, b->word, 0));
    expr asked = model_ite(m, is_zero, one, b->v), of_other = model_ite(m, is_zero, one, b->w);
    expr not_zero = model_ite(m, model_not(m, is_zero), one, b->v);
    assert_false(model_expr(m, model_binary(m, OP_DIV, b->w, asked))->partial);
    assert_true(model_expr(m, model_binary(m, OP_DIV, b->w, of_other))->partial);
    assert_true(model_expr(m, model_binary(m, OP_DIV, b->w, not_zero))->partial);

    expr condition = model_binary(m, OP_EQ, quotient, model_int(m, 1));
    assert_int_equal(model_expr(m, model_binary(m, OP_EQ, quotient, quotient))->op, OP_EQ);
    assert_int_equal(model_expr(m, model_binary(m, OP_SUB, quotient, quotient))->op, OP_SUB);
    assert_int_equal(model_expr(m, model_binary(m, OP_MUL, quotient, model_int(m, 0)))->op, OP_MUL);
    assert_int_equal(model_expr(m, model_binary(m, OP_LT, quotient, model_int(m, 99)))->op, OP_LT);
    assert_int_equal(model_expr(m, model_binary(m, OP_EQ, quotient, model_int(m, 99)))->op, OP_EQ);
    assert_int_equal(model_expr(m, model_or(m, condition, model_not(m, condition)))->op, OP_OR);
    assert_int_equal(model_expr(m, model_xor(m, condition, condition))->op, OP_XOR);
    assert_int_equal(model_expr(m, model_ite(m, condition, b->x, b->x))->op, OP_ITE);
    assert_int_equal(model_expr(m, model_ite(m, condition, b->t, b->q))->op, OP_ITE);
    assert_int_equal(model_and(m, condition, b->f), b->f); // one false operand is enough
    expr by_zero = model_binary(m, OP_DIV, model_int(m, 5), model_int(m, 0));
    assert_int_equal(model_expr(m, by_zero)->op, OP_DIV);
}

static void nodes_say_what_is_below(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    cell_id i = model_add_cell(m, "i", model_boolean(m), CELL_INPUT);
    expr input = model_cell_expr(m, i), next = model_next_expr(m, model_find_cell(m, "p"));
    const struct expr_node *n = model_expr(m, model_and(m, model_or(m, b->q, next), input));
    assert_true(n->has_next && n->has_input && !n->has_set && !n->partial);
    n = model_expr(m, model_or(m, b->q, b->p));
    assert_false(n->has_next || n->has_input || n->has_set);
    for (size_t k = 0; k < n->count; k++)
        assert_true(n->args[k] < model_or(m, b->q, b->p));
}

static void shift_replaces_all_cells(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr np = model_next_expr(m, model_find_cell(m, "p")), nx = model_next_expr(m, model_find_cell(m, "x"));
    expr e = model_and(m, b->p, model_binary(m, OP_LT, b->x, model_int(m, 3)));
    assert_int_equal(model_shift(m, e), model_and(m, np, model_binary(m, OP_LT, nx, model_int(m, 3))));
    assert_int_equal(model_shift(m, e), model_shift(m, e));
    assert_int_equal(model_shift(m, b->t), b->t);
    expr set = model_nary(m, OP_CHOICE, (expr[]){b->x, model_int(m, 9)}, 2);
    assert_int_equal(model_shift(m, set), model_nary(m, OP_CHOICE, (expr[]){nx, model_int(m, 9)}, 2));
    expr bits = model_extract(m, b->w, 2, 1);
    assert_int_equal(model_shift(m, bits), model_extract(m, model_next_expr(m, model_find_cell(m, "w")), 2, 1));
}

// Pointers that were given out stay good while the model grows.
static void nodes_do_not_move(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    const struct expr_node *n = model_expr(m, model_and(m, b->p, b->q));
    const struct type *t = model_expr_type(m, b->x);
    const struct cell *c = model_cell(m, 0);
    for (int i = 0; i < 5000; i++) {
        char name[16];
        snprintf(name, sizeof name, "c%d", i);
        model_binary(m, OP_EQ, cell(m, name, model_integer(m, 0, i)), model_int(m, 0));
    }
    assert_ptr_equal(n, model_expr(m, model_and(m, b->p, b->q)));
    assert_ptr_equal(t, model_expr_type(m, b->x));
    assert_ptr_equal(c, model_cell(m, 0));
    assert_int_equal(model_cell(m, model_find_cell(m, "c4999"))->type, model_integer(m, 0, 4999));
    assert_int_equal(model_find_cell(m, "c5000"), CELL_NONE);
    assert_string_equal(model_cell(m, 0)->name, "p");
}

// Deeper than any stack of calls: a chain of 100,000 operators and cases of as many branches, next to plain C.
// The value of x is even, so that no operand decides before the whole chain is known.
static void expressions_may_be_deep(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    enum { DEPTH = 100000 };
    value now[16] = {0}, other[16] = {0}, x = 2, y = 5, v;
    now[model_find_cell(m, "p")] = now[model_find_cell(m, "q")] = 1;
    now[model_find_cell(m, "x")] = x;
    now[model_find_cell(m, "y")] = y;
    expr chain = b->p, cases = b->x, set = b->x;
    value chain_value = 1, case_value = x, set_low = x, set_high = x;
    for (int i = 0; i < DEPTH; i++) {
        expr test = model_binary(m, OP_EQ, b->x, model_int(m, i % 8));
        chain = i % 2 ? model_or(m, chain, test) : model_xor(m, model_and(m, chain, b->q), test);
        chain_value = i % 2 ? chain_value || i % 8 == x : chain_value ^ (i % 8 == x);
        expr condition = model_xor(m, test, chain);
        cases = model_ite(m, condition, model_int(m, i % 5), cases);
        set = model_ite(m, condition, model_binary(m, OP_SPAN, model_int(m, i % 3), b->y), set);
        if ((i % 8 == x) ^ chain_value) {
            case_value = i % 5;
            set_low = i % 3;
            set_high = y;
        }
    }
    struct evaluator *ev = evaluator_new(m, &b->mem);
    assert_true(eval_value(ev, chain, now, NULL, &v) == EVAL_OK && v == chain_value);
    assert_true(eval_value(ev, model_shift(m, chain), other, now, &v) == EVAL_OK && v == chain_value);
    assert_true(eval_value(ev, cases, now, NULL, &v) == EVAL_OK && v == case_value);
    value_array members = {0};
    assert_int_equal(eval_set(ev, set, now, NULL, &members), EVAL_OK);
    assert_int_equal(members.count, set_high - set_low + 1);
    assert_true(members.at[0] == set_low);
    array_free(&b->mem, &members);
    for (value k = set_low - 1; k <= set_low; k++) {
        expr number = model_int(m, k);
        assert_int_equal(eval_condition(ev, model_member(m, number, set), now, NULL), k == set_low);
        assert_int_equal(eval_condition(ev, model_member(m, number, cases), now, NULL), k == case_value);
    }
    evaluator_free(ev);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_bench, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(constants_are_one_whatever_their_type),
        TEST(truth_values_are_normalised),
        TEST(ite_is_normalised),
        TEST(comparisons_are_decided_by_types),
        TEST(arithmetic_is_normalised),
        TEST(words_are_normalised),
        TEST(what_may_be_undefined_is_kept),
        TEST(nodes_say_what_is_below),
        TEST(shift_replaces_all_cells),
        TEST(nodes_do_not_move),
        TEST(expressions_may_be_deep),
    };
    return RUN(tests);
}
