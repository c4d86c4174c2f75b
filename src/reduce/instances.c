#include "reduce/instances.h"

#include "base/clock.h"

static size_t find_group(struct property_instances *all, const struct symmetry *symmetry)
{
    for (size_t i = 0; i < all->groups.count; i++)
        if (symmetry_equal(all->groups.at[i], symmetry))
            return i;
    array_push(all->mem, &all->groups, symmetry_copy(symmetry));
    return all->groups.count - 1;
}

// The property with another formula; itself if that is its own.
static size_t find_property(struct model *model, size_t property, formula f)
{
    struct property copy = *model_property(model, property);
    if (copy.formula == f)
        return property;
    copy.formula = f;
    copy.vacuity_count = 0;
    return model_add_property(model, &copy);
}

static void add_instances(struct property_instances *all, struct model *model, size_t place, size_t property)
{
    instance_array instances = {0};
    if (model_property(model, property)->formula == FORMULA_NONE)
        return;
    symmetry_instances(all->groups.at[0], model, property, &instances);
    for (size_t i = 0; i < instances.count; i++) {
        size_t number = find_property(model, property, instances.at[i].formula);
        size_t group = find_group(all, instances.at[i].symmetry);
        array_push(all->mem, &all->at, ((struct property_instance){place, number, group, false}));
    }
    instances_free(all->mem, &instances);
}

void property_instances_open(struct property_instances *all, struct model *model, const struct symmetry *symmetry,
                             const size_t *wanted, size_t wanted_count, struct mem *mem)
{
    *all = (struct property_instances){.mem = mem};
    array_push(mem, &all->groups, symmetry ? symmetry_copy(symmetry) : NULL);
    for (size_t i = 0; i < wanted_count; i++) {
        if (symmetry)
            add_instances(all, model, i, wanted[i]);
        else
            array_push(mem, &all->at, ((struct property_instance){i, wanted[i], 0, false}));
    }
}

void property_instances_close(struct property_instances *all)
{
    for (size_t i = 0; i < all->groups.count; i++)
        symmetry_free(all->groups.at[i]);
    array_free(all->mem, &all->groups);
    array_free(all->mem, &all->at);
}

bool property_instances_check(struct property_instances *all, size_t place, double deadline,
                              check_property_instance *check, void *context, struct result *result)
{
    size_t property = result->property;
    bool is_known = false;
    double seconds = 0;
    for (size_t i = 0; i < all->at.count; i++) {
        struct property_instance *instance = &all->at.at[i];
        if (instance->place != place)
            continue;
        is_known = true;
        if (instance->holds)
            continue;
        check(context, instance, deadline, result);
        result->property = property;
        seconds = result->seconds += seconds;
        instance->holds = result->verdict == VERDICT_HOLDS;
        if (!instance->holds)
            return result->verdict != VERDICT_UNDECIDED || (deadline > 0 && clock_now() > deadline);
    }
    return is_known;
}
