// What the steps of an instance ask of an element that is not seen: the same steps in an instance with one element
// more.
#include <string.h>

#include "parametric/view_internal.h"

uint8_t view_moved_up(uint32_t element, uint32_t at)
{
    return (uint8_t)(element + (element >= at));
}

bool view_is_of_class(const struct parametric_instance *in, uint32_t class)
{
    return class != CLASS_NONE && strcmp(model_class(in->model, class)->name, in->variables->class) == 0;
}

bool view_is_same_step(struct quantified_invariant *q, uint32_t elements, size_t a, size_t b, uint32_t at)
{
    const struct parametric_instance *in = &q->instances[elements].in, *more = &q->instances[elements + 1].in;
    const struct placement one = model_action(in->model, a)->placement, other = model_action(more->model, b)->placement;
    if (one.site_count != other.site_count ||
        q->source.rule(q->source.context, elements, a) != q->source.rule(q->source.context, elements + 1, b))
        return false;
    for (size_t i = 0; i < one.site_count; i++) {
        bool is_own = view_is_of_class(in, one.sites[i].class);
        if (is_own != view_is_of_class(more, other.sites[i].class) ||
            (is_own && view_moved_up(one.sites[i].element, at) != other.sites[i].element))
            return false;
    }
    return true;
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
static bdd without_last(struct quantified_invariant *q, uint32_t elements, bdd f)
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
    const struct parametric_instance *more = &q->instances[elements + 1].in;
    bdd any = BDD_FALSE;
    for (size_t b = 0; b < model_action_count(more->model); b++)
        if (view_is_same_step(q, elements, action, b, at))
            any = bdd_or(q->space.m, any, view_action_guard(q, elements + 1, b));
    return with_last(q, elements, at, any);
}

// Where elements have no order, the further one may be the last.
uint32_t view_first_position(const struct quantified_invariant *q, uint32_t elements)
{
    return q->variables->is_ordered ? 0 : elements;
}

bdd view_contexts_guard(struct quantified_invariant *q, uint32_t elements, size_t action, bdd guard)
{
    bdd_manager *m = q->space.m;
    bdd further[MOST_ELEMENTS + 1];
    bdd *known = &q->instances[elements].allowed[action];
    if (!q->contexts.count || bdd_is_valid(*known))
        return q->contexts.count ? *known : guard;
    q->known.count = 0; // of another instance
    for (uint32_t at = view_first_position(q, elements); at <= elements; at++)
        further[at] = view_further_guard(q, elements, action, at);
    q->known.count = 0;
    for (uint32_t c = 0; c < q->contexts.count; c++) {
        const struct view_context *context = &q->contexts.at[c];
        for (uint32_t i = 0; i < view_context_bits(context, elements); i++) {
            bdd allowed = BDD_FALSE;
            for (uint32_t at = view_first_position(q, elements); at <= elements; at++) {
                bool is_possible = context->side == SIDE_ANY || (context->side == SIDE_BELOW ? at <= i : at > i);
                bdd is_so = view_condition_about(q, q->contexts.of[c], (uint8_t)(context->is_related ? i : elements),
                                                 (uint8_t)elements);
                if (is_possible)
                    allowed = bdd_or(m, allowed, without_last(q, elements + 1, bdd_and(m, further[at], is_so)));
            }
            guard = bdd_and(m, guard, bdd_implies(m, bdd_literal(m, context->vars[i]), allowed));
        }
    }
    *known = guard;
    return guard;
}
