#include "sat/induction.h"

#include <assert.h>

void induction_open(struct induction *d, const struct transition_circuit *circuit, struct sat_watch *watch,
                    struct mem *mem)
{
    *d = (struct induction){0};
    unroll_open(&d->paths, circuit, false, watch, mem);
}

void induction_close(struct induction *d)
{
    array_free(d->paths.mem, &d->goals);
    unroll_close(&d->paths);
}

static struct induction_goal *goal_of(struct induction *d, struct sat_bad bad)
{
    for (size_t i = 0; i < d->goals.count; i++)
        if (d->goals.at[i].bad.violation == bad.violation && d->goals.at[i].bad.is_of_step == bad.is_of_step)
            return &d->goals.at[i];
    struct induction_goal goal = {bad, 0, cnf_variable(&d->paths.cnf)};
    array_push(d->paths.mem, &d->goals, goal);
    return &array_last(&d->goals);
}

static bool are_equal(const struct unroll *u, size_t first, size_t second)
{
    for (size_t i = 0; i < u->circuit->latches.count; i++)
        if (unroll_value(u, first, u->circuit->latches.at[i].now) !=
            unroll_value(u, second, u->circuit->latches.at[i].now))
            return false;
    return true;
}

static void keep_apart(struct induction *d, size_t first, size_t second)
{
    struct unroll *u = &d->paths;
    ARRAY(int) clause = {0};
    int path = unroll_path(u, second);
    array_push(u->mem, &clause, -path);
    for (size_t i = 0; i < u->circuit->latches.count; i++) {
        aig_lit now = u->circuit->latches.at[i].now;
        aig_lit differs = aig_xor(&u->aig, unroll_lit(u, first, now), unroll_lit(u, second, now));
        array_push(u->mem, &clause, cnf_literal(&u->cnf, differs));
    }
    cnf_clause(&u->cnf, clause.at, clause.count);
    array_free(u->mem, &clause);
}

// Whether two states of the path that was found are the same; from now on they are not.
static bool separate(struct induction *d, size_t depth)
{
    bool found = false;
    unroll_read(&d->paths, depth + 1);
    for (size_t second = 1; second <= depth && !found; second++)
        for (size_t first = 0; first < second && !found; first++)
            if (are_equal(&d->paths, first, second)) {
                keep_apart(d, first, second);
                found = true;
            }
    return found;
}

enum sat_answer induction_check(struct induction *d, struct sat_bad bad, size_t depth)
{
    struct unroll *u = &d->paths;
    struct induction_goal *goal = goal_of(d, bad);
    assert(goal->depth <= depth); // else the violation that is looked for is one that was ruled out
    for (; goal->depth < depth; goal->depth++)
        cnf_clause2(&u->cnf, -goal->activated, -cnf_literal(&u->cnf, unroll_bad(u, goal->depth, bad)));
    int assumed[] = {unroll_path(u, depth), goal->activated, cnf_literal(&u->cnf, unroll_bad(u, depth, bad))};
    for (;;) {
        switch (cnf_solve(&u->cnf, assumed, 3)) {
        case CNF_UNSAT:
            return SAT_HOLDS;
        case CNF_SAT:
            if (!separate(d, depth))
                return SAT_OPEN;
            break;
        default:
            return SAT_STOPPED;
        }
    }
}
