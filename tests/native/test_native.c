// Steps made from the tree against steps made from the model that was lowered from it: on random models, the numbers of
// states and of orbits agree, and verdicts, lengths of traces, vacuities, and what goes wrong. Some of the models are
// also searched by rules that were written as C and compiled, which in the debug kind have sanitizers, as all else has.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"

#include <gmp.h>
#include <string.h>

#include "../cases.h"
#include "../murphi/random_text.h"
#include "explicit/explicit.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "native/native.h"
#include "report/cause_words.h"

#define CASES cases_for(3000, 300, 100)
#define MOST_STATES 30000
#define COMPILED cases_for(16, 4, 2) // of the cases, those that are compiled

static uint64_t first_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

struct tally {
    struct certified verdicts;
    size_t cases, refused, large, states, orbits, properties, failing, vacuous, errors, compiled;
};

struct random_case {
    struct mem mem;
    uint64_t seed;
    struct str text;
    const char *property;
    struct murphi_lower_options lowering;
    struct diag diag;
    struct murphi_tree tree;
    struct model *model, *per_orbit;
    struct tally *tally;
    bool compiles; // rules are written as C
};

// cmocka cuts what is longer than a kilobyte.
static void show(const struct random_case *c)
{
    print_error("to repeat: COSET_SEED=%llu (deadlock %d, dialect %d, ranges %d)\n", (unsigned long long)c->seed,
                (int)c->lowering.deadlock, (int)c->lowering.dialect, c->tree.infers_scalarsets);
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

// ---- Engines --------------------------------------------------------------------------------------------------------

struct engine {
    struct native *native; // NULL: by the model
    struct explicit_engine *engine;
};

static bool engine_open(struct engine *e, struct random_case *c, struct model *model, const struct symmetry *symmetry,
                        bool is_native)
{
    enum cause_code why;
    struct explicit_options options = {.traces = true, .vacuity = true, .symmetry = symmetry};
    *e = (struct engine){0};
    if (is_native) {
        e->native = native_new(&c->tree, model, &c->lowering, &c->mem, &why);
        if (!e->native)
            return false;
        if (c->compiles)
            native_compile(e->native, NATIVE_COMPILE_ON);
        options.steps = native_steps(e->native);
    }
    e->engine = explicit_new(model, &options, &c->mem);
    explicit_set_threads(e->engine, is_native ? 1 + c->seed % 3 : 1);
    return true;
}

static void engine_close(struct engine *e)
{
    explicit_free(e->engine);
    native_free(e->native);
}

static uint64_t count(struct random_case *c, struct engine *e)
{
    struct cause cause = {0};
    uint64_t states = 0;
    bool good = explicit_count_states(e->engine, &states, &cause);
    REQUIRE(good, c, "no count by %s: %s", e->native ? "the tree" : "the model", cause_words(cause.code));
    return states;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void check_trace(struct random_case *c, const struct property *p, const struct result *r)
{
    struct str error = {0};
    bool replays = trace_replay(&r->trace, &c->mem, &error);
    REQUIRE(replays, c, "the trace does not replay: %s", str_text(&error));
    bool shows = trace_shows_failure(&r->trace, p, &c->mem, &error);
    REQUIRE(shows, c, "the trace shows nothing: %s", str_text(&error));
    str_free(&c->mem, &error);
}

static bool end_is_same(const struct result *a, const struct result *b)
{
    size_t last = trace_length(&a->trace) - 1;
    return memcmp(trace_state(&a->trace, last), trace_state(&b->trace, last), a->trace.cells * sizeof(value)) == 0;
}

static void compare(struct random_case *c, size_t i, struct engine *lowered, struct engine *native, bool is_plain)
{
    const struct property *p = model_property(c->model, i);
    struct result a = {0}, b = {0};
    c->property = p->text;
    explicit_check(lowered->engine, i, &a);
    explicit_check(native->engine, i, &b);
    REQUIRE(a.verdict == b.verdict, c, "by the model %d, by the tree %d (%s)", (int)a.verdict, (int)b.verdict,
            is_plain ? "states" : "orbits");
    REQUIRE(a.has_trace == b.has_trace, c, "a trace is missing");
    REQUIRE((a.runtime_error != NULL) == (b.runtime_error != NULL), c, "what goes wrong: %s; by the tree: %s",
            a.runtime_error ? a.runtime_error : "nothing", b.runtime_error ? b.runtime_error : "nothing");
    if (a.has_trace) {
        REQUIRE(trace_length(&a.trace) == trace_length(&b.trace), c, "a trace of %zu states, by the tree %zu",
                trace_length(&a.trace), trace_length(&b.trace));
        check_trace(c, p, &b);
    }
    if (a.has_trace && a.runtime_error && end_is_same(&a, &b))
        REQUIRE(strcmp(a.runtime_error, b.runtime_error) == 0, c, "what goes wrong: %s; by the tree: %s",
                a.runtime_error, b.runtime_error);
    REQUIRE((a.vacuous != NULL) == (b.vacuous != NULL) && a.vacuities == b.vacuities, c,
            "vacuous by %s; by the tree: %s", a.vacuous ? a.vacuous : "nothing", b.vacuous ? b.vacuous : "nothing");
    certified_note(&c->tally->verdicts, p, b.verdict);
    c->tally->properties++;
    c->tally->failing += a.verdict == VERDICT_FAILS;
    c->tally->vacuous += a.vacuous != NULL;
    c->tally->errors += a.runtime_error != NULL;
    if (a.has_trace)
        trace_close(&a.trace, &c->mem);
    if (b.has_trace)
        trace_close(&b.trace, &c->mem);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

// All states, then orbits; properties before or after the states are counted.
static void compare_engines(struct random_case *c, const struct symmetry *symmetry, bool count_first)
{
    struct engine lowered, native;
    engine_open(&lowered, c, c->model, symmetry, false);
    engine_open(&native, c, c->model, symmetry, true);
    for (int round = 0; round < 2; round++) {
        c->property = "count of reachable states";
        if ((round == 0) == count_first) {
            uint64_t a = count(c, &lowered), b = count(c, &native);
            REQUIRE(a == b, c, "%llu %s by the model, %llu by the tree", (unsigned long long)a,
                    symmetry ? "orbits" : "states", (unsigned long long)b);
            *(symmetry ? &c->tally->orbits : &c->tally->states) += a;
        } else {
            for (size_t i = 0; i < model_property_count(c->model); i++)
                if (native_knows(native.native, i))
                    compare(c, i, &lowered, &native, !symmetry);
        }
    }
    c->tally->compiled += native_is_compiled(native.native);
    engine_close(&lowered);
    engine_close(&native);
}

// A model with one instance of each rule per orbit has all that the tree needs.
static void compare_per_orbit(struct random_case *c)
{
    struct murphi_lower_options options = c->lowering;
    options.one_per_orbit = true;
    options.goals_of = c->model;
    c->per_orbit = model_new(&c->mem);
    if (murphi_lower(&c->tree, c->per_orbit, &options, &c->mem, &c->diag)) {
        struct symmetry *here = symmetry_new(c->per_orbit, &c->mem), *there = symmetry_new(c->model, &c->mem);
        struct engine lowered, native;
        c->property = "count of orbits, by one instance per orbit";
        engine_open(&lowered, c, c->model, there, false);
        if (engine_open(&native, c, c->per_orbit, here, true)) {
            uint64_t a = count(c, &lowered), b = count(c, &native);
            REQUIRE(a == b, c, "%llu orbits by the model, %llu by the tree", (unsigned long long)a,
                    (unsigned long long)b);
            engine_close(&native);
        }
        engine_close(&lowered);
        symmetry_free(here);
        symmetry_free(there);
    }
    model_free(c->per_orbit);
}

static bool is_small(struct random_case *c)
{
    struct cause cause = {0};
    uint64_t states;
    struct explicit_engine *e = explicit_new(c->model, &(struct explicit_options){.memory_limit = 64 << 20}, &c->mem);
    bool good = explicit_count_states(e, &states, &cause) && states <= MOST_STATES;
    explicit_free(e);
    return good;
}

static void check_model(struct random_case *c, struct random_maker *k)
{
    enum cause_code why;
    struct native *native = native_new(&c->tree, c->model, &c->lowering, &c->mem, &why);
    bool is_compiled = native;
    native_free(native);
    c->tally->refused += !is_compiled;
    if (!is_compiled || !is_small(c)) {
        c->tally->large += is_compiled;
        return;
    }
    bool count_first = random_roll(k, 2);
    struct symmetry *symmetry = symmetry_new(c->model, &c->mem);
    compare_engines(c, NULL, count_first);
    compare_engines(c, symmetry, !count_first);
    symmetry_free(symmetry);
    c->compiles = false;
    compare_per_orbit(c);
}

static void run_text(struct random_case *c, struct random_maker *k, bool infers_scalarsets)
{
    struct source source = {"random.m", c->text.at, c->text.count};
    diag_open(&c->diag, &c->mem);
    murphi_tree_open(&c->tree, &c->mem, &source);
    c->tree.infers_scalarsets = infers_scalarsets;
    REQUIRE(murphi_parse(&c->tree, &c->diag) && murphi_check(&c->tree, NULL, 0, &c->diag), c, "not read");
    c->model = model_new(&c->mem);
    c->tally->cases++;
    certified_begin(&c->tally->verdicts);
    if (murphi_lower(&c->tree, c->model, &c->lowering, &c->mem, &c->diag))
        check_model(c, k);
    const struct subject_reading reading = {.language = SUBJECT_MURPHI,
                                            .deadlock = c->lowering.deadlock,
                                            .dialect = c->lowering.dialect,
                                            .loop_limit = c->lowering.loop_limit,
                                            .infers_scalarsets = c->tree.infers_scalarsets};
    c->property = "certificate";
    if (c->tally->verdicts.count && certified_is_due(c->seed, 20))
        REQUIRE(certified_agrees(&c->tally->verdicts, c->text.at, c->text.count, &reading), c, "%s",
                c->tally->verdicts.error);
    model_free(c->model);
    murphi_tree_close(&c->tree);
    diag_close(&c->diag);
    str_free(&c->mem, &c->text);
    assert_nothing_left(&c->mem);
}

static void run_case(uint64_t seed, bool compiles, struct tally *tally)
{
    struct random_case c = {.seed = seed, .tally = tally, .compiles = compiles};
    struct random_maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &c.mem, .out = &c.text};
    k.with_ranges = seed % 3 == 1;
    k.with_queues = seed % 4 == 2;
    k.with_fairness = seed % 2 == 1;
    random_put_text(&k);
    c.lowering = (struct murphi_lower_options){.deadlock = (enum murphi_deadlock)random_roll(&k, 3),
                                               .dialect = (enum murphi_dialect)random_roll(&k, 3),
                                               .vacuity = true,
                                               .loop_limit = 6};
    run_text(&c, &k, k.with_ranges);
}

// No element of the array has a value: what stands behind the read is not reached, also where no element is preferred.
// Else `o` could be undefined, and the property, which goes through numbers, would keep P from being a symmetry.
static void what_no_element_has(void **state)
{
    static const char text[] = "const N: 2; type P: 1..N; var v: array [P] of boolean; o: P;\n"
                               "ruleset p: P do startstate begin for q: P do v[q] := false; end; o := p; end;\n"
                               "rule \"move\" o := p; end; rule \"turn\" v[p] := !v[p]; end; end;\n"
                               "rule \"read\" var l: array [P] of 0..1; begin for i := 0 to l[o] do undefine "
                               "o; end; end;\n"
                               "ruleset p: P do compassion \"c\" true, o != p; end;\n"
                               "ctl \"x\" forall q: P do v[q] & o != q end;\n";
    UNUSED(state);
    struct tally tally = {0};
    struct random_case c = {.tally = &tally, .lowering = {.deadlock = MURPHI_DEADLOCK_STUCK, .vacuity = true}};
    struct random_maker k = {.dice = 1, .mem = &c.mem, .out = &c.text};
    str_add(&c.mem, &c.text, "%s", text);
    run_text(&c, &k, true);
    assert_int_equal(tally.states, 8);
    assert_int_equal(tally.orbits, 4);
}

static void tree_and_model_agree(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    bool has_cc = system("cc --version >/dev/null 2>&1") == 0;
    for (int i = 0; i < CASES; i++)
        run_case(first_seed() + (uint64_t)i, has_cc && i % (CASES / COMPILED + 1) == 0, &tally);
    print_message("%zu models (%zu refused, %zu too large) with %zu states in %zu orbits, %zu properties, of which %zu "
                  "fail, %zu for an error, and %zu hold vacuously; %zu searches by compiled rules\n",
                  tally.cases, tally.refused, tally.large, tally.states, tally.orbits, tally.properties, tally.failing,
                  tally.errors, tally.vacuous, tally.compiled);
    certified_assert(&tally.verdicts, 50);
    assert_true(tally.compiled > 0 || !has_cc);
    assert_true(tally.refused * 5 < tally.cases || CASES < 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_no_element_has),
        cmocka_unit_test(tree_and_model_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
