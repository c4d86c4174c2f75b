// Rows of cells in order (PROCEDURE_SORT). After a rule only few of them are out of place, so that insertion is best.
#include "explicit/code.h"

// ---- Compiling ------------------------------------------------------------------------------------------------------

// Where the order of the values is not that of their codes: which place a code has. Gives where that begins.
static uint32_t add_ranks(struct compiler *c, const struct type *type, const struct field *f)
{
    struct program *p = c->program;
    bool none_first = type->kind == TYPE_INTEGER && type->has_none, in_order = !none_first;
    for (uint64_t i = 0; type->values && i < type->count; i++)
        in_order &= f->is_listed || type->values[i] - f->low == (value)i;
    if (in_order || none_first) // the code of none is 0: one less is behind all others
        return in_order ? NO_CODE : NO_CODE - 1;
    uint32_t begin = (uint32_t)p->ranks.count;
    for (uint64_t i = 0; i <= f->largest; i++)
        array_push(c->mem, &p->ranks, 0);
    for (uint64_t i = 0; i < type->count; i++)
        p->ranks.at[begin + (uint64_t)(type->values[i] - f->low)] = (uint32_t)i;
    return begin;
}

static const struct type *cell_type(const struct compiler *c, uint32_t cell)
{
    return model_type(c->model, model_cell(c->model, cell)->type);
}

void compile_sort(struct compiler *c, uint32_t cell, uint32_t rows, uint32_t width)
{
    struct program *p = c->program;
    struct row_sort sort = {rows, width, &c->layout->fields[cell], 0};
    ARRAY(uint32_t) columns = {0};
    for (uint32_t i = 0; i < width; i++)
        array_push(c->mem, &columns, add_ranks(c, cell_type(c, cell + i), &c->layout->fields[cell + i]));
    sort.ranks = (uint32_t)p->ranks.count;
    for (uint32_t i = 0; i < width; i++)
        array_push(c->mem, &p->ranks, columns.at[i]);
    array_free(c->mem, &columns);
    if ((size_t)rows * width > p->most_sorted)
        p->most_sorted = (size_t)rows * width;
    array_push(c->mem, &p->sorts, sort);
    code_emit(c, RUN_SORT, 0, (uint32_t)p->sorts.count - 1, 0, 0);
}

// ---- Sorting --------------------------------------------------------------------------------------------------------

static uint64_t rank_of(const uint32_t *ranks, uint32_t begin, uint64_t code)
{
    if (begin == NO_CODE)
        return code;
    return begin == NO_CODE - 1 ? code - 1 : ranks[begin + code];
}

static bool comes_before(const uint64_t *a, const uint64_t *b, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

static void exchange(uint64_t *a, uint64_t *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t held = a[i];
        a[i] = b[i];
        b[i] = held;
    }
}

void row_sort_apply(const struct row_sort *sort, const uint32_t *ranks, uint64_t *state, uint64_t *scratch)
{
    uint32_t width = sort->width;
    const uint32_t *columns = ranks + sort->ranks;
    bool in_order = true;
    for (uint32_t row = 0; row < sort->rows; row++) {
        const struct field *f = sort->fields + (size_t)row * width;
        uint64_t *key = scratch + (size_t)row * 2 * width, *codes = key + width;
        codes[0] = field_read(f, state);
        key[0] = !codes[0];
        for (uint32_t i = 1; i < width; i++) {
            codes[i] = field_read(f + i, state);
            key[i] = rank_of(ranks, columns[i], codes[i]);
        }
        for (uint64_t *at = key; at > scratch && comes_before(at, at - 2 * width, width); at -= 2 * width) {
            exchange(at, at - 2 * width, 2 * width);
            in_order = false;
        }
    }
    for (uint32_t row = 0; row < sort->rows && !in_order; row++)
        for (uint32_t i = 0; i < width; i++)
            field_write(sort->fields + (size_t)row * width + i, state, scratch[((size_t)row * 2 + 1) * width + i]);
}
