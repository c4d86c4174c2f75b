// Why a condition is true or false in a state: down its boolean structure to comparisons, and the values of variables
// in these.
#include "trace/reasoning.h"

#include <string.h>

#define MOST_PARTS 8  // operands that are shown, of one operation
#define MOST_VALUES 8 // variables
#define DEEPEST 40

struct state_view {
    struct reasoning *reasoning;
    size_t position;
    const value *now, *next; // next: NULL where the trace ends
};

static bool is_boolean_structure(const struct model *m, expr e)
{
    const struct expr_node *n = model_expr(m, e);
    bool is_truth = model_type(m, n->type)->kind == TYPE_BOOLEAN;
    switch (n->op) {
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return true;
    case OP_ITE:
        return is_truth;
    case OP_NOT:
        return is_boolean_structure(m, n->args[0]);
    default:
        return false;
    }
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static void add_value(struct state_view *v, expr e)
{
    struct reasoning *r = v->reasoning;
    value result;
    if (!v->next && model_expr(r->model, e)->has_next)
        str_add(r->mem, &r->text, "unknown: the trace ends here");
    else if (eval_value(r->eval.ev, e, v->now, v->next, &result) != EVAL_OK)
        str_add(r->mem, &r->text, "undefined");
    else
        model_add_value(r->model, model_expr(r->model, e)->type, result, &r->text);
}

typedef ARRAY(expr) expr_list;

// The variables below an expression, each once, in the order in which they are met. What is shared is visited as often
// as it occurs, so large expressions are given up early.
static void find_variables(struct state_view *v, expr e, unsigned depth, size_t *work, expr_list *out)
{
    const struct expr_node *n = model_expr(v->reasoning->model, e);
    if (depth == 0 || *work == 0 || out->count > MOST_VALUES)
        return;
    --*work;
    if (n->op == OP_CELL || n->op == OP_NEXT) {
        for (size_t i = 0; i < out->count; i++)
            if (out->at[i] == e)
                return;
        array_push(v->reasoning->mem, out, e);
        return;
    }
    for (size_t i = 0; i < n->count; i++)
        find_variables(v, n->args[i], depth - 1, work, out);
}

static void add_fact(struct state_view *v, expr e)
{
    struct reasoning *r = v->reasoning;
    if (r->text.count > 0)
        str_add(r->mem, &r->text, ", ");
    explain_expr(r->model, e, r->mem, &r->text);
    str_add(r->mem, &r->text, " = ");
    add_value(v, e);
}

// Operands of a comparison that are neither variables nor constants.
static void add_operands(struct state_view *v, const struct expr_node *n)
{
    for (size_t i = 0; (n->op == OP_EQ || n->op == OP_LT) && i < n->count; i++) {
        enum op op = model_expr(v->reasoning->model, n->args[i])->op;
        if (op != OP_CONST && op != OP_CELL && op != OP_NEXT)
            add_fact(v, n->args[i]);
    }
}

static void explain_values(struct state_view *v, struct reason *reason, expr e)
{
    struct reasoning *r = v->reasoning;
    const struct expr_node *n = model_expr(r->model, e);
    expr_list variables = {0};
    size_t work = 2000;
    value ignored;
    if (n->op == OP_CELL || n->op == OP_NEXT || n->op == OP_CONST)
        return; // it is itself what it is
    if (n->op == OP_NOT)
        n = model_expr(r->model, n->args[0]);
    str_clear(&r->text);
    add_operands(v, n);
    find_variables(v, e, DEEPEST, &work, &variables);
    for (size_t i = 0; i < variables.count && i < MOST_VALUES; i++)
        add_fact(v, variables.at[i]);
    if (variables.count > MOST_VALUES || work == 0)
        str_add(r->mem, &r->text, ", and more");
    if ((v->next || !n->has_next) && eval_value(r->eval.ev, e, v->now, v->next, &ignored) == EVAL_UNDEFINED)
        str_add(r->mem, &r->text, "; it is undefined there, which counts as false");
    array_free(r->mem, &variables);
    if (strcmp(str_text(&r->text), reason->text) == 0) // "x = 1 is true: x = 1" says nothing more
        str_clear(&r->text);
    reasoning_set_because(r, reason);
}

// ---- Structure ------------------------------------------------------------------------------------------------------

static void explain(struct state_view *v, struct reason *reason, expr e, unsigned depth);

static enum truth truth_of(struct state_view *v, expr e)
{
    return path_eval_condition_at(&v->reasoning->eval, e, reasoning_state(v->reasoning, v->position));
}

static void add_part(struct state_view *v, struct parts_end *end, expr e, unsigned depth)
{
    struct reasoning *r = v->reasoning;
    str_clear(&r->text);
    explain_expr(r->model, e, r->mem, &r->text);
    struct reason *part = reasoning_add(r, end, v->position, truth_of(v, e), str_text(&r->text));
    if (part)
        explain(v, part, e, depth - 1);
}

// Of an `and` that is false (an `or` that is true), one operand is enough; else all count.
static void explain_junction(struct state_view *v, struct reason *reason, const struct expr_node *n, unsigned depth)
{
    struct reasoning *r = v->reasoning;
    struct parts_end end = {&reason->parts};
    enum truth decisive = n->op == OP_AND ? TRUTH_FALSE : TRUTH_TRUE;
    size_t shown = 0;
    for (size_t i = 0; i < n->count; i++) {
        enum truth truth = truth_of(v, n->args[i]);
        if (truth != reason->truth)
            continue;
        if (shown++ < MOST_PARTS)
            add_part(v, &end, n->args[i], depth);
        if (truth == decisive)
            return;
    }
    if (shown > MOST_PARTS) {
        str_clear(&r->text);
        str_add(r->mem, &r->text, "as are these operands, and %zu more", shown - MOST_PARTS);
        reasoning_set_because(r, reason);
    }
}

static void explain(struct state_view *v, struct reason *reason, expr e, unsigned depth)
{
    const struct expr_node *n = model_expr(v->reasoning->model, e);
    struct parts_end end = {&reason->parts};
    if (depth == 0 || !is_boolean_structure(v->reasoning->model, e)) {
        explain_values(v, reason, e);
        return;
    }
    switch (n->op) {
    case OP_AND:
    case OP_OR:
        explain_junction(v, reason, n, depth);
        break;
    case OP_ITE:
        add_part(v, &end, n->args[0], depth);
        if (truth_of(v, n->args[0]) != TRUTH_UNKNOWN)
            add_part(v, &end, n->args[truth_of(v, n->args[0]) == TRUTH_TRUE ? 1 : 2], depth);
        break;
    default: // not, xor
        for (size_t i = 0; i < n->count; i++)
            add_part(v, &end, n->args[i], depth);
        break;
    }
}

void reasoning_explain_condition(struct reasoning *r, struct reason *reason, expr e, size_t position)
{
    const struct trace *trace = r->eval.trace;
    size_t state = reasoning_state(r, position), length = r->eval.time.length;
    struct state_view v = {.reasoning = r, .position = position, .now = trace_state(trace, state)};
    if (state + 1 < length)
        v.next = trace_state(trace, state + 1);
    else if (r->eval.time.period)
        v.next = trace_state(trace, r->eval.time.loop);
    explain(&v, reason, e, DEEPEST);
}
