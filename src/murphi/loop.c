// What a loop does: walks through its statements, and through the functions that these call.
#include "murphi/symmetry_breaking.h"

#include <string.h>

enum { MOST_STEPS = 100000, DEEPEST_CALL = 20 };

// ---- Places ---------------------------------------------------------------------------------------------------------

// The parameter, or variable of a loop or quantifier, that an expression is, under its own name or that of an alias or
// a by-value parameter. NULL if it is none, or one of something inside of the loop, which comes behind it in the text
// or in what it calls.
static const struct murphi_decl *find_binder(const struct loop *loop, const struct murphi_expr *e,
                                             const struct frame *frame)
{
    while (e->op == MURPHI_NAME) {
        if (e->decl->kind == MURPHI_ALIAS) {
            e = e->decl->expr;
        } else if (frame && e->decl->kind == MURPHI_PARAM) {
            e = frame->call->args[e->decl->index];
            frame = frame->outer;
        } else {
            bool lasts = e->decl->kind == MURPHI_QUANTIFIED || e->decl->kind == MURPHI_PARAM;
            return lasts && !frame && e->decl->span.offset <= loop->variable->span.offset ? e->decl : NULL;
        }
    }
    return NULL;
}

struct place {
    const struct murphi_decl *root; // NULL for what is no variable, or one of a call, which is a new one each time
    uint64_t fields[USAGE_FIELDS];  // their offsets: a var parameter may be of another type that is made the same
    int field_count;
    int position, length;
    int index_count;
    const struct murphi_decl *other; // the last index that is not the loop variable, if the loop leaves it as it is
};

static struct place find_place(const struct loop *loop, const struct murphi_expr *e, const struct frame *frame)
{
    if (e->op == MURPHI_FIELD || e->op == MURPHI_INDEX) {
        struct place place = find_place(loop, e->args[0], frame);
        if (e->op == MURPHI_INDEX) {
            const struct murphi_decl *index = find_binder(loop, e->args[1], frame);
            if (index == loop->variable && place.position < 0)
                place.position = place.length;
            else
                place.other = index;
            place.index_count++;
        }
        if (e->op == MURPHI_FIELD && place.field_count < USAGE_FIELDS)
            place.fields[place.field_count++] = e->field->offset;
        place.length++;
        return place;
    }
    if (e->op != MURPHI_NAME)
        return (struct place){.position = -1};
    if (e->decl->kind == MURPHI_ALIAS)
        return find_place(loop, e->decl->expr, frame);
    if (frame && e->decl->kind == MURPHI_VAR_PARAM)
        return find_place(loop, frame->call->args[e->decl->index], frame->outer);
    bool lasts = e->decl->kind == MURPHI_VAR || (!frame && e->is_place);
    return (struct place){.root = lasts ? e->decl : NULL, .position = -1};
}

enum { UNSEEN = -2 }; // the position in a new usage

static struct usage *find_usage(struct loop *loop, const struct place *place)
{
    size_t bytes = (size_t)place->field_count * sizeof *place->fields;
    for (size_t i = 0; i < loop->usages.count; i++) {
        struct usage *usage = &loop->usages.at[i];
        if (usage->root == place->root && usage->field_count == place->field_count &&
            memcmp(usage->fields, place->fields, bytes) == 0)
            return usage;
    }
    struct usage fresh = {.root = place->root,
                          .field_count = place->field_count,
                          .position = UNSEEN,
                          .is_at_one = true,
                          .is_crossed = true,
                          .is_uniform = true};
    memcpy(fresh.fields, place->fields, bytes);
    array_push(loop->mem, &loop->usages, fresh);
    return &array_last(&loop->usages);
}

bool mu_usages_meet(const struct usage *a, const struct usage *b)
{
    int shorter = a->field_count < b->field_count ? a->field_count : b->field_count;
    bool by_iteration = a->is_at_one && b->is_at_one && a->position == b->position; // each has its own
    return a->root == b->root && !by_iteration &&
           memcmp(a->fields, b->fields, (size_t)shorter * sizeof *a->fields) == 0;
}

static void note(struct loop *loop, const struct murphi_expr *e, const struct frame *frame, enum effect effect,
                 int64_t constant)
{
    struct place place = find_place(loop, e, frame);
    if (!place.root)
        return;
    struct usage *usage = find_usage(loop, &place);
    if (usage->position == UNSEEN) {
        usage->position = place.position;
        usage->other = place.other;
        usage->effect = effect;
        usage->constant = constant;
    }
    usage->is_written |= effect != EFFECT_READ;
    usage->is_several |= place.length > place.field_count;
    usage->is_at_one &= place.position >= 0 && place.position == usage->position;
    // v[i][p] of one iteration is v[p][i] of another one only if i = p in both, so that they are the same iteration.
    usage->is_crossed &= place.position >= 0 && place.index_count == 2 && place.other && place.other == usage->other;
    usage->is_indexed = usage->is_at_one || usage->is_crossed;
    usage->is_uniform &= effect > EFFECT_WRITE && effect == usage->effect && constant == usage->constant;
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

static void walk_expr(struct loop *loop, const struct murphi_expr *e, const struct frame *frame);
static void walk_stmts(struct loop *loop, const struct murphi_stmt *first, const struct frame *frame);

// What must be known to find a place: indices are read.
static void walk_indices(struct loop *loop, const struct murphi_expr *e, const struct frame *frame)
{
    for (; e->op == MURPHI_FIELD || e->op == MURPHI_INDEX; e = e->args[0])
        if (e->op == MURPHI_INDEX)
            walk_expr(loop, e->args[1], frame);
    if (e->op == MURPHI_NAME && e->decl->kind == MURPHI_ALIAS)
        walk_indices(loop, e->decl->expr, frame);
    else if (e->op != MURPHI_NAME)
        walk_expr(loop, e, frame);
}

static bool is_running(const struct murphi_function *function, const struct frame *frame)
{
    for (; frame; frame = frame->outer)
        if (frame->call->decl->function == function)
            return true;
    return false;
}

static void walk_call(struct loop *loop, const struct murphi_expr *e, const struct frame *frame)
{
    const struct murphi_function *function = e->decl->function;
    const struct murphi_decl *param = function->params;
    struct frame inner = {e, frame, frame ? frame->depth + 1 : 1};
    for (uint32_t i = 0; i < e->count; i++, param = param->next) {
        if (param->kind == MURPHI_VAR_PARAM)
            walk_indices(loop, e->args[i], frame);
        else
            walk_expr(loop, e->args[i], frame);
    }
    if (inner.depth > DEEPEST_CALL || is_running(function, frame))
        loop->gave_up = true;
    else
        walk_stmts(loop, function->body, &inner);
}

static void walk_binder(struct loop *loop, const struct murphi_binder *binder, const struct frame *frame)
{
    if (binder->kind == MURPHI_OVER_RANGE) {
        walk_expr(loop, binder->from, frame);
        walk_expr(loop, binder->to, frame);
        if (binder->by)
            walk_expr(loop, binder->by, frame);
    } else if (binder->kind == MURPHI_OVER_MULTISET) {
        walk_expr(loop, binder->decl->expr, frame);
    } else if (binder->kind == MURPHI_BY_ALIAS) {
        walk_indices(loop, binder->decl->expr, frame);
    }
}

static void walk_expr(struct loop *loop, const struct murphi_expr *e, const struct frame *frame)
{
    if (++loop->steps > MOST_STEPS)
        loop->gave_up = true;
    if (loop->gave_up || e->is_constant)
        return;
    if (e->is_place) {
        note(loop, e, frame, EFFECT_READ, 0);
        walk_indices(loop, e, frame);
        return;
    }
    if (e->op == MURPHI_NAME && e->decl->kind == MURPHI_ALIAS)
        walk_expr(loop, e->decl->expr, frame);
    if (e->op == MURPHI_CALL) {
        walk_call(loop, e, frame);
        return;
    }
    for (const struct murphi_binder *binder = e->binders; binder; binder = binder->next)
        walk_binder(loop, binder, frame);
    for (uint32_t i = 0; i < e->count; i++)
        walk_expr(loop, e->args[i], frame);
}

// ---- Assignments ----------------------------------------------------------------------------------------------------

static bool same_place(const struct murphi_expr *a, const struct murphi_expr *b)
{
    if (a->op != b->op || a->count != b->count || a->symbol != b->symbol || a->decl != b->decl)
        return false;
    if (a->op != MURPHI_NAME && a->op != MURPHI_FIELD && a->op != MURPHI_INDEX)
        return a->is_constant && b->is_constant && a->value == b->value;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_place(a->args[i], b->args[i]))
            return false;
    return true;
}

// By its type, or by what it is made of: where it has a value.
static bool is_never_negative(const struct murphi_expr *e)
{
    uint32_t first = e->op == MURPHI_ITE ? 1 : 0;
    switch (e->op) {
    case MURPHI_COUNT:
        return true;
    case MURPHI_ADD:
    case MURPHI_MUL:
    case MURPHI_DIV:
    case MURPHI_ITE:
        while (first < e->count && is_never_negative(e->args[first]))
            first++;
        return first == e->count;
    case MURPHI_MOD:
        return is_never_negative(e->args[0]);
    case MURPHI_NAME:
    case MURPHI_FIELD:
    case MURPHI_INDEX:
    case MURPHI_CALL:
        if (!e->is_constant)
            return e->type->base->kind == MURPHI_INTEGER && e->type->low >= 0;
        return e->value >= 0;
    default:
        return e->is_constant && e->value >= 0;
    }
}

#define NO_OPERAND UINT32_MAX

// Of a sum, the operand that is the target itself, where nothing else is taken away from it, and nothing that may be
// negative is added: for steps in both directions may leave the range in one order and not in another.
static uint32_t increased_operand(const struct murphi_expr *target, const struct murphi_expr *e)
{
    uint32_t found = NO_OPERAND;
    for (uint32_t i = 0; i < e->count; i++) {
        if (found == NO_OPERAND && same_place(target, e->args[i]))
            found = i;
        else if (!is_never_negative(e->args[i]))
            return NO_OPERAND;
    }
    return found;
}

static enum effect effect_of_difference(const struct murphi_expr *e)
{
    for (uint32_t i = 1; i < e->count; i++)
        if (!is_never_negative(e->args[i]))
            return EFFECT_WRITE;
    return EFFECT_DECREASE;
}

// x := x op y; the effect of the whole, or EFFECT_WRITE if the order of such statements matters. *itself is the operand
// that is x, if there is one.
static enum effect effect_of(const struct murphi_expr *target, const struct murphi_expr *e, uint32_t *itself)
{
    *itself = NO_OPERAND;
    if (e->is_constant)
        return EFFECT_SET;
    if (e->op == MURPHI_ADD && (*itself = increased_operand(target, e)) != NO_OPERAND)
        return EFFECT_INCREASE;
    if (e->count < 2 || !same_place(target, e->args[0]))
        return EFFECT_WRITE;
    *itself = 0;
    switch (e->op) {
    case MURPHI_AND:
        return e->count == 2 ? EFFECT_AND : EFFECT_WRITE;
    case MURPHI_OR:
        return e->count == 2 ? EFFECT_OR : EFFECT_WRITE;
    case MURPHI_ADD: // of negative constants
        return e->count == 2 && e->args[1]->is_constant ? EFFECT_DECREASE : EFFECT_WRITE;
    case MURPHI_SUB:
        if (e->count == 2 && e->args[1]->is_constant)
            return e->args[1]->value >= 0 ? EFFECT_DECREASE : EFFECT_INCREASE;
        return effect_of_difference(e);
    default:
        return EFFECT_WRITE;
    }
}

// Of a condition, all but the comparison; of that, all but the target itself.
static void walk_condition(struct loop *loop, const struct murphi_expr *e, const struct frame *frame,
                           const struct extremum *x)
{
    if (e == x->comparison) {
        walk_indices(loop, x->target, frame);
        walk_expr(loop, x->value, frame);
    } else if (e->op == MURPHI_AND) {
        for (uint32_t i = 0; i < e->count; i++)
            walk_condition(loop, e->args[i], frame, x);
    } else {
        walk_expr(loop, e, frame);
    }
}

static void walk_extremum(struct loop *loop, const struct extremum *x, const struct frame *frame)
{
    walk_condition(loop, x->condition, frame, x);
    note(loop, x->target, frame, x->effect, 0);
}

static void walk_assign(struct loop *loop, const struct murphi_stmt *stmt, const struct frame *frame)
{
    uint32_t itself;
    struct extremum extremum;
    if (mu_find_extremum(stmt, &extremum)) {
        walk_extremum(loop, &extremum, frame);
        return;
    }
    enum effect effect = effect_of(stmt->target, stmt->expr, &itself);
    walk_indices(loop, stmt->target, frame);
    if (effect == EFFECT_WRITE)
        walk_expr(loop, stmt->expr, frame);
    for (uint32_t i = 0; i < stmt->expr->count && effect > EFFECT_SET; i++)
        if (i != itself)
            walk_expr(loop, stmt->expr->args[i], frame);
    note(loop, stmt->target, frame, effect, effect == EFFECT_SET ? stmt->expr->value : 0);
}

// ---- Other statements -----------------------------------------------------------------------------------------------

static void walk_return(struct loop *loop, const struct murphi_stmt *stmt, const struct frame *frame)
{
    const struct murphi_stmt *first = loop->first_return;
    if (stmt->expr)
        walk_expr(loop, stmt->expr, frame);
    if (frame)
        return;
    loop->first_return = first ? first : stmt;
    if (stmt->expr && (!stmt->expr->is_constant || (first && first->expr->value != stmt->expr->value)))
        loop->returns_differ = true;
}

static void walk_change(struct loop *loop, const struct murphi_expr *target, const struct frame *frame,
                        enum effect effect)
{
    walk_indices(loop, target, frame);
    note(loop, target, frame, effect, 0);
}

static void walk_inside(struct loop *loop, const struct murphi_stmt *stmt, const struct frame *frame)
{
    for (const struct murphi_binder *binder = stmt->binders; binder; binder = binder->next)
        walk_binder(loop, binder, frame);
    if (stmt->expr)
        walk_expr(loop, stmt->expr, frame);
    for (const struct murphi_clause *clause = stmt->clauses; clause; clause = clause->next) {
        struct extremum extremum;
        if (stmt->kind == MURPHI_IF && mu_find_extremum_in_clause(clause, &extremum)) {
            walk_extremum(loop, &extremum, frame);
            continue;
        }
        for (uint32_t i = 0; i < clause->count; i++)
            walk_expr(loop, clause->conditions[i], frame);
        walk_stmts(loop, clause->body, frame);
    }
    walk_stmts(loop, stmt->body, frame);
}

static void walk_stmt(struct loop *loop, const struct murphi_stmt *stmt, const struct frame *frame)
{
    switch (stmt->kind) {
    case MURPHI_ASSIGN:
        walk_assign(loop, stmt, frame);
        break;
    case MURPHI_CLEAR:
    case MURPHI_UNDEFINE:
        walk_change(loop, stmt->target, frame, EFFECT_WRITE);
        break;
    case MURPHI_RETURN:
        walk_return(loop, stmt, frame);
        break;
    case MURPHI_MULTISET_ADD:
    case MURPHI_MULTISET_REMOVE:
        walk_expr(loop, stmt->expr, frame);
        walk_change(loop, stmt->target, frame, stmt->kind == MURPHI_MULTISET_ADD ? EFFECT_ADD : EFFECT_WRITE);
        break;
    case MURPHI_MULTISET_REMOVE_IF:
        walk_inside(loop, stmt, frame);
        note(loop, stmt->binders->decl->expr, frame, EFFECT_WRITE, 0);
        break;
    case MURPHI_PUT: // what is printed is no part of the state
        break;
    default:
        walk_inside(loop, stmt, frame);
    }
}

static void walk_stmts(struct loop *loop, const struct murphi_stmt *first, const struct frame *frame)
{
    for (const struct murphi_stmt *stmt = first; stmt && !loop->gave_up; stmt = stmt->next) {
        if (++loop->steps > MOST_STEPS)
            loop->gave_up = true;
        walk_stmt(loop, stmt, frame);
    }
}

void mu_loop_walk(struct loop *loop, const struct murphi_stmt *body)
{
    walk_stmts(loop, body, NULL);
}

void mu_loop_close(struct loop *loop)
{
    array_free(loop->mem, &loop->usages);
}
