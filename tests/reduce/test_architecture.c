// Architectural symmetry on random models: the counted symmetrised model has the verdicts and the number of states of
// the model itself, and its traces become traces of the model. A failure shows the seed and the text; COSET_SEED=that
// begins with this case.
#include "../certified.h"
#include "../unit.h"

#include "architectural_text.h"
#include "base/diag.h"
#include "check/check.h"
#include "explicit/explicit.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "reduce/architecture/architecture.h"
#include "reduce/counter/counter.h"
#include "reduce/tuples.h"
#include "run/architecture_sets.h"
#include "run/run.h"

#define CASES cases_for(1200, 120, 30)
#define CASES_OF_SETS cases_for(400, 40, 40)

struct tally {
    size_t by_rules, of_neighbours, by_states, assumed, none, decided, by_orbits, followed, refused, runs;
    size_t moved, moved_traces; // where permutations move initial states: properties and traces
    size_t stabilisers, stabilisers_by_rules, stabiliser_traces, named, named_moved;
    size_t returning, not_returning, moved_counts; // where the rules show it
    struct certified verdicts;
};

struct architectural_case {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    struct model *model;
    struct arena causes;
    struct cause why;
    struct architecture_options options;
    struct run run;                    // of what asks sets
    struct architecture *architecture; // NULL if there is none
    struct counter_reduction *counters;
    uint64_t seed;
    struct tally *tally;
};

#define complain(k, ...) \
    do { \
        print_error("COSET_SEED=%lu\n%s\n", (unsigned long)(k)->seed, (k)->source.text); \
        fail_msg(__VA_ARGS__); \
    } while (0)

// With no states to look at, sets are asked.
static void open_case(struct architectural_case *k, const char *text, size_t most_states)
{
    *k = (struct architectural_case){.mem = MEM_UNLIMITED, .options = {.most_states = most_states}};
    k->run.mem = (struct mem)MEM_UNLIMITED;
    k->options.ask_sets = most_states ? NULL : architecture_sets_ask;
    k->options.ask_return = architecture_sets_ask_return;
    k->options.most_work_for_return = SIZE_MAX;
    k->options.context = &k->run;
    k->source = (struct source){"test.m", text, strlen(text)};
    diag_open(&k->diag, &k->mem);
    if (!murphi_read_tree(&k->tree, &k->source, NULL, 0, &k->mem, &k->diag))
        fail_msg("the text has a mistake:\n%s", text);
    k->model = model_new(&k->mem);
    assert_true(murphi_lower(&k->tree, k->model, &(struct murphi_lower_options){.ranges_are_classes = true}, &k->mem,
                             &k->diag));
    k->causes.mem = &k->mem;
    k->architecture = architecture_new(k->model, &k->options, &k->mem, &k->causes, &k->why);
    assert_true(k->architecture || k->why.code);
    k->options.most_states = most_states ? most_states : 100000; // to search for paths
}

static void close_case(struct architectural_case *k)
{
    counter_free(k->counters);
    architecture_free(k->architecture);
    model_free(k->model);
    arena_free(&k->causes);
    murphi_tree_close(&k->tree);
    diag_close(&k->diag);
    assert_nothing_left(&k->mem);
    assert_nothing_left(&k->run.mem);
}

// Some elements are fixed.
static bool is_stabiliser(const struct architectural_case *k)
{
    return k->architecture && strstr(architecture_class(k->architecture), " except ");
}

// ---- Definition 8 ---------------------------------------------------------------------------------------------------

#define MOST_SEEN 3000

// States that can be reached, by the evaluator alone.
struct seen_states {
    struct mem *mem;
    struct tuples states;
};

static bool see_state(void *context, const value *inputs, const value *state)
{
    struct seen_states *s = context;
    UNUSED(inputs);
    tuples_add(s->mem, &s->states, state);
    return s->states.count <= MOST_SEEN;
}

// From a state, or from all initial ones; false if there are too many.
static bool see_all(struct architectural_case *k, const value *from, struct seen_states *s)
{
    struct evaluator *evaluator = evaluator_new(k->model, &k->mem);
    value *now = mem_alloc(&k->mem, (model_cell_count(k->model) + 1) * sizeof *now);
    bool good = true;
    *s = (struct seen_states){.mem = &k->mem, .states = {.width = model_cell_count(k->model)}};
    if (from)
        tuples_add(&k->mem, &s->states, from);
    else
        good = eval_each_initial(evaluator, see_state, s);
    for (uint32_t i = 0; i < s->states.count && good; i++) {
        memcpy(now, tuples_at(&s->states, i), s->states.width * sizeof *now);
        good = eval_each_successor(evaluator, now, see_state, s);
    }
    mem_free(&k->mem, now, (model_cell_count(k->model) + 1) * sizeof *now);
    evaluator_free(evaluator);
    return good;
}

// From each state as many states are reached as from the initial ones.
static void assert_return(struct architectural_case *k)
{
    enum architecture_answer answer = architecture_is_well_architected(k->architecture);
    struct seen_states all;
    bool returns = true, good = answer != ARCHITECTURE_UNKNOWN && see_all(k, NULL, &all) && all.states.count <= 300;
    for (uint32_t i = 0; good && i < all.states.count; i++) {
        struct seen_states own;
        good = see_all(k, tuples_at(&all.states, i), &own);
        returns &= own.states.count == all.states.count;
        tuples_free(&k->mem, &own.states);
    }
    if (good && returns != (answer == ARCHITECTURE_YES))
        complain(k, "%s well-architected", returns ? "it is" : "it is not");
    k->tally->returning += good && returns;
    k->tally->not_returning += good && !returns;
    if (answer != ARCHITECTURE_UNKNOWN)
        tuples_free(&k->mem, &all.states);
}

// ---- Agreement ------------------------------------------------------------------------------------------------------

static bool count_components(struct architectural_case *k)
{
    struct cause why;
    size_t count = model_property_count(k->model), bytes = (count + 1) * sizeof(size_t);
    size_t *all = mem_alloc(&k->mem, bytes);
    for (size_t i = 0; i < count; i++)
        all[i] = i;
    k->counters = counter_reduce(architecture_model(k->architecture), all, count, COUNTER_ALL_LOCALS, &k->mem, &why);
    mem_free(&k->mem, all, bytes);
    return k->counters;
}

// Through both reductions, or through the one.
static void judge_trace(struct architectural_case *k, const struct trace *run, size_t property, bool is_counted)
{
    struct reduction_stack stack = {0};
    struct trace lifted;
    struct str error = {0};
    reduction_stack_push(&stack, architecture_layer(k->architecture, architecture_model(k->architecture)));
    if (is_counted)
        reduction_stack_push(&stack, counter_layer(k->counters));
    enum lift_status status = reduction_stack_lift(&stack, run, &lifted);
    if (status == LIFT_TOO_LONG && is_counted)
        return;
    if (status != LIFT_DONE)
        complain(k, "a run could not be lifted: %s", lift_status_text(status));
    if (!trace_replay(&lifted, &k->mem, &error) ||
        !trace_shows_failure(&lifted, model_property(k->model, property), &k->mem, &error))
        complain(k, "the run for %s: %s", model_property(k->model, property)->text, str_text(&error));
    k->tally->runs++;
    k->tally->moved_traces += architecture_moves_starts(k->architecture);
    k->tally->stabiliser_traces += is_stabiliser(k);
    str_free(&k->mem, &error);
    trace_close(&lifted, &k->mem);
}

static void compare(struct architectural_case *k, struct result *result, enum verdict expected, size_t property,
                    bool is_counted)
{
    if (result->verdict != expected)
        complain(k, "%s: %d for the model, %d for %s", model_property(k->model, property)->text, (int)expected,
                 (int)result->verdict, is_counted ? "counters" : "orbits");
    if (result->has_trace) {
        judge_trace(k, &result->trace, property, is_counted);
        trace_close(&result->trace, &k->mem);
    }
}

static void compare_counts(struct architectural_case *k, struct explicit_engine *full, struct explicit_engine *reduced)
{
    uint64_t count;
    struct cause cause = {0};
    mpz_t sum;
    mpz_init(sum);
    assert_true(explicit_count_states(full, &count, &cause));
    assert_true(explicit_count_concrete(reduced, sum, &cause));
    if (mpz_cmp_ui(sum, count) != 0)
        complain(k, "%lu states, but they stand for %lu", (unsigned long)count, mpz_get_ui(sum));
    mpz_clear(sum);
}

static void assert_agreement(struct architectural_case *k)
{
    struct model *m = counter_model(k->counters);
    struct explicit_engine *full = explicit_new(k->model, &(struct explicit_options){.traces = false}, &k->mem);
    struct explicit_engine *one = explicit_new(
        m, &(struct explicit_options){.traces = true, .weigh = counter_weight, .weigh_context = k->counters}, &k->mem);
    struct checker *other = checker_new(m, &(struct check_options){.traces = true}, &k->mem);
    for (size_t i = 0; i < model_property_count(k->model); i++) {
        struct result plain = {0}, result = {0};
        size_t own = counter_property(k->counters, i);
        if (architecture_refusal(k->architecture, i) || architecture_follows(k->architecture, i) || own == SIZE_MAX) {
            k->tally->refused++;
            continue;
        }
        k->tally->decided++;
        k->tally->moved += architecture_moves_starts(k->architecture);
        explicit_check(full, i, &plain);
        explicit_check(one, own, &result);
        compare(k, &result, plain.verdict, i, true);
        result = (struct result){0};
        checker_check(other, own, &result);
        compare(k, &result, plain.verdict, i, true);
    }
    if (architecture_knows_states(k->architecture))
        compare_counts(k, full, one);
    k->tally->moved_counts += architecture_knows_states(k->architecture) && architecture_moves_starts(k->architecture);
    explicit_free(full);
    explicit_free(one);
    checker_free(other);
}

// With the permutations that leave what a property follows alone.
static void check_following(struct architectural_case *k, struct model *m, const struct symmetry *symmetry, size_t i,
                            struct result *result)
{
    struct symmetry *kept = symmetry_copy(symmetry);
    symmetry_restrict(kept, m, model_property(m, i)->formula);
    struct explicit_engine *orbits =
        explicit_new(m, &(struct explicit_options){.traces = true, .symmetry = kept}, &k->mem);
    explicit_check(orbits, i, result);
    explicit_free(orbits);
    symmetry_free(kept);
    k->tally->followed++;
}

// The same by orbits of the symmetrised model with all its actions.
static void assert_orbits_agree(struct architectural_case *k)
{
    struct model *m = architecture_full_model(k->architecture);
    if (!m)
        return;
    struct symmetry *symmetry = symmetry_new(m, &k->mem);
    struct explicit_engine *full = explicit_new(k->model, &(struct explicit_options){.traces = false}, &k->mem);
    struct explicit_engine *orbits =
        explicit_new(m, &(struct explicit_options){.traces = true, .symmetry = symmetry}, &k->mem);
    for (size_t i = 0; i < model_property_count(k->model); i++) {
        struct result plain = {0}, result = {0};
        if (architecture_refusal(k->architecture, i))
            continue;
        k->tally->by_orbits++;
        explicit_check(full, i, &plain);
        if (architecture_follows(k->architecture, i))
            check_following(k, m, symmetry, i, &result);
        else
            explicit_check(orbits, i, &result);
        compare(k, &result, plain.verdict, i, false);
    }
    compare_counts(k, full, orbits);
    explicit_free(full);
    explicit_free(orbits);
    symmetry_free(symmetry);
    model_free(m);
}

// What names elements is decided by the permutations that leave these alone, or not so.
static void assert_named_agree(struct architectural_case *k)
{
    struct architecture *whole = k->architecture;
    counter_free(k->counters);
    k->counters = NULL;
    for (size_t i = 0; i < model_property_count(k->model); i++) {
        if (!architecture_refusal(whole, i) || !architecture_has_named(whole, i))
            continue;
        k->options.named_by = &i;
        k->architecture = architecture_new(k->model, &k->options, &k->mem, &k->causes, &k->why);
        bool is_shown = k->architecture && architecture_ground(k->architecture) != ARCHITECTURE_ASSUMED;
        assert_true(!k->architecture || is_stabiliser(k));
        k->tally->named += is_shown && !architecture_refusal(k->architecture, i);
        k->tally->named_moved += is_shown && architecture_moves_starts(k->architecture);
        if (is_shown && count_components(k))
            assert_agreement(k);
        if (is_shown)
            assert_orbits_agree(k);
        counter_free(k->counters);
        architecture_free(k->architecture);
        k->counters = NULL;
    }
    k->options.named_by = NULL;
    k->architecture = whole;
}

// What orbits have decided as the model does.
static void certify(struct architectural_case *k)
{
    bool holds[CERTIFIED_MOST];
    size_t count = model_property_count(k->model);
    struct explicit_engine *full = explicit_new(k->model, &(struct explicit_options){.traces = false}, &k->mem);
    for (size_t i = 0; i < count && i < CERTIFIED_MOST; i++) {
        struct result plain = {0};
        explicit_check(full, i, &plain);
        holds[i] = plain.verdict == VERDICT_HOLDS;
    }
    explicit_free(full);
    if (count <= CERTIFIED_MOST &&
        !certified_agrees_in_order(&k->tally->verdicts, k->source.text, k->source.length,
                                   &(struct subject_reading){.language = SUBJECT_MURPHI}, holds, count))
        complain(k, "%s", k->tally->verdicts.error);
}

static void note_ground(struct architectural_case *k)
{
    struct tally *t = k->tally;
    size_t partial;
    if (!k->architecture) {
        t->none++;
        return;
    }
    architecture_template_count(k->architecture, &partial);
    t->by_rules += architecture_ground(k->architecture) == ARCHITECTURE_BY_RULES;
    t->of_neighbours += architecture_ground(k->architecture) == ARCHITECTURE_BY_RULES && partial > 0;
    t->by_states += architecture_ground(k->architecture) == ARCHITECTURE_BY_STATES;
    t->assumed += architecture_ground(k->architecture) == ARCHITECTURE_ASSUMED;
    t->stabilisers += is_stabiliser(k);
    t->stabilisers_by_rules += is_stabiliser(k) && architecture_ground(k->architecture) == ARCHITECTURE_BY_RULES;
}

static void test_random_models(void **state)
{
    const char *given = getenv("COSET_SEED");
    uint64_t first = given ? strtoull(given, NULL, 0) : 1;
    struct tally tally = {0};
    UNUSED(state);
    for (uint64_t seed = first; seed < first + (uint64_t)CASES; seed++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        struct architectural_case k;
        architectural_text(&mem, &text, seed);
        if (given)
            print_message("%sseed %lu\n", text.at, (unsigned long)seed);
        open_case(&k, text.at, 100000);
        k.seed = seed;
        k.tally = &tally;
        note_ground(&k);
        bool is_shown = k.architecture && architecture_ground(k.architecture) != ARCHITECTURE_ASSUMED;
        if (is_shown)
            assert_return(&k);
        if (is_shown && count_components(&k))
            assert_agreement(&k);
        if (is_shown)
            assert_orbits_agree(&k);
        if (is_shown)
            assert_named_agree(&k);
        if (is_shown && certified_is_due(seed, 20))
            certify(&k);
        close_case(&k);
        str_free(&mem, &text);
        if (given)
            break;
    }
    print_message(
        "# shown from the rules: %zu, %zu of them of neighbours; seen on states: %zu; none: %zu; "
        "%zu properties decided by counters, %zu by orbits, %zu of them of some components, %zu refused, %zu "
        "runs; where initial states are moved %zu and %zu; stabilisers: %zu, %zu of them shown from the rules, %zu "
        "runs; named elements left alone: %zu, %zu of them where initial states are moved; well-architected: %zu, not "
        "so: "
        "%zu; counted where initial states are moved: %zu\n",
        tally.by_rules, tally.of_neighbours, tally.by_states, tally.none, tally.decided, tally.by_orbits,
        tally.followed, tally.refused, tally.runs, tally.moved, tally.moved_traces, tally.stabilisers,
        tally.stabilisers_by_rules, tally.stabiliser_traces, tally.named, tally.named_moved, tally.returning,
        tally.not_returning, tally.moved_counts);
    if (given)
        return;
    certified_assert(&tally.verdicts, 80);
    assert_true(tally.by_orbits > tally.decided && tally.of_neighbours > 0 && tally.by_states > 0 && tally.none > 0 &&
                tally.runs > 0 && tally.followed > 0 && tally.moved > 0 && tally.moved_traces > 0 && tally.named > 0 &&
                tally.returning > 0 && tally.not_returning > 0);
    if (CASES >= 400) // they are few
        assert_true(tally.moved_counts > 0);
    if (CASES >= 400)
        assert_true(tally.stabilisers_by_rules > 0 && tally.stabilisers > tally.stabilisers_by_rules &&
                    tally.stabiliser_traces > 0);
    assert_true(tally.assumed * 100 < (size_t)CASES); // too many states, where nothing is known
}

// What is seen on single states is seen on the set of them where they all reach each other, and nothing else is.
static void test_sets_tell_what_states_do(void **state)
{
    const char *given = getenv("COSET_SEED");
    uint64_t first = given ? strtoull(given, NULL, 0) : 1;
    struct tally tally = {0};
    size_t by_sets = 0, not_by_sets = 0;
    UNUSED(state);
    for (uint64_t seed = first; seed < first + (uint64_t)CASES_OF_SETS; seed++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        struct architectural_case k, by_states;
        architectural_text(&mem, &text, seed);
        open_case(&by_states, text.at, 100000);
        open_case(&k, text.at, 0);
        k.seed = seed;
        k.tally = &tally;
        enum architecture_ground expected = ARCHITECTURE_ASSUMED, ground = ARCHITECTURE_ASSUMED;
        if (by_states.architecture)
            expected = architecture_ground(by_states.architecture);
        if (k.architecture)
            ground = architecture_ground(k.architecture);
        if (expected == ARCHITECTURE_BY_STATES && ground != expected) // few are looked at all the same
            expected = architecture_is_well_architected(by_states.architecture) == ARCHITECTURE_YES
                           ? ARCHITECTURE_BY_SETS
                           : ARCHITECTURE_ASSUMED;
        // Where not all permutations are seen to be symmetries in one of the ways, some may be.
        if (ground != expected && !is_stabiliser(&k) && !is_stabiliser(&by_states))
            complain(&k, "%d by sets, %d by states", (int)ground, (int)expected);
        by_sets += ground == ARCHITECTURE_BY_SETS;
        not_by_sets += ground == ARCHITECTURE_ASSUMED;
        if (ground == ARCHITECTURE_BY_SETS && count_components(&k))
            assert_agreement(&k);
        if (ground == ARCHITECTURE_BY_SETS)
            assert_orbits_agree(&k);
        close_case(&k);
        close_case(&by_states);
        str_free(&mem, &text);
    }
    print_message("# by sets: %zu; not so: %zu; %zu properties decided by counters, %zu by orbits\n", by_sets,
                  not_by_sets, tally.decided, tally.by_orbits);
    assert_true(given || (by_sets > 0 && not_by_sets > 0 && tally.by_orbits > 0));
}

// ---- What it rests on -----------------------------------------------------------------------------------------------

#define RING(rules) \
    "const N: 5; type P: ring(N); S: enum { idle, token, inside }; var a: array [P] of S;\n" rules \
    "ruleset p: P do startstate begin for q: P do a[q] := q = p ? token : idle; end; end; end;\n"
#define PASS \
    "ruleset p: P do rule \"pass\" a[p] = token & a[succ(p)] = idle ==> begin a[p] := idle; a[succ(p)] := token; " \
    "end; end;\n"

static enum architecture_ground ground_of(const char *text, size_t most_states, bool *is_there, bool *is_connected)
{
    struct architectural_case k;
    open_case(&k, text, most_states);
    *is_there = k.architecture;
    *is_connected = k.architecture && architecture_is_well_architected(k.architecture) == ARCHITECTURE_YES;
    enum architecture_ground ground = k.architecture ? architecture_ground(k.architecture) : ARCHITECTURE_ASSUMED;
    close_case(&k);
    return ground;
}

// ... are the same, as the rules show.
static void assert_all_but_the_first(const char *text)
{
    struct architectural_case k;
    open_case(&k, text, 0);
    assert_non_null(k.architecture);
    assert_string_equal(architecture_class(k.architecture), "P except P(0)");
    assert_int_equal(architecture_ground(k.architecture), ARCHITECTURE_BY_RULES);
    close_case(&k);
}

static void test_a_ring_is_shown_from_its_rules_however_many_states_there_are(void **state)
{
    bool is_there, is_connected;
    UNUSED(state);
    assert_int_equal(ground_of(RING(PASS), 0, &is_there, &is_connected), ARCHITECTURE_BY_RULES);
    assert_true(is_there);
}

// The one inside keeps the token, and no way leads around it: so nobody can get the token from behind it to before it.
// But as there is one token only, nobody else is inside then.
static void test_what_is_not_reached_does_not_matter(void **state)
{
    static const char text[] = RING(PASS "ruleset p: P do rule a[p] = token ==> begin a[p] := inside; end; end;\n");
    bool is_there, is_connected;
    UNUSED(state);
    assert_int_equal(ground_of(text, 0, &is_there, &is_connected), ARCHITECTURE_BY_RULES);
    assert_true(is_there);
}

// What is asked of all others holds as long as they stay as they are; not so if it is asked of any of them.
#define ASKING(others) \
    RING("ruleset p: P do rule \"take\" a[p] = idle ==> begin a[p] := token; end;\n" \
         "rule \"leave\" a[p] = token ==> begin a[p] := idle; end;\n" \
         "rule \"in\" a[p] = token ==> begin a[p] := inside; end;\n" \
         "rule \"pass\" a[p] = token & a[succ(p)] = idle & " others \
         " ==> begin a[p] := idle; a[succ(p)] := token; end; end;\n")

static void test_steps_may_ask_something_of_each_other_component(void **state)
{
    bool is_there, is_connected;
    UNUSED(state);
    assert_int_equal(ground_of(ASKING("forall q: P do a[q] != inside end"), 0, &is_there, &is_connected),
                     ARCHITECTURE_BY_RULES);
    assert_true(is_there);
    assert_int_equal(ground_of(ASKING("!(exists q: P do q != p & a[q] = inside end)"), 0, &is_there, &is_connected),
                     ARCHITECTURE_BY_RULES);
    assert_true(is_there);
    assert_int_equal(ground_of(ASKING("exists q: P do q != p & a[q] = inside end"), 0, &is_there, &is_connected),
                     ARCHITECTURE_ASSUMED);
    assert_true(is_there);
}

// On the way, the global variable changes what is asked of others, who are not looked at: it is no path in the end.
static void test_what_is_asked_of_others_must_not_depend_on_what_changes(void **state)
{
    static const char text[] =
        "const N: 5; type P: ring(N); S: enum { idle, token, stuck }; var a: array [P] of S; g: boolean;\n"
        "ruleset p: P do rule \"pass\" a[p] = token & a[succ(p)] = idle & (forall q: P do a[q] != stuck | g end) ==>\n"
        "begin a[p] := idle; a[succ(p)] := token; g := false; end;\n"
        "rule \"stick\" a[p] = idle ==> begin a[p] := stuck; end; end;\n"
        "ruleset p: P do startstate begin for q: P do a[q] := q = p ? token : idle; end; g := true; end; end;\n";
    bool is_there, is_connected;
    UNUSED(state);
    ground_of(text, 100000, &is_there, &is_connected);
    assert_false(is_there);
}

static void test_where_the_rules_do_not_show_it_states_do_if_they_are_not_too_many(void **state)
{
    static const char text[] = ASKING("exists q: P do q != p & a[q] = inside end");
    bool is_there, is_connected;
    UNUSED(state);
    assert_int_equal(ground_of(text, 1000, &is_there, &is_connected), ARCHITECTURE_BY_STATES);
    assert_true(is_there);
    assert_false(is_connected); // who is inside stays there
    assert_int_equal(ground_of(text, 3, &is_there, &is_connected), ARCHITECTURE_ASSUMED);
    assert_true(is_there);
}

// Number 0 alone takes a step, or all others do, or these two things go together: what any component has can be brought
// to it. But not where what others hold cannot be moved.
#define AROUND(rules) \
    "const N: 6; type P: 0..N - 1; S: enum { none, plain, good }; var a: array [P] of S;\n" rules \
    "ruleset p: P do startstate begin for q: P do a[q] := q = p ? plain : none; end; end; end;\n"
#define TO_AND_FRO \
    "ruleset p: P do rule \"to\" p != 0 & a[p] != none & a[0] = none ==> begin a[0] := a[p]; a[p] := none; end;\n" \
    "rule \"fro\" p != 0 & a[0] != none & a[p] = none ==> begin a[p] := a[0]; a[0] := none; end; end;\n"

static void test_what_one_can_do_others_can_do_over_it(void **state)
{
    static const char *const good[] = {
        AROUND(TO_AND_FRO),
        AROUND(TO_AND_FRO "rule \"mend\" a[0] = plain ==> begin a[0] := good; end;\n"),
        AROUND(TO_AND_FRO "ruleset p: P do rule \"mend\" p != 0 & a[p] = plain ==> begin a[p] := good; end; end;\n"),
        AROUND("ruleset p: P do rule \"on\" a[p] != none & a[(p + 1) % N] = none ==>\n"
               "begin a[(p + 1) % N] := a[p]; a[p] := none; end; end;\n"
               "rule \"mend\" a[3] = plain ==> begin a[3] := good; end;\n"
               "rule \"break\" a[4] = good ==> begin a[4] := plain; end;\n"),
    };
    static const char bad[] = AROUND("rule \"mend\" a[0] = plain ==> begin a[0] := good; end;\n");
    bool is_there, is_connected;
    UNUSED(state);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(ground_of(good[i], 0, &is_there, &is_connected), ARCHITECTURE_BY_RULES);
        assert_true(is_there);
    }
    assert_all_but_the_first(bad);
}

// Who passes something to whom does not matter, but for number 0, which does what nobody else does; the proof goes over
// it all the same, so that it takes no longer for many components.
static void test_elements_that_are_not_like_the_others_are_left_alone(void **state)
{
    UNUSED(state);
    assert_all_but_the_first(
        AROUND("ruleset p: P do rule \"on\" a[p] != none & a[p] != good & a[(p + 1) % N] = none ==>\n"
               "begin a[(p + 1) % N] := a[p]; a[p] := none; end; end;\n"
               "rule \"mend\" a[0] = plain ==> begin a[0] := good; end;\n"
               "rule \"break\" a[0] = good ==> begin a[0] := plain; end;\n"));
}

static void test_states_tell_whether_a_system_is_well_architected(void **state)
{
    static const char text[] =
        RING(PASS "ruleset p: P do rule a[p] = token & (exists q: P do q != p & a[q] = idle end) "
                  "==> begin a[p] := idle; a[succ(p)] := token; end; end;\n");
    bool is_there, is_connected;
    UNUSED(state);
    assert_int_equal(ground_of(text, 1000, &is_there, &is_connected), ARCHITECTURE_BY_STATES);
    assert_true(is_there && is_connected);
}

// A permuted step that is one state's way to itself must be a path of one step at least.
static void test_a_step_that_stays_is_no_path_of_no_steps(void **state)
{
    static const char text[] = "const N: 3; type P: 0..N - 1; var a: array [P] of boolean;\n"
                               "ruleset p: 0..1 do rule \"stay\" a[p] ==> begin end; end;\n"
                               "ruleset p: P do startstate begin for q: P do a[q] := q = p; end; end; end;\n";
    bool is_there, is_connected;
    UNUSED(state);
    ground_of(text, 1000, &is_there, &is_connected);
    assert_false(is_there);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_models),
        cmocka_unit_test(test_sets_tell_what_states_do),
        cmocka_unit_test(test_a_ring_is_shown_from_its_rules_however_many_states_there_are),
        cmocka_unit_test(test_what_is_not_reached_does_not_matter),
        cmocka_unit_test(test_steps_may_ask_something_of_each_other_component),
        cmocka_unit_test(test_what_is_asked_of_others_must_not_depend_on_what_changes),
        cmocka_unit_test(test_where_the_rules_do_not_show_it_states_do_if_they_are_not_too_many),
        cmocka_unit_test(test_what_one_can_do_others_can_do_over_it),
        cmocka_unit_test(test_elements_that_are_not_like_the_others_are_left_alone),
        cmocka_unit_test(test_states_tell_whether_a_system_is_well_architected),
        cmocka_unit_test(test_a_step_that_stays_is_no_path_of_no_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
