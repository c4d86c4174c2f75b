// Grouping properties by what they depend on. A group costs a search for reachable states, but one with a tenth more
// bits may cost many times as much, so only cones that are nearly the same share one. Nested cones of n sizes make
// about log n groups that way.
#include "run/cone_groups.h"

#include <stdlib.h>
#include <string.h>

static struct cone_group *add_group(cone_groups *groups, const struct model *model, struct mem *mem)
{
    struct cone_group group = {0};
    group.cells = mem_zalloc(mem, (model_cell_count(model) + 1) * sizeof *group.cells);
    array_push(mem, groups, group);
    return &array_last(groups);
}

static void free_group(struct cone_group *group, const struct model *model, struct mem *mem)
{
    mem_free(mem, group->cells, group->cells ? (model_cell_count(model) + 1) * sizeof *group->cells : 0);
    array_free(mem, &group->members);
    group->cells = NULL;
}

void cone_groups_free(cone_groups *groups, const struct model *model, struct mem *mem)
{
    for (size_t i = 0; i < groups->count; i++)
        free_group(&groups->at[i], model, mem);
    array_free(mem, groups);
}

static void make_full(struct cone_group *group, const struct model *model)
{
    memset(group->cells, true, model_cell_count(model) * sizeof *group->cells);
    group->bits = group->first_bits = cone_bits(model, group->cells);
    group->is_full = true;
}

struct cone_group *cone_groups_add_full(cone_groups *groups, const struct model *model, struct mem *mem)
{
    struct cone_group *group = add_group(groups, model, mem);
    make_full(group, model);
    return group;
}

bool cone_groups_include(const struct cone_group *outer, const struct cone_group *inner, const struct model *model)
{
    size_t cells = model_cell_count(model);
    // cppcheck-suppress invalidFunctionArgBool ; a byte of an array of booleans
    const bool *first = memchr(inner->cells, true, cells); // most pairs differ there already
    if (inner->bits > outer->bits || (first && !outer->cells[first - inner->cells]))
        return false;
    for (size_t c = 0; c < cells; c++)
        if (inner->cells[c] && !outer->cells[c])
            return false;
    return true;
}

size_t cone_groups_left_out(const struct cone_group *group, const struct model *model)
{
    size_t out = 0;
    for (cell_id c = 0; c < model_cell_count(model); c++)
        out += !group->cells[c];
    return out;
}

// ---- Planning -------------------------------------------------------------------------------------------------------

struct planning {
    const struct model *model;
    struct mem *mem;
    size_t cells, bits; // of the model
};

// Nearly all bits: that saves nothing that would be worth a model of its own.
static bool is_nearly_full(const struct planning *p, size_t bits)
{
    return bits * 10 >= p->bits * 9;
}

static bool is_same(const struct planning *p, const struct cone_group *a, const struct cone_group *b)
{
    return a->bits == b->bits && memcmp(a->cells, b->cells, p->cells * sizeof *a->cells) == 0;
}

// The last group, with its one member, goes into one that is the same, if there is one from `begin` on.
static void join_same(struct planning *p, cone_groups *groups, size_t begin)
{
    struct cone_group *last = &array_last(groups);
    for (size_t i = begin; i + 1 < groups->count; i++) {
        if (is_same(p, &groups->at[i], last)) {
            array_push(p->mem, &groups->at[i].members, last->members.at[0]);
            free_group(last, p->model, p->mem);
            groups->count--;
            return;
        }
    }
}

// The next cell of a group from `from` on, or the number of all cells.
static size_t next_cell(const struct planning *p, const struct cone_group *group, size_t from)
{
    // cppcheck-suppress invalidFunctionArgBool ; a byte of an array of booleans
    const bool *found = memchr(group->cells + from, true, p->cells - from);
    return found ? (size_t)(found - group->cells) : p->cells;
}

// Whether a group fits into another one that is about as large, and *bits, of both together.
static bool fits_into(const struct planning *p, const struct cone_group *larger, const struct cone_group *group,
                      size_t *bits)
{
    *bits = larger->bits;
    if (group->bits * 10 < larger->bits * 9)
        return false;
    for (size_t c = next_cell(p, group, 0); c < p->cells && *bits * 10 <= larger->first_bits * 11;
         c = next_cell(p, group, c + 1))
        if (!larger->cells[c])
            *bits += cone_cell_bits(p->model, (cell_id)c);
    return *bits * 10 <= larger->first_bits * 11 && (larger->is_full || !is_nearly_full(p, *bits));
}

static bool join_larger(struct planning *p, struct cone_group *larger, struct cone_group *group)
{
    size_t bits;
    if (!fits_into(p, larger, group, &bits))
        return false;
    for (size_t c = next_cell(p, group, 0); c < p->cells; c = next_cell(p, group, c + 1))
        larger->cells[c] = true;
    larger->bits = bits;
    for (size_t i = 0; i < group->members.count; i++)
        array_push(p->mem, &larger->members, group->members.at[i]);
    return true;
}

static int largest_first(const void *a, const void *b)
{
    const struct cone_group *x = a, *y = b;
    if (x->bits != y->bits)
        return x->bits < y->bits ? 1 : -1;
    return x->members.at[0] < y->members.at[0] ? -1 : 1;
}

static int by_first_member(const void *a, const void *b)
{
    const struct cone_group *x = a, *y = b;
    return x->members.at[0] < y->members.at[0] ? -1 : 1;
}

static int ascending(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static void join_overlapping(struct planning *p, cone_groups *groups, size_t begin)
{
    size_t kept = begin;
    qsort(groups->at + begin, groups->count - begin, sizeof *groups->at, largest_first);
    for (size_t i = begin; i < groups->count; i++) {
        struct cone_group group = groups->at[i];
        bool joined = false;
        for (size_t k = begin; k < kept && !joined; k++)
            joined = join_larger(p, &groups->at[k], &group);
        if (joined)
            free_group(&group, p->model, p->mem);
        else
            groups->at[kept++] = group;
    }
    groups->count = kept;
}

void cone_groups_plan(cone_groups *groups, struct dependence *dependence, const struct model *model,
                      const size_t *wanted, size_t count, struct mem *mem)
{
    struct planning p = {.model = model, .mem = mem, .cells = model_cell_count(model)};
    size_t begin = groups->count;
    p.bits = cone_groups_add_full(groups, model, mem)->bits;
    free_group(&array_pop(groups), model, mem);
    for (size_t i = 0; i < count; i++) {
        struct cone_group *group = add_group(groups, model, mem);
        dependence_of_property(dependence, wanted[i], group->cells);
        group->bits = group->first_bits = cone_bits(model, group->cells);
        array_push(mem, &group->members, i);
        if (is_nearly_full(&p, group->bits))
            make_full(group, model);
        join_same(&p, groups, begin);
    }
    if (groups->count == begin)
        return;
    join_overlapping(&p, groups, begin);
    for (size_t i = begin; i < groups->count; i++)
        qsort(groups->at[i].members.at, groups->at[i].members.count, sizeof *groups->at[i].members.at, ascending);
    qsort(groups->at + begin, groups->count - begin, sizeof *groups->at, by_first_member);
}
