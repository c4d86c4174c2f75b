// Models with more variables than decision diagrams can have: a smaller encoding, and words for what is lacking.
#include "run/too_large.h"

#include <string.h>

#include "base/str.h"
#include "model/copy.h"

bool too_large_is(const struct model *model)
{
    size_t most;
    return checker_variables(model, &most) > most;
}

// Cells that no action changes need one variable for each bit, not two.
struct model *too_large_shrink(const struct model *model, struct mem *mem)
{
    size_t cells = model_cell_count(model), properties = model_property_count(model);
    bool *all = mem_alloc(mem, (cells + 1) * sizeof *all), *frozen = mem_alloc(mem, (cells + 1) * sizeof *frozen);
    cell_id *map = mem_alloc(mem, (cells + 1) * sizeof *map);
    size_t *numbers = mem_alloc(mem, (properties + 1) * sizeof *numbers);
    memset(all, true, cells * sizeof *all);
    for (size_t i = 0; i < properties; i++)
        numbers[i] = i;
    struct model *smaller = NULL;
    if (model_find_unchanged(model, frozen, mem) > 0)
        smaller = model_copy_selected(model, &(struct model_selection){all, frozen, numbers, properties}, map, mem);
    if (smaller && too_large_is(smaller)) {
        model_free(smaller);
        smaller = NULL;
    }
    mem_free(mem, all, (cells + 1) * sizeof *all);
    mem_free(mem, frozen, (cells + 1) * sizeof *frozen);
    mem_free(mem, map, (cells + 1) * sizeof *map);
    mem_free(mem, numbers, (properties + 1) * sizeof *numbers);
    return smaller;
}

const char *too_large_reason(struct run *run, const struct model *model)
{
    size_t most, needed = checker_variables(model, &most);
    struct str text = {0};
    str_add(&run->mem, &text, "too many variables: ");
    if (needed > most)
        str_add(&run->mem, &text, "%zu", needed);
    else
        str_add(&run->mem, &text, "more than %zu, with those of the formula", needed);
    str_add(&run->mem, &text,
            ", where decision diagrams have at most %zu, two for each bit of a state; smaller arrays and types help, "
            "or the explicit engine",
            most);
    return run_keep_text(run, &text);
}

const char *too_large_for_both(struct run *run, const char *one_by_one, const char *diagrams)
{
    struct str text = {0};
    str_add(&run->mem, &text, "%s in explicit-state search; %s", one_by_one, diagrams);
    return run_keep_text(run, &text);
}
