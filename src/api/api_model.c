// Models from files and texts, and what is in them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "run/job_options.h"

static const coset_reading usual;

const char *coset_version(void)
{
    return COSET_VERSION;
}

void coset_free_text(char *text)
{
    free(text);
}

void api_give_text(char **error, const char *text)
{
    if (!error)
        return;
    *error = strdup(text);
    if (!*error)
        abort(); // as all of the library does where there is no memory for texts
}

void api_give_cause(coset_model *model, char **error, struct cause cause)
{
    struct str words = {0};
    cause_add_words(cause, &model->run.mem, &words);
    api_give_text(error, str_text(&words));
    str_free(&model->run.mem, &words);
}

// The message of a file that cannot be read.
static coset_model *file_error(const char *path, const char *what, char **error)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "%s: error: %s\n", path, what);
    api_give_text(error, str_text(&text));
    str_free(&mem, &text);
    return NULL;
}

// ---- The host of its runs -------------------------------------------------------------------------------------------

static bool is_interrupted(void *context)
{
    const coset_model *model = context;
    return model->interrupted && model->interrupted(model->context);
}

static void show(void *context, const struct diag *diag)
{
    coset_model *model = context;
    diag_render(diag, &model->said);
}

static void take_message(void *context, enum log_level level, const char *text)
{
    coset_model *model = context;
    str_add(&model->run.mem, &model->said, "%s: %s: %s\n", model->reading.model, log_level_name(level), text);
}

static coset_model *new_model(void)
{
    coset_model *model = calloc(1, sizeof *model);
    if (!model)
        abort();
    struct run *run = &model->run;
    run->log = (struct log){.level = LOG_WARNING, .sink = take_message, .context = model};
    run->host =
        (struct run_host){.is_interrupted = is_interrupted, .show = show, .context = model, .has_no_options = true};
    run->progress.quiet = run->is_quiet = true;
    model->texts.mem = &run->mem;
    return model;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static const char *keep(coset_model *model, const char *text)
{
    return arena_copy(&model->texts, text, strlen(text));
}

// A new array each time: the old one may be somebody's.
static void add_text(coset_model *model, struct option_list *list, const char *text)
{
    const char **all = arena_alloc(&model->texts, (list->count + 1) * sizeof *all);
    for (size_t i = 0; i < list->count; i++)
        all[i] = list->at[i];
    all[list->count] = text;
    *list = (struct option_list){all, list->count + 1, list->count + 1};
}

static void add_all(coset_model *model, struct option_list *list, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_text(model, list, keep(model, texts[i]));
}

static void add_constants(coset_model *model, const coset_reading *reading)
{
    for (size_t i = 0; i < reading->constant_count; i++) {
        struct str text = {0};
        str_add(&model->run.mem, &text, "%s=%s", reading->constants[i].name, reading->constants[i].value);
        add_text(model, &model->reading.constants, keep(model, str_text(&text)));
        str_free(&model->run.mem, &text);
    }
}

static void describe(coset_model *model, const char *name, const coset_reading *reading)
{
    static const struct option_group *const groups[] = {&job_goal_options,   &job_model_options,    &job_family_options,
                                                        &job_method_options, &job_onthefly_options, NULL};
    struct job *job = &model->reading;
    options_set_defaults(groups, job);
    job->version = COSET_VERSION;
    job->model = keep(model, name);
    job->language = (unsigned)reading->language;
    job->deadlock = (unsigned)reading->deadlock;
    job->dialect = (unsigned)reading->dialect;
    job->cpp = reading->cpp;
    if (reading->no_inferred_scalarsets)
        job->infer_scalarsets = false;
    if (reading->loop_limit)
        job->loop_limit = reading->loop_limit;
    job->trace = true;
    add_constants(model, reading);
    add_all(model, &job->generators, reading->generators, reading->generator_count);
    add_all(model, &job->hints, reading->hints, reading->hint_count);
    // Formulas of SMV are added when it has been read.
    if (input_language(job, name) == JOB_LANGUAGE_MURPHI)
        add_all(model, &job->formulas, reading->formulas, reading->formula_count);
}

static void close_input(coset_model *model, struct input *input)
{
    if (!input)
        return;
    input_close(&model->run, input);
    mem_free(&model->run.mem, input, sizeof *input);
}

struct input *api_read(coset_model *model, const struct job *job,
                       bool (*open)(struct run *, const struct job *, const char *, struct input *))
{
    struct input *input = mem_zalloc(&model->run.mem, sizeof *input);
    if (open(&model->run, job, job->model, input) && input_check_values(&model->run, input))
        return input;
    close_input(model, input);
    return NULL;
}

static void note_properties(coset_model *model)
{
    model->model = model->input->model;
    model->properties.count = 0;
    for (size_t i = 0; i < model_property_count(model->model); i++)
        array_push(&model->run.mem, &model->properties, i);
}

// An instance of each rule per orbit is enough to know what is in a model, and for counters; what else needs all of
// them makes them.
static bool read_model(coset_model *model, const coset_reading *reading)
{
    struct run *run = &model->run;
    watch_begin_command(run, 0);
    model->input = api_read(model, &model->reading, input_open_per_orbit);
    if (!model->input)
        return false;
    note_properties(model);
    str_add(&run->mem, &model->warnings, "%s", str_text(&model->said));
    str_clear(&model->said);
    for (size_t i = 0; model->input->language != JOB_LANGUAGE_MURPHI && i < reading->formula_count; i++)
        if (coset_add_formula(model, reading->formulas[i], NULL) == COSET_NONE)
            return false;
    return true;
}

// The text is the model's from then on; NULL: the file is read.
static coset_model *open_model(const char *name, const char *text, size_t length, const coset_reading *reading,
                               char **error)
{
    coset_model *model = new_model();
    describe(model, name, reading);
    if (text) {
        model->reading.text = arena_copy(&model->texts, text, length);
        model->reading.text_length = length;
    }
    if (read_model(model, reading))
        return model;
    api_give_text(error, str_text(&model->said));
    coset_close(model);
    return NULL;
}

static bool is_known_language(const char *name, const coset_reading *reading, char **error)
{
    const struct job job = {.language = (unsigned)reading->language};
    if (input_language(&job, name) != JOB_LANGUAGE_BY_NAME)
        return true;
    file_error(name,
               "the language of a model is known by the ending of its name: .smv for SMV, .m for Murphi, .pnml for "
               "nets, .aag and .aig for AIGER, .btor2 and .btor for BTOR2",
               error);
    return false;
}

coset_model *coset_open_text(const char *name, const char *text, size_t length, const coset_reading *reading,
                             char **error)
{
    reading = reading ? reading : &usual;
    if (length == 0)
        return file_error(name, "the text is empty", error);
    if (reading->cpp)
        return file_error(name, "the C preprocessor reads files only", error);
    return is_known_language(name, reading, error) ? open_model(name, text, length, reading, error) : NULL;
}

static bool read_file(struct mem *mem, FILE *file, struct str *text)
{
    char bytes[1 << 14];
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, file)) > 0;)
        str_add_bytes(mem, text, bytes, got);
    return !ferror(file);
}

coset_model *coset_open_file(const char *path, const coset_reading *reading, char **error)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    if (reading && reading->cpp)
        return is_known_language(path, reading, error) ? open_model(path, NULL, 0, reading, error) : NULL;
    FILE *file = fopen(path, "rb");
    if (!file)
        return file_error(path, strerror(errno), error);
    errno = 0;
    bool good = read_file(&mem, file, &text);
    int why = errno;
    fclose(file);
    coset_model *model = good ? coset_open_text(path, str_text(&text), text.count, reading, error)
                              : file_error(path, why ? strerror(why) : "it cannot be read", error);
    str_free(&mem, &text);
    return model;
}

void coset_close(coset_model *model)
{
    if (!model)
        return;
    struct mem *mem = &model->run.mem;
    while (model->families)
        coset_family_free(model->families);
    while (model->simulations)
        coset_simulation_free(model->simulations);
    while (model->results)
        coset_result_free(model->results);
    api_close_work(model);
    close_input(model, model->symmetrised);
    close_input(model, model->input);
    for (size_t i = 0; i < model->replaced.count; i++)
        close_input(model, model->replaced.at[i]);
    array_free(mem, &model->replaced);
    array_free(mem, &model->properties);
    str_free(mem, &model->warnings);
    str_free(mem, &model->said);
    arena_free(&model->texts);
    free(model);
}

// ---- What is in a model ---------------------------------------------------------------------------------------------

const char *coset_warnings(const coset_model *model)
{
    return str_text(&model->warnings);
}

size_t coset_variable_count(const coset_model *model)
{
    return model_cell_count(model->model);
}

const char *coset_variable_name(const coset_model *model, size_t variable)
{
    return variable < coset_variable_count(model) ? model_cell(model->model, (cell_id)variable)->name : NULL;
}

bool coset_variable_is_input(const coset_model *model, size_t variable)
{
    return variable < coset_variable_count(model) && model_cell(model->model, (cell_id)variable)->role == CELL_INPUT;
}

size_t coset_find_variable(const coset_model *model, const char *name)
{
    cell_id cell = model_find_cell(model->model, name);
    return cell == CELL_NONE ? COSET_NONE : cell;
}

size_t coset_property_count(const coset_model *model)
{
    return model->properties.count;
}

static const struct property *property_at(const coset_model *model, size_t property)
{
    return property < model->properties.count ? model_property(model->model, model->properties.at[property]) : NULL;
}

const char *coset_property_name(const coset_model *model, size_t property)
{
    const struct property *it = property_at(model, property);
    return it ? it->name : NULL;
}

const char *coset_property_text(const coset_model *model, size_t property)
{
    const struct property *it = property_at(model, property);
    return it ? it->text : NULL;
}

size_t coset_find_property(const coset_model *model, const char *name)
{
    for (size_t i = 0; i < coset_property_count(model); i++) {
        const char *own = coset_property_name(model, i);
        if (own && strcmp(own, name) == 0)
            return i;
    }
    return COSET_NONE;
}

// Formulas of Murphi are read into the tree, before names are looked up. So the model is read again, and the one that
// there was stays, for whoever has results or names of it.
static bool add_to_murphi(coset_model *model, const char *text)
{
    struct job *job = arena_alloc(&model->texts, sizeof *job);
    *job = model->reading;
    add_text(model, &job->formulas, text);
    watch_begin_command(&model->run, 0);
    struct input *input = api_read(model, job, input_open_per_orbit);
    if (!input)
        return false;
    array_push(&model->run.mem, &model->replaced, model->input);
    if (model->symmetrised)
        array_push(&model->run.mem, &model->replaced, model->symmetrised);
    model->symmetrised = NULL;
    model->input = input;
    str_clear(&model->said); // which was said when it was opened
    note_properties(model);
    return true;
}

// What was found speaks of the properties that there were.
size_t coset_add_formula(coset_model *model, const char *text, char **error)
{
    api_close_work(model);
    str_clear(&model->said);
    const char *kept = keep(model, text);
    bool is_smv = model->input->language != JOB_LANGUAGE_MURPHI; // or a net
    if (!(is_smv ? input_add_formula(&model->run, model->input, kept) : add_to_murphi(model, kept))) {
        api_give_text(error, str_text(&model->said));
        return COSET_NONE;
    }
    add_text(model, &model->reading.formulas, kept);
    if (is_smv)
        array_push(&model->run.mem, &model->properties, model_property_count(model->model) - 1);
    return model->properties.count - 1;
}
