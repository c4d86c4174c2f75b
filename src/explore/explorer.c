#include "explore/explorer.h"

#include <string.h>

#include "base/hash.h"
#include "base/random.h"

struct explorer {
    const struct model *model;
    struct mem *mem;
    struct explore_limits limits;
    struct orbit_map *orbits;
    struct eval_guide guide;
    struct evaluator *guided;
    struct eval_guide no_guide; // conditions of the model only
    struct evaluator *plain;    // NULL until it is asked for
    uint64_t random;            // of explorer_random: the same whatever the searches do
};

struct explorer *explorer_new(const struct model *model, const struct explore_conditions *c,
                              struct explore_limits limits, struct orbit_map *orbits, uint64_t seed, struct mem *mem)
{
    struct explorer *e = mem_zalloc(mem, sizeof *e);
    *e = (struct explorer){.model = model,
                           .mem = mem,
                           .limits = limits,
                           .orbits = orbits,
                           .guide = {.initial = c->initial,
                                     .states = c->states,
                                     .steps = c->steps,
                                     .initial_count = c->initial_count,
                                     .state_count = c->state_count,
                                     .step_count = c->step_count,
                                     .random = ~seed,
                                     .tries = limits.tries},
                           .no_guide = {.tries = limits.tries},
                           .guided = evaluator_new(model, mem),
                           .random = seed};
    evaluator_guide(e->guided, &e->guide);
    return e;
}

void explorer_free(struct explorer *e)
{
    if (!e)
        return;
    evaluator_free(e->guided);
    evaluator_free(e->plain);
    mem_free(e->mem, e, sizeof *e);
}

uint64_t explorer_random(struct explorer *e, uint64_t count)
{
    return random_below(&e->random, count);
}

struct evaluator *explorer_evaluator(struct explorer *e)
{
    return e->guided;
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

void choices_free(struct choices *c, struct mem *mem)
{
    array_free(mem, &c->at);
    array_free(mem, &c->inputs);
    array_free(mem, &c->states);
}

const value *choices_state(const struct choices *c, size_t i)
{
    return c->states.at + i * c->cells;
}

const value *choices_inputs(const struct choices *c, size_t i)
{
    return c->inputs.at + i * c->cells;
}

static void push_row(struct mem *mem, value_array *rows, const value *row, size_t cells)
{
    array_reserve(mem, rows, rows->count + cells + 1); // there is a row, if an empty one, in a model without cells
    if (cells)
        memcpy(rows->at + rows->count, row, cells * sizeof *row);
    rows->count += cells;
}

// A list under construction, and where each state is in it.
struct listing {
    struct explorer *explorer;
    struct choices *out;
    struct int_map places; // by hash
    size_t action;
    size_t limit;
    bool only_one; // is wanted of this search
    bool is_full;
};

static bool is_at(const struct listing *l, size_t place, const value *state)
{
    size_t cells = l->out->cells;
    return cells == 0 || memcmp(choices_state(l->out, place), state, cells * sizeof *state) == 0;
}

// The place of a state in the list. It is a new one if that is where the list ends. Two states of one hash are rare:
// then all are looked at.
static size_t place_of(struct listing *l, const value *state)
{
    bool added; // or asked for before, but not put there
    size_t count = l->out->at.count;
    uint32_t *place = int_map_try_add(l->explorer->mem, &l->places,
                                      (uint32_t)hash_numbers(0, state, l->out->cells) >> 1, (uint32_t)count, &added);
    if (!place)
        mem_exhausted(l->explorer->mem);
    if (*place >= count || is_at(l, *place, state))
        return *place;
    for (size_t i = 0; i < count; i++)
        if (is_at(l, i, state))
            return i;
    return count;
}

static bool list(void *context, const value *inputs, const value *state)
{
    struct listing *l = context;
    struct choices *out = l->out;
    struct mem *mem = l->explorer->mem;
    size_t place = place_of(l, state);
    if (place < out->at.count) {
        out->at.at[place].more += out->at.at[place].action != l->action && !out->is_sample;
        return !l->only_one;
    }
    if (out->at.count == l->limit) {
        l->is_full = true;
        return false;
    }
    struct choice choice = {.action = l->action, .stands_for = 1};
    array_push(mem, &out->at, choice);
    push_row(mem, &out->states, state, out->cells);
    push_row(mem, &out->inputs, inputs ? inputs : state, out->cells);
    return !l->only_one;
}

// ---- Searches -------------------------------------------------------------------------------------------------------

static void clear(struct listing *l, bool is_sample)
{
    struct choices *out = l->out;
    int_map_free(l->explorer->mem, &l->places);
    out->at.count = out->inputs.count = out->states.count = 0;
    out->is_sample = is_sample;
    l->is_full = false;
}

// One search for initial states (now is NULL), or one for each action, beginning with that one. Searches for only one
// end when it is there.
static void search(struct listing *l, const value *now, size_t first_action)
{
    struct explorer *e = l->explorer;
    size_t actions = model_action_count(e->model), found = l->out->at.count;
    l->action = EXPLORE_NO_ACTION;
    if (!now) {
        eval_each_initial(e->guided, list, l);
        l->out->gave_up |= e->guide.gave_up;
        return;
    }
    for (size_t i = 0; i < actions && !l->is_full; i++) {
        l->action = (first_action + i) % actions;
        bool stopped = !eval_each_successor_by(e->guided, l->action, now, list, l);
        l->out->gave_up |= e->guide.gave_up;
        if (l->only_one && (l->out->at.count > found || (stopped && !e->guide.gave_up)))
            return;
    }
}

// Chance repeats itself: so many searches for each that is wanted.
#define SEARCHES 3

static void pick(struct listing *l, const value *now, size_t sample)
{
    struct explorer *e = l->explorer;
    size_t actions = model_action_count(e->model);
    clear(l, true);
    e->guide.by_chance = true;
    l->only_one = true;
    l->limit = sample;
    for (size_t i = 0; i < SEARCHES * sample && l->out->at.count < sample; i++)
        search(l, now, now ? (size_t)random_below(&e->guide.random, actions) : 0);
    e->guide.by_chance = false;
}

static void keep_one_per_orbit(struct listing *l)
{
    struct explorer *e = l->explorer;
    struct choices *out = l->out, all = *out;
    struct choices representatives = {.cells = out->cells};
    *out = (struct choices){.cells = all.cells, .is_sample = all.is_sample, .gave_up = all.gave_up};
    struct listing orbits = {.explorer = e, .out = &representatives, .limit = SIZE_MAX};
    ARRAY(size_t) kept = {0}; // by representative: its place among those that are kept
    value_array row = {0};
    array_reserve(e->mem, &row, all.cells + 1);
    for (size_t i = 0; i < all.at.count; i++) {
        if (all.cells)
            memcpy(row.at, choices_state(&all, i), all.cells * sizeof *row.at);
        orbit_map_make(e->orbits, row.at, NULL);
        size_t place = place_of(&orbits, row.at);
        if (place < kept.count) {
            out->at.at[kept.at[place]].stands_for++;
            continue;
        }
        list(&orbits, NULL, row.at);
        array_push(e->mem, &kept, out->at.count);
        array_push(e->mem, &out->at, all.at.at[i]);
        push_row(e->mem, &out->states, choices_state(&all, i), all.cells);
        push_row(e->mem, &out->inputs, choices_inputs(&all, i), all.cells);
    }
    array_free(e->mem, &row);
    array_free(e->mem, &kept);
    int_map_free(e->mem, &orbits.places);
    choices_free(&representatives, e->mem);
    choices_free(&all, e->mem);
}

static void look(struct explorer *e, const value *now, size_t sample, struct choices *out)
{
    struct listing l = {.explorer = e, .out = out, .limit = e->limits.choices};
    out->cells = model_cell_count(e->model);
    out->gave_up = false;
    clear(&l, false);
    search(&l, now, 0);
    // What could not be found in order may still be found by chance.
    if (l.is_full || (out->gave_up && out->at.count == 0))
        pick(&l, now, sample);
    int_map_free(e->mem, &l.places);
    if (e->orbits)
        keep_one_per_orbit(&l);
}

void explorer_initial(struct explorer *e, size_t sample, struct choices *out)
{
    look(e, NULL, sample, out);
}

void explorer_successors(struct explorer *e, const value *now, size_t sample, struct choices *out)
{
    look(e, now, sample, out);
}

// ---- Deadlocks ------------------------------------------------------------------------------------------------------

static bool is_one(void *context, const value *inputs, const value *state)
{
    (void)inputs, (void)state;
    *(bool *)context = true;
    return false;
}

static enum explore_end why_none(struct explorer *e, const value *now)
{
    bool any = false;
    if (!e->plain) {
        e->plain = evaluator_new(e->model, e->mem);
        evaluator_guide(e->plain, &e->no_guide);
    }
    if (now)
        eval_each_successor(e->plain, now, is_one, &any);
    else
        eval_each_initial(e->plain, is_one, &any);
    return any ? EXPLORE_CONSTRAINED : e->no_guide.gave_up ? EXPLORE_GAVE_UP : EXPLORE_STUCK;
}

enum explore_end explorer_why_no_initial(struct explorer *e)
{
    return why_none(e, NULL);
}

enum explore_end explorer_why_no_successor(struct explorer *e, const value *now)
{
    return why_none(e, now);
}

bool condition_is_on_step(const struct model *model, expr condition)
{
    const struct expr_node *n = model_expr(model, condition);
    return n->has_next || n->has_input;
}

void split_conditions_open(struct split_conditions *split, const struct model *model, const expr *conditions,
                           size_t count, struct mem *mem)
{
    *split = (struct split_conditions){0};
    for (size_t i = 0; i < count; i++)
        if (condition_is_on_step(model, conditions[i]))
            array_push(mem, &split->steps, conditions[i]);
        else
            array_push(mem, &split->states, conditions[i]);
}

struct explore_conditions split_conditions_for(const struct split_conditions *split, const expr *initial, size_t count)
{
    return (struct explore_conditions){.initial = initial,
                                       .initial_count = count,
                                       .states = split->states.at,
                                       .state_count = split->states.count,
                                       .steps = split->steps.at,
                                       .step_count = split->steps.count};
}

void split_conditions_close(struct split_conditions *split, struct mem *mem)
{
    array_free(mem, &split->states);
    array_free(mem, &split->steps);
}
