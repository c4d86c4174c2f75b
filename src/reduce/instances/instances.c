// Instances of properties, found by the group, and results of all of them together.
#include "reduce/instances/instances.h"

#include "base/clock.h"

void property_instances_begin(struct property_instances *all, const struct model *model, const struct symmetry *full,
                              struct mem *mem)
{
    *all = (struct property_instances){.mem = mem, .model = model};
    array_push(mem, &all->groups, full ? symmetry_copy(full) : NULL);
}

size_t property_instances_group(struct property_instances *all, const struct symmetry *symmetry)
{
    for (size_t i = 0; i < all->groups.count; i++)
        if (symmetry_equal(all->groups.at[i], symmetry))
            return i;
    array_push(all->mem, &all->groups, symmetry_copy(symmetry));
    return all->groups.count - 1;
}

void property_instances_add(struct property_instances *all, struct reduction_goal goal, size_t group, bool is_part)
{
    array_push(all->mem, &all->goals, goal);
    array_push(all->mem, &all->at, ((struct property_instance){.group = group, .is_part = is_part}));
}

// The property with another formula; itself if that is its own.
static size_t find_property(struct model *model, size_t property, const struct instance *instance, struct mem *mem)
{
    struct property copy = *model_property(model, property);
    size_t bytes = copy.vacuity_count * sizeof *copy.vacuities;
    if (copy.formula == instance->formula)
        return property;
    struct vacuity *vacuities = mem_alloc(mem, bytes);
    for (size_t i = 0; i < copy.vacuity_count && instance->vacuities; i++)
        vacuities[i] = (struct vacuity){copy.vacuities[i].left, instance->vacuities[i], copy.vacuities[i].number};
    copy.formula = instance->formula;
    copy.vacuities = vacuities;
    copy.lacks_vacuities = copy.vacuity_count > 0 && !instance->vacuities; // which leave a smaller group
    copy.vacuity_count = instance->vacuities ? copy.vacuity_count : 0;
    size_t number = model_add_property(model, &copy);
    mem_free(mem, vacuities, bytes);
    return number;
}

static void add_instances(struct property_instances *all, struct model *model, size_t place, size_t property,
                          bool moves_fairness)
{
    instance_array instances = {0};
    if (model_property(model, property)->formula == FORMULA_NONE)
        return;
    symmetry_instances(all->groups.at[0], model, property, moves_fairness, &instances);
    for (size_t i = 0; i < instances.count; i++) {
        size_t number = find_property(model, property, &instances.at[i], all->mem);
        size_t group = property_instances_group(all, instances.at[i].symmetry);
        property_instances_add(all, (struct reduction_goal){place, number}, group, number != property);
    }
    instances_free(all->mem, &instances);
}

void property_instances_open(struct property_instances *all, struct model *model, const struct symmetry *symmetry,
                             const size_t *wanted, size_t wanted_count, bool moves_fairness, struct mem *mem)
{
    property_instances_begin(all, model, symmetry, mem);
    for (size_t i = 0; i < wanted_count; i++) {
        if (symmetry)
            add_instances(all, model, i, wanted[i], moves_fairness);
        else
            property_instances_add(all, (struct reduction_goal){i, wanted[i]}, 0, false);
    }
}

void property_instances_close(struct property_instances *all)
{
    for (size_t i = 0; i < all->groups.count; i++)
        symmetry_free(all->groups.at[i]);
    array_free(all->mem, &all->groups);
    array_free(all->mem, &all->goals);
    array_free(all->mem, &all->at);
}

struct model_reduction property_instances_layer(struct property_instances *all, struct model *model)
{
    struct model_reduction layer = reduction_to_first_cells(REDUCTION_INSTANCES, model, model, all->mem);
    layer.goals = all->goals.at;
    layer.goal_count = all->goals.count;
    return layer;
}

// Left sides that never happen in any of the instances.
static void find_vacuous_in_all(const struct property_instances *all, size_t place, struct result *result)
{
    result->vacuities = UINT32_MAX;
    for (size_t i = 0; i < all->at.count; i++)
        if (all->goals.at[i].of == place) {
            result_keep_vacuous(result, all->at.at[i].vacuities, model_property(all->model, all->goals.at[i].property));
            result->is_vacuity_open |= all->at.at[i].is_vacuity_open;
        }
}

bool property_instances_check(struct property_instances *all, size_t place, double deadline,
                              check_property_instance *check, void *context, struct result *result)
{
    size_t property = result->property;
    bool is_known = false;
    double seconds = 0;
    for (size_t i = 0; i < all->at.count; i++) {
        struct property_instance *instance = &all->at.at[i];
        if (all->goals.at[i].of != place)
            continue;
        is_known = true;
        if (instance->holds)
            continue;
        check(context, all->goals.at[i], instance->group, deadline, result);
        result->property = property;
        if (instance->is_part)
            method_reduce(&result->method, REDUCTION_INSTANCES);
        seconds = result->seconds += seconds;
        instance->holds = result->verdict == VERDICT_HOLDS;
        instance->vacuities = result->vacuities;
        instance->is_vacuity_open |= instance->holds && result->is_vacuity_open;
        if (!instance->holds)
            return result->verdict != VERDICT_UNDECIDED || (deadline > 0 && clock_now() > deadline);
    }
    if (is_known) { // by this call, or by earlier ones
        result->verdict = VERDICT_HOLDS;
        result->cause = cause_of(CAUSE_NONE);
    }
    if (is_known)
        find_vacuous_in_all(all, place, result);
    return is_known;
}
