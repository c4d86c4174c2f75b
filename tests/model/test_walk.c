// Walks, maps, structural hashes, and traits of operators.
#include "expression_tree.h"

#include "model/walk.h"

struct bench {
    struct mem mem;
    struct model *m;
    cell_id p, q, r, x;
};

static int open_bench(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    b->m = model_new(&b->mem);
    b->p = model_add_cell(b->m, "p", model_boolean(b->m), CELL_STATE);
    b->q = model_add_cell(b->m, "q", model_boolean(b->m), CELL_STATE);
    b->r = model_add_cell(b->m, "r", model_boolean(b->m), CELL_FROZEN);
    b->x = model_add_cell(b->m, "x", model_integer(b->m, 0, 7), CELL_STATE);
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

static expr now(struct bench *b, cell_id cell)
{
    return model_cell_expr(b->m, cell);
}

static struct walk walk_of(struct bench *b, enum walk_of of)
{
    return (struct walk){.model = b->m, .mem = &b->mem, .of = of};
}

// ---- Traits ---------------------------------------------------------------------------------------------------------

// A value of some kind, and the result of an operation on constants, which are folded.
static expr some_constant(struct bench *b, struct dice *dice, enum op op)
{
    if (op == OP_AND || op == OP_OR || op == OP_XOR)
        return dice_coin(dice) ? model_true(b->m) : model_false(b->m);
    if (op >= OP_BIT_AND && op <= OP_BIT_XOR)
        return model_const(b->m, model_word(b->m, 4, false), dice_roll(dice, 16));
    if (op == OP_CONCAT)
        return model_const(b->m, model_word(b->m, 3, false), dice_roll(dice, 8));
    return model_int(b->m, dice_roll(dice, 9) - 4);
}

static expr combine(struct bench *b, enum op op, expr x, expr y)
{
    if (op == OP_XOR)
        return model_xor(b->m, x, y);
    return op == OP_AND || op == OP_OR || op == OP_CHOICE ? model_nary(b->m, op, (expr[]){x, y}, 2)
                                                          : model_binary(b->m, op, x, y);
}

// What the table says is what the operations do: an operation has a trait unless some values show that it has not.
static void traits_are_what_operations_do(void **state)
{
    static const enum op ops[] = {OP_AND, OP_OR,  OP_XOR,     OP_EQ,     OP_LT,      OP_ADD,
                                  OP_SUB, OP_MUL, OP_BIT_AND, OP_BIT_OR, OP_BIT_XOR, OP_CONCAT};
    struct bench *b = *state;
    struct dice dice = {.state = 7};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        bool commutes = true, associates = ops[i] != OP_EQ && ops[i] != OP_LT, is_idempotent = true;
        for (int k = 0; k < 200; k++) {
            expr x = some_constant(b, &dice, ops[i]), y = some_constant(b, &dice, ops[i]),
                 z = some_constant(b, &dice, ops[i]);
            commutes &= combine(b, ops[i], x, y) == combine(b, ops[i], y, x);
            associates = associates && combine(b, ops[i], combine(b, ops[i], x, y), z) ==
                                           combine(b, ops[i], x, combine(b, ops[i], y, z));
            is_idempotent &= combine(b, ops[i], x, x) == x;
        }
        assert_int_equal(op_is_commutative(ops[i]), commutes);
        assert_int_equal(op_is_associative(ops[i]), associates);
        assert_int_equal(op_is_idempotent(ops[i]), is_idempotent);
    }
}

static void sets_and_counts_have_no_order(void **state)
{
    struct bench *b = *state;
    expr one = model_int(b->m, 1), two = model_int(b->m, 2);
    assert_true(op_is_commutative(OP_CHOICE) && op_is_idempotent(OP_CHOICE) && op_is_nary(OP_CHOICE));
    assert_int_equal(combine(b, OP_CHOICE, one, two), combine(b, OP_CHOICE, two, one));
    assert_int_equal(combine(b, OP_CHOICE, one, one), one);
    assert_true(op_is_commutative(OP_COUNT) && op_is_nary(OP_COUNT));
    assert_false(op_is_idempotent(OP_COUNT) || op_is_associative(OP_COUNT));
    assert_false(op_is_commutative(OP_ITE) || op_is_commutative(OP_SPAN) || op_is_commutative(OP_SHIFT_LEFT));
    assert_true(op_has_type(OP_EXTEND) && op_has_type(OP_EXTRACT) && !op_has_type(OP_CONCAT));
}

static void sums_that_may_be_cut_off_are_not_exact(void **state)
{
    struct bench *b = *state;
    expr small = model_binary(b->m, OP_ADD, now(b, b->x), model_int(b->m, 3));
    cell_id large = model_add_cell(b->m, "large", model_integer(b->m, 0, VALUE_LARGEST - 1), CELL_STATE);
    expr sum = model_binary(b->m, OP_ADD, now(b, large), now(b, b->x));
    assert_true(expr_is_exact(b->m, model_expr(b->m, small)));
    assert_false(expr_is_exact(b->m, model_expr(b->m, sum)));
}

static void connectives_of_formulas(void **state)
{
    (void)state;
    assert_true(formula_op_is_commutative(FORMULA_AND) && formula_op_is_commutative(FORMULA_IFF));
    assert_false(formula_op_is_commutative(FORMULA_IMPLIES) || formula_op_is_commutative(FORMULA_U));
    assert_true(formula_op_is_binary(FORMULA_IMPLIES) && formula_op_is_binary(FORMULA_AU));
    assert_false(formula_op_is_binary(FORMULA_NOT) || formula_op_is_binary(FORMULA_TRIGGERS));
    assert_true(formula_op_has_regular(FORMULA_MATCHES) && !formula_op_has_regular(FORMULA_A));
}

// ---- Walks ----------------------------------------------------------------------------------------------------------

static void each_is_visited_once_after_its_operands(void **state)
{
    struct bench *b = *state;
    expr p = now(b, b->p), q = now(b, b->q), both = model_and(b->m, p, q);
    expr root = model_ite(b->m, both, model_or(b->m, p, model_not(b->m, q)), model_xor(b->m, both, p));
    struct walk w = walk_of(b, WALK_EXPRS);
    size_t visits = 0;
    walk_from(&w, root);
    for (expr e; walk_next(&w, &e); visits++) {
        const struct expr_node *n = model_expr(b->m, e);
        for (size_t i = 0; i < n->count; i++)
            assert_int_equal(walk_image(&w, n->args[i]), n->args[i] + 1);
        assert_int_equal(walk_image(&w, e), 0);
        walk_note(&w, e, e + 1);
    }
    assert_int_equal(visits, 7); // p, q, and, not, or, xor, ite
    assert_int_equal(walk_image(&w, root), root + 1);
    // Not again, until all is forgotten.
    walk_from(&w, both);
    assert_false(walk_next(&w, &(expr){0}));
    walk_clear(&w);
    assert_int_equal(walk_image(&w, root), NOTE_NONE);
    walk_from(&w, both);
    for (visits = 0; walk_next(&w, &(expr){0});)
        visits++;
    assert_int_equal(visits, 3);
    walk_free(&w);
}

static bool is_branch(const struct walk *w, expr e, size_t operand)
{
    return model_expr(w->model, e)->op == OP_ITE && operand > 0;
}

static void operands_that_are_not_followed_have_no_image(void **state)
{
    struct bench *b = *state;
    expr x = now(b, b->x), sum = model_binary(b->m, OP_ADD, x, model_int(b->m, 2));
    expr root = model_ite(b->m, now(b, b->p), sum, x);
    struct walk w = walk_of(b, WALK_EXPRS);
    w.follows = is_branch;
    walk_from(&w, root);
    walk_to_end(&w);
    assert_int_equal(walk_image(&w, sum), 0);
    assert_int_equal(walk_image(&w, now(b, b->p)), NOTE_NONE);
    assert_int_equal(walk_images(&w, root)[0], NOTE_NONE);
    assert_int_equal(walk_images(&w, root)[1], 0);
    walk_free(&w);
}

static void roots_may_be_added_on_the_way(void **state)
{
    struct bench *b = *state;
    expr first = model_and(b->m, now(b, b->p), now(b, b->q)), second = model_not(b->m, now(b, b->r));
    struct walk w = walk_of(b, WALK_EXPRS);
    size_t visits = 0;
    walk_from(&w, first);
    for (expr e; walk_next(&w, &e); visits++)
        if (e == now(b, b->p))
            walk_from(&w, second);
    assert_int_equal(visits, 5);
    assert_int_equal(walk_image(&w, second), 0);
    walk_free(&w);
}

static void visited_handles_come_in_order(void **state)
{
    struct bench *b = *state;
    expr p = now(b, b->p), unused = now(b, b->x), q = now(b, b->q), both = model_and(b->m, p, q);
    struct walk w = walk_of(b, WALK_EXPRS);
    walk_from(&w, both);
    walk_to_end(&w);
    assert_true(p < unused && unused < q && q < both);
    assert_int_equal(walk_visited(&w, 0), p);
    assert_int_equal(walk_visited(&w, p + 1), q);
    assert_int_equal(walk_visited(&w, q + 1), both);
    assert_int_equal(walk_visited(&w, both + 1), NOTE_NONE);
    walk_free(&w);
}

// A chain that is deeper than the stack of C.
static void depth_does_not_matter(void **state)
{
    struct bench *b = *state;
    expr e = now(b, b->p);
    for (int i = 0; i < 300000; i++)
        e = i % 2 ? model_ite(b->m, now(b, b->q), e, now(b, b->r)) : model_not(b->m, e);
    size_t count = 0;
    struct walk w = walk_of(b, WALK_EXPRS);
    walk_from(&w, e);
    for (expr at; walk_next(&w, &at);)
        count++;
    assert_true(count > 200000);
    expr shifted = model_shift(b->m, e);
    assert_true(model_expr(b->m, shifted)->has_next);
    walk_free(&w);
}

// ---- Support --------------------------------------------------------------------------------------------------------

static void support_has_each_cell_once_within_its_limit(void **state)
{
    struct bench *b = *state;
    expr p = now(b, b->p), later = model_next_expr(b->m, b->p);
    expr roots[] = {model_and(b->m, p, later), model_or(b->m, p, now(b, b->q))};
    struct expr_support s = {0};
    assert_true(expr_support(&s, b->m, roots, 2, 5, &b->mem));
    assert_int_equal(s.cells.count, 3);
    expr_support_free(&s, &b->mem);
    assert_false(expr_support(&s, b->m, roots, 2, 4, &b->mem));
    expr_support_free(&s, &b->mem);
    expr local = model_new_local(b->m, model_boolean(b->m));
    assert_false(expr_support(&s, b->m, &local, 1, 5, &b->mem));
    expr_support_free(&s, &b->mem);
}

// ---- Maps -----------------------------------------------------------------------------------------------------------

static expr exchange(void *context, expr e, const struct expr_node *n)
{
    struct bench *b = context;
    if (n->op != OP_CELL || (n->data != b->p && n->data != b->q))
        return e;
    return now(b, n->data == b->p ? b->q : b->p);
}

static void maps_exchange_leaves(void **state)
{
    struct bench *b = *state;
    expr p = now(b, b->p), q = now(b, b->q), r = now(b, b->r), kept = model_and(b->m, r, model_not(b->m, r));
    expr e = model_ite(b->m, p, model_or(b->m, r, q), model_xor(b->m, r, model_and(b->m, p, q)));
    expr expected = model_ite(b->m, q, model_or(b->m, r, p), model_xor(b->m, r, model_and(b->m, p, q)));
    size_t made = model_expr_count(b->m);
    struct walk w = walk_of(b, WALK_EXPRS);
    assert_int_equal(walk_map(&w, b->m, exchange, b, e), expected);
    assert_int_equal(walk_map(&w, b->m, exchange, b, expected), e);
    assert_int_equal(walk_map(&w, b->m, exchange, b, kept), kept);
    assert_int_equal(model_expr_count(b->m), made); // nothing else came into being
    walk_free(&w);
}

static expr to_other(void *context, expr e, const struct expr_node *n)
{
    (void)e;
    struct model *other = context;
    return n->op == OP_CONST ? model_const(other, model_integer(other, 0, 9), n->data) : model_cell_expr(other, 0);
}

static void maps_lead_into_other_models(void **state)
{
    struct bench *b = *state;
    struct model *other = model_new(&b->mem);
    cell_id y = model_add_cell(other, "y", model_integer(other, 0, 7), CELL_STATE);
    expr e = model_binary(b->m, OP_ADD, now(b, b->x), model_int(b->m, 3));
    struct walk w = walk_of(b, WALK_EXPRS);
    expr image = walk_map(&w, other, to_other, other, e);
    assert_int_equal(image, model_binary(other, OP_ADD, model_cell_expr(other, y), model_int(other, 3)));
    walk_free(&w);
    model_free(other);
}

static void notes_are_forgotten_without_a_trace(void **state)
{
    struct bench *b = *state;
    struct notes notes = {0};
    assert_int_equal(notes_get(&notes, 0), NOTE_NONE);
    notes_put(&b->mem, &notes, 3, 9);
    assert_int_equal(notes_get(&notes, 3), 9);
    assert_int_equal(notes_get(&notes, 2), NOTE_NONE);
    notes_put(&b->mem, &notes, 1000, 1);
    assert_int_equal(notes_get(&notes, 3), 9);
    notes_clear(&notes);
    assert_int_equal(notes_get(&notes, 3), NOTE_NONE);
    // Stamps begin again: what had the first one long ago must not come back.
    notes.stamp = UINT32_MAX - 2;
    notes_put(&b->mem, &notes, 4, 8);
    notes_clear(&notes);
    assert_int_equal(notes_get(&notes, 4), NOTE_NONE);
    assert_int_equal(notes_get(&notes, 3), NOTE_NONE);
    notes_put(&b->mem, &notes, 5, 0);
    assert_int_equal(notes_get(&notes, 5), 0);
    notes_free(&b->mem, &notes);
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

static formula atom(struct bench *b, cell_id cell)
{
    return model_atom(b->m, now(b, cell));
}

// G (p -> F q), and a property of sequences: {p; q} |-> F r.
static formula response(struct bench *b)
{
    formula f = model_formula_make(b->m, FORMULA_F, atom(b, b->q), FORMULA_NONE);
    return model_formula_make(b->m, FORMULA_G, model_formula_make(b->m, FORMULA_IMPLIES, atom(b, b->p), f),
                              FORMULA_NONE);
}

static formula sequence(struct bench *b, cell_id first, cell_id second)
{
    regular r =
        model_regular_make(b->m, REGULAR_CONCAT, model_letter(b->m, now(b, first)), model_letter(b->m, now(b, second)));
    formula f = model_formula_make(b->m, FORMULA_F, atom(b, b->r), FORMULA_NONE);
    return model_formula_regular(b->m, FORMULA_TRIGGERS, r, f);
}

static expr exchange_condition(void *context, expr condition)
{
    struct bench *b = context;
    struct walk w = walk_of(b, WALK_EXPRS);
    expr image = walk_map(&w, b->m, exchange, b, condition);
    walk_free(&w);
    return image;
}

static void formulas_are_mapped_with_their_sequences_and_bounds(void **state)
{
    struct bench *b = *state;
    struct formula_map map = {.from = b->m, .to = b->m, .mem = &b->mem, .condition = exchange_condition, .context = b};
    assert_int_equal(formula_map(&map, sequence(b, b->p, b->q)), sequence(b, b->q, b->p));
    formula near = model_formula_bounded(b->m, FORMULA_EF, 1, 4, atom(b, b->p), FORMULA_NONE);
    assert_int_equal(formula_map(&map, near),
                     model_formula_bounded(b->m, FORMULA_EF, 1, 4, atom(b, b->q), FORMULA_NONE));
    assert_int_not_equal(formula_map(&map, response(b)), response(b));
    assert_int_equal(formula_map(&map, formula_map(&map, response(b))), response(b));
    assert_int_equal(formula_map(&map, FORMULA_NONE), FORMULA_NONE);
    formula_map_free(&map);
}

static expr only_p(void *context, expr condition)
{
    struct bench *b = context;
    return condition == now(b, b->p) ? condition : EXPR_NONE;
}

static bool without_f(void *context, const struct formula_node *n)
{
    size_t *asked = context;
    *asked += n->op == FORMULA_ATOM;
    return n->op != FORMULA_F;
}

static expr same(void *context, expr condition)
{
    (void)context;
    return condition;
}

static void maps_of_formulas_may_fail(void **state)
{
    struct bench *b = *state;
    struct formula_map conditions = {.from = b->m, .to = b->m, .mem = &b->mem, .condition = only_p, .context = b};
    formula g = model_formula_make(b->m, FORMULA_G, atom(b, b->p), FORMULA_NONE);
    assert_int_equal(formula_map(&conditions, response(b)), FORMULA_NONE);
    assert_int_equal(formula_map(&conditions, sequence(b, b->p, b->q)), FORMULA_NONE);
    assert_int_equal(formula_map(&conditions, g), g); // what failed before leaves nothing behind
    assert_int_equal(formula_map(&conditions, response(b)), FORMULA_NONE);
    formula_map_free(&conditions);

    size_t asked = 0;
    struct formula_map operators = {
        .from = b->m, .to = b->m, .mem = &b->mem, .condition = same, .accepts = without_f, .context = &asked};
    formula f = model_formula_make(b->m, FORMULA_F, atom(b, b->q), FORMULA_NONE);
    assert_int_equal(formula_map(&operators, f), FORMULA_NONE);
    assert_int_equal(asked, 0); // what is below is not looked at
    assert_int_equal(formula_map(&operators, g), g);
    formula_map_free(&operators);
}

static void conditions_of_formulas_and_sequences(void **state)
{
    struct bench *b = *state;
    struct condition_walk w = condition_walk(b->m, &b->mem);
    unsigned seen[4] = {0};
    condition_walk_from(&w, sequence(b, b->p, b->q));
    condition_walk_from(&w, atom(b, b->p));
    for (expr e; condition_walk_next(&w, &e);)
        seen[model_expr(b->m, e)->data]++;
    assert_int_equal(seen[b->p], 2); // a letter and an atom
    assert_int_equal(seen[b->q], 1);
    assert_int_equal(seen[b->r], 1);
    assert_int_equal(seen[b->x], 0);
    condition_walk_from(&w, sequence(b, b->p, b->q));
    assert_false(condition_walk_next(&w, &(expr){0}));
    condition_walk_clear(&w);
    condition_walk_from(&w, sequence(b, b->p, b->q));
    assert_true(condition_walk_next(&w, &(expr){0}));
    condition_walk_free(&w);
}

// ---- Structural hashes ----------------------------------------------------------------------------------------------

// Two models that were made in another order, so that handles, and with them sorted operands, differ.
static void structure_does_not_depend_on_handles(void **state)
{
    struct bench *b = *state;
    struct model *other = model_new(&b->mem);
    static const char *const names[] = {"p", "q", "r"};
    for (size_t i = 0; i < 3; i++)
        model_add_cell(other, names[i], model_boolean(other), CELL_STATE);
    expr q = model_cell_expr(other, b->q), p = model_cell_expr(other, b->p);
    expr there = model_ite(other, model_or(other, q, p), q, model_not(other, p));
    expr x = now(b, b->p), y = now(b, b->q);
    expr here = model_ite(b->m, model_or(b->m, x, y), y, model_not(b->m, x));
    struct structure s = {.model = b->m, .mem = &b->mem}, t = {.model = other, .mem = &b->mem};
    assert_true(model_expr(b->m, model_or(b->m, x, y))->args[0] == x);
    assert_true(model_expr(other, model_or(other, p, q))->args[0] == q);
    assert_true(structure_of_expr(&s, here) == structure_of_expr(&t, there));
    assert_true(structure_of_expr(&s, x) != structure_of_expr(&s, y));
    // The order of operands that have one counts.
    expr turned = model_ite(b->m, model_or(b->m, x, y), model_not(b->m, x), y);
    assert_true(structure_of_expr(&s, turned) != structure_of_expr(&s, here));
    structure_free(&s);
    structure_free(&t);
    model_free(other);
}

static void structure_of_formulas(void **state)
{
    struct bench *b = *state;
    struct structure s = {.model = b->m, .mem = &b->mem}, forms = {.model = b->m, .mem = &b->mem, .form_only = true};
    formula one = sequence(b, b->p, b->q), two = sequence(b, b->q, b->p);
    formula near = model_formula_bounded(b->m, FORMULA_EF, 1, 4, atom(b, b->p), FORMULA_NONE);
    formula far = model_formula_bounded(b->m, FORMULA_EF, 1, 5, atom(b, b->p), FORMULA_NONE);
    assert_true(structure_of_formula(&s, one) != structure_of_formula(&s, two));
    assert_true(structure_of_formula(&forms, one) == structure_of_formula(&forms, two));
    assert_true(structure_of_formula(&forms, near) != structure_of_formula(&forms, far));
    assert_true(structure_of_formula(&forms, one) != structure_of_formula(&forms, response(b)));
    assert_int_equal(structure_of_formula(&s, FORMULA_NONE), 0);
    structure_free(&s);
    structure_free(&forms);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_bench, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(traits_are_what_operations_do),
        TEST(sets_and_counts_have_no_order),
        TEST(sums_that_may_be_cut_off_are_not_exact),
        TEST(connectives_of_formulas),
        TEST(each_is_visited_once_after_its_operands),
        TEST(operands_that_are_not_followed_have_no_image),
        TEST(roots_may_be_added_on_the_way),
        TEST(visited_handles_come_in_order),
        TEST(depth_does_not_matter),
        TEST(support_has_each_cell_once_within_its_limit),
        TEST(maps_exchange_leaves),
        TEST(maps_lead_into_other_models),
        TEST(notes_are_forgotten_without_a_trace),
        TEST(formulas_are_mapped_with_their_sequences_and_bounds),
        TEST(maps_of_formulas_may_fail),
        TEST(conditions_of_formulas_and_sequences),
        TEST(structure_does_not_depend_on_handles),
        TEST(structure_of_formulas),
    };
    return RUN(tests);
}
