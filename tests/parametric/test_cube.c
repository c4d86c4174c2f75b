// Cubes over a variable at[*] of three values, a variable owner that holds an element, and pairs knows[*][*].
#include "../unit.h"

#include "parametric/cube.h"
#include "parametric/reach_index.h"

enum { AT, OWNER, KNOWS };

struct fixture {
    struct mem mem;
    struct parametric_variables variables;
};

static struct fixture open_fixture(void)
{
    struct fixture f = {.mem = MEM_UNLIMITED};
    return f;
}

// The variables belong to the fixture's memory, so that it must not move.
static void open_variables(struct fixture *f)
{
    parametric_variables_open(&f->variables, "P", &f->mem);
    const struct parametric_variable all[] = {
        {.name = "at[P_1]", .arity = 1, .brackets = {1}, .plain = 7, .value_count = 3},
        {.name = "owner", .plain = 1, .value_count = 1, .holds_elements = true},
        {.name = "knows[P_1][P_1]", .arity = 2, .brackets = {1, 2}, .plain = 3, .value_count = 2}};
    static const char *const names[][3] = {{"s0", "s1", "s2"}, {"undefined"}, {"FALSE", "TRUE"}};
    for (size_t i = 0; i < 3; i++) {
        array_push(&f->mem, &f->variables.all, all[i]);
        for (unsigned k = 0; k < MOST_PLAIN_VALUES; k++)
            array_push(&f->mem, &f->variables.names, k < 3 ? names[i][k] : NULL);
    }
}

static struct cube make(struct fixture *f, uint32_t elements, const struct cube_literal *literals, uint32_t count)
{
    struct cube c = cube_new(elements, count, &f->mem);
    memcpy(c.literals, literals, count * sizeof *literals);
    c.count = count;
    cube_tidy(&c, &f->variables);
    return c;
}

#define CUBE(f, elements, ...) \
    make(f, elements, (const struct cube_literal[]){__VA_ARGS__}, \
         sizeof((const struct cube_literal[]){__VA_ARGS__}) / sizeof(struct cube_literal))

static void a_mask_moves_with_its_elements(void **state)
{
    const uint8_t images[] = {2, 0};
    (void)state;
    assert_true(cube_move_mask(1 | ELEMENT_BIT(0), images, 2, 4) == (1 | ELEMENT_BIT(2)));
    // Any other element is each that has no image.
    assert_true(cube_move_mask(OTHER_BIT, images, 2, 4) == (OTHER_BIT | ELEMENT_BIT(1) | ELEMENT_BIT(3)));
}

static void what_says_nothing_is_dropped(void **state)
{
    struct fixture f = open_fixture();
    (void)state;
    open_variables(&f);
    struct cube c = CUBE(&f, 3, {AT, {2}, 2}, {AT, {0}, 7}, {OWNER, {0}, ELEMENT_BIT(1) | OTHER_BIT | ELEMENT_BIT(0)});
    // Element 0 is named by the owner's mask no more than any other; 1 neither; 2 is told apart by both.
    assert_int_equal(c.elements, 1);
    assert_int_equal(c.count, 2);
    assert_true(c.literals[1].mask == OTHER_BIT);
    cube_free(&c, &f.mem);
    parametric_variables_close(&f.variables);
    assert_int_equal(f.mem.blocks, 0);
}

// With 12! ways to name its elements, each of which fails at the last one: who looks for them gives up.
static void names_are_not_looked_for_forever(void **state)
{
    enum { MANY = 12 };
    struct fixture f = open_fixture();
    struct cube_literal general[MANY + 1], special[MANY + 1], owned[MANY + 1];
    (void)state;
    open_variables(&f);
    for (uint8_t i = 0; i < MANY; i++)
        general[i] = special[i] = owned[i] = (struct cube_literal){AT, {i}, 1};
    general[MANY] = (struct cube_literal){KNOWS, {0, MANY - 1}, 2};
    special[MANY] = (struct cube_literal){KNOWS, {0, 0}, 2};
    owned[MANY] = (struct cube_literal){OWNER, {0}, ELEMENT_BIT(MANY - 1)};
    struct cube g = make(&f, MANY, general, MANY + 1), s = make(&f, MANY, special, MANY + 1);
    struct cube o = make(&f, MANY, owned, MANY + 1);
    assert_false(cube_subsumes(&g, &s, &f.variables));
    assert_true(cube_subsumes(&g, &g, &f.variables));
    // Too few of them are in the state: that is seen at once.
    special[3].mask = 2;
    struct cube t = make(&f, MANY, special, MANY + 1);
    assert_false(cube_subsumes(&s, &t, &f.variables));
    // Which element a variable holds decides as soon as it has a name, wherever it comes.
    owned[MANY].mask = ELEMENT_BIT(0);
    struct cube first = make(&f, MANY, owned, MANY + 1);
    assert_true(cube_subsumes(&first, &o, &f.variables));
    struct cube *const all[] = {&g, &s, &o, &t, &first};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cube_free(all[i], &f.mem);
    parametric_variables_close(&f.variables);
    assert_int_equal(f.mem.blocks, 0);
}

static void a_cube_subsumes_what_has_more_to_say(void **state)
{
    struct fixture f = open_fixture();
    (void)state;
    open_variables(&f);
    struct cube one = CUBE(&f, 1, {AT, {0}, 6});
    struct cube both = CUBE(&f, 2, {AT, {0}, 1}, {AT, {1}, 4});
    struct cube owned = CUBE(&f, 1, {AT, {0}, 4}, {OWNER, {0}, ELEMENT_BIT(0)});
    struct cube not_owned = CUBE(&f, 2, {AT, {0}, 4}, {OWNER, {0}, ELEMENT_BIT(1)});
    struct cube elsewhere = CUBE(&f, 1, {AT, {0}, 4}, {OWNER, {0}, OTHER_BIT});
    struct cube pair = CUBE(&f, 2, {KNOWS, {0, 1}, 2});
    struct cube turned = CUBE(&f, 2, {KNOWS, {1, 0}, 2});
    struct cube self = CUBE(&f, 1, {KNOWS, {0, 0}, 2});
    assert_true(cube_subsumes(&one, &both, &f.variables));
    assert_false(cube_subsumes(&both, &one, &f.variables));
    assert_true(cube_subsumes(&one, &owned, &f.variables));
    assert_false(cube_subsumes(&owned, &not_owned, &f.variables));
    assert_true(cube_subsumes(&elsewhere, &not_owned, &f.variables)); // another element is any other
    assert_false(cube_subsumes(&not_owned, &elsewhere, &f.variables));
    assert_true(cube_subsumes(&pair, &turned, &f.variables)); // by the other names
    assert_false(cube_subsumes(&pair, &self, &f.variables));  // elements are different
    struct cube *all[] = {&one, &both, &owned, &not_owned, &elsewhere, &pair, &turned, &self};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cube_free(all[i], &f.mem);
    parametric_variables_close(&f.variables);
    assert_int_equal(f.mem.blocks, 0);
}

static void an_order_of_elements_is_kept(void **state)
{
    struct fixture f = open_fixture();
    (void)state;
    open_variables(&f);
    f.variables.is_ordered = true;
    struct cube up = CUBE(&f, 2, {AT, {0}, 1}, {AT, {1}, 4});
    struct cube down = CUBE(&f, 2, {AT, {0}, 4}, {AT, {1}, 1});
    struct cube apart = CUBE(&f, 3, {AT, {0}, 1}, {AT, {1}, 2}, {AT, {2}, 4});
    struct cube pair = CUBE(&f, 2, {KNOWS, {0, 1}, 2});
    struct cube turned = CUBE(&f, 2, {KNOWS, {1, 0}, 2});
    assert_true(cube_subsumes(&up, &up, &f.variables));
    assert_false(cube_subsumes(&up, &down, &f.variables));
    assert_true(cube_subsumes(&up, &apart, &f.variables)); // others may stand between
    assert_false(cube_subsumes(&down, &apart, &f.variables));
    assert_false(cube_subsumes(&pair, &turned, &f.variables));
    struct cube *all[] = {&up, &down, &apart, &pair, &turned};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cube_free(all[i], &f.mem);
    parametric_variables_close(&f.variables);
    assert_int_equal(f.mem.blocks, 0);
}

static void a_cube_is_shown_in_murphi(void **state)
{
    struct fixture f = open_fixture();
    struct str out = {0};
    (void)state;
    open_variables(&f);
    struct cube c = CUBE(&f, 2, {AT, {0}, 6}, {AT, {1}, 4}, {OWNER, {0}, ELEMENT_BIT(1)}, {KNOWS, {1, 0}, 2});
    cube_print(&c, &f.variables, &f.mem, &out);
    assert_string_equal(str_text(&out),
                        "at[i1] != s0 & at[i2] = s2 & (!isundefined(owner) & owner = i2) & knows[i2][i1] = true");
    str_free(&f.mem, &out);
    cube_free(&c, &f.mem);
    parametric_variables_close(&f.variables);
    assert_int_equal(f.mem.blocks, 0);
}

// Any other element has no name: what may be some elements of the cube lists these, however many they are.
static void elements_without_a_name_are_not_listed(void **state)
{
    struct fixture f = open_fixture();
    struct str out = {0};
    (void)state;
    open_variables(&f);
    struct cube within = CUBE(&f, 3, {AT, {0}, 1}, {AT, {1}, 2}, {AT, {2}, 4}, {OWNER, {0}, 7 * ELEMENT_BIT(0)});
    struct cube outside = CUBE(&f, 2, {AT, {0}, 1}, {AT, {1}, 2}, {OWNER, {0}, OTHER_BIT});
    cube_print(&within, &f.variables, &f.mem, &out);
    assert_string_equal(str_text(&out), "at[i1] = s0 & at[i2] = s1 & at[i3] = s2 & (!isundefined(owner) & "
                                        "(owner = i1 | owner = i2 | owner = i3))");
    str_clear(&out);
    cube_print(&outside, &f.variables, &f.mem, &out);
    assert_string_equal(str_text(&out),
                        "at[i1] = s0 & at[i2] = s1 & (!isundefined(owner) & (owner != i1 & owner != i2))");
    str_free(&f.mem, &out);
    cube_free(&within, &f.mem);
    cube_free(&outside, &f.mem);
    parametric_variables_close(&f.variables);
    assert_int_equal(f.mem.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mask_moves_with_its_elements),
        cmocka_unit_test(what_says_nothing_is_dropped),
        cmocka_unit_test(names_are_not_looked_for_forever),
        cmocka_unit_test(a_cube_subsumes_what_has_more_to_say),
        cmocka_unit_test(an_order_of_elements_is_kept),
        cmocka_unit_test(a_cube_is_shown_in_murphi),
        cmocka_unit_test(elements_without_a_name_are_not_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
