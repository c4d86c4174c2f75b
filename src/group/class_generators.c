#include "group/class_generators.h"

void class_generators_add_permutation(const struct symmetry *s, const uint32_t *permutation, generator_array *out,
                                      struct mem *mem)
{
    struct generator g = generator_identity(s->model, mem);
    for (cell_id cell = 0; cell < g.cell_count; cell++)
        g.cells[cell] = symmetry_cell(s, permutation, cell);
    for (uint32_t e = 0; e < s->element_count; e++) {
        uint32_t class = s->class_of[e], first = s->first[class];
        const value *ids = model_class(s->model, class)->ids;
        if (permutation[e] != e)
            array_push(mem, &g.values, ((struct value_move){CELL_NONE, ids[e - first], ids[permutation[e] - first]}));
    }
    struct str text = {0};
    generator_add_text(&g, s->model, mem, &text);
    g.text = str_copy(mem, str_text(&text));
    str_free(mem, &text);
    array_push(mem, out, g);
}

bool class_generators_add(const struct symmetry *s, generator_array *out, struct mem *mem)
{
    if (model_pool_count(s->model) > 0)
        return false;
    size_t bytes = (s->element_count + 1) * sizeof(uint32_t);
    uint32_t *permutation = mem_alloc(mem, bytes), *last = mem_alloc(mem, bytes); // last: by block, its last element
    for (uint32_t class = 0; class < s->class_count; class ++) {
        uint32_t first = s->first[class], end = s->first[class + 1];
        permutation_identity(s, permutation);
        for (uint32_t e = first; e < end && s->rotates[class]; e++)
            permutation[e] = e + 1 < end ? e + 1 : first;
        if (s->rotates[class] && end - first > 1)
            class_generators_add_permutation(s, permutation, out, mem);
        for (uint32_t e = first; e < end && !s->rotates[class]; e++) {
            uint32_t block = s->block[e];
            permutation_identity(s, permutation);
            if (block != e) {
                permutation[e] = last[block];
                permutation[last[block]] = e;
                class_generators_add_permutation(s, permutation, out, mem);
            }
            last[block] = e;
        }
    }
    mem_free(mem, permutation, bytes);
    mem_free(mem, last, bytes);
    return true;
}
