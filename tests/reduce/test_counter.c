// Counters, by hand: what is counted and how, what is refused and why, and sizes that nothing else can do.
#include "counted.h"

#include "../cause_text.h"

#include "check/check.h"
#include "explicit/explicit.h"
#include "murphi/lower.h"

static void assert_cells(const char *text, const char *expected)
{
    struct counted_case k;
    struct str cells = {0};
    counted_open(&k, text);
    if (!k.counters)
        fail_msg("refused: %s", cause_text(k.why).at);
    const struct model *m = counter_model(k.counters);
    for (cell_id i = 0; i < model_cell_count(m); i++)
        str_add(&k.mem, &cells, "%s\n", model_cell(m, i)->name);
    assert_string_equal(str_text(&cells), expected);
    assert_counters_agree(&k);
    assert_int_equal(k.refused, 0);
    str_free(&k.mem, &cells);
    counted_close(&k);
}

static void assert_refused(const char *text, const char *why)
{
    struct counted_case k;
    counted_open(&k, text);
    assert_null(k.counters);
    assert_string_equal(cause_text(k.why).at, why);
    counted_close(&k);
}

#define TOKEN(n) \
    "type Proc: scalarset(" n "); Place: enum { rest, trying, inside };\n" \
    "var place: array [Proc] of Place; token: Proc;\n" \
    "ruleset p: Proc do\n" \
    "  rule \"try\" place[p] = rest ==> place[p] := trying; end;\n" \
    "  rule \"enter\" place[p] = trying & token = p ==> place[p] := inside; end;\n" \
    "  ruleset q: Proc do\n" \
    "    rule \"leave\" place[p] = inside ==> place[p] := rest; token := q; end;\n" \
    "  end;\n" \
    "end;\n" \
    "ruleset t: Proc do startstate for p: Proc do place[p] := rest; end; token := t; end; end;\n" \
    "invariant \"one\" forall p: Proc; q: Proc do p = q | place[p] != inside | place[q] != inside end;\n" \
    "invariant \"none\" forall p: Proc do place[p] != inside end;\n" \
    "cover exists p: Proc; q: Proc do p != q & place[p] = inside & place[q] = trying end;\n" \
    "ctl AG EF exists p: Proc do place[p] = inside end;\n"

static void test_cells(void **state)
{
    UNUSED(state);
    assert_cells(TOKEN("4"), "Proc(place: rest, token)\n"
                             "Proc(place: rest)\n"
                             "Proc(place: trying, token)\n"
                             "Proc(place: trying)\n"
                             "Proc(place: inside, token)\n");
    assert_cells("type Proc: scalarset(3); var x: 0..3; who: Proc; on: array [Proc] of boolean;\n"
                 "ruleset p: Proc do\n"
                 "  rule \"on\" !on[p] & x < 3 & isundefined(who) ==> on[p] := true; x := x + 1; who := p; end;\n"
                 "end;\n"
                 "rule \"off\" !isundefined(who) ==> on[who] := false; x := x - 1; undefine who; end;\n"
                 "startstate for p: Proc do on[p] := false; end; x := 0; end;\n"
                 "invariant (exists p: Proc do on[p] end) = (x > 0);\n",
                 "x\nwho\nProc(on: FALSE)\nProc(on: TRUE, who)\n");
}

// Assignments to all, also to those that are named, and conditions on all others.
static void test_broadcast(void **state)
{
    UNUSED(state);
    assert_cells("type Proc: scalarset(4); var a: array [Proc] of boolean; b: array [Proc] of boolean; f: boolean;\n"
                 "ruleset p: Proc do\n"
                 "  rule \"set\" !a[p] & (forall q: Proc do q != p -> !b[q] end) ==> a[p] := true; end;\n"
                 "  rule \"copy\" a[p] & f ==> for q: Proc do b[q] := a[q]; end; a[p] := false; f := !f; end;\n"
                 "  rule \"clear\" b[p] ==> for q: Proc do if a[q] | q = p then b[q] := f; end; end; f := true; end;\n"
                 "end;\n"
                 "startstate for p: Proc do a[p] := false; b[p] := false; end; f := true; end;\n"
                 "invariant forall p: Proc do b[p] -> exists q: Proc do a[q] end end;\n",
                 "f\nProc(a: FALSE, b: FALSE)\nProc(a: TRUE, b: FALSE)\nProc(a: FALSE, b: TRUE)\n"
                 "Proc(a: TRUE, b: TRUE)\n");
}

static void test_refusals(void **state)
{
    UNUSED(state);
    assert_refused("type Proc: scalarset(3); var next: array [Proc] of Proc;\n"
                   "ruleset p: Proc do rule \"r\" isundefined(next[p]) ==> next[p] := p; end; end;\n"
                   "startstate undefine next; end;\n",
                   "next[Proc_1] holds ids of Proc");
    assert_refused("type Proc: scalarset(3); var a: array [Proc] of array [Proc] of boolean;\n"
                   "ruleset p: Proc do rule \"r\" a[p][p] ==> a[p][p] := false; end; end;\n"
                   "startstate for p: Proc; q: Proc do a[p][q] := true; end; end;\n",
                   "a[Proc_1][Proc_1] belongs to two components");
    assert_refused("var a: boolean; rule \"r\" a ==> a := false; end; startstate a := true; end;\n",
                   "there are no symmetric components");
    assert_refused("type Proc: scalarset(4); var a: array [Proc] of boolean; f: boolean;\n"
                   "rule \"r\" forall p: Proc do a[p] & f | exists q: Proc do q != p & a[q] end end ==> f := !f; end;\n"
                   "startstate for p: Proc do a[p] := true; end; f := true; end;\n",
                   "an expression compares two elements, or speaks of some only, of Proc, in r");
}

// A rule that reads a queue of ids as a whole is read once for each way in which its places can point: 3^12 / 2 of
// them. It is given up before these take much memory.
static void test_many_pointers(void **state)
{
    struct counted_case k;
    UNUSED(state);
    counted_open(&k, "type Proc: scalarset(2); Place: 0..11;\n"
                     "var queue: array [Place] of Proc; waits: array [Proc] of boolean;\n"
                     "ruleset p: Proc do\n"
                     "  rule \"ask\" !waits[p] & isundefined(queue[11]) ==> queue[11] := p; waits[p] := true; end;\n"
                     "end;\n"
                     "rule \"on\" isundefined(queue[0]) ==>\n"
                     "  for i: 0..10 do\n"
                     "    if isundefined(queue[i + 1]) then undefine queue[i]; else queue[i] := queue[i + 1]; end;\n"
                     "  end;\n"
                     "  undefine queue[11];\n"
                     "end;\n"
                     "rule \"off\" !isundefined(queue[0]) ==> waits[queue[0]] := false; undefine queue[0]; end;\n"
                     "startstate for p: Proc do waits[p] := false; end; undefine queue; end;\n");
    assert_null(k.counters);
    assert_string_equal(cause_text(k.why).at, "global variables can point at components in too many ways");
    assert_true(k.mem.peak < 64 << 20);
    counted_close(&k);
}

// One formula speaks of single components: it is left out, and the others are not.
static void test_property_is_refused(void **state)
{
    struct counted_case k;
    UNUSED(state);
    counted_open(&k, "type Proc: scalarset(3); var a: array [Proc] of boolean;\n"
                     "ruleset p: Proc do rule \"r\" true ==> a[p] := !a[p]; end; end;\n"
                     "startstate for p: Proc do a[p] := false; end; end;\n"
                     "ctl forall p: Proc do AG EF a[p] end;\n"
                     "ctl AG EF forall p: Proc do a[p] end;\n");
    assert_non_null(k.counters);
    assert_counters_agree(&k);
    assert_int_equal(k.refused, 1);
    assert_int_equal(counter_property(k.counters, 0), SIZE_MAX);
    assert_string_equal(cause_text(*counter_refusal(k.counters, 0)).at,
                        "an expression speaks of a single element of Proc");
    counted_close(&k);
}

// ---- Large ones -----------------------------------------------------------------------------------------------------

static void test_thousands(void **state)
{
    struct mem mem = MEM_UNLIMITED;
    const char text[] = TOKEN("3000");
    struct cause cause;
    struct source source = {"test.m", text, sizeof text - 1};
    struct diag diag;
    struct murphi_tree tree;
    struct cause why;
    uint64_t count;
    UNUSED(state);
    diag_open(&diag, &mem);
    assert_true(murphi_read_tree(&tree, &source, NULL, 0, &mem, &diag));
    struct model *m = model_new(&mem);
    assert_true(murphi_lower(&tree, m, &(struct murphi_lower_options){.one_per_orbit = true}, &mem, &diag));
    struct counter_reduction *r = counter_reduce(m, (size_t[]){0, 1}, 2, COUNTER_ALL_LOCALS, &mem, &why);
    assert_non_null(r);
    struct explicit_engine *e = explicit_new(counter_model(r), &(struct explicit_options){.traces = true}, &mem);
    struct result result = {0};
    explicit_check(e, counter_property(r, 0), &result);
    assert_int_equal(result.verdict, VERDICT_HOLDS);
    assert_true(explicit_count_states(e, &count, &cause));
    assert_int_equal(count, 9000);
    explicit_check(e, counter_property(r, 1), &result);
    assert_int_equal(result.verdict, VERDICT_FAILS);
    struct trace lifted;
    const struct model_reduction layer = counter_layer(r);
    assert_int_equal(reduction_lift(&layer, &result.trace, &lifted), LIFT_DONE);
    assert_int_equal(trace_length(&lifted), 3);
    trace_close(&lifted, &mem);
    trace_close(&result.trace, &mem);
    explicit_free(e);
    counter_free(r);
    model_free(m);
    murphi_tree_close(&tree);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

// Twenty local states, of which the closure cannot see that most are empty; a walk can, and the checker confirms it.
static void test_narrow(void **state)
{
    struct counted_case k;
    UNUSED(state);
    counted_open(
        &k, "type Proc: scalarset(3); Level: 0..24; var level: array [Proc] of Level; top: array [Proc] of boolean;\n"
            "ruleset p: Proc do\n"
            "  rule \"up\" level[p] < 24 & (level[p] < 3 | exists q: Proc do top[q] end) ==>\n"
            "    level[p] := level[p] + 1; end;\n"
            "  rule \"down\" level[p] = 3 ==> level[p] := 0; end;\n"
            "  rule \"top\" level[p] > 20 ==> top[p] := true; end;\n"
            "end;\n"
            "startstate for p: Proc do level[p] := 0; top[p] := false; end; end;\n"
            "invariant forall p: Proc do level[p] < 4 end;\n");
    assert_non_null(k.counters);
    assert_int_equal(counter_completeness(k.counters), SIZE_MAX);
    size_t wide = model_cell_count(counter_model(k.counters));
    counter_free(k.counters);
    k.counters = counter_reduce(k.per_orbit, k.properties, k.property_count, COUNTER_SEEN_LOCALS, &k.mem, &k.why);
    assert_non_null(k.counters);
    struct model *m = counter_model(k.counters);
    assert_true(wide > 20);
    assert_int_equal(model_cell_count(m), 4);
    assert_counters_agree(&k);
    struct checker *c = checker_new(m, &(struct check_options){.interleaved = counter_interleaved(k.counters)}, &k.mem);
    struct result result = {0};
    checker_check(c, counter_completeness(k.counters), &result);
    assert_int_equal(result.verdict, VERDICT_HOLDS);
    checker_free(c);
    counted_close(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells),         cmocka_unit_test(test_broadcast),
        cmocka_unit_test(test_refusals),      cmocka_unit_test(test_property_is_refused),
        cmocka_unit_test(test_many_pointers), cmocka_unit_test(test_thousands),
        cmocka_unit_test(test_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
