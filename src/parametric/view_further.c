// Steps that are seen through one element more: which they are, and where they are possible.
#include "parametric/view_internal.h"

#include <string.h>

// Where elements have no order, the further one may be the last.
uint32_t view_first_position(const struct quantified_invariant *q, uint32_t elements)
{
    return q->variables->is_ordered ? 0 : elements;
}

// In the instance with one more element, that is at `at`, and those from there on are one further; here it is the last.
uint8_t view_moved_up(uint32_t element, uint32_t at)
{
    return (uint8_t)(element + (element >= at));
}

bool view_is_of_class(const struct parametric_instance *in, uint32_t class)
{
    return class != CLASS_NONE && strcmp(model_class(in->model, class)->name, in->variables->class) == 0;
}

static bool has_same_parameters(const struct parametric_instance *in, const struct parametric_instance *more, size_t a,
                                size_t b, uint32_t at)
{
    const struct placement one = model_action(in->model, a)->placement, other = model_action(more->model, b)->placement;
    if (one.site_count != other.site_count)
        return false;
    for (size_t i = 0; i < one.site_count; i++) {
        bool is_own = view_is_of_class(in, one.sites[i].class);
        if (is_own != view_is_of_class(more, other.sites[i].class) ||
            (is_own && view_moved_up(one.sites[i].element, at) != other.sites[i].element))
            return false;
    }
    return true;
}

static uint32_t *rules_of(const struct quantified_invariant *q, uint32_t elements, size_t count)
{
    uint32_t *rules = mem_alloc(q->mem, (count + 1) * sizeof *rules);
    for (size_t i = 0; i < count; i++)
        rules[i] = q->source.rule(q->source.context, elements, i);
    return rules;
}

// For each action, and each place of the further element, one list behind the other.
static void find_same_steps(struct quantified_invariant *q, uint32_t elements)
{
    struct view_instance *v = &q->instances[elements];
    const struct parametric_instance *more = &q->instances[elements + 1].in;
    size_t count = model_action_count(v->in.model), others = model_action_count(more->model);
    uint32_t *rules = rules_of(q, elements, count), *other_rules = rules_of(q, elements + 1, others);
    array_push(q->mem, &v->same_first, 0);
    for (size_t a = 0; a < count; a++)
        for (uint32_t at = 0; at <= elements; at++) {
            for (size_t b = 0; b < others && at >= view_first_position(q, elements); b++)
                if (rules[a] == other_rules[b] && has_same_parameters(&v->in, more, a, b, at))
                    array_push(q->mem, &v->same, (uint32_t)b);
            array_push(q->mem, &v->same_first, (uint32_t)v->same.count);
        }
    mem_free(q->mem, rules, (count + 1) * sizeof *rules);
    mem_free(q->mem, other_rules, (others + 1) * sizeof *other_rules);
}

struct view_steps view_same_steps(struct quantified_invariant *q, uint32_t elements, size_t action, uint32_t at)
{
    struct view_instance *v = &q->instances[elements];
    if (!v->same_first.count)
        find_same_steps(q, elements);
    const uint32_t *first = &v->same_first.at[action * (elements + 1) + at];
    return (struct view_steps){v->same.at + first[0], first[1] - first[0]};
}

// From the instance with one more element to where that is the last one.
static bdd with_last(struct quantified_invariant *q, uint32_t elements, uint32_t at, bdd f)
{
    struct view_space *s = &q->space;
    if (at == elements)
        return f;
    bdd_substitution *names = bdd_substitution_new(s->m);
    bool good = names;
    struct view_place p;
    for (bool is_there = view_next_place(s, elements + 1, &p, true); is_there && good;
         is_there = view_next_place(s, elements + 1, &p, false)) {
        struct view_place here = p;
        for (uint32_t i = 0; i < s->variables->all.at[p.variable].arity && i < MOST_SITES; i++)
            here.elements[i] =
                (uint8_t)(p.elements[i] == at ? elements : p.elements[i] - (uint32_t)(p.elements[i] > at));
        for (unsigned bit = 0; bit < view_width(s, p.variable) && good; bit++) {
            if (!s->holds_elements[p.variable]) {
                good = view_var(s, p, bit) == view_var(s, here, bit) ||
                       bdd_substitution_set_var(names, view_var(s, p, bit), view_var(s, here, bit));
                continue;
            }
            uint64_t set = 0;
            for (uint64_t left = cube_full(q->variables, p.variable, elements + 1); left; left &= left - 1) {
                uint64_t one = left & -left, there = one;
                for (uint32_t e = 0; e <= elements; e++)
                    if (one == ELEMENT_BIT(e))
                        there = ELEMENT_BIT(e == elements ? at : view_moved_up(e, at));
                set |= view_code_bit(s, p.variable, there, bit) ? one : 0;
            }
            bdd g = view_literal(s, here, set, false);
            good = bdd_is_valid(g) && bdd_substitution_set(names, view_var(s, p, bit), g);
        }
    }
    bdd moved = good ? bdd_substitute(s->m, f, names) : BDD_NONE;
    if (names)
        bdd_substitution_free(names);
    return moved;
}

// The last of so many elements is no longer seen: what holds it holds another one.
bdd view_without_last(struct quantified_invariant *q, uint32_t elements, bdd f)
{
    struct view_space *s = &q->space;
    uint8_t last = (uint8_t)(elements - 1);
    struct view_place p;
    for (bool is_there = view_next_place(s, elements, &p, true); is_there;
         is_there = view_next_place(s, elements, &p, false)) {
        if (view_place_mentions(s, p, last)) {
            f = bdd_exists(s->m, f, view_place_cube(s, p));
        } else if (s->holds_elements[p.variable]) {
            bdd is_last = view_literal(s, p, ELEMENT_BIT(last), false);
            bdd held = bdd_exists(s->m, bdd_and(s->m, f, is_last), view_place_cube(s, p));
            f = bdd_or(s->m, bdd_and(s->m, f, bdd_not(is_last)),
                       bdd_and(s->m, held, view_literal(s, p, OTHER_BIT, false)));
        }
    }
    return f;
}

// Where the action has a step that is seen through one more element, which is the last.
bdd view_further_guard(struct quantified_invariant *q, uint32_t elements, size_t action, uint32_t at)
{
    const struct view_steps same = view_same_steps(q, elements, action, at);
    bdd any = BDD_FALSE;
    for (uint32_t b = 0; b < same.count; b++)
        any = bdd_or(q->space.m, any, view_action_guard(q, elements + 1, same.at[b]));
    return with_last(q, elements, at, any);
}
