#include "sat/ic3_saved.h"

#include "sat/ic3_queries.h"

#include <stdlib.h>

static void add(struct ic3_saved *s, const struct state_cube *cube, size_t frame, struct mem *mem)
{
    struct saved_clause clause = {.frame = frame};
    state_cube_copy(mem, &clause.cube, cube);
    array_push(mem, &s->clauses, clause);
}

void ic3_saved_take(struct ic3_saved *s, const struct ic3 *ic3, struct mem *mem)
{
    for (size_t i = 0; i < ic3->invariant.count; i++)
        add(s, &ic3->invariant.at[i], 0, mem);
    for (size_t f = 1; f < ic3->frames.count; f++)
        for (size_t i = 0; i < ic3->frames.at[f].blocked.count; i++)
            add(s, &ic3->frames.at[f].blocked.at[i], f, mem);
}

void ic3_saved_close(struct ic3_saved *s, struct mem *mem)
{
    for (size_t i = 0; i < s->clauses.count; i++)
        array_free(mem, &s->clauses.at[i].cube);
    array_free(mem, &s->clauses);
}

// ---- Files ----------------------------------------------------------------------------------------------------------

bool ic3_saved_write(const struct ic3_saved *s, struct stream *file)
{
    uint64_t count = s->clauses.count;
    bool good = stream_write(file, &count, sizeof count);
    for (size_t i = 0; i < s->clauses.count && good; i++) {
        const struct saved_clause *c = &s->clauses.at[i];
        uint32_t head[2] = {(uint32_t)c->frame, (uint32_t)c->cube.count};
        good =
            stream_write(file, head, sizeof head) && stream_write(file, c->cube.at, c->cube.count * sizeof *c->cube.at);
    }
    return good;
}

// Literals in order, and of each latch one at the most.
static bool is_cube(const struct state_cube *c, size_t latches)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->at[i] >> 1 >= latches || (i > 0 && c->at[i] >> 1 <= c->at[i - 1] >> 1))
            return false;
    return true;
}

static bool read_clause(struct ic3_saved *s, struct stream *file, size_t latches, struct mem *mem)
{
    uint32_t head[2];
    if (!stream_read(file, head, sizeof head) || head[1] > latches)
        return false;
    array_push(mem, &s->clauses, (struct saved_clause){.frame = head[0]});
    struct state_cube *cube = &array_last(&s->clauses).cube;
    array_reserve(mem, cube, head[1]);
    cube->count = head[1];
    return stream_read(file, cube->at, head[1] * sizeof *cube->at) && is_cube(cube, latches);
}

bool ic3_saved_read(struct ic3_saved *s, struct stream *file, size_t latches, struct mem *mem)
{
    uint64_t count;
    bool good = stream_read(file, &count, sizeof count);
    *s = (struct ic3_saved){0};
    for (uint64_t i = 0; i < count && good; i++)
        good = read_clause(s, file, latches, mem);
    if (!good)
        ic3_saved_close(s, mem);
    return good;
}

// ---- Frames ---------------------------------------------------------------------------------------------------------

struct restoring {
    struct ic3 *ic3;
    const struct ic3_saved *saved;
    size_t *frame;      // by clause: up to which it may hold
    int *next;          // by clause: what implies that the next state violates it
    ARRAY(int) claimed; // one of these
};

static bool is_violated_next(const struct restoring *r, size_t clause)
{
    const struct state_cube *c = &r->saved->clauses.at[clause].cube;
    for (size_t i = 0; i < c->count; i++)
        if (cnf_value(&r->ic3->step.cnf, r->ic3->next.at[c->at[i] >> 1]) == (c->at[i] & 1))
            return false;
    return true;
}

static int ascending(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

// Frames are numbered anew, so that each has clauses of its own. Gives the last one.
static size_t number_frames(struct restoring *r)
{
    size_t count = r->saved->clauses.count, last = 0, bytes = (count + 1) * sizeof(size_t);
    size_t *sorted = mem_alloc(r->ic3->mem, bytes);
    for (size_t i = 0; i < count; i++)
        sorted[i] = r->saved->clauses.at[i].frame;
    qsort(sorted, count, sizeof *sorted, ascending);
    for (size_t i = 0; i < count; i++)
        if (sorted[i] > 0 && (last == 0 || sorted[i] != sorted[last - 1]))
            sorted[last++] = sorted[i];
    for (size_t i = 0; i < count; i++) {
        const size_t *place = bsearch(&r->saved->clauses.at[i].frame, sorted, last, sizeof *sorted, ascending);
        r->frame[i] = place ? (size_t)(place - sorted) + 1 : 0;
    }
    mem_free(r->ic3->mem, sorted, bytes);
    return last;
}

// Initial states violate none of what is left. A clause that is to hold forever has a frame of its own behind all
// others, and before it one that is the same, so that IC3 finds it to be an invariant. Gives the last frame; 0 if
// stopped.
static size_t begin(struct restoring *r)
{
    size_t last = number_frames(r) + 2;
    for (size_t i = 0; i < r->saved->clauses.count; i++) {
        const struct saved_clause *c = &r->saved->clauses.at[i];
        enum cnf_answer answer = ic3_is_initial(r->ic3, &c->cube);
        if (answer == CNF_UNKNOWN)
            return 0;
        r->frame[i] = answer == CNF_SAT ? 0 : c->frame ? r->frame[i] : last;
        r->next[i] = answer == CNF_SAT ? 0 : ic3_next_is_in(r->ic3, &c->cube);
    }
    return last;
}

// Those that do not hold in a frame stay in the one before it. False if stopped.
static bool settle(struct restoring *r, size_t frame)
{
    for (;;) {
        r->claimed.count = 0;
        for (size_t i = 0; i < r->saved->clauses.count; i++)
            if (r->frame[i] >= frame)
                array_push(r->ic3->mem, &r->claimed, r->next[i]);
        if (r->claimed.count == 0)
            return true;
        int assumed[] = {r->ic3->frames.at[frame - 1].activated, r->ic3->any_step};
        r->ic3->queries++;
        enum cnf_answer answer = cnf_solve_with(&r->ic3->step.cnf, assumed, 2, r->claimed.at, r->claimed.count);
        if (answer != CNF_SAT)
            return answer == CNF_UNSAT;
        for (size_t i = 0; i < r->saved->clauses.count; i++)
            if (r->frame[i] >= frame && is_violated_next(r, i))
                r->frame[i] = frame - 1;
    }
}

bool ic3_restore(struct ic3 *ic3, const struct ic3_saved *saved)
{
    struct restoring r = {.ic3 = ic3, .saved = saved};
    size_t count = saved->clauses.count + 1;
    r.frame = mem_zalloc(ic3->mem, count * sizeof *r.frame);
    r.next = mem_zalloc(ic3->mem, count * sizeof *r.next);
    size_t last = begin(&r);
    bool good = last > 0;
    for (size_t frame = 1; frame <= last && good; frame++) {
        ic3_add_frame(ic3);
        good = settle(&r, frame);
        for (size_t i = 0; i < saved->clauses.count && good; i++)
            if (r.frame[i] >= frame)
                ic3_assert_clause(ic3, &saved->clauses.at[i].cube, frame);
    }
    for (size_t i = 0; i < saved->clauses.count && good; i++)
        if (r.frame[i] > 0)
            ic3_note_clause(ic3, &saved->clauses.at[i].cube, r.frame[i]);
    mem_free(ic3->mem, r.frame, count * sizeof *r.frame);
    mem_free(ic3->mem, r.next, count * sizeof *r.next);
    array_free(ic3->mem, &r.claimed);
    return good;
}
