// Symmetries that are found: in models of which they are known, and in random ones, each against brute force.
#include "../model/support.h"

#include "brute_force.h"
#include "group/detect.h"
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

// Components that are alike are exchanged with their neighbours; a ring of pairs needs a rotation besides.
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
// A few instances of the same random template, in a ring, of which one may be changed a little.

#define INSTANCES 3

struct maker {
    struct dice dice;
    struct mem *mem;
    struct str *out;
    int kind;     // of the instances' variables: truth value, symbol, number
    bool symbols; // choose an instance, rather than numbers
};

static void put_cell(struct maker *k, int instance, bool next)
{
    int other = (instance + dice_roll(&k->dice, 2) * dice_roll(&k->dice, 2)) % INSTANCES;
    bool is_next = next && dice_coin(&k->dice);
    str_add(k->mem, k->out, is_next ? "next(x%d)" : "x%d", other);
}

static void put_value(struct maker *k, int instance, bool next)
{
    static const char *const constants[][2] = {{"TRUE", "FALSE"}, {"red", "green"}, {"0", "1"}};
    if (dice_roll(&k->dice, 3))
        put_cell(k, instance, next);
    else
        str_add(k->mem, k->out, "%s", constants[k->kind][dice_coin(&k->dice)]);
}

static void put_condition(struct maker *k, int instance, bool next, bool inputs, int depth)
{
    static const char *const joints[] = {" & ", " | ", " xor ", " -> ", " <-> "};
    int what = dice_roll(&k->dice, depth ? 6 : 2);
    str_add(k->mem, k->out, dice_roll(&k->dice, 5) ? "(" : "!(");
    if (what == 0 && inputs) {
        str_add(k->mem, k->out, k->symbols ? "who = p%d" : "who = %d", instance);
    } else if (what <= 1) {
        put_value(k, instance, next);
        str_add(k->mem, k->out, k->kind == 2 && dice_coin(&k->dice) ? " < " : " = ");
        put_value(k, instance, next);
    } else if (what == 2) {
        put_condition(k, instance, next, inputs, depth - 1);
        str_add(k->mem, k->out, " ? ");
        put_condition(k, instance, next, inputs, depth - 1);
        str_add(k->mem, k->out, " : ");
        put_condition(k, instance, next, inputs, depth - 1);
    } else {
        put_condition(k, instance, next, inputs, depth - 1);
        str_add(k->mem, k->out, "%s", joints[dice_roll(&k->dice, 5)]);
        put_condition(k, instance, next, inputs, depth - 1);
    }
    str_add_char(k->mem, k->out, ')');
}

static void put_assignment(struct maker *k, int instance)
{
    str_add(k->mem, k->out, "ASSIGN next(x%d) := case ", instance);
    for (int i = 0; i < 2; i++) {
        put_condition(k, instance, false, true, 1);
        str_add(k->mem, k->out, " : {");
        put_value(k, instance, false);
        str_add(k->mem, k->out, ", ");
        put_value(k, instance, false);
        str_add(k->mem, k->out, "}; ");
    }
    str_add(k->mem, k->out, "TRUE : ");
    put_value(k, instance, false);
    str_add(k->mem, k->out, "; esac;\n");
}

static void put_instance(struct maker *k, int instance)
{
    int what = dice_roll(&k->dice, 16);
    if (what & 1)
        put_assignment(k, instance);
    for (int i = 1; i < 4; i++) {
        static const char *const words[] = {"", "TRANS ", "INIT ", "JUSTICE "};
        if (!(what >> i & 1))
            continue;
        str_add(k->mem, k->out, "%s", words[i]);
        put_condition(k, instance, i == 1, i != 2, 2);
        str_add(k->mem, k->out, ";\n");
    }
}

static void put_model(struct maker *k)
{
    static const char *const types[] = {"boolean", "{red, green}", "0..1"};
    struct dice template = k->dice;
    dice_next(&k->dice);
    bool is_changed = dice_roll(&k->dice, 4) == 0;
    str_add(k->mem, k->out, "MODULE main\nIVAR who : %s;\n", k->symbols ? "{p0, p1, p2}" : "0..2");
    for (int i = 0; i < INSTANCES; i++)
        str_add(k->mem, k->out, "VAR x%d : %s;\n", i, types[k->kind]);
    for (int i = 0; i < INSTANCES; i++) {
        struct maker instance = *k;
        instance.dice = template;
        if (is_changed && i == 0)
            instance.dice.state++;
        put_instance(&instance, i);
    }
}

static void test_random(void **unused)
{
    struct dice dice = dice_for("random");
    int symmetric = 0, asymmetric = 0;
    UNUSED(unused);
    for (int i = 0; i < rounds(400); i++) {
        struct mem mem = {0};
        struct str text = {0};
        struct maker k = {.mem = &mem, .out = &text, .kind = dice_roll(&dice, 3), .symbols = dice_coin(&dice)};
        k.dice.state = dice_next(&dice);
        put_model(&k);
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
    };
    return RUN(tests);
}
