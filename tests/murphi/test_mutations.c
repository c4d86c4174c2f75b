// Small models with a few random edits: whatever comes of it, reading ends, the tree is sound, and what could be read
// prints so that it reads the same again. The seed is fixed; a failure shows the text.
#include "../mutation.h"
#include "murphi_text.h"

static const char *const models[] = {
    "const N: 3; M: N * 2 - 0x1; type P: scalarset(N); R: ring(3); E: enum {A, B}; U: union {P, E};\n"
    "T: record f: 0..M; g: array [P] of boolean; end; S: multiset [2] of T;\n"
    "var n: 0..9; b: boolean; p: P; r: R; u: U; t: T; s: S; a: array [E] of -1..1;\n"
    "function f(x: P; var y: T): boolean; var z: 0..3; begin y.g[x] := true; for i: P do y.g[i] := false; end;\n"
    "return z = 1 -> y.f > 2; end;\nstartstate \"s\" begin clear t; undefine a; u := p; end;\n"
    "rule \"r\" n < 3 & !b ==> n := n + 1; if b then p := undefined elsif f(p, t) then return; else error \"no\"; end; "
    "end;\n"
    "invariant \"i\" forall i: P do t.g[i] -> exists j: P do i = j end end;\n",

    "type R: ring(4); var x: array [R] of 0..3; S: boolean; m: multiset [3] of boolean;\n"
    "startstate begin for i := 0 to 3 by 1 do while x[succ(i1)] = i do x := x; endwhile; endfor; end;\n"
    "ruleset i: R; j := 1 to 2 do alias y: x[i]; z: y do rule y = j ? S : !S ==> switch z case 1, 2: put z; else\n"
    "assert \"t\" y << 1 | 2 ^ ~3 & 1 >= 2; endswitch; multisetadd(S, m); endrule; end; end;\n"
    "choose c: m do rule m[c] ==> multisetremove(c, m); multisetremovepred(k: m, m[k]); end; end;\n"
    "ctl \"c\" AG (x[0] = 1 -> A [S U E [true W AX !S]]) <-> EF S;\n"
    "ltl G (S -> F (S U O S)) & forall i: R do X x[i] = 2 end V H Y Z (S S S) T S;\n"
    "ctlstar A [S & F S U E G (S U S)] & E (forall i: R do F x[i] = 2 end -> A F G S);\n"
    "cover multisetcount(k: m, true) = 1; liveness S; assume !isundefined(S) | ismember(S, R);\n",

    "-- comment\n/* more */ const N: 010; var a, b: 0 .. 3 ≔ c: boolean “x” procedure q(); begin end\n"
    "rule 3 \"p\" begin ∀ i: 0..1 do b ∧ ¬c ⇒ d ≠ e end; n := a % b / c * d - -e; end\n",

    "const N: 1; type P: scalarset(2); E: enum {red, green}; var x: array [P] of E; hint: 0..3; symmetry: boolean;\n"
    "a: array [0..1] of boolean; m: multiset [2] of P; startstate end; hint hint = 1 & symmetry;\n"
    "symmetry (a[0] a[N]){red green}, (P_1 P_2){hint=1 hint=2};\nsymmetry (x[P_1] x[P_2])(present(m[1]) present(m[2]));"
    "\nhint forall i: P do x[i] = red end\ninvariant true\n",
};

static const char *const pieces[] = {
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ":",
    ":=",
    "..",
    ".",
    ",",
    "!",
    "&",
    "|",
    "->",
    "==>",
    "-",
    "+",
    "<->",
    "?",
    "=",
    "<<",
    "if ",
    "then ",
    "else ",
    "end ",
    "end; ",
    "endrule ",
    "begin ",
    "rule ",
    "hint ",
    "symmetry ",
    "{x=1 ",
    "var ",
    "type ",
    "const",
    "for ",
    "forall ",
    "do ",
    "of ",
    "record ",
    "array [",
    "enum {",
    "union {",
    "ring(",
    "choose ",
    "alias ",
    "switch ",
    "case ",
    "1..2",
    "undefined",
    "P",
    "\"x\"",
    "\"",
    "/*",
    "*/",
    "--",
    "\n",
    "\x80",
    "99999999999999999999",
    "AG ",
    "U ",
    "A [",
    "succ(",
    "t.g[p]",
    "n",
    "true",
    "multisetadd(",
    "multisetcount(i: s, ",
    "return ",
    "ctl ",
    "ltl ",
    "ctlstar ",
    "A ",
    "E (",
    "while ",
    "startstate ",
    "invariant ",
    "procedure q(",
    "function f(): ",
    "x, y: 0..3;",
};

// ---- What must hold -------------------------------------------------------------------------------------------------

static void check_expr(const struct murphi_expr *e, const struct span *within)
{
    assert_true(e->span.offset >= within->offset);
    assert_true(e->span.offset + e->span.length <= within->offset + within->length);
    assert_true(e->at >= e->span.offset && e->at < e->span.offset + e->span.length);
    for (uint32_t i = 0; i < e->count; i++) {
        assert_true(e->args[i]->depth < e->depth);
        check_expr(e->args[i], &e->span);
    }
}

// A checked expression has what ast.h promises.
static void check_meaning(const struct murphi_expr *e)
{
    if (e->op != MURPHI_CALL || e->decl->function->result)
        assert_non_null(e->type);
    if (e->op == MURPHI_NAME)
        assert_non_null(e->decl);
    if (e->op == MURPHI_FIELD)
        assert_non_null(e->field);
    assert_true(e->is_place || !e->is_writable);
    for (uint32_t i = 0; i < e->count; i++)
        check_meaning(e->args[i]);
}

static void assert_prints_again(struct mem *mem, const struct murphi_rule *rule)
{
    static const char *const words[] = {[MURPHI_CTL] = "ctl", [MURPHI_LTL] = "ltl", [MURPHI_CTLSTAR] = "ctlstar"};
    struct str once = {0}, twice = {0};
    struct diag diag;
    diag_open(&diag, mem);
    str_add(mem, &once, "%s ", rule->kind >= MURPHI_CTL ? words[rule->kind] : "invariant");
    size_t start = once.count;
    murphi_print(mem, &once, rule->guard);
    struct source source = {"printed", once.at, once.count};
    struct murphi_tree tree;
    murphi_tree_open(&tree, mem, &source);
    if (!murphi_parse(&tree, &diag))
        fail_msg("%s: %s", once.at, diag.messages.at[0].text);
    murphi_print(mem, &twice, tree.rules->guard);
    assert_string_equal(once.at + start, twice.at);
    murphi_tree_close(&tree);
    diag_close(&diag);
    str_free(mem, &once);
    str_free(mem, &twice);
}

static void check_meanings(const struct reading *r)
{
    for (const struct murphi_rule *rule = r->tree.rules; rule; rule = rule->next)
        if (rule->guard)
            check_meaning(rule->guard);
}

static void check_syntax(const struct source *source)
{
    struct mem mem = MEM_UNLIMITED;
    struct diag diag;
    struct murphi_tree tree;
    diag_open(&diag, &mem);
    murphi_tree_open(&tree, &mem, source);
    bool good = murphi_parse(&tree, &diag);
    for (const struct murphi_rule *rule = tree.rules; rule; rule = rule->next) {
        if (!rule->guard)
            continue;
        check_expr(rule->guard, &rule->span);
        if (good)
            assert_prints_again(&mem, rule);
    }
    murphi_tree_close(&tree);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

static void check(const struct mutated *text)
{
    // A copy of just the right size, so that the sanitizers see a read beyond its end.
    char *copy = test_malloc(text->length + !text->length);
    memcpy(copy, text->at, text->length);
    struct reading r;
    struct str out = {0};
    struct murphi_override override = {"N", "2"};
    reading_open(&r, copy, text->length, &override, text->length % 2);
    diag_render(&r.diag, &out);
    reading_dump(&r.tree, &r.mem, &out);
    str_free(&r.mem, &out);
    if (r.good)
        check_meanings(&r);
    check_syntax(&r.source);
    reading_close(&r);
    test_free(copy);
}

static void mutations_do_no_harm(void **state)
{
    UNUSED(state);
    uint64_t random = 20240607;
    for (int i = 0; i < 12000; i++) {
        struct mutated text;
        const char *model = models[i % (sizeof models / sizeof *models)];
        text.length = strlen(model);
        memcpy(text.at, model, text.length);
        for (uint64_t edits = random_below(&random, 6); edits; edits--)
            mutate(&text, pieces, sizeof pieces / sizeof *pieces, &random);
        check(&text);
    }
}

static void every_beginning_of_a_model_does_no_harm(void **state)
{
    UNUSED(state);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct mutated text;
        memcpy(text.at, models[i], strlen(models[i]));
        for (text.length = 0; text.length < strlen(models[i]); text.length++)
            check(&text);
    }
}

static void the_first_model_is_good(void **state)
{
    UNUSED(state);
    assert_complains(models[0], "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_model_is_good),
        cmocka_unit_test(mutations_do_no_harm),
        cmocka_unit_test(every_beginning_of_a_model_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
