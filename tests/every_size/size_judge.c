#include "size_judge.h"

#include <stdio.h>
#include <string.h>

#include "../cause_text.h"

#include "explicit/explicit.h"
#include "run/every_size/counter_proof.h"
#include "run/job_options.h"

enum {
    EXAMPLE = 3,
    MOST_PROPERTIES = 8,
    GUESSED = 4,         // the most elements that a proof takes guesses from
    MOST_ORBITS = 20000, // of a size; larger ones are not searched
    LOOKS = 4000,        // until a proof is given up
    UNCOUNTED = 1,       // the largest size that counters are not asked for
};

struct judging {
    struct run run;
    struct job job;
    const struct size_case *of;
    struct size_totals *totals;
    size_t looks;
    bool is_writing; // a script, which ends by itself
    size_t count;
    goal_id goals[MOST_PROPERTIES];
    bool is_proved[MOST_PROPERTIES];
    bool is_counted[MOST_PROPERTIES];   // proved by counters without bound
    int fails_at[MOST_PROPERTIES];      // 0: in no size
    int fails_counted[MOST_PROPERTIES]; // the same for sizes that counters are asked for
    const char *constants[1];
    char constant[32];
};

static bool is_interrupted(void *context)
{
    struct judging *j = context;
    return ++j->looks > LOOKS && !j->is_writing;
}

static void show(void *context, const struct diag *diag)
{
    (void)context, (void)diag;
}

static void say(void *context, enum log_level level, const char *text)
{
    struct judging *j = context;
    if (level == LOG_ERROR)
        str_add(j->of->mem, j->of->words, "%s\n", text);
}

static void begin(struct judging *j)
{
    static const struct option_group *const groups[] = {&job_goal_options,   &job_model_options,    &job_family_options,
                                                        &job_method_options, &job_onthefly_options, NULL};
    j->run.mem = (struct mem)MEM_UNLIMITED;
    j->run.log = (struct log){.level = LOG_ERROR, .sink = say, .context = j};
    j->run.host = (struct run_host){.is_interrupted = is_interrupted, .show = show, .context = j};
    j->run.progress.quiet = j->run.is_quiet = true;
    options_set_defaults(groups, &j->job);
    j->job.model = "sized.m";
    j->job.text = j->of->text;
    j->job.text_length = j->of->length;
    j->job.deadlock = MURPHI_DEADLOCK_OFF;
    j->job.dialect = j->of->dialect;
    watch_begin_command(&j->run, 0);
}

static bool open_size(struct judging *j, int size, struct input *input)
{
    snprintf(j->constant, sizeof j->constant, "N=%d", size);
    j->constants[0] = j->constant;
    j->job.constants = (struct option_list){j->constants, 1, 1};
    *input = (struct input){0};
    return input_open_per_orbit(&j->run, &j->job, j->job.model, input);
}

// ---- The proof ------------------------------------------------------------------------------------------------------

static void write_script(struct judging *j, const struct size_script *script)
{
    size_t obligations = 0;
    struct str text = {0};
    struct cause why;
    struct arena arena = {.mem = &j->run.mem};
    j->is_writing = true;
    watch_begin_command(&j->run, 0); // something else may have been given up
    if (size_script_write(&j->run, script, &text, &obligations, &arena, &why)) {
        j->totals->scripts++;
        j->totals->obligations += obligations;
        str_add(j->of->mem, j->of->script, "%s%s", j->of->script->count ? "(reset)\n" : "", str_text(&text));
    } else {
        j->totals->wrong++;
        str_add(j->of->mem, j->of->words, "no certificate: %s\n", cause_text(why).at);
    }
    j->is_writing = false;
    j->looks = 0;
    str_free(&j->run.mem, &text);
    arena_free(&arena);
}

static void prove(struct judging *j, struct input *example)
{
    struct job plain = j->job;
    struct str invariants = {0};
    struct cause why;
    struct arena arena = {.mem = &j->run.mem};
    size_t written = 0, proved_count = 0;
    goal_id proved[MOST_PROPERTIES];
    plain.constants = (struct option_list){0};
    const struct size_proof_setup setup = {
        .job = &plain, .constant = "N", .example = example, .example_size = EXAMPLE, .least_size = 1};
    j->looks = 0;
    struct size_proof *proof = size_proof_new(&j->run, &setup, &arena, &why);
    if (!proof)
        j->totals->refused++;
    for (size_t i = 0; i < j->count && proof; i++) {
        j->looks = 0;
        if (size_proof_decide(proof, j->goals[i], &why) != SIZE_HOLDS)
            continue;
        j->is_proved[i] = true;
        written += size_proof_write(proof, written + 1, &invariants);
        proved[proved_count++] = j->goals[i];
    }
    j->looks = 0;
    if (proved_count && j->of->script)
        write_script(j, &(struct size_script){.example = example,
                                              .constant = "N",
                                              .invariants = str_text(&invariants),
                                              .name = SIZE_INVARIANT_NAME,
                                              .proved = proved,
                                              .proved_count = proved_count});
    if (proof)
        size_proof_free(proof);
    arena_free(&arena);
    str_free(&j->run.mem, &invariants);
}

// What was proved together with this one.
static void write_counted(struct judging *j, struct input *example, const struct counter_goal *goals, size_t at)
{
    goal_id proved[MOST_PROPERTIES];
    struct size_script script = {.example = example,
                                 .constant = "N",
                                 .invariants = goals[at].invariants->text,
                                 .name = COUNTER_INVARIANT_NAME,
                                 .proved = proved,
                                 .least_size = goals[at].elements};
    for (size_t i = 0; i < j->count; i++)
        if (goals[i].holds && goals[i].invariants == goals[at].invariants)
            proved[script.proved_count++] = goals[i].goal;
    write_script(j, &script);
}

static void prove_by_counters(struct judging *j, struct input *example)
{
    struct job plain = j->job;
    struct counter_goal goals[MOST_PROPERTIES];
    struct arena arena = {.mem = &j->run.mem};
    plain.constants = (struct option_list){0};
    const struct size_proof_setup setup = {
        .job = &plain, .constant = "N", .example = example, .example_size = EXAMPLE, .wants_invariants = j->of->script};
    for (size_t i = 0; i < j->count; i++)
        goals[i] = (struct counter_goal){.goal = j->goals[i]};
    j->looks = 0;
    counter_proof_decide(&j->run, &setup, UNCOUNTED, goals, j->count, &arena);
    for (size_t i = 0; i < j->count; i++)
        j->is_counted[i] = goals[i].holds;
    j->looks = 0;
    const struct counter_invariants *last = NULL;
    for (size_t i = 0; i < j->count && j->of->script; i++)
        if (goals[i].holds && goals[i].invariants->text && goals[i].invariants != last) {
            last = goals[i].invariants;
            write_counted(j, example, goals, i);
        }
    arena_free(&arena);
}

// ---- Single sizes ---------------------------------------------------------------------------------------------------

static bool counts(void *context, const value *state)
{
    (void)state;
    return ++*(size_t *)context < MOST_ORBITS;
}

// False if it has too many states.
static bool search(struct judging *j, int size)
{
    struct input input;
    size_t orbits = 0;
    j->looks = 0; // those of proofs are none of its own
    bool good = open_size(j, size, &input) && input_lower_fully(&j->run, &input);
    if (good) {
        struct symmetry *symmetry = symmetry_new(input.model, &j->run.mem);
        const struct explicit_options options = {.symmetry = symmetry};
        struct explicit_engine *engine = explicit_new(input.model, &options, &j->run.mem);
        good = explicit_each_state(engine, counts, &orbits);
        j->totals->searched += good;
        for (size_t i = 0; i < j->count && good; i++) {
            struct result result = {0};
            size_t number = model_find_goal(input.model, j->goals[i]);
            if (j->fails_counted[i] || number == SIZE_MAX)
                continue;
            explicit_check(engine, number, &result);
            if (result.verdict != VERDICT_FAILS)
                continue;
            j->fails_at[i] = j->fails_at[i] ? j->fails_at[i] : size;
            j->fails_counted[i] = size > UNCOUNTED ? size : 0;
        }
        explicit_free(engine);
        symmetry_free(symmetry);
    }
    input_close(&j->run, &input);
    return good;
}

// Of a model of which nothing is proved, nothing can be wrong.
static bool is_judged(const struct judging *j)
{
    for (size_t i = 0; i < j->count; i++)
        if (j->is_proved[i] || j->is_counted[i])
            return true;
    return false;
}

static void judge_property(struct judging *j, size_t i)
{
    struct size_totals *t = j->totals;
    t->proved += j->is_proved[i];
    t->failing += j->fails_at[i] > 0;
    t->large += j->fails_at[i] > GUESSED;
    t->counted += j->is_counted[i];
    t->only_counted += j->is_counted[i] && !j->is_proved[i] && !j->fails_at[i];
    t->open += !j->is_proved[i] && !j->is_counted[i] && !j->fails_at[i];
    if (j->is_counted[i] && j->fails_counted[i]) {
        t->wrong++;
        str_add(j->of->mem, j->of->words, "property %zu is proved by counters, and fails for N = %d\n", i + 1,
                j->fails_counted[i]);
    }
    if (!j->is_proved[i] || !j->fails_at[i])
        return;
    t->wrong++;
    str_add(j->of->mem, j->of->words, "property %zu is said to hold for every size, and fails for N = %d\n", i + 1,
            j->fails_at[i]);
}

bool size_judge(const struct size_case *of, struct size_totals *totals)
{
    struct judging j = {.of = of, .totals = totals};
    struct input example;
    size_t wrong = totals->wrong;
    begin(&j);
    totals->models++;
    bool good = open_size(&j, EXAMPLE, &example);
    if (good) {
        for (size_t i = 0; i < model_property_count(example.model) && j.count < MOST_PROPERTIES; i++)
            j.goals[j.count++] = model_property(example.model, i)->goal;
        prove(&j, &example);
        prove_by_counters(&j, &example);
        for (int size = 1; size <= of->most && is_judged(&j); size++)
            if (!search(&j, size))
                break;
        for (size_t i = 0; i < j.count; i++)
            judge_property(&j, i);
    } else
        str_add(of->mem, of->words, "the model cannot be read\n");
    input_close(&j.run, &example);
    if (j.run.mem.blocks) {
        totals->wrong++;
        str_add(of->mem, of->words, "memory is left\n");
    }
    return good && totals->wrong == wrong;
}
