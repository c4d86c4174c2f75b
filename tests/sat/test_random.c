// Random small models as SMV text through bounded model checking, k-induction and IC3, against the slow judge: every
// verdict and every trace; those of bounded model checking are as short as can be. What IC3 says to be an invariant is
// true in all reachable states, has no step that leads out, and implies the property.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"

#include "../check/random_model.h"
#include "../check/slow_judge.h"
#include "base/diag.h"
#include "base/str.h"
#include "explicit/explicit.h"
#include "report/cause_words.h"
#include "sat/blast.h"
#include "sat/circuit_totality.h"
#include "sat/sat.h"
#include "smv/smv.h"

#define CASES cases_for(700, 60, 6)

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

static uint64_t first_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

static void put_properties(struct random_maker *k)
{
    struct random_scope now = {.vars = k->vars}, all = {.vars = k->vars, .input = true};
    for (int i = 2 + random_roll(k, 3); i > 0; i--) {
        static const char *const kinds[] = {"INVARSPEC (", "INVARSPEC (", "SPEC AG (", "SPEC AG (", "LTLSPEC G ("};
        put(k, "%s", kinds[random_roll(k, 5)]);
        if (random_roll(k, 2)) { // so that some hold
            random_put_bool(k, &now, 1);
            put(k, " | ");
        }
        random_put_bool(k, &now, 2);
        put(k, ")\n");
    }
    if (random_roll(k, 3) == 0) {
        put(k, "INVARSPEC ");
        random_put_bool(k, &all, 2);
        put(k, "\n");
    }
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

struct tally {
    struct certified verdicts;
    size_t cases, large, properties, failing, undecided, invariants, clauses;
    size_t of_paths, dead;   // of AG and G: failing; violated in states without a fair path only
    size_t total, not_total; // models: by their circuits
};

struct random_case {
    uint64_t seed;
    const char *text;
    const char *property, *engine;
};

#define REQUIRE(condition, about, ...) \
    do { \
        if (!(condition)) { \
            print_error("to repeat: COSET_SEED=%llu\n%s\n", (unsigned long long)(about)->seed, (about)->text); \
            print_error("%s (%s)\n", (about)->property ? (about)->property : "", (about)->engine); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

static void check_trace(struct explicit_graph *x, const struct property *p, struct result *r,
                        const struct random_case *about)
{
    struct str error = {0};
    REQUIRE(trace_replay(&r->trace, x->mem, &error), about, "the trace is no run: %s", str_text(&error));
    REQUIRE(trace_shows_failure(&r->trace, p, x->mem, &error), about, "the trace shows nothing: %s", str_text(&error));
    str_free(x->mem, &error);
}

static const struct way {
    const char *name;
    unsigned methods;
    size_t bound; // simple paths through states that cannot be reached may be long
} ways[] = {
    {"bmc", SAT_BMC, 40},
    {"induction", SAT_BMC | SAT_INDUCTION, 8},
    {"ic3", SAT_IC3, 0},
    {"sat", SAT_ALL, 0},
};

// A condition in all reachable states, whatever paths go on from there.
static bool holds_in_states(struct explicit_graph *x, expr condition)
{
    for (size_t s = 0; s < x->count; s++)
        if (!eval_condition(x->ev, condition, &x->values.at[s * x->cells], NULL))
            return false;
    return true;
}

// Of AG and G.
static expr condition_of(const struct model *m, const struct property *p)
{
    return model_formula(m, model_formula(m, p->formula)->args[0])->atom;
}

// The states of a shortest path to one that violates the condition of AG or G and has a fair path; 0: there is none.
// The judge knows no linear time, and explicit-state search gives no shortest path where there is fairness.
static size_t least_violation(struct explicit_graph *x, const struct property *p)
{
    expr condition = condition_of(x->model, p);
    size_t *length = mem_zalloc(x->mem, (x->count + 1) * sizeof *length), found = 0;
    ARRAY(uint32_t) queue = {0};
    for (size_t i = 0; i < x->initial.count; i++) {
        array_push(x->mem, &queue, x->initial.at[i]);
        length[x->initial.at[i]] = 1;
    }
    for (size_t i = 0; i < queue.count && !found; i++) {
        uint32_t s = queue.at[i];
        if (x->fair[s] && !eval_condition(x->ev, condition, &x->values.at[s * x->cells], NULL))
            found = length[s];
        for (size_t k = x->first.at[s]; k < x->first.at[s + 1]; k++)
            if (!length[x->edges.at[k].to]) {
                length[x->edges.at[k].to] = length[s] + 1;
                array_push(x->mem, &queue, x->edges.at[k].to);
            }
    }
    array_free(x->mem, &queue);
    mem_free(x->mem, length, (x->count + 1) * sizeof *length);
    return found;
}

// The same for the others, by explicit-state search.
static size_t least_length(struct explicit_graph *x, struct explicit_engine *shortest, size_t i)
{
    struct result other;
    if (model_property(x->model, i)->kind != PROPERTY_INVARIANT)
        return least_violation(x, model_property(x->model, i));
    explicit_check(shortest, i, &other);
    size_t length = other.has_trace ? trace_length(&other.trace) : 0;
    if (other.has_trace)
        trace_close(&other.trace, x->mem);
    return length;
}

static void check_property(struct sat_engine *e, const struct way *way, struct explicit_engine *shortest,
                           struct explicit_graph *x, size_t i, struct random_case *about, struct tally *tally)
{
    const struct property *p = model_property(x->model, i);
    struct result r;
    about->property = p->text;
    size_t least = least_length(x, shortest, i);
    bool holds = p->kind == PROPERTY_LTL ? !least : explicit_holds(x, p), is_again = sat_check(e, i, 0, &r);
    tally->properties++;
    if (r.verdict == VERDICT_UNDECIDED) {
        bool is_bound = way->bound && r.cause.code == CAUSE_NO_COUNTEREXAMPLE_WITHIN;
        bool is_lasso = p->kind != PROPERTY_INVARIANT && model_has_fairness(x->model); // which may be longer
        REQUIRE(is_bound, about, "undecided: %s", cause_words(r.cause.code));
        REQUIRE(holds || is_lasso || least > way->bound + 1, about, "a counterexample is missed");
        REQUIRE(!is_again, about, "it would be asked again");
        tally->undecided++;
        return;
    }
    REQUIRE((r.verdict == VERDICT_HOLDS) == holds, about, "it %s, the engine says otherwise",
            holds ? "holds" : "fails");
    REQUIRE(r.has_trace == !holds, about, "no trace, or one too many");
    certified_note(&tally->verdicts, p, r.verdict);
    tally->failing += !holds;
    tally->of_paths += !holds && p->kind != PROPERTY_INVARIANT;
    tally->dead += holds && p->kind != PROPERTY_INVARIANT && !holds_in_states(x, condition_of(x->model, p));
    if (!r.has_trace)
        return;
    check_trace(x, p, &r, about);
    size_t length = trace_length(&r.trace);
    bool is_shortest = !(way->methods & SAT_IC3) && !model_has_fairness(x->model); // else the whole lasso is
    REQUIRE(!least || (is_shortest ? length == least : length >= least), about, "a trace of %zu states, not %zu",
            length, least);
    trace_close(&r.trace, x->mem);
}

// Whether a clause is true in a state: one of its literals is.
static bool clause_holds(const struct model *m, const struct sat_literal *at, size_t count, const value *state)
{
    for (size_t i = 0; i < count; i++) {
        struct cell_code code = cell_code_of(model_type(m, model_cell(m, at[i].cell)->type));
        if ((cell_code_bits(&code, state[at[i].cell]) >> at[i].bit & 1) == at[i].is_true)
            return true;
    }
    return false;
}

static void check_invariants(struct sat_engine *e, struct explicit_graph *x, struct random_case *about,
                             struct tally *tally)
{
    for (size_t i = 0; i < model_property_count(x->model); i++) {
        const struct property *p = model_property(x->model, i);
        const struct formula_node *n = model_formula(x->model, p->formula);
        if (p->kind != PROPERTY_INVARIANT || model_expr(x->model, n->atom)->has_input)
            continue;
        about->property = p->text;
        REQUIRE(sat_prove(e, n->atom, 0) == holds_in_states(x, n->atom), about, "it is proved, and wrong");
        tally->invariants++;
    }
    for (size_t i = 0; i < sat_clause_count(e); i++) {
        const struct sat_literal *at;
        size_t count = sat_clause(e, i, &at);
        for (size_t s = 0; s < x->count; s++)
            REQUIRE(clause_holds(x->model, at, count, &x->values.at[s * x->cells]), about,
                    "clause %zu of the invariant is false in a reachable state", i);
        tally->clauses++;
    }
}

// Where every state of the circuit has a step, every reachable one of the model has.
static void check_totality(struct explicit_graph *x, struct model *model, struct random_case *about,
                           struct tally *tally)
{
    struct transition_circuit circuit;
    struct unroll paths;
    transition_circuit_open(&circuit, model, NULL, NULL, x->mem);
    unroll_open(&paths, &circuit, false, NULL, x->mem);
    enum circuit_totality totality = circuit_totality_of(&paths);
    unroll_close(&paths);
    transition_circuit_close(&circuit);
    about->property = about->engine = "totality";
    for (size_t s = 0; s < x->count; s++)
        REQUIRE(totality != CIRCUIT_TOTAL || x->first.at[s] < x->first.at[s + 1], about, "state %zu has no step", s);
    tally->total += totality == CIRCUIT_TOTAL;
    tally->not_total += totality == CIRCUIT_NOT_TOTAL;
}

static void check_model(struct explicit_graph *x, struct model *model, struct random_case *about, struct tally *tally)
{
    struct explicit_engine *shortest = explicit_new(model, &(struct explicit_options){.traces = true}, x->mem);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        struct sat_options options = {
            .methods = ways[w].methods, .traces = true, .vacuity = true, .bound = ways[w].bound, .symmetric_from = 1};
        struct sat_engine *e = sat_new(model, &options, x->mem);
        about->engine = ways[w].name;
        for (size_t i = 0; i < model_property_count(model); i++)
            if (sat_takes(model, i))
                check_property(e, &ways[w], shortest, x, i, about, tally);
        if (ways[w].methods == SAT_IC3)
            check_invariants(e, x, about, tally);
        sat_free(e);
    }
    explicit_free(shortest);
    check_totality(x, model, about, tally);
}

static void run_case(uint64_t seed, struct tally *tally)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    struct random_maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &mem, .out = &text, .states = 1};
    random_put_model(&k);
    put_properties(&k);
    struct random_case about = {.seed = seed, .text = str_text(&text), .engine = ""};
    struct source source = {"random.smv", text.at, text.count};
    struct diag diag;
    diag_open(&diag, &mem);
    struct smv *smv = smv_read(&source, &mem, &diag);
    REQUIRE(smv, &about, "not read: %s", diag.messages.count ? diag.messages.at[0].text : "");
    struct explicit_graph x;
    explicit_open(&x, smv_model(smv), RANDOM_MOST_STATES, &mem);
    tally->cases++;
    tally->large += x.too_large;
    certified_begin(&tally->verdicts);
    if (!x.too_large)
        check_model(&x, smv_model(smv), &about, tally);
    if (!x.too_large && certified_is_due(seed, 1)) {
        about.property = about.engine = "certificate";
        REQUIRE(certified_agrees(&tally->verdicts, text.at, text.count, &(struct subject_reading){0}), &about, "%s",
                tally->verdicts.error);
    }
    explicit_close(&x);
    smv_free(smv);
    diag_close(&diag);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void all_engines_agree_with_the_slow_judge(void **state)
{
    UNUSED(state);
    struct tally tally = {.verdicts = {.is_by_sat = true}};
    for (int i = 0; i < CASES; i++)
        run_case(first_seed() + (uint64_t)i, &tally);
    print_message("%zu models (%zu too large), %zu properties, %zu undecided, %zu fail; %zu conditions for an "
                  "invariant, of %zu clauses in all\n",
                  tally.cases, tally.large, tally.properties, tally.undecided, tally.failing, tally.invariants,
                  tally.clauses);
    print_message("AG and G: %zu fail, %zu hold in states with a fair path only\n", tally.of_paths, tally.dead);
    print_message("%zu models are total, %zu are not\n", tally.total, tally.not_total);
    certified_assert_all(&tally.verdicts);
    assert_true(tally.total > 0 && tally.not_total > 0);
    assert_true((tally.total + tally.not_total) * 100 > (tally.cases - tally.large) * 95);
    assert_true(tally.undecided * 3 < tally.properties);
    assert_true(tally.of_paths > 0 && tally.dead > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_engines_agree_with_the_slow_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
