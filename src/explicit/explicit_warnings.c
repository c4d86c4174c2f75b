// What to warn of: states without a successor, no initial states, no initial state on a fair path.
#include "explicit/reachable_graph.h"

// One that was seen is one, also if the search could not be ended.
static void find_deadlock(struct explicit_engine *e, struct model_warnings *w)
{
    w->known = model_ends_stay(e->model);
    if (w->known)
        return;
    if (e->dead_end == STORE_NONE)
        search_run(e, NO_WATCH);
    w->not_total = e->dead_end != STORE_NONE;
    w->known = w->not_total || e->complete;
    if (w->not_total && !e->deadlock && (!e->options.compacts || search_recall(e, e->dead_end))) {
        e->deadlock = mem_zalloc(e->mem, (e->layout.cells + 1) * sizeof *e->deadlock);
        layout_unpack(&e->layout, store_state(&e->store, e->dead_end), e->deadlock);
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
    w->no_initial_state = e->started && e->initial_count == 0;
    w->fair_known = e->graph != NULL;
    w->no_fair_state = w->fair_known && !has_fair_initial(e);
}
