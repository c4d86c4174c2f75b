// Ranges of numbers that are used like scalarsets. Many models write `NODE: 1..N` and then do nothing with a NODE that
// tells one number from another. Such a range becomes a scalarset here, after the tree was checked; its elements keep
// their numbers as names.
//
// What the elements of a scalarset may be used for is a list: to be compared for equality with each other, to be chosen
// from by `?:` and `switch`, to be copied, passed, returned and undefined, to be indices of arrays over them, to be in
// multisets, and to be counted through by rulesets, quantifiers and loops over the type. Everything else is a use as a
// number: every operand of another operator, every number or constant that meets an element, every loop with bounds.
// If a range has only uses of the list, then exchanging its numbers takes what the model does to what the model does
// (Ip and Dill, Better verification through symmetry), with two exceptions, which scalarsets have, too:
// - `clear`, and loops whose effect depends on the order of the iterations (symmetry_breaking.c): the range stays a
//   range;
// - run-time errors that one element hides from another, in loops and, other than for scalarsets, in quantifiers, which
//   go through numbers in order and stop at the first that decides: they are found when rules are run, and then are an
//   obstacle of the class (order_probe.c).
//
// Ranges are told apart by where they are written: those between which a value may go, by an assignment or a
// comparison, are one group, and must have the same bounds. Groups that share no values can be permuted independently,
// even where their numbers are the same.
//
// One range may be compared by order besides, if that is asked for (`infers_order_at`): proofs for every size have a
// use for elements of which nothing but their order is known. Its class has an obstacle, so that nobody permutes them.
// And numbers may name its first elements there: these belong to no class (see `tracked` of murphi_lower_options). So
// do those that another range of the same group does not have: `1..N` beside `0..N`.
//
// Nothing else changes. An undefined element is an undefined number (see enum murphi_dialect).
#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "murphi/print.h"
#include "murphi/symmetry_breaking.h"
#include "murphi/typechecker.h"

enum { MOST_ELEMENTS = 10000, MOST_LITERALS = 4 };

static const char BY_ORDER[] = "its elements are compared by order";
static const char COMPARED_WITH_NUMBER[] = "an element is compared with a number";

// Of the first type of a group: all that is known of the group.
struct group {
    uint32_t parent; // the id of a type
    bool is_refused, has_binder, is_index;
    struct span span; // where it is refused
    const char *reason;
    bool is_ordered;
    struct span ordered; // where its elements are compared by order
    uint32_t literals;   // so many of its first elements have names that are numbers, or are not in all its ranges
    int64_t low;         // of the range that begins first
    bool is_mixed;       // there are ranges that begin behind that
    struct span mixed;   // where one meets another
    const char *other;   // what is wrong with that, if it is not allowed
};

struct inference {
    struct murphi_tree *tree;
    struct group *groups; // by the id of a type
    // Numbers that meet elements, where that may be allowed: with what is wrong if it is not.
    ARRAY(struct literal {
        struct murphi_expr *expr;
        const struct murphi_type *type;
        struct span span;
        const char *reason;
    })
    literals;
};

// ---- Groups ---------------------------------------------------------------------------------------------------------

static bool is_number(const struct murphi_type *type)
{
    return type->base->kind == MURPHI_INTEGER;
}

static struct group *group_of(struct inference *in, const struct murphi_type *type)
{
    uint32_t id = type->id;
    while (in->groups[id].parent != id)
        id = in->groups[id].parent = in->groups[in->groups[id].parent].parent;
    return &in->groups[id];
}

// Of several reasons, the first one in the file is told.
static void refuse(struct inference *in, const struct murphi_type *type, struct span span, const char *reason)
{
    struct group *group = group_of(in, type);
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
    struct group *left = group_of(in, a), *right = group_of(in, b);
    if (left == right)
        return;
    if (right->is_refused)
        refuse(in, a, right->span, right->reason);
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
    struct group *group = group_of(in, a);
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
    if (murphi_is_simple(a) && is_number(a) && is_number(b)) {
        bool are_ranges = a->kind == MURPHI_RANGE && b->kind == MURPHI_RANGE;
        if (are_ranges && a->low == b->low && a->high == b->high) {
            unite(in, a, b);
            return;
        }
        if (are_ranges && a->high == b->high && in->tree->infers_order_at && are_near(a->low, b->low)) {
            unite_mixed(in, a, b, span);
            return;
        }
        refuse(in, a, span, are_ranges ? together_with(in, b) : as_number);
        refuse(in, b, span, are_ranges ? together_with(in, a) : as_number);
        return;
    }
    for (uint32_t i = 0; i < a->field_count && i < b->field_count; i++)
        join(in, a->fields[i].type, b->fields[i].type, span, as_number);
    join(in, a->index, b->index, span, as_number);
    join(in, a->element, b->element, span, as_number);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void walk_expr(struct inference *in, const struct murphi_expr *e);

static bool is_literal(const struct murphi_expr *e)
{
    return e->is_constant && e->type && is_number(e->type);
}

// A constant is a number, whatever its type.
static const struct murphi_type *type_of(const struct inference *in, const struct murphi_expr *e)
{
    return is_literal(e) ? in->tree->integer : e->type;
}

// The value of an expression goes to a place of the type, or is compared with one.
static void meet(struct inference *in, struct murphi_expr *e, const struct murphi_type *type, struct span span,
                 const char *as_number)
{
    if (in->tree->infers_order_at && is_literal(e) && type && type->kind == MURPHI_RANGE)
        array_push(in->tree->arena.mem, &in->literals, ((struct literal){e, type, span, as_number}));
    else
        join(in, type_of(in, e), type, span, as_number);
}

static void compare(struct inference *in, struct murphi_expr *a, struct murphi_expr *b, struct span span)
{
    if (is_literal(a))
        meet(in, a, type_of(in, b), span, COMPARED_WITH_NUMBER);
    else
        meet(in, b, a->type, span, COMPARED_WITH_NUMBER);
}

// A number that is compared with several things cannot be an element for some of them only.
static void compare_case(struct inference *in, struct murphi_expr *e, struct murphi_expr *condition)
{
    if (is_literal(e))
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
        group_of(in, binder->decl->type)->has_binder = true;
        break;
    case MURPHI_OVER_RANGE:
        for (size_t i = 0; i < 3 && bounds[i]; i++) {
            walk_expr(in, bounds[i]);
            refuse(in, type_of(in, bounds[i]), binder->span, reason);
        }
        refuse(in, binder->decl->type, binder->span, reason);
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
        meet(in, e->args[i], param->type, e->args[i]->span, "a number is passed for an element");
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
    if (!in->tree->infers_order_at || !is_comparison(e->op) || !is_number(e->args[0]->type))
        return false;
    join(in, type_of(in, e->args[0]), type_of(in, e->args[1]), e->span, COMPARED_WITH_NUMBER);
    for (uint32_t i = 0; i < e->count; i++) {
        struct group *group = group_of(in, e->args[i]->type);
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
            meet(in, e->args[1], e->args[0]->type->index, e->span, "an index is a number");
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
            if (e->args[i]->type && is_number(e->args[i]->type))
                refuse(in, e->args[i]->type, e->span, reason_of(e->op));
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
        meet(in, stmt->expr, stmt->target->type, stmt->span, "a number is assigned to an element");
    if (stmt->kind == MURPHI_MULTISET_ADD)
        join(in, stmt->target->type->element, type_of(in, stmt->expr), stmt->span, "a number is added for an element");
    if (stmt->kind == MURPHI_RETURN && stmt->expr && function)
        meet(in, stmt->expr, function->decl->type, stmt->span, "a number is returned for an element");
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        for (uint32_t i = 0; i < clause->count; i++) {
            walk_expr(in, clause->conditions[i]);
            if (stmt->kind == MURPHI_SWITCH)
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
            group_of(in, tree->types.at[i]->index)->is_index = true;
    for (size_t i = 0; i < tree->functions.count; i++)
        walk_stmts(in, tree->functions.at[i]->body, tree->functions.at[i]);
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        walk_rule(in, rule);
    for (size_t i = 0; i < tree->types.count && tree->symmetries; i++) // whose values are numbers
        refuse(in, tree->types.at[i], tree->symmetries->span, "the model states symmetries of its own");
}

// The one range that may have an order, and elements with names.
static struct group *allowed_group(struct inference *in)
{
    const struct murphi_tree *tree = in->tree;
    struct group *allowed = NULL;
    for (size_t i = 0; i < tree->types.count && tree->infers_order_at; i++)
        if (tree->types.at[i]->kind == MURPHI_RANGE && tree->types.at[i]->span.offset == tree->infers_order_at)
            allowed = group_of(in, tree->types.at[i]);
    return allowed;
}

static void settle_literals(struct inference *in)
{
    struct group *allowed = allowed_group(in);
    for (size_t i = 0; i < in->literals.count; i++) {
        const struct literal *l = &in->literals.at[i];
        int64_t v = l->expr->value, low = group_of(in, l->type)->low;
        if (group_of(in, l->type) != allowed || v < low || v > l->type->high || v - low >= MOST_LITERALS)
            refuse(in, l->type, l->span, l->reason);
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
        const struct group *group = group_of(in, tree->types.at[i]);
        if (group->is_ordered && group != allowed)
            refuse(in, tree->types.at[i], group->ordered, BY_ORDER);
        if (group->is_mixed && group != allowed)
            refuse(in, tree->types.at[i], group->mixed, group->other);
    }
}

// ---- From a range to a scalarset, and back --------------------------------------------------------------------------

// The text of a range in its file has the same length for all values of its constants.
static const char *label_of(struct murphi_tree *tree, const struct murphi_type *type)
{
    if (type->name)
        return type->name->text;
    struct diag_range range = murphi_range(tree, type->span);
    return arena_copy(&tree->arena, range.source->text + range.offset, range.length);
}

// A type with a name speaks for its group, if it has all elements.
static struct murphi_type *leader_of(struct inference *in, const struct murphi_type *member)
{
    const struct murphi_tree *tree = in->tree;
    struct murphi_type *first = NULL;
    for (size_t i = 0; i < tree->types.count; i++) {
        struct murphi_type *type = tree->types.at[i];
        bool has_all = type->kind != MURPHI_RANGE || type->low == group_of(in, type)->low;
        if (type->kind != member->kind || group_of(in, type) != group_of(in, member) || !has_all)
            continue;
        if (type->name)
            return type;
        first = first ? first : type;
    }
    return first;
}

static void make_scalarset(struct murphi_tree *tree, struct murphi_type *type, struct murphi_type *leader,
                           const struct group *group)
{
    int64_t size = type->high - type->low;
    type->number = type->low;
    type->low = type == leader ? tree->next_number : leader->low + (type->number - leader->number);
    type->high = type->low + size;
    type->kind = MURPHI_SCALARSET;
    type->base = leader;
    type->is_inferred = true;
    type->is_ordered = group->is_ordered;
    type->literals = group->literals;
    if (type == leader) {
        type->label = label_of(tree, type);
        tree->next_number += size + 1;
    }
}

static void make_range(struct murphi_tree *tree, struct murphi_type *type)
{
    type->high = type->number + (type->high - type->low);
    type->low = type->number;
    type->kind = MURPHI_RANGE;
    type->base = tree->integer;
    type->is_inferred = type->is_ordered = false;
    type->literals = 0;
}

// Numbers that name elements become these. The tree is the checker's to change.
static void make_elements(struct inference *in)
{
    for (size_t i = 0; i < in->literals.count; i++) {
        const struct literal *l = &in->literals.at[i];
        if (!l->type->is_inferred || !is_literal(l->expr)) // it may meet several
            continue;
        l->expr->value += l->type->low - l->type->number;
        l->expr->type = l->type->base;
    }
}

static bool is_made_of_elements(const struct murphi_type *type)
{
    if (murphi_is_simple(type))
        return type->kind == MURPHI_SCALARSET || type->kind == MURPHI_RING || (type->part_count && type->has_symmetry);
    bool result = (type->index && type->index->has_symmetry) || (type->element && type->element->has_symmetry);
    for (uint32_t i = 0; i < type->field_count; i++)
        result |= type->fields[i].type->has_symmetry;
    return result;
}

// A part may have been made after the whole.
static void find_symmetry(struct murphi_tree *tree)
{
    bool is_settled = false;
    for (size_t i = 0; i < tree->types.count; i++)
        if (tree->types.at[i]->kind != MURPHI_UNION)
            tree->types.at[i]->has_symmetry = false;
    while (!is_settled) {
        is_settled = true;
        for (size_t i = 0; i < tree->types.count; i++) {
            struct murphi_type *type = tree->types.at[i];
            bool found = is_made_of_elements(type);
            is_settled &= found == type->has_symmetry;
            type->has_symmetry = found;
        }
    }
}

static bool is_candidate(struct inference *in, const struct murphi_type *type)
{
    const struct group *group = group_of(in, type);
    return type->kind == MURPHI_RANGE && is_number(type) && group->has_binder && !group->is_refused &&
           murphi_size(type) <= MOST_ELEMENTS;
}

static void make_scalarsets(struct inference *in)
{
    struct murphi_tree *tree = in->tree;
    for (size_t i = 0; i < tree->types.count; i++) {
        if (!is_candidate(in, tree->types.at[i]))
            continue;
        struct murphi_type *leader = leader_of(in, tree->types.at[i]);
        const struct group *group = group_of(in, leader);
        make_scalarset(tree, leader, leader, group);
        for (size_t k = i; k < tree->types.count; k++)
            if (tree->types.at[k]->kind == MURPHI_RANGE && group_of(in, tree->types.at[k]) == group)
                make_scalarset(tree, tree->types.at[k], leader, group);
    }
    find_symmetry(tree);
}

// What the text shows to be an obstacle is a reason to leave the range as it is.
static void take_back(struct inference *in)
{
    struct murphi_tree *tree = in->tree;
    size_t kept = 0;
    for (size_t i = 0; i < tree->obstacles.count; i++) {
        struct murphi_obstacle obstacle = tree->obstacles.at[i];
        if (obstacle.type->is_inferred)
            refuse(in, obstacle.type, obstacle.span, obstacle.reason);
        else
            tree->obstacles.at[kept++] = obstacle;
    }
    tree->obstacles.count = kept;
    for (size_t i = 0; i < tree->types.count; i++)
        if (tree->types.at[i]->is_inferred && group_of(in, tree->types.at[i])->is_refused)
            make_range(tree, tree->types.at[i]);
    find_symmetry(tree);
}

// ---- What is told ---------------------------------------------------------------------------------------------------

static void tell_refused(struct inference *in)
{
    struct murphi_tree *tree = in->tree;
    for (size_t i = 0; i < tree->types.count; i++) {
        const struct murphi_type *type = tree->types.at[i];
        const struct group *group = group_of(in, type);
        if (type->kind != MURPHI_RANGE || !is_number(type) || murphi_size(type) < 2 || !group->is_refused ||
            !(group->has_binder || group->is_index) || leader_of(in, type) != type)
            continue;
        array_push(tree->arena.mem, &tree->refused, ((struct murphi_obstacle){type, group->span, group->reason}));
    }
}

void mu_infer_scalarsets(struct murphi_tree *tree)
{
    struct mem *mem = tree->arena.mem;
    struct inference in = {.tree = tree, .groups = mem_zalloc(mem, tree->types.count * sizeof *in.groups)};
    for (uint32_t i = 0; i < tree->types.count; i++)
        in.groups[i] = (struct group){.parent = i, .low = tree->types.at[i]->low};
    walk_tree(&in);
    settle_literals(&in);
    refuse_order(&in);
    make_scalarsets(&in);
    mu_find_obstacles(tree);
    take_back(&in);
    make_elements(&in);
    tell_refused(&in);
    array_free(mem, &in.literals);
    mem_free(mem, in.groups, tree->types.count * sizeof *in.groups);
}
