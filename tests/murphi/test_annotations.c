// Hints and symmetries that are stated, in the model: when a hint holds, and what the elements of a class take along.
#include "explore.h"

#include "../model/expression_tree.h"
#include "group/cycles.h"
#include "group/symmetry.h"

// ---- Hints ----------------------------------------------------------------------------------------------------------

static void hints_are_in_order_and_false_where_undefined(void **unused)
{
    static const char text[] = "type P: scalarset(2); var n: 0..3; p: P; a: array [0..2] of boolean; hint n < 2;\n"
                               "startstate begin undefine n; undefine p; clear a; end; hint a[n];\n"
                               "rule \"r\" begin n := 1; end; rule begin n := 3; end; hint isundefined(n) | n = 3;";
    struct exploration x;
    UNUSED(unused);
    explore_open(&x, text, strlen(text), NULL, 0, 0);
    assert_true(x.lowered);
    struct model *m = x.model;
    assert_int_equal(model_hint_count(m), 3);
    assert_string_equal(model_hint(m, 0).text, "n < 2");
    assert_string_equal(model_hint(m, 1).text, "a[n]");
    assert_string_equal(model_hint(m, 2).text, "isundefined(n) | n = 3");
    // A hint is no property, and what goes wrong in it is no run-time error of the model.
    assert_int_equal(model_runtime_error_count(m), 0);
    value state[8] = {0};
    cell_id n = model_find_cell(m, "n");
    state[model_find_cell(m, "a[1]")] = 1;
    struct evaluator *e = evaluator_new(m, &x.reading.mem);
    static const bool wanted[5][3] = {
        {false, false, true}, {true, false, false}, {true, true, false}, {false, false, false}, {false, false, true}};
    for (int i = 0; i < 5; i++) {
        state[n] = model_type(m, model_cell(m, n)->type)->none + i; // 0 is one more than that
        for (size_t h = 0; h < 3; h++)
            assert_int_equal(eval_condition(e, model_hint(m, h).condition, state, NULL), wanted[i][h]);
    }
    evaluator_free(e);
    explore_close(&x);
}

// ---- Elements of classes --------------------------------------------------------------------------------------------

#define CLASSES \
    "type P: scalarset(4); Q: scalarset(3); R: ring(4); E: enum {red, green}; U: union {P, E, R};\n" \
    "var a: array [P] of E; b: array [P] of array [Q] of P; c: array [R] of record u: U; n: 0..2; end; d: P; e: U;\n" \
    "f: array [P] of array [P] of boolean; startstate begin undefine a; end;\n"

static void add_cycles(struct mem *mem, struct str *out, const struct symmetry *s, const uint32_t *permutation)
{
    bool shown[16] = {false};
    for (uint32_t e = 0; e < s->element_count; e++) {
        if (shown[e] || permutation[e] == e)
            continue;
        str_add(mem, out, "(");
        for (uint32_t at = e; !shown[at]; at = permutation[at]) {
            const struct component_class *class = model_class(s->model, s->class_of[at]);
            shown[at] = true;
            str_add(mem, out, "%s%s", at == e ? "" : " ",
                    model_symbol_name(s->model, class->ids[at - s->first[s->class_of[at]]]));
        }
        str_add(mem, out, ")");
    }
}

static void random_permutation(struct dice *dice, const struct symmetry *s, uint32_t *permutation)
{
    permutation_identity(s, permutation);
    for (uint32_t c = 0; c < s->class_count; c++)
        for (uint32_t size = s->first[c + 1] - s->first[c]; size > 1; size--) {
            uint32_t *a = &permutation[s->first[c] + size - 1];
            uint32_t *b = &permutation[s->first[c] + (uint32_t)dice_roll(dice, (int)size)], held = *a;
            *a = *b;
            *b = held;
        }
}

static void check_against_classes(struct dice *dice, const struct model *m, const struct symmetry *s,
                                  const uint32_t *permutation, const struct generator *g)
{
    value state[64], wanted[64], got[64];
    size_t cells = model_cell_count(m);
    assert_true(cells <= 64);
    for (int i = 0; i < 20; i++) {
        for (cell_id c = 0; c < cells; c++) {
            const struct type *type = model_type(m, model_cell(m, c)->type);
            state[c] = type_value(type, (uint64_t)dice_roll(dice, (int)type_size(type)));
        }
        symmetry_apply(s, permutation, state, wanted);
        generator_apply(g, m, state, got);
        assert_memory_equal(wanted, got, cells * sizeof *got);
    }
}

static void elements_take_along_what_is_placed_at_them(void **unused)
{
    struct dice dice = dice_for("elements");
    UNUSED(unused);
    for (int round = 0; round < rounds(100); round++) {
        struct exploration x, plain;
        uint32_t permutation[16];
        explore_open(&plain, CLASSES, strlen(CLASSES), NULL, 0, 0);
        struct mem *mem = &plain.reading.mem;
        struct str text = {0};
        struct symmetry *s = symmetry_new(plain.model, mem);
        random_permutation(&dice, s, permutation);
        str_add(mem, &text, CLASSES "symmetry ");
        size_t before = text.count;
        add_cycles(mem, &text, s, permutation);
        if (text.count > before) {
            generator_array generators = {0};
            str_add(mem, &text, ";");
            explore_open(&x, text.at, text.count, NULL, 0, 0);
            assert_true(x.lowered);
            assert_true(cycles_read(x.model, 0, &generators, &x.reading.diag, &x.reading.mem));
            assert_int_equal(generators.count, 1);
            check_against_classes(&dice, x.model, s, permutation, &generators.at[0]);
            generators_free(&x.reading.mem, &generators);
            explore_close(&x);
        }
        symmetry_free(s);
        str_free(mem, &text);
        explore_close(&plain);
    }
}

// What a multiset holds is kept in order, which no generator does.
static void multisets_get_a_warning(void **unused)
{
    static const char text[] = "type P: scalarset(2); var m: multiset [2] of P; a: array [P] of boolean;\n"
                               "startstate begin undefine m; clear a; end; symmetry (P_1 P_2), (a[P_1] a[P_2]);";
    struct exploration x;
    generator_array generators = {0};
    struct str shown = {0};
    UNUSED(unused);
    explore_open(&x, text, strlen(text), NULL, 0, 0);
    assert_true(x.lowered);
    assert_true(cycles_read(x.model, 0, &generators, &x.reading.diag, &x.reading.mem));
    assert_int_equal(generators.count, 2);
    reading_messages(&x.reading.diag, &x.reading.mem, &shown);
    assert_string_equal(str_text(&shown), "2:53 warning: a multiset holds what moves here, and its places are not "
                                          "sorted again: it is no symmetry of the model as it is stored\n");
    str_free(&x.reading.mem, &shown);
    generators_free(&x.reading.mem, &generators);
    explore_close(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hints_are_in_order_and_false_where_undefined),
        cmocka_unit_test(elements_take_along_what_is_placed_at_them),
        cmocka_unit_test(multisets_get_a_warning),
    };
    return RUN(tests);
}
