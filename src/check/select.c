#include "check/select.h"

#include <string.h>

#define MOST_SELECTORS 8
#define MOST_VALUES 64
#define MOST_DEPTH 200    // of cases within cases
#define MOST_VISITS 50000 // of expressions, for one action: they may share much
#define LEAST_KEPT 2      // cells, in every alternative

// A cell that guards compare with constants, and the comparisons.
struct selector {
    cell_id cell;
    ARRAY(value) values;
    ARRAY(expr) tests;
};

struct selection {
    struct model *model;
    struct mem *mem;
    const struct action *action;
    struct selector selectors[MOST_SELECTORS];
    size_t count;
    size_t visits;
};

static bool may_go_on(struct selection *s, size_t depth)
{
    return depth < MOST_DEPTH && s->visits++ < MOST_VISITS;
}

// ---- What guards look at --------------------------------------------------------------------------------------------

// Whether the condition is "cell = constant".
static bool is_test(const struct model *model, const struct expr_node *n, cell_id *cell, value *v)
{
    for (size_t i = 0; n->op == OP_EQ && i < 2; i++) {
        const struct expr_node *side = model_expr(model, n->args[i]);
        *cell = (cell_id)side->data;
        if (side->op == OP_CELL && model_is_const(model, n->args[1 - i], v))
            return true;
    }
    return false;
}

static void note_test(struct selection *s, expr test, cell_id cell, value v)
{
    size_t i = 0;
    while (i < s->count && s->selectors[i].cell != cell)
        i++;
    if (i == MOST_SELECTORS || model_cell(s->model, cell)->role != CELL_STATE)
        return;
    if (i == s->count)
        s->selectors[s->count++] = (struct selector){.cell = cell};
    struct selector *by = &s->selectors[i];
    for (size_t k = 0; k < by->values.count; k++)
        if (by->values.at[k] == v)
            return;
    if (by->values.count > MOST_VALUES)
        return;
    array_push(s->mem, &by->values, v);
    array_push(s->mem, &by->tests, test);
}

static void note_guard(struct selection *s, expr guard, size_t depth)
{
    const struct expr_node *n = model_expr(s->model, guard);
    cell_id cell;
    value v;
    if (is_test(s->model, n, &cell, &v))
        note_test(s, guard, cell, v);
    else if ((n->op == OP_AND || n->op == OP_OR || n->op == OP_NOT) && may_go_on(s, depth))
        for (size_t i = 0; i < n->count; i++)
            note_guard(s, n->args[i], depth + 1);
}

static void note_guards(struct selection *s, expr x, size_t depth)
{
    const struct expr_node *n = model_expr(s->model, x);
    if (n->op != OP_ITE || !may_go_on(s, depth))
        return;
    note_guard(s, n->args[0], 0);
    note_guards(s, n->args[1], depth + 1);
    note_guards(s, n->args[2], depth + 1);
}

// ---- What is known once the selector has a value --------------------------------------------------------------------

// A cell, and another one whose value is known.
struct keeping {
    cell_id cell, selector;
    value is;
};

enum truth { NO, YES, UNKNOWN };

static enum truth truth_of(struct selection *s, const struct keeping *k, expr guard, size_t depth)
{
    const struct expr_node *n = model_expr(s->model, guard);
    cell_id cell;
    value v;
    if (is_test(s->model, n, &cell, &v))
        return cell != k->selector ? UNKNOWN : v == k->is ? YES : NO;
    if (!may_go_on(s, depth))
        return UNKNOWN;
    if (n->op == OP_NOT) {
        enum truth t = truth_of(s, k, n->args[0], depth + 1);
        return t == UNKNOWN ? t : t == YES ? NO : YES;
    }
    if (n->op != OP_AND && n->op != OP_OR)
        return UNKNOWN;
    enum truth decides = n->op == OP_AND ? NO : YES, all = decides == NO ? YES : NO;
    for (size_t i = 0; i < n->count; i++) {
        enum truth t = truth_of(s, k, n->args[i], depth + 1);
        if (t == decides)
            return t;
        all = t == UNKNOWN ? t : all;
    }
    return all;
}

// Whether a guard, being true or false, says which value the cell has.
static bool says_value(struct selection *s, expr guard, bool is_true, cell_id cell, value *v, size_t depth)
{
    const struct expr_node *n = model_expr(s->model, guard);
    cell_id tested;
    if (is_test(s->model, n, &tested, v))
        return is_true && tested == cell;
    if (!may_go_on(s, depth))
        return false;
    if (n->op == OP_NOT)
        return says_value(s, n->args[0], !is_true, cell, v, depth + 1);
    for (size_t i = 0; n->op == (is_true ? OP_AND : OP_OR) && i < n->count; i++)
        if (says_value(s, n->args[i], is_true, cell, v, depth + 1))
            return true;
    return false;
}

static bool is_same(struct selection *, const struct keeping *, expr, const value *known, size_t depth);

static bool is_same_where(struct selection *s, const struct keeping *k, expr guard, bool is_true, expr x,
                          const value *known, size_t depth)
{
    value v;
    return is_same(s, k, x, says_value(s, guard, is_true, k->cell, &v, 0) ? &v : known, depth);
}

// Whether the expression is the cell, where guards on the way to it say that the cell has the value `known` (NULL: they
// say nothing). What may be undefined is written so: "x if that is defined, else undefined".
static bool is_same(struct selection *s, const struct keeping *k, expr x, const value *known, size_t depth)
{
    const struct expr_node *n = model_expr(s->model, x);
    if (n->op == OP_CELL)
        return (cell_id)n->data == k->cell;
    if (n->op == OP_CONST)
        return known && n->data == *known;
    if (n->op != OP_ITE || !may_go_on(s, depth))
        return false;
    enum truth t = truth_of(s, k, n->args[0], 0);
    return (t == NO || is_same_where(s, k, n->args[0], true, n->args[1], known, depth + 1)) &&
           (t == YES || is_same_where(s, k, n->args[0], false, n->args[2], known, depth + 1));
}

static bool is_choice(const struct selection *s, size_t part)
{
    const struct part *p = &s->action->parts[part];
    return p->kind == PART_CHOICE && !model_expr(s->model, p->expr)->partial &&
           model_cell(s->model, p->cell)->role == CELL_STATE;
}

// Whether the part then says that its cell stays what it is.
static bool is_kept(struct selection *s, size_t part, cell_id selector, value is)
{
    const struct part *p = &s->action->parts[part];
    return is_choice(s, part) && is_same(s, &(struct keeping){p->cell, selector, is}, p->expr, NULL, 0);
}

// What every alternative keeps at least.
static size_t least_kept(struct selection *s, const struct selector *by)
{
    size_t least = SIZE_MAX;
    if (by->values.count < 2 || by->values.count > MOST_VALUES)
        return 0;
    for (size_t i = 0; i < by->values.count; i++) {
        size_t kept = 0;
        for (size_t part = 0; part < s->action->part_count; part++)
            kept += is_kept(s, part, by->cell, by->values.at[i]);
        least = kept < least ? kept : least;
    }
    return least;
}

// ---- Branches -------------------------------------------------------------------------------------------------------

// Some value that guards do not compare the cell with.
static value other_value(const struct selector *by)
{
    value v = 0;
    for (size_t i = 0; i < by->values.count; i++)
        v = by->values.at[i] >= v ? by->values.at[i] + 1 : v;
    return v;
}

// The branch where the selector has one of its values, or, behind all of them, none. What the guards look at beside
// these is decided by the conditions, which stay.
static void add_branch(struct selection *s, const struct branch *b, const struct selector *by, size_t which,
                       size_t cells, branch_list *out)
{
    struct branch branch = {.kept = mem_alloc(s->mem, cells + 1)};
    memcpy(branch.kept, b->kept, cells + 1);
    for (size_t i = 0; i < by->tests.count; i++)
        if (which == by->tests.count || which == i)
            array_push(s->mem, &branch.conditions, which == i ? by->tests.at[i] : model_not(s->model, by->tests.at[i]));
    value is = which < by->values.count ? by->values.at[which] : other_value(by);
    s->visits = 0;
    for (size_t i = 0; i < b->conditions.count; i++) {
        if (i < s->action->part_count && is_kept(s, i, by->cell, is))
            branch.kept[s->action->parts[i].cell] = 1;
        else
            array_push(s->mem, &branch.conditions, b->conditions.at[i]);
    }
    array_push(s->mem, out, branch);
}

bool select_branches(struct model *model, const struct action *action, const struct branch *b, size_t cells,
                     branch_list *out, struct mem *mem)
{
    struct selection s = {.model = model, .mem = mem, .action = action};
    size_t best = MOST_SELECTORS, most = LEAST_KEPT - 1;
    for (size_t i = 0; i < action->part_count; i++)
        if (is_choice(&s, i))
            note_guards(&s, action->parts[i].expr, 0);
    for (size_t i = 0; i < s.count; i++) {
        size_t kept = least_kept(&s, &s.selectors[i]);
        if (kept > most) {
            most = kept;
            best = i;
        }
    }
    if (best < s.count)
        for (size_t which = 0; which <= s.selectors[best].values.count; which++)
            add_branch(&s, b, &s.selectors[best], which, cells, out);
    for (size_t i = 0; i < s.count; i++) {
        array_free(mem, &s.selectors[i].values);
        array_free(mem, &s.selectors[i].tests);
    }
    return best < s.count;
}
