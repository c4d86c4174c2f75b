#include "run/verify_generators.h"

#include "base/clock.h"
#include <string.h>

#include "base/utf8.h"
#include "check/check.h"
#include "group/detect.h"
#include "orbit/substitution.h"

#define SECONDS_TO_PROVE 10.0 // each, unless it was asked for
#define NODES_TO_PROVE ((size_t)1 << 20)

struct verify_generators {
    struct run *run;
    const struct job *job;
    struct mem *mem;
    struct model *model;
    double deadline;         // 0: none
    struct checker *checker; // NULL until it is needed
    value *from, *to;
};

static bool is_late(void *context)
{
    return run_is_interrupted(context);
}

static double soon(const struct verify_generators *p)
{
    double until = clock_now() + SECONDS_TO_PROVE;
    if (p->job->verify_generators == JOB_VERIFY_ON)
        return p->deadline;
    return p->deadline > 0 && p->deadline < until ? p->deadline : until;
}

// ---- In words -------------------------------------------------------------------------------------------------------

#define MOST_TO_SHOW 24 // cells; of more, those that matter most are shown

// What the generator moves, and what the step changes.
static bool matters(const struct verify_generators *p, const struct generator *g, cell_id cell, bool is_step)
{
    bool moves_value = g->cell_count <= MOST_TO_SHOW;
    for (size_t i = 0; i < g->values.count; i++)
        moves_value |= g->values.at[i].from == p->from[cell] || (is_step && g->values.at[i].from == p->to[cell]);
    return g->cells[cell] != cell || moves_value ||
           (is_step && model_cell(p->model, cell)->role == CELL_STATE && p->from[cell] != p->to[cell]);
}

static void add_state(struct verify_generators *p, const struct generator *g, const value *state, bool is_step,
                      bool is_last, struct str *out)
{
    const char *before = "";
    for (cell_id cell = 0; cell < g->cell_count; cell++) {
        const struct cell *it = model_cell(p->model, cell);
        if (!matters(p, g, cell, is_step) || (is_last && it->role == CELL_INPUT))
            continue;
        str_add(p->mem, out, "%s", before);
        utf8_add_printable(p->mem, out, it->name, strlen(it->name));
        str_add(p->mem, out, " = ");
        model_add_value(p->model, it->type, state[cell], out);
        before = ", ";
    }
}

static void report(struct verify_generators *p, const struct generator *g, enum check_automorphism judgement)
{
    struct str text = {0};
    bool is_step = judgement == CHECK_MOVES_STEPS;
    str_add(p->mem, &text, "%s is no symmetry of the model, and is not used. It takes the %s ", g->text,
            is_step ? "step from the state" : "initial state");
    add_state(p, g, p->from, is_step, false, &text);
    if (is_step) {
        str_add(p->mem, &text, " to the state ");
        add_state(p, g, p->to, is_step, true, &text);
    }
    str_add(p->mem, &text, " to one that is none");
    log_warning(&p->run->log, "%s", str_text(&text));
    str_free(p->mem, &text);
}

// ---- Proving --------------------------------------------------------------------------------------------------------

static void open_checker(struct verify_generators *p)
{
    struct check_options options = {.codes_only = true,
                                    .memory_limit = p->job->memory / 2,
                                    .deadline = soon(p),
                                    .reorder = true,
                                    .interrupted = is_late,
                                    .context = p->run};
    if (!p->checker)
        p->checker = checker_new(p->model, &options, p->mem);
    checker_set_deadline(p->checker, soon(p));
}

static enum check_automorphism judge_by_diagrams(struct verify_generators *p, const struct generator *g)
{
    open_checker(p);
    struct encoding *encoding = checker_encoding(p->checker);
    struct substitution *moved = encoding ? substitution_new(g, encoding, p->mem) : NULL;
    size_t budget = p->job->verify_generators == JOB_VERIFY_ON ? SIZE_MAX : NODES_TO_PROVE;
    enum check_automorphism judgement = CHECK_AUTOMORPHISM_UNKNOWN;
    if (moved)
        judgement = checker_judge_automorphism(p->checker, substitution_bits(moved, true), budget, p->from, p->to);
    substitution_free(moved);
    return judgement;
}

// Fairness is another matter: conditions that are moved keep a generator from being used.
static enum check_automorphism judge(struct verify_generators *p, const struct generator *g, bool is_proved_by_form)
{
    if (is_proved_by_form || generator_is_identity(g))
        return CHECK_IS_AUTOMORPHISM;
    if (p->job->verify_generators == JOB_VERIFY_OFF)
        return CHECK_AUTOMORPHISM_UNKNOWN;
    enum check_automorphism judgement = judge_by_diagrams(p, g);
    return judgement == CHECK_MOVES_FAIRNESS ? CHECK_IS_AUTOMORPHISM : judgement;
}

// Whether representatives are states that were reached, so that one of an initial state is one.
static bool reaches_representatives(const struct job *job)
{
    return job->symmetry == JOB_SYMMETRY_AUTO || job->symmetry == JOB_SYMMETRY_ONTHEFLY ||
           job->symmetry == JOB_SYMMETRY_LIVE_REP;
}

void verify_generators_annotated(struct run *run, const struct job *job, const struct input *input, double deadline,
                                 generator_array *out, size_t *initial_count, bool *is_proved)
{
    struct verify_generators p = {
        .run = run, .job = job, .mem = &run->mem, .model = input->model, .deadline = deadline};
    size_t bytes = (model_cell_count(input->model) + 1) * sizeof(value);
    p.from = mem_zalloc(p.mem, bytes);
    p.to = mem_zalloc(p.mem, bytes);
    size_t count = input->generators.count;
    bool *by_form = mem_zalloc(p.mem, (count + 1) * sizeof *by_form);
    if (job->verify_generators != JOB_VERIFY_OFF && count > 0)
        detect_prove(p.model, input->generators.at, count, by_form, soon(&p), p.mem);
    *is_proved = true;
    generator_array moving = {0};
    for (size_t i = 0; i < count; i++) {
        const struct generator *g = &input->generators.at[i];
        enum check_automorphism judgement = judge(&p, g, by_form[i]);
        if (judgement == CHECK_MOVES_ONLY_INITIAL && reaches_representatives(job))
            array_push(p.mem, &moving, generator_copy(g, p.mem));
        else if (judgement == CHECK_MOVES_ONLY_INITIAL || judgement == CHECK_MOVES_INITIAL ||
                 judgement == CHECK_MOVES_STEPS)
            report(&p, g, judgement);
        else if (!generator_is_identity(g)) {
            array_push(p.mem, out, generator_copy(g, p.mem));
            *is_proved &= judgement == CHECK_IS_AUTOMORPHISM;
        }
    }
    *initial_count = out->count;
    for (size_t i = 0; i < moving.count; i++)
        array_push(p.mem, out, moving.at[i]);
    array_free(p.mem, &moving);
    checker_free(p.checker);
    mem_free(p.mem, by_form, (count + 1) * sizeof *by_form);
    mem_free(p.mem, p.from, bytes);
    mem_free(p.mem, p.to, bytes);
}
