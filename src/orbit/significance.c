#include "orbit/significance.h"

#include "model/walk.h"

#define MOST_ACTIONS 4096 // in the sample
#define MOST_VISITS ((size_t)1 << 22)

struct survey {
    const struct model *model;
    struct mem *mem;
    uint64_t *looks;
    uint32_t *seen_cell; // the number of the action that came by last
    uint32_t number;
    struct site owner;
    struct walk walk; // of what the action mentions
    size_t visits;
};

static void note_cell(struct survey *s, cell_id cell)
{
    struct placement placement = model_placement(s->model, cell);
    if (s->seen_cell[cell] == s->number || placement.site_count != 1)
        return;
    s->seen_cell[cell] = s->number;
    s->looks[cell] += placement.sites[0].class != s->owner.class || placement.sites[0].element != s->owner.element;
}

static void note_expr(struct survey *s, expr x)
{
    walk_from(&s->walk, x);
    for (expr at; walk_next(&s->walk, &at); s->visits++) {
        const struct expr_node *n = model_expr(s->model, at);
        if (n->op == OP_CELL || n->op == OP_NEXT)
            note_cell(s, (cell_id)n->data);
    }
}

static void note_action(struct survey *s, const struct action *a)
{
    const struct placement *placement = &a->placement;
    s->number++;
    walk_clear(&s->walk);
    s->owner = placement->site_count ? placement->sites[0] : (struct site){CLASS_NONE, 0};
    for (size_t i = 0; i < a->part_count; i++) {
        if (a->parts[i].kind == PART_CHOICE)
            note_cell(s, a->parts[i].cell);
        note_expr(s, a->parts[i].expr);
    }
}

uint64_t *significance_count(const struct model *model, struct mem *mem)
{
    size_t cells = model_cell_count(model) + 1;
    struct survey s = {.model = model, .mem = mem, .walk = {.model = model, .mem = mem}};
    s.looks = mem_zalloc(mem, cells * sizeof *s.looks);
    s.seen_cell = mem_zalloc(mem, cells * sizeof *s.seen_cell);
    // Steps far apart, so that every rule has a part in the sample.
    size_t actions = model_action_count(model), stride = actions / MOST_ACTIONS + 1;
    for (size_t i = 0; i < actions && s.visits < MOST_VISITS; i += stride)
        note_action(&s, model_action(model, i));
    mem_free(mem, s.seen_cell, cells * sizeof *s.seen_cell);
    walk_free(&s.walk);
    return s.looks;
}
