// Reading and lowering can be given up at any moment: the answer is no, and nothing is left behind.
#include "../cases.h"
#include "murphi_text.h"

#include "murphi/lower.h"

static const char model_text[] =
    "const N: 4; "
    "type P: scalarset(N); E: enum {idle, busy}; M: record who: P; what: 0..3 end; Net: multiset [3] of M; "
    "var s: array [P] of E; n: 0..9; net: Net; grid: array [P] of array [0..3] of boolean; "
    "function sum(): 0..9; var k: 0..9; begin k := 0; for p: P do if s[p] = busy & k < 9 then k := k + 1; end; end; "
    "return k; end; "
    "startstate begin n := 0; undefine net; for p: P do s[p] := idle; for i: 0..3 do grid[p][i] := false; end; end; "
    "end; "
    "ruleset p: P; i: 0..3 do rule \"go\" s[p] = idle ==> var m: M; begin s[p] := busy; grid[p][i] := true; "
    "  m.who := p; m.what := i; if multisetcount(k: net, true) < 3 then multisetadd(m, net); end; n := sum(); end; "
    "end; "
    "ruleset p: P do rule \"stop\" s[p] = busy ==> begin s[p] := idle; while n > 3 do n := n - 1; end; end; "
    "choose k: net do rule \"take\" net[k].who = p ==> begin multisetremove(k, net); end; end; end; "
    "invariant \"few\" forall p: P do forall q: P do p != q -> s[p] = idle | s[q] = idle | n < 9 end end; "
    "ctl \"back\" forall p: P do AG EF s[p] = idle end; ";

static bool lasts(void *context, const char *phase)
{
    size_t *left = context;
    assert_non_null(phase);
    return *left > 0 && (*left)--;
}

// Gives whether the model was made to its end.
static bool make(const char *text, size_t patience, bool per_orbit)
{
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"m.m", text, strlen(text)};
    struct murphi_tree tree;
    struct diag diag;
    diag_open(&diag, &mem);
    diag.goes_on = lasts;
    diag.context = &patience;
    struct model *model = model_new(&mem);
    const struct murphi_lower_options options = {.one_per_orbit = per_orbit};
    bool good =
        murphi_read_tree(&tree, &source, NULL, 0, &mem, &diag) && murphi_lower(&tree, model, &options, &mem, &diag);
    assert_int_equal(good, !diag.is_stopped);
    assert_int_equal(diag.errors, diag.is_stopped);
    model_free(model);
    murphi_tree_close(&tree);
    diag_close(&diag);
    assert_nothing_left(&mem);
    return good;
}

static void at_any_moment(void **state)
{
    UNUSED(state);
    for (int per_orbit = 0; per_orbit < 2; per_orbit++) {
        size_t patience = 0;
        while (!make(model_text, patience, per_orbit) && patience < 100000)
            patience += BY_KIND(1, 3, 3);
        assert_true(patience > 20 && patience < 100000);
    }
}

// One variable may be a million cells: naming them, setting them, and what a rule makes of them.
static void while_arrays_are_made(void **state)
{
    UNUSED(state);
    static const char arrays[] = "var x: array [0..39] of array [0..39] of boolean; r: record a, b: 0..3 end; "
                                 "startstate clear x; clear r; end; rule clear x; clear r; end;";
    size_t patience = 0;
    while (!make(arrays, patience, false) && patience < 100000)
        patience += BY_KIND(1, 3, 3);
    assert_true(patience > 6 * 1600 / 32 && patience < 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_any_moment), cmocka_unit_test(while_arrays_are_made)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
