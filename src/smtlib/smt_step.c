// Rules, start states and properties: what one is, as terms over the leaves of an arbitrary state.
#include "smtlib/translate.h"

#include <stdarg.h>
#include <string.h>

// ---- A translation as such ------------------------------------------------------------------------------------------

void smt_refuse(struct smt_translation *t, struct span span, const char *format, ...)
{
    struct str text = {0};
    va_list args;
    if (t->failed)
        return;
    t->failed = true;
    va_start(args, format);
    str_vadd(t->mem, &text, format, args);
    va_end(args);
    diag_error(t->diag, murphi_range(t->tree, span), "no obligations for a solver: %s", str_text(&text));
    str_free(t->mem, &text);
}

bool smt_goes_on(struct smt_translation *t, struct span span)
{
    if (t->nesting >= 2 * MURPHI_MAX_DEPTH)
        smt_refuse(t, span, "calls and expressions are inside of each other too deeply here");
    else if (++t->steps > SMT_MOST_STEPS || t->terms.count > SMT_MOST_TERMS)
        smt_refuse(t, span, "the translation is too large");
    else if (!diag_goes_on(t->diag, "translation to SMT-LIB"))
        t->failed = true;
    return !t->failed;
}

bool smt_open(struct smt_translation *t, const struct smtlib_proof *proof, struct mem *mem, struct diag *diag)
{
    const struct murphi_tree *tree = proof->tree;
    *t = (struct smt_translation){.proof = proof, .tree = tree, .mem = mem, .diag = diag, .arena = {.mem = mem}};
    smt_terms_open(&t->terms, &t->arena);
    t->sorts = arena_alloc(&t->arena, (tree->types.count + 1) * sizeof *t->sorts);
    t->widths = arena_alloc(&t->arena, (tree->types.count + 1) * sizeof *t->widths);
    t->varies = arena_alloc(&t->arena, tree->decl_count + 1);
    t->bindings = arena_alloc(&t->arena, (tree->decl_count + 1) * sizeof *t->bindings);
    t->is_running = arena_alloc(&t->arena, tree->decl_count + 1);
    smt_find_classes(t);
    for (size_t i = 0; i < tree->vars.count && !t->failed; i++) {
        const struct murphi_decl *decl = tree->vars.at[i];
        uint32_t leaf = smt_leaves_new(t, decl->type, decl->symbol->text, decl->span);
        smt_bind_place(t, decl, smt_place_at(decl->type, leaf));
    }
    t->state_leaves = (uint32_t)t->leaves.count;
    return !t->failed;
}

void smt_close(struct smt_translation *t)
{
    array_free(t->mem, &t->parts);
    array_free(t->mem, &t->declared);
    array_free(t->mem, &t->leaves);
    array_free(t->mem, &t->store);
    array_free(t->mem, &t->formals);
    array_free(t->mem, &t->constants);
    array_free(t->mem, &t->accesses);
    array_free(t->mem, &t->copies);
    array_free(t->mem, &t->choices);
    smt_terms_close(&t->terms);
    arena_free(&t->arena);
}

// ---- States ---------------------------------------------------------------------------------------------------------

static void begin(struct smt_translation *t, bool is_undefined)
{
    smt_leaves_drop(t, t->state_leaves);
    for (uint32_t i = 0; i < t->state_leaves; i++) {
        const struct smt_leaf *leaf = &t->leaves.at[i];
        bool is_number = leaf->sort->kind == SMT_INT;
        int64_t low = is_number ? leaf->type->low : 0, high = is_number ? leaf->type->high : 0;
        struct smt_scalar *s = &t->store.at[i];
        s->value = smt_leaf(&t->terms, SMT_LEAF, i, leaf->sort, leaf->formals, leaf->arity, low, high);
        s->defined = smt_truth(&t->terms, leaf->always_defined && !is_undefined);
        if (!leaf->always_defined && !is_undefined)
            s->defined = smt_leaf(&t->terms, SMT_DEFINED, i, &t->terms.boolean, leaf->formals, leaf->arity, 0, 0);
    }
    t->path = t->ok = t->assumed = t->terms.yes;
    t->error = t->terms.no;
    t->accesses.count = 0;
    t->choices.count = 0;
    t->scopes = 0;
    t->in_loop = t->is_property = t->in_step = t->is_inexact = false;
    t->function = NULL;
    t->steps = 0;
}

void smt_begin_state(struct smt_translation *t)
{
    begin(t, false);
}

void smt_begin_undefined(struct smt_translation *t)
{
    begin(t, true);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

static smt_term is_one_of(struct smt_translation *t, smt_term variable, const struct murphi_binder *binder)
{
    uint64_t count;
    smt_term result = t->terms.no;
    if (!smt_count_values(t, binder, &count))
        return result;
    for (uint64_t i = 0; i < count; i++)
        result = smt_or(&t->terms, result, smt_equal(&t->terms, variable, smt_value_at(t, binder, i)));
    return result;
}

static void add_parameter(struct smt_translation *t, const struct murphi_binder *binder, struct smt_step *step)
{
    const struct murphi_type *type = binder->decl->type;
    const struct smt_sort *sort = smt_sort_of(t, type, binder->span);
    struct smt_parameter p = {.type = type};
    bool is_number = sort->kind == SMT_INT && type->kind == MURPHI_RANGE;
    if (binder->kind == MURPHI_OVER_RANGE) {
        p.variable = smt_variable(&t->terms, sort, binder->decl->symbol->text, INT64_MIN, INT64_MAX);
        p.bounds = is_one_of(t, p.variable, binder);
    } else {
        p.variable = smt_variable(&t->terms, sort, binder->decl->symbol->text, is_number ? type->low : 0,
                                  is_number ? type->high : 0);
        smt_check_written(t, binder->written);
    }
    array_push(t->mem, &step->parameters, p);
    smt_bind_value(t, binder->decl, p.variable);
}

// From the outside in.
static void bind_binders(struct smt_translation *t, const struct murphi_binder *binder, struct smt_step *step)
{
    if (!binder)
        return;
    bind_binders(t, binder->outer, step);
    if (binder->kind == MURPHI_BY_ALIAS)
        smt_bind_alias(t, binder->decl);
    else if (binder->kind == MURPHI_OVER_MULTISET)
        smt_refuse(t, binder->span, "multisets are not covered");
    else
        add_parameter(t, binder, step);
}

void smt_step_of(struct smt_translation *t, const struct murphi_rule *rule, struct smt_step *step)
{
    *step = (struct smt_step){.enabled = t->terms.no, .error = t->terms.no};
    if (rule->kind == MURPHI_STARTSTATE)
        smt_begin_undefined(t);
    else
        smt_begin_state(t);
    t->in_step = true;
    if (rule->priority != 0)
        smt_refuse(t, rule->head, "priorities are not covered");
    bind_binders(t, rule->binders, step);
    smt_term guard = rule->guard ? smt_value(t, rule->guard) : t->terms.yes;
    t->path = smt_and(&t->terms, t->path, guard);
    smt_locals(t, rule->decls);
    smt_execute(t, rule->body);
    smt_leaves_drop(t, t->state_leaves);
    step->enabled = smt_and(&t->terms, guard, smt_and(&t->terms, t->ok, t->assumed));
    step->error = t->error;
    step->is_exact = !t->is_inexact;
}

void smt_step_close(struct smt_translation *t, struct smt_step *step)
{
    array_free(t->mem, &step->parameters);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

struct around {
    const struct murphi_rule *rule;
    const struct murphi_binder *binders[64]; // from the inside out
    size_t count;
};

static smt_term holds_from(struct smt_translation *, const struct around *, size_t left);

static smt_term holds_for_values(struct smt_translation *t, const struct around *a, size_t left)
{
    const struct murphi_binder *binder = a->binders[left - 1];
    smt_term result = t->terms.yes, ok = t->ok;
    uint64_t count;
    if (!smt_count_values(t, binder, &count))
        return result;
    for (uint64_t i = 0; i < count && !t->failed; i++) {
        smt_bind_value(t, binder->decl, smt_value_at(t, binder, i));
        result = smt_and(&t->terms, result, holds_from(t, a, left - 1));
        t->ok = ok;
    }
    return result;
}

static smt_term holds_for_class(struct smt_translation *t, const struct around *a, size_t left)
{
    const struct murphi_decl *decl = a->binders[left - 1]->decl;
    smt_term ok = t->ok;
    smt_term v = smt_variable(&t->terms, smt_sort_of(t, decl->type, decl->span), decl->symbol->text, 0, 0);
    smt_bind_value(t, decl, v);
    smt_term body = holds_from(t, a, left - 1);
    t->ok = ok;
    return smt_for_all(t, v, smt_is_of_type(t, v, decl->type), body);
}

static smt_term holds_from(struct smt_translation *t, const struct around *a, size_t left)
{
    if (left == 0) {
        const struct murphi_expr *invariant = murphi_invariant_of(a->rule);
        smt_term value = smt_value(t, invariant ? invariant : a->rule->guard); // else it is assumed
        return smt_and(&t->terms, t->ok, value);
    }
    const struct murphi_binder *binder = a->binders[left - 1];
    if (binder->kind == MURPHI_BY_ALIAS) {
        smt_bind_alias(t, binder->decl);
        return holds_from(t, a, left - 1);
    }
    if (binder->kind != MURPHI_OVER_TYPE || !smt_is_unbounded(t, binder->decl->type))
        return holds_for_values(t, a, left);
    smt_check_written(t, binder->written);
    return holds_for_class(t, a, left);
}

smt_term smt_property(struct smt_translation *t, const struct murphi_rule *rule)
{
    struct around a = {.rule = rule};
    smt_begin_state(t);
    t->is_property = rule->kind != MURPHI_ASSUME;
    for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer) {
        if (a.count == sizeof a.binders / sizeof *a.binders) {
            smt_refuse(t, rule->head, "there are too many rulesets around it");
            return t->terms.yes;
        }
        a.binders[a.count++] = binder;
    }
    smt_term result = holds_from(t, &a, a.count);
    if (t->assumed != t->terms.yes)
        smt_refuse(t, rule->head, "a property may not call a function that has an assume statement");
    smt_leaves_drop(t, t->state_leaves);
    return result;
}

// ---- What is always defined -----------------------------------------------------------------------------------------

// What a term is where a value of the sort of all unions is of one part.
static smt_term given_part(struct smt_translation *t, smt_term term, smt_term value, size_t part)
{
    for (size_t i = 0; i < t->parts.count; i++) {
        smt_term is_so = smt_is(&t->terms, t->parts.at[i], value);
        term = smt_given(&t->terms, term, i == part ? is_so : smt_not(&t->terms, is_so));
    }
    return term;
}

// For all indices from one on that are of their types: a sort may have values besides, as that of all unions. Where the
// step is not enabled, it leaves nothing undefined.
static bool is_defined_from(struct smt_translation *t, const struct smt_leaf *leaf, uint32_t index, smt_term enabled,
                            smt_term defined)
{
    if (index == leaf->arity || defined == t->terms.yes)
        return defined == t->terms.yes ||
               smt_is_impossible(&t->terms, smt_and(&t->terms, smt_not(&t->terms, defined), enabled));
    smt_term formal = leaf->formals[index], bounds = smt_is_of_type(t, formal, leaf->index_types[index]);
    if (formal->sort->kind != SMT_UNION)
        return is_defined_from(t, leaf, index + 1, enabled, smt_given(&t->terms, defined, bounds));
    for (size_t i = 0; i < t->parts.count; i++)
        if (given_part(t, bounds, formal, i) != t->terms.no &&
            !is_defined_from(t, leaf, index + 1, enabled, given_part(t, defined, formal, i)))
            return false;
    return true;
}

static bool is_defined_everywhere(struct smt_translation *t, uint32_t number, smt_term enabled)
{
    const struct smt_leaf leaf = t->leaves.at[number];
    return is_defined_from(t, &leaf, 0, enabled, t->store.at[number].defined);
}

static bool leave_undefined(struct smt_translation *t, const struct murphi_rule *rule)
{
    struct smt_step step;
    bool changed = false;
    smt_step_of(t, rule, &step);
    for (uint32_t i = 0; i < t->state_leaves && step.enabled != t->terms.no; i++)
        if (t->leaves.at[i].always_defined && !is_defined_everywhere(t, i, step.enabled)) {
            t->leaves.at[i].always_defined = false;
            changed = true;
        }
    smt_step_close(t, &step);
    return changed;
}

void smt_find_defined(struct smt_translation *t)
{
    for (uint32_t i = 0; i < t->state_leaves; i++)
        t->leaves.at[i].always_defined = true;
    for (bool changed = true; changed && !t->failed;) {
        changed = false;
        for (const struct murphi_rule *rule = t->tree->rules; rule && !t->failed; rule = rule->next)
            if (rule->kind == MURPHI_STARTSTATE || rule->kind == MURPHI_RULE)
                changed |= leave_undefined(t, rule);
    }
}
