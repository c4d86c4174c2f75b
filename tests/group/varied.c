#include "varied.h"

// ---- Models ---------------------------------------------------------------------------------------------------------

struct maker {
    struct model *model;
    struct dice *dice;
    uint32_t family;
    type_id types[16];
    int type_count;
    struct site sites[8];
    size_t site_count;
};

static void add_classes(struct maker *k)
{
    int count = 1 + dice_roll(k->dice, 3), serial = 0;
    for (int c = 0; c < count; c++) {
        value ids[5];
        size_t size = 1 + (size_t)dice_roll(k->dice, count == 1 ? 5 : count == 2 ? 4 : 3);
        for (size_t i = 0; i < size; i++) {
            char name[16];
            snprintf(name, sizeof name, "id%d", serial++);
            ids[i] = model_symbol(k->model, name);
        }
        bool is_ring = dice_roll(k->dice, 4) == 0;
        const char *obstacle = dice_roll(k->dice, 8) == 0 ? "no reason" : NULL;
        model_add_class(k->model, &(struct component_class){"class", size, is_ring, ids, obstacle, false});
    }
}

// Ids of one or more classes, perhaps with other symbols, in any order, and perhaps none at all.
static type_id id_type(struct maker *k)
{
    value values[32];
    size_t count = 0;
    while (count == 0) {
        if (dice_roll(k->dice, 3) == 0)
            values[count++] = model_symbol(k->model, "other");
        for (size_t c = 0; c < model_class_count(k->model); c++)
            for (size_t i = 0, size = dice_coin(k->dice) ? model_class(k->model, c)->size : 0; i < size; i++)
                values[count++] = model_class(k->model, c)->ids[i];
    }
    for (size_t i = count; i-- > 1 && dice_roll(k->dice, 3) == 0;) {
        size_t j = (size_t)dice_roll(k->dice, (int)i + 1);
        value held = values[i];
        values[i] = values[j];
        values[j] = held;
    }
    type_id type = model_enum(k->model, values, count);
    return dice_coin(k->dice) ? model_optional(k->model, type) : type;
}

static void add_types(struct maker *k)
{
    k->types[k->type_count++] = model_boolean(k->model);
    k->types[k->type_count++] = model_integer(k->model, 0, 2);
    k->types[k->type_count++] = model_optional(k->model, model_integer(k->model, -1, 1));
    for (int i = 0; i < 3; i++)
        k->types[k->type_count++] = id_type(k);
}

static type_id some_type(struct maker *k, bool plain)
{
    return k->types[dice_roll(k->dice, plain ? 3 : k->type_count)];
}

static type_id optional_type(struct maker *k)
{
    type_id type = some_type(k, false);
    const struct type *t = model_type(k->model, type);
    return t->kind == TYPE_BOOLEAN || t->has_none ? k->types[2] : model_optional(k->model, type);
}

static uint32_t new_families(struct maker *k, uint32_t count)
{
    k->family += count;
    return k->family - count;
}

static void add_cell(struct maker *k, type_id type, uint32_t family)
{
    char name[16];
    snprintf(name, sizeof name, "c%zu", model_cell_count(k->model));
    cell_id cell = model_add_cell(k->model, name, type, CELL_STATE);
    model_place_cell(k->model, cell, &(struct placement){family, k->sites, k->site_count});
}

// Cells for all choices of elements of some classes, beside the sites that there are already.
static void add_array(struct maker *k, const uint32_t *classes, size_t count, type_id type, uint32_t family)
{
    if (count == 0) {
        add_cell(k, type, family);
        return;
    }
    for (uint32_t e = 0; e < model_class(k->model, classes[0])->size; e++) {
        k->sites[k->site_count++] = (struct site){classes[0], e};
        add_array(k, classes + 1, count - 1, type, family);
        k->site_count--;
    }
}

static uint32_t some_class(struct maker *k)
{
    return (uint32_t)dice_roll(k->dice, (int)model_class_count(k->model));
}

// A pool whose elements have a scalar or two, perhaps one for each of some components, perhaps a pool.
struct pool_shape {
    uint32_t places, inner_class, inner_places;
    type_id scalar, second, inner;
    bool has_second, has_inner_array, has_inner_pool;
    uint32_t families; // the first of those of its cells
};

static void add_pool(struct maker *k, const struct pool_shape *shape)
{
    struct pool pool = {.first = (cell_id)model_cell_count(k->model), .places = shape->places};
    uint32_t family = shape->families;
    for (uint32_t place = 0; place < shape->places; place++) {
        add_cell(k, model_boolean(k->model), family++);
        add_cell(k, shape->scalar, family++);
        if (shape->has_second)
            add_cell(k, shape->second, family++);
        if (shape->has_inner_array)
            add_array(k, &shape->inner_class, 1, shape->inner, family++);
        if (shape->has_inner_pool) {
            struct pool inner = {(cell_id)model_cell_count(k->model), 2, shape->inner_places};
            for (uint32_t i = 0; i < shape->inner_places; i++) {
                add_cell(k, model_boolean(k->model), family++);
                add_cell(k, shape->inner, family++);
            }
            model_add_pool(k->model, inner);
        }
    }
    pool.width = ((uint32_t)model_cell_count(k->model) - pool.first) / shape->places;
    model_add_pool(k->model, pool);
}

static void add_pools(struct maker *k)
{
    struct pool_shape shape = {.places = 1 + (uint32_t)dice_roll(k->dice, 3), .inner_class = some_class(k)};
    shape.inner_places = 1 + (uint32_t)dice_roll(k->dice, 2);
    shape.scalar = optional_type(k);
    shape.second = optional_type(k);
    shape.inner = optional_type(k);
    shape.has_second = dice_coin(k->dice);
    shape.has_inner_array = dice_roll(k->dice, 4) == 0;
    shape.has_inner_pool = dice_roll(k->dice, 4) == 0;
    shape.families = new_families(k, 100);
    if (dice_coin(k->dice)) {
        add_pool(k, &shape);
        return;
    }
    uint32_t owner = some_class(k);
    for (uint32_t e = 0; e < model_class(k->model, owner)->size; e++) {
        k->sites[k->site_count++] = (struct site){owner, e};
        add_pool(k, &shape);
        k->site_count--;
    }
}

void varied_make(struct model *m, struct dice *dice)
{
    struct maker k = {.model = m, .dice = dice};
    add_classes(&k);
    add_types(&k);
    bool plain = dice_roll(dice, 4) == 0;
    int arrays = 1 + dice_roll(dice, 5);
    if (dice_roll(dice, 6) == 0)
        model_add_cell(m, "alone", some_type(&k, true), CELL_STATE);
    for (int i = 0; i < arrays; i++) {
        uint32_t classes[3];
        size_t count = (size_t)dice_roll(dice, 8);
        count = count == 0 ? 0 : count < 5 ? 1 : count < 7 ? 2 : 3;
        if (plain && count > 1)
            count = 1;
        for (size_t j = 0; j < count; j++)
            classes[j] = some_class(&k);
        add_array(&k, classes, count, some_type(&k, plain && count), new_families(&k, 1));
    }
    if (!plain && dice_roll(dice, 3) == 0)
        add_pools(&k);
}

void varied_restrict(struct symmetry *s, struct dice *dice)
{
    for (uint32_t c = 0; c < s->class_count; c++) {
        if (dice_roll(dice, 3))
            continue;
        uint32_t first = s->first[c], end = s->first[c + 1];
        if (s->rotates[c]) {
            s->rotates[c] = false;
            for (uint32_t e = first; e < end; e++)
                s->block[e] = e;
            continue;
        }
        // some elements become a block of their own
        uint32_t least = UINT32_MAX, other = UINT32_MAX;
        for (uint32_t e = first; e < end; e++) {
            if (s->block[e] != first)
                continue;
            uint32_t *block = dice_coin(dice) ? &least : &other;
            *block = *block == UINT32_MAX ? e : *block;
            s->block[e] = *block;
        }
    }
}

// ---- States ---------------------------------------------------------------------------------------------------------

static void empty_places(const struct model *m, value *state)
{
    for (size_t i = model_pool_count(m); i-- > 0;) {
        struct pool pool = model_pool(m, i);
        for (uint32_t place = 0; place < pool.places; place++) {
            value *at = state + pool.first + place * pool.width;
            for (uint32_t j = 1; j < pool.width && !at[0]; j++) {
                const struct type *type = model_type(m, model_cell(m, (cell_id)(at + j - state))->type);
                at[j] = type->has_none ? type->none : 0;
            }
        }
    }
}

void varied_state(const struct symmetry *s, struct dice *dice, value *state)
{
    const struct model *m = s->model;
    size_t cells = model_cell_count(m);
    value *rolled = malloc((cells + 1) * sizeof *rolled);
    uint32_t *identity = malloc((s->element_count + 1) * sizeof *identity);
    int variety = 1 + dice_roll(dice, 4);
    for (cell_id c = 0; c < cells; c++) {
        const struct type *type = model_type(m, model_cell(m, c)->type);
        uint64_t size = type_size(type);
        bool usual = dice_roll(dice, 4) >= variety;
        rolled[c] = type_value(type, usual ? size - 1 : (uint64_t)dice_roll(dice, (int)size));
    }
    empty_places(m, rolled);
    permutation_identity(s, identity);
    symmetry_apply(s, identity, rolled, state);
    free(identity);
    free(rolled);
}

// ---- Permutations ---------------------------------------------------------------------------------------------------

struct enumeration {
    const struct symmetry *symmetry;
    uint32_t permutation[64];
    bool is_taken[64];
    varied_visit visit;
    void *context;
};

static void choose_image(struct enumeration *x, uint32_t element)
{
    const struct symmetry *s = x->symmetry;
    if (element == s->element_count) {
        if (symmetry_contains(s, x->permutation))
            x->visit(x->context, x->permutation);
        return;
    }
    for (uint32_t to = 0; to < s->element_count; to++) {
        if (x->is_taken[to] || s->block[to] != s->block[element])
            continue;
        x->is_taken[to] = true;
        x->permutation[element] = to;
        choose_image(x, element + 1);
        x->is_taken[to] = false;
    }
}

void varied_each_permutation(const struct symmetry *s, varied_visit visit, void *context)
{
    struct enumeration x = {.symmetry = s, .visit = visit, .context = context};
    choose_image(&x, 0);
}
