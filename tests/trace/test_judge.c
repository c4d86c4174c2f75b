// Which traces show that a property fails. The reference for linear time works on the unrolled trace by the definitions
// of the operators, one position after the other.
#include "../unit.h"

#include "base/random.h"
#include "trace/trace.h"

// ---- A model of three bits that may do anything, and traces of it ---------------------------------------------------

enum { P, Q, I, CELLS };

struct bench {
    struct mem mem;
    struct model *model;
    formula p, q, i;
};

static void open_bench(struct bench *b)
{
    b->mem = MEM_UNLIMITED;
    b->model = model_new(&b->mem);
    type_id boolean = model_boolean(b->model);
    cell_id p = model_add_cell(b->model, "p", boolean, CELL_STATE);
    cell_id q = model_add_cell(b->model, "q", boolean, CELL_STATE);
    cell_id i = model_add_cell(b->model, "i", boolean, CELL_INPUT);
    model_add_action(b->model, "any");
    b->p = model_atom(b->model, model_cell_expr(b->model, p));
    b->q = model_atom(b->model, model_cell_expr(b->model, q));
    b->i = model_atom(b->model, model_cell_expr(b->model, i));
}

static void close_bench(struct bench *b)
{
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

static formula make1(struct bench *b, enum formula_op op, formula f)
{
    return model_formula_make(b->model, op, f, FORMULA_NONE);
}

static formula make2(struct bench *b, enum formula_op op, formula f, formula g)
{
    return model_formula_make(b->model, op, f, g);
}

// A trace from text: one word for each state, the names of the bits that are true in it, - for none; `(` before the
// state where the loop begins: "pq ( - p".
static struct trace run(struct bench *b, const char *text)
{
    struct trace trace;
    trace_open(&trace, b->model);
    for (; *text; text++) {
        value state[CELLS] = {0};
        if (*text == ' ')
            continue;
        if (*text == '(') {
            trace.loop = trace_length(&trace);
            continue;
        }
        for (; *text && *text != ' '; text++)
            if (*text != '-')
                state[*text == 'p' ? P : *text == 'q' ? Q : I] = 1;
        trace_push(&trace, &b->mem, state);
        text--;
    }
    return trace;
}

// NULL if the trace shows that the property fails, else what is said.
static const char *judge(struct bench *b, enum property_kind kind, formula f, const char *text, char said[256])
{
    struct trace trace = run(b, text);
    struct str error = {0};
    struct property property = {.kind = kind, .text = "", .context = "", .formula = f};
    assert_true(trace_replay(&trace, &b->mem, &error));
    bool shown = trace_shows_failure(&trace, &property, &b->mem, &error);
    snprintf(said, 256, "%s", str_text(&error));
    assert_int_equal(shown, said[0] == '\0');
    str_free(&b->mem, &error);
    trace_close(&trace, &b->mem);
    return shown ? NULL : said;
}

#define HOLDS "the property holds on the trace"
#define ENDS "the trace ends before it shows that the property fails"

#define expect_shown(kind, f, text) assert_null(judge(&b, kind, f, text, (char[256]){0}))
#define expect_not(kind, f, text, why) assert_string_equal(judge(&b, kind, f, text, (char[256]){0}), why)

static void invariants_fail_in_a_state(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    expect_shown(PROPERTY_INVARIANT, b.p, "p pq q");
    expect_shown(PROPERTY_INVARIANT, b.p, "-");
    expect_not(PROPERTY_INVARIANT, b.p, "p pq p", "the property holds in all states of the trace");
    expect_shown(PROPERTY_INVARIANT, b.i, "i - i");
    // With inputs it is about steps, and there is none from the last state.
    expect_not(PROPERTY_INVARIANT, b.i, "i i -", "the property holds in all states of the trace");
    close_bench(&b);
}

// The past of a formula under a quantifier begins where the quantifier stands. The judge took it to begin with the
// trace.
static void the_past_begins_at_the_quantifier(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    formula after_q = make1(&b, FORMULA_A, make2(&b, FORMULA_IMPLIES, b.p, make1(&b, FORMULA_Z, b.q)));
    formula always = make1(&b, FORMULA_A, make1(&b, FORMULA_G, after_q)); // true in every model
    struct property property = {.kind = PROPERTY_CTLSTAR, .text = "", .context = "", .formula = always};
    const char *const runs[] = {"- - p -", "- ( p", "( - p"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct trace trace = run(&b, runs[i]);
        assert_false(trace_refutes(&trace, &property, &b.mem));
        trace_close(&trace, &b.mem);
    }
    // In the first state there is no past, and beside a quantifier it is that of the trace.
    formula yesterday = make1(&b, FORMULA_Y, b.q), at_once = make1(&b, FORMULA_A, yesterday);
    expect_shown(PROPERTY_CTLSTAR, at_once, "p q");
    expect_shown(PROPERTY_CTLSTAR, make1(&b, FORMULA_A, make1(&b, FORMULA_G, make2(&b, FORMULA_OR, b.p, yesterday))),
                 "p pq q - -");
    expect_not(PROPERTY_CTLSTAR, make1(&b, FORMULA_A, make1(&b, FORMULA_X, yesterday)), "q (p", HOLDS);
    // That there is such a past somewhere in it makes a trace no judge of the whole.
    expect_shown(PROPERTY_CTLSTAR, make1(&b, FORMULA_AX, at_once), "q ( p");
    close_bench(&b);
}

// Formulas share their parts: walked as a tree, this one has more nodes than can be counted.
static void formulas_that_share_much_are_judged_at_once(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    formula f = b.p;
    for (int i = 0; i < 200; i++)
        f = make2(&b, FORMULA_V, f, make2(&b, FORMULA_OR, make1(&b, FORMULA_X, b.q), f));
    expect_shown(PROPERTY_PSL, f, "( -");
    expect_not(PROPERTY_PSL, f, "( p", HOLDS);
    close_bench(&b);
}

static void prefixes_refute_what_they_can(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    formula always = make1(&b, FORMULA_AG, b.p), eventually = make1(&b, FORMULA_AF, b.p);
    expect_shown(PROPERTY_CTL, always, "p p q");
    expect_not(PROPERTY_CTL, always, "p p pq", ENDS);
    expect_not(PROPERTY_CTL, eventually, "- - -", ENDS);
    expect_not(PROPERTY_CTL, eventually, "- p -", HOLDS);
    expect_shown(PROPERTY_CTL, make1(&b, FORMULA_AX, b.p), "p -");
    expect_not(PROPERTY_CTL, make1(&b, FORMULA_AX, b.p), "p", ENDS);
    expect_shown(PROPERTY_CTL, make2(&b, FORMULA_AU, b.p, b.q), "p p -");
    expect_not(PROPERTY_CTL, make2(&b, FORMULA_AU, b.p, b.q), "p p q -", HOLDS);
    expect_shown(PROPERTY_LTL, make1(&b, FORMULA_G, b.i), "i i -");
    close_bench(&b);
}

static void loops_refute_what_must_happen(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    formula eventually = make1(&b, FORMULA_AF, b.p);
    formula response = make1(&b, FORMULA_AG, make2(&b, FORMULA_IMPLIES, b.q, eventually));
    expect_shown(PROPERTY_CTL, eventually, "- ( - q");
    expect_not(PROPERTY_CTL, eventually, "- ( - pq", HOLDS);
    expect_shown(PROPERTY_CTL, response, "p q ( - -");
    expect_not(PROPERTY_CTL, response, "p q ( - p", HOLDS);
    expect_shown(PROPERTY_CTL, make2(&b, FORMULA_AU, b.p, b.q), "p ( p p");
    expect_shown(PROPERTY_CTL, model_formula_bounded(b.model, FORMULA_AF, 1, 2, b.p, FORMULA_NONE), "p - - p");
    expect_not(PROPERTY_CTL, model_formula_bounded(b.model, FORMULA_AF, 1, 3, b.p, FORMULA_NONE), "p - - p", HOLDS);
    // The negation of what some path does is what all must avoid.
    expect_shown(PROPERTY_CTL, make1(&b, FORMULA_NOT, make1(&b, FORMULA_EF, b.p)), "- - p");
    expect_shown(PROPERTY_CTL, make1(&b, FORMULA_NOT, make1(&b, FORMULA_EG, b.p)), "( p p");
    expect_not(PROPERTY_CTL, make1(&b, FORMULA_NOT, make1(&b, FORMULA_EG, b.p)), "p ( p -", HOLDS);
    expect_shown(PROPERTY_CTL, make1(&b, FORMULA_NOT, make2(&b, FORMULA_EU, b.p, b.q)), "p p q");
    close_bench(&b);
}

static void what_one_run_cannot_decide_counts_as_shown(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    formula possible = make1(&b, FORMULA_EF, b.p), next = make1(&b, FORMULA_AX, b.p);
    expect_shown(PROPERTY_CTL, possible, "-");
    expect_shown(PROPERTY_CTL, make1(&b, FORMULA_AG, possible), "p p -");
    expect_shown(PROPERTY_CTL, make2(&b, FORMULA_OR, next, make1(&b, FORMULA_AX, b.q)), "- p");
    expect_shown(PROPERTY_CTL, make1(&b, FORMULA_AF, make1(&b, FORMULA_AG, b.p)), "p ( p");
    struct trace one = run(&b, "p p -");
    struct property open = {.kind = PROPERTY_CTL, .text = "", .context = "", .formula = possible};
    assert_false(trace_refutes(&one, &open, &b.mem));
    open.formula = make1(&b, FORMULA_AG, b.p);
    assert_true(trace_refutes(&one, &open, &b.mem));
    trace_close(&one, &b.mem);
    // But what is decided all the same is decided.
    formula both = make2(&b, FORMULA_AND, possible, make1(&b, FORMULA_AG, b.q));
    expect_shown(PROPERTY_CTL, both, "q -");
    expect_shown(PROPERTY_MIN, FORMULA_NONE, "-");
    close_bench(&b);
}

static void loops_must_be_fair(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    expr p = model_formula(b.model, b.p)->atom, q = model_formula(b.model, b.q)->atom;
    expr i = model_formula(b.model, b.i)->atom;
    model_add_justice(b.model, q);
    model_add_compassion(b.model, p, i);
    formula eventually = make1(&b, FORMULA_F, make2(&b, FORMULA_AND, b.p, b.q));
    expect_shown(PROPERTY_LTL, eventually, "- ( q -");
    expect_not(PROPERTY_LTL, eventually, "q ( - -", "the loop is not fair: nowhere on it does \"q\" hold");
    expect_not(PROPERTY_LTL, eventually, "- ( q p", "the loop is not fair: on it \"p\" holds, but nowhere \"i\"");
    expect_shown(PROPERTY_LTL, eventually, "- ( qi p");
    // What happens before the end needs no loop, so it does not matter whether that is fair.
    expect_shown(PROPERTY_CTL, make1(&b, FORMULA_AG, b.p), "p ( -");
    close_bench(&b);
}

// ---- Linear time against its definitions ----------------------------------------------------------------------------

#define UNROLLED 400 // positions; much more than it takes until all past is periodic
#define FAR 60       // steps to look ahead: more than there are different positions ahead

struct reference {
    const struct model *model;
    const struct trace *trace;
    size_t period;
};

// A position of the unrolled trace, at most the last one; all are periodic there.
static size_t fold(const struct reference *r, size_t i)
{
    while (i >= UNROLLED)
        i -= r->period;
    return i;
}

static bool bit_at(const struct reference *r, expr e, size_t i)
{
    size_t length = trace_length(r->trace);
    while (i >= length)
        i -= r->period;
    const struct expr_node *n = model_expr(r->model, e);
    switch (n->op) {
    case OP_CONST:
        return n->data;
    case OP_CELL:
        return trace_state(r->trace, i)[n->data];
    case OP_NOT:
        return !bit_at(r, n->args[0], i);
    case OP_XOR:
        return bit_at(r, n->args[0], i) != bit_at(r, n->args[1], i);
    default:
        assert_true(n->op == OP_AND || n->op == OP_OR);
        for (size_t k = 0; k < n->count; k++)
            if (bit_at(r, n->args[k], i) == (n->op == OP_OR))
                return n->op == OP_OR;
        return n->op == OP_AND;
    }
}

// a until b, by its definition; `a` may be NULL for true, and `negated` takes both operands' negations.
static bool until_at(const struct reference *r, const bool *a, const bool *b, const struct formula_node *n, size_t i,
                     bool negated)
{
    size_t low = n->bounded ? (size_t)n->low : 0;
    size_t high = n->bounded && n->high >= 0 ? (size_t)n->high : low + FAR;
    for (size_t k = 0; k <= high; k++) {
        if (k >= low && b[fold(r, i + k)] != negated)
            return true;
        if (a && a[fold(r, i + k)] == negated)
            return false;
    }
    return false;
}

static bool since_at(const bool *a, const bool *b, const struct formula_node *n, size_t i, bool negated)
{
    size_t low = n->bounded ? (size_t)n->low : 0;
    size_t high = n->bounded && n->high >= 0 ? (size_t)n->high : i;
    for (size_t k = 0; k <= high && k <= i; k++) {
        if (k >= low && b[i - k] != negated)
            return true;
        if (a && a[i - k] == negated)
            return false;
    }
    return false;
}

static bool *values_of(const struct reference *r, formula f)
{
    const struct formula_node *n = model_formula(r->model, f);
    bool *values = malloc(UNROLLED * sizeof *values);
    bool *a = n->op != FORMULA_ATOM ? values_of(r, n->args[0]) : NULL;
    bool *b = n->op != FORMULA_ATOM && n->args[1] != FORMULA_NONE ? values_of(r, n->args[1]) : NULL;
    for (size_t i = 0; i < UNROLLED; i++) {
        bool v = false;
        switch (n->op) {
        case FORMULA_ATOM:
            v = bit_at(r, n->atom, i);
            break;
        case FORMULA_NOT:
            v = !a[i];
            break;
        case FORMULA_AND:
            v = a[i] && b[i];
            break;
        case FORMULA_OR:
            v = a[i] || b[i];
            break;
        case FORMULA_IMPLIES:
            v = !a[i] || b[i];
            break;
        case FORMULA_XOR:
            v = a[i] != b[i];
            break;
        case FORMULA_IFF:
            v = a[i] == b[i];
            break;
        case FORMULA_X:
            v = a[fold(r, i + 1)];
            break;
        case FORMULA_F:
            v = until_at(r, NULL, a, n, i, false);
            break;
        case FORMULA_G:
            v = !until_at(r, NULL, a, n, i, true);
            break;
        case FORMULA_U:
            v = until_at(r, a, b, n, i, false);
            break;
        case FORMULA_V:
            v = !until_at(r, a, b, n, i, true);
            break;
        case FORMULA_Y:
            v = i > 0 && a[i - 1];
            break;
        case FORMULA_Z:
            v = i == 0 || a[i - 1];
            break;
        case FORMULA_O:
            v = since_at(NULL, a, n, i, false);
            break;
        case FORMULA_H:
            v = !since_at(NULL, a, n, i, true);
            break;
        case FORMULA_S:
            v = since_at(a, b, n, i, false);
            break;
        case FORMULA_T:
            v = !since_at(a, b, n, i, true);
            break;
        default:
            fail();
        }
        values[i] = v;
    }
    free(a);
    free(b);
    return values;
}

static bool holds_by_definition(const struct trace *trace, formula f)
{
    struct reference r = {trace->model, trace, trace_length(trace) - trace->loop};
    bool *values = values_of(&r, f);
    bool holds = values[0];
    free(values);
    return holds;
}

static int roll(uint64_t *seed, int sides)
{
    return (int)random_below(seed, (uint64_t)sides);
}

static formula random_formula(struct bench *b, uint64_t *seed, int depth)
{
    static const enum formula_op unary[] = {FORMULA_NOT, FORMULA_X, FORMULA_F, FORMULA_G,
                                            FORMULA_Y,   FORMULA_Z, FORMULA_O, FORMULA_H};
    static const enum formula_op binary[] = {FORMULA_AND, FORMULA_OR, FORMULA_XOR, FORMULA_IMPLIES, FORMULA_IFF,
                                             FORMULA_U,   FORMULA_V,  FORMULA_S,   FORMULA_T};
    static const enum formula_op bounded[] = {FORMULA_F, FORMULA_G, FORMULA_O, FORMULA_H,
                                              FORMULA_U, FORMULA_V, FORMULA_S, FORMULA_T};
    if (depth == 0 || roll(seed, 6) == 0) {
        formula atoms[] = {b->p, b->q, b->i};
        return atoms[roll(seed, 3)];
    }
    formula f = random_formula(b, seed, depth - 1);
    int kind = roll(seed, 5);
    if (kind < 2)
        return make1(b, unary[roll(seed, 8)], f);
    if (kind < 4)
        return make2(b, binary[roll(seed, 9)], f, random_formula(b, seed, depth - 1));
    enum formula_op op = bounded[roll(seed, 8)];
    int low = roll(seed, 4);
    int high = roll(seed, 5) == 0 ? -1 : low + roll(seed, 4);
    formula g = op == FORMULA_U || op == FORMULA_V || op == FORMULA_S || op == FORMULA_T
                    ? random_formula(b, seed, depth - 1)
                    : FORMULA_NONE;
    return model_formula_bounded(b->model, op, low, high, f, g);
}

static struct trace random_trace(struct bench *b, uint64_t *seed)
{
    struct trace trace;
    trace_open(&trace, b->model);
    size_t length = 1 + (size_t)roll(seed, 7);
    for (size_t i = 0; i < length; i++) {
        value state[CELLS];
        for (int cell = 0; cell < CELLS; cell++)
            state[cell] = roll(seed, 2);
        trace_push(&trace, &b->mem, state);
    }
    trace.loop = (size_t)roll(seed, (int)length);
    return trace;
}

#define ROUNDS 4000

static void linear_time_is_exact(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    uint64_t seed = 7;
    int failing = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 200 == 0) { // the model keeps all formulas
            close_bench(&b);
            open_bench(&b);
        }
        uint64_t started = seed;
        struct trace trace = random_trace(&b, &seed);
        formula f = random_formula(&b, &seed, 4);
        struct property property = {.kind = PROPERTY_LTL, .text = "", .context = "", .formula = f};
        struct str error = {0};
        bool shown = trace_shows_failure(&trace, &property, &b.mem, &error);
        if (shown == holds_by_definition(&trace, f))
            fail_msg("seed %llu: shown is %d", (unsigned long long)started, shown);
        failing += shown;
        str_free(&b.mem, &error);
        trace_close(&trace, &b.mem);
    }
    assert_in_range(failing, ROUNDS / 4, ROUNDS * 3 / 4);
    close_bench(&b);
}

// What a prefix is said to refute fails however the trace goes on.
static void prefixes_claim_nothing_too_much(void **state)
{
    UNUSED(state);
    struct bench b;
    uint64_t seed = 11;
    int refuted = 0;
    for (int round = 0; round < ROUNDS / 4; round++) {
        open_bench(&b);
        struct trace trace = random_trace(&b, &seed);
        formula f = random_formula(&b, &seed, 3);
        struct property property = {.kind = PROPERTY_LTL, .text = "", .context = "", .formula = f};
        struct str error = {0};
        trace.loop = TRACE_NO_LOOP;
        bool shown = trace_shows_failure(&trace, &property, &b.mem, &error);
        refuted += shown;
        for (int way = 0; shown && way < 5; way++) {
            size_t length = trace_length(&trace);
            struct trace longer = random_trace(&b, &seed);
            struct trace whole;
            trace_open(&whole, b.model);
            for (size_t i = 0; i < length; i++)
                trace_push(&whole, &b.mem, trace_state(&trace, i));
            for (size_t i = 0; i < trace_length(&longer); i++)
                trace_push(&whole, &b.mem, trace_state(&longer, i));
            whole.loop = length + longer.loop;
            assert_false(holds_by_definition(&whole, f));
            trace_close(&longer, &b.mem);
            trace_close(&whole, &b.mem);
        }
        str_free(&b.mem, &error);
        trace_close(&trace, &b.mem);
        close_bench(&b);
    }
    assert_true(refuted > ROUNDS / 40);
}

static void huge_bounds_end_in_time(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    int64_t huge = INT64_C(1) << 40;
    formula f = model_formula_bounded(b.model, FORMULA_F, huge, huge + 5, b.p, FORMULA_NONE);
    expect_shown(PROPERTY_LTL, f, "p ( - q");
    formula g = model_formula_bounded(b.model, FORMULA_G, huge, 2 * huge, b.p, FORMULA_NONE);
    expect_not(PROPERTY_LTL, g, "- ( p p", HOLDS);
    expect_shown(PROPERTY_LTL, g, "- ( p q p");
    // At the first state there is no past that far; later on it is beyond what is worked out.
    formula o = model_formula_bounded(b.model, FORMULA_O, huge, 2 * huge, b.p, FORMULA_NONE);
    expect_shown(PROPERTY_LTL, make1(&b, FORMULA_G, make1(&b, FORMULA_F, o)), "p ( p");
    close_bench(&b);
}

// What is said of a trace and a property, "" if nothing is wrong; and the run-time error that it shows.
static bool blame(struct bench *b, const struct property *property, const char *text, const char *said,
                  const char *runtime_error)
{
    struct trace trace = run(b, text);
    struct str error = {0};
    const char *found = "something";
    bool good = trace_judge(&trace, property, &found, &b->mem, &error);
    bool as_expected = good == !*said && strcmp(str_text(&error), said) == 0 &&
                       (runtime_error ? found && strcmp(found, runtime_error) == 0 : !found);
    str_free(&b->mem, &error);
    trace_close(&trace, &b->mem);
    return as_expected;
}

static void engines_are_blamed_for_wrong_traces(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    expr p = model_cell_expr(b.model, P), q = model_cell_expr(b.model, Q);
    model_add_invariant(b.model, (struct part){PART_CONDITION, 0, model_or(b.model, p, q)});
    model_add_runtime_error(
        b.model, &(struct runtime_error){.text = "both", .condition = model_and(b.model, p, q), .after = EXPR_NONE});
    model_add_runtime_error(
        b.model, &(struct runtime_error){.text = "no p", .condition = model_not(b.model, p), .after = EXPR_NONE});
    struct property safe = {.kind = PROPERTY_INVARIANT, .text = "", .context = "", .formula = b.p},
                    runtime_errors = safe;
    runtime_errors.kind = PROPERTY_RUNTIME_ERROR;
    assert_true(blame(&b, &safe, "p pq q", "", NULL));
    assert_true(blame(&b, &runtime_errors, "p q", "", "no p"));
    assert_true(blame(&b, &safe, "p pq p",
                      "internal error: the trace that was found does not show the failure: "
                      "the property holds in all states of the trace",
                      NULL));
    struct trace trace = run(&b, "p -");
    struct str error = {0};
    const char *runtime_error;
    assert_false(trace_judge(&trace, &safe, &runtime_error, &b.mem, &error));
    assert_non_null(strstr(error.at, "internal error: the trace that was found is not an execution of the model: "));
    str_free(&b.mem, &error);
    trace_close(&trace, &b.mem);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_fail_in_a_state),
        cmocka_unit_test(the_past_begins_at_the_quantifier),
        cmocka_unit_test(formulas_that_share_much_are_judged_at_once),
        cmocka_unit_test(prefixes_refute_what_they_can),
        cmocka_unit_test(loops_refute_what_must_happen),
        cmocka_unit_test(what_one_run_cannot_decide_counts_as_shown),
        cmocka_unit_test(loops_must_be_fair),
        cmocka_unit_test(linear_time_is_exact),
        cmocka_unit_test(prefixes_claim_nothing_too_much),
        cmocka_unit_test(huge_bounds_end_in_time),
        cmocka_unit_test(engines_are_blamed_for_wrong_traces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
