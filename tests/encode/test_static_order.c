// The static order: cells that are pulled together come together, and a search for it that is stopped gives all cells
// once, whenever it is.
#include "../model/expression_tree.h"
#include "encode/static_order.h"

enum { CELLS = 60 };

// Cells in a ring, each working with the one that is a stride further: the order of declaration is a bad one.
static struct model *make_ring(struct mem *mem, size_t stride)
{
    struct model *m = model_new(mem);
    cell_id cells[CELLS];
    for (int i = 0; i < CELLS; i++) {
        char name[] = {(char)('a' + i / 10), (char)('0' + i % 10), 0};
        cells[i] = model_add_cell(m, name, model_boolean(m), CELL_STATE);
    }
    for (size_t i = 0; i < CELLS; i++) {
        expr other = model_cell_expr(m, cells[(i + stride) % CELLS]);
        model_add_step(m, (struct part){PART_CHOICE, cells[i], other});
    }
    return m;
}

static bool is_permutation(const cell_id *order)
{
    bool taken[CELLS] = {false};
    for (size_t i = 0; i < CELLS; i++) {
        if (order[i] >= CELLS || taken[order[i]])
            return false;
        taken[order[i]] = true;
    }
    return true;
}

// How far apart those are that work together, all added up.
static size_t distance(const cell_id *order, size_t stride)
{
    size_t position[CELLS], total = 0;
    for (size_t i = 0; i < CELLS; i++)
        position[order[i]] = i;
    for (size_t i = 0; i < CELLS; i++) {
        size_t a = position[i], b = position[(i + stride) % CELLS];
        total += a > b ? a - b : b - a;
    }
    return total;
}

struct patience {
    size_t asked, most;
};

static bool has_lost_patience(void *context)
{
    struct patience *p = context;
    return p->asked++ >= p->most;
}

static void neighbours_come_together(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = make_ring(&mem, 7);
    cell_id order[CELLS], declared[CELLS];
    for (cell_id i = 0; i < CELLS; i++)
        declared[i] = i;
    assert_true(order_compute(m, order, NULL, NULL, &mem));
    assert_true(is_permutation(order));
    assert_true(2 * distance(order, 7) < distance(declared, 7));
    model_free(m);
    assert_nothing_left(&mem);
}

static void it_ends_whenever_it_is_told_to(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = make_ring(&mem, 7);
    cell_id whole[CELLS], order[CELLS], first[CELLS];
    struct patience patience = {.most = SIZE_MAX};
    assert_true(order_compute(m, whole, has_lost_patience, &patience, &mem));
    size_t all = patience.asked;
    assert_true(all > CELLS + 5); // for each part, and in each round
    for (size_t most = 0; most < all; most++) {
        patience = (struct patience){.most = most};
        assert_false(order_compute(m, order, has_lost_patience, &patience, &mem));
        assert_int_equal(patience.asked, most + 1); // not once more
        assert_true(is_permutation(order));
        if (most == 0)
            memcpy(first, order, sizeof first);
        assert_true(distance(order, 7) <= distance(first, 7));
    }
    patience = (struct patience){.most = all};
    assert_true(order_compute(m, order, has_lost_patience, &patience, &mem));
    assert_memory_equal(order, whole, sizeof whole);
    model_free(m);
    assert_nothing_left(&mem);
}

// A cell that all others work with, too, would pull them together: it goes to the top, and the ring is as it is
// without.
static void what_all_work_with_comes_first(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    cell_id cells[CELLS], order[CELLS + 1], rest[CELLS];
    for (int i = 0; i < CELLS; i++) {
        char name[] = {(char)('a' + i / 10), (char)('0' + i % 10), 0};
        cells[i] = model_add_cell(m, name, model_boolean(m), CELL_STATE);
    }
    cell_id hub = model_add_cell(m, "hub", model_boolean(m), CELL_STATE);
    for (size_t i = 0; i < CELLS; i++) {
        expr both = model_binary(m, OP_AND, model_cell_expr(m, hub), model_cell_expr(m, cells[(i + 7) % CELLS]));
        model_add_step(m, (struct part){PART_CHOICE, cells[i], both});
    }
    assert_true(order_compute(m, order, NULL, NULL, &mem));
    assert_int_equal(order[0], hub);
    assert_true(is_permutation(order + 1));
    model_free(m);
    m = make_ring(&mem, 7);
    assert_true(order_compute(m, rest, NULL, NULL, &mem));
    assert_memory_equal(order + 1, rest, sizeof rest);
    model_free(m);
    assert_nothing_left(&mem);
}

// Processors on one bus: each has a cell that all others look at, in many choices. These are parts of their
// processors and no hubs: they do not all come before everything else.
static void what_each_component_has_is_no_hub(void **state)
{
    UNUSED(state);
    enum { PROCESSORS = 8, OWN = 4, ALL = PROCESSORS * OWN };
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    cell_id order[ALL];
    bool are_first = true;
    for (int i = 0; i < ALL; i++)
        model_add_cell(m, (char[]){(char)('a' + i / OWN), (char)('0' + i % OWN), 0}, model_boolean(m), CELL_STATE);
    for (int i = 0; i < ALL; i++)
        for (int k = 1; k < OWN && i % OWN > 0; k++) { // about two own cells, and those of the bus
            expr some = model_and(m, model_cell_expr(m, (cell_id)i), model_cell_expr(m, (cell_id)(i - i % OWN + k)));
            for (int bus = 0; bus < ALL; bus += OWN)
                some = model_or(m, some, model_cell_expr(m, (cell_id)bus));
            model_add_step(m, (struct part){PART_CHOICE, (cell_id)i, some});
        }
    assert_true(order_compute(m, order, NULL, NULL, &mem));
    for (int i = 0; i < PROCESSORS; i++)
        are_first &= order[i] % OWN == 0;
    assert_false(are_first);
    model_free(m);
    assert_nothing_left(&mem);
}

// Words of two bits each, of which a condition moves one to its neighbour, case by case: what it goes by comes first,
// and then all bits of the one kind, before those of the other.
static void guards_come_first(void **state)
{
    UNUSED(state);
    enum { WORDS = 15, GUARDS = 4, ALL = GUARDS + 2 * WORDS };
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    cell_id words[WORDS][2], guards[GUARDS], order[ALL];
    expr all = model_true(m);
    for (int i = 0; i < WORDS; i++)
        for (int bit = 0; bit < 2; bit++) {
            char name[] = {(char)('a' + i), (char)('0' + bit), 0};
            words[i][bit] = model_add_cell(m, name, model_boolean(m), CELL_STATE);
        }
    for (int i = 0; i < GUARDS; i++)
        guards[i] = model_add_cell(m, (char[]){'G', (char)('0' + i), 0}, model_boolean(m), CELL_STATE);
    for (int i = 0; i + 1 < WORDS; i++) {
        expr is_it = model_true(m), moved = model_true(m);
        for (int bit = 0; bit < GUARDS; bit++) {
            expr guard = model_cell_expr(m, guards[bit]);
            is_it = model_and(m, is_it, i >> bit & 1 ? guard : model_not(m, guard));
        }
        for (int word = 0; word < WORDS; word++)
            for (int bit = 0; bit < 2; bit++) {
                expr from = model_cell_expr(m, words[word == i ? i + 1 : word][bit]);
                expr is_other = model_xor(m, model_next_expr(m, words[word][bit]), from);
                moved = model_and(m, moved, model_not(m, is_other));
            }
        all = model_and(m, all, model_or(m, model_not(m, is_it), moved));
    }
    model_add_step(m, (struct part){PART_CONDITION, CELL_NONE, all});
    assert_true(order_compute(m, order, NULL, NULL, &mem));
    for (int i = 0; i < GUARDS; i++)
        assert_true(order[i] >= guards[0]);
    for (int i = GUARDS; i < ALL; i++)
        assert_int_equal(order[i] % 2, order[i < GUARDS + WORDS ? GUARDS : GUARDS + WORDS] % 2);
    model_free(m);
    assert_nothing_left(&mem);
}

// An array of numbers from which one cell chooses: that one comes first, whether it is declared first or last.
static void what_chooses_comes_first(void **state)
{
    UNUSED(state);
    enum { LENGTH = 6 };
    for (int is_first = 0; is_first < 2; is_first++) {
        struct mem mem = MEM_UNLIMITED;
        struct model *m = model_new(&mem);
        cell_id array[LENGTH], index = 0, order[LENGTH + 1];
        type_id range = model_integer(m, 0, LENGTH - 1);
        if (is_first)
            index = model_add_cell(m, "index", range, CELL_STATE);
        for (int i = 0; i < LENGTH; i++)
            array[i] = model_add_cell(m, (char[]){(char)('a' + i), 0}, range, CELL_STATE);
        if (!is_first)
            index = model_add_cell(m, "index", range, CELL_STATE);
        expr chosen = model_cell_expr(m, array[0]);
        for (int i = 1; i < LENGTH; i++) {
            expr is_it = model_binary(m, OP_EQ, model_cell_expr(m, index), model_int(m, i));
            chosen = model_ite(m, is_it, model_cell_expr(m, array[i]), chosen);
        }
        for (int i = 0; i < LENGTH; i++)
            model_add_step(m, (struct part){PART_CHOICE, array[i], chosen});
        assert_true(order_compute(m, order, NULL, NULL, &mem));
        assert_int_equal(order[0], index);
        model_free(m);
        assert_nothing_left(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_come_together),
        cmocka_unit_test(it_ends_whenever_it_is_told_to),
        cmocka_unit_test(what_all_work_with_comes_first),
        cmocka_unit_test(what_each_component_has_is_no_hub),
        cmocka_unit_test(guards_come_first),
        cmocka_unit_test(what_chooses_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
