#include "check/index_split.h"

#include <string.h>

#include "check/cofactor_expr.h"

#define MOST_SELECTORS 8
#define LEAST_VALUES 3
#define MOST_VALUES 64
#define MOST_DEPTH 200    // of cases within cases
#define MOST_VISITS 50000 // of expressions, for one action: they may share much
#define LEAST_GAIN 3      // cells, in every alternative

// A cell that guards compare with constants, and the comparisons.
struct selector {
    cell_id cell;
    ARRAY(value) values;
    ARRAY(expr) tests;
};

typedef ARRAY(expr) expr_list;

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

// Ids of components are no selectors: with one bit for each value, beside the component it stands for, what follows an
// id is a small relation anyway.
static void note_test(struct selection *s, expr test, cell_id cell, value v)
{
    size_t i = 0;
    if (model_site_of_id(s->model, v).class != CLASS_NONE)
        return;
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

static void note_tests(struct selection *s, expr x, size_t depth)
{
    const struct expr_node *n = model_expr(s->model, x);
    cell_id cell;
    value v;
    if (cofactor_expr_is_test(s->model, x, &cell, &v))
        note_test(s, x, cell, v);
    else if (may_go_on(s, depth))
        for (size_t i = 0; i < n->count; i++)
            note_tests(s, n->args[i], depth + 1);
}

// ---- What is known once the selector has a value --------------------------------------------------------------------

// A cell, and another one whose value is known.
struct invariance_bdd {
    cell_id cell, selector;
    value is;
};

enum truth { NO, YES, UNKNOWN };

static enum truth truth_of(struct selection *s, const struct invariance_bdd *k, expr guard, size_t depth)
{
    const struct expr_node *n = model_expr(s->model, guard);
    cell_id cell;
    value v;
    if (cofactor_expr_is_test(s->model, guard, &cell, &v))
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
    if (cofactor_expr_is_test(s->model, guard, &tested, v))
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

static bool is_same(struct selection *, const struct invariance_bdd *, expr, const value *known, size_t depth);

static bool is_same_where(struct selection *s, const struct invariance_bdd *k, expr guard, bool is_true, expr x,
                          const value *known, size_t depth)
{
    value v;
    return is_same(s, k, x, says_value(s, guard, is_true, k->cell, &v, 0) ? &v : known, depth);
}

// Whether the expression is the cell, where guards on the way to it say that the cell has the value `known` (NULL: they
// say nothing). What may be undefined is written so: "x if that is defined, else undefined".
static bool is_same(struct selection *s, const struct invariance_bdd *k, expr x, const value *known, size_t depth)
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
    return is_choice(s, part) && is_same(s, &(struct invariance_bdd){p->cell, selector, is}, p->expr, NULL, 0);
}

// How many cells an alternative does not look at.
static size_t count_dropped(struct selection *s, const struct branch *b, const struct selector *by, size_t which)
{
    struct cofactor_expr a = {.model = s->model, .mem = s->mem, .cell = by->cell, .is = by->values.at[which]};
    expr_list left = {0};
    for (size_t i = 0; i < b->conditions.count; i++)
        array_push(s->mem, &left, cofactor_expr(&a, b->conditions.at[i]));
    size_t before = cofactor_expr_count_cells(s->model, b->conditions.at, b->conditions.count, s->mem);
    size_t after = cofactor_expr_count_cells(s->model, left.at, left.count, s->mem);
    array_free(s->mem, &left);
    cofactor_expr_end(&a);
    return before == SIZE_MAX || after >= before ? 0 : before - after;
}

// What every alternative keeps, and does not look at, at least.
static size_t least_gain(struct selection *s, const struct branch *b, const struct selector *by)
{
    size_t least = SIZE_MAX;
    if (by->values.count < LEAST_VALUES || by->values.count > MOST_VALUES)
        return 0;
    for (size_t i = 0; i < by->values.count && least > 0; i++) {
        size_t gain = count_dropped(s, b, by, i);
        for (size_t part = 0; part < s->action->part_count; part++)
            gain += is_kept(s, part, by->cell, by->values.at[i]);
        least = gain < least ? gain : least;
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
    struct cofactor_expr a = {.model = s->model, .mem = s->mem, .cell = by->cell, .is = is};
    s->visits = 0;
    for (size_t i = 0; i < b->conditions.count; i++) {
        if (i < s->action->part_count && is_kept(s, i, by->cell, is))
            branch.kept[s->action->parts[i].cell] = 1;
        else
            array_push(s->mem, &branch.conditions, cofactor_expr(&a, b->conditions.at[i]));
    }
    cofactor_expr_end(&a);
    array_push(s->mem, out, branch);
}

bool index_split_branches(struct model *model, const struct action *action, const struct branch *b, size_t cells,
                          branch_list *out, struct mem *mem)
{
    struct selection s = {.model = model, .mem = mem, .action = action};
    size_t best = MOST_SELECTORS, most = LEAST_GAIN - 1;
    for (size_t i = 0; i < action->part_count; i++)
        note_tests(&s, action->parts[i].expr, 0);
    s.visits = 0;
    for (size_t i = 0; i < s.count; i++) {
        size_t gain = least_gain(&s, b, &s.selectors[i]);
        if (gain > most) {
            most = gain;
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
