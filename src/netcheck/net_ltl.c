// LTL on the reachable markings, by a tableau (Clarke, Grumberg and Hamaguchi, 1994). An execution that ends stays in
// its last marking.
//
// The elementary formulas are X g for each X g and each until h (as X h). A state of the product is a marking with a
// guess which of them hold; the guesses are numbered, and each has its set of markings. A step goes from a guess to
// another where X g was guessed exactly if g holds there. What is an until that holds must come true: justice.
#include <string.h>

#include "netcheck/net_space_parts.h"

enum { MOST_ELEMENTARY = 8, MOST_PARTS = 64 };

// Parts of the formula in normal form: operands come first.
struct part {
    enum { PART_STATES, PART_NOT, PART_AND, PART_NEXT, PART_UNTIL } kind;
    uint32_t left, right;
    uint32_t elementary; // of next and until
    mdd states;          // of PART_STATES
};

struct tableau {
    struct net_space *s;
    struct part parts[MOST_PARTS];
    uint32_t part_count;
    uint32_t elementary[MOST_ELEMENTARY]; // the part that is to hold next
    uint32_t elementary_count, guesses;
    bool is_too_large;
    mdd *truth; // by part and guess: the markings in which it holds
};

static uint32_t add_part(struct tableau *t, struct part p)
{
    if (t->part_count == MOST_PARTS) {
        t->is_too_large = true;
        return 0;
    }
    for (uint32_t i = 0; i < t->part_count; i++) {
        const struct part *old = &t->parts[i];
        if (old->kind == p.kind && old->left == p.left && old->right == p.right && old->states == p.states)
            return i;
    }
    t->parts[t->part_count] = p;
    return t->part_count++;
}

static uint32_t add_temporal(struct tableau *t, struct part p)
{
    uint32_t before = t->part_count, at = add_part(t, p);
    if (at < before || t->is_too_large)
        return at;
    if (t->elementary_count == MOST_ELEMENTARY) {
        t->is_too_large = true;
        return at;
    }
    t->parts[at].elementary = t->elementary_count;
    t->elementary[t->elementary_count++] = p.kind == PART_NEXT ? p.left : at;
    return at;
}

static uint32_t negate(struct tableau *t, uint32_t part)
{
    if (t->parts[part].kind == PART_NOT)
        return t->parts[part].left;
    return add_part(t, (struct part){.kind = PART_NOT, .left = part});
}

static uint32_t add_formula(struct tableau *t, const struct mcc_formula *f)
{
    if (mcc_is_state_formula(f))
        return add_part(t, (struct part){.kind = PART_STATES, .states = net_space_states(t->s, f)});
    uint32_t left = add_formula(t, f->operands[0]), right = f->operands[1] ? add_formula(t, f->operands[1]) : 0;
    uint32_t all = 0;
    if (f->op == MCC_F || f->op == MCC_G)
        all = add_part(t, (struct part){.kind = PART_STATES, .states = t->s->reach});
    switch (f->op) {
    case MCC_NOT:
        return negate(t, left);
    case MCC_AND:
        return add_part(t, (struct part){.kind = PART_AND, .left = left, .right = right});
    case MCC_OR:
        left = negate(t, left);
        right = negate(t, right);
        return negate(t, add_part(t, (struct part){.kind = PART_AND, .left = left, .right = right}));
    case MCC_X:
        return add_temporal(t, (struct part){.kind = PART_NEXT, .left = left});
    case MCC_F:
        return add_temporal(t, (struct part){.kind = PART_UNTIL, .left = all, .right = left});
    case MCC_G:
        return negate(t, add_temporal(t, (struct part){.kind = PART_UNTIL, .left = all, .right = negate(t, left)}));
    default:
        return add_temporal(t, (struct part){.kind = PART_UNTIL, .left = left, .right = right});
    }
}

static mdd *truth_of(const struct tableau *t, uint32_t part, uint32_t guess)
{
    return &t->truth[(size_t)part * t->guesses + guess];
}

static bool is_guessed(uint32_t guess, uint32_t elementary)
{
    return guess >> elementary & 1;
}

static void find_truth(struct tableau *t)
{
    struct mdd_manager *m = t->s->m;
    for (uint32_t i = 0; i < t->part_count; i++)
        for (uint32_t g = 0; g < t->guesses; g++) {
            const struct part *p = &t->parts[i];
            mdd next = is_guessed(g, p->elementary) ? t->s->reach : MDD_EMPTY, *out = truth_of(t, i, g);
            if (p->kind == PART_STATES)
                *out = p->states;
            else if (p->kind == PART_NOT)
                *out = net_space_not(t->s, *truth_of(t, p->left, g));
            else if (p->kind == PART_AND)
                *out = mdd_intersection(m, *truth_of(t, p->left, g), *truth_of(t, p->right, g));
            else if (p->kind == PART_NEXT)
                *out = next;
            else
                *out = mdd_union(m, *truth_of(t, p->right, g), mdd_intersection(m, *truth_of(t, p->left, g), next));
        }
}

// ---- The product ----------------------------------------------------------------------------------------------------
// A set of it is a set of markings for each guess.

static bool is_over(const struct tableau *t)
{
    return mdd_is_over(t->s->m);
}

// Adds markings to the guess from which a step leads to them: it says what holds in them, from this elementary formula
// on.
static void distribute(const struct tableau *t, mdd part, uint32_t to, uint32_t elementary, uint32_t from, mdd *out)
{
    struct mdd_manager *m = t->s->m;
    if (part == MDD_EMPTY || is_over(t))
        return;
    if (elementary == t->elementary_count) {
        out[from] = mdd_union(m, out[from], part);
        return;
    }
    mdd holds = *truth_of(t, t->elementary[elementary], to);
    distribute(t, mdd_intersection(m, part, holds), to, elementary + 1, from | UINT32_C(1) << elementary, out);
    distribute(t, mdd_difference(m, part, holds), to, elementary + 1, from, out);
}

// Where a step leads into the set.
static void before(const struct tableau *t, const mdd *set, mdd *out)
{
    struct net_space *s = t->s;
    memset(out, 0, t->guesses * sizeof *out);
    for (uint32_t to = 0; to < t->guesses; to++)
        distribute(t, set[to], to, 0, 0, out);
    mdd dead = net_space_dead(s);
    for (uint32_t g = 0; g < t->guesses; g++)
        out[g] = mdd_union(s->m, net_space_before(s, out[g], s->reach), mdd_intersection(s->m, out[g], dead));
}

// From where a path through `set` leads to those of it that are just, with at least one step.
static void lead_to_justice(const struct tableau *t, const mdd *set, uint32_t until, mdd *out, mdd *step)
{
    struct mdd_manager *m = t->s->m;
    const struct part *p = &t->parts[until];
    for (uint32_t g = 0; g < t->guesses; g++) {
        mdd just = mdd_union(m, *truth_of(t, p->right, g), net_space_not(t->s, *truth_of(t, until, g)));
        out[g] = mdd_intersection(m, set[g], just);
    }
    for (bool is_new = true; is_new && !is_over(t);) {
        is_new = false;
        before(t, out, step);
        for (uint32_t g = 0; g < t->guesses; g++) {
            mdd more = mdd_union(m, out[g], mdd_intersection(m, set[g], step[g]));
            is_new |= more != out[g];
            out[g] = more;
        }
    }
    before(t, out, step);
    for (uint32_t g = 0; g < t->guesses; g++)
        out[g] = mdd_intersection(m, set[g], step[g]);
}

// The states of the product from which an infinite path goes on that is just for each until.
static void find_just(const struct tableau *t, mdd *set, mdd *next, mdd *step)
{
    for (bool is_new = true; is_new && !is_over(t);) {
        is_new = false;
        bool has_until = false;
        for (uint32_t i = 0; i < t->part_count && !is_over(t); i++) {
            if (t->parts[i].kind != PART_UNTIL)
                continue;
            has_until = true;
            lead_to_justice(t, set, i, next, step);
            is_new |= memcmp(set, next, t->guesses * sizeof *set) != 0;
            memcpy(set, next, t->guesses * sizeof *set);
        }
        if (has_until)
            continue;
        before(t, set, step);
        for (uint32_t g = 0; g < t->guesses; g++) {
            next[g] = mdd_intersection(t->s->m, set[g], step[g]);
            is_new |= next[g] != set[g];
            set[g] = next[g];
        }
    }
}

enum net_truth net_space_check_ltl(struct net_space *s, const struct mcc_formula *f)
{
    struct tableau *t = mem_zalloc(s->mem, sizeof *t);
    enum net_truth truth = NET_UNKNOWN;
    t->s = s;
    uint32_t top = add_formula(t, f);
    t->guesses = UINT32_C(1) << t->elementary_count;
    if (!t->is_too_large && !is_over(t)) {
        size_t size = (size_t)t->part_count * t->guesses * sizeof *t->truth, row = t->guesses * sizeof(mdd);
        t->truth = mem_zalloc(s->mem, size);
        mdd *set = mem_alloc(s->mem, 3 * row), *next = set + t->guesses, *step = next + t->guesses;
        find_truth(t);
        for (uint32_t g = 0; g < t->guesses; g++)
            set[g] = s->reach;
        find_just(t, set, next, step);
        truth = NET_TRUE; // unless some path begins at the initial marking on which it is false
        for (uint32_t g = 0; g < t->guesses; g++) {
            mdd bad = mdd_difference(s->m, mdd_intersection(s->m, set[g], s->initial), *truth_of(t, top, g));
            truth = bad != MDD_EMPTY ? NET_FALSE : truth;
        }
        truth = is_over(t) ? NET_UNKNOWN : truth;
        mem_free(s->mem, set, 3 * row);
        mem_free(s->mem, t->truth, size);
    }
    mem_free(s->mem, t, sizeof *t);
    return truth;
}
