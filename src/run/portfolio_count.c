// The number of reachable states, by the backend that knows them, or will know them soonest.
#include <assert.h>

#include "base/clock.h"
#include "run/portfolio_parts.h"
#include "run/turns.h"

// Explicit search knows the number at once if it has seen all states.
static bool count_explicit(struct portfolio *e, mpz_t orbits, mpz_t states, struct cause *cause)
{
    bool is_alone = portfolio_is_explicit(e);
    if (!is_alone && !backend_is_begun(&e->explicit_states.base))
        return false;
    return explicit_backend_count(&e->explicit_states, e->setup.deadline, !is_alone, orbits, states, cause);
}

// Where the states of a model with symmetries are few, orbits are told whichever method has decided its properties:
// what was decided where must not matter.
#define FEW_STATES 100000

static void count_orbits_of_few(struct portfolio *e, mpz_t orbits, const mpz_t states)
{
    struct cause cause;
    mpz_t all, same;
    if (!e->setup.symmetry || e->setup.job->engine != JOB_ENGINE_AUTO || mpz_cmp_ui(states, FEW_STATES) > 0)
        return;
    mpz_init(all);
    mpz_init(same);
    if (backend_count(&e->explicit_states.base, e->setup.deadline, all, same, &cause)) {
        assert(mpz_cmp(same, states) == 0);
        mpz_set(orbits, all);
    }
    mpz_clear(all);
    mpz_clear(same);
}

// ---- In turns -------------------------------------------------------------------------------------------------------

// Where nobody has looked for states yet, it is not known which backend is the best one for the model, as for
// properties.
static bool is_over(const struct portfolio *e)
{
    return run_is_interrupted(e->run) || (e->setup.deadline > 0 && clock_now() > e->setup.deadline);
}

static double end_of_turn(const struct portfolio *e, double seconds)
{
    double until = clock_now() + seconds;
    return e->setup.deadline > 0 && e->setup.deadline < until ? e->setup.deadline : until;
}

static bool count_in_turns(struct portfolio *e, mpz_t orbits, mpz_t states, struct cause *cause)
{
    for (double turn = FIRST_TURN;; turn *= LONGER_TURNS) {
        double until = end_of_turn(e, turn);
        if (backend_count(&e->explicit_states.base, until, orbits, states, cause))
            return true;
        if (is_over(e))
            return false;
        bool is_last = clock_now() < until; // it was not for want of time
        double end = is_last ? e->setup.deadline : end_of_turn(e, turn);
        bool good = backend_count(&e->bdd.base, end, orbits, states, cause);
        if (good)
            count_orbits_of_few(e, orbits, states);
        if (good || is_last || is_over(e))
            return good;
    }
}

static bool is_fresh(const struct portfolio *e)
{
    return e->setup.job->engine == JOB_ENGINE_AUTO && e->setup.job->symmetry <= JOB_SYMMETRY_COUNTERS &&
           model_start_count(e->setup.model) > 0 && !e->setup.counters && !e->bdd.states_are_known &&
           !backend_is_begun(&e->explicit_states.base) && !backend_is_begun(&e->quotient.base);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

bool portfolio_count_states(struct portfolio *e, mpz_t orbits, mpz_t states, struct cause *cause)
{
    double end = e->setup.deadline;
    if (is_fresh(e))
        return count_in_turns(e, orbits, states, cause);
    if (portfolio_is_symbolic_quotient(e))
        return backend_count(&e->quotient.base, end, orbits, states, cause);
    bool is_counted = count_explicit(e, orbits, states, cause);
    if (is_counted || portfolio_is_explicit(e))
        return is_counted;
    // There are many permutations then, and states would be too many where orbits are not.
    if (backend_is_begun(&e->quotient.base) && backend_count(&e->quotient.base, end, orbits, states, cause))
        return true;
    bool good = backend_count(&e->bdd.base, end, orbits, states, cause);
    if (good)
        count_orbits_of_few(e, orbits, states);
    return good && (!e->setup.counters || bdd_backend_sum_weights(&e->bdd, e->setup.counters, states, cause));
}

bool portfolio_count_states_where(struct portfolio *e, expr condition, mpz_t states, struct cause *cause)
{
    double end = e->setup.deadline;
    bool is_alone = portfolio_is_explicit(e), is_used = is_alone || backend_is_begun(&e->explicit_states.base);
    bool is_counted =
        is_used && explicit_backend_count_states_where(&e->explicit_states, end, !is_alone, condition, states, cause);
    if (is_counted || is_alone)
        return is_counted;
    return bdd_backend_count_states_where(&e->bdd, condition, states, cause);
}

void portfolio_count_members(struct portfolio *e, const expr *conditions, size_t count, mpz_t *orbits, mpz_t *states,
                             bool *known, struct cause *cause)
{
    double end = e->setup.deadline;
    if (portfolio_is_explicit(e)) {
        explicit_backend_count_members(&e->explicit_states, end, orbits, states, known, cause);
        return;
    }
    for (size_t i = 0; i < count; i++)
        known[i] = quotient_backend_count_states_where(&e->quotient, end, conditions[i], orbits[i], states[i], cause);
}
