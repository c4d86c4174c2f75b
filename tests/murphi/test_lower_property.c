// Properties: which there are, in which order, and what they say.
#include "explore.h"

#define COUNTER "var n: 0..3; startstate begin n := 0; end; rule \"up\" n < 3 ==> begin n := n + 1; end; "
#define AROUND "rule \"around\" n = 3 ==> begin n := 0; end; "

static const char *kind_text(enum property_kind kind)
{
    switch (kind) {
    case PROPERTY_INVARIANT:
        return "invariant";
    case PROPERTY_CTL:
        return "ctl";
    case PROPERTY_LTL:
        return "ltl";
    case PROPERTY_CTLSTAR:
        return "ctlstar";
    case PROPERTY_RUNTIME_ERROR:
        return "runtime_error";
    case PROPERTY_DEADLOCK:
        return "deadlock";
    case PROPERTY_COVER:
        return "cover";
    default:
        return "other";
    }
}

static void assert_properties(const char *text, const char *properties)
{
    struct exploration x;
    struct str shown = {0};
    explore_open(&x, text, strlen(text), NULL, 0, 0);
    assert_true(x.lowered);
    for (size_t i = 0; i < model_property_count(x.model); i++) {
        const struct property *p = model_property(x.model, i);
        str_add(&x.reading.mem, &shown, "%s %s: %s\n", kind_text(p->kind), p->name ? p->name : "-", p->text);
    }
    assert_string_equal(str_text(&shown), properties);
    str_free(&x.reading.mem, &shown);
    explore_close(&x);
}

static void properties_come_in_the_order_of_the_file(void **state)
{
    UNUSED(state);
    assert_properties(
        "type P: scalarset(2); var n: 0..3; startstate begin n := 0; end; "
        "invariant \"small\" n < 3; "
        "rule \"up\" n < 3 ==> begin cover n = 2 \"two\"; n := n + 1; assert n < 3; end; "
        "ruleset p: P do invariant n < 4; end; assume n < 3; cover \"far\" n = 3; "
        "liveness \"back\" n = 0; ctl \"c\" AG (n = 0 -> AF n = 1); ltl G F n = 1; ctlstar \"s\" E G F n = 1;",
        "invariant small: n < 3\n"
        "cover two: n = 2\n"
        "invariant -: forall p: P do n < 4 end\n"
        "cover far: n = 3\n"
        "ctl back: AG EF (n = 0)\n"
        "ctl c: AG (n = 0 -> AF n = 1)\n"
        "ltl -: G F n = 1\n"
        "ctlstar s: E G F n = 1\n"
        "runtime_error -: no run-time error\n"
        "deadlock -: no deadlock\n");
}

// Properties were found in another model of a text by their numbers, which differ where one has a run-time error to ask
// for and the other has none: so a deadlock got the answer of another property.
static void goals_have_the_numbers_of_another_model(void **state)
{
    UNUSED(state);
    const char *text = COUNTER AROUND "invariant \"same\" n < 9; invariant \"again\" n < 9; ctl \"c\" AG n < 9;";
    struct exploration x, y;
    explore_open(&x, text, strlen(text), NULL, 0, 0);
    struct model *other = model_new(&x.reading.mem);
    const enum property_kind kinds[] = {PROPERTY_RUNTIME_ERROR, PROPERTY_CTL, PROPERTY_INVARIANT, PROPERTY_DEADLOCK};
    for (size_t i = 0; i < 4; i++) {
        struct property p = {.kind = kinds[i], .goal = 1, .formula = model_atom(other, model_false(other))};
        const struct property *its = explore_property(&x, kinds[i], kinds[i] == PROPERTY_INVARIANT ? "again" : NULL);
        if (its)
            p.goal = its->goal;
        else
            assert_int_equal(kinds[i], PROPERTY_RUNTIME_ERROR); // of which this model has none
        model_add_property(other, &p);
    }
    explore_open(&y, text, strlen(text), &(struct murphi_lower_options){.goals_of = other}, 0, 0);
    assert_int_equal(model_property_count(y.model), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(model_property(y.model, i)->kind, kinds[i]);
        assert_int_equal(model_property(y.model, i)->goal, model_property(other, i)->goal);
        assert_int_equal(model_find_goal(other, model_property(y.model, i)->goal), i);
    }
    assert_int_equal(model_property(y.model, 0)->formula, model_atom(y.model, model_true(y.model)));
    assert_string_equal(model_property(y.model, 2)->name, "again");
    explore_close(&y);
    model_free(other);
    explore_close(&x);
}

// Instances were found by the formula, which another property may have, too.
static void instances_are_those_of_one_property(void **state)
{
    UNUSED(state);
    const char *text = "type P: scalarset(2); var s: array [P] of boolean; "
                       "startstate begin for p: P do s[p] := false; end; end; "
                       "ruleset p: P do rule \"r\" s[p] := !s[p]; end; end; "
                       "invariant \"never\" forall p: P do forall q: P do p = q end end; "
                       "ctl \"c\" forall p: P do forall q: P do p = q & EF s[p] end end; "
                       "ctl \"d\" forall p: P do forall q: P do p = q & EG s[p] end end;";
    struct exploration x;
    explore_open(&x, text, strlen(text), NULL, 0, 0);
    assert_int_equal(model_property(x.model, 0)->formula, model_property(x.model, 1)->formula);
    assert_int_equal(model_property(x.model, 1)->formula, model_property(x.model, 2)->formula);
    assert_int_equal(model_instance_count(x.model, 0), 0);
    assert_int_equal(model_instance_count(x.model, 1), 4);
    assert_int_equal(model_instance_count(x.model, 2), 4);
    explore_close(&x);
}

static bool has_action(const struct model *m, const char *name)
{
    for (size_t i = 0; i < model_action_count(m); i++)
        if (strcmp(model_action(m, i)->name, name) == 0)
            return true;
    return false;
}

static bool is_so(struct exploration *x, expr condition, const value *state)
{
    struct evaluator *ev = evaluator_new(x->model, &x->reading.mem);
    bool result = eval_condition(ev, condition, state, NULL);
    evaluator_free(ev);
    return result;
}

// A run of many components is judged by the instances for some of them. What is assumed is assumed of all, and loops
// are fair to all.
static void a_portion_has_the_instances_of_its_elements(void **state)
{
    UNUSED(state);
    const char *text = "type P: scalarset(5); var s: array [P] of boolean; n: 0..1; "
                       "startstate begin n := 0; for p: P do s[p] := false; end; end; "
                       "ruleset p: P do rule \"r\" s[p] := !s[p]; end; end; "
                       "assume forall p: P do s[p] -> n = 0 end; "
                       "justice n = 1; ruleset p: P do compassion s[p], !s[p]; end; "
                       "invariant \"other\" forall p: P do s[p] -> n = 1 end; "
                       "invariant \"down\" forall p: P do !s[p] end; ";
    const bool fourth[5] = {[3] = true}, *const elements[] = {fourth};
    struct exploration x, y;
    explore_open(&x, text, strlen(text), NULL, 0, 0);
    struct murphi_portion portion = {.goal = explore_property(&x, PROPERTY_INVARIANT, "down")->goal,
                                     .elements = elements};
    explore_open(&y, text, strlen(text), &(struct murphi_lower_options){.one_per_orbit = true, .portion = &portion}, 0,
                 0);
    assert_int_equal(model_property_count(y.model), 1);
    assert_string_equal(model_property(y.model, 0)->name, "down");
    assert_true(has_action(y.model, "r (p: P_1)") && has_action(y.model, "r (p: P_4)"));
    assert_false(has_action(y.model, "r (p: P_3)"));
    expr down = model_formula(y.model, model_property(y.model, 0)->formula)->atom;
    assert_false(is_so(&y, down, (value[6]){[0] = 1}));
    assert_true(is_so(&y, down, (value[6]){[2] = 1})); // which it says nothing of
    assert_false(is_so(&y, down, (value[6]){[3] = 1}));
    struct parts assumed = model_invariants(y.model);
    assert_int_equal(assumed.count, 1);
    assert_true(is_so(&y, assumed.at[0].expr, (value[6]){[2] = 1}));
    assert_false(is_so(&y, assumed.at[0].expr, (value[6]){[2] = 1, [5] = 1}));
    assert_int_equal(model_justice_count(y.model), 1);
    assert_true(is_so(&y, model_justice(y.model, 0), (value[6]){[5] = 1}));
    assert_int_equal(model_compassion_count(y.model), 5);
    explore_close(&y);
    explore_close(&x);
}

static void without_runtime_errors_nobody_asks_for_them(void **state)
{
    UNUSED(state);
    assert_properties(COUNTER, "deadlock -: no deadlock\n");
}

static void invariants_are_checked_everywhere(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER AROUND "invariant \"a\" n < 4; invariant \"b\" n != 2; invariant \"c\" n > 0;", 4,
                    "b\nc\n");
    assert_explores(COUNTER AROUND "ruleset i: 0..3 do invariant \"all\" n != i | i < 3; end; "
                                   "ruleset i: 4..5 do invariant \"none\" n != i; end;",
                    4, "all\n");
    assert_explores(COUNTER AROUND "alias k: n do invariant \"alias\" k != 1; end;", 4, "alias\n");
}

static void an_invariant_with_a_runtime_error_fails(void **state)
{
    UNUSED(state);
    assert_explores("var n, m: 0..3; startstate begin n := 0; end; rule begin n := 1 - n; end; invariant \"i\" m = 1;",
                    2, "i\nundefined value read: m, in invariant \"i\" (test.m:1:89)\n");
}

static void covers_must_be_reached(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER AROUND
                    "cover \"yes\" n = 3; cover \"no\" n = 2 + 2; ruleset i: 3..9 do cover \"one\" n = i; end;",
                    4, "no\n");
    assert_explores("var n: 0..3; startstate begin n := 0; cover n = 0 \"start\"; cover n = 1 \"never\"; end; "
                    "procedure p(x: 0..3); begin cover x = 2 \"two\"; cover x = 3 \"three\"; end; "
                    "rule begin p(n); n := (n + 1) % 3; end;",
                    3, "never\nthree\n");
}

static void liveness_means_that_it_stays_possible(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER AROUND "liveness \"zero\" n = 0;", 4, "");
    assert_explores(COUNTER "rule n = 3 ==> begin n := 2; end; liveness \"zero\" n = 0; liveness \"three\" n = 3;", 4,
                    "zero\n");
    assert_explores(COUNTER AROUND "ruleset i: 0..3 do liveness \"all\" n = i; end;", 4, "");
}

static void weak_and_releasing_operators_are_expressed_by_others(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER AROUND
                    "ctl \"aw\" A [n < 3 W n = 3]; ctl \"aw2\" A [n >= 0 W false]; ctl \"no aw\" A [n < 2 W n = 3]; "
                    "ctl \"ew\" E [n < 3 W n = 3]; ctl \"no ew\" E [n < 2 W n = 3]; "
                    "ctl \"ar\" A [n = 2 R n < 3]; ctl \"no ar\" A [n = 3 R n < 3]; "
                    "ctl \"ar2\" A [false R n < 4];",
                    4, "no aw\nno ew\nno ar\n");
    assert_explores(COUNTER AROUND
                    "ctl \"all\" forall i: 0..3 do AG EF n = i end; ctl \"some\" exists i: 0..3 do AG n = i end;",
                    4, "some\n");
}

static void a_deadlock_is_where_nothing_changes(void **state)
{
    UNUSED(state);
    const char *stutters = COUNTER "rule n = 3 ==> begin n := 3; end;";
    struct murphi_lower_options stuck = {.deadlock = MURPHI_DEADLOCK_STUCK}, off = {.deadlock = MURPHI_DEADLOCK_OFF};
    assert_explores(stutters, 4, "no deadlock\n");
    assert_explores_with(stutters, &stuck, 4, "");
    assert_explores_with(COUNTER, &stuck, 4, "no deadlock\n");
    assert_explores_with(COUNTER, &off, 4, "");
    // rumur asks before it looks at assumptions: the step leads out of what is assumed, but it is one
    assert_explores(COUNTER "assume n < 3;", 3, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_come_in_the_order_of_the_file),
        cmocka_unit_test(goals_have_the_numbers_of_another_model),
        cmocka_unit_test(instances_are_those_of_one_property),
        cmocka_unit_test(a_portion_has_the_instances_of_its_elements),
        cmocka_unit_test(without_runtime_errors_nobody_asks_for_them),
        cmocka_unit_test(invariants_are_checked_everywhere),
        cmocka_unit_test(an_invariant_with_a_runtime_error_fails),
        cmocka_unit_test(covers_must_be_reached),
        cmocka_unit_test(liveness_means_that_it_stays_possible),
        cmocka_unit_test(weak_and_releasing_operators_are_expressed_by_others),
        cmocka_unit_test(a_deadlock_is_where_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
