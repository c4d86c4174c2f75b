#include "murphi/size_fragment.h"

#include "base/source.h"
#include "murphi/symmetry_breaking.h"

enum { MOST_NEED = 1000, DEEPEST_CALL = 20 };

// What must survive when a condition is looked at through some elements: that it is true, that it is false.
enum { TRUTH = 1, FALSITY = 2 };

struct fragment {
    const struct murphi_tree *tree;
    const struct murphi_type *const *classes;
    size_t class_count;
    struct size_refusal *refusal;
    uint64_t witnesses; // so far
    uint64_t binders;   // quantifiers and loops over the class, and conditions of assertions, so far
    uint64_t times;     // how often what is walked through is evaluated, by loops and quantifiers over other types
    uint32_t loops;     // loops and quantifiers over all elements of the class that it is in
    uint32_t calls;
    bool asks_for_all; // some condition is one of all elements
    bool for_errors;   // what decides whether something further is evaluated must survive, too
    bool has_choice;   // an element may be one that is not looked at, though a parameter: that of a start state
};

static void refuse(struct fragment *f, struct span span, enum cause_code code)
{
    if (!f->refusal->cause.code)
        *f->refusal = (struct size_refusal){span, cause_of(code)};
}

static uint64_t add_need(uint64_t need, uint64_t more)
{
    return need + more < MOST_NEED ? need + more : MOST_NEED;
}

// Witnesses that are needed for each element of the class have no bound.
static void need_witness(struct fragment *f, struct span span)
{
    if (f->loops)
        refuse(f, span, CAUSE_SIZE_FURTHER_ELEMENTS);
    f->witnesses = add_need(f->witnesses, f->times);
}

// Also a union with a class: what else it has are a few values like those of enumerations.
static bool is_class(const struct fragment *f, const struct murphi_type *type)
{
    for (size_t i = 0; i < f->class_count; i++)
        if (type->base == f->classes[i])
            return true;
    for (uint32_t i = 0; i < type->part_count; i++)
        if (is_class(f, type->parts[i]))
            return true;
    return false;
}

static bool is_of_class(const struct fragment *f, const struct murphi_expr *e)
{
    return e->type && is_class(f, e->type);
}

static bool is_truth(const struct murphi_expr *e)
{
    return e->type && e->type->base->kind == MURPHI_BOOLEAN;
}

static const struct murphi_expr *behind_aliases(const struct murphi_expr *e)
{
    while (e->op == MURPHI_NAME && e->decl->kind == MURPHI_ALIAS)
        e = e->decl->expr;
    return e;
}

// A parameter, what a loop or quantifier ranges over, or one with a name: an element that is looked at in any case.
static bool is_named_element(const struct murphi_expr *e)
{
    e = behind_aliases(e);
    if (e->is_constant)
        return true;
    return e->op == MURPHI_NAME && (e->decl->kind == MURPHI_QUANTIFIED || e->decl->kind == MURPHI_PARAM);
}

// Whether an expression may have another value for each element that a loop is at: it names something that changes
// there. Locals may have been set in the loop.
static bool may_vary(const struct murphi_expr *e)
{
    e = behind_aliases(e);
    if (e->op == MURPHI_NAME)
        return e->decl->kind != MURPHI_VAR;
    if (e->op == MURPHI_CALL)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (may_vary(e->args[i]))
            return true;
    return false;
}

static void walk_condition(struct fragment *f, const struct murphi_expr *e, unsigned survives);
static void walk_value(struct fragment *f, const struct murphi_expr *e);
static void walk_stmts(struct fragment *f, const struct murphi_stmt *first);

// An element that a variable holds, which must be among those that are looked at. It is the same for all elements of a
// loop, or there is one for each.
static void need_element(struct fragment *f, const struct murphi_expr *e)
{
    if (is_named_element(e))
        return;
    uint32_t loops = f->loops;
    if (!may_vary(e))
        f->loops = 0;
    need_witness(f, e->span);
    f->loops = loops;
}

// What stands between the brackets of a place that is read; of one that is written, the element itself may be any.
static void walk_place(struct fragment *f, const struct murphi_expr *e, bool is_read)
{
    for (; e->op == MURPHI_FIELD || e->op == MURPHI_INDEX; e = e->args[0])
        if (e->op == MURPHI_INDEX) {
            walk_value(f, e->args[1]);
            if (is_of_class(f, e->args[1]) && is_read)
                need_element(f, e->args[1]);
        }
    if (e->op == MURPHI_NAME && e->decl->kind == MURPHI_ALIAS)
        walk_place(f, e->decl->expr, is_read);
    else if (e->op != MURPHI_NAME)
        walk_value(f, e);
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

// What a function gives that does nothing else; NULL if it does.
static const struct murphi_expr *only_returned(const struct murphi_function *function)
{
    const struct murphi_stmt *stmt = function->body;
    return stmt && stmt->kind == MURPHI_RETURN && !stmt->next ? stmt->expr : NULL;
}

// The truth value that it gives, if it gives one, has to survive like that.
static void walk_call(struct fragment *f, const struct murphi_expr *e, unsigned survives)
{
    const struct murphi_function *function = e->decl->function;
    const struct murphi_decl *param = function->params;
    if (function->is_recursive || f->calls >= DEEPEST_CALL) {
        refuse(f, e->span, CAUSE_SIZE_RECURSION);
        return;
    }
    for (uint32_t i = 0; i < e->count; i++, param = param->next) {
        if (param->kind == MURPHI_VAR_PARAM) {
            walk_place(f, e->args[i], true);
            continue;
        }
        walk_value(f, e->args[i]);
        if (is_of_class(f, e->args[i]) && e->args[i]->op != MURPHI_UNDEFINED)
            need_element(f, e->args[i]);
    }
    f->calls++;
    if (is_truth(e) && only_returned(function))
        walk_condition(f, only_returned(function), survives);
    else
        walk_stmts(f, function->body);
    f->calls--;
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

static uint64_t repetitions(struct fragment *f, const struct murphi_binder *binder)
{
    if (binder->kind == MURPHI_OVER_TYPE)
        return murphi_size(binder->decl->type);
    if (binder->kind == MURPHI_BY_ALIAS)
        return 1;
    if (binder->kind == MURPHI_OVER_MULTISET) {
        refuse(f, binder->span, CAUSE_SIZE_MULTISETS);
        return 1;
    }
    bool is_known = binder->from->is_constant && binder->to->is_constant && (!binder->by || binder->by->is_constant);
    int64_t by = binder->by && is_known ? binder->by->value : 1;
    if (!is_known || by == 0)
        return MOST_NEED; // no witness may be needed in there
    int64_t steps = (binder->to->value - binder->from->value) / by;
    return steps < 0 ? 0 : (uint64_t)steps + 1;
}

static uint64_t multiply(uint64_t times, uint64_t by)
{
    return times * by < MOST_NEED ? times * by : MOST_NEED;
}

// One side of a quantifier over several variables: its elements are witnesses, or the condition is for all of them.
static void walk_quantified(struct fragment *f, const struct murphi_expr *e, bool has_witness, unsigned survives)
{
    uint32_t loops = f->loops;
    uint64_t times = f->times;
    for (const struct murphi_binder *binder = e->binders; binder; binder = binder->next) {
        if (binder->kind != MURPHI_OVER_TYPE || !is_class(f, binder->decl->type)) {
            f->times = multiply(f->times, repetitions(f, binder));
            continue;
        }
        f->binders = add_need(f->binders, f->times);
        if (has_witness)
            need_witness(f, binder->span);
        else {
            f->loops++;
            f->asks_for_all = true;
        }
    }
    walk_condition(f, e->args[0], survives);
    f->loops = loops;
    f->times = times;
}

// Two values: where both are elements that variables hold, one of them must be looked at, so that it is seen whether
// they are the same.
static void walk_equality(struct fragment *f, const struct murphi_expr *left, const struct murphi_expr *right,
                          struct span span)
{
    if (!murphi_is_simple(left->type)) {
        refuse(f, span, CAUSE_SIZE_AGGREGATES);
        return;
    }
    walk_value(f, left);
    walk_value(f, right);
    if (!is_of_class(f, left) || is_named_element(left) || is_named_element(right))
        return;
    need_element(f, f->loops && may_vary(left) ? right : left);
}

// Both must be looked at, so that it is seen which one comes first.
static void walk_order(struct fragment *f, const struct murphi_expr *e)
{
    for (uint32_t i = 0; i < e->count; i++) {
        walk_value(f, e->args[i]);
        if (is_of_class(f, e->args[i]))
            need_element(f, e->args[i]);
    }
    if (is_of_class(f, e->args[0]) && f->has_choice)
        refuse(f, e->span, CAUSE_SIZE_ORDERED_START);
}

static void walk_value(struct fragment *f, const struct murphi_expr *e)
{
    if (e->is_constant)
        return;
    if (is_truth(e) && e->op != MURPHI_NAME && e->op != MURPHI_FIELD && e->op != MURPHI_INDEX && e->op != MURPHI_CALL) {
        walk_condition(f, e, TRUTH | FALSITY);
        return;
    }
    switch (e->op) {
    case MURPHI_NAME:
    case MURPHI_FIELD:
    case MURPHI_INDEX:
        walk_place(f, e, true);
        break;
    case MURPHI_CALL:
        walk_call(f, e, TRUTH | FALSITY);
        break;
    case MURPHI_ITE:
        walk_condition(f, e->args[0], TRUTH | FALSITY);
        walk_value(f, e->args[1]);
        walk_value(f, e->args[2]);
        break;
    case MURPHI_COUNT:
    case MURPHI_SUCC:
    case MURPHI_PRED:
        refuse(f, e->span, CAUSE_SIZE_MULTISETS_AND_RINGS);
        break;
    default:
        for (uint32_t i = 0; i < e->count; i++)
            walk_value(f, e->args[i]);
    }
}

static unsigned negated(unsigned survives)
{
    return (survives & TRUTH ? FALSITY : 0) | (survives & FALSITY ? TRUTH : 0);
}

// What must survive of an operand, so that an error behind it is seen: that which has the next operand evaluated.
static unsigned to_go_on(const struct fragment *f, unsigned survives)
{
    return f->for_errors ? survives : 0;
}

// Whether a quantifier goes through values in order, up to one that decides.
static bool has_order(const struct fragment *f, const struct murphi_expr *e)
{
    for (const struct murphi_binder *binder = e->binders; binder; binder = binder->next)
        if (binder->kind != MURPHI_OVER_TYPE || binder->decl->type->part_count || !is_class(f, binder->decl->type))
            return true;
    return false;
}

static void walk_condition(struct fragment *f, const struct murphi_expr *e, unsigned survives)
{
    if (e->is_constant)
        return;
    switch (e->op) {
    case MURPHI_NOT:
        walk_condition(f, e->args[0], negated(survives));
        break;
    case MURPHI_AND:
    case MURPHI_OR:
        for (uint32_t i = 0; i < e->count; i++)
            walk_condition(f, e->args[i],
                           survives | (i + 1 < e->count ? to_go_on(f, e->op == MURPHI_AND ? TRUTH : FALSITY) : 0));
        break;
    case MURPHI_IMPLIES:
        walk_condition(f, e->args[0], negated(survives) | to_go_on(f, TRUTH));
        walk_condition(f, e->args[1], survives);
        break;
    case MURPHI_ITE:
        walk_condition(f, e->args[0], TRUTH | FALSITY);
        walk_condition(f, e->args[1], survives);
        walk_condition(f, e->args[2], survives);
        break;
    case MURPHI_FORALL:
        if (has_order(f, e))
            survives |= to_go_on(f, TRUTH);
        if (survives & TRUTH)
            walk_quantified(f, e, false, TRUTH);
        if (survives & FALSITY)
            walk_quantified(f, e, true, FALSITY);
        break;
    case MURPHI_EXISTS:
        if (has_order(f, e))
            survives |= to_go_on(f, FALSITY);
        if (survives & TRUTH)
            walk_quantified(f, e, true, TRUTH);
        if (survives & FALSITY)
            walk_quantified(f, e, false, FALSITY);
        break;
    case MURPHI_EQ:
    case MURPHI_NE:
        walk_equality(f, e->args[0], e->args[1], e->span);
        break;
    case MURPHI_LT:
    case MURPHI_LE:
    case MURPHI_GT:
    case MURPHI_GE:
        walk_order(f, e);
        break;
    case MURPHI_ISUNDEFINED:
        walk_place(f, e->args[0], true);
        break;
    case MURPHI_NAME:
    case MURPHI_FIELD:
    case MURPHI_INDEX:
        walk_value(f, e);
        break;
    case MURPHI_CALL:
        walk_call(f, e, survives);
        break;
    default:
        for (uint32_t i = 0; i < e->count; i++)
            walk_value(f, e->args[i]);
    }
}

// ---- Statements -----------------------------------------------------------------------------------------------------

// What a loop over the class does for one element must not be seen by another. A variable that some iteration sets to a
// constant, or that gathers a conjunction or disjunction, shows whether there is one that did: a witness.
static void check_loop(struct fragment *f, const struct murphi_stmt *stmt, const struct murphi_binder *binder)
{
    struct loop loop = {.mem = f->tree->arena.mem, .variable = binder->decl};
    mu_loop_walk(&loop, stmt->body);
    if (loop.gave_up || loop.first_return)
        refuse(f, stmt->span, CAUSE_SIZE_LOOP);
    for (size_t i = 0; i < loop.usages.count; i++) {
        const struct usage *usage = &loop.usages.at[i];
        bool gathers = usage->effect == EFFECT_SET || usage->effect == EFFECT_AND || usage->effect == EFFECT_OR;
        for (size_t k = 0; k < loop.usages.count; k++)
            if (k != i && usage->is_written && mu_usages_meet(usage, &loop.usages.at[k]))
                refuse(f, stmt->span, CAUSE_SIZE_LOOP_PART);
        if (!usage->is_written || usage->is_indexed)
            continue;
        if (usage->is_uniform && gathers && usage->is_several)
            refuse(f, stmt->span, CAUSE_SIZE_LOOP_GATHERS);
        else if (usage->is_uniform && gathers)
            need_witness(f, stmt->span);
        else
            refuse(f, stmt->span, CAUSE_SIZE_LOOP_PASSES_ON);
    }
    mu_loop_close(&loop);
}

static void walk_loop(struct fragment *f, const struct murphi_stmt *stmt)
{
    uint32_t loops = f->loops;
    uint64_t times = f->times;
    for (const struct murphi_binder *binder = stmt->binders; binder; binder = binder->next) {
        if (binder->kind == MURPHI_OVER_TYPE && is_class(f, binder->decl->type)) {
            check_loop(f, stmt, binder);
            f->binders = add_need(f->binders, f->times);
            f->loops++;
            continue;
        }
        if (binder->kind == MURPHI_OVER_RANGE) {
            walk_value(f, binder->from);
            walk_value(f, binder->to);
            if (binder->by)
                walk_value(f, binder->by);
        }
        f->times = multiply(f->times, repetitions(f, binder));
    }
    walk_stmts(f, stmt->body);
    f->loops = loops;
    f->times = times;
}

static void walk_switch(struct fragment *f, const struct murphi_stmt *stmt)
{
    walk_value(f, stmt->expr);
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        for (uint32_t i = 0; i < clause->count; i++)
            walk_equality(f, stmt->expr, clause->conditions[i], clause->span);
        walk_stmts(f, clause->body);
    }
}

static void walk_if(struct fragment *f, const struct murphi_stmt *stmt)
{
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        for (uint32_t i = 0; i < clause->count; i++)
            walk_condition(f, clause->conditions[i], TRUTH | FALSITY);
        walk_stmts(f, clause->body);
    }
}

static void walk_while(struct fragment *f, const struct murphi_stmt *stmt)
{
    uint64_t times = f->times;
    f->times = MOST_NEED;
    walk_condition(f, stmt->expr, TRUTH | FALSITY);
    walk_stmts(f, stmt->body);
    f->times = times;
}

static void walk_stmt(struct fragment *f, const struct murphi_stmt *stmt)
{
    switch (stmt->kind) {
    case MURPHI_ASSIGN:
        walk_place(f, stmt->target, false);
        walk_value(f, stmt->expr);
        break;
    case MURPHI_CLEAR:
    case MURPHI_UNDEFINE:
        walk_place(f, stmt->target, false);
        break;
    case MURPHI_IF:
        walk_if(f, stmt);
        break;
    case MURPHI_SWITCH:
        walk_switch(f, stmt);
        break;
    case MURPHI_FOR:
        walk_loop(f, stmt);
        break;
    case MURPHI_WHILE:
        walk_while(f, stmt);
        break;
    case MURPHI_ALIAS_STMT:
        for (const struct murphi_binder *binder = stmt->binders; binder; binder = binder->next)
            walk_value(f, binder->decl->expr);
        walk_stmts(f, stmt->body);
        break;
    case MURPHI_CALL_STMT:
        walk_call(f, stmt->expr, TRUTH | FALSITY);
        break;
    case MURPHI_RETURN:
        if (stmt->expr)
            walk_value(f, stmt->expr);
        break;
    case MURPHI_ASSERT:
    case MURPHI_ASSUME_STMT:
        // There is a step only where it is true, and an error only where it is not.
        walk_condition(f, stmt->expr, TRUTH | to_go_on(f, FALSITY));
        break;
    case MURPHI_COVER_STMT:
    case MURPHI_ERROR:
    case MURPHI_PUT:
        break;
    default:
        refuse(f, stmt->span, CAUSE_SIZE_MULTISETS);
    }
}

static void walk_stmts(struct fragment *f, const struct murphi_stmt *first)
{
    for (const struct murphi_stmt *stmt = first; stmt && !f->refusal->cause.code; stmt = stmt->next)
        walk_stmt(f, stmt);
}

// ---- Rules and invariants -------------------------------------------------------------------------------------------

static void walk_rule(struct fragment *f, const struct murphi_rule *rule)
{
    const struct murphi_expr *invariant = murphi_invariant_of(rule);
    if (invariant)
        walk_condition(f, invariant, FALSITY);
    else if (rule->guard)
        walk_condition(f, rule->guard, TRUTH);
    if (rule->second)
        walk_condition(f, rule->second, TRUTH);
    walk_stmts(f, rule->body);
}

bool murphi_size_need(const struct murphi_tree *tree, const struct murphi_type *const *classes, size_t class_count,
                      const struct murphi_rule *rule, struct size_need *need, struct size_refusal *refusal)
{
    const struct fragment none = {.tree = tree, .classes = classes, .class_count = class_count, .times = 1};
    struct fragment f = none, errors = none, guard = none;
    f.refusal = refusal;
    refusal->cause = cause_of(CAUSE_NONE);
    *need = (struct size_need){0};
    for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer) {
        if (binder->kind == MURPHI_OVER_MULTISET)
            refuse(&f, binder->span, CAUSE_SIZE_MULTISETS);
        else if (binder->kind == MURPHI_BY_ALIAS)
            walk_value(&f, binder->decl->expr);
        else if (binder->kind == MURPHI_OVER_TYPE)
            need->parameters += is_class(&f, binder->decl->type);
    }
    f.has_choice = rule->kind == MURPHI_STARTSTATE && need->parameters;
    walk_rule(&f, rule);
    if (need->parameters > MOST_NEED || f.witnesses >= MOST_NEED)
        refuse(&f, rule->head, CAUSE_SIZE_MANY_ELEMENTS);
    need->witnesses = (uint32_t)f.witnesses;
    need->asks_for_all = f.asks_for_all;
    need->for_errors = (uint32_t)add_need(f.witnesses, f.binders);
    errors.refusal = &need->errors;
    errors.for_errors = true;
    walk_rule(&errors, rule);
    guard.refusal = &need->disabled;
    guard.for_errors = true;
    if (rule->guard)
        walk_condition(&guard, rule->guard, FALSITY);
    need->for_disabled = (uint32_t)guard.witnesses;
    return !refusal->cause.code;
}

struct cause size_refusal_cause(const struct murphi_tree *tree, const struct size_refusal *refusal)
{
    struct diag_range range = murphi_range(tree, refusal->span);
    struct cause cause = refusal->cause;
    cause.line = source_place(range.source, range.offset).line;
    return cause;
}
