// Proofs by counters without bound: random models of components in few local states, of one class or two, with global
// variables that hold elements, quantifiers in guards, and loops. What is said to hold for every size from 2 on holds
// in sizes 2 to 6 by explicit-state search, which shares nothing with counters; many of the properties need 3, 4, 5 or
// 6 elements to fail. It is the proof alone that is looked at: a family searches its first four sizes in any case.
//
// What counters reach is written as invariants, and z3 confirms them: each proof, or as many as there is time for.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"
#include "../unit.h"

#include "../cases.h"
#include "../cause_text.h"
#include "../dice.h"

#include "../smtlib/solver.h"
#include "api/api_internal.h"
#include "base/random.h"
#include "base/str.h"
#include "run/every_size/counter_proof.h"

#define CASES cases_for(60, 6, 3)

enum { SEARCHED = 1, LARGEST = 6 };

// ---- Random models --------------------------------------------------------------------------------------------------

struct maker {
    struct mem *mem;
    uint64_t dice;
    struct str out;
    bool has_flag, has_mark, has_owner, has_second, has_switch, has_phase, may_be_undefined;
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

// Something about one element of P, or of no element if there is none.
static void put_atom(struct maker *k, const char *element)
{
    int kind = one_of(k, 8);
    if (kind == 0 && k->has_switch)
        put(k, "%son", chance(k, 50) ? "!" : "");
    else if (kind == 1 && k->has_phase)
        put(k, "phase %s %d", chance(k, 60) ? "=" : "!=", one_of(k, 3));
    else if (kind == 2 && k->has_owner && element)
        put(k, "owner %s %s", chance(k, 50) ? "=" : "!=", element);
    else if (kind == 3 && k->has_owner && k->has_flag)
        put(k, "%sflag[owner]", chance(k, 50) ? "!" : "");
    else if (kind == 4 && k->has_owner && !element)
        put(k, "at[owner] %s s%d", chance(k, 50) ? "=" : "!=", one_of(k, k->states));
    else if (kind == 5 && k->has_mark && element && chance(k, 50))
        put(k, "mark[%s] %s %d", element, chance(k, 50) ? "=" : "!=", one_of(k, 3));
    else if (kind == 5 && k->has_flag && element)
        put(k, "%sflag[%s]", chance(k, 50) ? "!" : "", element);
    else if (element)
        put(k, "at[%s] %s s%d", element, chance(k, 65) ? "=" : "!=", one_of(k, k->states));
    else
        put(k, "true");
}

// What all or some elements are like.
static void put_quantified(struct maker *k, const char *besides)
{
    if (k->has_second && chance(k, 30)) {
        put(k, "(%s y: Q do b[y] %s t%d end)", chance(k, 50) ? "forall" : "exists",
            chance(k, 50) ? "=" : "!=", one_of(k, 3));
        return;
    }
    bool is_universal = chance(k, 50);
    put(k, "(%s x: P do ", is_universal ? "forall" : "exists");
    if (besides && chance(k, 40))
        put(k, is_universal ? "x = %s | " : "x != %s & ", besides);
    put_atom(k, "x");
    if (chance(k, 40)) {
        put(k, " %s ", chance(k, 50) ? "|" : "&");
        put_atom(k, "x");
    }
    put(k, " end)");
}

static void put_condition(struct maker *k, const char *element, int terms)
{
    for (int i = 0; i < terms; i++) {
        put(k, "%s(", i > 0 ? " & " : "");
        if (chance(k, 35))
            put_quantified(k, element);
        else
            put_atom(k, element);
        if (chance(k, 20)) {
            put(k, " | ");
            put_atom(k, element);
        }
        put(k, ")");
    }
}

static void put_assignment(struct maker *k, const char *element)
{
    int kind = one_of(k, 8);
    if (kind == 0 && k->has_switch)
        put(k, "on := %s; ", chance(k, 50) ? "true" : "!on");
    else if (kind == 1 && k->has_phase)
        put(k, "phase := %d; ", one_of(k, 3));
    else if (kind == 2 && k->has_owner && element)
        put(k, "owner := %s; ", element);
    else if (kind == 3 && k->has_owner && k->may_be_undefined)
        put(k, "undefine owner; ");
    else if (kind == 4 && k->has_mark && element && chance(k, 60))
        put(k, "mark[%s] := %d; ", element, one_of(k, 3));
    else if (kind == 4 && k->has_flag && element)
        put(k, "flag[%s] := %s; ", element, chance(k, 50) ? "true" : "false");
    else if (kind == 5) {
        put(k, "for x: P do ");
        if (chance(k, 70)) {
            put(k, "if ");
            put_atom(k, "x");
            put(k, " then at[x] := s%d; end; ", one_of(k, k->states));
        } else {
            put(k, "at[x] := %s; ", chance(k, 50) ? "s0" : "(at[x] = s1 ? s2 : at[x])");
        }
        put(k, "end; ");
    } else if (element)
        put(k, "at[%s] := s%d; ", element, one_of(k, k->states));
    else if (k->has_switch)
        put(k, "on := !on; ");
}

static void put_rule(struct maker *k, int number)
{
    int count = chance(k, 15) ? 0 : 1 + chance(k, 30);
    bool has_pair = k->has_second && chance(k, 40);
    if (count > 0)
        put(k, "ruleset u: P do ");
    if (count > 1)
        put(k, "ruleset v: P do ");
    if (has_pair)
        put(k, "ruleset w: Q do ");
    put(k, "rule \"r%d\" ", number);
    if (count > 0)
        put(k, "at[u] = s%d & ", one_of(k, k->states));
    if (count > 1 && chance(k, 30)) // two of them, and no third one
        put(k, "u != v & at[v] = at[u] & (forall x: P do x = u | x = v | at[x] != s%d end) & ", one_of(k, k->states));
    else if (count > 1)
        put(k, "%sat[v] = s%d & ", chance(k, 60) ? "u != v & " : "", one_of(k, k->states));
    if (has_pair)
        put(k, "b[w] = t%d & ", one_of(k, 3));
    put_condition(k, count > 0 ? "u" : NULL, 1 + chance(k, 20));
    put(k, " ==> begin ");
    if (count > 0 && chance(k, 80))
        put(k, "at[u] := s%d; ", one_of(k, k->states));
    if (has_pair)
        put(k, "b[w] := t%d; ", one_of(k, 3));
    for (int i = one_of(k, 3); i > 0; i--)
        put_assignment(k, count > 1 && chance(k, 50) ? "v" : count > 0 ? "u" : NULL);
    put(k, "end; ");
    for (int i = 0; i < count + has_pair; i++)
        put(k, "end; ");
    put(k, "\n");
}

// Elements go from the first state to any other, once; and when there is one in each of them, something happens. It
// takes as many elements as there are states.
static void put_late_rules(struct maker *k)
{
    for (int i = 1; i < k->states; i++)
        put(k, "ruleset u: P do rule \"to s%d\" at[u] = s0 ==> begin at[u] := s%d; end; end;\n", i, i);
    put(k, "rule \"all\" ");
    for (int i = 1; i < k->states; i++)
        put(k, "(exists x: P do at[x] = s%d end) & ", i);
    put(k, "%s ==> begin late := true; end;\n", chance(k, 50) ? "(exists x: P do at[x] = s0 end)" : "true");
}

static void put_invariant(struct maker *k, int number)
{
    static const char *const names[] = {"i", "j", "h"};
    int kind = one_of(k, 6);
    put(k, "invariant \"p%d\" ", number);
    if (kind == 0) {
        put_quantified(k, NULL);
        put(k, " | ");
        put_quantified(k, NULL);
        put(k, ";\n");
        return;
    }
    if (kind == 1) { // one element each in several states
        put(k, "!(");
        for (int i = one_of(k, 2); i < k->states; i++)
            put(k, "(exists x: P do at[x] = s%d end) & ", i);
        put(k, "true);\n");
        return;
    }
    int count = 1 + one_of(k, 3);
    for (int i = 0; i < count; i++)
        put(k, "forall %s: P do ", names[i]);
    if (count > 1)
        put(k, count > 2 ? "i != j & j != h & i != h -> " : "i != j -> ");
    put(k, "!(");
    int common = chance(k, 40) ? 1 + one_of(k, k->states - 1) : 0; // several in one state
    for (int i = 0; i < count; i++)
        put(k, "at[%s] = s%d & ", names[i], common ? common : 1 + one_of(k, k->states - 1));
    if (chance(k, 40))
        put_condition(k, "i", 1);
    else
        put(k, "true");
    put(k, ")");
    for (int i = 0; i < count; i++)
        put(k, " end");
    put(k, ";\n");
}

static void put_start(struct maker *k)
{
    put(k, "ruleset q: P do startstate begin for x: P do at[x] := %s; %send; ",
        chance(k, 30) ? "x = q ? s1 : s0" : "s0",
        !k->has_flag          ? ""
        : chance(k, 50)       ? "flag[x] := false; "
        : k->may_be_undefined ? ""
                              : "flag[x] := x = q; ");
    if (k->has_mark)
        put(k, "for x: P do mark[x] := 0; end; ");
    if (k->has_second)
        put(k, "for y: Q do b[y] := t0; end; ");
    put(k, "%s%s%slate := false; end; end;\n",
        !k->has_owner                          ? ""
        : k->may_be_undefined && chance(k, 50) ? "undefine owner; "
                                               : "owner := q; ",
        k->has_switch ? "on := false; " : "", k->has_phase ? "phase := 0; " : "");
}

static void put_model(struct maker *k)
{
    k->states = 3 + one_of(k, 4);
    k->has_flag = k->states < 5 && chance(k, 40);
    k->has_mark = k->has_flag && chance(k, 40);
    k->has_owner = chance(k, 45);
    k->has_second = k->states < 5 && chance(k, 25);
    k->has_switch = chance(k, 40);
    k->has_phase = chance(k, 30);
    k->may_be_undefined = chance(k, 25);
    put(k, "const N: 3;\ntype P: scalarset(N); %sS: enum {s0", k->has_second ? "Q: scalarset(N); " : "");
    for (int i = 1; i < k->states; i++)
        put(k, ", s%d", i);
    put(k, "};%s\nvar at: array [P] of S; late: boolean; %s%s%s%s%s%s\n", k->has_second ? " T: enum {t0, t1, t2};" : "",
        k->has_flag ? "flag: array [P] of boolean; " : "", k->has_mark ? "mark: array [P] of 0..2; " : "",
        k->has_second ? "b: array [Q] of T; " : "", k->has_owner ? "owner: P; " : "",
        k->has_switch ? "on: boolean; " : "", k->has_phase ? "phase: 0..2; " : "");
    put_start(k);
    if (chance(k, 40)) {
        put_late_rules(k);
        put(k, "invariant \"late\" !late;\n");
    }
    for (int i = 2 + one_of(k, 4); i > 0; i--)
        put_rule(k, i);
    for (int i = 2 + one_of(k, 2); i > 0; i--)
        put_invariant(k, i);
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

static coset_model *open_model(const char *text)
{
    char *error = NULL;
    coset_model *model = coset_open_text("model.m", text, strlen(text), NULL, &error);
    if (!model)
        fail_msg("%s\n%s", error ? error : "no model", text);
    return model;
}

static coset_family *search_sizes(coset_model *model)
{
    char *error = NULL;
    const coset_options options = {.symmetry = COSET_SYMMETRY_EXPLICIT, .no_traces = true};
    const coset_range range = {"N", 1, LARGEST, NULL, false};
    coset_family *family = coset_check_family(model, &range, &options, &error);
    if (!family)
        fail_msg("%s", error ? error : "no family");
    return family;
}

struct tally {
    size_t proved, failing, late; // late: only with more than three elements
    size_t scripts, obligations, unconfirmed, uncovered;
    struct certified verdicts;
};

// The smallest size above those that nobody is asked for in which a property fails; else a larger one.
static int64_t first_failing(coset_family *sizes, const char *text)
{
    int64_t size = LARGEST + 1;
    for (size_t i = 0; i < coset_family_property_count(sizes); i++)
        if (strcmp(coset_family_property_text(sizes, i), text) == 0)
            for (size = SEARCHED + 1; size <= LARGEST && coset_family_verdict(sizes, i, size) == COSET_HOLDS;)
                size++;
    return size;
}

static struct counter_goal *prove(coset_model *model, struct arena *arena)
{
    const struct model *m = model->input->model;
    size_t count = model_property_count(m);
    struct counter_goal *goals = arena_alloc(arena, (count + 1) * sizeof *goals);
    const struct size_proof_setup setup = {
        .job = &model->reading, .constant = "N", .example = model->input, .example_size = 3, .wants_invariants = true};
    for (size_t i = 0; i < count; i++)
        goals[i] = (struct counter_goal){.goal = model_property(m, i)->goal};
    counter_proof_decide(&model->run, &setup, SEARCHED, goals, count, arena);
    return goals;
}

// The obligations of all goals that were proved together with this one.
static bool write_script(coset_model *model, const struct counter_goal *goals, size_t count, size_t at, struct str *out,
                         size_t *obligations, struct arena *arena, struct cause *why)
{
    goal_id proved[32];
    struct size_script script = {.example = model->input,
                                 .constant = "N",
                                 .invariants = goals[at].invariants->text,
                                 .name = COUNTER_INVARIANT_NAME,
                                 .proved = proved,
                                 .least_size = goals[at].elements};
    for (size_t i = 0; i < count; i++)
        if (goals[i].holds && goals[i].invariants == goals[at].invariants)
            proved[script.proved_count++] = goals[i].goal;
    return size_script_write(&model->run, &script, out, obligations, arena, why);
}

static void confirm(coset_model *model, const struct counter_goal *goals, size_t count, uint64_t seed,
                    struct tally *tally)
{
    struct mem *mem = &model->run.mem;
    const struct counter_invariants *last = NULL;
    for (size_t i = 0; i < count && solver_is_there("z3"); i++) {
        struct str script = {0};
        struct arena arena = {.mem = mem};
        struct cause why;
        answer_array answers = {0};
        size_t obligations = 0;
        if (!goals[i].holds || goals[i].invariants == last)
            continue;
        last = goals[i].invariants;
        if (!last->text || !write_script(model, goals, count, i, &script, &obligations, &arena, &why)) {
            tally->uncovered++;
            if (getenv("COSET_SHOW"))
                print_message("# COSET_SEED=%llu: %s\n", (unsigned long long)seed,
                              cause_text(last->why ? cause_of(last->why) : why).at);
        } else {
            tally->scripts++;
            tally->obligations += obligations;
            solver_ask("z3", &script, mem, &answers);
            size_t unsat = solver_count(&answers, ANSWER_UNSAT), sat = solver_count(&answers, ANSWER_SAT);
            tally->unconfirmed += unsat != obligations;
            if (sat || answers.count != obligations)
                fail_msg("COSET_SEED=%llu: z3 refutes the invariants: %zu unsat, %zu sat, of %zu\n%s\n%s",
                         (unsigned long long)seed, unsat, sat, obligations, last->text, str_text(&script));
        }
        array_free(mem, &answers);
        str_free(mem, &script);
        arena_free(&arena);
    }
}

// What is proved for every size is certified for one.
static void certify(const char *text, const struct model *m, const struct counter_goal *goals, uint64_t seed,
                    struct tally *tally)
{
    static const char *const sizes[] = {"N=2", "N=3", "N=4"};
    const char *constant = sizes[seed % 3], *proved[CERTIFIED_MOST];
    size_t count = 0;
    for (size_t i = 0; i < model_property_count(m) && i < CERTIFIED_MOST; i++)
        if (goals[i].holds)
            proved[count++] = model_property(m, i)->text;
    const struct subject_reading reading = {.language = SUBJECT_MURPHI, .constants = &constant, .constant_count = 1};
    if (count && !certified_agrees_on(&tally->verdicts, text, strlen(text), &reading, proved, count))
        fail_msg("COSET_SEED=%llu: %s: %s\n%s", (unsigned long long)seed, constant, tally->verdicts.error, text);
}

static void compare(const char *text, uint64_t seed, struct tally *tally)
{
    coset_model *model = open_model(text), *other = open_model(text);
    coset_family *sizes = search_sizes(other);
    const struct model *m = model->input->model;
    size_t count = model_property_count(m);
    struct arena arena = {.mem = &model->run.mem};
    const struct counter_goal *goals = prove(model, &arena);
    for (size_t i = 0; i < count; i++) {
        int64_t size = first_failing(sizes, model_property(m, i)->text);
        tally->proved += goals[i].holds;
        tally->failing += size <= LARGEST;
        tally->late += size <= LARGEST && size > 3;
        if (getenv("COSET_SHOW"))
            print_message("# %s: %s\n", model_property(m, i)->text,
                          goals[i].holds ? "proved" : cause_text(goals[i].why).at);
        if (goals[i].holds && size <= LARGEST)
            fail_msg("COSET_SEED=%llu: \"%s\" fails for N = %d, and is proved\n%s", (unsigned long long)seed,
                     model_property(m, i)->text, (int)size, text);
    }
    confirm(model, goals, count, seed, tally);
    certify(text, m, goals, seed, tally);
    arena_free(&arena);
    coset_family_free(sizes);
    coset_close(model);
    coset_close(other);
}

static void what_counters_prove_holds_in_small_sizes(void **state)
{
    struct mem mem = MEM_UNLIMITED;
    uint64_t first = dice_seed();
    struct tally tally = {0};
    (void)state;
    for (uint64_t seed = first; seed < first + (uint64_t)CASES; seed++) {
        struct maker k = {.mem = &mem, .dice = seed * UINT64_C(0x2545f4914f6cdd1d) + 1};
        put_model(&k);
        compare(str_text(&k.out), seed, &tally);
        str_free(&mem, &k.out);
    }
    print_message("# %zu proved, %zu fail, %zu of them with more than three elements only; %zu scripts with %zu "
                  "obligations, %zu of them not confirmed by z3; %zu proofs without a script\n",
                  tally.proved, tally.failing, tally.late, tally.scripts, tally.obligations, tally.unconfirmed,
                  tally.uncovered);
    assert_true(getenv("COSET_SEED") || (tally.proved > 0 && tally.failing > 0));
    certified_assert(&tally.verdicts, 80);
}

// ---- Single models --------------------------------------------------------------------------------------------------

static size_t proved_of(const char *text)
{
    struct tally tally = {0};
    compare(text, 0, &tally);
    return tally.proved;
}

#define STATES(states) \
    "const N: 3; type P: scalarset(N); S: enum {" states "}; var at: array [P] of S; x: boolean;\n" \
    "startstate begin for p: P do at[p] := s0; end; x := false; end;\n"
#define MOVE(from, to) "ruleset p: P do rule at[p] = " from " ==> begin at[p] := " to "; end; end;\n"

// Two is "two or more", and so is three.
static void more_elements_than_counters_tell_are_not_excluded(void **state)
{
    (void)state;
    assert_int_equal(
        proved_of(STATES("s0, s1") MOVE("s0", "s1") MOVE(
            "s1", "s0") "invariant \"not three\" forall p: P do forall q: P do forall r: P do\n"
                        "p != q & q != r & p != r -> !(at[p] = s1 & at[q] = s1 & at[r] = s1) end end end;"),
        1); // there is no deadlock
}

// Five kinds with one element each: nothing of less than five elements shows it.
static void what_needs_five_elements_to_fail_is_not_proved(void **state)
{
    (void)state;
    assert_int_equal(
        proved_of(STATES("s0, s1, s2, s3, s4, s5") MOVE("s0", "s1") MOVE("s0", "s2") MOVE("s0", "s3") MOVE("s0", "s4")
                      MOVE("s0", "s5") "invariant \"not all\" !((exists p: P do at[p] = s1 end)\n"
                                       "& (exists p: P do at[p] = s2 end) & (exists p: P do at[p] = s3 end)\n"
                                       "& (exists p: P do at[p] = s4 end) & (exists p: P do at[p] = s5 end));"),
        0);
    assert_int_equal(
        proved_of(STATES("s0, s1, s2, s3, s4, s5") MOVE("s0", "s1") MOVE("s0", "s2") MOVE("s0", "s3") MOVE("s0", "s4")
                      MOVE("s0", "s5") "rule (exists p: P do at[p] = s1 end) & (exists p: P do at[p] = s2 end)\n"
                                       "& (exists p: P do at[p] = s3 end) & (exists p: P do at[p] = s4 end)\n"
                                       "& (exists p: P do at[p] = s5 end) ==> begin x := true; end;\n"
                                       "invariant \"never\" !x;"),
        0);
}

// A rule for two elements and no third one: with more of them there is a deadlock.
static void a_rule_for_exactly_two_is_not_enabled_for_more(void **state)
{
    (void)state;
    assert_int_equal(
        proved_of(STATES("s0, s1") MOVE(
            "s0", "s1") "ruleset p: P; q: P do rule p != q & at[p] = s1 & at[q] = s1 &\n"
                        "(forall r: P do r = p | r = q | at[r] != s1 end) ==> begin at[p] := s0; end; end;"),
        0);
}

// One of several goes away, and others may stay: that nobody is left is not known. (Only what is true in all states is
// proved.)
static void who_stays_behind_is_counted(void **state)
{
    (void)state;
    assert_int_equal(proved_of(STATES("s0, s1, s2") MOVE(
                         "s0", "s1") "ruleset p: P do rule at[p] = s1 & !(exists q: P do at[q] = s0 end) ==>\n"
                                     "begin at[p] := s2; x := exists q: P do q != p & at[q] = s1 end; end; end;\n"
                                     "rule true ==> begin for p: P do at[p] := s0; end; end;\n"
                                     "invariant \"nobody\" !x;\n"
                                     "invariant \"first\" (exists q: P do at[q] = s0 end) -> !x | x;"),
                     1);
}

// A component is special from nine elements on only. No size that is looked at shows that local state, and there are so
// many that only those have counters that are seen.
static void local_states_that_only_large_sizes_have_are_seen(void **state)
{
    coset_model *model = open_model("const N: 3; type P: scalarset(N); S: enum {fresh, used, special};\n"
                                    "var at: array [P] of S; mark: array [P] of 0..9; phase: 0..9;\n"
                                    "startstate begin for p: P do at[p] := fresh; mark[p] := 0; end; phase := 0; end;\n"
                                    "ruleset p: P do rule at[p] = fresh & phase < 9 ==>\n"
                                    "  begin at[p] := used; phase := phase + 1; end;\n"
                                    "rule phase = 9 ==> begin at[p] := special; end;\n"
                                    "rule mark[p] < 9 ==> begin mark[p] := mark[p] + 1; end; end;\n"
                                    "invariant \"never\" forall p: P do at[p] != special end;");
    struct arena arena = {.mem = &model->run.mem};
    const struct counter_goal *goals = prove(model, &arena);
    (void)state;
    assert_false(goals[0].holds);
    assert_true(goals[0].why.code);
    arena_free(&arena);
    coset_close(model);
}

// Two classes that grow, a bound on one state, a property that asks for some element, a deadlock.
static void what_holds_is_proved(void **state)
{
    (void)state;
    assert_int_equal(
        proved_of("const N: 3; type P: scalarset(N); Q: scalarset(N); S: enum {rest, busy};\n"
                  "var a: array [P] of S; b: array [Q] of S; free: boolean;\n"
                  "startstate for p: P do a[p] := rest; end; for q: Q do b[q] := rest; end; free := true; end;\n"
                  "ruleset p: P do rule free & a[p] = rest ==> begin a[p] := busy; free := false; end;\n"
                  "rule a[p] = busy ==> begin a[p] := rest; free := true; end; end;\n"
                  "ruleset q: Q do rule free & b[q] = rest ==> begin b[q] := busy; free := false; end;\n"
                  "rule b[q] = busy ==> begin b[q] := rest; free := true; end; end;\n"
                  "invariant \"one\" forall p: P do forall q: Q do !(a[p] = busy & b[q] = busy) end end;\n"
                  "invariant \"some\" free | (exists p: P do a[p] = busy end) | exists q: Q do b[q] = busy end;"),
        3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_counters_prove_holds_in_small_sizes),
        cmocka_unit_test(more_elements_than_counters_tell_are_not_excluded),
        cmocka_unit_test(what_needs_five_elements_to_fail_is_not_proved),
        cmocka_unit_test(a_rule_for_exactly_two_is_not_enabled_for_more),
        cmocka_unit_test(who_stays_behind_is_counted),
        cmocka_unit_test(local_states_that_only_large_sizes_have_are_seen),
        cmocka_unit_test(what_holds_is_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
