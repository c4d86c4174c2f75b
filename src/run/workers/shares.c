#include "run/workers/shares.h"

#include <assert.h>

#include "run/cone_groups.h"

void share_free(struct share *share, struct mem *mem)
{
    array_free(mem, &share->goal_indices);
}

void shares_free(share_array *shares, struct mem *mem)
{
    for (size_t i = 0; i < shares->count; i++)
        share_free(&shares->at[i], mem);
    array_free(mem, shares);
}

// Of `count` properties so many parts as belong to them if the processes are shared out evenly, rounded up.
static size_t parts_for(size_t members, size_t count, size_t processes)
{
    assert(count > 0);
    size_t parts = (members * processes + count - 1) / count;
    return parts < members ? parts : members;
}

// Neighbours go to different parts: properties that stand together in a file are often equally hard.
static void cut(share_array *shares, const size_t *goal_indices, size_t members, size_t parts, struct mem *mem)
{
    for (size_t part = 0; part < parts; part++) {
        struct share share = {.is_whole = true};
        for (size_t i = part; i < members; i += parts)
            array_push(mem, &share.goal_indices, goal_indices[i]);
        array_push(mem, shares, share);
    }
}

void shares_plan(share_array *shares, const struct portfolio_setup *setup, struct model *model,
                 const size_t *goal_indices, size_t count, size_t processes, struct mem *mem)
{
    if (!setup->is_reduced || model_start_count(model) > 0) { // as for an engine: all are one group
        cut(shares, goal_indices, count, parts_for(count, count, processes), mem);
        return;
    }
    cone_groups groups = {0};
    ARRAY(size_t) wanted = {0}, members = {0};
    for (size_t i = 0; i < count; i++)
        array_push(mem, &wanted, setup->wanted[goal_indices[i]]);
    struct dependence *dependence = dependence_new(model, setup->values_are_proved, mem);
    cone_groups_plan(&groups, dependence, model, wanted.at, count, mem);
    for (size_t i = 0; i < groups.count; i++) {
        const struct cone_group *group = &groups.at[i];
        members.count = 0;
        for (size_t k = 0; k < group->members.count; k++)
            array_push(mem, &members, goal_indices[group->members.at[k]]);
        cut(shares, members.at, members.count, parts_for(members.count, count, processes), mem);
    }
    cone_groups_free(&groups, model, mem);
    dependence_free(dependence);
    array_free(mem, &members);
    array_free(mem, &wanted);
}
