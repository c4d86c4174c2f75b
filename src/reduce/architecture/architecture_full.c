// The symmetrised model with all images of its actions, as an ordinary model.
#include "reduce/architecture/architecture_parts.h"

#define MOST_ACTIONS 20000

struct making {
    struct architecture *a;
    struct model *templates, *full; // where templates are, and what is made
};

// An expression with the first components taken to those of a tuple, in the full model. Images are made in the
// symmetrised model of the reduction, which is the full one for that time.
static expr image(struct making *g, const struct model *of, expr e)
{
    struct architecture *a = g->a;
    a->to = g->full;
    expr result = architecture_image(a, of, e);
    a->to = g->templates;
    return result;
}

static void turn_permutation(struct architecture *a)
{
    uint32_t *held = a->permutation;
    a->permutation = a->inverse;
    a->inverse = held;
}

static void add_action(struct making *g, const struct template *t, const uint32_t *tuple)
{
    struct architecture *a = g->a;
    struct site sites[ARCHITECTURE_MOST_NAMED];
    size_t action = model_add_action(g->full, t->name), cells = model_cell_count(g->full);
    bool *is_chosen = mem_zalloc(a->mem, cells + 1);
    architecture_steer(a, tuple, t->named);
    turn_permutation(a);
    model_add_to_action(g->full, action,
                        (struct part){PART_CONDITION, CELL_NONE, image(g, g->templates, t->condition)});
    for (size_t i = 0; i < t->choice_count; i++) {
        cell_id cell = symmetry_cell(a->symmetry, a->permutation, t->choices[i].cell);
        expr e = image(g, g->templates, t->choices[i].expr);
        model_add_to_action(g->full, action, (struct part){PART_CHOICE, cell, e});
        is_chosen[cell] = true;
    }
    turn_permutation(a);
    architecture_unsteer(a, tuple, t->named);
    for (cell_id cell = 0; cell < cells; cell++)
        if (!is_chosen[cell])
            model_keep_in_action(g->full, action, cell);
    mem_free(a->mem, is_chosen, cells + 1);
    for (uint32_t i = 0; i < t->named; i++)
        sites[i] = (struct site){0, tuple[i]};
    model_place_action(g->full, action, &(struct placement){t->number, sites, t->named});
}

// All tuples of different components.
static void add_images(struct making *g, const struct template *t)
{
    uint64_t count = 1, size = g->a->size;
    for (uint32_t i = 0; i < t->named; i++)
        count *= size;
    for (uint64_t number = 0; number < count; number++) {
        uint32_t tuple[ARCHITECTURE_MOST_NAMED] = {0};
        uint64_t digits = number;
        bool differ = true;
        for (uint32_t i = 0; i < t->named && i < ARCHITECTURE_MOST_NAMED; i++) {
            tuple[i] = (uint32_t)(digits % size);
            digits /= size;
            for (uint32_t k = 0; k < i; k++)
                differ &= tuple[k] != tuple[i];
        }
        if (differ)
            add_action(g, t, tuple);
    }
}

static uint64_t count_images(const struct architecture *a)
{
    uint64_t count = 0;
    for (size_t i = 0; i < a->actions.at.count; i++) {
        uint64_t images = 1;
        for (uint32_t k = 0; k < a->actions.at.at[i]->named; k++)
            images *= a->size - k;
        count += images;
    }
    return count;
}

static void add_starts(struct making *g)
{
    const struct architecture *a = g->a;
    size_t cells = model_cell_count(a->from);
    for (size_t i = 0; cells && i * cells < a->starts.count; i++) {
        size_t start = model_add_start(g->full, model_start(a->from, i)->name);
        for (cell_id cell = 0; cell < cells; cell++) {
            expr v = model_const(g->full, model_cell(g->full, cell)->type, a->starts.at[i * cells + cell]);
            model_add_to_start(g->full, start, (struct part){PART_CHOICE, cell, v});
        }
    }
}

static void add_assumptions(struct making *g)
{
    struct parts assumed = model_invariants(g->a->from);
    for (size_t i = 0; i < assumed.count; i++) {
        expr e = image(g, g->a->from, assumed.at[i].expr);
        model_add_invariant(g->full, (struct part){PART_CONDITION, CELL_NONE, e});
    }
}

// A formula of the model, or of the symmetrised one. Conditions are as they were; that no permutation matters to them
// which leaves the components alone that it follows is known.
struct formula_copy {
    struct making *g;
    const struct model *of;
    const followed_array *followed;
};

static expr copy_condition(void *context, expr condition)
{
    const struct formula_copy *c = context;
    expr e = image(c->g, c->of, condition);
    model_name_elements(c->g->full, e, c->followed->at, c->followed->count);
    return e;
}

static formula copy_formula(struct making *g, const struct model *of, formula f, const followed_array *followed)
{
    struct formula_map map = {.from = of,
                              .to = g->full,
                              .mem = g->a->mem,
                              .condition = copy_condition,
                              .context = &(struct formula_copy){g, of, followed}};
    formula result = formula_map(&map, f);
    formula_map_free(&map);
    return result;
}

// As many of them as the templates have.
static void copy_vacuities(struct making *g, size_t property, struct property *copy)
{
    const struct property *p = model_property(g->templates, property);
    struct vacuity *vacuities = arena_alloc(&g->a->arena, (p->vacuity_count + 1) * sizeof *vacuities);
    for (size_t i = 0; i < p->vacuity_count; i++) {
        vacuities[i] = p->vacuities[i];
        vacuities[i].formula = copy_formula(g, g->templates, p->vacuities[i].formula, &g->a->followed[property]);
    }
    copy->vacuities = vacuities;
    copy->vacuity_count = p->vacuity_count;
}

static void add_properties(struct making *g)
{
    const struct architecture *a = g->a;
    for (size_t i = 0; i < a->property_count; i++) {
        struct property copy = *model_property(a->from, i);
        if (a->refusals[i].code)
            copy.formula = model_atom(g->full, model_true(g->full));
        else if (a->followed[i].count)
            copy.formula = copy_formula(g, g->templates, model_property(g->templates, i)->formula, &a->followed[i]);
        else
            copy.formula = copy_formula(g, a->from, copy.formula, &(followed_array){0});
        copy.from = copy.to = FORMULA_NONE;
        copy.vacuities = NULL;
        copy.vacuity_count = 0;
        if (a->followed[i].count)
            copy_vacuities(g, i, &copy);
        copy.lacks_vacuities = copy.vacuity_count < model_property(a->from, i)->vacuity_count;
        model_add_property(g->full, &copy);
    }
}

struct model *architecture_full_model(struct architecture *a)
{
    struct making g = {.a = a, .templates = a->to, .full = model_new(a->mem)};
    if (a->moves_starts || count_images(a) > MOST_ACTIONS || !architecture_copy_cells(a, a->to, g.full)) {
        model_free(g.full);
        return NULL;
    }
    architecture_set_time(a, a->options->seconds_for_rules);
    add_starts(&g);
    add_assumptions(&g);
    for (size_t i = 0; i < a->actions.at.count && !architecture_is_late(a); i++)
        add_images(&g, a->actions.at.at[i]);
    if (architecture_is_late(a)) {
        model_free(g.full);
        return NULL;
    }
    add_properties(&g);
    return g.full;
}
