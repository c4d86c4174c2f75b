// Regular expressions and their automata. The reference is a tree that keeps what was asked for, with no
// simplification, and tells by the definitions which parts of a word belong to it.
#include "expression_tree.h"

#include "model/regular.h"

#define LETTERS 3
#define LONGEST 6

struct bench {
    struct mem mem;
    struct model *model;
    expr letters[LETTERS];
    struct evaluator *ev;
};

static void open_bench(struct bench *b)
{
    static const char *const names[LETTERS] = {"p", "q", "r"};
    b->mem = MEM_UNLIMITED;
    b->model = model_new(&b->mem);
    for (int i = 0; i < LETTERS; i++) {
        cell_id cell = model_add_cell(b->model, names[i], model_boolean(b->model), CELL_STATE);
        b->letters[i] = model_cell_expr(b->model, cell);
    }
    b->ev = evaluator_new(b->model, &b->mem);
}

static void close_bench(struct bench *b)
{
    evaluator_free(b->ev);
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

static regular letter(struct bench *b, int i)
{
    return model_letter(b->model, b->letters[i]);
}

static regular make1(struct bench *b, enum regular_op op, regular r)
{
    return model_regular_make(b->model, op, r, REGULAR_NONE);
}

static regular make2(struct bench *b, enum regular_op op, regular r, regular s)
{
    return model_regular_make(b->model, op, r, s);
}

static regular leaf(struct bench *b, enum regular_op op)
{
    return model_regular_make(b->model, op, REGULAR_NONE, REGULAR_NONE);
}

// ---- The reference --------------------------------------------------------------------------------------------------

struct pattern {
    enum regular_op op;
    expr letter;
    const struct pattern *args[2];
};

typedef value word[LONGEST][LETTERS];

static bool belongs(struct bench *b, const struct pattern *p, word w, int from, int to);

static bool belongs_in_two(struct bench *b, const struct pattern *p, word w, int from, int to)
{
    for (int middle = from; middle <= to; middle++)
        if (belongs(b, p->args[0], w, from, middle) && belongs(b, p->args[1], w, middle, to))
            return true;
    return false;
}

static bool belongs_overlapping(struct bench *b, const struct pattern *p, word w, int from, int to)
{
    for (int shared = from; shared < to; shared++)
        if (belongs(b, p->args[0], w, from, shared + 1) && belongs(b, p->args[1], w, shared, to))
            return true;
    return false;
}

static bool belongs_in_pieces(struct bench *b, const struct pattern *p, word w, int from, int to)
{
    if (from == to)
        return true;
    for (int middle = from + 1; middle <= to; middle++)
        if (belongs(b, p->args[0], w, from, middle) && belongs(b, p, w, middle, to))
            return true;
    return false;
}

static bool belongs(struct bench *b, const struct pattern *p, word w, int from, int to)
{
    switch (p->op) {
    case REGULAR_NOTHING:
        return false;
    case REGULAR_EMPTY:
        return from == to;
    case REGULAR_LETTER:
        return to == from + 1 && eval_condition(b->ev, p->letter, w[from], NULL);
    case REGULAR_CONCAT:
        return belongs_in_two(b, p, w, from, to);
    case REGULAR_FUSION:
        return belongs_overlapping(b, p, w, from, to);
    case REGULAR_OR:
        return belongs(b, p->args[0], w, from, to) || belongs(b, p->args[1], w, from, to);
    case REGULAR_AND:
        return belongs(b, p->args[0], w, from, to) && belongs(b, p->args[1], w, from, to);
    default:
        return belongs_in_pieces(b, p, w, from, to);
    }
}

// ---- Random expressions, both ways ----------------------------------------------------------------------------------

struct pair {
    regular made;
    struct pattern *asked;
};

#define MOST_PATTERNS 200

struct patterns {
    struct pattern at[MOST_PATTERNS];
    int count;
};

static expr random_condition(struct bench *b, struct dice *dice)
{
    expr e = b->letters[dice_roll(dice, LETTERS)], other = b->letters[dice_roll(dice, LETTERS)];
    switch (dice_roll(dice, 8)) {
    case 0:
        return model_true(b->model);
    case 1:
        return model_false(b->model);
    case 2:
        return model_and(b->model, e, model_not(b->model, other));
    case 3:
        return model_not(b->model, e);
    default:
        return e;
    }
}

static struct pair random_pair(struct bench *b, struct patterns *all, struct dice *dice, int depth)
{
    struct pattern *p = &all->at[all->count++];
    assert_true(all->count < MOST_PATTERNS);
    enum regular_op op = (enum regular_op)(depth == 0 ? dice_roll(dice, 3) : dice_roll(dice, 8));
    if (op == REGULAR_NOTHING && dice_coin(dice))
        op = REGULAR_LETTER;
    *p = (struct pattern){.op = op};
    if (op == REGULAR_LETTER) {
        p->letter = random_condition(b, dice);
        return (struct pair){model_letter(b->model, p->letter), p};
    }
    if (op < REGULAR_LETTER)
        return (struct pair){leaf(b, op), p};
    struct pair first = random_pair(b, all, dice, depth - 1), second = {REGULAR_NONE, NULL};
    if (op != REGULAR_STAR)
        second = random_pair(b, all, dice, depth - 1);
    p->args[0] = first.asked;
    p->args[1] = second.asked;
    return (struct pair){make2(b, op, first.made, second.made), p};
}

static bool accepts(struct bench *b, const struct automaton *a, word w, int from, int to)
{
    unsigned char now[AUTOMATON_MAX_STATES] = {0};
    if (a->states == 0)
        return false;
    now[0] = 1;
    for (int i = from; i < to; i++) {
        unsigned char next[AUTOMATON_MAX_STATES] = {0};
        for (size_t k = 0; k < a->step_count; k++)
            if (now[a->steps[k].from] && eval_condition(b->ev, a->steps[k].letter, w[i], NULL))
                next[a->steps[k].to] = 1;
        memcpy(now, next, sizeof now);
    }
    for (uint32_t s = 0; s < a->states; s++)
        if (now[s] && a->accepting[s])
            return true;
    return false;
}

// The promises of the header.
static void assert_trimmed(const struct automaton *a)
{
    unsigned char reached[AUTOMATON_MAX_STATES] = {1}, useful[AUTOMATON_MAX_STATES] = {0};
    for (uint32_t s = 0; s < a->states; s++)
        useful[s] = a->accepting[s];
    for (uint32_t round = 0; round < a->states; round++)
        for (size_t k = 0; k < a->step_count; k++) {
            reached[a->steps[k].to] |= reached[a->steps[k].from];
            useful[a->steps[k].from] |= useful[a->steps[k].to];
        }
    for (uint32_t s = 0; s < a->states; s++)
        assert_true(reached[s] && useful[s]);
    for (size_t k = 0; k < a->step_count; k++) {
        assert_true(k == 0 || a->steps[k - 1].from <= a->steps[k].from);
    }
}

static void automata_accept_what_the_definition_says(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for(__func__);
    for (int round = 0; round < rounds(400); round++) {
        struct bench b;
        struct patterns all = {.count = 0};
        struct automaton a;
        open_bench(&b);
        struct pair pair = random_pair(&b, &all, &dice, 1 + dice_roll(&dice, 4));
        assert_true(automaton_make(b.model, pair.made, &a, &b.mem));
        assert_trimmed(&a);
        for (int i = 0; i < 20; i++) {
            word w;
            for (int k = 0; k < LONGEST * LETTERS; k++)
                w[k / LETTERS][k % LETTERS] = dice_coin(&dice);
            for (int to = 0; to <= LONGEST; to++)
                assert_int_equal(accepts(&b, &a, w, 0, to), belongs(&b, pair.asked, w, 0, to));
        }
        automaton_free(&a, &b.mem);
        close_bench(&b);
    }
}

// ---- What is simplified ---------------------------------------------------------------------------------------------

static void expressions_are_simplified(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    regular p = letter(&b, 0), q = letter(&b, 1), nothing = leaf(&b, REGULAR_NOTHING), empty = leaf(&b, REGULAR_EMPTY);
    regular all = make1(&b, REGULAR_STAR, model_letter(b.model, model_true(b.model)));
    regular pq = make2(&b, REGULAR_CONCAT, p, q);
    assert_int_not_equal(model_letter(b.model, model_false(b.model)), nothing); // it has a length
    assert_int_equal(make2(&b, REGULAR_CONCAT, p, q), pq);
    assert_int_equal(make2(&b, REGULAR_CONCAT, empty, p), p);
    assert_int_equal(make2(&b, REGULAR_CONCAT, p, empty), p);
    assert_int_equal(make2(&b, REGULAR_CONCAT, nothing, p), nothing);
    assert_int_equal(make2(&b, REGULAR_CONCAT, all, all), all);
    assert_int_equal(make2(&b, REGULAR_FUSION, empty, p), nothing);
    assert_int_equal(make2(&b, REGULAR_FUSION, p, q),
                     model_letter(b.model, model_and(b.model, b.letters[0], b.letters[1])));
    assert_int_equal(make2(&b, REGULAR_OR, pq, pq), pq);
    assert_int_equal(make2(&b, REGULAR_OR, pq, nothing), pq);
    assert_int_equal(make2(&b, REGULAR_OR, pq, all), all);
    assert_int_equal(make2(&b, REGULAR_OR, empty, all), all);
    assert_int_equal(make2(&b, REGULAR_OR, pq, p), make2(&b, REGULAR_OR, p, pq));
    assert_int_equal(make2(&b, REGULAR_AND, pq, all), pq);
    assert_int_equal(make2(&b, REGULAR_AND, pq, empty), nothing);
    assert_int_equal(make2(&b, REGULAR_AND, all, empty), empty);
    assert_int_equal(make2(&b, REGULAR_AND, p, model_letter(b.model, model_not(b.model, b.letters[0]))),
                     model_letter(b.model, model_false(b.model)));
    assert_int_equal(make1(&b, REGULAR_STAR, nothing), empty);
    assert_int_equal(make1(&b, REGULAR_STAR, make1(&b, REGULAR_STAR, pq)), make1(&b, REGULAR_STAR, pq));
    assert_int_equal(make1(&b, REGULAR_STAR, make2(&b, REGULAR_OR, empty, pq)), make1(&b, REGULAR_STAR, pq));
    close_bench(&b);
}

// An undefined letter does not hold, whatever it is joined with.
static void undefined_letters_do_not_hold(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    cell_id x = model_add_cell(b.model, "x", model_integer(b.model, 0, 3), CELL_STATE);
    evaluator_free(b.ev);
    b.ev = evaluator_new(b.model, &b.mem);
    expr quotient = model_binary(b.model, OP_DIV, model_int(b.model, 6), model_cell_expr(b.model, x));
    expr partial = model_binary(b.model, OP_EQ, quotient, model_int(b.model, 6));
    regular either = make2(&b, REGULAR_OR, model_letter(b.model, partial), letter(&b, 0));
    regular both = make2(&b, REGULAR_AND, model_letter(b.model, partial), letter(&b, 0));
    for (value v = 0; v < 2; v++)
        for (value p = 0; p < 2; p++) {
            value now[] = {p, 0, 0, v};
            bool holds = v == 1; // 6 / 1 = 6, and 6 / 0 is undefined
            assert_int_equal(eval_condition(b.ev, model_regular(b.model, either)->letter, now, NULL), holds || p);
            assert_int_equal(eval_condition(b.ev, model_regular(b.model, both)->letter, now, NULL), holds && p);
        }
    close_bench(&b);
}

static void formulas_about_letters_are_about_states(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    formula p = model_atom(b.model, b.letters[0]), q = model_atom(b.model, b.letters[1]);
    formula never = model_atom(b.model, model_false(b.model)), always = model_atom(b.model, model_true(b.model));
    regular pq = make2(&b, REGULAR_CONCAT, letter(&b, 0), letter(&b, 1)), empty = leaf(&b, REGULAR_EMPTY);
    assert_int_equal(model_formula_regular(b.model, FORMULA_MATCHES, letter(&b, 0), FORMULA_NONE), p);
    assert_int_equal(model_formula_regular(b.model, FORMULA_MAY_MATCH, letter(&b, 0), FORMULA_NONE), p);
    assert_int_equal(model_formula_regular(b.model, FORMULA_TRIGGERS, letter(&b, 0), q),
                     model_formula_make(b.model, FORMULA_IMPLIES, p, q));
    assert_int_equal(model_formula_regular(b.model, FORMULA_MATCHES, empty, FORMULA_NONE), never);
    assert_int_equal(model_formula_regular(b.model, FORMULA_TRIGGERS, empty, never), always);
    assert_int_equal(model_formula_regular(b.model, FORMULA_TRIGGERS, pq, always), always);
    assert_int_not_equal(model_formula_regular(b.model, FORMULA_MATCHES, pq, FORMULA_NONE),
                         model_formula_regular(b.model, FORMULA_MAY_MATCH, pq, FORMULA_NONE));
    assert_int_not_equal(model_formula_bounded(b.model, FORMULA_F, 0, 3, p, FORMULA_NONE),
                         model_formula_make(b.model, FORMULA_F, p, FORMULA_NONE));
    close_bench(&b);
}

// ---- Sizes ----------------------------------------------------------------------------------------------------------

static void automata_are_small(void **state)
{
    UNUSED(state);
    struct bench b;
    struct automaton a;
    open_bench(&b);
    regular p = letter(&b, 0), q = letter(&b, 1), empty = leaf(&b, REGULAR_EMPTY), r = empty;
    assert_true(automaton_make(b.model, make1(&b, REGULAR_STAR, p), &a, &b.mem));
    assert_int_equal(a.states, 1); // the initial state is the one that is repeated
    assert_int_equal(a.step_count, 1);
    automaton_free(&a, &b.mem);
    regular one = make2(&b, REGULAR_CONCAT, p, make2(&b, REGULAR_CONCAT, q, p));
    regular other = make2(&b, REGULAR_CONCAT, p, make2(&b, REGULAR_CONCAT, p, q));
    assert_true(automaton_make(b.model, make2(&b, REGULAR_OR, one, other), &a, &b.mem));
    assert_int_equal(a.states, 5); // the two begin together, and end together
    automaton_free(&a, &b.mem);
    for (int i = 0; i < 1000; i++)
        r = make2(&b, REGULAR_OR, empty, make2(&b, REGULAR_CONCAT, p, r)); // p[*0:1000]
    assert_true(automaton_make(b.model, r, &a, &b.mem));
    assert_int_equal(a.states, 1001);
    assert_int_equal(a.step_count, 1000);
    automaton_free(&a, &b.mem);
    assert_true(automaton_make(b.model, make2(&b, REGULAR_AND, make2(&b, REGULAR_CONCAT, p, q), p), &a, &b.mem));
    assert_int_equal(a.states, 0); // two states and one
    automaton_free(&a, &b.mem);
    close_bench(&b);
}

static void too_many_states_are_refused(void **state)
{
    UNUSED(state);
    struct bench b;
    struct automaton a;
    open_bench(&b);
    regular r = letter(&b, 0);
    for (int i = 0; i < 14; i++)
        r = make2(&b, REGULAR_CONCAT, r, r);
    assert_false(automaton_make(b.model, r, &a, &b.mem));
    assert_int_equal(a.states, 0);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(automata_accept_what_the_definition_says),
        cmocka_unit_test(expressions_are_simplified),
        cmocka_unit_test(undefined_letters_do_not_hold),
        cmocka_unit_test(formulas_about_letters_are_about_states),
        cmocka_unit_test(automata_are_small),
        cmocka_unit_test(too_many_states_are_refused),
    };
    return RUN(tests);
}
