// Random small models: for each property, the model that is reduced to its cone gives the same verdict as the full one,
// the same warnings, and traces that can be lifted. Checkers that are stopped in the middle go on as if nothing had
// been.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include <inttypes.h>

#include "../certified.h"
#include "../looks.h"
#include "base/random.h"
#include "check/check.h"
#include "read_model.h"
#include "reduce/cone/cone.h"

#define CASES cases_for(4000, 400, 50)
#define MOST_LISTED 1000 // states, and choices of inputs

// ---- The maker ------------------------------------------------------------------------------------------------------

enum kind { KIND_BOOLEAN, KIND_NUMBER, KIND_ENUM, KINDS };
enum role { ROLE_STATE, ROLE_FROZEN, ROLE_INPUT };

struct maker {
    uint64_t dice;
    struct mem *mem;
    struct str *out;
    struct var {
        enum kind kind;
        enum role role;
    } var[12];
    int vars;
};

// What an expression may mention: variables now, and the next values of the first so many.
struct scope {
    int vars, nexts;
    bool inputs;
};

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

static int roll(struct maker *k, int sides)
{
    return (int)random_below(&k->dice, (uint64_t)sides);
}

static void put_constant(struct maker *k, enum kind kind)
{
    static const char *const of[KINDS][4] = {
        {"TRUE", "FALSE", "TRUE", "FALSE"}, {"0", "1", "2", "3"}, {"red", "green", "blue", "red"}};
    put(k, "%s", of[kind][roll(k, 4)]);
}

// Variables that are close to each other in the list, so that cones do not grow to everything at once.
static void put_leaf(struct maker *k, struct scope s, enum kind kind)
{
    for (int tries = 0; tries < 4 && s.vars > 0; tries++) {
        int v = s.vars - 1 - roll(k, s.vars < 4 ? s.vars : 4);
        if (k->var[v].kind != kind || (k->var[v].role == ROLE_INPUT && !s.inputs))
            continue;
        put(k, v < s.nexts && k->var[v].role == ROLE_STATE && roll(k, 2) ? "next(v%d)" : "v%d", v);
        return;
    }
    put_constant(k, kind);
}

static void put_value(struct maker *k, struct scope s, enum kind kind, int depth);

static void put_condition(struct maker *k, struct scope s, int depth)
{
    static const char *const signs[] = {" & ", " | ", " xor ", " -> "};
    int way = roll(k, 3);
    enum kind kind = way == 0 ? KIND_BOOLEAN : way == 1 ? KIND_NUMBER : KIND_ENUM;
    put(k, roll(k, 3) ? "(" : "!(");
    put_value(k, s, kind, depth - 1);
    put(k, "%s", kind == KIND_BOOLEAN ? signs[roll(k, 4)] : kind == KIND_NUMBER && roll(k, 2) ? " < " : " = ");
    put_value(k, s, kind, depth - 1);
    put(k, ")");
}

static void put_value(struct maker *k, struct scope s, enum kind kind, int depth)
{
    int way = depth > 0 ? roll(k, 4) : 0;
    if (way < 2)
        put_leaf(k, s, kind);
    else if (way == 2 && kind == KIND_BOOLEAN)
        put_condition(k, s, depth);
    else if (way == 2 && kind == KIND_NUMBER) {
        put(k, "((");
        put_value(k, s, kind, depth - 1);
        put(k, " + ");
        put_value(k, s, kind, depth - 1);
        put(k, ") mod 4)");
    } else {
        put(k, "(");
        put_condition(k, s, depth - 1);
        put(k, " ? ");
        put_value(k, s, kind, depth - 1);
        put(k, " : ");
        put_value(k, s, kind, depth - 1);
        put(k, ")");
    }
}

static void put_right_side(struct maker *k, struct scope s, enum kind kind)
{
    int way = roll(k, 6);
    if (way == 0 && kind == KIND_NUMBER) {
        put(k, "1..3");
    } else if (way < 3) {
        put(k, "{");
        put_value(k, s, kind, 1);
        put(k, ", ");
        put_value(k, s, kind, 1);
        put(k, "}");
    } else
        put_value(k, s, kind, 2);
}

static void put_assignments(struct maker *k, int v)
{
    struct scope before = {.vars = v};
    struct scope step = {.vars = k->vars < v + 3 ? k->vars : v + 3, .nexts = v, .inputs = true};
    enum kind kind = k->var[v].kind;
    int way = k->var[v].role == ROLE_INPUT ? 0 : k->var[v].role == ROLE_FROZEN ? 3 : 1 + roll(k, 8);
    if (way == 1) {
        put(k, "ASSIGN v%d := ", v);
        put_right_side(k, before, kind);
        put(k, ";\n");
    }
    if (way >= 3) {
        put(k, "ASSIGN init(v%d) := ", v);
        put_right_side(k, before, kind);
        put(k, ";\n");
    }
    if (way >= 4) {
        put(k, "ASSIGN next(v%d) := ", v);
        put_right_side(k, step, kind);
        put(k, ";\n");
    }
}

static void put_constraints(struct maker *k)
{
    static const char *const kinds[] = {"INIT ", "INVAR ", "TRANS ", "FAIRNESS ", "FAIRNESS "};
    for (int i = roll(k, 3); i > 0; i--) {
        int kind = roll(k, 5), end = 1 + roll(k, k->vars);
        put(k, "%s", kinds[kind]);
        put_condition(k, (struct scope){.vars = end, .nexts = kind == 2 ? end : 0, .inputs = kind >= 2}, 2);
        put(k, "\n");
    }
}

static void put_formula(struct maker *k, struct scope s, int depth)
{
    static const char *const signs[] = {"AG ", "EF ", "AF ", "EG ", "AX ", "EX ", "!"};
    if (depth == 0) {
        put_condition(k, s, 1);
        return;
    }
    put(k, "%s(", signs[roll(k, 7)]);
    put_formula(k, s, depth - 1);
    if (roll(k, 3) == 0) {
        put(k, roll(k, 2) ? " -> " : " & ");
        put_formula(k, s, depth - 1);
    }
    put(k, ")");
}

static void put_property(struct maker *k)
{
    static const struct form {
        const char *begin, *middle, *end; // around one condition, or two, or a formula
    } forms[] = {
        {"INVARSPEC ", NULL, "\n"},
        {"INVARSPEC ", " -> ", "\n"},
        {"COMPUTE MIN [", ", ", "]\n"},
        {"LTLSPEC G F (", " -> ", ")\n"},
        {"LTLSPEC G (", " -> F ", ")\n"},
        {"PSLSPEC always ({", "; TRUE} |-> ", ");\n"},
        {"SPEC ", NULL, "\n"},
    };
    size_t way = (size_t)roll(k, 9);
    const struct form *form = &forms[way < 6 ? way : 6];
    struct scope s = {.vars = 1 + roll(k, k->vars), .inputs = way == 0};
    put(k, "%s", form->begin);
    if (way < 6)
        put_condition(k, s, 1);
    else
        put_formula(k, s, 1 + roll(k, 2));
    if (form->middle) {
        put(k, "%s", form->middle);
        put_condition(k, s, 1);
    }
    put(k, "%s", form->end);
}

// Two processes that assign to a variable of their own, and to one that is given.
static void put_processes(struct maker *k)
{
    put(k, "VAR s : boolean; n : 0..3; one : process worker(s, n); other : process worker(n = 2, n);\n"
           "SPEC AG (s -> EF !s)\nSPEC AF n = 3\nSPEC AG one.own < 3\n");
    put(k, "MODULE worker(flag, number)\nVAR own : 0..3;\nASSIGN init(own) := 0;\n"
           "next(own) := flag ? (own + 1) mod 4 : own; next(number) := {number, (number + 1) mod 4};\n");
    if (roll(k, 2))
        put(k, "FAIRNESS running\n");
}

static void make_model(struct maker *k)
{
    static const char *const types[] = {"boolean", "0..3", "{red, green, blue}"};
    static const char *const sections[] = {"VAR", "FROZENVAR", "IVAR"};
    k->vars = 3 + roll(k, 6);
    put(k, "MODULE main\n");
    for (int v = 0; v < k->vars; v++) {
        int role = roll(k, 10);
        k->var[v].kind = v == 0 ? KIND_ENUM : (enum kind)roll(k, KINDS); // one of them declares the symbols
        k->var[v].role = role < 8 ? ROLE_STATE : role == 8 ? ROLE_FROZEN : ROLE_INPUT;
        put(k, "%s v%d : %s;\n", sections[k->var[v].role], v, types[k->var[v].kind]);
    }
    for (int v = 0; v < k->vars; v++)
        put_assignments(k, v);
    put_constraints(k);
    for (int i = 0; i < 4; i++)
        put_property(k);
    if (roll(k, 4) == 0)
        put_processes(k);
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

struct comparison {
    struct reading r;
    struct maker *maker;
    const char *text;
    uint64_t seed;
    struct dependence *dependence;
    struct certified verdicts;
    struct looks full;               // of the checker of the whole model
    size_t reduced, lifted, stopped; // that it was worth it
};

#define CLAIM(c, claim, ...) \
    do { \
        if (!(claim)) { \
            print_error("COSET_SEED=%" PRIu64 "\n%s\n", (c)->seed, (c)->text); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

// Sometimes after having been stopped.
static void decide(struct comparison *c, struct looks *looks, size_t property, struct result *result)
{
    for (int i = roll(c->maker, 3); i > 0; i--) {
        looks_allow(looks, 1 + roll(c->maker, 10));
        checker_check(looks->checker, property, result);
        c->stopped += result->verdict == VERDICT_UNDECIDED;
        if (result->has_trace)
            trace_close(&result->trace, &c->r.mem);
    }
    looks_allow(looks, 0);
    checker_check(looks->checker, property, result);
}

static void judge_lifted(struct comparison *c, struct cone *cone, const struct result *result, size_t property)
{
    struct trace full;
    struct str error = {0};
    const struct model_reduction layer = cone_layer(cone);
    enum lift_status status = reduction_lift(&layer, &result->trace, &full);
    CLAIM(c, status == LIFT_DONE, "property %zu: the run is not lifted: %s", property + 1, lift_status_text(status));
    CLAIM(c, trace_replay(&full, &c->r.mem, &error), "property %zu: %s", property + 1, str_text(&error));
    CLAIM(c, trace_shows_failure(&full, model_property(c->r.model, property), &c->r.mem, &error), "property %zu: %s",
          property + 1, str_text(&error));
    trace_close(&full, &c->r.mem);
    c->lifted++;
}

static void compare_results(struct comparison *c, struct cone *cone, struct looks *reduced, size_t property)
{
    struct result one, other;
    decide(c, &c->full, property, &one);
    decide(c, reduced, 0, &other);
    CLAIM(c, one.verdict == other.verdict, "property %zu: verdict %d is %d in the cone", property + 1, one.verdict,
          other.verdict);
    CLAIM(c, one.has_value == other.has_value && one.is_infinite == other.is_infinite, "property %zu", property + 1);
    CLAIM(c, !one.has_value || one.is_infinite || one.value == other.value, "property %zu: %d steps", property + 1,
          (int)other.value);
    CLAIM(c, strcmp(one.vacuous ? one.vacuous : "", other.vacuous ? other.vacuous : "") == 0, "property %zu: vacuity",
          property + 1);
    CLAIM(c, one.has_trace == other.has_trace, "property %zu: the run", property + 1);
    certified_note(&c->verdicts, model_property(c->r.model, property), other.verdict);
    if (other.has_trace)
        judge_lifted(c, cone, &other, property);
    if (one.has_trace)
        trace_close(&one.trace, &c->r.mem);
    if (other.has_trace)
        trace_close(&other.trace, &c->r.mem);
}

static void compare_warnings(struct comparison *c, struct checker *reduced)
{
    struct model_warnings one, other;
    checker_find_warnings(c->full.checker, &one);
    checker_find_warnings(reduced, &other);
    CLAIM(c, one.no_initial_state == other.no_initial_state, "initial states");
    if (one.known && other.known)
        CLAIM(c, one.not_total == other.not_total, "deadlocks");
}

static void open_checker(struct looks *looks, struct model *model, struct mem *mem)
{
    const struct check_options options = {.traces = true, .vacuity = true, .interrupted = looks_pass, .context = looks};
    *looks = (struct looks){0};
    looks->checker = checker_new(model, &options, mem);
}

static void compare(struct comparison *c, size_t property)
{
    bool cells[32];
    struct cone cone;
    CLAIM(c, model_cell_count(c->r.model) <= 32, "too many variables for this test");
    if (model_property(c->r.model, property)->unsupported)
        return;
    dependence_of_property(c->dependence, property, cells);
    cone_open(&cone, c->r.model, c->dependence, cells, &property, 1, &c->r.mem);
    c->reduced += model_cell_count(cone.model) < model_cell_count(c->r.model);
    struct looks reduced;
    open_checker(&reduced, cone.model, &c->r.mem);
    compare_results(c, &cone, &reduced, property);
    compare_warnings(c, reduced.checker);
    checker_free(reduced.checker);
    cone_close(&cone);
}

// Certificates list states one after the other.
static bool is_small(const struct model *m)
{
    uint64_t states = 1;
    for (cell_id i = 0; i < model_cell_count(m) && states <= MOST_LISTED; i++)
        states *= type_size(model_type(m, model_cell(m, i)->type));
    return states <= MOST_LISTED;
}

static void run_case(struct comparison *c)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    struct maker maker = {.dice = c->seed * 1000003, .mem = &mem, .out = &text};
    make_model(&maker);
    c->maker = &maker;
    c->text = str_text(&text);
    reading_open(&c->r, c->text);
    c->dependence = dependence_new(c->r.model, smv_obligation_count(c->r.smv) == 0, &c->r.mem);
    open_checker(&c->full, c->r.model, &c->r.mem);
    certified_begin(&c->verdicts);
    for (size_t i = 0; i < model_property_count(c->r.model); i++)
        compare(c, i);
    if (certified_is_due(c->seed, 20) && is_small(c->r.model))
        CLAIM(c, certified_agrees(&c->verdicts, text.at, text.count, &(struct subject_reading){0}), "%s",
              c->verdicts.error);
    checker_free(c->full.checker);
    dependence_free(c->dependence);
    reading_close(&c->r);
    str_free(&mem, &text);
}

static void cones_decide_as_the_full_model_does(void **state)
{
    UNUSED(state);
    const char *text = getenv("COSET_SEED");
    uint64_t first = text ? strtoull(text, NULL, 0) : 1;
    struct comparison c = {0};
    size_t cases = 0;
    for (; cases < (size_t)CASES; cases++) {
        c.seed = first + cases;
        run_case(&c);
    }
    print_message("%zu models, %zu properties with smaller models, %zu runs lifted, %zu times stopped\n", cases,
                  c.reduced, c.lifted, c.stopped);
    certified_assert(&c.verdicts, 50);
    assert_true(c.reduced > cases && c.lifted > cases / 2 && c.stopped > cases / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cones_decide_as_the_full_model_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
