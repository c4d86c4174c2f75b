// The judge is judged: what it makes of the rules, start states and invariants of random models is compared with what
// the evaluator says of the lowered model, in reachable and in arbitrary states. Classes that the judge takes for
// unbounded get as many elements as the model has, by assertions. z3 must say of each state that it is possible, and
// answer `unsat` to each question:
// - a rule that leads from a state to another one: that it does not,
// - a rule that has no step from a state: that it has one,
// - a start state, and an invariant that holds or does not hold in a state: that it is otherwise.
// Where a step may have more results than the model has, the model's is one of them.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../unit.h"

#include "../murphi/random_text.h"
#include "base/diag.h"
#include "model/eval.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "murphi/print.h"
#include "smtlib/smt_script.h"
#include "solver.h"

#define CASES cases_for(400, 60, 30)

enum { MOST_CELLS = 400, STATES = 3, QUESTIONS = 4, MOST_PARAMETERS = 16 };

// A cell of the lowered model is a leaf at some indices.
struct leaf_site {
    uint32_t leaf, arity;
    const struct murphi_type *type;
    const struct murphi_type *index[SMT_MOST_INDICES];
    int64_t element[SMT_MOST_INDICES];
};

struct random_case {
    struct mem mem;
    uint64_t seed, dice;
    struct str text;
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    struct model *model;
    struct evaluator *evaluator;
    struct smtlib_class classes[8];
    struct smtlib_proof proof;
    struct smt_script script;
    struct leaf_site sites[MOST_CELLS];
    size_t site_count;
    value state[MOST_CELLS], next[MOST_CELLS];
    bool has_next;
};

// What all cases ask, in one script; what it is about is shown when the answer is wrong.
struct batch {
    struct mem mem;
    struct str script;
    ARRAY(uint64_t) seeds;
    ARRAY(char *) subjects;
    ARRAY(enum answer) expected;
    size_t cases, refused, steps, no_steps, starts, properties, violated, inexact;
};

static uint64_t first_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

static uint64_t roll(struct random_case *c, uint64_t sides)
{
    c->dice = c->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (c->dice >> 33) % sides;
}

// What random models do not have: the order of a range, errors that depend on it, the last iteration of a loop, loops
// that meet pairs from both sides. Their seeds come after all others; what is new here comes first, so that the others
// keep theirs: in some states of theirs, whether an invariant can be evaluated depends on the order of a range.
static const char *const texts[] = {
    "const N: 3; type P: scalarset(N);\n"
    "var m, w: array [P] of array [P] of boolean; f: boolean;\n"
    "startstate for i: P do for k: P do m[i][k] := i = k; w[i][k] := i != k; end; end; f := false; end;\n"
    "ruleset p: P do rule \"r1\" for i: P do m[p][i] := !m[i][p]; m[i][p] := w[i][p] | f; end; end;\n"
    "rule \"r2\" for i: P do if m[i][p] then m[p][i] := false; w[i][p] := true; else m[i][p] := w[p][i]; "
    "end; end; f := !f; end;\n"
    "ruleset q: P do rule \"r3\" p != q ==> for i: P do if i != q & w[q][i] then w[i][q] := m[p][i]; w[q][i] := f; "
    "end; end; end; end; end;\n"
    "invariant \"x1\" forall i: P do forall k: P do m[i][k] | w[k][i] end end;\n",
    "const N: 3; type P: 1..N; L: enum {A, B, C};\n"
    "var l: array [P] of L; b: array [P] of boolean; q: P;\n"
    "ruleset p: P do startstate for i: P do l[i] := i < p ? A : i > p ? B : C; b[i] := i >= p; end; q := p; end; end;\n"
    "ruleset p: P; r: P do rule \"r1\" p < r & l[p] = l[r] ==> l[p] := C; b[r] := !b[r]; q := r; end; end;\n"
    "ruleset p: P do rule \"r2\" forall i: P do i <= p -> b[i] end ==> for i: P do if i > q then b[i] := i <= p; "
    "l[i] := C; end; end; end; end;\n"
    "rule \"r3\" exists i: P do i >= q & !b[i] end ==> for i: P do if l[i] = A then q := i; end; b[i] := l[i] != B; "
    "end; "
    "end;\n"
    "invariant \"x1\" forall i: P do forall k: P do i < k -> b[i] | l[k] != A end end;\n"
    "invariant \"x2\" exists i: P do i > q & b[i] end;\n",
    "const N: 3; type P: 1..N; L: enum {A, B, C};\n"
    "var l: array [P] of L; n: 0..2; q: P;\n"
    "startstate for i: P do l[i] := A; end; n := 0; undefine q; end;\n"
    "ruleset p: P do rule \"r1\" undefine l[p]; end;\n"
    "rule \"r2\" exists i: P do l[i] = B end ==> l[p] := C; end;\n"
    "rule \"r3\" forall i: P do l[i] != C end ==> l[p] := B; n := 2 - n; end; end;\n"
    "rule \"r4\" forall i: P do isundefined(l[i]) | l[i] = A end ==> for i: P do l[i] := B; q := i; n := 1; end; end;\n"
    "invariant \"x1\" exists i: P do l[i] = A end;\n"
    "invariant \"x2\" forall i: P do isundefined(l[i]) | l[i] != C end;\n",
    "const N: 3; type P: scalarset(N); U: union {P, enum {none, all}};\n"
    "var u: array [U] of U; v: U; f: boolean; m: array [P] of array [0..1] of P;\n"
    "ruleset p: P do startstate u[none] := all; u[all] := none; for i: P do m[i][0] := p; undefine m[i][1]; "
    "end; v := none; f := false; end;\n"
    "rule \"r1\" v := p; if f then u[v] := none; else u[v] := p; end; m[p][1] := m[p][0]; end;\n"
    "rule \"r2\" ismember(v, P) & v != p ==> u[p] := v; for i: P do if u[i] = v then f := true; end; end; end;\n"
    "rule \"r3\" exists w: U do u[w] = none & w != v end ==> v := u[p]; for i: P do for k := 0 to 1 do m[i][k] := i; "
    "end; end; end; end;\n"
    "invariant \"x1\" forall w: U do u[w] != v | f end;\n"
    "invariant \"x2\" forall i: P do m[i][0] != m[i][1] end;\n",
};
enum { TEXTS = sizeof texts / sizeof *texts };
#define FIRST_TEXT (UINT64_MAX - TEXTS + 1)

static void make_text(struct random_case *c)
{
    if (c->seed >= FIRST_TEXT) {
        str_add(&c->mem, &c->text, "%s", texts[c->seed - FIRST_TEXT]);
        return;
    }
    struct random_maker maker = {.dice = c->seed, .mem = &c->mem, .out = &c->text, .for_rumur = c->seed % 4 != 0};
    random_put_text(&maker);
}

#define ask(c, ...) str_add(&(c)->mem, &(c)->script.body, __VA_ARGS__)

// ---- Values ---------------------------------------------------------------------------------------------------------

static void put_value(struct random_case *c, const struct murphi_type *type, int64_t v)
{
    struct smt_translation *t = &c->script.t;
    const struct smt_sort *sort = smt_sort_of(t, type, type->span);
    switch (sort->kind) {
    case SMT_BOOL:
        ask(c, v ? "true" : "false");
        break;
    case SMT_INT:
        ask(c, v < 0 ? "(- %lld)" : "%lld", (long long)(v < 0 ? -v : v));
        break;
    case SMT_ENUM:
        ask(c, "%s", sort->members[v - sort->low]);
        break;
    case SMT_CLASS:
        ask(c, "|@%.*s %d|", (int)strlen(sort->name) - 2, sort->name + 1, (int)(v - type->low + 1));
        break;
    case SMT_UNION:
        for (uint32_t i = 0; i < type->part_count; i++) {
            const struct murphi_type *part = type->parts[i];
            if (v < part->low || v > part->high)
                continue;
            ask(c, "(in!%d ", smt_sort_of(t, part, part->span)->inject_index);
            put_value(c, part, v);
            ask(c, ")");
            return;
        }
    }
}

// The value of a cell as one of Murphi; false if it is undefined.
static bool find_value(struct random_case *c, size_t cell, value v, int64_t *result)
{
    const struct murphi_type *type = c->sites[cell].type;
    struct str shown = {0}, text = {0};
    bool found = false;
    model_add_value(c->model, model_cell(c->model, (cell_id)cell)->type, v, &shown);
    bool is_undefined = strcmp(str_text(&shown), "undefined") == 0;
    for (uint64_t i = 0; i < murphi_size(type) && !is_undefined && !found; i++) {
        str_clear(&text);
        murphi_print_value(&c->mem, &text, type, murphi_value_at(type, i));
        found = strcasecmp(str_text(&text), str_text(&shown)) == 0;
        *result = murphi_value_at(type, i);
    }
    assert_true(found || is_undefined);
    str_free(&c->mem, &shown);
    str_free(&c->mem, &text);
    return found;
}

static void put_place(struct random_case *c, const struct leaf_site *site, const char *name)
{
    ask(c, "%s%s", site->arity ? "(" : "", name);
    for (uint32_t i = 0; i < site->arity; i++) {
        ask(c, " ");
        put_value(c, site->index[i], site->element[i]);
    }
    ask(c, "%s", site->arity ? ")" : "");
}

// That the cells are so: ` (= place value) (not (place defined))`, after the step if `is_next`.
static void put_state(struct random_case *c, const value *state, bool is_next)
{
    for (size_t i = 0; i < c->site_count; i++) {
        const struct leaf_site *site = &c->sites[i];
        const struct smt_leaf *leaf = &c->script.t.leaves.at[site->leaf];
        int64_t v;
        bool is_defined = find_value(c, i, state[i], &v);
        bool has_value = is_next && c->script.has_value[site->leaf];
        bool has_defined = is_next && c->script.has_defined[site->leaf];
        if (leaf->always_defined) {
            if (!is_defined)
                ask(c, " false");
        } else {
            ask(c, is_defined ? " " : " (not ");
            put_place(c, site, has_defined ? leaf->defined_primed : leaf->defined);
            ask(c, is_defined ? "" : ")");
        }
        if (!is_defined)
            continue;
        ask(c, " (= ");
        put_place(c, site, has_value ? leaf->primed : leaf->name);
        ask(c, " ");
        put_value(c, site->type, v);
        ask(c, ")");
    }
}

// ---- Cells and leaves -----------------------------------------------------------------------------------------------

// In the order of the cells.
static void find_sites(struct random_case *c, const struct murphi_type *type, struct leaf_site site)
{
    struct smt_translation *t = &c->script.t;
    if (type->kind == MURPHI_RECORD) {
        for (uint32_t i = 0; i < type->field_count; i++) {
            find_sites(c, type->fields[i].type, site);
            site.leaf += smt_width(t, type->fields[i].type, type->span);
        }
    } else if (type->kind == MURPHI_ARRAY) {
        bool is_class = smt_is_unbounded(t, type->index);
        site.arity += is_class;
        for (uint64_t i = 0; i < murphi_size(type->index); i++) {
            if (is_class) {
                site.index[site.arity - 1] = type->index;
                site.element[site.arity - 1] = murphi_value_at(type->index, i);
            }
            find_sites(c, type->element, site);
            if (!is_class)
                site.leaf += smt_width(t, type->element, type->span);
        }
    } else {
        assert_true(c->site_count < MOST_CELLS);
        site.type = type;
        c->sites[c->site_count++] = site;
    }
}

static void find_all_sites(struct random_case *c)
{
    uint32_t leaf = 0;
    for (size_t i = 0; i < c->tree.vars.count; i++) {
        const struct murphi_type *type = c->tree.vars.at[i]->type;
        find_sites(c, type, (struct leaf_site){.leaf = leaf});
        leaf += smt_width(&c->script.t, type, type->span);
    }
    assert_int_equal(c->site_count, model_cell_count(c->model));
    for (size_t i = 0; i < c->site_count; i++)
        assert_int_equal(c->script.t.leaves.at[c->sites[i].leaf].arity, c->sites[i].arity);
}

// Each class has exactly the elements of the model.
static void put_elements(struct random_case *c)
{
    for (size_t i = 0; i < c->proof.class_count; i++) {
        const struct murphi_type *type = c->classes[i].type;
        const struct smt_sort *sort = smt_sort_of(&c->script.t, type, type->span);
        for (int64_t v = type->low; v <= type->high; v++) {
            ask(c, "(declare-const ");
            put_value(c, type, v);
            ask(c, " %s)\n", sort->name);
        }
        ask(c, "(assert (forall ((x %s)) (or false", sort->name);
        for (int64_t v = type->low; v <= type->high; v++) {
            ask(c, " (= x ");
            put_value(c, type, v);
            ask(c, ")");
        }
        ask(c, ")))\n");
        for (int64_t v = type->low; v < type->high && sort->is_ordered; v++) {
            ask(c, "(assert (%.*s <=| ", (int)strlen(sort->name) - 1, sort->name);
            put_value(c, type, v);
            ask(c, " ");
            put_value(c, type, v + 1);
            ask(c, "))\n");
        }
        for (int64_t v = type->low; v < type->high; v++)
            for (int64_t w = v + 1; w <= type->high; w++) {
                ask(c, "(assert (not (= ");
                put_value(c, type, v);
                ask(c, " ");
                put_value(c, type, w);
                ask(c, ")))\n");
            }
    }
}

// ---- States ---------------------------------------------------------------------------------------------------------

static bool keep_next(void *context, const value *inputs, const value *state)
{
    struct random_case *c = context;
    UNUSED(inputs);
    memcpy(c->next, state, c->site_count * sizeof *state);
    c->has_next = true;
    return roll(c, 4) != 0; // not always the first
}

static value any_value(struct random_case *c, size_t cell)
{
    const struct type *type = model_type(c->model, model_cell(c->model, (cell_id)cell)->type);
    int64_t v;
    value result = type_value(type, roll(c, type_size(type)));
    while (c->script.t.leaves.at[c->sites[cell].leaf].always_defined && !find_value(c, cell, result, &v))
        result = type_value(type, roll(c, type_size(type)));
    return result;
}

// One that can be reached, mostly; or one that has been changed in some places, or everywhere.
static void find_state(struct random_case *c)
{
    c->has_next = false;
    eval_each_initial(c->evaluator, keep_next, c);
    for (uint64_t steps = roll(c, 8); c->has_next && steps > 0; steps--) {
        memcpy(c->state, c->next, sizeof c->state);
        eval_each_successor(c->evaluator, c->state, keep_next, c);
    }
    bool is_any = !c->has_next;
    memcpy(c->state, c->next, sizeof c->state);
    for (size_t i = 0; i < c->site_count && is_any; i++)
        c->state[i] = any_value(c, i);
    for (uint64_t changes = roll(c, 2) ? roll(c, 6) : 0; changes > 0 && c->site_count; changes--) {
        size_t cell = roll(c, c->site_count);
        c->state[cell] = any_value(c, cell);
    }
}

// ---- Questions ------------------------------------------------------------------------------------------------------

static void expect(struct random_case *c, struct batch *b, enum answer answer, const char *subject)
{
    ask(c, "(check-sat)\n");
    array_push(&b->mem, &b->seeds, c->seed);
    array_push(&b->mem, &b->expected, answer);
    array_push(&b->mem, &b->subjects, str_copy(&b->mem, subject));
}

// Chooses parameters, says so in the script, and adds them to the name that the lowered model has for the instance.
static void choose_parameters(struct random_case *c, const struct murphi_binder *binder, const struct smt_step *step,
                              size_t *next, struct str *name)
{
    if (!binder)
        return;
    choose_parameters(c, binder->outer, step, next, name);
    if (binder->kind == MURPHI_BY_ALIAS)
        return;
    const struct murphi_type *type = binder->decl->type;
    smt_term variable = step->parameters.at[*next].variable;
    int64_t v;
    uint64_t count;
    str_add(&c->mem, name, "%s%s: ", *next ? ", " : " (", binder->decl->symbol->text);
    if (binder->kind == MURPHI_OVER_RANGE) {
        assert_true(smt_count_values(&c->script.t, binder, &count));
        v = smt_value_at(&c->script.t, binder, count ? roll(c, count) : 0)->number;
        str_add(&c->mem, name, "%lld", (long long)v);
    } else {
        v = murphi_value_at(type, roll(c, murphi_size(type)));
        murphi_print_value(&c->mem, name, type, v);
    }
    ask(c, "(assert (= |%s!%lld| ", variable->name, (long long)variable->number);
    put_value(c, type->kind == MURPHI_INTEGER ? c->tree.integer : type, v);
    ask(c, "))\n");
    ++*next;
}

static bool find_start(struct random_case *c, const char *name)
{
    for (size_t i = 0; i < model_start_count(c->model); i++) {
        const struct action *start = model_start(c->model, i);
        if (strcmp(start->name, name) != 0)
            continue;
        for (size_t j = 0; j < start->part_count; j++)
            assert_int_equal(
                eval_value(c->evaluator, start->parts[j].expr, c->state, NULL, &c->next[start->parts[j].cell]),
                EVAL_OK);
        return true;
    }
    return false;
}

static bool find_step(struct random_case *c, const char *name)
{
    for (size_t i = 0; i < model_action_count(c->model); i++)
        if (strcmp(model_action(c->model, i)->name, name) == 0) {
            c->has_next = false;
            eval_each_successor_by(c->evaluator, i, c->state, keep_next, c);
            return c->has_next;
        }
    return false;
}

// Where there is a step, everything that is assumed holds after it; where there is none, it may be for that.
static void ask_for_step(struct random_case *c, struct batch *b, const struct murphi_rule *rule, unsigned number)
{
    struct smt_step step;
    struct str name = {0};
    bool is_start = rule->kind == MURPHI_STARTSTATE;
    size_t parameters = 0;
    if (rule->name)
        str_add(&c->mem, &name, "%s", rule->name->text);
    else
        str_add(&c->mem, &name, "%s %u", is_start ? "startstate" : "rule", number);
    smt_script_step(&c->script, rule, &step);
    choose_parameters(c, rule->binders, &step, &parameters, &name);
    str_add(&c->mem, &name, "%s", parameters ? ")" : "");
    bool has_step = is_start ? find_start(c, name.at) : find_step(c, name.at);
    if (!is_start) {
        ask(c, "(assert (and true");
        put_state(c, c->state, false);
        ask(c, "))\n");
    }
    expect(c, b, ANSWER_SAT, "the state");
    for (size_t i = 0; i < c->script.assumptions.count && !has_step; i++)
        smt_script_assert(&c->script, "", c->script.assumptions.at[i], "", true);
    bool is_asked = step.is_exact || has_step;
    if (has_step) {
        for (size_t i = 0; i < c->script.assumptions.count; i++) {
            ask(c, "(declare-const |assumed %zu| Bool)\n", i);
            char before[40];
            snprintf(before, sizeof before, "(= |assumed %zu| ", i);
            smt_script_assert(&c->script, before, c->script.assumptions.at[i], ")", true);
        }
        ask(c, "(assert (%s (and |step|", step.is_exact ? "not" : "=> true");
        for (size_t i = 0; i < c->script.assumptions.count; i++)
            ask(c, " |assumed %zu|", i);
        put_state(c, c->next, true);
        ask(c, ")");
    } else {
        ask(c, "(assert (and |step|");
    }
    ask(c, "))\n");
    if (is_asked)
        expect(c, b, step.is_exact ? ANSWER_UNSAT : ANSWER_SAT, name.at);
    b->inexact += !step.is_exact;
    smt_script_step_end(&c->script, &step);
    str_free(&c->mem, &name);
    *(is_start ? &b->starts : has_step ? &b->steps : &b->no_steps) += 1;
}

// A property that cannot be evaluated fails.
static bool holds(struct random_case *c, const struct property *property)
{
    for (size_t i = 0; i < model_runtime_error_count(c->model); i++) {
        const struct runtime_error *runtime_error = model_runtime_error(c->model, i);
        if (runtime_error->goal == property->goal &&
            eval_condition(c->evaluator, runtime_error->condition, c->state, NULL))
            return false;
    }
    return eval_condition(c->evaluator, model_formula(c->model, property->formula)->atom, c->state, NULL);
}

static void ask_for_property(struct random_case *c, struct batch *b, const struct murphi_rule *rule, unsigned number)
{
    const struct property *property = NULL;
    for (size_t i = 0; i < model_property_count(c->model) && !property; i++)
        if (model_property(c->model, i)->kind == PROPERTY_INVARIANT && number-- == 0)
            property = model_property(c->model, i);
    if (!property || property->refuted)
        return;
    bool is_true = holds(c, property);
    smt_term term = smt_property(&c->script.t, rule);
    if (c->script.t.failed)
        return;
    ask(c, "(push 1)\n(assert (and true");
    put_state(c, c->state, false);
    ask(c, "))\n");
    expect(c, b, ANSWER_SAT, "the state");
    smt_script_assert(&c->script, is_true ? "(not " : "", term, is_true ? ")" : "", false);
    expect(c, b, ANSWER_UNSAT, property->name ? property->name : property->text);
    ask(c, "(pop 1)\n");
    b->properties++;
    b->violated += !is_true;
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static const struct murphi_rule *some_rule(struct random_case *c, enum murphi_rule_kind kind, unsigned *number)
{
    unsigned count = 0;
    for (const struct murphi_rule *rule = c->tree.rules; rule; rule = rule->next)
        count += rule->kind == kind;
    if (!count)
        return NULL;
    unsigned left = *number = (unsigned)roll(c, count);
    for (const struct murphi_rule *rule = c->tree.rules;; rule = rule->next)
        if (rule->kind == kind && left-- == 0)
            return rule;
}

static void ask_all(struct random_case *c, struct batch *b)
{
    unsigned number;
    const struct murphi_rule *rule;
    find_all_sites(c);
    put_elements(c);
    for (int i = 0; i < (c->seed >= FIRST_TEXT ? 8 * STATES : STATES); i++) {
        find_state(c);
        for (int j = 0; j < QUESTIONS; j++)
            if ((rule = some_rule(c, MURPHI_RULE, &number)))
                ask_for_step(c, b, rule, number + 1);
    }
    for (int i = 0; i < 2; i++)
        if ((rule = some_rule(c, MURPHI_STARTSTATE, &number)))
            ask_for_step(c, b, rule, number + 1);
    // The last questions: there may be one that is not covered.
    for (int i = 0; i < 2 * STATES && !c->script.t.failed; i++) {
        find_state(c);
        if ((rule = some_rule(c, MURPHI_INVARIANT, &number)))
            ask_for_property(c, b, rule, number);
    }
}

static void choose_classes(struct random_case *c)
{
    for (size_t i = 0; i < c->tree.types.count && c->proof.class_count < 8; i++) {
        const struct murphi_type *type = c->tree.types.at[i];
        bool is_range = type->kind == MURPHI_RANGE && type->name && strcmp(type->name->text, "P") == 0;
        if ((type->kind == MURPHI_SCALARSET || is_range) && (c->seed >= FIRST_TEXT || roll(c, 8) != 0))
            c->classes[c->proof.class_count++] = (struct smtlib_class){type, (uint32_t)i};
    }
}

static void run_case(struct random_case *c, struct batch *b)
{
    struct murphi_lower_options options = {.deadlock = MURPHI_DEADLOCK_OFF};
    c->dice = c->seed * UINT64_C(0x9e3779b97f4a7c15);
    make_text(c);
    c->source = (struct source){"random.m", c->text.at, c->text.count};
    diag_open(&c->diag, &c->mem);
    assert_true(murphi_read_tree(&c->tree, &c->source, NULL, 0, &c->mem, &c->diag));
    c->model = model_new(&c->mem);
    assert_true(murphi_lower(&c->tree, c->model, &options, &c->mem, &c->diag));
    c->evaluator = evaluator_new(c->model, &c->mem);
    c->proof = (struct smtlib_proof){.tree = &c->tree, .classes = c->classes};
    c->proof.undefined_ids = murphi_dialect_of(&c->tree, &options) == MURPHI_DIALECT_CMURPHI;
    choose_classes(c);
    b->cases++;
    if (smt_script_open(&c->script, &c->proof, &c->mem, &c->diag)) {
        ask_all(c, b);
        struct str script = {0};
        smt_script_finish(&c->script, &script);
        str_add(&b->mem, &b->script, "(reset)\n");
        str_add_bytes(&b->mem, &b->script, str_text(&script), script.count);
        str_free(&c->mem, &script);
    } else {
        b->refused++;
        assert_true(c->diag.errors > 0);
        if (getenv("SHOW_REFUSALS"))
            print_error("%s\n", c->diag.messages.at[c->diag.messages.count - 1].text);
    }
    smt_script_close(&c->script);
    evaluator_free(c->evaluator);
    model_free(c->model);
    murphi_tree_close(&c->tree);
    diag_close(&c->diag);
    str_free(&c->mem, &c->text);
    assert_nothing_left(&c->mem);
}

static void show(uint64_t seed, const char *subject)
{
    struct random_case c = {.mem = MEM_UNLIMITED, .seed = seed};
    make_text(&c);
    print_error("to repeat: COSET_SEED=%llu, %s\n", (unsigned long long)seed, subject);
    for (size_t i = 0; i < c.text.count; i += 500) // cmocka cuts what is longer than a kilobyte
        print_error("%.500s", str_text(&c.text) + i);
    str_free(&c.mem, &c.text);
}

static void steps_and_properties_are_those_of_the_evaluator(void **state)
{
    struct batch b = {.mem = MEM_UNLIMITED};
    answer_array answers = {0};
    UNUSED(state);
    if (!solver_is_there("z3"))
        skip();
    for (int i = 0; i < CASES; i++) {
        struct random_case c = {.mem = MEM_UNLIMITED, .seed = first_seed() + (uint64_t)i};
        run_case(&c, &b);
    }
    size_t refused = b.refused;
    for (uint64_t i = 0; i < TEXTS; i++) {
        struct random_case c = {.mem = MEM_UNLIMITED, .seed = FIRST_TEXT + i};
        run_case(&c, &b);
    }
    assert_int_equal(refused, b.refused);
    print_message("# %zu cases, %zu refused; %zu steps, %zu that are none, %zu starts, %zu properties, %zu violated, "
                  "%zu inexact\n",
                  b.cases, b.refused, b.steps, b.no_steps, b.starts, b.properties, b.violated, b.inexact);
    const char *keep = getenv("COSET_KEEP");
    if (keep) {
        FILE *file = fopen(keep, "w");
        assert_non_null(file);
        fputs(str_text(&b.script), file);
        fclose(file);
    }
    solver_ask("z3", &b.script, &b.mem, &answers);
    for (size_t i = 0; i < answers.count && i < b.seeds.count; i++)
        if (answers.at[i] != b.expected.at[i]) {
            show(b.seeds.at[i], b.subjects.at[i]);
            fail_msg("question %zu has answer %d", i, (int)answers.at[i]);
        }
    assert_int_equal(answers.count, b.seeds.count);
    assert_true(b.refused < b.cases && b.steps > 0 && b.no_steps > 0 && b.starts > 0 && b.violated > 0);
    for (size_t i = 0; i < b.subjects.count; i++)
        str_release(&b.mem, b.subjects.at[i]);
    array_free(&b.mem, &b.subjects);
    array_free(&b.mem, &b.seeds);
    array_free(&b.mem, &b.expected);
    array_free(&b.mem, &answers);
    str_free(&b.mem, &b.script);
    assert_nothing_left(&b.mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_and_properties_are_those_of_the_evaluator)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
