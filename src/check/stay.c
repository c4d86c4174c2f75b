#include "check/stay.h"

#define CLUSTER_NODES 2500

// A step keeps all cells, whatever the inputs are.
static struct partition *make(struct system *s, bdd ends)
{
    ARRAY(int) inputs = {0};
    for (cell_id cell = 0; cell < model_cell_count(s->model); cell++) {
        const int *vars;
        size_t bits = encode_cell_vars(s->encoding, cell, &vars);
        for (size_t i = 0; i < bits && model_cell(s->model, cell)->role == CELL_INPUT; i++)
            array_push(s->mem, &inputs, vars[i]);
    }
    bdd parts[] = {ends, s->input_space};
    struct partition *made = partition_new(s->m, parts, 2, NULL, 0, inputs.at, inputs.count, CLUSTER_NODES, s->mem);
    array_free(s->mem, &inputs);
    return made;
}

bool stay_find(struct system *s, bdd within)
{
    if (!model_ends_stay(s->model) || s->knows_ends)
        return true;
    bdd_scope scope = bdd_open_scope(s->m);
    bdd ends = system_dead_ends(s, within);
    bool good = bdd_is_valid(ends);
    if (good && ends != BDD_FALSE) {
        s->stay = make(s, ends);
        good = s->stay;
    }
    bdd_close_scope(s->m, scope);
    s->knows_ends = good;
    return good;
}

bool stay_extend(struct system *s, const struct system *base, const struct system_extension *by)
{
    s->stay = NULL;
    if (!base->stay)
        return true;
    s->stay = partition_extend(base->stay, by->parts, by->part_count, by->bits, by->bit_count, CLUSTER_NODES);
    return s->stay;
}

void stay_free(struct system *s)
{
    partition_free(s->stay);
    s->stay = NULL;
}

bdd stay_with_post(struct system *s, bdd set, bdd all)
{
    return bdd_hand_over(s->m, s->stay ? bdd_or(s->m, all, partition_post(s->stay, set)) : all);
}

bdd stay_with_pre(struct system *s, bdd set, bdd by, bdd all)
{
    return bdd_hand_over(s->m, s->stay ? bdd_or(s->m, all, partition_pre(s->stay, set, by)) : all);
}
