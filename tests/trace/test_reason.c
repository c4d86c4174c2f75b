// Why formulas are true or false on a trace: the positions that are named are looked for by hand, truth is compared
// with the judge's, and what one trace cannot show is unknown.
#include "../unit.h"

#include "base/random.h"
#include "trace/explain.h"
#include "trace/reason.h"

enum { P, Q, CELLS };

struct bench {
    struct mem mem;
    struct model *model;
    formula p, q;
};

static void open_bench(struct bench *b)
{
    b->mem = MEM_UNLIMITED;
    b->model = model_new(&b->mem);
    type_id boolean = model_boolean(b->model);
    cell_id p = model_add_cell(b->model, "p", boolean, CELL_STATE);
    cell_id q = model_add_cell(b->model, "q", boolean, CELL_STATE);
    model_add_action(b->model, "any");
    b->p = model_atom(b->model, model_cell_expr(b->model, p));
    b->q = model_atom(b->model, model_cell_expr(b->model, q));
}

static void close_bench(struct bench *b)
{
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

// A trace from text, as "pq p ( - q": the names of what is true, - for nothing, `(` where the loop begins.
static struct trace run(struct bench *b, const char *text)
{
    struct trace trace;
    trace_open(&trace, b->model);
    while (*text) {
        size_t length = strcspn(text, " ");
        if (*text == '(')
            trace.loop = trace_length(&trace);
        else {
            value state[CELLS] = {memchr(text, 'p', length) != NULL, memchr(text, 'q', length) != NULL};
            trace_push(&trace, &b->mem, state);
        }
        text += length + (text[length] == ' ');
    }
    return trace;
}

static formula make(struct bench *b, enum formula_op op, formula f, formula g)
{
    return model_formula_make(b->model, op, f, g);
}

static const char *const words[] = {"false", "unknown", "true"};

// The truth at a state, from 1, and the reason in one line: "false: p is false at state 3".
static void expect(struct bench *b, formula f, const char *text, size_t state, const char *expected)
{
    struct trace trace = run(b, text);
    struct reasons reasons;
    struct str said = {0};
    reasons_open(&reasons, &trace, f, state - 1, &b->mem);
    str_add(&b->mem, &said, "%s%s%s", words[reasons.root->truth], reasons.root->because ? ": " : "",
            reasons.root->because ? reasons.root->because : "");
    assert_string_equal(str_text(&said), expected);
    str_free(&b->mem, &said);
    reasons_close(&reasons);
    trace_close(&trace, &b->mem);
}

// ---- By hand --------------------------------------------------------------------------------------------------------

static void operators_of_time_name_the_state_that_decides(void **unused)
{
    UNUSED(unused);
    struct bench b;
    open_bench(&b);
    formula p = b.p, q = b.q, none = FORMULA_NONE;
    expect(&b, make(&b, FORMULA_F, p, none), "- - p p", 1, "true: p is true at state 3");
    expect(&b, make(&b, FORMULA_F, p, none), "- p - -", 3, "unknown: the trace ends before this is decided");
    expect(&b, make(&b, FORMULA_F, p, none), "- ( p - -", 3, "true: p is true at state 2, around the loop");
    expect(&b, make(&b, FORMULA_F, p, none), "p ( - q", 2, "false: p is false in all states from here on");
    expect(&b, make(&b, FORMULA_G, p, none), "p p - p", 1, "false: p is false at state 3");
    expect(&b, make(&b, FORMULA_G, p, none), "- ( p p", 2, "true: p is true in all states from here on");
    expect(&b, make(&b, FORMULA_U, p, q), "p p q", 1, "true: q is true at state 3, and p is true until then");
    expect(&b, make(&b, FORMULA_U, p, q), "pq", 1, "true: q is true at state 1");
    expect(&b, make(&b, FORMULA_U, p, q), "p - q", 1, "false: p is false at state 2, and up to there q is false");
    expect(&b, make(&b, FORMULA_U, p, q), "p p ( p", 1, "false: q is false in all states from here on");
    expect(&b, make(&b, FORMULA_V, p, q), "q q -", 1, "false: q is false at state 3, and p is false until then");
    expect(&b, make(&b, FORMULA_V, p, q), "q pq -", 1, "true: p is true at state 2, and up to there q is true");
    expect(&b, make(&b, FORMULA_X, p, none), "- p", 1, "true");
    expect(&b, make(&b, FORMULA_X, p, none), "- p", 2, "unknown: the trace ends here");
    expect(&b, make(&b, FORMULA_Y, p, none), "p -", 1, "false: there is no state before");
    expect(&b, make(&b, FORMULA_Z, p, none), "- -", 1, "true: there is no state before");
    expect(&b, make(&b, FORMULA_O, p, none), "p p - -", 4, "true: p is true at state 2");
    expect(&b, make(&b, FORMULA_H, p, none), "p - p p", 4, "false: p is false at state 2");
    expect(&b, make(&b, FORMULA_H, p, none), "p p", 2, "true: p is true in all states up to here");
    expect(&b, make(&b, FORMULA_S, p, q), "q p p", 3, "true: q is true at state 1, and p is true since");
    expect(&b, make(&b, FORMULA_S, p, q), "q - p", 3, "false: p is false at state 2, and up to there q is false");
    expect(&b, make(&b, FORMULA_T, p, q), "- q q", 3, "false: q is false at state 1, and p is false since");
    formula soon = model_formula_bounded(b.model, FORMULA_F, 1, 2, p, FORMULA_NONE);
    expect(&b, soon, "p - p", 1, "true: p is true at state 3");
    expect(&b, soon, "p - - p", 1, "false: p is false from 1 to 2 steps on");
    close_bench(&b);
}

static void what_one_run_cannot_show_is_unknown(void **unused)
{
    UNUSED(unused);
    struct bench b;
    open_bench(&b);
    formula p = b.p, none = FORMULA_NONE;
    expect(&b, make(&b, FORMULA_EF, p, none), "- p", 1, "true: p is true at state 2");
    expect(&b, make(&b, FORMULA_EF, p, none), "( - -", 1,
           "unknown: it is not so on this trace, but it may be on another one");
    expect(&b, make(&b, FORMULA_EF, p, none), "- -", 1, "unknown: this trace does not show it, but another one may");
    expect(&b, make(&b, FORMULA_AG, p, none), "p -", 1, "false: p is false at state 2");
    expect(&b, make(&b, FORMULA_AG, p, none), "( p", 1,
           "unknown: it is so on this trace, but one trace cannot show that it is on all others");
    expect(&b, make(&b, FORMULA_AF, p, none), "( - -", 1, "false: p is false in all states from here on");
    expect(&b, make(&b, FORMULA_AF, p, none), "- p", 1,
           "unknown: it is so on this trace, but one trace cannot show that it is on all others");
    expect(&b, make(&b, FORMULA_EG, p, none), "( p", 1, "true: p is true in all states from here on");
    formula nested = make(&b, FORMULA_AG, make(&b, FORMULA_EF, p, none), none);
    expect(&b, nested, "( p", 1,
           "unknown: this trace does not refute it, and one trace cannot show that it is so on all others");
    expect(&b, make(&b, FORMULA_NOT, make(&b, FORMULA_AG, p, none), none), "p -", 1, "true");
    close_bench(&b);
}

static void an_unfair_loop_is_an_end(void **unused)
{
    UNUSED(unused);
    struct bench b;
    open_bench(&b);
    model_add_justice(b.model, model_formula(b.model, b.q)->atom);
    formula never = make(&b, FORMULA_F, b.p, FORMULA_NONE);
    expect(&b, never, "( - q", 1, "false: p is false in all states from here on");
    expect(&b, never, "q ( -", 1, "unknown: the trace ends before this is decided");
    struct trace trace = run(&b, "q ( -");
    struct reasons reasons;
    reasons_open(&reasons, &trace, never, 0, &b.mem);
    assert_non_null(reasons.remark);
    reasons_close(&reasons);
    trace_close(&trace, &b.mem);
    close_bench(&b);
}

static void conditions_come_down_to_values(void **unused)
{
    UNUSED(unused);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    value colours[] = {model_symbol(m, "red"), model_symbol(m, "green")};
    cell_id x = model_add_cell(m, "x", model_integer(m, 0, 9), CELL_STATE);
    cell_id y = model_add_cell(m, "y", model_integer(m, 0, 9), CELL_STATE);
    cell_id light = model_add_cell(m, "light", model_enum(m, colours, 2), CELL_STATE);
    model_add_action(m, "any");
    expr sum = model_binary(m, OP_ADD, model_cell_expr(m, x), model_int(m, 2));
    expr less = model_binary(m, OP_LT, sum, model_cell_expr(m, y));
    expr green =
        model_binary(m, OP_EQ, model_cell_expr(m, light), model_const(m, model_cell(m, light)->type, colours[1]));
    formula f = model_atom(m, model_or(m, less, green));
    struct trace trace;
    struct reasons reasons;
    value state[3] = {4, 5, colours[0]};
    trace_open(&trace, m);
    trace_push(&trace, &mem, state);
    reasons_open(&reasons, &trace, f, 0, &mem);
    assert_int_equal(reasons.root->truth, TRUTH_FALSE);
    bool seen[2] = {false, false};
    for (const struct reason *part = reasons.root->parts; part; part = part->next) {
        assert_int_equal(part->truth, TRUTH_FALSE);
        seen[0] |= strcmp(part->because, "x + 2 = 6, x = 4, y = 5") == 0;
        seen[1] |= strcmp(part->because, "light = red") == 0;
    }
    assert_true(seen[0] && seen[1]);
    reasons_close(&reasons);
    trace_state(&trace, 0)[light] = colours[1];
    reasons_open(&reasons, &trace, f, 0, &mem);
    assert_int_equal(reasons.root->truth, TRUTH_TRUE);
    assert_string_equal(reasons.root->parts->text, "light = green"); // one is enough
    assert_null(reasons.root->parts->next);
    reasons_close(&reasons);
    trace_close(&trace, &mem);
    model_free(m);
    assert_nothing_left(&mem);
}

static void expect_words(struct bench *b, formula f, const char *expected)
{
    struct str out = {0};
    explain_formula(b->model, f, &b->mem, &out);
    assert_string_equal(str_text(&out), expected);
    str_free(&b->mem, &out);
}

static void formulas_have_words(void **unused)
{
    UNUSED(unused);
    struct bench b;
    open_bench(&b);
    formula p = b.p, q = b.q, none = FORMULA_NONE;
    formula first = make(&b, FORMULA_F, p, none), second = make(&b, FORMULA_U, p, q);
    formula both = make(&b, FORMULA_AND, first, second);
    expect_words(&b, make(&b, FORMULA_G, both, none), "G (F p & (p U q))");
    expect_words(&b, make(&b, FORMULA_AU, p, make(&b, FORMULA_EX, q, none)), "A [p U EX q]");
    expect_words(&b, make(&b, FORMULA_NOT, make(&b, FORMULA_AG, p, none), none), "!(AG p)");
    expect_words(&b, make(&b, FORMULA_IMPLIES, make(&b, FORMULA_X, p, none), make(&b, FORMULA_O, q, none)),
                 "X p -> O q");
    expect_words(&b, model_formula_bounded(b.model, FORMULA_AF, 0, 3, p, none), "ABF 0..3 p");
    expect_words(&b, model_formula_bounded(b.model, FORMULA_G, 2, 4, p, none), "G [2, 4] p");
    close_bench(&b);
}

// ---- By chance ------------------------------------------------------------------------------------------------------

static formula random_formula(struct bench *b, uint64_t *random, int depth)
{
    static const enum formula_op unary[] = {FORMULA_NOT, FORMULA_EX, FORMULA_EF, FORMULA_EG,
                                            FORMULA_AX,  FORMULA_AF, FORMULA_AG};
    static const enum formula_op linear[] = {FORMULA_NOT, FORMULA_X, FORMULA_F, FORMULA_G,
                                             FORMULA_Y,   FORMULA_Z, FORMULA_O, FORMULA_H};
    static const enum formula_op binary[] = {FORMULA_AND, FORMULA_OR, FORMULA_XOR, FORMULA_IMPLIES, FORMULA_IFF,
                                             FORMULA_U,   FORMULA_V,  FORMULA_S,   FORMULA_T};
    bool branching = depth < 0; // CTL, so deep
    int left = branching ? -depth : depth;
    if (left <= 1)
        return random_below(random, 2) ? b->p : b->q;
    int less = branching ? depth + 1 : depth - 1;
    formula f = random_formula(b, random, less), g = random_formula(b, random, less);
    if (random_below(random, 2))
        return make(b, branching ? unary[random_below(random, 7)] : linear[random_below(random, 8)], f, FORMULA_NONE);
    if (branching && random_below(random, 3) == 0)
        return make(b, random_below(random, 2) ? FORMULA_EU : FORMULA_AU, f, g);
    return make(b, binary[random_below(random, branching ? 5 : 9)], f, g);
}

// Truth of a part is what it is explained as by itself.
static void check_parts(const struct reason *reason, size_t *count)
{
    for (; reason; reason = reason->next) {
        ++*count;
        if (strcmp(reason->text, "p") == 0 || strcmp(reason->text, "q") == 0 || strcmp(reason->text, "TRUE") == 0 ||
            strcmp(reason->text, "FALSE") == 0)
            assert_null(reason->parts);
        else if (!reason->because)
            assert_non_null(reason->parts);
        check_parts(reason->parts, count);
    }
}

static void truth_is_that_of_the_judge(void **unused)
{
    UNUSED(unused);
    uint64_t random = 5;
    size_t of[3] = {0}, parts = 0;
    for (int round = 0; round < 3000; round++) {
        struct bench b;
        struct trace trace;
        open_bench(&b);
        trace_open(&trace, b.model);
        size_t length = 1 + random_below(&random, 5);
        for (size_t i = 0; i < length; i++) {
            value state[CELLS] = {(value)random_below(&random, 2), (value)random_below(&random, 2)};
            trace_push(&trace, &b.mem, state);
        }
        if (random_below(&random, 2))
            trace.loop = random_below(&random, length);
        formula f = random_formula(&b, &random, random_below(&random, 2) ? 4 : -4);
        formula negation = make(&b, FORMULA_NOT, f, FORMULA_NONE);
        struct property property = {.kind = PROPERTY_CTLSTAR, .formula = f}, opposite = {.kind = PROPERTY_CTLSTAR};
        opposite.formula = negation;
        struct reasons reasons;
        reasons_open(&reasons, &trace, f, 0, &b.mem);
        assert_int_equal(reasons.root->truth == TRUTH_FALSE, trace_refutes(&trace, &property, &b.mem));
        assert_int_equal(reasons.root->truth == TRUTH_TRUE, trace_refutes(&trace, &opposite, &b.mem));
        of[reasons.root->truth]++;
        check_parts(reasons.root, &parts);
        reasons_close(&reasons);
        for (size_t i = 1; i < length; i++) { // and at all other states there is an answer, too
            reasons_open(&reasons, &trace, f, i, &b.mem);
            check_parts(reasons.root, &parts);
            reasons_close(&reasons);
        }
        trace_close(&trace, &b.mem);
        close_bench(&b);
    }
    assert_true(of[TRUTH_FALSE] > 500 && of[TRUTH_UNKNOWN] > 300 && of[TRUTH_TRUE] > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_of_time_name_the_state_that_decides),
        cmocka_unit_test(what_one_run_cannot_show_is_unknown),
        cmocka_unit_test(an_unfair_loop_is_an_end),
        cmocka_unit_test(conditions_come_down_to_values),
        cmocka_unit_test(formulas_have_words),
        cmocka_unit_test(truth_is_that_of_the_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
