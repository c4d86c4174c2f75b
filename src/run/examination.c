#include "run/examination.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "pnml/mcc_formula.h"
#include "run/model_check.h"

enum kind { FORMULAS, UPPER_BOUNDS, STATE_SPACE, DEADLOCK, ONE_SAFE, QUASI_LIVENESS, LIVENESS, STABLE_MARKING };

static const struct {
    const char *name;
    enum kind kind;
} examinations[] = {
    {"ReachabilityCardinality", FORMULAS}, {"ReachabilityFireability", FORMULAS},
    {"CTLCardinality", FORMULAS},          {"CTLFireability", FORMULAS},
    {"LTLCardinality", FORMULAS},          {"LTLFireability", FORMULAS},
    {"UpperBounds", UPPER_BOUNDS},         {"StateSpace", STATE_SPACE},
    {"ReachabilityDeadlock", DEADLOCK},    {"OneSafe", ONE_SAFE},
    {"QuasiLiveness", QUASI_LIVENESS},     {"Liveness", LIVENESS},
    {"StableMarking", STABLE_MARKING},
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

// A property of the model, as a part of a question.
struct question_part {
    size_t property;
    bool is_negated; // true if the property fails
    uint32_t question;
    int64_t threshold; // of a bound: true says that there are never more tokens than this
};

struct question {
    const char *id;
    enum { OF_ALL, OF_ANY, OF_BOUND } kind; // true if all parts are; if one is
    size_t open, yes, no;                   // parts: not known, true, false
    int64_t least, most;                    // of a bound: what is known of it
    const expr *sums;                       // likewise: the largest of these
    size_t sum_count;
    bool is_silent; // nobody is told
    bool is_answered;
    unsigned techniques;
};

struct exam {
    const struct examination *e;
    enum kind kind;
    struct run *run;
    struct mem *mem;
    struct job job;
    struct input input;
    struct arena arena;
    ARRAY(struct question) questions;
    ARRAY(struct question_part) parts;
    double started;
};

static unsigned techniques_of(const struct method *m)
{
    unsigned found = m->count > 0 ? BY_REDUCTION : 0;
    if (m->backend == BACKEND_NONE)
        return found | BY_STRUCTURE;
    if (m->backend == BACKEND_EXPLICIT || m->backend == BACKEND_EXPLICIT_QUOTIENT)
        found |= BY_STATES;
    else
        found |= BY_DIAGRAMS;
    return m->backend > BACKEND_EXPLICIT ? found | BY_SYMMETRY : found;
}

static void answer(struct exam *x, struct question *q)
{
    bool is_known = q->kind == OF_BOUND ? q->least == q->most
                    : q->kind == OF_ALL ? q->no > 0 || q->open == 0
                                        : q->yes > 0 || q->open == 0;
    if (!is_known || q->is_answered)
        return;
    q->is_answered = true;
    if (q->is_silent)
        return;
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, q->least);
    struct examination_answer a = {q->id, q->kind == OF_BOUND, q->kind == OF_ALL ? q->no == 0 : q->yes > 0, text,
                                   q->techniques ? q->techniques : BY_STRUCTURE};
    x->e->answer(x->e->context, &a);
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

static void add_bound(struct exam *x, struct question q)
{
    uint32_t number = ask(x, q);
    answer(x, &x->questions.at[number]);
}

// The most tokens of some places together.
static void ask_bound(struct exam *x, const char *id, const uint32_t *places, size_t count)
{
    struct lowered_net *net = &x->input.lowered;
    struct question q = {.id = id, .kind = OF_BOUND, .sum_count = 1};
    expr *sum = arena_alloc(&x->arena, sizeof *sum);
    *sum = model_int(x->input.model, 0);
    for (size_t i = 0; i < count; i++) {
        *sum = model_binary(x->input.model, OP_ADD, *sum, lowered_net_tokens(net, places[i]));
        q.least += net->initial[places[i]];
        q.most += net->totals[places[i]];
    }
    q.sums = sum;
    add_bound(x, q);
}

// The most tokens of one colour in any place.
static void ask_most_of_colour(struct exam *x, const char *id)
{
    const struct model *m = x->input.model;
    struct question q = {.id = id, .kind = OF_BOUND, .sum_count = model_cell_count(m)};
    expr *tokens = arena_alloc(&x->arena, (q.sum_count + 1) * sizeof *tokens);
    const struct action *start = model_start(m, 0);
    for (cell_id c = 0; c < q.sum_count; c++) {
        const struct type *type = model_type(m, model_cell(m, c)->type);
        tokens[c] = model_cell_expr(x->input.model, c);
        q.most = type->high > q.most ? type->high : q.most;
    }
    for (size_t i = 0; i < start->part_count; i++) {
        value v;
        if (model_is_const(m, start->parts[i].expr, &v) && v > q.least)
            q.least = v;
    }
    q.sums = tokens;
    add_bound(x, q);
}

static void ask_formulas(struct exam *x, const struct mcc_properties *properties)
{
    for (size_t i = 0; i < properties->at.count; i++) {
        const struct mcc_property *p = &properties->at.at[i];
        if (p->is_bound)
            ask_bound(x, p->id, p->places, p->place_count);
        else
            add_part(x, (struct question_part){p->property, p->is_negated, ask(x, (struct question){.id = p->id}), 0});
    }
}

static void ask_of_transitions(struct exam *x)
{
    struct model *m = x->input.model;
    uint32_t q = ask(x, (struct question){.id = x->e->name, .kind = OF_ALL});
    for (size_t i = 0; i < x->input.net->transitions.count; i++) {
        expr enabled = x->input.lowered.enabled[i];
        size_t property;
        if (x->kind == QUASI_LIVENESS)
            property = add_invariant(x, model_not(m, enabled));
        else {
            formula f = model_formula_make(m, FORMULA_EF, model_atom(m, enabled), FORMULA_NONE);
            property = add_property(x, PROPERTY_CTL, model_formula_make(m, FORMULA_AG, f, FORMULA_NONE));
        }
        add_part(x, (struct question_part){property, x->kind == QUASI_LIVENESS, q, 0});
    }
    answer(x, &x->questions.at[q]); // known, if there are none
}

static void ask_of_places(struct exam *x)
{
    struct model *m = x->input.model;
    struct lowered_net *net = &x->input.lowered;
    uint32_t q = ask(x, (struct question){.id = x->e->name, .kind = x->kind == ONE_SAFE ? OF_ALL : OF_ANY});
    for (uint32_t i = 0; i < x->input.net->places.count; i++) {
        expr tokens = lowered_net_tokens(net, i);
        expr e = x->kind == ONE_SAFE ? model_binary(m, OP_LE, tokens, model_int(m, 1))
                                     : model_binary(m, OP_EQ, tokens, model_int(m, net->initial[i]));
        add_part(x, (struct question_part){add_invariant(x, e), false, q, 0});
    }
    answer(x, &x->questions.at[q]); // known, if there are none
}

// ---- Deciding -------------------------------------------------------------------------------------------------------

static double time_left(const struct exam *x)
{
    return x->e->job->time_limit > 0 ? x->e->job->time_limit - (clock_now() - x->started) : 0;
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

// Thresholds between what is known of a bound: many at once, so that few searches are needed.
static void add_thresholds(struct exam *x, uint32_t number)
{
    struct question *q = &x->questions.at[number];
    int64_t range = q->most - q->least, last = q->least - 1;
    for (int i = 1; i <= MOST_THRESHOLDS; i++) {
        int64_t at = q->least + (int64_t)((__int128)range * i / MOST_THRESHOLDS) - 1;
        if (at <= last)
            continue;
        last = at;
        expr e = model_true(x->input.model), most = model_int(x->input.model, at);
        for (size_t k = 0; k < q->sum_count; k++)
            e = model_and(x->input.model, e, model_binary(x->input.model, OP_LE, q->sums[k], most));
        add_part(x, (struct question_part){add_invariant(x, e), false, number, at});
    }
}

static void decide_bounds(struct exam *x)
{
    for (;;) {
        size_t open = 0, known = 0;
        x->parts.count = 0;
        for (uint32_t i = 0; i < x->questions.count; i++) {
            struct question *q = &x->questions.at[i];
            if (q->kind != OF_BOUND || q->is_answered)
                continue;
            q->open = q->yes = q->no = 0;
            add_thresholds(x, i);
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
        if (c.findings.states_are_known) {
            unsigned by = BY_DIAGRAMS | BY_STATES | (c.findings.are_orbits ? BY_SYMMETRY : 0);
            struct examination_answer a = {"STATES", true, false, c.findings.states, by};
            x->e->answer(x->e->context, &a);
        }
        x->questions.at[0].is_answered = c.findings.states_are_known;
    }
    model_check_close(&c);
    x->job.states = false;
}

static void explore(struct exam *x)
{
    size_t places = x->input.net->places.count;
    uint32_t *all = arena_alloc(&x->arena, (places + 1) * sizeof *all);
    ask(x, (struct question){.id = "STATES", .open = 1, .is_silent = true});
    count_states(x);
    for (uint32_t i = 0; i < places; i++)
        all[i] = i;
    ask_bound(x, "MAX_TOKEN_PER_MARKING", all, places);
    ask_most_of_colour(x, "MAX_TOKEN_IN_PLACE");
    decide_bounds(x);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool read_formulas(struct exam *x, struct mcc_properties *properties, struct input_text *text,
                          struct source *source)
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
    bool good = mcc_properties_read(properties, &x->input.lowered, is_linear, source, &diag);
    input_show_diagnostics(x->run, &diag);
    diag_close(&diag);
    return good;
}

static bool examine(struct exam *x)
{
    struct mcc_properties properties = {0};
    struct input_text text = {0};
    struct source source;
    bool good = true;
    if (x->kind == FORMULAS || x->kind == UPPER_BOUNDS) {
        good = read_formulas(x, &properties, &text, &source);
        if (good)
            ask_formulas(x, &properties);
    } else if (x->kind == DEADLOCK)
        add_part(x, (struct question_part){0, true, ask(x, (struct question){.id = x->e->name}), 0});
    else if (x->kind == QUASI_LIVENESS || x->kind == LIVENESS)
        ask_of_transitions(x);
    else if (x->kind != STATE_SPACE)
        ask_of_places(x);
    if (good && x->kind == STATE_SPACE)
        explore(x);
    else if (good && x->parts.count > 0)
        decide(x);
    if (good && x->kind == UPPER_BOUNDS)
        decide_bounds(x);
    mcc_properties_close(&properties, x->mem);
    input_free_text(x->run, &text);
    return good;
}

enum examination_end examination_run(const struct examination *e)
{
    struct exam x = {.e = e, .run = e->run, .mem = &e->run->mem, .job = *e->job, .started = clock_now()};
    struct str path = {0};
    enum examination_end end = EXAMINATION_WRONG;
    x.kind = (enum kind)find_kind(e->name);
    x.arena.mem = x.mem;
    x.job.language = JOB_LANGUAGE_PNML;
    x.job.trace = x.job.vacuity = x.job.states = false;
    x.job.is_terse = true;
    if (x.kind != DEADLOCK)
        x.job.deadlock = MURPHI_DEADLOCK_OFF;
    str_add(x.mem, &path, "%s/model.pnml", e->folder);
    x.job.model = arena_copy(&x.arena, str_text(&path), path.count);
    str_free(x.mem, &path);
    if (input_open(x.run, &x.job, x.job.model, &x.input) && examine(&x)) {
        end = EXAMINATION_ANSWERED;
        for (size_t i = 0; i < x.questions.count; i++)
            if (!x.questions.at[i].is_answered)
                end = EXAMINATION_IN_PART;
    }
    array_free(x.mem, &x.questions);
    array_free(x.mem, &x.parts);
    input_close(x.run, &x.input);
    arena_free(&x.arena);
    return end;
}
