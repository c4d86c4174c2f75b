// The sequences of PSL as regular expressions.
#include <inttypes.h>

#include "model/regular.h"
#include "smv/lower_formula.h"

// ---- Counts ---------------------------------------------------------------------------------------------------------

static bool lower_number(struct smv_lowering *w, const struct smv_expr *e, value least, value *number)
{
    if (!smv_lower_integer(w->l, &w->frame, e, "a number of times", number))
        return false;
    if (*number < least)
        smv_error(w->l, e->span, "this is %" PRId64 ", and must be at least %" PRId64, *number, least);
    else if (*number > SMV_MAX_COUNT)
        smv_error(w->l, e->span, "this is %" PRId64 ", and more than %d is not supported", *number, SMV_MAX_COUNT);
    else
        return true;
    return false;
}

bool smv_lower_count(struct smv_lowering *w, const struct smv_expr *e, value least, value *low, value *high)
{
    if (e->op != SMV_PSL_RANGE) {
        bool good = lower_number(w, e, least, low);
        *high = *low;
        return good;
    }
    bool open = e->args[1]->op == SMV_PSL_INF;
    bool first = lower_number(w, e->args[0], least, low), last = open || lower_number(w, e->args[1], least, high);
    if (open)
        *high = -1;
    if (!first || !last)
        return false;
    if (!open && *low > *high) {
        smv_error(w->l, e->span, "the bounds %" PRId64 " and %" PRId64 " leave nothing between them", *low, *high);
        return false;
    }
    return true;
}

// ---- Repetition -----------------------------------------------------------------------------------------------------

static regular concat(struct smv_lowering *w, regular a, regular b)
{
    return model_regular_make(w->l->model, REGULAR_CONCAT, a, b);
}

static regular star(struct smv_lowering *w, regular r)
{
    return model_regular_make(w->l->model, REGULAR_STAR, r, REGULAR_NONE);
}

static regular empty(struct smv_lowering *w)
{
    return model_regular_make(w->l->model, REGULAR_EMPTY, REGULAR_NONE, REGULAR_NONE);
}

static regular anything(struct smv_lowering *w)
{
    return star(w, model_letter(w->l->model, w->l->yes));
}

// From `low` to `high` times, and then something else. The last come first, so that what may be left out is nested:
// (r (r (...)?)?)?
static regular repeat(struct smv_lowering *w, regular r, value low, value high, regular then)
{
    regular result = high < 0 ? concat(w, star(w, r), then) : then;
    for (value i = low; i < high; i++)
        result = model_regular_make(w->l->model, REGULAR_OR, then, concat(w, r, result));
    for (value i = 0; i < low; i++)
        result = concat(w, r, result);
    return result;
}

static regular lower_star(struct smv_lowering *w, const struct smv_expr *e)
{
    bool plus = e->op == SMV_SERE_PLUS;
    value low = plus, high = -1;
    regular r = e->args[0] ? smv_lower_sere(w, e->args[0]) : model_letter(w->l->model, w->l->yes);
    if (!plus && e->args[1] && !smv_lower_count(w, e->args[1], 0, &low, &high))
        return REGULAR_NONE;
    return r == REGULAR_NONE ? r : repeat(w, r, low, high, empty(w));
}

// `b[->n]` ends where b holds for the n-th time, `b[=n]` anywhere before it does once more.
static regular lower_goto(struct smv_lowering *w, const struct smv_expr *e)
{
    struct model *m = w->l->model;
    bool may_go_on = e->op == SMV_SERE_EQUAL;
    value low = 1, high = 1;
    expr b;
    if (e->args[0]->op != SMV_SERE) {
        smv_error(w->l, e->args[0]->span, "\"%s\" counts where a condition holds, and this is a sequence",
                  may_go_on ? "[=" : "[->");
        return REGULAR_NONE;
    }
    bool good = smv_lower_letter(w, e->args[0]->args[0], &b);
    if (e->args[1])
        good &= smv_lower_count(w, e->args[1], may_go_on ? 0 : 1, &low, &high);
    if (!good)
        return REGULAR_NONE;
    regular others = star(w, model_letter(m, model_not(m, b)));
    return repeat(w, concat(w, others, model_letter(m, b)), low, high, may_go_on ? others : empty(w));
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static regular lower_concat(struct smv_lowering *w, const struct smv_expr *e)
{
    bool good = true;
    regular result = empty(w);
    for (uint32_t i = e->count; i-- > 0;) {
        regular r = smv_lower_sere(w, e->args[i]);
        good &= r != REGULAR_NONE;
        result = good ? concat(w, r, result) : REGULAR_NONE;
    }
    return result;
}

// Both begin together, and the shorter one may end earlier.
static regular overlay(struct smv_lowering *w, regular a, regular b)
{
    struct model *m = w->l->model;
    regular first = model_regular_make(m, REGULAR_AND, a, concat(w, b, anything(w)));
    regular second = model_regular_make(m, REGULAR_AND, concat(w, a, anything(w)), b);
    return model_regular_make(m, REGULAR_OR, first, second);
}

static regular lower_two(struct smv_lowering *w, const struct smv_expr *e)
{
    struct model *m = w->l->model;
    regular a = smv_lower_sere(w, e->args[0]), b = smv_lower_sere(w, e->args[1]);
    if (a == REGULAR_NONE || b == REGULAR_NONE)
        return REGULAR_NONE;
    switch (e->op) {
    case SMV_SERE_FUSION:
        return model_regular_make(m, REGULAR_FUSION, a, b);
    case SMV_SERE_AND:
        return overlay(w, a, b);
    case SMV_SERE_MATCH_AND:
        return model_regular_make(m, REGULAR_AND, a, b);
    default:
        return model_regular_make(m, REGULAR_OR, a, b);
    }
}

regular smv_lower_sere(struct smv_lowering *w, const struct smv_expr *e)
{
    expr condition;
    switch (e->op) {
    case SMV_SERE_CONCAT:
        return lower_concat(w, e);
    case SMV_SERE_FUSION:
    case SMV_SERE_AND:
    case SMV_SERE_MATCH_AND:
    case SMV_SERE_OR:
        return lower_two(w, e);
    case SMV_SERE_STAR:
    case SMV_SERE_PLUS:
        return lower_star(w, e);
    case SMV_SERE_EQUAL:
    case SMV_SERE_GOTO:
        return lower_goto(w, e);
    case SMV_SERE:
        if (smv_is_sere(e->args[0]->op)) // in parentheses
            return smv_lower_sere(w, e->args[0]);
        e = e->args[0];
        break;
    default:
        break;
    }
    return smv_lower_letter(w, e, &condition) ? model_letter(w->l->model, condition) : REGULAR_NONE;
}
