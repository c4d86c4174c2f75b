#include "size_judge.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../cause_text.h"

#include "explicit/explicit.h"
#include "run/every_size/counter_proof.h"
#include "run/job_options.h"

enum {
    EXAMPLE = 3,
    MOST_PROPERTIES = 8,
    GUESSED = 4,                      // the most elements that a proof takes guesses from
    MOST_ORBITS = 20000,              // of a size; larger ones are not searched
    LOOKS = 4000,                     // until a proof is given up
    MOST_TICKS = CLOCKS_PER_SEC / 16, // likewise of the processor's time, where many models are looked at
    UNCOUNTED = 1,                    // the largest size that counters are not asked for
    MOST_VIEWED = 2,                  // the most elements that a quantified invariant speaks of
    VIEWED_STATES = 100,              // of a size, that are looked at whether they satisfy it, ...
    MOST_IN_VIEWS = 5,                // ... and the most elements that these have
    VIEW_LOOKS = 30000,               // until one is given up: diagrams look often
    MOST_SHOWN = 50,                  // invariants of one that go to the solver
    MOST_BYTES = 16 << 20,            // of states that are looked at
};

struct judging {
    struct run run;
    struct job job;
    const struct size_case *of;
    struct size_totals *totals;
    size_t looks;
    clock_t began;
    bool is_bounded;  // what is done ends by itself: a script is written, or states are looked at
    bool views_begun; // a quantified invariant is looked for
    size_t count;
    goal_id goals[MOST_PROPERTIES];
    bool is_proved[MOST_PROPERTIES];
    bool is_counted[MOST_PROPERTIES];   // proved by counters without bound
    int is_viewed[MOST_PROPERTIES];     // proved by a quantified invariant, from this size on; 0: it is not
    int fails_viewed[MOST_PROPERTIES];  // the same for sizes that it is one of
    bool is_context[MOST_PROPERTIES];   // by one that asks for other elements, and by none before it
    size_t unseen;                      // reachable states that do not satisfy a quantified invariant
    int fails_at[MOST_PROPERTIES];      // 0: in no size
    int fails_counted[MOST_PROPERTIES]; // the same for sizes that counters are asked for
    const char *constants[1];
    char constant[32];
};

static bool is_interrupted(void *context)
{
    struct judging *j = context;
    if (!j->looks)
        j->began = clock();
    bool is_late = j->of->is_short && clock() - j->began > MOST_TICKS;
    return (++j->looks > (j->views_begun ? VIEW_LOOKS : LOOKS) || is_late) && !j->is_bounded;
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

static void write_script_to(struct judging *j, const struct size_script *script, struct str *out, size_t *count)
{
    size_t obligations = 0;
    struct str text = {0};
    struct cause why;
    struct arena arena = {.mem = &j->run.mem};
    j->is_bounded = true;
    watch_begin_command(&j->run, 0); // something else may have been given up
    if (size_script_write(&j->run, script, &text, &obligations, &arena, &why)) {
        j->totals->scripts++;
        *count += obligations;
        str_add(j->of->mem, out, "%s%s", out->count ? "(reset)\n" : "", str_text(&text));
    } else {
        j->totals->wrong++;
        str_add(j->of->mem, j->of->words, "no certificate: %s\n", cause_text(why).at);
    }
    j->is_bounded = false;
    j->looks = 0;
    str_free(&j->run.mem, &text);
    arena_free(&arena);
}

static void write_script(struct judging *j, const struct size_script *script)
{
    write_script_to(j, script, j->of->script, &j->totals->obligations);
}

static void prove(struct judging *j, struct input *example, struct size_proof *proof)
{
    struct str invariants = {0};
    struct cause why;
    size_t written = 0, proved_count = 0;
    goal_id proved[MOST_PROPERTIES];
    for (size_t i = 0; i < j->count; i++) {
        j->looks = 0;
        if (size_proof_decide(proof, j->goals[i], &why) != SIZE_HOLDS)
            continue;
        struct backward_statistics s;
        size_proof_statistics(proof, &s);
        j->totals->guessed += s.guesses > 0;
        j->totals->wrong_guesses += s.wrong_guesses;
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
                                              .proved_count = proved_count,
                                              .least_size = size_proof_least(proof)});
    str_free(&j->run.mem, &invariants);
}

// What asks for other elements goes to the solver as a whole, if it is not too long.
static void write_shown(struct judging *j, struct input *example, struct size_proof *proof, uint32_t elements,
                        const goal_id *proved, size_t count)
{
    struct arena arena = {.mem = &j->run.mem};
    j->is_bounded = true;
    const struct counter_invariants *shown = size_proof_show_views(proof, &arena);
    j->is_bounded = false;
    if (shown->text && shown->count <= MOST_SHOWN) {
        j->totals->shown++;
        write_script_to(j,
                        &(struct size_script){.example = example,
                                              .constant = "N",
                                              .invariants = shown->text,
                                              .name = COUNTER_INVARIANT_NAME,
                                              .proved = proved,
                                              .proved_count = count,
                                              .least_size = elements + size_proof_named_elements(proof)},
                        j->of->shown, &j->totals->shown_obligations);
    }
    arena_free(&arena);
}

struct viewing {
    struct judging *j;
    struct size_proof *proof;
    uint32_t elements;
    size_t states;
};

static bool is_viewed(void *context, const value *state)
{
    struct viewing *v = context;
    v->j->totals->viewed++;
    v->j->unseen += !size_proof_views_contain(v->proof, v->elements, state);
    return ++v->states < VIEWED_STATES;
}

// The first states of a size, in the model that was read for the proof.
static void view_states(struct judging *j, struct size_proof *proof, uint32_t elements)
{
    struct viewing viewing = {j, proof, elements, 0};
    struct model *model = size_proof_real_model(proof, elements);
    if (!model)
        return;
    const struct explicit_options options = {.memory_limit = MOST_BYTES}; // more are too many
    struct explicit_engine *engine = explicit_new(model, &options, &j->run.mem);
    bool are_all;
    explicit_first_states(engine, VIEWED_STATES, is_viewed, &viewing, &are_all);
    explicit_free(engine);
}

// Of one element, then of more. What is proved goes to the solver by the invariants that are found from it. All
// reachable states must satisfy the last one.
static void prove_by_views(struct judging *j, struct input *example, struct size_proof *proof,
                           enum quantified_contexts contexts)
{
    struct cause why;
    struct str invariants = {0};
    size_t written = 0, proved_count = 0;
    goal_id proved[MOST_PROPERTIES];
    bool is_found = true, has_contexts = contexts != CONTEXTS_NONE;
    j->views_begun = true;
    for (int elements = 1; elements <= MOST_VIEWED && is_found; elements++) {
        j->looks = 0;
        is_found = size_proof_find_views(proof, (uint32_t)elements, contexts, j->goals, j->count, &why);
        j->totals->views += is_found;
        j->totals->contexts += is_found && has_contexts;
        goal_id new_ones[MOST_PROPERTIES];
        size_t new_count = 0;
        for (size_t i = 0; i < j->count && is_found; i++) {
            bool is_known = j->is_viewed[i], is_asked = !is_known || (has_contexts && j->of->script);
            if (!is_asked || !size_proof_decide_by_views(proof, j->goals[i], &why))
                continue;
            new_ones[new_count++] = j->goals[i];
            if (is_known)
                continue;
            while (size_proof_elements(proof, ++j->is_viewed[i]) < (uint64_t)elements) // some may have names
                ;
            j->is_context[i] = has_contexts;
            j->looks = 0;
            if (has_contexts || !j->of->script || !size_proof_explain_views(proof, j->goals[i], &why))
                continue;
            written += size_proof_write(proof, written + 1, &invariants);
            proved[proved_count++] = j->goals[i];
            j->totals->explained++;
        }
        if (new_count && has_contexts && j->of->script)
            write_shown(j, example, proof, (uint32_t)elements, new_ones, new_count);
    }
    j->views_begun = false;
    if (proved_count)
        write_script(j, &(struct size_script){.example = example,
                                              .constant = "N",
                                              .invariants = str_text(&invariants),
                                              .name = SIZE_INVARIANT_NAME,
                                              .proved = proved,
                                              .proved_count = proved_count,
                                              .least_size = size_proof_least(proof)});
    str_free(&j->run.mem, &invariants);
    j->is_bounded = true;
    for (uint32_t elements = MOST_VIEWED; elements <= MOST_IN_VIEWS && is_found && !j->of->has_few_checks; elements++)
        view_states(j, proof, elements);
    j->is_bounded = false;
}

static void prove_all(struct judging *j, struct input *example)
{
    struct job plain = j->job;
    struct arena arena = {.mem = &j->run.mem};
    struct cause why;
    plain.constants = (struct option_list){0};
    const struct size_proof_setup setup = {.job = &plain,
                                           .constant = "N",
                                           .example = example,
                                           .example_size = EXAMPLE,
                                           .least_size = 1,
                                           .first_states = j->of->first_states};
    j->looks = 0;
    struct size_proof *proof = size_proof_new(&j->run, &setup, &arena, &why);
    if (proof) {
        prove(j, example, proof);
        prove_by_views(j, example, proof, CONTEXTS_NONE);
        prove_by_views(j, example, proof, j->of->contexts);
        size_proof_free(proof);
    } else {
        j->totals->refused++;
    }
    arena_free(&arena);
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
    j->is_bounded = true;
    bool good = open_size(j, size, &input) && input_lower_fully(&j->run, &input);
    if (good) {
        struct symmetry *symmetry = symmetry_new(input.model, &j->run.mem);
        const struct explicit_options options = {.symmetry = symmetry, .memory_limit = 4 * MOST_BYTES};
        struct explicit_engine *engine = explicit_new(input.model, &options, &j->run.mem);
        good = explicit_each_state(engine, counts, &orbits);
        j->totals->searched += good;
        for (size_t i = 0; i < j->count && good; i++) {
            struct result result = {0};
            size_t number = model_find_goal(input.model, j->goals[i]);
            if ((j->fails_counted[i] && j->fails_viewed[i]) || number == SIZE_MAX)
                continue;
            explicit_check(engine, number, &result);
            if (result.verdict != VERDICT_FAILS)
                continue;
            j->fails_at[i] = j->fails_at[i] ? j->fails_at[i] : size;
            if (size > UNCOUNTED && !j->fails_counted[i])
                j->fails_counted[i] = size;
            if (size >= j->is_viewed[i] && !j->fails_viewed[i])
                j->fails_viewed[i] = size;
        }
        explicit_free(engine);
        symmetry_free(symmetry);
    }
    input_close(&j->run, &input);
    j->is_bounded = false;
    return good;
}

// Of a model of which nothing is proved, nothing can be wrong.
static bool is_judged(const struct judging *j)
{
    for (size_t i = 0; i < j->count; i++)
        if (j->is_proved[i] || j->is_counted[i] || j->is_viewed[i])
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
    t->by_views += j->is_viewed[i] > 0;
    t->by_contexts += j->is_context[i];
    t->open += !j->is_proved[i] && !j->is_counted[i] && !j->is_viewed[i] && !j->fails_at[i];
    if (j->is_viewed[i] && j->fails_viewed[i]) {
        t->wrong++;
        str_add(j->of->mem, j->of->words, "property %zu is proved by a quantified invariant, and fails for N = %d\n",
                i + 1, j->fails_viewed[i]);
    }
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
        prove_all(&j, &example);
        prove_by_counters(&j, &example);
        for (int size = 1; size <= of->most && is_judged(&j); size++)
            if (!search(&j, size))
                break;
        for (size_t i = 0; i < j.count; i++)
            judge_property(&j, i);
        if (j.unseen) {
            totals->wrong++;
            str_add(of->mem, of->words, "%zu reachable states do not satisfy the quantified invariant\n", j.unseen);
        }
    } else
        str_add(of->mem, of->words, "the model cannot be read\n");
    input_close(&j.run, &example);
    if (j.run.mem.blocks) {
        totals->wrong++;
        str_add(of->mem, of->words, "memory is left\n");
    }
    return good && totals->wrong == wrong;
}
