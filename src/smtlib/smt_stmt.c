// Statements. The *left* of a statement is the condition under which it was left by a return: what follows it happens
// only where it was not.
#include "smtlib/translate.h"

// ---- Assignments ----------------------------------------------------------------------------------------------------

struct smt_scalar smt_fitting(struct smt_translation *t, struct smt_scalar s, const struct murphi_type *from,
                              const struct murphi_type *to, struct span span)
{
    smt_term outside = smt_not(&t->terms, smt_within(t, s.value, from, to, span));
    smt_runtime_error(t, smt_and(&t->terms, s.defined, outside));
    s.value = smt_converted(t, s.value, from, to, span);
    return s;
}

// In CMurphi, `x := y` copies an undefined y.
static struct smt_scalar assigned(struct smt_translation *t, const struct murphi_expr *e)
{
    if (!e->is_place)
        return smt_scalar(t, e);
    struct smt_place from = smt_locate(t, e);
    struct smt_scalar s = smt_read(t, &from);
    if (t->proof->undefined_ids)
        return s;
    smt_runtime_error(t, smt_not(&t->terms, s.defined));
    s.defined = t->terms.yes;
    return s;
}

// The value comes first, then the place. An array or a record is copied from where it is, when both places are known.
static void assign(struct smt_translation *t, const struct murphi_stmt *stmt)
{
    if (!murphi_is_simple(stmt->target->type)) {
        struct smt_place from = smt_locate(t, stmt->expr), to = smt_locate(t, stmt->target);
        smt_copy(t, &to, &from, stmt->span);
        return;
    }
    struct smt_scalar s = assigned(t, stmt->expr);
    struct smt_place target = smt_locate(t, stmt->target);
    s = smt_fitting(t, s, stmt->expr->type, target.type, stmt->span);
    smt_write(t, &target, s);
}

// ---- Choices --------------------------------------------------------------------------------------------------------

struct choice {
    const struct murphi_stmt *stmt;
    struct smt_scalar chosen; // of a switch
};

static smt_term clause_condition(struct smt_translation *t, const struct choice *c, const struct murphi_clause *clause)
{
    smt_term result = t->terms.no;
    if (clause->count == 0)
        return t->terms.yes;
    if (c->stmt->kind == MURPHI_IF)
        return smt_value(t, clause->conditions[0]);
    for (uint32_t i = 0; i < clause->count; i++) {
        const struct murphi_expr *e = clause->conditions[i];
        struct smt_scalar s = smt_scalar(t, e);
        smt_term same = smt_equal_scalars(t, c->chosen, c->stmt->expr->type, s, e->type, e->span);
        result = smt_or(&t->terms, result, same);
    }
    return result;
}

// Each clause is in the other side of those before it.
static smt_term choose(struct smt_translation *t, const struct choice *c, const struct murphi_clause *clause)
{
    struct smt_branch branch;
    if (!clause)
        return t->terms.no;
    smt_term condition = clause_condition(t, c, clause);
    if (condition == t->terms.yes)
        return smt_execute(t, clause->body);
    if (condition == t->terms.no)
        return choose(t, c, clause->next);
    smt_branch_open(t, &branch, condition);
    smt_term then = smt_execute(t, clause->body);
    smt_branch_turn(t, &branch);
    smt_term otherwise = choose(t, c, clause->next);
    smt_branch_close(t, &branch);
    return smt_ite(&t->terms, condition, then, otherwise);
}

static smt_term execute_choice(struct smt_translation *t, const struct murphi_stmt *stmt)
{
    struct choice c = {.stmt = stmt};
    if (stmt->kind == MURPHI_SWITCH)
        c.chosen = smt_scalar(t, stmt->expr);
    return choose(t, &c, stmt->clauses);
}

// ---- Ends -----------------------------------------------------------------------------------------------------------

static smt_term execute_return(struct smt_translation *t, const struct murphi_stmt *stmt)
{
    if (!stmt->expr || !t->function)
        return t->terms.yes;
    const struct murphi_type *type = t->function->decl->type;
    struct smt_place result = smt_place_at(type, t->result);
    if (murphi_is_simple(type)) {
        struct smt_scalar s = smt_scalar(t, stmt->expr);
        smt_write(t, &result, smt_fitting(t, s, stmt->expr->type, type, stmt->span));
    } else {
        struct smt_place from = smt_locate(t, stmt->expr);
        smt_copy(t, &result, &from, stmt->span);
    }
    return t->terms.yes;
}

// ---- Any statement --------------------------------------------------------------------------------------------------

static smt_term execute_loop(struct smt_translation *t, const struct murphi_stmt *stmt)
{
    smt_term left = t->terms.no;
    smt_for(t, stmt, stmt->binders, &left);
    return left;
}

static void reset(struct smt_translation *t, const struct murphi_stmt *stmt)
{
    struct smt_place target = smt_locate(t, stmt->target);
    smt_reset(t, &target, stmt->kind == MURPHI_CLEAR, stmt->span);
}

static smt_term execute_kind(struct smt_translation *t, const struct murphi_stmt *stmt)
{
    switch (stmt->kind) {
    case MURPHI_ASSIGN:
        assign(t, stmt);
        break;
    case MURPHI_CLEAR:
    case MURPHI_UNDEFINE:
        reset(t, stmt);
        break;
    case MURPHI_IF:
    case MURPHI_SWITCH:
        return execute_choice(t, stmt);
    case MURPHI_FOR:
    case MURPHI_ALIAS_STMT:
        return execute_loop(t, stmt);
    case MURPHI_CALL_STMT:
        smt_call(t, stmt->expr);
        break;
    case MURPHI_RETURN:
        return execute_return(t, stmt);
    case MURPHI_ASSERT:
        smt_runtime_error(t, smt_not(&t->terms, smt_value(t, stmt->expr)));
        break;
    case MURPHI_ASSUME_STMT:
        smt_assume(t, smt_value(t, stmt->expr));
        break;
    case MURPHI_COVER_STMT: // it changes nothing, but its condition may have a run-time error
        smt_value(t, stmt->expr);
        break;
    case MURPHI_ERROR:
        smt_runtime_error(t, t->terms.yes);
        break;
    case MURPHI_PUT: // what is printed is no part of the state
        break;
    case MURPHI_WHILE:
        smt_refuse(t, stmt->span, "while is not covered");
        break;
    default:
        smt_refuse(t, stmt->span, "multisets are not covered");
    }
    return t->terms.no;
}

static smt_term execute_one(struct smt_translation *t, const struct murphi_stmt *stmt)
{
    uint32_t leaves = (uint32_t)t->leaves.count;
    if (!smt_goes_on(t, stmt->span))
        return t->terms.no;
    t->nesting++;
    smt_term left = execute_kind(t, stmt);
    t->nesting--;
    smt_leaves_drop(t, leaves);
    return left;
}

smt_term smt_execute(struct smt_translation *t, const struct murphi_stmt *first)
{
    smt_term left = t->terms.no;
    struct smt_branch branch;
    for (const struct murphi_stmt *stmt = first; stmt && left != t->terms.yes && !t->failed; stmt = stmt->next) {
        if (left == t->terms.no) {
            left = execute_one(t, stmt);
            continue;
        }
        smt_branch_open(t, &branch, smt_not(&t->terms, left));
        smt_term now = execute_one(t, stmt);
        smt_branch_turn(t, &branch);
        smt_branch_close(t, &branch);
        left = smt_or(&t->terms, left, now);
    }
    return left;
}
