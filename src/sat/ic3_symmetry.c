#include "sat/ic3_symmetry.h"

#include "base/clock.h"
#include "sat/ic3_queries.h"

#define SECONDS_TO_FIND 0.5 // symmetries
#define MOST_AT_ONCE 256    // images that become clauses since a state is in them

void ic3_close_orbits(struct ic3 *s)
{
    if (s->has_orbits)
        clause_orbits_close(&s->orbits);
    s->has_orbits = false;
    array_free(s->mem, &s->failed_frame);
}

static void look_for_symmetries(struct ic3 *s)
{
    double end = s->watch->deadline, until = clock_now() + SECONDS_TO_FIND;
    s->symmetric_from = 0;
    s->has_orbits = true;
    if (!clause_orbits_open(&s->orbits, s->circuit, end > 0 && end < until ? end : until, s->mem)) {
        ic3_close_orbits(s);
        return;
    }
    for (size_t f = 1; f < s->frames.count; f++)
        for (size_t i = 0; i < s->frames.at[f].blocked.count; i++)
            clause_orbits_learn(&s->orbits, &s->frames.at[f].blocked.at[i], f);
}

void ic3_note_blocked(struct ic3 *s, const struct state_cube *c, size_t frame)
{
    if (s->has_orbits)
        clause_orbits_learn(&s->orbits, c, frame);
    else if (s->symmetric_from > 0 && ic3_clauses(s) >= s->symmetric_from)
        look_for_symmetries(s);
}

typedef ARRAY(int) int_array;

// With `left`, the images are cubes of the invariant, too: the next state is not to be in them.
static bool block_images(struct ic3 *s, size_t frame, int_array *left)
{
    size_t cursor = 0, before = s->images;
    if (!s->has_orbits || frame == 0)
        return false;
    for (size_t i = 0; i < s->circuit->latches.count; i++)
        s->state[i] = cnf_value(&s->step.cnf, s->now.at[i]);
    while (s->images - before < MOST_AT_ONCE) {
        size_t its = frame;
        if (!clause_orbits_block(&s->orbits, s->state, &cursor, &its, &s->image))
            break;
        ic3_add_clause(s, &s->image, its);
        if (left)
            array_push(s->mem, left, ic3_next_is_in(s, &s->image));
        s->images++;
    }
    return s->images > before;
}

bool ic3_block_images(struct ic3 *s, size_t frame)
{
    return block_images(s, frame, NULL);
}

// ---- Pushing --------------------------------------------------------------------------------------------------------

enum ic3_pushed ic3_is_pushed(const struct ic3 *s, const struct state_cube *c, size_t frame)
{
    size_t orbit = s->has_orbits ? clause_orbits_find(&s->orbits, c) : SIZE_MAX;
    if (orbit == SIZE_MAX)
        return IC3_PUSH_OPEN;
    if (s->orbits.orbits.at[orbit].frame > frame)
        return IC3_PUSH_HOLDS;
    // Frames grow by one between two rounds.
    bool has_failed = orbit < s->failed_frame.count && s->failed_frame.at[orbit].frame == frame &&
                      s->failed_frame.at[orbit].round == s->frames.count;
    return has_failed ? IC3_PUSH_FAILS : IC3_PUSH_OPEN;
}

void ic3_note_pushed(struct ic3 *s, const struct state_cube *c, size_t frame, bool holds)
{
    size_t orbit = s->has_orbits ? clause_orbits_find(&s->orbits, c) : SIZE_MAX;
    if (orbit == SIZE_MAX)
        return;
    while (s->failed_frame.count <= orbit)
        array_push(s->mem, &s->failed_frame, (struct ic3_failed_push){0});
    if (holds)
        clause_orbits_raise(&s->orbits, orbit, frame + 1);
    else
        s->failed_frame.at[orbit] = (struct ic3_failed_push){frame, s->frames.count};
}

// ---- Invariants -----------------------------------------------------------------------------------------------------

// Clauses that follow from an image are forgotten, so places among the cubes of a frame say nothing: images are noted
// as they come. That no initial state is in them is asked in the end.
enum cnf_answer ic3_close_invariant(struct ic3 *s, size_t frame)
{
    int_array left = {0}; // by cube: the next state is in it
    enum cnf_answer answer = CNF_SAT;
    int assumed[] = {s->frames.at[frame].activated, s->any_step};
    for (size_t f = frame; f < s->frames.count; f++)
        for (size_t i = 0; i < s->frames.at[f].blocked.count; i++)
            array_push(s->mem, &left, ic3_next_is_in(s, &s->frames.at[f].blocked.at[i]));
    do {
        answer = cnf_solve_with(&s->step.cnf, assumed, 2, left.at, left.count);
        s->queries++;
    } while (answer == CNF_SAT && block_images(s, frame, &left));
    for (size_t f = frame; f < s->frames.count; f++)
        for (size_t i = 0; i < s->frames.at[f].blocked.count && answer == CNF_UNSAT; i++)
            answer = ic3_is_initial(s, &s->frames.at[f].blocked.at[i]);
    array_free(s->mem, &left);
    return answer;
}
