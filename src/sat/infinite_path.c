#include "sat/infinite_path.h"

// How long lassos may be, in steps. That no fair one is so long can be hard to see, and is no proof of anything.
#define LONGEST_LASSO 256
#define LONGEST_FAIR_LASSO 32
#define MOST_GATES ((size_t)1 << 22) // of all moments together

void infinite_path_open(struct infinite_path *p, struct transition_circuit *circuit, struct sat_watch *watch,
                        struct mem *mem)
{
    *p = (struct infinite_path){.mem = mem, .circuit = circuit, .dead = AIG_FALSE};
    p->totality = CIRCUIT_TOTALITY_UNKNOWN;
    const struct model *m = circuit->model;
    for (size_t i = 0; i < model_justice_count(m); i++)
        array_push(mem, &p->justice, transition_circuit_condition(circuit, model_justice(m, i)));
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        for (int k = 0; k < 2; k++)
            array_push(mem, &p->compassion, transition_circuit_condition(circuit, pair[k]));
    }
    unroll_open(&p->paths, circuit, false, watch, mem);
}

void infinite_path_close(struct infinite_path *p)
{
    unroll_close(&p->paths);
    array_free(p->mem, &p->avoided);
    array_free(p->mem, &p->cubes);
    array_free(p->mem, &p->justice);
    array_free(p->mem, &p->compassion);
}

// ---- Dead states ----------------------------------------------------------------------------------------------------

// A path of so many steps through states that are not known to be dead.
static int living_path(struct infinite_path *p, size_t steps)
{
    struct unroll *u = &p->paths;
    int path = unroll_path(u, steps);
    for (size_t t = 0; t <= steps; t++) {
        if (t == p->avoided.count)
            array_push(p->mem, &p->avoided, 0);
        for (; p->avoided.at[t] < p->cubes.count; p->avoided.at[t]++)
            cnf_clause2(&u->cnf, -unroll_path(u, t), -unroll_literal(u, t, p->cubes.at[p->avoided.at[t]]));
    }
    return path;
}

// The bits of the state that it took to see that no path goes on from it.
static void note_dead(struct infinite_path *p, const int *assumed)
{
    const struct transition_circuit *c = p->circuit;
    aig_lit cube = AIG_TRUE;
    for (size_t i = 0; i < c->latches.count; i++) {
        aig_lit now = c->latches.at[i].now;
        if (cnf_is_needed(&p->paths.cnf, assumed[i]))
            cube =
                aig_and(&p->circuit->aig, cube, assumed[i] == unroll_literal(&p->paths, 0, now) ? now : aig_not(now));
    }
    array_push(p->mem, &p->cubes, cube);
    p->dead = aig_or(&p->circuit->aig, p->dead, cube);
}

// ---- Lassos ---------------------------------------------------------------------------------------------------------

// A lasso of so many steps: `loop` gets, for each moment before the last, whether the loop begins there. What happens
// in the loop happens from there up to the moment before the last.
static aig_lit lasso(struct infinite_path *p, size_t steps, aig_lit *loop)
{
    struct unroll *u = &p->paths;
    const struct transition_circuit *c = p->circuit;
    struct aig *g = &u->aig;
    ARRAY(aig_lit) all = {0};
    ARRAY(aig_lit) inside = {0}; // by moment
    aig_lit begun = AIG_FALSE;
    for (size_t t = 0; t < steps; t++) {
        aig_lit differs = AIG_FALSE;
        for (size_t i = 0; i < c->latches.count; i++) {
            aig_lit now = c->latches.at[i].now;
            differs = aig_or(g, differs, aig_xor(g, unroll_lit(u, t, now), unroll_lit(u, steps, now)));
        }
        loop[t] = aig_input(g);
        array_push(p->mem, &all, aig_not(aig_and(g, loop[t], differs)));
        array_push(p->mem, &all, aig_not(aig_and(g, loop[t], begun))); // one beginning only
        begun = aig_or(g, begun, loop[t]);
        array_push(p->mem, &inside, begun);
    }
    array_push(p->mem, &all, begun);
    for (size_t i = 0; i < p->justice.count + p->compassion.count; i++) {
        bool is_just = i < p->justice.count;
        aig_lit condition = is_just ? p->justice.at[i] : p->compassion.at[i - p->justice.count];
        aig_lit sometimes = AIG_FALSE;
        for (size_t t = 0; t < steps; t++)
            sometimes = aig_or(g, sometimes, aig_and(g, inside.at[t], unroll_lit(u, t, condition)));
        if (is_just || (i - p->justice.count) % 2 == 0)
            array_push(p->mem, &all, sometimes);
        else // the pair's first was put there just before
            array_last(&all) = aig_or(g, aig_not(array_last(&all)), sometimes);
    }
    aig_lit result = aig_and_all(g, all.at, all.count);
    array_free(p->mem, &all);
    array_free(p->mem, &inside);
    return result;
}

// Puts the lasso that was found behind the trace, whose last state gets the inputs of the first step.
static void append_lasso(struct infinite_path *p, size_t steps, const aig_lit *loop, struct trace *trace)
{
    struct unroll *u = &p->paths;
    size_t first = trace_length(trace) - 1, bytes = (model_cell_count(p->circuit->model) + 1) * sizeof(value);
    value *state = mem_zalloc(p->mem, bytes);
    unroll_read(u, steps + 1);
    unroll_read_state(u, 0, trace_state(trace, first));
    for (size_t t = 1; t < steps; t++) {
        unroll_read_state(u, t, state);
        trace_push(trace, p->mem, state);
    }
    for (size_t t = 0; t < steps; t++)
        if (aig_value(u->values, loop[t]))
            trace->loop = first + t;
    mem_free(p->mem, state, bytes);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

// With fair rules alone, each path goes on as a fair one (model.h).
bool infinite_path_always_goes_on(struct infinite_path *p)
{
    return model_justice_count(p->circuit->model) == 0 && model_compassion_count(p->circuit->model) == 0 &&
           infinite_path_never_ends(p);
}

bool infinite_path_never_ends(struct infinite_path *p)
{
    if (model_ends_stay(p->circuit->model))
        return true;
    if (p->totality == CIRCUIT_TOTALITY_UNKNOWN && !p->is_asked) {
        p->totality = circuit_totality_of(&p->paths);
        p->is_asked = !sat_watch_stops(p->paths.cnf.watch);
    }
    return p->totality == CIRCUIT_TOTAL;
}

// A loop that can be closed after so many steps can be closed after more, by going around: so lengths are doubled.
enum infinite_path_answer infinite_path_check(struct infinite_path *p, struct trace *trace)
{
    struct unroll *u = &p->paths;
    const struct transition_circuit *c = p->circuit;
    const value *state = trace_state(trace, trace_length(trace) - 1);
    bool is_fair = model_has_fairness(c->model);
    size_t longest = is_fair ? LONGEST_FAIR_LASSO : LONGEST_LASSO, count = c->latches.count;
    while (longest > 4 && longest * c->aig.gates > MOST_GATES)
        longest /= 2;
    if (infinite_path_always_goes_on(p))
        return PATH_GOES_ON;
    if (model_fair_rule_count(c->model))
        return PATH_UNKNOWN;
    enum infinite_path_answer result = PATH_UNKNOWN;
    enum cnf_answer answer = CNF_SAT;
    int *assumed = mem_alloc(p->mem, (count + 2) * sizeof *assumed);
    aig_lit *loop = mem_alloc(p->mem, longest * sizeof *loop);
    for (size_t i = 0; i < count; i++) {
        const struct circuit_latch *latch = &c->latches.at[i];
        int now = unroll_literal(u, 0, latch->now);
        assumed[i] = cell_code_bits(&c->cells[latch->cell].code, state[latch->cell]) >> latch->bit & 1 ? now : -now;
    }
    for (size_t steps = 1; steps <= longest && result == PATH_UNKNOWN && answer != CNF_UNKNOWN; steps *= 2) {
        assumed[count] = living_path(p, steps);
        answer = cnf_solve(&u->cnf, assumed, count + 1);
        if (answer == CNF_UNSAT && model_ends_stay(c->model)) // it stays where it ends, and this is not looked at
            break;
        if (answer == CNF_UNSAT) {
            note_dead(p, assumed);
            result = PATH_ENDS;
        }
        if (answer != CNF_SAT)
            break;
        assumed[count + 1] = cnf_literal(&u->cnf, lasso(p, steps, loop));
        answer = cnf_solve(&u->cnf, assumed, count + 2);
        if (answer == CNF_SAT) {
            append_lasso(p, steps, loop, trace);
            result = PATH_GOES_ON;
        }
    }
    mem_free(p->mem, assumed, (count + 2) * sizeof *assumed);
    mem_free(p->mem, loop, longest * sizeof *loop);
    return answer == CNF_UNKNOWN ? PATH_STOPPED : result;
}
