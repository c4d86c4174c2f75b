// What k elements of an instance see, and the steps that change it.
#include <string.h>

#include "parametric/view_internal.h"

// ---- Elements -------------------------------------------------------------------------------------------------------

void view_first_choice(uint8_t *images, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        images[i] = (uint8_t)i;
}

// What a value is for those who see only these elements: element images[i] is i, any other is another one.
uint64_t view_seen_value(uint64_t one, const uint8_t *images, uint32_t count)
{
    if (one & (PLAIN_BITS | OTHER_BIT))
        return one;
    for (uint32_t i = 0; i < count; i++)
        if (one == ELEMENT_BIT(images[i]))
            return ELEMENT_BIT(i);
    return OTHER_BIT;
}

struct view_place view_moved_place(const struct view_space *s, struct view_place p, const uint8_t *images)
{
    for (uint32_t i = 0; i < s->variables->all.at[p.variable].arity && i < MOST_SITES; i++)
        p.elements[i] = images[p.elements[i]];
    return p;
}

static bool same_place(struct view_place a, struct view_place b)
{
    return a.variable == b.variable && memcmp(a.elements, b.elements, sizeof a.elements) == 0;
}

// ---- What k elements see --------------------------------------------------------------------------------------------

// From psi to what these elements of an instance see: each bit of a view is a function of the bits of the instance.
static bdd_substitution *new_move(struct quantified_invariant *q, uint32_t elements, const uint8_t *images)
{
    struct view_space *s = &q->space;
    uint32_t k = q->setup.elements;
    bdd_substitution *move = bdd_substitution_new(s->m);
    struct view_place p;
    for (bool is_there = view_next_place(s, k, &p, true); is_there && move;
         is_there = view_next_place(s, k, &p, false)) {
        struct view_place from = view_moved_place(s, p, images);
        unsigned width = view_width(s, p.variable);
        bool good = true;
        for (unsigned i = 0; i < width && good; i++) {
            if (!s->holds_elements[p.variable]) {
                good = same_place(p, from) || bdd_substitution_set_var(move, view_var(s, p, i), view_var(s, from, i));
                continue;
            }
            uint64_t set = 0;
            for (uint64_t left = cube_full(q->variables, p.variable, elements); left; left &= left - 1) {
                uint64_t one = left & -left;
                if (view_code_bit(s, p.variable, view_seen_value(one, images, k), i))
                    set |= one;
            }
            bdd f = view_literal(s, from, set, false);
            good = bdd_is_valid(f) && bdd_substitution_set(move, view_var(s, p, i), f);
        }
        if (!good) {
            bdd_substitution_free(move);
            move = NULL;
        }
    }
    if (move && !view_contexts_move(q, elements, images, move)) {
        bdd_substitution_free(move);
        move = NULL;
    }
    return move;
}

static size_t count_choices(uint32_t count, uint32_t all)
{
    uint8_t images[MOST_ELEMENTS];
    size_t choices = 1;
    view_first_choice(images, count);
    while (parametric_next_names(images, count, all))
        choices++;
    return choices;
}

bool view_open_moves(struct quantified_invariant *q, uint32_t elements)
{
    struct view_instance *v = &q->instances[elements];
    uint8_t images[MOST_ELEMENTS];
    uint32_t k = q->setup.elements;
    size_t count = count_choices(k, elements);
    v->moves = mem_zalloc(q->mem, count * sizeof(bdd_substitution *));
    v->views = mem_alloc(q->mem, count * sizeof *v->views);
    v->move_count = count;
    for (size_t i = 0; i < count; i++)
        v->views[i] = BDD_FALSE;
    if (!bdd_protect_array(q->space.m, v->views, count))
        mem_exhausted(q->mem);
    view_first_choice(images, k);
    for (size_t i = 0; i < count; i++, parametric_next_names(images, k, elements)) {
        bdd_scope scope = bdd_open_scope(q->space.m);
        v->moves[i] = new_move(q, elements, images);
        bdd_close_scope(q->space.m, scope);
        if (!v->moves[i])
            return false;
    }
    return true;
}

static bool are_among(const uint8_t *images, uint32_t count, uint32_t elements)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(elements >> images[i] & 1))
            return false;
    return true;
}

// What all k of these elements see is in psi, and the set.
bdd view_within_invariant(struct quantified_invariant *q, uint32_t elements, uint32_t among, bdd set)
{
    struct view_instance *v = &q->instances[elements];
    bdd_manager *m = q->space.m;
    uint8_t images[MOST_ELEMENTS];
    for (size_t i = 0; i < v->move_count && v->seen != q->version; i++)
        v->views[i] = bdd_substitute(m, q->psi, v->moves[i]);
    v->seen = q->version;
    view_first_choice(images, q->setup.elements);
    for (size_t i = 0; i < v->move_count; i++, parametric_next_names(images, q->setup.elements, elements))
        if (are_among(images, q->setup.elements, among))
            set = bdd_and(m, set, v->views[i]);
    return set;
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// What is so whatever the phantom has: a step reads nothing of it if it is seen through its witnesses.
bdd view_without_phantom(struct quantified_invariant *q, uint32_t elements, bdd f)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *in = &q->instances[elements].in;
    bdd cube = BDD_TRUE, valid = BDD_TRUE;
    bdd_scope scope = bdd_open_scope(s->m);
    for (cell_id cell = 0; cell < in->cell_count; cell++)
        if (in->cells[cell].is_phantoms)
            cube = bdd_and(s->m, cube, view_place_cube(s, view_place_of(s, in, cell)));
    bdd all = bdd_forall(s->m, f, cube);
    if (all != f) {
        for (cell_id cell = 0; cell < in->cell_count; cell++)
            if (in->cells[cell].is_phantoms)
                valid = bdd_and(s->m, valid, view_literal(s, view_place_of(s, in, cell), in->cells[cell].full, false));
        all = bdd_forall(s->m, bdd_implies(s->m, valid, f), cube);
    }
    return bdd_close_scope_with(s->m, scope, all);
}

bdd view_condition_seen(struct quantified_invariant *q, uint32_t elements, cell_condition x)
{
    struct view_instance *v = &q->instances[elements];
    return view_without_phantom(q, elements, view_condition(&q->space, &v->conditions, x, &q->known));
}

// Values that cells of an instance have, of those that no k elements see: of two elements, if k is 1.
bdd view_values_unseen(struct quantified_invariant *q, uint32_t elements)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *in = &q->instances[elements].in;
    bdd all = BDD_TRUE;
    for (cell_id cell = 0; cell < in->cell_count; cell++)
        if (in->cells[cell].arity > q->setup.elements && !in->cells[cell].is_phantoms)
            all = bdd_and(s->m, all, view_literal(s, view_place_of(s, in, cell), in->cells[cell].full, false));
    return all;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

// What place `p` of a view is after the step: what the k elements then see of the cell at `from`.
static bdd new_view(struct quantified_invariant *q, uint32_t elements, cell_id from, expr next, struct view_place p,
                    const uint8_t *images)
{
    struct view_instance *v = &q->instances[elements];
    struct view_space *s = &q->space;
    bdd any = BDD_FALSE;
    const struct instance_cell of = v->in.cells[from];
    for (uint64_t left = of.full; left; left &= left - 1) {
        uint64_t one = left & -left;
        cell_condition x = next == EXPR_NONE ? condition_literal(&v->conditions, from, one)
                                             : condition_within(&v->conditions, next, from, one);
        bdd then = view_literal(s, p, view_seen_value(one, images, q->setup.elements), true);
        any = bdd_or(s->m, any, bdd_and(s->m, view_condition(s, &v->conditions, x, &q->known), then));
    }
    return view_without_phantom(q, elements, any);
}

static bool is_among(struct view_space *s, struct view_place p, uint32_t elements)
{
    for (uint32_t i = 0; i < s->variables->all.at[p.variable].arity; i++)
        if (p.elements[i] >= elements)
            return false;
    return true;
}

// What the k elements see after the step, from what is seen through all elements before it. Places that stay what they
// are pass through it, and those of other elements are taken away.
static bool open_sequence(struct quantified_invariant *q, size_t action, uint32_t elements, const uint8_t *images,
                          struct view_sequence *sequence)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *in = &q->instances[elements].in;
    const struct action *a = model_action(in->model, action);
    uint32_t k = q->setup.elements;
    view_updates updates = {0};
    bdd forgotten = BDD_TRUE;
    struct view_place p;
    for (bool is_there = view_next_place(s, elements, &p, true); is_there;
         is_there = view_next_place(s, elements, &p, false)) {
        if (!is_among(s, p, k)) {
            forgotten = bdd_and(s->m, forgotten, view_place_cube(s, p));
            continue;
        }
        struct view_place from = view_moved_place(s, p, images);
        cell_id cell = parametric_cell(in, from.variable, from.elements);
        if (cell == CELL_NONE) // no instance has it
            continue;
        expr next = parametric_new_value(a, cell);
        if (next == EXPR_NONE && same_place(p, from) && (!s->holds_elements[p.variable] || elements == k))
            continue;
        const struct view_update update = {new_view(q, elements, cell, next, p, images), view_place_cube(s, p),
                                           BDD_NONE};
        array_push(q->mem, &updates, update);
    }
    forgotten = bdd_and(s->m, forgotten, view_contexts_step(q, elements, action, images, &updates));
    bool good = view_sequence_open(sequence, s->m, &updates, forgotten, q->mem);
    array_free(q->mem, &updates);
    return good;
}

// Whether the step changes anything that the k elements see.
static bool changes_view(struct quantified_invariant *q, const struct action *a, uint32_t elements,
                         const uint8_t *images)
{
    const struct parametric_instance *in = &q->instances[elements].in;
    struct view_place p;
    for (bool is_there = view_next_place(&q->space, q->setup.elements, &p, true); is_there;
         is_there = view_next_place(&q->space, q->setup.elements, &p, false)) {
        struct view_place from = view_moved_place(&q->space, p, images);
        cell_id cell = parametric_cell(in, from.variable, from.elements);
        if (cell != CELL_NONE && parametric_new_value(a, cell) != EXPR_NONE)
            return true;
    }
    return false;
}

bdd view_action_guard(struct quantified_invariant *q, uint32_t elements, size_t action)
{
    struct view_instance *v = &q->instances[elements];
    const struct action *a = model_action(v->in.model, action);
    if (bdd_is_valid(v->guards[action]))
        return v->guards[action];
    bdd guard = view_values_unseen(q, elements);
    for (size_t i = 0; i < a->part_count; i++)
        if (a->parts[i].kind == PART_CONDITION)
            guard = bdd_and(q->space.m, guard,
                            view_condition_seen(q, elements, condition_of(&v->conditions, a->parts[i].expr)));
    v->guards[action] = guard;
    return guard;
}

// Those of the k elements, and those that the action changes; or all.
static uint32_t core_of(struct quantified_invariant *q, size_t action, uint32_t elements, const uint8_t *images)
{
    const struct parametric_instance *in = &q->instances[elements].in;
    const struct action *a = model_action(in->model, action);
    uint32_t core = 0;
    for (uint32_t i = 0; i < q->setup.elements; i++)
        core |= UINT32_C(1) << images[i];
    for (cell_id cell = 0; cell < in->cell_count; cell++)
        for (uint32_t i = 0; i < in->cells[cell].arity && parametric_new_value(a, cell) != EXPR_NONE; i++)
            if (in->cells[cell].elements[i] < elements && i == 0)
                core |= UINT32_C(1) << in->cells[cell].elements[i];
    return core == (UINT32_C(1) << elements) - 1 ? VIEW_ALL : core;
}

static bool add_step(struct quantified_invariant *q, size_t action, uint32_t elements, const uint8_t *images)
{
    struct view_instance *v = &q->instances[elements];
    bdd_manager *m = q->space.m;
    bdd_scope scope = bdd_open_scope(m);
    bdd guard = view_action_guard(q, elements, action);
    if (guard != BDD_FALSE)
        guard = view_contexts_guard(q, elements, action, guard);
    bool is_possible = guard != BDD_FALSE;
    struct view_sequence sequence = {0};
    bool is_there = is_possible && open_sequence(q, action, elements, images, &sequence);
    if (is_there) {
        struct view_step step = {elements,
                                 UINT64_MAX,
                                 core_of(q, action, elements, images),
                                 mem_alloc(q->mem, sizeof guard),
                                 mem_alloc(q->mem, sizeof guard),
                                 sequence};
        *step.guard = guard;
        *step.taken = BDD_FALSE;
        if (!bdd_protect(m, step.guard) || !bdd_protect(m, step.taken))
            mem_exhausted(q->mem);
        array_push(q->mem, &q->steps, step);
    }
    q->known.count = 0; // they live as long as the scope
    bdd_close_scope(m, scope);
    bool has_failed = v->conditions.failed || (q->contexts.count && q->instances[elements + 1].conditions.failed);
    return !has_failed && (is_there || !is_possible);
}

// Of all rules, with parameters among the k elements or new ones, and further elements as witnesses.
static bool add_steps_of(struct quantified_invariant *q, uint32_t elements, const uint8_t *images)
{
    const struct parametric_instance *in = &q->instances[elements].in;
    uint32_t k = q->setup.elements;
    for (size_t i = 0; i < model_action_count(in->model); i++) {
        const struct action *a = model_action(in->model, i);
        uint32_t fresh = parametric_fresh_parameters(in, a, images, k);
        if (fresh > elements - k || elements - k - fresh > q->source.witnesses(q->source.context, elements, i))
            continue;
        if ((changes_view(q, a, elements, images) || view_contexts_change(q, elements, i, images)) &&
            !add_step(q, i, elements, images))
            return false;
        if (q->setup.is_over(q->setup.context))
            return false;
    }
    return true;
}

bool view_add_steps(struct quantified_invariant *q, uint32_t elements)
{
    uint8_t images[MOST_ELEMENTS] = {0};
    view_first_choice(images, q->setup.elements);
    do
        if (!add_steps_of(q, elements, images))
            return false;
    while (q->variables->is_ordered && parametric_next_names(images, q->setup.elements, elements));
    return true;
}
