// All initial states and all successors: small models by hand, and random ones against brute force over all pairs of
// states with the evaluator's own judgement.
#include "expression_tree.h"

#define MOST_CELLS 6

struct found {
    value states[4096][MOST_CELLS], inputs[4096][MOST_CELLS];
    size_t count, cells;
    size_t stop_at; // 0: never
};

static bool collect(void *context, const value *inputs, const value *state)
{
    struct found *f = context;
    assert_true(f->count < 4096);
    if (f->cells)
        memcpy(f->states[f->count], state, f->cells * sizeof *state);
    if (inputs && f->cells)
        memcpy(f->inputs[f->count], inputs, f->cells * sizeof *inputs);
    f->count++;
    return f->count != f->stop_at;
}

static int find(const struct found *f, const value *state)
{
    for (size_t i = 0; i < f->count; i++)
        if (memcmp(f->states[i], state, f->cells * sizeof *state) == 0)
            return (int)i;
    return -1;
}

static void assert_no_doubles(const struct found *f)
{
    for (size_t i = 0; i < f->count; i++)
        assert_int_equal(find(f, f->states[i]), i);
}

static expr equals(struct model *m, expr e, value v)
{
    return model_binary(m, OP_EQ, e, model_int(m, v));
}

static struct part condition(expr e)
{
    return (struct part){PART_CONDITION, CELL_NONE, e};
}

static struct part choice(cell_id cell, expr e)
{
    return (struct part){PART_CHOICE, cell, e};
}

// ---- By hand --------------------------------------------------------------------------------------------------------

static void a_counter_with_everything(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    type_id range = model_integer(m, 0, 3);
    cell_id x = model_add_cell(m, "x", range, CELL_STATE),
            twice = model_add_cell(m, "twice", model_integer(m, 0, 6), CELL_STATE);
    cell_id k = model_add_cell(m, "k", model_integer(m, 1, 2), CELL_FROZEN),
            i = model_add_cell(m, "i", range, CELL_INPUT);
    cell_id free_cell = model_add_cell(m, "free", model_boolean(m), CELL_STATE);
    expr now_x = model_cell_expr(m, x);
    // x starts at 0; twice is always 2 * x; x grows by k or by an input of at most 1, up to 3; then it is stuck
    model_add_initial(m, choice(x, model_int(m, 0)));
    model_add_initial(m, condition(model_not(m, model_cell_expr(m, free_cell))));
    model_add_invariant(m, choice(twice, model_binary(m, OP_MUL, now_x, model_int(m, 2))));
    size_t by_k = model_add_action(m, "by k"), by_input = model_add_action(m, "by input");
    model_add_to_action(m, by_k, choice(x, model_binary(m, OP_ADD, now_x, model_cell_expr(m, k))));
    model_keep_in_action(m, by_k, free_cell);
    model_add_to_action(m, by_input, condition(model_binary(m, OP_LE, model_cell_expr(m, i), model_int(m, 1))));
    model_add_to_action(m, by_input, condition(model_binary(m, OP_LT, now_x, model_int(m, 3))));
    model_add_to_action(m, by_input, choice(x, model_binary(m, OP_ADD, now_x, model_cell_expr(m, i))));

    struct evaluator *ev = evaluator_new(m, &mem);
    static struct found f;
    f = (struct found){.cells = 5};
    assert_true(eval_each_initial(ev, collect, &f));
    assert_int_equal(f.count, 2);
    assert_true(find(&f, (value[]){0, 0, 1, 0, 0}) >= 0 && find(&f, (value[]){0, 0, 2, 0, 0}) >= 0);

    f = (struct found){.cells = 5};
    value now[] = {1, 2, 1, 3, 1};
    assert_true(eval_each_successor(ev, now, collect, &f));
    // to 2 by k with free kept, or by input with free free; staying at 1 by input 0
    assert_int_equal(f.count, 4);
    assert_no_doubles(&f);
    for (value free_value = 0; free_value < 2; free_value++) {
        int two = find(&f, (value[]){2, 4, 1, 0, free_value}), one = find(&f, (value[]){1, 2, 1, 0, free_value});
        assert_true(two >= 0 && one >= 0);
        assert_true(f.inputs[one][i] == 0 && f.inputs[one][x] == 1 && f.inputs[one][free_cell] == 1);
        assert_true(eval_is_step(ev, f.inputs[two], f.states[two], NULL, NULL));
    }
    assert_true(now[3] == 3); // left as it was

    f = (struct found){.cells = 5};
    assert_true(eval_each_successor(ev, (value[]){3, 6, 2, 0, 0}, collect, &f)); // a deadlock
    assert_int_equal(f.count, 0);

    f = (struct found){.cells = 5, .stop_at = 2};
    assert_false(eval_each_successor(ev, now, collect, &f));
    assert_int_equal(f.count, 2);
    f = (struct found){.cells = 5, .stop_at = 1};
    assert_false(eval_each_initial(ev, collect, &f));
    f = (struct found){.cells = 5};
    assert_true(eval_each_successor(ev, now, collect, &f)); // as if nothing had happened
    assert_int_equal(f.count, 4);
    evaluator_free(ev);
    model_free(m);
    assert_nothing_left(&mem);
}

static void empty_models_have_one_state(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    struct evaluator *ev = evaluator_new(m, &mem);
    static struct found f;
    f = (struct found){0};
    assert_true(eval_each_initial(ev, collect, &f) && f.count == 1);
    assert_true(eval_each_successor(ev, NULL, collect, &f) && f.count == 1); // no action
    evaluator_free(ev);
    model_add_action(m, "stay");
    model_add_action(m, "stay too");
    ev = evaluator_new(m, &mem);
    assert_true(eval_each_successor(ev, NULL, collect, &f) && f.count == 2);
    evaluator_free(ev);
    model_free(m);
    assert_nothing_left(&mem);
}

// With one million values each, nothing may be guessed that is determined: by choices in a chain, by equations that are
// conditions, by an invariant that defines a cell, and by a span that is larger than the type it is for.
static void what_is_determined_is_not_guessed(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    type_id wide = model_integer(m, 0, 1000000);
    cell_id cells[5];
    for (int i = 0; i < 5; i++)
        cells[i] = model_add_cell(m, (char[]){(char)('a' + i), 0}, wide, CELL_STATE);
    cell_id small = model_add_cell(m, "s", model_integer(m, 3, 5), CELL_STATE);
    expr next_b = model_next_expr(m, cells[1]), next_c = model_next_expr(m, cells[2]);
    expr a = model_cell_expr(m, cells[0]), d = model_cell_expr(m, cells[3]);
    size_t step = model_add_action(m, "step");
    model_add_to_action(m, step, choice(cells[0], model_binary(m, OP_ADD, next_b, model_int(m, 1))));
    expr chained = model_binary(m, OP_EQ, next_b, model_binary(m, OP_ADD, next_c, model_int(m, 1)));
    expr first = model_binary(m, OP_EQ, next_c, model_binary(m, OP_ADD, a, model_int(m, 1)));
    model_add_to_action(m, step, condition(model_and(m, chained, first)));
    model_add_invariant(m, choice(cells[3], a));
    model_add_invariant(m, condition(model_binary(m, OP_EQ, model_cell_expr(m, cells[4]), d)));
    model_add_to_action(m, step, choice(small, model_binary(m, OP_SPAN, model_int(m, -1000000000), model_int(m, 4))));
    struct evaluator *ev = evaluator_new(m, &mem);
    static struct found f;
    f = (struct found){.cells = 6};
    value now[6] = {7, 0, 0, 0, 0, 3};
    assert_true(eval_each_successor(ev, now, collect, &f));
    assert_int_equal(f.count, 2);
    assert_true(find(&f, (value[]){10, 9, 8, 10, 10, 3}) >= 0 && find(&f, (value[]){10, 9, 8, 10, 10, 4}) >= 0);
    evaluator_free(ev);
    model_free(m);
    assert_nothing_left(&mem);
}

// The visitor may ask the same evaluator anything but another search.
struct curious {
    struct evaluator *ev;
    expr condition;
    const value *now;
    size_t count, held;
};

static bool ask(void *context, const value *inputs, const value *state)
{
    struct curious *c = context;
    c->count++;
    c->held += eval_condition(c->ev, c->condition, state, NULL);
    assert_true(eval_is_step(c->ev, inputs, state, NULL, NULL));
    return true;
}

static void the_visitor_may_ask(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    cell_id x = model_add_cell(m, "x", model_integer(m, 0, 9), CELL_STATE);
    expr even = equals(m, model_binary(m, OP_MOD, model_cell_expr(m, x), model_int(m, 2)), 0);
    size_t step = model_add_action(m, "step");
    model_add_to_action(m, step, condition(model_implies(m, even, model_not(m, model_shift(m, even)))));
    model_add_action(m, "anything");
    model_add_to_action(m, 1, condition(even));
    struct curious c = {evaluator_new(m, &mem), even, NULL, 0, 0};
    assert_true(eval_each_successor(c.ev, (value[]){4}, ask, &c));
    assert_true(c.count == 10 && c.held == 5);
    evaluator_free(c.ev);
    model_free(m);
    assert_nothing_left(&mem);
}

// ---- Random models --------------------------------------------------------------------------------------------------

struct bench {
    struct mem mem;
    struct dice dice;
    struct model *m;
    struct evaluator *ev;
    size_t cells;
    bool steps; // next values and inputs may be used
    value a, b;
};

static type_id random_type(struct bench *b)
{
    switch (dice_roll(&b->dice, 5)) {
    case 0:
        return model_enum(b->m, (value[]){b->b, b->a}, 2);
    case 1:
        return model_enum(b->m, (value[]){b->a, 1}, 2);
    case 2:
        return model_integer(b->m, 0, 2);
    case 3:
        return model_enum(b->m, (value[]){0, 2}, 2);
    default:
        return model_boolean(b->m);
    }
}

static expr random_cell(struct bench *b)
{
    for (;;) {
        cell_id c = (cell_id)dice_roll(&b->dice, (int)b->cells);
        bool input = model_cell(b->m, c)->role == CELL_INPUT;
        if (!b->steps && input)
            continue;
        return b->steps && !input && dice_coin(&b->dice) ? model_next_expr(b->m, c) : model_cell_expr(b->m, c);
    }
}

static expr random_constant(struct bench *b, const struct type *t)
{
    if (dice_roll(&b->dice, 6) == 0 && t->kind != TYPE_BOOLEAN)
        return model_int(b->m, dice_roll(&b->dice, 4));
    value v = type_value(t, dice_next(&b->dice) % type_size(t));
    return t->kind == TYPE_BOOLEAN ? model_const(b->m, model_boolean(b->m), v)
           : value_is_symbol(v)    ? model_const(b->m, model_enum(b->m, &v, 1), v)
                                   : model_int(b->m, v);
}

static expr random_condition(struct bench *b, int depth)
{
    struct model *m = b->m;
    if (depth == 0 || dice_roll(&b->dice, 4) == 0) {
        expr e = random_cell(b), other = random_cell(b);
        const struct type *t = model_expr_type(m, e), *s = model_expr_type(m, other);
        if (t->kind == TYPE_INTEGER && s->kind == TYPE_INTEGER && dice_coin(&b->dice))
            return dice_coin(&b->dice) ? model_binary(m, OP_LT, e, other)
                                       : equals(m, model_binary(m, OP_DIV, e, other), 1);
        bool booleans = t->kind == TYPE_BOOLEAN, same = booleans == (s->kind == TYPE_BOOLEAN);
        return model_binary(m, OP_EQ, e, same && dice_coin(&b->dice) ? other : random_constant(b, t));
    }
    expr e = random_condition(b, depth - 1), f = random_condition(b, depth - 1);
    switch (dice_roll(&b->dice, 5)) {
    case 0:
        return model_not(m, e);
    case 1:
        return model_and(m, e, f);
    case 2:
        return model_or(m, e, f);
    case 3:
        return model_ite(m, e, f, random_condition(b, depth - 1));
    default:
        return model_xor(m, e, f);
    }
}

// Something that a cell of type `t` may be chosen from.
static expr random_set(struct bench *b, const struct type *t, int depth)
{
    struct model *m = b->m;
    if (depth > 0 && dice_roll(&b->dice, 3) == 0)
        return model_ite(m, random_condition(b, 1), random_set(b, t, depth - 1), random_set(b, t, depth - 1));
    if (depth > 0 && dice_coin(&b->dice)) {
        expr members[3];
        for (int i = 0; i < 3; i++)
            members[i] = random_set(b, t, depth - 1);
        return model_nary(m, OP_CHOICE, members, 3);
    }
    expr e = random_cell(b);
    const struct type *s = model_expr_type(m, e);
    if (s->kind == TYPE_INTEGER && t->kind != TYPE_BOOLEAN && dice_coin(&b->dice))
        return model_binary(m, OP_SPAN, e, model_int(m, dice_roll(&b->dice, 4)));
    if ((s->kind == TYPE_BOOLEAN) == (t->kind == TYPE_BOOLEAN) && dice_coin(&b->dice))
        return e;
    return random_constant(b, t);
}

static struct part random_part(struct bench *b)
{
    if (dice_roll(&b->dice, 3) == 0)
        return condition(random_condition(b, 2));
    cell_id c;
    do
        c = (cell_id)dice_roll(&b->dice, (int)b->cells);
    while (model_cell(b->m, c)->role == CELL_INPUT);
    return choice(c, random_set(b, model_type(b->m, model_cell(b->m, c)->type), 2));
}

static void build(struct bench *b)
{
    struct model *m = b->m;
    b->a = model_symbol(m, "a");
    b->b = model_symbol(m, "b");
    b->cells = 2 + (size_t)dice_roll(&b->dice, 3);
    for (size_t i = 0; i < b->cells; i++) {
        int roll = i == 0 ? 9 : dice_roll(&b->dice, 8);
        model_add_cell(m, (char[]){(char)('p' + i), 0}, random_type(b),
                       roll == 0  ? CELL_FROZEN
                       : roll < 3 ? CELL_INPUT
                                  : CELL_STATE);
    }
    b->steps = false;
    for (int i = dice_roll(&b->dice, 3); i > 0; i--)
        model_add_initial(m, random_part(b));
    for (int i = dice_roll(&b->dice, 2); i > 0; i--)
        model_add_invariant(m, random_part(b));
    b->steps = true;
    for (int i = dice_roll(&b->dice, 2); i > 0; i--)
        model_add_step(m, random_part(b));
    for (int a = 1 + dice_roll(&b->dice, 3); a > 0; a--) {
        size_t action = model_add_action(m, "action");
        for (int i = dice_roll(&b->dice, 4); i > 0; i--)
            model_add_to_action(m, action, random_part(b));
        for (cell_id c = 0; c < b->cells; c++)
            if (dice_roll(&b->dice, 3) == 0 && model_cell(m, c)->role != CELL_INPUT)
                model_keep_in_action(m, action, c);
    }
}

// The first state, or the next in some order; inputs only or all but inputs. False at the end.
static bool next_values(const struct model *m, value *values, bool inputs, bool first)
{
    bool carry = !first;
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        const struct type *t = model_type(m, model_cell(m, c)->type);
        if ((model_cell(m, c)->role == CELL_INPUT) != inputs)
            continue;
        uint64_t index = 0;
        while (!first && type_value(t, index) != values[c])
            index++;
        if (carry)
            index++;
        carry = carry && index == type_size(t);
        values[c] = type_value(t, carry || first ? 0 : index);
    }
    return !carry;
}

// A choice part says the same as the condition that model_member makes of it, in every step.
static void assert_member_agrees(struct bench *b, struct part part, const value *now, const value *next, bool of_step)
{
    if (part.kind != PART_CHOICE)
        return;
    expr cell = of_step ? model_next_expr(b->m, part.cell) : model_cell_expr(b->m, part.cell);
    value_array members = {0};
    eval_set(b->ev, part.expr, now, next, &members);
    bool listed = false;
    for (size_t i = 0; i < members.count; i++)
        listed = listed || members.at[i] == (of_step ? next : now)[part.cell];
    array_free(&b->mem, &members);
    assert_int_equal(eval_condition(b->ev, model_member(b->m, cell, part.expr), now, next), listed);
}

static size_t judge_successors(struct bench *b, const value *start)
{
    static struct found found;
    found = (struct found){.cells = b->cells};
    assert_true(eval_each_successor(b->ev, start, collect, &found));
    assert_no_doubles(&found);
    for (size_t i = 0; i < found.count; i++) {
        assert_true(eval_is_step(b->ev, found.inputs[i], found.states[i], NULL, NULL));
        for (cell_id c = 0; c < b->cells; c++)
            assert_true(model_cell(b->m, c)->role == CELL_INPUT || found.inputs[i][c] == start[c]);
    }
    value now[MOST_CELLS], next[MOST_CELLS];
    memcpy(now, start, sizeof now);
    size_t expected = 0;
    next_values(b->m, next, true, true);
    for (bool more = next_values(b->m, next, false, true); more; more = next_values(b->m, next, false, false)) {
        bool reached = false;
        for (bool try = next_values(b->m, now, true, true); try; try = next_values(b->m, now, true, false)) {
            reached = reached || eval_is_step(b->ev, now, next, NULL, NULL);
            for (size_t i = 0; i < model_steps(b->m).count; i++)
                assert_member_agrees(b, model_steps(b->m).at[i], now, next, true);
        }
        assert_int_equal(find(&found, next) >= 0, reached);
        expected += reached;
    }
    assert_int_equal(found.count, expected);
    return expected;
}

static void random_models_agree_with_brute_force(void **state)
{
    UNUSED(state);
    struct bench b = {.dice = dice_for("random models")};
    size_t transitions = 0;
    for (int round = 0; round < rounds(4000); round++) {
        b.m = model_new(&b.mem);
        build(&b);
        b.ev = evaluator_new(b.m, &b.mem);
        static struct found found;
        found = (struct found){.cells = b.cells};
        assert_true(eval_each_initial(b.ev, collect, &found));
        assert_no_doubles(&found);
        value now[MOST_CELLS] = {0};
        size_t expected = 0;
        next_values(b.m, now, true, true);
        for (bool more = next_values(b.m, now, false, true); more; more = next_values(b.m, now, false, false)) {
            bool initial = eval_is_initial(b.ev, now, NULL);
            assert_int_equal(find(&found, now) >= 0, initial);
            expected += initial;
            for (size_t i = 0; i < model_initial(b.m).count; i++)
                assert_member_agrees(&b, model_initial(b.m).at[i], now, NULL, false);
            if (dice_roll(&b.dice, 4) == 0)
                transitions += judge_successors(&b, now);
        }
        assert_int_equal(found.count, expected);
        evaluator_free(b.ev);
        model_free(b.m);
        assert_nothing_left(&b.mem);
    }
    assert_true(transitions > 1000); // the models do move
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_with_everything),
        cmocka_unit_test(empty_models_have_one_state),
        cmocka_unit_test(what_is_determined_is_not_guessed),
        cmocka_unit_test(the_visitor_may_ask),
        cmocka_unit_test(random_models_agree_with_brute_force),
    };
    return RUN(tests);
}
