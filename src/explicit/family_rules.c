#include "explicit/family_rules.h"

#include <string.h>

#include "model/eval.h"

// ---- Values ---------------------------------------------------------------------------------------------------------

// The member's value of the same name; false if its type has none.
static bool translate(const struct layout *whole, const struct type *from, const struct layout *l,
                      const struct type *type, value v, value *result)
{
    *result = v;
    if (from->has_none && v == from->none) {
        *result = type->none;
        return type->has_none;
    }
    if (!value_is_symbol(v))
        return true;
    for (size_t i = 0; type->values && i < type->count; i++) {
        *result = type->values[i];
        bool is_none = type->has_none && *result == type->none;
        if (!is_none && strcmp(model_symbol_name(whole->model, v), model_symbol_name(l->model, *result)) == 0)
            return true;
    }
    return false;
}

// By code, as the whole has them. What the member has no value for never occurs in its states.
static void list_values(struct family_rules *r, const struct layout *whole, const struct field *all,
                        const struct type *from, const struct type *type, struct field *f)
{
    value *values = arena_alloc(&r->arena, (all->largest + 1) * sizeof *values);
    f->is_listed = true;
    f->values = values;
    f->low = type->values[0];
    value high = f->low;
    for (size_t i = 1; i < type->count; i++) {
        f->low = type->values[i] < f->low ? type->values[i] : f->low;
        high = type->values[i] > high ? type->values[i] : high;
    }
    f->code_count = (size_t)(high - f->low) + 1;
    f->codes = mem_alloc(r->layout.mem, f->code_count * sizeof *f->codes);
    memset(f->codes, 0xff, f->code_count * sizeof *f->codes);
    for (uint64_t code = 0; code <= all->largest; code++) {
        values[code] = type->values[0];
        value v;
        if (!translate(whole, from, &r->layout, type, field_value(all, code), &v))
            continue;
        values[code] = v;
        f->codes[v - f->low] = (uint32_t)code;
    }
}

static bool add_field(struct family_rules *r, const struct layout *whole, cell_id cell)
{
    const struct model *m = r->layout.model;
    cell_id of_whole = r->member->cells[cell];
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    const struct type *from = model_type(whole->model, model_cell(whole->model, of_whole)->type);
    const struct field *all = &whole->fields[of_whole];
    struct field *f = &r->layout.fields[cell];
    *f = *all;
    f->codes = NULL;
    f->code_count = 0;
    if (type->kind != from->kind || all->is_input || model_cell(m, cell)->role != CELL_STATE)
        return false;
    if (type->kind == TYPE_ENUM)
        list_values(r, whole, all, from, type, f);
    else
        f->is_listed = false;
    return type->kind == TYPE_BOOLEAN || type->kind == TYPE_ENUM || (!type->values && !all->is_listed);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

bool family_rules_open(struct family_rules *r, const struct explicit_member *member, const struct layout *whole,
                       struct mem *mem)
{
    *r = (struct family_rules){.member = member, .arena = {.mem = mem}};
    r->layout = (struct layout){.model = member->model, .mem = mem, .cells = model_cell_count(member->model)};
    r->layout.words = whole->words;
    r->layout.fields = mem_zalloc(mem, (r->layout.cells + 1) * sizeof *r->layout.fields);
    r->evaluator = evaluator_new(member->model, mem);
    bool good = model_pool_count(member->model) == 0; // whose order is that of one model's values
    for (cell_id cell = 0; cell < r->layout.cells && good; cell++)
        good = add_field(r, whole, cell);
    return good;
}

void family_rules_close(struct family_rules *r, struct mem *mem)
{
    if (r->is_made)
        rules_close(&r->rules);
    evaluator_free(r->evaluator);
    layout_close(&r->layout);
    array_free(mem, &r->watches);
    array_free(mem, &r->numbers);
    arena_free(&r->arena);
}

bool family_rules_make(struct family_rules *r, const struct symmetry *symmetry, struct twins twins,
                       bool (*is_over)(void *context), void *context, struct mem *mem)
{
    r->is_made =
        rules_open(&r->rules, &r->layout, true, r->watches.at, r->watches.count, is_over, context, r->evaluator, mem);
    if (!r->is_made) {
        rules_close(&r->rules);
        return false;
    }
    if (!r->rules.compiled)
        return false;
    if (symmetry) {
        rules_use_twins(&r->rules, symmetry);
        r->rules.twins = twins;
    }
    return true;
}
