// Products of generators, and what properties leave of the groups that they generate: random ones, against whole groups
// that are written out element by element.
#include "../model/expression_tree.h"

#include "brute_force.h"
#include "group/generated.h"
#include "group/stabiliser.h"
#include "model/copy.h"

// ---- Random generators ----------------------------------------------------------------------------------------------

enum { TRUTHS = 4, COLOURS = 3, NUMBERS = 2, CELLS = TRUTHS + COLOURS + NUMBERS };

struct group_bench {
    struct mem mem;
    struct model *model;
    struct dice dice;
    value colours[3];
};

static void open_group(struct group_bench *b, uint64_t seed)
{
    static const char *const names[] = {"red", "green", "blue"};
    *b = (struct group_bench){.dice = {seed}};
    b->model = model_new(&b->mem);
    for (int i = 0; i < 3; i++)
        b->colours[i] = model_symbol(b->model, names[i]);
    for (int i = 0; i < CELLS; i++) {
        type_id type = i < TRUTHS             ? model_boolean(b->model)
                       : i < TRUTHS + COLOURS ? model_enum(b->model, b->colours, 3)
                                              : model_integer(b->model, 0, 2);
        char name[] = {(char)('a' + i), 0};
        model_add_cell(b->model, name, type, CELL_STATE);
    }
}

static void close_group(struct group_bench *b)
{
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

static void shuffle(struct dice *dice, unsigned *at, int count)
{
    for (int i = 0; i < count; i++)
        at[i] = (unsigned)i;
    for (int i = count - 1; i > 0; i--) {
        int j = dice_roll(dice, i + 1);
        unsigned held = at[i];
        at[i] = at[j];
        at[j] = held;
    }
}

static void move_cells(struct group_bench *b, struct generator *g, unsigned first, int count)
{
    unsigned to[CELLS];
    shuffle(&b->dice, to, count);
    for (int i = 0; i < count; i++)
        g->cells[first + (unsigned)i] = first + to[i];
}

static void move_values(struct group_bench *b, struct generator *g, cell_id cell, const value values[3])
{
    unsigned to[3];
    shuffle(&b->dice, to, 3);
    for (int i = 0; i < 3; i++)
        if (to[i] != (unsigned)i)
            array_push(&b->mem, &g->values, ((struct value_move){cell, values[i], values[to[i]]}));
}

// Few of them move everything, or else every group would be the largest one.
static struct generator random_generator(struct group_bench *b)
{
    static const value numbers[] = {0, 1, 2};
    struct generator g = generator_identity(b->model, &b->mem);
    if (dice_coin(&b->dice))
        move_cells(b, &g, 0, TRUTHS);
    if (dice_roll(&b->dice, 3) == 0)
        move_cells(b, &g, TRUTHS, COLOURS);
    if (dice_roll(&b->dice, 3) == 0)
        move_values(b, &g, CELL_NONE, b->colours);
    if (dice_roll(&b->dice, 3) == 0)
        move_cells(b, &g, TRUTHS + COLOURS, NUMBERS);
    for (cell_id c = TRUTHS + COLOURS; c < CELLS; c++)
        if (dice_roll(&b->dice, 4) == 0)
            move_values(b, &g, c, numbers);
    struct str why = {0};
    assert_true(generator_fits(&g, b->model, &b->mem, &why));
    return g;
}

static void random_state(struct group_bench *b, value *state)
{
    for (cell_id c = 0; c < CELLS; c++) {
        const struct type *type = model_type(b->model, model_cell(b->model, c)->type);
        state[c] = type_value(type, (uint64_t)dice_roll(&b->dice, (int)type_size(type)));
    }
}

// ---- Products -------------------------------------------------------------------------------------------------------

static void check_product(struct group_bench *b, const struct generator *g, const struct generator *h,
                          const struct generator *product)
{
    value state[CELLS], between[CELLS], wanted[CELLS], got[CELLS];
    for (int i = 0; i < 20; i++) {
        random_state(b, state);
        generator_apply(g, b->model, state, between);
        generator_apply(h, b->model, between, wanted);
        generator_apply(product, b->model, state, got);
        assert_memory_equal(wanted, got, sizeof wanted);
    }
}

static void test_products(void **unused)
{
    struct dice dice = dice_for("products");
    UNUSED(unused);
    for (int i = 0; i < rounds(400); i++) {
        struct group_bench b;
        open_group(&b, dice_next(&dice));
        struct generator g = random_generator(&b), h = random_generator(&b);
        struct generator product = generator_compose(&g, &h, b.model, &b.mem);
        struct generator back = generator_inverse(&g, b.model, &b.mem);
        struct generator none = generator_compose(&g, &back, b.model, &b.mem);
        struct generator copy = generator_copy(&g, &b.mem);
        check_product(&b, &g, &h, &product);
        assert_true(generator_is_identity(&none));
        assert_true(generator_equal(&copy, &g));
        struct generator other = generator_compose(&product, &back, b.model, &b.mem);
        check_product(&b, &product, &back, &other);
        assert_int_equal(generator_equal(&other, &h), generator_equal(&h, &other));
        struct generator *all[] = {&g, &h, &product, &back, &none, &copy, &other};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            generator_free(&b.mem, all[k]);
        close_group(&b);
    }
}

// ---- Groups, element by element -------------------------------------------------------------------------------------

#define MOST_ELEMENTS 1500

static bool contains(const generator_array *list, const struct generator *g)
{
    for (size_t i = 0; i < list->count; i++)
        if (generator_equal(&list->at[i], g))
            return true;
    return false;
}

// False if there are too many.
static bool write_out(struct group_bench *b, const generator_array *generators, generator_array *out)
{
    array_push(&b->mem, out, generator_identity(b->model, &b->mem));
    for (size_t i = 0; i < out->count && out->count <= MOST_ELEMENTS; i++)
        for (size_t k = 0; k < generators->count; k++) {
            struct generator next = generator_compose(&out->at[i], &generators->at[k], b->model, &b->mem);
            if (contains(out, &next))
                generator_free(&b->mem, &next);
            else
                array_push(&b->mem, out, next);
        }
    return out->count <= MOST_ELEMENTS;
}

static expr random_leaf(struct group_bench *b)
{
    struct model *m = b->model;
    cell_id c = (cell_id)dice_roll(&b->dice, CELLS);
    expr cell = model_cell_expr(m, c);
    if (c < TRUTHS)
        return cell;
    if (c >= TRUTHS + COLOURS)
        return model_binary(m, OP_EQ, cell, model_int(m, dice_roll(&b->dice, 3)));
    value colour = b->colours[dice_roll(&b->dice, 3)];
    return model_binary(m, OP_EQ, cell, model_const(m, model_enum(m, &colour, 1), colour));
}

static expr random_condition(struct group_bench *b, int depth)
{
    if (depth == 0 || dice_roll(&b->dice, 4) == 0)
        return random_leaf(b);
    expr left = random_condition(b, depth - 1), right = random_condition(b, depth - 1);
    switch (dice_roll(&b->dice, 4)) {
    case 0:
        return model_and(b->model, left, right);
    case 1:
        return model_or(b->model, left, right);
    case 2:
        return model_xor(b->model, left, right);
    default:
        return model_not(b->model, left);
    }
}

static bool keeps_by_form(struct group_bench *b, const struct generator *g, const expr *atoms, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!stabiliser_keeps_form(b->model, g, atoms[i], &b->mem))
            return false;
    return true;
}

static bool keeps_in_truth(void *context, const struct generator *g, expr atom)
{
    struct group_bench *b = context;
    return brute_force_keeps(b->model, g, atom);
}

static void check_found(struct group_bench *b, const generator_array *group, const generator_array *found,
                        const expr *atoms, size_t count)
{
    for (size_t i = 0; i < found->count; i++) {
        assert_true(contains(group, &found->at[i]));
        assert_false(generator_is_identity(&found->at[i]));
        for (size_t k = 0; k < count; k++)
            assert_true(brute_force_keeps(b->model, &found->at[i], atoms[k]));
    }
}

// How many elements of the group keep the atoms by their form, and how many those that were found generate.
static void compare(struct group_bench *b, const generator_array *all, const generator_array *group, const expr *atoms,
                    size_t count, size_t *kept)
{
    generator_array found = {0}, by_meaning = {0}, made = {0}, more = {0};
    *kept = 0;
    for (size_t i = 0; i < group->count; i++)
        *kept += keeps_by_form(b, &group->at[i], atoms, count);
    stabiliser_find(b->model, all, atoms, count, NULL, NULL, &found, &b->mem);
    check_found(b, group, &found, atoms, count);
    assert_true(write_out(b, &found, &made));
    assert_int_equal(made.count, *kept);
    stabiliser_find(b->model, all, atoms, count, keeps_in_truth, b, &by_meaning, &b->mem);
    check_found(b, group, &by_meaning, atoms, count);
    assert_true(write_out(b, &by_meaning, &more));
    assert_true(more.count >= made.count);
    generators_free(&b->mem, &found);
    generators_free(&b->mem, &by_meaning);
    generators_free(&b->mem, &made);
    generators_free(&b->mem, &more);
}

static void test_random_groups(void **unused)
{
    struct dice dice = dice_for("random groups");
    int proper = 0, compared = 0;
    UNUSED(unused);
    for (int i = 0; i < rounds(120); i++) {
        struct group_bench b;
        generator_array all = {0}, group = {0};
        open_group(&b, dice_next(&dice));
        for (int k = dice_roll(&b.dice, 3); k >= 0; k--)
            array_push(&b.mem, &all, random_generator(&b));
        size_t count = 1 + (size_t)dice_roll(&b.dice, 2), kept;
        expr atoms[2] = {random_condition(&b, 2), random_condition(&b, 2)};
        if (write_out(&b, &all, &group)) {
            compare(&b, &all, &group, atoms, count, &kept);
            compared++;
            proper += kept > 1 && kept < group.count;
        }
        generators_free(&b.mem, &all);
        generators_free(&b.mem, &group);
        close_group(&b);
    }
    assert_true(compared > 10);
    assert_true(proper > 5);
}

// ---- Known groups ---------------------------------------------------------------------------------------------------

static struct generator exchange(struct model *m, cell_id a, cell_id b, struct mem *mem)
{
    struct generator g = generator_identity(m, mem);
    g.cells[a] = b;
    g.cells[b] = a;
    return g;
}

// All permutations of n cells: exchanges of neighbours, or of one with all others.
static size_t order_of_stabiliser(int cells, bool neighbours, int named)
{
    struct mem mem = {0};
    struct model *m = model_new(&mem);
    generator_array all = {0}, out = {0};
    for (int i = 0; i < cells; i++)
        model_add_cell(m, "x", model_boolean(m), CELL_STATE);
    for (int i = 1; i < cells; i++)
        array_push(&mem, &all, exchange(m, neighbours ? (cell_id)i - 1 : 0, (cell_id)i, &mem));
    expr atom = model_true(m);
    for (int i = 0; i < named; i++)
        atom = model_and(m, atom, model_cell_expr(m, (cell_id)i));
    stabiliser_find(m, &all, &atom, 1, NULL, NULL, &out, &mem);
    struct generated group;
    generated_open(&group, &all, &mem);
    for (size_t i = 0; i < out.count; i++)
        generated_add(&group, &out.at[i]);
    mpz_t order;
    mpz_init(order);
    for (int i = 0; i < 30; i++) { // it is completed by chance
        chain_expand(&group.chain);
        chain_order(&group.chain, order);
    }
    size_t result = mpz_get_ui(order);
    mpz_clear(order);
    generated_close(&group);
    generators_free(&mem, &all);
    generators_free(&mem, &out);
    model_free(m);
    assert_nothing_left(&mem);
    return result;
}

static void test_all_permutations(void **unused)
{
    UNUSED(unused);
    for (int neighbours = 0; neighbours < 2; neighbours++) {
        assert_int_equal(order_of_stabiliser(6, neighbours, 0), 720);
        assert_int_equal(order_of_stabiliser(6, neighbours, 1), 120);
        assert_int_equal(order_of_stabiliser(6, neighbours, 2), 48);
        assert_int_equal(order_of_stabiliser(6, neighbours, 3), 36);
        assert_int_equal(order_of_stabiliser(6, neighbours, 6), 720);
        assert_int_equal(order_of_stabiliser(12, neighbours, 1), 39916800);
        assert_int_equal(order_of_stabiliser(12, neighbours, 2), 7257600);
    }
}

static void test_products_keep_what_neither_keeps(void **unused)
{
    struct mem mem = {0};
    generator_array all = {0}, out = {0};
    UNUSED(unused);
    struct model *m = model_new(&mem);
    for (int i = 0; i < 4; i++)
        model_add_cell(m, "x", model_boolean(m), CELL_STATE);
    array_push(&mem, &all, exchange(m, 0, 1, &mem));
    array_push(&mem, &all, exchange(m, 2, 3, &mem));
    expr x[4];
    for (cell_id i = 0; i < 4; i++)
        x[i] = model_cell_expr(m, i);
    expr atom = model_or(m, model_and(m, x[0], x[2]), model_and(m, x[1], x[3]));
    stabiliser_find(m, &all, &atom, 1, NULL, NULL, &out, &mem);
    assert_int_equal(out.count, 1);
    for (cell_id i = 0; i < 4; i++)
        assert_int_equal(out.at[0].cells[i], i ^ 1);
    generators_free(&mem, &all);
    generators_free(&mem, &out);
    model_free(m);
    assert_nothing_left(&mem);
}

// More points than a chain has: what is equal is still seen.
static void test_large(void **unused)
{
    struct mem mem = {0};
    generator_array all = {0}, out = {0};
    UNUSED(unused);
    struct model *m = model_new(&mem);
    for (int i = 0; i < 2600; i++)
        model_add_cell(m, "x", model_boolean(m), CELL_STATE);
    for (cell_id i = 0; i < 2600; i += 200) {
        struct generator g = generator_identity(m, &mem);
        for (cell_id k = i; k < i + 200; k++)
            g.cells[k] = k ^ 1;
        array_push(&mem, &all, g);
        array_push(&mem, &all, generator_copy(&g, &mem));
    }
    expr atom = model_cell_expr(m, 0);
    stabiliser_find(m, &all, &atom, 1, NULL, NULL, &out, &mem);
    assert_int_equal(out.count, 12);
    for (size_t i = 0; i < out.count; i++)
        assert_int_equal(out.at[i].cells[0], 0);
    generators_free(&mem, &all);
    generators_free(&mem, &out);
    model_free(m);
    assert_nothing_left(&mem);
}

// ---- Atoms ----------------------------------------------------------------------------------------------------------

static void test_atoms(void **unused)
{
    struct mem mem = {0};
    atom_array atoms = {0};
    UNUSED(unused);
    struct model *m = model_new(&mem);
    expr x[5];
    for (int i = 0; i < 5; i++)
        x[i] = model_cell_expr(m, model_add_cell(m, "x", model_boolean(m), CELL_STATE));
    formula inner = model_formula_make(m, FORMULA_EU, model_atom(m, x[0]), model_atom(m, x[1]));
    formula whole = model_formula_make(m, FORMULA_AND, inner, model_formula_make(m, FORMULA_AG, inner, FORMULA_NONE));
    struct property p = {
        .kind = PROPERTY_CTL, .text = "", .context = "", .formula = whole, .from = FORMULA_NONE, .to = FORMULA_NONE};
    struct property invariant = p;
    invariant.kind = PROPERTY_INVARIANT;
    invariant.formula = model_atom(m, x[2]);
    model_add_property(m, &invariant);
    model_add_property(m, &p);
    p = (struct property){.kind = PROPERTY_MIN,
                          .text = "",
                          .context = "",
                          .formula = FORMULA_NONE,
                          .from = model_atom(m, x[2]),
                          .to = model_atom(m, x[0])};
    model_add_property(m, &p);
    model_add_justice(m, x[3]);
    model_add_compassion(m, x[4], x[3]);
    stabiliser_collect_atoms(m, 0, &atoms, &mem); // an invariant does not depend on fairness
    assert_int_equal(atoms.count, 1);
    stabiliser_collect_atoms(m, 1, &atoms, &mem);
    assert_int_equal(atoms.count, 5);
    stabiliser_collect_atoms(m, 2, &atoms, &mem); // each once
    assert_int_equal(atoms.count, 5);
    stabiliser_collect_formula(m, FORMULA_NONE, &atoms, &mem);
    assert_int_equal(atoms.count, 5);
    array_free(&mem, &atoms);
    model_free(m);
    assert_nothing_left(&mem);
}

// ---- Copies of models -----------------------------------------------------------------------------------------------

static void test_projection(void **unused)
{
    struct group_bench b;
    bool stays[CELLS] = {false};
    cell_id map[CELLS];
    struct generator projected, g;
    UNUSED(unused);
    open_group(&b, 1);
    struct model *m = b.model;
    model_add_action(m, "");
    for (cell_id c = 2; c < CELLS; c++)
        stays[c] = true;
    model_add_hint(m, &(struct hint){model_cell_expr(m, 2), "of what stays"});
    model_add_hint(m, &(struct hint){model_and(m, model_cell_expr(m, 1), model_cell_expr(m, 2)), "of what does not"});
    model_add_hint(m, &(struct hint){model_true(m), "of nothing"});
    struct model *copy = model_copy_selected(m, &(struct model_selection){.cells = stays}, map, &b.mem);
    assert_int_equal(model_hint_count(copy), 2);
    assert_string_equal(model_hint(copy, 0).text, "of what stays");
    assert_int_equal(model_hint(copy, 0).condition, model_cell_expr(copy, 0));
    assert_string_equal(model_hint(copy, 1).text, "of nothing");

    g = exchange(m, 1, 2, &b.mem); // out of what stays
    assert_false(generator_project(&g, map, copy, &projected, &b.mem));
    generator_free(&b.mem, &g);
    g = exchange(m, 2, 3, &b.mem);
    g.cells[0] = 1;
    g.cells[1] = 0;
    array_push(&b.mem, &g.values, ((struct value_move){CELL_NONE, b.colours[0], b.colours[1]}));
    array_push(&b.mem, &g.values, ((struct value_move){CELL_NONE, b.colours[1], b.colours[0]}));
    array_push(&b.mem, &g.values, ((struct value_move){CELLS - 1, 0, 2}));
    array_push(&b.mem, &g.values, ((struct value_move){CELLS - 1, 2, 0}));
    g.text = str_copy(&b.mem, "as stated");
    assert_true(generator_project(&g, map, copy, &projected, &b.mem));
    assert_string_equal(projected.text, "as stated");
    struct str text = {0};
    generator_add_text(&projected, copy, &b.mem, &text);
    assert_string_equal(str_text(&text), "(c d){red green}{i=0 i=2}");
    str_free(&b.mem, &text);
    generator_free(&b.mem, &projected);
    generator_free(&b.mem, &g);
    model_free(copy);
    close_group(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_random_groups),
        cmocka_unit_test(test_all_permutations),
        cmocka_unit_test(test_products_keep_what_neither_keeps),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_atoms),
        cmocka_unit_test(test_projection),
    };
    return RUN(tests);
}
