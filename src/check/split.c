#include "check/split.h"

#include <string.h>

#include "check/index_split.h"

#define MOST_BRANCHES 4096

typedef ARRAY(expr) expr_list;

// The operands of nested `op`, in order.
static void flatten(const struct model *model, struct mem *mem, enum op op, expr x, expr_list *out)
{
    expr_list pending = {0};
    array_push(mem, &pending, x);
    while (pending.count) {
        expr at = array_pop(&pending);
        const struct expr_node *n = model_expr(model, at);
        if (n->op != op)
            array_push(mem, out, at);
        for (size_t i = n->op == op ? n->count : 0; i-- > 0;)
            array_push(mem, &pending, n->args[i]);
    }
    array_free(mem, &pending);
}

// Whether the condition says that a cell keeps its value; *cell gets it. Of truth values that is not(xor).
static bool says_kept(const struct model *model, expr x, cell_id *cell)
{
    const struct expr_node *n = model_expr(model, x);
    if (n->op == OP_NOT) {
        n = model_expr(model, n->args[0]);
        if (n->op != OP_XOR || n->count != 2)
            return false;
    } else if (n->op != OP_EQ)
        return false;
    const struct expr_node *a = model_expr(model, n->args[0]), *b = model_expr(model, n->args[1]);
    *cell = (cell_id)a->data;
    return a->data == b->data && ((a->op == OP_CELL && b->op == OP_NEXT) || (a->op == OP_NEXT && b->op == OP_CELL)) &&
           model_cell(model, *cell)->role == CELL_STATE;
}

// One alternative of a disjunction: what it keeps, and what else it says.
struct alternative {
    unsigned char *kept;
    size_t kept_count;
    expr condition;
    bool taken;
};

static struct alternative take_alternative(struct model *model, struct mem *mem, expr x, size_t cells)
{
    struct alternative a = {.kept = mem_zalloc(mem, cells + 1), .condition = model_true(model)};
    expr_list said = {0}, rest = {0};
    flatten(model, mem, OP_AND, x, &said);
    for (size_t i = 0; i < said.count; i++) {
        cell_id cell;
        if (says_kept(model, said.at[i], &cell)) {
            a.kept_count += !a.kept[cell];
            a.kept[cell] = 1;
        } else
            array_push(mem, &rest, said.at[i]);
    }
    if (rest.count)
        a.condition = model_nary(model, OP_AND, rest.at, rest.count);
    array_free(mem, &said);
    array_free(mem, &rest);
    return a;
}

typedef ARRAY(struct alternative) alternative_list;
typedef ARRAY(cell_id) cell_list;

static bool has(const cell_list *list, cell_id cell)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == cell)
            return true;
    return false;
}

// Whether the condition says that exactly one of several cells changes, `count(next(a) != a, next(b) != b) = 1`;
// `cells` gets them, in the order of the operands. Asynchronous networks are written so.
static bool says_one_changes(struct model *model, struct mem *mem, expr x, cell_list *cells)
{
    const struct expr_node *n = model_expr(model, x);
    if (n->op != OP_EQ)
        return false;
    expr one = n->args[0], counted = n->args[1];
    if (model_expr(model, one)->op == OP_COUNT) {
        counted = one;
        one = n->args[1];
    }
    if (one != model_int(model, 1) || model_expr(model, counted)->op != OP_COUNT)
        return false;
    for (size_t i = 0; i < model_expr(model, counted)->count; i++) {
        cell_id cell;
        if (!says_kept(model, model_not(model, model_expr(model, counted)->args[i]), &cell) || has(cells, cell)) {
            cells->count = 0;
            return false;
        }
        array_push(mem, cells, cell);
    }
    return true;
}

static void add_changes(struct model *model, struct mem *mem, const cell_list *changing, size_t cells,
                        alternative_list *out)
{
    for (size_t i = 0; i < changing->count; i++) {
        cell_id cell = changing->at[i];
        expr kept = model_binary(model, OP_EQ, model_next_expr(model, cell), model_cell_expr(model, cell));
        struct alternative a = {.kept = mem_zalloc(mem, cells + 1), .condition = model_not(model, kept)};
        for (size_t k = 0; k < changing->count; k++)
            a.kept[changing->at[k]] = k != i;
        a.kept_count = changing->count - 1;
        array_push(mem, out, a);
    }
}

// What a condition leaves to choose from. True if that is a choice among cells that change, or among alternatives each
// of which keeps some.
static bool find_alternatives(struct model *model, struct mem *mem, expr x, size_t cells, alternative_list *out)
{
    expr_list said = {0};
    size_t keeping = 0;
    bool one_changes = false;
    flatten(model, mem, OP_OR, x, &said);
    for (size_t i = 0; i < said.count; i++) {
        cell_list changing = {0};
        if (says_one_changes(model, mem, said.at[i], &changing)) {
            one_changes = true;
            add_changes(model, mem, &changing, cells, out);
        } else
            array_push(mem, out, take_alternative(model, mem, said.at[i], cells));
        array_free(mem, &changing);
    }
    for (size_t i = 0; i < out->count; i++)
        keeping += out->at[i].kept_count > 0;
    array_free(mem, &said);
    return keeping > 0 && (one_changes || keeping == out->count);
}

static size_t count_alternatives(struct model *model, struct mem *mem, expr x)
{
    expr_list said = {0};
    flatten(model, mem, OP_OR, x, &said);
    size_t count = said.count;
    for (size_t i = 0; i < said.count; i++) {
        cell_list changing = {0};
        if (says_one_changes(model, mem, said.at[i], &changing))
            count += changing.count - 1;
        array_free(mem, &changing);
    }
    array_free(mem, &said);
    return count;
}

// The condition with most alternatives; conditions.count if none has two.
static size_t widest(struct model *model, struct mem *mem, const struct branch *b)
{
    size_t best = b->conditions.count, most = 1;
    for (size_t i = 0; i < b->conditions.count; i++) {
        size_t count = count_alternatives(model, mem, b->conditions.at[i]);
        if (count > most) {
            most = count;
            best = i;
        }
    }
    return best;
}

static struct branch copy_without(struct mem *mem, const struct branch *b, size_t left_out, size_t cells)
{
    struct branch copy = {.kept = mem_alloc(mem, cells + 1)};
    memcpy(copy.kept, b->kept, cells + 1);
    for (size_t i = 0; i < b->conditions.count; i++)
        if (i != left_out)
            array_push(mem, &copy.conditions, b->conditions.at[i]);
    return copy;
}

static void free_branch(struct mem *mem, struct branch *b, size_t cells)
{
    array_free(mem, &b->conditions);
    array_free(mem, &b->alternatives);
    mem_free(mem, b->kept, cells + 1);
}

// Alternatives that keep the same cells go into one branch.
static void branch_out(struct model *model, struct mem *mem, const struct branch *b, size_t which,
                       struct alternative *alternatives, size_t count, size_t cells, branch_list *out)
{
    for (size_t i = 0; i < count; i++) {
        if (alternatives[i].taken)
            continue;
        expr_list same = {0};
        for (size_t k = i; k < count; k++)
            if (!alternatives[k].taken && memcmp(alternatives[k].kept, alternatives[i].kept, cells) == 0) {
                alternatives[k].taken = true;
                array_push(mem, &same, alternatives[k].condition);
            }
        struct branch branch = copy_without(mem, b, which, cells);
        for (size_t c = 0; c < cells; c++)
            branch.kept[c] |= alternatives[i].kept[c];
        array_push(mem, &branch.conditions, model_nary(model, OP_OR, same.at, same.count));
        array_push(mem, out, branch);
        array_free(mem, &same);
    }
}

// Takes a branch apart if its widest condition is a choice among alternatives that keep cells; else passes it on.
static void split_branch(struct model *model, struct mem *mem, struct branch b, size_t cells, branch_list *out)
{
    size_t which = widest(model, mem, &b);
    alternative_list alternatives = {0};
    bool splits = which < b.conditions.count &&
                  find_alternatives(model, mem, b.conditions.at[which], cells, &alternatives) &&
                  alternatives.count <= MOST_BRANCHES * 16;
    if (splits) {
        branch_out(model, mem, &b, which, alternatives.at, alternatives.count, cells, out);
        free_branch(mem, &b, cells);
    } else
        array_push(mem, out, b);
    for (size_t i = 0; i < alternatives.count; i++)
        mem_free(mem, alternatives.at[i].kept, cells + 1);
    array_free(mem, &alternatives);
}

static void add_parts(struct model *model, struct mem *mem, struct parts parts, struct branch *b)
{
    for (size_t i = 0; i < parts.count; i++) {
        expr condition = model_part_condition(model, parts.at[i], true);
        array_push(mem, &b->conditions, condition);
    }
}

// ---- Joining --------------------------------------------------------------------------------------------------------

static bool same_owner(const struct model *model, size_t a, size_t b)
{
    const struct placement *x = &model_action(model, a)->placement, *y = &model_action(model, b)->placement;
    return x->site_count > 0 && y->site_count > 0 && x->sites[0].class == y->sites[0].class &&
           x->sites[0].element == y->sites[0].element;
}

// The one condition in which the branches differ; as many as there are if it is not exactly one.
static size_t find_difference(const struct branch *a, const struct branch *b)
{
    size_t count = a->conditions.count, found = count;
    for (size_t i = 0; i < count; i++) {
        if (a->conditions.at[i] == b->conditions.at[i])
            continue;
        if (found < count)
            return count;
        found = i;
    }
    return found;
}

static bool join(const struct model *model, struct mem *mem, struct branch *to, struct branch *from, size_t cells)
{
    if (!same_owner(model, to->action, from->action) || to->conditions.count != from->conditions.count ||
        memcmp(to->kept, from->kept, cells) != 0)
        return false;
    size_t where = find_difference(to, from);
    if (where == to->conditions.count || (to->alternatives.count && where != to->varying))
        return false;
    to->varying = where;
    if (to->alternatives.count == 0)
        array_push(mem, &to->alternatives, to->conditions.at[where]);
    array_push(mem, &to->alternatives, from->conditions.at[where]);
    free_branch(mem, from, cells);
    return true;
}

static void finish_joining(struct model *model, branch_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct branch *b = &list->at[i];
        if (b->alternatives.count)
            b->conditions.at[b->varying] = model_nary(model, OP_OR, b->alternatives.at, b->alternatives.count);
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

void split_steps(struct model *model, bool by_selectors, branch_list *out, struct mem *mem)
{
    size_t cells = model_cell_count(model);
    for (size_t a = 0; a < model_action_count(model); a++) {
        const struct action *action = model_action(model, a);
        struct branch b = {.kept = mem_zalloc(mem, cells + 1)};
        for (size_t i = 0; i < action->kept_count; i++)
            b.kept[action->kept[i]] = 1;
        add_parts(model, mem, (struct parts){action->parts, action->part_count}, &b);
        add_parts(model, mem, model_steps(model), &b);
        size_t before = out->count;
        if (by_selectors && index_split_branches(model, action, &b, cells, out, mem))
            free_branch(mem, &b, cells);
        else
            split_branch(model, mem, b, cells, out);
        for (size_t i = before; i < out->count; i++)
            out->at[i].action = a;
        if (before > 0 && out->count == before + 1 && join(model, mem, &out->at[before - 1], &out->at[before], cells))
            out->count--;
    }
    finish_joining(model, out);
}

void branch_list_free(branch_list *list, const struct model *model, struct mem *mem)
{
    for (size_t i = 0; i < list->count; i++)
        free_branch(mem, &list->at[i], model_cell_count(model));
    array_free(mem, list);
}
