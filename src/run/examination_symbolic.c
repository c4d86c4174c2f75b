// Answers by the reachable markings of the net, as a decision diagram (netcheck/net_space.h): its interchangeable
// colours are counted, or it is unfolded.
#include "base/clock.h"
#include "netcheck/net_space.h"
#include "pnml/agglomerate.h"
#include "pnml/slice_net.h"
#include "run/examination_parts.h"

enum { MOST_EVENTS = 3000000, MOST_CHANGES = 30000000 };
#define MOST_WORDS ((size_t)600000000)      // of a diagram
#define MOST_SLICE_WORDS ((size_t)20000000) // of one of a part of the net

struct symbolic {
    struct exam *x;
    const struct quick *quick;
    struct net_space *space;
    double until, late; // to find the markings; to decide what is asked, once they are found
};

static bool is_over(void *context)
{
    const struct symbolic *s = context;
    return (s->until > 0 && clock_now() > s->until) || run_is_interrupted(s->x->run);
}

static bool goes_on(void *context, const char *phase)
{
    (void)phase;
    return !is_over(context);
}

static void decide_bound(struct symbolic *s, struct question *q)
{
    int64_t most;
    if (q->is_of_colour ? !net_space_most_of_colour(s->space, &most) : !net_space_most(s->space, &q->sum, &most))
        return;
    q->least = q->most = most;
    q->techniques |= BY_DIAGRAMS;
    examination_tell_bound(s->x, q);
}

// False if the question is open, and more work could decide it.
static bool decide_question(struct symbolic *s, uint32_t number, uint64_t steps)
{
    struct question *q = &s->x->questions.at[number];
    const struct mcc_formula *f = examination_quick_formula(s->quick, number);
    if (q->is_answered || (q->kind != OF_BOUND && !f))
        return true;
    net_space_allow(s->space, steps);
    if (q->kind == OF_BOUND)
        decide_bound(s, q);
    else {
        bool is_linear = number < s->x->properties.at.count && s->x->properties.at.at[number].is_linear;
        enum net_truth truth = is_linear ? net_space_check_ltl(s->space, f) : net_space_check_ctl(s->space, f);
        if (truth != NET_UNKNOWN)
            examination_tell(s->x, q, truth == NET_TRUE, BY_DIAGRAMS);
    }
    return q->is_answered || net_space_is_full(s->space);
}

// Each in turn with some work, then with more.
static void decide_questions(struct symbolic *s)
{
    const uint64_t first = UINT64_C(1) << 19, last = UINT64_C(1) << 40;
    bool is_open = true;
    for (uint64_t steps = first; is_open && steps < last; steps *= 8) {
        is_open = false;
        for (uint32_t i = 0; i < s->x->questions.count && !is_over(s); i++)
            is_open |= !decide_question(s, i, steps);
        is_open = is_open && !is_over(s);
    }
}

static void count(struct symbolic *s)
{
    struct question *states = &s->x->questions.at[0];
    mpz_t markings, arcs;
    mpz_inits(markings, arcs, NULL);
    bool has_arcs = net_space_count(s->space, markings, arcs);
    if (mpz_sgn(markings) > 0 && !states->is_answered)
        examination_tell_number(s->x, "STATES", markings, BY_DIAGRAMS);
    states->is_answered |= mpz_sgn(markings) > 0;
    if (has_arcs && !s->x->has_arcs)
        examination_tell_number(s->x, "TRANSITIONS", arcs, BY_DIAGRAMS);
    s->x->has_arcs |= has_arcs;
    mpz_clears(markings, arcs, NULL);
}

// ---- Slices ---------------------------------------------------------------------------------------------------------

// The formula of a question as one of branching time; NULL if it is none for slices.
static const struct mcc_formula *formula_for_slice(const struct symbolic *s, uint32_t number)
{
    const struct mcc_formula *f = examination_quick_formula(s->quick, number);
    bool is_linear = number < s->x->properties.at.count && s->x->properties.at.at[number].is_linear;
    if (f && is_linear)
        f = f->op == MCC_G && mcc_is_state_formula(f->operands[0]) ? mcc_make(&s->x->arena, MCC_A, f, NULL) : NULL;
    return f && slice_net_is_for(f) ? f : NULL;
}

static bool open_slice(const struct symbolic *s, uint32_t number, const struct flat_net *flat, struct slice_net *to)
{
    const struct question *q = &s->x->questions.at[number];
    const struct mcc_formula *f = q->kind == OF_BOUND ? NULL : formula_for_slice(s, number);
    if (q->is_answered || (q->kind == OF_BOUND ? q->is_of_colour : !f))
        return false;
    slice_net_open(to, flat, f, &q->sum, s->x->mem);
    if (to->net.places.count > 0 && to->net.places.count < flat->places.count)
        return true;
    slice_net_close(to);
    return false;
}

static void decide_on_slice(struct symbolic *s, uint32_t number)
{
    struct question *q = &s->x->questions.at[number];
    if (q->kind == OF_BOUND) {
        decide_bound(s, q);
        return;
    }
    enum net_truth truth =
        net_space_check_ctl(s->space, s->x->kind == EXAM_DEADLOCK ? examination_quick_formula(s->quick, number)
                                                                  : formula_for_slice(s, number));
    if (truth != NET_UNKNOWN)
        examination_tell(s->x, q, truth == NET_TRUE, BY_DIAGRAMS | BY_REDUCTION);
}

// The questions from `first` on that can be asked of the slice of that one.
static void decide_by_slice(struct symbolic *s, uint32_t first, const struct flat_net *flat,
                            const struct slice_net *slice)
{
    struct net_space_limits most = {MOST_SLICE_WORDS, is_over, s};
    s->space = net_space_open(&slice->net, &most, s->x->mem);
    for (uint32_t i = first; s->space && i < s->x->questions.count && !is_over(s); i++) {
        struct slice_net other;
        if (!open_slice(s, i, flat, &other))
            continue;
        net_space_allow(s->space, 0);
        if (slice_net_has(slice, &other))
            decide_on_slice(s, i);
        slice_net_close(&other);
    }
    net_space_close(s->space);
    s->space = NULL;
}

// What needs a part of the net only is asked of that, for a third of the time, shared by those that are left.
static void decide_slices(struct symbolic *s, const struct flat_net *flat)
{
    double until = s->until, begin = clock_now(), end = begin + (until - begin) / 3;
    uint32_t count = (uint32_t)s->x->questions.count;
    for (uint32_t i = 0; i < count && !is_over(s) && s->x->kind != EXAM_STATE_SPACE; i++) {
        struct slice_net slice;
        if (until > 0)
            s->until = clock_now() + (end - clock_now()) / (count - i);
        if (open_slice(s, i, flat, &slice)) {
            decide_by_slice(s, i, flat, &slice);
            slice_net_close(&slice);
        }
        s->until = until;
    }
}

// ---- Agglomeration --------------------------------------------------------------------------------------------------

// Whether any transition can fire: what a deadlock is about.
static const struct mcc_formula *some_fireable(struct exam *x)
{
    struct mcc_formula *f = mcc_make(&x->arena, MCC_FIREABLE, NULL, NULL);
    uint32_t *all = arena_alloc(&x->arena, (x->input.net->transitions.count + 1) * sizeof *all);
    f->transition_count = x->input.net->transitions.count;
    for (uint32_t i = 0; i < f->transition_count; i++)
        all[i] = i;
    f->transitions = all;
    return f;
}

// The slice of a question without what can be left out of it. False if that is nothing.
static bool open_agglomerated(const struct symbolic *s, uint32_t number, const struct flat_net *flat,
                              struct slice_net *to)
{
    const struct question *q = &s->x->questions.at[number];
    bool is_deadlock = s->x->kind == EXAM_DEADLOCK;
    const struct mcc_formula *f = q->kind == OF_BOUND ? NULL
                                  : is_deadlock       ? some_fireable(s->x)
                                                      : formula_for_slice(s, number);
    if (q->is_answered || (q->kind == OF_BOUND ? q->is_of_colour : !f || !flat_net_agglomerates_for(f)))
        return false;
    slice_net_open(to, flat, f, &q->sum, s->x->mem);
    size_t room = to->net.places.count + 1, before = to->net.places.count;
    bool *is_observed = mem_zalloc(s->x->mem, room);
    if (!is_deadlock) // which stays, whatever is left out
        slice_net_observe(&to->net, f, &q->sum, is_observed);
    bool good = before > 0 && flat_net_agglomerate(&to->net, is_observed);
    mem_free(s->x->mem, is_observed, room);
    log_verbose(&s->x->run->log, "agglomeration for question %u leaves %zu of %zu places, %zu events", number + 1,
                to->net.places.count, before, to->net.events.count);
    if (!good)
        slice_net_close(to);
    return good;
}

// Each question of its own net, in a quarter of the time.
static void decide_agglomerated(struct symbolic *s, const struct flat_net *flat)
{
    double until = s->until, begin = clock_now(), end = begin + (until - begin) / 4;
    struct net_space_limits most = {MOST_SLICE_WORDS, is_over, s};
    uint32_t count = (uint32_t)s->x->questions.count;
    for (uint32_t i = 0; i < count && !is_over(s) && s->x->kind != EXAM_STATE_SPACE; i++) {
        struct slice_net slice;
        if (until > 0)
            s->until = clock_now() + (end - clock_now()) / (count - i);
        if (open_agglomerated(s, i, flat, &slice)) {
            s->space = net_space_open(&slice.net, &most, s->x->mem);
            if (s->space)
                decide_on_slice(s, i);
            net_space_close(s->space);
            s->space = NULL;
            slice_net_close(&slice);
        }
        s->until = until;
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

// What is left is asked of the markings of the flat net.
static void decide(struct symbolic *s, const struct flat_net *flat)
{
    struct net_space_limits most = {MOST_WORDS, is_over, s};
    if (flat->groups.count == 0) {
        decide_slices(s, flat);
        decide_agglomerated(s, flat);
    }
    s->space = net_space_open(flat, &most, s->x->mem);
    log_verbose(&s->x->run->log, "the markings are %s after %.2f s", s->space ? "found" : "not found",
                clock_now() - s->x->started);
    s->until = s->late;
    if (s->space && s->x->kind == EXAM_STATE_SPACE)
        count(s);
    if (s->space)
        decide_questions(s);
    net_space_close(s->space);
}

static bool is_done(const struct exam *x)
{
    for (size_t i = 0; i < x->questions.count; i++)
        if (!x->questions.at[i].is_answered)
            return false;
    return x->kind != EXAM_STATE_SPACE || x->has_arcs;
}

typedef bool flatten(struct flat_net *, const struct net *, const struct flat_net_limits *, struct mem *,
                     struct diag *);

static void decide_by(struct exam *x, const struct quick *quick, flatten *by, double until, double late)
{
    struct symbolic s = {.x = x, .quick = quick, .until = until, .late = late};
    struct flat_net_limits limits = {MOST_EVENTS, MOST_CHANGES};
    struct flat_net flat;
    struct diag diag; // that it cannot be done is nobody's mistake
    diag_open(&diag, x->mem);
    diag.goes_on = goes_on;
    diag.context = &s;
    bool good = by(&flat, x->input.net, &limits, x->mem, &diag);
    log_verbose(&x->run->log, "%s %s after %.2f s: %zu places, %zu events",
                by == flat_net_count ? "counting" : "unfolding", good ? "ends" : "fails", clock_now() - x->started,
                flat.places.count, flat.events.count);
    if (good)
        decide(&s, &flat);
    flat_net_close(&flat);
    diag_close(&diag);
}

void examination_symbolic_first(struct exam *x, const struct quick *quick, double until, double late)
{
    if (!is_done(x))
        decide_by(x, quick, flat_net_count, until, late);
}

void examination_symbolic(struct exam *x, const struct quick *quick, double half, double until, double late)
{
    if (!is_done(x))
        decide_by(x, quick, flat_net_count, half, late);
    if (!is_done(x))
        decide_by(x, quick, flat_net_unfold, until, late);
}
