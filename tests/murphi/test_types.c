// Types as descriptors: bounds, sizes, numbers of values, and which of them go together.
#include "murphi_text.h"

static const char text[] =
    "const N: 3; type P: scalarset(N); R: ring(4); E: enum {A, B, C}; S: A..B; U: union {P, E}; P2: P;\n"
    "F: record f: 0..3; g: array [P] of -1..1; h: record x, y: E end end; M: multiset [5] of F; W: array [U] of P;\n"
    "var x: record a: 0..3 end; y: record a: 0..3 end; z: record b: 0..3 end; v: record a: 0..4 end; p: array [P] of "
    "P;\n"
    "startstate end;";

static int open_types(void **state)
{
    struct reading *r = test_malloc(sizeof *r);
    reading_open(r, text, sizeof text - 1, NULL, 0);
    *state = r;
    return r->good ? 0 : -1;
}

static int close_types(void **state)
{
    reading_close(*state);
    test_free(*state);
    return 0;
}

static struct murphi_type *type_of(void **state, const char *name)
{
    struct reading *r = *state;
    for (struct murphi_item *item = r->tree.items; item; item = item->next)
        if (item->kind == MURPHI_ITEM_DECL && strcmp(item->decl->symbol->text, name) == 0)
            return item->decl->type;
    fail_msg("there is no %s", name);
    return NULL;
}

static void declared_types_are_one_type_each(void **state)
{
    assert_ptr_equal(type_of(state, "P"), type_of(state, "P2"));
    assert_string_equal(type_of(state, "P2")->name->text, "P");
    assert_ptr_equal(type_of(state, "W")->element, type_of(state, "P"));
    assert_ptr_equal(type_of(state, "W")->index, type_of(state, "U"));
    struct reading *r = *state;
    for (size_t i = 0; i < r->tree.types.count; i++)
        assert_int_equal(r->tree.types.at[i]->id, i);
}

static void values_of_named_things_have_numbers_of_their_own(void **state)
{
    const struct murphi_type *p = type_of(state, "P"), *r = type_of(state, "R"), *e = type_of(state, "E");
    assert_int_equal(p->high - p->low, 2);
    assert_int_equal(r->low, p->high + 1);
    assert_int_equal(r->high - r->low, 3);
    assert_int_equal(e->low, r->high + 1);
    assert_int_equal(e->members->value, e->low);
    assert_int_equal(e->members->next_member->value, e->low + 1);
    assert_ptr_equal(type_of(state, "S")->base, e);
    assert_int_equal(type_of(state, "S")->high, e->low + 1);
}

static void values_have_positions(void **state)
{
    const struct murphi_type *u = type_of(state, "U"), *e = type_of(state, "E"), *r = type_of(state, "R");
    const struct murphi_type *g = type_of(state, "F")->fields[1].type->element;
    assert_int_equal(murphi_size(u), 6);
    for (uint64_t i = 0; i < 6; i++)
        assert_int_equal(murphi_position(u, murphi_value_at(u, i)), i);
    assert_int_equal(murphi_position(u, e->low), 3);
    assert_int_equal(murphi_position(u, r->low), -1);
    assert_int_equal(murphi_size(g), 3);
    assert_int_equal(murphi_position(g, -1), 0);
    assert_int_equal(murphi_position(g, 2), -1);
    assert_int_equal(murphi_value_at(g, 2), 1);
    assert_int_equal(murphi_size(((struct reading *)*state)->tree.integer), 0);
}

static void scalars_are_counted(void **state)
{
    const struct murphi_type *f = type_of(state, "F");
    assert_int_equal(f->scalars, 6);
    assert_int_equal(f->field_count, 3);
    assert_int_equal(f->fields[2].offset, 4);
    assert_int_equal(type_of(state, "M")->scalars, 30);
    assert_int_equal(type_of(state, "W")->scalars, 6);
    assert_true(f->has_symmetry && type_of(state, "M")->has_multiset && !f->has_multiset);
    assert_false(type_of(state, "E")->has_symmetry);
}

static void types_go_together(void **state)
{
    struct reading *r = *state;
    const struct murphi_type *p = type_of(state, "P"), *e = type_of(state, "E"), *u = type_of(state, "U");
    const struct murphi_type *ring = type_of(state, "R"), *s = type_of(state, "S"), *x = type_of(state, "x");
    assert_true(murphi_same(x, type_of(state, "y")));
    assert_false(murphi_same(x, type_of(state, "z")));
    assert_false(murphi_same(x, type_of(state, "v")));
    assert_true(murphi_compatible(x->fields[0].type, type_of(state, "v")->fields[0].type));
    assert_true(murphi_compatible(p, u) && murphi_compatible(u, p) && murphi_compatible(u, s) &&
                murphi_compatible(s, e));
    assert_false(murphi_compatible(ring, u) || murphi_compatible(u, ring) || murphi_compatible(p, ring));
    assert_false(murphi_compatible(r->tree.integer, p) || murphi_compatible(r->tree.boolean, r->tree.integer));
    assert_true(murphi_compatible(r->tree.integer, x->fields[0].type));
}

static void types_and_values_are_printed(void **state)
{
    struct reading *r = *state;
    struct str out = {0};
    const char *const names[] = {"F", "M", "W", "U", "x", "p"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct murphi_type copy = *type_of(state, names[i]);
        copy.name = NULL;
        murphi_print_type(&r->mem, &out, &copy);
        str_add(&r->mem, &out, "\n");
    }
    const struct murphi_type *u = type_of(state, "U");
    for (uint64_t i = 0; i < 6; i++) {
        murphi_print_value(&r->mem, &out, u, murphi_value_at(u, i));
        str_add(&r->mem, &out, " ");
    }
    murphi_print_value(&r->mem, &out, r->tree.boolean, 1);
    assert_string_equal(out.at, "record f: 0..3; g: array [P] of -1..1; h: record x: E; y: E; end; end\n"
                                "multiset [5] of F\narray [U] of P\nunion {P, E}\nrecord a: 0..3; end\narray [P] of P\n"
                                "P_1 P_2 P_3 A B C true");
    str_free(&r->mem, &out);
}

static void names_lead_to_their_declarations(void **state)
{
    UNUSED(state);
    const char *model =
        "type T: record f: array [0..1] of boolean end; var t: T; b: boolean;\n"
        "procedure p(x: T; var y: T); begin y.f[0] := x.f[1]; end;\n"
        "startstate begin p(t, t); alias z: t.f[0] do z := b; end; for i: 0..1 do b := t.f[i]; end; end;";
    struct reading r;
    reading_open(&r, model, strlen(model), NULL, 0);
    assert_true(r.good);
    const struct murphi_function *p = r.tree.functions.at[0];
    const struct murphi_stmt *assign = p->body;
    assert_ptr_equal(assign->target->args[0]->args[0]->decl, p->params->next);
    assert_ptr_equal(assign->target->args[0]->field, &r.tree.vars.at[0]->type->fields[0]);
    assert_true(assign->target->is_writable && assign->expr->is_place && !assign->expr->is_writable);
    assert_ptr_equal(assign->target->type, r.tree.boolean);
    assert_true(p->writes_params && !p->writes_state);
    const struct murphi_stmt *stmt = r.tree.rules->body;
    assert_ptr_equal(stmt->expr->decl, p->decl);
    stmt = stmt->next;
    assert_ptr_equal(stmt->body->target->decl, stmt->binders->decl);
    assert_true(stmt->body->target->is_writable);
    assert_ptr_equal(stmt->body->expr->decl, r.tree.vars.at[1]);
    stmt = stmt->next;
    assert_ptr_equal(stmt->body->expr->args[1]->decl, stmt->binders->decl);
    assert_int_equal(stmt->binders->decl->type->high, 1);
    assert_int_equal(r.tree.vars.count, 2);
    assert_int_equal(r.tree.vars.at[1]->index, 1);
    reading_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(declared_types_are_one_type_each, open_types, close_types),
        cmocka_unit_test_setup_teardown(values_of_named_things_have_numbers_of_their_own, open_types, close_types),
        cmocka_unit_test_setup_teardown(values_have_positions, open_types, close_types),
        cmocka_unit_test_setup_teardown(scalars_are_counted, open_types, close_types),
        cmocka_unit_test_setup_teardown(types_go_together, open_types, close_types),
        cmocka_unit_test_setup_teardown(types_and_values_are_printed, open_types, close_types),
        cmocka_unit_test(names_lead_to_their_declarations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
