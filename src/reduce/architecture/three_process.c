// Three components, in all combinations of the values of their variables: what they can do, and paths of that.
#include <stdlib.h>
#include <string.h>

#include "reduce/architecture/architecture_local.h"

#define MOST_STATES 50000

// ---- Actions --------------------------------------------------------------------------------------------------------

// An expression of a template with its components at certain places.
static expr image_at(struct architecture *a, const struct template *t, const uint32_t *places, expr e)
{
    uint32_t *permutation = a->permutation;
    architecture_steer(a, places, t->named);
    a->permutation = a->inverse;
    a->inverse = permutation;
    expr image = architecture_image(a, a->to, e);
    a->inverse = a->permutation;
    a->permutation = permutation;
    architecture_unsteer(a, places, t->named);
    return image;
}

static cell_id cell_at(struct architecture *a, const struct template *t, const uint32_t *places, cell_id cell)
{
    architecture_steer(a, places, t->named);
    cell_id image = symmetry_cell(a->symmetry, a->inverse, cell);
    architecture_unsteer(a, places, t->named);
    return image;
}

struct local_action local_action(struct architecture *a, const struct template *t, const uint32_t *places)
{
    struct local_action action = {.template = t};
    memcpy(action.places, places, t->named * sizeof *places);
    action.condition = image_at(a, t, places, t->near);
    action.choices = arena_alloc(&a->arena, (t->choice_count + 1) * sizeof *action.choices);
    for (size_t i = 0; i < t->choice_count; i++)
        action.choices[i] = (struct part){PART_CHOICE, cell_at(a, t, places, t->choices[i].cell),
                                          image_at(a, t, places, t->choices[i].expr)};
    return action;
}

void local_add_everywhere(struct architecture *a, const struct template *t)
{
    struct architecture_local *l = a->local;
    for (uint32_t number = 0; number < 27; number++) {
        uint32_t places[3] = {number % 3, number / 3 % 3, number / 9};
        bool differ = true;
        for (uint32_t i = 0; i < 3; i++)
            for (uint32_t j = 0; j < i; j++)
                differ &= i >= t->named || places[i] != places[j];
        for (uint32_t i = t->named; i < 3; i++)
            differ &= places[i] == 0; // those that are not there are counted once
        if (differ)
            array_push(a->mem, &l->actions, local_action(a, t, places));
    }
}

// ---- Values ---------------------------------------------------------------------------------------------------------

bool local_holds_ids(const struct architecture *a, cell_id cell)
{
    const struct type *type = model_type(a->to, model_cell(a->to, cell)->type);
    for (size_t i = 0; i < type->count; i++)
        if (model_site_of_id(a->from, type->values[i]).class == a->class)
            return true;
    return false;
}

static uint32_t place_of(const struct architecture *a, cell_id cell)
{
    struct placement p = model_placement(a->from, cell);
    for (size_t i = 0; i < p.site_count; i++)
        if (p.sites[i].class == a->class)
            return p.sites[i].element;
    return NO_PLACE;
}

// A variable of one of the three is one of all.
static void note_cell(struct architecture *a, cell_id cell, bool *is_there)
{
    uint32_t place = place_of(a, cell);
    if (is_there[cell])
        return;
    is_there[cell] = true;
    array_push(a->mem, &a->local->domains, ((struct domain){.cell = cell, .place = place}));
    for (uint32_t i = 0; i < 3 && place != NO_PLACE && a->is_simple; i++) {
        architecture_steer(a, &place, 1);
        cell_id first = symmetry_cell(a->symmetry, a->permutation, cell);
        architecture_unsteer(a, &place, 1);
        architecture_steer(a, &i, 1);
        cell_id other = symmetry_cell(a->symmetry, a->inverse, first);
        architecture_unsteer(a, &i, 1);
        if (is_there[other])
            continue;
        is_there[other] = true;
        array_push(a->mem, &a->local->domains, ((struct domain){.cell = other, .place = i}));
    }
}

static void note_part(struct architecture *a, const struct expr_node *n, void *context)
{
    if (n->op == OP_CELL)
        note_cell(a, (cell_id)n->data, context);
}

static void note_cells(struct architecture *a, expr e, bool *is_there)
{
    architecture_each_part(a, a->to, e, note_part, is_there);
}

static void note_action(struct architecture *a, const struct local_action *action, bool *is_there)
{
    note_cells(a, action->condition, is_there);
    for (size_t i = 0; i < action->template->choice_count; i++) {
        note_cell(a, action->choices[i].cell, is_there);
        note_cells(a, action->choices[i].expr, is_there);
    }
}

static void fill_domain(struct architecture *a, struct domain *d, uint32_t most_elements)
{
    const struct type *type = model_type(a->to, model_cell(a->to, d->cell)->type);
    uint64_t size = type_size(type);
    if (size > MOST_STATES)
        return;
    value *values = arena_alloc(&a->arena, size * sizeof *values);
    for (uint64_t i = 0; i < size; i++) {
        value v = type_value(type, i);
        struct site site = model_site_of_id(a->from, v);
        if (site.class != a->class || site.element < most_elements)
            values[d->count++] = v;
    }
    d->values = values;
}

// The variables of each place must come in the same order, so that a number means the same for all.
static int by_place_and_cell(const void *x, const void *y)
{
    const struct domain *left = x, *right = y;
    if (left->place != right->place)
        return left->place < right->place ? -1 : 1;
    return (left->cell > right->cell) - (left->cell < right->cell);
}

bool local_find_domains(struct architecture *a)
{
    struct architecture_local *l = a->local;
    size_t cells = model_cell_count(a->to);
    bool *is_there = mem_zalloc(a->mem, cells + 1);
    uint32_t with_ids = 0;
    uint64_t states = 1;
    for (size_t i = 0; i < l->goals.count; i++)
        note_action(a, &l->goals.at[i], is_there);
    for (size_t i = 0; i < l->actions.count; i++)
        note_action(a, &l->actions.at[i], is_there);
    if (a->assumed != EXPR_NONE)
        note_cells(a, a->assumed, is_there);
    mem_free(a->mem, is_there, cells + 1);
    if (l->domains.count)
        qsort(l->domains.at, l->domains.count, sizeof *l->domains.at, by_place_and_cell);
    for (size_t i = 0; i < l->domains.count; i++)
        with_ids += local_holds_ids(a, l->domains.at[i].cell);
    for (size_t i = 0; i < l->domains.count && states <= MOST_STATES; i++) {
        fill_domain(a, &l->domains.at[i], 3 + with_ids);
        states = l->domains.at[i].count ? states * l->domains.at[i].count : UINT32_MAX;
    }
    l->states = (uint32_t)states;
    return states <= MOST_STATES;
}

void local_decode(const struct architecture_local *l, uint32_t state, value *values)
{
    for (size_t i = 0; i < l->domains.count; i++) {
        const struct domain *d = &l->domains.at[i];
        values[d->cell] = d->values[state % d->count];
        state /= d->count;
    }
}

uint32_t local_encode(const struct architecture_local *l, const value *values)
{
    uint32_t state = 0;
    for (size_t i = l->domains.count; i-- > 0;) {
        const struct domain *d = &l->domains.at[i];
        uint32_t at = 0;
        while (at < d->count && d->values[at] != values[d->cell])
            at++;
        if (at == d->count)
            return OUT_OF_RANGE;
        state = state * d->count + at;
    }
    return state;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

bool local_carry_out(struct architecture *a, expr condition, const struct part *choices, size_t count, const value *now,
                     value *next)
{
    struct evaluator *evaluator = a->local->evaluator;
    if (!eval_condition(evaluator, condition, now, NULL))
        return false;
    for (size_t i = 0; i < count; i++)
        if (eval_value(evaluator, choices[i].expr, now, NULL, &next[choices[i].cell]) != EVAL_OK)
            return false;
    return true;
}

uint32_t local_step(struct architecture *a, uint32_t state, const struct local_action *action)
{
    struct architecture_local *l = a->local;
    local_decode(l, state, l->now);
    local_decode(l, state, l->next);
    if (!local_carry_out(a, action->condition, action->choices, action->template->choice_count, l->now, l->next))
        return NO_STEP;
    if (a->assumed != EXPR_NONE && !eval_condition(l->evaluator, a->assumed, l->next, NULL))
        return NO_STEP;
    return local_encode(l, l->next);
}

uint32_t local_successor(struct architecture *a, uint32_t state, size_t action)
{
    struct architecture_local *l = a->local;
    uint32_t *known = &l->successors[state * (l->actions.count + l->goals.count) + action];
    if (*known == NOT_KNOWN)
        *known = local_step(
            a, state, action < l->actions.count ? &l->actions.at[action] : &l->goals.at[action - l->actions.count]);
    return *known;
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

static void arrive(struct architecture *a, struct arrival arrival)
{
    struct architecture_local *l = a->local;
    if (l->stamps[arrival.state] == l->stamp)
        return;
    l->stamps[arrival.state] = l->stamp;
    l->before[arrival.state] = arrival.before;
    l->by[arrival.state] = arrival.action;
    array_push(a->mem, &l->queue, arrival.state);
}

static void leave(struct architecture *a, const struct local_action *goal, uint32_t state)
{
    struct architecture_local *l = a->local;
    for (uint32_t i = 0; i < l->actions.count; i++) {
        uint32_t next = local_successor(a, state, i);
        struct arrival arrival = {next, state, i};
        if (l->actions.at[i].template->others & ~goal->template->others)
            continue;
        if (next == NO_STEP || next == OUT_OF_RANGE || l->stamps[next] == l->stamp)
            continue;
        if (l->actions.at[i].is_nearer)
            array_push(a->mem, &l->later, arrival);
        else
            arrive(a, arrival);
    }
    a->work += l->actions.count;
}

// Steps of M and Y are paths themselves, so the fewer the better: what
// can be reached with fewer of them comes first.
bool local_find_path(struct architecture *a, const struct local_action *goal, uint32_t from, uint32_t to)
{
    struct architecture_local *l = a->local;
    l->stamp++;
    l->queue.count = l->later.count = 0;
    leave(a, goal, from);
    for (size_t head = 0;;) {
        for (; head < l->queue.count && l->stamps[to] != l->stamp; head++)
            leave(a, goal, l->queue.at[head]);
        if (l->stamps[to] == l->stamp)
            return true;
        if (l->later.count == 0)
            return false;
        for (size_t i = 0; i < l->later.count; i++)
            arrive(a, l->later.at[i]);
        l->later.count = 0;
    }
}
