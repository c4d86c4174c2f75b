// Lifting: traces of a reduced model become traces of the full one, which the judge accepts.
#include "read_model.h"
#include "reduce/cone/cone.h"

struct lifted {
    struct reading r;
    struct dependence *dependence;
    struct cone cone;
    struct trace reduced, full;
    enum lift_status outcome;
};

// Lifts a trace of the cells that the first property depends on. `values` has those of all its states.
static void open_lifted(struct lifted *l, const char *text, const value *values, size_t states, size_t loop)
{
    reading_open(&l->r, text);
    bool cells[32];
    assert_true(model_cell_count(l->r.model) <= 32);
    l->dependence = dependence_new(l->r.model, true, &l->r.mem);
    dependence_of_property(l->dependence, 0, cells);
    cone_open(&l->cone, l->r.model, l->dependence, cells, &(size_t){0}, 1, &l->r.mem);
    trace_open(&l->reduced, l->cone.model);
    for (size_t i = 0; i < states; i++)
        trace_push(&l->reduced, &l->r.mem, values + i * model_cell_count(l->cone.model));
    l->reduced.loop = loop;
    const struct model_reduction layer = cone_layer(&l->cone);
    l->outcome = reduction_lift(&layer, &l->reduced, &l->full);
}

static void close_lifted(struct lifted *l)
{
    trace_close(&l->reduced, &l->r.mem);
    if (l->outcome == LIFT_DONE)
        trace_close(&l->full, &l->r.mem);
    cone_close(&l->cone);
    dependence_free(l->dependence);
    reading_close(&l->r);
}

static void assert_trace(struct lifted *l, size_t length, size_t loop)
{
    struct str error = {0};
    assert_int_equal(l->outcome, LIFT_DONE);
    if (!trace_replay(&l->full, &l->r.mem, &error))
        fail_msg("%s", str_text(&error));
    assert_int_equal(trace_length(&l->full), length);
    assert_int_equal(l->full.loop, loop);
}

static value at(const struct lifted *l, size_t state, const char *cell)
{
    return trace_state(&l->full, state)[model_find_cell(l->r.model, cell)];
}

static void assignments_are_carried_out_in_their_order(void **state)
{
    UNUSED(state);
    struct lifted l;
    open_lifted(&l,
                "MODULE main\nVAR x : boolean; c : 0..21; a : 0..9; b : 0..9; d : 0..20;\nASSIGN\n"
                "init(x) := FALSE; next(x) := !x;\n"
                "init(a) := b; init(b) := 4; next(a) := next(b); next(b) := (b + 1) mod 10;\n"
                "c := d + 1; d := a + b;\nSPEC AG !x\n",
                (const value[]){0, 1, 0}, 3, TRACE_NO_LOOP);
    assert_trace(&l, 3, TRACE_NO_LOOP);
    assert_int_equal(at(&l, 0, "a"), 4);
    assert_int_equal(at(&l, 0, "c"), 9);
    assert_int_equal(at(&l, 2, "a"), 6);
    assert_int_equal(at(&l, 2, "c"), 13);
    close_lifted(&l);
}

static void a_loop_is_followed_until_all_repeats(void **state)
{
    UNUSED(state);
    struct lifted l;
    open_lifted(&l,
                "MODULE main\nVAR x : boolean; n : 0..6;\nASSIGN init(x) := FALSE; next(x) := !x; init(n) := 0;\n"
                "next(n) := case n < 6 : n + 1; TRUE : 4; esac;\nSPEC AG !x\n",
                (const value[]){0, 1}, 2, 0);
    // n is 0 1 2 3 4 5 6 4 5 6 ..., so x and n together repeat from the fifth state on, after six
    assert_trace(&l, 10, 4);
    close_lifted(&l);
}

static void what_may_stay_stays(void **state)
{
    UNUSED(state);
    struct lifted l;
    open_lifted(&l,
                "MODULE main\nIVAR i : boolean; VAR x : boolean; n : 0..6; free : 0..6;\nFROZENVAR f : 0..3;\n"
                "ASSIGN init(x) := FALSE; next(x) := !x; init(n) := {5, 6}; next(n) := {0, n, 1}; init(f) := 2;\n"
                "SPEC AG !x\n",
                (const value[]){0, 1}, 2, 0);
    assert_trace(&l, 2, 0);
    assert_int_equal(at(&l, 1, "n"), 5);
    assert_int_equal(at(&l, 1, "f"), 2);
    close_lifted(&l);
}

static void processes_do_their_own(void **state)
{
    UNUSED(state);
    struct lifted l;
    struct reading r; // for the numbers of the symbols
    const char *text =
        "MODULE p(v)\nVAR own : 0..3;\nASSIGN init(own) := 0; next(own) := (own + 1) mod 4; next(v) := !v;\n"
        "MODULE main\nVAR x : boolean; y : boolean; a : process p(x); b : process p(y);\n"
        "ASSIGN init(x) := FALSE; init(y) := FALSE;\nSPEC AG !x\n";
    reading_open(&r, text);
    value a = model_symbol(r.model, "a"), b = model_symbol(r.model, "b");
    reading_close(&r);
    open_lifted(&l, text, (const value[]){0, a, 1, b, 1, a}, 3, TRACE_NO_LOOP);
    assert_trace(&l, 3, TRACE_NO_LOOP);
    assert_int_equal(at(&l, 2, "a.own"), 1);
    assert_int_equal(at(&l, 2, "b.own"), 1);
    assert_int_equal(at(&l, 2, "y"), 1);
    close_lifted(&l);
}

static void too_long_a_loop_is_given_up(void **state)
{
    UNUSED(state);
    struct lifted l;
    open_lifted(&l,
                "MODULE main\nVAR x : boolean; n : word[16];\nASSIGN init(x) := FALSE; next(x) := x;\n"
                "init(n) := 0ud16_0; next(n) := n + 0ud16_1;\nSPEC AG x\n",
                (const value[]){0}, 1, 0);
    assert_int_equal(l.outcome, LIFT_TOO_LONG);
    close_lifted(&l);
}

static void what_is_no_run_is_not_lifted(void **state)
{
    UNUSED(state);
    struct lifted l;
    const char *text =
        "MODULE main\nVAR x : boolean; y : boolean;\nASSIGN init(x) := FALSE; next(x) := !x;\nSPEC AG x\n";
    open_lifted(&l, text, (const value[]){0, 0}, 2, TRACE_NO_LOOP);
    assert_int_equal(l.outcome, LIFT_NOT_A_TRACE);
    close_lifted(&l);
    open_lifted(&l, text, (const value[]){0, 1, 0}, 3, 0);
    assert_int_equal(l.outcome, LIFT_NOT_A_TRACE);
    close_lifted(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assignments_are_carried_out_in_their_order),
        cmocka_unit_test(a_loop_is_followed_until_all_repeats),
        cmocka_unit_test(what_may_stay_stays),
        cmocka_unit_test(processes_do_their_own),
        cmocka_unit_test(too_long_a_loop_is_given_up),
        cmocka_unit_test(what_is_no_run_is_not_lifted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
