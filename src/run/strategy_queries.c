// What is asked for besides verdicts: the number of states, warnings, statistics, the order of the variables. Whoever
// has decided the properties knows them best.
#include "run/strategy_parts.h"

#include "base/clock.h"

// Counters that are all that was needed, of the model or of the symmetrised one; NULL: there are none. Where
// architectural symmetry was asked for, the model itself may have been searched for its states alone.
static struct backend *sufficient_counters(struct strategy *p)
{
    bool is_plain_used = strategy_is_architectural(p) ? p->plain != NULL : p->plain_is_needed;
    if (p->architecture.counting.engine && !is_plain_used)
        return &p->architecture.base;
    return p->counting.engine && !p->plain ? &p->counting.base : NULL;
}

// For what counters have not decided, or for all.
static struct portfolio *engine_for_rest(struct strategy *p)
{
    return !p->has_others && !p->plain && p->fair.engine ? p->fair.engine : strategy_plain(p);
}

bool strategy_are_orbits(const struct strategy *p)
{
    return !p->representatives || p->plain || p->setup.job->symmetry == JOB_SYMMETRY_ORBIT_XI;
}

// A search by the tree goes on until all states are known. Where there are other ways, it has a while for that.
#define SECONDS_FOR_STATES 10.0

static bool count_by_tree(struct strategy *p, mpz_t orbits, mpz_t states, struct cause *cause)
{
    bool is_alone = p->setup.job->symmetry == JOB_SYMMETRY_EXPLICIT || p->setup.job->engine == JOB_ENGINE_EXPLICIT;
    double end = p->setup.deadline, until = clock_now() + SECONDS_FOR_STATES;
    if (!p->native.native || (!is_alone && !native_backend_has_searched(&p->native)))
        return false;
    return backend_count(&p->native.base, is_alone || (end > 0 && end < until) ? end : until, orbits, states, cause);
}

// Whether all that was asked for was decided by the tree.
static bool is_by_tree(const struct strategy *p)
{
    return native_backend_has_searched(&p->native) && !p->plain;
}

// Whether all that was asked for was proved for every size: there is nothing to tell of states then.
static bool is_by_proof(const struct strategy *p)
{
    return backend_is_begun(&p->sizes.base) && !p->plain && p->has_others;
}

// Counters know all states if none of them is missing.
bool strategy_count_states(struct strategy *p, mpz_t orbits, mpz_t states, struct cause *cause)
{
    double end = p->setup.deadline;
    if (p->representatives && !p->plain)
        return backend_count(onthefly_backend_base(p->representatives), end, orbits, states, cause);
    if (strategy_is_architectural(p) && architecture_backend_knows_states(&p->architecture))
        return backend_count(&p->architecture.base, end, orbits, states, cause);
    if (counter_backend_knows_states(&p->counting))
        return backend_count(&p->counting.base, end, orbits, states, cause);
    if (count_by_tree(p, orbits, states, cause))
        return true;
    struct portfolio *plain = strategy_plain(p);
    *cause = strategy_why_broken(p);
    return plain && portfolio_count_states(plain, orbits, states, cause);
}

const struct model_warnings *strategy_warnings(struct strategy *p)
{
    struct backend *counters = sufficient_counters(p);
    if (p->representatives && !p->plain) {
        double end = watch_time_for_warnings(p->setup.started, p->setup.deadline);
        backend_find_warnings(onthefly_backend_base(p->representatives), end, &p->warnings);
        return &p->warnings;
    }
    if (counters && p->has_others) {
        backend_find_warnings(counters, p->setup.deadline, &p->warnings);
        return &p->warnings;
    }
    if (is_by_tree(p) && p->has_others) {
        backend_find_warnings(&p->native.base, p->setup.deadline, &p->warnings);
        return &p->warnings;
    }
    if (is_by_proof(p))
        return &p->warnings;
    struct portfolio *engine = engine_for_rest(p);
    return engine ? portfolio_warnings(engine) : &p->warnings;
}

// Of all that has worked, whoever has decided: in turns, that may be several. Where nothing had to be searched, a
// checker of the model is made, which tells of its size; but not after a stop (--fail-fast).
void strategy_get_statistics(struct strategy *p, struct backend_statistics *statistics)
{
    struct backend *const methods[] = {&p->native.base, &p->counting.base, &p->tracked.base, &p->architecture.base};
    struct portfolio *const portfolios[] = {p->fair.engine, p->plain};
    *statistics = (struct backend_statistics){0};
    if (p->representatives)
        backend_add_statistics(onthefly_backend_base(p->representatives), statistics);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        backend_add_statistics(methods[i], statistics);
    for (size_t i = 0; i < sizeof portfolios / sizeof *portfolios; i++)
        if (portfolios[i])
            portfolio_add_statistics(portfolios[i], statistics);
    bool has_worked = statistics->checkers > 0 || statistics->has_states || statistics->has_sat;
    struct portfolio *rest = has_worked || is_by_proof(p) || goals_are_over(&p->goals) ? NULL : engine_for_rest(p);
    if (rest)
        portfolio_get_statistics(rest, statistics);
}

uint64_t strategy_steps(const struct strategy *p)
{
    struct backend_statistics all = {0};
    backend_add_statistics((struct backend *)&p->native.base, &all);
    return all.states.transitions + (p->plain ? portfolio_steps(p->plain) : 0);
}

bool strategy_cover(struct strategy *p, bool only_known, struct rule_coverage *coverage)
{
    return native_backend_cover(&p->native, p->setup.deadline, only_known, coverage);
}

const cell_id *strategy_order(struct strategy *p, size_t *count)
{
    if (p->representatives && !p->plain)
        return onthefly_backend_order(p->representatives, count);
    return portfolio_order(strategy_plain(p), count);
}
