// Steps of a quantified invariant: for each rule, with parameters among the k elements or new ones and further elements
// as witnesses, the relation from what all these see to what the k see afterwards.
#include "parametric/view_internal.h"

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

static void add_vars(struct quantified_invariant *q, struct view_place p, var_array *vars)
{
    for (unsigned i = 0; i < view_width(&q->space, p.variable); i++)
        array_push(q->mem, vars, view_var(&q->space, p, i));
}

static bool is_among(struct view_space *s, struct view_place p, uint32_t elements)
{
    for (uint32_t i = 0; i < s->variables->all.at[p.variable].arity; i++)
        if (p.elements[i] >= elements)
            return false;
    return true;
}

// The relation from what is seen through all elements to what the k see after the step. Places that stay what they are
// pass through it, and those of other elements are taken away.
static bdd_relation *new_relation(struct quantified_invariant *q, size_t action, uint32_t elements,
                                  const uint8_t *images, bdd guard)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *in = &q->instances[elements].in;
    const struct action *a = model_action(in->model, action);
    uint32_t k = q->setup.elements;
    var_array vars = {0};
    bdd body = guard;
    struct view_place p;
    for (bool is_there = view_next_place(s, elements, &p, true); is_there;
         is_there = view_next_place(s, elements, &p, false)) {
        if (!is_among(s, p, k)) {
            add_vars(q, p, &vars);
            continue;
        }
        struct view_place from = view_moved_place(s, p, images);
        cell_id cell = parametric_cell(in, from.variable, from.elements);
        if (cell == CELL_NONE) // no instance has it
            continue;
        expr next = parametric_new_value(a, cell);
        if (next == EXPR_NONE && view_same_place(p, from) && (!s->holds_elements[p.variable] || elements == k))
            continue;
        add_vars(q, p, &vars);
        body = bdd_and(s->m, body, new_view(q, elements, cell, next, p, images));
    }
    body = bdd_and(s->m, body, view_contexts_step(q, elements, action, images, &vars));
    bdd_relation *relation = bdd_relation_new(s->m, body, vars.at, vars.count);
    array_free(q->mem, &vars);
    return relation;
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

static bool add_step(struct quantified_invariant *q, size_t action, uint32_t elements, const uint8_t *images)
{
    struct view_instance *v = &q->instances[elements];
    bdd_manager *m = q->space.m;
    bdd_scope scope = bdd_open_scope(m);
    bdd guard = view_action_guard(q, elements, action);
    if (guard != BDD_FALSE)
        guard = view_contexts_guard(q, elements, action, guard);
    bool is_possible = guard != BDD_FALSE;
    bdd_relation *relation = is_possible ? new_relation(q, action, elements, images, guard) : NULL;
    if (relation) {
        struct view_step step = {elements, UINT64_MAX, mem_alloc(q->mem, sizeof guard), relation};
        *step.guard = guard;
        if (!bdd_protect(m, step.guard))
            mem_exhausted(q->mem);
        array_push(q->mem, &q->steps, step);
    }
    q->known.count = 0; // they live as long as the scope
    bdd_close_scope(m, scope);
    bool has_failed = v->conditions.failed || (q->contexts.count && q->instances[elements + 1].conditions.failed);
    return !has_failed && (relation || !is_possible);
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
    uint8_t images[MOST_ELEMENTS];
    view_first_choice(images, q->setup.elements);
    do
        if (!add_steps_of(q, elements, images))
            return false;
    while (q->variables->is_ordered && parametric_next_names(images, q->setup.elements, elements));
    return true;
}
