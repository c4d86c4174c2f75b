// Symmetries that are found: in models of which they are known, and in random ones, each against brute force.
#include "../model/expression_tree.h"

#include "brute_force.h"
#include "group/detect.h"
#include "ring_text.h"
#include "smv/smv.h"

// ---- Models as text -------------------------------------------------------------------------------------------------

struct bench {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct smv *smv;
    struct model *model;
    generator_array generators;
    mpz_t order;
};

static void open_bench(struct bench *b, const char *text)
{
    *b = (struct bench){0};
    b->source = (struct source){.name = "model.smv", .text = text, .length = strlen(text)};
    diag_open(&b->diag, &b->mem);
    b->smv = smv_read(&b->source, &b->mem, &b->diag);
    assert_non_null(b->smv);
    b->model = smv_model(b->smv);
    mpz_init(b->order);
}

static void find(struct bench *b, enum behaviour_values values)
{
    generators_free(&b->mem, &b->generators);
    assert_true(detect_symmetries(b->model, values, 0, &b->generators, b->order, &b->mem));
    for (size_t i = 0; i < b->generators.count; i++)
        brute_force_check(b->model, &b->generators.at[i]);
}

static void close_bench(struct bench *b)
{
    generators_free(&b->mem, &b->generators);
    mpz_clear(b->order);
    smv_free(b->smv);
    diag_close(&b->diag);
    assert_nothing_left(&b->mem);
}

// The number of symmetries with values in their places, and with values that move, too.
static void check_orders(const char *text, unsigned long values_stay, unsigned long values_move)
{
    struct bench b;
    open_bench(&b, text);
    find(&b, BEHAVIOUR_VALUES_STAY);
    assert_int_equal(mpz_get_ui(b.order), values_stay);
    assert_int_equal(b.generators.count == 0, values_stay == 1);
    find(&b, BEHAVIOUR_VALUES_MOVE);
    assert_int_equal(mpz_get_ui(b.order), values_move);
    assert_int_equal(b.generators.count == 0, values_move == 1);
    close_bench(&b);
}

// ---- Known models ---------------------------------------------------------------------------------------------------

#define PROCESS \
    "MODULE process_(other)\n" \
    "VAR state : {idle, busy};\n" \
    "ASSIGN init(state) := idle; next(state) := case other.state = busy : idle; TRUE : {idle, busy}; esac;\n"

static void test_two_processes(void **unused)
{
    struct bench b;
    UNUSED(unused);
    open_bench(&b, PROCESS "MODULE main VAR a : process_(b); b : process_(a);");
    find(&b, BEHAVIOUR_VALUES_STAY);
    assert_int_equal(b.generators.count, 1);
    assert_string_equal(b.generators.at[0].text, "(a.state b.state)");
    assert_int_equal(mpz_get_ui(b.order), 2);
    close_bench(&b);
}

static void test_broken_by_parts(void **unused)
{
    UNUSED(unused);
    check_orders(PROCESS "MODULE main VAR a : process_(b); b : process_(a); INIT a.state = idle & b.state = idle;", 2,
                 2);
    check_orders(PROCESS "MODULE main VAR a : process_(b); b : process_(a); INIT a.state = idle;", 1, 1);
    check_orders(PROCESS "MODULE main VAR a : process_(b); b : process_(a); INVAR a.state = idle | b.state = idle;", 2,
                 2);
    check_orders(PROCESS "MODULE main VAR a : process_(b); b : process_(a); INVAR a.state = idle -> b.state = idle;", 1,
                 1);
    check_orders(PROCESS "MODULE main VAR a : process_(b); b : process_(a); TRANS next(a.state) = b.state;", 1, 1);
    check_orders(
        PROCESS
        "MODULE main VAR a : process_(b); b : process_(a); TRANS next(a.state) = b.state | next(b.state) = a.state;",
        2, 2);
}

static void test_fairness(void **unused)
{
    UNUSED(unused);
    check_orders(PROCESS "MODULE main VAR a : process_(b); b : process_(a); JUSTICE a.state = busy;", 1, 1);
    check_orders(PROCESS
                 "MODULE main VAR a : process_(b); b : process_(a); JUSTICE a.state = busy; JUSTICE b.state = busy;",
                 2, 2);
    check_orders(
        PROCESS "MODULE main VAR a : process_(b); b : process_(a); COMPASSION(a.state = busy, b.state = busy);", 1, 1);
    check_orders(PROCESS
                 "MODULE main VAR a : process_(b); b : process_(a); COMPASSION(a.state = busy, b.state = busy); "
                 "COMPASSION(b.state = busy, a.state = busy);",
                 2, 2);
}

static void test_rings(void **unused)
{
    UNUSED(unused);
    // Each copies the one to its left: only rotations.
    check_orders("MODULE node(left) VAR x : boolean; ASSIGN next(x) := left.x;\n"
                 "MODULE main VAR a : node(d); b : node(a); c : node(b); d : node(c);",
                 4, 4);
    // Each looks to both sides in the same way: reflections, too.
    check_orders("MODULE node(left, right) VAR x : boolean; ASSIGN next(x) := left.x xor right.x;\n"
                 "MODULE main VAR a : node(d, b); b : node(a, c); c : node(b, d); d : node(c, a);",
                 8, 8);
}

static void test_order_of_operands(void **unused)
{
    UNUSED(unused);
    check_orders("MODULE main VAR a : 0..2; b : 0..2; ok : boolean; ASSIGN ok := a < b;", 1, 1);
    check_orders("MODULE main VAR a : 0..2; b : 0..2; ok : boolean; ASSIGN ok := a - b = 0;", 1, 1);
    check_orders("MODULE main VAR a : 0..2; b : 0..2; ok : boolean; ASSIGN ok := a + b > 1;", 2, 2);
    check_orders("MODULE main VAR a : boolean; b : boolean; c : boolean; ok : boolean; ASSIGN ok := c ? a : b;", 1, 1);
    check_orders("MODULE main VAR a : word[2]; b : word[2]; ok : boolean; ASSIGN ok := a :: b = 0ud4_5;", 1, 1);
    check_orders("MODULE main VAR a : 0..2; b : 0..2; c : 0..6; ASSIGN c := a + a + b;", 1, 1);
}

static void test_nesting(void **unused)
{
    UNUSED(unused);
    check_orders("MODULE main VAR a : boolean; b : boolean; c : boolean; d : boolean; ok : boolean;\n"
                 "ASSIGN ok := a & (b & (c & d));",
                 24, 24);
    check_orders("MODULE main VAR a : 0..1; b : 0..1; c : 0..1; n : 0..3; ASSIGN n := a + (b + c);", 6, 6);
    check_orders("MODULE main VAR a : boolean; b : boolean; c : boolean; INVAR (a | b) & (b | c) & (c | a);", 6, 6);
}

static void test_types(void **unused)
{
    UNUSED(unused);
    check_orders("MODULE main VAR a : 0..1; b : 0..2; ASSIGN next(a) := 0; next(b) := 0;", 1, 1);
    check_orders("MODULE main VAR a : boolean; FROZENVAR b : boolean; IVAR c : boolean;", 1, 1);
    check_orders("MODULE main VAR a : {x, y}; b : {x, y, z}; ASSIGN init(a) := x; init(b) := x;", 1, 1);
    check_orders("MODULE main VAR a : {x, y}; b : {y, x};", 2, 4);
}

static void test_values(void **unused)
{
    UNUSED(unused);
    // Values that choose an instance move with it, be they symbols or numbers.
    check_orders("MODULE node(me) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := me ? !x : x;\n"
                 "MODULE main IVAR who : {p, q, r}; VAR a : node(who = p); b : node(who = q); c : node(who = r);",
                 1, 6);
    check_orders("MODULE node(me) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := me ? !x : x;\n"
                 "MODULE main IVAR who : 1..3; VAR a : node(who = 1); b : node(who = 2); c : node(who = 3);",
                 1, 6);
    // Not so numbers that are used as such, ...
    check_orders("MODULE node(me) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := me ? !x : x;\n"
                 "MODULE main VAR who : 0..1; ASSIGN next(who) := 1 - who;\n"
                 "VAR a : node(who = 0); b : node(who = 1);",
                 1, 1);
    // ... or symbols that differ elsewhere.
    check_orders("MODULE node(me) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := me ? !x : x;\n"
                 "MODULE main VAR who : {p, q}; ASSIGN init(who) := p; VAR a : node(who = p); b : node(who = q);",
                 1, 1);
    // A choice among cases that exclude each other has no order.
    check_orders("MODULE main IVAR who : {p, q, r}; VAR a : boolean; b : boolean; c : boolean; out : boolean;\n"
                 "ASSIGN next(out) := case who = p : a; who = q : b; who = r : c; esac;",
                 1, 6);
}

static void test_cases(void **unused)
{
    UNUSED(unused);
    // Of two cases for the same value the second never comes.
    check_orders("MODULE main IVAR who : {p, q, r}; VAR a : boolean; b : boolean; c : boolean; out : boolean;\n"
                 "ASSIGN next(out) := case who = p : a; who = p : b; TRUE : c; esac;",
                 1, 2); // q and r
    // What is asked for is not what is given, ...
    check_orders("MODULE main VAR x : {p, q, r}; y : {p, q, r}; z : boolean; out : boolean;\n"
                 "ASSIGN next(out) := case x = p : y = p; TRUE : z; esac;",
                 1, 2); // q and r
    // ... and now is not next.
    check_orders("MODULE main VAR who : 0..2; TRANS who = 0 xor next(who) = 1;", 1, 1);
    check_orders("MODULE main VAR who : 0..2; TRANS who = 0 xor who = 1;", 1, 2);
    // Numbers that are handed on, or given, stay.
    check_orders("MODULE main VAR who : 0..2; y : 0..2; ASSIGN next(y) := who; TRANS who = 0 xor who = 1;", 1, 1);
    check_orders("MODULE main VAR who : 0..2; ASSIGN init(who) := 0; TRANS who = 0 xor who = 1;", 1, 1);
}

static void test_processes(void **unused)
{
    UNUSED(unused);
    check_orders(
        "MODULE user(lock) VAR inside : boolean; ASSIGN init(inside) := FALSE;\n"
        "next(inside) := case !lock : TRUE; TRUE : FALSE; esac; next(lock) := inside ? FALSE : lock; FAIRNESS running\n"
        "MODULE main VAR lock : boolean; p1 : process user(lock); p2 : process user(lock);\n"
        "ASSIGN init(lock) := FALSE;",
        1, 2);
}

// Words and symbols may have the same number.
static void test_words_stay(void **unused)
{
    struct mem mem = {0};
    UNUSED(unused);
    struct model *m = model_new(&mem);
    value x = model_symbol(m, "x"), y = model_symbol(m, "y");
    cell_id word = model_add_cell(m, "word", model_word(m, 64, false), CELL_STATE);
    cell_id symbol = model_add_cell(m, "symbol", model_enum(m, (value[]){x, y}, 2), CELL_STATE);
    struct generator g = generator_identity(m, &mem);
    assert_true(generator_is_identity(&g));
    array_push(&mem, &g.values, ((struct value_move){CELL_NONE, x, y}));
    array_push(&mem, &g.values, ((struct value_move){CELL_NONE, y, x}));
    assert_int_equal(generator_value(&g, m, word, x), x);
    assert_int_equal(generator_value(&g, m, symbol, x), y);
    expr is_x = model_binary(m, OP_EQ, model_cell_expr(m, symbol), model_const(m, model_enum(m, &x, 1), x));
    expr is_y = model_binary(m, OP_EQ, model_cell_expr(m, symbol), model_const(m, model_enum(m, &y, 1), y));
    assert_int_equal(generator_expr(&g, m, is_x, &mem), is_y);
    expr is_word = model_binary(m, OP_EQ, model_cell_expr(m, word), model_const(m, model_word(m, 64, false), x));
    assert_int_equal(generator_expr(&g, m, is_word, &mem), is_word);
    generator_free(&mem, &g);
    model_free(m);
    assert_nothing_left(&mem);
}

static void test_numbers_in_expressions(void **unused)
{
    struct bench b;
    UNUSED(unused);
    open_bench(&b, "MODULE node(me) VAR x : boolean; ASSIGN next(x) := me ? !x : x;\n"
                   "MODULE main IVAR who : 0..1; VAR a : node(who = 0); b : node(who = 1);");
    find(&b, BEHAVIOUR_VALUES_MOVE);
    assert_int_equal(b.generators.count, 1);
    const struct generator *g = &b.generators.at[0];
    assert_string_equal(g->text, "(a.x b.x){who=0 who=1}");
    struct model *m = b.model;
    expr who = model_cell_expr(m, model_find_cell(m, "who"));
    expr is_0 = model_binary(m, OP_EQ, who, model_int(m, 0)), is_1 = model_binary(m, OP_EQ, who, model_int(m, 1));
    assert_int_equal(generator_expr(g, m, is_0, &b.mem), is_1);
    assert_int_equal(generator_expr(g, m, model_binary(m, OP_ADD, who, model_int(m, 1)), &b.mem), EXPR_NONE);
    assert_int_equal(generator_expr(g, m, who, &b.mem), EXPR_NONE);
    close_bench(&b);
}

// Identical components are exchanged with their neighbours; a ring of pairs needs a rotation besides.
static void test_exchanges(void **unused)
{
    struct bench b;
    UNUSED(unused);
    open_bench(&b, "MODULE node(me) VAR x : boolean; y : boolean; ASSIGN next(x) := me ? !y : x; next(y) := x;\n"
                   "MODULE main IVAR who : {p, q, r}; VAR a : node(who = p); b : node(who = q); c : node(who = r);");
    find(&b, BEHAVIOUR_VALUES_MOVE);
    assert_int_equal(b.generators.count, 2);
    assert_string_equal(b.generators.at[0].text, "(a.x b.x)(a.y b.y){p q}");
    assert_string_equal(b.generators.at[1].text, "(b.x c.x)(b.y c.y){q r}");
    close_bench(&b);
    check_orders("MODULE pair(left) VAR x : boolean; y : boolean; ASSIGN next(x) := left.x & left.y; next(y) := "
                 "left.x & left.y;\n"
                 "MODULE main VAR a : pair(c); b : pair(a); c : pair(b);",
                 24, 24);
}

static void test_large_orders(void **unused)
{
    struct mem mem = {0};
    generator_array generators = {0};
    mpz_t order, wanted;
    UNUSED(unused);
    mpz_init(order);
    mpz_init(wanted);
    struct model *m = model_new(&mem);
    for (int i = 0; i < 60; i++)
        model_add_cell(m, "cell", model_boolean(m), CELL_STATE);
    model_add_action(m, "");
    assert_true(detect_symmetries(m, BEHAVIOUR_VALUES_MOVE, 0, &generators, order, &mem));
    mpz_fac_ui(wanted, 60);
    assert_int_equal(mpz_cmp(order, wanted), 0);
    assert_int_equal(generators.count, 59);
    generators_free(&mem, &generators);
    assert_true(detect_symmetries(m, BEHAVIOUR_VALUES_MOVE, 1e300, &generators, order, &mem));
    generators_free(&mem, &generators);
    assert_false(detect_symmetries(m, BEHAVIOUR_VALUES_MOVE, 1e-300, &generators, order, &mem));
    assert_int_equal(generators.count, 0);
    model_free(m);
    mpz_clear(order);
    mpz_clear(wanted);
    assert_nothing_left(&mem);
}

// ---- Random models --------------------------------------------------------------------------------------------------

static void test_random(void **unused)
{
    struct dice dice = dice_for("random");
    int symmetric = 0, asymmetric = 0;
    UNUSED(unused);
    for (int i = 0; i < rounds(400); i++) {
        struct mem mem = {0};
        struct str text = {0};
        struct symmetric_text k = {.mem = &mem, .out = &text, .kind = dice_roll(&dice, 3), .symbols = dice_coin(&dice)};
        k.dice.state = dice_next(&dice);
        symmetric_text_put(&k);
        struct bench b;
        open_bench(&b, str_text(&text));
        find(&b, BEHAVIOUR_VALUES_STAY);
        find(&b, BEHAVIOUR_VALUES_MOVE);
        symmetric += b.generators.count > 0;
        asymmetric += b.generators.count == 0;
        close_bench(&b);
        str_free(&mem, &text);
        assert_nothing_left(&mem);
    }
    assert_true(symmetric > 10);
    assert_true(asymmetric > 10);
}

// ---- Conditions that are left alone ---------------------------------------------------------------------------------

static void find_keeping(struct bench *b, const expr *kept, size_t count)
{
    generators_free(&b->mem, &b->generators);
    assert_true(
        detect_symmetries_keeping(b->model, BEHAVIOUR_VALUES_MOVE, kept, count, 0, &b->generators, b->order, &b->mem));
    for (size_t i = 0; i < b->generators.count; i++) {
        brute_force_check(b->model, &b->generators.at[i]);
        for (size_t k = 0; k < count; k++)
            assert_true(brute_force_keeps(b->model, &b->generators.at[i], kept[k]));
    }
}

static unsigned long order_keeping(const char *text)
{
    struct bench b;
    open_bench(&b, text);
    ARRAY(expr) kept = {0};
    for (size_t i = 0; i < model_property_count(b.model); i++)
        array_push(&b.mem, &kept, model_formula(b.model, model_property(b.model, i)->formula)->atom);
    find_keeping(&b, kept.at, kept.count);
    unsigned long order = mpz_get_ui(b.order);
    array_free(&b.mem, &kept);
    close_bench(&b);
    return order;
}

#define FIVE "MODULE main VAR a : boolean; b : boolean; c : boolean; d : boolean; e : boolean; INVARSPEC "

static void test_keeping(void **unused)
{
    UNUSED(unused);
    assert_int_equal(order_keeping(FIVE "TRUE"), 120);
    assert_int_equal(order_keeping(FIVE "a"), 24);
    assert_int_equal(order_keeping(FIVE "a & (b & c)"), 12);
    assert_int_equal(order_keeping(FIVE "a & b; INVARSPEC c | d"), 4);
    assert_int_equal(order_keeping(FIVE "a; INVARSPEC b"), 6); // each by itself
    assert_int_equal(order_keeping(FIVE "a xor b xor c xor d xor e"), 120);
    // What the conditions share with the behaviour does not hide anything in it.
    assert_int_equal(order_keeping(FIVE "b & c; INVAR a | (b & c)"), 4);
    assert_int_equal(order_keeping("MODULE main VAR a : boolean; b : boolean; c : boolean; INVAR a & (b & c); "
                                   "INVARSPEC (b & c) | TRUE"),
                     6);
    // Numbers: those that conditions ask for, by equations and otherwise.
    assert_int_equal(order_keeping("MODULE main IVAR who : 0..2; VAR x : 0..2;\n"
                                   "TRANS who = 0 xor who = 1 xor who = 2; INVARSPEC TRUE"),
                     6);
    assert_int_equal(order_keeping("MODULE main IVAR who : 0..2; VAR x : 0..2;\n"
                                   "TRANS who = 0 xor who = 1 xor who = 2; INVARSPEC who = 1"),
                     2);
    assert_int_equal(order_keeping("MODULE main IVAR who : 0..2; VAR x : 0..2;\n"
                                   "TRANS who = 0 xor who = 1 xor who = 2; INVARSPEC who < 1"),
                     1);
}

// ---- Generators that are known --------------------------------------------------------------------------------------

static bool is_proved(const char *model, cell_id a, cell_id b)
{
    struct bench s;
    open_bench(&s, model);
    struct generator g = generator_identity(s.model, &s.mem);
    g.cells[a] = b;
    g.cells[b] = a;
    bool proved = detect_is_symmetry(s.model, &g, 0, &s.mem);
    if (proved)
        brute_force_check(s.model, &g);
    assert_false(detect_is_symmetry(s.model, &g, 1e-300, &s.mem));
    generator_free(&s.mem, &g);
    close_bench(&s);
    return proved;
}

static void test_is_symmetry(void **unused)
{
    UNUSED(unused);
    assert_true(is_proved(PROCESS "MODULE main VAR a : process_(b); b : process_(a);", 0, 1));
    assert_false(is_proved(PROCESS "MODULE main VAR a : process_(b); b : process_(a); INIT a.state = idle;", 0, 1));
    assert_true(is_proved("MODULE main VAR a : boolean; b : boolean; c : boolean; INVAR a xor b", 0, 1));
    assert_false(is_proved("MODULE main VAR a : boolean; b : boolean; c : boolean; INVAR a xor b", 0, 2));
    // It is one, but not by its form.
    assert_false(is_proved("MODULE main VAR a : boolean; b : boolean; INVAR (a & !b) | (!a & b) | a", 0, 1));
}

// All ways to move the three variables, and the values of the input with them.
static void try_all(struct bench *b, int *proved, int *refuted)
{
    static const unsigned orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct model *m = b->model;
    const cell_id who = model_find_cell(m, "who");
    for (int i = 0; i < 36; i++) {
        const unsigned *cells = orders[i / 6], *values = orders[i % 6];
        struct generator g = generator_identity(m, &b->mem);
        const struct type *type = model_type(m, model_cell(m, who)->type);
        for (unsigned k = 0; k < 3; k++) {
            g.cells[model_find_cell(m, k == 0   ? "x0"
                                       : k == 1 ? "x1"
                                                : "x2")] = model_find_cell(m, cells[k] == 0   ? "x0"
                                                                              : cells[k] == 1 ? "x1"
                                                                                              : "x2");
            array_push(&b->mem, &g.values,
                       ((struct value_move){type->kind == TYPE_ENUM ? CELL_NONE : who, type_value(type, k),
                                            type_value(type, values[k])}));
        }
        if (detect_is_symmetry(m, &g, 0, &b->mem)) {
            brute_force_check(m, &g);
            ++*proved;
        } else {
            for (size_t k = 0; k < b->generators.count; k++)
                assert_false(generator_equal(&b->generators.at[k], &g));
            ++*refuted;
        }
        generator_free(&b->mem, &g);
    }
}

static void test_random_known(void **unused)
{
    struct dice dice = dice_for("random known");
    int proved = 0, refuted = 0;
    UNUSED(unused);
    for (int i = 0; i < rounds(100); i++) {
        struct mem mem = {0};
        struct str text = {0};
        struct symmetric_text k = {.mem = &mem, .out = &text, .kind = dice_roll(&dice, 3), .symbols = dice_coin(&dice)};
        k.dice.state = dice_next(&dice);
        symmetric_text_put(&k);
        struct bench b;
        open_bench(&b, str_text(&text));
        find(&b, BEHAVIOUR_VALUES_MOVE);
        for (size_t j = 0; j < b.generators.count; j++)
            assert_true(detect_is_symmetry(b.model, &b.generators.at[j], 0, &b.mem));
        try_all(&b, &proved, &refuted);
        close_bench(&b);
        str_free(&mem, &text);
        assert_nothing_left(&mem);
    }
    assert_true(proved > 100);
    assert_true(refuted > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_processes),
        cmocka_unit_test(test_broken_by_parts),
        cmocka_unit_test(test_fairness),
        cmocka_unit_test(test_rings),
        cmocka_unit_test(test_order_of_operands),
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_processes),
        cmocka_unit_test(test_words_stay),
        cmocka_unit_test(test_numbers_in_expressions),
        cmocka_unit_test(test_exchanges),
        cmocka_unit_test(test_large_orders),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_keeping),
        cmocka_unit_test(test_is_symmetry),
        cmocka_unit_test(test_random_known),
    };
    return RUN(tests);
}
