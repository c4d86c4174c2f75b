// Answers by the reachable markings of the net, as a decision diagram (netcheck/net_space.h): its interchangeable
// colours are counted, or it is unfolded.
#include "base/clock.h"
#include "netcheck/net_space.h"
#include "run/examination_parts.h"

enum { MOST_EVENTS = 3000000, MOST_CHANGES = 30000000 };
#define MOST_WORDS ((size_t)600000000) // of a diagram

struct symbolic {
    struct exam *x;
    const struct quick *quick;
    struct net_space *space;
    double until;
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

// What is left is asked of the markings of the flat net.
static void decide(struct symbolic *s, const struct flat_net *flat)
{
    struct net_space_limits most = {MOST_WORDS, is_over, s};
    s->space = net_space_open(flat, &most, s->x->mem);
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

static void decide_by(struct exam *x, const struct quick *quick, flatten *by, double until)
{
    struct symbolic s = {.x = x, .quick = quick, .until = until};
    struct flat_net_limits limits = {MOST_EVENTS, MOST_CHANGES};
    struct flat_net flat;
    struct diag diag; // that it cannot be done is nobody's mistake
    diag_open(&diag, x->mem);
    diag.goes_on = goes_on;
    diag.context = &s;
    if (by(&flat, x->input.net, &limits, x->mem, &diag))
        decide(&s, &flat);
    flat_net_close(&flat);
    diag_close(&diag);
}

void examination_symbolic(struct exam *x, const struct quick *quick, double half, double until)
{
    if (!is_done(x))
        decide_by(x, quick, flat_net_count, half);
    if (!is_done(x))
        decide_by(x, quick, flat_net_unfold, until);
}
