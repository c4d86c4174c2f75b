// An examination by the model that the net becomes: what is asked of the net is asked of the model, and decided there.
#include <string.h>

#include "base/clock.h"
#include "run/examination_parts.h"
#include "run/model_check.h"

static unsigned techniques_of(const struct method *m)
{
    unsigned found = m->count > 0 ? BY_REDUCTION : 0;
    if (m->backend == BACKEND_NONE)
        return found | BY_STRUCTURE;
    if (m->backend == BACKEND_EXPLICIT || m->backend == BACKEND_EXPLICIT_QUOTIENT)
        found |= BY_STATES;
    else if (m->backend >= BACKEND_BMC)
        return found;
    else
        found |= BY_DIAGRAMS;
    return m->backend > BACKEND_EXPLICIT ? found | BY_SYMMETRY : found;
}

// What is not decided leaves its part open.
static void take(void *context, const struct result *result)
{
    struct exam *x = context;
    if (result->verdict != VERDICT_HOLDS && result->verdict != VERDICT_FAILS)
        return;
    for (size_t i = 0; i < x->parts.count; i++) {
        const struct question_part *p = &x->parts.at[i];
        if (p->property != result->property)
            continue;
        struct question *q = &x->questions.at[p->question];
        bool is_true = (result->verdict == VERDICT_HOLDS) != p->is_negated;
        q->open--;
        q->techniques |= techniques_of(&result->method);
        ++*(is_true ? &q->yes : &q->no);
        if (q->kind == OF_BOUND && is_true && p->threshold < q->most)
            q->most = p->threshold;
        if (q->kind == OF_BOUND && !is_true && p->threshold >= q->least)
            q->least = p->threshold + 1;
        examination_answer_by_parts(x, q);
    }
}

static void ignore(void *context, const struct result *result)
{
    (void)context;
    (void)result;
}

static void add_part(struct exam *x, struct question_part part)
{
    x->questions.at[part.question].open++;
    array_push(x->mem, &x->parts, part);
}

static size_t add_property(struct exam *x, enum property_kind kind, formula f)
{
    struct model *m = x->input.model;
    struct str text = {0};
    size_t number = model_property_count(m);
    str_add(x->mem, &text, "question %zu", number + 1);
    number = model_add_property(
        m, &(struct property){
               .goal = (goal_id)number + 2, .kind = kind, .text = str_text(&text), .context = "", .formula = f});
    str_free(x->mem, &text);
    return number;
}

static size_t add_invariant(struct exam *x, expr e)
{
    model_name_elements(x->input.model, e, NULL, 0);
    return add_property(x, PROPERTY_INVARIANT, model_atom(x->input.model, e));
}

// The most tokens of some places together.
static void model_sum(struct exam *x, struct question *q)
{
    struct lowered_net *net = &x->input.lowered;
    expr *sum = arena_alloc(&x->arena, sizeof *sum);
    int64_t least = 0, most = 0;
    *sum = model_int(x->input.model, 0);
    for (size_t i = 0; i < q->sum.count; i++) {
        uint32_t place = q->sum.places[i];
        *sum = model_binary(x->input.model, OP_ADD, *sum, lowered_net_tokens(net, place));
        least += net->initial[place];
        most += net->totals[place];
    }
    q->least = least > q->least ? least : q->least;
    q->most = most < q->most ? most : q->most;
    q->sums = sum;
    q->sum_count = 1;
}

// The most tokens of one colour in any place.
static void model_colours(struct exam *x, struct question *q)
{
    const struct model *m = x->input.model;
    q->sum_count = model_cell_count(m);
    expr *tokens = arena_alloc(&x->arena, (q->sum_count + 1) * sizeof *tokens);
    const struct action *start = model_start(m, 0);
    q->most = 0;
    for (cell_id c = 0; c < q->sum_count; c++) {
        const struct type *type = model_type(m, model_cell(m, c)->type);
        tokens[c] = model_cell_expr(x->input.model, c);
        q->most = type->high > q->most ? type->high : q->most;
    }
    for (size_t i = 0; i < start->part_count; i++) {
        value v;
        if (model_is_const(m, start->parts[i].expr, &v) && v > q->least)
            q->least = v;
    }
    q->sums = tokens;
}

static void model_bounds(struct exam *x)
{
    for (size_t i = 0; i < x->questions.count; i++) {
        struct question *q = &x->questions.at[i];
        if (q->kind != OF_BOUND || q->is_answered)
            continue;
        if (q->is_of_colour)
            model_colours(x, q);
        else
            model_sum(x, q);
        examination_answer_by_parts(x, q);
    }
}

static void model_formulas(struct exam *x)
{
    size_t count = x->properties.at.count;
    bool *is_asked = arena_alloc(&x->arena, count + 1);
    struct mcc_lowered *lowered = arena_alloc(&x->arena, (count + 1) * sizeof *lowered);
    for (size_t i = 0; i < count; i++)
        is_asked[i] = !x->questions.at[i].is_answered;
    mcc_lower(&x->input.lowered, &x->properties, is_asked, lowered);
    for (uint32_t i = 0; i < count; i++)
        if (is_asked[i] && x->properties.at.at[i].formula)
            add_part(x, (struct question_part){lowered[i].property, lowered[i].is_negated, i, 0});
}

static void model_transitions(struct exam *x)
{
    struct model *m = x->input.model;
    for (size_t i = 0; i < x->input.net->transitions.count; i++) {
        expr enabled = x->input.lowered.enabled[i];
        size_t property;
        if (x->kind == EXAM_QUASI_LIVENESS)
            property = add_invariant(x, model_not(m, enabled));
        else {
            formula f = model_formula_make(m, FORMULA_EF, model_atom(m, enabled), FORMULA_NONE);
            property = add_property(x, PROPERTY_CTL, model_formula_make(m, FORMULA_AG, f, FORMULA_NONE));
        }
        add_part(x, (struct question_part){property, x->kind == EXAM_QUASI_LIVENESS, 0, 0});
    }
    examination_answer_by_parts(x, &x->questions.at[0]); // known, if there are none
}

static void model_places(struct exam *x)
{
    struct model *m = x->input.model;
    struct lowered_net *net = &x->input.lowered;
    for (uint32_t i = 0; i < x->input.net->places.count; i++) {
        expr tokens = lowered_net_tokens(net, i);
        expr e = x->kind == EXAM_ONE_SAFE ? model_binary(m, OP_LE, tokens, model_int(m, 1))
                                          : model_binary(m, OP_EQ, tokens, model_int(m, net->initial[i]));
        add_part(x, (struct question_part){add_invariant(x, e), false, 0, 0});
    }
    examination_answer_by_parts(x, &x->questions.at[0]); // known, if there are none
}

// ---- Deciding -------------------------------------------------------------------------------------------------------

static double time_left(const struct exam *x)
{
    return x->e->job->time_limit > 0 ? 0.75 * x->e->job->time_limit - (clock_now() - x->started) : 0;
}

// What stands among the parts, in one search. False if time or memory is over.
static bool decide(struct exam *x)
{
    struct model_check c = {.run = x->run, .job = &x->job, .report = ignore, .decided = take, .context = x};
    ARRAY(size_t) properties = {0};
    double left = time_left(x);
    if (x->e->job->time_limit > 0 && left <= 0)
        return false;
    for (size_t i = 0; i < x->parts.count; i++)
        array_push(x->mem, &properties, x->parts.at[i].property);
    model_check_open_on(&c, &x->input, properties.at, properties.count);
    bool *is_asked = mem_alloc(x->mem, properties.count + 1);
    memset(is_asked, true, properties.count + 1);
    bool good = model_check_ask(&c, is_asked, left);
    if (good)
        model_check_decide_all(&c);
    model_check_close(&c);
    mem_free(x->mem, is_asked, properties.count + 1);
    array_free(x->mem, &properties);
    return good;
}

enum { MOST_THRESHOLDS = 32 }; // of a bound, in one search

static void add_threshold(struct exam *x, uint32_t number, int64_t at)
{
    const struct question *q = &x->questions.at[number];
    expr e = model_true(x->input.model), most = model_int(x->input.model, at);
    for (size_t k = 0; k < q->sum_count; k++)
        e = model_and(x->input.model, e, model_binary(x->input.model, OP_LE, q->sums[k], most));
    add_part(x, (struct question_part){add_invariant(x, e), false, number, at});
}

// Thresholds between what is known of a bound. At first it is asked whether the most that was found is the bound; then
// many at once, so that few searches are needed.
static void add_thresholds(struct exam *x, uint32_t number, bool is_first)
{
    struct question *q = &x->questions.at[number];
    int64_t range = q->most - q->least, last = q->least - 1;
    if (is_first) {
        add_threshold(x, number, q->least);
        return;
    }
    for (int i = 1; i <= MOST_THRESHOLDS; i++) {
        int64_t at = q->least + (int64_t)((__int128)range * i / MOST_THRESHOLDS) - 1;
        if (at <= last)
            continue;
        last = at;
        add_threshold(x, number, at);
    }
}

static void decide_bounds(struct exam *x)
{
    for (bool is_first = true;; is_first = false) {
        size_t open = 0, known = 0;
        x->parts.count = 0;
        for (uint32_t i = 0; i < x->questions.count; i++) {
            struct question *q = &x->questions.at[i];
            if (q->kind != OF_BOUND || q->is_answered)
                continue;
            q->open = q->yes = q->no = 0;
            add_thresholds(x, i, is_first);
            open++;
        }
        if (open == 0 || !decide(x))
            return;
        for (size_t i = 0; i < x->parts.count; i++) {
            const struct question *q = &x->questions.at[x->parts.at[i].question];
            known += q->yes + q->no > 0;
        }
        if (known == 0)
            return;
    }
}

// ---- The state space ------------------------------------------------------------------------------------------------

static void count_states(struct exam *x)
{
    struct model_check c = {.run = x->run, .job = &x->job, .report = ignore, .context = x};
    x->job.states = true;
    model_check_open_on(&c, &x->input, NULL, 0);
    if (model_check_ask(&c, NULL, time_left(x))) {
        model_check_decide_all(&c);
        model_check_count_states(&c);
        if (c.summary.states_are_known) {
            unsigned by = BY_DIAGRAMS | BY_STATES | (c.summary.are_orbits ? BY_SYMMETRY : 0);
            struct examination_answer a = {"STATES", true, false, c.summary.states, by};
            x->e->answer(x->e->context, &a);
        }
        x->questions.at[0].is_answered = c.summary.states_are_known;
    }
    model_check_close(&c);
    x->job.states = false;
}

void examination_by_model(struct exam *x)
{
    switch (x->kind) {
    case EXAM_DEADLOCK:
        add_part(x, (struct question_part){0, true, 0, 0});
        break;
    case EXAM_QUASI_LIVENESS:
    case EXAM_LIVENESS:
        model_transitions(x);
        break;
    case EXAM_ONE_SAFE:
    case EXAM_STABLE_MARKING:
        model_places(x);
        break;
    case EXAM_STATE_SPACE:
        count_states(x);
        break;
    default:
        model_formulas(x);
    }
    if (x->parts.count > 0 && !examination_is_answered(x))
        decide(x);
    model_bounds(x);
    decide_bounds(x);
}
