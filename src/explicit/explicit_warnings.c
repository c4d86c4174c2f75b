// What to warn of: states without a successor, no initial states, no initial state on a fair path.
#include <string.h>

#include "explicit/rank_search.h"
#include "explicit/reachable_graph.h"

bool explicit_has_end(const struct explicit_engine *e)
{
    return e->ranks ? e->ranks->dead_end.rank != RANK_NONE : e->dead_end != STORE_NONE;
}

static bool read_end(struct explicit_engine *e, uint64_t *state)
{
    struct rank_place parent;
    if (e->ranks)
        return rank_fetch_state(e, e->ranks->dead_end, state, &parent);
    if (e->options.compacts && !search_recall(e, e->dead_end))
        return false;
    memcpy(state, store_state(&e->store, e->dead_end), e->store.words * sizeof *state);
    return true;
}

// One that was seen is one, also if the search could not be ended.
static void find_deadlock(struct explicit_engine *e, struct model_warnings *w)
{
    w->known = model_ends_stay(e->model);
    if (w->known)
        return;
    if (!explicit_has_end(e))
        search_run(e, NO_WATCH);
    w->not_total = explicit_has_end(e);
    w->known = w->not_total || e->complete;
    if (w->not_total && !e->deadlock && read_end(e, e->rules.successor)) {
        e->deadlock = mem_zalloc(e->mem, (e->layout.cells + 1) * sizeof *e->deadlock);
        layout_unpack(&e->layout, e->rules.successor, e->deadlock);
    }
    w->deadlock = e->deadlock;
}

static bool has_fair_initial(const struct explicit_engine *e)
{
    for (uint32_t s = 0; s < e->initial_count; s++)
        if (e->graph->fair[s])
            return true;
    return false;
}

void explicit_find_warnings(struct explicit_engine *e, struct model_warnings *w)
{
    *w = (struct model_warnings){0};
    find_deadlock(e, w);
    w->no_initial_state = e->started && (e->ranks ? rank_totals(e).initial : e->initial_count) == 0;
    w->fair_known = e->graph != NULL;
    w->no_fair_state = w->fair_known && !has_fair_initial(e);
}
