#include "guarded.h"

#define MOST_CELLS 6

struct maker {
    struct model *m;
    struct dice *dice;
    value colours[3];
    type_id colour;
    cell_id numbers[2], truths[2], paints[2];
    expr guards[8], any_error;
    int guard_count;
};

// ---- Expressions ----------------------------------------------------------------------------------------------------

static expr some_truth(struct maker *k, int depth);

static expr some_number(struct maker *k, int depth)
{
    static const enum op ops[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD};
    struct model *m = k->m;
    int kind = depth > 0 ? dice_roll(k->dice, 6) : dice_roll(k->dice, 3);
    if (kind == 0)
        return model_int(m, dice_roll(k->dice, 5) - 1);
    if (kind < 3)
        return model_cell_expr(m, k->numbers[dice_roll(k->dice, 2)]);
    expr a = some_number(k, depth - 1), b = some_number(k, depth - 1);
    if (kind == 3)
        return model_ite(m, some_truth(k, depth - 1), a, b);
    return model_binary(m, ops[dice_roll(k->dice, 5)], a, b);
}

static expr some_colour(struct maker *k, int depth)
{
    struct model *m = k->m;
    int kind = depth > 0 ? dice_roll(k->dice, 3) : dice_roll(k->dice, 2);
    if (kind == 0)
        return model_const(m, k->colour, k->colours[dice_roll(k->dice, 3)]);
    if (kind == 1)
        return model_cell_expr(m, k->paints[dice_roll(k->dice, 2)]);
    return model_ite(m, some_truth(k, depth - 1), some_colour(k, depth - 1), some_colour(k, depth - 1));
}

static expr some_truth(struct maker *k, int depth)
{
    struct model *m = k->m;
    int kind = depth > 0 ? dice_roll(k->dice, 8) : dice_roll(k->dice, 2);
    switch (kind) {
    case 0:
        return model_cell_expr(m, k->truths[dice_roll(k->dice, 2)]);
    case 1:
    case 2:
        return model_binary(m, OP_EQ, some_colour(k, 0), some_colour(k, depth > 1));
    case 3:
        return model_binary(m, dice_coin(k->dice) ? OP_LT : OP_EQ, some_number(k, depth - 1),
                            some_number(k, depth - 1));
    case 4:
        return model_not(m, some_truth(k, depth - 1));
    case 5:
        return model_or(m, some_truth(k, depth - 1), some_truth(k, depth - 1));
    default:
        return model_and(m, some_truth(k, depth - 1), some_truth(k, depth - 1));
    }
}

static expr some_value(struct maker *k, cell_id cell, int depth)
{
    switch (model_type(k->m, model_cell(k->m, cell)->type)->kind) {
    case TYPE_BOOLEAN:
        return some_truth(k, depth);
    case TYPE_INTEGER:
        return some_number(k, depth);
    default:
        return some_colour(k, depth);
    }
}

static expr some_set(struct maker *k, cell_id cell)
{
    if (cell == k->numbers[0] && dice_coin(k->dice))
        return model_binary(k->m, OP_SPAN, some_number(k, 1), some_number(k, 1));
    expr members[] = {some_value(k, cell, 1), some_value(k, cell, 1), some_value(k, cell, 0)};
    expr set = model_nary(k->m, OP_CHOICE, members, 3);
    return dice_roll(k->dice, 3) ? set : model_ite(k->m, some_truth(k, 1), set, some_value(k, cell, 1));
}

// ---- Behaviour ------------------------------------------------------------------------------------------------------

// As a front end makes them: of two run-time errors only the first counts, and some rules have no step where there is
// one.
static void add_runtime_errors(struct maker *k)
{
    struct model *m = k->m;
    k->any_error = model_false(m);
    for (int i = dice_roll(k->dice, 6); i > 0; i--) {
        expr condition = model_and(m, some_truth(k, 2), some_truth(k, 1));
        if (dice_coin(k->dice))
            condition = model_and(m, condition, model_not(m, k->any_error));
        struct runtime_error runtime_error = {.text = "something is wrong", .condition = condition, .after = EXPR_NONE};
        model_add_runtime_error(m, &runtime_error);
        k->any_error = model_or(m, k->any_error, condition);
    }
}

static void add_action(struct maker *k)
{
    struct model *m = k->m;
    size_t a = model_add_action(m, "rule");
    expr guard = some_truth(k, 2);
    if (dice_roll(k->dice, 3))
        guard = model_and(m, guard, model_not(m, k->any_error));
    k->guards[k->guard_count++] = guard;
    model_add_to_action(m, a, (struct part){PART_CONDITION, CELL_NONE, guard});
    if (dice_roll(k->dice, 4) == 0)
        model_add_to_action(m, a, (struct part){PART_CONDITION, CELL_NONE, some_truth(k, 1)});
    for (cell_id c = 0; c < MOST_CELLS; c++) {
        int kind = dice_roll(k->dice, 20);
        if (kind < 11 || c == k->paints[0]) // which never changes
            model_keep_in_action(m, a, c);
        else if (kind < 17)
            model_add_to_action(m, a, (struct part){PART_CHOICE, c, some_value(k, c, 2)});
        else if (kind < 19)
            model_add_to_action(m, a, (struct part){PART_CHOICE, c, some_set(k, c)});
        // else it is free
    }
}

static expr some_constant(struct maker *k, cell_id cell)
{
    type_id type = model_cell(k->m, cell)->type;
    const struct type *t = model_type(k->m, type);
    return model_const(k->m, type, type_value(t, (uint64_t)dice_roll(k->dice, (int)type_size(t))));
}

static void add_starts(struct maker *k)
{
    struct model *m = k->m;
    int starts = dice_roll(k->dice, 4);
    for (int i = 0; i < starts; i++) {
        size_t start = model_add_start(m, "start");
        for (cell_id c = 0; c < MOST_CELLS; c++)
            model_add_to_start(m, start, (struct part){PART_CHOICE, c, some_constant(k, c)});
    }
    for (cell_id c = 0; c < MOST_CELLS && !starts; c++)
        if (dice_roll(k->dice, 4))
            model_add_initial(m, (struct part){PART_CHOICE, c, some_constant(k, c)});
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void add_property(struct maker *k, enum property_kind kind, formula f)
{
    struct property p = {.kind = kind, .text = "property", .context = "", .formula = f};
    p.from = p.to = FORMULA_NONE;
    model_add_property(k->m, &p);
}

static void add_properties(struct maker *k)
{
    struct model *m = k->m;
    expr something = model_false(m);
    for (int i = 0; i < k->guard_count; i++)
        something = model_or(m, something, k->guards[i]);
    add_property(k, PROPERTY_DEADLOCK, model_atom(m, something));
    add_property(k, PROPERTY_RUNTIME_ERROR, model_atom(m, model_not(m, k->any_error)));
    for (int i = 0; i < 2; i++) {
        add_property(k, PROPERTY_INVARIANT,
                     model_atom(m, model_or(m, i ? k->any_error : model_false(m), some_truth(k, 3))));
        add_property(k, PROPERTY_COVER, model_atom(m, some_truth(k, 3)));
    }
    formula f = model_atom(m, some_truth(k, 2));
    formula can = model_formula_make(m, FORMULA_EF, f, FORMULA_NONE);
    add_property(k, PROPERTY_CTL, model_formula_make(m, FORMULA_AG, f, FORMULA_NONE));
    add_property(k, PROPERTY_CTL, model_formula_make(m, FORMULA_AG, can, FORMULA_NONE));
    add_property(k, PROPERTY_CTL, model_formula_make(m, FORMULA_AF, f, FORMULA_NONE));
}

void guarded_make(struct model *m, struct dice *dice)
{
    struct maker k = {.m = m, .dice = dice};
    static const char *const names[] = {"red", "green", "blue"};
    for (int i = 0; i < 3; i++)
        k.colours[i] = model_symbol(m, names[i]);
    k.colour = model_enum(m, k.colours, 3);
    for (int i = 0; i < 2; i++) {
        k.numbers[i] = model_add_cell(m, i ? "n" : "m", model_integer(m, -i, 3 + i), CELL_STATE);
        k.truths[i] = model_add_cell(m, i ? "t" : "u", model_boolean(m), CELL_STATE);
        k.paints[i] = model_add_cell(m, i ? "c" : "d", k.colour, i ? CELL_STATE : CELL_FROZEN);
    }
    add_runtime_errors(&k);
    for (int i = 1 + dice_roll(dice, 6); i > 0; i--)
        add_action(&k);
    if (dice_roll(dice, 4) == 0)
        model_add_invariant(m, (struct part){PART_CONDITION, CELL_NONE, some_truth(&k, 2)});
    add_starts(&k);
    add_properties(&k);
}
