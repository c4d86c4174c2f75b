#include "sat/cnf.h"

#include <ccadical.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/available.h"
#include "base/clock.h"

#define LOOKS_FOR_MEMORY 16     // questions whether to stop, between two looks at the memory
#define CLAUSES_FOR_LOOK 0x3fff // and clauses between two questions
#define STEPS_FOR_LOOK 0x3fff   // or gates, while their clauses are made

bool sat_watch_stops(struct sat_watch *w)
{
    if (w->most_memory && !w->is_full && w->looks++ % LOOKS_FOR_MEMORY == 0)
        w->is_full = held_memory() > w->most_memory;
    if (!w->has_stopped)
        w->has_stopped = w->is_full || (w->deadline > 0 && clock_now() >= w->deadline) ||
                         (w->is_interrupted && w->is_interrupted(w->context));
    return w->has_stopped;
}

static int should_stop(void *watch)
{
    return sat_watch_stops(watch);
}

void cnf_open(struct cnf *c, const struct aig *aig, struct sat_watch *watch, struct mem *mem)
{
    *c = (struct cnf){.mem = mem, .aig = aig, .solver = ccadical_init(), .variables = CNF_TRUE, .watch = watch};
    ccadical_set_option(c->solver, "quiet", 1); // it would print to the standard output
    if (watch)
        ccadical_set_terminate(c->solver, watch, should_stop);
    array_push(mem, &c->variable_of, -CNF_TRUE); // node 0 is false
    cnf_clause(c, &(int){CNF_TRUE}, 1);
}

void cnf_close(struct cnf *c)
{
    if (c->solver)
        ccadical_release(c->solver);
    array_free(c->mem, &c->variable_of);
    array_free(c->mem, &c->waiting);
    c->solver = NULL;
}

int cnf_variable(struct cnf *c)
{
    return ++c->variables;
}

void cnf_clause(struct cnf *c, const int *literals, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ccadical_add(c->solver, literals[i]);
    ccadical_add(c->solver, 0);
    if (c->watch && (++c->clauses & CLAUSES_FOR_LOOK) == 0)
        sat_watch_stops(c->watch);
}

void cnf_clause2(struct cnf *c, int a, int b)
{
    cnf_clause(c, (int[]){a, b}, 2);
}

// ---- Gates ----------------------------------------------------------------------------------------------------------

static int known(const struct cnf *c, aig_lit a)
{
    int v = c->variable_of.at[a >> 1];
    return a & 1 ? -v : v;
}

// The operands that the clauses of a node are about.
static size_t operands(const struct cnf *c, uint32_t node, aig_lit at[3])
{
    if (c->aig->nodes.at[node].left == AIG_NONE)
        return 0;
    if (aig_is_ite(c->aig, node, &at[0], &at[1], &at[2]))
        return 3;
    at[0] = c->aig->nodes.at[node].left;
    at[1] = c->aig->nodes.at[node].right;
    return 2;
}

static void add_clauses(struct cnf *c, int r, const aig_lit at[3], size_t count)
{
    if (count == 2) {
        int a = known(c, at[0]), b = known(c, at[1]);
        cnf_clause2(c, -r, a);
        cnf_clause2(c, -r, b);
        cnf_clause(c, (int[]){r, -a, -b}, 3);
        return;
    }
    int i = known(c, at[0]), t = known(c, at[1]), e = known(c, at[2]);
    r = -r; // the node is the negation
    cnf_clause(c, (int[]){-r, -i, t}, 3);
    cnf_clause(c, (int[]){-r, i, e}, 3);
    cnf_clause(c, (int[]){r, -i, -t}, 3);
    cnf_clause(c, (int[]){r, i, -e}, 3);
    if (t != -e) {
        cnf_clause(c, (int[]){-r, t, e}, 3); // these two follow, and help
        cnf_clause(c, (int[]){r, -t, -e}, 3);
    }
}

// Now and then, while clauses are made.
static bool is_too_late(struct cnf *c)
{
    const struct sat_watch *w = c->watch;
    if (c->is_broken || !w || (++c->steps & STEPS_FOR_LOOK) != 0)
        return c->is_broken;
    sat_watch_stops(c->watch);
    c->is_broken =
        w->is_full || (w->last > 0 && clock_now() >= w->last) || (w->is_interrupted && w->is_interrupted(w->context));
    return c->is_broken;
}

int cnf_literal(struct cnf *c, aig_lit literal)
{
    while (c->variable_of.count < c->aig->nodes.count)
        array_push(c->mem, &c->variable_of, 0);
    array_push(c->mem, &c->waiting, literal >> 1);
    while (c->waiting.count > 0) {
        uint32_t node = array_last(&c->waiting);
        if (is_too_late(c))
            return CNF_TRUE;
        aig_lit at[3];
        size_t count = operands(c, node, at), waiting = c->waiting.count;
        if (c->variable_of.at[node]) {
            c->waiting.count--;
            continue;
        }
        for (size_t i = 0; i < count; i++)
            if (!c->variable_of.at[at[i] >> 1])
                array_push(c->mem, &c->waiting, at[i] >> 1);
        if (c->waiting.count > waiting)
            continue;
        c->waiting.count--;
        c->variable_of.at[node] = cnf_variable(c);
        if (count > 0)
            add_clauses(c, c->variable_of.at[node], at, count);
    }
    return known(c, literal);
}

// ---- Questions ------------------------------------------------------------------------------------------------------

enum cnf_answer cnf_solve(struct cnf *c, const int *assumed, size_t count)
{
    return cnf_solve_with(c, assumed, count, NULL, 0);
}

enum cnf_answer cnf_solve_with(struct cnf *c, const int *assumed, size_t count, const int *clause, size_t length)
{
    if (c->is_broken || (c->watch && sat_watch_stops(c->watch)))
        return CNF_UNKNOWN;
    for (size_t i = 0; i < count; i++)
        ccadical_assume(c->solver, assumed[i]);
    // A solver that was stopped forgets what was assumed, but not the clause of that question: another one takes its
    // place, if need be one that is true.
    static const int always[] = {CNF_TRUE};
    if (!clause && c->has_old_clause) {
        clause = always;
        length = 1;
    }
    for (size_t i = 0; i < length; i++)
        ccadical_constrain(c->solver, clause[i]);
    if (clause)
        ccadical_constrain(c->solver, 0);
    int answer = ccadical_solve(c->solver);
    c->has_old_clause = clause && answer != 10 && answer != 20;
    return answer == 10 ? CNF_SAT : answer == 20 ? CNF_UNSAT : CNF_UNKNOWN;
}

bool cnf_value(const struct cnf *c, int literal)
{
    int variable = abs(literal); // versions differ in what they say of a negation
    return (ccadical_val(c->solver, variable) == variable) == (literal > 0);
}

bool cnf_is_needed(const struct cnf *c, int literal)
{
    return ccadical_failed(c->solver, literal);
}

void cnf_read(const struct cnf *c, bool *values)
{
    for (size_t i = 0; i < c->aig->nodes.count; i++)
        values[i] = i < c->variable_of.count && c->variable_of.at[i] && cnf_value(c, c->variable_of.at[i]);
    aig_simulate(c->aig, values);
}
