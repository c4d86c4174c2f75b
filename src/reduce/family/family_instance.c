// Properties of a family with symmetries, taken apart: where one is said of each component, it is enough to check it of
// one for each orbit of them, with the permutations that leave that one alone. The first part of a property in one
// member goes with the first part in another, and so on; which of them go together does not matter, since none is left
// out.
#include "reduce/family/family_merging.h"

struct lists {
    instance_array *of; // by member
    size_t longest;
};

static void open_lists(struct family *f, struct lists *l, size_t property)
{
    *l = (struct lists){.of = mem_zalloc(f->mem, f->count * sizeof *l->of)};
    for (size_t i = 0; i < f->count; i++) {
        struct model *m = f->members[i].model;
        size_t number = family_property_of(f, property, i);
        if (number == SIZE_MAX)
            continue;
        symmetry_instances(f->groups[i], m, number, false, &l->of[i]);
        l->longest = l->of[i].count > l->longest ? l->of[i].count : l->longest;
    }
}

static void close_lists(struct family *f, struct lists *l)
{
    for (size_t i = 0; i < f->count; i++)
        instances_free(f->mem, &l->of[i]);
    mem_free(f->mem, l->of, f->count * sizeof *l->of);
}

static formula merged_part(struct family *f, const struct lists *l, const struct property *p, size_t place)
{
    if (p->kind == PROPERTY_DEADLOCK && f->deadlock != FAMILY_DEADLOCK_AS_STATED)
        return fam_merged_deadlock(f);
    formula *tuple = mem_alloc(f->mem, f->count * sizeof *tuple);
    for (size_t i = 0; i < f->count; i++)
        tuple[i] = place < l->of[i].count ? fam_imported_formula(f, i, l->of[i].at[place].formula) : FORMULA_NONE;
    formula merged = fam_merge_formulas(f, p->kind, tuple);
    mem_free(f->mem, tuple, f->count * sizeof *tuple);
    return merged;
}

// In states of members that have no such part, nothing is asked; but they are sorted, too.
static struct symmetry *group_of_part(struct family *f, const struct lists *l, size_t place)
{
    size_t bytes = f->count * sizeof(struct symmetry *);
    struct symmetry **groups = mem_alloc(f->mem, bytes);
    for (size_t i = 0; i < f->count; i++)
        groups[i] = place < l->of[i].count ? l->of[i].at[place].symmetry : f->groups[i];
    struct symmetry *common = fam_common_group(f, groups);
    mem_free(f->mem, groups, bytes);
    return common;
}

static void add_part(struct family *f, const struct lists *l, size_t property, size_t place)
{
    const struct property *p = model_property(f->members[f->leader].model, property);
    formula merged = merged_part(f, l, p, place);
    family_variants variants;
    fam_open_variants(f, property, l->of, place, &variants);
    struct family_instance part = {property, group_of_part(f, l, place),
                                   arena_alloc(&f->arena, f->count * sizeof *part.copies),
                                   arena_alloc(&f->arena, f->count * sizeof *part.formulas)};
    for (size_t i = 0; i < f->count; i++) {
        bool is_there = place < l->of[i].count;
        part.copies[i] = is_there ? fam_add_copy(f, p, merged, &variants, i) : SIZE_MAX;
        part.formulas[i] = is_there ? l->of[i].at[place].formula : FORMULA_NONE;
    }
    fam_close_variants(f, &variants);
    array_push(f->mem, &f->parts, part);
}

void fam_add_instances(struct family *f)
{
    for (size_t p = 0; p < f->property_count && !fam_is_over(f); p++) {
        struct lists lists;
        if (model_property(f->members[f->leader].model, p)->formula == FORMULA_NONE) {
            fam_refuse(f, cause_of(CAUSE_FAMILY_COMPUTES));
            return;
        }
        open_lists(f, &lists, p);
        for (size_t i = 0; i < lists.longest && !fam_is_over(f); i++)
            add_part(f, &lists, p, i);
        close_lists(f, &lists);
    }
}

size_t family_part_count(const struct family *f)
{
    return f->parts.count;
}

size_t family_part_property(const struct family *f, size_t part)
{
    return f->parts.at[part].property;
}

const struct symmetry *family_part_symmetry(const struct family *f, size_t part)
{
    return f->parts.at[part].symmetry;
}

size_t family_part_copy(const struct family *f, size_t part, size_t member)
{
    return f->parts.at[part].copies[member];
}

formula family_part_formula(const struct family *f, size_t part, size_t member)
{
    return f->parts.at[part].formulas[member];
}
