// The script: declarations, and the obligations, each between (push) and (pop).
#include "smtlib/smt_script.h"

#include <inttypes.h>
#include <string.h>

static const char *leaf_name(void *context, smt_term term)
{
    const struct smt_script *s = context;
    uint32_t number = (uint32_t)term->number;
    const struct smt_leaf *leaf = &s->t.leaves.at[number];
    if (term->op == SMT_LEAF)
        return s->is_primed && s->has_value[number] ? leaf->primed : leaf->name;
    return s->is_primed && s->has_defined[number] ? leaf->defined_primed : leaf->defined;
}

static void print(struct smt_script *s, smt_term term, bool is_primed)
{
    struct smt_printing p = {&s->t.terms, s->t.mem, &s->body, leaf_name, s, s->lets};
    s->is_primed = is_primed;
    smt_print(&p, term);
    s->lets = p.lets;
}

#define add(s, ...) str_add((s)->t.mem, &(s)->body, __VA_ARGS__)

void smt_script_assert(struct smt_script *s, const char *before, smt_term term, const char *after, bool is_primed)
{
    add(s, "(assert %s", before);
    print(s, term, is_primed);
    add(s, "%s)\n", after);
}

// ---- Places in comments ---------------------------------------------------------------------------------------------

// Names come from the file: no line may end a comment early.
static void add_text(struct smt_script *s, const char *text)
{
    for (; *text; text++)
        str_add_char(s->t.mem, &s->body, (unsigned char)*text < ' ' ? ' ' : *text);
}

void smt_script_name(struct smt_script *s, const struct murphi_rule *rule)
{
    static const char *const kinds[] = {[MURPHI_RULE] = "rule",
                                        [MURPHI_STARTSTATE] = "start state",
                                        [MURPHI_INVARIANT] = "invariant",
                                        [MURPHI_ASSUME] = "assumption"};
    struct diag_range range = murphi_range(s->t.tree, rule->head);
    struct source_place place = source_place(range.source, range.offset);
    add(s, "%s ", kinds[rule->kind]);
    if (rule->name) {
        add(s, "\"");
        add_text(s, rule->name->text);
        add(s, "\" ");
    }
    add(s, "(");
    add_text(s, range.source->name);
    add(s, ":%zu)", place.line);
}

// ---- Declarations ---------------------------------------------------------------------------------------------------

static void declare_datatype(struct mem *mem, struct str *out, const struct smt_sort *sort)
{
    str_add(mem, out, "(declare-datatypes ((%s 0)) ((", sort->name);
    for (uint32_t i = 0; i < sort->count; i++)
        str_add(mem, out, "%s(%s)", i ? " " : "", sort->members[i]);
    str_add(mem, out, ")))\n");
}

// The names need no bars: behind `_ is`, cvc5 knows none that have them.
static void declare_union(const struct smt_translation *t, struct str *out)
{
    str_add(t->mem, out, "(declare-datatypes ((%s 0)) ((", t->the_union->name);
    for (size_t i = 0; i < t->parts.count; i++)
        str_add(t->mem, out, "%s(in!%zu (out!%zu %s))", i ? " " : "", i, i, t->parts.at[i]->name);
    str_add(t->mem, out, ")))\n");
}

static void declare_function(const struct smt_translation *t, struct str *out, const struct smt_leaf *leaf,
                             const char *name, const char *result)
{
    str_add(t->mem, out, "(declare-fun %s (", name);
    for (uint32_t i = 0; i < leaf->arity; i++)
        str_add(t->mem, out, "%s%s", i ? " " : "", leaf->formals[i]->sort->name);
    str_add(t->mem, out, ") %s)\n", result);
}

static void declare_least(const struct smt_script *s, struct str *out, const struct smt_sort *sort)
{
    struct mem *mem = s->t.mem;
    uint64_t least = s->t.proof->least_size;
    int length = (int)strlen(sort->name) - 2;
    for (uint64_t i = 1; i <= least && least > 1; i++)
        str_add(mem, out, "(declare-const |%.*s no. %" PRIu64 "| %s)\n", length, sort->name + 1, i, sort->name);
    if (least < 2)
        return;
    str_add(mem, out, "(assert (distinct");
    for (uint64_t i = 1; i <= least; i++)
        str_add(mem, out, " |%.*s no. %" PRIu64 "|", length, sort->name + 1, i);
    str_add(mem, out, "))\n");
}

// Elements that have names, which are the first ones if there is an order.
static void declare_named(const struct smt_script *s, struct str *out, const struct smt_sort *sort)
{
    const char *class = sort->name;
    int length = (int)strlen(class) - 1;
    for (uint32_t i = 0; i < sort->count; i++)
        str_add(s->t.mem, out, "(declare-const %s %s)\n", sort->members[i], class);
    for (uint32_t i = 0; i < sort->count; i++)
        for (uint32_t other = 0; other < i; other++)
            str_add(s->t.mem, out, "(assert (not (= %s %s)))\n", sort->members[other], sort->members[i]);
    for (uint32_t i = 0; i < sort->count && sort->is_ordered; i++) {
        str_add(s->t.mem, out, "(assert (forall ((x %s)) (or (%.*s <=| %s x)", class, length, class, sort->members[i]);
        for (uint32_t less = 0; less < i; less++)
            str_add(s->t.mem, out, " (= x %s)", sort->members[less]);
        str_add(s->t.mem, out, ")))\n");
    }
}

static void declare_order(const struct smt_script *s, struct str *out, const struct smt_sort *sort)
{
    const char *class = sort->name;
    int length = (int)strlen(class) - 1;
    str_add(s->t.mem, out, "(declare-fun %.*s <=| (%s %s) Bool)\n", length, class, class, class);
    str_add(s->t.mem, out, "(assert (forall ((x %s)(y %s)) (or (%.*s <=| x y) (%.*s <=| y x))))\n", class, class,
            length, class, length, class);
    str_add(s->t.mem, out, "(assert (forall ((x %s)(y %s)) (=> (%.*s <=| x y) (%.*s <=| y x) (= x y))))\n", class,
            class, length, class, length, class);
    str_add(s->t.mem, out, "(assert (forall ((x %s)(y %s)(z %s)) (=> (%.*s <=| x y) (%.*s <=| y z) (%.*s <=| x z))))\n",
            class, class, class, length, class, length, class, length, class);
}

static void declare_sorts(const struct smt_script *s, struct str *out)
{
    const struct smt_translation *t = &s->t;
    for (size_t i = 0; i < t->declared.count; i++) {
        const struct smt_sort *sort = t->declared.at[i];
        if (sort->kind == SMT_ENUM) {
            declare_datatype(t->mem, out, sort);
        } else {
            str_add(t->mem, out, "(declare-sort %s 0)\n", sort->name);
            declare_least(s, out, sort);
            if (sort->is_ordered)
                declare_order(s, out, sort);
            declare_named(s, out, sort);
        }
    }
    if (t->the_union)
        declare_union(t, out);
}

static void declare_state(struct smt_script *s, struct str *out)
{
    struct smt_translation *t = &s->t;
    for (size_t i = 0; i < t->constants.count; i++)
        str_add(t->mem, out, "(declare-const |any!%" PRId64 "| %s)\n", t->constants.at[i]->number,
                t->constants.at[i]->sort->name);
    for (uint32_t i = 0; i < t->state_leaves; i++) {
        const struct smt_leaf *leaf = &t->leaves.at[i];
        declare_function(t, out, leaf, leaf->name, leaf->sort->name);
        if (!leaf->always_defined)
            declare_function(t, out, leaf, leaf->defined, "Bool");
    }
}

// That a value is of its type. What makes terms knows that of numbers, so that it is written here.
static bool add_bounds(struct smt_script *s, smt_term value, const struct murphi_type *type)
{
    struct smt_translation *t = &s->t;
    if (value->sort->kind != SMT_INT) {
        smt_term bounds = smt_is_of_type(t, value, type);
        if (bounds != t->terms.yes)
            print(s, bounds, false);
        return bounds != t->terms.yes;
    }
    add(s, "(and (<= ");
    print(s, smt_number(&t->terms, type->low), false);
    add(s, " ");
    print(s, value, false);
    add(s, ") (<= ");
    print(s, value, false);
    add(s, " ");
    print(s, smt_number(&t->terms, type->high), false);
    add(s, "))");
    return true;
}

// Every value in the state is of its type: a step that leads out of that would be a run-time error.
static void assert_types(struct smt_script *s)
{
    struct smt_translation *t = &s->t;
    struct smt_printing p = {&t->terms, t->mem, &s->body, leaf_name, s, 0};
    smt_begin_state(t);
    for (uint32_t i = 0; i < t->state_leaves; i++) {
        const struct smt_leaf *leaf = &t->leaves.at[i];
        size_t before = s->body.count;
        add(s, "(assert %s", leaf->arity ? "(forall (" : "");
        for (uint32_t j = 0; j < leaf->arity; j++)
            smt_print_variable(&p, leaf->formals[j]);
        add(s, leaf->arity ? ") " : "");
        if (add_bounds(s, t->store.at[i].value, leaf->type))
            add(s, leaf->arity ? "))\n" : ")\n");
        else
            s->body.count = before;
    }
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

static void define(struct smt_script *s, const struct smt_leaf *leaf, const char *name, const char *sort, smt_term term)
{
    struct smt_printing p = {&s->t.terms, s->t.mem, &s->body, leaf_name, s, s->lets};
    add(s, "(define-fun %s (", name);
    for (uint32_t i = 0; i < leaf->arity; i++)
        smt_print_variable(&p, leaf->formals[i]);
    add(s, ") %s ", sort);
    print(s, term, false);
    add(s, ")\n");
}

static void declare_parameters(struct smt_script *s, const struct smt_step *step)
{
    for (size_t i = 0; i < step->parameters.count; i++) {
        const struct smt_parameter *p = &step->parameters.at[i];
        size_t before;
        add(s, "(declare-const ");
        print(s, p->variable, false);
        add(s, " %s)\n", p->variable->sort->name);
        before = s->body.count;
        add(s, "(assert ");
        if (p->bounds)
            print(s, p->bounds, false);
        if (p->bounds || add_bounds(s, p->variable, p->type))
            add(s, ")\n");
        else
            s->body.count = before;
    }
    for (size_t i = 0; i < s->t.choices.count; i++) {
        add(s, "(declare-const ");
        print(s, s->t.choices.at[i], false);
        add(s, " %s)\n", s->t.choices.at[i]->sort->name);
    }
}

// The functions that change get a definition with a prime.
static void define_next(struct smt_script *s, bool is_start)
{
    struct smt_translation *t = &s->t;
    for (uint32_t i = 0; i < t->state_leaves; i++) {
        const struct smt_leaf *leaf = &t->leaves.at[i];
        struct smt_scalar now = t->store.at[i];
        smt_term value =
            smt_leaf(&t->terms, SMT_LEAF, i, leaf->sort, leaf->formals, leaf->arity, now.value->low, now.value->high);
        smt_term defined = smt_leaf(&t->terms, SMT_DEFINED, i, &t->terms.boolean, leaf->formals, leaf->arity, 0, 0);
        s->has_value[i] = now.value != value;
        s->has_defined[i] = !leaf->always_defined && (is_start || now.defined != defined);
        if (s->has_value[i])
            define(s, leaf, leaf->primed, leaf->sort->name, now.value);
        if (s->has_defined[i])
            define(s, leaf, leaf->defined_primed, "Bool", now.defined);
    }
}

void smt_script_step(struct smt_script *s, const struct murphi_rule *rule, struct smt_step *step)
{
    smt_step_of(&s->t, rule, step);
    add(s, "\n; ");
    smt_script_name(s, rule);
    add(s, "\n(push 1)\n");
    declare_parameters(s, step);
    add(s, "(define-fun |step| () Bool ");
    print(s, step->enabled, false);
    add(s, ")\n");
    define_next(s, rule->kind == MURPHI_STARTSTATE);
}

void smt_script_step_end(struct smt_script *s, struct smt_step *step)
{
    add(s, "(pop 1)\n");
    smt_step_close(&s->t, step);
}

// ---- Obligations ----------------------------------------------------------------------------------------------------

struct change {
    const struct smt_script *script;
    bool is_found;
};

static void look_for_change(void *context, uint32_t leaf)
{
    struct change *change = context;
    change->is_found |= change->script->has_value[leaf] || change->script->has_defined[leaf];
}

static bool changes(struct smt_script *s, smt_term term)
{
    struct change change = {s, false};
    smt_each_leaf(&s->t.terms, term, look_for_change, &change);
    return change.is_found;
}

static void begin_obligation(struct smt_script *s)
{
    add(s, "(push 1)\n; obligation %zu: ", ++s->obligations);
}

static void end_obligation(struct smt_script *s)
{
    add(s, "(check-sat)\n(pop 1)\n");
}

// What is assumed of all states is assumed of the one that a step leads to.
static void assert_assumptions(struct smt_script *s, bool is_primed)
{
    for (size_t i = 0; i < s->assumptions.count; i++)
        smt_script_assert(s, "", s->assumptions.at[i], "", is_primed);
}

static void require_no_error(struct smt_script *s, const struct murphi_rule *rule, smt_term error)
{
    if (!s->t.proof->no_error || error == s->t.terms.no)
        return;
    begin_obligation(s);
    smt_script_name(s, rule);
    add(s, " has no run-time error\n");
    smt_script_assert(s, "", error, "", false);
    end_obligation(s);
}

static void require_invariants(struct smt_script *s, const struct murphi_rule *rule)
{
    bool is_start = rule->kind == MURPHI_STARTSTATE;
    add(s, "(assert |step|)\n");
    assert_assumptions(s, true);
    for (size_t i = 0; i < s->invariants.count; i++) {
        if (!is_start && !changes(s, s->invariants.at[i]))
            continue; // it is asserted
        begin_obligation(s);
        smt_script_name(s, rule);
        add(s, is_start ? " establishes " : " keeps ");
        smt_script_name(s, s->t.proof->invariants[i]);
        add(s, "\n");
        smt_script_assert(s, "(not ", s->invariants.at[i], ")", true);
        end_obligation(s);
    }
}

static void add_steps(struct smt_script *s, enum murphi_rule_kind kind)
{
    for (const struct murphi_rule *rule = s->t.tree->rules; rule && !s->t.failed; rule = rule->next) {
        struct smt_step step;
        if (rule->kind != kind)
            continue;
        smt_script_step(s, rule, &step);
        if (!s->t.failed) {
            require_no_error(s, rule, step.error);
            require_invariants(s, rule);
        }
        smt_script_step_end(s, &step);
    }
}

static void add_properties(struct smt_script *s)
{
    for (size_t i = 0; i < s->t.proof->property_count && !s->t.failed; i++) {
        smt_term property = smt_property(&s->t, s->t.proof->properties[i]);
        begin_obligation(s);
        add(s, "the invariants imply ");
        smt_script_name(s, s->t.proof->properties[i]);
        add(s, "\n");
        smt_script_assert(s, "(not ", property, ")", false);
        end_obligation(s);
    }
}

static void require_some_step(struct smt_script *s)
{
    if (!s->t.proof->no_deadlock || s->t.failed)
        return;
    begin_obligation(s);
    add(s, "some rule has a step\n");
    for (const struct murphi_rule *rule = s->t.tree->rules; rule && !s->t.failed; rule = rule->next) {
        struct smt_step step;
        if (rule->kind == MURPHI_ASSUME)
            smt_refuse(&s->t, rule->head, "whether a step leads to what is assumed is not covered");
        if (rule->kind != MURPHI_RULE)
            continue;
        smt_step_of(&s->t, rule, &step);
        smt_script_assert(s, "(not ", smt_some_step(&s->t, rule, &step, s->t.proof->may_stutter), ")", false);
        smt_step_close(&s->t, &step);
    }
    end_obligation(s);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

bool smt_script_open(struct smt_script *s, const struct smtlib_proof *proof, struct mem *mem, struct diag *diag)
{
    *s = (struct smt_script){0};
    if (!smt_open(&s->t, proof, mem, diag))
        return false;
    smt_find_defined(&s->t);
    s->has_value = arena_alloc(&s->t.arena, s->t.state_leaves + 1);
    s->has_defined = arena_alloc(&s->t.arena, s->t.state_leaves + 1);
    for (const struct murphi_rule *rule = proof->tree->rules; rule && !s->t.failed; rule = rule->next) {
        if (rule->kind != MURPHI_ASSUME)
            continue;
        if (proof->no_error)
            smt_refuse(&s->t, rule->head, "whether an assumption can be evaluated is not covered");
        array_push(mem, &s->assumptions, smt_property(&s->t, rule));
    }
    for (size_t i = 0; i < proof->invariant_count && !s->t.failed; i++)
        array_push(mem, &s->invariants, smt_property(&s->t, proof->invariants[i]));
    if (!s->t.failed)
        assert_types(s);
    return !s->t.failed;
}

// Sorts and constants that nobody has asked for are not there: so the declarations come last, and stand first.
void smt_script_finish(struct smt_script *s, struct str *out)
{
    struct mem *mem = s->t.mem;
    str_add(mem, out, "; Obligations for a solver: each (check-sat) must give unsat.\n");
    if (s->t.proof->least_size > 1)
        str_add(mem, out, "; They are for classes of %" PRIu64 " elements and more.\n", s->t.proof->least_size);
    str_add(mem, out, "(set-logic ALL)\n");
    declare_sorts(s, out);
    declare_state(s, out);
    str_add(mem, out, "\n; every value is of its type\n");
    str_add_bytes(mem, out, str_text(&s->body), s->body.count);
}

void smt_script_close(struct smt_script *s)
{
    array_free(s->t.mem, &s->assumptions);
    array_free(s->t.mem, &s->invariants);
    str_free(s->t.mem, &s->body);
    smt_close(&s->t);
}

static void assert_invariants(struct smt_script *s)
{
    for (size_t i = 0; i < s->invariants.count; i++) {
        add(s, "; ");
        smt_script_name(s, s->t.proof->invariants[i]);
        add(s, "\n");
        smt_script_assert(s, "", s->invariants.at[i], "", false);
    }
}

bool smtlib_write(const struct smtlib_proof *proof, struct mem *mem, struct diag *diag, struct str *out,
                  size_t *obligations)
{
    struct smt_script s;
    if (smt_script_open(&s, proof, mem, diag)) {
        add(&s, "\n; the invariants hold in start states\n");
        add_steps(&s, MURPHI_STARTSTATE);
        add(&s, "\n; a state that satisfies all invariants\n");
        assert_assumptions(&s, false);
        assert_invariants(&s);
        add(&s, "\n; the invariants imply the properties\n");
        add_properties(&s);
        require_some_step(&s);
        add(&s, "\n; the rules keep the invariants\n");
        add_steps(&s, MURPHI_RULE);
    }
    bool is_done = !s.t.failed;
    if (is_done)
        smt_script_finish(&s, out);
    *obligations = s.obligations;
    smt_script_close(&s);
    return is_done;
}
