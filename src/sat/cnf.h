// Clauses of a circuit, made by need, in an incremental SAT solver (CaDiCaL). A gate becomes clauses when it, or one
// above it, is first asked for (Tseitin 1968); those that make an if-then-else or an exclusive or become the clauses of
// that.
#ifndef COSET_SAT_CNF_H
#define COSET_SAT_CNF_H

#include "sat/aig.h"

// When to stop: at a time, when somebody says so, or when the process holds too much memory: the solver's own is
// counted nowhere else.
struct sat_watch {
    double deadline;                       // by clock_now(); 0: none
    double last;                           // that of all work, when not even the making of clauses goes on; 0: none
    bool (*is_interrupted)(void *context); // may be NULL
    void *context;
    size_t most_memory; // bytes; 0: no limit
    unsigned looks;
    bool has_stopped, is_full;
};
bool sat_watch_stops(struct sat_watch *);

struct cnf {
    struct mem *mem;
    const struct aig *aig;
    void *solver;
    int variables;
    unsigned clauses;       // so far
    unsigned steps;         // gates that were looked at
    ARRAY(int) variable_of; // by node of the graph; 0: none yet
    ARRAY(uint32_t) waiting;
    struct sat_watch *watch;
    bool has_old_clause; // the solver may still have that of the question before
    bool is_broken;      // it was stopped while clauses were made: what there is means nothing
};

// The graph may grow meanwhile; it and the watch outlive the clauses.
void cnf_open(struct cnf *, const struct aig *, struct sat_watch *, struct mem *);
void cnf_close(struct cnf *);

#define CNF_TRUE 1 // the literal of what is always true

int cnf_variable(struct cnf *);         // a new one, of no gate
int cnf_literal(struct cnf *, aig_lit); // that stands for a literal of the graph; constants have one, too
void cnf_clause(struct cnf *, const int *, size_t count);
void cnf_clause2(struct cnf *, int, int);

enum cnf_answer { CNF_UNSAT, CNF_SAT, CNF_UNKNOWN }; // unknown: it was stopped, or is broken
enum cnf_answer cnf_solve(struct cnf *, const int *assumed, size_t count);
// The same with a clause that counts for this question only.
enum cnf_answer cnf_solve_with(struct cnf *, const int *assumed, size_t count, const int *clause, size_t length);

bool cnf_value(const struct cnf *, int);     // after CNF_SAT
bool cnf_is_needed(const struct cnf *, int); // after CNF_UNSAT: an assumption that it took
// After CNF_SAT: whether a literal of the graph is true; one that has no clauses is false where it is an input.
// `values` by node, as aig_simulate wants them.
void cnf_read(const struct cnf *, bool *values);

#endif
