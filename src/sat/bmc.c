#include "sat/bmc.h"

enum sat_answer bmc_check(struct unroll *u, struct sat_bad bad, size_t depth)
{
    int path = unroll_path(u, depth), violation = cnf_literal(&u->cnf, unroll_bad(u, depth, bad));
    switch (cnf_solve(&u->cnf, (int[]){path, violation}, 2)) {
    case CNF_SAT:
        return SAT_FAILS;
    case CNF_UNSAT:
        if (!cnf_is_needed(&u->cnf, violation))
            return SAT_HOLDS;
        cnf_clause2(&u->cnf, -path, -violation);
        return SAT_OPEN;
    default:
        return SAT_STOPPED;
    }
}

enum sat_answer bmc_leap(struct unroll *u, struct sat_bad bad, size_t depth)
{
    int path = unroll_path(u, depth), violation = cnf_literal(&u->cnf, unroll_bad(u, depth, bad));
    switch (cnf_solve(&u->cnf, (int[]){path, violation}, 2)) {
    case CNF_SAT:
        return SAT_FAILS;
    case CNF_UNSAT:
        cnf_clause2(&u->cnf, -path, -violation);
        return SAT_OPEN;
    default:
        return SAT_STOPPED;
    }
}
