// Types, each there once: equal types have equal handles.
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "model/model_internal.h"

static uint32_t type_hash(const struct type *t)
{
    uint64_t hash = hash_pair(t->kind, (uint64_t)t->width << 1 | t->is_signed);
    hash = hash_pair(hash, hash_pair((uint64_t)t->low, (uint64_t)t->high));
    hash = hash_numbers(hash, t->values, t->count);
    return (uint32_t)hash_pair(hash, (uint64_t)t->element << 1 | t->has_none);
}

static bool same_type(const struct type *s, const struct type *t)
{
    return s->kind == t->kind && s->low == t->low && s->high == t->high && s->width == t->width &&
           s->is_signed == t->is_signed && s->element == t->element && s->has_none == t->has_none &&
           s->count == t->count && (s->count == 0 || memcmp(s->values, t->values, s->count * sizeof *s->values) == 0);
}

// The values of `wanted` are copied. A model begins without types, so that making one takes a single block and nothing
// is lost if there is no memory for it; but the first type is always the boolean one.
static type_id intern(struct model *m, struct type wanted)
{
    if (m->types.count == 0 && wanted.kind != TYPE_BOOLEAN)
        model_boolean(m);
    uint32_t hash = type_hash(&wanted);
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&m->type_table, hash, &at)) != TABLE_END;)
        if (same_type(m->types.at[i], &wanted))
            return i;
    struct type *t = arena_alloc(&m->arena, sizeof *t);
    *t = wanted;
    if (wanted.count) {
        value *values = arena_alloc(&m->arena, wanted.count * sizeof *values);
        memcpy(values, wanted.values, wanted.count * sizeof *values);
        t->values = values;
    }
    array_reserve(m->mem, &m->types, m->types.count + 1);
    table_add(m->mem, &m->type_table, hash, (uint32_t)m->types.count);
    m->types.at[m->types.count++] = t;
    return (type_id)(m->types.count - 1);
}

type_id model_boolean(struct model *m)
{
    return m->types.count ? THE_BOOLEAN : intern(m, (struct type){.kind = TYPE_BOOLEAN, .low = 0, .high = 1});
}

type_id model_integer(struct model *m, value low, value high)
{
    assert(VALUE_LEAST <= low && low <= high);
    low = integer_saturate(low);
    high = integer_saturate(high < low ? low : high);
    return intern(m, (struct type){.kind = TYPE_INTEGER, .low = low, .high = high});
}

type_id model_word(struct model *m, unsigned width, bool is_signed)
{
    assert(1 <= width && width <= WORD_MAX_WIDTH);
    return intern(m, (struct type){.kind = TYPE_WORD, .width = width, .is_signed = is_signed});
}

type_id model_set_of(struct model *m, type_id element)
{
    assert(m->types.at[element]->kind != TYPE_SET);
    return intern(m, (struct type){.kind = TYPE_SET, .element = element});
}

static int ascending(const void *a, const void *b)
{
    value x = *(const value *)a, y = *(const value *)b;
    return (x > y) - (x < y);
}

static bool among(const value *values, size_t count, value v)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] == v)
            return true;
    return false;
}

// Whether there are duplicates is seen in a sorted copy behind the values themselves, so that long
// lists without them (an integer range that became a list) take no quadratic time.
type_id model_enum_of_collected(struct model *m)
{
    size_t count = m->values.count;
    array_reserve(m->mem, &m->values, 2 * count);
    value *values = m->values.at, *sorted = values + count;
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending);
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || sorted[i] != sorted[i - 1])
            sorted[distinct++] = sorted[i];
    if (!value_is_symbol(sorted[0])) { // integers only
        value low = sorted[0], high = sorted[distinct - 1];
        if ((uint64_t)high - (uint64_t)low == distinct - 1)
            return model_integer(m, low, high);
        return intern(m, (struct type){TYPE_INTEGER, .low = low, .high = high, .values = sorted, .count = distinct});
    }
    if (distinct < count) {
        size_t kept = 0;
        for (size_t i = 0; i < count; i++)
            if (!among(values, kept, values[i]))
                values[kept++] = values[i];
    }
    return intern(m, (struct type){TYPE_ENUM, .values = values, .count = distinct});
}

type_id model_enum(struct model *m, const value *values, size_t count)
{
    assert(count > 0);
    m->values.count = 0;
    for (size_t i = 0; i < count; i++)
        array_push(m->mem, &m->values, values[i]);
    return model_enum_of_collected(m);
}

type_id model_optional(struct model *m, type_id type)
{
    struct type t = *model_type(m, type);
    assert((t.kind == TYPE_INTEGER && !t.values) || t.kind == TYPE_ENUM);
    assert(!t.has_none);
    t.has_none = true;
    if (t.kind == TYPE_INTEGER) {
        t.none = t.low = integer_saturate(t.low - 1);
        return intern(m, t);
    }
    t.none = model_symbol(m, "undefined");
    m->values.count = 0;
    for (size_t i = 0; i < t.count; i++)
        array_push(m->mem, &m->values, t.values[i]);
    array_push(m->mem, &m->values, t.none);
    t.values = m->values.at;
    t.count++;
    return intern(m, t);
}

const struct type *model_type(const struct model *m, type_id type)
{
    assert(type < m->types.count);
    return m->types.at[type];
}

size_t model_type_count(const struct model *m)
{
    return m->types.count;
}

// ---- Values of a type -----------------------------------------------------------------------------------------------

bool type_contains(const struct type *t, value v)
{
    switch (t->kind) {
    case TYPE_BOOLEAN:
        return v == 0 || v == 1;
    case TYPE_INTEGER:
        if (v < t->low || v > t->high)
            return false;
        return !t->values || bsearch(&v, t->values, t->count, sizeof v, ascending);
    case TYPE_ENUM:
        assert(t->values);
        return among(t->values, t->count, v);
    case TYPE_WORD:
        return ((uint64_t)v & ~word_mask(t->width)) == 0;
    case TYPE_SET:
        break;
    }
    return false;
}

uint64_t type_size(const struct type *t)
{
    switch (t->kind) {
    case TYPE_BOOLEAN:
        return 2;
    case TYPE_INTEGER:
        return t->values ? t->count : (uint64_t)t->high - (uint64_t)t->low + 1;
    case TYPE_ENUM:
        return t->count;
    case TYPE_WORD:
        return t->width < 64 ? UINT64_C(1) << t->width : UINT64_MAX;
    case TYPE_SET:
        break;
    }
    return 0;
}

value type_value(const struct type *t, uint64_t index)
{
    if (t->values)
        return t->values[index];
    return t->kind == TYPE_INTEGER ? (value)((uint64_t)t->low + index) : (value)index;
}

static void add_word(const struct model *m, const struct type *t, value v, struct str *out)
{
    uint64_t number = (uint64_t)v;
    bool negative = t->is_signed && word_signed(t->width, v) < 0;
    if (negative)
        number = -(uint64_t)word_signed(t->width, v);
    str_add(m->mem, out, "%s0%cd%u_%" PRIu64, negative ? "-" : "", t->is_signed ? 's' : 'u', t->width, number);
}

void model_add_value(const struct model *m, type_id type, value v, struct str *out)
{
    const struct type *t = model_type(m, type);
    if (t->has_none && v == t->none)
        str_add(m->mem, out, "undefined");
    else if (t->kind == TYPE_BOOLEAN)
        str_add(m->mem, out, "%s", v ? "TRUE" : "FALSE");
    else if (t->kind == TYPE_WORD)
        add_word(m, t, v, out);
    else if (value_is_symbol(v) && !model_symbol_number(m, v, &v))
        str_add(m->mem, out, "%s", model_symbol_name(m, v));
    else
        str_add(m->mem, out, "%" PRId64, v);
}

// ---- Two types ------------------------------------------------------------------------------------------------------

static bool is_listed(const struct type *t)
{
    return t->kind == TYPE_INTEGER || t->kind == TYPE_ENUM;
}

// Whether all values of t are among those of s; both are integers or enumerations.
static bool includes(const struct type *s, const struct type *t)
{
    if (!t->values && !s->values)
        return s->low <= t->low && t->high <= s->high;
    if (type_size(t) > type_size(s))
        return false;
    for (uint64_t i = 0; i < type_size(t); i++)
        if (!type_contains(s, type_value(t, i)))
            return false;
    return true;
}

static bool fits_list(const struct type *t)
{
    return t->kind == TYPE_ENUM || type_size(t) <= MODEL_JOIN_LIMIT;
}

bool model_can_join(const struct model *m, type_id a, type_id b)
{
    const struct type *s = model_type(m, a), *t = model_type(m, b);
    if (s->kind == TYPE_SET)
        return model_can_join(m, s->element, b);
    if (t->kind == TYPE_SET)
        return model_can_join(m, a, t->element);
    if (a == b || (s->kind == TYPE_INTEGER && t->kind == TYPE_INTEGER))
        return true;
    return is_listed(s) && is_listed(t) && fits_list(s) && fits_list(t);
}

static void collect_values(struct model *m, const struct type *t, const struct type *except)
{
    for (uint64_t i = 0; i < type_size(t); i++)
        if (!except || !type_contains(except, type_value(t, i)))
            array_push(m->mem, &m->values, type_value(t, i));
}

type_id model_join(struct model *m, type_id a, type_id b)
{
    const struct type *s = model_type(m, a), *t = model_type(m, b);
    if (a == b)
        return a;
    assert(model_can_join(m, a, b));
    if (s->kind == TYPE_SET || t->kind == TYPE_SET) {
        type_id left = s->kind == TYPE_SET ? s->element : a, right = t->kind == TYPE_SET ? t->element : b;
        return model_set_of(m, model_join(m, left, right));
    }
    if (!is_listed(s) || !is_listed(t))
        return a;
    if (includes(s, t))
        return a;
    if (includes(t, s))
        return b;
    if (s->kind == TYPE_INTEGER && t->kind == TYPE_INTEGER)
        return model_integer(m, s->low < t->low ? s->low : t->low, s->high > t->high ? s->high : t->high);
    m->values.count = 0;
    collect_values(m, s, NULL);
    collect_values(m, t, s);
    return model_enum_of_collected(m);
}

bool model_types_meet(const struct model *m, type_id a, type_id b)
{
    const struct type *s = model_type(m, a), *t = model_type(m, b);
    if (!is_listed(s) || !is_listed(t))
        return true;
    if (!s->values && !t->values)
        return s->low <= t->high && t->low <= s->high;
    if (!s->values || (t->values && t->count < s->count)) { // go through the shorter list
        const struct type *held = s;
        s = t;
        t = held;
    }
    for (size_t i = 0; i < s->count; i++)
        if (type_contains(t, s->values[i]))
            return true;
    return false;
}
