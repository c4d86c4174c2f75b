#include "check/fixpoint.h"

#include "check/followed_fairness.h"

static void show(struct fixpoints *x, const char *phase, size_t iteration, bdd frontier, bdd all)
{
    struct fixpoint_stage stage = {phase, iteration, frontier, all, x->system->state_cube};
    x->iterations++;
    if (x->progress)
        x->progress(x->context, &stage);
}

static struct image *image_of(struct fixpoints *x)
{
    return x->system->image;
}

// The predecessors of a set that matter.
static bdd before(struct fixpoints *x, bdd set, bdd by)
{
    bdd_manager *m = x->system->m;
    bdd_scope scope = bdd_open_scope(m);
    by = bdd_and(m, by, x->allowed);
    // A single relation can use the care set to keep its recursion small. Else it comes last: together with a set of
    // next states, before any relation between the two, it grows.
    bdd early = x->system->single_relations ? bdd_and(m, by, x->care) : by;
    bdd all = image_of(x)->pre(image_of(x), set, early);
    return bdd_close_scope_with(m, scope, bdd_and(m, all, x->care));
}

// ---- Forwards -------------------------------------------------------------------------------------------------------

struct hearing {
    struct fixpoints *x;
    const struct abstract_search *search;
    struct sets *layers, *kept; // kept: for who goes on; NULL: nobody does
    size_t rests;
};

static bool take(void *context, bdd layer)
{
    struct hearing *h = context;
    show(h->x, h->search->phase, h->layers->count, layer, BDD_NONE);
    return sets_push(h->layers, layer) && (!h->kept || sets_push(h->kept, layer));
}

static void rest(void *context)
{
    struct hearing *h = context;
    show(h->x, h->search->preparing, h->rests++, BDD_NONE, BDD_NONE);
}

// What was heard of before, up to the first layer that meets the goal. BDD_NO: there is one.
static enum bdd_answer hear_again(struct fixpoints *x, bdd goal, struct sets *layers)
{
    enum bdd_answer apart = BDD_YES;
    const struct sets *kept = x->cursor_layers;
    for (size_t i = 0; i < kept->count && apart == BDD_YES; i++)
        apart = sets_push(layers, kept->at[i]) ? bdd_is_disjoint(x->system->m, kept->at[i], goal) : BDD_UNKNOWN;
    return apart;
}

// By an abstraction that chooses its states on the way.
static bool search_by_abstraction(struct fixpoints *x, const struct abstract_search *search, bdd from, bdd goal,
                                  struct sets *layers, bdd *reached)
{
    struct cursor *cursor = from == x->system->initial ? x->cursor : NULL;
    bool is_begun = cursor && search->cursor_state(cursor) >= CURSOR_SEARCHING;
    struct hearing hearing = {x, search, layers, cursor ? x->cursor_layers : NULL, 0};
    struct search_listener listener = {.context = &hearing, .take = take, .rest = rest, .cursor = cursor};
    enum bdd_answer apart = is_begun ? hear_again(x, goal, layers) : BDD_YES;
    if (apart != BDD_YES) {
        *reached = apart == BDD_NO ? search->cursor_found(cursor) : BDD_NONE;
        return apart == BDD_NO;
    }
    bdd_scope scope = bdd_open_scope(x->system->m);
    *reached = search->run(x->system->image, from, goal, &listener);
    bdd_close_scope(x->system->m, scope);
    if (listener.partial)
        x->partial = listener.partial;
    if (cursor && search->cursor_state(cursor) < CURSOR_SEARCHING) // it cannot go on: what it has told is of no use
        sets_cut(x->cursor_layers, 0);
    return bdd_is_valid(*reached);
}

bool fixpoint_forward(struct fixpoints *x, bdd from, bdd goal, struct sets *layers, bdd *reached)
{
    if (x->system->abstraction && x->system->abstraction->search)
        return search_by_abstraction(x, x->system->abstraction->search, from, goal, layers, reached);
    return fixpoint_layers(x, from, goal, layers, reached);
}

bool fixpoint_layers(struct fixpoints *x, bdd from, bdd goal, struct sets *layers, bdd *reached)
{
    bdd_manager *m = x->system->m;
    size_t known = layers->count;
    bdd frontier = known ? layers->at[known - 1] : from;
    if (!known)
        *reached = from;
    bool good = bdd_is_valid(from) && bdd_protect(m, &frontier);
    for (size_t i = known ? known - 1 : 0; good && frontier != BDD_FALSE; i++) {
        good = i < layers->count || sets_push(layers, frontier);
        show(x, "reachable states", i, frontier, *reached);
        enum bdd_answer apart = bdd_is_disjoint(m, frontier, goal);
        if (apart != BDD_YES) {
            good = good && apart == BDD_NO;
            break;
        }
        bdd_scope scope = bdd_open_scope(m);
        // Anything between the new states and all reached ones leads on; the smaller diagram is the cheaper one.
        bdd more = image_post(image_of(x), frontier);
        bdd new = bdd_minus(m, more, *reached), all = bdd_or(m, *reached, more);
        good = bdd_close_round(m, scope, &frontier, good ? new : BDD_NONE, reached, all);
    }
    bdd_unprotect(m, &frontier);
    return good;
}

bdd fixpoint_closure(struct fixpoints *x, bdd from, bdd goal)
{
    bdd_manager *m = x->system->m;
    bool goes_on = x->begun && from == x->system->initial;
    bdd set = goes_on && bdd_is_valid(*x->begun) ? *x->begun : from, old = BDD_NONE;
    bool good = bdd_is_valid(from) && bdd_protect(m, &set) && bdd_protect(m, &old);
    for (size_t i = 0; good && set != old; i++) {
        if (goes_on)
            *x->begun = set;
        show(x, "reachable states", i, BDD_NONE, set);
        old = set;
        bdd_scope scope = bdd_open_scope(m);
        bdd more = image_of(x)->reach(image_of(x), set);
        enum bdd_answer apart = bdd_is_disjoint(m, more, goal);
        good = apart != BDD_UNKNOWN;
        if (good)
            set = more;
        if (apart == BDD_NO)
            old = set;
        bdd_close_scope(m, scope);
    }
    if (goes_on)
        *x->begun = set;
    bdd_unprotect(m, &old);
    bdd_unprotect(m, &set);
    return bdd_hand_over(m, good ? set : BDD_NONE);
}

// An abstraction may have other sets for the same states later; and what lacked memory is not kept in it.
static bool may_go_on(const struct fixpoints *x)
{
    return x->stopped && !x->system->abstraction && x->allowed == BDD_TRUE;
}

static bool was_stopped(const struct fixpoints *x, bool good)
{
    return !good && bdd_status(x->system->m) == BDD_STOPPED;
}

bdd fixpoint_until(struct fixpoints *x, bdd through, bdd to, struct sets *layers)
{
    bdd_manager *m = x->system->m;
    struct fixpoints_stopped *stopped = !layers && may_go_on(x) ? x->stopped : NULL;
    bdd start = bdd_and(m, to, x->care), within = bdd_and(m, through, x->care), all = start;
    if (stopped && bdd_is_valid(stopped->reached) && stopped->to == start && stopped->through == within)
        all = stopped->reached;
    bdd frontier = all;
    if (!layers && x->allowed == BDD_TRUE) {
        show(x, "backwards", 0, BDD_NONE, all);
        bool complete = system_grow_back(x->system, &all, within);
        frontier = complete ? BDD_FALSE : all;
    }
    bool good = bdd_is_valid(all) && bdd_protect(m, &all) && bdd_protect(m, &frontier);
    for (size_t i = 0; good && frontier != BDD_FALSE; i++) {
        show(x, "backwards", i, frontier, all);
        good = !layers || sets_push(layers, frontier);
        bdd_scope scope = bdd_open_scope(m);
        bdd more = bdd_and(m, before(x, frontier, BDD_TRUE), through);
        bdd new = bdd_minus(m, more, all), union_ = bdd_or(m, all, more);
        good = bdd_close_round(m, scope, &frontier, good ? new : BDD_NONE, &all, union_);
    }
    if (stopped) {
        bool is_kept = was_stopped(x, good) && bdd_is_valid(all) && bdd_is_valid(within);
        stopped->through = is_kept ? within : BDD_NONE;
        stopped->to = is_kept ? start : BDD_NONE;
        stopped->reached = is_kept ? all : BDD_NONE;
    }
    bdd_unprotect(m, &frontier);
    bdd_unprotect(m, &all);
    return bdd_hand_over(m, good ? all : BDD_NONE);
}

// States of `set` that have a successor in `set` by a step that satisfies `by`.
static bdd stay(struct fixpoints *x, bdd set, bdd by)
{
    return bdd_and(x->system->m, set, before(x, set, by));
}

// One round of Emerson and Lei: from every state of `set`, each justice condition can be met on a step that stays in
// it. The condition may speak of inputs, so it is the step that is just, not the state.
static bdd just(struct fixpoints *x, bdd set)
{
    struct system *s = x->system;
    if (s->justice_count == 0)
        return stay(x, set, BDD_TRUE);
    for (size_t i = 0; i < s->justice_count && set != BDD_FALSE && bdd_is_valid(set); i++) {
        enum fairness_part part = followed_justice(s, i);
        set = part == FAIRNESS_COVERED    ? set
              : part == FAIRNESS_FOLLOWED ? followed_just(x, set, i)
                                          : fixpoint_until(x, set, stay(x, set, s->justice[i]), NULL);
    }
    return set;
}

// One round for compassion, after Kesten, Pnueli and Raviv: where the second condition of a pair is out of reach, no
// step may satisfy the first. As with justice it is steps that have a condition, not states.
static bdd compassionate(struct fixpoints *x, bdd set)
{
    struct system *s = x->system;
    bdd_manager *m = s->m;
    if (s->compassion_count == 0)
        return set;
    for (size_t i = 0; i < s->compassion_count && bdd_is_valid(set) && set != BDD_FALSE; i++) {
        bdd ask = s->compassion[2 * i], grant = s->compassion[2 * i + 1], good;
        enum fairness_part part = followed_compassion(s, i);
        if (part == FAIRNESS_COVERED)
            continue;
        if (part == FAIRNESS_FOLLOWED)
            good = followed_allowed(x, set, i);
        else
            good = bdd_or(m, fixpoint_until(x, set, stay(x, set, grant), NULL), bdd_not(ask));
        bdd allowed = bdd_and(m, x->allowed, good);
        if (!bdd_is_valid(allowed))
            return BDD_NONE;
        x->allowed = allowed;
    }
    return stay(x, set, BDD_TRUE);
}

bdd fixpoint_fair_core(struct fixpoints *x, bdd through, bdd *steps)
{
    bdd_manager *m = x->system->m;
    struct fixpoints_stopped *stopped = !x->system->compassion_count && may_go_on(x) ? x->stopped : NULL;
    bdd within = bdd_and(m, through, x->care), set = within, old = BDD_NONE, old_allowed = BDD_NONE;
    if (stopped && bdd_is_valid(stopped->core) && stopped->within == within)
        set = stopped->core;
    bool good = bdd_is_valid(set) && bdd_protect(m, &set) && bdd_protect(m, &old);
    good = bdd_protect(m, &x->allowed) && bdd_protect(m, &old_allowed) && good;
    for (size_t i = 0; good && (set != old || x->allowed != old_allowed); i++) {
        show(x, "fair states", i, BDD_NONE, set);
        old = set;
        old_allowed = x->allowed;
        bdd_scope scope = bdd_open_scope(m);
        bdd next = compassionate(x, just(x, set));
        good = bdd_is_valid(next);
        if (good)
            set = next;
        bdd_close_scope(m, scope);
    }
    if (stopped) {
        bool is_kept = was_stopped(x, good) && bdd_is_valid(set);
        stopped->within = is_kept ? within : BDD_NONE;
        stopped->core = is_kept ? set : BDD_NONE;
    }
    bdd_unprotect(m, &old_allowed);
    bdd_unprotect(m, &x->allowed);
    bdd_unprotect(m, &old);
    bdd_unprotect(m, &set);
    bdd_scope scope = bdd_open_scope(m);
    bdd core = bdd_close_scope_with(m, scope, good ? set : BDD_NONE);
    scope = bdd_open_scope(m);
    x->allowed = bdd_close_scope_with(m, scope, x->allowed);
    if (steps)
        *steps = x->allowed;
    x->allowed = BDD_TRUE;
    return core;
}

bdd fixpoint_eg(struct fixpoints *x, bdd through)
{
    // With justice alone the core has all of its predecessors in it already.
    bdd core = fixpoint_fair_core(x, through, NULL);
    return x->system->compassion_count ? fixpoint_until(x, through, core, NULL) : core;
}

// The states from which some path goes on forever: those without a step are taken away, and then only those can have
// lost their last step that had one to what went away. Steps do not lead out of the care set, unless a search has left
// something out: then such a step is none, as nothing is known of where it leads.
static bdd eg_true(struct fixpoints *x)
{
    struct system *s = x->system;
    bdd_manager *m = s->m;
    bdd left = x->care, gone = system_stuck(s, x->care, x->partial ? x->care : BDD_TRUE);
    bool good = bdd_is_valid(gone) && bdd_protect(m, &left) && bdd_protect(m, &gone);
    for (size_t i = 0; good && gone != BDD_FALSE; i++) {
        show(x, "fair states", i, gone, left);
        bdd_scope scope = bdd_open_scope(m);
        bdd rest = bdd_minus(m, left, gone);
        bdd asked = bdd_and(m, image_of(x)->pre(image_of(x), gone, s->single_relations ? rest : BDD_TRUE), rest);
        bdd more = system_stuck(s, asked, rest);
        good = bdd_close_round(m, scope, &left, rest, &gone, more);
    }
    bdd_unprotect(m, &gone);
    bdd_unprotect(m, &left);
    return bdd_hand_over(m, good ? left : BDD_NONE);
}

bool fixpoint_find_fair(struct fixpoints *x)
{
    struct system *s = x->system;
    bool all_fair = s->justice_count == 0 && s->compassion_count == 0;
    x->fair = all_fair ? eg_true(x) : fixpoint_eg(x, x->care);
    return bdd_is_valid(x->fair);
}

bdd fixpoint_ex(struct fixpoints *x, bdd to)
{
    return before(x, bdd_and(x->system->m, to, x->fair), BDD_TRUE);
}

bdd fixpoint_eu(struct fixpoints *x, bdd through, bdd to)
{
    return fixpoint_until(x, through, bdd_and(x->system->m, to, x->fair), NULL);
}

bdd fixpoint_bounded_eu(struct fixpoints *x, bdd through, bdd to, int64_t low, int64_t high)
{
    bdd_manager *m = x->system->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd set;
    if (high < 0)
        set = fixpoint_eu(x, through, to);
    else {
        // From the last step to the first: after `low` steps the goal may have been met at any of the rest.
        bdd goal = bdd_and(m, bdd_and(m, to, x->fair), x->care);
        set = goal;
        for (int64_t i = high; i > low && bdd_is_valid(set); i--) {
            bdd longer = bdd_or(m, goal, bdd_and(m, through, before(x, set, BDD_TRUE)));
            if (longer == set)
                break;
            set = longer;
        }
    }
    for (int64_t i = 0; i < low && bdd_is_valid(set); i++) {
        bdd earlier = bdd_and(m, through, before(x, set, BDD_TRUE));
        if (earlier == set)
            break;
        set = earlier;
    }
    return bdd_close_scope_with(m, scope, set);
}

bdd fixpoint_bounded_eg(struct fixpoints *x, bdd through, int64_t low, int64_t high)
{
    bdd_manager *m = x->system->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd set;
    if (high < 0)
        set = fixpoint_eg(x, through);
    else {
        bdd here = bdd_and(m, bdd_and(m, through, x->fair), x->care);
        set = here;
        for (int64_t i = high; i > low && bdd_is_valid(set); i--) {
            bdd longer = bdd_and(m, here, before(x, set, BDD_TRUE));
            if (longer == set)
                break;
            set = longer;
        }
    }
    for (int64_t i = 0; i < low && bdd_is_valid(set); i++) {
        bdd earlier = before(x, set, BDD_TRUE);
        if (earlier == set)
            break;
        set = earlier;
    }
    return bdd_close_scope_with(m, scope, set);
}
