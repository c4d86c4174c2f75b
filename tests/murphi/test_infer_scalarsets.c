// Ranges that are used like scalarsets, and what keeps others from it. That the elements can be exchanged is judged by
// searching: tests/judge.
#include "murphi_text.h"

#include "base/source.h"

static void add_class(struct str *out, struct mem *mem, const struct murphi_tree *tree, const struct murphi_type *type)
{
    const char *before = ":";
    murphi_print_type(mem, out, type);
    for (size_t i = 0; i < tree->types.count; i++) {
        const struct murphi_type *other = tree->types.at[i];
        if (other == type || !other->is_inferred || other->base != type)
            continue;
        str_add(mem, out, "%s ", before);
        murphi_print_type(mem, out, other);
        before = ",";
    }
    str_add(mem, out, "\n");
}

// A line for each range that has become a scalarset, with those that share its elements; and one for each that has not.
static void add_ranges(struct str *out, struct mem *mem, const struct murphi_tree *tree)
{
    for (size_t i = 0; i < tree->types.count; i++)
        if (tree->types.at[i]->is_inferred && tree->types.at[i]->base == tree->types.at[i])
            add_class(out, mem, tree, tree->types.at[i]);
    for (size_t i = 0; i < tree->refused.count; i++) {
        str_add(mem, out, "not ");
        murphi_print_type(mem, out, tree->refused.at[i].type);
        str_add(mem, out, ": %s\n", tree->refused.at[i].reason);
    }
}

static void assert_ranges(const char *text, const char *formula, const char *expected)
{
    struct reading r = {.mem = MEM_UNLIMITED, .source = {"test.m", text, strlen(text)}};
    struct source besides = {"--formula", formula, formula ? strlen(formula) : 0};
    struct str said = {0};
    diag_open(&r.diag, &r.mem);
    murphi_tree_open(&r.tree, &r.mem, &r.source);
    r.tree.infers_scalarsets = true;
    assert_true(murphi_parse(&r.tree, &r.diag));
    if (formula)
        assert_true(murphi_parse_property(&r.tree, &besides, MURPHI_CTL, &r.diag));
    if (!murphi_check(&r.tree, NULL, 0, &r.diag)) {
        reading_messages(&r.diag, &r.mem, &said);
        fail_msg("%s", str_text(&said));
    }
    assert_int_equal(r.tree.obstacles.count, 0);
    add_ranges(&said, &r.mem, &r.tree);
    assert_string_equal(str_text(&said), expected);
    str_free(&r.mem, &said);
    reading_close(&r);
}

// A body of a rule for each p of NODE.
static void assert_body_ranges(const char *body, const char *expected)
{
    static const char before[] =
        "const N: 3; HOME: 1;\n"
        "type NODE: 1..N; SLOT: 1..N; WIDE: 0..N; MSG: record from: NODE; n: 0..7 end;\n"
        "var a: array [NODE] of boolean; h, g: NODE; s: SLOT; w: WIDE; n: 0..7; m: MSG; b: boolean;\n"
        "  q: multiset [2] of NODE; c: array [1..N] of 0..7; t: record x: array [NODE] of boolean; y: NODE end;\n"
        "function same(x, y: NODE): boolean; begin return x = y; end;\n"
        "function least(x: NODE; y: 0..7): 0..7; begin return x < y ? x : y; end;\n"
        "procedure set(var x: NODE; y: NODE); begin x := y; end;\n"
        "function wide(x: WIDE): boolean; begin return x = 0; end;\n"
        "startstate begin b := true; end;\n"
        "ruleset p: NODE do rule b ==> begin\n";
    static const char behind[] = "end; end;\n", without[] = "function least(x: NODE;";
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "%s%s%s", before, body, behind);
    if (!strstr(body, "least")) { // by itself it is a use as a number
        char *line = strstr(text.at, without), *end = strchr(line, '\n');
        memset(line, ' ', (size_t)(end - line));
    }
    assert_ranges(text.at, NULL, expected);
    str_free(&mem, &text);
}

static void uses_of_a_scalarset_are_inferred(void **state)
{
    UNUSED(state);
    static const char *const bodies[] = {
        "h := p;",
        "h := g; a[h] := h = p & g != p;",
        "b := isundefined(h) | same(h, p);",
        "undefine h; undefine m;",
        "m.from := p; h := m.from;",
        "switch h case p, g: b := true; else b := false; end;",
        "multisetadd(p, q); b := multisetcount(k: q, q[k] = p) = 1;",
        "b := forall i: NODE do a[i] | exists j: NODE do i != j & a[j] end end;",
        "h := b ? p : g;",
        "b := ismember(h, NODE);",
        "put p; put a[p];",
        "set(h, p); set(m.from, h);",
        "alias x: a[p]; y: h do x := true; y := p; end;",
        "for i: NODE do a[i] := i = h; end;",
        "for i: NODE do t.x[i] := t.y = i; end;",
        "while b do h := p; b := false; end;",
        "n := n + 1; w := 0; s := 1; clear n;",
        "if same(p, undefined) then h := p; end;",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        assert_body_ranges(bodies[i], "NODE\n");
}

static void uses_as_a_number_are_not(void **state)
{
    UNUSED(state);
    static const struct {
        const char *body, *expected;
    } cases[] = {
        {"h := 1;", "not NODE: a number is assigned to an element\n"},
        {"h := HOME;", "not NODE: a number is assigned to an element\n"},
        {"m.from := 2;", "not NODE: a number is assigned to an element\n"},
        {"b := h = 1;", "not NODE: an element is compared with a number\n"},
        {"b := HOME != p;", "not NODE: an element is compared with a number\n"},
        {"b := h < p;", "not NODE: its elements are compared by order\n"},
        {"b := h >= 2;", "not NODE: its elements are compared by order\n"},
        {"n := h + 1;", "not NODE: there is arithmetic on it\n"},
        {"h := p + 0;", "not NODE: a number is assigned to an element\n"},
        {"n := -h;", "not NODE: there is arithmetic on it\n"},
        {"n := h % N + 1;", "not NODE: there is arithmetic on it\n"},
        {"n := h & 1;", "not NODE: there is arithmetic on it\n"},
        {"n := h;", "not NODE: it is used together with the range 0..7\n"},
        {"w := p;", "not NODE: it is used together with the range WIDE\n"},
        {"b := h = w;", "not NODE: it is used together with the range WIDE\n"},
        {"b := wide(p);", "not NODE: it is used together with the range WIDE\n"},
        {"c[w] := 1;", "NODE\nnot 1..3: it is used together with the range WIDE\n"},
        {"a[1] := b;", "not NODE: an index is a number\n"},
        {"a[n] := b;", "not NODE: it is used together with the range 0..7\n"},
        {"for i := 1 to N do a[i] := b; end;", "not NODE: a loop or quantifier has bounds that are numbers\n"},
        {"for i := p to N do b := true; end;", "not NODE: a loop or quantifier has bounds that are numbers\n"},
        {"b := exists i := 1 to N do a[i] end;", "not NODE: a loop or quantifier has bounds that are numbers\n"},
        {"switch h case 2: b := true; end;", "not NODE: an element is compared with a number\n"},
        {"switch 2 case p: b := true; end;", "not NODE: an element is compared with a number\n"},
        {"h := b ? p : 1;", "not NODE: a number is assigned to an element\n"},
        {"h := true ? p : 1;", "not NODE: a number is assigned to an element\n"},
        {"multisetadd(2, q);", "not NODE: a number is added for an element\n"},
        {"b := same(p, 2);", "not NODE: a number is passed for an element\n"},
        {"n := least(p, 2);", "not NODE: its elements are compared by order\n"},
        {"b := ismember(2, NODE);", "not NODE: it is asked whether a number belongs to it\n"},
        {"clear h;", "not NODE: \"clear\" prefers the first element of NODE\n"},
        {"clear m;", "not NODE: \"clear\" prefers the first element of MSG\n"},
        {"clear a; clear q;", "NODE\n"}, // none of their values is an element, or they have none
        {"for i: NODE do h := i; end;", "not NODE: the effect of this loop over NODE may depend on the order of its "
                                        "iterations: \"h\" is changed in one "
                                        "iteration and used in another\n"},
        {"for i: NODE do t.x[i] := b; t.y := i; end;", "not NODE: the effect of this loop over NODE may depend on the "
                                                       "order of its iterations: \"t\" is changed in one "
                                                       "iteration and used in another\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_body_ranges(cases[i].body, cases[i].expected);
}

// v[p][i] and v[i][p] of different iterations are different where p is the same in all of them.
static void pairs_are_met_from_both_sides(void **state)
{
    UNUSED(state);
    static const char meets[] =
        "not NODE: the effect of this loop over NODE may depend on the order of its iterations: "
        "\"v\" is changed in one iteration and used in another\n";
    static const struct {
        const char *body, *expected;
    } cases[] = {
        {"for i: NODE do v[p][i] := false; if v[i][p] then v[i][p] := b; end; end;", "NODE\n"},
        {"alias o: p do for i: NODE do v[o][i] := v[i][p]; end; end;", "NODE\n"},
        {"for i: NODE do take(i, p); end;", "NODE\n"},
        {"for i: NODE do v[h][i] := v[i][h]; end;", meets}, // h may change
        {"for i: NODE do v[p][i] := false; for k: NODE do if v[i][k] then v[k][i] := b; end; end; end;",
         "not NODE: the effect of this loop over NODE may depend on the order of its iterations: \"v\" is changed in "
         "one iteration and used in another\n"},
        {"for i: NODE do v[p][i] := exists k: NODE do v[i][k] end; end;", meets},
        {"for i: NODE do v[p][i] := v[i][i]; end;", meets},
        {"for i: NODE do v[i][p] := v[p][p]; end;", meets},
        {"for i: NODE do for k: NODE do v[i][k] := v[k][i]; end; end;", meets},
        {"for i: NODE do v[i][k] := v[p][i]; end;", meets},
        {"for i: NODE do v3[p][i][p] := v3[i][p][p]; end;",
         "not NODE: the effect of this loop over NODE may depend on the order of its iterations: \"v3\" is changed in "
         "one iteration and used in another\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        str_add(&mem, &text,
                "const N: 3; type NODE: 1..N;\n"
                "var v: array [NODE] of array [NODE] of boolean; b: boolean; h: NODE;\n"
                "v3: array [NODE] of array [NODE] of array [NODE] of boolean;\n"
                "procedure take(x: NODE; y: NODE); begin v[x][y] := v[y][x]; end;\n"
                "startstate begin b := false; end;\n"
                "ruleset p: NODE; k: NODE do rule b ==> begin %s end; end;\n",
                cases[i].body);
        assert_ranges(str_text(&text), NULL, cases[i].expected);
        str_free(&mem, &text);
    }
}

static void ranges_between_which_values_go_are_one(void **state)
{
    UNUSED(state);
    assert_body_ranges("for k: SLOT do s := k; end;",
                       "NODE\nnot SLOT: the effect of this loop over SLOT may depend on the "
                       "order of its iterations: \"s\" is changed in one iteration and "
                       "used in another\n");
    assert_body_ranges("b := exists k: SLOT do s = k end;", "NODE\nSLOT\n");
    assert_body_ranges("b := exists k: SLOT do s = k end; h := s;", "NODE: SLOT\n");
    assert_body_ranges("c[p] := 1;", "NODE: 1..3\n");
    assert_body_ranges("c[p] := 1; c[1] := 2;", "not NODE: an index is a number\n");
    assert_body_ranges("h := s; s := 1;", "not NODE: a number is assigned to an element\n");
    assert_ranges("const N: 3; var x, y: array [1..N] of boolean; z: array [1..N] of boolean;\n"
                  "startstate begin x := y; for i: 1..N do x[i] := true; end; end;\n",
                  NULL, "1..3: 1..3\n");
    assert_ranges("const N: 3; var x: array [1..N] of boolean; y: array [1..N] of boolean;\n"
                  "startstate begin x := y; for i: 1..N do x[i] := true; end; y[2] := true; end;\n",
                  NULL, "not 1..3: an index is a number\n");
}

static void what_stands_outside_of_rules_counts(void **state)
{
    UNUSED(state);
    static const char text[] = "type NODE: 1..3; var a: array [NODE] of boolean; h: NODE;\n"
                               "startstate begin for i: NODE do a[i] := false; end; end;\n"
                               "ruleset p: NODE do rule a[p] ==> h := p; end; end;\n";
    struct mem mem = MEM_UNLIMITED;
    struct str more = {0};
    static const struct {
        const char *item, *expected;
    } cases[] = {
        {"", "NODE\n"},
        {"invariant forall i: NODE do a[i] end;", "NODE\n"},
        {"invariant a[1];", "not NODE: an index is a number\n"},
        {"ltl \"x\" G (h = 1);", "not NODE: an element is compared with a number\n"},
        {"ruleset i := 1 to 3 do rule a[i] ==> a[i] := false; end; end;",
         "not NODE: a loop or quantifier has bounds that are numbers\n"},
        {"ruleset i: 1..2 do rule a[i] ==> a[i] := false; end; end;",
         "not NODE: it is used together with the range 1..2\nnot 1..2: it is used together with the range NODE\n"},
        {"alias one: a[1] do rule one ==> one := false; end; end;", "not NODE: an index is a number\n"},
        {"justice a[3];", "not NODE: an index is a number\n"},
        {"hint h = 2;", "not NODE: an element is compared with a number\n"},
        {"symmetry (a[1] a[2]);", "not NODE: the model states symmetries of its own\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str_clear(&more);
        str_add(&mem, &more, "%s%s\n", text, cases[i].item);
        assert_ranges(more.at, NULL, cases[i].expected);
    }
    str_free(&mem, &more);
    assert_ranges(text, "AG EF (exists i: NODE do h = i end)", "NODE\n");
    assert_ranges(text, "AG EF h = 2", "not NODE: an element is compared with a number\n");
}

static void others_stay_ranges(void **state)
{
    UNUSED(state);
    // nothing counts through it, so that no value of it can be made but by a number
    assert_ranges("type T: 0..3; var x: T; startstate begin undefine x; end;", NULL, "");
    assert_ranges("var x: array [0..70000] of boolean; startstate begin for i: 0..70000 do x[i] := false; end; end;",
                  NULL, "");
    assert_ranges("type S: scalarset(3); E: enum {A, B}; F: A..B; var x: array [S] of F;\n"
                  "startstate begin for i: S do for e: F do x[i] := A; end; end; end;",
                  NULL, "");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(uses_of_a_scalarset_are_inferred),    cmocka_unit_test(uses_as_a_number_are_not),
        cmocka_unit_test(pairs_are_met_from_both_sides),       cmocka_unit_test(ranges_between_which_values_go_are_one),
        cmocka_unit_test(what_stands_outside_of_rules_counts), cmocka_unit_test(others_stay_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
