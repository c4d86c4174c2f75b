// Expressions and formulas of the members, in terms of the aggregate's cells. As when a model is copied, what is needed
// is visited first, and made in the order of handles.
#include "reduce/family/family_merging.h"

// ---- Values and types -----------------------------------------------------------------------------------------------

value fam_value(struct family *f, size_t member, value v)
{
    return value_is_symbol(v) ? model_symbol(f->model, model_symbol_name(f->members[member].model, v)) : v;
}

static type_id make_enum(struct family *f, size_t member, const struct type *t)
{
    ARRAY(value) values = {0};
    for (size_t i = 0; i < t->count - t->has_none; i++)
        array_push(f->mem, &values, fam_value(f, member, t->values[i]));
    type_id type = model_enum(f->model, values.at, values.count);
    array_free(f->mem, &values);
    return type;
}

type_id fam_type(struct family *f, size_t member, type_id type)
{
    type_id *known = &f->types_of[member][type];
    const struct type *t = model_type(f->members[member].model, type);
    if (*known != UINT32_MAX)
        return *known;
    if (t->kind == TYPE_BOOLEAN) {
        *known = model_boolean(f->model);
    } else {
        type_id base =
            t->kind == TYPE_INTEGER ? model_integer(f->model, t->low + t->has_none, t->high) : make_enum(f, member, t);
        *known = t->has_none ? model_optional(f->model, base) : base;
    }
    return *known;
}

// ---- What is needed -------------------------------------------------------------------------------------------------

static void need_parts(struct walk *exprs, const struct part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        walk_from(exprs, parts[i].expr);
}

static void need_behaviour(const struct model *m, struct walk *exprs)
{
    struct parts invariants = model_invariants(m);
    need_parts(exprs, invariants.at, invariants.count);
    for (size_t i = 0; i < model_action_count(m); i++)
        need_parts(exprs, model_action(m, i)->parts, model_action(m, i)->part_count);
    for (size_t i = 0; i < model_start_count(m); i++)
        need_parts(exprs, model_start(m, i)->parts, model_start(m, i)->part_count);
}

// Properties may also be asked for by their parts.
static void need_property(const struct model *m, size_t property, struct walk *formulas)
{
    struct placement placement;
    if (model_property(m, property)->formula == FORMULA_NONE)
        return;
    walk_from(formulas, model_property(m, property)->formula);
    const struct property *p = model_property(m, property);
    for (size_t k = 0; k < p->vacuity_count; k++)
        walk_from(formulas, p->vacuities[k].formula);
    for (size_t i = 0; i < model_instance_count(m, property); i++) {
        walk_from(formulas, model_instance(m, property, i, &placement));
        for (size_t k = 0; k < p->vacuity_count; k++)
            walk_from(formulas, model_instance_vacuities(m, property, i)[k]);
    }
}

static void need_formulas(const struct model *m, struct walk *formulas, struct walk *exprs)
{
    for (size_t i = 0; i < model_property_count(m); i++)
        need_property(m, i, formulas);
    for (formula g; walk_next(formulas, &g);)
        walk_from(exprs, model_formula(m, g)->atom);
}

// ---- Making it ------------------------------------------------------------------------------------------------------

static expr truth_symbol(struct family *f, bool truth)
{
    value symbol = model_symbol(f->model, truth ? "true" : "false");
    return model_const(f->model, model_enum(f->model, &symbol, 1), symbol);
}

static expr import_cell(struct family *f, size_t member, cell_id cell)
{
    const struct model *m = f->members[member].model;
    cell_id here = f->cells_of[member][cell];
    expr e = model_cell_expr(f->model, here);
    bool is_boolean = model_type(m, model_cell(m, cell)->type)->kind == TYPE_BOOLEAN;
    return f->cells.at[here].is_truth && is_boolean ? model_binary(f->model, OP_EQ, e, truth_symbol(f, true)) : e;
}

expr fam_cell_value(struct family *f, cell_id cell, expr e)
{
    if (!f->cells.at[cell].is_truth || model_expr_type(f->model, e)->kind != TYPE_BOOLEAN)
        return e;
    if (e == model_binary(f->model, OP_EQ, model_cell_expr(f->model, cell), truth_symbol(f, true)))
        return model_cell_expr(f->model, cell);
    return model_ite(f->model, e, truth_symbol(f, true), truth_symbol(f, false));
}

static expr import_node(struct family *f, size_t member, const struct expr_node *n, const expr *args)
{
    switch (n->op) {
    case OP_CONST:
        if (model_type(f->members[member].model, n->type)->kind == TYPE_WORD) {
            fam_refuse(f, cause_of(CAUSE_FAMILY_WORDS));
            return model_true(f->model);
        }
        return model_const(f->model, fam_type(f, member, n->type), fam_value(f, member, n->data));
    case OP_CELL:
        return import_cell(f, member, (cell_id)n->data);
    case OP_NEXT:
    case OP_LOCAL:
    case OP_EXTRACT:
    case OP_EXTEND:
    case OP_RETYPE:
    case OP_TO_WORD:
    case OP_CONCAT:
        fam_refuse(f, cause_of(CAUSE_FAMILY_WORDS));
        return model_true(f->model);
    default:
        return model_rebuild(f->model, n, args);
    }
}

static void import_exprs(struct family *f, size_t member)
{
    struct walk *w = &f->exprs_of[member];
    for (expr e = walk_visited(w, 0); e != EXPR_NONE && !f->is_refused; e = walk_visited(w, e + 1))
        walk_note(w, e, import_node(f, member, model_expr(w->model, e), walk_images(w, e)));
}

static formula import_formula(struct family *f, size_t member, formula g)
{
    struct walk *w = &f->formulas_of[member];
    const struct formula_node *n = model_formula(w->model, g);
    if (n->op == FORMULA_ATOM)
        return model_atom(f->model, fam_imported(f, member, n->atom));
    if (formula_op_has_regular(n->op)) {
        fam_refuse(f, cause_of(CAUSE_FAMILY_REGULAR));
        return model_atom(f->model, model_true(f->model));
    }
    return formula_rebuild(f->model, n, walk_images(w, g), REGULAR_NONE);
}

void fam_import(struct family *f, size_t member)
{
    struct walk *exprs = &f->exprs_of[member], *formulas = &f->formulas_of[member];
    need_behaviour(exprs->model, exprs);
    need_formulas(exprs->model, formulas, exprs);
    walk_to_end(exprs);
    import_exprs(f, member);
    for (formula g = walk_visited(formulas, 0); g != FORMULA_NONE && !f->is_refused; g = walk_visited(formulas, g + 1))
        walk_note(formulas, g, import_formula(f, member, g));
}

expr fam_imported(const struct family *f, size_t member, expr e)
{
    return walk_image(&f->exprs_of[member], e);
}

formula fam_imported_formula(const struct family *f, size_t member, formula g)
{
    return walk_image(&f->formulas_of[member], g);
}
