// What properties are checked for vacuity with, merged as they are themselves. Those of two members go together by
// their numbers. One that folds away in some size, since it is never true there by the types already, is missing
// there.
#include "reduce/family/family_merging.h"

struct own_variants {
    const struct vacuity *at; // of the property
    const formula *formulas;  // of its part, for each of these; NULL: their own
    size_t count;
};

static struct own_variants find_own(const struct family *f, size_t property, const instance_array *parts, size_t part,
                                    size_t member)
{
    size_t number = family_property_of(f, property, member);
    if (number == SIZE_MAX || (parts && part >= parts[member].count))
        return (struct own_variants){0};
    const struct property *p = model_property(f->members[member].model, number);
    struct own_variants own = {p->vacuities, NULL, p->vacuity_count};
    if (parts && parts[member].at[part].formula != p->formula) {
        own.formulas = parts[member].at[part].vacuities;
        own.count = own.formulas ? own.count : 0;
    }
    return own;
}

static struct family_variant *find_variant(family_variants *out, unsigned number)
{
    for (size_t i = 0; i < out->count; i++)
        if (out->at[i].number == number)
            return &out->at[i];
    return NULL;
}

static void add_own(struct family *f, size_t member, struct own_variants own, family_variants *out)
{
    for (size_t i = 0; i < own.count; i++) {
        struct family_variant *variant = find_variant(out, own.at[i].number);
        if (!variant) {
            array_push(f->mem, out,
                       ((struct family_variant){own.at[i].left, own.at[i].number, fam_new_tuple(f), FORMULA_NONE}));
            variant = &out->at[out->count - 1];
        }
        variant->tuple[member] = fam_imported_formula(f, member, own.formulas ? own.formulas[i] : own.at[i].formula);
    }
}

void fam_open_variants(struct family *f, size_t property, const instance_array *parts, size_t part,
                       family_variants *out)
{
    *out = (family_variants){0};
    for (size_t i = 0; i < f->count; i++)
        add_own(f, i, find_own(f, property, parts, part, i), out);
    enum property_kind kind = model_property(f->members[f->leader].model, property)->kind;
    for (size_t i = 0; i < out->count && !fam_is_over(f); i++)
        out->at[i].merged = fam_merge_formulas(f, kind, out->at[i].tuple);
}

void fam_close_variants(struct family *f, family_variants *variants)
{
    for (size_t i = 0; i < variants->count; i++)
        fam_free_tuple(f, variants->at[i].tuple);
    array_free(f->mem, variants);
}
