// Which elements are there: the variables for it, and what they mean while a tree is lowered.
#include "murphi/presence.h"

#include <string.h>

#include "base/str.h"
#include "murphi/execute.h"

// ---- Which trees ----------------------------------------------------------------------------------------------------

const struct murphi_type *murphi_presence_class(const struct murphi_tree *tree, const char *name)
{
    for (const struct murphi_item *item = tree->items; item; item = item->next)
        if (item->kind == MURPHI_ITEM_DECL && item->decl->kind == MURPHI_TYPE &&
            strcmp(item->decl->symbol->text, name) == 0)
            return item->decl->type;
    return NULL;
}

// A rule may have a type of its own with the name of another one.
static bool is_plain_class(const struct murphi_tree *tree, const struct murphi_type *class)
{
    for (size_t i = 0; i < tree->types.count; i++)
        if (tree->types.at[i] != class && tree->types.at[i]->base == class)
            return false;
    return class->name && class->literals == 0 && murphi_presence_class(tree, class->name->text) == class;
}

// What asks for each element that it be fair, or names elements, does not range over those that are there.
static bool is_plain_rule(const struct murphi_rule *rule)
{
    return rule->kind != MURPHI_JUSTICE && rule->kind != MURPHI_COMPASSION && rule->kind != MURPHI_HINT &&
           rule->kind != MURPHI_ASSUME && rule->fairness == MURPHI_UNFAIR;
}

bool murphi_has_presence(const struct murphi_tree *tree, const char *constant, bool to_be_counted,
                         struct size_classes *classes, struct size_refusal *refusal)
{
    if (!(to_be_counted ? murphi_sized_classes : murphi_sized_components)(tree, constant, classes, refusal))
        return false;
    bool good = !tree->symmetries && !tree->names_elements && !classes->shrinking.cause.code;
    for (size_t i = 0; i < classes->count; i++)
        good &= is_plain_class(tree, classes->at[i]);
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        good &= is_plain_rule(rule);
    return good;
}

bool murphi_has_presence_by_size(const struct murphi_tree *tree, const char *constant, struct size_refusal *refusal)
{
    bool good = murphi_sized_numbers(tree, constant, refusal) && !tree->symmetries && !tree->names_elements;
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        good &= is_plain_rule(rule);
    return good;
}

// ---- The variables --------------------------------------------------------------------------------------------------

static const struct symbol *name_of(struct murphi_tree *tree, const char *class)
{
    struct mem *mem = tree->arena.mem;
    struct str text = {0};
    str_add(mem, &text, MURPHI_PRESENCE_THERE " %s", class);
    const struct symbol *symbol = murphi_symbol(tree, text.at, text.count);
    str_free(mem, &text);
    return symbol;
}

static struct murphi_type_expr *type_by_name(struct murphi_tree *tree, const char *name)
{
    struct murphi_type_expr *t = arena_alloc(&tree->arena, sizeof *t);
    *t = (struct murphi_type_expr){.form = MURPHI_BY_NAME, .symbol = murphi_symbol(tree, name, strlen(name))};
    return t;
}

static struct murphi_expr *number(struct murphi_tree *tree, int64_t n)
{
    struct murphi_expr *e = arena_alloc(&tree->arena, sizeof *e);
    *e = (struct murphi_expr){.op = MURPHI_NUMBER, .depth = 1, .value = n};
    return e;
}

// It comes last, behind the types.
static void declare(struct murphi_tree *tree, const struct symbol *symbol, struct murphi_type_expr *written)
{
    struct murphi_item **end = &tree->items, *item = arena_alloc(&tree->arena, sizeof *item);
    struct murphi_decl *decl = murphi_decl(tree, MURPHI_VAR, symbol, (struct span){0});
    decl->written = written;
    *item = (struct murphi_item){.kind = MURPHI_ITEM_DECL, .decl = decl};
    while (*end)
        end = &(*end)->next;
    *end = item;
}

static void declare_least(struct murphi_tree *tree, size_t size_count)
{
    struct murphi_type_expr *index = arena_alloc(&tree->arena, sizeof *index),
                            *t = arena_alloc(&tree->arena, sizeof *t);
    *index = (struct murphi_type_expr){
        .form = MURPHI_BY_RANGE, .low = number(tree, 1), .high = number(tree, (int64_t)size_count - 1)};
    *t = (struct murphi_type_expr){.form = MURPHI_BY_ARRAY, .index = index, .element = type_by_name(tree, "boolean")};
    declare(tree, murphi_symbol(tree, MURPHI_PRESENCE_LEAST, strlen(MURPHI_PRESENCE_LEAST)), t);
}

void murphi_declare_presence(struct murphi_tree *tree, const struct murphi_presence *presence)
{
    struct murphi_type_expr *size = arena_alloc(&tree->arena, sizeof *size);
    for (size_t i = 0; i < presence->class_count; i++) {
        struct murphi_type_expr *t = arena_alloc(&tree->arena, sizeof *t);
        *t = (struct murphi_type_expr){.form = MURPHI_BY_ARRAY,
                                       .index = type_by_name(tree, presence->classes[i]),
                                       .element = type_by_name(tree, "boolean")};
        declare(tree, name_of(tree, presence->classes[i]), t);
    }
    *size = (struct murphi_type_expr){
        .form = MURPHI_BY_RANGE, .low = number(tree, 0), .high = number(tree, (int64_t)presence->size_count - 1)};
    if (presence->is_counted)
        declare(tree, murphi_symbol(tree, MURPHI_PRESENCE_SIZE, strlen(MURPHI_PRESENCE_SIZE)), size);
    if (presence->trees)
        declare_least(tree, presence->size_count);
}

// ---- Lowering -------------------------------------------------------------------------------------------------------

static const struct murphi_decl *variable_of(const struct executor *x, size_t class)
{
    const struct murphi_presence *presence = x->options.presence;
    return x->tree->vars.at[x->tree->vars.count - presence->is_counted - presence->class_count + class];
}

static const struct murphi_decl *size_variable(const struct executor *x)
{
    return x->tree->vars.at[x->tree->vars.count - 1];
}

static uint32_t slot_of(const struct executor *x, const struct murphi_decl *variable)
{
    return x->bindings[variable->id].place.slot;
}

static bool has_elements(const struct murphi_type *type, const struct murphi_type *class)
{
    bool result = type->base == class;
    for (uint32_t i = 0; i < type->part_count; i++)
        result |= type->parts[i]->base == class;
    return result;
}

// Ranges that are used like scalarsets may have the same numbers.
expr mu_is_there(struct executor *x, const struct murphi_type *type, int64_t v)
{
    if (x->growth)
        return mu_growth_is_there(x, type, v);
    for (size_t i = 0; x->options.presence && i < x->options.presence->class_count; i++) {
        const struct murphi_decl *variable = variable_of(x, i);
        const struct murphi_type *class = variable->type->index;
        if (has_elements(type, class) && murphi_position(class, v) >= 0)
            return x->slots.at[slot_of(x, variable) + (uint32_t)murphi_position(class, v)].value;
    }
    return model_true(x->model);
}

void mu_set_present(struct executor *x, size_t size)
{
    struct model *m = x->model;
    const struct murphi_presence *presence = x->options.presence;
    if (x->growth)
        mu_growth_set(x, size);
    for (size_t i = 0; i < presence->class_count; i++) {
        const struct murphi_decl *variable = variable_of(x, i);
        for (uint64_t k = 0; k < murphi_size(variable->type->index); k++) {
            bool is_there = k < presence->sizes[size * presence->class_count + i];
            x->slots.at[slot_of(x, variable) + k] =
                (struct scalar){is_there ? model_true(m) : model_false(m), model_true(m)};
        }
    }
    if (presence->is_counted)
        x->slots.at[slot_of(x, size_variable(x))] = (struct scalar){model_int(m, (value)size), model_true(m)};
}

// Visits all variables that belong to elements of the classes, with the condition that these are there.
typedef void visit_slot(struct executor *, const struct murphi_type *, uint32_t slot, expr there, const void *context);

// Gives the slot behind the type.
static uint32_t each_slot(struct executor *x, const struct murphi_type *type, uint32_t slot, expr there,
                          visit_slot *visit, const void *context)
{
    switch (type->kind) {
    case MURPHI_MULTISET:
        return slot + x->widths[type->id];
    case MURPHI_ARRAY:
        for (uint64_t i = 0; i < murphi_size(type->index); i++) {
            expr here = mu_is_there(x, type->index, murphi_value_at(type->index, i));
            slot = each_slot(x, type->element, slot, model_and(x->model, there, here), visit, context);
        }
        return slot;
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            slot = each_slot(x, type->fields[i].type, slot, there, visit, context);
        return slot;
    default:
        if (!mu_is_true(x, there))
            visit(x, type, slot, there, context);
        return slot + 1;
    }
}

static void each_variable(struct executor *x, visit_slot *visit, const void *context)
{
    for (size_t i = 0; x->options.presence && i < x->tree->vars.count; i++) {
        const struct murphi_decl *var = x->tree->vars.at[i];
        each_slot(x, var->type, slot_of(x, var), model_true(x->model), visit, context);
    }
}

// Presence is constant in a start state.
static void rest(struct executor *x, const struct murphi_type *type, uint32_t slot, expr there, const void *context)
{
    (void)context;
    struct scalar first = {mu_constant(x, type, murphi_value_at(type, 0)), model_true(x->model)};
    if (mu_is_false(x, there)) // until the start is undone: the next size has more
        mu_slot_write(x, slot, type->has_symmetry ? mu_undefined(x, type) : first);
}

void mu_let_absent_rest(struct executor *x)
{
    each_variable(x, rest, NULL);
}

static void keep(struct executor *x, const struct murphi_type *type, uint32_t slot, expr there, const void *before)
{
    struct scalar old = ((const struct scalar *)before)[slot], s = x->slots.at[slot];
    (void)type;
    if (s.value != old.value || s.defined != old.defined)
        mu_slot_write(x, slot, mu_merge(x, there, s, old));
}

void mu_keep_absent(struct executor *x, const struct scalar *before)
{
    each_variable(x, keep, before);
}
