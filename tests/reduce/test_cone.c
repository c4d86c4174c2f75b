// Cones: which cells a property depends on, which must stay whatever it says, and what the reduced model is.
#include "read_model.h"
#include "reduce/cone/cone.h"

// ---- Which cells stay -----------------------------------------------------------------------------------------------

static void add_names(const struct model *model, const bool *cells, struct mem *mem, struct str *out)
{
    for (cell_id c = 0; c < model_cell_count(model); c++)
        if (cells[c])
            str_add(mem, out, "%s%s", out->count ? " " : "", model_cell(model, c)->name);
}

static void assert_cells(const struct model *model, bool proved, size_t property, const char *names, struct mem *mem)
{
    struct str text = {0};
    size_t bytes = model_cell_count(model) + 1;
    bool *cells = mem_zalloc(mem, bytes);
    struct dependence *d = dependence_new(model, proved, mem);
    dependence_of_property(d, property, cells);
    add_names(model, cells, mem, &text);
    assert_string_equal(str_text(&text), names);
    dependence_free(d);
    mem_free(mem, cells, bytes);
    str_free(mem, &text);
}

// The first property of a model with these declarations.
static void assert_stay(const char *declarations, const char *names)
{
    struct reading r;
    struct str text = {0};
    struct mem mem = MEM_UNLIMITED;
    str_add(&mem, &text, "MODULE main\n%s\n", declarations);
    reading_open(&r, str_text(&text));
    assert_cells(r.model, true, 0, names, &r.mem);
    reading_close(&r);
    str_free(&mem, &text);
}

static void what_the_property_reads_stays(void **state)
{
    UNUSED(state);
    assert_stay("VAR x : boolean; y : boolean; INVARSPEC x", "x");
    assert_stay("VAR x : boolean; y : boolean; SPEC AG (x -> EF !x)", "x");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; SPEC EF (x & EX (y | x))", "x y");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; COMPUTE MIN [x, z]", "x z");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; DEFINE d := x & z; LTLSPEC G F d", "x z");
    assert_stay("IVAR i : boolean; j : boolean; VAR x : boolean; INVARSPEC i", "i");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; PSLSPEC always ({x; TRUE[*]; !z} |-> x);", "x z");
}

static void what_it_depends_on_stays(void **state)
{
    UNUSED(state);
    assert_stay("VAR x : boolean; y : boolean; z : boolean; ASSIGN next(x) := y; next(z) := x; INVARSPEC x", "x y");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; ASSIGN init(x) := y; next(y) := next(z); INVARSPEC x",
                "x y z");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; ASSIGN x := y; next(y) := !y; next(z) := y; INVARSPEC x",
                "x y");
    assert_stay(
        "IVAR i : boolean; j : boolean; VAR x : boolean; y : boolean; ASSIGN next(x) := i; next(y) := j; INVARSPEC x",
        "i x");
    assert_stay("FROZENVAR f : boolean; g : boolean; VAR x : boolean; ASSIGN init(g) := f; next(x) := g; INVARSPEC x",
                "f g x");
}

static void what_may_forbid_a_step_stays(void **state)
{
    UNUSED(state);
    assert_stay("VAR x : boolean; y : boolean; z : boolean; INIT y; INVARSPEC x", "x y");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; INVAR y -> z; INVARSPEC x", "x y z");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; TRANS next(y) = z; INVARSPEC x", "x y z");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; FAIRNESS y; INVARSPEC x", "x y");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; COMPASSION(y, z); INVARSPEC x", "x y z");
    assert_stay("VAR x : boolean; y : boolean; z : boolean; ASSIGN next(y) := z; FAIRNESS y; INVARSPEC x", "x y z");
}

static void which_process_runs_stays(void **state)
{
    UNUSED(state);
    struct reading r;
    reading_open(&r, "MODULE p(v)\nVAR own : boolean;\nASSIGN next(v) := !v; next(own) := v;\n"
                     "MODULE main\nVAR x : boolean; y : boolean; a : process p(x); b : process p(y);\nSPEC AG x\n");
    assert_cells(r.model, true, 0, "x _process_selector_", &r.mem);
    reading_close(&r);
}

static void values_that_nobody_proved_must_be_plain(void **state)
{
    UNUSED(state);
    struct reading r;
    reading_open(&r, "MODULE main\nVAR x : boolean; n : 0..5; m : 0..5; k : 0..5; e : {a, b, 3}; d : {a, b};\nASSIGN\n"
                     "next(n) := case n < 5 : n + 1; TRUE : 0; esac;\n" // the interval of n + 1 is 1..6
                     "next(m) := {n, 3};\n"
                     "next(k) := case n = 0 : 1; TRUE : 5 / n; esac;\n" // partial
                     "next(e) := d; next(d) := {a, b};\nINVARSPEC x\n");
    assert_cells(r.model, true, 0, "x", &r.mem);
    assert_cells(r.model, false, 0, "x n k", &r.mem);
    reading_close(&r);
}

// ---- What no front end makes, but a model may have ------------------------------------------------------------------

struct hand {
    struct mem mem;
    struct model *model;
    cell_id x, n, k; // a truth value and two numbers
};

static void open_hand(struct hand *h)
{
    h->mem = MEM_UNLIMITED;
    h->model = model_new(&h->mem);
    h->x = model_add_cell(h->model, "x", model_boolean(h->model), CELL_STATE);
    h->n = model_add_cell(h->model, "n", model_integer(h->model, 0, 3), CELL_STATE);
    h->k = model_add_cell(h->model, "k", model_integer(h->model, 0, 3), CELL_STATE);
    model_add_action(h->model, "");
    struct property p = {.kind = PROPERTY_INVARIANT, .text = "x", .from = FORMULA_NONE, .to = FORMULA_NONE};
    p.formula = model_atom(h->model, model_cell_expr(h->model, h->x));
    model_add_property(h->model, &p);
}

static void close_hand(struct hand *h, const char *names)
{
    assert_cells(h->model, true, 0, names, &h->mem);
    model_free(h->model);
    assert_nothing_left(&h->mem);
}

static struct part choice(cell_id cell, expr e)
{
    return (struct part){PART_CHOICE, cell, e};
}

static void two_choices_may_contradict(void **state)
{
    UNUSED(state);
    struct hand h;
    open_hand(&h);
    model_add_initial(h.model, choice(h.n, model_int(h.model, 1)));
    model_add_invariant(h.model, choice(h.n, model_int(h.model, 2)));
    close_hand(&h, "x n");
    open_hand(&h);
    model_add_to_action(h.model, 0, choice(h.n, model_int(h.model, 1)));
    model_add_to_action(h.model, 0, choice(h.n, model_int(h.model, 2)));
    close_hand(&h, "x n");
    open_hand(&h);
    model_add_to_action(h.model, 0, choice(h.n, model_int(h.model, 1)));
    model_add_step(h.model, choice(h.n, model_cell_expr(h.model, h.k)));
    close_hand(&h, "x n k");
    open_hand(&h);
    model_add_to_action(h.model, 0, choice(h.n, model_int(h.model, 1)));
    model_keep_in_action(h.model, 0, h.n);
    close_hand(&h, "x n");
    open_hand(&h);
    model_add_initial(h.model, choice(h.n, model_int(h.model, 1)));
    model_add_to_action(h.model, 0, choice(h.n, model_int(h.model, 2)));
    close_hand(&h, "x");
}

static void a_set_may_be_empty(void **state)
{
    UNUSED(state);
    struct hand h;
    open_hand(&h);
    expr low = model_cell_expr(h.model, h.k);
    model_add_to_action(h.model, 0, choice(h.n, model_binary(h.model, OP_SPAN, low, model_int(h.model, 2))));
    close_hand(&h, "x n k");
    open_hand(&h);
    expr span = model_binary(h.model, OP_SPAN, model_int(h.model, 1), model_int(h.model, 2));
    model_add_to_action(h.model, 0, choice(h.n, span));
    close_hand(&h, "x");
}

static void circles_may_have_no_solution(void **state)
{
    UNUSED(state);
    struct hand h;
    open_hand(&h);
    expr three = model_int(h.model, 3);
    model_add_invariant(h.model, choice(h.n, model_binary(h.model, OP_SUB, three, model_cell_expr(h.model, h.k))));
    model_add_invariant(h.model, choice(h.k, model_cell_expr(h.model, h.n)));
    close_hand(&h, "x n k");
    open_hand(&h);
    three = model_int(h.model, 3);
    model_add_to_action(h.model, 0, choice(h.n, model_binary(h.model, OP_SUB, three, model_next_expr(h.model, h.k))));
    model_add_to_action(h.model, 0, choice(h.k, model_next_expr(h.model, h.n)));
    close_hand(&h, "x n k");
    open_hand(&h); // by way of the present state it is none
    model_add_to_action(h.model, 0, choice(h.n, model_next_expr(h.model, h.k)));
    model_add_to_action(h.model, 0, choice(h.k, model_cell_expr(h.model, h.n)));
    close_hand(&h, "x");
}

// ---- The reduced model ----------------------------------------------------------------------------------------------

static void the_reduced_model_has_the_rest(void **state)
{
    UNUSED(state);
    struct reading r;
    struct cone cone;
    reading_open(&r, "MODULE main\nVAR dropped : {a, b, c}; x : {c, d}; y : -2..5; n : {a, 7};\nASSIGN\n"
                     "next(dropped) := {a, b}; next(x) := y > 0 ? c : d; next(n) := dropped = a ? 7 : a;\n"
                     "FAIRNESS y = 1\nSPEC AG dropped = a\nSPEC AF x = d\nSPEC EF x = c\n");
    struct dependence *d = dependence_new(r.model, true, &r.mem);
    bool cells[4];
    size_t wanted[] = {2, 1};
    dependence_of_property(d, 1, cells);
    cone_open(&cone, r.model, d, cells, wanted, 2, &r.mem);
    assert_int_equal(model_cell_count(cone.model), 2);
    assert_string_equal(model_cell(cone.model, 0)->name, "x");
    assert_string_equal(model_cell(cone.model, 1)->name, "y");
    assert_int_equal(cone.map[0], CELL_NONE);
    assert_int_equal(cone.map[2], 1);
    assert_int_equal(model_property_count(cone.model), 2);
    assert_string_equal(model_property(cone.model, 0)->text, model_property(r.model, 2)->text);
    assert_int_equal(model_symbol(cone.model, "c"), model_symbol(r.model, "c"));
    assert_int_equal(model_action(cone.model, 0)->part_count, 1);
    assert_int_equal(model_justice_count(cone.model), 1);
    assert_int_equal(cone_bits(r.model, cells), 1 + 3);
    cone_close(&cone);
    dependence_free(d);
    reading_close(&r);
}

static void depth_is_no_problem(void **state)
{
    UNUSED(state);
    struct hand h;
    struct cone cone;
    open_hand(&h);
    expr x = model_cell_expr(h.model, h.x), deep = x, three = model_int(h.model, 3);
    for (int i = 0; i < 300000; i++) {
        expr less = model_binary(h.model, OP_LT, model_cell_expr(h.model, i % 2 ? h.n : h.k), three);
        deep = i % 3 ? model_xor(h.model, deep, less) : model_and(h.model, x, model_not(h.model, deep));
    }
    model_add_to_action(h.model, 0, choice(h.x, deep));
    struct dependence *d = dependence_new(h.model, true, &h.mem);
    bool cells[3];
    dependence_of_property(d, 0, cells);
    cone_open(&cone, h.model, d, cells, &(size_t){0}, 1, &h.mem);
    assert_int_equal(model_action(cone.model, 0)->part_count, 1);
    cone_close(&cone);
    dependence_free(d);
    close_hand(&h, "x n k");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_property_reads_stays),
        cmocka_unit_test(what_it_depends_on_stays),
        cmocka_unit_test(what_may_forbid_a_step_stays),
        cmocka_unit_test(which_process_runs_stays),
        cmocka_unit_test(values_that_nobody_proved_must_be_plain),
        cmocka_unit_test(two_choices_may_contradict),
        cmocka_unit_test(a_set_may_be_empty),
        cmocka_unit_test(circles_may_have_no_solution),
        cmocka_unit_test(the_reduced_model_has_the_rest),
        cmocka_unit_test(depth_is_no_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
