// What the judge of proofs for every size does not cover, it refuses at its place; and what it covers just so.
#include "../unit.h"

#include "murphi/murphi.h"
#include "smtlib/smtlib.h"

// The first line of each text; `P` is a class, and so is `R` where it is a range.
#define HEAD "const N: 3; type P: scalarset(N); E: enum {A, B}; var a: array [P] of E; n: 0..3; p: P; b: boolean;\n"
#define RANGE "const N: 3; type R: 1..N; E: enum {A, B}; var a: array [R] of E; n: 0..3; r: R;\n"
#define START "startstate begin undefine a; n := 0; end;\n"

static void write_script(const char *text, struct str *messages, struct str *script, struct mem *mem)
{
    struct source source = {"test.m", text, strlen(text)};
    struct murphi_tree tree;
    struct diag diag;
    struct smtlib_class classes[4];
    struct smtlib_proof proof = {.tree = &tree, .classes = classes, .undefined_ids = true};
    const struct murphi_rule *invariants[8];
    size_t obligations;
    diag_open(&diag, mem);
    bool good = murphi_read_tree(&tree, &source, NULL, 0, mem, &diag);
    for (size_t i = 0; i < diag.messages.count && !good; i++)
        print_error("%s\n", diag.messages.at[i].text);
    assert_true(good);
    for (size_t i = 0; i < tree.types.count; i++) {
        const struct murphi_type *type = tree.types.at[i];
        bool is_range = type->kind == MURPHI_RANGE && type->name && strcmp(type->name->text, "R") == 0;
        if (type->kind == MURPHI_SCALARSET || is_range || type->kind == MURPHI_RING)
            classes[proof.class_count++] = (struct smtlib_class){type, (uint32_t)i};
    }
    for (const struct murphi_rule *rule = tree.rules; rule; rule = rule->next)
        if (rule->kind == MURPHI_INVARIANT)
            invariants[proof.invariant_count++] = rule;
    proof.invariants = proof.properties = invariants;
    proof.property_count = proof.invariant_count;
    bool is_written = smtlib_write(&proof, mem, &diag, script, &obligations);
    assert_int_equal(is_written, diag.errors == 0);
    for (size_t i = 0; i < diag.messages.count; i++) {
        const struct diag_message *message = &diag.messages.at[i];
        if (message->level != DIAG_ERROR)
            continue;
        struct source_place place = source_place(message->range.source, message->range.offset);
        str_add(mem, messages, "%zu:%zu %s\n", place.line, place.column, message->text);
    }
    murphi_tree_close(&tree);
    diag_close(&diag);
}

// With this reason, at this place; NULL if it is covered.
static void assert_refused(const char *text, const char *expected)
{
    struct mem mem = MEM_UNLIMITED;
    struct str messages = {0}, script = {0};
    char all[300] = "";
    if (expected) {
        const char *reason = strchr(expected, ' ') + 1;
        snprintf(all, sizeof all, "%.*sno obligations for a solver: %s\n", (int)(reason - expected), expected, reason);
    }
    write_script(text, &messages, &script, &mem);
    if (strcmp(str_text(&messages), all) != 0)
        fail_msg("%s\ngives %s", text, messages.count ? str_text(&messages) : "a script");
    str_free(&mem, &messages);
    str_free(&mem, &script);
    assert_nothing_left(&mem);
}

static void statements_that_are_not_covered_are_refused(void **state)
{
    UNUSED(state);
    assert_refused(HEAD START "rule while n < 3 do n := n + 1; end; end;", "3:6 while is not covered");
    assert_refused(HEAD "var m: multiset [2] of E;\n" START "rule undefine p; end;", "2:5 multisets are not covered");
    assert_refused(HEAD START "rule 2 \"late\" n := 0; end;", "3:1 priorities are not covered");
    assert_refused(HEAD START "rule n := n & 1; end;", "3:11 operators on the bits of numbers are not covered");
    assert_refused(HEAD START "rule for i := 0 to n do b := true; end; end;", "3:10 the bounds vary here");
    assert_refused(HEAD "function f(i: 0..3): boolean; begin return i = 0 | f(i - 1); end;\n" START
                        "rule b := f(n); end;",
                   "4:11 functions that call themselves are not covered");
    assert_refused(HEAD START "rule clear p; end;", "3:6 clear takes the first element of a class, which has any size");
    assert_refused("type P: ring(3); var p: P; startstate undefine p; end; rule p := succ(p); end;",
                   "1:9 only a scalarset, or a range of numbers, can be a class of any size");
}

static void iterations_that_depend_on_each_other_are_refused(void **state)
{
    static const char *const dependent[] = {
        "n := n + 1;",                                         // a counter
        "p := i; a[i] := p = i ? A : B;",                      // the one before
        "a[i] := a[p];",                                       // an element that another iteration writes
        "if exists k: P do a[k] = A end then a[i] := B; end;", // all of them
        "a[p] := A; a[i] := B;",
        "for k: P do a[k] := A; end;",
        "undefine a;",
    };
    static const char *const independent[] = {
        "a[i] := A;",
        "if a[i] = A & n = 2 then a[i] := B; end;",
        "alias x: a[i] do switch x case A: x := B; else undefine x; end; end;",
        "if i != p then a[i] := a[i]; end;",
        "p := i;", // any one may be the last
        "if a[i] = A then n := 2; b := true; end;",
        "if a[i] = A then n := 2; end; if a[i] = B then n := 1; end;",
    };
    char text[1000];
    UNUSED(state);
    for (size_t i = 0; i < sizeof dependent / sizeof *dependent; i++) {
        snprintf(text, sizeof text, HEAD START "rule\nfor i: P do %s end; end;", dependent[i]);
        assert_refused(text, "4:1 the iterations of this loop over a class depend on each other");
    }
    for (size_t i = 0; i < sizeof independent / sizeof *independent; i++) {
        snprintf(text, sizeof text, HEAD START "rule\nfor i: P do %s end; end;", independent[i]);
        assert_refused(text, NULL);
    }
    assert_refused(HEAD "procedure f(); begin\nfor i: P do if a[i] = A then return; end; end; end;\n" START
                        "rule f(); end;",
                   "3:1 a loop over a class is left by return");
    assert_refused(HEAD "var m: array [P] of array [P] of E;\n" START
                        "rule for i: P do for k: P do m[i][k] := m[i][k]; end; end; end;",
                   NULL);
    assert_refused(HEAD "var m: array [P] of array [P] of E;\n" START
                        "rule\nfor i: P do for k: P do m[i][k] := m[k][i]; end; end; end;",
                   "5:1 the iterations of this loop over a class depend on each other");
}

static void a_size_is_no_number(void **state)
{
    UNUSED(state);
    assert_refused(HEAD START "rule n := N; end;", "3:11 the size of a class is used as a number here");
    assert_refused("const N: 3; M: N - 1; type P: scalarset(N); var n: 0..3; startstate n := M; end;",
                   "1:74 the size of a class is used as a number here");
    assert_refused("const M: 3; N: M + 1; type P: scalarset(N); var n: 0..3; startstate n := M; end;",
                   "1:74 the size of a class is used as a number here");
    assert_refused("const N: 3; type P: scalarset(N); var n: 0..N; startstate n := 0; end;",
                   "1:42 this type depends on the size of a class");
    assert_refused(HEAD START "invariant forall i: 0..N do i >= 0 end;",
                   "3:21 this type depends on the size of a class");
    assert_refused("const N: 3; M: 3; type P: scalarset(N); var n: 0..M; startstate n := M; end;", NULL);
}

static void a_range_of_any_size_has_no_arithmetic_and_no_literals(void **state)
{
    UNUSED(state);
    assert_refused(RANGE START "ruleset i: R do rule a[i] = A ==> r := i; a[i] := B; end; end;\n"
                               "invariant forall i: R do forall k: R do i = k | true end end;",
                   NULL);
    assert_refused(RANGE START "rule r := 1; end;",
                   "3:6 class |R| has any size here, and its elements are no values of other types");
    assert_refused(RANGE START "rule a[n + 1] := A; end;",
                   "3:6 class |R| has any size here, and its elements are no values of other types");
    assert_refused(RANGE START "rule r = n ==> n := 0; end;",
                   "3:6 class |R| has any size here, and its elements are no values of other types");
    assert_refused(RANGE START "ruleset i: R do rule i < 2 ==> r := i; end; end;",
                   "3:22 an element of class |R|, which has any size, is used as a number here");
    assert_refused(RANGE START "ruleset i: R do rule i < r ==> r := i; end; end;", NULL);
    assert_refused(RANGE START "ruleset i: R do rule n := i + 1; end; end;",
                   "3:27 an element of class |R|, which has any size, is used as a number here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements_that_are_not_covered_are_refused),
        cmocka_unit_test(iterations_that_depend_on_each_other_are_refused),
        cmocka_unit_test(a_size_is_no_number),
        cmocka_unit_test(a_range_of_any_size_has_no_arithmetic_and_no_literals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
