#include "parametric/quantified_invariant.h"

#include <string.h>

#include "parametric/view_internal.h"

enum { SIFT_FROM = 200000 };

// ---- Opening --------------------------------------------------------------------------------------------------------

// Whether an instance has the variables and values that the smallest one has.
static bool is_alike(struct quantified_invariant *q, struct parametric_instance *in)
{
    const struct parametric_instance *least = &q->instances[q->setup.elements].in;
    struct view_place p;
    for (bool is_there = view_next_place(&q->space, in->elements, &p, true); is_there;
         is_there = view_next_place(&q->space, in->elements, &p, false)) {
        static const uint8_t first[MOST_SITES];
        bool has = parametric_cell(in, p.variable, p.elements) != CELL_NONE;
        if (has != (parametric_cell(least, p.variable, first) != CELL_NONE))
            return false;
    }
    return parametric_instance_agrees(in);
}

static void open_guards(struct quantified_invariant *q, struct view_instance *v)
{
    v->action_count = model_action_count(v->in.model) + 1;
    v->guards = mem_alloc(q->mem, v->action_count * sizeof *v->guards);
    v->allowed = mem_alloc(q->mem, v->action_count * sizeof *v->allowed);
    for (size_t i = 0; i < v->action_count; i++)
        v->guards[i] = v->allowed[i] = BDD_NONE;
    if (!bdd_protect_array(q->space.m, v->guards, v->action_count) ||
        !bdd_protect_array(q->space.m, v->allowed, v->action_count))
        mem_exhausted(q->mem);
}

// Contexts need one element more than steps are seen through.
static uint32_t largest(const struct quantified_invariant *q)
{
    return q->most + (q->setup.contexts != CONTEXTS_NONE);
}

static enum cause_code why_stopped(const struct quantified_invariant *q)
{
    if (q->setup.is_over(q->setup.context))
        return CAUSE_OUT_OF_TIME;
    for (uint32_t n = q->setup.elements; n <= largest(q); n++)
        if (q->instances[n].conditions.failed)
            return CAUSE_BACKWARD_CASES;
    return CAUSE_OUT_OF_MEMORY;
}

static enum cause_code open_instances(struct quantified_invariant *q)
{
    for (uint32_t n = q->setup.elements; n <= largest(q); n++) {
        struct view_instance *v = &q->instances[n];
        struct model *model = q->source.instance(q->source.context, n);
        if (!model)
            return CAUSE_BACKWARD_NO_INSTANCE;
        v->is_open = true;
        bool good = parametric_instance_open(&v->in, q->variables, model, n, true);
        cell_conditions_open(&v->conditions, &v->in);
        v->seen = UINT64_MAX;
        if (!good)
            return q->variables->failure;
    }
    q->has_space = true;
    if (!view_space_open(&q->space, q->variables, largest(q), q->mem))
        return CAUSE_VIEWS_TOO_MANY_BITS;
    bdd_set_byte_limit(q->space.m, q->setup.byte_limit);
    bdd_set_stop(q->space.m, q->setup.is_over, q->setup.context);
    bdd_sift_on_growth(q->space.m, SIFT_FROM, NULL);
    q->gathered = BDD_FALSE;
    if (!bdd_protect(q->space.m, &q->psi) || !bdd_protect(q->space.m, &q->gathered))
        mem_exhausted(q->mem);
    for (uint32_t n = q->setup.elements; n <= largest(q); n++)
        open_guards(q, &q->instances[n]);
    for (uint32_t n = q->setup.elements; n <= largest(q); n++)
        if (!is_alike(q, &q->instances[n].in))
            return CAUSE_BACKWARD_UNLIKE_VALUES;
    if (q->setup.contexts && !view_contexts_find(q))
        return why_stopped(q);
    return q->setup.contexts && !q->contexts.count ? CAUSE_VIEWS_NO_CONTEXT : CAUSE_NONE;
}

struct quantified_invariant *quantified_new(struct parametric_variables *v, const struct parametric_source *source,
                                            const struct quantified_setup *setup, struct mem *mem, enum cause_code *why)
{
    struct quantified_invariant *q = mem_zalloc(mem, sizeof *q);
    *q = (struct quantified_invariant){.mem = mem, .variables = v, .source = *source, .setup = *setup};
    q->most = setup->elements + setup->parameters + setup->witnesses;
    q->most = q->most > setup->for_goals ? q->most : setup->for_goals;
    q->instances = mem_zalloc(mem, (q->most + 2) * sizeof *q->instances);
    q->statistics = (struct quantified_statistics){.elements = setup->elements, .instance = q->most};
    *why = largest(q) < MOST_ELEMENTS ? open_instances(q) : CAUSE_BACKWARD_MANY_ELEMENTS;
    if (!*why)
        return q;
    quantified_free(q);
    return NULL;
}

void quantified_free(struct quantified_invariant *q)
{
    struct mem *mem = q->mem;
    for (uint32_t n = 0; n <= q->most + 1; n++) {
        struct view_instance *v = &q->instances[n];
        for (size_t i = 0; i < v->move_count; i++)
            if (v->moves[i])
                bdd_substitution_free(v->moves[i]);
        if (v->views)
            bdd_unprotect(q->space.m, v->views);
        if (v->guards) {
            bdd_unprotect(q->space.m, v->guards);
            bdd_unprotect(q->space.m, v->allowed);
        }
        array_free(mem, &v->same_first);
        array_free(mem, &v->same);
        mem_free(mem, v->guards, v->action_count * sizeof *v->guards);
        mem_free(mem, v->allowed, v->action_count * sizeof *v->allowed);
        mem_free(mem, v->moves, v->move_count * sizeof(bdd_substitution *));
        mem_free(mem, v->views, v->move_count * sizeof *v->views);
        if (!v->is_open)
            continue;
        cell_conditions_close(&v->conditions);
        parametric_instance_close(&v->in);
    }
    for (size_t i = 0; i < q->steps.count; i++) {
        bdd_unprotect(q->space.m, q->steps.at[i].guard);
        bdd_unprotect(q->space.m, q->steps.at[i].taken);
        mem_free(mem, q->steps.at[i].guard, sizeof *q->steps.at[i].guard);
        mem_free(mem, q->steps.at[i].taken, sizeof *q->steps.at[i].taken);
        view_sequence_close(&q->steps.at[i].sequence, mem);
    }
    array_free(mem, &q->steps);
    array_free(mem, &q->known);
    view_contexts_forget(q);
    if (q->has_space)
        view_space_close(&q->space);
    mem_free(mem, q->instances, (q->most + 2) * sizeof *q->instances);
    mem_free(mem, q, sizeof *q);
}

// ---- The fixpoint ---------------------------------------------------------------------------------------------------

// What k elements see of initial states; what a start does not say may be anything.
static bdd initial_views(struct quantified_invariant *q)
{
    struct view_space *s = &q->space;
    const struct parametric_instance *in = &q->instances[q->setup.elements].in;
    bdd any = BDD_FALSE;
    for (size_t start = 0; start < model_start_count(in->model); start++)
        any = bdd_or(s->m, any, view_start(q, in, model_start(in->model, start)));
    return bdd_and(s->m, any, view_contexts_initial(q));
}

// What is new of the states that a step begins in: it was made from all others.
static bdd new_states(struct quantified_invariant *q, struct view_step *step)
{
    bdd_manager *m = q->space.m;
    bdd before = view_within_invariant(q, step->elements, VIEW_ALL, *step->guard),
        fresh = bdd_minus(m, before, *step->taken);
    if (bdd_is_valid(fresh))
        *step->taken = before;
    return fresh;
}

// Whether the step leads to nothing new even from all states in which those elements see views of psi that it is
// about: the first k, and those that it changes. That is found in less time, as fewer are looked at.
static bool adds_nothing(struct quantified_invariant *q, const struct view_step *step)
{
    bdd_manager *m = q->space.m;
    if (step->core == VIEW_ALL)
        return false;
    bdd before = view_within_invariant(q, step->elements, step->core, *step->guard);
    return bdd_implies(m, view_sequence_image(m, &step->sequence, before), q->gathered) == BDD_TRUE;
}

// Adds what all steps lead to that are seen through so many elements. False if that did not end. Where others than the
// k elements are seen, all steps are taken from the same psi, so that what these see has to be found once.
static bool take_steps(struct quantified_invariant *q, uint32_t elements)
{
    bdd_manager *m = q->space.m;
    bool good = true;
    q->gathered = q->psi;
    for (size_t i = 0; i < q->steps.count && good; i++) {
        struct view_step *step = &q->steps.at[i];
        if (step->elements != elements || step->seen == q->version)
            continue;
        bdd_scope scope = bdd_open_scope(m);
        bool is_old = adds_nothing(q, step);
        bdd fresh = is_old ? BDD_FALSE : new_states(q, step);
        bdd all =
            fresh == BDD_FALSE ? q->gathered : bdd_or(m, q->gathered, view_sequence_image(m, &step->sequence, fresh));
        good = bdd_is_valid(all);
        q->gathered = good ? all : q->gathered;
        step->seen = q->version;
        if (elements == q->setup.elements && good && all != q->psi) {
            q->psi = all;
            q->version++;
        }
        bdd_close_scope(m, scope);
        q->statistics.steps++;
        q->setup.tell(q->setup.context, &q->statistics);
    }
    q->version += good && q->gathered != q->psi;
    q->psi = good ? q->gathered : q->psi;
    q->gathered = BDD_FALSE;
    return good;
}

bool quantified_run(struct quantified_invariant *q, enum cause_code *why)
{
    bdd_manager *m = q->space.m;
    bool good = true;
    for (uint32_t n = q->setup.elements; n <= q->most && good; n++)
        good = view_open_moves(q, n) && view_add_steps(q, n);
    bdd_scope scope = bdd_open_scope(m);
    bdd initial = good ? initial_views(q) : BDD_NONE;
    good = bdd_is_valid(initial);
    q->psi = good ? initial : BDD_FALSE;
    bdd_close_scope(m, scope);
    for (uint32_t n = q->setup.elements; n <= q->most && good;) { // few elements first, which takes little
        uint64_t version = q->version;
        good = take_steps(q, n);
        n = q->version == version ? n + 1 : q->setup.elements;
    }
    q->statistics.nodes = bdd_size(m, q->psi);
    q->statistics.contexts = q->contexts.count;
    *why = good ? CAUSE_NONE : why_stopped(q);
    return good;
}

// ---- What it excludes -----------------------------------------------------------------------------------------------

static bool excludes(struct quantified_invariant *q, uint32_t elements, bdd set)
{
    return view_within_invariant(q, elements, VIEW_ALL, bdd_and(q->space.m, set, view_values_unseen(q, elements))) ==
           BDD_FALSE;
}

bool quantified_excludes(struct quantified_invariant *q, uint32_t elements, expr condition, bool is_true)
{
    uint32_t n = elements > q->setup.elements ? elements : q->setup.elements;
    if (n > q->most)
        return false;
    struct view_instance *v = &q->instances[n];
    bdd_scope scope = bdd_open_scope(q->space.m);
    cell_condition x = condition_of(&v->conditions, condition);
    bool is_excluded = excludes(q, n, view_condition_seen(q, n, is_true ? x : condition_not(x)));
    q->known.count = 0;
    bdd_close_scope(q->space.m, scope);
    return is_excluded && !v->conditions.failed;
}

// Where the cube's elements are these of the instance.
static bool excludes_named(struct quantified_invariant *q, const struct cube *c, uint32_t elements,
                           const uint8_t *images)
{
    struct view_space *s = &q->space;
    bdd_scope scope = bdd_open_scope(s->m);
    bdd set = BDD_TRUE;
    for (uint32_t i = 0; i < c->count && bdd_is_valid(set); i++) {
        const struct cube_literal *l = &c->literals[i];
        struct view_place p = {l->variable, {l->elements[0], l->elements[1]}};
        uint64_t mask = cube_move_mask(l->mask, images, c->elements, elements);
        bool is_known = l->variable < s->variable_count && !((mask & PLAIN_BITS) >> s->plain[l->variable]);
        set = is_known ? bdd_and(s->m, set, view_literal(s, view_moved_place(s, p, images), mask, false)) : BDD_NONE;
    }
    bool is_excluded = bdd_is_valid(set) && excludes(q, elements, set);
    bdd_close_scope(s->m, scope);
    return is_excluded;
}

bool quantified_excludes_cube(struct quantified_invariant *q, const struct cube *c)
{
    uint32_t n = c->elements > q->setup.elements ? c->elements : q->setup.elements;
    uint8_t images[MOST_ELEMENTS];
    bool is_excluded = n <= q->most;
    view_first_choice(images, c->elements);
    do
        is_excluded = is_excluded && excludes_named(q, c, n, images);
    while (is_excluded && q->variables->is_ordered && parametric_next_names(images, c->elements, n));
    return is_excluded;
}

// What these k elements see of the state, as one assignment.
static bool contains_view(struct quantified_invariant *q, const struct parametric_instance *in, const value *state,
                          const uint8_t *images)
{
    struct view_space *s = &q->space;
    bdd one = BDD_TRUE;
    struct view_place p;
    bdd_scope scope = bdd_open_scope(s->m);
    one = view_contexts_of_state(q, in, state, images);
    for (bool is_there = view_next_place(s, q->setup.elements, &p, true); is_there;
         is_there = view_next_place(s, q->setup.elements, &p, false)) {
        struct view_place from = view_moved_place(s, p, images);
        cell_id cell = parametric_cell(in, from.variable, from.elements);
        if (cell == CELL_NONE) // it has no values that differ
            continue;
        uint64_t held = view_seen_value(parametric_bit(in, cell, state[cell]), images, q->setup.elements);
        one = bdd_and(s->m, one, view_literal(s, p, held, false));
    }
    bool is_in = bdd_is_disjoint(s->m, one, q->psi) == BDD_NO;
    bdd_close_scope(s->m, scope);
    return is_in;
}

// Every order of every k elements, or if they have one, that alone: the k-th element is tried last.
static bool contains_views(struct quantified_invariant *q, const struct parametric_instance *in, const value *state,
                           uint8_t *images, uint32_t chosen)
{
    if (chosen == q->setup.elements)
        return contains_view(q, in, state, images);
    for (uint32_t e = 0; e < in->elements; e++) {
        bool is_taken = false;
        for (uint32_t i = 0; i < chosen; i++)
            is_taken |= q->variables->is_ordered ? images[i] >= e : images[i] == e;
        images[chosen] = (uint8_t)e;
        if (!is_taken && !contains_views(q, in, state, images, chosen + 1))
            return false;
    }
    return true;
}

bool quantified_contains(struct quantified_invariant *q, const struct parametric_instance *in, const value *state)
{
    uint8_t images[MOST_ELEMENTS] = {0};
    return contains_views(q, in, state, images, 0);
}

void quantified_statistics(const struct quantified_invariant *q, struct quantified_statistics *statistics)
{
    *statistics = q->statistics;
}
