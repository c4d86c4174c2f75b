// Simulations: traces that grow, by chance or as the caller chooses. The model is read as a whole for them, since the
// evaluator needs every rule; conditions of Murphi are read with it.
#include <string.h>

#include "api/api_internal.h"
#include "explore/simulation.h"
#include "report/simulation_text.h"

#define USUAL_CHOICES 100
#define TRIES 1000000 // values of variables that are looked at for the successors of a state, as of coset simulate

struct coset_simulation {
    coset_model *owner;
    struct coset_simulation *before, *after; // in the list of the owner's
    struct input *input;
    condition_array starts;
    struct split_conditions constraints;
    struct explorer *explorer;
    struct simulation of;
    size_t sample;
    bool has_looked; // its choices are those of the last state
    struct str remarks;
};

static const coset_steering usual;

// ---- Opening --------------------------------------------------------------------------------------------------------

static struct option_list copy_texts(coset_model *model, const char *const *texts, size_t count)
{
    const char **all = arena_alloc(&model->texts, (count + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = arena_copy(&model->texts, texts[i], strlen(texts[i]));
    return (struct option_list){all, count, count};
}

// Inputs stay with the model, as traces are of them. One without conditions does for all simulations without.
static struct input *input_for(coset_model *model, const coset_steering *steering)
{
    bool is_plain = steering->start_count + steering->constraint_count == 0;
    if (is_plain && model->simulated)
        return model->simulated;
    struct job *job = arena_alloc(&model->texts, sizeof *job);
    *job = model->reading;
    job->starts = copy_texts(model, steering->starts, steering->start_count);
    job->constraints = copy_texts(model, steering->constraints, steering->constraint_count);
    watch_begin_command(&model->run, 0);
    struct input *input = api_read(model, job, input_open);
    if (!input)
        return NULL;
    array_push(&model->run.mem, &model->replaced, input);
    if (is_plain)
        model->simulated = input;
    return input;
}

static bool starts_are_states(coset_simulation *it)
{
    for (size_t i = 0; i < it->starts.count; i++)
        if (condition_is_on_step(it->input->model, it->starts.at[i])) {
            log_error(&it->owner->run.log, "a start is a state: its condition takes neither inputs nor next values");
            return false;
        }
    return true;
}

static bool read_conditions(coset_simulation *it, size_t *properties)
{
    struct run *run = &it->owner->run;
    condition_array constraints = {0};
    *properties = model_property_count(it->input->model);
    bool good = input_read_conditions(run, it->input, "--constraint", &constraints, properties) &&
                input_read_conditions(run, it->input, "--start", &it->starts, properties) && starts_are_states(it);
    split_conditions_open(&it->constraints, it->input->model, constraints.at, constraints.count, &run->mem);
    array_free(&run->mem, &constraints);
    return good;
}

static void begin(coset_simulation *it, const coset_steering *steering, size_t properties)
{
    struct mem *mem = &it->owner->run.mem;
    const struct explore_conditions conditions =
        split_conditions_for(&it->constraints, it->starts.at, it->starts.count);
    it->sample = steering->choices ? steering->choices : USUAL_CHOICES;
    const struct explore_limits limits = {it->sample, TRIES};
    it->explorer = explorer_new(it->input->model, &conditions, limits, NULL, steering->seed ? steering->seed : 1, mem);
    simulation_open(&it->of, it->input->model, it->explorer, mem);
    it->of.properties = properties;
}

coset_simulation *coset_simulate(coset_model *model, const coset_steering *steering, char **error)
{
    struct mem *mem = &model->run.mem;
    size_t properties;
    steering = steering ? steering : &usual;
    str_clear(&model->said);
    coset_simulation *it = mem_zalloc(mem, sizeof *it);
    it->owner = model;
    it->after = model->simulations;
    if (it->after)
        it->after->before = it;
    model->simulations = it;
    it->input = input_for(model, steering);
    if (!it->input || !read_conditions(it, &properties)) {
        api_give_text(error, str_text(&model->said));
        coset_simulation_free(it);
        return NULL;
    }
    begin(it, steering, properties);
    return it;
}

void coset_simulation_free(coset_simulation *it)
{
    if (!it)
        return;
    coset_model *owner = it->owner;
    struct mem *mem = &owner->run.mem;
    if (it->explorer) {
        simulation_close(&it->of);
        explorer_free(it->explorer);
    }
    array_free(mem, &it->starts);
    split_conditions_close(&it->constraints, mem);
    str_free(mem, &it->remarks);
    *(it->before ? &it->before->after : &owner->simulations) = it->after;
    if (it->after)
        it->after->before = it->before;
    mem_free(mem, it, sizeof *it);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

size_t coset_simulation_run(coset_simulation *it, size_t states)
{
    enum explore_end end;
    it->has_looked = false;
    return simulation_run(&it->of, states, &end);
}

size_t coset_simulation_choices(coset_simulation *it)
{
    if (!it->has_looked)
        simulation_look(&it->of, it->sample);
    it->has_looked = true;
    return it->of.choices.at.count;
}

bool coset_simulation_take(coset_simulation *it, size_t choice)
{
    if (choice >= coset_simulation_choices(it))
        return false;
    simulation_take(&it->of, choice);
    it->has_looked = false;
    return true;
}

bool coset_simulation_undo(coset_simulation *it)
{
    if (trace_length(&it->of.trace) == 0)
        return false;
    simulation_undo(&it->of);
    it->has_looked = false;
    return true;
}

const char *coset_simulation_end(coset_simulation *it)
{
    if (coset_simulation_choices(it) > 0)
        return NULL;
    return report_end_text(simulation_why_none(&it->of), trace_length(&it->of.trace) == 0);
}

static void add_line(void *context, const char *text)
{
    coset_simulation *it = context;
    str_add(&it->owner->run.mem, &it->remarks, "%s\n", text);
}

const char *coset_simulation_remarks(coset_simulation *it)
{
    size_t length = trace_length(&it->of.trace);
    str_clear(&it->remarks);
    if (length)
        simulation_remark(&it->of, trace_state(&it->of.trace, length - 1), add_line, it);
    return str_text(&it->remarks);
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

static coset_result *result_of(coset_simulation *it, const struct trace *trace)
{
    struct result result = {.verdict = VERDICT_UNDECIDED, .has_trace = true, .trace = *trace};
    coset_result *made = api_new_result(it->owner, COSET_NONE, &result);
    made->has_own_variables = true;
    return made;
}

coset_result *coset_simulation_trace(coset_simulation *it)
{
    struct trace copy;
    trace_open(&copy, it->input->model);
    for (size_t i = 0; i < trace_length(&it->of.trace); i++)
        trace_push(&copy, &it->owner->run.mem, trace_state(&it->of.trace, i));
    return result_of(it, &copy);
}

coset_result *coset_simulation_choice(coset_simulation *it, size_t choice)
{
    struct trace step;
    if (choice >= coset_simulation_choices(it))
        return NULL;
    trace_open(&step, it->input->model);
    if (trace_length(&it->of.trace))
        trace_push(&step, &it->owner->run.mem, choices_inputs(&it->of.choices, choice));
    trace_push(&step, &it->owner->run.mem, choices_state(&it->of.choices, choice));
    return result_of(it, &step);
}
