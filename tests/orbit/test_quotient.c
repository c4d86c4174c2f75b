// Random small models as Murphi text, with and without reduction, by each of the three searches: the number of orbits
// is that of the states that the evaluator finds, taken apart by the permutations of the group; the states that the
// orbits stand for are as many as there are; verdicts agree, and traces are executions.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "reference_orbits.h"

#include <gmp.h>
#include <string.h>

#include "../certified.h"
#include "../murphi/random_text.h"
#include "check/check.h"
#include "model/eval.h"
#include "orbit/quotient.h"
#include "protocol.h"
#include "report/cause_words.h"

#define CASES cases_for(800, 150, 8)
#define MOST_STATES 3000

struct tally {
    struct certified verdicts;
    size_t cases, symmetric, asymmetric, unique, properties, branching, failing, refused, traces, loops;
};

struct random_case {
    struct mem mem;
    uint64_t seed;
    struct dice dice;
    struct str text;
    struct lowered lowered;
    const char *property;
    // What the evaluator finds.
    struct evaluator *evaluator;
    ARRAY(value) states; // all, one after the other
    size_t cells, count;
    ARRAY(value) successors; // of the state at hand
};

static void show(const struct random_case *c)
{
    print_error("to repeat: COSET_SEED=%llu\n", (unsigned long long)c->seed);
    for (size_t i = 0; i < c->text.count; i += 500)
        print_error("%.500s", str_text(&c->text) + i);
    print_error("%s\n", c->property ? c->property : "");
}

#define REQUIRE(condition, c, ...) \
    do { \
        if (!(condition)) { \
            show(c); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

// ---- The evaluator's states -----------------------------------------------------------------------------------------

static const value *state_at(const struct random_case *c, size_t i)
{
    return &c->states.at[i * c->cells];
}

static size_t find_state(const struct random_case *c, const value *state)
{
    size_t i = 0;
    while (i < c->count && memcmp(state_at(c, i), state, c->cells * sizeof *state) != 0)
        i++;
    return i;
}

static bool note_state(void *context, const value *inputs, const value *state)
{
    struct random_case *c = context;
    UNUSED(inputs);
    if (find_state(c, state) < c->count)
        return true;
    for (size_t i = 0; i < c->cells; i++)
        array_push(&c->mem, &c->states, state[i]);
    return ++c->count < MOST_STATES;
}

static bool note_successor(void *context, const value *inputs, const value *state)
{
    struct random_case *c = context;
    UNUSED(inputs);
    for (size_t i = 0; i < c->cells; i++)
        array_push(&c->mem, &c->successors, state[i]);
    return true;
}

static bool find_states(struct random_case *c)
{
    value now[256];
    bool all = eval_each_initial(c->evaluator, note_state, c);
    for (size_t i = 0; i < c->count && all; i++) {
        memcpy(now, state_at(c, i), c->cells * sizeof *now);
        all = eval_each_successor(c->evaluator, now, note_state, c);
    }
    return all;
}

// Whether a permutation takes steps to steps. It may not where a run-time error depends on the order of iterations.
static bool keeps_steps(struct random_case *c, const struct symmetry *s, const uint32_t *permutation)
{
    value image[256], next[256];
    bool kept = true;
    for (size_t i = 0; i < c->count && kept; i++) {
        symmetry_apply(s, permutation, state_at(c, i), image);
        c->successors.count = 0;
        eval_each_successor(c->evaluator, state_at(c, i), note_successor, c);
        size_t many = c->successors.count;
        for (size_t k = 0; k < many && kept; k += c->cells) {
            symmetry_apply(s, permutation, &c->successors.at[k], next);
            kept = eval_is_step(c->evaluator, image, next, NULL, NULL);
        }
        kept = kept && find_state(c, image) < c->count;
    }
    return kept;
}

// Whether instances of a rule for single components have the same form. They may not where one was simplified further.
static bool has_like_actions(const struct model *model)
{
    for (size_t i = 1; i < model_action_count(model); i++) {
        const struct action *a = model_action(model, i - 1), *b = model_action(model, i);
        if (a->placement.site_count == 1 && b->placement.site_count == 1 &&
            a->placement.family == b->placement.family &&
            (a->part_count != b->part_count || a->kept_count != b->kept_count))
            return false;
    }
    return true;
}

static bool is_symmetric(struct random_case *c, const struct symmetry *s, const permutation_list *list)
{
    if (!has_like_actions(c->lowered.model))
        return false;
    for (size_t i = 0; i < list->count; i += s->element_count)
        if (!keeps_steps(c, s, &list->at[i]))
            return false;
    return true;
}

// ---- Orbits ---------------------------------------------------------------------------------------------------------

static size_t count_orbits(struct random_case *c, const struct symmetry *s, const permutation_list *list)
{
    size_t orbits = 0;
    value least[256];
    for (size_t i = 0; i < c->count; i++) {
        least_image(s, list, state_at(c, i), least);
        orbits += memcmp(least, state_at(c, i), c->cells * sizeof *least) == 0;
    }
    return orbits;
}

static void check_counts(struct random_case *c, struct checker *checker, bool unique, size_t orbits)
{
    mpz_t found;
    struct cause why = {0};
    mpz_init(found);
    REQUIRE(checker_count_abstract(checker, found, &why), c, "orbits: %s", cause_words(why.code));
    if (unique)
        REQUIRE(mpz_cmp_ui(found, orbits) == 0, c, "%lu orbits, not %zu", mpz_get_ui(found), orbits);
    else
        REQUIRE(mpz_cmp_ui(found, orbits) >= 0 && mpz_cmp_ui(found, c->count) <= 0, c, "%lu of %zu orbits",
                mpz_get_ui(found), orbits);
    if (unique) {
        REQUIRE(checker_count_states(checker, found, &why), c, "states: %s", cause_words(why.code));
        REQUIRE(mpz_cmp_ui(found, c->count) == 0, c, "%lu states, not %zu", mpz_get_ui(found), c->count);
    }
    mpz_clear(found);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void check_trace(struct random_case *c, const struct property *p, const struct result *r, struct tally *tally)
{
    struct str error = {0};
    bool replays = trace_replay(&r->trace, &c->lowered.mem, &error);
    REQUIRE(replays, c, "the trace does not replay: %s", str_text(&error));
    bool shows = trace_shows_failure(&r->trace, p, &c->lowered.mem, &error);
    REQUIRE(shows, c, "the trace shows nothing: %s", str_text(&error));
    tally->traces++;
    tally->loops += r->trace.loop != TRACE_NO_LOOP;
    str_free(&c->lowered.mem, &error);
}

static void check_reduced(struct random_case *c, size_t property, const struct symmetry *s,
                          const permutation_list *list, enum verdict expected, struct tally *tally)
{
    struct mem *mem = &c->lowered.mem;
    const struct property *p = model_property(c->lowered.model, property);
    size_t orbits = count_orbits(c, s, list);
    for (int search = 0; search < 3; search++) {
        enum dynamic_sort sort = (enum dynamic_sort)dice_roll(&c->dice, 2);
        struct abstraction *abstraction = quotient_new(s, (enum quotient_search)search, sort, mem);
        struct check_options options = {.traces = true, .abstraction = abstraction};
        struct checker *checker = checker_new(c->lowered.model, &options, mem);
        struct result r;
        checker_check(checker, property, &r);
        bool refused = r.verdict == VERDICT_UNDECIDED &&
                       (abstraction->uncounted != CAUSE_NONE || r.cause.code == CAUSE_BRANCHING_INSIDE_LINEAR);
        tally->refused += refused;
        tally->unique += abstraction->uncounted == CAUSE_NONE;
        tally->properties++;
        tally->failing += r.verdict == VERDICT_FAILS;
        tally->branching += p->kind == PROPERTY_CTL || p->kind == PROPERTY_LTL;
        REQUIRE(refused || r.verdict == expected, c, "search %d: verdict %d, not %d (%s)", search, (int)r.verdict,
                (int)expected, r.cause.code ? cause_words(r.cause.code) : "");
        if (p->kind == PROPERTY_INVARIANT || p->kind == PROPERTY_RUNTIME_ERROR)
            REQUIRE(!refused, c, "refused");
        certified_note(&tally->verdicts, p, r.verdict);
        if (r.has_trace) {
            check_trace(c, p, &r, tally);
            trace_close(&r.trace, mem);
        }
        check_counts(c, checker, abstraction->uncounted == CAUSE_NONE, orbits);
        checker_free(checker);
        quotient_free(abstraction);
    }
}

static void check_property(struct random_case *c, size_t property, struct tally *tally)
{
    struct mem *mem = &c->lowered.mem;
    struct model *model = c->lowered.model;
    const struct property *p = model_property(model, property);
    struct symmetry *s = symmetry_new(model, mem);
    permutation_list list = {0};
    if (dice_roll(&c->dice, 3) == 0)
        shrink_group(s, &c->dice);
    symmetry_restrict(s, model, p->formula);
    c->property = p->text;
    if (!symmetry_is_trivial(s) && !quotient_obstacle(s)) {
        list_permutations(s, &list);
        tally->symmetric++;
        if (is_symmetric(c, s, &list)) {
            struct checker *checker = checker_new(model, &(struct check_options){0}, mem);
            struct result r;
            checker_check(checker, property, &r);
            checker_free(checker);
            check_reduced(c, property, s, &list, r.verdict, tally);
        } else
            tally->asymmetric++;
    }
    array_free(mem, &list);
    symmetry_free(s);
}

static void run_case(uint64_t seed, bool protocol, struct tally *tally)
{
    struct random_case c = {.mem = MEM_UNLIMITED, .seed = seed};
    struct random_maker maker = {.dice = seed, .mem = &c.mem, .out = &c.text, .states = 1, .returns = KIND_NONE};
    c.dice.state = seed;
    if (protocol)
        put_protocol(&c.text, &c.mem, &c.dice);
    else
        random_put_text(&maker);
    lowered_open(&c.lowered, c.text.at, c.text.count, &(struct murphi_lower_options){0});
    tally->cases++;
    certified_begin(&tally->verdicts);
    if (c.lowered.good && model_property_count(c.lowered.model)) {
        c.cells = model_cell_count(c.lowered.model);
        c.evaluator = evaluator_new(c.lowered.model, &c.lowered.mem);
        if (find_states(&c))
            check_property(&c, (size_t)dice_roll(&c.dice, (int)model_property_count(c.lowered.model)), tally);
        evaluator_free(c.evaluator);
    }
    if (tally->verdicts.count && certified_is_due(seed, 6))
        REQUIRE(certified_agrees(&tally->verdicts, c.text.at, c.text.count,
                                 &(struct subject_reading){.language = SUBJECT_MURPHI}),
                &c, "%s", tally->verdicts.error);
    array_free(&c.mem, &c.states);
    array_free(&c.mem, &c.successors);
    lowered_close(&c.lowered);
    str_free(&c.mem, &c.text);
    assert_nothing_left(&c.mem);
}

static void run_cases(bool protocols, struct tally *tally)
{
    for (uint64_t i = 0; i < (uint64_t)CASES; i++)
        run_case(dice_seed() + i, protocols, tally);
    print_message("%zu models, %zu symmetric, %zu not; %zu checks, %zu unique, %zu branching, %zu failing, "
                  "%zu refused, %zu traces, %zu loops\n",
                  tally->cases, tally->symmetric, tally->asymmetric, tally->properties, tally->unique, tally->branching,
                  tally->failing, tally->refused, tally->traces, tally->loops);
    certified_assert(&tally->verdicts, 80);
}

static void random_models(void **state)
{
    (void)state;
    struct tally tally = {0};
    run_cases(false, &tally);
    assert_true(tally.asymmetric * 10 <= tally.symmetric);
}

static void random_protocols(void **state)
{
    (void)state;
    struct tally tally = {0};
    run_cases(true, &tally);
    assert_int_equal(tally.asymmetric, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_models),
        cmocka_unit_test(random_protocols),
    };
    return cmocka_run_group_tests_name("orbit/quotient", tests, NULL, NULL);
}
