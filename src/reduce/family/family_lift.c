// The aggregate as a reduction of one of its members: the copies of properties for that size, and traces of the
// aggregate as traces of the member. A state of the aggregate is one of a member with some more cells, which rest
// (seed 001, section 6): so a trace becomes one of the member by leaving these out.
#include "reduce/family/family_merging.h"

#include <string.h>

// ---- Goals ----------------------------------------------------------------------------------------------------------

static size_t most_goals(const struct family *f)
{
    return f->groups ? f->parts.count : f->property_count;
}

static void add_goal(struct family_layer *layer, size_t property, size_t copy)
{
    if (copy != SIZE_MAX)
        layer->goals[layer->goal_count++] = (struct reduction_goal){property, copy};
}

// Properties that were taken apart have a goal for each part.
void fam_open_layers(struct family *f)
{
    size_t most = most_goals(f) + 1;
    f->layers = arena_alloc(&f->arena, f->count * sizeof *f->layers);
    for (size_t i = 0; i < f->count; i++) {
        struct family_layer *layer = &f->layers[i];
        *layer = (struct family_layer){.family = f, .member = i};
        layer->goals = arena_alloc(&f->arena, most * sizeof *layer->goals);
        for (size_t p = 0; p < most_goals(f); p++)
            if (f->groups)
                add_goal(layer, f->parts.at[p].property, f->parts.at[p].copies[i]);
            else
                add_goal(layer, p, family_copy_of(f, p, i));
    }
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

static value member_value(const struct family *f, size_t member, const struct family_cell *cell, value v)
{
    struct model *m = f->members[member].model;
    if (!value_is_symbol(v))
        return v;
    const char *name = model_symbol_name(f->model, v);
    if (cell->is_truth && model_type(m, model_cell(m, cell->of[member])->type)->kind == TYPE_BOOLEAN)
        return strcmp(name, "true") == 0;
    return model_symbol(m, name);
}

// Steps stay in the size of the first state.
static enum lift_status lift(const struct model_reduction *r, const struct trace *trace, struct trace *lifted)
{
    const struct family_layer *layer = r->context;
    const struct family *f = layer->family;
    struct model *m = f->members[layer->member].model;
    size_t bytes = (model_cell_count(m) + 1) * sizeof(value);
    value *state = mem_zalloc(f->mem, bytes);
    trace_open(lifted, m);
    for (size_t i = 0; i < trace_length(trace); i++) {
        for (cell_id c = 0; c < model_cell_count(m); c++) {
            cell_id here = f->cells_of[layer->member][c];
            state[c] = member_value(f, layer->member, &f->cells.at[here], trace_state(trace, i)[here]);
        }
        trace_push(lifted, f->mem, state);
    }
    lifted->loop = trace->loop;
    mem_free(f->mem, state, bytes);
    return LIFT_DONE;
}

struct model_reduction family_layer(const struct family *f, size_t member)
{
    struct family_layer *layer = &f->layers[member];
    return (struct model_reduction){.kind = REDUCTION_FAMILY,
                                    .model = f->model,
                                    .goals = layer->goals,
                                    .goal_count = layer->goal_count,
                                    .mem = f->mem,
                                    .context = layer,
                                    .lift = lift};
}
