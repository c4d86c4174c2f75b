// The one wrapper around every operation. All that may disturb the table (collecting, reordering, growing beyond the
// limit) happens here, before the recursion starts or after it was abandoned, so that no recursion has to care.
#include "bdd/cache.h"

#ifdef COSET_STRESS // so that small diagrams are stopped in the middle, too
#    define NODES_BETWEEN_PAUSES 16
#else
#    define NODES_BETWEEN_PAUSES 8192
#endif
#define LEAST_PATIENCE 150000 // nodes that sifting may look at without a gain

void bdd_fail(bdd_manager *m, enum bdd_status why)
{
    m->status = why;
}

_Noreturn void bdd_abandon(bdd_manager *m, enum bdd_status why)
{
    m->failure = why;
    longjmp(m->abandon, 1);
}

void bdd_ask_to_stop(bdd_manager *m)
{
    if (m->stop && m->stop(m->stop_context))
        bdd_abandon(m, BDD_STOPPED);
}

void bdd_pause(bdd_manager *m)
{
    if (m->made >= m->budget_end)
        bdd_abandon(m, BDD_OVER_BUDGET);
    bdd_ask_to_stop(m);
    bdd_cache_grow_if_due(m);
    m->pause_at = m->made + NODES_BETWEEN_PAUSES;
    if (m->pause_at > m->budget_end)
        m->pause_at = m->budget_end;
}

static enum bdd_status attempt(bdd_manager *m, recursion run, const struct operands *operands, bdd *result)
{
    m->budget_end = m->budget > UINT64_MAX - m->made ? UINT64_MAX : m->made + m->budget;
    if (m->pause_at > m->budget_end)
        m->pause_at = m->budget_end;
    if (setjmp(m->abandon))
        return m->failure;
    *result = run(m, operands);
    return BDD_OK;
}

uint64_t bdd_work_done(const bdd_manager *m)
{
    uint64_t work = 0;
    for (int op = 0; op < BDD_OPERATIONS; op++)
        work += m->counts[op].misses;
    return work;
}

// Sifting may go on for as long as it helps; else it may take a part of the work that was done since the last one, and
// the next one comes late.
static void sift_for_a_while(bdd_manager *m)
{
    struct bdd_sift_options options = m->sift_options;
    uint64_t worked = bdd_work_done(m) - m->sift_ended;
    options.patience = worked / 8 > LEAST_PATIENCE ? worked / 8 : LEAST_PATIENCE;
    uint64_t before = nodes_in_use(m);
    enum bdd_status status = m->status;
    bdd_sift_now(m, &options);
    m->status = status;
    m->sift_ended = bdd_work_done(m);
    uint64_t after = nodes_in_use(m), next = (after > before / 10 * 9 ? 4 : 2) * after;
    m->sift_at = next > m->sift_first ? next : m->sift_first;
}

// Sifting that finds no memory is no failure of the operation that it precedes.
static void sift_if_due(bdd_manager *m)
{
    if (!m->sift_first || nodes_in_use(m) < m->sift_at || nodes_in_use(m) < m->sift_look_at || m->reorder_locks)
        return;
    bdd_collect_now(m);
    if (nodes_in_use(m) < m->sift_at) { // much of it was garbage: not again at the next bit of it
        m->sift_look_at = 2 * m->sift_at < m->collect_at ? 2 * m->sift_at : m->collect_at;
        if (m->sift_look_at < m->sift_at + m->sift_at / 4)
            m->sift_look_at = m->sift_at + m->sift_at / 4;
        return;
    }
    m->sift_look_at = 0;
    sift_for_a_while(m);
}

static void collect_and_reorder_if_due(bdd_manager *m)
{
#ifdef COSET_STRESS
    bdd_stress(m);
#endif
    if (nodes_in_use(m) >= m->collect_at)
        bdd_collect_now(m);
    else if (m->census && m->made >= m->census_at)
        bdd_census(m);
    sift_if_due(m);
}

bdd bdd_operate(bdd_manager *m, recursion run, const struct operands *operands)
{
    assert(!m->running);
    if ((operands->f | operands->g | operands->h) >> 31)
        return BDD_NONE;
    // The operands are roots until the operation ends, in the places behind the scopes' results.
    if (!array_try_reserve(&m->mem, &m->results, m->results.count + 3)) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return BDD_NONE;
    }
    size_t height = m->results.count;
    m->results.at[m->results.count++] = operands->f;
    m->results.at[m->results.count++] = operands->g;
    m->results.at[m->results.count++] = operands->h;
    collect_and_reorder_if_due(m);

    m->running = true;
    bdd result = BDD_NONE;
    enum bdd_status status = attempt(m, run, operands, &result);
    if (status == BDD_OUT_OF_MEMORY) {
        bdd_collect_now(m);
        status = attempt(m, run, operands, &result);
    }
    if (status == BDD_OUT_OF_MEMORY) { // the last that can be given up: half of the cache
        bdd_collect_now(m);
        bdd_cache_shrink(m);
        status = attempt(m, run, operands, &result);
    }
    m->running = false;
    m->budget_end = UINT64_MAX;

    m->results.count = height;
    if (status != BDD_OK) {
        bdd_fail(m, status);
        return BDD_NONE;
    }
    if (!bdd_is_constant(result))
        m->results.at[m->results.count++] = result;
    return result;
}

bdd bdd_operate_within(bdd_manager *m, size_t budget, recursion run, const struct operands *operands)
{
    m->budget = budget < m->budget_of_all ? budget : m->budget_of_all;
    bdd result = bdd_operate(m, run, operands);
    m->budget = m->budget_of_all;
    return result;
}

void bdd_set_budget(bdd_manager *m, size_t budget)
{
    m->budget = m->budget_of_all = budget == SIZE_MAX ? UINT64_MAX : budget;
}
