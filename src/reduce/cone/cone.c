// Making the model of a cone.
#include "reduce/cone/cone.h"

#include <string.h>

#include "model/copy.h"

void cone_open(struct cone *cone, const struct model *full, struct dependence *dependence, const bool *cells,
               const size_t *properties, size_t property_count, struct mem *mem)
{
    size_t count = model_cell_count(full);
    *cone = (struct cone){.full = full, .dependence = dependence, .mem = mem};
    cone->cells = mem_alloc(mem, (count + 1) * sizeof *cone->cells);
    memcpy(cone->cells, cells, count * sizeof *cells);
    cone->map = mem_alloc(mem, (count + 1) * sizeof *cone->map);
    cone->model = model_copy_selected(
        full, &(struct model_selection){.cells = cells, .properties = properties, .property_count = property_count},
        cone->map, mem);
    cone->goals = mem_alloc(mem, (property_count + 1) * sizeof *cone->goals);
    cone->goal_count = property_count;
    for (size_t i = 0; i < property_count; i++)
        cone->goals[i] = (struct reduction_goal){i, i};
}

void cone_close(struct cone *cone)
{
    size_t count = cone->full ? model_cell_count(cone->full) : 0;
    if (!cone->full)
        return;
    mem_free(cone->mem, cone->cells, (count + 1) * sizeof *cone->cells);
    mem_free(cone->mem, cone->map, (count + 1) * sizeof *cone->map);
    mem_free(cone->mem, cone->goals, (cone->goal_count + 1) * sizeof *cone->goals);
    model_free(cone->model);
    *cone = (struct cone){0};
}

size_t cone_cell_bits(const struct model *model, cell_id cell)
{
    uint64_t last = type_size(model_type(model, model_cell(model, cell)->type)) - 1;
    size_t bits = 0;
    while (bits < 64 && last >> bits)
        bits++;
    return bits;
}

size_t cone_bits(const struct model *model, const bool *cells)
{
    size_t bits = 0;
    for (cell_id c = 0; c < model_cell_count(model); c++)
        bits += cells[c] ? cone_cell_bits(model, c) : 0;
    return bits;
}
