// Which contexts there are: parts of guards, as conditions of one element that a rule looks at and does not change, or
// of one more element that lets it have a step, or hinders it.
#include <string.h>

#include "parametric/view_internal.h"

enum { MOST_CONTEXT_BITS = 24, MOST_PARTS = 32 };

// A part of a condition, before it is one.
struct context_part {
    enum view_side side;
    bool is_related, is_needed; // needed: it lets a rule have a step; else it hinders one
};

struct context_parts {
    uint32_t count;
    struct context_part at[MOST_PARTS];
    bdd of[MOST_PARTS];
};

// What is said of x, and of i and x if there is such an i; all else is forgotten.
static bdd projected(struct quantified_invariant *q, uint32_t elements, bdd f, uint32_t i, uint32_t x)
{
    struct view_space *s = &q->space;
    struct view_place p;
    for (bool is_there = view_next_place(s, elements, &p, true); is_there;
         is_there = view_next_place(s, elements, &p, false)) {
        bool is_left = view_place_is_plain(s, p) && view_place_mentions(s, p, (uint8_t)x);
        for (uint32_t k = 0; k < s->variables->all.at[p.variable].arity; k++)
            is_left = is_left && (p.elements[k] == x || p.elements[k] == i);
        if (!is_left)
            f = bdd_exists(s->m, f, view_place_cube(s, p));
    }
    return f;
}

static bool is_related(struct quantified_invariant *q, bdd of)
{
    struct view_space *s = &q->space;
    bdd support = bdd_support(s->m, of);
    struct view_place p;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there; is_there = view_next_place(s, 2, &p, false))
        if (view_place_mentions(s, p, 0) && view_is_in_support(q, support, p))
            return true;
    return false;
}

static void add_part(struct quantified_invariant *q, struct context_parts *parts, bdd of, bool is_needed,
                     enum view_side side)
{
    if (!bdd_is_valid(of) || of == BDD_FALSE || of == BDD_TRUE || parts->count == MOST_PARTS)
        return;
    for (uint32_t i = 0; i < parts->count; i++)
        if (parts->of[i] == of && parts->at[i].side == side && parts->at[i].is_needed == is_needed)
            return;
    parts->of[parts->count] = of;
    parts->at[parts->count++] = (struct context_part){side, side != SIDE_ANY || is_related(q, of), is_needed};
}

// Whether the action changes nothing of the element but what it changes of `other`, which is no parameter.
static bool is_only_read(const struct parametric_instance *in, const struct action *a, uint32_t element, uint32_t other)
{
    for (cell_id cell = 0; cell < in->cell_count; cell++) {
        const struct instance_cell *c = &in->cells[cell];
        uint8_t elements[MOST_SITES] = {0};
        bool is_own = false;
        for (uint32_t i = 0; i < c->arity; i++) {
            is_own |= c->elements[i] == element;
            elements[i] = (uint8_t)(c->elements[i] == element ? other : c->elements[i]);
        }
        if (!is_own || c->is_phantoms || parametric_new_value(a, cell) == EXPR_NONE)
            continue;
        cell_id like = parametric_cell(in, c->variable, elements);
        if (like == CELL_NONE || parametric_new_value(a, like) == EXPR_NONE)
            return false;
    }
    return true;
}

// What the rule's step needs of a parameter that it only looks at, and of a further element; and how that one hinders
// it.
static void add_parts(struct quantified_invariant *q, uint32_t elements, size_t action, struct context_parts *parts)
{
    const struct parametric_instance *in = &q->instances[elements].in;
    const struct action *a = model_action(in->model, action);
    bdd_manager *m = q->space.m;
    uint32_t parameters[MOST_ELEMENTS], count = 0, other = 0, x = elements;
    for (size_t i = 0; i < a->placement.site_count && count < MOST_ELEMENTS; i++)
        if (view_is_of_class(in, a->placement.sites[i].class))
            parameters[count++] = a->placement.sites[i].element;
    bool is_used = true;
    while (is_used && other < elements) {
        is_used = false;
        for (uint32_t i = 0; i < count; i++)
            is_used |= parameters[i] == other;
        other += is_used;
    }
    if (other == elements)
        return;
    q->known.count = 0;
    bdd guard = view_action_guard(q, elements, action), hinders[3] = {BDD_FALSE, BDD_FALSE, BDD_FALSE};
    q->known.count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_only_read(in, a, parameters[i], other))
            add_part(
                q, parts,
                view_condition_from(q, projected(q, elements, guard, parameters[i], parameters[i]), 0, parameters[i]),
                true, SIDE_ANY);
    for (uint32_t at = view_first_position(q, elements); at <= elements; at++) {
        bdd further = view_further_guard(q, elements, action, at);
        uint32_t of = count ? parameters[0] : x;
        bool is_below = q->variables->is_ordered && count && at <= of,
             is_above = q->variables->is_ordered && count && at > of;
        enum view_side side = is_below ? SIDE_BELOW : is_above ? SIDE_ABOVE : SIDE_ANY;
        bdd needs = projected(q, elements + 1, bdd_minus(m, further, guard), x, x);
        bdd stops = projected(q, elements + 1, bdd_minus(m, guard, further), of, x);
        add_part(q, parts, view_condition_from(q, needs, 0, x), true, SIDE_ANY);
        hinders[side] = bdd_or(m, hinders[side], view_condition_from(q, stops, count ? of : 0, x));
    }
    q->known.count = 0;
    if (hinders[SIDE_BELOW] == hinders[SIDE_ABOVE])
        hinders[SIDE_ANY] = bdd_or(m, hinders[SIDE_ANY], hinders[SIDE_BELOW]);
    for (int side = SIDE_ANY; side <= SIDE_ABOVE; side++)
        if (side == SIDE_ANY || hinders[SIDE_BELOW] != hinders[SIDE_ABOVE])
            add_part(q, parts, hinders[side], false, (enum view_side)side);
}

static bool *places_of(struct quantified_invariant *q, bdd of)
{
    struct view_space *s = &q->space;
    bool *about = mem_zalloc(q->mem, s->places * sizeof *about);
    bdd support = bdd_support(s->m, of);
    struct view_place p;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there; is_there = view_next_place(s, 2, &p, false))
        about[view_place_number(s, p)] = view_is_in_support(q, support, p);
    return about;
}

static bool add_context(struct quantified_invariant *q, bdd of, bool related, enum view_side side, uint32_t *bits)
{
    struct view_contexts *contexts = &q->contexts;
    uint32_t more = related ? q->setup.elements : 1;
    if (of == BDD_FALSE || of == BDD_TRUE || contexts->count == MOST_CONTEXTS || *bits + more > MOST_CONTEXT_BITS)
        return true;
    for (uint32_t i = 0; i < contexts->count; i++)
        if (contexts->of[i] == of && contexts->at[i].side == side)
            return true;
    struct view_context *context = &contexts->at[contexts->count];
    *context = (struct view_context){.is_related = related, .side = side};
    for (uint32_t i = 0; i < (related ? q->most + 1 : 1); i++) {
        context->vars[i] = bdd_new_pair(q->space.m, NULL);
        if (context->vars[i] == BDD_NO_VAR)
            return false;
    }
    contexts->about[contexts->count] = places_of(q, of);
    contexts->of[contexts->count++] = of;
    *bits += more;
    return true;
}

// Those that rules need, as they hinder others: often, these are enough. Else first those that rules need alone, and
// last all that hinder.
bool view_contexts_find(struct quantified_invariant *q)
{
    bdd_manager *m = q->space.m;
    struct context_parts parts = {0};
    uint32_t elements = q->setup.parameters + 1 > q->setup.elements ? q->setup.parameters + 1 : q->setup.elements;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < MOST_CONTEXTS; i++)
        q->contexts.of[i] = BDD_FALSE;
    q->contexts.named = mem_alloc(q->mem, VIEW_NAMED * sizeof *q->contexts.named);
    for (uint32_t i = 0; i < VIEW_NAMED; i++)
        q->contexts.named[i] = BDD_NONE;
    if (!bdd_protect_array(m, q->contexts.of, MOST_CONTEXTS) || !bdd_protect_array(m, q->contexts.named, VIEW_NAMED))
        mem_exhausted(q->mem);
    bdd_scope scope = bdd_open_scope(m);
    for (size_t i = 0; i < model_action_count(q->instances[elements].in.model) && !q->setup.is_over(q->setup.context);
         i++)
        add_parts(q, elements, i, &parts);
    bool good = !q->setup.is_over(q->setup.context), is_few = q->setup.contexts == CONTEXTS_FEW;
    for (uint32_t i = 0; i < parts.count && good && !is_few; i++)
        if (parts.at[i].is_needed)
            good = add_context(q, parts.of[i], parts.at[i].is_related, parts.at[i].side, &bits);
    for (uint32_t i = 0; i < parts.count * parts.count && good; i++) {
        uint32_t needed = i / parts.count, hinders = i % parts.count;
        if (parts.at[needed].is_needed && !parts.at[hinders].is_needed && parts.at[hinders].side == SIDE_ANY)
            good = add_context(q, bdd_and(m, parts.of[needed], parts.of[hinders]), parts.at[hinders].is_related,
                               parts.at[hinders].side, &bits);
    }
    for (uint32_t i = 0; i < parts.count && good && !is_few; i++)
        if (!parts.at[i].is_needed && !parts.at[i].is_related)
            good = add_context(q, parts.of[i], parts.at[i].is_related, parts.at[i].side, &bits);
    bdd_close_scope(m, scope);
    return good;
}
