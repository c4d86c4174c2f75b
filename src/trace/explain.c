#include "trace/explain.h"

#include <string.h>

#define LONGEST 300     // bytes of an expression that are shown, about
#define DEEPEST 40      // operations within each other that are shown
#define MOST_CHOICES 16 // values of a choice that are listed

// ---- Expressions ----------------------------------------------------------------------------------------------------

struct words {
    const struct model *model;
    struct mem *mem;
    struct str *out;
    size_t end; // where to cut
};

// How tightly an operation binds, as in SMV; what is not here is written as a function or is a leaf.
static int strength(enum op op)
{
    switch (op) {
    case OP_ITE:
        return 1;
    case OP_OR:
    case OP_XOR:
    case OP_BIT_OR:
    case OP_BIT_XOR:
        return 2;
    case OP_AND:
    case OP_BIT_AND:
        return 3;
    case OP_EQ:
    case OP_LT:
    case OP_LE:
        return 4;
    case OP_IN:
        return 5;
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT:
        return 6;
    case OP_ADD:
    case OP_SUB:
        return 7;
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
        return 8;
    case OP_CONCAT:
        return 9;
    case OP_NOT:
    case OP_BIT_NOT:
    case OP_NEG:
        return 10;
    default:
        return 11;
    }
}

static const char *infix(enum op op)
{
    switch (op) {
    case OP_OR:
    case OP_BIT_OR:
        return " | ";
    case OP_XOR:
    case OP_BIT_XOR:
        return " xor ";
    case OP_AND:
    case OP_BIT_AND:
        return " & ";
    case OP_EQ:
        return " = ";
    case OP_LT:
        return " < ";
    case OP_LE:
        return " <= ";
    case OP_IN:
        return " in ";
    case OP_SHIFT_LEFT:
        return " << ";
    case OP_SHIFT_RIGHT:
        return " >> ";
    case OP_ADD:
        return " + ";
    case OP_SUB:
        return " - ";
    case OP_MUL:
        return " * ";
    case OP_DIV:
        return " / ";
    case OP_MOD:
        return " mod ";
    case OP_CONCAT:
        return " :: ";
    case OP_SPAN:
        return "..";
    default:
        return NULL;
    }
}

static void add_expr(struct words *w, expr e, int outer, unsigned depth);

static void add_list(struct words *w, const struct expr_node *n, const char *between, int strength_within,
                     unsigned depth)
{
    for (size_t i = 0; i < n->count; i++) {
        if (i > 0)
            str_add(w->mem, w->out, "%s", between);
        if (w->out->count >= w->end) {
            str_add(w->mem, w->out, "...");
            return;
        }
        // The model sorts the sides of an equation or a sum; a constant reads better as the second one.
        bool commutes = n->count == 2 && (n->op == OP_EQ || n->op == OP_ADD || n->op == OP_MUL);
        bool turned = commutes && model_is_const(w->model, n->args[0], &(value){0});
        add_expr(w, n->args[turned ? n->count - 1 - i : i], strength_within, depth);
    }
}

static void add_call(struct words *w, const char *name, const struct expr_node *n, unsigned depth)
{
    str_add(w->mem, w->out, "%s(", name);
    add_list(w, n, ", ", 0, depth);
    str_add_char(w->mem, w->out, ')');
}

// !(a = b) and !(a < b) are how the model writes != and >=.
static bool add_negated_comparison(struct words *w, const struct expr_node *n, int outer, unsigned depth)
{
    const struct expr_node *inner = model_expr(w->model, n->args[0]);
    if (inner->op != OP_EQ && inner->op != OP_LT)
        return false;
    int own = strength(OP_EQ);
    if (own <= outer)
        str_add_char(w->mem, w->out, '(');
    add_list(w, inner, inner->op == OP_EQ ? " != " : " >= ", own, depth);
    if (own <= outer)
        str_add_char(w->mem, w->out, ')');
    return true;
}

static void add_operation(struct words *w, const struct expr_node *n, unsigned depth)
{
    int own = strength(n->op);
    switch (n->op) {
    case OP_NOT:
    case OP_BIT_NOT:
        str_add_char(w->mem, w->out, '!');
        add_expr(w, n->args[0], own - 1, depth);
        break;
    case OP_NEG:
        str_add_char(w->mem, w->out, '-');
        add_expr(w, n->args[0], own - 1, depth);
        break;
    case OP_ITE:
        add_expr(w, n->args[0], own, depth);
        str_add(w->mem, w->out, " ? ");
        add_expr(w, n->args[1], own, depth);
        str_add(w->mem, w->out, " : ");
        add_expr(w, n->args[2], own, depth);
        break;
    case OP_CHOICE:
        str_add_char(w->mem, w->out, '{');
        add_list(w, n, ", ", 0, depth);
        str_add_char(w->mem, w->out, '}');
        break;
    case OP_EXTRACT:
        add_expr(w, n->args[0], own - 1, depth);
        str_add(w->mem, w->out, "[%d:%d]", (int)n->data + (int)model_type(w->model, n->type)->width - 1, (int)n->data);
        break;
    case OP_EXTEND:
        add_call(w, "extend", n, depth);
        break;
    case OP_RETYPE: {
        const struct type *to = model_type(w->model, n->type);
        add_call(w, to->kind != TYPE_WORD ? "bool" : to->is_signed ? "signed" : "unsigned", n, depth);
        break;
    }
    case OP_TO_INT:
        add_call(w, "toint", n, depth);
        break;
    case OP_TO_WORD:
        add_call(w, model_type(w->model, n->type)->is_signed ? "swconst" : "uwconst", n, depth);
        break;
    case OP_COUNT:
        add_call(w, "count", n, depth);
        break;
    default:
        add_list(w, n, infix(n->op), own, depth);
        break;
    }
}

static void add_expr(struct words *w, expr e, int outer, unsigned depth)
{
    const struct expr_node *n = model_expr(w->model, e);
    if (w->out->count >= w->end || depth == 0) {
        str_add(w->mem, w->out, "...");
        return;
    }
    switch (n->op) {
    case OP_CONST:
        model_add_value(w->model, n->type, n->data, w->out);
        return;
    case OP_CELL:
        str_add(w->mem, w->out, "%s", model_cell(w->model, (cell_id)n->data)->name);
        return;
    case OP_NEXT:
        str_add(w->mem, w->out, "next(%s)", model_cell(w->model, (cell_id)n->data)->name);
        return;
    default:
        break;
    }
    if (n->op == OP_NOT && add_negated_comparison(w, n, outer, depth - 1))
        return;
    bool within = strength(n->op) <= outer;
    if (within)
        str_add_char(w->mem, w->out, '(');
    add_operation(w, n, depth - 1);
    if (within)
        str_add_char(w->mem, w->out, ')');
}

void explain_expr(const struct model *model, expr e, struct mem *mem, struct str *out)
{
    struct words w = {model, mem, out, out->count + LONGEST};
    add_expr(&w, e, 0, DEEPEST);
}

// ---- What says no ---------------------------------------------------------------------------------------------------

static void add_value_of(const struct model *model, cell_id cell, const value *state, struct str *out)
{
    model_add_value(model, model_cell(model, cell)->type, state[cell], out);
}

static void add_members(const struct model *model, cell_id cell, const value_array *members, struct mem *mem,
                        struct str *out)
{
    for (size_t i = 0; i < members->count; i++) {
        if (i == MOST_CHOICES) {
            str_add(mem, out, ", or one of %zu more", members->count - i);
            return;
        }
        if (i > 0)
            str_add(mem, out, i + 1 == members->count ? " or " : ", ");
        model_add_value(model, model_cell(model, cell)->type, members->at[i], out);
    }
}

static void explain_choice(const struct model *model, struct evaluator *ev, const struct part *part, const value *now,
                           const value *next, struct mem *mem, struct str *out)
{
    value_array members = {0};
    enum eval_status status = eval_set(ev, part->expr, now, next, &members);
    str_add(mem, out, "%s %s ", model_cell(model, part->cell)->name, next ? "becomes" : "is");
    add_value_of(model, part->cell, next ? next : now, out);
    if (members.count) {
        str_add(mem, out, ", but must %s ", next ? "become" : "be");
        add_members(model, part->cell, &members, mem, out);
    } else
        str_add(mem, out, ", but there is no value that it may have%s",
                status == EVAL_UNDEFINED ? " (an expression is undefined there)" : "");
    array_free(mem, &members);
}

void explain_part(const struct model *model, struct evaluator *ev, const struct part *part, const value *now,
                  const value *next, struct mem *mem, struct str *out)
{
    if (part->kind == PART_CHOICE) {
        explain_choice(model, ev, part, now, next, mem, out);
        return;
    }
    value ignored;
    bool undefined = eval_value(ev, part->expr, now, next, &ignored) == EVAL_UNDEFINED;
    str_add_char(mem, out, '"');
    explain_expr(model, part->expr, mem, out);
    str_add(mem, out, undefined ? "\" is undefined" : "\" does not hold");
}

bool explain_types(const struct model *model, const value *state, bool inputs, struct mem *mem, struct str *out)
{
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        const struct cell *c = model_cell(model, cell);
        if ((c->role == CELL_INPUT) != inputs || type_contains(model_type(model, c->type), state[cell]))
            continue;
        str_add(mem, out, "the value of %s is outside of its type", c->name);
        return true;
    }
    return false;
}
