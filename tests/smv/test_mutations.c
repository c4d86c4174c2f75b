// Small models with a few random edits: whatever comes of it, the parser ends, its tree is sound, and what it can read
// it prints so that it reads the same again. The seed is fixed; a failure shows the text.
#include "../mutation.h"
#include "syntax.h"

static const char *const models[] = {
    "MODULE main\nVAR s : {a, b, 3}; w : word[4]; p : process m(s, TRUE); r : array -1..2 of 0..7;\n"
    "ASSIGN init(s) := {a, b}; next(s) := case s = a & !p.x : {b, 3}; TRUE : s; esac;\n"
    "DEFINE d := [[1, 2], [3, 4]]; e := w[3:1] :: 0ub2_10 >> 1;\n"
    "TRANS next(w) = w + 0ud4_1 | s in {a, b} union 3;\nFAIRNESS running\nCOMPASSION (s = a, s = b);\n"
    "MODULE m(x, y)\nVAR z : boolean;\nINVAR x -> y <-> z ? x : !y xor z\n",

    "MODULE main VAR x : boolean; y : signed word[8];\nSPEC AG (x -> AF !x) & A [x U E [x BU 1..3 !x]]\n"
    "LTLSPEC NAME l := G (x -> F [1,3] (x U Y x)) V H x\nCTLSTARSPEC A (G F x -> E X x)\n"
    "INVARSPEC next(x) = x & count(x, !x) = 1 IN main;\nCOMPUTE MIN [x, y = -0sd8_3]\n"
    "SPEC EBF 0..3 extend(y, 2) >= swconst(3, 8) - toint(y) mod 2 * 3 / -1\n",

    "MODULE main\nVAR a : boolean; -- comment\nb : boolean; /-- more --/\n"
    "PSLSPEC always (a -> next! [2] (b)) until! {a; b[*2]; {a} | {b & a}} ;\n"
    "PSLSPEC forall i in {1, 2} : {a[->]; b[=1:2]} |=> {b[+]}! ;\nPSLSPEC never a before_ b abort a;\n"
    "PSLSPEC next_event_a! (a) [1:inf] (b) & within (a, b) {a} -> [a W b];\n",

    "MODULE main\nVAR a : m; b : m; HINT : boolean; SYMMETRY : {x, y, z}; n : 0..3;\n"
    "SYMMETRY (a b){x y}, {n=0 n=-1 n=2}(a.c[1] b.c[-1]);\nHINT HINT & SYMMETRY = x\n"
    "ASSIGN HINT := n = 1; SYMMETRY (a b);\nHINT (a.c[0]);\nMODULE m VAR c : array -1..1 of boolean;\n",
};

static const char *const pieces[] = {
    "(",           ")",
    "[",           "]",
    "{",           "}",
    ";",           ":",
    ":=",          "::",
    "..",          ".",
    ",",           "!",
    "&",           "|",
    "->",          "-",
    "+",           "*",
    "<->",         "?",
    "=",           "<",
    "a->b",        "x",
    "AG",          "U",
    "A [",         "G",
    "X",           "case",
    "esac",        "next(",
    "in",          "union",
    "mod",         "1..2",
    "0ud4_9",      "-0",
    "self",        "--",
    "/--",         "VAR",
    "SPEC",        "MODULE m",
    "PSLSPEC",     "always",
    "{a;b}",       "[*]",
    "|->",         "until!_",
    "\n",          "\x80",
    "99999999999", "NAME",
    "IN",          "array 0..1 of ",
    "process",     "word[3]",
    "TRUE",        "x.y[1].z",
    "0sb3_100",    "SYMMETRY",
    "HINT",        "SYMMETRY (",
    "n=1",
};

static void check_expr(const struct smv_expr *e, struct span within)
{
    assert_true(e->span.length > 0);
    assert_true(e->span.offset >= within.offset);
    assert_true(e->span.offset + e->span.length <= within.offset + within.length);
    assert_true(e->at >= e->span.offset && e->at < e->span.offset + e->span.length);
    for (uint32_t i = 0; i < e->count; i++) {
        if (!e->args[i])
            continue;
        assert_true(e->args[i]->depth < e->depth);
        check_expr(e->args[i], e->span);
    }
}

// What is printed, reads and prints the same.
static void check_round_trip(struct syntax *s, enum smv_decl_kind kind, const struct smv_expr *e,
                             enum smv_print_style style)
{
    struct str once = {0}, twice = {0};
    smv_print(&s->mem, &once, e, style);
    struct source source = {"printed", once.at, once.count};
    const struct smv_decl *again = smv_parse_formula(&s->tree, &source, kind, &s->diag);
    if (!again)
        print_message("printed: %s\n", once.at);
    assert_non_null(again);
    smv_print(&s->mem, &twice, again->expr, style);
    assert_string_equal(once.at, twice.at);
    str_free(&s->mem, &once);
    str_free(&s->mem, &twice);
}

static void check_decl(struct syntax *s, const struct smv_decl *decl)
{
    struct smv_expr *const exprs[] = {decl->target, decl->expr, decl->second, decl->name, decl->context};
    for (size_t i = 0; i < sizeof exprs / sizeof *exprs; i++)
        if (exprs[i])
            check_expr(exprs[i], decl->span);
    if (!decl->expr || decl->expr->op == SMV_ARRAY)
        return;
    if (decl->kind == SMV_PSLSPEC) {
        struct str out = {0};
        smv_print(&s->mem, &out, decl->expr, SMV_PRINT_NUSMV);
        str_free(&s->mem, &out);
        return;
    }
    bool formula = decl->kind >= SMV_SPEC && decl->kind <= SMV_CTLSTARSPEC;
    check_round_trip(s, formula ? decl->kind : SMV_INVARSPEC, decl->expr, SMV_PRINT_NUSMV);
    check_round_trip(s, formula ? decl->kind : SMV_INVARSPEC, decl->expr, SMV_PRINT_FULL);
}

static void check(const struct mutated *text)
{
    // A copy of just the right size, so that the sanitizers see a read beyond its end.
    char *copy = test_malloc(text->length + !text->length);
    memcpy(copy, text->at, text->length);
    struct syntax s;
    struct str out = {0};
    syntax_open(&s, copy, text->length);
    diag_render(&s.diag, &out);
    syntax_dump(&s, &out);
    str_free(&s.mem, &out);
    for (struct smv_module *m = s.tree.modules; m && s.good; m = m->next)
        for (struct smv_decl *decl = m->decls; decl; decl = decl->next)
            check_decl(&s, decl);
    syntax_close(&s);
    test_free(copy);
}

static void the_models_themselves_are_good(void **state)
{
    UNUSED(state);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        assert_complains(models[i], "");
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
        for (uint64_t edits = 1 + random_below(&random, 6); edits; edits--)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_models_themselves_are_good),
        cmocka_unit_test(mutations_do_no_harm),
        cmocka_unit_test(every_beginning_of_a_model_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
