#include "group/property_orbits.h"

#include "base/clock.h"
#include "base/hash.h"
#include "group/normal.h"
#include "model/walk.h"

// ---- Forms ----------------------------------------------------------------------------------------------------------

#define MOST_PLACES 400 // where a property is taken

bool property_orbits_is_possible(const struct model *m, const size_t *properties, size_t count, struct mem *mem)
{
    struct structure forms = {.model = m, .mem = mem, .form_only = true};
    uint64_t *hashes = mem_alloc(mem, (count + 1) * sizeof *hashes);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        const struct property *p = model_property(m, properties[i]);
        hashes[i] = hash_pair(p->kind, structure_of_formula(&forms, p->formula));
        for (size_t k = 0; k < i && !found; k++)
            found = hashes[k] == hashes[i];
    }
    structure_free(&forms);
    mem_free(mem, hashes, (count + 1) * sizeof *hashes);
    return found;
}

// ---- Images ---------------------------------------------------------------------------------------------------------

// Conditions as they are after a generator, in their normal form.
struct moving {
    struct model *model;
    struct mem *mem;
    const struct generator *generator; // NULL: they stay where they are
};

static expr move_condition(void *context, expr condition)
{
    struct moving *v = context;
    expr image = v->generator ? generator_expr(v->generator, v->model, condition, v->mem) : condition;
    return image == EXPR_NONE ? EXPR_NONE : normal_form(v->model, image, v->mem);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// What is compared of a property.
struct image {
    formula formula, from, to;
    uint64_t vacuities; // what it is checked for vacuity with, in that order
    bool is_known;
};

static formula move_formula(struct formula_map *map, formula f, struct image *image)
{
    formula moved = formula_map(map, f);
    image->is_known &= f == FORMULA_NONE || moved != FORMULA_NONE;
    return moved;
}

static struct image move_property(struct model *m, size_t property, const struct generator *g, struct mem *mem)
{
    const struct property *p = model_property(m, property);
    bool counts = p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX;
    struct moving v = {.model = m, .mem = mem, .generator = g};
    struct formula_map map = {.from = m, .to = m, .mem = mem, .condition = move_condition, .context = &v};
    struct image image = {.is_known = true};
    image.formula = move_formula(&map, p->formula, &image);
    image.from = counts ? move_formula(&map, p->from, &image) : FORMULA_NONE;
    image.to = counts ? move_formula(&map, p->to, &image) : FORMULA_NONE;
    for (size_t i = 0; i < p->vacuity_count; i++)
        image.vacuities = hash_pair(image.vacuities, move_formula(&map, p->vacuities[i].formula, &image));
    formula_map_free(&map);
    return image;
}

static bool is_same(const struct model *m, size_t a, size_t b, const struct image *of_a, const struct image *of_b)
{
    const struct property *p = model_property(m, a), *q = model_property(m, b);
    return p->kind == q->kind && !p->unsupported == !q->unsupported && p->vacuity_count == q->vacuity_count &&
           of_a->is_known && of_b->is_known && of_a->formula == of_b->formula && of_a->from == of_b->from &&
           of_a->to == of_b->to && of_a->vacuities == of_b->vacuities;
}

// One of the places where a property can be taken, be it one that somebody asks for or not.
struct place {
    struct image image;
    struct generator way;
};
typedef ARRAY(struct place) place_array;

static bool is_place(const place_array *places, const struct image *image)
{
    for (size_t i = 0; i < places->count; i++) {
        const struct image *other = &places->at[i].image;
        if (other->formula == image->formula && other->from == image->from && other->to == image->to)
            return true;
    }
    return false;
}

static void lead(struct property_orbits *a, struct model *m, const size_t *properties, const struct image *own,
                 size_t leader, const struct place *place)
{
    for (size_t i = leader + 1; i < a->count; i++) {
        if (a->leader[i] != i || !is_same(m, properties[leader], properties[i], &place->image, &own[i]))
            continue;
        generator_free(a->mem, &a->way[i]);
        a->way[i] = generator_copy(&place->way, a->mem);
        a->leader[i] = leader;
    }
}

// Goes from a leader along generators, to properties that have no leader yet.
static void follow(struct property_orbits *a, struct model *m, const generator_array *generators,
                   const size_t *properties, const struct image *own, size_t leader, double deadline)
{
    place_array places = {0};
    array_push(a->mem, &places, ((struct place){own[leader], generator_identity(m, a->mem)}));
    for (size_t at = 0; at < places.count; at++)
        for (size_t g = 0; g < generators->count && places.count < MOST_PLACES && clock_now() < deadline; g++) {
            struct generator way = generator_compose(&places.at[at].way, &generators->at[g], m, a->mem);
            struct place next = {move_property(m, properties[leader], &way, a->mem), way};
            if (next.image.is_known && !is_place(&places, &next.image)) {
                array_push(a->mem, &places, next);
                lead(a, m, properties, own, leader, &next);
            } else
                generator_free(a->mem, &way);
        }
    for (size_t i = 0; i < places.count; i++)
        generator_free(a->mem, &places.at[i].way);
    array_free(a->mem, &places);
}

static bool has_others(const struct property_orbits *a, const struct model *m, const size_t *properties, size_t leader)
{
    for (size_t i = leader + 1; i < a->count; i++)
        if (a->leader[i] == i && model_property(m, properties[i])->kind == model_property(m, properties[leader])->kind)
            return true;
    return false;
}

void property_orbits_open(struct property_orbits *a, struct model *m, const generator_array *generators,
                          const size_t *properties, size_t count, double deadline, struct mem *mem)
{
    *a = (struct property_orbits){.mem = mem, .count = count};
    a->leader = mem_alloc(mem, (count + 1) * sizeof *a->leader);
    a->way = mem_alloc(mem, (count + 1) * sizeof *a->way);
    struct image *own = mem_alloc(mem, (count + 1) * sizeof *own);
    for (size_t i = 0; i < count; i++) {
        a->leader[i] = i;
        a->way[i] = generator_identity(m, mem);
        own[i] = clock_now() < deadline ? move_property(m, properties[i], NULL, mem) : (struct image){0};
    }
    for (size_t i = 0; i < count; i++)
        if (a->leader[i] == i && clock_now() < deadline && has_others(a, m, properties, i))
            follow(a, m, generators, properties, own, i, deadline);
    mem_free(mem, own, (count + 1) * sizeof *own);
}

void property_orbits_close(struct property_orbits *a)
{
    if (!a->leader)
        return;
    for (size_t i = 0; i < a->count; i++)
        generator_free(a->mem, &a->way[i]);
    mem_free(a->mem, a->leader, (a->count + 1) * sizeof *a->leader);
    mem_free(a->mem, a->way, (a->count + 1) * sizeof *a->way);
    *a = (struct property_orbits){0};
}
