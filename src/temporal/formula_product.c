#include "temporal/formula_product.h"

#include "model/copy.h"
#include "model/walk.h"
#include "temporal/form.h"

// ---- The model ------------------------------------------------------------------------------------------------------

// All of it but its properties. Cells have the same numbers.
static struct model *copy_of(const struct model *m, struct mem *mem)
{
    size_t cells = model_cell_count(m);
    bool *stays = mem_alloc(mem, cells + 1);
    cell_id *map = mem_zalloc(mem, (cells + 1) * sizeof *map);
    for (size_t i = 0; i < cells; i++)
        stays[i] = true;
    struct model_selection selection = {.cells = stays};
    struct model *copy = model_copy_selected(m, &selection, map, mem);
    mem_free(mem, stays, cells + 1);
    mem_free(mem, map, (cells + 1) * sizeof *map);
    return copy;
}

static expr leaf_over(void *copy, expr e, const struct expr_node *n)
{
    (void)e;
    return n->op == OP_CELL   ? model_cell_expr(copy, (cell_id)n->data)
           : n->op == OP_NEXT ? model_next_expr(copy, (cell_id)n->data)
                              : model_const(copy, n->type, n->data);
}

// Conditions of the form become those of the copy.
static void move_conditions(struct form *f, struct model *copy)
{
    struct walk walk = {.model = f->model, .mem = f->mem};
    for (size_t i = 0; i < f->nodes.count; i++)
        if (f->nodes.at[i].op == FORM_ATOM)
            f->nodes.at[i].atom = walk_map(&walk, copy, leaf_over, copy, f->nodes.at[i].atom);
    walk_free(&walk);
}

// ---- The automaton --------------------------------------------------------------------------------------------------

struct producing {
    struct mem *mem;
    struct model *model;
    const struct form *form;
    // By reference: whether what violates the formula is made of it, its cells, or CELL_NONE, and that it holds.
    struct {
        bool is_needed, has_cell;
        cell_id holds, before;
        expr now;
    } * of;
};

static cell_id add_cell(struct producing *p, const char *kind, uint32_t reference)
{
    struct str name = {0};
    str_add(p->mem, &name, "%s.%u", kind, reference);
    cell_id cell = model_add_cell(p->model, str_text(&name), model_boolean(p->model), CELL_STATE);
    model_hide_cell(p->model, cell);
    str_free(p->mem, &name);
    return cell;
}

// From the root down. Of a justice condition, as an until makes one of its second operand, there must be no next
// values: diagrams cannot have them.
static void find_needed(struct producing *p, uint32_t root)
{
    p->of[root].is_needed = p->of[root].has_cell = true;
    for (uint32_t i = root; i > 1; i--) {
        const struct form_node *n = &p->form->nodes.at[i / 2];
        uint32_t a = n->args[0] ^ (i & 1), b = n->args[1] ^ (i & 1);
        if (!p->of[i].is_needed || n->op == FORM_ATOM)
            continue;
        p->of[a].is_needed = p->of[b].is_needed = true;
        p->of[i].has_cell |= n->op == FORM_UNTIL;
        p->of[a].has_cell |= n->op == FORM_NEXT;
        const struct form_node *second = &p->form->nodes.at[b / 2];
        p->of[b].has_cell |= n->op == FORM_UNTIL && !(i & 1) &&
                             !(second->op == FORM_ATOM && !model_expr(p->model, second->atom)->has_next);
    }
}

// What a node says, in the words of its operands now and its own next, or of what was before; or its negation.
static expr meaning(struct producing *p, uint32_t reference)
{
    struct model *m = p->model;
    const struct form_node *n = &p->form->nodes.at[reference / 2];
    bool is_negated = reference & 1, is_until = n->op == FORM_UNTIL;
    expr a = p->of[n->args[0] ^ is_negated].now, b = p->of[n->args[1] ^ is_negated].now, later;
    switch (n->op) {
    case FORM_ATOM:
        return is_negated ? model_not(m, n->atom) : n->atom;
    case FORM_AND:
        return is_negated ? model_or(m, a, b) : model_and(m, a, b);
    case FORM_NEXT:
        return model_next_expr(m, p->of[n->args[0] ^ is_negated].holds);
    case FORM_YESTERDAY:
        return model_cell_expr(m, p->of[reference].before);
    default: // until, since
        later = is_until ? model_next_expr(m, p->of[reference].holds) : model_cell_expr(m, p->of[reference].before);
        return is_negated ? model_and(m, b, model_or(m, a, later)) : model_or(m, b, model_and(m, a, later));
    }
}

static void require(struct producing *p, expr condition)
{
    model_add_step(p->model, (struct part){PART_CONDITION, CELL_NONE, condition});
}

static void begin_with(struct producing *p, cell_id cell, bool is_true)
{
    struct model *m = p->model;
    model_add_initial(m, (struct part){PART_CHOICE, cell, is_true ? model_true(m) : model_false(m)});
}

static void add_node(struct producing *p, uint32_t reference)
{
    struct model *m = p->model;
    const struct form_node *n = &p->form->nodes.at[reference / 2];
    bool is_negated = reference & 1, is_past = n->op == FORM_YESTERDAY || n->op == FORM_SINCE;
    if (is_past)
        p->of[reference].before = add_cell(p, ".before", reference);
    if (p->of[reference].has_cell)
        p->of[reference].holds = add_cell(p, ".holds", reference);
    expr means = p->of[reference].now = meaning(p, reference);
    if (p->of[reference].has_cell) {
        p->of[reference].now = model_cell_expr(m, p->of[reference].holds);
        require(p, model_implies(m, p->of[reference].now, means));
    }
    if (is_past) { // before the first state, nothing was true
        begin_with(p, p->of[reference].before, is_negated);
        require(p, model_implies(m, model_next_expr(m, p->of[reference].before),
                                 n->op == FORM_SINCE ? means : p->of[n->args[0] ^ is_negated].now));
    }
    if (n->op == FORM_UNTIL && !is_negated)
        model_add_justice(m, model_or(m, model_not(m, p->of[reference].now), p->of[n->args[1]].now));
}

static bool has_partial(const struct form *f)
{
    for (size_t i = 0; i < f->nodes.count; i++)
        if (f->nodes.at[i].op == FORM_ATOM && model_expr(f->model, f->nodes.at[i].atom)->partial)
            return true;
    return false;
}

static void add_automaton(struct producing *p)
{
    size_t bytes = 2 * p->form->nodes.count * sizeof *p->of;
    uint32_t root = p->form->root ^ 1; // the negation
    p->of = mem_zalloc(p->mem, bytes);
    find_needed(p, root);
    for (uint32_t i = 0; i < 2 * p->form->nodes.count; i++) // operands come first
        if (p->of[i].is_needed)
            add_node(p, i);
    begin_with(p, p->of[root].holds, true);
    mem_free(p->mem, p->of, bytes);
}

struct model *product_new(struct model *m, const struct property *property, formula conjunct, struct mem *mem,
                          const char **error)
{
    struct form form;
    struct producing p = {.mem = mem, .form = &form};
    *error = "executions that end stay in their last state";
    if (model_ends_stay(m))
        return NULL;
    if (form_open(&form, m, property, conjunct, true, mem, error)) {
        *error = "its conditions may have no value";
        if (!has_partial(&form)) {
            p.model = copy_of(m, mem);
            move_conditions(&form, p.model);
            add_automaton(&p);
        }
    }
    form_close(&form);
    return p.model;
}
