#include "parametric/view_context.h"

#include <string.h>

#include "parametric/view_internal.h"

enum { MOST_CONTEXT_BITS = 24, MOST_PARTS = 32 };

// ---- Conditions of an element that is not seen ----------------------------------------------------------------------

static bool is_plain_place(const struct view_space *s, struct view_place p)
{
    return !s->holds_elements[p.variable] && s->variables->all.at[p.variable].arity > 0;
}

static bool mentions(const struct view_space *s, struct view_place p, uint8_t element)
{
    for (uint32_t i = 0; i < s->variables->all.at[p.variable].arity; i++)
        if (p.elements[i] == element)
            return true;
    return false;
}

// The condition where the seen element is i, and the other one is x.
static bdd named(struct quantified_invariant *q, bdd of, uint8_t i, uint8_t x)
{
    struct view_space *s = &q->space;
    const uint8_t images[2] = {i, x};
    bdd_substitution *names = bdd_substitution_new(s->m);
    bool good = names;
    struct view_place p;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there && good;
         is_there = view_next_place(s, 2, &p, false)) {
        struct view_place to = view_moved_place(s, p, images);
        for (unsigned bit = 0; bit < view_width(s, p.variable) && is_plain_place(s, p) && good; bit++)
            if (view_var(s, p, bit) != view_var(s, to, bit))
                good = bdd_substitution_set_var(names, view_var(s, p, bit), view_var(s, to, bit));
    }
    bdd f = good ? bdd_substitute(s->m, of, names) : BDD_NONE;
    if (names)
        bdd_substitution_free(names);
    return f;
}

static bool is_on_side(const struct view_context *c, uint32_t i, uint32_t x)
{
    return c->side == SIDE_ANY || (c->side == SIDE_BELOW ? x < i : x > i);
}

static bdd there(struct quantified_invariant *q, uint32_t context, uint8_t i, uint8_t x)
{
    if (!is_on_side(&q->contexts.at[context], i, x))
        return BDD_FALSE;
    return named(q, q->contexts.of[context], q->contexts.at[context].is_related ? i : x, x);
}

static uint32_t bits_of(const struct view_context *c, uint32_t elements)
{
    return c->is_related ? elements : 1;
}

static bool is_among(const uint8_t *images, uint32_t count, uint32_t element)
{
    for (uint32_t i = 0; i < count; i++)
        if (images[i] == element)
            return true;
    return false;
}

bool view_contexts_move(struct quantified_invariant *q, uint32_t elements, const uint8_t *images,
                        bdd_substitution *move)
{
    bdd_manager *m = q->space.m;
    uint32_t k = q->setup.elements;
    for (uint32_t c = 0; c < q->contexts.count; c++)
        for (uint32_t i = 0; i < bits_of(&q->contexts.at[c], k); i++) {
            uint32_t of = q->contexts.at[c].is_related ? images[i] : 0;
            bdd any = bdd_literal(m, q->contexts.at[c].vars[of]);
            for (uint32_t x = 0; x < elements; x++)
                if (!is_among(images, k, x))
                    any = bdd_or(m, any, there(q, c, (uint8_t)of, (uint8_t)x));
            if (!bdd_is_valid(any) || !bdd_substitution_set(move, q->contexts.at[c].vars[i], any))
                return false;
        }
    return true;
}

// ---- One element more -----------------------------------------------------------------------------------------------

// In the instance with one more element, that is at `at`, and those from there on are one further; here it is the last.
static uint8_t moved_up(uint32_t element, uint32_t at)
{
    return (uint8_t)(element + (element >= at));
}

static bool is_of_class(const struct parametric_instance *in, uint32_t class)
{
    return class != CLASS_NONE && strcmp(model_class(in->model, class)->name, in->variables->class) == 0;
}

// Whether `b`, of an instance with one more element, is `a` seen through that, too, but for parameters of other types.
static bool is_same_step(struct quantified_invariant *q, uint32_t elements, size_t a, size_t b, uint32_t at)
{
    const struct parametric_instance *in = &q->instances[elements].in, *more = &q->instances[elements + 1].in;
    const struct placement one = model_action(in->model, a)->placement, other = model_action(more->model, b)->placement;
    if (one.site_count != other.site_count ||
        q->source.rule(q->source.context, elements, a) != q->source.rule(q->source.context, elements + 1, b))
        return false;
    for (size_t i = 0; i < one.site_count; i++) {
        bool is_own = is_of_class(in, one.sites[i].class);
        if (is_own != is_of_class(more, other.sites[i].class) ||
            (is_own && moved_up(one.sites[i].element, at) != other.sites[i].element))
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
                        there = ELEMENT_BIT(e == elements ? at : moved_up(e, at));
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
        if (mentions(s, p, last)) {
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
static bdd further_guard(struct quantified_invariant *q, uint32_t elements, size_t action, uint32_t at)
{
    const struct parametric_instance *more = &q->instances[elements + 1].in;
    bdd any = BDD_FALSE;
    for (size_t b = 0; b < model_action_count(more->model); b++)
        if (is_same_step(q, elements, action, b, at))
            any = bdd_or(q->space.m, any, view_action_guard(q, elements + 1, b));
    return with_last(q, elements, at, any);
}

// Where elements have no order, the further one may be the last.
static uint32_t first_position(const struct quantified_invariant *q, uint32_t elements)
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
    for (uint32_t at = first_position(q, elements); at <= elements; at++)
        further[at] = further_guard(q, elements, action, at);
    q->known.count = 0;
    for (uint32_t c = 0; c < q->contexts.count; c++) {
        const struct view_context *context = &q->contexts.at[c];
        for (uint32_t i = 0; i < bits_of(context, elements); i++) {
            bdd allowed = BDD_FALSE;
            for (uint32_t at = first_position(q, elements); at <= elements; at++) {
                bool is_possible = context->side == SIDE_ANY || (context->side == SIDE_BELOW ? at <= i : at > i);
                bdd is_so =
                    named(q, q->contexts.of[c], (uint8_t)(context->is_related ? i : elements), (uint8_t)elements);
                if (is_possible)
                    allowed = bdd_or(m, allowed, without_last(q, elements + 1, bdd_and(m, further[at], is_so)));
            }
            guard = bdd_and(m, guard, bdd_implies(m, bdd_literal(m, context->vars[i]), allowed));
        }
    }
    *known = guard;
    return guard;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

static bool is_in_support(struct quantified_invariant *q, bdd support, struct view_place p)
{
    return bdd_exists(q->space.m, support, view_place_cube(&q->space, p)) != support;
}

// Whether the action leaves alone what the context says of elements that are not seen.
static bool is_kept(struct quantified_invariant *q, uint32_t elements, size_t action, uint32_t context, uint32_t i)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *more = &q->instances[elements + 1].in;
    bdd support = bdd_support(s->m, q->contexts.of[context]);
    for (uint32_t at = first_position(q, elements); at <= elements; at++)
        for (size_t b = 0; b < model_action_count(more->model); b++) {
            const uint8_t images[2] = {moved_up(i, at), (uint8_t)at};
            struct view_place p;
            if (!is_same_step(q, elements, action, b, at))
                continue;
            for (bool is_there = view_next_place(s, 2, &p, true); is_there;
                 is_there = view_next_place(s, 2, &p, false)) {
                if (!mentions(s, p, 1) || !is_plain_place(s, p) || !is_in_support(q, support, p))
                    continue;
                struct view_place to = view_moved_place(s, p, images);
                cell_id cell = parametric_cell(more, to.variable, to.elements);
                if (cell == CELL_NONE || parametric_new_value(model_action(more->model, b), cell) != EXPR_NONE)
                    return false;
            }
        }
    return true;
}

// Whether the action changes what the context says of two elements that are seen.
static bool changes_there(struct quantified_invariant *q, uint32_t elements, const struct action *a, uint32_t context,
                          uint8_t i, uint8_t x)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *in = &q->instances[elements].in;
    const uint8_t images[2] = {q->contexts.at[context].is_related ? i : x, x};
    bdd support = bdd_support(s->m, q->contexts.of[context]);
    struct view_place p;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there; is_there = view_next_place(s, 2, &p, false)) {
        struct view_place to = view_moved_place(s, p, images);
        cell_id cell = is_plain_place(s, p) ? parametric_cell(in, to.variable, to.elements) : CELL_NONE;
        if (cell != CELL_NONE && parametric_new_value(a, cell) != EXPR_NONE && is_in_support(q, support, p))
            return true;
    }
    return false;
}

bool view_contexts_change(struct quantified_invariant *q, uint32_t elements, size_t action, const uint8_t *images)
{
    const struct action *a = model_action(q->instances[elements].in.model, action);
    uint32_t k = q->setup.elements;
    for (uint32_t c = 0; c < q->contexts.count; c++)
        for (uint32_t i = 0; i < bits_of(&q->contexts.at[c], k); i++) {
            if (!is_kept(q, elements, action, c, q->contexts.at[c].is_related ? images[i] : 0))
                return true;
            for (uint32_t x = 0; x < elements; x++)
                if (!is_among(images, k, x) && changes_there(q, elements, a, c, images[i], (uint8_t)x))
                    return true;
        }
    return false;
}

// The condition as it is after the action.
static bdd there_after(struct quantified_invariant *q, uint32_t elements, const struct action *a, uint32_t context,
                       uint8_t i, uint8_t x)
{
    struct view_space *s = &q->space;
    struct view_instance *v = &q->instances[elements];
    const uint8_t images[2] = {q->contexts.at[context].is_related ? i : x, x};
    if (!is_on_side(&q->contexts.at[context], i, x))
        return BDD_FALSE;
    bdd_substitution *after = bdd_substitution_new(s->m);
    bool good = after;
    struct view_place p;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there && good;
         is_there = view_next_place(s, 2, &p, false)) {
        struct view_place to = view_moved_place(s, p, images);
        cell_id cell = is_plain_place(s, p) ? parametric_cell(&v->in, to.variable, to.elements) : CELL_NONE;
        expr next = cell == CELL_NONE ? EXPR_NONE : parametric_new_value(a, cell);
        for (unsigned bit = 0; bit < view_width(s, p.variable) && cell != CELL_NONE && good; bit++) {
            bdd f = bdd_literal(s->m, view_var(s, to, bit));
            uint64_t set = 0;
            for (uint64_t left = v->in.cells[cell].full; left && next != EXPR_NONE; left &= left - 1)
                set |= view_code_bit(s, p.variable, left & -left, bit) ? left & -left : 0;
            if (next != EXPR_NONE)
                f = view_condition(s, &v->conditions, condition_within(&v->conditions, next, cell, set), &q->known);
            good = bdd_is_valid(f) && bdd_substitution_set(after, view_var(s, p, bit), f);
        }
    }
    bdd f = good ? bdd_substitute(s->m, q->contexts.of[context], after) : BDD_NONE;
    if (after)
        bdd_substitution_free(after);
    return f;
}

bdd view_contexts_step(struct quantified_invariant *q, uint32_t elements, size_t action, const uint8_t *images,
                       var_array *vars)
{
    bdd_manager *m = q->space.m;
    const struct action *a = model_action(q->instances[elements].in.model, action);
    uint32_t k = q->setup.elements;
    bdd body = BDD_TRUE;
    for (uint32_t c = 0; c < q->contexts.count; c++) {
        const struct view_context *context = &q->contexts.at[c];
        for (uint32_t i = 0; i < bits_of(context, elements); i++)
            array_push(q->mem, vars, context->vars[i]);
        for (uint32_t i = 0; i < bits_of(context, k); i++) {
            uint32_t of = context->is_related ? images[i] : 0;
            bdd seen = BDD_FALSE, then = bdd_literal(m, context->vars[i] + 1);
            for (uint32_t x = 0; x < elements; x++)
                if (!is_among(images, k, x))
                    seen = bdd_or(m, seen, there_after(q, elements, a, c, (uint8_t)of, (uint8_t)x));
            bdd after = is_kept(q, elements, action, c, of)
                            ? bdd_iff(m, then, bdd_or(m, seen, bdd_literal(m, context->vars[of])))
                            : bdd_implies(m, seen, then);
            body = bdd_and(m, body, view_without_phantom(q, elements, after));
        }
    }
    return body;
}

// ---- Initial states -------------------------------------------------------------------------------------------------

bdd view_start(struct quantified_invariant *q, const struct parametric_instance *in, const struct action *start)
{
    struct view_space *s = &q->space;
    bdd one = BDD_TRUE;
    for (cell_id cell = 0; cell < in->cell_count; cell++) {
        uint64_t mask = in->cells[cell].full;
        expr e = parametric_new_value(start, cell);
        value x;
        if (in->cells[cell].is_phantoms)
            continue;
        if (e != EXPR_NONE && model_is_const(in->model, e, &x))
            mask = parametric_bit(in, cell, x);
        one = bdd_and(s->m, one, view_literal(s, view_place_of(s, in, cell), mask, false));
    }
    return one;
}

static bool may_be_at_start(struct quantified_invariant *q, uint32_t context)
{
    uint32_t elements = q->setup.elements + 1;
    const struct parametric_instance *in = &q->instances[elements].in;
    for (size_t start = 0; start < model_start_count(in->model); start++) {
        bdd seen = view_start(q, in, model_start(in->model, start));
        for (uint8_t x = 0; x < elements; x++)     // NOLINT(bugprone-too-small-loop-variable): there are few elements
            for (uint8_t i = 0; i < elements; i++) // NOLINT(bugprone-too-small-loop-variable): likewise
                if (i != x && bdd_is_disjoint(q->space.m, seen, there(q, context, i, x)) != BDD_YES)
                    return true;
    }
    return false;
}

bdd view_contexts_initial(struct quantified_invariant *q)
{
    bdd_manager *m = q->space.m;
    bdd all = BDD_TRUE;
    for (uint32_t c = 0; c < q->contexts.count; c++) {
        bool may_be = may_be_at_start(q, c);
        for (uint32_t i = 0; i < bits_of(&q->contexts.at[c], q->setup.elements) && !may_be; i++)
            all = bdd_and(m, all, bdd_not(bdd_literal(m, q->contexts.at[c].vars[i])));
    }
    return all;
}

// ---- Single states --------------------------------------------------------------------------------------------------

static bool is_so_in_state(struct quantified_invariant *q, uint32_t context, const struct parametric_instance *in,
                           const value *state, uint8_t i, uint8_t x)
{
    struct view_space *s = &q->space;
    const uint8_t images[2] = {q->contexts.at[context].is_related ? i : x, x};
    bdd one = BDD_TRUE;
    struct view_place p;
    if (!is_on_side(&q->contexts.at[context], i, x))
        return false;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there; is_there = view_next_place(s, 2, &p, false)) {
        struct view_place from = view_moved_place(s, p, images);
        cell_id cell = is_plain_place(s, p) ? parametric_cell(in, from.variable, from.elements) : CELL_NONE;
        if (cell != CELL_NONE)
            one = bdd_and(s->m, one, view_literal(s, p, parametric_bit(in, cell, state[cell]), false));
    }
    return bdd_is_disjoint(s->m, one, q->contexts.of[context]) == BDD_NO;
}

bdd view_contexts_of_state(struct quantified_invariant *q, const struct parametric_instance *in, const value *state,
                           const uint8_t *images)
{
    bdd_manager *m = q->space.m;
    uint32_t k = q->setup.elements;
    bdd all = BDD_TRUE;
    for (uint32_t c = 0; c < q->contexts.count; c++)
        for (uint32_t i = 0; i < bits_of(&q->contexts.at[c], k); i++) {
            bool is_some = false;
            for (uint32_t x = 0; x < in->elements && !is_some; x++)
                is_some = !is_among(images, k, x) && is_so_in_state(q, c, in, state, images[i], (uint8_t)x);
            bdd bit = bdd_literal(m, q->contexts.at[c].vars[i]);
            all = bdd_and(m, all, is_some ? bit : bdd_not(bit));
        }
    return all;
}

// ---- Which ones -----------------------------------------------------------------------------------------------------

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
        bool is_left = is_plain_place(s, p) && mentions(s, p, (uint8_t)x);
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
        if (mentions(s, p, 0) && is_in_support(q, support, p))
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

// The element in place of 1, and the one it is related to in place of 0.
static bdd in_place(struct quantified_invariant *q, bdd f, uint32_t i, uint32_t x)
{
    struct view_space *s = &q->space;
    const uint8_t images[2] = {(uint8_t)i, (uint8_t)x};
    bdd_substitution *names = bdd_substitution_new(s->m);
    bool good = names;
    struct view_place p;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there && good;
         is_there = view_next_place(s, 2, &p, false)) {
        struct view_place from = view_moved_place(s, p, images);
        for (unsigned bit = 0; bit < view_width(s, p.variable) && is_plain_place(s, p) && good; bit++)
            if (view_var(s, p, bit) != view_var(s, from, bit))
                good = bdd_substitution_set_var(names, view_var(s, from, bit), view_var(s, p, bit));
    }
    bdd g = good ? bdd_substitute(s->m, f, names) : BDD_NONE;
    if (names)
        bdd_substitution_free(names);
    return g;
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
        if (is_of_class(in, a->placement.sites[i].class))
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
            add_part(q, parts,
                     in_place(q, projected(q, elements, guard, parameters[i], parameters[i]), 0, parameters[i]), true,
                     SIDE_ANY);
    for (uint32_t at = first_position(q, elements); at <= elements; at++) {
        bdd further = further_guard(q, elements, action, at);
        uint32_t of = count ? parameters[0] : x;
        bool is_below = q->variables->is_ordered && count && at <= of,
             is_above = q->variables->is_ordered && count && at > of;
        enum view_side side = is_below ? SIDE_BELOW : is_above ? SIDE_ABOVE : SIDE_ANY;
        bdd needs = projected(q, elements + 1, bdd_minus(m, further, guard), x, x);
        bdd stops = projected(q, elements + 1, bdd_minus(m, guard, further), of, x);
        add_part(q, parts, in_place(q, needs, 0, x), true, SIDE_ANY);
        hinders[side] = bdd_or(m, hinders[side], in_place(q, stops, count ? of : 0, x));
    }
    q->known.count = 0;
    if (hinders[SIDE_BELOW] == hinders[SIDE_ABOVE])
        hinders[SIDE_ANY] = bdd_or(m, hinders[SIDE_ANY], hinders[SIDE_BELOW]);
    for (int side = SIDE_ANY; side <= SIDE_ABOVE; side++)
        if (side == SIDE_ANY || hinders[SIDE_BELOW] != hinders[SIDE_ABOVE])
            add_part(q, parts, hinders[side], false, (enum view_side)side);
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
    contexts->of[contexts->count++] = of;
    *bits += more;
    return true;
}

// Those that rules need, alone and as they hinder others; then all that hinder.
bool view_contexts_find(struct quantified_invariant *q)
{
    bdd_manager *m = q->space.m;
    struct context_parts parts = {0};
    uint32_t elements = q->setup.parameters + 1 > q->setup.elements ? q->setup.parameters + 1 : q->setup.elements;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < MOST_CONTEXTS; i++)
        q->contexts.of[i] = BDD_FALSE;
    if (!bdd_protect_array(m, q->contexts.of, MOST_CONTEXTS))
        return false;
    q->contexts_protected = true;
    bdd_scope scope = bdd_open_scope(m);
    for (size_t i = 0; i < model_action_count(q->instances[elements].in.model) && !q->setup.is_over(q->setup.context);
         i++)
        add_parts(q, elements, i, &parts);
    bool good = !q->setup.is_over(q->setup.context);
    for (uint32_t i = 0; i < parts.count && good; i++)
        if (parts.at[i].is_needed)
            good = add_context(q, parts.of[i], parts.at[i].is_related, parts.at[i].side, &bits);
    for (uint32_t i = 0; i < parts.count * parts.count && good; i++) {
        uint32_t needed = i / parts.count, hinders = i % parts.count;
        if (parts.at[needed].is_needed && !parts.at[hinders].is_needed && parts.at[hinders].side == SIDE_ANY)
            good = add_context(q, bdd_and(m, parts.of[needed], parts.of[hinders]), parts.at[hinders].is_related,
                               parts.at[hinders].side, &bits);
    }
    for (uint32_t i = 0; i < parts.count && good; i++)
        if (!parts.at[i].is_needed && !parts.at[i].is_related)
            good = add_context(q, parts.of[i], parts.at[i].is_related, parts.at[i].side, &bits);
    bdd_close_scope(m, scope);
    return good;
}
