// Symbols, types and how values are written.
#include "expression_tree.h"

static void assert_written(struct model *m, struct mem *mem, type_id type, value v, const char *expected)
{
    struct str text = {0};
    model_add_value(m, type, v, &text);
    assert_string_equal(str_text(&text), expected);
    str_free(mem, &text);
}

static void symbols_are_known_by_name(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    char name[16] = "idle";
    value idle = model_symbol(m, name), busy = model_symbol(m, "busy");
    name[0] = 'x'; // copied
    assert_true(idle != busy && value_is_symbol(idle) && value_is_symbol(busy));
    assert_true(model_symbol(m, "idle") == idle);
    assert_string_equal(model_symbol_name(m, idle), "idle");
    assert_false(value_is_symbol(VALUE_LARGEST) || value_is_symbol(VALUE_LEAST));
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "s%d", i);
        assert_true(model_symbol(m, name) == idle + 2 + i);
    }
    assert_string_equal(model_symbol_name(m, idle + 2 + 999), "s999");
    model_free(m);
    assert_nothing_left(&mem);
}

static void equal_types_are_one(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    value a = model_symbol(m, "a"), b = model_symbol(m, "b");
    assert_int_equal(model_boolean(m), model_boolean(m));
    assert_int_equal(model_integer(m, -3, 7), model_integer(m, -3, 7));
    assert_int_not_equal(model_integer(m, -3, 7), model_integer(m, -3, 8));
    assert_int_not_equal(model_integer(m, 0, 1), model_boolean(m));
    assert_int_not_equal(model_word(m, 4, true), model_word(m, 4, false));
    type_id ab = model_enum(m, (value[]){a, b}, 2);
    assert_int_equal(ab, model_enum(m, (value[]){a, b, a, b}, 4)); // duplicates are dropped
    assert_int_not_equal(ab, model_enum(m, (value[]){b, a}, 2));   // the order is the user's
    assert_int_equal(model_enum(m, (value[]){3, 1, 2, 1}, 4), model_integer(m, 1, 3));
    model_free(m);
    assert_nothing_left(&mem);
}

static void types_know_their_values(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    value a = model_symbol(m, "a"), b = model_symbol(m, "b"), c = model_symbol(m, "c");

    const struct type *gaps = model_type(m, model_enum(m, (value[]){9, 1, 5, 1}, 4));
    assert_int_equal(gaps->kind, TYPE_INTEGER);
    assert_true(gaps->low == 1 && gaps->high == 9 && gaps->count == 3 && type_size(gaps) == 3);
    assert_true(type_value(gaps, 0) == 1 && type_value(gaps, 1) == 5 && type_value(gaps, 2) == 9);
    assert_true(type_contains(gaps, 5) && !type_contains(gaps, 4) && !type_contains(gaps, 10));

    const struct type *mixed = model_type(m, model_enum(m, (value[]){b, 7, a}, 3));
    assert_int_equal(mixed->kind, TYPE_ENUM);
    assert_true(type_size(mixed) == 3 && type_value(mixed, 0) == b && type_value(mixed, 1) == 7);
    assert_true(type_contains(mixed, 7) && type_contains(mixed, a) && !type_contains(mixed, c));

    const struct type *range = model_type(m, model_integer(m, -2, 3));
    assert_true(type_size(range) == 6 && type_value(range, 0) == -2 && type_value(range, 5) == 3 && !range->values);
    const struct type *boolean = model_type(m, model_boolean(m));
    assert_true(type_size(boolean) == 2 && type_contains(boolean, 1) && !type_contains(boolean, 2));
    const struct type *nibble = model_type(m, model_word(m, 4, true));
    assert_true(type_size(nibble) == 16 && type_contains(nibble, 15) && !type_contains(nibble, 16) &&
                !type_contains(nibble, -1));
    const struct type *wide = model_type(m, model_word(m, 64, false));
    assert_true(type_size(wide) == UINT64_MAX && type_contains(wide, -1));
    model_free(m);
    assert_nothing_left(&mem);
}

static void values_are_written_as_users_write_them(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    value idle = model_symbol(m, "idle");
    type_id mixed = model_enum(m, (value[]){idle, -3}, 2);
    assert_written(m, &mem, model_boolean(m), 1, "TRUE");
    assert_written(m, &mem, model_boolean(m), 0, "FALSE");
    assert_written(m, &mem, model_integer(m, -5, 5), -3, "-3");
    assert_written(m, &mem, mixed, idle, "idle");
    assert_written(m, &mem, mixed, -3, "-3");
    assert_written(m, &mem, model_word(m, 4, false), 9, "0ud4_9");
    assert_written(m, &mem, model_word(m, 4, true), 3, "0sd4_3");
    assert_written(m, &mem, model_word(m, 4, true), 13, "-0sd4_3");
    assert_written(m, &mem, model_word(m, 4, true), 8, "-0sd4_8");
    assert_written(m, &mem, model_word(m, 1, true), 1, "-0sd1_1");
    assert_written(m, &mem, model_word(m, 64, false), -1, "0ud64_18446744073709551615");
    assert_written(m, &mem, model_word(m, 64, true), INT64_MIN, "-0sd64_9223372036854775808");
    model_free(m);
    assert_nothing_left(&mem);
}

// The type of ite(p, a value of one type, a value of the other).
static type_id joined(struct model *m, type_id s, type_id t)
{
    cell_id p = model_add_cell(m, "p", model_boolean(m), CELL_STATE), x = model_add_cell(m, "x", s, CELL_STATE),
            y = model_add_cell(m, "y", t, CELL_STATE);
    assert_true(model_can_join(m, s, t) && model_can_join(m, t, s));
    expr e = model_ite(m, model_cell_expr(m, p), model_cell_expr(m, x), model_cell_expr(m, y));
    return model_expr(m, e)->type;
}

static void alternatives_have_the_join_of_their_types(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    value a = model_symbol(m, "a"), b = model_symbol(m, "b"), c = model_symbol(m, "c");
    type_id ab = model_enum(m, (value[]){a, b}, 2), bc = model_enum(m, (value[]){b, c}, 2);
    type_id one_to_three = model_integer(m, 1, 3), gaps = model_enum(m, (value[]){1, 5, 9}, 3);

    assert_int_equal(joined(m, one_to_three, model_integer(m, 7, 8)), model_integer(m, 1, 8));
    assert_int_equal(joined(m, one_to_three, model_integer(m, 2, 2)), one_to_three);
    assert_int_equal(joined(m, gaps, model_integer(m, 5, 5)), gaps);
    assert_int_equal(joined(m, gaps, model_integer(m, 4, 5)), model_integer(m, 1, 9));
    assert_int_equal(joined(m, ab, bc), model_enum(m, (value[]){a, b, c}, 3));
    assert_int_equal(joined(m, ab, model_enum(m, &b, 1)), ab);
    assert_int_equal(joined(m, model_enum(m, &b, 1), ab), ab);
    assert_int_equal(joined(m, ab, one_to_three), model_enum(m, (value[]){a, b, 1, 2, 3}, 5));
    assert_int_equal(joined(m, ab, gaps), model_enum(m, (value[]){a, b, 1, 5, 9}, 5));
    assert_int_equal(joined(m, model_boolean(m), model_boolean(m)), model_boolean(m));

    // As many values as the limit allows, without quadratic work.
    type_id many = joined(m, ab, model_integer(m, 1, MODEL_JOIN_LIMIT));
    assert_true(type_size(model_type(m, many)) == MODEL_JOIN_LIMIT + 2);
    assert_false(model_can_join(m, ab, model_integer(m, 0, MODEL_JOIN_LIMIT)));
    assert_true(model_can_join(m, one_to_three, model_integer(m, 0, MODEL_JOIN_LIMIT)));
    assert_false(model_can_join(m, model_boolean(m), one_to_three));
    assert_false(model_can_join(m, model_word(m, 3, true), model_word(m, 3, false)));
    assert_false(model_can_join(m, model_word(m, 3, true), ab));
    model_free(m);
    assert_nothing_left(&mem);
}

static void sets_have_the_join_of_their_members(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    value a = model_symbol(m, "a");
    expr five = model_int(m, 5), one = model_int(m, 1), symbol = model_const(m, model_enum(m, &a, 1), a);
    expr p = model_cell_expr(m, model_add_cell(m, "p", model_boolean(m), CELL_STATE));
    expr set = model_nary(m, OP_CHOICE, (expr[]){five, one}, 2);
    assert_int_equal(model_expr_type(m, set)->kind, TYPE_SET);
    assert_int_equal(model_expr_type(m, set)->element, model_enum(m, (value[]){1, 5}, 2));
    assert_true(model_expr(m, set)->has_set && !model_expr(m, five)->has_set);
    expr span = model_binary(m, OP_SPAN, one, five);
    assert_int_equal(model_expr_type(m, span)->element, model_integer(m, 1, 5));
    expr either = model_ite(m, p, span, symbol); // a set and a value
    assert_int_equal(model_expr_type(m, either)->kind, TYPE_SET);
    assert_true(type_size(model_type(m, model_expr_type(m, either)->element)) == 6);
    expr all = model_nary(m, OP_CHOICE, (expr[]){either, set}, 2);
    assert_true(type_size(model_type(m, model_expr_type(m, all)->element)) == 6);
    model_free(m);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symbols_are_known_by_name),
        cmocka_unit_test(equal_types_are_one),
        cmocka_unit_test(types_know_their_values),
        cmocka_unit_test(values_are_written_as_users_write_them),
        cmocka_unit_test(alternatives_have_the_join_of_their_types),
        cmocka_unit_test(sets_have_the_join_of_their_members),
    };
    return RUN(tests);
}
