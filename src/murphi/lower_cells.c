// The cells of a model: their names and types, and how slots become cells and cells slots. A truth value that may be
// undefined is an enumeration as a cell, and a truth value all the same in the store.
#include "murphi/lowering.h"

#include <assert.h>
#include <string.h>

#include "murphi/print.h"

// ---- All scalars of the state, in order -----------------------------------------------------------------------------

typedef void visit_scalar(struct lowering *, const struct murphi_type *, uint32_t slot, const struct str *name);

struct walk {
    visit_scalar *visit;
    uint32_t slot;
    struct str name;
};

static void walk_type(struct lowering *l, struct walk *walk, const struct murphi_type *type);

static void cut(struct str *name, size_t count)
{
    name->count = count;
    name->at[count] = 0;
}

static void walk_multiset(struct lowering *l, struct walk *walk, const struct murphi_type *type)
{
    size_t count = walk->name.count;
    struct str present = {0};
    for (int64_t i = type->low; i <= type->high && !l->x.failed; i++) {
        str_add(l->mem, &walk->name, "[%zu]", (size_t)(i - type->low + 1));
        str_add(l->mem, &present, "present(%s)", walk->name.at);
        walk->visit(l, l->tree->boolean, walk->slot++, &present);
        walk_type(l, walk, type->element);
        cut(&walk->name, count);
        str_clear(&present);
    }
    str_free(l->mem, &present);
}

static void walk_array(struct lowering *l, struct walk *walk, const struct murphi_type *type)
{
    size_t count = walk->name.count;
    for (uint64_t i = 0; i < murphi_size(type->index) && !l->x.failed; i++) {
        str_add(l->mem, &walk->name, "[");
        murphi_print_value(l->mem, &walk->name, type->index, murphi_value_at(type->index, i));
        str_add(l->mem, &walk->name, "]");
        walk_type(l, walk, type->element);
        cut(&walk->name, count);
    }
}

static void walk_record(struct lowering *l, struct walk *walk, const struct murphi_type *type)
{
    size_t count = walk->name.count;
    for (uint32_t i = 0; i < type->field_count && !l->x.failed; i++) {
        str_add(l->mem, &walk->name, ".%s", type->fields[i].symbol->text);
        walk_type(l, walk, type->fields[i].type);
        cut(&walk->name, count);
    }
}

static void walk_type(struct lowering *l, struct walk *walk, const struct murphi_type *type)
{
    switch (type->kind) {
    case MURPHI_MULTISET:
        walk_multiset(l, walk, type);
        break;
    case MURPHI_ARRAY:
        walk_array(l, walk, type);
        break;
    case MURPHI_RECORD:
        walk_record(l, walk, type);
        break;
    default:
        if (mu_goes_on(&l->x))
            walk->visit(l, type, walk->slot++, &walk->name);
    }
}

static void each_scalar(struct lowering *l, visit_scalar visit)
{
    struct walk walk = {.visit = visit};
    for (size_t i = 0; i < l->tree->vars.count; i++) {
        const struct murphi_decl *var = l->tree->vars.at[i];
        str_clear(&walk.name);
        str_add(l->mem, &walk.name, "%s", var->symbol->text);
        walk_type(l, &walk, var->type);
    }
    str_free(l->mem, &walk.name);
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

static void note_type(struct lowering *l, const struct murphi_type *type, uint32_t slot, const struct str *name)
{
    (void)name;
    l->slot_types[slot] = type;
    l->always[slot] = true;
}

static void note_optional(struct lowering *l, const struct murphi_type *type, uint32_t slot, const struct str *name)
{
    (void)type;
    for (size_t i = 0; i < l->x.options.optional_count; i++)
        if (strcmp(l->x.options.optional[i], name->at) == 0)
            l->always[slot] = false;
}

void mu_cells_let_be_undefined(struct lowering *l)
{
    if (l->x.options.optional_count)
        each_scalar(l, note_optional);
    mu_cells_share_always(l);
}

void mu_cells_open(struct lowering *l)
{
    l->slot_types = mem_zalloc(l->mem, l->x.state_slots * sizeof *l->slot_types);
    l->always = mem_zalloc(l->mem, l->x.state_slots * sizeof *l->always);
    l->initial = mem_zalloc(l->mem, l->x.state_slots * sizeof *l->initial);
    l->kin = mem_zalloc(l->mem, l->x.state_slots * sizeof *l->kin);
    each_scalar(l, note_type);
}

void mu_cells_close(struct lowering *l)
{
    mem_free(l->mem, l->slot_types, l->x.state_slots * sizeof *l->slot_types);
    mem_free(l->mem, l->always, l->x.state_slots * sizeof *l->always);
    mem_free(l->mem, l->initial, l->x.state_slots * sizeof *l->initial);
    mem_free(l->mem, l->kin, l->x.state_slots * sizeof *l->kin);
}

static bool is_truth(const struct murphi_type *type)
{
    return type->base->kind == MURPHI_BOOLEAN;
}

static expr symbol_constant(struct model *m, const char *name)
{
    value symbol = model_symbol(m, name);
    return model_const(m, model_enum(m, &symbol, 1), symbol);
}

static expr undefined_constant(struct model *m, cell_id cell)
{
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    return type->kind == TYPE_INTEGER ? model_int(m, type->none) : symbol_constant(m, "undefined");
}

static void add_cell(struct lowering *l, const struct murphi_type *type, uint32_t slot, const struct str *name)
{
    struct model *m = l->x.model;
    cell_id cell = model_add_cell(m, name->at, mu_cell_type(&l->x, type, !l->always[slot]), CELL_STATE);
    expr v = model_cell_expr(m, cell), defined = model_true(m);
    if (!l->always[slot]) {
        defined = model_not(m, model_binary(m, OP_EQ, v, undefined_constant(m, cell)));
        v = is_truth(type) ? model_binary(m, OP_EQ, v, symbol_constant(m, "true")) : v;
    }
    l->initial[slot] = (struct scalar){v, defined};
}

void mu_cells_add(struct lowering *l)
{
    each_scalar(l, add_cell);
}

expr mu_cell_value(struct lowering *l, uint32_t slot)
{
    struct model *m = l->x.model;
    struct scalar s = l->x.slots.at[slot];
    if (l->always[slot]) {
        bool was_seen_to = l->is_final && (!l->may_restart || l->x.is_recording);
        if (mu_is_true(&l->x, s.defined) || was_seen_to)
            return s.value;
        l->always[slot] = l->is_settled = false;
        return model_cell_expr(m, slot);
    }
    if (s.value == l->initial[slot].value && s.defined == l->initial[slot].defined)
        return model_cell_expr(m, slot);
    expr none = undefined_constant(m, slot);
    if (mu_is_false(&l->x, s.defined))
        return none;
    if (is_truth(l->slot_types[slot]))
        s.value = model_ite(m, s.value, symbol_constant(m, "true"), symbol_constant(m, "false"));
    return mu_is_true(&l->x, s.defined) ? s.value : model_ite(m, s.defined, s.value, none);
}

// ---- The store ------------------------------------------------------------------------------------------------------

void mu_store_undefined(struct lowering *l)
{
    l->x.slots.count = 0;
    for (size_t i = 0; i < l->tree->vars.count; i++)
        mu_slots_new(&l->x, l->tree->vars.at[i]->type);
}

void mu_store_cells(struct lowering *l)
{
    for (uint32_t i = 0; i < l->x.state_slots; i++)
        l->x.slots.at[i] = l->initial[i];
}
