// From a run of the counter model to one of real components. Each step of counters says in which local states the named
// components are; some components that are there are taken, and the action of the model per orbit is carried out by the
// evaluator on the state seen through a permutation that brings them to where the action has its parameters. So every
// step is a real one.
//
// The components that have been there longest are not known, nor needed: it is always the first ones, so that what
// happens depends on the state only, and a loop closes after some turns.
#include <string.h>

#include "model/eval.h"
#include "reduce/counting.h"

struct lifting {
    struct counter_reduction *r;
    const struct trace *counters;
    struct trace *lifted;
    struct mem *mem;
    struct evaluator *evaluator; // of the model per orbit
    struct evaluator *judge;     // of the counter model
    value *state, *seen, *next, *image;
    uint32_t **permutation; // by class: from where the action has an element to which one it is
    value *local;
};

// ---- Permutations ---------------------------------------------------------------------------------------------------

static void see_through(const struct lifting *l, const value *state, value *result, bool back)
{
    const struct counter_reduction *r = l->r;
    for (cell_id i = 0; i < r->cell_count; i++) {
        const struct cell_place *p = &r->places[i];
        struct site site = p->kind == CELL_IS_POINTER ? counter_site(r, state[i]) : (struct site){UINT32_MAX, 0};
        if (p->kind == CELL_IS_LOCAL) {
            const struct counted *k = &r->counted.at[p->class];
            cell_id other = k->cells[(size_t)l->permutation[p->class][p->element] * k->cell_columns + p->column];
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
            element = l->permutation[site.class][site.element];
        } else {
            for (uint32_t j = 0; j < k->size; j++)
                if (l->permutation[site.class][j] == site.element)
                    element = j;
        }
        result[i] = k->class->ids[element];
    }
}

static void swap_into(struct lifting *l, uint32_t class, uint32_t place, uint32_t element)
{
    uint32_t *permutation = l->permutation[class];
    for (uint32_t i = place; i < l->r->counted.at[class].size; i++)
        if (permutation[i] == element) {
            permutation[i] = permutation[place];
            permutation[place] = element;
            return;
        }
}

// Finds a component for each slot; false if there are not enough.
static bool choose_components(struct lifting *l, const struct counter_case *c, const uint32_t *locals)
{
    struct counter_reduction *r = l->r;
    for (uint32_t k = 0; k < r->counted.count; k++)
        for (uint32_t i = 0; i < r->counted.at[k].size; i++)
            l->permutation[k][i] = i;
    for (uint32_t slot = 0; slot < c->slot_count; slot++) {
        uint32_t class = c->slots[slot].class, place = c->slots[slot].element, i = place;
        const struct counted *k = &r->counted.at[class];
        for (; i < k->size; i++) {
            counter_read_local(r, l->state, class, l->permutation[class][i], l->local);
            if (tuples_find(&k->locals, l->local) == locals[slot])
                break;
        }
        if (i == k->size)
            return false;
        swap_into(l, class, place, l->permutation[class][i]);
    }
    return true;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

// Carries out an action on the state that is seen.
static bool carry_out(struct lifting *l, const struct action *action)
{
    memcpy(l->next, l->seen, l->r->cell_count * sizeof *l->next);
    for (size_t i = 0; i < action->part_count; i++) {
        const struct part *part = &action->parts[i];
        if (part->kind == PART_CONDITION && !eval_condition(l->evaluator, part->expr, l->seen, NULL))
            return false;
        if (part->kind == PART_CHOICE &&
            eval_value(l->evaluator, part->expr, l->seen, NULL, &l->next[part->cell]) != EVAL_OK)
            return false;
    }
    return true;
}

// Tries to make a step by a move; the state is then the one after it.
static bool try_move(struct lifting *l, size_t number, const value *after)
{
    struct counter_reduction *r = l->r;
    const struct counter_move *move = &r->moves.at[number];
    const struct counter_case *c = r->cases.at[move->case_number];
    if (!choose_components(l, c, move->locals))
        return false;
    see_through(l, l->state, l->seen, false);
    if (!carry_out(l, model_action(r->from, c->action)))
        return false;
    see_through(l, l->next, l->seen, true);
    counter_image(r, l->seen, l->image);
    if (memcmp(l->image, after, model_cell_count(r->to) * sizeof *after) != 0)
        return false;
    memcpy(l->state, l->seen, r->cell_count * sizeof *l->state);
    return true;
}

// The action that the judge finds is tried first; but it may be none of these components' (a loop in the counters need
// not be one of the components), and then any other.
static bool make_step(struct lifting *l, const value *before, const value *after)
{
    size_t found;
    if (!eval_is_step(l->judge, before, after, &found, NULL) || found >= l->r->moves.count)
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

// ---- Runs -----------------------------------------------------------------------------------------------------------

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

static enum counter_lift follow(struct lifting *l)
{
    size_t length = trace_length(l->counters), loop = l->counters->loop, at = 0;
    if (length == 0 || (loop != TRACE_NO_LOOP && loop >= length) || !begin(l))
        return COUNTER_NOT_A_RUN;
    for (;;) {
        trace_push(l->lifted, l->mem, l->state);
        size_t after = at + 1 < length ? at + 1 : loop;
        if (after == TRACE_NO_LOOP)
            return COUNTER_LIFTED;
        if (!make_step(l, trace_state(l->counters, at), trace_state(l->counters, after)))
            return COUNTER_NOT_A_RUN;
        if (after == loop && at + 1 == length && close_loop(l))
            return COUNTER_LIFTED;
        if (trace_length(l->lifted) > COUNTER_MOST_STATES && trace_length(l->lifted) > length)
            return COUNTER_TOO_LONG;
        at = after;
    }
}

// The same run in terms of another model with the same cells: by name, as symbols may have other numbers there.
static bool translate(struct lifting *l, struct model *full, struct trace *result)
{
    struct counter_reduction *r = l->r;
    size_t cells = model_cell_count(full);
    value *state = mem_zalloc(l->mem, (cells + 1) * sizeof *state);
    bool good = cells == r->cell_count;
    trace_open(result, full);
    for (size_t i = 0; i < trace_length(l->lifted) && good; i++) {
        for (cell_id c = 0; c < r->cell_count && good; c++) {
            value v = trace_state(l->lifted, i)[c];
            cell_id to = c;
            if (strcmp(model_cell(full, c)->name, model_cell(r->from, c)->name) != 0)
                to = model_find_cell(full, model_cell(r->from, c)->name);
            good = to != CELL_NONE;
            if (good)
                state[to] = value_is_symbol(v) ? model_symbol(full, model_symbol_name(r->from, v)) : v;
        }
        if (good)
            trace_push(result, l->mem, state);
    }
    result->loop = l->lifted->loop;
    mem_free(l->mem, state, (cells + 1) * sizeof *state);
    if (!good)
        trace_close(result, l->mem);
    return good;
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static void open_lifting(struct lifting *l)
{
    struct counter_reduction *r = l->r;
    size_t cells = r->cell_count + 1;
    l->evaluator = evaluator_new(r->from, l->mem);
    l->judge = evaluator_new(r->to, l->mem);
    l->state = mem_zalloc(l->mem, cells * sizeof *l->state);
    l->seen = mem_zalloc(l->mem, cells * sizeof *l->seen);
    l->next = mem_zalloc(l->mem, cells * sizeof *l->next);
    l->image = mem_zalloc(l->mem, (model_cell_count(r->to) + 1) * sizeof *l->image);
    l->local = mem_zalloc(l->mem, counter_most_columns(r) * sizeof *l->local);
    l->permutation = mem_zalloc(l->mem, r->counted.count * sizeof *l->permutation);
    for (uint32_t k = 0; k < r->counted.count; k++)
        l->permutation[k] = mem_zalloc(l->mem, r->counted.at[k].size * sizeof **l->permutation);
}

static void close_lifting(struct lifting *l)
{
    struct counter_reduction *r = l->r;
    size_t cells = r->cell_count + 1;
    evaluator_free(l->evaluator);
    evaluator_free(l->judge);
    mem_free(l->mem, l->state, cells * sizeof *l->state);
    mem_free(l->mem, l->seen, cells * sizeof *l->seen);
    mem_free(l->mem, l->next, cells * sizeof *l->next);
    mem_free(l->mem, l->image, (model_cell_count(r->to) + 1) * sizeof *l->image);
    mem_free(l->mem, l->local, counter_most_columns(r) * sizeof *l->local);
    for (uint32_t k = 0; k < r->counted.count; k++)
        mem_free(l->mem, l->permutation[k], r->counted.at[k].size * sizeof **l->permutation);
    mem_free(l->mem, l->permutation, r->counted.count * sizeof *l->permutation);
}

enum counter_lift counter_lift(struct counter_reduction *r, const struct trace *counters, struct model *full,
                               struct trace *lifted)
{
    struct trace own;
    struct lifting l = {.r = r, .counters = counters, .lifted = &own, .mem = r->mem};
    trace_open(&own, r->from);
    open_lifting(&l);
    enum counter_lift outcome = follow(&l);
    if (outcome == COUNTER_LIFTED && full && !translate(&l, full, lifted))
        outcome = COUNTER_NOT_A_RUN;
    close_lifting(&l);
    if (outcome == COUNTER_LIFTED && !full)
        *lifted = own;
    else
        trace_close(&own, r->mem);
    return outcome;
}
