#include "run/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aiger/aiger_lower.h"
#include "base/utf8.h"
#include "btor2/btor2_lower.h"
#include "murphi/murphi.h"
#include "run/language_guess.h"
#include "run/preprocess.h"

#define CHUNK ((size_t)1 << 16)

void input_add_quoted(struct run *run, struct str *out, const char *text)
{
    str_add_char(&run->mem, out, '"');
    utf8_add_printable(&run->mem, out, text, strlen(text));
    str_add_char(&run->mem, out, '"');
}

static bool file_error(struct run *run, const char *path, const char *what)
{
    struct str text = {0};
    input_add_quoted(run, &text, path);
    log_error(&run->log, "cannot read %s: %s", str_text(&text), what);
    str_free(&run->mem, &text);
    return false;
}

// ---- Texts ----------------------------------------------------------------------------------------------------------

// Opens a file, or gives -1 with the error shown.
static int open_file(struct run *run, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        file_error(run, path, strerror(errno));
    } else if (S_ISDIR(status.st_mode)) {
        file_error(run, path, "it is a directory");
    } else
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

static bool read_file(struct run *run, const char *path, int file, struct input_text *text)
{
    *text = (struct input_text){0};
    for (;;) {
        if (text->capacity - text->length < CHUNK) {
            size_t more = text->capacity * 2 + CHUNK;
            text->at = mem_resize(&run->mem, text->at, text->capacity, more);
            text->capacity = more;
        }
        ssize_t got = read(file, text->at + text->length, text->capacity - text->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return file_error(run, path, strerror(errno));
        if (got == 0)
            return text->length > 0 || file_error(run, path, "the file is empty");
        text->length += (size_t)got;
    }
}

bool input_read_text(struct run *run, const char *path, struct input_text *text)
{
    *text = (struct input_text){0};
    bool is_piped = strcmp(path, "-") == 0;
    int file = is_piped ? STDIN_FILENO : open_file(run, path);
    if (file < 0)
        return false;
    bool good = read_file(run, is_piped ? "standard input" : path, file, text);
    if (!is_piped)
        close(file);
    return good;
}

void input_free_text(struct run *run, struct input_text *text)
{
    mem_free(&run->mem, text->at, text->capacity);
    *text = (struct input_text){0};
}

// ---- Models ---------------------------------------------------------------------------------------------------------

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

void input_open_diagnostics(struct run *run, struct diag *diag)
{
    diag_open(diag, &run->mem);
    diag->goes_on = watch_reading;
    diag->context = run;
}

void input_show_diagnostics(struct run *run, const struct diag *diag)
{
    if (diag->is_stopped) // which is not the model's doing, and what was found in it is not all
        return;
    if (run->host.show && (diag->errors || (diag->warnings && log_wants(&run->log, LOG_WARNING))))
        run->host.show(run->host.context, diag);
}

static bool read_smv(struct run *run, struct input *input, struct diag *diag)
{
    input->is_per_orbit = false;
    input->smv = smv_read(&input->source, &run->mem, diag);
    input->model = input->smv ? smv_model(input->smv) : NULL;
    return input->smv && input_read_annotations(run, input, diag);
}

static bool lower_net(struct run *run, struct input *input, struct diag *diag)
{
    struct net_lower_options options = {.deadlock = input->job->deadlock != MURPHI_DEADLOCK_OFF};
    input->model = model_new(&run->mem);
    return net_lower(&input->lowered, input->net, input->model, &options, &run->mem, diag) &&
           input_read_annotations(run, input, diag);
}

static bool read_net(struct run *run, struct input *input, struct diag *diag)
{
    input->is_per_orbit = false;
    input->net = mem_zalloc(&run->mem, sizeof *input->net);
    return net_read(input->net, &input->source, &run->mem, diag) && (input->is_net_only || lower_net(run, input, diag));
}

bool input_lower_net(struct run *run, struct input *input)
{
    struct diag diag;
    input_open_diagnostics(run, &diag);
    input->is_net_only = false;
    bool good = lower_net(run, input, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    return good;
}

static bool read_aiger(struct run *run, struct input *input, struct diag *diag)
{
    input->is_per_orbit = false;
    input->aiger = mem_zalloc(&run->mem, sizeof *input->aiger);
    input->model = model_new(&run->mem);
    return aiger_read(input->aiger, &input->source, &run->mem, diag) &&
           aiger_lower(input->aiger, input->model, &run->mem, diag);
}

static bool read_btor2(struct run *run, struct input *input, struct diag *diag)
{
    input->is_per_orbit = false;
    input->btor2 = mem_zalloc(&run->mem, sizeof *input->btor2);
    input->model = model_new(&run->mem);
    if (!btor2_read(input->btor2, &input->source, &run->mem, diag))
        return false;
    input->btor2_cells = mem_alloc(&run->mem, (input->btor2->nodes.count + 1) * sizeof *input->btor2_cells);
    return btor2_lower(input->btor2, input->model, input->btor2_cells, &run->mem, diag);
}

static bool is_circuit(enum job_language language)
{
    return language == JOB_LANGUAGE_AIGER || language == JOB_LANGUAGE_BTOR2;
}

enum job_language input_language(const struct job *job, const char *path)
{
    static const struct {
        const char *text;
        enum job_language language;
    } endings[] = {
        {".smv", JOB_LANGUAGE_SMV},    {".m", JOB_LANGUAGE_MURPHI},  {".pnml", JOB_LANGUAGE_PNML},
        {".aag", JOB_LANGUAGE_AIGER},  {".aig", JOB_LANGUAGE_AIGER}, {".btor2", JOB_LANGUAGE_BTOR2},
        {".btor", JOB_LANGUAGE_BTOR2},
    };
    if (job->language != JOB_LANGUAGE_BY_NAME)
        return (enum job_language)job->language;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(path, endings[i].text))
            return endings[i].language;
    return JOB_LANGUAGE_BY_NAME;
}

static bool read_model(struct run *run, const char *path, struct input *input)
{
    struct diag diag;
    input->source = (struct source){path, input->text.at, input->text.length};
    input_open_diagnostics(run, &diag);
    input->language = input_language(input->job, path);
    bool good = input->language == JOB_LANGUAGE_MURPHI  ? input_read_murphi(run, input, &diag)
                : input->language == JOB_LANGUAGE_PNML  ? read_net(run, input, &diag)
                : input->language == JOB_LANGUAGE_AIGER ? read_aiger(run, input, &diag)
                : input->language == JOB_LANGUAGE_BTOR2 ? read_btor2(run, input, &diag)
                                                        : read_smv(run, input, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    if (!good)
        language_advise(run, input, path);
    if (!good && input->job->cpp)
        preprocess_explain(run, input->text.at, input->text.length);
    return good;
}

static bool suits_language(struct run *run, const struct job *job, const char *path)
{
    enum job_language language = input_language(job, path);
    if (language == JOB_LANGUAGE_SMV && job->constants.count > 0 && !job->cpp) {
        log_error(&run->log, "-D is for constants of Murphi models, and with --cpp for macros; SMV has no constants");
        return false;
    }
    bool has_more = job->constants.count || job->constraints.count || job->starts.count || job->generators.count ||
                    job->hints.count;
    if (has_more && (language == JOB_LANGUAGE_PNML || is_circuit(language))) {
        log_error(&run->log, "-D, --constraint, --start, --generator and --hint are not for %s",
                  language == JOB_LANGUAGE_PNML ? "nets" : "circuits");
        return false;
    }
    if (job->formulas.count && is_circuit(language)) {
        log_error(&run->log, "--formula is not for circuits, whose properties are in their files");
        return false;
    }
    if (language != JOB_LANGUAGE_SMV && language != JOB_LANGUAGE_BY_NAME && job->cpp) {
        log_error(&run->log, "--cpp is for SMV models");
        return false;
    }
    if (language != JOB_LANGUAGE_BY_NAME)
        return true;
    return file_error(run, path,
                      "the language of a model is known by --language, or by the ending of its file: .smv for SMV, the "
                      "language of NuSMV, .m for Murphi, .pnml for Petri nets, .aag or .aig for AIGER, and .btor2 or "
                      ".btor for BTOR2");
}

static bool read_text(struct run *run, const struct job *job, const char *path, int file, struct input_text *text)
{
    struct preprocess preprocess;
    if (job->text) {
        text->at = mem_alloc(&run->mem, job->text_length);
        text->length = text->capacity = job->text_length;
        memcpy(text->at, job->text, job->text_length);
        return true;
    }
    if (!job->cpp)
        return read_file(run, path, file, text);
    if (!preprocess_begin(run, &job->constants, path, &preprocess))
        return false;
    bool good = read_file(run, path, preprocess.output, text);
    return preprocess_end(run, &preprocess) && good;
}

// The input says how it is to be opened.
static bool open_model(struct run *run, const struct job *job, const char *path, struct input *input)
{
    murphi_tree_open(&input->murphi, &run->mem, &input->source);
    int file = job->text ? -1 : open_file(run, path);
    if (file < 0 && !job->text)
        return false;
    bool is_alone = !run->progress.running; // and not one of several
    if (is_alone)
        progress_begin(&run->progress, "reading");
    bool good =
        suits_language(run, job, path) && read_text(run, job, path, file, &input->text) && read_model(run, path, input);
    if (is_alone)
        progress_end(&run->progress);
    if (file >= 0)
        close(file);
    return good;
}

bool input_open(struct run *run, const struct job *job, const char *path, struct input *input)
{
    *input = (struct input){.job = job};
    return open_model(run, job, path, input);
}

bool input_open_per_orbit(struct run *run, const struct job *job, const char *path, struct input *input)
{
    *input = (struct input){.job = job, .is_per_orbit = true};
    return open_model(run, job, path, input);
}

bool input_open_tree(struct run *run, const struct job *job, const char *path, bool per_orbit, struct input *input)
{
    *input = (struct input){.job = job, .is_per_orbit = per_orbit, .is_tree_only = true};
    return open_model(run, job, path, input);
}

bool input_open_present(struct run *run, const struct job *job, const char *path,
                        const struct murphi_presence *presence, bool per_orbit, struct input *input)
{
    void (*show)(void *, const struct diag *) = run->host.show;
    *input = (struct input){.job = job, .is_per_orbit = per_orbit, .presence = presence};
    run->host.show = NULL;
    bool good = open_model(run, job, path, input);
    run->host.show = show;
    return good;
}

bool input_open_net(struct run *run, const struct job *job, const char *path, struct input *input)
{
    *input = (struct input){.job = job, .is_net_only = true};
    return open_model(run, job, path, input);
}

void input_close(struct run *run, struct input *input)
{
    while (input->portions.count)
        input_drop_portion(input);
    array_free(&run->mem, &input->portions);
    if (input->per_orbit != input->model)
        model_free(input->per_orbit);
    model_free(input->monitored);
    model_free(input->of_ranges);
    if (!input->smv)
        model_free(input->model);
    smv_free(input->smv);
    murphi_tree_close(&input->murphi);
    if (input->net) {
        lowered_net_close(&input->lowered);
        net_close(input->net);
        mem_free(&run->mem, input->net, sizeof *input->net);
    }
    if (input->aiger) {
        aiger_close(input->aiger);
        mem_free(&run->mem, input->aiger, sizeof *input->aiger);
    }
    if (input->btor2) {
        if (input->btor2_cells)
            mem_free(&run->mem, input->btor2_cells, (input->btor2->nodes.count + 1) * sizeof *input->btor2_cells);
        btor2_close(input->btor2);
        mem_free(&run->mem, input->btor2, sizeof *input->btor2);
    }
    for (size_t i = 0; i < input->formulas.count; i++)
        mem_free(&run->mem, input->formulas.at[i], sizeof *input->formulas.at[i]);
    for (size_t i = 0; i < input->stated.count; i++)
        mem_free(&run->mem, input->stated.at[i], sizeof *input->stated.at[i]);
    array_free(&run->mem, &input->formulas);
    array_free(&run->mem, &input->stated);
    generators_free(&run->mem, &input->generators);
    input_free_text(run, &input->text);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void show_unknown_property(struct run *run, const struct input *input, const char *word)
{
    struct str text = {0};
    name_array names = {0};
    size_t count = model_property_count(input->model);
    for (size_t i = 0; i < count; i++)
        if (model_property(input->model, i)->name)
            array_push(&run->mem, &names, model_property(input->model, i)->name);
    input_add_quoted(run, &text, word);
    const char *nearest = options_nearest(word, names.at, names.count);
    if (nearest)
        log_error(&run->log, "there is no property %s; did you mean \"%s\"?", str_text(&text), nearest);
    else
        log_error(&run->log, "there is no property %s; the model has %zu, which \"coset info\" lists", str_text(&text),
                  count);
    array_free(&run->mem, &names);
    str_free(&run->mem, &text);
}

// As verdicts show a property: its text, or its name, a colon and its text.
static bool is_shown_as(const struct property *property, const char *word)
{
    size_t length = property->name ? strlen(property->name) : 0;
    if (length && strncmp(word, property->name, length) == 0 && strncmp(word + length, ": ", 2) == 0)
        word += length + 2;
    return strcmp(property->text, word) == 0;
}

bool input_find_property(struct run *run, const struct input *input, const char *word, size_t *property)
{
    size_t count = model_property_count(input->model), digits = strspn(word, "0123456789");
    if (digits > 0 && !word[digits]) {
        size_t number = 0;
        for (const char *at = word; *at && number <= count; at++)
            number = number * 10 + (size_t)(*at - '0');
        if (number >= 1 && number <= count) {
            *property = number - 1;
            return true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = model_property(input->model, i)->name;
        if (strcmp(name ? name : model_property(input->model, i)->text, word) == 0) {
            *property = i;
            return true;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (is_shown_as(model_property(input->model, i), word)) {
            *property = i;
            return true;
        }
    show_unknown_property(run, input, word);
    return false;
}
