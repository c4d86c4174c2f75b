#include "parametric/cube_image.h"

#include <string.h>

#include "group/symmetry.h"

enum { MOST_IMAGES = 48 }; // permutations

static bool is_used(const struct parametric_instance *in, const struct symmetry *s, uint32_t class)
{
    const struct component_class *c = model_class(in->model, class);
    return !c->is_ring && !symmetry_fixes_class(s, class) && strcmp(c->name, in->variables->class) != 0;
}

// The group of the classes that are used, as long as it is small.
static struct symmetry *small_group(const struct parametric_instance *in)
{
    struct symmetry *s = symmetry_new(in->model, in->mem);
    uint64_t order = 1;
    for (uint32_t i = 0; i < model_class_count(in->model); i++) {
        uint64_t size = model_class(in->model, i)->size, more = 1;
        for (uint64_t k = 2; k <= size && order * more <= MOST_IMAGES; k++)
            more *= k;
        if (is_used(in, s, i) && order * more <= MOST_IMAGES)
            order *= more;
        else
            symmetry_fix_class(s, i);
    }
    return s;
}

// The next permutation of all classes that are not fixed, in lexicographic order of each; false behind the last.
static bool next_permutation(const struct symmetry *s, uint32_t *p)
{
    for (uint32_t class = 0; class < s->class_count; class ++) {
        uint32_t first = s->first[class], end = s->first[class + 1];
        if (symmetry_fixes_class(s, class))
            continue;
        uint32_t at = end - 1, greater = at;
        while (at > first && p[at - 1] > p[at])
            at--;
        if (at > first) {
            while (p[greater] < p[at - 1])
                greater--;
            uint32_t swap = p[at - 1];
            p[at - 1] = p[greater];
            p[greater] = swap;
        }
        for (uint32_t low = at, high = end - 1; low < high; low++, high--) {
            uint32_t swap = p[low];
            p[low] = p[high];
            p[high] = swap;
        }
        if (at > first)
            return true;
    }
    return false;
}

static bool find_image(const struct parametric_instance *in, const struct symmetry *s, const uint32_t *permutation,
                       struct cube_place_image *images)
{
    for (cell_id cell = 0; cell < in->cell_count; cell++) {
        const struct instance_cell *c = &in->cells[cell];
        cell_id to = symmetry_cell(s, permutation, cell);
        if (c->is_phantoms)
            continue;
        if (to == CELL_NONE || in->cells[to].arity != c->arity)
            return false;
        struct cube_place_image *image = &images[c->variable];
        image->variable = in->cells[to].variable;
        const struct type *type = model_type(in->model, model_cell(in->model, cell)->type);
        for (uint32_t i = c->first_value; i < c->first_value + c->value_count; i++) {
            uint64_t bit = in->bits.at[i],
                     moved = parametric_bit(in, to, symmetry_value(s, permutation, type, in->values.at[i]));
            if (!(bit & PLAIN_BITS) ? moved != bit : !(moved & PLAIN_BITS))
                return false;
            if (bit & PLAIN_BITS)
                image->bits[__builtin_ctzll(bit)] = (uint8_t)__builtin_ctzll(moved);
        }
    }
    return true;
}

void cube_images_open(struct cube_images *c, const struct parametric_instance *in)
{
    *c = (struct cube_images){.mem = in->mem, .variables = in->variables, .variable_count = in->variables->all.count};
    if (model_pool_count(in->model))
        return;
    struct symmetry *s = small_group(in);
    uint32_t *permutation = mem_alloc(in->mem, (s->element_count + 1) * sizeof *permutation);
    size_t bytes = (MOST_IMAGES * c->variable_count + 1) * sizeof *c->at;
    c->at = mem_zalloc(in->mem, bytes);
    permutation_identity(s, permutation);
    bool good = true;
    while (good && next_permutation(s, permutation)) {
        good = find_image(in, s, permutation, c->at + c->count * c->variable_count);
        c->count++;
    }
    c->count = good ? c->count : 0;
    mem_free(in->mem, permutation, (s->element_count + 1) * sizeof *permutation);
    symmetry_free(s);
}

void cube_images_close(struct cube_images *c)
{
    if (c->at)
        mem_free(c->mem, c->at, (MOST_IMAGES * c->variable_count + 1) * sizeof *c->at);
    *c = (struct cube_images){0};
}

struct cube cube_image(const struct cube_images *images, size_t permutation, const struct cube *c, struct mem *mem)
{
    const struct cube_place_image *at = images->at + permutation * images->variable_count;
    struct cube image = cube_copy(c, mem);
    for (uint32_t i = 0; i < image.count; i++) {
        struct cube_literal *l = &image.literals[i];
        const struct cube_place_image *to = &at[l->variable];
        uint64_t mask = l->mask & ~PLAIN_BITS;
        for (uint64_t left = l->mask & PLAIN_BITS; left; left &= left - 1)
            mask |= UINT64_C(1) << to->bits[__builtin_ctzll(left)];
        l->mask = mask;
        l->variable = to->variable;
    }
    cube_tidy(&image, images->variables);
    return image;
}
