// Replaying traces: what is one of the model's is accepted, and what is not is explained in the user's names.
#include "../unit.h"

#include "trace/trace.h"

// A counter that goes up by one or two while `go` is given, up to 6, with a colour that follows it and a frozen limit.
enum { X, COLOUR, LIMIT, GO, CELLS };

struct bench {
    struct mem mem;
    struct model *m;
    value red, green;
};

static expr cell(struct bench *b, cell_id c)
{
    return model_cell_expr(b->m, c);
}

static struct part choice(cell_id c, expr e)
{
    return (struct part){PART_CHOICE, c, e};
}

static struct part condition(expr e)
{
    return (struct part){PART_CONDITION, CELL_NONE, e};
}

static void open_bench(struct bench *b)
{
    b->mem = MEM_UNLIMITED;
    struct model *m = b->m = model_new(&b->mem);
    b->red = model_symbol(m, "red");
    b->green = model_symbol(m, "green");
    type_id colours = model_enum(m, (value[]){b->red, b->green}, 2);
    model_add_cell(m, "x", model_integer(m, 0, 7), CELL_STATE);
    model_add_cell(m, "light.colour", colours, CELL_STATE);
    model_add_cell(m, "limit", model_integer(m, 5, 6), CELL_FROZEN);
    model_add_cell(m, "go", model_boolean(m), CELL_INPUT);

    model_add_initial(m, choice(X, model_int(m, 0)));
    model_add_invariant(m, condition(model_binary(m, OP_LE, cell(b, X), cell(b, LIMIT))));
    model_add_step(m, condition(model_implies(m, model_not(m, cell(b, GO)),
                                              model_binary(m, OP_EQ, cell(b, X), model_next_expr(m, X)))));
    size_t count = model_add_action(m, "count");
    expr ways[] = {cell(b, X), model_binary(m, OP_ADD, cell(b, X), model_int(m, 1)),
                   model_binary(m, OP_ADD, cell(b, X), model_int(m, 2))};
    model_add_to_action(m, count, choice(X, model_nary(m, OP_CHOICE, ways, 3)));
    expr turns = model_ite(m, model_binary(m, OP_LT, cell(b, X), model_int(m, 3)), model_const(m, colours, b->green),
                           model_const(m, colours, b->red));
    model_add_to_action(m, count, choice(COLOUR, turns));
}

static void close_bench(struct bench *b)
{
    model_free(b->m);
    assert_nothing_left(&b->mem);
}

static struct trace run(struct bench *b, const value states[][CELLS], size_t count, size_t loop)
{
    struct trace trace;
    trace_open(&trace, b->m);
    for (size_t i = 0; i < count; i++)
        trace_push(&trace, &b->mem, states[i]);
    trace.loop = loop;
    return trace;
}

static void expect(struct bench *b, const value states[][CELLS], size_t count, size_t loop, const char *said)
{
    struct trace trace = run(b, states, count, loop);
    struct str error = {0};
    bool good = trace_replay(&trace, &b->mem, &error);
    assert_string_equal(str_text(&error), said);
    assert_int_equal(good, said[0] == '\0');
    str_free(&b->mem, &error);
    trace_close(&trace, &b->mem);
}

#define RUN(...) \
    ((const value[][CELLS]){__VA_ARGS__}), sizeof((const value[][CELLS]){__VA_ARGS__}) / sizeof(value[CELLS])
#define STATE(...) \
    { \
        __VA_ARGS__ \
    }

static void traces_keep_their_states(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    struct trace trace = run(&b, RUN(STATE(0, b.red, 5, 1), STATE(2, b.green, 5, 0)), TRACE_NO_LOOP);
    assert_int_equal(trace_length(&trace), 2);
    assert_int_equal(trace_state(&trace, 1)[X], 2);
    assert_int_equal(trace_state(&trace, 0)[GO], 1);
    assert_int_equal(trace.loop, TRACE_NO_LOOP);
    trace_close(&trace, &b.mem);
    assert_int_equal(trace_length(&trace), 0);
    close_bench(&b);
}

static void a_model_without_cells_has_traces(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    struct trace trace;
    struct str error = {0};
    model_add_action(m, "idle");
    trace_open(&trace, m);
    trace_push(&trace, &mem, NULL);
    trace_push(&trace, &mem, NULL);
    trace.loop = 0;
    assert_int_equal(trace_length(&trace), 2);
    assert_true(trace_replay(&trace, &mem, &error));
    trace_close(&trace, &mem);
    model_free(m);
    assert_nothing_left(&mem);
}

static void good_traces_replay(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    expect(&b, RUN(STATE(0, b.red, 5, 0)), TRACE_NO_LOOP, "");
    expect(&b, RUN(STATE(0, b.red, 5, 1), STATE(2, b.green, 5, 1), STATE(3, b.green, 5, 0)), TRACE_NO_LOOP, "");
    expect(&b, RUN(STATE(0, b.red, 6, 0), STATE(0, b.green, 6, 0)), 1, "");
    close_bench(&b);
}

static void bad_runs_are_explained(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    expect(&b, NULL, 0, TRACE_NO_LOOP, "the trace has no states");
    expect(&b, RUN(STATE(0, b.red, 5, 0)), 1, "the loop begins at state 2, but the trace ends before it");
    expect(&b, RUN(STATE(1, b.red, 5, 0)), TRACE_NO_LOOP, "state 1 is not an initial state: x is 1, but must be 0");
    expect(&b, RUN(STATE(0, 17, 5, 0)), TRACE_NO_LOOP,
           "state 1 is not an initial state: the value of light.colour is outside of its type");
    expect(&b, RUN(STATE(6, b.red, 5, 0)), TRACE_NO_LOOP,
           "state 1 is not an initial state: \"limit >= x\" does not hold");
    expect(&b, RUN(STATE(0, b.red, 5, 1), STATE(3, b.green, 5, 0)), TRACE_NO_LOOP,
           "there is no step from state 1 to state 2: x becomes 3, but must become 0, 1 or 2");
    expect(&b, RUN(STATE(0, b.red, 5, 1), STATE(1, b.green, 5, 1), STATE(1, b.red, 5, 1)), TRACE_NO_LOOP,
           "there is no step from state 2 to state 3: light.colour becomes red, but must become green");
    expect(&b, RUN(STATE(0, b.red, 5, 1), STATE(1, b.green, 6, 1)), TRACE_NO_LOOP,
           "there is no step from state 1 to state 2: limit changes from 5 to 6, but it never may (it is frozen)");
    expect(&b, RUN(STATE(0, b.red, 5, 2), STATE(1, b.green, 5, 1)), TRACE_NO_LOOP,
           "there is no step from state 1 to state 2: the value of go is outside of its type");
    expect(&b, RUN(STATE(0, b.red, 5, 0), STATE(1, b.green, 5, 1)), TRACE_NO_LOOP,
           "there is no step from state 1 to state 2: \"x = next(x) | go\" does not hold");
    expect(&b, RUN(STATE(0, b.red, 5, 1), STATE(2, b.green, 5, 1)), 0,
           "the loop does not close, there is no step from state 2 back to state 1: x becomes 0, but must become 2, 3 "
           "or 4");
    close_bench(&b);
}

static void of_several_actions_the_first_is_explained(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    size_t turn = model_add_action(b.m, "turn");
    model_keep_in_action(b.m, turn, X);
    expect(&b, RUN(STATE(0, b.red, 5, 1), STATE(0, b.red, 5, 1)), TRACE_NO_LOOP, "");
    expect(&b, RUN(STATE(0, b.red, 5, 1), STATE(4, b.red, 5, 1)), TRACE_NO_LOOP,
           "there is no step from state 1 to state 2: none of the 2 actions makes it; the first one, count, does not "
           "because x becomes 4, but must become 0, 1 or 2");
    model_keep_in_action(b.m, 0, COLOUR);
    expect(&b, RUN(STATE(0, b.red, 5, 1), STATE(1, b.green, 5, 1)), TRACE_NO_LOOP,
           "there is no step from state 1 to state 2: none of the 2 actions makes it; the first one, count, does not "
           "because light.colour changes from red to green, but must stay as it is");
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_keep_their_states),
        cmocka_unit_test(a_model_without_cells_has_traces),
        cmocka_unit_test(good_traces_replay),
        cmocka_unit_test(bad_runs_are_explained),
        cmocka_unit_test(of_several_actions_the_first_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
