#include "reference_orbits.h"

#include <string.h>

void lowered_open(struct lowered *l, const char *text, size_t length, const struct murphi_lower_options *options)
{
    l->mem = MEM_UNLIMITED;
    l->source = (struct source){"test.m", text, length};
    diag_open(&l->diag, &l->mem);
    l->model = model_new(&l->mem);
    l->good = murphi_read_tree(&l->tree, &l->source, NULL, 0, &l->mem, &l->diag) &&
              murphi_lower(&l->tree, l->model, options, &l->mem, &l->diag);
}

void lowered_close(struct lowered *l)
{
    model_free(l->model);
    murphi_tree_close(&l->tree);
    diag_close(&l->diag);
    assert_nothing_left(&l->mem);
}

// ---- Groups ---------------------------------------------------------------------------------------------------------

static void list_from(const struct symmetry *s, uint32_t element, uint32_t *permutation, bool *taken,
                      permutation_list *out)
{
    if (element == s->element_count) {
        if (symmetry_contains(s, permutation))
            for (uint32_t e = 0; e < s->element_count; e++)
                array_push(s->mem, out, permutation[e]);
        return;
    }
    uint32_t class = s->class_of[element];
    for (uint32_t to = s->first[class]; to < s->first[class + 1]; to++) {
        if (taken[to] || s->block[to] != s->block[element])
            continue;
        taken[to] = true;
        permutation[element] = to;
        list_from(s, element + 1, permutation, taken, out);
        taken[to] = false;
    }
}

void list_permutations(const struct symmetry *s, permutation_list *out)
{
    uint32_t permutation[64];
    bool taken[64] = {false};
    assert_true(s->element_count < 64);
    list_from(s, 0, permutation, taken, out);
}

void shrink_group(struct symmetry *s, struct dice *dice)
{
    for (uint32_t c = 0; c < s->class_count; c++) {
        int way = dice_roll(dice, 4);
        if (way < 2) // as it is
            continue;
        if (s->rotates[c] || way == 3) {
            s->rotates[c] = false;
            for (uint32_t e = s->first[c]; e < s->first[c + 1]; e++)
                s->block[e] = e;
        } else {
            uint32_t least[2] = {UINT32_MAX, UINT32_MAX};
            for (uint32_t e = s->first[c]; e < s->first[c + 1]; e++) {
                if (s->block[e] == e && e != s->first[c]) // was no class that is permuted as a whole
                    continue;
                int side = dice_roll(dice, 2);
                if (least[side] == UINT32_MAX)
                    least[side] = e;
                s->block[e] = least[side];
            }
        }
    }
}

void least_image(const struct symmetry *s, const permutation_list *list, const value *state, value *least)
{
    size_t cells = model_cell_count(s->model);
    value image[256];
    assert_true(cells < 256);
    memcpy(least, state, cells * sizeof *least);
    for (size_t i = 0; s->element_count && i < list->count; i += s->element_count) {
        symmetry_apply(s, &list->at[i], state, image);
        for (size_t c = 0; c < cells; c++)
            if (image[c] != least[c]) {
                if (image[c] < least[c])
                    memcpy(least, image, cells * sizeof *least);
                break;
            }
    }
}

size_t orbit_size(const struct symmetry *s, const permutation_list *list, const value *state)
{
    size_t cells = model_cell_count(s->model), all = 0, fixing = 0;
    value image[256];
    for (size_t i = 0; s->element_count && i < list->count; i += s->element_count) {
        symmetry_apply(s, &list->at[i], state, image);
        all++;
        fixing += memcmp(image, state, cells * sizeof *state) == 0;
    }
    return all ? all / fixing : 1;
}
