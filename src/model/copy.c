// Copying a model, in part. What is needed is visited first, and then made in the order of its handles: operands have
// smaller ones than what is made of them.
#include "model/copy.h"

#include <assert.h>

#include "model/model_internal.h"

struct copier {
    const struct model *from;
    struct model *to;
    const struct model_selection *selection;
    cell_id *cells;
    struct walk exprs;         // what is needed; later to the copies
    struct condition_walk all; // likewise, of formulas
    struct mem *mem;
};

static const struct property *selected_property(const struct copier *c, size_t i)
{
    return c->from->properties.at[c->selection->properties[i]];
}

static bool has_ends(const struct property *p)
{
    return (p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX) && p->from != FORMULA_NONE && p->to != FORMULA_NONE;
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
    for (size_t i = 0; i < from->symbols.count; i++) {
        value symbol = VALUE_FIRST_SYMBOL + (value)i, number;
        if (model_symbol_number(from, symbol, &number))
            model_number_symbol(to, from->symbols.at[i], number);
        else
            model_symbol(to, from->symbols.at[i]);
    }
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
        if (cell->multiset && c->cells[i] != CELL_NONE)
            model_count_element(c->to, c->cells[i], cell->multiset, cell->element);
    }
}

// ---- What is needed -------------------------------------------------------------------------------------------------

static void need_parts(struct copier *c, struct parts parts)
{
    for (size_t i = 0; i < parts.count; i++)
        if (stays(c, &parts.at[i]))
            walk_from(&c->exprs, parts.at[i].expr);
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
        walk_from(&c->exprs, m->justice.at[i]);
    for (size_t i = 0; i < m->compassion.count; i++)
        for (size_t k = 0; k < 2; k++)
            walk_from(&c->exprs, m->compassion.at[i].pair[k]);
}

static void need_fair_rules(struct copier *c)
{
    for (size_t i = 0; i < c->from->fair_rules.count; i++)
        walk_from(&c->exprs, c->from->fair_rules.at[i].enabled);
}

static void need_properties(struct copier *c)
{
    for (size_t i = 0; i < c->selection->property_count; i++) {
        const struct property *p = selected_property(c, i);
        if (p->formula != FORMULA_NONE)
            condition_walk_from(&c->all, p->formula);
        for (size_t k = 0; k < p->vacuity_count; k++)
            condition_walk_from(&c->all, p->vacuities[k].formula);
        if (has_ends(p)) {
            condition_walk_from(&c->all, p->from);
            condition_walk_from(&c->all, p->to);
        }
    }
}

// Whether an expression mentions cells that do not stay; its operands have been looked at.
static bool mentions_others(const struct copier *c, struct walk *w, expr e)
{
    const struct expr_node *n = model_expr(c->from, e);
    if (n->op == OP_CELL || n->op == OP_NEXT)
        return !c->selection->cells[n->data];
    for (size_t i = 0; i < n->count; i++)
        if (walk_image(w, n->args[i]))
            return true;
    return false;
}

// A hint that speaks of anything else is left out: it is not needed for what is found, only for when.
static void need_hints(struct copier *c)
{
    struct walk w = {.model = c->from, .mem = c->mem};
    for (size_t i = 0; i < c->from->hints.count; i++) {
        walk_from(&w, c->from->hints.at[i].condition);
        for (expr e; walk_next(&w, &e);)
            walk_note(&w, e, mentions_others(c, &w, e));
        if (!walk_image(&w, c->from->hints.at[i].condition))
            walk_from(&c->exprs, c->from->hints.at[i].condition);
    }
    walk_free(&w);
}

static void visit_needed(struct copier *c)
{
    for (expr condition; condition_walk_next(&c->all, &condition);)
        walk_from(&c->exprs, condition);
    walk_to_end(&c->exprs);
}

// ---- Making it ------------------------------------------------------------------------------------------------------

// In a new model the copies come in the order of the originals, so operands that were sorted still are.
static void copy_exprs(struct copier *c)
{
    for (expr e = walk_visited(&c->exprs, 0); e != EXPR_NONE; e = walk_visited(&c->exprs, e + 1)) {
        const struct expr_node *n = model_expr(c->from, e);
        bool is_cell = n->op == OP_CELL || n->op == OP_NEXT;
        assert(!is_cell || c->cells[n->data] != CELL_NONE);
        enum op op = n->op == OP_NEXT && role_of(c, (cell_id)n->data) == CELL_FROZEN ? OP_CELL : n->op;
        walk_note(&c->exprs, e,
                  model_intern(c->to, op, n->type, is_cell ? c->cells[n->data] : n->data, walk_images(&c->exprs, e),
                               n->count));
    }
}

static expr copy_of(const struct copier *c, expr e)
{
    return walk_image(&c->exprs, e);
}

static regular copy_regular(struct copier *c, regular r)
{
    const struct regular_node *n = model_regular(c->from, r);
    const regular *args = walk_images(&c->all.regulars, r);
    return n->op == REGULAR_LETTER ? model_letter(c->to, copy_of(c, n->letter))
                                   : model_regular_make(c->to, n->op, args[0], args[1]);
}

static formula copy_formula(struct copier *c, formula f)
{
    const struct formula_node *n = model_formula(c->from, f);
    if (n->op == FORMULA_ATOM)
        return model_atom(c->to, copy_of(c, n->atom));
    return formula_rebuild(c->to, n, walk_images(&c->all.formulas, f), walk_image(&c->all.regulars, n->regular));
}

static struct part copy_part(const struct copier *c, const struct part *part)
{
    return (struct part){part->kind, part->kind == PART_CHOICE ? c->cells[part->cell] : CELL_NONE,
                         copy_of(c, part->expr)};
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
        copy.enabled = copy_of(c, copy.enabled);
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
        model_add_justice(c->to, copy_of(c, m->justice.at[i]));
    for (size_t i = 0; i < m->compassion.count; i++)
        model_add_compassion(c->to, copy_of(c, m->compassion.at[i].pair[0]), copy_of(c, m->compassion.at[i].pair[1]));
}

static void copy_property(struct copier *c, const struct property *p)
{
    struct property copy = *p;
    size_t bytes = p->vacuity_count * sizeof *p->vacuities;
    struct vacuity *vacuities = mem_alloc(c->mem, bytes);
    for (size_t i = 0; i < p->vacuity_count; i++) {
        vacuities[i] = p->vacuities[i];
        vacuities[i].formula = walk_image(&c->all.formulas, p->vacuities[i].formula);
    }
    copy.vacuities = vacuities;
    if (p->formula != FORMULA_NONE)
        copy.formula = walk_image(&c->all.formulas, p->formula);
    if (has_ends(p)) {
        copy.from = walk_image(&c->all.formulas, p->from);
        copy.to = walk_image(&c->all.formulas, p->to);
    }
    model_add_property(c->to, &copy);
    mem_free(c->mem, vacuities, bytes);
}

static void copy_properties(struct copier *c)
{
    struct walk *regulars = &c->all.regulars, *formulas = &c->all.formulas;
    for (regular r = walk_visited(regulars, 0); r != REGULAR_NONE; r = walk_visited(regulars, r + 1))
        walk_note(regulars, r, copy_regular(c, r));
    for (formula f = walk_visited(formulas, 0); f != FORMULA_NONE; f = walk_visited(formulas, f + 1))
        walk_note(formulas, f, copy_formula(c, f));
    for (size_t i = 0; i < c->selection->property_count; i++)
        copy_property(c, selected_property(c, i));
}

// A hint whose condition is there for other reasons is one that mentions kept cells only.
static void copy_hints(struct copier *c)
{
    for (size_t i = 0; i < c->from->hints.count; i++) {
        const struct hint *hint = &c->from->hints.at[i];
        if (copy_of(c, hint->condition) != EXPR_NONE)
            model_add_hint(c->to, &(struct hint){copy_of(c, hint->condition), hint->text});
    }
}

struct model *model_copy_selected(const struct model *m, const struct model_selection *selection, cell_id *map,
                                  struct mem *mem)
{
    struct copier c = {.from = m, .to = model_new(mem), .selection = selection, .cells = map, .mem = mem};
    c.exprs = (struct walk){.model = m, .mem = mem};
    c.all = condition_walk(m, mem);
    model_copy_values(c.from, c.to);
    copy_cells(&c);
    need_behaviour(&c);
    need_fair_rules(&c);
    need_properties(&c);
    need_hints(&c);
    visit_needed(&c);
    copy_exprs(&c);
    copy_behaviour(&c);
    copy_fair_rules(&c);
    c.to->ends_stay = m->ends_stay;
    copy_properties(&c);
    copy_hints(&c);
    walk_free(&c.exprs);
    condition_walk_free(&c.all);
    return c.to;
}
