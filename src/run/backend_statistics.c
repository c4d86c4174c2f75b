// What the work of all commands that check has taken.
#include <string.h>

#include "base/units.h"
#include "run/backend.h"
#include "run/method_summary.h"

static const struct statistic check_statistics_entries[] = {
    {"checkers", STATISTIC_AT(struct backend_statistics, checkers), STATISTIC_COUNT,
     "built, each for properties that depend on about the same variables"},
    {"left_out", STATISTIC_AT(struct backend_statistics, left_out), STATISTIC_COUNT,
     "variables that some property was checked without, at the most"},
    {"variables", STATISTIC_AT(struct backend_statistics, check.variables), STATISTIC_COUNT,
     "variables of decision diagrams, next copies included"},
    {"clusters", STATISTIC_AT(struct backend_statistics, check.clusters), STATISTIC_COUNT,
     "parts of the transition relation"},
    {"relation_nodes", STATISTIC_AT(struct backend_statistics, check.relation_nodes), STATISTIC_COUNT,
     "nodes of the transition relation"},
    {"iterations", STATISTIC_AT(struct backend_statistics, check.iterations), STATISTIC_COUNT,
     "steps of all fixpoints"},
    {"partial_orbits", STATISTIC_AT(struct backend_statistics, partial_orbits), STATISTIC_COUNT,
     "times that applying generators stopped early: fewer states were left out, and nothing was lost"},
    {"seconds_building", STATISTIC_AT(struct backend_statistics, check.seconds_building), STATISTIC_SECONDS,
     "to build the transition relation"},
    {"seconds_reachable", STATISTIC_AT(struct backend_statistics, check.seconds_reachable), STATISTIC_SECONDS,
     "to find the reachable states"},
};
const struct statistics backend_statistics_table = STATISTICS("Checking", check_statistics_entries);

static void add_checks(struct backend_statistics *all, const struct backend_statistics *more)
{
    struct check_statistics sum = all->check;
    if (more->checkers == 0)
        return;
    if (all->checkers == 0 || more->check.variables >= all->check.variables) {
        all->check = more->check;
        all->diagrams = more->diagrams;
    }
    all->checkers += more->checkers;
    all->partial_orbits += more->partial_orbits;
    all->check.iterations = sum.iterations + more->check.iterations;
    all->check.seconds_building = sum.seconds_building + more->check.seconds_building;
    all->check.seconds_reachable = sum.seconds_reachable + more->check.seconds_reachable;
    if (more->left_out > all->left_out)
        all->left_out = more->left_out;
}

void backend_statistics_add(struct backend_statistics *all, const struct backend_statistics *more)
{
    add_checks(all, more);
    if (more->has_states && (!all->has_states || more->states.states > all->states.states))
        all->states = more->states;
    all->has_states |= more->has_states;
    if (more->has_sat && (!all->has_sat || more->sat.gates > all->sat.gates))
        all->sat = more->sat;
    all->has_sat |= more->has_sat;
}

void backend_statistics_add_tables(const struct backend_statistics *all, struct mem *mem, struct str *out)
{
    if (all->checkers > 0) {
        statistics_add_text(&backend_statistics_table, all, mem, out);
        statistics_add_text(&bdd_statistics_table, &all->diagrams, mem, out);
    }
    if (all->has_states)
        statistics_add_text(&explicit_statistics_table, &all->states, mem, out);
    if (all->has_sat)
        statistics_add_text(&sat_statistics_table, &all->sat, mem, out);
}

static bool is_decided(const struct result *result)
{
    return result->verdict == VERDICT_HOLDS || result->verdict == VERDICT_FAILS;
}

static bool is_same(const struct method *a, const struct method *b)
{
    return a->backend == b->backend && a->count == b->count && memcmp(a->reductions, b->reductions, a->count) == 0;
}

// How many results from the first-th on are by its method; 0 if one before it is.
static size_t count_same(const struct run_totals *t, size_t first)
{
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (!is_decided(&t->results[i]) || !is_same(&t->results[i].method, &t->results[first].method))
            continue;
        if (i < first)
            return 0;
        count++;
    }
    return count;
}

// A line for each method: where several have worked, the tables below tell of all of them.
static void add_methods(const struct run_totals *t, struct mem *mem, struct str *out)
{
    for (size_t i = 0; i < t->count; i++) {
        size_t count = is_decided(&t->results[i]) ? count_same(t, i) : 0;
        if (count == 0)
            continue;
        str_add(mem, out, "  decided by  ");
        method_add_text(&t->results[i].method, mem, out);
        str_add(mem, out, " (%zu propert%s)\n", count, count == 1 ? "y" : "ies");
    }
}

void backend_statistics_add_text(const struct backend_statistics *all, const struct run_totals *totals, struct mem *mem,
                                 struct str *out)
{
    str_add(mem, out, "Total\n  time        ");
    units_add_seconds(mem, out, totals->seconds);
    str_add(mem, out, "\n  memory      ");
    units_add_bytes(mem, out, totals->bytes);
    str_add(mem, out, "\n");
    add_methods(totals, mem, out);
    if (all->checkers > 0)
        str_add(mem, out, "  order       %s\n", all->check.order_origin);
    backend_statistics_add_tables(all, mem, out);
}
