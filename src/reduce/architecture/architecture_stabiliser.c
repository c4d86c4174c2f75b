// Stabilisers: where not all permutations of a class are architectural symmetries, those may be that leave a few of its
// elements where they are (seed 002, Definition 5 is about any group).
//
// A ring may have a master that does what no other does, or a property may name one. Its elements are then no
// components any more: in a copy of the model the class has only the others, and the variables of the fixed elements
// are global ones.
//
// The proof from the rules is one about the class as a whole, as it is without fixed elements: a ring without its
// master is a line, and what goes round goes over the master. Templates that are the same for all permutations of the
// stabiliser need no proof; but as not everybody takes them, no path has them (`is_own`). All others are shown for any
// elements, so that in particular every image under the stabiliser is a path.
#include "reduce/architecture/architecture_parts.h"

#include "model/copy.h"

enum { ORDERS_OF_THREE = 6, MOST_FIXED = 3, MOST_PATTERNS = (MOST_FIXED + 1) * (MOST_FIXED + 1) * (MOST_FIXED + 1) };

// ---- Which elements are unlike the others ---------------------------------------------------------------------------

// By element: how many tuples of a template have it.
static void count_takers(const struct architecture *a, const struct template *t, size_t *counts)
{
    uint32_t tuple[2] = {0};
    for (uint32_t e = 0; e < a->size; e++)
        counts[e] = 0;
    for (tuple[0] = 0; tuple[0] < a->size; tuple[0]++)
        for (tuple[1] = 0; tuple[1] < (t->named == 2 ? a->size : 1); tuple[1]++) {
            if ((t->named == 2 && tuple[0] == tuple[1]) || !template_is_taken(a, t, tuple))
                continue;
            for (uint32_t i = 0; i < t->named; i++)
                counts[tuple[i]]++;
        }
}

// Those that take what few others take, or do not take what few others do not; of pairs, who is in all of them.
void architecture_note_unlike(struct architecture *a, const struct template *t, bool *is_fixed)
{
    size_t takers = 0, bytes = (a->size + 1) * sizeof(size_t);
    for (uint32_t i = 0; t->named > 2 && t->taken_count <= ORDERS_OF_THREE && i < t->named; i++)
        is_fixed[t->first[i]] = true; // as a condition of a property has them
    if (t->named < 1 || t->named > 2 || template_is_full(a, t))
        return;
    size_t *counts = mem_alloc(a->mem, bytes);
    count_takers(a, t, counts);
    for (uint32_t e = 0; e < a->size; e++)
        takers += counts[e] > 0;
    bool few_do = takers <= MOST_FIXED, few_do_not = a->size - takers <= MOST_FIXED;
    for (uint32_t e = 0; e < a->size; e++) {
        if (t->named == 1)
            is_fixed[e] |= counts[e] > 0 ? few_do : few_do_not && !few_do;
        else
            is_fixed[e] |= counts[e] == t->taken_count && t->taken_count > 0;
    }
    mem_free(a->mem, counts, bytes);
}

bool architecture_are_few(const struct architecture *a, const bool *is_fixed)
{
    size_t found = 0;
    for (uint32_t e = 0; e < a->size; e++)
        found += is_fixed[e];
    return found > 0 && found <= MOST_FIXED && found + 2 <= a->size;
}

bool architecture_find_unlike(struct architecture *a, bool *is_fixed)
{
    if (a->options->named_by) {
        architecture_find_named_by(a, *a->options->named_by, is_fixed);
        if (!architecture_are_few(a, is_fixed))
            return false;
    }
    for (size_t i = 0; i < a->actions.at.count; i++)
        architecture_note_unlike(a, a->actions.at.at[i], is_fixed);
    return architecture_are_few(a, is_fixed);
}

bool architecture_has_named(struct architecture *a, size_t property)
{
    bool *is_named = mem_zalloc(a->mem, a->size + 1);
    architecture_find_named_by(a, property, is_named);
    bool result = architecture_are_few(a, is_named);
    mem_free(a->mem, is_named, a->size + 1);
    return result;
}

// ---- Templates that the stabiliser leaves as they are ---------------------------------------------------------------

struct patterns {
    uint32_t digits[MOST_FIXED]; // the fixed elements
    uint32_t count;
    uint64_t taken[MOST_PATTERNS];
};

// Which fixed element is where in a tuple; 0 where another one is.
static size_t pattern_of(const struct patterns *p, const uint32_t *tuple, uint32_t named)
{
    size_t number = 0;
    for (uint32_t i = 0; i < named; i++) {
        uint32_t digit = 0;
        while (digit < p->count && p->digits[digit] != tuple[i])
            digit++;
        number = number * (MOST_FIXED + 1) + (digit < p->count ? digit + 1 : 0);
    }
    return number;
}

static uint64_t tuples_of(const struct architecture *a, const struct patterns *p, size_t number, uint32_t named)
{
    uint64_t count = 1, others = a->size - p->count;
    for (uint32_t i = 0; i < named; i++, number /= MOST_FIXED + 1)
        if (number % (MOST_FIXED + 1) == 0)
            count *= others > 0 ? others-- : 0;
    return count;
}

// Either all tuples with the same fixed elements in the same places take it, or none does.
bool template_is_own(const struct architecture *a, const struct template *t)
{
    struct patterns p = {0};
    uint32_t tuple[ARCHITECTURE_MOST_NAMED] = {0};
    bool is_own = a->fixed && t->named <= 2;
    for (uint32_t e = 0; is_own && e < a->size; e++)
        if (a->fixed[e])
            p.digits[p.count++] = e;
    for (tuple[0] = 0; is_own && tuple[0] < (t->named > 0 ? a->size : 1); tuple[0]++)
        for (tuple[1] = 0; tuple[1] < (t->named > 1 ? a->size : 1); tuple[1]++)
            if (t->named < 2 || tuple[0] != tuple[1])
                p.taken[pattern_of(&p, tuple, t->named)] += template_is_taken(a, t, tuple);
    for (size_t i = 0; i < MOST_PATTERNS && is_own; i++)
        is_own = p.taken[i] == 0 || p.taken[i] == tuples_of(a, &p, i, t->named);
    return is_own;
}

// ---- The model without them -----------------------------------------------------------------------------------------

static void add_class(struct architecture *a, const bool *is_fixed, struct model *to)
{
    struct str name = {0};
    ARRAY(value) ids = {0};
    const char *between = " except ";
    str_add(a->mem, &name, "%s", a->described->name);
    for (uint32_t e = 0; e < a->size; e++) {
        value id = a->described->ids[e];
        if (!is_fixed[e])
            array_push(a->mem, &ids, id);
        else {
            str_add(a->mem, &name, "%s%s", between, model_symbol_name(a->from, id));
            between = ", ";
        }
    }
    model_add_class(to, &(struct component_class){str_text(&name), ids.count, false, ids.at,
                                                  "some of its elements are not like the others", false});
    array_free(a->mem, &ids);
    str_free(a->mem, &name);
}

// Cells of one component; the same variable of the first one that is not fixed tells them from others.
static void place_cells(struct architecture *a, const bool *is_fixed, struct model *to)
{
    uint32_t first = 0, number = 0;
    uint32_t *numbers = mem_alloc(a->mem, a->size * sizeof *numbers);
    while (is_fixed[first])
        first++;
    for (uint32_t e = 0; e < a->size; e++)
        numbers[e] = is_fixed[e] ? UINT32_MAX : number++;
    for (uint32_t e = 0; e < a->size; e++)
        for (uint32_t i = 0; i < a->columns && numbers[e] != UINT32_MAX; i++) {
            cell_id cell = a->cells[(size_t)e * a->columns + i];
            model_place_cell(
                to, cell,
                &(struct placement){a->cells[(size_t)first * a->columns + i], &(struct site){0, numbers[e]}, 1});
        }
    mem_free(a->mem, numbers, a->size * sizeof *numbers);
}

struct model *architecture_fix(struct architecture *a, const bool *is_fixed)
{
    size_t cells = model_cell_count(a->from), properties = model_property_count(a->from);
    bool *all = mem_alloc(a->mem, cells + 1);
    cell_id *map = mem_alloc(a->mem, (cells + 1) * sizeof *map);
    size_t *numbers = mem_alloc(a->mem, (properties + 1) * sizeof *numbers);
    for (size_t i = 0; i < cells; i++)
        all[i] = true;
    for (size_t i = 0; i < properties; i++)
        numbers[i] = i;
    const struct model_selection selection = {.cells = all, .properties = numbers, .property_count = properties};
    struct model *to = model_copy_selected(a->from, &selection, map, a->mem);
    add_class(a, is_fixed, to);
    place_cells(a, is_fixed, to);
    mem_free(a->mem, numbers, (properties + 1) * sizeof *numbers);
    mem_free(a->mem, map, (cells + 1) * sizeof *map);
    mem_free(a->mem, all, cells + 1);
    return to;
}
