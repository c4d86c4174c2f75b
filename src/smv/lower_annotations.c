// SYMMETRY and HINT. Names of a symmetry are found as those of any expression are, by way of parameters too, and are
// handed on in full; whether the cycles are a permutation is for others to see.
#include <string.h>

#include "smv/meaning.h"
#include "smv/print.h"

static const struct smv_use in_symmetry = {"a SYMMETRY", false, true, false};
static const struct smv_use in_hint = {"a HINT", false, true, false};

// ---- Hints ----------------------------------------------------------------------------------------------------------

static void lower_hint(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    struct smv_frame f = {instance, &in_hint};
    size_t first = l->obligations.count, errors = l->diag->errors;
    struct smv_thing thing = smv_lower_condition(l, &f, d->expr);
    if (thing.sort == SMV_BAD)
        return;
    smv_oblige(l, d->expr->span, &thing);
    if (l->settled) { // else it is done for all at the end
        smv_check_obligations(l, first);
        if (l->diag->errors > errors)
            return;
    }
    struct str text = {0};
    smv_print(l->mem, &text, d->expr, SMV_PRINT_NUSMV);
    if (instance->name[0])
        str_add(l->mem, &text, " IN %s", instance->name);
    model_add_hint(l->model, &(struct hint){thing.value, str_text(&text)});
    str_free(l->mem, &text);
}

// ---- Symmetries -----------------------------------------------------------------------------------------------------

// An array is known by the name that those of its elements begin with.
static const char *name_of_elements(struct smv_meaning *l, const struct smv_thing *thing)
{
    size_t dimensions = 0;
    while (thing->sort == SMV_ELEMENTS && thing->elements->count) {
        thing = &thing->elements->at[0];
        dimensions++;
    }
    if (thing->sort != SMV_VALUE || !thing->is_variable)
        return NULL;
    const char *name = model_cell(l->model, (cell_id)model_expr(l->model, thing->value)->data)->name;
    size_t length = strlen(name);
    for (; dimensions && length; dimensions--)
        do
            length--;
        while (length && name[length] != '[');
    return arena_copy(&l->arena, name, length);
}

// The name of what a path stands for, if that can be moved; NULL after an error.
static const char *lower_place(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e,
                               const char **module)
{
    struct smv_thing thing = smv_path(l, f, e);
    const char *name = NULL;
    *module = NULL;
    if (thing.sort == SMV_BAD)
        return NULL;
    if (thing.sort == SMV_COMPONENT) {
        *module = thing.instance->body->module->symbol->text;
        name = thing.instance->name;
    } else if (thing.sort == SMV_ELEMENTS) {
        name = name_of_elements(l, &thing);
    } else if (thing.is_variable) {
        name = model_cell(l->model, (cell_id)model_expr(l->model, thing.value)->data)->name;
    }
    if (!name || !name[0]) {
        smv_error(l, e->span, "this is neither a variable, nor an array of variables, nor an instance in main");
        return NULL;
    }
    return name;
}

static bool lower_value_item(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e,
                             struct annotated_item *item)
{
    if (e->op != SMV_EQ) {
        const struct symbol *symbol = smv_path_symbol(l, e);
        item->name = symbol ? symbol->text : NULL;
        if (!symbol)
            smv_error(l, e->span, "this is no value of an enumeration");
        return symbol;
    }
    struct smv_thing constant = smv_lower(l, f, e->args[1]);
    item->name = lower_place(l, f, e->args[0], &item->kind);
    item->has_number = constant.sort == SMV_VALUE && model_is_const(l->model, constant.value, &item->number);
    if (item->has_number)
        item->type = model_expr(l->model, constant.value)->type;
    return item->name && item->has_number;
}

static bool lower_cycle(struct smv_meaning *l, const struct smv_frame *f, const struct smv_cycle *from,
                        struct annotated_cycle *to)
{
    struct annotated_item *items = arena_alloc(&l->arena, (from->count + 1) * sizeof *items);
    bool good = true;
    for (uint32_t i = 0; i < from->count; i++) {
        items[i].place = span_range(l->source, from->items[i]->span);
        if (from->of_values)
            good &= lower_value_item(l, f, from->items[i], &items[i]);
        else
            good &= (items[i].name = lower_place(l, f, from->items[i], &items[i].kind)) != NULL;
    }
    *to = (struct annotated_cycle){from->of_values, span_range(l->source, from->span), items, from->count};
    return good;
}

static void lower_symmetry(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    struct smv_frame f = {instance, &in_symmetry};
    size_t count = 0;
    bool good = true;
    for (const struct smv_cycle *cycle = d->cycles; cycle; cycle = cycle->next)
        count++;
    struct annotated_cycle *cycles = arena_alloc(&l->arena, (count + 1) * sizeof *cycles);
    count = 0;
    for (const struct smv_cycle *cycle = d->cycles; cycle; cycle = cycle->next)
        good &= lower_cycle(l, &f, cycle, &cycles[count++]);
    if (good)
        model_annotate_symmetry(l->model,
                                &(struct symmetry_annotation){NULL, span_range(l->source, d->span), cycles, count});
}

void smv_lower_annotations(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    if (d->kind == SMV_HINT)
        lower_hint(l, instance, d);
    else
        lower_symmetry(l, instance, d);
}
