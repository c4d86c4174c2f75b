// The symmetries by which a property is checked: what it leaves of those that were stated, of those of classes, or of
// those that are found in the model or in the cone of the property.
#include "base/clock.h"
#include "group/class_generators.h"
#include "group/detect.h"
#include "group/stabiliser.h"
#include "run/onthefly_parts.h"

#define SECONDS_TO_FIND 10.0 // symmetries of the model
#define SECONDS_TO_KEEP 2.0  // for one generator and one condition

static double soon(const struct onthefly_backend *p, double seconds)
{
    double until = clock_now() + seconds;
    return p->deadline > 0 && p->deadline < until ? p->deadline : until;
}

bool onthefly_same_group(const generator_array *a, const generator_array *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!generator_equal(&a->at[i], &b->at[i]))
            return false;
    return true;
}

// What some conditions leave of the symmetries of classes; false if there are none, or if they are no generators.
static bool take_classes(struct onthefly_backend *p, const atom_array *atoms, generator_array *out)
{
    struct symmetry *classes = symmetry_new(p->model, p->mem);
    bool has_any = !symmetry_is_trivial(classes);
    for (size_t i = 0; i < atoms->count; i++)
        symmetry_restrict_expr(classes, p->model, atoms->at[i]);
    has_any = has_any && class_generators_add(classes, out, p->mem);
    symmetry_free(classes);
    return has_any;
}

static void detect(struct onthefly_backend *p, const struct model *model, const atom_array *atoms, generator_array *out)
{
    mpz_t order;
    mpz_init(order);
    detect_symmetries_keeping(model, BEHAVIOUR_VALUES_MOVE, atoms->at, atoms->count, soon(p, SECONDS_TO_FIND), out,
                              order, p->mem);
    mpz_clear(order);
}

void onthefly_find_group(struct onthefly_backend *p, size_t property, generator_array *out)
{
    atom_array atoms = {0};
    if (property != SIZE_MAX)
        stabiliser_collect_atoms(p->model, property, &atoms, p->mem);
    if (p->is_stated && !p->invariance)
        p->invariance = invariance_bdd_new(p->model, SECONDS_TO_KEEP, p->mem);
    generator_array stated = p->stated; // borrowed
    if (property == SIZE_MAX)
        stated.count = p->initial_count;
    if (p->is_stated)
        stabiliser_find(p->model, &stated, atoms.at, atoms.count, invariance_bdd_keeps, p->invariance, out, p->mem);
    else if (p->setup.job->detect && !take_classes(p, &atoms, out))
        detect(p, p->model, &atoms, out);
    array_free(p->mem, &atoms);
}

bool onthefly_find_group_of_cone(struct onthefly_backend *p, size_t property, size_t number, generator_array *out)
{
    generator_array whole = {0};
    bool is_whole = true;
    if (!p->is_stated) {
        atom_array atoms = {0};
        stabiliser_collect_atoms(p->cone.model, number, &atoms, p->mem);
        if (p->setup.job->detect)
            detect(p, p->cone.model, &atoms, out);
        array_free(p->mem, &atoms);
        return true;
    }
    onthefly_find_group(p, property, &whole);
    for (size_t i = 0; i < whole.count && is_whole; i++) {
        struct generator projected;
        is_whole = generator_project(&whole.at[i], p->cone.map, p->cone.model, &projected, p->mem);
        if (is_whole && generator_is_identity(&projected))
            generator_free(p->mem, &projected);
        else if (is_whole)
            array_push(p->mem, out, projected);
    }
    generators_free(p->mem, &whole);
    if (!is_whole)
        generators_free(p->mem, out);
    return is_whole;
}
