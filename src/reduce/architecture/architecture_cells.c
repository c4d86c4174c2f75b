// Variables of the class whose architectural symmetry is looked at: which element each belongs to, and which hold ids;
// and the same variables in other models.
#include "model/copy.h"
#include "reduce/architecture/architecture_parts.h"

enum { MOST_SITES = 8 }; // of a cell

static uint32_t own_sites(const struct architecture *a, const struct placement *p)
{
    uint32_t count = 0;
    for (size_t i = 0; i < p->site_count; i++)
        count += p->sites[i].class == a->class;
    return count;
}

// How many ids of the class a variable can hold.
static size_t ids_of_type(const struct architecture *a, cell_id cell)
{
    const struct type *type = model_type(a->from, model_cell(a->from, cell)->type);
    size_t count = 0;
    for (size_t i = 0; i < type->count; i++)
        count += model_site_of_id(a->from, type->values[i]).class == a->class;
    return count;
}

static bool is_of_first(const struct architecture *a, cell_id cell)
{
    struct placement p = model_placement(a->from, cell);
    for (size_t i = 0; i < p.site_count; i++)
        if (p.sites[i].class == a->class)
            return p.sites[i].element == 0;
    return false;
}

static void arrange_cells(struct architecture *a)
{
    uint32_t column = 0;
    for (cell_id cell = 0; cell < model_cell_count(a->from); cell++)
        a->columns += is_of_first(a, cell);
    a->cells = mem_alloc(a->mem, (size_t)a->size * a->columns * sizeof *a->cells);
    for (cell_id cell = 0; cell < model_cell_count(a->from); cell++) {
        struct placement p = model_placement(a->from, cell);
        if (own_sites(a, &p) == 0 && ids_of_type(a, cell))
            array_push(a->mem, &a->pointers, cell);
        if (!is_of_first(a, cell))
            continue;
        for (uint32_t e = 0; e < a->size; e++) {
            architecture_steer(a, &e, 1);
            a->cells[(size_t)e * a->columns + column] = symmetry_cell(a->symmetry, a->inverse, cell);
            architecture_unsteer(a, &e, 1);
        }
        column++;
    }
}

// A permutation must take values of one variable to values of the other.
bool architecture_read_cells(struct architecture *a, struct cause *why_not)
{
    size_t own = 0;
    a->is_simple = true;
    for (cell_id cell = 0; cell < model_cell_count(a->from); cell++) {
        struct placement p = model_placement(a->from, cell);
        uint32_t sites = own_sites(a, &p);
        size_t ids = ids_of_type(a, cell);
        own += sites > 0;
        a->is_simple &= sites < 2 && (ids == 0 || sites == 0);
        if (ids && ids != a->size) {
            *why_not = cause_with_text(CAUSE_ARCHITECTURE_SOME_IDS, model_cell(a->from, cell)->name);
            return false;
        }
        for (size_t i = 0; i < p.site_count && sites; i++) {
            uint32_t element = p.sites[i].element;
            if (p.sites[i].class != a->class)
                continue;
            architecture_steer(a, &element, 1);
            cell_id first = symmetry_cell(a->symmetry, a->permutation, cell);
            architecture_unsteer(a, &element, 1);
            if (model_cell(a->from, first)->type != model_cell(a->from, cell)->type) {
                *why_not = cause_with_texts(CAUSE_ARCHITECTURE_UNLIKE_VALUES, model_cell(a->from, first)->name,
                                            model_cell(a->from, cell)->name);
                return false;
            }
        }
    }
    if (own == 0)
        *why_not = cause_of(CAUSE_ARCHITECTURE_NO_CELLS);
    if (own > 0 && a->is_simple)
        arrange_cells(a);
    return own > 0;
}

bool architecture_copy_cells(struct architecture *a, const struct model *values, struct model *to)
{
    bool good = true;
    model_copy_values(values, to);
    if (model_ends_stay(a->from))
        model_let_ends_stay(to);
    model_add_class(to, &(struct component_class){a->described->name, a->size, false, a->described->ids, NULL, false});
    for (cell_id cell = 0; cell < model_cell_count(a->from); cell++) {
        const struct cell *it = model_cell(a->from, cell);
        struct placement p = model_placement(a->from, cell);
        struct site sites[MOST_SITES];
        size_t count = 0;
        model_add_cell(to, it->name, it->type, it->role);
        for (size_t i = 0; i < p.site_count; i++) {
            if (p.sites[i].class == a->class && count < MOST_SITES)
                sites[count] = (struct site){0, p.sites[i].element};
            count += p.sites[i].class == a->class;
        }
        if (count == 0)
            continue;
        uint32_t family = p.family;
        good &= count == 1 || (count == p.site_count && count <= MOST_SITES);
        if (count == 1) { // the same variable of the first element; variables of other classes are kept apart
            architecture_steer(a, &sites[0].element, 1);
            family = symmetry_cell(a->symmetry, a->permutation, cell);
            architecture_unsteer(a, &sites[0].element, 1);
        }
        model_place_cell(to, cell, &(struct placement){family, sites, count < MOST_SITES ? count : MOST_SITES});
    }
    return good;
}
