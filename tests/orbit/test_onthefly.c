// Random symmetric models with representatives that are chosen on the fly, in all the ways there are, against the same
// checker without reduction: verdicts, numbers, counts and warnings are those, or undecided where something was left
// out; traces are executions. Generators that are no symmetries never make a verdict wrong.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include <gmp.h>

#include "../certified.h"
#include "../looks.h"
#include "check/check.h"
#include "group/class_generators.h"
#include "group/stabiliser.h"
#include "orbit/invariance_bdd.h"
#include "orbit/onthefly.h"
#include "protocol.h"
#include "report/cause_words.h"
#include "smv/smv.h"
#include "symmetric_smv.h"

#define CASES cases_for(320, 50, 4)
enum { PROPERTIES = 4, MOST_PROPERTIES = 40, MOST_HINTS = 3, METHODS = 4, ENOUGH = 100 };

struct tally {
    struct certified verdicts;
    size_t models, checks, decided, failing, traces, loops, counts, refused, reduced, symmetric, vacuous, costly;
};

struct plain {
    enum verdict verdict;
    bool has_value, is_infinite, is_undefined;
    int64_t value;
    const char *vacuous;
};

struct random_case {
    uint64_t seed;
    struct mem mem;
    struct str text, how;
    struct symmetric_maker maker;
    struct dice dice;
    struct source source;
    struct diag diag;
    struct smv *smv;
    struct lowered lowered; // or this
    struct subject_reading reading;
    struct model *model;
    size_t properties;
    generator_array generators; // of the model
    const char *property;
    struct plain plain[MOST_PROPERTIES];
    struct model_warnings warnings;
    mpz_t states;
};

// What is expected of a way to check.
struct way {
    struct onthefly_options options;
    expr hints[MOST_HINTS];
    bool is_complete; // nothing is left out in the end
    generator_array group;
};

static void show(const struct random_case *c)
{
    print_error("to repeat: COSET_SEED=%llu\n", (unsigned long long)c->seed);
    for (size_t i = 0; i < c->text.count; i += 500)
        print_error("%.500s", str_text(&c->text) + i);
    print_error("%s\n%s\n", str_text(&c->how), c->property ? c->property : "");
}

#define REQUIRE(condition, c, ...) \
    do { \
        if (!(condition)) { \
            show(c); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

// ---- Without reduction ----------------------------------------------------------------------------------------------

static void check_plainly(struct random_case *c)
{
    struct checker *checker = checker_new(c->model, &(struct check_options){.vacuity = true}, &c->mem);
    struct cause why = {0};
    for (size_t i = 0; i < c->properties; i++) {
        struct result r;
        checker_check(checker, i, &r);
        c->plain[i] = (struct plain){r.verdict, r.has_value, r.is_infinite, r.is_undefined, r.value, r.vacuous};
    }
    mpz_init(c->states);
    REQUIRE(checker_count_states(checker, c->states, &why), c, "no count: %s", cause_words(why.code));
    checker_find_warnings(checker, &c->warnings);
    c->warnings.deadlock = NULL;
    checker_free(checker);
}

// ---- Ways to check --------------------------------------------------------------------------------------------------

static int roll(struct random_case *c, int sides)
{
    return dice_roll(&c->dice, sides);
}

static expr random_hint(struct random_case *c)
{
    expr all = model_true(c->model);
    for (int i = 1 + roll(c, 2); i > 0; i--) {
        cell_id cell = (cell_id)roll(c, (int)model_cell_count(c->model));
        const struct type *type = model_type(c->model, model_cell(c->model, cell)->type);
        value v = type_value(type, (uint64_t)roll(c, (int)type_size(type)));
        expr is = model_binary(c->model, OP_EQ, model_cell_expr(c->model, cell),
                               model_const(c->model, model_cell(c->model, cell)->type, v));
        all = model_and(c->model, all, roll(c, 2) ? is : model_not(c->model, is));
    }
    return all;
}

static void choose_hints(struct random_case *c, struct way *w)
{
    w->options.hints = w->hints;
    w->options.hint_count = roll(c, 2) ? (size_t)roll(c, MOST_HINTS + 1) : 0;
    for (size_t i = 0; i < w->options.hint_count; i++)
        w->hints[i] = random_hint(c);
    if (w->options.hint_count && roll(c, 3))
        w->hints[w->options.hint_count - 1] = model_true(c->model);
    else if (w->options.hint_count)
        w->is_complete = false;
}

static void choose_way(struct random_case *c, struct way *w, const generator_array *all, bool are_symmetries)
{
    static const enum onthefly_method methods[] = {ONTHEFLY_SIGMA, ONTHEFLY_LIVE_REP, ONTHEFLY_XI,
                                                   ONTHEFLY_ORBIT_TO_XI};
    static const char *const names[] = {"sigma", "xi", "live-rep", "orbit-xi"};
    struct onthefly_options *o = &w->options;
    *w = (struct way){.is_complete = are_symmetries};
    o->method = methods[roll(c, METHODS)];
    o->sigma.application = (enum sigma_application)roll(c, 3);
    o->sigma.simplify = roll(c, 2);
    o->sigma.rounds = roll(c, 2) ? 0 : (size_t)(1 + roll(c, 10));
    o->sigma.nodes = roll(c, 3) ? 0 : (size_t)(1 + roll(c, 60));
    o->sigma_share = roll(c, 3) ? (size_t)roll(c, 3) : 0;
    o->sigma_least = (size_t)roll(c, 200);
    o->once_per_hint = roll(c, 3) == 0;
    o->keep_full_reach = roll(c, 2);
    o->keep_all_found = roll(c, 4) == 0;
    o->dense_nodes = roll(c, 3) ? 0 : (size_t)(1 + roll(c, 30));
    o->are_symmetries = are_symmetries;
    choose_hints(c, w);
    str_clear(&c->how);
    str_add(&c->mem, &c->how, "%s%s, by %d%s, %zu rounds, %zu nodes, share %zu of %zu, %s%s%sdense %zu, %zu hints%s\n",
            names[o->method], are_symmetries ? "" : " (bad)", (int)o->sigma.application,
            o->sigma.simplify ? " simplified" : "", o->sigma.rounds, o->sigma.nodes, o->sigma_share, o->sigma_least,
            o->once_per_hint ? "once per hint, " : "", o->keep_full_reach ? "kept, " : "",
            o->keep_all_found ? "all found, " : "", o->dense_nodes, o->hint_count,
            w->is_complete ? "" : ", incomplete");
    for (size_t i = 0; i < all->count; i++) {
        generator_add_text(&all->at[i], c->model, &c->mem, &c->how);
        str_add(&c->mem, &c->how, "\n");
    }
}

// What some properties leave of the generators; `property`: of which, or all of them.
static void find_group(struct random_case *c, const generator_array *all, size_t property, generator_array *group)
{
    atom_array atoms = {0};
    struct invariance_bdd *keeping = roll(c, 4) ? NULL : invariance_bdd_new(c->model, 10, &c->mem);
    for (size_t i = 0; i < c->properties; i++)
        if (property == SIZE_MAX || i == property)
            stabiliser_collect_atoms(c->model, i, &atoms, &c->mem);
    stabiliser_find(c->model, all, atoms.at, atoms.count, keeping ? invariance_bdd_keeps : NULL, keeping, group,
                    &c->mem);
    invariance_bdd_free(keeping);
    array_free(&c->mem, &atoms);
}

// ---- Judging --------------------------------------------------------------------------------------------------------

static void check_trace(struct random_case *c, const struct property *p, struct result *r, struct tally *tally)
{
    struct str error = {0};
    REQUIRE(trace_replay(&r->trace, &c->mem, &error), c, "the trace is no run: %s", str_text(&error));
    REQUIRE(trace_shows_failure(&r->trace, p, &c->mem, &error), c, "the trace shows nothing: %s", str_text(&error));
    tally->traces++;
    tally->loops += r->trace.loop != TRACE_NO_LOOP;
    trace_close(&r->trace, &c->mem);
    str_free(&c->mem, &error);
}

static bool is_refused(enum cause_code code)
{
    switch (code) {
    case CAUSE_BRANCHING_INSIDE_LINEAR:
    case CAUSE_UNKNOWN_SYMMETRY:
    case CAUSE_PARTLY_EXPLORED:
    case CAUSE_NO_VIOLATION_SO_FAR:
    case CAUSE_NO_VIOLATION_UNKNOWN_SYMMETRY:
    case CAUSE_NO_VIOLATION_LAST_HINT:
    case CAUSE_NO_VIOLATION_RESTRICTED:
        return true;
    default:
        return false;
    }
}

static void judge(struct random_case *c, const struct way *w, const struct property *p, struct result *r,
                  const struct plain *plain, bool traces, struct tally *tally)
{
    bool searched = p->kind == PROPERTY_INVARIANT || p->kind == PROPERTY_RUNTIME_ERROR ||
                    p->kind == PROPERTY_DEADLOCK || p->kind == PROPERTY_COVER;
    bool may_refuse = !w->is_complete || w->options.method == ONTHEFLY_LIVE_REP;
    tally->checks++;
    if (r->verdict == VERDICT_UNDECIDED) {
        tally->refused++;
        REQUIRE(is_refused(r->cause.code), c, "undecided: %s (plainly %d)", cause_words(r->cause.code),
                (int)plain->verdict);
        REQUIRE(!searched || !w->is_complete, c, "undecided: %s", cause_words(r->cause.code));
        REQUIRE(may_refuse, c, "undecided: %s", cause_words(r->cause.code));
        REQUIRE(!r->has_trace, c, "a trace of nothing");
        return;
    }
    tally->decided++;
    certified_note(&tally->verdicts, p, r->verdict);
    tally->failing += r->verdict == VERDICT_FAILS;
    REQUIRE(r->verdict == plain->verdict, c, "verdict %d, not %d", (int)r->verdict, (int)plain->verdict);
    REQUIRE(r->is_undefined == plain->is_undefined, c, "it is undefined or not");
    REQUIRE(r->has_value == plain->has_value && r->is_infinite == plain->is_infinite && r->value == plain->value, c,
            "%lld steps, not %lld", (long long)r->value, (long long)plain->value);
    tally->vacuous += r->vacuous != NULL;
    REQUIRE(!r->vacuous || r->vacuous == plain->vacuous, c, "it holds for another reason: %s", r->vacuous);
    REQUIRE(r->has_trace == (traces && r->verdict == VERDICT_FAILS && p->kind != PROPERTY_COVER), c,
            "no trace, or one too many");
    if (r->has_trace)
        check_trace(c, p, r, tally);
}

static void check_counts(struct random_case *c, const struct way *w, struct checker *checker, struct tally *tally)
{
    mpz_t states, orbits;
    struct cause why = {0};
    mpz_inits(states, orbits, NULL);
    c->property = "counts";
    bool known = checker_count_states(checker, states, &why);
    bool complete = w->is_complete || !w->group.count;
    if (!known && why.code == CAUSE_OVER_BUDGET) {
        REQUIRE(w->options.sigma_share, c, "too costly without a limit");
        tally->costly++;
        mpz_clears(states, orbits, NULL);
        return;
    }
    if (known)
        REQUIRE(mpz_cmp(states, c->states) == 0, c, "%lu states, not %lu", mpz_get_ui(states), mpz_get_ui(c->states));
    if (w->is_complete) {
        REQUIRE(known && complete, c, "no count: %s", cause_words(why.code));
        REQUIRE(checker_count_abstract(checker, orbits, &why), c, "no count: %s", cause_words(why.code));
        REQUIRE(mpz_cmp(orbits, states) <= 0, c, "more representatives than states");
        tally->counts++;
        tally->symmetric += w->group.count > 0;
        tally->reduced += mpz_cmp(orbits, states) < 0;
    }
    mpz_clears(states, orbits, NULL);
}

static void check_warnings(struct random_case *c, struct checker *checker)
{
    struct model_warnings w;
    c->property = "warnings";
    checker_find_warnings(checker, &w);
    if (w.known)
        REQUIRE(w.no_initial_state == c->warnings.no_initial_state, c, "wrong about initial states");
    if (w.known)
        REQUIRE(w.not_total == c->warnings.not_total, c, "wrong about states without a successor");
    if (w.fair_known && c->warnings.fair_known)
        REQUIRE(w.no_fair_state == c->warnings.no_fair_state, c, "wrong about fair states");
}

static bool is_given_up(enum cause_code code, bool late, bool is_short)
{
    return (late && code == CAUSE_OUT_OF_TIME) || (is_short && code == CAUSE_OUT_OF_MEMORY);
}

// All properties one after the other by one checker, twice, with what all of them leave; or each by its own.
static void check_by(struct random_case *c, struct way *w, const generator_array *all, bool together,
                     struct tally *tally)
{
    static const enum check_reachable ways[] = {CHECK_REACHABLE_AUTO, CHECK_REACHABLE_OFF, CHECK_REACHABLE_ON};
    size_t alone = (size_t)roll(c, (int)c->properties);
    find_group(c, all, together ? SIZE_MAX : alone, &w->group);
    struct abstraction *abstraction = onthefly_new(&w->group, &w->options, &c->mem);
    struct check_options options = {.traces = roll(c, 4) > 0,
                                    .reachable = ways[roll(c, 3)],
                                    .reorder = roll(c, 2),
                                    .vacuity = roll(c, 2),
                                    .no_stages = roll(c, 2),
                                    .abstraction = abstraction};
    bool late = roll(c, 4) == 0, is_short = roll(c, 5) == 0;
    if (is_short) // of memory
        options.memory_limit = c->mem.used + ((size_t)(1 + roll(c, 64)) << 14);
    struct looks looks = {0};
    options.interrupted = looks_pass;
    options.context = &looks;
    struct checker *checker = looks.checker = checker_new(c->model, &options, &c->mem);
    if (roll(c, 4) == 0 && !is_short)
        check_counts(c, w, checker, tally);
    for (size_t i = 0; i < 2 * c->properties; i++) {
        size_t property = together ? i % c->properties : alone;
        const struct property *p = model_property(c->model, property);
        struct result r;
        c->property = p->text;
        if (late && i < c->properties)
            looks_allow(&looks, 1 + roll(c, 50));
        checker_check(checker, property, &r);
        looks_allow(&looks, 0);
        if (r.verdict == VERDICT_UNDECIDED && r.cause.code == CAUSE_OVER_BUDGET && abstraction->is_over_budget)
            tally->costly++;
        else if (r.verdict != VERDICT_UNDECIDED || !is_given_up(r.cause.code, late, is_short))
            judge(c, w, p, &r, &c->plain[property], options.traces, tally);
    }
    if (!is_short)
        check_counts(c, w, checker, tally);
    check_warnings(c, checker);
    checker_free(checker);
    onthefly_free(abstraction);
    generators_free(&c->mem, &w->group);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static void read_model(struct random_case *c)
{
    const char *message = "";
    c->source = (struct source){"random.smv", c->text.at, c->text.count};
    diag_open(&c->diag, &c->mem);
    c->smv = smv_read(&c->source, &c->mem, &c->diag);
    for (size_t i = 0; i < c->diag.messages.count; i++)
        if (c->diag.messages.at[i].level == DIAG_ERROR)
            message = c->diag.messages.at[i].text;
    REQUIRE(c->smv, c, "not read: %s", message);
    c->model = smv_model(c->smv);
    c->properties = PROPERTIES;
}

static void open_case(struct random_case *c, uint64_t seed)
{
    *c = (struct random_case){.seed = seed, .mem = MEM_UNLIMITED, .dice = {seed * UINT64_C(0x2545f4914f6cdd1d)}};
    c->maker = (struct symmetric_maker){.dice = {seed}, .mem = &c->mem, .out = &c->text};
    symmetric_put_model(&c->maker);
    for (int i = 0; i < PROPERTIES; i++)
        symmetric_put_property(&c->maker);
    read_model(c);
    symmetric_generators(&c->maker, c->model, &c->generators, &c->mem);
    check_plainly(c);
}

// Murphi, with the symmetries of its classes, and with all kinds of properties.
static void open_protocol(struct random_case *c, uint64_t seed)
{
    *c = (struct random_case){.seed = seed, .mem = MEM_UNLIMITED, .dice = {seed * UINT64_C(0x2545f4914f6cdd1d)}};
    struct dice dice = {seed};
    put_protocol(&c->text, &c->mem, &dice);
    str_add(&c->mem, &c->text, "cover exists p: P do place[p] = %c end;\n", "ABC"[roll(c, 3)]);
    if (roll(c, 2))
        str_add(&c->mem, &c->text, "invariant exists p: P do place[p] = %c end;\n", "ABC"[roll(c, 3)]);
    c->reading = (struct subject_reading){.language = SUBJECT_MURPHI, .deadlock = (unsigned)roll(c, 3)};
    lowered_open(&c->lowered, c->text.at, c->text.count,
                 &(struct murphi_lower_options){.deadlock = (enum murphi_deadlock)c->reading.deadlock});
    REQUIRE(c->lowered.good, c, "not read");
    c->model = c->lowered.model;
    c->properties = model_property_count(c->model);
    assert_true(c->properties && c->properties <= MOST_PROPERTIES);
    struct symmetry *classes = symmetry_new(c->model, &c->mem);
    assert_true(class_generators_add(classes, &c->generators, &c->mem));
    symmetry_free(classes);
    check_plainly(c);
}

static void close_case(struct random_case *c)
{
    mpz_clear(c->states);
    generators_free(&c->mem, &c->generators);
    if (c->lowered.model)
        lowered_close(&c->lowered);
    else {
        smv_free(c->smv);
        diag_close(&c->diag);
    }
    str_free(&c->mem, &c->text);
    str_free(&c->mem, &c->how);
    assert_nothing_left(&c->mem);
}

// Fewer of them, or some more than once, or one that does nothing.
static void take_some(struct random_case *c, generator_array *out)
{
    for (size_t i = 0; i < c->generators.count; i++)
        for (int times = roll(c, 3); times > 0; times--)
            array_push(&c->mem, out, generator_copy(&c->generators.at[i], &c->mem));
    if (roll(c, 2))
        array_push(&c->mem, out, generator_identity(c->model, &c->mem));
}

static void run_good(struct random_case *c, struct tally *tally)
{
    struct way w;
    generator_array some = {0};
    take_some(c, &some);
    for (int i = 0; i < 3; i++) {
        const generator_array *all = i == 2 ? &some : &c->generators;
        choose_way(c, &w, all, true);
        check_by(c, &w, all, i == 0, tally);
    }
    generators_free(&c->mem, &some);
}

static void run_bad(struct random_case *c, struct tally *tally)
{
    struct way w;
    generator_array all = {0};
    if (roll(c, 2))
        take_some(c, &all);
    for (int i = 1 + roll(c, 2); i > 0; i--)
        array_push(&c->mem, &all, symmetric_shuffle(&c->dice, c->model, &c->mem));
    choose_way(c, &w, &all, false);
    check_by(c, &w, &all, roll(c, 2), tally);
    generators_free(&c->mem, &all);
}

static void run_cases(void (*open)(struct random_case *, uint64_t), void (*run)(struct random_case *, struct tally *),
                      struct tally *t)
{
    for (uint64_t i = 0; i < (uint64_t)CASES; i++) {
        struct random_case c;
        open(&c, dice_seed() + i);
        certified_begin(&t->verdicts);
        run(&c, t);
        if (t->verdicts.count && certified_is_due(c.seed, 10))
            REQUIRE(certified_agrees(&t->verdicts, c.text.at, c.text.count, &c.reading), &c, "%s", t->verdicts.error);
        close_case(&c);
        t->models++;
    }
    print_message(
        "%zu models, %zu checks, %zu decided, %zu fail, %zu vacuous; %zu traces, %zu with a loop; %zu refused, "
        "%zu too costly; %zu counts, %zu with symmetries, %zu with fewer representatives\n",
        t->models, t->checks, t->decided, t->failing, t->vacuous, t->traces, t->loops, t->refused, t->costly, t->counts,
        t->symmetric, t->reduced);
    certified_assert(&t->verdicts, 30);
}

static void verdicts_and_counts_are_those_without_reduction(void **state)
{
    UNUSED(state);
    struct tally t = {0};
    run_cases(open_case, run_good, &t);
    if (t.models >= ENOUGH)
        assert_true(t.decided > t.checks / 2 && t.reduced > t.counts / 10 && t.loops > t.traces / 20);
}

static void bad_generators_do_no_harm(void **state)
{
    UNUSED(state);
    struct tally t = {0};
    run_cases(open_case, run_bad, &t);
    if (t.models >= ENOUGH)
        assert_true(t.failing > t.checks / 20);
}

static void so_they_are_for_components_of_classes(void **state)
{
    UNUSED(state);
    struct tally t = {0};
    run_cases(open_protocol, run_good, &t);
    if (t.models >= ENOUGH)
        assert_true(t.decided > t.checks / 2 && t.reduced > t.counts / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_and_counts_are_those_without_reduction),
        cmocka_unit_test(so_they_are_for_components_of_classes),
        cmocka_unit_test(bad_generators_do_no_harm),
    };
    return cmocka_run_group_tests_name("orbit/onthefly", tests, NULL, NULL);
}
