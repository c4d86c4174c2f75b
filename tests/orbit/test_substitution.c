// Sets of states under generators, against the generators on single states: random cells of all kinds, orders, codes,
// and permutations of cells, symbols and numbers.
#include "../cases.h"
#include "reference_orbits.h"

#include "encode/encode.h"
#include "orbit/substitution.h"

#define CASES cases_for(1000, 250, 250)

enum { MOST_CELLS = 9, STATES = 12 };

enum kind { KIND_BOOLEAN, KIND_NUMBERS, KIND_GAPS, KIND_COLOURS, KIND_OPTIONAL, KIND_WORD, KINDS };

struct setting {
    struct mem mem;
    struct dice dice;
    bdd_manager *m;
    struct model *model;
    struct encoding *encoding;
    struct generator generator;
    enum kind kind[MOST_CELLS];
    cell_id cells;
    int extra; // a variable that is no bit of the model
    bool moves_frozen;
};

// ---- Random settings ------------------------------------------------------------------------------------------------

static void shuffle(struct dice *dice, cell_id *at, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)dice_roll(dice, (int)i);
        cell_id held = at[i - 1];
        at[i - 1] = at[j];
        at[j] = held;
    }
}

// Types of one kind have the same values, perhaps in another order.
static type_id random_type(struct setting *s, enum kind kind)
{
    struct model *m = s->model;
    value red = model_symbol(m, "red"), green = model_symbol(m, "green"), blue = model_symbol(m, "blue");
    bool other = dice_roll(&s->dice, 2);
    switch (kind) {
    case KIND_BOOLEAN:
        return model_boolean(m);
    case KIND_NUMBERS:
        return model_integer(m, -1, 3);
    case KIND_GAPS:
        return model_enum(m, (value[]){-3, 1, 4}, 3);
    case KIND_COLOURS:
        return other ? model_enum(m, (value[]){red, 7, green, blue, 2}, 5)
                     : model_enum(m, (value[]){7, blue, red, 2, green}, 5);
    case KIND_OPTIONAL:
        return model_optional(m, model_enum(m, (value[]){red, green, blue}, 3));
    default:
        return model_word(m, 2, false);
    }
}

static void make_cells(struct setting *s)
{
    static const enum cell_role roles[] = {CELL_STATE, CELL_STATE, CELL_STATE, CELL_STATE, CELL_FROZEN, CELL_INPUT};
    s->cells = 0;
    while (s->cells < MOST_CELLS) {
        enum kind kind = (enum kind)dice_roll(&s->dice, KINDS);
        enum cell_role role = roles[dice_roll(&s->dice, 6)];
        for (int alike = 1 + dice_roll(&s->dice, 3); alike > 0 && s->cells < MOST_CELLS; alike--) {
            char name[8];
            snprintf(name, sizeof name, "c%u", s->cells);
            s->kind[s->cells] = kind;
            model_add_cell(s->model, name, random_type(s, kind), role);
            s->cells++;
        }
    }
    model_add_action(s->model, "");
}

// In places of the cells at random; some kinds have a bit for each value.
static void make_encoding(struct setting *s)
{
    cell_id order[MOST_CELLS];
    struct encode_place places[MOST_CELLS * 5];
    size_t count = 0;
    bool by_values[KINDS] = {[KIND_COLOURS] = dice_roll(&s->dice, 2), [KIND_OPTIONAL] = dice_roll(&s->dice, 2)};
    for (cell_id c = 0; c < s->cells; c++)
        order[c] = c;
    shuffle(&s->dice, order, s->cells);
    for (cell_id c = 0; c < s->cells; c++) {
        const struct type *type = model_type(s->model, model_cell(s->model, order[c])->type);
        if (!by_values[s->kind[order[c]]])
            places[count++] = (struct encode_place){order[c], ENCODE_ALL_BITS};
        else
            for (uint32_t v = 0; v < type->count - type->has_none; v++)
                places[count++] = (struct encode_place){order[c], v};
    }
    s->encoding = encoding_new_by_places(s->model, s->m, places, count, &s->mem);
    assert_non_null(s->encoding);
    s->extra = bdd_new_pair_at(s->m, "extra", dice_roll(&s->dice, (int)bdd_var_count(s->m)));
    assert_int_not_equal(s->extra, BDD_NO_VAR);
}

static void permute_symbols(struct setting *s)
{
    cell_id to[3] = {0, 1, 2};
    value symbols[] = {model_symbol(s->model, "red"), model_symbol(s->model, "green"), model_symbol(s->model, "blue")};
    shuffle(&s->dice, to, 3);
    for (int i = 0; i < 3; i++)
        array_push(&s->mem, &s->generator.values, ((struct value_move){CELL_NONE, symbols[i], symbols[to[i]]}));
}

static void permute_numbers(struct setting *s, cell_id cell)
{
    const struct type *type = model_type(s->model, model_cell(s->model, cell)->type);
    cell_id to[8];
    size_t count = type_size(type);
    for (cell_id i = 0; i < count; i++)
        to[i] = i;
    shuffle(&s->dice, to, count);
    for (size_t i = 0; i < count; i++)
        array_push(&s->mem, &s->generator.values,
                   ((struct value_move){cell, type_value(type, i), type_value(type, to[i])}));
}

static void make_generator(struct setting *s)
{
    s->generator = generator_identity(s->model, &s->mem);
    for (int role = CELL_STATE; role <= CELL_INPUT; role++)
        for (int kind = 0; kind < KINDS; kind++) {
            cell_id members[MOST_CELLS], to[MOST_CELLS];
            size_t count = 0;
            for (cell_id c = 0; c < s->cells; c++)
                if ((int)s->kind[c] == kind && (int)model_cell(s->model, c)->role == role)
                    to[count] = members[count] = c, count++;
            shuffle(&s->dice, to, count);
            for (size_t i = 0; i < count; i++)
                s->generator.cells[members[i]] = to[i];
        }
    if (dice_roll(&s->dice, 2))
        permute_symbols(s);
    for (cell_id c = 0; c < s->cells; c++)
        if ((s->kind[c] == KIND_NUMBERS || s->kind[c] == KIND_GAPS) && dice_roll(&s->dice, 2))
            permute_numbers(s, c);
    struct str why = {0};
    assert_true(generator_fits(&s->generator, s->model, &s->mem, &why));
}

static void setting_open(struct setting *s, struct dice dice)
{
    *s = (struct setting){.mem = MEM_UNLIMITED, .dice = dice};
    s->m = bdd_manager_new(&(struct bdd_config){.mem = &s->mem});
    s->model = model_new(&s->mem);
    make_cells(s);
    make_encoding(s);
    make_generator(s);
    for (cell_id c = 0; c < s->cells; c++)
        for (size_t v = 0; v < type_size(model_type(s->model, model_cell(s->model, c)->type)); v++) {
            value from = type_value(model_type(s->model, model_cell(s->model, c)->type), v);
            bool moved = s->generator.cells[c] != c || generator_value(&s->generator, s->model, c, from) != from;
            s->moves_frozen |= moved && model_cell(s->model, c)->role == CELL_FROZEN;
        }
}

static void setting_close(struct setting *s)
{
    generator_free(&s->mem, &s->generator);
    encoding_free(s->encoding);
    model_free(s->model);
    bdd_manager_free(s->m);
    assert_nothing_left(&s->mem);
}

static void random_state(struct setting *s, value *state)
{
    for (cell_id c = 0; c < s->cells; c++) {
        const struct type *type = model_type(s->model, model_cell(s->model, c)->type);
        state[c] = type_value(type, (uint64_t)dice_roll(&s->dice, (int)type_size(type)));
    }
}

// ---- Judging --------------------------------------------------------------------------------------------------------

// A few states and where they go, with the variable that stays being what it likes.
static void make_sets(struct setting *s, bool inputs, bdd *from, bdd *to)
{
    *from = *to = BDD_FALSE;
    for (int i = 0; i < STATES; i++) {
        value state[MOST_CELLS], image[MOST_CELLS];
        random_state(s, state);
        generator_apply(&s->generator, s->model, state, image);
        bdd stays = dice_roll(&s->dice, 2) ? bdd_literal(s->m, s->extra) : BDD_TRUE;
        *from = bdd_or(s->m, *from, bdd_and(s->m, stays, encode_state(s->encoding, state, inputs)));
        *to = bdd_or(s->m, *to, bdd_and(s->m, stays, encode_state(s->encoding, image, inputs)));
    }
    assert_true(bdd_is_valid(*from) && bdd_is_valid(*to));
}

static void check_sets(struct setting *s, struct substitution *by)
{
    bdd from, to;
    make_sets(s, true, &from, &to);
    assert_int_equal(substitution_image(by, from), to);
    assert_int_equal(substitution_preimage(by, to), from);
    assert_int_equal(substitution_image(by, bdd_not(from)), bdd_not(to));
    // Steps: current to next bits, each end moved.
    bdd after, moved_after;
    make_sets(s, false, &after, &moved_after);
    bdd steps = bdd_and(s->m, from, bdd_swap_pairs(s->m, after));
    bdd moved = bdd_and(s->m, to, bdd_swap_pairs(s->m, moved_after));
    assert_int_equal(substitution_image(by, steps), moved);
    assert_int_equal(substitution_preimage(by, moved), steps);
}

static void check_relations(struct setting *s, struct substitution *by)
{
    bdd from, to;
    bdd_relation *const *relations;
    size_t count;
    make_sets(s, false, &from, &to);
    assert_int_equal(substitution_relations(by, &relations, &count), !s->moves_frozen);
    if (s->moves_frozen)
        return;
    bdd forwards = from, backwards = to;
    for (size_t i = 0; i < count; i++) {
        forwards = bdd_image(s->m, forwards, relations[i]);
        backwards = bdd_preimage(s->m, backwards, relations[i]);
        bdd cube = bdd_relation_cube(relations[i]);
        for (size_t j = 0; j < i; j++) // nothing in common
            assert_int_equal(bdd_exists(s->m, cube, bdd_relation_cube(relations[j])), cube);
    }
    assert_int_equal(forwards, to);
    assert_int_equal(backwards, from);
}

static void sets_go_where_their_states_go(void **state)
{
    UNUSED(state);
    int bits = 0, codes = 0, frozen = 0;
    for (int i = 0; i < CASES; i++) {
        struct setting s;
        setting_open(&s, (struct dice){(dice_seed() + (uint64_t)i) * UINT64_C(0x2545f4914f6cdd1d)});
        struct substitution *by = substitution_new(&s.generator, s.encoding, &s.mem);
        assert_non_null(by);
        substitution_permutes_bits(by) ? bits++ : codes++;
        frozen += s.moves_frozen;
        check_sets(&s, by);
        check_relations(&s, by);
        substitution_free(by);
        setting_close(&s);
    }
    assert_true(bits > CASES / 20 && codes > CASES / 4 && frozen > CASES / 20);
}

static void without_memory_there_is_none(void **state)
{
    UNUSED(state);
    struct setting s;
    setting_open(&s, (struct dice){7});
    bdd_set_byte_limit(s.m, 1);
    assert_null(substitution_new(&s.generator, s.encoding, &s.mem));
    setting_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_go_where_their_states_go),
        cmocka_unit_test(without_memory_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
