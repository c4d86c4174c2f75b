// Random models: what is proved for every size holds in single ones, and z3 confirms the proofs of a part of them.
//
// COSET_CASES=N takes N models, from COSET_SEED on, and COSET_CONFIRM=K has z3 look at the proofs of one in K;
// `make fuzz-every-size` does so in several processes.
#include "../unit.h"

#include <unistd.h>

#include "size_judge.h"
#include "sized_text.h"
#include "written_text.h"

enum {
    CONFIRM = 10,
    TOGETHER = 50,
    LARGEST = 7,
    MANY = 30,
    FEW_STATES = 4
}; // one model in so many goes to z3, so many to one process

struct confirming {
    struct str scripts; // with a (reset) behind each
    size_t count;
    size_t obligations;
};

// All obligations of several scripts; steps are counted, not seconds.
static void confirm(struct confirming *c, struct size_totals *totals)
{
    char name[] = "/tmp/coset-sizes-XXXXXX", command[200], line[1000];
    int file = mkstemp(name);
    size_t unsat = 0, others = 0;
    assert_true(file >= 0);
    assert_int_equal(write(file, str_text(&c->scripts), c->scripts.count), c->scripts.count);
    close(file);
    snprintf(command, sizeof command, "z3 -memory:1500 rlimit=400000000 %s 2>&1", name);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    while (fgets(line, sizeof line, output)) {
        bool is_unsat = strcmp(line, "unsat\n") == 0;
        unsat += is_unsat;
        others += !is_unsat;
        if (!is_unsat)
            print_error("z3: %s", line);
    }
    pclose(output);
    if (others || unsat != c->obligations) {
        print_error("z3 does not confirm %s: %zu obligations, %zu answers unsat\n", name, c->obligations, unsat);
        totals->wrong++;
    } else {
        totals->confirmed += c->count;
        unlink(name);
    }
    str_clear(&c->scripts);
    c->count = c->obligations = 0;
}

// The same of one that asks for other elements: z3 may not come to an end, but it never says that it is wrong.
static void confirm_shown(const struct str *script, size_t obligations, struct size_totals *totals)
{
    char name[] = "/tmp/coset-shown-XXXXXX", command[200], line[1000];
    int file = mkstemp(name);
    size_t unsat = 0, sat = 0;
    assert_true(file >= 0);
    assert_int_equal(write(file, str_text(script), script->count), script->count);
    close(file);
    snprintf(command, sizeof command, "z3 -memory:500 rlimit=2000000 %s 2>&1", name);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    while (fgets(line, sizeof line, output)) {
        unsat += strcmp(line, "unsat\n") == 0;
        sat += strcmp(line, "sat\n") == 0;
    }
    pclose(output);
    totals->shown_confirmed += unsat == obligations;
    totals->wrong += sat > 0;
    if (sat)
        print_error("z3 refutes %s\n", name);
    else
        unlink(name);
}

static bool has_solver(void)
{
    return system("command -v z3 >/dev/null 2>&1") == 0;
}

static void what_is_proved_holds(void **state)
{
    struct dice dice = dice_for(__func__);
    struct mem mem = MEM_UNLIMITED;
    struct size_totals totals = {0};
    struct confirming confirming = {0};
    struct str text = {0}, script = {0}, shown = {0}, words = {0};
    bool has_z3 = has_solver();
    const char *given = getenv("COSET_CONFIRM");
    int one_in = given && atoi(given) > 0 ? atoi(given) : CONFIRM;
    (void)state;
    for (int i = 0; i < cases_for(100, 20, 10); i++) {
        bool is_confirmed = has_z3 && i % one_in == 0;
        size_t obligations = totals.obligations, shown_obligations = totals.shown_obligations;
        str_clear(&text);
        str_clear(&script);
        str_clear(&shown);
        str_clear(&words);
        if (i % 2)
            written_text(&dice, &mem, &text);
        else
            sized_text(&dice, &mem, &text);
        const struct size_case one = {.text = str_text(&text),
                                      .length = text.count,
                                      .most = LARGEST,
                                      .script = is_confirmed ? &script : NULL,
                                      .shown = &shown,
                                      .words = &words,
                                      .mem = &mem,
                                      .dialect = i % 3 ? MURPHI_DIALECT_CMURPHI : MURPHI_DIALECT_RUMUR,
                                      .has_few_checks = i / 2 % 3,
                                      .is_short = given,
                                      .first_states = i / 2 % 2 ? 1 + (size_t)dice_roll(&dice, FEW_STATES) : 0,
                                      .contexts = i / 4 % 2 ? CONTEXTS_FEW : CONTEXTS_ALL};
        if (!size_judge(&one, &totals))
            fprintf(stderr, "%s%s\n", str_text(&words), str_text(&text)); // of any length
        if (shown.count)
            confirm_shown(&shown, totals.shown_obligations - shown_obligations, &totals);
        if (!script.count)
            continue;
        str_add(&mem, &confirming.scripts, "%s(reset)\n", str_text(&script));
        confirming.obligations += totals.obligations - obligations;
        if (++confirming.count == TOGETHER)
            confirm(&confirming, &totals);
    }
    if (confirming.count)
        confirm(&confirming, &totals);
    print_message(
        "%zu models, %zu of them not covered; %zu properties proved, %zu with guesses (%zu were wrong), %zu by "
        "counters, %zu only so, %zu by %zu "
        "quantified invariants, %zu only by %zu that ask for other elements, which %zu states satisfy, %zu of them "
        "explained, %zu of %zu shown are confirmed; %zu fail, %zu of "
        "these only in sizes above 4, %zu open; %zu sizes searched; %zu proofs confirmed by z3, with %zu obligations; "
        "%zu wrong\n",
        totals.models, totals.refused, totals.proved, totals.guessed, totals.wrong_guesses, totals.counted,
        totals.only_counted, totals.by_views, totals.views, totals.by_contexts, totals.contexts, totals.viewed,
        totals.explained, totals.shown_confirmed, totals.shown, totals.failing, totals.large, totals.open,
        totals.searched, totals.confirmed, totals.obligations, totals.wrong);
    str_free(&mem, &text);
    str_free(&mem, &script);
    str_free(&mem, &shown);
    str_free(&mem, &words);
    str_free(&mem, &confirming.scripts);
    assert_int_equal(totals.wrong, 0);
    bool has_all = totals.proved > 0 && totals.counted > 0 && totals.contexts > 0 && totals.viewed > 0;
    assert_true(has_all || totals.models < MANY);
    assert_nothing_left(&mem);
}

// The keeper hinders who wants to be alone, and is sent away by a rule that is about two others: who sees only these
// does not see it go. With five elements somebody is alone while another one is inside.
static const char sent_away[] =
    "const N: 3; type P: scalarset(N);\n"
    "var at: array [P] of enum { out, keeps, inside, alone, first, second, gone };\n"
    "ruleset p: P do\n"
    "  rule at[p] = out & forall q: P do at[q] = out | at[q] = first | at[q] = second end ==> begin at[p] := keeps; "
    "end;\n"
    "  rule at[p] = out & exists q: P do at[q] = keeps end ==> begin at[p] := inside; end;\n"
    "  rule at[p] = out ==> begin at[p] := first; end;\n"
    "  rule at[p] = out ==> begin at[p] := second; end;\n"
    "  rule at[p] = out & forall q: P do at[q] != keeps end ==> begin at[p] := alone; end;\n"
    "end;\n"
    "rule exists q: P do at[q] = first end & exists q: P do at[q] = second end ==>\n"
    "  begin for q: P do if at[q] = keeps then at[q] := gone; end; end; end;\n"
    "startstate begin for p: P do at[p] := out; end; end;\n"
    "invariant forall p: P do forall q: P do !(at[p] = inside & at[q] = alone) end end;\n";

static void what_changes_unseen_is_known_to(void **state)
{
    struct mem mem = MEM_UNLIMITED;
    struct size_totals totals = {0};
    struct str words = {0};
    const struct size_case one = {.text = sent_away,
                                  .length = sizeof sent_away - 1,
                                  .most = 5,
                                  .words = &words,
                                  .contexts = CONTEXTS_ALL,
                                  .mem = &mem};
    (void)state;
    assert_true(size_judge(&one, &totals));
    assert_true(totals.contexts == 2 && totals.by_views + totals.proved + totals.counted == 0);
    str_free(&mem, &words);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_proved_holds),
                                       cmocka_unit_test(what_changes_unseen_is_known_to)};
    return RUN(tests);
}
