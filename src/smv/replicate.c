// `forall i in {1, 2} : f` and `forany`: the formula once for each value, with the value in place of the name, as a
// conjunction or a disjunction.
//
// The tree is copied with the name replaced, so that a value may stand wherever the name could: as an operand, as an
// index, as a number of steps. Copies have the places of the originals, for messages.
#include <inttypes.h>

#include "smv/lower_formula.h"

#define MAX_COPIED 1000000 // nodes, for one property

struct replicator {
    struct smv_lowering *w;
    const struct symbol *symbol;
    const struct smv_expr *value; // what the name is replaced by
};

// ---- Copies ---------------------------------------------------------------------------------------------------------

static struct smv_expr *new_node(struct smv_lowering *w, const struct smv_expr *like, uint32_t count)
{
    struct smv_expr *e = arena_alloc(&w->l->tree->arena, sizeof *e + count * sizeof *e->args);
    *e = *like;
    e->count = count;
    w->copied++;
    return e;
}

static struct smv_expr *copy(struct replicator *r, const struct smv_expr *e);

// `name.x` is a path of its own, whatever the name stands for elsewhere; but an index in it is an expression.
static struct smv_expr *copy_path(struct replicator *r, const struct smv_expr *e)
{
    if (e->op != SMV_DOT)
        return e->op == SMV_NAME ? new_node(r->w, e, 0) : copy(r, e);
    struct smv_expr *made = new_node(r->w, e, e->count);
    made->args[0] = copy_path(r, e->args[0]);
    return made;
}

static struct smv_expr *copy_value(struct replicator *r, struct span span)
{
    const struct smv_expr *v = r->value;
    struct smv_expr *made = new_node(r->w, v, v->count);
    made->span = span;
    made->at = span.offset;
    for (uint32_t i = 0; i < v->count; i++)
        made->args[i] = v->args[i];
    return made;
}

static struct smv_expr *copy(struct replicator *r, const struct smv_expr *e)
{
    if (e->op == SMV_NAME && e->symbol == r->symbol)
        return copy_value(r, e->span);
    if (e->op == SMV_DOT)
        return copy_path(r, e);
    if ((e->op == SMV_PSL_FORALL || e->op == SMV_PSL_FORANY) && e->symbol == r->symbol)
        smv_error(r->w->l, e->span, "\"%s\" is the name of another replicator around this one", e->symbol->text);
    struct smv_expr *made = new_node(r->w, e, e->count);
    for (uint32_t i = 0; i < e->count; i++)
        made->args[i] = e->args[i] && r->w->copied <= MAX_COPIED ? copy(r, e->args[i]) : NULL;
    return made;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

typedef ARRAY(struct smv_expr *) value_list;

static struct smv_expr *integer(struct smv_lowering *w, const struct smv_expr *place, value number)
{
    struct smv_expr *e = new_node(w, place, 0), *sign;
    e->op = SMV_INTEGER;
    e->number = number < 0 ? -number : number;
    e->depth = 1;
    if (number >= 0)
        return e;
    sign = new_node(w, place, 1);
    sign->op = SMV_NEG;
    sign->args[0] = e;
    sign->depth = 2;
    return sign;
}

static bool add_range(struct smv_lowering *w, const struct smv_expr *e, value_list *values)
{
    value low, high;
    if (e->args[1]->op == SMV_PSL_INF) {
        smv_error(w->l, e->args[1]->span, "a replicator has an end");
        return false;
    }
    if (!smv_lower_integer(w->l, &w->frame, e->args[0], "the end of a range", &low) ||
        !smv_lower_integer(w->l, &w->frame, e->args[1], "the end of a range", &high))
        return false;
    if (low > high || high - low >= MAX_COPIED) {
        smv_error(w->l, e->span, "the range from %" PRId64 " to %" PRId64 " has %s", low, high,
                  low > high ? "no values" : "too many values");
        return false;
    }
    for (value v = low; v <= high; v++)
        array_push(w->l->mem, values, integer(w, e, v));
    return true;
}

static struct smv_expr *boolean(struct smv_lowering *w, const struct smv_expr *place, bool truth)
{
    struct smv_expr *e = new_node(w, place, 0);
    e->op = truth ? SMV_TRUE : SMV_FALSE;
    e->depth = 1;
    return e;
}

static bool add_value(struct smv_lowering *w, struct smv_expr *e, value_list *values)
{
    bool negative = e->op == SMV_NEG && e->args[0]->op == SMV_INTEGER;
    if (e->op == SMV_PSL_RANGE)
        return add_range(w, e, values);
    if (e->op != SMV_INTEGER && e->op != SMV_NAME && e->op != SMV_TRUE && e->op != SMV_FALSE && !negative) {
        smv_error(w->l, e->span, "a replicator takes integers, names, TRUE and FALSE");
        return false;
    }
    array_push(w->l->mem, values, e);
    return true;
}

static bool list_values(struct smv_lowering *w, const struct smv_expr *e, value_list *values)
{
    const struct smv_expr *set = e->args[1];
    if (e->args[2]) {
        smv_error(w->l, e->args[2]->span, "a replicator over vectors of values is not supported");
        return false;
    }
    if (!set) {
        array_push(w->l->mem, values, boolean(w, e, false));
        array_push(w->l->mem, values, boolean(w, e, true));
        return true;
    }
    bool good = true;
    for (uint32_t i = 0; i < set->count; i++)
        good &= add_value(w, set->args[i], values);
    return good;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

// One connective over all copies, which is lowered as if it had been written so.
static const struct smv_expr *expand(struct smv_lowering *w, const struct smv_expr *e, const value_list *values)
{
    struct smv_expr *joined = new_node(w, e, (uint32_t)values->count);
    joined->op = e->op == SMV_PSL_FORALL ? SMV_AND : SMV_OR;
    for (size_t i = 0; i < values->count && w->copied <= MAX_COPIED; i++) {
        struct replicator r = {w, e->symbol, values->at[i]};
        joined->args[i] = copy(&r, e->args[0]);
    }
    return values->count == 1 ? joined->args[0] : joined;
}

struct smv_piece smv_replicate(struct smv_lowering *w, const struct smv_expr *e)
{
    value_list values = {0};
    struct smv_piece result = smv_bad_piece();
    size_t errors = w->l->diag->errors;
    bool was_too_large = w->copied > MAX_COPIED; // which was told where it happened
    if (!was_too_large && list_values(w, e, &values)) {
        const struct smv_expr *expanded = expand(w, e, &values);
        if (w->copied > MAX_COPIED)
            smv_error(w->l, e->span, "this replicator makes a formula that is too large");
        else if (w->l->diag->errors == errors)
            result = smv_lower_piece(w, expanded);
    }
    array_free(w->l->mem, &values);
    return result;
}
