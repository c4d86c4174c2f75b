#include "group/property_orbits.h"

#include "base/hash.h"
#include "group/normal.h"
#include "model/regular.h"

// ---- Forms ----------------------------------------------------------------------------------------------------------

// A hash of an expression without what its leaves are. Operands have smaller handles, and are hashed before.
struct forms {
    const struct model *model;
    uint64_t *exprs;
    size_t count;
};

static void hash_exprs(struct forms *f)
{
    for (expr e = 0; e < f->count; e++) {
        const struct expr_node *n = model_expr(f->model, e);
        uint64_t hash = hash_pair(n->op, n->count), sum = 0;
        for (size_t i = 0; i < n->count; i++)
            sum += hash_mix(f->exprs[n->args[i]]);
        f->exprs[e] = hash_pair(hash, sum);
    }
}

static uint64_t hash_formula(const struct forms *f, formula id, size_t depth)
{
    if (id == FORMULA_NONE || depth == 0)
        return 1;
    const struct formula_node *n = model_formula(f->model, id);
    if (n->op == FORMULA_ATOM)
        return f->exprs[n->atom];
    uint64_t hash = hash_pair(n->op, n->bounded ? hash_pair((uint64_t)n->low, (uint64_t)n->high) : 0);
    return hash_pair(hash_pair(hash, hash_formula(f, n->args[0], depth - 1)), hash_formula(f, n->args[1], depth - 1));
}

#define MOST_PLACES 400  // where a property is taken
#define DEPTH_OF_FORMS 6 // formulas that share much would be walked for ever

bool alike_is_possible(const struct model *m, const size_t *properties, size_t count, struct mem *mem)
{
    struct forms forms = {.model = m, .count = model_expr_count(m)};
    uint64_t *hashes = mem_alloc(mem, (count + 1) * sizeof *hashes);
    forms.exprs = mem_alloc(mem, (forms.count + 1) * sizeof *forms.exprs);
    hash_exprs(&forms);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        const struct property *p = model_property(m, properties[i]);
        hashes[i] = hash_pair(p->kind, hash_formula(&forms, p->formula, DEPTH_OF_FORMS));
        for (size_t k = 0; k < i && !found; k++)
            found = hashes[k] == hashes[i];
    }
    mem_free(mem, forms.exprs, (forms.count + 1) * sizeof *forms.exprs);
    mem_free(mem, hashes, (count + 1) * sizeof *hashes);
    return found;
}

// ---- Images ---------------------------------------------------------------------------------------------------------

// Formulas as they are after a generator, with conditions in their normal form.
struct moving {
    struct model *model;
    struct mem *mem;
    const struct generator *generator; // NULL: they stay where they are
    struct int_map formulas, regulars; // what is known
    bool failed;
};

static expr move_atom(struct moving *v, expr atom)
{
    expr image = v->generator ? generator_expr(v->generator, v->model, atom, v->mem) : atom;
    v->failed |= image == EXPR_NONE;
    return v->failed ? atom : normal_form(v->model, image, v->mem);
}

static void remember(struct moving *v, struct int_map *map, uint32_t key, uint32_t image)
{
    bool is_new;
    v->failed |= !int_map_try_add(v->mem, map, key, image, &is_new);
}

static regular move_regular(struct moving *v, regular id)
{
    uint32_t *known = id == REGULAR_NONE ? NULL : int_map_find(&v->regulars, id);
    if (id == REGULAR_NONE || known)
        return known ? *known : id;
    const struct regular_node n = *model_regular(v->model, id);
    regular image;
    if (n.op == REGULAR_LETTER)
        image = model_letter(v->model, move_atom(v, n.letter));
    else {
        regular first = move_regular(v, n.args[0]), second = move_regular(v, n.args[1]);
        image =
            n.op == REGULAR_NOTHING || n.op == REGULAR_EMPTY ? id : model_regular_make(v->model, n.op, first, second);
    }
    remember(v, &v->regulars, id, image);
    return image;
}

static bool has_regular(enum formula_op op)
{
    return op == FORMULA_TRIGGERS || op == FORMULA_MATCHES || op == FORMULA_MAY_MATCH;
}

static formula move_formula(struct moving *v, formula id)
{
    uint32_t *known = id == FORMULA_NONE ? NULL : int_map_find(&v->formulas, id);
    if (id == FORMULA_NONE || known)
        return known ? *known : id;
    const struct formula_node n = *model_formula(v->model, id);
    formula image;
    if (n.op == FORMULA_ATOM)
        image = model_atom(v->model, move_atom(v, n.atom));
    else {
        formula first = move_formula(v, n.args[0]), second = move_formula(v, n.args[1]);
        if (has_regular(n.op))
            image = model_formula_regular(v->model, n.op, move_regular(v, n.regular), first);
        else if (n.bounded)
            image = model_formula_bounded(v->model, n.op, n.low, n.high, first, second);
        else
            image = model_formula_make(v->model, n.op, first, second);
    }
    remember(v, &v->formulas, id, image);
    return image;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// What is compared of a property.
struct image {
    formula formula, from, to;
    uint64_t vacuities; // what it is checked for vacuity with, in that order
    bool is_known;
};

static struct image move_property(struct model *m, size_t property, const struct generator *g, struct mem *mem)
{
    const struct property *p = model_property(m, property);
    bool counts = p->kind == PROPERTY_MIN || p->kind == PROPERTY_MAX;
    struct moving v = {.model = m, .mem = mem, .generator = g};
    struct image image = {.formula = move_formula(&v, p->formula)};
    image.from = counts ? move_formula(&v, p->from) : FORMULA_NONE;
    image.to = counts ? move_formula(&v, p->to) : FORMULA_NONE;
    for (size_t i = 0; i < p->vacuity_count; i++)
        image.vacuities = hash_pair(image.vacuities, move_formula(&v, p->vacuities[i].formula));
    image.is_known = !v.failed;
    int_map_free(mem, &v.formulas);
    int_map_free(mem, &v.regulars);
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

static void lead(struct alike *a, struct model *m, const size_t *properties, const struct image *own, size_t leader,
                 const struct place *place)
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
static void follow(struct alike *a, struct model *m, const generator_array *generators, const size_t *properties,
                   const struct image *own, size_t leader)
{
    place_array places = {0};
    array_push(a->mem, &places, ((struct place){own[leader], generator_identity(m, a->mem)}));
    for (size_t at = 0; at < places.count; at++)
        for (size_t g = 0; g < generators->count && places.count < MOST_PLACES; g++) {
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

static bool has_others(const struct alike *a, const struct model *m, const size_t *properties, size_t leader)
{
    for (size_t i = leader + 1; i < a->count; i++)
        if (a->leader[i] == i && model_property(m, properties[i])->kind == model_property(m, properties[leader])->kind)
            return true;
    return false;
}

void alike_open(struct alike *a, struct model *m, const generator_array *generators, const size_t *properties,
                size_t count, struct mem *mem)
{
    *a = (struct alike){.mem = mem, .count = count};
    a->leader = mem_alloc(mem, (count + 1) * sizeof *a->leader);
    a->way = mem_alloc(mem, (count + 1) * sizeof *a->way);
    struct image *own = mem_alloc(mem, (count + 1) * sizeof *own);
    for (size_t i = 0; i < count; i++) {
        a->leader[i] = i;
        a->way[i] = generator_identity(m, mem);
        own[i] = move_property(m, properties[i], NULL, mem);
    }
    for (size_t i = 0; i < count; i++)
        if (a->leader[i] == i && has_others(a, m, properties, i))
            follow(a, m, generators, properties, own, i);
    mem_free(mem, own, (count + 1) * sizeof *own);
}

void alike_close(struct alike *a)
{
    if (!a->leader)
        return;
    for (size_t i = 0; i < a->count; i++)
        generator_free(a->mem, &a->way[i]);
    mem_free(a->mem, a->leader, (a->count + 1) * sizeof *a->leader);
    mem_free(a->mem, a->way, (a->count + 1) * sizeof *a->way);
    *a = (struct alike){0};
}
