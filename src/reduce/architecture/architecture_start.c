// Initial states: whether they are the same for all permutations, and those of the symmetrised model, which
// are all their images.
//
// They need not be the same (seed 000, Definition 2.5, has no condition on them, unlike Definition 5 of seed 002): what
// can be reached from a state is the same in its orbit, up to the permutation. So the images of an initial state
// satisfy a formula with symmetric conditions if and only if it does. A trace from an image is taken back by the
// permutation. But which states are reachable is another matter, and so are formulas that follow some components.
#include <stdlib.h>
#include <string.h>

#include "reduce/architecture/architecture_parts.h"
#include "reduce/tuples.h"

// ---- Those of the model ---------------------------------------------------------------------------------------------

static bool read_start(struct architecture *a, const struct action *start)
{
    size_t cells = model_cell_count(a->from), base = a->starts.count;
    for (size_t i = 0; i < cells; i++)
        array_push(a->mem, &a->starts, 0);
    for (size_t i = 0; i < start->part_count; i++) {
        const struct part *part = &start->parts[i];
        if (part->kind != PART_CHOICE || !model_is_const(a->from, part->expr, &a->starts.at[base + part->cell]))
            return false;
    }
    return start->part_count == cells;
}

static bool starts_are_as_assumed(struct architecture *a, struct cause *why_not)
{
    struct evaluator *evaluator = evaluator_new(a->from, a->mem);
    size_t cells = model_cell_count(a->from), i = 0, count = model_start_count(a->from);
    while (i < count && eval_is_state(evaluator, a->starts.at + i * cells, NULL))
        i++;
    if (i < count)
        *why_not = cause_with_text(CAUSE_ARCHITECTURE_UNLIKE_START, model_start(a->from, i)->name);
    evaluator_free(evaluator);
    return i == count;
}

bool architecture_read_starts(struct architecture *a, struct cause *why_not)
{
    if (model_initial(a->from).count) {
        *why_not = cause_of(CAUSE_CONDITIONAL_STARTS);
        return false;
    }
    for (size_t i = 0; i < model_start_count(a->from); i++)
        if (!read_start(a, model_start(a->from, i))) {
            *why_not = cause_with_text(CAUSE_NOT_ONE_STATE, model_start(a->from, i)->name);
            return false;
        }
    return model_invariants(a->from).count == 0 || starts_are_as_assumed(a, why_not);
}

// Whether two neighbours can be told apart in a state at all: by their variables, or by what points at them.
static bool may_differ(const struct architecture *a, const value *state, uint32_t element)
{
    if (!a->is_simple)
        return true;
    const cell_id *own = a->cells + (size_t)element * a->columns, *next = own + a->columns;
    for (uint32_t i = 0; i < a->columns; i++)
        if (state[own[i]] != state[next[i]])
            return true;
    for (size_t i = 0; i < a->pointers.count; i++) {
        struct site site = model_site_of_id(a->from, state[a->pointers.at[i]]);
        if (site.class == a->class && (site.element == element || site.element == element + 1))
            return true;
    }
    return false;
}

static void tell_start(struct architecture *a, size_t start, uint32_t element, struct cause *why_not)
{
    *why_not = (struct cause){CAUSE_ARCHITECTURE_MOVED_START,
                              .texts = {model_symbol_name(a->from, a->described->ids[element]),
                                        model_symbol_name(a->from, a->described->ids[element + 1]),
                                        model_start(a->from, start)->name}};
}

bool architecture_starts_are_symmetric(struct architecture *a, struct cause *why_not)
{
    size_t cells = model_cell_count(a->from), count = cells ? a->starts.count / cells : 0;
    struct tuples known = {.width = cells};
    value *image = mem_alloc(a->mem, (cells + 1) * sizeof *image);
    bool good = true;
    for (size_t i = 0; i < count; i++)
        tuples_add(a->mem, &known, a->starts.at + i * cells);
    for (uint32_t e = 0; e + 1 < a->size && good; e++) {
        uint32_t x = a->first + e, y = x + 1;
        a->permutation[x] = a->inverse[x] = y;
        a->permutation[y] = a->inverse[y] = x;
        for (size_t i = 0; i < count && good; i++) {
            const value *start = a->starts.at + i * cells;
            if (!may_differ(a, start, e))
                continue;
            symmetry_apply(a->symmetry, a->permutation, start, image);
            good = tuples_find(&known, image) != UINT32_MAX;
            if (!good)
                tell_start(a, i, e, why_not);
        }
        a->permutation[x] = a->inverse[x] = x;
        a->permutation[y] = a->inverse[y] = y;
    }
    tuples_free(a->mem, &known);
    mem_free(a->mem, image, (cells + 1) * sizeof *image);
    return good;
}

// ---- Those of the symmetrised model ---------------------------------------------------------------------------------

static void add_start(struct architecture *a, const value *state, const char *name)
{
    size_t start = model_add_start(a->to, name);
    for (cell_id cell = 0; cell < model_cell_count(a->to); cell++) {
        expr v = model_const(a->to, model_cell(a->to, cell)->type, state[cell]);
        model_add_to_start(a->to, start, (struct part){PART_CHOICE, cell, v});
    }
}

struct row {
    const value *values;
    size_t width;
    uint32_t element;
};

static int by_values(const void *x, const void *y)
{
    const struct row *left = x, *right = y;
    for (size_t i = 0; i < left->width; i++)
        if (left->values[i] != right->values[i])
            return left->values[i] < right->values[i] ? -1 : 1;
    return 0;
}

// Scratch for sorting the components of a state: by rank, an element and its values.
struct sorting {
    size_t width;
    struct row *rows;
    value *values;
};

static struct sorting open_sorting(struct architecture *a)
{
    size_t width = a->columns + a->pointers.count;
    return (struct sorting){width, mem_alloc(a->mem, a->size * sizeof(struct row)),
                            mem_alloc(a->mem, a->size * width * sizeof(value))};
}

static void close_sorting(struct architecture *a, struct sorting *s)
{
    mem_free(a->mem, s->rows, a->size * sizeof *s->rows);
    mem_free(a->mem, s->values, a->size * s->width * sizeof *s->values);
}

// The components in the order of their values; what points at them counts, too.
static void sort_components(struct architecture *a, const value *state, struct sorting *s)
{
    for (uint32_t e = 0; e < a->size; e++) {
        value *row = s->values + e * s->width;
        for (uint32_t i = 0; i < a->columns; i++)
            row[i] = state[a->cells[(size_t)e * a->columns + i]];
        for (size_t i = 0; i < a->pointers.count; i++)
            row[a->columns + i] = state[a->pointers.at[i]] == a->described->ids[e];
        s->rows[e] = (struct row){row, s->width, e};
    }
    qsort(s->rows, a->size, sizeof *s->rows, by_values);
}

static void apply_and_forget(struct architecture *a, const value *state, value *image)
{
    symmetry_apply(a->symmetry, a->permutation, state, image);
    for (uint32_t i = 0; i < a->size; i++)
        a->permutation[a->first + i] = a->first + i;
}

// One initial state for each orbit is enough, where orbits are easily known.
void architecture_add_starts(struct architecture *a)
{
    size_t cells = model_cell_count(a->from), count = cells ? a->starts.count / cells : 0;
    struct tuples known = {.width = cells};
    struct sorting s = open_sorting(a);
    value *sorted = mem_alloc(a->mem, (cells + 1) * sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        size_t before = known.count;
        const value *start = a->starts.at + i * cells;
        memcpy(sorted, start, cells * sizeof *sorted);
        if (a->is_simple) {
            sort_components(a, start, &s);
            for (uint32_t k = 0; k < a->size; k++)
                a->permutation[a->first + s.rows[k].element] = a->first + k;
            apply_and_forget(a, start, sorted);
        }
        tuples_add(a->mem, &known, sorted);
        if (known.count > before)
            add_start(a, sorted, model_start(a->from, i)->name);
    }
    tuples_free(a->mem, &known);
    close_sorting(a, &s);
    mem_free(a->mem, sorted, (cells + 1) * sizeof *sorted);
}

// ---- Traces from one of these ---------------------------------------------------------------------------------------

bool architecture_turn_trace(struct architecture *a, const struct trace *trace, struct trace *turned)
{
    size_t cells = model_cell_count(a->from), count = a->starts.count / cells;
    struct sorting given = open_sorting(a), own = open_sorting(a);
    value *image = mem_alloc(a->mem, (cells + 1) * sizeof *image);
    bool is_found = false;
    sort_components(a, trace_state(trace, 0), &given);
    trace_open(turned, a->from);
    for (size_t i = 0; i < count && !is_found; i++) {
        const value *start = a->starts.at + i * cells;
        sort_components(a, start, &own);
        for (size_t at = 0; at == 0 || (is_found && at < trace_length(trace)); at++) {
            for (uint32_t k = 0; k < a->size; k++)
                a->permutation[a->first + given.rows[k].element] = a->first + own.rows[k].element;
            apply_and_forget(a, trace_state(trace, at), image);
            if (at == 0)
                is_found = memcmp(image, start, cells * sizeof *image) == 0;
            if (is_found)
                trace_push(turned, a->mem, image);
        }
    }
    turned->loop = trace->loop;
    close_sorting(a, &given);
    close_sorting(a, &own);
    mem_free(a->mem, image, (cells + 1) * sizeof *image);
    if (!is_found)
        trace_close(turned, a->mem);
    return is_found;
}
