// Random models of the fragment that proofs for every size cover: what is said to hold for every size holds in sizes 1
// to 4 by explicit-state search without symmetries; and models by which proofs were once wrong.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"
#include "../unit.h"

#include "../cases.h"
#include "../dice.h"

#include "api/coset.h"
#include "base/random.h"
#include "base/str.h"

#define CASES cases_for(60, 8, 4)

enum { LARGEST = 4 };

// ---- Random models --------------------------------------------------------------------------------------------------

struct maker {
    struct mem *mem;
    uint64_t dice;
    struct str out;
    bool has_flag, has_holder, has_pointer, has_pairs, has_owner, has_switch, in_record, may_be_undefined;
    int states;
};

static int one_of(struct maker *k, int count)
{
    return (int)random_below(&k->dice, (uint64_t)count);
}

static bool chance(struct maker *k, int percent)
{
    return one_of(k, 100) < percent;
}

#define put(k, ...) str_add((k)->mem, &(k)->out, __VA_ARGS__)

static void put_place(struct maker *k, const char *array, const char *index)
{
    if (k->in_record)
        put(k, "c[%s].%s", index, array);
    else
        put(k, "%s[%s]", array, index);
}

// An element: one of the names in scope, or what a variable holds.
static void put_element(struct maker *k, const char *const *names, int count)
{
    if (count == 0 || (k->has_owner && chance(k, 20)))
        put(k, "%s", k->has_owner ? "owner" : names[0]);
    else if (k->has_pointer && chance(k, 15))
        put_place(k, "next", names[one_of(k, count)]);
    else
        put(k, "%s", names[one_of(k, count)]);
}

static void put_place_of(struct maker *k, const char *array, const char *const *names, int count)
{
    struct str rest = k->out;
    k->out = (struct str){0};
    put_element(k, names, count);
    struct str index = k->out;
    k->out = rest;
    put_place(k, array, str_text(&index));
    str_free(k->mem, &index);
}

static void put_atom(struct maker *k, const char *const *names, int count)
{
    int kind = one_of(k, 7);
    bool has_elements = count > 0 || k->has_owner;
    if (kind == 0 && k->has_switch) {
        put(k, "%son", chance(k, 50) ? "!" : "");
    } else if (kind == 1 && k->has_owner && count > 0) {
        put(k, "owner %s %s", chance(k, 50) ? "=" : "!=", names[one_of(k, count)]);
    } else if (kind == 2 && k->has_flag && has_elements) {
        put(k, "%s", chance(k, 50) ? "!" : "");
        put_place_of(k, "flag", names, count);
    } else if (kind == 3 && k->has_pointer && count > 0) {
        put_place_of(k, "next", names, count);
        put(k, " %s ", chance(k, 50) ? "=" : "!=");
        put_element(k, names, count);
    } else if (kind == 4 && k->has_pairs && count > 0) {
        put(k, "%s", chance(k, 50) ? "!" : "");
        put_place_of(k, "knows", names, count);
        put(k, "[%s]", names[one_of(k, count)]);
    } else if (kind == 5 && count > 1) {
        put(k, "%s %s %s", names[0], chance(k, 50) ? "=" : "!=", names[count - 1]);
    } else if (has_elements) {
        put_place_of(k, "at", names, count);
        put(k, " %s s%d", chance(k, 60) ? "=" : "!=", one_of(k, k->states));
    } else {
        put(k, "true");
    }
}

static void put_condition(struct maker *k, const char *const *names, int count, int depth)
{
    static const char *const operators[] = {"&", "&", "&", "|", "|", "->"};
    const char *more[8];
    char bound[8];
    if (depth == 0 || chance(k, 35)) {
        put_atom(k, names, count);
    } else if (chance(k, 25) && count < 7) {
        snprintf(bound, sizeof bound, "q%d", depth);
        for (int i = 0; i < count; i++)
            more[i] = names[i];
        more[count] = bound;
        put(k, "(%s %s: P do ", chance(k, 60) ? "forall" : "exists", bound);
        put_condition(k, more, count + 1, chance(k, 80) ? depth - 1 : 0);
        put(k, " end)");
    } else {
        put(k, "%s(", chance(k, 10) ? "!" : "");
        put_condition(k, names, count, depth - 1);
        put(k, " %s ", operators[one_of(k, 6)]);
        put_condition(k, names, count, depth - 1);
        put(k, ")");
    }
}

static void put_assignment(struct maker *k, const char *const *names, int count, const char *at)
{
    int kind = one_of(k, 6);
    const char *const only[] = {at};
    const char *const *targets = at ? only : names;
    int target_count = at ? 1 : count;
    if (kind == 0 && k->has_switch && !at) {
        put(k, "on := ");
        put_condition(k, names, count, 1);
    } else if (kind == 1 && k->has_owner && !at && count > 0) {
        put(k, "owner := ");
        put_element(k, names, count);
    } else if (kind == 2 && k->has_flag && target_count > 0) {
        put_place(k, "flag", targets[one_of(k, target_count)]);
        put(k, " := ");
        put_condition(k, names, count, chance(k, 30));
    } else if (kind == 3 && k->has_pointer && target_count > 0) {
        put_place(k, "next", targets[one_of(k, target_count)]);
        put(k, " := ");
        put_element(k, names, count);
    } else if (kind == 4 && k->has_pairs && target_count > 0) {
        put_place(k, "knows", targets[one_of(k, target_count)]);
        put(k, "[%s] := %s", names[one_of(k, count)], chance(k, 50) ? "true" : "false");
    } else if (target_count > 0) {
        put_place(k, "at", targets[one_of(k, target_count)]);
        if (chance(k, 20))
            put(k, " := "), put_place(k, "at", names[one_of(k, count)]);
        else
            put(k, " := s%d", one_of(k, k->states));
    } else {
        put(k, "%s", k->has_switch ? "on := !on" : "-- nothing\n");
    }
    put(k, "; ");
}

static void put_statement(struct maker *k, const char *const *names, int count, int depth)
{
    const char *more[8];
    if (depth > 0 && chance(k, 25)) {
        put(k, "if ");
        put_condition(k, names, count, 1);
        put(k, " then ");
        put_statement(k, names, count, depth - 1);
        if (chance(k, 50)) {
            put(k, "else ");
            put_statement(k, names, count, depth - 1);
        }
        put(k, "end; ");
    } else if (depth > 0 && chance(k, 25)) {
        for (int i = 0; i < count; i++)
            more[i] = names[i];
        more[count] = "j";
        put(k, "for j: P do ");
        if (chance(k, 50)) {
            put(k, "if ");
            put_condition(k, more, count + 1, chance(k, 40));
            put(k, " then ");
            put_assignment(k, more, count + 1, "j");
            put(k, "end; ");
        } else {
            put_assignment(k, more, count + 1, "j");
        }
        put(k, "end; ");
    } else {
        put_assignment(k, names, count, NULL);
        if (k->may_be_undefined && k->has_owner && chance(k, 10))
            put(k, "undefine owner; ");
    }
}

static void put_start(struct maker *k)
{
    put(k, "ruleset h: P do startstate begin for i: P do ");
    if (!k->may_be_undefined || chance(k, 60))
        put_place(k, "at", "i"), put(k, " := s0; ");
    if (k->has_flag)
        put_place(k, "flag", "i"), put(k, " := %s; ", chance(k, 30) ? "i = h" : chance(k, 70) ? "false" : "true");
    if (k->has_pointer && (!k->may_be_undefined || chance(k, 50)))
        put_place(k, "next", "i"), put(k, " := %s; ", chance(k, 50) ? "h" : "i");
    if (k->has_pairs)
        put(k, "for j: P do "), put_place(k, "knows", "i"), put(k, "[j] := false; end; ");
    put(k, "end; ");
    if (k->has_owner && (!k->may_be_undefined || chance(k, 50)))
        put(k, "owner := h; ");
    if (k->has_switch)
        put(k, "on := %s; ", chance(k, 50) ? "true" : "false");
    put(k, "end; end;\n");
}

static void put_rule(struct maker *k, int number)
{
    static const char *const names[] = {"u", "v"};
    int count = one_of(k, 5) == 0 ? 0 : 1 + chance(k, 35);
    for (int i = 0; i < count; i++)
        put(k, "ruleset %s: P do ", names[i]);
    put(k, "rule \"r%d\" ", number);
    if (count > 0)
        put_place(k, "at", "u"), put(k, " = s%d & ", one_of(k, k->states));
    put_condition(k, names, count, 2);
    put(k, " ==> begin ");
    for (int i = one_of(k, 3); i >= 0; i--)
        put_statement(k, names, count, 2);
    put(k, "end; ");
    for (int i = 0; i < count; i++)
        put(k, "end; ");
    put(k, "\n");
}

static void put_invariant(struct maker *k, int number)
{
    static const char *const names[] = {"k", "l"};
    int count = 1 + chance(k, 70);
    put(k, "invariant \"p%d\" ", number);
    for (int i = 0; i < count; i++)
        put(k, "forall %s: P do ", names[i]);
    if (chance(k, 15)) {
        put_condition(k, names, count, 2);
    } else {
        put(k, "%s!(", count > 1 ? "k != l -> " : "");
        for (int i = 0; i < count; i++) {
            put_place(k, "at", names[i]);
            put(k, " = s%d%s", 1 + one_of(k, k->states - 1), i + 1 < count ? " & " : "");
        }
        if (chance(k, 50))
            put(k, " & "), put_condition(k, names, count, 1);
        put(k, ")");
    }
    for (int i = 0; i < count; i++)
        put(k, " end");
    put(k, ";\n");
}

static void put_model(struct maker *k)
{
    k->states = 2 + one_of(k, 3);
    k->has_flag = chance(k, 60);
    k->has_pointer = chance(k, 35);
    k->has_pairs = chance(k, 15);
    k->has_owner = chance(k, 55);
    k->has_switch = chance(k, 60);
    k->in_record = chance(k, 30);
    k->may_be_undefined = chance(k, 30);
    put(k, "const N: 3;\ntype P: scalarset(N);\n  S: enum {s0, s1%s%s};\n", k->states > 2 ? ", s2" : "",
        k->states > 3 ? ", s3" : "");
    put(k, "%s", k->in_record ? "  R: record " : "var\n  ");
    put(k, k->in_record ? "at: S; " : "at: array [P] of S; ");
    if (k->has_flag)
        put(k, k->in_record ? "flag: boolean; " : "flag: array [P] of boolean; ");
    if (k->has_pointer)
        put(k, k->in_record ? "next: P; " : "next: array [P] of P; ");
    if (k->has_pairs)
        put(k, k->in_record ? "knows: array [P] of boolean; " : "knows: array [P] of array [P] of boolean; ");
    put(k, "%s\n", k->in_record ? "end;\nvar c: array [P] of R; " : "");
    put(k, "%s%s\n", k->has_owner ? "owner: P; " : "", k->has_switch ? "on: boolean;" : "");
    put_start(k);
    for (int i = 2 + one_of(k, 3); i > 0; i--)
        put_rule(k, i);
    for (int i = 2 + one_of(k, 2); i > 0; i--)
        put_invariant(k, i);
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

// Which properties hold for every size is asked first; then each size by itself.
static coset_family *check(const char *text, int64_t low, int64_t high, coset_symmetry symmetry, coset_model **model)
{
    char *error = NULL;
    const coset_options options = {.symmetry = symmetry, .no_traces = true};
    const coset_range range = {"N", low, high, NULL, false};
    *model = coset_open_text("model.m", text, strlen(text), NULL, &error);
    coset_family *family = *model ? coset_check_family(*model, &range, &options, &error) : NULL;
    if (!family)
        fail_msg("%s\n%s", error ? error : "no family", text);
    return family;
}

// What is proved for every size is certified for one.
static void certify(const char *text, coset_family *proved, uint64_t seed, struct certified *verdicts)
{
    static const char *const sizes[] = {"N=2", "N=3", "N=4"};
    const char *constant = sizes[seed % 3], *holding[CERTIFIED_MOST];
    size_t count = 0;
    for (size_t i = 0; i < coset_family_property_count(proved) && i < CERTIFIED_MOST; i++)
        if (coset_family_is_proved(proved, i))
            holding[count++] = coset_family_property_text(proved, i);
    const struct subject_reading reading = {.language = SUBJECT_MURPHI, .constants = &constant, .constant_count = 1};
    if (count && !certified_agrees_on(verdicts, text, strlen(text), &reading, holding, count))
        fail_msg("COSET_SEED=%llu: %s: %s\n%s", (unsigned long long)seed, constant, verdicts->error, text);
}

static size_t compare(const char *text, uint64_t seed, struct certified *verdicts)
{
    coset_model *proved_model, *model;
    coset_family *proved = check(text, 1, COSET_EVERY_SIZE, COSET_SYMMETRY_AUTO, &proved_model);
    coset_family *sizes = check(text, 1, LARGEST, COSET_SYMMETRY_OFF, &model);
    size_t count = 0;
    for (size_t i = 0; i < coset_family_property_count(proved); i++) {
        if (!coset_family_is_proved(proved, i))
            continue;
        count++;
        const char *asked = coset_family_property_text(proved, i);
        for (size_t k = 0; k < coset_family_property_count(sizes); k++)
            for (int64_t size = 1; size <= LARGEST && strcmp(asked, coset_family_property_text(sizes, k)) == 0; size++)
                if (coset_family_verdict(sizes, k, size) == COSET_FAILS)
                    fail_msg("COSET_SEED=%llu: \"%s\" fails for N = %d, and is proved for every size\n%s",
                             (unsigned long long)seed, asked, (int)size, text);
    }
    certify(text, proved, seed, verdicts);
    coset_family_free(proved);
    coset_family_free(sizes);
    coset_close(proved_model);
    coset_close(model);
    return count;
}

static void what_is_proved_for_every_size_holds_in_small_ones(void **state)
{
    struct mem mem = MEM_UNLIMITED;
    uint64_t first = dice_seed();
    size_t proved = 0;
    struct certified verdicts = {0};
    (void)state;
    for (uint64_t seed = first; seed < first + CASES; seed++) {
        struct maker k = {.mem = &mem, .dice = seed * UINT64_C(0x2545f4914f6cdd1d) + 1};
        put_model(&k);
        proved += compare(str_text(&k.out), seed, &verdicts);
        str_free(&mem, &k.out);
    }
    assert_true(proved > 0);
    certified_assert(&verdicts, 80);
}

// ---- Once wrong -----------------------------------------------------------------------------------------------------

static void proves(const char *text, size_t expected)
{
    assert_int_equal(compare(text, 0, &(struct certified){0}), expected);
}

// A guard that is true with one element only was looked at through more of them, where it is false: neither the error
// of the rule nor that x may become undefined was seen.
static void violations_of_the_smallest_size_are_seen(void **state)
{
    (void)state;
    proves("const N: 3; type P: scalarset(N); var x: boolean; a: array [P] of boolean; startstate x := false; end;\n"
           "ruleset u: P do rule (forall q: P do u = q end) ==> x := a[u]; end; end;\n"
           "invariant \"never\" !x;",
           0);
}

// The initial states of a size depend on the size.
static void start_states_that_count_are_refused(void **state)
{
    (void)state;
    proves("const N: 3; type P: scalarset(N); var a: array [P] of boolean; n: 0..9; x: boolean;\n"
           "startstate n := 0; x := false; for i: P do a[i] := false; n := n + 1; end; end;\n"
           "ruleset i: P do rule !a[i] & n = 3 ==> a[i] := true; x := true; end; end;\n"
           "invariant \"never\" !x;",
           0);
}

// Two elements that no cube names are not one.
static void start_states_with_two_parameters_are_refused(void **state)
{
    (void)state;
    proves("const N: 3; type P: scalarset(N); var x: boolean; y: boolean; a: array [P] of boolean;\n"
           "ruleset h: P; k: P do startstate for i: P do a[i] := false; end; x := h = k; y := false; end; end;\n"
           "rule !x ==> y := true; end;\n"
           "invariant \"never\" !y;",
           0);
}

// A counter is a size that is used as a number.
static void counts_of_elements_are_refused(void **state)
{
    (void)state;
    proves("const N: 3; type P: scalarset(N); var n: 0..N; a: array [P] of boolean;\n"
           "startstate n := 0; for i: P do a[i] := false; end; end;\n"
           "ruleset i: P do rule !a[i] ==> a[i] := true; n := n + 1; end; end;\n"
           "invariant \"few\" n <= 2;",
           0);
}

// One loop may gather as many truth values as an array has elements, each with a witness of its own. (What fails with
// four elements would be found by searching.)
static void loops_that_gather_in_arrays_are_refused(void **state)
{
    (void)state;
    proves("const N: 3; type P: scalarset(N); C: 1..5; var k: array [P] of 0..5; s: array [C] of boolean;\n"
           "startstate for i: P do k[i] := 0; end; for c: C do s[c] := false; end; end;\n"
           "ruleset i: P; c: C do rule k[i] = 0 ==> k[i] := c; end; end;\n"
           "rule forall c: C do !s[c] end ==>\n"
           "  for i: P do for c: C do if k[i] = c then s[c] := true; end; end; end; end;\n"
           "invariant \"not all\" !forall c: C do s[c] end;",
           0);
}

// Both fail for N = 5: each element has another one for which the matrix is false.
#define CHAINS \
    "const N: 3; type P: scalarset(N); var k: array [P] of 0..5; m: array [P] of array [P] of boolean;\n" \
    "x: boolean; u: boolean;\n" \
    "startstate undefine u; x := true; for i: P do k[i] := 5; for j: P do m[i][j] := true; end; end; end;\n" \
    "ruleset i: P; c: 0..4 do rule k[i] = 5 ==> k[i] := c; end; end;\n" \
    "ruleset i: P; j: P do rule k[i] != 5 & k[j] = (k[i] + 1) % 5 ==> m[i][j] := false; end; end;\n"

static void errors_without_a_bound_of_witnesses_are_refused(void **state)
{
    (void)state;
    proves(CHAINS "rule true ==> assert exists i: P do forall j: P do m[i][j] end end \"one is free\"; end;", 0);
    proves(CHAINS "rule exists i: P do forall j: P do m[i][j] end end | u ==> x := true; end;", 0);
}

// Only the size 1 has an initial state; it was looked for through one element and another one.
static void start_states_of_some_sizes_are_refused(void **state)
{
    (void)state;
    proves("const N: 3; type P: scalarset(N); var a: array [P] of boolean; x: boolean;\n"
           "ruleset p: P do startstate x := false; for i: P do a[i] := true; end;\n"
           "  assert forall i: P do i = p end \"one\"; end; end;\n"
           "ruleset p: P do rule a[p] ==> x := true; end; end;\n"
           "invariant \"never\" !x;",
           0);
}

// Some element is busy, or it is free: the invariants that are found backwards do not say that there is one.
static void a_proof_is_told(void **state)
{
    coset_model *model;
    coset_family *family =
        check("const N: 3; type P: scalarset(N); var busy: array [P] of boolean; free: boolean;\n"
              "startstate for p: P do busy[p] := false; end; free := true; end;\n"
              "ruleset p: P do rule free ==> busy[p] := true; free := false; end;\n"
              "rule busy[p] ==> busy[p] := false; free := true; end; end;\n"
              "invariant \"one\" forall p: P do forall q: P do p = q | !(busy[p] & busy[q]) end end;\n"
              "invariant \"some\" free | exists p: P do busy[p] end;\n"
              "invariant \"never\" forall p: P do !busy[p] end;",
              1, COSET_EVERY_SIZE, COSET_SYMMETRY_AUTO, &model);
    (void)state;
    assert_non_null(strstr(coset_family_proof(family, 0), "proved by backward reachability"));
    assert_non_null(strstr(coset_family_proof(family, 1), "proved by counters without bound, t = 2"));
    assert_null(coset_family_proof(family, 2));
    assert_null(coset_family_proof(family, 99));
    assert_true(coset_family_is_proved(family, 1) && !coset_family_is_proved(family, 2));
    coset_family_free(family);
    coset_close(model);
}

int main(void)
{
    setenv("COSET_CLOCK", "processor", 1); // ways to a proof take turns: the same ones on a loaded machine
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proved_for_every_size_holds_in_small_ones),
        cmocka_unit_test(violations_of_the_smallest_size_are_seen),
        cmocka_unit_test(start_states_that_count_are_refused),
        cmocka_unit_test(start_states_with_two_parameters_are_refused),
        cmocka_unit_test(counts_of_elements_are_refused),
        cmocka_unit_test(loops_that_gather_in_arrays_are_refused),
        cmocka_unit_test(errors_without_a_bound_of_witnesses_are_refused),
        cmocka_unit_test(start_states_of_some_sizes_are_refused),
        cmocka_unit_test(a_proof_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
