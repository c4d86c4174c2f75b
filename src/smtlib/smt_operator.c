// Operators on numbers. Integers of SMT-LIB have no bounds, numbers of a model have: what gets beyond is a run-time
// error. What is done bit by bit is not covered.
#include "smtlib/translate.h"

static smt_term within_limits(struct smt_translation *t, smt_term result)
{
    struct smt_terms *terms = &t->terms;
    if (result->low > MURPHI_MIN_INTEGER && result->high < MURPHI_MAX_INTEGER)
        return result;
    smt_term low = smt_number(terms, MURPHI_MIN_INTEGER), high = smt_number(terms, MURPHI_MAX_INTEGER);
    // The bounds of the term know nothing beyond 64 bits, so that comparisons with them must not be simplified.
    smt_term zero = smt_number(terms, 0);
    smt_term above = smt_less(terms, SMT_LT, zero, smt_arithmetic(terms, SMT_SUB, result, high));
    smt_term below = smt_less(terms, SMT_LT, smt_arithmetic(terms, SMT_SUB, result, low), zero);
    smt_runtime_error(t, smt_or(terms, above, below));
    return result;
}

// Division rounds towards zero, and the rest has the sign of the left side; in SMT-LIB the rest is not negative. So
// both are the same where the left side is not.
static smt_term divided(struct smt_translation *t, enum smt_op op, smt_term a, smt_term b)
{
    struct smt_terms *terms = &t->terms;
    smt_term zero = smt_number(terms, 0);
    smt_runtime_error(t, smt_equal(terms, b, zero));
    smt_term is_negative = smt_less(terms, SMT_LT, a, zero);
    smt_term mirrored = smt_arithmetic(terms, op, smt_arithmetic(terms, SMT_SUB, zero, a), b);
    return smt_ite(terms, is_negative, smt_arithmetic(terms, SMT_SUB, zero, mirrored), smt_arithmetic(terms, op, a, b));
}

static smt_term combined(struct smt_translation *t, const struct murphi_expr *e, smt_term a, smt_term b)
{
    switch (e->op) {
    case MURPHI_ADD:
        return within_limits(t, smt_arithmetic(&t->terms, SMT_ADD, a, b));
    case MURPHI_SUB:
        return within_limits(t, smt_arithmetic(&t->terms, SMT_SUB, a, b));
    case MURPHI_MUL:
        return within_limits(t, smt_arithmetic(&t->terms, SMT_MUL, a, b));
    case MURPHI_DIV:
        return divided(t, SMT_DIV, a, b);
    case MURPHI_MOD:
        return divided(t, SMT_MOD, a, b);
    default:
        smt_refuse(t, e->span, "operators on the bits of numbers are not covered");
        return a;
    }
}

static smt_term operand(struct smt_translation *t, const struct murphi_expr *e)
{
    smt_term value = smt_value(t, e);
    if (value->sort->kind == SMT_INT)
        return value;
    smt_refuse(t, e->span, "an element of class %s, which has any size, is used as a number here", value->sort->name);
    return smt_number(&t->terms, 0);
}

// The elements of a range that is a class have an order, of which nothing else is known.
static smt_term ordered_elements(struct smt_translation *t, const struct murphi_expr *e, smt_term a, smt_term b)
{
    ((struct smt_sort *)a->sort)->is_ordered = true;
    switch (e->op) {
    case MURPHI_LT:
        return smt_not(&t->terms, smt_up_to(&t->terms, b, a));
    case MURPHI_LE:
        return smt_up_to(&t->terms, a, b);
    case MURPHI_GT:
        return smt_not(&t->terms, smt_up_to(&t->terms, a, b));
    default:
        return smt_up_to(&t->terms, b, a);
    }
}

static smt_term ordered(struct smt_translation *t, const struct murphi_expr *e)
{
    const struct murphi_type *left = e->args[0]->type, *right = e->args[1]->type;
    if (smt_is_class(t, left) && smt_sort_of(t, left, e->span) == smt_sort_of(t, right, e->span)) {
        smt_term x = smt_value(t, e->args[0]), y = smt_value(t, e->args[1]);
        return ordered_elements(t, e, x, y);
    }
    smt_term a = operand(t, e->args[0]), b = operand(t, e->args[1]);
    switch (e->op) {
    case MURPHI_LT:
        return smt_less(&t->terms, SMT_LT, a, b);
    case MURPHI_LE:
        return smt_less(&t->terms, SMT_LE, a, b);
    case MURPHI_GT:
        return smt_less(&t->terms, SMT_LT, b, a);
    default:
        return smt_less(&t->terms, SMT_LE, b, a);
    }
}

smt_term smt_operator(struct smt_translation *t, const struct murphi_expr *e)
{
    if (e->op == MURPHI_LT || e->op == MURPHI_LE || e->op == MURPHI_GT || e->op == MURPHI_GE)
        return ordered(t, e);
    if (e->op < MURPHI_NEG || e->op >= MURPHI_AG || e->op == MURPHI_BIT_NOT) {
        smt_refuse(t, e->span, "this operator is not covered");
        return e->type->base->kind == MURPHI_BOOLEAN ? t->terms.no : smt_number(&t->terms, 0);
    }
    smt_term result = operand(t, e->args[0]);
    if (e->op == MURPHI_NEG)
        return within_limits(t, smt_arithmetic(&t->terms, SMT_SUB, smt_number(&t->terms, 0), result));
    for (uint32_t i = 1; i < e->count; i++)
        result = combined(t, e, result, operand(t, e->args[i]));
    return result;
}
