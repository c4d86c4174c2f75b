// Quick answers to an examination. Nothing is unfolded: formulas are simplified by the state equation of the net
// without colours, and decided by the initial marking or by markings that guided walks come to.
#include "base/clock.h"
#include "pnml/mcc_simplify.h"
#include "run/examination_parts.h"

// Why a marking is looked for: what follows when it is found.
struct aim {
    uint32_t question;
    enum { DECIDES_PART, REFUTES_LINEAR, PROVES, REFUTES, ONE_OF_ALL } kind;
    const struct mcc_formula *part; // EF f or AG f, in the question's formula
};

struct quick {
    struct exam *x;
    const struct net *net;
    struct mem *mem;
    struct state_equation *equation;
    struct token_game *game, *initial; // one that walks, one that stays where it is
    ARRAY(struct walk_goal) goals;
    ARRAY(struct aim) aims; // by goal
    ARRAY(struct walk_bound) bounds;
    ARRAY(uint32_t) bound_questions;
    known_array known;
    size_t missing; // goals of ONE_OF_ALL that are not found yet
    double until;
};

static bool is_over(void *context)
{
    const struct quick *q = context;
    return (q->until > 0 && clock_now() > q->until) || run_is_interrupted(q->x->run);
}

// ---- What is looked for ---------------------------------------------------------------------------------------------

static void look_for(struct quick *q, const struct mcc_formula *f, bool is_negated, struct aim aim)
{
    array_push(q->mem, &q->goals, ((struct walk_goal){f, is_negated, false}));
    array_push(q->mem, &q->aims, aim);
}

// EF f and AG f where they are asked of the initial marking.
static void collect(struct quick *q, uint32_t question, const struct mcc_formula *f)
{
    if (f->op == MCC_NOT || f->op == MCC_AND || f->op == MCC_OR) {
        collect(q, question, f->operands[0]);
        if (f->operands[1])
            collect(q, question, f->operands[1]);
    }
    if (f->op != MCC_A && f->op != MCC_E)
        return;
    const struct mcc_formula *path = f->operands[0];
    if (path->op == (f->op == MCC_A ? MCC_G : MCC_F) && mcc_is_state_formula(path->operands[0]))
        look_for(q, path->operands[0], f->op == MCC_A, (struct aim){question, DECIDES_PART, f});
}

// G f, which one path refutes.
static void collect_linear(struct quick *q, uint32_t question, const struct mcc_formula *f)
{
    if (f->op == MCC_AND) {
        collect_linear(q, question, f->operands[0]);
        collect_linear(q, question, f->operands[1]);
    }
    if (f->op == MCC_G && mcc_is_state_formula(f->operands[0]))
        look_for(q, f->operands[0], true, (struct aim){question, REFUTES_LINEAR, NULL});
}

// The formula is decided where constants, the initial marking and what was found so far do.
static void conclude(struct quick *q, uint32_t question)
{
    struct question *asked = &q->x->questions.at[question];
    const struct mcc_property *p = &q->x->properties.at.at[question];
    enum walk_truth truth = mcc_initial_truth(p->formula, q->initial, q->net, &q->known);
    if (truth != WALK_UNKNOWN)
        examination_tell(q->x, asked, truth == WALK_TRUE, q->known.count ? BY_STATES : BY_STRUCTURE);
}

static void found(void *context, size_t goal)
{
    struct quick *q = context;
    const struct aim *aim = &q->aims.at[goal];
    struct question *asked = &q->x->questions.at[aim->question];
    switch (aim->kind) {
    case DECIDES_PART:
        array_push(q->mem, &q->known, ((struct mcc_known){aim->part, aim->part->op == MCC_E}));
        conclude(q, aim->question);
        break;
    case PROVES:
        examination_tell(q->x, asked, true, BY_STATES);
        break;
    case ONE_OF_ALL:
        if (--q->missing == 0)
            examination_tell(q->x, asked, q->x->kind == EXAM_QUASI_LIVENESS, BY_STATES);
        break;
    default:
        examination_tell(q->x, asked, false, BY_STATES);
    }
}

// ---- Examinations ---------------------------------------------------------------------------------------------------

static void simplify_formulas(struct quick *q)
{
    struct exam *x = q->x;
    for (uint32_t i = 0; i < x->properties.at.count; i++) {
        struct mcc_property *p = &x->properties.at.at[i];
        if (!p->formula)
            continue;
        p->formula = mcc_simplify(p->formula, p->is_linear, is_over(q) ? NULL : q->equation, &x->properties.arena);
        conclude(q, i);
        if (x->questions.at[i].is_answered)
            continue;
        if (p->is_linear)
            collect_linear(q, i, p->formula);
        else
            collect(q, i, p->formula);
    }
}

static void simplify_bounds(struct quick *q)
{
    for (uint32_t i = 0; i < q->x->questions.count; i++) {
        struct question *asked = &q->x->questions.at[i];
        if (asked->kind != OF_BOUND || asked->is_answered || asked->is_of_colour)
            continue;
        int64_t most = state_equation_bound(q->equation, &asked->sum);
        asked->most = most < asked->most ? most : asked->most;
        examination_tell_bound(q->x, asked);
        if (asked->is_answered)
            continue;
        array_push(q->mem, &q->bounds, ((struct walk_bound){asked->sum, asked->least, asked->most}));
        array_push(q->mem, &q->bound_questions, i);
    }
}

static const struct mcc_formula *fireable(struct quick *q, uint32_t transition)
{
    struct mcc_formula *f = mcc_make(&q->x->arena, MCC_FIREABLE, NULL, NULL);
    uint32_t *copy = arena_alloc(&q->x->arena, sizeof *copy);
    *copy = transition;
    f->transitions = copy;
    f->transition_count = 1;
    return f;
}

// The place has at most so many tokens.
static const struct mcc_formula *at_most(struct quick *q, uint32_t place, int64_t tokens)
{
    struct mcc_formula *f = mcc_make(&q->x->arena, MCC_LE, NULL, NULL);
    uint32_t *copy = arena_alloc(&q->x->arena, sizeof *copy);
    *copy = place;
    f->left.places = copy;
    f->left.count = 1;
    f->right.constant = tokens;
    return f;
}

// Each transition can fire at some time; one that never can decides.
static void ask_transitions(struct quick *q)
{
    struct question *asked = &q->x->questions.at[0];
    for (uint32_t t = 0; t < q->net->transitions.count && !asked->is_answered; t++) {
        const struct mcc_formula *f = fireable(q, t);
        if (state_equation_excludes(q->equation, f, false))
            examination_tell(q->x, asked, false, BY_STRUCTURE);
        else if (q->x->kind == EXAM_QUASI_LIVENESS)
            look_for(q, f, false, (struct aim){0, ONE_OF_ALL, NULL});
    }
    q->missing = q->goals.count;
    if (q->x->kind == EXAM_LIVENESS && q->net->transitions.count > 0)
        look_for(q, mcc_make(&q->x->arena, MCC_DEADLOCK, NULL, NULL), false, (struct aim){0, REFUTES, NULL});
}

static void ask_one_safe(struct quick *q)
{
    bool is_safe = true;
    for (uint32_t p = 0; p < q->net->places.count; p++) {
        const struct mcc_formula *f = at_most(q, p, 1);
        if (state_equation_excludes(q->equation, f, true))
            continue;
        is_safe = false;
        look_for(q, f, true, (struct aim){0, REFUTES, NULL});
    }
    if (is_safe)
        examination_tell(q->x, &q->x->questions.at[0], true, BY_STRUCTURE);
}

static void ask_stable(struct quick *q)
{
    const int64_t *initial = state_equation_initial(q->equation);
    struct question *asked = &q->x->questions.at[0];
    for (uint32_t p = 0; p < q->net->places.count && !asked->is_answered; p++) {
        const struct mcc_formula *less = at_most(q, p, initial[p] - 1), *same = at_most(q, p, initial[p]);
        const struct mcc_formula *is_other =
            mcc_make(&q->x->arena, MCC_OR, less, mcc_make(&q->x->arena, MCC_NOT, same, NULL));
        if (state_equation_excludes(q->equation, is_other, false))
            examination_tell(q->x, asked, true, BY_STRUCTURE);
        else
            look_for(q, is_other, false, (struct aim){0, ONE_OF_ALL, NULL});
    }
    q->missing = q->goals.count;
}

void examination_quick_simplify(struct quick *q, double until)
{
    q->until = until;
    if (!q->equation || !q->game || !q->initial)
        return;
    switch (q->x->kind) {
    case EXAM_FORMULAS:
        simplify_formulas(q);
        break;
    case EXAM_QUASI_LIVENESS:
    case EXAM_LIVENESS:
        ask_transitions(q);
        break;
    case EXAM_ONE_SAFE:
        ask_one_safe(q);
        break;
    case EXAM_STABLE_MARKING:
        ask_stable(q);
        break;
    case EXAM_DEADLOCK:
        look_for(q, mcc_make(&q->x->arena, MCC_DEADLOCK, NULL, NULL), false, (struct aim){0, PROVES, NULL});
        break;
    default:
        break;
    }
    simplify_bounds(q);
}

static void take_bounds(struct quick *q)
{
    for (size_t i = 0; i < q->bounds.count; i++) {
        struct question *asked = &q->x->questions.at[q->bound_questions.at[i]];
        if (q->bounds.at[i].most > asked->least) {
            asked->least = q->bounds.at[i].most;
            asked->techniques |= BY_STATES;
        }
        examination_tell_bound(q->x, asked);
        q->bounds.at[i].limit = asked->most;
        q->bounds.at[i].most = asked->least;
    }
}

void examination_quick_walk(struct quick *q, int rounds, double until)
{
    q->until = until;
    if (!q->equation || !q->game || !q->initial)
        return;
    for (size_t i = 0; i < q->goals.count; i++) // what is answered by now is not looked for
        q->goals.at[i].is_found |= q->x->questions.at[q->aims.at[i].question].is_answered;
    take_bounds(q);
    struct guided_walk w = {.game = q->game, .equation = q->equation, .stop = is_over, .found = found, .context = q};
    w.goals = q->goals.at;
    w.goal_count = q->goals.count;
    w.bounds = q->bounds.at;
    w.bound_count = q->bounds.count;
    guided_walk_run(&w, q->net, q->mem, rounds);
    take_bounds(q);
}

struct quick *examination_quick_open(struct exam *x)
{
    struct quick *q = mem_zalloc(x->mem, sizeof *q);
    *q = (struct quick){.x = x, .net = x->input.net, .mem = x->mem};
    q->equation = state_equation_open(q->net, q->mem);
    q->game = token_game_open(q->net, 1, q->mem);
    q->initial = token_game_open(q->net, 2, q->mem);
    if (q->equation)
        state_equation_set_stop(q->equation, is_over, q);
    return q;
}

void examination_quick_close(struct quick *q)
{
    state_equation_close(q->equation);
    token_game_close(q->game);
    token_game_close(q->initial);
    array_free(q->mem, &q->goals);
    array_free(q->mem, &q->aims);
    array_free(q->mem, &q->bounds);
    array_free(q->mem, &q->bound_questions);
    array_free(q->mem, &q->known);
    mem_free(q->mem, q, sizeof *q);
}
