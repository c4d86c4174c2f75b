// The state: the type of each slot, how it is packed, and multisets, which are kept in order.
#include "native/native_parts.h"

#include <assert.h>
#include <string.h>

// ---- Slots ----------------------------------------------------------------------------------------------------------

static void add_slots(struct native *n, const struct murphi_type *type, uint32_t *slot, uint32_t pool)
{
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            add_slots(n, type->fields[i].type, slot, pool);
        break;
    case MURPHI_ARRAY:
        for (uint64_t i = 0; i < murphi_size(type->index); i++)
            add_slots(n, type->element, slot, pool);
        break;
    case MURPHI_MULTISET: {
        struct native_pool one = {*slot, 1 + n->widths[type->element->id], (uint32_t)(type->high - type->low + 1), pool,
                                  false};
        array_push(n->mem, &n->pools, one);
        uint32_t inner = (uint32_t)n->pools.count;
        for (uint32_t i = 0; i < one.places; i++) {
            add_slots(n, n->tree->boolean, slot, inner);
            n->initial[*slot - 1] = 0;
            add_slots(n, type->element, slot, inner);
        }
        break;
    }
    default:
        n->slot_types[*slot] = type;
        n->pool_of[*slot] = pool;
        n->initial[*slot] = NATIVE_UNDEFINED;
        ++*slot;
    }
}

void native_state_open(struct native *n)
{
    uint32_t slot = 0;
    size_t count = (size_t)n->state_slots + 1;
    n->slot_types = mem_zalloc(n->mem, count * sizeof *n->slot_types);
    n->pool_of = mem_zalloc(n->mem, count * sizeof *n->pool_of);
    n->initial = mem_zalloc(n->mem, count * sizeof *n->initial);
    for (size_t i = 0; i < n->tree->vars.count; i++)
        add_slots(n, n->tree->vars.at[i]->type, &slot, 0);
}

void native_state_close(struct native *n)
{
    size_t count = (size_t)n->state_slots + 1;
    mem_free(n->mem, n->slot_types, count * sizeof *n->slot_types);
    mem_free(n->mem, n->pool_of, count * sizeof *n->pool_of);
    mem_free(n->mem, n->initial, count * sizeof *n->initial);
    mem_free(n->mem, n->codes, n->codes ? count * sizeof *n->codes : 0);
    array_free(n->mem, &n->pools);
    arena_free(&n->codes_arena);
}

// ---- Codes ----------------------------------------------------------------------------------------------------------

static bool is_number(const struct murphi_type *type)
{
    return type->base->kind == MURPHI_INTEGER;
}

// Numbers are consecutive; one that may be undefined has one more value below.
static bool find_code_of_number(const struct field *f, const struct murphi_type *type, const struct type *cell,
                                struct slot_code *code)
{
    code->low = f->low;
    code->none = cell->has_none ? 0 : UINT64_MAX;
    return !f->is_listed && f->largest + 1 == murphi_size(type) + cell->has_none &&
           f->low == type->low - cell->has_none;
}

#define LARGEST_TABLE 65536

// Other values are those of the cell's type in their order, and "undefined" is the last. Their codes are in tables,
// unless they have the order of the values.
static bool find_code_of_symbol(struct native *n, const struct field *f, const struct murphi_type *type,
                                const struct type *cell, struct slot_code *code)
{
    bool is_truth = type->base->kind == MURPHI_BOOLEAN, is_plain = true;
    uint64_t size = is_truth ? 2 : murphi_size(type);
    int64_t high = is_truth ? 1 : murphi_value_at(type, 0);
    code->low = is_truth ? 0 : high;
    if (f->largest + 1 != size + cell->has_none)
        return false;
    for (uint64_t i = 0; i < size && !is_truth; i++) {
        int64_t v = murphi_value_at(type, i);
        code->low = v < code->low ? v : code->low;
        high = v > high ? v : high;
    }
    if (high - code->low >= LARGEST_TABLE)
        return false;
    code->spread = (uint64_t)(high - code->low);
    int64_t *values = arena_alloc(&n->codes_arena, (size + 2) * sizeof *values);
    uint32_t *codes = arena_alloc(&n->codes_arena, (code->spread + 1) * sizeof *codes);
    memset(codes, 0xff, (code->spread + 1) * sizeof *codes);
    for (uint64_t i = 0; i < size + cell->has_none; i++) {
        uint64_t bits;
        if (!field_code(f, type_value(cell, i), &bits))
            return false;
        if (i == size) {
            code->none = bits;
            continue;
        }
        values[bits] = is_truth ? (int64_t)i : murphi_value_at(type, i);
        codes[values[bits] - code->low] = (uint32_t)bits;
        is_plain &= values[bits] == code->low + (int64_t)bits;
    }
    code->values = is_plain ? NULL : values;
    code->codes = is_plain ? NULL : codes;
    return true;
}

static bool find_code(struct native *n, uint32_t slot, struct slot_code *code)
{
    const struct field *f = &n->layout->fields[slot];
    const struct murphi_type *type = n->slot_types[slot];
    type_id cell = model_cell(n->model, slot)->type;
    if (f->is_input)
        return false;
    for (uint32_t before = slot; before-- > 0 && slot - before < 64;) // most have been seen a moment ago
        if (n->slot_types[before] == type && model_cell(n->model, before)->type == cell) {
            *code = n->codes[before];
            code->word = f->word;
            code->shift = f->shift;
            return true;
        }
    *code = (struct slot_code){.word = f->word, .shift = f->shift, .mask = f->mask, .none = UINT64_MAX};
    code->largest = f->largest;
    return is_number(type) ? find_code_of_number(f, type, model_type(n->model, cell), code)
                           : find_code_of_symbol(n, f, type, model_type(n->model, cell), code);
}

bool native_codes_open(struct native *n, const struct layout *layout)
{
    n->layout = layout;
    if (layout->cells != n->state_slots)
        return false;
    if (!n->codes)
        n->codes = mem_zalloc(n->mem, ((size_t)n->state_slots + 1) * sizeof *n->codes);
    for (uint32_t i = 0; i < n->state_slots; i++)
        if (!find_code(n, i, &n->codes[i]))
            return false;
    return true;
}

void native_load(struct native *n, const uint64_t *state)
{
    int64_t *slots = n->runner.slots;
    const struct slot_code *code = n->codes;
    for (uint32_t i = 0; i < n->state_slots; i++, code++) {
        uint64_t bits = state[code->word] >> code->shift & code->mask;
        if (bits == code->none)
            slots[i] = NATIVE_UNDEFINED;
        else
            slots[i] = code->values ? code->values[bits] : code->low + (int64_t)bits;
    }
}

static bool find_bits(const struct slot_code *code, int64_t v, uint64_t *bits)
{
    if (v == NATIVE_UNDEFINED) {
        *bits = code->none;
        return code->none != UINT64_MAX;
    }
    *bits = (uint64_t)v - (uint64_t)code->low;
    if (code->codes) {
        *bits = *bits <= code->spread ? code->codes[*bits] : UINT32_MAX;
        return *bits != UINT32_MAX;
    }
    return *bits <= code->largest && *bits != code->none;
}

static bool store_slot(struct native *n, uint32_t slot, uint64_t *state)
{
    const struct slot_code *code = &n->codes[slot];
    uint64_t bits;
    if (!find_bits(code, n->runner.slots[slot], &bits))
        return false;
    state[code->word] = (state[code->word] & ~(code->mask << code->shift)) | bits << code->shift;
    return true;
}

bool native_store_changes(struct native *n, uint64_t *state)
{
    for (size_t i = 0; i < n->runner.changes.count; i++)
        if (!store_slot(n, n->runner.changes.at[i].slot, state))
            return false;
    return true;
}

bool native_store_all(struct native *n, uint64_t *state)
{
    memset(state, 0, n->layout->words * sizeof *state);
    for (uint32_t i = 0; i < n->state_slots; i++)
        if (!store_slot(n, i, state))
            return false;
    return true;
}

// ---- Order ----------------------------------------------------------------------------------------------------------

static int64_t rank(const struct murphi_type *type, int64_t v)
{
    return type->kind == MURPHI_UNION ? murphi_position(type, v) : v;
}

// Whether what is in the place at b belongs before what is at a. What is undefined comes last; empty places stay as
// they are, behind all others.
static bool is_before(const struct native *n, const struct native_pool *pool, const int64_t *b, const int64_t *a,
                      uint32_t slot)
{
    if (!b[0] || !a[0])
        return b[0] && !a[0];
    for (uint32_t i = 1; i < pool->width; i++) {
        if (a[i] == b[i])
            continue;
        if (a[i] == NATIVE_UNDEFINED || b[i] == NATIVE_UNDEFINED)
            return a[i] == NATIVE_UNDEFINED;
        return rank(n->slot_types[slot + i], b[i]) < rank(n->slot_types[slot + i], a[i]);
    }
    return false;
}

// A name may be that of an element that was removed: what was written there is lost. Nothing else is there in an empty
// place but what it has at the beginning.
static void forget(struct native *n, const struct native_pool *pool)
{
    uint32_t end = pool->first + pool->places * pool->width;
    size_t count = n->runner.changes.count;
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = n->runner.changes.at[i].slot;
        if (slot < pool->first || slot >= end)
            continue;
        uint32_t present = slot - (slot - pool->first) % pool->width;
        if (slot != present && !n->runner.slots[present])
            runner_write(&n->runner, slot, n->initial[slot]);
    }
}

#ifndef NDEBUG

static bool empty_places_are_initial(const struct native *n, const struct native_pool *pool)
{
    for (uint32_t i = 0; i < pool->places; i++) {
        uint32_t present = pool->first + i * pool->width;
        for (uint32_t w = 1; w < pool->width && !n->runner.slots[present]; w++)
            if (n->runner.slots[present + w] != n->initial[present + w])
                return false;
    }
    return true;
}

#endif

uint32_t native_pool_scratch(const struct native_pool *pool)
{
    return pool->places * (1 + pool->width);
}

// Insertion, which is stable; most places are in order. Then what has moved is written once.
static void sort_pool(struct native *n, const struct native_pool *pool)
{
    struct runner *r = &n->runner;
    runner_reserve(r, native_pool_scratch(pool));
    int64_t *places = r->slots + pool->first, *order = r->slots + r->top, *held = order + pool->places;
    uint32_t least = pool->places, width = pool->width;
    for (uint32_t i = 0; i < pool->places; i++) {
        const int64_t *one = places + (size_t)i * width;
        uint32_t to = i;
        for (; to > 0 && is_before(n, pool, one, places + (size_t)order[to - 1] * width, pool->first); to--)
            order[to] = order[to - 1];
        order[to] = i;
        least = to < i && to < least ? to : least;
    }
    for (uint32_t i = least; i < pool->places; i++)
        memcpy(held + (size_t)i * width, places + (size_t)i * width, width * sizeof *held);
    for (uint32_t i = least; i < pool->places; i++)
        for (uint32_t w = 0; w < width && order[i] != i; w++)
            runner_write(r, pool->first + (int64_t)i * width + w, held[(size_t)order[i] * width + w]);
}

void native_tidy(struct native *n)
{
    struct runner *r = &n->runner;
    if (n->pools.count == 0)
        return;
    size_t count = r->changes.count;
    bool any = false;
    for (size_t i = 0; i < count; i++)
        for (uint32_t pool = n->pool_of[r->changes.at[i].slot]; pool > 0; pool = n->pools.at[pool - 1].outer)
            any = n->pools.at[pool - 1].is_changed = true;
    for (size_t i = n->pools.count; any && i-- > 0;) {
        if (n->pools.at[i].is_changed) {
            forget(n, &n->pools.at[i]);
            assert(empty_places_are_initial(n, &n->pools.at[i]));
            sort_pool(n, &n->pools.at[i]);
        }
        n->pools.at[i].is_changed = false;
    }
}
