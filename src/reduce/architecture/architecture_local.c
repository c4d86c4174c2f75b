// Images of steps as paths, shown from the rules: the example of the token ring in seed 002, section 4, for any rules.
//
// A template that every tuple of components takes is its own image. For the others it is shown on three components, x,
// m and y, in whatever local states they are, that a step which they do not take has the effect of a path of steps that
// they do take, in several rounds: of neighbours over others (architecture_edges.c), and over a component that is not
// like the others (architecture_hub.c). Each round may use what those before it have shown: steps of any components.
//
// Whether there are such paths is found out on the values of the variables that these templates speak of, all
// combinations of which are tried: the three components are the first ones of the class. An id of another component may
// be in a variable as well; which one does not matter, so that one other for each such variable is enough.
//
// Combinations that cannot be reached need not be looked at. What is left out is what no component can get into as far
// as is seen from two components and the global variables (`known`): these are closed under the steps of all templates
// by all components, so that nothing that the symmetrised model can reach is left out.
//
// The same paths are what a trace is made of, where a step is to be replaced.
#include "reduce/architecture/architecture_local.h"

#define MOST_WORK 100000000

// ---- A round --------------------------------------------------------------------------------------------------------

static void tell_failure(struct architecture *a, uint32_t state, const struct local_action *goal, struct cause *why_not)
{
    struct architecture_local *l = a->local;
    struct str values = {0};
    local_decode(l, state, l->now);
    for (size_t i = 0; i < l->domains.count; i++) {
        const struct cell *cell = model_cell(a->to, l->domains.at[i].cell);
        str_add(a->mem, &values, "%s%s = ", i ? ", " : "", cell->name);
        model_add_value(a->to, cell->type, l->now[l->domains.at[i].cell], &values);
    }
    *why_not =
        cause_keep(cause_with_texts(CAUSE_ARCHITECTURE_NO_PATH, goal->template->name, str_text(&values)), a->causes);
    str_free(a->mem, &values);
}

static bool show_goals(struct architecture *a, struct cause *why_not)
{
    struct architecture_local *l = a->local;
    for (size_t i = 0; i < l->goal_count; i++)
        for (uint32_t state = 0; state < l->states; state++) {
            uint32_t after = local_is_known(a, state) ? local_successor(a, state, l->actions.count + i) : NO_STEP;
            if (after == NO_STEP)
                continue;
            if (after == OUT_OF_RANGE || !local_find_path(a, &l->goals.at[i], state, after)) {
                tell_failure(a, state, &l->goals.at[i], why_not);
                return false;
            }
            if (a->work > MOST_WORK || (state % 1024 == 0 && architecture_is_late(a))) {
                *why_not = cause_of(CAUSE_ARCHITECTURE_MANY_LOCALS);
                return false;
            }
        }
    return true;
}

static size_t steps_of(const struct architecture_local *l)
{
    return l->states * (l->actions.count + l->goals.count) + 1;
}

static void open_states(struct architecture *a)
{
    struct architecture_local *l = a->local;
    size_t cells = model_cell_count(a->to) + 1, steps = steps_of(l);
    l->evaluator = evaluator_new(a->to, a->mem);
    l->now = mem_zalloc(a->mem, cells * sizeof *l->now);
    l->next = mem_zalloc(a->mem, cells * sizeof *l->next);
    l->view = mem_zalloc(a->mem, cells * sizeof *l->view);
    l->real = mem_zalloc(a->mem, cells * sizeof *l->real);
    l->successors = mem_alloc(a->mem, steps * sizeof *l->successors);
    for (size_t i = 0; i < steps; i++)
        l->successors[i] = NOT_KNOWN;
    l->stamps = mem_zalloc(a->mem, l->states * sizeof *l->stamps);
    l->before = mem_zalloc(a->mem, l->states * sizeof *l->before);
    l->by = mem_zalloc(a->mem, l->states * sizeof *l->by);
}

// What else there is: templates that are shown may be steps of paths; others only tell what can be reached.
static void add_others(struct architecture *a)
{
    struct architecture_local *l = a->local;
    l->goal_count = l->goals.count;
    for (size_t i = 0; i < a->actions.at.count; i++) {
        const struct template *t = a->actions.at.at[i];
        bool is_here = false;
        for (size_t k = 0; k < l->shows.count; k++)
            is_here |= l->shows.at[k] == t;
        if (t->is_shown && t->is_near)
            local_add_everywhere(a, t);
        else if (!t->is_shown && !is_here)
            array_push(a->mem, &l->goals, local_action(a, t, (const uint32_t[]){X, M, Y}));
    }
}

static bool show_on_three(struct architecture *a, struct cause *why_not)
{
    add_others(a);
    if (!local_find_domains(a)) {
        *why_not = cause_of(CAUSE_ARCHITECTURE_MANY_LOCALS);
        return false;
    }
    open_states(a);
    local_find_known(a);
    return show_goals(a, why_not);
}

static void free_round(struct architecture *a, struct architecture_local *l)
{
    size_t cells = model_cell_count(a->to) + 1;
    size_t states = l->evaluator ? l->states : 0, steps = l->evaluator ? steps_of(l) : 0;
    mem_free(a->mem, l->known, l->known ? local_known_bytes(l) : 0);
    mem_free(a->mem, l->edges, l->edges ? ((size_t)a->size * a->size / 64 + 1) * sizeof *l->edges : 0);
    mem_free(a->mem, l->distance, l->distance ? a->size * sizeof *l->distance : 0);
    mem_free(a->mem, l->now, l->now ? cells * sizeof *l->now : 0);
    mem_free(a->mem, l->next, l->next ? cells * sizeof *l->next : 0);
    mem_free(a->mem, l->view, l->view ? cells * sizeof *l->view : 0);
    mem_free(a->mem, l->real, l->real ? cells * sizeof *l->real : 0);
    mem_free(a->mem, l->successors, steps * sizeof *l->successors);
    mem_free(a->mem, l->stamps, states * sizeof *l->stamps);
    mem_free(a->mem, l->before, states * sizeof *l->before);
    mem_free(a->mem, l->by, states * sizeof *l->by);
    evaluator_free(l->evaluator);
    array_free(a->mem, &l->shows);
    array_free(a->mem, &l->flipped);
    array_free(a->mem, &l->goals);
    array_free(a->mem, &l->actions);
    array_free(a->mem, &l->domains);
    array_free(a->mem, &l->queue);
    array_free(a->mem, &l->later);
    mem_free(a->mem, l, sizeof *l);
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

typedef ARRAY(struct template *) template_array;

// One round: all of these are shown then, or none.
static bool go_round(struct architecture *a, const template_array *templates, bool by_edges, uint32_t hub,
                     struct cause *why_not)
{
    struct architecture_local *l = a->local = mem_zalloc(a->mem, sizeof *a->local);
    struct cause why = {0};
    for (size_t i = 0; i < templates->count; i++)
        array_push(a->mem, &l->shows, templates->at[i]);
    bool good = (by_edges ? local_use_edges(a, &why) : local_use_hub(a, hub)) && show_on_three(a, &why);
    for (size_t i = 0; i < templates->count && good; i++) {
        templates->at[i]->is_shown = true;
        templates->at[i]->round = (uint32_t)a->rounds.count;
    }
    if (good)
        array_push(a->mem, &a->rounds, l);
    else
        free_round(a, l);
    if (!good && !why_not->code)
        *why_not = why;
    a->local = NULL;
    return good;
}

// Those that are to be shown yet; with so many components, or any number (0).
static void collect(struct architecture *a, uint32_t named, template_array *left)
{
    left->count = 0;
    for (size_t i = 0; i < a->actions.at.count; i++) {
        struct template *t = a->actions.at.at[i];
        if (!t->is_shown && !t->is_own && (named == 0 || t->named == named))
            array_push(a->mem, left, t);
    }
}

// Of pairs: all together, or each by itself.
static bool try_edges(struct architecture *a, template_array *left, struct cause *why_not)
{
    bool has_shown = false;
    collect(a, 2, left);
    if (left->count == 0)
        return false;
    if (go_round(a, left, true, 0, why_not))
        return true;
    size_t count = left->count;
    for (size_t i = 0; i < count && count > 1; i++) {
        template_array one = {.at = &left->at[i], .count = 1};
        has_shown |= go_round(a, &one, true, 0, why_not);
    }
    return has_shown;
}

// The components that take most of the templates, and fewest.
static void find_hubs(const struct architecture *a, const template_array *left, uint32_t *hubs)
{
    size_t most = 0, fewest = SIZE_MAX;
    for (uint32_t e = 0; e < a->size; e++) {
        size_t count = 0;
        for (size_t i = 0; i < left->count; i++)
            for (uint32_t o = 0; o < (left->at[i]->named == 1 ? 1 : a->size); o++) {
                const struct template *t = left->at[i];
                count += t->named == 1 ? template_is_taken(a, t, &e) : 0;
                count += t->named == 2 && o != e && template_is_taken(a, t, (const uint32_t[]){e, o});
                count += t->named == 2 && o != e && template_is_taken(a, t, (const uint32_t[]){o, e});
            }
        if (count > most) {
            most = count;
            hubs[0] = e;
        }
        if (count < fewest) {
            fewest = count;
            hubs[1] = e;
        }
    }
}

static bool try_hubs(struct architecture *a, const template_array *left, struct cause *why_not)
{
    uint32_t hubs[2] = {0};
    find_hubs(a, left, hubs);
    return go_round(a, left, false, hubs[0], why_not) ||
           (hubs[1] != hubs[0] && go_round(a, left, false, hubs[1], why_not));
}

static bool try_hub(struct architecture *a, template_array *left, struct cause *why_not)
{
    bool has_shown = false;
    collect(a, 0, left);
    if (left->count == 0 || try_hubs(a, left, why_not))
        return left->count > 0;
    size_t count = left->count;
    for (size_t i = 0; i < count && count > 1; i++) {
        template_array one = {.at = &left->at[i], .count = 1};
        has_shown |= try_hubs(a, &one, why_not);
    }
    return has_shown;
}

// Of the templates that not all components take, none may be of others than one or two, nor depend on any third one but
// for conditions of each other one. That is so as well of those that need no proof, for what can be reached is seen
// from pairs of components.
static bool can_be_shown(struct architecture *a, struct cause *why_not)
{
    for (size_t i = 0; i < a->actions.at.count; i++) {
        struct template *t = a->actions.at.at[i];
        t->is_shown = template_is_full(a, t);
        t->is_own = !t->is_shown && template_is_own(a, t);
        t->round = NO_ROUND;
        architecture_find_near(a, t);
        if (t->is_shown || (!a->assumes_more && t->is_near && (t->named == 1 || t->named == 2) && a->size >= 3))
            continue;
        *why_not = cause_with_text(CAUSE_ARCHITECTURE_NOT_ALL, t->name);
        return false;
    }
    return true;
}

bool architecture_show_locally(struct architecture *a, struct cause *why_not)
{
    template_array left = {0};
    bool good = can_be_shown(a, why_not);
    while (good && (try_edges(a, &left, why_not) || try_hub(a, &left, why_not)))
        ;
    collect(a, 0, &left);
    good &= left.count == 0;
    array_free(a->mem, &left);
    if (!good)
        architecture_free_local(a);
    return good;
}

void architecture_free_local(struct architecture *a)
{
    for (size_t i = 0; i < a->rounds.count; i++)
        free_round(a, a->rounds.at[i]);
    array_free(a->mem, &a->rounds);
}
