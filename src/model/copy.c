// Copying a model, in part. What is needed is marked from the top down, then made from the bottom up: operands have
// smaller handles than what is made of them, so both are one pass over the handles, and nothing is recursive.
#include "model/copy.h"

#include <assert.h>

#include "model/internal.h"

#define NEEDED (UINT32_MAX - 1) // in place of a copy that is still to be made

struct copier {
    const struct model *from;
    struct model *to;
    const struct model_selection *selection;
    cell_id *cells;
    expr *exprs;       // EXPR_NONE, NEEDED, or the copy
    formula *formulas; // likewise
    regular *regulars; // likewise
    struct mem *mem;
};

static uint32_t *unmarked(struct mem *mem, size_t count)
{
    uint32_t *marks = mem_alloc(mem, (count + 1) * sizeof *marks);
    for (size_t i = 0; i < count; i++)
        marks[i] = UINT32_MAX;
    return marks;
}

static const struct property *selected_property(const struct copier *c, size_t i)
{
    return c->from->properties.at[c->selection->properties[i]];
}

static bool has_ends(const struct property *p)
{
    return (p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX) && p->from != FORMULA_NONE && p->to != FORMULA_NONE;
}

static bool has_regular(const struct formula_node *n)
{
    return n->op == FORMULA_TRIGGERS || n->op == FORMULA_MATCHES || n->op == FORMULA_MAY_MATCH;
}

static bool stays(const struct copier *c, const struct part *part)
{
    return part->kind == PART_CONDITION || c->selection->cells[part->cell];
}

// ---- Values and cells -----------------------------------------------------------------------------------------------

static type_id copy_type(struct model *to, const struct type *t)
{
    switch (t->kind) {
    case TYPE_BOOLEAN:
        return model_boolean(to);
    case TYPE_WORD:
        return model_word(to, t->width, t->is_signed);
    case TYPE_SET:
        return model_set_of(to, t->element);
    default: {
        bool some = t->has_none; // the type without it was there first
        type_id base =
            t->values ? model_enum(to, t->values, t->count - some) : model_integer(to, t->low + some, t->high);
        return some ? model_optional(to, base) : base;
    }
    }
}

void model_copy_values(const struct model *from, struct model *to)
{
    for (size_t i = 0; i < from->symbols.count; i++)
        model_symbol(to, from->symbols.at[i]);
    for (type_id i = 0; i < from->types.count; i++) {
        type_id copy = copy_type(to, from->types.at[i]);
        assert(copy == i); // made in the same order, each there once
        (void)copy;
    }
}

size_t model_find_unchanged(const struct model *m, bool *frozen, struct mem *mem)
{
    size_t cells = m->cells.count, count = 0, *keeping = mem_zalloc(mem, (cells + 1) * sizeof *keeping);
    for (size_t i = 0; i < m->actions.count; i++) {
        const struct action *a = &m->actions.at[i]->shown;
        for (size_t k = 0; k < a->kept_count; k++)
            if (keeping[a->kept[k]] == i) // all before it do
                keeping[a->kept[k]]++;
    }
    for (cell_id c = 0; c < cells; c++) {
        bool is_kept = m->actions.count > 0 && keeping[c] == m->actions.count;
        frozen[c] = is_kept && m->cells.at[c]->role == CELL_STATE;
        count += frozen[c];
    }
    mem_free(mem, keeping, (cells + 1) * sizeof *keeping);
    return count;
}

static enum cell_role role_of(const struct copier *c, cell_id cell)
{
    return c->selection->frozen && c->selection->frozen[cell] ? CELL_FROZEN : c->from->cells.at[cell]->role;
}

static void copy_cells(struct copier *c)
{
    for (cell_id i = 0; i < c->from->cells.count; i++) {
        const struct cell *cell = c->from->cells.at[i];
        c->cells[i] = c->selection->cells[i] ? model_add_cell(c->to, cell->name, cell->type, role_of(c, i)) : CELL_NONE;
        if (cell->is_hidden && c->cells[i] != CELL_NONE)
            model_hide_cell(c->to, c->cells[i]);
    }
}

// ---- What is needed -------------------------------------------------------------------------------------------------

static void need_parts(struct copier *c, struct parts parts)
{
    for (size_t i = 0; i < parts.count; i++)
        if (stays(c, &parts.at[i]))
            c->exprs[parts.at[i].expr] = NEEDED;
}

static void need_behaviour(struct copier *c)
{
    const struct model *m = c->from;
    need_parts(c, model_initial(m));
    need_parts(c, model_invariants(m));
    need_parts(c, model_steps(m));
    for (size_t i = 0; i < m->actions.count; i++) {
        const struct action *a = &m->actions.at[i]->shown;
        need_parts(c, (struct parts){a->parts, a->part_count});
    }
    for (size_t i = 0; i < m->starts.count; i++) {
        const struct action *a = &m->starts.at[i]->shown;
        need_parts(c, (struct parts){a->parts, a->part_count});
    }
    for (size_t i = 0; i < m->justice.count; i++)
        c->exprs[m->justice.at[i]] = NEEDED;
    for (size_t i = 0; i < m->compassion.count; i++)
        for (size_t k = 0; k < 2; k++)
            c->exprs[m->compassion.at[i].pair[k]] = NEEDED;
}

static void need_fair_rules(struct copier *c)
{
    for (size_t i = 0; i < c->from->fair_rules.count; i++)
        c->exprs[c->from->fair_rules.at[i].enabled] = NEEDED;
}

static void need_properties(struct copier *c)
{
    for (size_t i = 0; i < c->selection->property_count; i++) {
        const struct property *p = selected_property(c, i);
        if (p->formula != FORMULA_NONE)
            c->formulas[p->formula] = NEEDED;
        for (size_t k = 0; k < p->vacuity_count; k++)
            c->formulas[p->vacuities[k].formula] = NEEDED;
        if (has_ends(p))
            c->formulas[p->from] = c->formulas[p->to] = NEEDED;
    }
}

// Whether an expression mentions none but cells that stay; `known` has the answers for its operands.
static bool mentions_kept_only(const struct copier *c, expr e, const bool *known)
{
    const struct expr_node *n = &c->from->nodes.at[e]->shown;
    if (n->op == OP_CELL || n->op == OP_NEXT)
        return c->selection->cells[n->data];
    for (size_t i = 0; i < n->count; i++)
        if (!known[n->args[i]])
            return false;
    return true;
}

// A hint that speaks of anything else is left out: it is not needed for what is found, only for when.
static void need_hints(struct copier *c)
{
    size_t exprs = c->from->nodes.count;
    if (c->from->hints.count == 0)
        return;
    bool *kept = mem_alloc(c->mem, exprs + 1);
    for (expr e = 0; e < exprs; e++)
        kept[e] = mentions_kept_only(c, e, kept);
    for (size_t i = 0; i < c->from->hints.count; i++)
        if (kept[c->from->hints.at[i].condition])
            c->exprs[c->from->hints.at[i].condition] = NEEDED;
    mem_free(c->mem, kept, exprs + 1);
}

static void need_formulas(struct copier *c)
{
    for (size_t i = c->from->formulas.count; i-- > 0;) {
        const struct formula_node *n = c->from->formulas.at[i];
        if (c->formulas[i] != NEEDED)
            continue;
        if (n->op == FORMULA_ATOM)
            c->exprs[n->atom] = NEEDED;
        if (has_regular(n))
            c->regulars[n->regular] = NEEDED;
        for (size_t k = 0; k < 2; k++)
            if (n->args[k] != FORMULA_NONE)
                c->formulas[n->args[k]] = NEEDED;
    }
}

static void need_regulars(struct copier *c)
{
    for (size_t i = c->from->regulars.count; i-- > 0;) {
        const struct regular_node *n = &c->from->regulars.at[i]->shown;
        if (c->regulars[i] != NEEDED)
            continue;
        if (n->op == REGULAR_LETTER)
            c->exprs[n->letter] = NEEDED;
        for (size_t k = 0; k < 2; k++)
            if (n->args[k] != REGULAR_NONE)
                c->regulars[n->args[k]] = NEEDED;
    }
}

static void need_operands(struct copier *c)
{
    for (size_t e = c->from->nodes.count; e-- > 0;) {
        const struct expr_node *n = &c->from->nodes.at[e]->shown;
        for (size_t i = 0; i < n->count && c->exprs[e] == NEEDED; i++)
            c->exprs[n->args[i]] = NEEDED;
    }
}

// ---- Making it ------------------------------------------------------------------------------------------------------

// In a new model the copies come in the order of the originals, so operands that were sorted still are.
static void copy_exprs(struct copier *c)
{
    expr_array args = {0};
    for (expr e = 0; e < c->from->nodes.count; e++) {
        const struct expr_node *n = &c->from->nodes.at[e]->shown;
        if (c->exprs[e] != NEEDED)
            continue;
        bool is_cell = n->op == OP_CELL || n->op == OP_NEXT;
        assert(!is_cell || c->cells[n->data] != CELL_NONE);
        args.count = 0;
        for (size_t i = 0; i < n->count; i++)
            array_push(c->mem, &args, c->exprs[n->args[i]]);
        enum op op = n->op == OP_NEXT && role_of(c, (cell_id)n->data) == CELL_FROZEN ? OP_CELL : n->op;
        c->exprs[e] = model_intern(c->to, op, n->type, is_cell ? c->cells[n->data] : n->data, args.at, args.count);
    }
    array_free(c->mem, &args);
}

static regular copy_regular(struct copier *c, const struct regular_node *n)
{
    if (n->op == REGULAR_LETTER)
        return model_letter(c->to, c->exprs[n->letter]);
    return model_regular_make(c->to, n->op, n->args[0] != REGULAR_NONE ? c->regulars[n->args[0]] : REGULAR_NONE,
                              n->args[1] != REGULAR_NONE ? c->regulars[n->args[1]] : REGULAR_NONE);
}

static formula copy_formula(struct copier *c, const struct formula_node *n)
{
    formula a = n->args[0] != FORMULA_NONE ? c->formulas[n->args[0]] : FORMULA_NONE;
    formula b = n->args[1] != FORMULA_NONE ? c->formulas[n->args[1]] : FORMULA_NONE;
    if (n->op == FORMULA_ATOM)
        return model_atom(c->to, c->exprs[n->atom]);
    if (has_regular(n))
        return model_formula_regular(c->to, n->op, c->regulars[n->regular], a);
    return n->bounded ? model_formula_bounded(c->to, n->op, n->low, n->high, a, b)
                      : model_formula_make(c->to, n->op, a, b);
}

static struct part copy_part(const struct copier *c, const struct part *part)
{
    return (struct part){part->kind, part->kind == PART_CHOICE ? c->cells[part->cell] : CELL_NONE,
                         c->exprs[part->expr]};
}

static void copy_parts(struct copier *c, struct parts parts, void (*add)(struct model *, struct part))
{
    for (size_t i = 0; i < parts.count; i++)
        if (stays(c, &parts.at[i]))
            add(c->to, copy_part(c, &parts.at[i]));
}

static void copy_action(struct copier *c, const struct action *a)
{
    size_t copy = model_add_action(c->to, a->name);
    for (size_t i = 0; i < a->part_count; i++)
        if (stays(c, &a->parts[i]))
            model_add_to_action(c->to, copy, copy_part(c, &a->parts[i]));
    for (size_t i = 0; i < a->kept_count; i++)
        if (c->selection->cells[a->kept[i]] && role_of(c, a->kept[i]) == CELL_STATE)
            model_keep_in_action(c->to, copy, c->cells[a->kept[i]]);
}

static void copy_start(struct copier *c, const struct action *a)
{
    size_t copy = model_add_start(c->to, a->name);
    for (size_t i = 0; i < a->part_count; i++)
        if (stays(c, &a->parts[i]))
            model_add_to_start(c->to, copy, copy_part(c, &a->parts[i]));
}

static void copy_fair_rules(struct copier *c)
{
    const struct model *m = c->from;
    for (size_t i = 0; i < m->fair_rules.count; i++) {
        struct fair_rule copy = m->fair_rules.at[i];
        copy.enabled = c->exprs[copy.enabled];
        model_add_fair_rule(c->to, &copy);
    }
    for (size_t i = 0; i < m->actions.count; i++)
        if (m->actions.at[i]->shown.fair_rule != FAIR_RULE_NONE)
            model_put_under_fair_rule(c->to, i, m->actions.at[i]->shown.fair_rule);
}

static void copy_behaviour(struct copier *c)
{
    const struct model *m = c->from;
    copy_parts(c, model_initial(m), model_add_initial);
    copy_parts(c, model_invariants(m), model_add_invariant);
    copy_parts(c, model_steps(m), model_add_step);
    for (size_t i = 0; i < m->actions.count; i++)
        copy_action(c, &m->actions.at[i]->shown);
    for (size_t i = 0; i < m->starts.count; i++)
        copy_start(c, &m->starts.at[i]->shown);
    for (size_t i = 0; i < m->justice.count; i++)
        model_add_justice(c->to, c->exprs[m->justice.at[i]]);
    for (size_t i = 0; i < m->compassion.count; i++)
        model_add_compassion(c->to, c->exprs[m->compassion.at[i].pair[0]], c->exprs[m->compassion.at[i].pair[1]]);
}

static void copy_property(struct copier *c, const struct property *p)
{
    struct property copy = *p;
    size_t bytes = p->vacuity_count * sizeof *p->vacuities;
    struct vacuity *vacuities = mem_alloc(c->mem, bytes);
    for (size_t i = 0; i < p->vacuity_count; i++)
        vacuities[i] = (struct vacuity){p->vacuities[i].left, c->formulas[p->vacuities[i].formula]};
    copy.vacuities = vacuities;
    if (p->formula != FORMULA_NONE)
        copy.formula = c->formulas[p->formula];
    if (has_ends(p)) {
        copy.from = c->formulas[p->from];
        copy.to = c->formulas[p->to];
    }
    model_add_property(c->to, &copy);
    mem_free(c->mem, vacuities, bytes);
}

static void copy_properties(struct copier *c)
{
    for (regular r = 0; r < c->from->regulars.count; r++)
        if (c->regulars[r] == NEEDED)
            c->regulars[r] = copy_regular(c, &c->from->regulars.at[r]->shown);
    for (formula f = 0; f < c->from->formulas.count; f++)
        if (c->formulas[f] == NEEDED)
            c->formulas[f] = copy_formula(c, c->from->formulas.at[f]);
    for (size_t i = 0; i < c->selection->property_count; i++)
        copy_property(c, selected_property(c, i));
}

// A hint whose condition is there for other reasons is one that mentions kept cells only.
static void copy_hints(struct copier *c)
{
    for (size_t i = 0; i < c->from->hints.count; i++) {
        const struct hint *hint = &c->from->hints.at[i];
        if (c->exprs[hint->condition] != EXPR_NONE)
            model_add_hint(c->to, &(struct hint){c->exprs[hint->condition], hint->text});
    }
}

struct model *model_copy_selected(const struct model *m, const struct model_selection *selection, cell_id *map,
                                  struct mem *mem)
{
    struct copier c = {.from = m, .to = model_new(mem), .selection = selection, .cells = map, .mem = mem};
    size_t exprs = m->nodes.count, formulas = m->formulas.count, regulars = m->regulars.count;
    c.exprs = unmarked(mem, exprs);
    c.formulas = unmarked(mem, formulas);
    c.regulars = unmarked(mem, regulars);
    model_copy_values(c.from, c.to);
    copy_cells(&c);
    need_behaviour(&c);
    need_fair_rules(&c);
    need_properties(&c);
    need_hints(&c);
    need_formulas(&c);
    need_regulars(&c);
    need_operands(&c);
    copy_exprs(&c);
    copy_behaviour(&c);
    copy_fair_rules(&c);
    c.to->ends_stay = m->ends_stay;
    copy_properties(&c);
    copy_hints(&c);
    mem_free(mem, c.exprs, (exprs + 1) * sizeof *c.exprs);
    mem_free(mem, c.formulas, (formulas + 1) * sizeof *c.formulas);
    mem_free(mem, c.regulars, (regulars + 1) * sizeof *c.regulars);
    return c.to;
}
