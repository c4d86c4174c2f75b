// Hints, symmetries that are stated, and values that somebody asks for.
#include <inttypes.h>
#include <string.h>

#include "murphi/lowering.h"
#include "murphi/print.h"

// ---- Hints ----------------------------------------------------------------------------------------------------------

// Where a hint cannot be evaluated, it does not hold; which says nothing of the model.
static void lower_hint_instance(struct lowering *l, void *context)
{
    struct executor *x = &l->x;
    expr *condition = context, v = x->stopped ? model_false(x->model) : mu_value(x, l->rule->guard);
    *condition = model_and(x->model, v, model_not(x->model, x->any_error));
}

void mu_lower_hint(struct lowering *l, const struct murphi_rule *rule)
{
    expr condition = model_false(l->x.model);
    struct str text = {0};
    mu_each_instance(l, rule, lower_hint_instance, &condition);
    if (l->x.failed)
        return;
    murphi_print(l->mem, &text, rule->guard);
    model_add_hint(l->x.model, &(struct hint){condition, str_text(&text)});
    str_free(l->mem, &text);
}

// ---- Values ---------------------------------------------------------------------------------------------------------

struct shown {
    expr is_defined, value;
};

static void lower_shown_instance(struct lowering *l, void *context)
{
    struct executor *x = &l->x;
    struct shown *shown = context;
    shown->value = x->stopped ? model_false(x->model) : mu_value(x, l->rule->guard);
    shown->is_defined = model_not(x->model, x->any_error);
}

void mu_lower_shown(struct lowering *l, const struct murphi_rule *rule)
{
    struct shown shown = {model_false(l->x.model), model_false(l->x.model)};
    struct str text = {0};
    mu_each_instance(l, rule, lower_shown_instance, &shown);
    if (l->x.failed)
        return;
    murphi_print(l->mem, &text, rule->guard);
    model_add_definition(l->x.model, "is defined", shown.is_defined);
    model_add_definition(l->x.model, str_text(&text), shown.value);
    str_free(l->mem, &text);
}

// ---- Symmetries -----------------------------------------------------------------------------------------------------

static const struct murphi_decl *find_constant(const struct murphi_tree *tree, const char *name, size_t length)
{
    for (const struct murphi_item *item = tree->items; item; item = item->next)
        if (item->kind == MURPHI_ITEM_DECL && item->decl->kind == MURPHI_CONST && item->decl->is_constant &&
            item->decl->type->base->kind == MURPHI_INTEGER && item->decl->symbol->length == length &&
            memcmp(item->decl->symbol->text, name, length) == 0)
            return item->decl;
    return NULL;
}

// An index that is the name of a constant becomes its number.
static const char *full_name(struct lowering *l, const char *name)
{
    struct str text = {0};
    while (*name) {
        size_t plain = strcspn(name, "["), index = 0;
        str_add_bytes(l->mem, &text, name, plain);
        name += plain;
        if (!*name)
            break;
        index = strcspn(name + 1, "]");
        const struct murphi_decl *constant = find_constant(l->tree, name + 1, index);
        if (constant)
            str_add(l->mem, &text, "[%" PRId64, constant->value);
        else
            str_add_bytes(l->mem, &text, name, index + 1);
        name += index + 1;
    }
    const char *result = arena_copy(&l->arena, str_text(&text), text.count);
    str_free(l->mem, &text);
    return result;
}

static type_id number_type(struct model *m, value number)
{
    return model_expr(m, model_int(m, number))->type;
}

static struct annotated_cycle lower_cycle(struct lowering *l, const struct murphi_cycle *cycle)
{
    struct annotated_item *items = arena_alloc(&l->arena, (cycle->count + 1) * sizeof *items);
    for (uint32_t i = 0; i < cycle->count; i++) {
        const struct murphi_cycle_item *item = &cycle->items[i];
        items[i] = (struct annotated_item){.name = full_name(l, item->name),
                                           .has_number = item->has_number,
                                           .number = item->number,
                                           .type = number_type(l->x.model, item->number),
                                           .place = murphi_range(l->tree, item->span)};
    }
    return (struct annotated_cycle){cycle->of_values, murphi_range(l->tree, cycle->span), items, cycle->count};
}

void mu_lower_symmetries(struct lowering *l)
{
    for (const struct murphi_symmetry *symmetry = l->tree->symmetries; symmetry; symmetry = symmetry->next) {
        size_t count = 0;
        for (const struct murphi_cycle *cycle = symmetry->cycles; cycle; cycle = cycle->next)
            count++;
        struct annotated_cycle *cycles = arena_alloc(&l->arena, (count + 1) * sizeof *cycles);
        count = 0;
        for (const struct murphi_cycle *cycle = symmetry->cycles; cycle; cycle = cycle->next)
            cycles[count++] = lower_cycle(l, cycle);
        model_annotate_symmetry(l->x.model,
                                &(struct symmetry_annotation){
                                    .place = murphi_range(l->tree, symmetry->span), .cycles = cycles, .count = count});
    }
}
