#include "run/examination.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "pnml/split_classes.h"
#include "run/examination_parts.h"
#include "run/model_check.h"

static const struct {
    const char *name;
    enum exam_kind kind;
} examinations[] = {
    {"ReachabilityCardinality", EXAM_FORMULAS}, {"ReachabilityFireability", EXAM_FORMULAS},
    {"CTLCardinality", EXAM_FORMULAS},          {"CTLFireability", EXAM_FORMULAS},
    {"LTLCardinality", EXAM_FORMULAS},          {"LTLFireability", EXAM_FORMULAS},
    {"UpperBounds", EXAM_UPPER_BOUNDS},         {"StateSpace", EXAM_STATE_SPACE},
    {"ReachabilityDeadlock", EXAM_DEADLOCK},    {"OneSafe", EXAM_ONE_SAFE},
    {"QuasiLiveness", EXAM_QUASI_LIVENESS},     {"Liveness", EXAM_LIVENESS},
    {"StableMarking", EXAM_STABLE_MARKING},
};
enum { EXAMINATIONS = sizeof examinations / sizeof *examinations };

static int find_kind(const char *name)
{
    for (int i = 0; i < EXAMINATIONS; i++)
        if (strcmp(examinations[i].name, name) == 0)
            return examinations[i].kind;
    return -1;
}

bool examination_is_known(const char *name)
{
    return find_kind(name) >= 0;
}

// ---- Questions ------------------------------------------------------------------------------------------------------

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

static void tell(struct exam *x, struct question *q, bool is_true)
{
    char text[32];
    if (q->is_answered)
        return;
    q->is_answered = true;
    if (q->is_silent)
        return;
    snprintf(text, sizeof text, "%" PRId64, q->least);
    struct examination_answer a = {q->id, q->kind == OF_BOUND, is_true, text,
                                   q->techniques ? q->techniques : BY_STRUCTURE};
    x->e->answer(x->e->context, &a);
}

void examination_tell(struct exam *x, struct question *q, bool is_true, unsigned techniques)
{
    q->techniques |= techniques;
    tell(x, q, is_true);
}

void examination_tell_number(struct exam *x, const char *what, const mpz_t number, unsigned techniques)
{
    size_t size = mpz_sizeinbase(number, 10) + 2;
    char *text = mem_alloc(x->mem, size);
    mpz_get_str(text, 10, number);
    struct examination_answer a = {what, true, false, text, techniques};
    x->e->answer(x->e->context, &a);
    mem_free(x->mem, text, size);
}

void examination_tell_infinite(struct exam *x, struct question *q)
{
    // The contest writes a sign in the one examination, and none in the other.
    struct examination_answer a = {q->id, true, false, x->kind == EXAM_STATE_SPACE ? "+inf" : "inf",
                                   BY_STATES | BY_STRUCTURE};
    if (!q->is_answered)
        x->e->answer(x->e->context, &a);
    q->is_answered = true;
}

void examination_tell_bound(struct exam *x, struct question *q)
{
    if (q->least == q->most)
        tell(x, q, true);
}

// What the parts of a question tell.
static void answer(struct exam *x, struct question *q)
{
    if (q->kind == OF_BOUND)
        examination_tell_bound(x, q);
    else if (q->kind == OF_ALL ? q->no > 0 || q->open == 0 : q->yes > 0 || q->open == 0)
        tell(x, q, q->kind == OF_ALL ? q->no == 0 : q->yes > 0);
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
        answer(x, q);
    }
}

static void ignore(void *context, const struct result *result)
{
    (void)context;
    (void)result;
}

static uint32_t ask(struct exam *x, struct question q)
{
    array_push(x->mem, &x->questions, q);
    return (uint32_t)(x->questions.count - 1);
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

// ---- What is asked --------------------------------------------------------------------------------------------------

static void ask_bound(struct exam *x, const char *id, struct mcc_sum sum)
{
    ask(x, (struct question){.id = id, .kind = OF_BOUND, .sum = sum, .most = INT64_MAX});
}

static void ask_questions(struct exam *x)
{
    size_t places = x->input.net->places.count;
    for (size_t i = 0; i < x->properties.at.count; i++) {
        const struct mcc_property *p = &x->properties.at.at[i];
        if (p->formula)
            ask(x, (struct question){.id = p->id});
        else
            ask_bound(x, p->id, p->bound);
    }
    if (x->kind == EXAM_STATE_SPACE) {
        uint32_t *all = arena_alloc(&x->arena, (places + 1) * sizeof *all);
        for (uint32_t i = 0; i < places; i++)
            all[i] = i;
        ask(x, (struct question){.id = "STATES", .open = 1, .is_silent = true});
        ask_bound(x, "MAX_TOKEN_PER_MARKING", (struct mcc_sum){all, places, 0});
        ask(x,
            (struct question){.id = "MAX_TOKEN_IN_PLACE", .kind = OF_BOUND, .is_of_colour = true, .most = INT64_MAX});
    } else if (x->kind != EXAM_FORMULAS && x->kind != EXAM_UPPER_BOUNDS)
        ask(x, (struct question){.id = x->e->name, .kind = x->kind == EXAM_STABLE_MARKING ? OF_ANY : OF_ALL});
}

// ---- What is asked, of the model ------------------------------------------------------------------------------------

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
        answer(x, q);
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
    answer(x, &x->questions.at[0]); // known, if there are none
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
    answer(x, &x->questions.at[0]); // known, if there are none
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

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool read_formulas(struct exam *x, struct input_text *text, struct source *source)
{
    struct str path = {0};
    struct diag diag;
    str_add(x->mem, &path, "%s/%s.xml", x->e->folder, x->e->name);
    const char *name = arena_copy(&x->arena, str_text(&path), path.count);
    str_free(x->mem, &path);
    if (!input_read_text(x->run, name, text))
        return false;
    *source = (struct source){name, text->at, text->length};
    input_open_diagnostics(x->run, &diag);
    bool is_linear = strncmp(x->e->name, "LTL", 3) == 0;
    bool good = mcc_properties_read(&x->properties, x->input.net, is_linear, source, x->mem, &diag);
    input_show_diagnostics(x->run, &diag);
    diag_close(&diag);
    return good;
}

static bool is_answered(const struct exam *x)
{
    for (size_t i = 0; i < x->questions.count; i++)
        if (!x->questions.at[i].is_answered)
            return false;
    return true;
}

static bool has_answer(const struct exam *x)
{
    for (size_t i = 0; i < x->questions.count; i++)
        if (x->questions.at[i].is_answered)
            return true;
    return false;
}

// By the model that the net becomes.
static void decide_by_model(struct exam *x)
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
    if (x->parts.count > 0 && !is_answered(x))
        decide(x);
    model_bounds(x);
    decide_bounds(x);
}

enum {
    FIRST_ROUNDS = 3,
    LAST_ROUNDS = 12,
    LAST_LASSOS = 100000,
    FIRST_NODES = 4000,
    FIRST_SPACE = 300000,
    LAST_NODES = 1024000
};

// A share of the time, from the start on or from now; 0 if there is no limit.
static double share(const struct exam *x, double part)
{
    return x->e->job->time_limit > 0 ? x->started + part * x->e->job->time_limit : 0;
}

static double share_from_now(const struct exam *x, double part)
{
    return x->e->job->time_limit > 0 ? clock_now() + part * x->e->job->time_limit : 0;
}

// Walks and a part of the reachability graph: explicit-state methods, which find much quickly.
static void play(struct exam *x, struct quick *quick)
{
    examination_quick_walk(quick, FIRST_ROUNDS, share_from_now(x, 0.1));
    examination_quick_lassos(quick, FIRST_ROUNDS, share_from_now(x, 0.1));
    examination_quick_growing(quick, share_from_now(x, 0.03));
    examination_quick_graph(quick, FIRST_NODES, share_from_now(x, 0.07));
    if (x->kind == EXAM_STATE_SPACE)
        examination_quick_space(quick, FIRST_SPACE, share_from_now(x, 0.25));
}

// The same for the rest of the time.
static void play_on(struct exam *x, struct quick *quick)
{
    examination_quick_graph(quick, LAST_NODES, share(x, 0.9));
    examination_quick_lassos(quick, LAST_LASSOS, share(x, 0.97));
    if (x->kind == EXAM_STATE_SPACE)
        examination_quick_space(quick, LAST_NODES, share(x, 0.95));
    examination_quick_walk(quick, LAST_ROUNDS, share(x, 1));
}

// First what can be told from the net as it is written, then by its model; what is open then is walked for again.
static bool examine(struct exam *x)
{
    struct input_text text = {0};
    struct source source;
    bool good = (x->kind != EXAM_FORMULAS && x->kind != EXAM_UPPER_BOUNDS) || read_formulas(x, &text, &source);
    if (good) {
        ask_questions(x);
        struct quick *quick = examination_quick_open(x);
        bool plays = x->job.engine != JOB_ENGINE_SYMBOLIC, draws = x->job.engine <= JOB_ENGINE_SYMBOLIC;
        examination_quick_simplify(quick, share(x, 0.1));
        if (draws && x->e->job->time_limit > 0)
            examination_symbolic_first(x, quick, share_from_now(x, 0.08), share_from_now(x, 0.16));
        if (plays)
            play(x, quick);
        if (draws)
            examination_symbolic(x, quick, share(x, 0.45), share(x, 0.62), share(x, 0.85));
        if (!is_answered(x)) {
            good = input_lower_net(x->run, &x->input);
            if (good)
                decide_by_model(x);
            if (plays && x->e->job->time_limit > 0)
                play_on(x, quick);
            // the net is one, though not one that can be unfolded
            good = good || has_answer(x) || examination_quick_is_usable(quick);
        }
        examination_quick_close(quick);
    }
    mcc_properties_close(&x->properties, x->mem);
    input_free_text(x->run, &text);
    return good;
}

enum examination_end examination_run(const struct examination *e)
{
    watch_begin_command(e->run, 0.75 * e->job->time_limit);
    struct exam x = {.e = e, .run = e->run, .mem = &e->run->mem, .job = *e->job, .started = clock_now()};
    struct str path = {0};
    enum examination_end end = EXAMINATION_WRONG;
    x.kind = (enum exam_kind)find_kind(e->name);
    x.arena.mem = x.mem;
    x.job.language = JOB_LANGUAGE_PNML;
    x.job.trace = x.job.vacuity = x.job.states = false;
    x.job.is_terse = true;
    if (x.kind != EXAM_DEADLOCK)
        x.job.deadlock = MURPHI_DEADLOCK_OFF;
    str_add(x.mem, &path, "%s/model.pnml", e->folder);
    x.job.model = arena_copy(&x.arena, str_text(&path), path.count);
    str_free(x.mem, &path);
    bool good = input_open_net(x.run, &x.job, x.job.model, &x.input);
    if (good)
        net_split_classes(x.input.net);
    if (good && examine(&x))
        end = is_answered(&x) ? EXAMINATION_ANSWERED : EXAMINATION_IN_PART;
    array_free(x.mem, &x.questions);
    array_free(x.mem, &x.parts);
    input_close(x.run, &x.input);
    arena_free(&x.arena);
    return end;
}
