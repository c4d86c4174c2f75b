// Formulas, properties, actions, fairness and definitions: what goes in comes out.
#include "expression_tree.h"

struct bench {
    struct mem mem;
    struct model *m;
    expr p, q, partial;
    formula fp, fq; // temporal, so that nothing merges
};

static int open_bench(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    struct model *m = b->m = model_new(&b->mem);
    b->p = model_cell_expr(m, model_add_cell(m, "p", model_boolean(m), CELL_STATE));
    b->q = model_cell_expr(m, model_add_cell(m, "q", model_boolean(m), CELL_STATE));
    expr x = model_cell_expr(m, model_add_cell(m, "x", model_integer(m, 0, 3), CELL_STATE));
    b->partial = model_binary(m, OP_EQ, model_binary(m, OP_DIV, model_int(m, 1), x), model_int(m, 1));
    b->fp = model_formula_make(m, FORMULA_EF, model_atom(m, b->p), FORMULA_NONE);
    b->fq = model_formula_make(m, FORMULA_EG, model_atom(m, b->q), FORMULA_NONE);
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

static formula both(struct bench *b, enum formula_op op, formula f, formula g)
{
    return model_formula_make(b->m, op, f, g);
}

static formula negated(struct bench *b, formula f)
{
    return model_formula_make(b->m, FORMULA_NOT, f, FORMULA_NONE);
}

static void equal_formulas_are_one(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    assert_int_equal(b->fp, model_formula_make(m, FORMULA_EF, model_atom(m, b->p), FORMULA_NONE));
    assert_int_not_equal(b->fp, model_formula_make(m, FORMULA_AF, model_atom(m, b->p), FORMULA_NONE));
    assert_int_equal(both(b, FORMULA_AND, b->fp, b->fq), both(b, FORMULA_AND, b->fq, b->fp));
    assert_int_not_equal(both(b, FORMULA_U, b->fp, b->fq), both(b, FORMULA_U, b->fq, b->fp));
    assert_int_not_equal(both(b, FORMULA_IMPLIES, b->fp, b->fq), both(b, FORMULA_IMPLIES, b->fq, b->fp));
    formula bounded = model_formula_bounded(m, FORMULA_EF, 1, 3, b->fp, FORMULA_NONE);
    assert_int_equal(bounded, model_formula_bounded(m, FORMULA_EF, 1, 3, b->fp, FORMULA_NONE));
    assert_int_not_equal(bounded, model_formula_bounded(m, FORMULA_EF, 1, -1, b->fp, FORMULA_NONE));
    const struct formula_node *n = model_formula(m, bounded);
    assert_true(n->op == FORMULA_EF && n->bounded && n->low == 1 && n->high == 3 && n->args[0] == b->fp);
    assert_true(n->args[1] == FORMULA_NONE && n->atom == EXPR_NONE);
}

static void connectives_are_normalised(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    formula t = model_atom(m, model_true(m)), f = model_atom(m, model_false(m)), p = model_atom(m, b->p),
            q = model_atom(m, b->q), fp = b->fp;
    assert_int_equal(negated(b, negated(b, fp)), fp);
    assert_int_equal(negated(b, p), model_atom(m, model_not(m, b->p)));
    assert_int_equal(both(b, FORMULA_OR, p, q), model_atom(m, model_or(m, b->p, b->q)));
    assert_int_equal(both(b, FORMULA_IFF, p, q), model_atom(m, model_iff(m, b->p, b->q)));
    assert_int_equal(both(b, FORMULA_AND, fp, t), fp);
    assert_int_equal(both(b, FORMULA_AND, f, fp), f);
    assert_int_equal(both(b, FORMULA_OR, fp, f), fp);
    assert_int_equal(both(b, FORMULA_OR, fp, t), t);
    assert_int_equal(both(b, FORMULA_OR, fp, fp), fp);
    assert_int_equal(both(b, FORMULA_IMPLIES, fp, t), t);
    assert_int_equal(both(b, FORMULA_IMPLIES, fp, f), negated(b, fp));
    assert_int_equal(both(b, FORMULA_IMPLIES, t, fp), fp);
    assert_int_equal(both(b, FORMULA_IMPLIES, fp, fp), t);
    assert_int_equal(both(b, FORMULA_XOR, fp, fp), f);
    assert_int_equal(both(b, FORMULA_XOR, fp, t), negated(b, fp));
    assert_int_equal(both(b, FORMULA_XOR, f, fp), fp);
    assert_int_equal(both(b, FORMULA_IFF, fp, t), fp);
    assert_int_equal(both(b, FORMULA_IFF, fp, f), negated(b, fp));
    assert_int_equal(both(b, FORMULA_IFF, fp, fp), t);
}

// The negation of an undefined atom is true, but an atom of the undefined negation would be false.
static void atoms_that_may_be_undefined_stay_apart(void **state)
{
    struct bench *b = *state;
    formula partial = model_atom(b->m, b->partial);
    assert_int_equal(model_formula(b->m, negated(b, partial))->op, FORMULA_NOT);
    assert_int_equal(model_formula(b->m, both(b, FORMULA_OR, partial, model_atom(b->m, b->p)))->op, FORMULA_OR);
}

static void properties_are_copied(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    char text[] = "AG p", name[] = "safe", left[] = "p";
    struct vacuity vacuity = {left, b->fp, 7};
    struct property property = {
        .kind = PROPERTY_CTL, .name = name, .text = text, .formula = b->fp, .from = EXPR_NONE, .to = EXPR_NONE};
    property.vacuities = &vacuity;
    property.vacuity_count = 1;
    assert_int_equal(model_add_property(m, &property), 0);
    property = (struct property){.kind = PROPERTY_MIN, .text = "MIN [p, q]", .context = "m.n", .formula = FORMULA_NONE};
    property.from = b->p;
    property.to = b->q;
    property.unsupported = "time";
    assert_int_equal(model_add_property(m, &property), 1);
    text[0] = name[0] = left[0] = '?';
    assert_int_equal(model_property_count(m), 2);
    assert_string_equal(model_property(m, 0)->vacuities[0].left, "p");
    assert_int_equal(model_property(m, 0)->vacuities[0].formula, b->fp);
    assert_int_equal(model_property(m, 0)->vacuities[0].number, 7);
    assert_int_equal(model_property(m, 1)->vacuity_count, 0);
    assert_string_equal(model_property(m, 0)->text, "AG p");
    assert_string_equal(model_property(m, 0)->name, "safe");
    assert_string_equal(model_property(m, 0)->context, "");
    assert_null(model_property(m, 0)->unsupported);
    assert_int_equal(model_property(m, 0)->formula, b->fp);
    assert_null(model_property(m, 1)->name);
    assert_string_equal(model_property(m, 1)->context, "m.n");
    assert_string_equal(model_property(m, 1)->unsupported, "time");
    assert_true(model_property(m, 1)->from == b->p && model_property(m, 1)->to == b->q);
}

// Lists that begin alike may be one list in memory; whoever adds to one of them, in any order, changes no other.
static void lists_of_kept_cells_are_their_own(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    enum { ACTIONS = 6, MOST = 40 };
    cell_id expected[ACTIONS][MOST];
    size_t count[ACTIONS] = {0};
    for (size_t a = 0; a < ACTIONS; a++)
        model_add_action(m, "keeps");
    uint32_t random = 1;
    for (int i = 0; i < 100; i++) {
        random = random * 1664525 + 1013904223;
        size_t a = i < 30 ? (size_t)i / 5 : (random >> 16) % ACTIONS; // first one after the other, then all mixed up
        cell_id cell = i < 30 ? (cell_id)(i % 5) / 2 : (cell_id)(random >> 24) % 3;
        if (count[a] == MOST)
            continue;
        expected[a][count[a]++] = cell;
        model_keep_in_action(m, a, cell);
        for (size_t k = 0; k < ACTIONS; k++) {
            assert_int_equal(model_action(m, k)->kept_count, count[k]);
            for (size_t j = 0; j < count[k]; j++)
                assert_int_equal(model_action(m, k)->kept[j], expected[k][j]);
        }
        if (i == 29)
            assert_ptr_equal(model_action(m, 0)->kept, model_action(m, ACTIONS - 1)->kept);
    }
}

static void behaviour_is_kept_as_given(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    struct part part = {PART_CONDITION, CELL_NONE, b->p}, choice = {PART_CHOICE, 1, b->p};
    model_add_initial(m, part);
    model_add_invariant(m, choice);
    model_add_step(m, part);
    model_add_step(m, choice);
    assert_int_equal(model_initial(m).count, 1);
    assert_int_equal(model_invariants(m).at[0].cell, 1);
    assert_int_equal(model_steps(m).count, 2);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(model_add_action(m, i ? "other" : "first"), i);
    for (int i = 0; i < 50; i++) {
        model_add_to_action(m, 7, i % 2 ? part : choice);
        model_keep_in_action(m, 7, (cell_id)i % 3);
    }
    const struct action *a = model_action(m, 7);
    assert_true(a->part_count == 50 && a->kept_count == 50 && a->kept[49] == 1 && a->parts[49].kind == PART_CONDITION);
    assert_string_equal(a->name, "other");
    assert_int_equal(model_action(m, 0)->part_count, 0);
    assert_int_equal(model_action_count(m), 20);

    model_add_justice(m, b->q);
    model_add_compassion(m, b->p, b->q);
    expr pair[2];
    model_compassion(m, 0, pair);
    assert_true(model_justice_count(m) == 1 && model_justice(m, 0) == b->q);
    assert_true(model_compassion_count(m) == 1 && pair[0] == b->p && pair[1] == b->q);

    expr e;
    model_add_definition(m, "d", b->p);
    assert_int_equal(model_definition_count(m), 1);
    assert_string_equal(model_definition(m, 0, &e), "d");
    assert_int_equal(e, b->p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_bench, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equal_formulas_are_one),
        TEST(connectives_are_normalised),
        TEST(atoms_that_may_be_undefined_stay_apart),
        TEST(properties_are_copied),
        TEST(lists_of_kept_cells_are_their_own),
        TEST(behaviour_is_kept_as_given),
    };
    return RUN(tests);
}
