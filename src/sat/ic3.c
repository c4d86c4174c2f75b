#include "sat/ic3.h"

#include <stdlib.h>

#include "sat/ic3_queries.h"
#include "sat/ic3_symmetry.h"

// ---- Obligations ----------------------------------------------------------------------------------------------------

static bool is_before(const struct ic3 *s, size_t a, size_t b)
{
    const struct obligation *x = &s->obligations.at[a], *y = &s->obligations.at[b];
    return x->frame != y->frame ? x->frame < y->frame : x->depth != y->depth ? x->depth < y->depth : a < b;
}

static void swap(struct ic3 *s, size_t a, size_t b)
{
    size_t held = s->queue.at[a];
    s->queue.at[a] = s->queue.at[b];
    s->queue.at[b] = held;
}

static void enqueue(struct ic3 *s, size_t obligation)
{
    size_t at = s->queue.count;
    array_push(s->mem, &s->queue, obligation);
    for (; at > 0 && is_before(s, s->queue.at[at], s->queue.at[(at - 1) / 2]); at = (at - 1) / 2)
        swap(s, at, (at - 1) / 2);
}

static size_t dequeue(struct ic3 *s)
{
    size_t first = s->queue.at[0], at = 0;
    s->queue.at[0] = array_pop(&s->queue);
    for (;;) {
        size_t least = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < s->queue.count; child++)
            if (is_before(s, s->queue.at[child], s->queue.at[least]))
                least = child;
        if (least == at)
            return first;
        swap(s, at, least);
        at = least;
    }
}

// The state that was found, lifted, is to be blocked in a frame.
static bool add_obligation(struct ic3 *s, size_t frame, size_t towards, struct sat_bad bad)
{
    struct obligation o = {.frame = frame, .towards = towards};
    o.inputs = mem_zalloc(s->mem, s->circuit->inputs.count + 1);
    const struct state_cube *target = towards == SIZE_MAX ? NULL : &s->obligations.at[towards].cube;
    o.depth = target ? s->obligations.at[towards].depth + 1 : 0;
    bool good = ic3_lift(s, target, bad, &o.cube, o.inputs);
    array_push(s->mem, &s->obligations, o);
    enum cnf_answer initial = good ? ic3_is_initial(s, &o.cube) : CNF_UNKNOWN;
    if (initial == CNF_SAT) { // which the solver would not tell again if it is stopped meanwhile
        s->reached = s->obligations.count - 1;
        for (size_t i = 0; i < s->circuit->latches.count; i++)
            s->state[i] = cnf_value(&s->start.cnf, s->start_now.at[i]);
    }
    enqueue(s, s->obligations.count - 1);
    return initial != CNF_UNKNOWN;
}

static void clear_obligations(struct ic3 *s)
{
    for (size_t i = 0; i < s->obligations.count; i++) {
        array_free(s->mem, &s->obligations.at[i].cube);
        mem_free(s->mem, s->obligations.at[i].inputs, s->circuit->inputs.count + 1);
    }
    s->obligations.count = s->queue.count = 0;
    s->reached = SIZE_MAX;
}

// ---- Blocking -------------------------------------------------------------------------------------------------------

static size_t top(const struct ic3 *s)
{
    return s->frames.count - 1;
}

static bool is_blocked(const struct ic3 *s, const struct state_cube *c, size_t frame)
{
    struct state_cube its = *c;
    state_cube_sign(&its);
    for (size_t f = frame; f < s->frames.count; f++)
        for (size_t i = 0; i < s->frames.at[f].blocked.count; i++)
            if (state_cube_is_subset(&s->frames.at[f].blocked.at[i], &its))
                return true;
    return false;
}

static void block(struct ic3 *s, const struct state_cube *c, size_t frame)
{
    ic3_add_clause(s, c, frame);
    ic3_note_blocked(s, c, frame);
    for (size_t i = 0; i < c->count; i++)
        s->activity[c->at[i]]++;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Those that were of little use come first: they are left out.
static void order_by_activity(struct ic3 *s, const struct state_cube *c)
{
    s->order.count = 0;
    for (size_t i = 0; i < c->count; i++)
        array_push(s->mem, &s->order, (uint64_t)s->activity[c->at[i]] << 32 | c->at[i]);
    if (s->order.count > 1)
        qsort(s->order.at, s->order.count, sizeof *s->order.at, ascending);
}

// Leaves out literals of a cube that has no predecessor in a frame, as long as that stays so. False if stopped.
static bool generalise(struct ic3 *s, struct state_cube *c, size_t frame)
{
    order_by_activity(s, c);
    for (size_t i = 0; i < s->order.count; i++) {
        uint32_t literal = (uint32_t)s->order.at[i];
        if (c->count == 1 || !state_cube_has(c, literal))
            continue;
        state_cube_without(s->mem, &s->smaller, c, literal);
        enum cnf_answer answer = ic3_is_initial(s, &s->smaller);
        if (answer == CNF_UNSAT) {
            answer = ic3_has_predecessor(s, &s->smaller, frame, true, &s->core);
            if (answer == CNF_UNSAT)
                state_cube_copy(s->mem, c, &s->core);
        }
        if (answer == CNF_UNKNOWN)
            return false;
    }
    return true;
}

// A cube that has no predecessor in the frame before is generalised and blocked, as far on as it can be. Gives the
// frame; 0 if stopped.
static size_t learn(struct ic3 *s, struct state_cube *c, size_t frame)
{
    enum cnf_answer answer = CNF_UNSAT;
    if (!generalise(s, c, frame - 1))
        return 0;
    while (frame < top(s) && answer == CNF_UNSAT) {
        answer = ic3_has_predecessor(s, c, frame, true, &s->core);
        if (answer == CNF_UNSAT) {
            state_cube_copy(s->mem, c, &s->core);
            frame++;
        }
    }
    block(s, c, frame);
    return answer == CNF_UNKNOWN ? 0 : frame;
}

static enum sat_answer block_all(struct ic3 *s, struct sat_bad bad)
{
    struct state_cube cube = {0};
    enum sat_answer answer = SAT_OPEN;
    while (answer == SAT_OPEN && s->reached == SIZE_MAX && s->queue.count > 0) {
        if (s->rests)
            s->rests(s->context);
        size_t at = dequeue(s), frame = s->obligations.at[at].frame;
        if (!is_blocked(s, &s->obligations.at[at].cube, frame)) {
            switch (ic3_has_predecessor(s, &s->obligations.at[at].cube, frame - 1, true, &cube)) {
            case CNF_SAT:
                answer = add_obligation(s, frame - 1, at, bad) ? SAT_OPEN : SAT_STOPPED;
                enqueue(s, at);
                continue;
            case CNF_UNSAT:
                frame = learn(s, &cube, frame);
                break;
            default:
                frame = 0;
                break;
            }
        }
        if (frame == 0)
            answer = SAT_STOPPED;
        else if (frame < top(s)) {
            s->obligations.at[at].frame = frame + 1;
            enqueue(s, at);
        }
    }
    array_free(s->mem, &cube);
    return s->reached != SIZE_MAX ? SAT_FAILS : answer;
}

// ---- Without symmetries ---------------------------------------------------------------------------------------------

// The images that were found were not enough for an invariant (some are no cubes, or there are too many): all but what
// is known to be one begins again without them.
static void start_anew(struct ic3 *s)
{
    struct ic3 old = *s; // which has what is not closed with it
    s->invariant.at = NULL;
    s->invariant.count = s->invariant.capacity = 0;
    ic3_close(s);
    ic3_open(s, old.circuit, 0, old.watch, old.mem);
    s->queries = old.queries;
    s->rests = old.rests;
    s->context = old.context;
    for (size_t i = 0; i < old.invariant.count; i++) {
        ic3_block_forever(s, &old.invariant.at[i]);
        array_push(s->mem, &s->invariant, old.invariant.at[i]);
    }
    array_free(s->mem, &old.invariant);
}

// ---- Pushing --------------------------------------------------------------------------------------------------------

// The cube is as it is, if it is one of an orbit; else what it took.
static enum cnf_answer push_clause(struct ic3 *s, const struct state_cube *c, size_t frame)
{
    enum ic3_pushed known = ic3_is_pushed(s, c, frame);
    enum cnf_answer answer = known == IC3_PUSH_HOLDS   ? CNF_UNSAT
                             : known == IC3_PUSH_FAILS ? CNF_SAT
                                                       : ic3_has_predecessor(s, c, frame, false, &s->core);
    if (known == IC3_PUSH_OPEN && answer != CNF_UNKNOWN)
        ic3_note_pushed(s, c, frame, answer == CNF_UNSAT);
    if (answer == CNF_UNSAT) {
        bool is_whole = known == IC3_PUSH_HOLDS || ic3_is_pushed(s, c, frame) == IC3_PUSH_HOLDS;
        state_cube_copy(s->mem, &s->predecessor, is_whole ? c : &s->core);
        block(s, &s->predecessor, frame + 1); // which takes the cube out of this frame
    }
    return answer;
}

// Moves clauses on to the frame behind where they hold there, too. False if stopped. An image that is found meanwhile
// may take the place of the cube that is looked at, which is a copy therefore.
static bool push_clauses(struct ic3 *s)
{
    struct state_cube c = {0};
    enum cnf_answer answer = CNF_UNSAT;
    for (size_t f = 1; f < top(s) && answer != CNF_UNKNOWN; f++)
        for (size_t i = 0; i < s->frames.at[f].blocked.count && answer != CNF_UNKNOWN;) {
            state_cube_copy(s->mem, &c, &s->frames.at[f].blocked.at[i]);
            answer = push_clause(s, &c, f);
            i += answer == CNF_SAT;
        }
    array_free(s->mem, &c);
    return answer != CNF_UNKNOWN;
}

// Where a frame has no clauses of its own, it is the same as the one behind it: their clauses are an invariant. UNSAT:
// it was found. SAT: there is none, so far.
static enum cnf_answer find_invariant(struct ic3 *s)
{
    size_t f = 1;
    while (f < top(s) && s->frames.at[f].blocked.count > 0)
        f++;
    if (f >= top(s))
        return CNF_SAT;
    if (s->images > 0) {
        enum cnf_answer answer = ic3_close_invariant(s, f + 1);
        if (answer == CNF_SAT)
            start_anew(s);
        if (answer != CNF_UNSAT)
            return answer;
    }
    for (f++; f < s->frames.count; f++) {
        for (size_t i = 0; i < s->frames.at[f].blocked.count; i++) {
            ic3_block_forever(s, &s->frames.at[f].blocked.at[i]);
            array_push(s->mem, &s->invariant, s->frames.at[f].blocked.at[i]);
        }
        s->frames.at[f].blocked.count = 0;
    }
    return CNF_UNSAT;
}

// ---- The main loop --------------------------------------------------------------------------------------------------

enum sat_answer ic3_check(struct ic3 *s, struct sat_bad bad)
{
    for (size_t frame = 0;; frame = top(s)) {
        enum cnf_answer violation;
        while ((violation = ic3_has_violation(s, bad, frame)) == CNF_SAT) {
            clear_obligations(s);
            enum sat_answer answer = add_obligation(s, frame, SIZE_MAX, bad) ? block_all(s, bad) : SAT_STOPPED;
            if (answer != SAT_OPEN)
                return answer;
        }
        if (violation == CNF_UNKNOWN)
            return SAT_STOPPED;
        if (frame < top(s))
            continue;
        // Nothing is bad there: on to the next.
        enum cnf_answer invariant = find_invariant(s);
        if (invariant == CNF_SAT) {
            ic3_add_frame(s);
            ic3_renew_steps(s);
            invariant = push_clauses(s) ? find_invariant(s) : CNF_UNKNOWN;
        }
        if (invariant != CNF_SAT)
            return invariant == CNF_UNSAT ? SAT_HOLDS : SAT_STOPPED;
    }
}

// ---- Counterexamples ------------------------------------------------------------------------------------------------

struct reading {
    const bool *values; // by node of the circuit
};

static bool is_true(void *context, aig_lit literal)
{
    const struct reading *r = context;
    return aig_value(r->values, literal);
}

// From an initial state of the obligation that has one, along the inputs of all that it leads to.
void ic3_read_trace(struct ic3 *s, struct sat_bad bad, struct trace *trace)
{
    const struct transition_circuit *c = s->circuit;
    size_t bytes = (model_cell_count(c->model) + 1) * sizeof(value), nodes = c->aig.nodes.count;
    value *state = mem_zalloc(s->mem, bytes);
    bool *values = mem_zalloc(s->mem, nodes);
    trace_open(trace, c->model);
    for (size_t o = s->reached;; o = s->obligations.at[o].towards) {
        for (size_t i = 0; i < c->latches.count; i++)
            values[aig_node_of(c->latches.at[i].now)] = s->state[i];
        for (size_t i = 0; i < c->inputs.count; i++)
            values[aig_node_of(c->inputs.at[i].now)] = o != SIZE_MAX && s->obligations.at[o].inputs[i];
        aig_simulate(&c->aig, values);
        transition_circuit_read(c, is_true, &(struct reading){values}, state);
        trace_push(trace, s->mem, state);
        for (size_t i = 0; i < c->latches.count; i++)
            s->state[i] = aig_value(values, c->latches.at[i].next);
        if (o == SIZE_MAX || (s->obligations.at[o].towards == SIZE_MAX && !bad.is_of_step))
            break;
    }
    mem_free(s->mem, values, nodes);
    mem_free(s->mem, state, bytes);
}

size_t ic3_clauses(const struct ic3 *s)
{
    size_t count = s->invariant.count;
    for (size_t f = 1; f < s->frames.count; f++)
        count += s->frames.at[f].blocked.count;
    return count;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

void ic3_open(struct ic3 *s, const struct transition_circuit *c, size_t symmetric_from, struct sat_watch *watch,
              struct mem *mem)
{
    *s = (struct ic3){.mem = mem, .circuit = c, .watch = watch, .reached = SIZE_MAX, .symmetric_from = symmetric_from};
    ic3_open_steps(s);
    unroll_open(&s->lift, c, false, watch, mem);
    unroll_open(&s->start, c, false, watch, mem);
    cnf_clause(&s->lift.cnf, (int[]){unroll_literal(&s->lift, 0, c->is_state)}, 1);
    cnf_clause(&s->start.cnf, (int[]){unroll_literal(&s->start, 0, c->is_initial)}, 1);
    s->lift_failed[0] = -unroll_literal(&s->lift, 0, c->is_step);
    s->lift_failed[1] = -unroll_literal(&s->lift, 1, c->is_state);
    for (size_t i = 0; i < c->latches.count; i++) {
        aig_lit latch = c->latches.at[i].now;
        array_push(mem, &s->lift_now, unroll_literal(&s->lift, 0, latch));
        array_push(mem, &s->lift_next, unroll_literal(&s->lift, 1, latch));
        array_push(mem, &s->start_now, unroll_literal(&s->start, 0, latch));
    }
    for (size_t i = 0; i < c->inputs.count; i++)
        array_push(mem, &s->lift_inputs, unroll_literal(&s->lift, 0, c->inputs.at[i].now));
    s->activity = mem_zalloc(mem, (2 * c->latches.count + 1) * sizeof *s->activity);
    s->state = mem_zalloc(mem, c->latches.count + 1);
    ic3_add_frame(s);
}

void ic3_close(struct ic3 *s)
{
    clear_obligations(s);
    for (size_t f = 0; f < s->frames.count; f++) {
        for (size_t i = 0; i < s->frames.at[f].blocked.count; i++)
            array_free(s->mem, &s->frames.at[f].blocked.at[i]);
        array_free(s->mem, &s->frames.at[f].blocked);
    }
    for (size_t i = 0; i < s->invariant.count; i++)
        array_free(s->mem, &s->invariant.at[i]);
    array_free(s->mem, &s->frames);
    array_free(s->mem, &s->invariant);
    array_free(s->mem, &s->obligations);
    array_free(s->mem, &s->queue);
    array_free(s->mem, &s->now);
    array_free(s->mem, &s->next);
    array_free(s->mem, &s->lift_now);
    array_free(s->mem, &s->lift_next);
    array_free(s->mem, &s->start_now);
    array_free(s->mem, &s->inputs);
    array_free(s->mem, &s->lift_inputs);
    array_free(s->mem, &s->assumed);
    array_free(s->mem, &s->clause);
    array_free(s->mem, &s->order);
    array_free(s->mem, &s->smaller);
    array_free(s->mem, &s->core);
    array_free(s->mem, &s->predecessor);
    array_free(s->mem, &s->image);
    ic3_close_orbits(s);
    mem_free(s->mem, s->activity, (2 * s->circuit->latches.count + 1) * sizeof *s->activity);
    mem_free(s->mem, s->state, s->circuit->latches.count + 1);
    unroll_close(&s->step);
    unroll_close(&s->lift);
    unroll_close(&s->start);
}
