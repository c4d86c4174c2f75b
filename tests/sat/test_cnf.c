// Questions to the solver that are stopped leave nothing behind: neither assumptions nor the clause that counts for one
// question only. CaDiCaL 1.5 keeps the latter, so that IC3 once said of a failing condition that it holds.
#include "../unit.h"

#include "sat/cnf.h"

#define HOLES 10

struct bench {
    struct mem mem;
    struct aig aig;
    struct cnf cnf;
    struct sat_watch watch;
    int hard; // implies what takes long to refute
    int left; // looks until it is stopped; 0: it is not
};

static bool is_over(void *context)
{
    struct bench *b = context;
    return b->left > 0 && --b->left == 0;
}

// One pigeon too many.
static void open_bench(struct bench *b)
{
    int in[HOLES + 1][HOLES];
    *b = (struct bench){.watch = {.is_interrupted = is_over, .context = b}};
    aig_open(&b->aig, &b->mem);
    cnf_open(&b->cnf, &b->aig, &b->watch, &b->mem);
    b->hard = cnf_variable(&b->cnf);
    for (int p = 0; p <= HOLES; p++) {
        int clause[HOLES + 1] = {-b->hard};
        for (int h = 0; h < HOLES; h++)
            clause[h + 1] = in[p][h] = cnf_variable(&b->cnf);
        cnf_clause(&b->cnf, clause, HOLES + 1);
    }
    for (int h = 0; h < HOLES; h++)
        for (int p = 0; p <= HOLES; p++)
            for (int q = 0; q < p; q++)
                cnf_clause2(&b->cnf, -in[p][h], -in[q][h]);
}

static void close_bench(struct bench *b)
{
    cnf_close(&b->cnf);
    aig_close(&b->aig);
    assert_nothing_left(&b->mem);
}

static void stop_question(struct bench *b, const int *assumed, size_t count, const int *clause, size_t length)
{
    b->left = 2; // one look is before the solver begins
    assert_int_equal(cnf_solve_with(&b->cnf, assumed, count, clause, length), CNF_UNKNOWN);
    b->left = 0;
    b->watch.has_stopped = false;
}

static void clause_is_gone(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    int x = cnf_variable(&b.cnf), y = cnf_variable(&b.cnf), z = cnf_variable(&b.cnf);
    stop_question(&b, &b.hard, 1, (int[]){x, y}, 2);
    int none[] = {-b.hard, -x, -y};
    assert_int_equal(cnf_solve(&b.cnf, none, 3), CNF_SAT);
    stop_question(&b, &b.hard, 1, (int[]){x, y}, 2);
    assert_int_equal(cnf_solve_with(&b.cnf, none, 3, &z, 1), CNF_SAT); // another one has taken its place
    assert_true(cnf_value(&b.cnf, z));
    stop_question(&b, &b.hard, 1, (int[]){x, y}, 2);
    stop_question(&b, &b.hard, 1, NULL, 0);
    cnf_clause(&b.cnf, (int[]){-x}, 1);
    cnf_clause(&b.cnf, (int[]){-y}, 1);
    assert_int_equal(cnf_solve(&b.cnf, NULL, 0), CNF_SAT);
    close_bench(&b);
}

static void assumptions_are_gone(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    int x = cnf_variable(&b.cnf);
    stop_question(&b, (int[]){b.hard, x}, 2, NULL, 0);
    assert_int_equal(cnf_solve(&b.cnf, (int[]){-b.hard, -x}, 2), CNF_SAT);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clause_is_gone), cmocka_unit_test(assumptions_are_gone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
