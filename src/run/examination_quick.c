// Quick answers to an examination. Nothing is unfolded: formulas are simplified by the state equation of the net
// without colours, and decided by the initial marking or by markings that guided walks come to.
#include "base/clock.h"
#include "pnml/growing_places.h"
#include "pnml/lasso_walk.h"
#include "run/examination_quick_parts.h"

bool examination_quick_is_over(void *context)
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
        look_for(q, path->operands[0], f->op == MCC_A, (struct aim){question, f});
}

// G f, which one path refutes.
static void collect_linear(struct quick *q, uint32_t question, const struct mcc_formula *f)
{
    if (f->op == MCC_AND) {
        collect_linear(q, question, f->operands[0]);
        collect_linear(q, question, f->operands[1]);
    }
    if (f->op == MCC_G && mcc_is_state_formula(f->operands[0]))
        look_for(q, f->operands[0], true, (struct aim){question, NULL});
}

// The formula is decided where constants, the initial marking and what was found so far do.
static void conclude(struct quick *q, uint32_t question, unsigned techniques)
{
    struct question *asked = &q->x->questions.at[question];
    enum walk_truth truth = mcc_initial_truth(q->formulas[question], q->initial, q->net, &q->known);
    if (truth != WALK_UNKNOWN)
        examination_tell(q->x, asked, truth == WALK_TRUE, techniques);
}

static void found(void *context, size_t goal)
{
    struct quick *q = context;
    const struct aim *aim = &q->aims.at[goal];
    struct question *asked = &q->x->questions.at[aim->question];
    if (!aim->part) {
        examination_tell(q->x, asked, false, BY_STATES);
        return;
    }
    array_push(q->mem, &q->known, ((struct mcc_known){aim->part, aim->part->op == MCC_E}));
    conclude(q, aim->question, BY_STATES);
}

// ---- Examinations ---------------------------------------------------------------------------------------------------

bool examination_quick_is_linear(const struct quick *q, uint32_t question)
{
    return question < q->x->properties.at.count && q->x->properties.at.at[question].is_linear;
}

static void simplify_formula(struct quick *q, uint32_t i)
{
    struct exam *x = q->x;
    q->formulas[i] = mcc_simplify(q->formulas[i], examination_quick_is_linear(q, i),
                                  examination_quick_is_over(q) ? NULL : q->equation, &x->arena);
    if (i < x->properties.at.count)
        x->properties.at.at[i].formula = q->formulas[i];
    conclude(q, i, BY_STRUCTURE);
}

// Methods that judge others take the formulas as they are.
static void simplify_formulas(struct quick *q)
{
    struct exam *x = q->x;
    for (uint32_t i = 0; i < x->questions.count; i++) {
        if (!q->formulas[i])
            continue;
        if (examination_is_by(x, EXAMINATION_BY_EQUATION))
            simplify_formula(q, i);
        if (x->questions.at[i].is_answered)
            continue;
        if (examination_quick_is_linear(q, i))
            collect_linear(q, i, q->formulas[i]);
        else
            collect(q, i, q->formulas[i]);
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

static const struct mcc_formula *with(struct quick *q, enum mcc_op quantifier, enum mcc_op op,
                                      const struct mcc_formula *f)
{
    return mcc_make(&q->x->arena, quantifier, mcc_make(&q->x->arena, op, f, NULL), NULL);
}

static const struct mcc_formula *of_transition(struct quick *q, uint32_t t)
{
    const struct mcc_formula *f = with(q, MCC_E, MCC_F, fireable(q, t));
    return q->x->kind == EXAM_LIVENESS ? with(q, MCC_A, MCC_G, f) : f;
}

static const struct mcc_formula *of_place(struct quick *q, uint32_t p)
{
    if (q->x->kind == EXAM_ONE_SAFE)
        return with(q, MCC_A, MCC_G, at_most(q, p, 1));
    int64_t initial = state_equation_initial(q->equation)[p];
    const struct mcc_formula *less = mcc_make(&q->x->arena, MCC_NOT, at_most(q, p, initial - 1), NULL);
    return with(q, MCC_A, MCC_G, mcc_make(&q->x->arena, MCC_AND, at_most(q, p, initial), less));
}

// An examination without formulas as a formula of branching time.
static const struct mcc_formula *of_examination(struct quick *q)
{
    enum exam_kind kind = q->x->kind;
    bool is_of_places = kind == EXAM_ONE_SAFE || kind == EXAM_STABLE_MARKING;
    size_t count = is_of_places ? q->net->places.count : q->net->transitions.count;
    const struct mcc_formula *all =
        mcc_make(&q->x->arena, kind == EXAM_STABLE_MARKING ? MCC_FALSE : MCC_TRUE, NULL, NULL);
    if (kind == EXAM_DEADLOCK)
        return with(q, MCC_E, MCC_F, mcc_make(&q->x->arena, MCC_DEADLOCK, NULL, NULL));
    for (uint32_t i = 0; i < count; i++)
        all = mcc_make(&q->x->arena, kind == EXAM_STABLE_MARKING ? MCC_OR : MCC_AND, all,
                       is_of_places ? of_place(q, i) : of_transition(q, i));
    return all;
}

// The formulas of questions, by question; bounds have none.
static void pose(struct quick *q)
{
    struct exam *x = q->x;
    q->formulas = arena_alloc(&x->arena, (x->questions.count + 1) * sizeof *q->formulas);
    for (size_t i = 0; i < x->properties.at.count; i++)
        q->formulas[i] = x->properties.at.at[i].formula;
    bool is_formula = x->kind != EXAM_FORMULAS && x->kind != EXAM_UPPER_BOUNDS && x->kind != EXAM_STATE_SPACE;
    if (is_formula && (q->equation || x->kind != EXAM_STABLE_MARKING))
        q->formulas[0] = of_examination(q);
}

void examination_quick_simplify(struct quick *q, double until)
{
    q->until = until;
    if (!q->game || !q->initial)
        return;
    pose(q); // also for a net that is too large for its equation, but not for diagrams
    if (!q->equation)
        return;
    simplify_formulas(q);
    if (examination_is_by(q->x, EXAMINATION_BY_EQUATION) || examination_is_by(q->x, EXAMINATION_BY_WALKS))
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
    struct guided_walk w = {
        .game = q->game, .equation = q->equation, .stop = examination_quick_is_over, .found = found, .context = q};
    w.goals = q->goals.at;
    w.goal_count = q->goals.count;
    w.bounds = q->bounds.at;
    w.bound_count = q->bounds.count;
    guided_walk_run(&w, q->net, q->mem, rounds);
    take_bounds(q);
    for (size_t i = 0; i < q->x->questions.count; i++) {
        struct question *asked = &q->x->questions.at[i];
        int64_t most = token_game_most_of_colour(q->game);
        if (asked->is_of_colour && most > asked->least)
            asked->least = most;
    }
}

// ---- Linear time ----------------------------------------------------------------------------------------------------

static void refuted(void *context, size_t goal)
{
    struct quick *q = context;
    examination_tell(q->x, &q->x->questions.at[q->lasso_questions.at[goal]], false, BY_STATES);
}

void examination_quick_lassos(struct quick *q, int rounds, double until)
{
    ARRAY(struct lasso_goal) goals = {0};
    q->until = until;
    q->lasso_questions.count = 0;
    if (!q->equation || !q->game || !q->initial)
        return;
    for (uint32_t i = 0; i < q->x->questions.count; i++)
        if (examination_quick_is_linear(q, i) && q->formulas[i] && !q->x->questions.at[i].is_answered) {
            array_push(q->mem, &goals, ((struct lasso_goal){q->formulas[i], false}));
            array_push(q->mem, &q->lasso_questions, i);
        }
    struct lasso_walk w = {
        .game = q->game, .equation = q->equation, .stop = examination_quick_is_over, .found = refuted, .context = q};
    w.goals = goals.at;
    w.goal_count = goals.count;
    if (goals.count > 0)
        lasso_walk_run(&w, q->net, q->mem, rounds);
    array_free(q->mem, &goals);
}

// ---- Without bound --------------------------------------------------------------------------------------------------

static bool grows_somewhere(const struct mcc_sum *sum, const bool *grows)
{
    for (size_t i = 0; i < sum->count; i++)
        if (grows[sum->places[i]])
            return true;
    return false;
}

static void tell_growing(struct quick *q, const bool *grows)
{
    struct exam *x = q->x;
    for (size_t i = 0; i < x->questions.count; i++) {
        struct question *asked = &x->questions.at[i];
        if (asked->kind == OF_BOUND && (asked->is_of_colour || grows_somewhere(&asked->sum, grows)))
            examination_tell_infinite(x, asked);
    }
    if (x->kind != EXAM_STATE_SPACE || x->questions.at[0].is_answered)
        return;
    examination_tell_infinite(x, &x->questions.at[0]);
    x->has_arcs = true;
    struct question arcs = {.id = "TRANSITIONS"};
    examination_tell_infinite(x, &arcs);
}

void examination_quick_growing(struct quick *q, double until)
{
    const struct growing_limits limits = {.walks = 24, .steps = 400, .stop = examination_quick_is_over, .context = q};
    size_t places = q->net->places.count;
    q->until = until;
    if (!q->equation || !q->game || (q->x->kind != EXAM_STATE_SPACE && q->x->kind != EXAM_UPPER_BOUNDS))
        return;
    uint32_t *all = arena_alloc(&q->x->arena, (places + 1) * sizeof *all);
    bool *grows = arena_alloc(&q->x->arena, places + 1);
    for (uint32_t i = 0; i < places; i++)
        all[i] = i;
    if (state_equation_bound(q->equation, &(struct mcc_sum){all, places, 0}) == STATE_EQUATION_NO_BOUND &&
        net_find_growing(q->net, q->game, &limits, grows, q->mem))
        tell_growing(q, grows);
}

// ---- For others
// ------------------------------------------------------------------------------------------------------

void examination_quick_learn(struct quick *q, uint32_t question, const struct mcc_formula *part, bool is_true,
                             unsigned techniques)
{
    array_push(q->mem, &q->known, ((struct mcc_known){part, is_true}));
    conclude(q, question, techniques);
}

bool examination_quick_knows(const struct quick *q, const struct mcc_formula *part)
{
    for (size_t i = 0; i < q->known.count; i++)
        if (q->known.at[i].formula == part)
            return true;
    return false;
}

const struct mcc_formula *examination_quick_formula(const struct quick *q, uint32_t question)
{
    return q->formulas ? q->formulas[question] : NULL;
}

struct quick *examination_quick_open(struct exam *x)
{
    struct quick *q = mem_zalloc(x->mem, sizeof *q);
    *q = (struct quick){.x = x, .net = x->input.net, .mem = x->mem};
    q->equation = state_equation_open(q->net, q->mem);
    q->game = token_game_open(q->net, 1, q->mem);
    q->initial = token_game_open(q->net, 2, q->mem);
    if (q->equation)
        state_equation_set_stop(q->equation, examination_quick_is_over, q);
    return q;
}

bool examination_quick_is_usable(const struct quick *q)
{
    return q->equation && q->game && !token_game_is_broken(q->game);
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
    array_free(q->mem, &q->lasso_questions);
    array_free(q->mem, &q->known);
    mem_free(q->mem, q, sizeof *q);
}
