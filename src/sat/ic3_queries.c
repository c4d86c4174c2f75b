#include "sat/ic3_queries.h"

#include "sat/ic3_symmetry.h"

static int literal_of(const int *by_latch, uint32_t literal)
{
    return literal & 1 ? -by_latch[literal >> 1] : by_latch[literal >> 1];
}

static void assume(struct ic3 *s, int literal)
{
    array_push(s->mem, &s->assumed, literal);
}

// The clauses of the frames before it say nothing: the solver would else choose to obey them.
static void assume_frame(struct ic3 *s, size_t frame)
{
    s->assumed.count = 0;
    assume(s, s->frames.at[frame].activated);
    if (frame > 1)
        assume(s, -s->frames.at[frame - 1].activated);
}

// The clause that says that a cube is not so.
static void make_clause(struct ic3 *s, const int *by_latch, const struct state_cube *c)
{
    s->clause.count = 0;
    for (size_t i = 0; i < c->count; i++)
        array_push(s->mem, &s->clause, -literal_of(by_latch, c->at[i]));
}

// ---- The solver for steps -------------------------------------------------------------------------------------------

#define STALE 1000 // clauses: with fewer, the solver stays as it is

void ic3_open_steps(struct ic3 *s)
{
    const struct transition_circuit *c = s->circuit;
    unroll_open(&s->step, c, false, s->watch, s->mem);
    s->any_step = unroll_path(&s->step, 1);
    cnf_clause(&s->step.cnf, (int[]){unroll_literal(&s->step, 0, c->is_state)}, 1);
    s->now.count = s->next.count = s->inputs.count = 0;
    for (size_t i = 0; i < c->latches.count; i++) {
        array_push(s->mem, &s->now, unroll_literal(&s->step, 0, c->latches.at[i].now));
        array_push(s->mem, &s->next, unroll_literal(&s->step, 1, c->latches.at[i].now));
    }
    for (size_t i = 0; i < c->inputs.count; i++)
        array_push(s->mem, &s->inputs, unroll_literal(&s->step, 0, c->inputs.at[i].now));
    s->asserted = 0;
}

static void activate(struct ic3 *s, size_t frame)
{
    s->frames.at[frame].activated =
        frame == 0 ? unroll_literal(&s->step, 0, s->circuit->is_initial) : cnf_variable(&s->step.cnf);
    if (frame > 1)
        cnf_clause2(&s->step.cnf, -s->frames.at[frame - 1].activated, s->frames.at[frame].activated);
}

void ic3_renew_steps(struct ic3 *s)
{
    size_t kept = s->invariant.count;
    for (size_t f = 1; f < s->frames.count; f++)
        kept += s->frames.at[f].blocked.count;
    if (s->asserted < 2 * kept + STALE)
        return;
    unroll_close(&s->step);
    ic3_open_steps(s);
    for (size_t f = 0; f < s->frames.count; f++)
        activate(s, f);
    for (size_t f = 1; f < s->frames.count; f++)
        for (size_t i = 0; i < s->frames.at[f].blocked.count; i++)
            ic3_assert_clause(s, &s->frames.at[f].blocked.at[i], f);
    for (size_t i = 0; i < s->invariant.count; i++) {
        make_clause(s, s->now.at, &s->invariant.at[i]);
        cnf_clause(&s->step.cnf, s->clause.at, s->clause.count);
    }
}

// ---- Frames ---------------------------------------------------------------------------------------------------------

void ic3_add_frame(struct ic3 *s)
{
    array_push(s->mem, &s->frames, (struct ic3_frame){0});
    activate(s, s->frames.count - 1);
}

static void forget_subsumed(struct ic3 *s, const struct state_cube *c, size_t last)
{
    struct state_cube its = *c;
    state_cube_sign(&its);
    for (size_t f = 1; f <= last; f++) {
        struct ic3_frame *frame = &s->frames.at[f];
        for (size_t i = 0; i < frame->blocked.count;)
            if (state_cube_is_subset(&its, &frame->blocked.at[i])) {
                array_free(s->mem, &frame->blocked.at[i]);
                frame->blocked.at[i] = array_pop(&frame->blocked);
            } else {
                i++;
            }
    }
}

void ic3_note_clause(struct ic3 *s, const struct state_cube *c, size_t frame)
{
    struct state_cube copy = {0};
    state_cube_copy(s->mem, &copy, c);
    state_cube_sign(&copy);
    array_push(s->mem, &s->frames.at[frame].blocked, copy);
}

void ic3_assert_clause(struct ic3 *s, const struct state_cube *c, size_t frame)
{
    make_clause(s, s->now.at, c);
    array_push(s->mem, &s->clause, -s->frames.at[frame].activated);
    cnf_clause(&s->step.cnf, s->clause.at, s->clause.count);
    s->asserted++;
}

void ic3_add_clause(struct ic3 *s, const struct state_cube *c, size_t frame)
{
    forget_subsumed(s, c, frame);
    ic3_note_clause(s, c, frame);
    ic3_assert_clause(s, c, frame);
}

void ic3_block_forever(struct ic3 *s, const struct state_cube *c)
{
    make_clause(s, s->now.at, c);
    cnf_clause(&s->step.cnf, s->clause.at, s->clause.count);
    make_clause(s, s->lift_now.at, c);
    cnf_clause(&s->lift.cnf, s->clause.at, s->clause.count);
}

// ---- Initial states -------------------------------------------------------------------------------------------------

static bool contradicts_reset(const struct ic3 *s, uint32_t literal)
{
    aig_lit reset = s->circuit->latches.at[literal >> 1].reset;
    return reset != AIG_NONE && reset == (literal & 1 ? AIG_TRUE : AIG_FALSE);
}

enum cnf_answer ic3_is_initial(struct ic3 *s, const struct state_cube *c)
{
    s->assumed.count = 0;
    for (size_t i = 0; i < c->count; i++)
        if (contradicts_reset(s, c->at[i]))
            return CNF_UNSAT;
    for (size_t i = 0; i < c->count; i++)
        assume(s, literal_of(s->start_now.at, c->at[i]));
    return cnf_solve(&s->start.cnf, s->assumed.at, s->assumed.count);
}

// Literals of a cube, which has no initial state, are added to a part of it until that has none either. False if
// stopped.
static bool leave_initial(struct ic3 *s, const struct state_cube *whole, struct state_cube *part)
{
    switch (ic3_is_initial(s, part)) {
    case CNF_UNSAT:
        return true;
    case CNF_UNKNOWN:
        return false;
    default:
        break;
    }
    for (size_t i = 0; i < whole->count; i++)
        if (contradicts_reset(s, whole->at[i])) {
            array_push(s->mem, part, whole->at[i]);
            state_cube_sort(part);
            return true;
        }
    if (ic3_is_initial(s, whole) != CNF_UNSAT)
        return false;
    for (size_t i = 0; i < whole->count; i++)
        if (cnf_is_needed(&s->start.cnf, literal_of(s->start_now.at, whole->at[i])))
            array_push(s->mem, part, whole->at[i]);
    state_cube_sort(part);
    return true;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

int ic3_next_is_in(struct ic3 *s, const struct state_cube *c)
{
    int result = cnf_variable(&s->step.cnf);
    for (size_t i = 0; i < c->count; i++)
        cnf_clause2(&s->step.cnf, -result, literal_of(s->next.at, c->at[i]));
    return result;
}

enum cnf_answer ic3_has_predecessor(struct ic3 *s, const struct state_cube *c, size_t frame, bool is_relative,
                                    struct state_cube *core)
{
    enum cnf_answer answer;
    do {
        s->queries++;
        assume_frame(s, frame);
        assume(s, s->any_step);
        for (size_t i = 0; i < c->count; i++)
            assume(s, literal_of(s->next.at, c->at[i]));
        if (is_relative)
            make_clause(s, s->now.at, c);
        answer = cnf_solve_with(&s->step.cnf, s->assumed.at, s->assumed.count, is_relative ? s->clause.at : NULL,
                                is_relative ? s->clause.count : 0);
    } while (answer == CNF_SAT && ic3_block_images(s, frame));
    if (answer != CNF_UNSAT || !core)
        return answer;
    core->count = 0;
    for (size_t i = 0; i < c->count; i++)
        if (cnf_is_needed(&s->step.cnf, literal_of(s->next.at, c->at[i])))
            array_push(s->mem, core, c->at[i]);
    return leave_initial(s, c, core) ? CNF_UNSAT : CNF_UNKNOWN;
}

enum cnf_answer ic3_has_violation(struct ic3 *s, struct sat_bad bad, size_t frame)
{
    int violation = cnf_literal(&s->step.cnf, unroll_bad(&s->step, 0, bad));
    enum cnf_answer answer;
    do {
        s->queries++;
        assume_frame(s, frame);
        assume(s, violation);
        answer = cnf_solve(&s->step.cnf, s->assumed.at, s->assumed.count);
    } while (answer == CNF_SAT && ic3_block_images(s, frame));
    return answer;
}

// Of the latches of a state that is lifted, those that the last answer needed. Says whether some were not.
static bool keep_needed(struct ic3 *s, struct state_cube *lifted)
{
    size_t kept = 0, before = lifted->count;
    for (size_t i = 0; i < lifted->count; i++)
        if (cnf_is_needed(&s->lift.cnf, literal_of(s->lift_now.at, lifted->at[i])))
            lifted->at[kept++] = lifted->at[i];
    lifted->count = kept;
    return kept < before;
}

// The same question about what is left, the other way round: what the solver finds needed depends on the order.
#define LIFTED_AGAIN 2

static enum cnf_answer lift_again(struct ic3 *s, struct state_cube *lifted, size_t inputs)
{
    s->assumed.count = inputs;
    for (size_t i = lifted->count; i-- > 0;)
        assume(s, literal_of(s->lift_now.at, lifted->at[i]));
    return cnf_solve_with(&s->lift.cnf, s->assumed.at, s->assumed.count, s->clause.at, s->clause.count);
}

bool ic3_lift(struct ic3 *s, const struct state_cube *towards, struct sat_bad bad, struct state_cube *lifted,
              bool *inputs)
{
    const struct transition_circuit *c = s->circuit;
    int violation = towards ? 0 : cnf_literal(&s->lift.cnf, unroll_bad(&s->lift, 0, bad));
    s->assumed.count = s->clause.count = 0;
    for (size_t i = 0; i < c->inputs.count; i++) {
        inputs[i] = cnf_value(&s->step.cnf, s->inputs.at[i]);
        assume(s, inputs[i] ? s->lift_inputs.at[i] : -s->lift_inputs.at[i]);
    }
    lifted->count = 0;
    for (size_t i = 0; i < c->latches.count; i++) {
        uint32_t literal = (uint32_t)(2 * i + !cnf_value(&s->step.cnf, s->now.at[i]));
        array_push(s->mem, lifted, literal);
        assume(s, literal_of(s->lift_now.at, literal));
    }
    if (towards) {
        make_clause(s, s->lift_next.at, towards);
        array_push(s->mem, &s->clause, s->lift_failed[0]);
        array_push(s->mem, &s->clause, s->lift_failed[1]);
    } else {
        array_push(s->mem, &s->clause, -violation);
    }
    enum cnf_answer answer =
        cnf_solve_with(&s->lift.cnf, s->assumed.at, s->assumed.count, s->clause.at, s->clause.count);
    bool is_smaller = answer == CNF_UNSAT && keep_needed(s, lifted);
    for (int i = 0; i < LIFTED_AGAIN && is_smaller && answer == CNF_UNSAT; i++) {
        answer = lift_again(s, lifted, c->inputs.count);
        is_smaller = answer == CNF_UNSAT && keep_needed(s, lifted);
    }
    return answer != CNF_UNKNOWN; // what leads there is a function of the state and the inputs
}
