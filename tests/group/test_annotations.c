// Symmetries that are stated, read into generators: what names stand for, what is wrong with them, and back again from
// what is shown.
#include "../model/expression_tree.h"

#include "brute_force.h"
#include "group/cycles.h"
#include "group/detect.h"
#include "ring_text.h"
#include "smv/smv.h"

struct stated_bench {
    struct mem mem;
    struct source source, outside;
    struct diag diag;
    struct smv *smv;
    generator_array generators;
};

static void open_annotations(struct stated_bench *b, const char *text)
{
    *b = (struct stated_bench){0};
    b->source = (struct source){"model.smv", text, strlen(text)};
    diag_open(&b->diag, &b->mem);
    b->smv = smv_read(&b->source, &b->mem, &b->diag);
    if (!b->smv) {
        struct str shown = {0};
        diag_render(&b->diag, &shown);
        fail_msg("%s", str_text(&shown));
    }
}

static bool state(struct stated_bench *b, const char *text)
{
    b->outside = (struct source){"symmetry", text, strlen(text)};
    return smv_read_formula(b->smv, &b->outside, SMV_SYMMETRY, &b->diag);
}

static bool read_from(struct stated_bench *b, size_t first)
{
    generators_free(&b->mem, &b->generators);
    return cycles_read(smv_model(b->smv), first, &b->generators, &b->diag, &b->mem);
}

static void close_annotations(struct stated_bench *b)
{
    generators_free(&b->mem, &b->generators);
    smv_free(b->smv);
    diag_close(&b->diag);
    assert_nothing_left(&b->mem);
}

#define MODEL \
    "MODULE leaf VAR v : boolean;\n" \
    "MODULE node(n) VAR x : boolean; y : {red, green, blue}; sub : leaf; w : array 0..1 of 0..3;\n" \
    "MODULE other VAR x : boolean;\n" \
    "MODULE empty DEFINE d := TRUE;\n" \
    "MODULE main VAR p : node(1); q : node(2); r : node(3); o : other; e : empty; f : empty;\n" \
    "a : array 0..2 of boolean; b : array 0..2 of boolean; m : array 0..1 of array 0..1 of boolean;\n" \
    "c : {red, green}; d : {red, blue}; n : 0..3; k : 0..3; h : word[2]; s : {on, off};\n" \
    "IVAR i : boolean; j : 0..3; FROZENVAR z : boolean; DEFINE both := a[0] & a[1];\n"

// What a statement moves, cell by cell and value by value.
static void check_moves(const char *stated, const char *wanted)
{
    struct stated_bench b;
    struct str text = {0};
    open_annotations(&b, MODEL);
    if (!state(&b, stated) || !read_from(&b, 0)) {
        diag_render(&b.diag, &text);
        fail_msg("%s", str_text(&text));
    }
    assert_int_equal(b.generators.count, 1);
    generator_add_text(&b.generators.at[0], smv_model(b.smv), &b.mem, &text);
    assert_string_equal(str_text(&text), wanted);
    str_free(&b.mem, &text);
    close_annotations(&b);
}

static void test_names(void **unused)
{
    UNUSED(unused);
    check_moves("(a[0] a[1])", "(a[0] a[1])");
    check_moves("(a b)", "(a[0] b[0])(a[1] b[1])(a[2] b[2])");
    check_moves("(m[0] m[1])", "(m[0][0] m[1][0])(m[0][1] m[1][1])");
    check_moves("(p q)", "(p.x q.x)(p.y q.y)(p.sub.v q.sub.v)(p.w[0] q.w[0])(p.w[1] q.w[1])");
    check_moves("(p.sub q.sub)(p.w q.w)", "(p.sub.v q.sub.v)(p.w[0] q.w[0])(p.w[1] q.w[1])");
    check_moves("(p.x q.x r.x)", "(p.x q.x r.x)");
    check_moves("(a[0] a[1] a[2])(b[0] b[2])", "(a[0] a[1] a[2])(b[0] b[2])");
    check_moves("(n k)", "(n k)");
    check_moves("{on off}", "{on off}");
    check_moves("{n=0 n=3}(a[0] a[1])", "(a[0] a[1]){n=0 n=3}");
    check_moves("(n k){n=0 k=1}{n=1 k=0}", "(n k){n=0 k=1}{n=1 k=0}");
    check_moves("(n k){n=0 k=1 n=2 k=0}{n=1 k=2}", "(n k){n=0 k=1 n=2 k=0}{n=1 k=2}");
    check_moves("{j=1 j=3 j=0}", "{j=1 j=3 j=0}");
    // The values of c and d differ, but fit when they move.
    check_moves("(c d){green blue}", "(c d){green blue}");
}

static void check_error(const char *stated, const char *wanted)
{
    struct stated_bench b;
    struct str text = {0};
    open_annotations(&b, MODEL);
    assert_false(state(&b, stated) && read_from(&b, 0));
    diag_render(&b.diag, &text);
    char *end = strchr(text.at, '\n');
    *end = 0;
    assert_string_equal(text.at, wanted);
    str_free(&b.mem, &text);
    assert_int_equal(b.generators.count, 0);
    close_annotations(&b);
}

static void test_mistakes(void **unused)
{
    UNUSED(unused);
    check_error("(a[0] a[3])", "symmetry:1:9: error: index 3 is outside of the array, which goes from 0 to 2");
    check_error("(p o)", "symmetry:1:4: error: \"p\" is an instance of module node, and \"o\" of module other");
    check_error("(p a)", "symmetry:1:4: error: \"p\" is an instance of a module, and \"a\" is none");
    check_error("(e f)", "symmetry:1:2: error: there are no variables in \"e\"");
    check_error("(a m)", "symmetry:1:4: error: there is no \"m[0]\" for \"a[0]\" to go to");
    check_error("(a n)", "symmetry:1:4: error: there is no \"n[0]\" for \"a[0]\" to go to");
    check_error("(n a)", "symmetry:1:4: error: \"n\" is a variable, and \"a\" is none");
    check_error("(i a[0])",
                "symmetry:1:4: error: \"a[0]\" is a variable of the state, and \"i\" is an input: they cannot be "
                "exchanged");
    check_error("(a[0] z)", "symmetry:1:2: error: \"a[0]\" is a variable of the state, and \"z\" is a variable that "
                            "never changes: they cannot be exchanged");
    check_error("(a[0] n)", "symmetry:1:2: error: \"a[0]\" is a truth value, and \"n\" is 0..3: they cannot be "
                            "exchanged");
    check_error("(n h)", "symmetry:1:2: error: \"n\" is 0..3, and \"h\" is an unsigned word[2]: they cannot be "
                         "exchanged");
    check_error("(c d)", "symmetry:1:2: error: \"c\" is {red, green}, and \"d\" is {red, blue}: they cannot be "
                         "exchanged");
    check_error("(c p.y)", "symmetry:1:4: error: \"p.y\" is {red, green, blue}, and \"c\" is {red, green}: they cannot "
                           "be exchanged");
    check_error("(n k){n=0 k=1}", "symmetry:1:2: error: the values of \"n\" and \"k\" do not fit: two go to one");
    check_error("{red blue}", "symmetry:1:1: error: \"c\" is {red, green}, and has not all the values that its own go "
                              "to");
    check_error("(a b)(a[0] a[1])",
                "symmetry:1:7: error: \"a[0]\" is moved twice in this symmetry: by \"a\", and by \"a[0]\"");
    check_error("(p q)(r p)", "symmetry:1:9: error: \"p\" is in this symmetry twice");
    check_error("(p p)", "symmetry:1:4: error: \"p\" is in this symmetry twice");
    check_error("{on off}{on off}", "symmetry:1:10: error: this value is in this symmetry twice");
    check_error("{n=1 n=2 n=1}", "symmetry:1:10: error: this value is in this symmetry twice");
    check_error("{on yellow}", "symmetry:1:5: error: no variable has a value \"yellow\"");
    check_error("{on n=1}", "symmetry:1:5: error: \"n=1\" is the value of a variable, and \"on\" is none");
    check_error("{n=1 on}", "symmetry:1:6: error: \"n=1\" is the value of a variable, and \"on\" is none");
    check_error("{n=1 n=4}", "symmetry:1:6: error: \"n\" is 0..3, and 4 is not in it");
    check_error("{n=1 n=-1}", "symmetry:1:6: error: \"n\" is 0..3, and -1 is not in it");
    check_error("{n=1 k=1}", "symmetry:1:6: error: the values of \"n\" go to \"n\", and not to \"k\"");
    check_error("{h=1 h=2}", "symmetry:1:2: error: \"h\" is an unsigned word[2], which has no numbers to move");
    check_error("{a=1 a=2}", "symmetry:1:2: error: there is no variable \"a\"");
    check_error("(both a[2])",
                "symmetry:1:2: error: this is neither a variable, nor an array of variables, nor an instance in main");
    check_error("(p.n q.n)",
                "symmetry:1:2: error: this is neither a variable, nor an array of variables, nor an instance in main");
    check_error("(self p)",
                "symmetry:1:2: error: this is neither a variable, nor an array of variables, nor an instance in main");
    check_error("(p nobody)", "symmetry:1:4: error: there is no variable \"nobody\" in module main");
    check_error("(p q", "symmetry:1:5: error: expected a name or \")\", found the end of the symmetry");
    check_error("(p, q)", "symmetry:1:3: error: expected a name or \")\", found \",\"");
    check_error("p q", "symmetry:1:1: error: expected a cycle such as (a b) or {x y}, found \"p\"");
    check_error("", "symmetry:1:1: error: expected a cycle such as (a b) or {x y}, found the end of the symmetry");
    check_error("(p)", "symmetry:1:1: error: this cycle moves nothing: it needs two names at least");
    check_error("{}", "symmetry:1:1: error: this cycle moves nothing: it needs two values at least");
    check_error("{1 2}", "symmetry:1:2: error: a number moves in one variable: write x=1 for the number 1 of x");
    check_error("{TRUE FALSE}",
                "symmetry:1:2: error: a truth value moves in one variable: write x=TRUE for the value TRUE of x");
    check_error("(p q),",
                "symmetry:1:7: error: expected a cycle such as (a b) or {x y}, found the end of the symmetry");
    check_error("(p q) r", "symmetry:1:7: error: expected the end, found \"r\"");
    check_error("{n=x n=1}", "symmetry:1:4: error: expected a number, a word or a truth value, found \"x\"");
}

// ---- In files -------------------------------------------------------------------------------------------------------

static void test_scopes(void **unused)
{
    struct stated_bench b;
    UNUSED(unused);
    open_annotations(&b, "MODULE bit VAR v : boolean;\n"
                         "MODULE pair(left, array_) VAR a : bit; b : bit;\n"
                         "SYMMETRY (a b), (left a);\n"
                         "SYMMETRY (array_[0] self.a.v);\n"
                         "HINT left.v & a.v\n"
                         "MODULE main VAR c : bit; d : array 0..1 of boolean; p : pair(c, d); q : pair(p.a, d);\n"
                         "HINT c.v; SYMMETRY (p q);\n");
    assert_true(read_from(&b, 0));
    static const char *const wanted[] = {"(p.a p.b)", "(c p.a)",      "(d[0] p.a.v)", "(q.a q.b)",
                                         "(p.a q.a)", "(d[0] q.a.v)", "(p q)"};
    assert_int_equal(b.generators.count, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < b.generators.count; i++)
        assert_string_equal(b.generators.at[i].text, wanted[i]);
    struct model *m = smv_model(b.smv);
    assert_int_equal(model_hint_count(m), 3);
    assert_string_equal(model_hint(m, 0).text, "(left.v & a.v) IN p");
    assert_string_equal(model_hint(m, 1).text, "(left.v & a.v) IN q");
    assert_string_equal(model_hint(m, 2).text, "c.v");
    assert_int_equal(model_hint(m, 2).condition, model_cell_expr(m, model_find_cell(m, "c.v")));
    close_annotations(&b);
}

// Whose turn it is goes with the processes, also with those inside of an instance.
static void test_processes(void **unused)
{
    struct stated_bench b;
    UNUSED(unused);
    open_annotations(&b, "MODULE user VAR x : boolean; ASSIGN next(x) := !x; FAIRNESS running\n"
                         "MODULE two VAR a : process user; b : process user;\n"
                         "MODULE main VAR p : two; q : two; SYMMETRY (p q), (p.a p.b), (p.a p.b){p.a p.b}, {p.a p.b};");
    assert_true(read_from(&b, 0));
    assert_int_equal(b.generators.count, 4);
    const struct model *m = smv_model(b.smv);
    for (size_t i = 0; i < 3; i++) {
        brute_force_check(m, &b.generators.at[i]);
        assert_true(detect_is_symmetry(m, &b.generators.at[i], 0, &b.mem));
    }
    assert_true(generator_equal(&b.generators.at[1], &b.generators.at[2]));
    assert_false(detect_is_symmetry(m, &b.generators.at[3], 0, &b.mem));
    close_annotations(&b);
}

// One mistake is one message, however many instances the module has.
static void test_one_message(void **unused)
{
    struct stated_bench b;
    UNUSED(unused);
    open_annotations(&b, "MODULE m VAR a : boolean; b : 0..1; SYMMETRY (a b);\n"
                         "MODULE main VAR x : m; y : m; z : m;");
    assert_false(read_from(&b, 0));
    assert_int_equal(b.diag.errors, 1);
    close_annotations(&b);
}

// ---- There and back -------------------------------------------------------------------------------------------------

// Whatever is found in random models is shown in a form that can be read again, and means the same.
static void test_round_trip(void **unused)
{
    struct dice dice = dice_for("round trip");
    int read = 0;
    UNUSED(unused);
    for (int i = 0; i < rounds(200); i++) {
        struct mem mem = {0};
        struct str text = {0};
        generator_array found = {0};
        mpz_t order;
        struct symmetric_text k = {.mem = &mem, .out = &text, .kind = dice_roll(&dice, 3), .symbols = dice_coin(&dice)};
        k.dice.state = dice_next(&dice);
        symmetric_text_put(&k);
        struct stated_bench b;
        open_annotations(&b, str_text(&text));
        mpz_init(order);
        assert_true(detect_symmetries(smv_model(b.smv), BEHAVIOUR_VALUES_MOVE, 0, &found, order, &mem));
        for (size_t j = 0; j < found.count; j++) {
            assert_true(state(&b, found.at[j].text));
            assert_true(read_from(&b, j));
            assert_int_equal(b.generators.count, 1);
            assert_true(generator_equal(&b.generators.at[0], &found.at[j]));
            assert_string_equal(b.generators.at[0].text, found.at[j].text);
            read++;
        }
        mpz_clear(order);
        generators_free(&mem, &found);
        close_annotations(&b);
        str_free(&mem, &text);
        assert_nothing_left(&mem);
    }
    assert_true(read > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),     cmocka_unit_test(test_mistakes),    cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_processes), cmocka_unit_test(test_one_message), cmocka_unit_test(test_round_trip),
    };
    return RUN(tests);
}
