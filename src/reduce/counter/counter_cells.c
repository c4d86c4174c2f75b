// The counter model: its cells and starts. A cell counts the components in one local state.
#include <string.h>

#include "reduce/counter/counter_parts.h"

// ---- Cells ----------------------------------------------------------------------------------------------------------

type_id counter_rest_type(const struct counter_reduction *r, struct model *m, const struct pointer *p)
{
    ARRAY(value) values = {0};
    for (size_t i = 0; i < p->others.count; i++)
        array_push(r->mem, &values, p->others.at[i]);
    for (size_t i = 0; i < p->classes.count; i++)
        array_push(r->mem, &values, r->counted.at[p->classes.at[i]].class->ids[0]);
    type_id type = model_enum(m, values.at, values.count);
    array_free(r->mem, &values);
    return type;
}

// The name of a column is that of its cells without the element: `cache.state`.
static void add_column_name(const struct counter_reduction *r, const struct counted *k, uint32_t column,
                            struct str *out)
{
    const char *name = model_cell(r->from, k->cells[column])->name;
    const char *element = model_symbol_name(r->from, k->class->ids[0]);
    const char *found = strstr(name, element);
    if (!found || found == name || found[-1] != '[') {
        str_add(r->mem, out, "%s", name);
        return;
    }
    str_add_bytes(r->mem, out, name, (size_t)(found - 1 - name));
    str_add(r->mem, out, "%s", found + strlen(element) + 1);
}

// Proc(place: inside, tok): how many are inside and pointed at by tok.
static void add_counter_name(const struct counter_reduction *r, const struct counted *k, const value *local,
                             struct str *out)
{
    const char *before = "";
    str_add(r->mem, out, "%s(", k->class->name);
    for (uint32_t i = 0; i < k->cell_columns; i++) {
        str_add(r->mem, out, "%s", before);
        add_column_name(r, k, i, out);
        str_add(r->mem, out, ": ");
        model_add_value(r->from, model_cell(r->from, k->cells[i])->type, local[i], out);
        before = ", ";
    }
    for (uint32_t i = 0; i < k->pointers.count; i++) {
        if (!local[k->cell_columns + i])
            continue;
        str_add(r->mem, out, "%s%s", before, model_cell(r->from, r->pointers.at[k->pointers.at[i]].cell)->name);
        before = ", ";
    }
    str_add(r->mem, out, ")");
}

// The only local state of components that are not there, or NO_LOCAL.
static uint32_t find_absent(const struct counted *k)
{
    uint32_t found = NO_LOCAL, count = 0;
    for (uint32_t i = 0; i < k->locals.count && k->there != UINT32_MAX; i++)
        if (!tuples_at(&k->locals, i)[k->there]) {
            found = i;
            count++;
        }
    return count == 1 ? found : NO_LOCAL;
}

static void add_counters(struct counter_reduction *r, uint32_t class)
{
    struct counted *k = &r->counted.at[class];
    struct str name = {0};
    k->absent = find_absent(k);
    k->counters = mem_alloc(r->mem, k->locals.count * sizeof *k->counters);
    for (uint32_t i = 0; i < k->locals.count; i++) {
        const value *local = tuples_at(&k->locals, i);
        bool is_pointed_at = false;
        k->counters[i] = CELL_NONE;
        if (i == k->absent)
            continue;
        for (uint32_t j = k->cell_columns; j < k->columns; j++)
            is_pointed_at |= local[j] != 0;
        value most = is_pointed_at ? 1 : k->threshold ? k->threshold : (value)k->size;
        str_clear(&name);
        add_counter_name(r, k, local, &name);
        k->counters[i] = model_add_cell(r->to, name.at, model_integer(r->to, 0, most), CELL_STATE);
        array_push(r->mem, &r->class_of_cell, class);
    }
    str_free(r->mem, &name);
}

// Where components may be missing, the last plain cell says how many are there, and counters add up to that.
static void interleave_size(struct counter_reduction *r)
{
    cell_id last = CELL_NONE;
    for (cell_id i = 0; i < r->cell_count && r->there; i++)
        last = r->places[i].kind == CELL_IS_PLAIN ? r->places[i].copy : last;
    if (last != CELL_NONE && r->counted.at[0].locals.count <= COUNTER_MOST_INTERLEAVED)
        r->interleaved.at[last] = 0;
}

void counter_add_cells(struct counter_reduction *r)
{
    for (cell_id i = 0; i < r->cell_count; i++) {
        const struct cell *cell = model_cell(r->from, i);
        if (r->places[i].kind == CELL_IS_PLAIN) {
            r->places[i].copy = model_add_cell(r->to, cell->name, cell->type, CELL_STATE);
            array_push(r->mem, &r->class_of_cell, UINT32_MAX);
        }
    }
    for (uint32_t i = 0; i < r->pointers.count; i++) {
        struct pointer *p = &r->pointers.at[i];
        if (p->others.count + p->classes.count < 2)
            continue;
        p->rest = model_add_cell(r->to, model_cell(r->from, p->cell)->name, counter_rest_type(r, r->to, p), CELL_STATE);
        array_push(r->mem, &r->class_of_cell, UINT32_MAX);
    }
    for (uint32_t i = 0; i < r->counted.count; i++)
        add_counters(r, i);
    for (cell_id i = 0; i < r->class_of_cell.count; i++) {
        uint32_t class = r->class_of_cell.at[i];
        bool is_interleaved = class != UINT32_MAX && r->counted.at[class].locals.count <= COUNTER_MOST_INTERLEAVED;
        array_push(r->mem, &r->interleaved, is_interleaved ? class : UINT32_MAX);
    }
    interleave_size(r);
}

void counter_set_cells(const struct counter_reduction *r, struct builder *b)
{
    for (cell_id i = 0; i < r->cell_count; i++)
        if (r->places[i].kind == CELL_IS_PLAIN)
            b->plain[i] = model_cell_expr(r->to, r->places[i].copy);
    for (uint32_t i = 0; i < r->pointers.count; i++)
        if (r->pointers.at[i].rest != CELL_NONE)
            b->rests[i] = model_cell_expr(r->to, r->pointers.at[i].rest);
}

// ---- Starts ---------------------------------------------------------------------------------------------------------

// The state that a start leads to; there is exactly one if all its values are constant.
bool counter_read_starts(struct counter_reduction *r)
{
    struct parts initial = model_initial(r->from);
    for (size_t i = 0; i < initial.count; i++) {
        value v;
        if (initial.at[i].kind != PART_CONDITION || !model_is_const(r->from, initial.at[i].expr, &v)) {
            counter_refuse(r, cause_of(CAUSE_CONDITIONAL_STARTS));
            return false;
        }
        if (!v)
            return true; // there is none
    }
    for (size_t i = 0; i < model_start_count(r->from); i++) {
        const struct action *start = model_start(r->from, i);
        size_t base = r->starts.count, set = 0;
        for (size_t j = 0; j < r->cell_count; j++)
            array_push(r->mem, &r->starts, 0);
        for (size_t j = 0; j < start->part_count; j++) {
            const struct part *part = &start->parts[j];
            value v;
            if (part->kind == PART_CHOICE && model_is_const(r->from, part->expr, &v)) {
                r->starts.at[base + part->cell] = v;
                set++;
            }
        }
        if (set != r->cell_count || start->part_count != set) {
            counter_refuse(r, cause_with_text(CAUSE_NOT_ONE_STATE, start->name));
            return false;
        }
    }
    if (model_start_count(r->from) == 0)
        counter_refuse(r, cause_of(CAUSE_NO_STARTS));
    return model_start_count(r->from) > 0;
}

bool counter_image(const struct counter_reduction *r, const value *state, value *image)
{
    bool has_all = true;
    value *local = mem_alloc(r->mem, counter_most_columns(r) * sizeof *local);
    for (cell_id i = 0; i < r->cell_count; i++)
        if (r->places[i].kind == CELL_IS_PLAIN)
            image[r->places[i].copy] = state[i];
    for (uint32_t i = 0; i < r->pointers.count; i++) {
        const struct pointer *p = &r->pointers.at[i];
        struct site site = counter_site(r, state[p->cell]);
        if (p->rest != CELL_NONE)
            image[p->rest] = site.class == UINT32_MAX ? state[p->cell] : r->counted.at[site.class].class->ids[0];
    }
    for (uint32_t k = 0; k < r->counted.count; k++) {
        const struct counted *class = &r->counted.at[k];
        for (uint32_t i = 0; i < class->locals.count; i++)
            if (i != class->absent)
                image[class->counters[i]] = 0;
        for (uint32_t i = 0; i < class->size; i++) {
            counter_read_local(r, state, k, i, local);
            uint32_t number = tuples_find(&class->locals, local);
            if (number != NO_LOCAL && number == class->absent)
                continue;
            value limit = number == NO_LOCAL ? 0 : counter_limit(class, number);
            has_all &= number != NO_LOCAL;
            if (number != NO_LOCAL && (!limit || image[class->counters[number]] < limit))
                image[class->counters[number]]++;
        }
    }
    mem_free(r->mem, local, counter_most_columns(r) * sizeof *local);
    return has_all;
}

bool counter_add_starts(struct counter_reduction *r)
{
    bool has_all = true;
    struct model *m = r->to;
    size_t cells = model_cell_count(m), starts = r->cell_count ? r->starts.count / r->cell_count : 0;
    value *image = mem_zalloc(r->mem, (cells + 1) * sizeof *image);
    if (starts == 0)
        model_add_initial(m, (struct part){PART_CONDITION, CELL_NONE, model_false(m)});
    for (size_t i = 0; i < starts; i++) {
        size_t start = model_add_start(m, model_start(r->from, i)->name);
        has_all &= counter_image(r, r->starts.at + i * r->cell_count, image);
        for (cell_id c = 0; c < cells; c++) {
            const struct type *type = model_type(m, model_cell(m, c)->type);
            model_add_to_start(m, start, (struct part){PART_CHOICE, c, counter_value(m, type, image[c])});
        }
    }
    mem_free(r->mem, image, (cells + 1) * sizeof *image);
    if (!has_all)
        counter_refuse(r, cause_of(CAUSE_COUNTER_NO_COUNTER_AT_START));
    return has_all;
}
