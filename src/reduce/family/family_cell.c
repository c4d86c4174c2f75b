// Cells of the aggregate: one for each name, with the values of all members; and the markers, by which the size of a
// state is known. A state with all cells is the completion of a member's (seed 001, Definition 1), with `$` in markers.
#include "reduce/family/family_merging.h"

#include <string.h>

#include "base/hash.h"

// ---- By name --------------------------------------------------------------------------------------------------------

static size_t find_or_add(struct family *f, struct table *table, const char *name)
{
    uint32_t hash = (uint32_t)hash_bytes(HASH_BYTES_START, name, strlen(name));
    size_t at = hash;
    for (uint32_t i; (i = table_probe(table, hash, &at)) != TABLE_END;)
        if (strcmp(f->cells.at[i].name, name) == 0)
            return i;
    struct family_cell cell = {.name = name, .of = arena_alloc(&f->arena, f->count * sizeof *cell.of)};
    for (size_t i = 0; i < f->count; i++)
        cell.of[i] = CELL_NONE;
    table_add(f->mem, table, hash, (uint32_t)f->cells.count);
    array_push(f->mem, &f->cells, cell);
    return f->cells.count - 1;
}

// Those of the largest member come first, in its order.
static void match_by_name(struct family *f)
{
    struct table table = {0};
    for (size_t i = f->count; i-- > 0;) {
        const struct model *m = f->members[i].model;
        for (cell_id c = 0; c < model_cell_count(m); c++) {
            size_t place = find_or_add(f, &table, model_cell(m, c)->name);
            f->cells.at[place].of[i] = c;
            f->cells_of[i][c] = (cell_id)place;
        }
    }
    table_free(f->mem, &table);
}

// ---- Types ----------------------------------------------------------------------------------------------------------

// What the types of a cell, or of all cells of an orbit, have in common; and what is made of them.
struct joint {
    bool has_boolean, has_other, has_none;
    value low, high; // of integers
    bool is_integer, is_enum, is_odd, low_differs;
    ARRAY(value) values; // of enumerations, in the aggregate
    bool is_marker, is_truth;
    type_id type;
    value absent;
};

static void join_integer(struct joint *j, const struct type *t)
{
    value low = t->low + t->has_none;
    if (t->values)
        j->is_odd = true;
    j->low_differs |= j->is_integer && low != j->low;
    j->low = j->is_integer && j->low < low ? j->low : low;
    j->high = j->is_integer && j->high > t->high ? j->high : t->high;
    j->is_integer = true;
}

static void join_enum(struct family *f, struct joint *j, size_t member, const struct type *t)
{
    for (size_t i = 0; i < t->count; i++) {
        value v = fam_value(f, member, t->values[i]);
        bool is_known = t->has_none && t->values[i] == t->none;
        for (size_t k = 0; k < j->values.count && !is_known; k++)
            is_known = j->values.at[k] == v;
        if (!is_known)
            array_push(f->mem, &j->values, v);
    }
    j->is_enum = true;
}

static void join_types(struct family *f, const struct family_cell *cell, struct joint *j)
{
    for (size_t i = f->count; i-- > 0;) {
        if (cell->of[i] == CELL_NONE)
            continue;
        const struct model *m = f->members[i].model;
        const struct cell *c = model_cell(m, cell->of[i]);
        const struct type *t = model_type(m, c->type);
        j->has_none |= t->has_none;
        j->is_odd |= c->role != CELL_STATE;
        if (t->kind == TYPE_BOOLEAN)
            j->has_boolean = true;
        else if (t->kind == TYPE_INTEGER)
            join_integer(j, t);
        else if (t->kind == TYPE_ENUM)
            join_enum(f, j, i, t);
        else
            j->is_odd = true;
    }
    j->is_odd |= j->is_integer && (j->is_enum || j->has_boolean);
}

static uint32_t root_of(uint32_t *first, uint32_t c)
{
    while (first[c] != c)
        c = first[c] = first[first[c]];
    return c;
}

// Sorting takes values from one place of a pool to another. (The largest member's cells come first, in its order.)
static void join_places(const struct pool *pool, uint32_t *first)
{
    for (uint32_t i = pool->width; i < pool->width * pool->places; i++) {
        uint32_t a = root_of(first, pool->first + i % pool->width), b = root_of(first, pool->first + i);
        first[a < b ? b : a] = a < b ? a : b;
    }
}

// The cells of each orbit: those of one family in the largest member, and what goes from place to place in its pools.
// Without symmetries, and where a cell has no components, it is alone. By cell, the first of its orbit.
static void find_orbits(const struct family *f, uint32_t *first)
{
    const struct family_member *largest = &f->members[f->count - 1];
    struct int_map known = {0}; // by the number of a family
    for (uint32_t c = 0; c < f->cells.count; c++) {
        cell_id its = f->groups ? f->cells.at[c].of[f->count - 1] : CELL_NONE;
        struct placement p = its != CELL_NONE ? model_placement(largest->model, its) : (struct placement){0};
        bool added;
        first[c] = c;
        if (p.site_count == 0)
            continue;
        uint32_t *place = int_map_try_add(f->mem, &known, p.family, c, &added);
        if (!place)
            mem_exhausted(f->mem);
        first[c] = *place;
    }
    int_map_free(f->mem, &known);
    for (size_t i = 0; f->groups && i < model_pool_count(largest->model); i++) {
        struct pool pool = model_pool(largest->model, i);
        join_places(&pool, first);
    }
    for (uint32_t c = 0; c < f->cells.count; c++)
        first[c] = root_of(first, c);
}

static value symbol(struct family *f, const char *name)
{
    return model_symbol(f->model, name);
}

// The type of all members, with one more value if it is a marker, which becomes `absent`.
static type_id type_of_all(struct family *f, const char *name, struct joint *j, bool is_marker)
{
    struct model *m = f->model;
    type_id type;
    if (j->is_odd)
        fam_refuse(f, cause_with_text(CAUSE_FAMILY_TYPES, name));
    if (j->is_integer && j->has_none && j->low_differs)
        fam_refuse(f, cause_with_text(CAUSE_FAMILY_UNDEFINED, name));
    if (f->is_refused || (j->has_boolean && !j->is_enum && !is_marker))
        return model_boolean(m);
    if (j->is_integer) {
        type = model_integer(m, j->low, j->high + is_marker);
        j->absent = j->high + 1;
    } else {
        j->is_truth = j->has_boolean;
        if (j->has_boolean) {
            j->values.count = 0;
            array_push(f->mem, &j->values, symbol(f, "false"));
            array_push(f->mem, &j->values, symbol(f, "true"));
        }
        j->absent = symbol(f, "$");
        if (is_marker)
            array_push(f->mem, &j->values, j->absent);
        type = model_enum(m, j->values.at, j->values.count);
    }
    return j->has_none ? model_optional(m, type) : type;
}

// Where a cell may be absent, it needs a value that no permutation moves.
static bool needs_rest(const struct family *f, const struct family_cell *cell, const struct joint *j)
{
    bool needs = f->groups && j->is_enum && !j->has_none && fam_may_be_absent(f, cell);
    for (size_t i = 0; i < j->values.count && needs; i++)
        needs = fam_is_id(f, j->values.at[i]);
    return needs;
}

static value rest_value(const struct family *f, const struct type *type)
{
    uint64_t i = 0;
    while (f->groups && i + 1 < type_size(type) && fam_is_id(f, type_value(type, i)))
        i++;
    return type_value(type, i);
}

static void set_type(struct family *f, const char *name, struct joint *j)
{
    j->type = type_of_all(f, name, j, j->is_marker);
    if (!j->is_marker)
        j->absent = rest_value(f, model_type(f->model, j->type));
}

// Permutations take the values of a cell to all others of its orbit, in states of any size: so the types of all of them
// are joined. (A cell of the first component is there in sizes in which the last one is missing, and may be undefined
// in those only.)
static void add_cells(struct family *f, const bool *is_marker)
{
    size_t count = f->cells.count;
    uint32_t *first = mem_alloc(f->mem, (count + 1) * sizeof *first);
    struct joint *joints = mem_zalloc(f->mem, (count + 1) * sizeof *joints);
    find_orbits(f, first);
    for (size_t c = 0; c < count; c++)
        join_types(f, &f->cells.at[c], &joints[first[c]]);
    for (size_t c = 0; c < count; c++)
        joints[first[c]].is_marker |= is_marker[c] || needs_rest(f, &f->cells.at[c], &joints[first[c]]);
    for (size_t c = 0; c < count; c++) {
        struct family_cell *cell = &f->cells.at[c];
        struct joint *j = &joints[first[c]];
        if (first[c] == c)
            set_type(f, cell->name, j);
        model_add_cell(f->model, cell->name, j->type, CELL_STATE);
        cell->absent = j->absent;
        cell->is_truth = j->is_truth;
    }
    for (size_t c = 0; c < count; c++)
        array_free(f->mem, &joints[c].values);
    mem_free(f->mem, joints, (count + 1) * sizeof *joints);
    mem_free(f->mem, first, (count + 1) * sizeof *first);
}

// ---- Markers --------------------------------------------------------------------------------------------------------

// Whether a member is the first to have the cell, and all after it do, too.
static bool begins_with(const struct family *f, const struct family_cell *cell, size_t member)
{
    for (size_t i = 0; i < f->count; i++)
        if ((cell->of[i] != CELL_NONE) != (i >= member))
            return false;
    return true;
}

static bool is_power_of_two(uint64_t n)
{
    return (n & (n - 1)) == 0;
}

// The less the better: one more value may take one more bit, and is dearest for a truth value.
static unsigned price(const struct family *f, const struct family_cell *cell)
{
    const struct model *m = f->members[f->count - 1].model;
    const struct type *t = model_type(m, model_cell(m, cell->of[f->count - 1])->type);
    return t->kind == TYPE_BOOLEAN ? 2 : is_power_of_two(type_size(t));
}

static size_t find_marker(const struct family *f, size_t member)
{
    size_t best = SIZE_MAX;
    for (size_t c = 0; c < f->cells.count; c++)
        if (begins_with(f, &f->cells.at[c], member) &&
            (best == SIZE_MAX || price(f, &f->cells.at[c]) < price(f, &f->cells.at[best])))
            best = c;
    return best;
}

static expr equals(struct family *f, cell_id cell, value v)
{
    struct model *m = f->model;
    expr it = model_cell_expr(m, cell);
    return model_binary(m, OP_EQ, it, model_const(m, model_cell(m, cell)->type, v));
}

// Where some size has no marker, there is a cell for the size.
static void add_size_cell(struct family *f)
{
    struct model *m = f->model;
    f->size_cell = model_add_cell(m, "$size", model_integer(m, 0, (value)f->count - 1), CELL_STATE);
    for (size_t i = 1; i < f->count; i++)
        f->at_least[i] = model_binary(m, OP_LE, model_int(m, (value)i), model_cell_expr(m, f->size_cell));
}

// The first element that a member has more than the one before it; false if it has none.
static bool find_new_element(struct family *f, size_t member)
{
    for (uint32_t class = 0; class < model_class_count(f->model); class ++) {
        size_t before = fam_class_size(f, member - 1, class);
        if (fam_class_size(f, member, class) <= before)
            continue;
        expr absent = model_cell_expr(f->model, f->absent[class] + (cell_id)before);
        f->at_least[member] = model_not(f->model, absent);
        return true;
    }
    return false;
}

// With symmetries: each element has a cell that says whether it is there.
static void find_sizes_by_elements(struct family *f)
{
    bool has_all = true;
    for (size_t i = 1; i < f->count; i++)
        has_all &= find_new_element(f, i);
    if (!has_all)
        add_size_cell(f);
}

static void add_conditions(struct family *f, const size_t *markers)
{
    struct model *m = f->model;
    f->at_least[0] = model_true(m);
    for (size_t i = 1; i < f->count && markers; i++) {
        cell_id cell = (cell_id)markers[i];
        f->at_least[i] = model_not(m, equals(f, cell, f->cells.at[cell].absent));
    }
    if (f->groups)
        find_sizes_by_elements(f);
    else if (!markers)
        add_size_cell(f);
    for (size_t i = 0; i < f->count; i++) {
        expr above = i + 1 < f->count ? f->at_least[i + 1] : model_false(m);
        f->is_member[i] = model_and(m, f->at_least[i], model_not(m, above));
    }
}

void fam_match_cells(struct family *f)
{
    match_by_name(f);
    size_t bytes = (f->count + 1) * sizeof(size_t);
    size_t *markers = mem_zalloc(f->mem, bytes);
    bool *is_marker = mem_zalloc(f->mem, f->cells.count + 1), has_all = !f->groups;
    for (size_t i = 1; i < f->count && has_all; i++) {
        markers[i] = find_marker(f, i);
        has_all &= markers[i] != SIZE_MAX;
    }
    for (size_t i = 1; i < f->count && has_all; i++)
        is_marker[markers[i]] = true;
    add_cells(f, is_marker);
    if (f->groups && !f->is_refused)
        fam_place_cells(f);
    if (!f->is_refused)
        add_conditions(f, has_all ? markers : NULL);
    if (f->groups && !f->is_refused)
        fam_find_group(f); // that knows all cells
    mem_free(f->mem, is_marker, f->cells.count + 1);
    mem_free(f->mem, markers, bytes);
}
