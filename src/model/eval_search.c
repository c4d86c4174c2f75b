// All initial states, and all successors of a state: backtracking over the cells in the order of a plan (eval_plan.c).
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/random.h"
#include "model/eval_plan.h"

#define TRIES_PER_LOOK 4096

// Where a move stands: the candidates that it has still to try. They are indices into the type's values, or places in
// `candidates` from `begin` on; by chance, they are counted from `shift` on.
struct level {
    size_t begin;
    uint64_t at, end, shift;
};

struct search {
    struct frame step;     // from `inputs` to `state`
    struct frame there;    // `state` alone
    value *inputs, *state; // the step that is being put together
    size_t cells;
    struct planner planner;
    struct plan initial;
    struct plan *plans; // for each action
    size_t plan_count;
    ARRAY(struct level) levels;
    value_array candidates;
    struct table seen; // of `states`, which lie one after the other
    value_array states;
    bool running;
    bool is_of_steps; // the last one: `inputs` are the state that they come from
    uint64_t tries;   // candidates that may still be tried
    uint64_t until_look;
};

void search_free(struct evaluator *ev)
{
    struct search *s = ev->search;
    if (!s)
        return;
    frame_free(&s->step);
    frame_free(&s->there);
    mem_free(ev->mem, s->inputs, s->cells * sizeof *s->inputs);
    mem_free(ev->mem, s->state, s->cells * sizeof *s->state);
    planner_free(ev->mem, &s->planner);
    plan_free(ev->mem, &s->initial);
    for (size_t i = 0; i < s->plan_count; i++)
        plan_free(ev->mem, &s->plans[i]);
    mem_free(ev->mem, s->plans, s->plan_count * sizeof *s->plans);
    array_free(ev->mem, &s->levels);
    array_free(ev->mem, &s->candidates);
    table_free(ev->mem, &s->seen);
    array_free(ev->mem, &s->states);
    mem_free(ev->mem, s, sizeof *s);
    ev->search = NULL;
}

static struct search *search_of(struct evaluator *ev)
{
    struct search *s = ev->search;
    if (!s) {
        s = ev->search = mem_zalloc(ev->mem, sizeof *s);
        s->step.owner = s->there.owner = ev;
    }
    if (!s->inputs) {
        s->cells = ev->model->cells.count;
        s->inputs = mem_zalloc(ev->mem, s->cells * sizeof *s->inputs);
    }
    if (!s->state)
        s->state = mem_zalloc(ev->mem, s->cells * sizeof *s->state);
    if (!s->plans) {
        s->plans = mem_zalloc(ev->mem, ev->model->actions.count * sizeof *s->plans);
        s->plan_count = ev->model->actions.count;
    }
    assert(s->cells == ev->model->cells.count && s->plan_count == ev->model->actions.count);
    return s;
}

static void set_inputs_to_first(const struct model *m, value *values)
{
    for (size_t i = 0; i < m->cells.count; i++)
        if (m->cells.at[i]->role == CELL_INPUT)
            values[i] = type_value(m->types.at[m->cells.at[i]->type], 0);
}

// ---- Chance ---------------------------------------------------------------------------------------------------------

// Where to begin with so many alternatives.
static uint64_t beginning(struct evaluator *ev, uint64_t count)
{
    return ev->guide && ev->guide->by_chance && count > 1 ? random_below(&ev->guide->random, count) : 0;
}

// The alternative that comes `at` behind the beginning.
static uint64_t from(uint64_t beginning, uint64_t at, uint64_t count)
{
    return at < count - beginning ? beginning + at : at - (count - beginning);
}

static void begin_search(struct evaluator *ev, struct search *s)
{
    assert(!s->running);
    s->running = true;
    s->candidates.count = 0;
    s->tries = ev->guide && ev->guide->tries ? ev->guide->tries : UINT64_MAX;
    s->until_look = TRIES_PER_LOOK;
    if (ev->guide)
        ev->guide->gave_up = ev->guide->was_ended = false;
}

// ---- Backtracking ---------------------------------------------------------------------------------------------------

static void put(struct search *s, const struct move *move, value v)
{
    if (move->is_input) {
        s->inputs[move->cell] = v;
    } else {
        s->state[move->cell] = v;
        frame_set(&s->there, s->state, NULL);
    }
    frame_step_changed(&s->step);
}

static bool checks_hold(struct search *s, const struct plan *plan, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const struct check *check = &plan->checks.at[i];
        struct frame *f = check->of_state ? &s->there : &s->step;
        bool holds = check->cell == CELL_NONE
                         ? frame_holds(f, check->expr)
                         : frame_contains(f, check->expr, (check->of_input ? s->inputs : s->state)[check->cell]);
        if (!holds)
            return false;
    }
    return true;
}

// Candidates that are undefined are none.
static void enter(struct evaluator *ev, struct search *s, const struct plan *plan, size_t depth)
{
    const struct move *move = &plan->moves.at[depth];
    struct level *level = &s->levels.at[depth];
    *level = (struct level){.begin = s->candidates.count};
    if (move->from == EXPR_NONE) {
        level->end = type_size(move->type);
        level->shift = beginning(ev, level->end);
        return;
    }
    struct frame *f = move->of_state ? &s->there : &s->step;
    value v;
    if (node_at(ev->model, move->from)->shown.has_set) {
        frame_add_members(f, move->from, move->type, &s->candidates);
        values_make_set(&s->candidates, level->begin);
    } else if (frame_value(f, move->from, &v) && type_contains(move->type, v)) {
        array_push(ev->mem, &s->candidates, v);
    }
    level->end = s->candidates.count - level->begin;
    level->shift = beginning(ev, level->end);
}

static void look_at_clock(const struct evaluator *ev, struct search *s)
{
    s->until_look = TRIES_PER_LOOK;
    if (!ev->guide || !ev->guide->is_over || !ev->guide->is_over(ev->guide->context))
        return;
    ev->guide->was_ended = true;
    s->tries = 0;
}

// Tries the candidates from the present one on until one passes the checks. None does if there are no more tries.
static bool advance(const struct evaluator *ev, struct search *s, const struct plan *plan, size_t depth)
{
    const struct move *move = &plan->moves.at[depth];
    struct level *level = &s->levels.at[depth];
    size_t begin = depth ? plan->moves.at[depth - 1].check_end : plan->check_start;
    while (level->at < level->end && s->tries) {
        uint64_t i = from(level->shift, level->at++, level->end);
        s->tries -= level->end > 1;
        if (--s->until_look == 0)
            look_at_clock(ev, s);
        put(s, move, move->from == EXPR_NONE ? type_value(move->type, i) : s->candidates.at[level->begin + i]);
        if (checks_hold(s, plan, begin, move->check_end))
            return true;
    }
    s->candidates.count = level->begin;
    return false;
}

struct outcome {
    eval_visit visit;
    void *context;
    bool may_repeat; // the same state may come out twice
    bool with_inputs;
};

static bool is_new(struct evaluator *ev, struct search *s)
{
    uint64_t hash = hash_numbers(0, s->state, s->cells);
    size_t at = (uint32_t)hash;
    for (uint32_t i; (i = table_probe(&s->seen, (uint32_t)hash, &at)) != TABLE_END;)
        if (s->cells == 0 || memcmp(s->states.at + i * s->cells, s->state, s->cells * sizeof *s->state) == 0)
            return false;
    table_add(ev->mem, &s->seen, (uint32_t)hash, (uint32_t)s->seen.count);
    for (size_t i = 0; i < s->cells; i++)
        array_push(ev->mem, &s->states, s->state[i]);
    return true;
}

static bool report(struct evaluator *ev, struct search *s, const struct outcome *outcome)
{
    if (outcome->may_repeat && !is_new(ev, s))
        return true;
    return outcome->visit(outcome->context, outcome->with_inputs ? s->inputs : NULL, s->state);
}

static bool give_up(struct evaluator *ev)
{
    ev->guide->gave_up = true;
    return false;
}

// False if the visitor wants no more, or there are no more tries.
static bool run(struct evaluator *ev, struct search *s, const struct plan *plan, const struct outcome *outcome)
{
    size_t moves = plan->moves.count, depth = 0;
    array_reserve(ev->mem, &s->levels, moves);
    if (!checks_hold(s, plan, 0, plan->check_start))
        return true;
    if (moves == 0)
        return report(ev, s, outcome);
    enter(ev, s, plan, 0);
    for (;;) {
        if (!advance(ev, s, plan, depth)) {
            if (!s->tries)
                return give_up(ev);
            if (depth-- == 0)
                return true;
        } else if (++depth < moves) {
            enter(ev, s, plan, depth);
        } else {
            depth--;
            if (!report(ev, s, outcome))
                return false;
        }
    }
}

// ---- The searches ---------------------------------------------------------------------------------------------------

// A table that was large once need not be cleared in full forever.
static void forget_seen(struct evaluator *ev, struct search *s)
{
    if (s->seen.capacity > 4096 && s->seen.count < s->seen.capacity / 16)
        table_free(ev->mem, &s->seen);
    else
        table_clear(&s->seen);
    s->states.count = 0;
}

static const struct plan *planned(struct evaluator *ev, struct search *s, size_t action)
{
    struct plan *plan = action == PLAN_INITIAL ? &s->initial : &s->plans[action];
    if (!plan->made)
        plan_make(ev, &s->planner, plan, action);
    return plan;
}

bool eval_each_initial(struct evaluator *ev, eval_visit visit, void *context)
{
    struct search *s = search_of(ev);
    begin_search(ev, s);
    s->is_of_steps = false;
    set_inputs_to_first(ev->model, s->inputs);
    set_inputs_to_first(ev->model, s->state);
    frame_set(&s->step, s->inputs, s->state);
    frame_set(&s->there, s->state, NULL);
    size_t starts = ev->model->starts.count;
    bool finished = true;
    if (starts == 0)
        finished = run(ev, s, planned(ev, s, PLAN_INITIAL), &(struct outcome){visit, context, false, false});
    forget_seen(ev, s);
    uint64_t first = beginning(ev, starts);
    for (size_t i = 0; i < starts && finished; i++) { // each plan is used once, and not kept
        struct plan plan = {0};
        plan_make(ev, &s->planner, &plan, PLAN_START + from(first, i, starts));
        finished = run(ev, s, &plan, &(struct outcome){visit, context, starts > 1, false});
        plan_free(ev->mem, &plan);
    }
    s->running = false;
    return finished;
}

// Puts back what the action's moves have changed.
static void restore(const struct model *m, struct search *s, const struct plan *plan, const value *now)
{
    for (size_t i = 0; i < plan->moves.count; i++) {
        const struct move *move = &plan->moves.at[i];
        if (move->is_input)
            s->inputs[move->cell] = type_value(m->types.at[m->cells.at[move->cell]->type], 0);
        else
            s->state[move->cell] = now[move->cell];
    }
    frame_step_changed(&s->step);
    frame_set(&s->there, s->state, NULL);
}

static struct search *begin_steps(struct evaluator *ev, const value *now)
{
    struct search *s = search_of(ev);
    begin_search(ev, s);
    forget_seen(ev, s);
    if (s->cells) {
        memcpy(s->inputs, now, s->cells * sizeof *now);
        memcpy(s->state, now, s->cells * sizeof *now);
    }
    set_inputs_to_first(ev->model, s->inputs);
    set_inputs_to_first(ev->model, s->state);
    frame_set(&s->step, s->inputs, s->state);
    frame_set(&s->there, s->state, NULL);
    s->is_of_steps = true;
    return s;
}

struct frame *search_frame_of(struct evaluator *ev, const value *now)
{
    struct search *s = ev->search;
    if (!s || s->running || !s->is_of_steps || s->step.slot_count < ev->model->nodes.count ||
        (s->cells && memcmp(s->inputs, now, s->cells * sizeof *now) != 0))
        return NULL;
    return &s->step;
}

bool eval_each_successor(struct evaluator *ev, const value *now, eval_visit visit, void *context)
{
    size_t count = ev->model->actions.count;
    struct search *s = begin_steps(ev, now);
    uint64_t first = beginning(ev, count);
    bool finished = true;
    for (size_t i = 0; i < count && finished; i++) {
        const struct plan *plan = planned(ev, s, (size_t)from(first, i, count));
        bool may_repeat = count > 1 || plan->has_inputs;
        finished = run(ev, s, plan, &(struct outcome){visit, context, may_repeat, true});
        restore(ev->model, s, plan, now);
    }
    s->running = false;
    return finished;
}

bool eval_each_successor_by(struct evaluator *ev, size_t action, const value *now, eval_visit visit, void *context)
{
    struct search *s = begin_steps(ev, now);
    const struct plan *plan = planned(ev, s, action);
    bool finished = run(ev, s, plan, &(struct outcome){visit, context, plan->has_inputs, true});
    s->running = false;
    return finished;
}

// ---- Ends -----------------------------------------------------------------------------------------------------------

static bool is_no_more(void *context, const value *inputs, const value *state)
{
    (void)inputs;
    (void)state;
    *(bool *)context = false;
    return false;
}

bool eval_is_end(struct evaluator *ev, const value *now)
{
    bool is_end = true;
    return eval_each_successor(ev, now, is_no_more, &is_end) && is_end;
}

bool eval_stays(struct evaluator *ev, const value *now, const value *next)
{
    const struct model *m = ev->model;
    if (!m->ends_stay)
        return false;
    for (size_t i = 0; i < m->cells.count; i++)
        if (m->cells.at[i]->role != CELL_INPUT && now[i] != next[i])
            return false;
    return eval_is_end(ev, now);
}
