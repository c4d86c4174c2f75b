// What types have in common with each other, and the values of simple ones.
#include "murphi/ast.h"

static uint64_t interval_size(const struct murphi_type *type)
{
    return (uint64_t)type->high - (uint64_t)type->low + 1;
}

uint64_t murphi_size(const struct murphi_type *type)
{
    if (type->kind == MURPHI_INTEGER || !murphi_is_simple(type))
        return 0;
    if (type->kind != MURPHI_UNION)
        return interval_size(type);
    uint64_t size = 0;
    for (uint32_t i = 0; i < type->part_count; i++)
        size += interval_size(type->parts[i]);
    return size;
}

int64_t murphi_value_at(const struct murphi_type *type, uint64_t position)
{
    if (type->kind != MURPHI_UNION)
        return (int64_t)((uint64_t)type->low + position);
    uint32_t part = 0;
    while (position >= interval_size(type->parts[part]))
        position -= interval_size(type->parts[part++]);
    return (int64_t)((uint64_t)type->parts[part]->low + position);
}

int64_t murphi_position(const struct murphi_type *type, int64_t value)
{
    if (type->kind != MURPHI_UNION)
        return value >= type->low && value <= type->high ? (int64_t)((uint64_t)value - (uint64_t)type->low) : -1;
    int64_t before = 0;
    for (uint32_t i = 0; i < type->part_count; i++) {
        const struct murphi_type *part = type->parts[i];
        if (value >= part->low && value <= part->high)
            return before + value - part->low;
        before += (int64_t)interval_size(part);
    }
    return -1;
}

static bool same_fields(const struct murphi_type *a, const struct murphi_type *b)
{
    if (a->field_count != b->field_count)
        return false;
    for (uint32_t i = 0; i < a->field_count; i++)
        if (a->fields[i].symbol != b->fields[i].symbol || !murphi_same(a->fields[i].type, b->fields[i].type))
            return false;
    return true;
}

bool murphi_same(const struct murphi_type *a, const struct murphi_type *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case MURPHI_RANGE:
        return a->base == b->base && a->low == b->low && a->high == b->high;
    case MURPHI_ARRAY:
        return murphi_same(a->index, b->index) && murphi_same(a->element, b->element);
    case MURPHI_MULTISET:
        return a->high == b->high && murphi_same(a->element, b->element);
    case MURPHI_MULTISET_ID:
        return murphi_same(a->element, b->element);
    case MURPHI_RECORD:
        return same_fields(a, b);
    case MURPHI_SCALARSET:
        return a->base == b->base;
    default:
        return false;
    }
}

static bool has_part(const struct murphi_type *type, const struct murphi_type *part)
{
    if (type == part)
        return true;
    for (uint32_t i = 0; i < type->part_count; i++)
        if (type->parts[i] == part)
            return true;
    return false;
}

bool murphi_compatible(const struct murphi_type *a, const struct murphi_type *b)
{
    if (!murphi_is_simple(a) || !murphi_is_simple(b) || a->kind == MURPHI_MULTISET_ID)
        return murphi_same(a, b);
    if (a->base->kind != MURPHI_UNION)
        return has_part(b->base, a->base);
    for (uint32_t i = 0; i < a->part_count; i++)
        if (has_part(b->base, a->parts[i]))
            return true;
    return false;
}
