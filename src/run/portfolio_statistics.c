// What the work of all commands that check has taken.
#include "run/portfolio.h"

static const struct statistic check_statistics_entries[] = {
    {"checkers", STATISTIC_AT(struct portfolio_statistics, checkers), STATISTIC_COUNT,
     "built, each for properties that depend on about the same variables"},
    {"left_out", STATISTIC_AT(struct portfolio_statistics, left_out), STATISTIC_COUNT,
     "variables that some property was checked without, at the most"},
    {"variables", STATISTIC_AT(struct portfolio_statistics, check.variables), STATISTIC_COUNT,
     "variables of decision diagrams, next copies included"},
    {"clusters", STATISTIC_AT(struct portfolio_statistics, check.clusters), STATISTIC_COUNT,
     "parts of the step relation"},
    {"relation_nodes", STATISTIC_AT(struct portfolio_statistics, check.relation_nodes), STATISTIC_COUNT,
     "nodes of the step relation"},
    {"iterations", STATISTIC_AT(struct portfolio_statistics, check.iterations), STATISTIC_COUNT,
     "steps of all fixpoints"},
    {"seconds_building", STATISTIC_AT(struct portfolio_statistics, check.seconds_building), STATISTIC_SECONDS,
     "to build the step relation"},
    {"seconds_reachable", STATISTIC_AT(struct portfolio_statistics, check.seconds_reachable), STATISTIC_SECONDS,
     "to find the reachable states"},
};
const struct statistics portfolio_statistics_table = STATISTICS("Checking", check_statistics_entries);
