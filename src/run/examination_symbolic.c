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

// A bound, or a part of a formula that is asked of the initial marking: what the question is joined of by `and`, `or`
// and `not`. An examination of all places or transitions has one for each.
struct piece {
    uint32_t question;
    const struct mcc_formula *formula; // NULL: a bound
};

struct symbolic {
    struct exam *x;
    struct quick *quick;
    struct net_space *space;
    ARRAY(struct piece) pieces; // that are asked of parts of the net
    double until, late;         // to find the markings; to decide what is asked, once they are found
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

// ---- Pieces ---------------------------------------------------------------------------------------------------------

static void add_pieces(struct symbolic *s, uint32_t question, const struct mcc_formula *f)
{
    if (f->op == MCC_NOT || f->op == MCC_AND || f->op == MCC_OR) {
        add_pieces(s, question, f->operands[0]);
        if (f->operands[1])
            add_pieces(s, question, f->operands[1]);
    } else if (slice_net_is_for(f) || s->x->kind == EXAM_DEADLOCK)
        array_push(s->x->mem, &s->pieces, ((struct piece){question, f}));
}

static void find_pieces(struct symbolic *s)
{
    for (uint32_t i = 0; i < s->x->questions.count && s->x->kind != EXAM_STATE_SPACE; i++) {
        const struct question *q = &s->x->questions.at[i];
        const struct mcc_formula *f = examination_quick_formula(s->quick, i);
        bool is_linear = i < s->x->properties.at.count && s->x->properties.at.at[i].is_linear;
        if (f && is_linear) // which is a formula of branching time if it is G of a condition
            f = f->op == MCC_G && mcc_is_state_formula(f->operands[0]) ? mcc_make(&s->x->arena, MCC_A, f, NULL) : NULL;
        if (q->kind == OF_BOUND && !q->is_of_colour)
            array_push(s->x->mem, &s->pieces, ((struct piece){i, NULL}));
        else if (f)
            add_pieces(s, i, f);
    }
}

static bool is_open(const struct symbolic *s, const struct piece *p)
{
    return !s->x->questions.at[p->question].is_answered &&
           !(p->formula && examination_quick_knows(s->quick, p->formula));
}

// On the diagram of a part of the net.
static void decide_piece(struct symbolic *s, const struct piece *p)
{
    struct question *q = &s->x->questions.at[p->question];
    enum net_truth truth = p->formula ? net_space_check_ctl(s->space, p->formula) : NET_UNKNOWN;
    bool is_linear = p->question < s->x->properties.at.count && s->x->properties.at.at[p->question].is_linear;
    if (!p->formula)
        decide_bound(s, q);
    else if (truth != NET_UNKNOWN && is_linear) // the piece is all of it
        examination_tell(s->x, q, truth == NET_TRUE, BY_DIAGRAMS | BY_REDUCTION);
    else if (truth != NET_UNKNOWN)
        examination_quick_learn(s->quick, p->question, p->formula, truth == NET_TRUE, BY_DIAGRAMS | BY_REDUCTION);
}

// ---- Slices ---------------------------------------------------------------------------------------------------------

static bool open_slice(const struct symbolic *s, const struct piece *p, const struct flat_net *flat,
                       struct slice_net *to)
{
    const struct question *q = &s->x->questions.at[p->question];
    if (!is_open(s, p) || s->x->kind == EXAM_DEADLOCK)
        return false;
    slice_net_open(to, flat, p->formula, &q->sum, s->x->mem);
    if (to->net.places.count > 0 && to->net.places.count < flat->places.count)
        return true;
    slice_net_close(to);
    return false;
}

// The pieces from `first` on that can be asked of the slice of that one.
static void decide_by_slice(struct symbolic *s, size_t first, const struct flat_net *flat,
                            const struct slice_net *slice)
{
    enum { MOST_ON_ONE = 32 };
    struct net_space_limits most = {MOST_SLICE_WORDS, is_over, s};
    s->space = net_space_open(&slice->net, &most, s->x->mem);
    for (size_t i = first; s->space && i < s->pieces.count && i < first + MOST_ON_ONE && !is_over(s); i++) {
        struct slice_net other;
        if (!open_slice(s, &s->pieces.at[i], flat, &other))
            continue;
        net_space_allow(s->space, 0);
        if (slice_net_has(slice, &other))
            decide_piece(s, &s->pieces.at[i]);
        slice_net_close(&other);
    }
    net_space_close(s->space);
    s->space = NULL;
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

// The slice of a piece without what can be left out of it. False if that is nothing.
static bool open_agglomerated(const struct symbolic *s, const struct piece *p, const struct flat_net *flat,
                              struct slice_net *to)
{
    const struct mcc_sum *sum = &s->x->questions.at[p->question].sum;
    bool is_deadlock = s->x->kind == EXAM_DEADLOCK;
    const struct mcc_formula *f = is_deadlock ? some_fireable(s->x) : p->formula;
    if (!is_open(s, p) || (f && !flat_net_agglomerates_for(f)))
        return false;
    slice_net_open(to, flat, f, sum, s->x->mem);
    size_t room = to->net.places.count + 1, before = to->net.places.count;
    bool *is_observed = mem_zalloc(s->x->mem, room);
    if (!is_deadlock) // which stays, whatever is left out
        slice_net_observe(&to->net, f, sum, is_observed);
    bool good = before > 0 && flat_net_agglomerate(&to->net, is_observed);
    mem_free(s->x->mem, is_observed, room);
    log_verbose(&s->x->run->log, "agglomeration for question %u leaves %zu of %zu places, %zu events", p->question + 1,
                to->net.places.count, before, to->net.events.count);
    if (!good)
        slice_net_close(to);
    return good;
}

// A net of its own for the piece.
static void decide_by_agglomeration(struct symbolic *s, size_t piece, const struct flat_net *flat,
                                    const struct slice_net *slice)
{
    struct net_space_limits most = {MOST_SLICE_WORDS, is_over, s};
    (void)flat;
    s->space = net_space_open(&slice->net, &most, s->x->mem);
    if (s->space)
        decide_piece(s, &s->pieces.at[piece]);
    net_space_close(s->space);
    s->space = NULL;
}

// Each piece on a part of the net, where that is a smaller one, for a share of the time that those left share.
struct by_parts {
    double share;
    bool (*open)(const struct symbolic *, const struct piece *, const struct flat_net *, struct slice_net *);
    void (*decide)(struct symbolic *, size_t piece, const struct flat_net *, const struct slice_net *);
};

static void decide_pieces(struct symbolic *s, const struct flat_net *flat, const struct by_parts *by)
{
    double until = s->until, begin = clock_now(), end = begin + by->share * (until - begin);
    for (size_t i = 0; i < s->pieces.count && !is_over(s); i++) {
        struct slice_net slice;
        if (until > 0 && clock_now() > end)
            break;
        if (until > 0)
            s->until = clock_now() + (end - clock_now()) / (double)(s->pieces.count - i);
        if (by->open(s, &s->pieces.at[i], flat, &slice)) {
            by->decide(s, i, flat, &slice);
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
        find_pieces(s);
        decide_pieces(s, flat, &(struct by_parts){1.0 / 3, open_slice, decide_by_slice});
        decide_pieces(s, flat, &(struct by_parts){1.0 / 4, open_agglomerated, decide_by_agglomeration});
        array_free(s->x->mem, &s->pieces);
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

static void decide_by(struct exam *x, struct quick *quick, flatten *by, double until, double late)
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

void examination_symbolic_first(struct exam *x, struct quick *quick, double until, double late)
{
    if (!is_done(x))
        decide_by(x, quick, flat_net_count, until, late);
}

void examination_symbolic(struct exam *x, struct quick *quick, double half, double until, double late)
{
    if (!is_done(x))
        decide_by(x, quick, flat_net_count, half, late);
    if (!is_done(x))
        decide_by(x, quick, flat_net_unfold, until, late);
}
