// Models with more variables than decision diagrams can have: a smaller encoding.
#include "run/too_large.h"

#include <string.h>

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
