// PSL as formulas of linear time, on infinite paths: there, the weak and the strong form of `next` are the same.
//
// A sequence as a formula is weak, unless a `!` stands behind it: it is enough that nothing seen so far excludes it.
#include "model/regular.h"
#include "smv/lower_formula.h"
#include "smv/print.h"

// ---- What is in a formula -------------------------------------------------------------------------------------------

struct contents {
    bool branching, linear;
};

static void look_into(const struct smv_expr *e, struct contents *c)
{
    enum smv_op op = e->op;
    bool joins = op == SMV_PSL_FORALL || op == SMV_PSL_FORANY || op == SMV_PSL_RANGE || op == SMV_PSL_INF;
    c->branching |= (op >= SMV_EX && op <= SMV_ABU) || op == SMV_E || op == SMV_A;
    c->linear |= (op >= SMV_X && op <= SMV_T) || (smv_is_psl(op) && !joins);
    for (uint32_t i = 0; i < e->count; i++)
        if (e->args[i])
            look_into(e->args[i], c);
}

bool smv_has_time(const struct smv_expr *e)
{
    struct contents c = {0};
    look_into(e, &c);
    return c.branching || c.linear;
}

enum smv_logic smv_psl_logic(const struct smv_expr *e)
{
    struct contents c = {0};
    look_into(e, &c);
    return !c.branching ? SMV_PSL : c.linear ? SMV_UNIVERSAL : SMV_CTL;
}

static const char *text_of(const struct smv_expr *e)
{
    return e->op == SMV_PSL_WEAK_UNTIL ? "[... W ...]" : smv_psl_word(e->op);
}

// ---- Helpers --------------------------------------------------------------------------------------------------------

static formula make1(struct smv_lowering *w, enum formula_op op, formula f)
{
    return model_formula_make(w->l->model, op, f, FORMULA_NONE);
}

static formula make2(struct smv_lowering *w, enum formula_op op, formula f, formula g)
{
    return model_formula_make(w->l->model, op, f, g);
}

static formula never(struct smv_lowering *w)
{
    return model_atom(w->l->model, w->l->no);
}

static struct smv_piece of_path(formula f)
{
    return smv_formula_piece(f, true);
}

static bool is_atom(struct smv_lowering *w, formula f)
{
    return model_formula(w->l->model, f)->op == FORMULA_ATOM;
}

// One of the two is there twice. It should not be a large one, or formulas that are nested deeply would be large beyond
// measure for those who walk them as trees.
static formula weak_until(struct smv_lowering *w, formula f, formula g)
{
    if (is_atom(w, f) && !is_atom(w, g))
        return make2(w, FORMULA_OR, make2(w, FORMULA_U, f, g), make1(w, FORMULA_G, f));
    return make2(w, FORMULA_V, g, make2(w, FORMULA_OR, f, g));
}

static formula until(struct smv_lowering *w, formula f, formula g, bool strong)
{
    return strong ? make2(w, FORMULA_U, f, g) : weak_until(w, f, g);
}

static formula steps_later(struct smv_lowering *w, formula f, value steps)
{
    if (steps == 0)
        return f;
    return steps == 1 ? make1(w, FORMULA_X, f)
                      : model_formula_bounded(w->l->model, FORMULA_F, steps, steps, f, FORMULA_NONE);
}

// ---- Operators ------------------------------------------------------------------------------------------------------

// always, never, eventually!: about sequences, the last two are about those that do come to their end.
static struct smv_piece lower_unary(struct smv_lowering *w, const struct smv_expr *e)
{
    formula f;
    if (e->op != SMV_PSL_ALWAYS && smv_is_sere(e->args[0]->op)) {
        regular r = smv_lower_sere(w, e->args[0]);
        if (r == REGULAR_NONE)
            return smv_bad_piece();
        f = model_formula_regular(w->l->model, FORMULA_MATCHES, r, FORMULA_NONE);
    } else if (!smv_lower_operand(w, e->args[0], &f)) {
        return smv_bad_piece();
    }
    if (e->op == SMV_PSL_NEVER)
        return of_path(make1(w, FORMULA_G, make1(w, FORMULA_NOT, f)));
    return of_path(make1(w, e->op == SMV_PSL_ALWAYS ? FORMULA_G : FORMULA_F, f));
}

static struct smv_piece lower_next(struct smv_lowering *w, const struct smv_expr *e)
{
    value low = 1, high = 1;
    formula f;
    bool good = smv_lower_operand(w, e->args[0], &f);
    if (e->args[1])
        good &= smv_lower_count(w, e->args[1], 0, &low, &high);
    if (!good)
        return smv_bad_piece();
    if (e->op == SMV_PSL_X || e->op == SMV_PSL_NEXT || low == high)
        return of_path(steps_later(w, f, low));
    enum formula_op op = e->op == SMV_PSL_NEXT_A ? FORMULA_G : FORMULA_F;
    if (high < 0)
        return of_path(steps_later(w, make1(w, op, f), low));
    return of_path(model_formula_bounded(w->l->model, op, low, high, f, FORMULA_NONE));
}

// The next state in which `event` holds, this one included, has f.
static formula at_event(struct smv_lowering *w, formula event, formula f, bool strong)
{
    return until(w, make1(w, FORMULA_NOT, event), make2(w, FORMULA_AND, event, f), strong);
}

static struct smv_piece lower_next_event(struct smv_lowering *w, const struct smv_expr *e)
{
    value low = 1, high = 1;
    formula f;
    expr condition;
    bool good = smv_lower_operand(w, e->args[0], &f);
    good &= smv_lower_letter(w, e->args[2], &condition);
    if (e->args[1])
        good &= smv_lower_count(w, e->args[1], 1, &low, &high);
    if (!good)
        return smv_bad_piece();
    if (high < 0) {
        smv_error(w->l, e->args[1]->span, "\"%s\" needs a range with an end", text_of(e));
        return smv_bad_piece();
    }
    formula event = model_atom(w->l->model, condition);
    formula each = at_event(w, event, f, e->strong), result = FORMULA_NONE;
    for (value i = 1; i <= high; i++) {
        if (i > 1)
            each = at_event(w, event, make1(w, FORMULA_X, each), e->strong);
        if (i == low)
            result = each;
        else if (i > low)
            result = make2(w, e->op == SMV_PSL_NEXT_EVENT_E ? FORMULA_OR : FORMULA_AND, result, each);
    }
    return of_path(result);
}

static struct smv_piece lower_until(struct smv_lowering *w, const struct smv_expr *e)
{
    formula f, g;
    bool left = smv_lower_operand(w, e->args[0], &f), right = smv_lower_operand(w, e->args[1], &g);
    if (!left || !right)
        return smv_bad_piece();
    if (e->op == SMV_PSL_BEFORE) {
        formula not_g = make1(w, FORMULA_NOT, g);
        return of_path(until(w, not_g, e->inclusive ? f : make2(w, FORMULA_AND, f, not_g), e->strong));
    }
    return of_path(until(w, f, e->inclusive ? make2(w, FORMULA_AND, f, g) : g, e->strong));
}

static struct smv_piece lower_abort(struct smv_lowering *w, const struct smv_expr *e)
{
    formula f;
    expr condition;
    bool left = smv_lower_operand(w, e->args[0], &f), right = smv_lower_letter(w, e->args[1], &condition);
    if (!left || !right)
        return smv_bad_piece();
    formula result = smv_abort(w->l, f, condition);
    if (result != FORMULA_NONE)
        return of_path(result);
    smv_error(w->l, e->args[0]->span,
              "\"abort\" is not supported around sequences, but on the left of \"|->\" and "
              "\"|=>\"");
    return smv_bad_piece();
}

// ---- Sequences ------------------------------------------------------------------------------------------------------

static formula of_sequence(struct smv_lowering *w, regular r, bool strong)
{
    return model_formula_regular(w->l->model, strong ? FORMULA_MATCHES : FORMULA_MAY_MATCH, r, FORMULA_NONE);
}

static struct smv_piece lower_sequence(struct smv_lowering *w, const struct smv_expr *e)
{
    regular r = smv_lower_sere(w, e);
    return r == REGULAR_NONE ? smv_bad_piece() : of_path(of_sequence(w, r, e->strong));
}

// `s |=> f` is `{s; TRUE} |-> f`, also where s is empty.
static struct smv_piece lower_suffix(struct smv_lowering *w, const struct smv_expr *e)
{
    struct model *m = w->l->model;
    const struct smv_expr *right = e->args[1];
    formula f = never(w);
    regular r = smv_lower_sere(w, e->args[0]);
    bool good = r != REGULAR_NONE;
    if (!smv_is_cut(w, e) && smv_is_sere(right->op)) {
        regular then = smv_lower_sere(w, right);
        good &= then != REGULAR_NONE;
        if (good)
            f = of_sequence(w, then, e->strong || right->strong);
    } else if (!smv_is_cut(w, e)) {
        good &= smv_lower_operand(w, right, &f);
    }
    if (!good)
        return smv_bad_piece();
    if (e->op == SMV_PSL_SUFFIX_NEXT)
        r = model_regular_make(m, REGULAR_CONCAT, r, model_letter(m, w->l->yes));
    return of_path(model_formula_regular(m, FORMULA_TRIGGERS, r, f));
}

// `within (r, b) s` is `{r} |-> {s && {b[=0]} ; b}`, and with `_`, `{r} |-> {s && {b[=0] ; b}}`. `whilenot (b)` is
// within (TRUE, b).
static struct smv_piece lower_within(struct smv_lowering *w, const struct smv_expr *e)
{
    struct model *m = w->l->model;
    bool has_start = e->op == SMV_PSL_WITHIN;
    expr end;
    regular start = has_start ? smv_lower_sere(w, e->args[0]) : model_letter(m, w->l->yes);
    bool good = smv_lower_letter(w, e->args[has_start], &end);
    regular s = smv_lower_sere(w, e->args[1 + has_start]);
    if (!good || start == REGULAR_NONE || s == REGULAR_NONE)
        return smv_bad_piece();
    regular last = model_letter(m, end);
    regular before = model_regular_make(m, REGULAR_STAR, model_letter(m, model_not(m, end)), REGULAR_NONE);
    if (e->inclusive)
        s = model_regular_make(m, REGULAR_AND, s, model_regular_make(m, REGULAR_CONCAT, before, last));
    else
        s = model_regular_make(m, REGULAR_CONCAT, model_regular_make(m, REGULAR_AND, s, before), last);
    return of_path(model_formula_regular(m, FORMULA_TRIGGERS, start, of_sequence(w, s, e->strong)));
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static struct smv_piece lower_linear(struct smv_lowering *w, const struct smv_expr *e)
{
    switch (e->op) {
    case SMV_PSL_ALWAYS:
    case SMV_PSL_NEVER:
    case SMV_PSL_EVENTUALLY:
        return lower_unary(w, e);
    case SMV_PSL_X:
    case SMV_PSL_NEXT:
    case SMV_PSL_NEXT_A:
    case SMV_PSL_NEXT_E:
        return lower_next(w, e);
    case SMV_PSL_NEXT_EVENT:
    case SMV_PSL_NEXT_EVENT_A:
    case SMV_PSL_NEXT_EVENT_E:
        return lower_next_event(w, e);
    case SMV_PSL_WEAK_UNTIL:
    case SMV_PSL_UNTIL:
    case SMV_PSL_BEFORE:
        return lower_until(w, e);
    case SMV_PSL_ABORT:
        return lower_abort(w, e);
    default:
        return lower_within(w, e);
    }
}

struct smv_piece smv_lower_psl(struct smv_lowering *w, const struct smv_expr *e)
{
    if (e->op == SMV_PSL_FORALL || e->op == SMV_PSL_FORANY)
        return smv_replicate(w, e);
    if (smv_is_sere(e->op))
        return lower_sequence(w, e);
    if (e->op == SMV_PSL_SUFFIX || e->op == SMV_PSL_SUFFIX_NEXT)
        return lower_suffix(w, e);
    if (w->logic == SMV_PSL && e->op != SMV_PSL_RANGE && e->op != SMV_PSL_INF)
        return lower_linear(w, e);
    smv_error(w->l, e->span, "\"%s\" is an operator of linear time, which is not allowed in %s", text_of(e),
              w->frame.use->where);
    return smv_bad_piece();
}
