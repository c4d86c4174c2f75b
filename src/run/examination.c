#include "run/examination.h"

#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "pnml/split_classes.h"
#include "run/examination_parts.h"

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

static void tell(struct exam *x, struct question *q, bool is_true)
{
    struct str text = {0};
    if (q->is_answered)
        return;
    q->is_answered = true;
    if (q->is_silent)
        return;
    str_add(x->mem, &text, "%" PRId64, q->least);
    struct examination_answer a = {q->id, q->kind == OF_BOUND, is_true, str_text(&text),
                                   q->techniques ? q->techniques : BY_STRUCTURE};
    x->e->answer(x->e->context, &a);
    str_free(x->mem, &text);
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
void examination_answer_by_parts(struct exam *x, struct question *q)
{
    if (q->kind == OF_BOUND)
        examination_tell_bound(x, q);
    else if (q->kind == OF_ALL ? q->no > 0 || q->open == 0 : q->yes > 0 || q->open == 0)
        tell(x, q, q->kind == OF_ALL ? q->no == 0 : q->yes > 0);
}

static uint32_t ask(struct exam *x, struct question q)
{
    array_push(x->mem, &x->questions, q);
    return (uint32_t)(x->questions.count - 1);
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

bool examination_is_answered(const struct exam *x)
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

enum {
    FIRST_ROUNDS = 3,
    LAST_ROUNDS = 12,
    LAST_LASSOS = 100000,
    FIRST_NODES = 4000,
    FIRST_SPACE = 300000,
    LAST_NODES = 1024000,
    FIRST_FLAT = 20000,
    LAST_FLAT = 20000000
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
    if (examination_is_by(x, EXAMINATION_BY_WALKS)) {
        examination_quick_walk(quick, FIRST_ROUNDS, share_from_now(x, 0.1));
        examination_quick_lassos(quick, FIRST_ROUNDS, share_from_now(x, 0.1));
        examination_quick_growing(quick, share_from_now(x, 0.03));
    }
    if (examination_is_by(x, EXAMINATION_BY_FLAT))
        examination_flat(x, quick, false, FIRST_FLAT, share_from_now(x, 0.07));
    if (!examination_is_by(x, EXAMINATION_BY_GRAPH))
        return;
    examination_quick_graph(quick, FIRST_NODES, share_from_now(x, 0.07));
    if (x->kind == EXAM_STATE_SPACE)
        examination_quick_space(quick, FIRST_SPACE, share_from_now(x, 0.25));
}

// The same for the rest of the time.
static void play_on(struct exam *x, struct quick *quick)
{
    bool walks = examination_is_by(x, EXAMINATION_BY_WALKS), grows = examination_is_by(x, EXAMINATION_BY_GRAPH);
    if (examination_is_by(x, EXAMINATION_BY_FLAT))
        examination_flat(x, quick, x->e->only == EXAMINATION_BY_FLAT, LAST_FLAT, share(x, 0.87));
    if (grows)
        examination_quick_graph(quick, LAST_NODES, share(x, 0.92));
    if (walks)
        examination_quick_lassos(quick, LAST_LASSOS, share(x, 0.97));
    if (grows && x->kind == EXAM_STATE_SPACE)
        examination_quick_space(quick, LAST_NODES, share(x, 0.95));
    if (walks)
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
        bool plays = x->job.engine != JOB_ENGINE_SYMBOLIC;
        bool draws = x->job.engine <= JOB_ENGINE_SYMBOLIC && examination_is_by(x, EXAMINATION_BY_DIAGRAMS);
        bool lowers = examination_is_by(x, EXAMINATION_BY_MODEL);
        examination_quick_simplify(quick, share(x, 0.1));
        if (draws && x->e->job->time_limit > 0)
            examination_symbolic_first(x, quick, share_from_now(x, 0.08), share_from_now(x, 0.16));
        if (plays)
            play(x, quick);
        if (draws)
            examination_symbolic(x, quick, share(x, 0.45), share(x, 0.62), share(x, 0.85));
        if (!examination_is_answered(x)) {
            good = lowers && input_lower_net(x->run, &x->input);
            if (good)
                examination_by_model(x);
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
        end = examination_is_answered(&x) ? EXAMINATION_ANSWERED : EXAMINATION_IN_PART;
    array_free(x.mem, &x.questions);
    array_free(x.mem, &x.parts);
    input_close(x.run, &x.input);
    arena_free(&x.arena);
    return end;
}
