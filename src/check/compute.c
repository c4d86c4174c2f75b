#include "check/compute.h"

int64_t compute_min(struct fixpoints *x, bdd from, bdd to)
{
    bdd_manager *m = x->system->m;
    bdd_scope scope = bdd_open_scope(m);
    struct sets layers;
    sets_open(&layers, m, x->system->mem);
    bdd reached = BDD_FALSE;
    bdd start = bdd_and(m, bdd_and(m, from, x->care), x->fair), goal = bdd_and(m, to, x->fair);
    int64_t steps = COMPUTE_GAVE_UP;
    if (bdd_protect(m, &reached)) {
        if (start == BDD_FALSE)
            steps = COMPUTE_INFINITE;
        else if (fixpoint_layers(x, start, goal, &layers, &reached)) {
            enum bdd_answer apart = bdd_is_disjoint(m, reached, goal);
            steps = apart == BDD_NO ? (int64_t)layers.count - 1 : apart == BDD_YES ? COMPUTE_INFINITE : COMPUTE_GAVE_UP;
        }
        bdd_unprotect(m, &reached);
    }
    sets_close(&layers);
    bdd_close_scope(m, scope);
    return steps;
}

int64_t compute_max(struct fixpoints *x, bdd from, bdd to)
{
    // The states that can stay away from `to` for i steps shrink with i; when none of `from` is left, i is the answer.
    bdd_manager *m = x->system->m;
    bdd_scope outer = bdd_open_scope(m);
    bdd start = bdd_and(m, bdd_and(m, from, x->care), x->fair);
    bdd all = bdd_and(m, x->care, x->fair), goal = bdd_and(m, all, to);
    bdd away = bdd_minus(m, all, to), set = away, old = BDD_NONE;
    int64_t steps = COMPUTE_GAVE_UP;
    if (bdd_is_valid(start) && bdd_is_valid(goal) && bdd_is_valid(set) && bdd_protect(m, &set) &&
        bdd_protect(m, &old)) {
        steps = start == BDD_FALSE || goal == BDD_FALSE ? COMPUTE_UNDEFINED : 0;
        while (steps >= 0) {
            enum bdd_answer apart = bdd_is_disjoint(m, start, set);
            if (apart == BDD_YES)
                break;
            if (apart == BDD_UNKNOWN) {
                steps = COMPUTE_GAVE_UP;
                break;
            }
            bdd_scope scope = bdd_open_scope(m);
            old = set;
            bdd next = bdd_and(m, away, image_pre(x->system->image, set));
            if (!bdd_is_valid(next))
                steps = COMPUTE_GAVE_UP;
            else if (next == old)
                steps = COMPUTE_INFINITE;
            else {
                set = next;
                steps++;
            }
            x->iterations++;
            bdd_close_scope(m, scope);
        }
    }
    bdd_unprotect(m, &old);
    bdd_unprotect(m, &set);
    bdd_close_scope(m, outer);
    return steps;
}
