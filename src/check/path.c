#include "check/path.h"

void path_open(struct path *r, struct fixpoints *x)
{
    *r = (struct path){.x = x, .s = x->system, .m = x->system->m, .loop = TRACE_NO_LOOP};
    sets_open(&r->states, r->m, r->s->mem);
    sets_open(&r->by, r->m, r->s->mem);
}

void path_close(struct path *r)
{
    sets_close(&r->states);
    sets_close(&r->by);
}

void path_to_one_of(struct path *r, bdd set, bdd by)
{
    if (r->failed)
        return;
    bdd one = bdd_pick(r->m, set, r->s->state_cube);
    by = bdd_and(r->m, by, r->x->allowed);
    r->failed = !sets_push(&r->states, one) || (r->states.count > 1 && !sets_push(&r->by, by));
}

bdd path_successors(struct path *r, bdd by)
{
    bdd steps = bdd_and(r->m, bdd_and(r->m, path_here(r), by), r->x->allowed);
    return bdd_and(r->m, image_post(r->s->image, steps), r->x->care);
}

void path_to(struct path *r, bdd through, bdd to)
{
    struct sets layers;
    sets_open(&layers, r->m, r->s->mem);
    bdd_scope scope = bdd_open_scope(r->m);
    r->failed = r->failed || !bdd_is_valid(fixpoint_until(r->x, through, to, &layers));
    // The layer in which we are is our distance.
    size_t distance = 0;
    while (!r->failed && distance < layers.count && bdd_is_disjoint(r->m, path_here(r), layers.at[distance]) == BDD_YES)
        distance++;
    r->failed = r->failed || distance == layers.count;
    while (!r->failed && distance-- > 0)
        path_to_one_of(r, bdd_and(r->m, path_successors(r, BDD_TRUE), layers.at[distance]), BDD_TRUE);
    bdd_close_scope(r->m, scope);
    sets_close(&layers);
}

// States that can be reached from the present one inside of `set`, in one step or more.
static bdd reachable_inside(struct path *r, bdd set)
{
    bdd all = bdd_and(r->m, path_successors(r, BDD_TRUE), set), frontier = all;
    while (bdd_is_valid(frontier) && frontier != BDD_FALSE) {
        bdd steps = bdd_and(r->m, frontier, r->x->allowed);
        bdd more = bdd_and(r->m, image_post(r->s->image, steps), set);
        frontier = bdd_minus(r->m, more, all);
        all = bdd_or(r->m, all, more);
    }
    return all;
}

static bdd steps_inside(struct path *r, bdd set, bdd by)
{
    bdd before = r->s->image->pre(r->s->image, set, bdd_and(r->m, by, r->x->allowed));
    return bdd_and(r->m, set, before);
}

// Whether a path that visits all of this strongly connected set again and again is fair.
static bool is_fair(struct path *r, bdd component)
{
    struct system *s = r->s;
    bool fair = true;
    for (size_t i = 0; i < s->justice_count && fair; i++)
        fair = steps_inside(r, component, s->justice[i]) != BDD_FALSE;
    for (size_t i = 0; i < s->compassion_count && fair; i++)
        fair = steps_inside(r, component, s->compassion[2 * i + 1]) != BDD_FALSE ||
               steps_inside(r, component, s->compassion[2 * i]) == BDD_FALSE;
    return fair;
}

// Goes to a state from which a step satisfies the condition and stays in the component, and makes that step.
static void make_step_by(struct path *r, bdd component, bdd by)
{
    path_to(r, component, steps_inside(r, component, by));
    if (!r->failed)
        path_to_one_of(r, bdd_and(r->m, path_successors(r, by), component), by);
}

// Whether some step of the trace since state `first` satisfies the condition whatever its inputs, or by those it asks
// for.
static bool was_met(struct path *r, size_t first, bdd condition)
{
    for (size_t i = first; i + 1 < r->states.count; i++)
        if (bdd_is_subset(r->m, bdd_and(r->m, r->states.at[i], r->by.at[i]), condition) == BDD_YES)
            return true;
    return false;
}

// A loop through the component, from the present state back to it, that meets every fairness condition.
static void close_loop(struct path *r, bdd component)
{
    struct system *s = r->s;
    size_t first = r->states.count - 1;
    for (size_t i = 0; i < s->justice_count; i++)
        if (!was_met(r, first, s->justice[i]))
            make_step_by(r, component, s->justice[i]);
    for (size_t i = 0; i < s->compassion_count; i++) {
        bdd grant = s->compassion[2 * i + 1];
        if (!was_met(r, first, grant) && steps_inside(r, component, grant) != BDD_FALSE)
            make_step_by(r, component, grant);
    }
    if (!r->failed && (r->states.count - 1 == first || path_here(r) != r->states.at[first])) {
        // At least one step, then the shortest way back.
        if (r->states.count - 1 == first) {
            bdd back = fixpoint_until(r->x, component, r->states.at[first], NULL);
            path_to_one_of(r, bdd_and(r->m, bdd_and(r->m, path_successors(r, BDD_TRUE), component), back), BDD_TRUE);
        }
        path_to(r, component, r->states.at[first]);
    }
    // The last state is the first one again; a trace with a loop does not repeat it.
    if (!r->failed)
        sets_cut(&r->states, r->states.count - 1);
    r->loop = first;
}

// A fair lasso inside of `through`, where there is one from here: first to the core of such paths, then through its
// components. The one that we are in will do if it is fair; else there is a way out of it, and the last component on
// such ways always is. What cannot come back to where we are is all that matters from then on: so this comes to an end
// even where the steps of an abstraction forwards and backwards are not the same.
void path_lasso(struct path *r, bdd through)
{
    bdd steps = BDD_TRUE, set = fixpoint_fair_core(r->x, through, &steps);
    path_to(r, through, set);
    if (!bdd_is_valid(steps) || !bdd_protect(r->m, &r->x->allowed)) {
        r->failed = true;
        return;
    }
    r->x->allowed = steps;
    for (bool done = false; !done && !r->failed;) {
        bdd_scope scope = bdd_open_scope(r->m);
        bdd after = reachable_inside(r, set), back = fixpoint_until(r->x, set, path_here(r), NULL);
        bdd component = bdd_and(r->m, after, back);
        r->failed = !bdd_is_valid(component);
        bool on_loop = bdd_is_disjoint(r->m, path_here(r), component) == BDD_NO;
        done = !r->failed && on_loop && is_fair(r, component);
        bdd rest = bdd_minus(r->m, after, back);
        if (done)
            close_loop(r, component);
        else if (!r->failed)
            path_to(r, set, rest);
        set = bdd_close_scope_with(r->m, scope, rest);
    }
    r->x->allowed = BDD_TRUE;
    bdd_unprotect(r->m, &r->x->allowed);
}

// By steps of the model itself, if an abstraction leaves only some of them, or has others, too.
static bdd any_successors(struct path *r)
{
    struct abstraction *abstraction = r->s->abstraction;
    bool has_others =
        abstraction && abstraction->search && (abstraction->under_approximates || abstraction->forward_only);
    return has_others ? image_post(&r->s->steps.image, path_here(r)) : path_successors(r, BDD_TRUE);
}

// Tries to close a loop by just going on, where every path will do: to a state where the path has been if there is one,
// else to any, unless all that was searched ends here.
void path_wander(struct path *r, size_t most)
{
    if (r->failed) // there may be no state yet
        return;
    size_t first = r->states.count - 1;
    bdd_scope scope = bdd_open_scope(r->m);
    bdd been = path_here(r);
    for (size_t i = 0; i < most && !r->failed && r->loop == TRACE_NO_LOOP; i++) {
        bdd after = any_successors(r), again = bdd_and(r->m, after, been);
        r->failed = !bdd_is_valid(again);
        if (after == BDD_FALSE)
            break;
        if (again == BDD_FALSE)
            path_to_one_of(r, after, BDD_TRUE);
        else
            for (size_t k = first; k < r->states.count; k++)
                if (bdd_is_disjoint(r->m, r->states.at[k], again) == BDD_NO)
                    r->loop = k;
        been = bdd_or(r->m, been, path_here(r));
    }
    bdd_close_scope(r->m, scope);
}

// ---- From a product back to its system -----------------------------------------------------------------------------

void path_follow(struct path *r, struct path *extended, bdd extension)
{
    size_t count = extended->states.count, first = r->states.count - 1;
    r->failed = r->failed || extended->failed;
    for (size_t i = 0; i < count && !r->failed; i++) {
        bdd_scope scope = bdd_open_scope(r->m);
        size_t next = i + 1 < count ? i + 1 : extended->loop;
        bdd from = extended->states.at[i];
        if (i > 0)
            r->failed = !sets_push(&r->states, bdd_exists(r->m, from, extension));
        struct abstraction *abstraction = r->s->abstraction;
        if (next != TRACE_NO_LOOP && !r->failed && abstraction && abstraction->by_parts)
            r->failed = !sets_push(&r->by, BDD_TRUE);   // there are no inputs
        else if (next != TRACE_NO_LOOP && !r->failed) { // the inputs that make this step in the product
            bdd to = extended->states.at[next];
            if (abstraction && abstraction->concretise) // or one to a state of the same class
                to = abstraction->concretise(extended->s->image, to);
            bdd inputs = system_inputs_between(extended->s, from, to);
            if (i < extended->by.count)
                inputs = bdd_and(r->m, inputs, bdd_and_exists(r->m, extended->by.at[i], from, extended->s->state_cube));
            r->failed = !sets_push(&r->by, inputs);
        }
        bdd_close_scope(r->m, scope);
    }
    if (extended->loop != TRACE_NO_LOOP)
        r->loop = first + extended->loop;
}

// ---- Into a trace ---------------------------------------------------------------------------------------------------

bool path_write(struct path *r, struct trace *trace)
{
    const struct image_path path = {r->states.at, r->by.at, r->states.count, r->by.count, r->loop};
    return !r->failed && r->s->image->lift(r->s->image, &path, trace, r->s->mem);
}
