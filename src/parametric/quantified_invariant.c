#include "parametric/quantified_invariant.h"

#include <string.h>

#include "parametric/view_internal.h"

enum { SIFT_FROM = 50000 };

// ---- Elements -------------------------------------------------------------------------------------------------------

void view_first_choice(uint8_t *images, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        images[i] = (uint8_t)i;
}

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

bool view_same_place(struct view_place a, struct view_place b)
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
                good =
                    view_same_place(p, from) || bdd_substitution_set_var(move, view_var(s, p, i), view_var(s, from, i));
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

static bool open_moves(struct quantified_invariant *q, uint32_t elements)
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

// What all k of so many elements see is in psi, and the set.
static bdd within_invariant(struct quantified_invariant *q, uint32_t elements, bdd set)
{
    struct view_instance *v = &q->instances[elements];
    bdd_manager *m = q->space.m;
    for (size_t i = 0; i < v->move_count && v->seen != q->version; i++)
        v->views[i] = bdd_substitute(m, q->psi, v->moves[i]);
    v->seen = q->version;
    for (size_t i = 0; i < v->move_count; i++)
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
    return q->most + q->setup.has_contexts;
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
    if (q->setup.has_contexts && !view_contexts_find(q))
        return why_stopped(q);
    return q->setup.has_contexts && !q->contexts.count ? CAUSE_VIEWS_NO_CONTEXT : CAUSE_NONE;
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
        mem_free(mem, q->steps.at[i].guard, sizeof *q->steps.at[i].guard);
        bdd_relation_free(q->steps.at[i].relation);
    }
    array_free(mem, &q->steps);
    array_free(mem, &q->known);
    if (q->contexts_protected)
        bdd_unprotect(q->space.m, q->contexts.of);
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

// Adds what all steps lead to that are seen through so many elements. False if that did not end. All are taken from the
// same psi, so that what elements see has to be found once.
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
        bdd before = within_invariant(q, elements, *step->guard);
        bdd all = bdd_or(m, q->gathered, bdd_image(m, before, step->relation));
        good = bdd_is_valid(all);
        q->gathered = good ? all : q->gathered;
        step->seen = q->version;
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
        good = open_moves(q, n) && view_add_steps(q, n);
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
    return within_invariant(q, elements, bdd_and(q->space.m, set, view_values_unseen(q, elements))) == BDD_FALSE;
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
