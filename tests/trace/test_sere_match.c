// Regular operators on traces. The reference follows the sets of an automaton's states along the trace; that automata
// are right is tested with the model.
#include "../unit.h"

#include "model/eval.h"
#include "model/regular.h"
#include "trace/trace.h"

enum { P, Q, CELLS };
#define MOST_STATES 12 // of a trace

struct bench {
    struct mem mem;
    struct model *model;
    expr p, q;
    uint64_t dice;
};

static void open_bench(struct bench *b, uint64_t seed)
{
    b->mem = MEM_UNLIMITED;
    b->dice = seed;
    b->model = model_new(&b->mem);
    cell_id p = model_add_cell(b->model, "p", model_boolean(b->model), CELL_STATE);
    cell_id q = model_add_cell(b->model, "q", model_boolean(b->model), CELL_STATE);
    model_add_action(b->model, "any");
    b->p = model_cell_expr(b->model, p);
    b->q = model_cell_expr(b->model, q);
}

static void close_bench(struct bench *b)
{
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

static unsigned roll(struct bench *b, unsigned sides)
{
    b->dice = b->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(b->dice >> 33) % sides;
}

static regular make1(struct bench *b, enum regular_op op, regular r)
{
    return model_regular_make(b->model, op, r, REGULAR_NONE);
}

static regular make2(struct bench *b, enum regular_op op, regular r, regular s)
{
    return model_regular_make(b->model, op, r, s);
}

static formula negation(struct bench *b, formula f)
{
    return model_formula_make(b->model, FORMULA_NOT, f, FORMULA_NONE);
}

static expr random_condition(struct bench *b)
{
    expr e = roll(b, 2) ? b->p : b->q;
    switch (roll(b, 6)) {
    case 0:
        return model_true(b->model);
    case 1:
        return model_not(b->model, e);
    case 2:
        return model_and(b->model, b->p, b->q);
    default:
        return e;
    }
}

static regular random_regular(struct bench *b, unsigned depth)
{
    enum regular_op op = (enum regular_op)(REGULAR_LETTER + roll(b, 6));
    if (depth == 0 || op == REGULAR_LETTER)
        return roll(b, 8) ? model_letter(b->model, random_condition(b))
                          : model_regular_make(b->model, REGULAR_EMPTY, REGULAR_NONE, REGULAR_NONE);
    regular first = random_regular(b, depth - 1);
    return op == REGULAR_STAR ? make1(b, op, first) : make2(b, op, first, random_regular(b, depth - 1));
}

static struct trace random_trace(struct bench *b)
{
    struct trace trace;
    unsigned length = 1 + roll(b, MOST_STATES);
    trace_open(&trace, b->model);
    for (unsigned i = 0; i < length; i++)
        trace_push(&trace, &b->mem, (value[CELLS]){roll(b, 3) > 0, roll(b, 3) > 0});
    trace.loop = roll(b, length);
    return trace;
}

// ---- The reference --------------------------------------------------------------------------------------------------

struct reference {
    bool some;   // a sequence begins with the trace
    bool goal;   // one has q in its last state
    bool missed; // one has not
    bool weak;
};

static struct reference follow(struct bench *b, const struct trace *run, regular r)
{
    struct automaton a;
    struct evaluator *ev = evaluator_new(b->model, &b->mem);
    struct reference result = {0};
    assert_true(automaton_make(b->model, r, &a, &b->mem));
    unsigned char *now = calloc(a.states + 1, 1), *next = calloc(a.states + 1, 1);
    size_t steps = (size_t)(a.states + 1) * (trace_length(run) + 1), position = 0;
    bool alive = a.states > 0;
    now[0] = 1;
    for (size_t step = 0; step < steps && alive; step++) {
        const value *state = trace_state(run, position);
        alive = false;
        memset(next, 0, a.states + 1);
        for (size_t i = 0; i < a.step_count; i++)
            if (now[a.steps[i].from] && eval_condition(ev, a.steps[i].letter, state, NULL)) {
                next[a.steps[i].to] = 1;
                alive = true;
                result.some |= a.accepting[a.steps[i].to];
                result.goal |= a.accepting[a.steps[i].to] && state[Q];
                result.missed |= a.accepting[a.steps[i].to] && !state[Q];
            }
        memcpy(now, next, a.states + 1);
        position = position + 1 < trace_length(run) ? position + 1 : run->loop;
    }
    result.weak = result.some || alive;
    free(now);
    free(next);
    automaton_free(&a, &b->mem);
    evaluator_free(ev);
    return result;
}

// ---- The judge ------------------------------------------------------------------------------------------------------

static bool refutes(struct bench *b, const struct trace *run, formula f)
{
    struct property property = {.kind = PROPERTY_PSL, .text = "", .context = "", .formula = f};
    return trace_refutes(run, &property, &b->mem);
}

// 1, 0, or -1 where the judge cannot tell.
static int judged(struct bench *b, const struct trace *run, formula f)
{
    bool is_false = refutes(b, run, f), is_true = refutes(b, run, negation(b, f));
    assert_false(is_false && is_true);
    return is_true ? 1 : is_false ? 0 : -1;
}

// What the start of a trace shows must be so on the whole of it.
static void assert_start_agrees(struct bench *b, const struct trace *run, formula f, bool expected)
{
    struct trace start;
    trace_open(&start, b->model);
    for (size_t i = 0; i < trace_length(run); i++) {
        trace_push(&start, &b->mem, trace_state(run, i));
        int told = judged(b, &start, f);
        assert_true(told == -1 || told == expected);
    }
    trace_close(&start, &b->mem);
}

static void assert_judged(struct bench *b, const struct trace *run, formula f, bool expected)
{
    assert_int_equal(judged(b, run, f), expected);
    assert_start_agrees(b, run, f, expected);
}

static void the_judge_agrees_with_automata(void **state)
{
    UNUSED(state);
    int open = 0, total = 3000;
    for (int round = 0; round < total; round++) {
        struct bench b;
        open_bench(&b, (uint64_t)round + 1);
        regular r = random_regular(&b, 1 + roll(&b, 4));
        struct trace run = random_trace(&b);
        struct reference expected = follow(&b, &run, r);
        formula q = model_atom(b.model, b.q);
        assert_judged(&b, &run, model_formula_regular(b.model, FORMULA_MATCHES, r, FORMULA_NONE), expected.some);
        assert_judged(&b, &run, model_formula_regular(b.model, FORMULA_TRIGGERS, r, q), !expected.missed);
        assert_judged(&b, &run, model_formula_regular(b.model, FORMULA_TRIGGERS, r, negation(&b, q)), !expected.goal);
        formula weak = model_formula_regular(b.model, FORMULA_MAY_MATCH, r, FORMULA_NONE);
        int told = judged(&b, &run, weak);
        assert_true(told == -1 || told == expected.weak);
        open += told == -1;
        assert_start_agrees(&b, &run, weak, expected.weak);
        trace_close(&run, &b.mem);
        close_bench(&b);
    }
    assert_true(open * 50 < total); // only where letters might exclude each other
}

// ---- Identities -----------------------------------------------------------------------------------------------------

static void assert_same(struct bench *b, formula f, formula g)
{
    for (int i = 0; i < 50; i++) {
        struct trace run = random_trace(b);
        int told = judged(b, &run, f);
        assert_int_not_equal(told, -1);
        assert_int_equal(told, judged(b, &run, g));
        trace_close(&run, &b->mem);
    }
}

static void regular_operators_are_what_temporal_ones_say(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b, 7);
    struct model *m = b.model;
    formula p = model_atom(m, b.p), q = model_atom(m, b.q), no = model_atom(m, model_false(m));
    regular lp = model_letter(m, b.p), lq = model_letter(m, b.q), any = model_letter(m, model_true(m));
    regular until = make2(&b, REGULAR_CONCAT, make1(&b, REGULAR_STAR, lp), lq);
    regular later = make2(&b, REGULAR_CONCAT, make1(&b, REGULAR_STAR, any), make2(&b, REGULAR_CONCAT, lp, any));
    formula next_q = model_formula_make(m, FORMULA_X, q, FORMULA_NONE);
    formula p_until_q = model_formula_make(m, FORMULA_U, p, q);
    // {p[*]; q}! is p U q, and {p[*]; q} is p W q.
    assert_same(&b, model_formula_regular(m, FORMULA_MATCHES, until, FORMULA_NONE), p_until_q);
    assert_same(&b, model_formula_regular(m, FORMULA_MAY_MATCH, until, FORMULA_NONE),
                model_formula_make(m, FORMULA_OR, p_until_q, model_formula_make(m, FORMULA_G, p, FORMULA_NONE)));
    // {TRUE[*]; p; TRUE} |-> q is G (p -> X q).
    assert_same(&b, model_formula_regular(m, FORMULA_TRIGGERS, later, q),
                model_formula_make(m, FORMULA_G, model_formula_make(m, FORMULA_IMPLIES, p, next_q), FORMULA_NONE));
    // s |-> FALSE is the negation of s!.
    assert_same(&b, model_formula_regular(m, FORMULA_TRIGGERS, until, no),
                negation(&b, model_formula_regular(m, FORMULA_MATCHES, until, FORMULA_NONE)));
    // {TRUE[*]; p} |-> G q, where the operand is no condition.
    regular sometime = make2(&b, REGULAR_CONCAT, make1(&b, REGULAR_STAR, any), lp);
    formula always_q = model_formula_make(m, FORMULA_G, q, FORMULA_NONE);
    assert_same(&b, model_formula_regular(m, FORMULA_TRIGGERS, sometime, always_q),
                model_formula_make(m, FORMULA_G, model_formula_make(m, FORMULA_IMPLIES, p, always_q), FORMULA_NONE));
    // The operand looks back: {TRUE[*]; p} |-> O q is G (p -> O q).
    formula once_q = model_formula_make(m, FORMULA_O, q, FORMULA_NONE);
    assert_same(&b, model_formula_regular(m, FORMULA_TRIGGERS, sometime, once_q),
                model_formula_make(m, FORMULA_G, model_formula_make(m, FORMULA_IMPLIES, p, once_q), FORMULA_NONE));
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_judge_agrees_with_automata),
        cmocka_unit_test(regular_operators_are_what_temporal_ones_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
