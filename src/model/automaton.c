// Automata of regular expressions, made from below: one for each expression that is part of the whole, in the order of
// the handles, so that no depth of nesting matters. None has a step without a letter.
//
// While they are made, state 0 is initial and no step leads to it. That keeps the operations simple: what leaves the
// initial state of the second can be added to any state of the first.
#include "model/automaton.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

#define MAX_STEPS 2000000

static void free_draft(struct automaton_work *w, struct automaton_draft *d)
{
    array_free(w->mem, &d->accepting);
    array_free(w->mem, &d->steps);
}

static uint32_t add_state(struct automaton_work *w, struct automaton_draft *d, bool accepting)
{
    if (d->accepting.count >= AUTOMATON_MAX_STATES) {
        w->too_many = true;
        return 0;
    }
    array_push(w->mem, &d->accepting, (unsigned char)accepting);
    return (uint32_t)(d->accepting.count - 1);
}

static void add_step(struct automaton_work *w, struct automaton_draft *d, uint32_t from, uint32_t to, expr letter)
{
    if (d->steps.count >= MAX_STEPS)
        w->too_many = true;
    if (!w->too_many)
        array_push(w->mem, &d->steps, ((struct automaton_step){from, to, letter}));
}

// ---- Operations -----------------------------------------------------------------------------------------------------

// The states of `from` but its initial one, which becomes `initial`, with their steps. Gives what is added to the
// number of a state.
static uint32_t copy_into(struct automaton_work *w, struct automaton_draft *d, const struct automaton_draft *from,
                          uint32_t initial, bool accepts)
{
    uint32_t shift = (uint32_t)d->accepting.count - 1;
    for (size_t s = 1; s < from->accepting.count; s++)
        add_state(w, d, accepts && from->accepting.at[s]);
    for (size_t i = 0; i < from->steps.count && !w->too_many; i++) {
        struct automaton_step step = from->steps.at[i];
        add_step(w, d, step.from ? step.from + shift : initial, step.to + shift, step.letter);
    }
    return shift;
}

// What leaves the initial state of `to`, now from another state.
static void branch_off(struct automaton_work *w, struct automaton_draft *d, uint32_t state,
                       const struct automaton_draft *to, uint32_t shift)
{
    for (size_t i = 0; i < to->steps.count && to->steps.at[i].from == 0; i++)
        add_step(w, d, state, to->steps.at[i].to + shift, to->steps.at[i].letter);
}

static void make_leaf(struct automaton_work *w, struct automaton_draft *d, const struct regular_node *n)
{
    add_state(w, d, n->op == REGULAR_EMPTY);
    if (n->op == REGULAR_LETTER)
        add_step(w, d, 0, add_state(w, d, true), n->letter);
}

static void make_or(struct automaton_work *w, struct automaton_draft *d, const struct automaton_draft *a,
                    const struct automaton_draft *b)
{
    add_state(w, d, a->accepting.at[0] || b->accepting.at[0]);
    copy_into(w, d, a, 0, true);
    copy_into(w, d, b, 0, true);
}

static void make_concat(struct automaton_work *w, struct automaton_draft *d, const struct automaton_draft *a,
                        const struct automaton_draft *b)
{
    bool may_end = b->accepting.at[0];
    add_state(w, d, a->accepting.at[0] && may_end);
    copy_into(w, d, a, 0, may_end);
    if (w->too_many)
        return;
    uint32_t first = (uint32_t)(a->accepting.at[0] ? 0 : d->accepting.count); // a place for b's own initial state
    if (!a->accepting.at[0])
        add_state(w, d, false); // never reached, and trimmed
    uint32_t shift = copy_into(w, d, b, first, true);
    for (uint32_t s = 1; s < a->accepting.count && !w->too_many; s++)
        if (a->accepting.at[s])
            branch_off(w, d, s, b, shift);
}

static void make_fusion(struct automaton_work *w, struct automaton_draft *d, const struct automaton_draft *a,
                        const struct automaton_draft *b)
{
    add_state(w, d, false);
    copy_into(w, d, a, 0, false);
    uint32_t unreached = add_state(w, d, false);
    uint32_t shift = copy_into(w, d, b, unreached, true);
    for (size_t i = 0; i < a->steps.count; i++)
        for (size_t k = 0; a->accepting.at[a->steps.at[i].to] && k < b->steps.count && b->steps.at[k].from == 0; k++) {
            const struct automaton_step *end = &a->steps.at[i], *start = &b->steps.at[k];
            if (w->too_many)
                return;
            add_step(w, d, end->from, start->to + shift, model_and(w->model, end->letter, start->letter));
        }
}

static void make_star(struct automaton_work *w, struct automaton_draft *d, const struct automaton_draft *a)
{
    add_state(w, d, true);
    uint32_t shift = copy_into(w, d, a, 0, true);
    for (uint32_t s = 1; s < a->accepting.count && !w->too_many; s++)
        if (a->accepting.at[s])
            branch_off(w, d, s + shift, a, shift);
}

// ---- The product ----------------------------------------------------------------------------------------------------

struct product {
    const struct automaton_draft *a, *b;
    size_t *first[2];      // by state: its first step; one more at the end
    ARRAY(uint32_t) pairs; // by state: that of a, that of b
};

static size_t *first_steps(struct automaton_work *w, const struct automaton_draft *d)
{
    size_t *first = mem_alloc(w->mem, (d->accepting.count + 1) * sizeof *first), at = 0;
    for (uint32_t s = 0; s <= d->accepting.count; s++) {
        while (at < d->steps.count && d->steps.at[at].from < s)
            at++;
        first[s] = at;
    }
    return first;
}

static uint32_t pair_state(struct automaton_work *w, struct automaton_draft *d, struct product *p,
                           struct int_map *known, uint32_t s, uint32_t t)
{
    bool added;
    uint32_t key = s * (uint32_t)p->b->accepting.count + t, next = (uint32_t)d->accepting.count;
    uint32_t *state = int_map_try_add(w->mem, known, key, next, &added);
    if (!state) {
        w->too_many = true;
        return 0;
    }
    if (!added)
        return *state;
    array_push(w->mem, &p->pairs, s);
    array_push(w->mem, &p->pairs, t);
    return add_state(w, d, p->a->accepting.at[s] && p->b->accepting.at[t]);
}

static void pair_steps(struct automaton_work *w, struct automaton_draft *d, struct product *p, struct int_map *known,
                       uint32_t state)
{
    assert(2 * (size_t)state + 1 < p->pairs.count);
    uint32_t s = p->pairs.at[2 * state], t = p->pairs.at[2 * state + 1];
    for (size_t i = p->first[0][s]; i < p->first[0][s + 1]; i++)
        for (size_t k = p->first[1][t]; k < p->first[1][t + 1] && !w->too_many; k++) {
            expr letter = model_and(w->model, p->a->steps.at[i].letter, p->b->steps.at[k].letter);
            uint32_t to = pair_state(w, d, p, known, p->a->steps.at[i].to, p->b->steps.at[k].to);
            add_step(w, d, state, to, letter);
        }
}

static void make_and(struct automaton_work *w, struct automaton_draft *d, const struct automaton_draft *a,
                     const struct automaton_draft *b)
{
    struct product p = {.a = a, .b = b, .first = {first_steps(w, a), first_steps(w, b)}};
    struct int_map known = {0};
    pair_state(w, d, &p, &known, 0, 0);
    for (uint32_t state = 0; state < d->accepting.count && !w->too_many; state++)
        pair_steps(w, d, &p, &known, state);
    mem_free(w->mem, p.first[0], (a->accepting.count + 1) * sizeof *p.first[0]);
    mem_free(w->mem, p.first[1], (b->accepting.count + 1) * sizeof *p.first[1]);
    array_free(w->mem, &p.pairs);
    int_map_free(w->mem, &known);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static void make_draft(struct automaton_work *w, struct automaton_draft *d, const struct regular_node *n,
                       const struct automaton_draft *made)
{
    const struct automaton_draft *a = n->args[0] != REGULAR_NONE ? &made[n->args[0]] : NULL;
    const struct automaton_draft *b = n->args[1] != REGULAR_NONE ? &made[n->args[1]] : NULL;
    assert(n->op < REGULAR_CONCAT || (a && (b || n->op == REGULAR_STAR)));
    switch (n->op) {
    case REGULAR_CONCAT:
        make_concat(w, d, a, b);
        break;
    case REGULAR_FUSION:
        make_fusion(w, d, a, b);
        break;
    case REGULAR_OR:
        make_or(w, d, a, b);
        break;
    case REGULAR_AND:
        make_and(w, d, a, b);
        break;
    case REGULAR_STAR:
        make_star(w, d, a);
        break;
    default:
        make_leaf(w, d, n);
    }
}

// How often each expression up to `top` is an operand in what `top` is made of; 0 for those it is not made of.
static void count_uses(const struct model *m, regular top, uint32_t *uses)
{
    uses[top] = 1;
    for (regular r = top + 1; r-- > 0;)
        for (int i = 0; uses[r] && i < 2; i++)
            if (model_regular(m, r)->args[i] != REGULAR_NONE)
                uses[model_regular(m, r)->args[i]]++;
}

static void drop_operands(struct automaton_work *w, const struct regular_node *n, struct automaton_draft *made,
                          uint32_t *uses)
{
    for (int i = 0; i < 2; i++)
        if (n->args[i] != REGULAR_NONE && --uses[n->args[i]] == 0)
            free_draft(w, &made[n->args[i]]);
}

static void hand_over(struct automaton_work *w, struct automaton_draft *d, struct automaton *a)
{
    bool nothing = d->accepting.count == 1 && !d->accepting.at[0];
    if (nothing)
        return;
    a->states = (uint32_t)d->accepting.count;
    a->accepting = mem_alloc(w->mem, a->states);
    memcpy(a->accepting, d->accepting.at, a->states);
    a->step_count = d->steps.count;
    if (a->step_count > 0) {
        a->steps = mem_alloc(w->mem, a->step_count * sizeof *a->steps);
        memcpy(a->steps, d->steps.at, a->step_count * sizeof *a->steps);
    }
}

bool automaton_make(struct model *m, regular top, struct automaton *a, struct mem *mem)
{
    struct automaton_work w = {m, mem, false};
    size_t count = (size_t)top + 1;
    struct automaton_draft *made = mem_zalloc(mem, count * sizeof *made);
    uint32_t *uses = mem_zalloc(mem, count * sizeof *uses);
    *a = (struct automaton){0};
    count_uses(m, top, uses);
    for (regular r = 0; r <= top && !w.too_many; r++) {
        if (!uses[r])
            continue;
        make_draft(&w, &made[r], model_regular(m, r), made);
        automaton_tidy(&w, &made[r], r == top);
        drop_operands(&w, model_regular(m, r), made, uses);
    }
    if (!w.too_many)
        hand_over(&w, &made[top], a);
    for (regular r = 0; r <= top; r++)
        free_draft(&w, &made[r]);
    mem_free(mem, made, count * sizeof *made);
    mem_free(mem, uses, count * sizeof *uses);
    return !w.too_many;
}

void automaton_free(struct automaton *a, struct mem *mem)
{
    mem_free(mem, a->accepting, a->states);
    mem_free(mem, a->steps, a->step_count * sizeof *a->steps);
    *a = (struct automaton){0};
}
