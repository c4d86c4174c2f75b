// Fairness of single components in quotients that take its conditions to each other: random models with justice,
// compassion and fair rules of components and pairs, by sets of representatives that follow conditions, by explicit
// search that follows threads, and by explicit search without any symmetry, which judges both. And what needs no
// fairness of rules, for it only asks for what can be reached, without it and with it.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"
#include "reference_orbits.h"

#include <string.h>

#include "check/check.h"
#include "explicit/explicit.h"
#include "orbit/quotient.h"
#include "reduce/instances/instances.h"

#define CASES cases_for(150, 20, 3)

struct maker {
    struct mem mem;
    struct dice dice;
    struct str text;
    int components, values;
    bool has_pairs, has_owner;
};

static int roll(struct maker *k, int sides)
{
    return dice_roll(&k->dice, sides);
}

// ---- Models ---------------------------------------------------------------------------------------------------------

#define put(k, ...) str_add(&(k)->mem, &(k)->text, __VA_ARGS__)

static void put_atom(struct maker *k, char p)
{
    int v = roll(k, k->values);
    switch (roll(k, k->has_owner ? 8 : 6)) {
    case 0:
    case 1:
        put(k, "s[%c] = %d", p, v);
        break;
    case 2:
        put(k, "s[%c] != %d", p, v);
        break;
    case 3:
        put(k, "forall x: P do s[x] != %d end", v);
        break;
    case 4:
        put(k, "exists x: P do x != %c & s[x] = %d end", p, v);
        break;
    case 5:
        put(k, "b");
        break;
    case 6:
        put(k, "isundefined(o)");
        break;
    default:
        put(k, "!isundefined(o) & o = %c", p);
    }
}

// The same for all components.
static void put_closed(struct maker *k)
{
    int kind = roll(k, 3), v = roll(k, k->values);
    if (kind == 0)
        put(k, "(!b)");
    else
        put(k, "(%s x: P do s[x] = %d end)", kind == 1 ? "exists" : "forall", v);
}

static void put_condition(struct maker *k, char p)
{
    put(k, "((");
    put_atom(k, p);
    if (roll(k, 2)) {
        put(k, roll(k, 2) ? ") & (" : ") | (");
        put_atom(k, p);
    }
    put(k, "))");
}

static void put_statement(struct maker *k, char p)
{
    switch (roll(k, k->has_owner ? 5 : 3)) {
    case 0:
        put(k, "s[%c] := %d; ", p, roll(k, k->values));
        break;
    case 1:
        put(k, "s[%c] := (s[%c] + 1) %% %d; ", p, p, k->values);
        break;
    case 2:
        put(k, "b := !b; ");
        break;
    case 3:
        put(k, "o := %c; ", p);
        break;
    default:
        put(k, "undefine o; ");
    }
}

static void put_rule(struct maker *k, int number)
{
    static const char *const fairness[] = {"", "", "fair ", "strongly fair "};
    bool of_pairs = k->has_pairs && roll(k, 4) == 0;
    put(k, "ruleset p: P%s do %srule \"r%d\" %s", of_pairs ? "; q: P" : "", fairness[roll(k, 4)], number,
        of_pairs ? "p != q & " : "");
    put_condition(k, 'p');
    if (of_pairs) {
        put(k, " & ");
        put_condition(k, 'q');
    }
    put(k, " ==> begin ");
    put_statement(k, 'p');
    if (of_pairs || roll(k, 3) == 0)
        put_statement(k, of_pairs ? 'q' : 'p');
    put(k, "end; end;\n");
}

static void put_fairness(struct maker *k)
{
    int kind = roll(k, 8);
    if (kind == 0) {
        put(k, "compassion ");
        put_closed(k);
        put(k, ", ");
        put_closed(k);
        put(k, ";\n");
        return;
    }
    bool of_pairs = kind == 1 && k->has_pairs;
    put(k, "ruleset p: P%s do %s ", of_pairs ? "; q: P" : "", kind < 5 ? "compassion" : "justice");
    if (of_pairs)
        put(k, "p != q & ");
    put_condition(k, 'p');
    if (kind < 5) {
        put(k, ", ");
        put_condition(k, of_pairs ? 'q' : 'p');
    }
    put(k, "; end;\n");
}

// Each @ is a condition.
static void put_formula(struct maker *k, const char *form, char p)
{
    for (; *form; form++)
        if (*form != '@')
            put(k, "%c", *form);
        else if (p)
            put_condition(k, p);
        else
            put_closed(k);
}

static void put_properties(struct maker *k)
{
    static const char *const linear[] = {"G F @", "F G @", "G (@ -> F @)", "@ U @", "G F @ -> G F @", "F @"};
    static const char *const branching[] = {"AG AF @", "AG (@ -> AF @)", "EG @", "AG EF @", "AF @", "E [@ U @]"};
    for (int i = 0; i < 6; i++) {
        bool is_linear = i % 2, is_of_one = i < 4;
        put(k, "%s \"f%d\" %s", is_linear ? "ltl" : "ctl", i, is_of_one ? "forall p: P do " : "");
        put_formula(k, (is_linear ? linear : branching)[roll(k, 6)], is_of_one ? 'p' : 0);
        put(k, is_of_one ? " end;\n" : ";\n");
    }
}

static void put_model(struct maker *k)
{
    k->components = 2 + roll(k, 3);
    k->values = 2 + roll(k, 2);
    k->has_pairs = k->components < 4;
    k->has_owner = roll(k, 3) == 0;
    put(k, "type P: scalarset(%d);\nvar s: array [P] of 0..%d; b: boolean;%s\n", k->components, k->values - 1,
        k->has_owner ? " o: P;" : "");
    put(k, "startstate begin for p: P do s[p] := 0; end; b := false; %send;\n", k->has_owner ? "undefine o; " : "");
    if (roll(k, 3) == 0)
        put(k, "ruleset p: P do startstate begin for x: P do s[x] := 0; end; s[p] := 1; b := true; %send; end;\n",
            k->has_owner ? "o := p; " : "");
    int rules = 2 + roll(k, 3), conditions = roll(k, 3);
    for (int i = 0; i < rules; i++)
        put_rule(k, i);
    for (int i = 0; i < conditions; i++)
        put_fairness(k);
    put_properties(k);
}

// ---- Checks ---------------------------------------------------------------------------------------------------------

struct way {
    struct maker *maker;
    struct model *model;
    struct mem *mem;
    struct property_instances instances;
    bool is_explicit;
    size_t followed, unfollowed;
};

struct moved {
    struct model *model;
    const struct symmetry *symmetry;
};

static void move_fairness(void *context, const uint32_t *permutation, uint32_t *images)
{
    const struct moved *k = context;
    assert_true(symmetry_fairness_image(k->symmetry, k->model, permutation, images));
}

static void check_explicitly(struct way *w, struct symmetry *s, size_t property, struct result *result)
{
    struct moved moved = {w->model, s};
    bool moves = symmetry_moves_fairness(s, w->model);
    const struct explicit_options options = {
        .symmetry = s, .fairness_image = moves ? move_fairness : NULL, .fairness_context = &moved};
    struct explicit_engine *e = explicit_new(w->model, &options, w->mem);
    explicit_check(e, property, result);
    explicit_free(e);
}

// By a group that keeps conditions, where they cannot be followed.
static void check_by_sets(struct way *w, struct symmetry *s, size_t property, struct result *result)
{
    struct symmetry *kept = symmetry_copy(s);
    enum quotient_search search = (enum quotient_search)roll(w->maker, 3);
    symmetry_restrict_to_fairness(kept, w->model);
    struct abstraction *a = NULL;
    if (!symmetry_equal(kept, s)) {
        a = quotient_new(s, search, DYNAMIC_SORT_RECURSION, w->mem);
        bool is_followed = quotient_follow_fairness(a, w->model);
        w->followed += is_followed;
        w->unfollowed += !is_followed;
        if (!is_followed) {
            quotient_free(a);
            a = NULL;
        }
    }
    if (!a && !symmetry_is_trivial(kept))
        a = quotient_new(kept, search, DYNAMIC_SORT_RECURSION, w->mem);
    struct checker *c = checker_new(w->model, &(struct check_options){.abstraction = a}, w->mem);
    checker_check(c, property, result);
    checker_free(c);
    quotient_free(a);
    symmetry_free(kept);
}

static void check_instance(void *context, struct reduction_goal goal, size_t group, double deadline,
                           struct result *result)
{
    struct way *w = context;
    UNUSED(deadline);
    struct symmetry *s = w->instances.groups.at[group];
    if (w->is_explicit)
        check_explicitly(w, s, goal.property, result);
    else
        check_by_sets(w, s, goal.property, result);
}

struct tally {
    size_t verdicts, failing, followed, unfollowed, reaching;
    struct certified certified;
};

static void fail_case(const struct maker *k, uint64_t seed, const char *property, enum verdict expected,
                      enum verdict found, const char *how)
{
    print_error("to repeat: COSET_SEED=%llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < k->text.count; i += 500)
        print_error("%.500s", k->text.at + i);
    fail_msg("%s: %d without symmetry, %d %s", property, (int)expected, (int)found, how);
}

// The model without the monitor does not know which rules are taken.
static void compare_reaching(struct maker *k, uint64_t seed, struct lowered *monitored, struct tally *tally)
{
    struct lowered plain;
    lowered_open(&plain, k->text.at, k->text.count, &(struct murphi_lower_options){.deadlock = MURPHI_DEADLOCK_OFF});
    struct explicit_engine *with = explicit_new(monitored->model, &(struct explicit_options){0}, &monitored->mem);
    struct explicit_engine *without = explicit_new(plain.model, &(struct explicit_options){0}, &plain.mem);
    for (size_t i = 0; i < model_property_count(plain.model) && model_fair_rule_count(plain.model) > 0; i++) {
        const struct property *p = model_property(plain.model, i);
        struct result expected, found;
        if (property_minds_fairness(plain.model, p))
            continue;
        explicit_check(with, i, &expected);
        explicit_check(without, i, &found);
        if (found.verdict != expected.verdict || found.verdict == VERDICT_UNDECIDED)
            fail_case(k, seed, p->text, expected.verdict, found.verdict, "without fairness of rules");
        tally->reaching++;
    }
    explicit_free(with);
    explicit_free(without);
    lowered_close(&plain);
}

static void compare(struct maker *k, uint64_t seed, struct lowered *l, struct tally *tally)
{
    struct model *m = l->model;
    size_t count = model_property_count(m);
    size_t wanted[16];
    bool holds[16];
    const struct subject_reading reading = {.language = SUBJECT_MURPHI, .deadlock = MURPHI_DEADLOCK_OFF};
    assert_true(count <= 16);
    for (size_t i = 0; i < count; i++)
        wanted[i] = i;
    for (int is_explicit = 0; is_explicit < 2; is_explicit++) {
        struct way w = {.maker = k, .model = m, .mem = &l->mem, .is_explicit = is_explicit};
        struct symmetry *s = symmetry_new(m, &l->mem);
        property_instances_open(&w.instances, m, s, wanted, count, true, &l->mem); // which adds to the model
        struct explicit_engine *plain = explicit_new(m, &(struct explicit_options){0}, &l->mem);
        for (size_t i = 0; i < count; i++) {
            struct result expected, found = {.property = i};
            explicit_check(plain, i, &expected);
            property_instances_check(&w.instances, i, 0, check_instance, &w, &found);
            assert_int_not_equal(expected.verdict, VERDICT_UNDECIDED);
            if (found.verdict != expected.verdict)
                fail_case(k, seed, model_property(m, i)->text, expected.verdict, found.verdict,
                          is_explicit ? "by threads" : "by sets");
            holds[i] = found.verdict == VERDICT_HOLDS;
            tally->verdicts++;
            tally->failing += found.verdict == VERDICT_FAILS;
        }
        tally->followed += w.followed;
        tally->unfollowed += w.unfollowed;
        explicit_free(plain);
        property_instances_close(&w.instances);
        symmetry_free(s);
    }
    if (certified_is_due(seed, 20) &&
        !certified_agrees_in_order(&tally->certified, k->text.at, k->text.count, &reading, holds, count)) {
        print_error("to repeat: COSET_SEED=%llu\n%s\n", (unsigned long long)seed, str_text(&k->text));
        fail_msg("%s", tally->certified.error);
    }
}

static void fairness_of_components(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    for (uint64_t i = 0; i < (uint64_t)CASES; i++) {
        struct maker k = {.mem = MEM_UNLIMITED, .dice = {dice_seed() + i}};
        struct lowered l;
        put_model(&k);
        lowered_open(&l, k.text.at, k.text.count,
                     &(struct murphi_lower_options){.deadlock = MURPHI_DEADLOCK_OFF, .monitors_fair_rules = true});
        if (!l.good)
            fail_msg("this is no model: %s", str_text(&k.text));
        compare_reaching(&k, dice_seed() + i, &l, &tally);
        compare(&k, dice_seed() + i, &l, &tally);
        lowered_close(&l);
        str_free(&k.mem, &k.text);
        assert_nothing_left(&k.mem);
    }
    print_message(
        "%zu verdicts, %zu failing; of groups that move conditions, %zu were followed, %zu not; %zu that only "
        "ask for what can be reached\n",
        tally.verdicts, tally.failing, tally.followed, tally.unfollowed, tally.reaching);
    if (CASES >= 100) { // so that there are some of each
        assert_true(tally.reaching > 0);
        assert_true(tally.failing * 5 > tally.verdicts && tally.failing * 5 < tally.verdicts * 4);
    }
    assert_true(tally.followed > tally.unfollowed);
    certified_assert(&tally.certified, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fairness_of_components),
    };
    return cmocka_run_group_tests_name("orbit/followed", tests, NULL, NULL);
}
