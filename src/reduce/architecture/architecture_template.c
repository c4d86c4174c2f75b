// Templates: steps that differ in their components only. An action names some components; with these taken to the first
// places of the class it looks like every other one of its template, whichever components there are.
//
// Which of the named components comes first is not told by the action. So each order of them is tried, and the first
// one that gives a template that is known decides; an instance that looks the same in two orders counts as two.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "reduce/architecture/architecture_parts.h"

#define MOST_TUPLES ((uint64_t)1 << 26)

// ---- Permutations ---------------------------------------------------------------------------------------------------

void architecture_steer(struct architecture *a, const uint32_t *tuple, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t place = a->first + (uint32_t)i, element = a->first + tuple[i], other = a->inverse[place];
        uint32_t held = a->permutation[element];
        a->permutation[element] = place;
        a->permutation[other] = held;
        a->inverse[place] = element;
        a->inverse[held] = other;
    }
}

void architecture_unsteer(struct architecture *a, const uint32_t *tuple, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t place = a->first + (uint32_t)i, element = a->first + tuple[i];
        a->permutation[place] = a->inverse[place] = place;
        a->permutation[element] = a->inverse[element] = element;
    }
}

// ---- Images ---------------------------------------------------------------------------------------------------------

static expr image_of_leaf(void *context, expr e, const struct expr_node *n)
{
    struct architecture *a = context;
    (void)e;
    if (n->op == OP_CONST) {
        value v = symmetry_value(a->symmetry, a->permutation, model_type(a->to, n->type), n->data);
        return v == n->data ? model_const(a->to, n->type, v) : model_const(a->to, model_enum(a->to, &v, 1), v);
    }
    return model_cell_expr(a->to, symmetry_cell(a->symmetry, a->permutation, (cell_id)n->data));
}

expr architecture_image(struct architecture *a, const struct model *m, expr e)
{
    a->mapped.model = m;
    walk_clear(&a->mapped);
    return walk_map(&a->mapped, a->to, image_of_leaf, a, e);
}

// ---- Who is spoken of -----------------------------------------------------------------------------------------------

static void see_element(struct architecture *a, uint32_t element)
{
    if (a->is_spoken_of[element])
        return;
    a->is_spoken_of[element] = true;
    array_push(a->mem, &a->spoken_of, element);
}

void architecture_see_cell(struct architecture *a, cell_id cell)
{
    struct placement p = model_placement(a->from, cell);
    for (size_t i = 0; i < p.site_count; i++)
        if (p.sites[i].class == a->class)
            see_element(a, p.sites[i].element);
}

void architecture_each_part(struct architecture *a, const struct model *m, expr e, architecture_part_visit *visit,
                            void *context)
{
    a->seen.model = m;
    walk_clear(&a->seen);
    walk_from(&a->seen, e);
    for (expr at; walk_next(&a->seen, &at);)
        visit(a, model_expr(m, at), context);
}

static void see_part(struct architecture *a, const struct expr_node *n, void *context)
{
    (void)context;
    if (n->op == OP_CELL)
        architecture_see_cell(a, (cell_id)n->data);
    struct site site = n->op == OP_CONST ? model_site_of_id(a->from, n->data) : (struct site){CLASS_NONE, 0};
    if (site.class == a->class)
        see_element(a, site.element);
}

void architecture_see(struct architecture *a, const struct model *m, expr e)
{
    architecture_each_part(a, m, e, see_part, NULL);
}

// Whether two components can be exchanged in what is given.
static bool are_alike(struct architecture *a, architecture_same *same, const void *what, uint32_t e, uint32_t f)
{
    uint32_t x = a->first + e, y = a->first + f;
    a->permutation[x] = a->inverse[x] = y;
    a->permutation[y] = a->inverse[y] = x;
    bool alike = same(a, what);
    a->permutation[x] = a->inverse[x] = x;
    a->permutation[y] = a->inverse[y] = y;
    return alike;
}

// The components that cannot be exchanged with a certain one; false if they are too many.
static bool find_others(struct architecture *a, architecture_same *same, const void *what, uint32_t reference,
                        struct named *named)
{
    named->count = 0;
    for (uint32_t e = 0; e < a->size; e++) {
        if (e == reference || are_alike(a, same, what, reference, e))
            continue;
        if (named->count == ARCHITECTURE_MOST_NAMED || architecture_is_late(a))
            return false;
        named->elements[named->count++] = e;
    }
    return true;
}

// Of the first few components one is not named, if not too many are: the one that leaves the fewest. Where most are
// like it, no other leaves fewer.
static bool find_exceptions(struct architecture *a, architecture_same *same, const void *what, struct named *named)
{
    struct named found = {0};
    bool is_found = false;
    for (uint32_t e = 0; e <= ARCHITECTURE_MOST_NAMED && e < a->size && (!is_found || 2 * named->count >= a->size); e++)
        if (find_others(a, same, what, e, &found) && (!is_found || found.count < named->count)) {
            *named = found;
            is_found = true;
        }
    return is_found;
}

static int by_number(const void *x, const void *y)
{
    uint32_t left = *(const uint32_t *)x, right = *(const uint32_t *)y;
    return (left > right) - (left < right);
}

bool architecture_find_named(struct architecture *a, architecture_same *same, const void *what, struct named *named)
{
    *named = (struct named){.is_local = a->spoken_of.count <= ARCHITECTURE_MOST_NAMED};
    for (size_t i = 0; i < a->spoken_of.count; i++) {
        a->is_spoken_of[a->spoken_of.at[i]] = false;
        if (named->is_local)
            named->elements[named->count++] = a->spoken_of.at[i];
    }
    a->spoken_of.count = 0;
    if (named->is_local)
        qsort(named->elements, named->count, sizeof *named->elements, by_number);
    return named->is_local || find_exceptions(a, same, what, named);
}

// ---- Orders ---------------------------------------------------------------------------------------------------------

static bool fixes_from(const uint32_t *order, uint32_t count)
{
    for (uint32_t i = count; i < ARCHITECTURE_MOST_NAMED; i++)
        if (order[i] != i)
            return false;
    return true;
}

bool architecture_each_order(struct architecture *a, const struct named *named, architecture_visit *visit,
                             void *context)
{
    static const uint32_t orders[][ARCHITECTURE_MOST_NAMED] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                                               {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    bool goes_on = true;
    for (size_t i = 0; i < sizeof orders / sizeof *orders && goes_on; i++) {
        uint32_t tuple[ARCHITECTURE_MOST_NAMED] = {0};
        if (!fixes_from(orders[i], named->count))
            continue;
        for (uint32_t k = 0; k < named->count; k++)
            tuple[k] = named->elements[orders[i][k]];
        architecture_steer(a, tuple, named->count);
        goes_on = visit(a, tuple, context);
        architecture_unsteer(a, tuple, named->count);
    }
    return goes_on;
}

// ---- Templates ------------------------------------------------------------------------------------------------------

static uint64_t tuple_number(const struct architecture *a, const uint32_t *tuple, uint32_t count)
{
    uint64_t number = 0;
    for (uint32_t i = 0; i < count; i++)
        number = number * a->size + tuple[i];
    return number;
}

static uint64_t all_tuples(const struct architecture *a, uint32_t count)
{
    uint64_t number = 1;
    for (uint32_t i = 0; i < count; i++)
        number *= a->size;
    return number;
}

bool template_is_full(const struct architecture *a, const struct template *t)
{
    uint64_t tuples = 1;
    for (uint32_t i = 0; i < t->named; i++)
        tuples *= a->size - i;
    return t->taken_count == tuples;
}

bool template_is_taken(const struct architecture *a, const struct template *t, const uint32_t *tuple)
{
    uint64_t number = tuple_number(a, tuple, t->named);
    return t->taken[number / 64] >> number % 64 & 1;
}

static uint32_t hash_of(const struct template *t)
{
    uint64_t hash = hash_pair(t->condition, t->named);
    for (size_t i = 0; i < t->choice_count; i++)
        hash = hash_pair(hash, hash_pair(t->choices[i].cell, t->choices[i].expr));
    return (uint32_t)hash;
}

static bool is_like(const struct template *t, const struct template *like)
{
    if (t->condition != like->condition || t->named != like->named || t->choice_count != like->choice_count)
        return false;
    for (size_t i = 0; i < t->choice_count; i++)
        if (t->choices[i].cell != like->choices[i].cell || t->choices[i].expr != like->choices[i].expr)
            return false;
    return true;
}

static struct template *add_template(struct architecture *a, struct templates *all, const struct template *like,
                                     const uint32_t *tuple, uint32_t hash)
{
    struct template *t = arena_alloc(&a->arena, sizeof *t);
    size_t bytes = like->choice_count * sizeof *like->choices;
    *t = *like;
    t->round = NO_ROUND;
    t->number = (uint32_t)all->at.count;
    struct part *choices = arena_alloc(&a->arena, bytes + 1);
    if (bytes)
        memcpy(choices, like->choices, bytes);
    t->choices = choices;
    t->taken = mem_zalloc(a->mem, (all_tuples(a, t->named) / 64 + 1) * sizeof *t->taken);
    memcpy(t->first, tuple, t->named * sizeof *tuple);
    table_add(a->mem, &all->table, hash, (uint32_t)all->at.count);
    array_push(a->mem, &all->at, t);
    return t;
}

bool templates_take(struct architecture *a, struct templates *all, const struct template *like, const uint32_t *tuple,
                    bool is_new)
{
    uint32_t hash = hash_of(like);
    size_t at = hash;
    struct template *t = NULL;
    for (uint32_t i; !t && (i = table_probe(&all->table, hash, &at)) != TABLE_END;)
        if (is_like(all->at.at[i], like))
            t = all->at.at[i];
    if (!t && !is_new)
        return false;
    if (!t)
        t = add_template(a, all, like, tuple, hash);
    t->is_local &= like->is_local;
    uint64_t number = tuple_number(a, tuple, t->named), bit = (uint64_t)1 << number % 64;
    t->taken_count += !(t->taken[number / 64] & bit);
    t->taken[number / 64] |= bit;
    return true;
}

void templates_free(struct architecture *a, struct templates *all)
{
    for (size_t i = 0; i < all->at.count; i++)
        mem_free(a->mem, all->at.at[i]->taken,
                 (all_tuples(a, all->at.at[i]->named) / 64 + 1) * sizeof *all->at.at[i]->taken);
    array_free(a->mem, &all->at);
    table_free(a->mem, &all->table);
}

// ---- Actions --------------------------------------------------------------------------------------------------------

static int by_cell(const void *x, const void *y)
{
    cell_id left = ((const struct part *)x)->cell, right = ((const struct part *)y)->cell;
    return (left > right) - (left < right);
}

// The action under the permutation; its choices are scratch.
static struct template image_of_action(struct architecture *a, const struct action *action)
{
    struct template t = {.name = action->name, .condition = model_true(a->to)};
    a->choices.count = 0;
    for (size_t i = 0; i < action->part_count; i++) {
        const struct part *part = &action->parts[i];
        expr e = architecture_image(a, a->from, part->expr);
        if (part->kind == PART_CONDITION) {
            t.condition = model_and(a->to, t.condition, e);
            continue;
        }
        cell_id cell = symmetry_cell(a->symmetry, a->permutation, part->cell);
        array_push(a->mem, &a->choices, ((struct part){PART_CHOICE, cell, e}));
    }
    if (a->choices.count)
        qsort(a->choices.at, a->choices.count, sizeof *a->choices.at, by_cell);
    t.choices = a->choices.at;
    t.choice_count = a->choices.count;
    return t;
}

struct comparison {
    const struct action *action;
    const struct template *plain; // without a permutation
};

static bool is_same_action(struct architecture *a, const void *what)
{
    const struct comparison *c = what;
    struct template image = image_of_action(a, c->action);
    return is_like(c->plain, &image);
}

struct taking {
    const struct action *action;
    const struct named *named;
    bool is_new, is_taken;
};

static bool take_order(struct architecture *a, const uint32_t *tuple, void *context)
{
    struct taking *taking = context;
    struct template t = image_of_action(a, taking->action);
    t.named = taking->named->count;
    t.is_local = taking->named->is_local;
    taking->is_taken |= templates_take(a, &a->actions, &t, tuple, taking->is_new);
    return !taking->is_new || !taking->is_taken;
}

static bool find_named_of_action(struct architecture *a, const struct action *action, struct named *named)
{
    for (size_t i = 0; i < action->part_count; i++) {
        if (action->parts[i].kind == PART_CHOICE)
            architecture_see_cell(a, action->parts[i].cell);
        architecture_see(a, a->from, action->parts[i].expr);
    }
    struct template plain = {0};
    struct part *copy = NULL;
    size_t bytes = 0;
    if (a->spoken_of.count > ARCHITECTURE_MOST_NAMED) {
        plain = image_of_action(a, action);
        bytes = plain.choice_count * sizeof *copy;
        copy = mem_alloc(a->mem, bytes);
        if (bytes)
            memcpy(copy, plain.choices, bytes);
        plain.choices = copy;
    }
    bool good = architecture_find_named(a, is_same_action, &(struct comparison){action, &plain}, named);
    mem_free(a->mem, copy, bytes);
    return good && all_tuples(a, named->count) <= MOST_TUPLES;
}

static bool read_action(struct architecture *a, const struct action *action, struct cause *why_not)
{
    struct named named;
    size_t choices = 0;
    for (size_t i = 0; i < action->part_count; i++)
        choices += action->parts[i].kind == PART_CHOICE;
    if (choices + action->kept_count != model_cell_count(a->from)) {
        *why_not = cause_with_text(CAUSE_LEAVES_FREE, action->name);
        return false;
    }
    if (!find_named_of_action(a, action, &named)) {
        *why_not = cause_with_text(CAUSE_ARCHITECTURE_OWN_WAYS, action->name);
        return false;
    }
    struct taking taking = {.action = action, .named = &named};
    architecture_each_order(a, &named, take_order, &taking);
    taking.is_new = !taking.is_taken;
    if (taking.is_new)
        architecture_each_order(a, &named, take_order, &taking);
    // The other orders of what has just become a template: it may look the same in some of them.
    if (taking.is_new) {
        taking.is_new = false;
        architecture_each_order(a, &named, take_order, &taking);
    }
    return true;
}

bool architecture_read_actions(struct architecture *a, struct cause *why_not)
{
    bool good = true;
    for (size_t i = 0; i < model_action_count(a->from) && good; i++) {
        good = read_action(a, model_action(a->from, i), why_not);
        if (good && architecture_is_late(a)) {
            *why_not = cause_of(CAUSE_ARCHITECTURE_TIME);
            good = false;
        }
    }
    return good;
}
