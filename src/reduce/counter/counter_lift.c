// From a trace of the counter model to one of real components. Each step of counters says in which local states the
// named components are; some components that are there are taken, and the action of the model per orbit is carried out
// by the evaluator on the state seen through a permutation that brings them to where the action has its parameters. So
// every step is a real one.
//
// The components that have been there longest are not known, nor needed: it is always the first ones, so that what
// happens depends on the state only, and a loop closes after some turns.
#include <string.h>

#include "model/eval.h"
#include "reduce/counter/counter_parts.h"

// ---- Permutations ---------------------------------------------------------------------------------------------------

void performer_open(struct performer *p, struct counter_reduction *r)
{
    size_t cells = r->cell_count + 1;
    *p = (struct performer){.r = r, .evaluator = evaluator_new(r->from, r->mem)};
    p->seen = mem_zalloc(r->mem, cells * sizeof *p->seen);
    p->next = mem_zalloc(r->mem, cells * sizeof *p->next);
    p->local = mem_zalloc(r->mem, counter_most_columns(r) * sizeof *p->local);
    p->permutation = mem_zalloc(r->mem, r->counted.count * sizeof *p->permutation);
    for (uint32_t k = 0; k < r->counted.count; k++)
        p->permutation[k] = mem_zalloc(r->mem, r->counted.at[k].size * sizeof **p->permutation);
}

void performer_close(struct performer *p)
{
    struct counter_reduction *r = p->r;
    size_t cells = r->cell_count + 1;
    evaluator_free(p->evaluator);
    mem_free(r->mem, p->seen, cells * sizeof *p->seen);
    mem_free(r->mem, p->next, cells * sizeof *p->next);
    mem_free(r->mem, p->local, counter_most_columns(r) * sizeof *p->local);
    for (uint32_t k = 0; k < r->counted.count; k++)
        mem_free(r->mem, p->permutation[k], r->counted.at[k].size * sizeof **p->permutation);
    mem_free(r->mem, p->permutation, r->counted.count * sizeof *p->permutation);
}

static void see_through(const struct performer *p, const value *state, value *result, bool back)
{
    const struct counter_reduction *r = p->r;
    for (cell_id i = 0; i < r->cell_count; i++) {
        const struct cell_place *place = &r->places[i];
        struct site site = place->kind == CELL_IS_POINTER ? counter_site(r, state[i]) : (struct site){UINT32_MAX, 0};
        if (place->kind == CELL_IS_LOCAL) {
            const struct counted *k = &r->counted.at[place->class];
            cell_id other =
                k->cells[(size_t)p->permutation[place->class][place->element] * k->cell_columns + place->column];
            if (back)
                result[other] = state[i];
            else
                result[i] = state[other];
            continue;
        }
        result[i] = state[i];
        if (site.class == UINT32_MAX)
            continue;
        const struct counted *k = &r->counted.at[site.class];
        uint32_t element = site.element;
        if (back) {
            element = p->permutation[site.class][site.element];
        } else {
            for (uint32_t j = 0; j < k->size; j++)
                if (p->permutation[site.class][j] == site.element)
                    element = j;
        }
        result[i] = k->class->ids[element];
    }
}

static void swap_into(struct performer *p, uint32_t class, uint32_t place, uint32_t element)
{
    uint32_t *permutation = p->permutation[class];
    for (uint32_t i = place; i < p->r->counted.at[class].size; i++)
        if (permutation[i] == element) {
            permutation[i] = permutation[place];
            permutation[place] = element;
            return;
        }
}

// Finds a component for each slot; false if there are not enough.
static bool choose_components(struct performer *p, const value *state, const struct counter_case *c,
                              const uint32_t *locals)
{
    struct counter_reduction *r = p->r;
    for (uint32_t k = 0; k < r->counted.count; k++)
        for (uint32_t i = 0; i < r->counted.at[k].size; i++)
            p->permutation[k][i] = i;
    for (uint32_t slot = 0; slot < c->slot_count; slot++) {
        uint32_t class = c->slots[slot].class, place = c->slots[slot].element, i = place;
        const struct counted *k = &r->counted.at[class];
        for (; i < k->size; i++) {
            counter_read_local(r, state, class, p->permutation[class][i], p->local);
            if (tuples_find(&k->locals, p->local) == locals[slot])
                break;
        }
        if (i == k->size)
            return false;
        swap_into(p, class, place, p->permutation[class][i]);
    }
    return true;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

// Carries out an action on the state that is seen.
static bool carry_out(struct performer *p, const struct action *action)
{
    memcpy(p->next, p->seen, p->r->cell_count * sizeof *p->next);
    for (size_t i = 0; i < action->part_count; i++) {
        const struct part *part = &action->parts[i];
        if (part->kind == PART_CONDITION && !eval_condition(p->evaluator, part->expr, p->seen, NULL))
            return false;
        if (part->kind == PART_CHOICE &&
            eval_value(p->evaluator, part->expr, p->seen, NULL, &p->next[part->cell]) != EVAL_OK)
            return false;
    }
    return true;
}

bool performer_try(struct performer *p, const value *state, const struct counter_move *move, value *after)
{
    struct counter_reduction *r = p->r;
    const struct counter_case *c = r->cases.at[move->case_number];
    if (!choose_components(p, state, c, move->locals))
        return false;
    see_through(p, state, p->seen, false);
    if (!carry_out(p, model_action(r->from, c->action)))
        return false;
    see_through(p, p->next, after, true);
    return true;
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

struct lifting {
    struct counter_reduction *r;
    const struct trace *counters;
    struct trace *lifted;
    struct mem *mem;
    struct performer p;
    struct evaluator *judge; // of the counter model
    value *state, *after, *image;
};

// Tries to make a step by a move; the state is then the one after it.
static bool try_move(struct lifting *l, size_t number, const value *after)
{
    struct counter_reduction *r = l->r;
    if (!performer_try(&l->p, l->state, &r->moves.at[number], l->after))
        return false;
    counter_image(r, l->after, l->image);
    if (memcmp(l->image, after, model_cell_count(r->to) * sizeof *after) != 0)
        return false;
    memcpy(l->state, l->after, r->cell_count * sizeof *l->state);
    return true;
}

// The action that the judge finds is tried first; but it may be none of these components' (a loop in the counters need
// not be one of the components), and then any other.
static bool make_step(struct lifting *l, const value *before, const value *after)
{
    size_t found;
    if (!eval_is_step(l->judge, before, after, &found, NULL))
        return eval_stays(l->judge, before, after); // so do the components
    if (found >= l->r->moves.count)
        return false;
    if (try_move(l, found, after))
        return true;
    for (size_t i = 0; i < l->r->moves.count; i++)
        if (i != found && try_move(l, i, after))
            return true;
    return false;
}

static bool begin(struct lifting *l)
{
    struct counter_reduction *r = l->r;
    for (size_t i = 0; (i + 1) * r->cell_count <= r->starts.count; i++) {
        counter_image(r, r->starts.at + i * r->cell_count, l->image);
        if (memcmp(l->image, trace_state(l->counters, 0), model_cell_count(r->to) * sizeof *l->image) != 0)
            continue;
        memcpy(l->state, r->starts.at + i * r->cell_count, r->cell_count * sizeof *l->state);
        return true;
    }
    return false;
}

static bool close_loop(struct lifting *l)
{
    size_t turn = trace_length(l->counters) - l->counters->loop;
    for (size_t at = l->counters->loop; at < trace_length(l->lifted); at += turn)
        if (memcmp(trace_state(l->lifted, at), l->state, l->r->cell_count * sizeof *l->state) == 0) {
            l->lifted->loop = at;
            return true;
        }
    return false;
}

static enum lift_status follow(struct lifting *l)
{
    size_t length = trace_length(l->counters), loop = l->counters->loop, at = 0;
    if (length == 0 || (loop != TRACE_NO_LOOP && loop >= length) || !begin(l))
        return LIFT_NOT_A_TRACE;
    for (;;) {
        trace_push(l->lifted, l->mem, l->state);
        size_t after = at + 1 < length ? at + 1 : loop;
        if (after == TRACE_NO_LOOP)
            return LIFT_DONE;
        if (!make_step(l, trace_state(l->counters, at), trace_state(l->counters, after)))
            return LIFT_NOT_A_TRACE;
        if (after == loop && at + 1 == length && close_loop(l))
            return LIFT_DONE;
        if (trace_length(l->lifted) > COUNTER_MOST_STATES && trace_length(l->lifted) > length)
            return LIFT_TOO_LONG;
        at = after;
    }
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static void open_lifting(struct lifting *l)
{
    size_t cells = l->r->cell_count + 1;
    performer_open(&l->p, l->r);
    l->judge = evaluator_new(l->r->to, l->mem);
    l->state = mem_zalloc(l->mem, cells * sizeof *l->state);
    l->after = mem_zalloc(l->mem, cells * sizeof *l->after);
    l->image = mem_zalloc(l->mem, (model_cell_count(l->r->to) + 1) * sizeof *l->image);
}

static void close_lifting(struct lifting *l)
{
    size_t cells = l->r->cell_count + 1;
    performer_close(&l->p);
    evaluator_free(l->judge);
    mem_free(l->mem, l->state, cells * sizeof *l->state);
    mem_free(l->mem, l->after, cells * sizeof *l->after);
    mem_free(l->mem, l->image, (model_cell_count(l->r->to) + 1) * sizeof *l->image);
}

static enum lift_status lift(const struct model_reduction *layer, const struct trace *counters, struct trace *lifted)
{
    struct counter_reduction *r = layer->context;
    struct lifting l = {.r = r, .counters = counters, .lifted = lifted, .mem = r->mem};
    trace_open(lifted, r->from);
    open_lifting(&l);
    enum lift_status status = follow(&l);
    close_lifting(&l);
    if (status != LIFT_DONE)
        trace_close(lifted, r->mem);
    return status;
}

struct model_reduction counter_layer(struct counter_reduction *r)
{
    return (struct model_reduction){.kind = REDUCTION_COUNTERS,
                                    .model = r->to,
                                    .goals = r->goals.at,
                                    .goal_count = r->goals.count,
                                    .mem = r->mem,
                                    .context = r,
                                    .lift = lift};
}
