// Reachable states, fair ones, and those in which executions end: found once, when somebody needs them, and counted.
#include "base/clock.h"
#include "check/checker.h"
#include "check/stay.h"

bool checker_reachable_set(struct checker *c, bdd *set)
{
    if (!c->system || c->system->abstraction || checker_should_stop(c) || !checker_find_reachable(c) || c->partial)
        return false;
    *set = c->reached;
    return true;
}

bool checker_knows_reachable(const struct checker *c)
{
    return c->system && bdd_is_valid(c->reached);
}

const struct abstract_search *checker_abstract_search(const struct checker *c)
{
    return c->system && c->system->abstraction ? c->system->abstraction->search : NULL;
}

bool checker_find_layers(struct checker *c, bdd goal)
{
    if (c->has_all_layers)
        return true;
    bool good = fixpoint_layers(&c->x, c->system->initial, goal, &c->layers, &c->layered);
    bool is_met = good && c->layers.count > 0 && bdd_is_disjoint(c->m, array_last(&c->layers), goal) != BDD_YES;
    c->has_all_layers = good && !is_met;
    if (c->has_all_layers && !bdd_is_valid(c->reached))
        c->reached = c->layered;
    return good;
}

// By layers where the system steps as a whole, so that invariants can use them later; a disjunctive system is searched
// by chaining.
bool checker_find_reachable(struct checker *c)
{
    if (bdd_is_valid(c->reached))
        return true;
    double start = clock_now();
    if (c->system->searches_by_layers && !checker_abstract_search(c)) {
        bool found = checker_find_layers(c, BDD_FALSE);
        c->seconds_reachable += clock_now() - start;
        return found;
    }
    enum cause_code partial_so_far = c->x.partial;
    bdd_scope scope = bdd_open_scope(c->m);
    bdd reached = BDD_FALSE;
    bool good = bdd_protect(c->m, &reached);
    sets_cut(&c->layers, 0);
    c->x.partial = CAUSE_NONE;
    if (c->system->searches_by_layers)
        good = good && fixpoint_forward(&c->x, c->system->initial, BDD_FALSE, &c->layers, &reached);
    else
        reached = fixpoint_closure(&c->x, c->system->initial, BDD_FALSE);
    good = good && bdd_is_valid(reached);
    if (good) {
        c->reached = reached;
        c->partial = c->x.partial;
    }
    if (partial_so_far)
        c->x.partial = partial_so_far;
    bdd_unprotect(c->m, &reached);
    bdd_close_scope(c->m, scope);
    c->seconds_reachable += clock_now() - start;
    return good;
}

// Where executions end. All states are asked for where steps are those of an abstraction, which may take them
// elsewhere.
bool checker_find_ends(struct checker *c)
{
    struct system *s = c->system;
    if (!model_ends_stay(c->model) || s->knows_ends)
        return true;
    bool by_space = s->abstraction || c->options.reachable == CHECK_REACHABLE_OFF;
    return (by_space || checker_find_reachable(c)) && stay_find(s, by_space ? s->space : c->reached);
}

enum bdd_answer checker_all_runs_count(struct checker *c)
{
    struct system *s = c->system;
    if (s->justice_count > 0 || s->compassion_count > 0)
        return BDD_NO;
    if (model_ends_stay(c->model))
        return BDD_YES;
    if (c->all_runs_count != BDD_UNKNOWN)
        return c->all_runs_count;
    bdd_scope scope = bdd_open_scope(c->m);
    bdd dead = system_dead_ends(s, s->space);
    c->all_runs_count = !bdd_is_valid(dead) ? BDD_UNKNOWN : dead == BDD_FALSE ? BDD_YES : BDD_NO;
    bdd_close_scope(c->m, scope);
    return c->all_runs_count;
}

// Makes steps simpler where they matter: those from abstract states. A product has other ones, and what is asked of all
// steps is asked before.
static bool simplify(struct checker *c)
{
    if (checker_abstract_search(c) && checker_all_runs_count(c) == BDD_UNKNOWN)
        return false;
    return system_simplify(c->system, c->reached);
}

// What CTL needs before its first formula: the states that matter, and those on fair paths.
bool checker_prepare(struct checker *c)
{
    struct abstraction *abstraction = c->system->abstraction;
    if (abstraction && abstraction->forward_only) {
        c->linear.refused = abstraction->forward_only;
        return false;
    }
    if (abstraction && abstraction->under_approximates)
        c->x.partial = abstraction->under_approximates;
    if (bdd_is_valid(c->x.fair))
        return true;
    if (c->options.reachable != CHECK_REACHABLE_OFF || c->system->abstraction) {
        if (!checker_find_reachable(c) || !checker_find_ends(c) || !simplify(c))
            return false;
        c->x.care = c->reached;
    } else if (!checker_find_ends(c))
        return false;
    bdd_scope scope = bdd_open_scope(c->m);
    bool good = fixpoint_find_fair(&c->x);
    bdd_close_scope(c->m, scope);
    return good;
}

// ---- Counting ------------------------------------------------------------------------------------------------------

bool checker_count_abstract(struct checker *c, mpz_t count, struct cause *cause)
{
    bool good = c->system && !checker_should_stop(c) && checker_find_reachable(c) &&
                bdd_count(c->m, c->reached, c->system->state_cube, count);
    if (!good)
        *cause = checker_why(c);
    return good;
}

static struct cause why_not_counted(struct checker *c)
{
    enum cause_code uncounted = c->options.abstraction->uncounted;
    return uncounted ? cause_of(uncounted) : c->partial ? cause_of(CAUSE_NOT_ALL_SEARCHED) : checker_why(c);
}

bool checker_count_states(struct checker *c, mpz_t count, struct cause *cause)
{
    struct abstraction *abstraction = c->options.abstraction;
    if (!abstraction)
        return checker_count_abstract(c, count, cause);
    bool good = !abstraction->uncounted && c->system && !checker_should_stop(c) && checker_find_reachable(c) &&
                !c->partial && abstraction->count(c->system->image, c->reached, count);
    if (!good)
        *cause = why_not_counted(c);
    return good;
}

bool checker_count_abstract_where(struct checker *c, expr condition, mpz_t abstract, mpz_t states, struct cause *cause)
{
    struct abstraction *abstraction = c->options.abstraction;
    if (!checker_count_states_where(c, condition, abstract, cause))
        return false;
    mpz_set(states, abstract);
    if (!abstraction)
        return true;
    bdd_scope scope = bdd_open_scope(c->m);
    bdd some = bdd_and(c->m, c->reached, encode_condition(c->system->encoding, condition));
    bool good = !abstraction->uncounted && !c->partial && bdd_is_valid(some) &&
                abstraction->count(c->system->image, some, states);
    bdd_close_scope(c->m, scope);
    if (!good)
        *cause = why_not_counted(c);
    return good;
}

bool checker_count_states_where(struct checker *c, expr condition, mpz_t count, struct cause *cause)
{
    bool good = c->system && !checker_should_stop(c) && checker_find_reachable(c);
    if (good) {
        bdd_scope scope = bdd_open_scope(c->m);
        bdd some = bdd_and(c->m, c->reached, encode_condition(c->system->encoding, condition));
        good = bdd_is_valid(some) && bdd_count(c->m, some, c->system->state_cube, count);
        bdd_close_scope(c->m, scope);
    }
    if (!good)
        *cause = checker_why(c);
    return good;
}
