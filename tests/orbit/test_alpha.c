// alpha against groups that are taken apart permutation by permutation: on random sets of states of random
// declarations, with classes of both kinds, ids in global and in local cells, cells with two indices, and subgroups.
#include "reference_orbits.h"

#include <gmp.h>
#include <string.h>

#include "orbit/quotient.h"

#define ROUNDS cases_for(400, 60, 40)
#define MOST_IMAGES BY_KIND(1000, 1000, 3) // of a state, that alpha is asked for

struct scene {
    struct lowered lowered;
    struct symmetry *group;
    permutation_list permutations;
    struct abstraction *abstraction;
    bdd_manager *m;
    struct encoding *encoding;
    struct steps steps;
    struct image *quotient;
    struct dynamic *dynamic;
    size_t cells, vars;
    value *states; // of the set
    size_t count;
};

static const char *const declarations[] = {
    "x: array [P] of E;",
    "y: array [P] of boolean;",
    "b: boolean;",
    "g: P;",
    "h: P;",
    "w: array [0..1] of P;",
    "u: array [Q] of E;",
    "k: Q;",
    "r: array [R] of E;",
    "s: array [R] of boolean;",
    "t: R;",
    "uu: array [Q] of boolean;",
    // Bits that are shared come last.
    "l: array [P] of P;",
    "a: array [P] of array [P] of boolean;",
    "v: array [R] of R;",
    "z: array [P] of Q;",
    "c: array [Q] of R;",
    "d: array [R] of array [R] of boolean;",
    "e: array [P] of array [Q] of boolean;",
};
#define PLAIN 12
#define DECLARATIONS (sizeof declarations / sizeof *declarations)

static void put_declarations(struct str *text, struct mem *mem, struct dice *dice, bool plain)
{
    str_add(mem, text, "type P: scalarset(%d); Q: scalarset(%d); R: ring(%d); E: enum {A, B, C};\nvar ",
            1 + dice_roll(dice, 4), 1 + dice_roll(dice, 3), 2 + dice_roll(dice, 4));
    bool used[DECLARATIONS] = {false};
    for (int i = 1 + dice_roll(dice, 4); i > 0; i--)
        used[dice_roll(dice, plain ? PLAIN : (int)DECLARATIONS)] = true;
    for (size_t i = 0; i < DECLARATIONS; i++)
        str_add(mem, text, "%s", used[i] ? declarations[i] : "");
    str_add(mem, text, "\nstartstate begin end; rule true ==> begin end;\n");
}

static void scene_open(struct scene *s, const struct str *text, struct dice *dice)
{
    *s = (struct scene){0};
    lowered_open(&s->lowered, text->at, text->count, &(struct murphi_lower_options){0});
    assert_true(s->lowered.good);
    struct mem *mem = &s->lowered.mem;
    s->group = symmetry_new(s->lowered.model, mem);
    if (dice_roll(dice, 3) == 0)
        shrink_group(s->group, dice);
    list_permutations(s->group, &s->permutations);
    assert_int_equal(quotient_obstacle(s->group), CAUSE_NONE);
    s->abstraction = quotient_new(s->group, QUOTIENT_DYNAMIC, (enum dynamic_sort)dice_roll(dice, 2), mem);
    s->m = bdd_manager_new(&(struct bdd_config){.mem = mem});
    s->encoding = s->abstraction->encode(s->abstraction, s->lowered.model, s->m, mem);
    assert_non_null(s->encoding);
    s->quotient = s->abstraction->wrap(s->abstraction, &s->steps, s->encoding);
    assert_non_null(s->quotient);
    s->dynamic = ((struct quotient *)s->quotient)->dynamic;
    s->cells = model_cell_count(s->lowered.model);
    s->vars = bdd_var_count(s->m);
}

static void scene_close(struct scene *s)
{
    struct mem *mem = &s->lowered.mem;
    mem_free(mem, s->states, (s->count * s->cells + 1) * sizeof *s->states);
    s->abstraction->unwrap(s->abstraction, s->quotient);
    encoding_free(s->encoding);
    bdd_manager_free(s->m);
    quotient_free(s->abstraction);
    array_free(mem, &s->permutations);
    symmetry_free(s->group);
    lowered_close(&s->lowered);
}

static void roll_states(struct scene *s, struct dice *dice)
{
    struct model *model = s->lowered.model;
    s->count = 1 + (size_t)dice_roll(dice, 12);
    s->states = mem_alloc(&s->lowered.mem, (s->count * s->cells + 1) * sizeof *s->states);
    for (size_t i = 0; i < s->count * s->cells; i++) {
        const struct type *type = model_type(model, model_cell(model, (cell_id)(i % s->cells))->type);
        s->states[i] = type_value(type, (uint64_t)dice_roll(dice, (int)type_size(type)));
    }
}

static void read_one(struct scene *s, bdd set, value *state)
{
    bool values[1024];
    mpz_t count;
    mpz_init(count);
    assert_true(bdd_count(s->m, set, encode_state_cube(s->encoding), count));
    assert_int_equal(mpz_get_ui(count), 1);
    mpz_clear(count);
    assert_true(s->vars < 1024);
    assert_true(quotient_read((struct quotient *)s->quotient, set, values));
    encode_read(s->encoding, values, state);
}

static bool is_image(struct scene *s, const value *from, const value *to)
{
    value image[256];
    for (size_t i = 0; s->group->element_count && i < s->permutations.count; i += s->group->element_count) {
        symmetry_apply(s->group, &s->permutations.at[i], from, image);
        if (memcmp(image, to, s->cells * sizeof *image) == 0)
            return true;
    }
    return false;
}

// One state: to one of its orbit, the same from all of the orbit if that is promised, and there it stays.
static bdd check_state(struct scene *s, const value *state)
{
    value found[256], image[256], other[256];
    bdd set = encode_state(s->encoding, state, false), alpha = dynamic_alpha(s->dynamic, set);
    read_one(s, alpha, found);
    assert_true(is_image(s, state, found));
    assert_int_equal(dynamic_alpha(s->dynamic, alpha), alpha);
    size_t elements = s->group->element_count, many = elements ? s->permutations.count / elements : 0;
    for (size_t i = 0; i < many; i += 1 + many / MOST_IMAGES) {
        symmetry_apply(s->group, &s->permutations.at[i * elements], state, image);
        read_one(s, encode_state(s->encoding, image, false), other);
        assert_memory_equal(other, image, s->cells * sizeof *image);
        bdd of_image = dynamic_alpha(s->dynamic, encode_state(s->encoding, image, false));
        if (s->abstraction->uncounted == CAUSE_NONE)
            assert_int_equal(of_image, alpha);
    }
    // The same by itself, with the permutation.
    bool values[1024];
    uint32_t permutation[64];
    assert_true(quotient_read((struct quotient *)s->quotient, set, values));
    dynamic_canonical(s->dynamic, values, permutation);
    encode_read(s->encoding, values, other);
    assert_memory_equal(other, found, s->cells * sizeof *found);
    assert_true(symmetry_contains(s->group, permutation));
    symmetry_apply(s->group, permutation, state, image);
    assert_memory_equal(image, found, s->cells * sizeof *found);
    return alpha;
}

// All states together are mapped as each of them is, and the representatives stand for all states of their orbits.
static void check_set(struct scene *s)
{
    bdd set = BDD_FALSE, expected = BDD_FALSE, orbits = BDD_FALSE;
    for (size_t i = 0; i < s->count; i++) {
        const value *state = &s->states[i * s->cells];
        value image[256];
        set = bdd_or(s->m, set, encode_state(s->encoding, state, false));
        expected = bdd_or(s->m, expected, check_state(s, state));
        for (size_t k = 0; s->group->element_count && k < s->permutations.count; k += s->group->element_count) {
            symmetry_apply(s->group, &s->permutations.at[k], state, image);
            orbits = bdd_or(s->m, orbits, encode_state(s->encoding, image, false));
        }
    }
    assert_int_equal(dynamic_alpha(s->dynamic, set), expected);
    if (s->abstraction->uncounted != CAUSE_NONE)
        return;
    assert_int_equal(dynamic_alpha(s->dynamic, orbits), expected);
    mpz_t count, states;
    mpz_inits(count, states, NULL);
    assert_true(bdd_count(s->m, orbits, encode_state_cube(s->encoding), states));
    assert_true(s->abstraction->count(s->quotient, expected, count));
    assert_int_equal(mpz_cmp(count, states), 0);
    mpz_clears(count, states, NULL);
}

// States that differ from representatives in some components only.
static void check_near(struct scene *s, struct dice *dice)
{
    const struct concatenated *order = dynamic_order(s->dynamic);
    bool dirty[64] = {false};
    bdd set = BDD_FALSE;
    uint32_t some[] = {NO_ELEMENT, NO_ELEMENT};
    for (int i = 0; i < 2 && order->row.count; i++) {
        size_t place = (size_t)dice_roll(dice, (int)order->row.count);
        dirty[place] = true;
        some[i] = order->row.at[place];
    }
    for (size_t i = 0; i < s->count; i++) {
        value state[256];
        read_one(s, dynamic_alpha(s->dynamic, encode_state(s->encoding, &s->states[i * s->cells], false)), state);
        for (size_t k = 0; k < order->items.count; k++) {
            const struct concatenated_item *item = &order->items.at[k];
            const struct type *type =
                model_type(s->lowered.model, model_cell(s->lowered.model, item->place.cell)->type);
            if ((item->element == some[0] || item->element == some[1]) && item->place.value == ENCODE_ALL_BITS)
                state[item->place.cell] = type_value(type, (uint64_t)dice_roll(dice, (int)type_size(type)));
        }
        set = bdd_or(s->m, set, encode_state(s->encoding, state, false));
    }
    assert_int_equal(dynamic_alpha_near(s->dynamic, set, dirty), dynamic_alpha(s->dynamic, set));
}

static void check_random(bool plain, struct dice *dice)
{
    size_t unique = 0, count = 0;
    for (; count < (size_t)ROUNDS; count++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        struct scene s;
        put_declarations(&text, &mem, dice, plain);
        scene_open(&s, &text, dice);
        roll_states(&s, dice);
        check_set(&s);
        check_near(&s, dice);
        unique += s.abstraction->uncounted == CAUSE_NONE;
        if (plain)
            assert_true(s.abstraction->uncounted == CAUSE_NONE);
        scene_close(&s);
        str_free(&mem, &text);
    }
    assert_true(unique > 0 && (plain || unique < count));
}

static void unique_representatives(void **state)
{
    (void)state;
    struct dice dice = {dice_seed()};
    check_random(true, &dice);
}

static void all_kinds_of_bits(void **state)
{
    (void)state;
    struct dice dice = {dice_seed()};
    check_random(false, &dice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unique_representatives),
        cmocka_unit_test(all_kinds_of_bits),
    };
    return cmocka_run_group_tests_name("orbit/alpha", tests, NULL, NULL);
}
