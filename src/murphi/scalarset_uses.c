// What a model does with the numbers of its ranges: which ranges values go between, and uses as a number, after which a
// range cannot be a scalarset (infer_scalarsets.c has the list).
#include "murphi/scalarset_uses.h"

#include <assert.h>

#include "base/str.h"
#include "murphi/print.h"
#include "murphi/symmetry_breaking.h"
#include "murphi/typechecker.h"

enum { MOST_LITERALS = 4 };

static const char BY_ORDER[] = "its elements are compared by order";
static const char COMPARED_WITH_NUMBER[] = "an element is compared with a number";

// ---- Groups ---------------------------------------------------------------------------------------------------------

bool scalarset_is_number(const struct murphi_type *type)
{
    return type->base->kind == MURPHI_INTEGER;
}

struct group *scalarset_group_of(struct inference *in, const struct murphi_type *type)
{
    uint32_t id = type->id;
    while (in->groups[id].parent != id)
        id = in->groups[id].parent = in->groups[in->groups[id].parent].parent;
    return &in->groups[id];
}

void scalarset_refuse(struct inference *in, const struct murphi_type *type, struct span span, const char *reason)
{
    struct group *group = scalarset_group_of(in, type);
    if (!group->is_refused || span.offset < group->span.offset) {
        group->span = span;
        group->reason = reason;
    }
    group->is_refused = true;
}

static uint32_t max_literals(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void unite(struct inference *in, const struct murphi_type *a, const struct murphi_type *b)
{
    struct group *left = scalarset_group_of(in, a), *right = scalarset_group_of(in, b);
    if (left == right)
        return;
    if (right->is_refused)
        scalarset_refuse(in, a, right->span, right->reason);
    left->has_binder |= right->has_binder;
    left->is_index |= right->is_index;
    if (right->is_ordered && !left->is_ordered)
        left->ordered = right->ordered;
    left->is_ordered |= right->is_ordered;
    int64_t low = left->low < right->low ? left->low : right->low;
    uint32_t ends =
        max_literals((uint32_t)(left->low - low) + left->literals, (uint32_t)(right->low - low) + right->literals);
    left->literals = ends;
    left->low = low;
    if (right->is_mixed && !left->is_mixed) {
        left->mixed = right->mixed;
        left->other = right->other;
    }
    left->is_mixed |= right->is_mixed;
    right->parent = left->parent;
}

static const char *together_with(struct inference *in, const struct murphi_type *other)
{
    struct str text = {0};
    str_add(in->tree->arena.mem, &text, "it is used together with the range ");
    murphi_print_type(in->tree->arena.mem, &text, other);
    const char *reason = arena_copy(&in->tree->arena, text.at, text.count);
    str_free(in->tree->arena.mem, &text);
    return reason;
}

static bool are_near(int64_t a, int64_t b)
{
    return a < b ? (uint64_t)b - (uint64_t)a < MOST_LITERALS : (uint64_t)a - (uint64_t)b < MOST_LITERALS;
}

// Of ranges that end alike, one begins behind the other.
static void unite_mixed(struct inference *in, const struct murphi_type *a, const struct murphi_type *b,
                        struct span span)
{
    unite(in, a, b);
    struct group *group = scalarset_group_of(in, a);
    if (group->is_mixed && group->mixed.offset <= span.offset)
        return;
    group->is_mixed = true;
    group->mixed = span;
    group->other = together_with(in, b);
}

// Values may go from one of the types to the other; `as_number` is what that means if one of them is a number.
static void join(struct inference *in, const struct murphi_type *a, const struct murphi_type *b, struct span span,
                 const char *as_number)
{
    if (a == b || !a || !b)
        return;
    if (murphi_is_simple(a) && scalarset_is_number(a) && scalarset_is_number(b)) {
        bool are_ranges = a->kind == MURPHI_RANGE && b->kind == MURPHI_RANGE;
        if (are_ranges && a->low == b->low && a->high == b->high) {
            unite(in, a, b);
            return;
        }
        if (are_ranges && a->high == b->high && in->tree->infers_order_at && are_near(a->low, b->low)) {
            unite_mixed(in, a, b, span);
            return;
        }
        scalarset_refuse(in, a, span, are_ranges ? together_with(in, b) : as_number);
        scalarset_refuse(in, b, span, are_ranges ? together_with(in, a) : as_number);
        return;
    }
    for (uint32_t i = 0; i < a->field_count && i < b->field_count; i++)
        join(in, a->fields[i].type, b->fields[i].type, span, as_number);
    join(in, a->index, b->index, span, as_number);
    join(in, a->element, b->element, span, as_number);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void walk_expr(struct inference *in, const struct murphi_expr *e);

bool scalarset_is_literal(const struct murphi_expr *e)
{
    return e->is_constant && e->type && scalarset_is_number(e->type);
}

// A constant is a number, whatever its type.
static const struct murphi_type *type_of(const struct inference *in, const struct murphi_expr *e)
{
    return scalarset_is_literal(e) ? in->tree->integer : e->type;
}

// The value of an expression goes to a place of the type, or is compared with one.
void scalarset_meet(struct inference *in, struct murphi_expr *e, const struct murphi_type *type, struct span span,
                    const char *as_number)
{
    if (in->tree->infers_order_at && scalarset_is_literal(e) && type && type->kind == MURPHI_RANGE)
        array_push(in->tree->arena.mem, &in->literals, ((struct literal){e, type, span, as_number}));
    else
        join(in, type_of(in, e), type, span, as_number);
}

static void compare(struct inference *in, struct murphi_expr *a, struct murphi_expr *b, struct span span)
{
    if (scalarset_is_literal(a))
        scalarset_meet(in, a, type_of(in, b), span, COMPARED_WITH_NUMBER);
    else
        scalarset_meet(in, b, a->type, span, COMPARED_WITH_NUMBER);
}

// A number that is compared with several things cannot be an element for some of them only.
static void compare_case(struct inference *in, struct murphi_expr *e, struct murphi_expr *condition)
{
    if (scalarset_is_literal(e))
        join(in, in->tree->integer, type_of(in, condition), condition->span, COMPARED_WITH_NUMBER);
    else
        compare(in, e, condition, condition->span);
}

static void walk_binder(struct inference *in, const struct murphi_binder *binder)
{
    static const char reason[] = "a loop or quantifier has bounds that are numbers";
    const struct murphi_expr *bounds[] = {binder->from, binder->to, binder->by};
    switch (binder->kind) {
    case MURPHI_OVER_TYPE:
        scalarset_group_of(in, binder->decl->type)->has_binder = true;
        break;
    case MURPHI_OVER_RANGE:
        for (size_t i = 0; i < 3 && bounds[i]; i++) {
            walk_expr(in, bounds[i]);
            scalarset_refuse(in, type_of(in, bounds[i]), binder->span, reason);
        }
        scalarset_refuse(in, binder->decl->type, binder->span, reason);
        break;
    case MURPHI_OVER_MULTISET:
    case MURPHI_BY_ALIAS:
        walk_expr(in, binder->decl->expr);
        break;
    }
}

static void walk_call(struct inference *in, const struct murphi_expr *e)
{
    const struct murphi_decl *param = e->decl->function->params;
    for (uint32_t i = 0; i < e->count; i++, param = param->next)
        scalarset_meet(in, e->args[i], param->type, e->args[i]->span, "a number is passed for an element");
}

static bool is_comparison(enum murphi_op op)
{
    return op >= MURPHI_LT && op <= MURPHI_GE;
}

static const char *reason_of(enum murphi_op op)
{
    return is_comparison(op) ? BY_ORDER : "there is arithmetic on it";
}

// Whether a comparison is one of elements, as far as is known by now.
static bool note_order(struct inference *in, const struct murphi_expr *e)
{
    if (!in->tree->infers_order_at || !is_comparison(e->op) || !scalarset_is_number(e->args[0]->type))
        return false;
    join(in, type_of(in, e->args[0]), type_of(in, e->args[1]), e->span, COMPARED_WITH_NUMBER);
    for (uint32_t i = 0; i < e->count; i++) {
        struct group *group = scalarset_group_of(in, e->args[i]->type);
        if (!group->is_ordered || e->span.offset < group->ordered.offset)
            group->ordered = e->span;
        group->is_ordered = true;
    }
    return true;
}

static void walk_expr(struct inference *in, const struct murphi_expr *e)
{
    for (const struct murphi_binder *binder = e->binders; binder; binder = binder->next)
        walk_binder(in, binder);
    for (uint32_t i = 0; i < e->count; i++)
        walk_expr(in, e->args[i]);
    switch (e->op) {
    case MURPHI_FIELD:
    case MURPHI_ISUNDEFINED:
        break;
    case MURPHI_INDEX:
        if (e->args[0]->type->kind == MURPHI_ARRAY)
            scalarset_meet(in, e->args[1], e->args[0]->type->index, e->span, "an index is a number");
        break;
    case MURPHI_CALL:
        walk_call(in, e);
        break;
    case MURPHI_ISMEMBER:
        join(in, type_of(in, e->args[0]), e->written->type, e->span, "it is asked whether a number belongs to it");
        break;
    case MURPHI_ITE:
        join(in, type_of(in, e->args[1]), type_of(in, e->args[2]), e->span, "an element or a number is chosen");
        join(in, type_of(in, e->args[1]), type_of(in, e), e->span, "an element or a number is chosen");
        break;
    case MURPHI_EQ:
    case MURPHI_NE:
        compare(in, e->args[0], e->args[1], e->span);
        break;
    default: // whatever has a number as an operand uses it as one
        if (note_order(in, e))
            break;
        for (uint32_t i = 0; i < e->count; i++)
            if (e->args[i]->type && scalarset_is_number(e->args[i]->type))
                scalarset_refuse(in, e->args[i]->type, e->span, reason_of(e->op));
    }
}

// ---- Statements and rules -------------------------------------------------------------------------------------------

static void walk_stmts(struct inference *in, const struct murphi_stmt *first, const struct murphi_function *function);

static void walk_stmt(struct inference *in, const struct murphi_stmt *stmt, const struct murphi_function *function)
{
    for (const struct murphi_binder *binder = stmt->binders; binder; binder = binder->next)
        walk_binder(in, binder);
    if (stmt->target)
        walk_expr(in, stmt->target);
    if (stmt->expr)
        walk_expr(in, stmt->expr);
    if (stmt->kind == MURPHI_ASSIGN || stmt->kind == MURPHI_MULTISET_ADD)
        assert(stmt->target && stmt->expr);
    if (stmt->kind == MURPHI_ASSIGN)
        scalarset_meet(in, stmt->expr, stmt->target->type, stmt->span, "a number is assigned to an element");
    if (stmt->kind == MURPHI_MULTISET_ADD)
        join(in, stmt->target->type->element, type_of(in, stmt->expr), stmt->span, "a number is added for an element");
    if (stmt->kind == MURPHI_RETURN && stmt->expr && function)
        scalarset_meet(in, stmt->expr, function->decl->type, stmt->span, "a number is returned for an element");
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        for (uint32_t i = 0; i < clause->count; i++) {
            walk_expr(in, clause->conditions[i]);
            if (stmt->kind == MURPHI_SWITCH && stmt->expr) // which a switch has
                compare_case(in, stmt->expr, clause->conditions[i]);
        }
        walk_stmts(in, clause->body, function);
    }
    walk_stmts(in, stmt->body, function);
}

static void walk_stmts(struct inference *in, const struct murphi_stmt *first, const struct murphi_function *function)
{
    for (const struct murphi_stmt *stmt = first; stmt; stmt = stmt->next)
        walk_stmt(in, stmt, function);
}

static void walk_rule(struct inference *in, const struct murphi_rule *rule)
{
    for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer)
        walk_binder(in, binder);
    if (rule->guard)
        walk_expr(in, rule->guard);
    if (rule->second)
        walk_expr(in, rule->second);
    walk_stmts(in, rule->body, NULL);
}

static void walk_tree(struct inference *in)
{
    const struct murphi_tree *tree = in->tree;
    for (size_t i = 0; i < tree->types.count; i++)
        if (tree->types.at[i]->kind == MURPHI_ARRAY)
            scalarset_group_of(in, tree->types.at[i]->index)->is_index = true;
    for (size_t i = 0; i < tree->functions.count; i++)
        walk_stmts(in, tree->functions.at[i]->body, tree->functions.at[i]);
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        walk_rule(in, rule);
    for (size_t i = 0; i < tree->types.count && tree->symmetries; i++) // whose values are numbers
        scalarset_refuse(in, tree->types.at[i], tree->symmetries->span, "the model states symmetries of its own");
}

// The one range that may have an order, and elements with names.
static struct group *allowed_group(struct inference *in)
{
    const struct murphi_tree *tree = in->tree;
    struct group *allowed = NULL;
    for (size_t i = 0; i < tree->types.count && tree->infers_order_at; i++)
        if (tree->types.at[i]->kind == MURPHI_RANGE && tree->types.at[i]->span.offset == tree->infers_order_at)
            allowed = scalarset_group_of(in, tree->types.at[i]);
    return allowed;
}

static void settle_literals(struct inference *in)
{
    struct group *allowed = allowed_group(in);
    for (size_t i = 0; i < in->literals.count; i++) {
        const struct literal *l = &in->literals.at[i];
        int64_t v = l->expr->value, low = scalarset_group_of(in, l->type)->low;
        if (scalarset_group_of(in, l->type) != allowed || v < low || v > l->type->high || v - low >= MOST_LITERALS)
            scalarset_refuse(in, l->type, l->span, l->reason);
        else
            allowed->literals = max_literals(allowed->literals, (uint32_t)(v - low) + 1);
    }
    if (allowed && allowed->literals > MOST_LITERALS)
        allowed->is_refused = true;
}

// All but that one.
static void refuse_order(struct inference *in)
{
    const struct murphi_tree *tree = in->tree;
    const struct group *allowed = allowed_group(in);
    for (size_t i = 0; i < tree->types.count; i++) {
        const struct group *group = scalarset_group_of(in, tree->types.at[i]);
        if (group->is_ordered && group != allowed)
            scalarset_refuse(in, tree->types.at[i], group->ordered, BY_ORDER);
        if (group->is_mixed && group != allowed)
            scalarset_refuse(in, tree->types.at[i], group->mixed, group->other);
    }
}

void scalarset_find_uses(struct inference *in)
{
    walk_tree(in);
    settle_literals(in);
    refuse_order(in);
}
