#include "parametric/view_context.h"

#include "parametric/view_internal.h"

// ---- Conditions of an element that is not seen ----------------------------------------------------------------------

bool view_place_is_plain(const struct view_space *s, struct view_place p)
{
    return !s->holds_elements[p.variable] && s->variables->all.at[p.variable].arity > 0;
}

bool view_place_mentions(const struct view_space *s, struct view_place p, uint8_t element)
{
    for (uint32_t i = 0; i < s->variables->all.at[p.variable].arity; i++)
        if (p.elements[i] == element)
            return true;
    return false;
}

// Variables of the plain places of two elements take the place of those of i and x, or the other way.
static bdd exchanged(struct quantified_invariant *q, bdd of, uint32_t i, uint32_t x, bool is_back)
{
    struct view_space *s = &q->space;
    const uint8_t images[2] = {(uint8_t)i, (uint8_t)x};
    bdd_substitution *names = bdd_substitution_new(s->m);
    bool good = names;
    struct view_place p;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there && good;
         is_there = view_next_place(s, 2, &p, false)) {
        struct view_place to = view_moved_place(s, p, images);
        for (unsigned bit = 0; bit < view_width(s, p.variable) && view_place_is_plain(s, p) && good; bit++) {
            int var = view_var(s, p, bit), image = view_var(s, to, bit);
            good = var == image || bdd_substitution_set_var(names, is_back ? image : var, is_back ? var : image);
        }
    }
    bdd f = good ? bdd_substitute(s->m, of, names) : BDD_NONE;
    if (names)
        bdd_substitution_free(names);
    return f;
}

bdd view_condition_about(struct quantified_invariant *q, bdd of, uint32_t i, uint32_t x)
{
    return exchanged(q, of, i, x, false);
}

bdd view_condition_from(struct quantified_invariant *q, bdd of, uint32_t i, uint32_t x)
{
    return exchanged(q, of, i, x, true);
}

static bdd named(struct quantified_invariant *q, uint32_t context, uint8_t i, uint8_t x)
{
    bdd *known = &q->contexts.named[(context * MOST_ELEMENTS + i) * MOST_ELEMENTS + x];
    if (!bdd_is_valid(*known))
        *known = view_condition_about(q, q->contexts.of[context], i, x);
    return *known;
}

static bool is_on_side(const struct view_context *c, uint32_t i, uint32_t x)
{
    return c->side == SIDE_ANY || (c->side == SIDE_BELOW ? x < i : x > i);
}

static bdd there(struct quantified_invariant *q, uint32_t context, uint8_t i, uint8_t x)
{
    if (!is_on_side(&q->contexts.at[context], i, x))
        return BDD_FALSE;
    return named(q, context, q->contexts.at[context].is_related ? i : x, x);
}

uint32_t view_context_bits(const struct view_context *c, uint32_t elements)
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
        for (uint32_t i = 0; i < view_context_bits(&q->contexts.at[c], k); i++) {
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

// ---- Guards ---------------------------------------------------------------------------------------------------------

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
                bdd is_so = named(q, c, (uint8_t)(context->is_related ? i : elements), (uint8_t)elements);
                if (is_possible)
                    allowed = bdd_or(m, allowed, view_without_last(q, elements + 1, bdd_and(m, further[at], is_so)));
            }
            guard = bdd_and(m, guard, bdd_implies(m, bdd_literal(m, context->vars[i]), allowed));
        }
    }
    *known = guard;
    return guard;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

bool view_is_in_support(struct quantified_invariant *q, bdd support, struct view_place p)
{
    return bdd_exists(q->space.m, support, view_place_cube(&q->space, p)) != support;
}

// Whether a context is about a place of the two elements.
static bool is_about(const struct quantified_invariant *q, uint32_t context, struct view_place p)
{
    return q->contexts.about[context][view_place_number(&q->space, p)];
}

static bool is_left_alone(struct quantified_invariant *q, uint32_t elements, size_t action, uint32_t context,
                          uint32_t i, uint32_t at)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *more = &q->instances[elements + 1].in;
    const struct view_steps same = view_same_steps(q, elements, action, at);
    const uint8_t images[2] = {view_moved_up(i, at), (uint8_t)at};
    struct view_place p;
    for (bool is_there = same.count && view_next_place(s, 2, &p, true); is_there;
         is_there = view_next_place(s, 2, &p, false)) {
        if (!is_about(q, context, p) || !view_place_mentions(s, p, 1) || !view_place_is_plain(s, p))
            continue;
        struct view_place to = view_moved_place(s, p, images);
        cell_id cell = parametric_cell(more, to.variable, to.elements);
        for (uint32_t b = 0; b < same.count; b++)
            if (cell == CELL_NONE || parametric_new_value(model_action(more->model, same.at[b]), cell) != EXPR_NONE)
                return false;
    }
    return true;
}

// Whether the action leaves alone what the context says of elements that are not seen.
static bool is_kept(struct quantified_invariant *q, uint32_t elements, size_t action, uint32_t context, uint32_t i)
{
    for (uint32_t at = view_first_position(q, elements); at <= elements; at++)
        if (!is_left_alone(q, elements, action, context, i, at))
            return false;
    return true;
}

// Whether the action changes what the context says of two elements that are seen.
static bool changes_there(struct quantified_invariant *q, uint32_t elements, const struct action *a, uint32_t context,
                          uint8_t i, uint8_t x)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *in = &q->instances[elements].in;
    const uint8_t images[2] = {q->contexts.at[context].is_related ? i : x, x};
    struct view_place p;
    for (bool is_there = view_next_place(s, 2, &p, true); is_there; is_there = view_next_place(s, 2, &p, false)) {
        struct view_place to = view_moved_place(s, p, images);
        bool is_read = is_about(q, context, p) && view_place_is_plain(s, p);
        cell_id cell = is_read ? parametric_cell(in, to.variable, to.elements) : CELL_NONE;
        if (cell != CELL_NONE && parametric_new_value(a, cell) != EXPR_NONE)
            return true;
    }
    return false;
}

bool view_contexts_change(struct quantified_invariant *q, uint32_t elements, size_t action, const uint8_t *images)
{
    const struct action *a = model_action(q->instances[elements].in.model, action);
    uint32_t k = q->setup.elements;
    for (uint32_t c = 0; c < q->contexts.count; c++)
        for (uint32_t i = 0; i < view_context_bits(&q->contexts.at[c], k); i++) {
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
        cell_id cell = view_place_is_plain(s, p) ? parametric_cell(&v->in, to.variable, to.elements) : CELL_NONE;
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
                       view_updates *updates)
{
    bdd_manager *m = q->space.m;
    const struct action *a = model_action(q->instances[elements].in.model, action);
    uint32_t k = q->setup.elements;
    bdd forgotten = BDD_TRUE;
    for (uint32_t c = 0; c < q->contexts.count; c++) {
        const struct view_context *context = &q->contexts.at[c];
        for (uint32_t i = view_context_bits(context, k); i < view_context_bits(context, elements); i++)
            forgotten = bdd_and(m, forgotten, bdd_literal(m, context->vars[i]));
        for (uint32_t i = 0; i < view_context_bits(context, k); i++) {
            uint32_t of = context->is_related ? images[i] : 0;
            bdd seen = BDD_FALSE, then = bdd_literal(m, context->vars[i] + 1);
            for (uint32_t x = 0; x < elements; x++)
                if (!is_among(images, k, x))
                    seen = bdd_or(m, seen, there_after(q, elements, a, c, (uint8_t)of, (uint8_t)x));
            bdd after = is_kept(q, elements, action, c, of)
                            ? bdd_iff(m, then, bdd_or(m, seen, bdd_literal(m, context->vars[of])))
                            : bdd_implies(m, seen, then);
            const struct view_update update = {view_without_phantom(q, elements, after),
                                               bdd_literal(m, context->vars[i]), BDD_NONE};
            array_push(q->mem, updates, update);
        }
    }
    return forgotten;
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
        for (uint32_t i = 0; i < view_context_bits(&q->contexts.at[c], q->setup.elements) && !may_be; i++)
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
        cell_id cell = view_place_is_plain(s, p) ? parametric_cell(in, from.variable, from.elements) : CELL_NONE;
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
        for (uint32_t i = 0; i < view_context_bits(&q->contexts.at[c], k); i++) {
            bool is_some = false;
            for (uint32_t x = 0; x < in->elements && !is_some; x++)
                is_some = !is_among(images, k, x) && is_so_in_state(q, c, in, state, images[i], (uint8_t)x);
            bdd bit = bdd_literal(m, q->contexts.at[c].vars[i]);
            all = bdd_and(m, all, is_some ? bit : bdd_not(bit));
        }
    return all;
}

void view_contexts_forget(struct quantified_invariant *q)
{
    for (uint32_t c = 0; c < q->contexts.count; c++)
        mem_free(q->mem, q->contexts.about[c], q->space.places * sizeof(bool));
    if (!q->contexts.named)
        return;
    bdd_unprotect(q->space.m, q->contexts.of);
    bdd_unprotect(q->space.m, q->contexts.named);
    mem_free(q->mem, q->contexts.named, VIEW_NAMED * sizeof *q->contexts.named);
}
