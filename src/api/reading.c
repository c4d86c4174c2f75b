// Models from files and texts, and what is in them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/appended.h"
#include "api/internal.h"
#include "group/cycles.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "run/formula_text.h"
#include "run/value_rules.h"

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

// ---- Texts ----------------------------------------------------------------------------------------------------------

static char *copy_bytes(struct mem *mem, const char *bytes, size_t length)
{
    char *copy = mem_alloc(mem, length + 1);
    if (length > 0)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

void api_open_text(struct mem *mem, struct api_text *text, const char *name, const char *bytes, size_t length)
{
    text->name = str_copy(mem, name);
    text->text = copy_bytes(mem, bytes, length);
    text->source = (struct source){text->name, text->text, length};
}

void api_close_text(struct mem *mem, struct api_text *text)
{
    if (!text->name)
        return;
    str_release(mem, text->name);
    mem_free(mem, text->text, text->source.length + 1);
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

// ---- Reading --------------------------------------------------------------------------------------------------------

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

static coset_language language_of(const char *name, const coset_reading *reading)
{
    if (reading->language != COSET_BY_NAME)
        return reading->language;
    return ends_with(name, ".smv") ? COSET_SMV : ends_with(name, ".m") ? COSET_MURPHI : COSET_BY_NAME;
}

static bool read_smv(coset_model *model, const coset_reading *reading, struct diag *diag)
{
    size_t unknown;
    if (reading->constant_count > 0)
        diag_error(diag, (struct diag_range){&model->text.source, DIAG_WHOLE, 0},
                   "SMV has no constants that could be given other values");
    model->smv = diag->errors ? NULL : smv_read(&model->text.source, &model->mem, diag);
    if (!model->smv)
        return false;
    model->model = smv_model(model->smv);
    bool good = values_check(model->smv, &unknown, &model->mem, diag);
    model->values_are_proved = unknown == 0;
    if (unknown) {
        struct str warning = {0};
        values_warn(model->smv, unknown, &model->mem, &warning);
        diag_warning(diag, (struct diag_range){&model->text.source, DIAG_WHOLE, 0}, "%s", str_text(&warning));
        str_free(&model->mem, &warning);
    }
    return good;
}

static bool read_murphi(coset_model *model, const coset_reading *reading, struct diag *diag)
{
    size_t own = model->text.source.length;
    bool is_longer = reading->formula_count + reading->generator_count + reading->hint_count > 0;
    model->lowering = (struct murphi_lower_options){.deadlock = (enum murphi_deadlock)reading->deadlock,
                                                    .dialect = (enum murphi_dialect)reading->dialect,
                                                    .loop_limit = reading->loop_limit,
                                                    .vacuity = true,
                                                    .own_text = is_longer ? (uint32_t)own : 0};
    if (!appended_write(model, reading, diag))
        return false;
    size_t count = reading->constant_count, bytes = (count + 1) * sizeof(struct murphi_override);
    struct murphi_override *overrides = mem_zalloc(&model->mem, bytes);
    for (size_t i = 0; i < count; i++)
        overrides[i] = (struct murphi_override){reading->constants[i].name, reading->constants[i].value};
    model->has_tree = true;
    bool good = murphi_read_tree(&model->tree, &model->text.source, overrides, count, &model->mem, diag);
    mem_free(&model->mem, overrides, bytes);
    if (!good)
        return false;
    model->model = model_new(&model->mem);
    return murphi_lower(&model->tree, model->model, &model->lowering, &model->mem, diag);
}

static bool read_more(coset_model *model, const char *name, const char *const *texts, size_t count,
                      enum smv_decl_kind kind, struct diag *diag)
{
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        struct api_text *kept = mem_zalloc(&model->mem, sizeof *kept);
        api_open_text(&model->mem, kept, name, texts[i], strlen(texts[i]));
        array_push(&model->mem, &model->formulas, kept);
        good &= smv_read_formula(model->smv, &kept->source, kind, diag);
    }
    return good;
}

static bool read_stated(coset_model *model, const coset_reading *reading, struct diag *diag)
{
    bool good = !model->smv ||
                (read_more(model, "generator", reading->generators, reading->generator_count, SMV_SYMMETRY, diag) &&
                 read_more(model, "hint", reading->hints, reading->hint_count, SMV_HINT, diag));
    return good && cycles_read(model->model, 0, &model->generators, diag, &model->mem);
}

// Errors of properties of SMV are theirs alone.
static bool read_model(coset_model *model, const coset_reading *reading, struct diag *diag)
{
    size_t errors = 0;
    switch (language_of(model->text.name, reading)) {
    case COSET_SMV:
        if (!read_smv(model, reading, diag))
            return false;
        errors = diag->errors;
        return read_stated(model, reading, diag) && diag->errors == errors;
    case COSET_MURPHI:
        return read_murphi(model, reading, diag) && read_stated(model, reading, diag) && diag->errors == errors;
    default:
        diag_error(diag, (struct diag_range){&model->text.source, DIAG_WHOLE, 0},
                   "the language of a model is known by the ending of its name: .smv for SMV, .m for Murphi");
        return false;
    }
}

static coset_model *open_model(const char *name, const char *text, size_t length, const coset_reading *reading,
                               char **error)
{
    struct diag diag;
    coset_model *model = calloc(1, sizeof *model);
    if (!model)
        abort();
    api_open_text(&model->mem, &model->text, name, text, length);
    diag_open(&diag, &model->mem);
    reading = reading ? reading : &usual;
    bool good = read_model(model, reading, &diag);
    appended_locate(model, &diag);
    diag_render(&diag, &model->warnings);
    diag_close(&diag);
    if (!good) {
        api_give_text(error, str_text(&model->warnings));
        coset_close(model);
        return NULL;
    }
    for (size_t i = 0; i < model_property_count(model->model); i++)
        array_push(&model->mem, &model->properties, i);
    for (size_t i = 0; model->smv && i < reading->formula_count; i++)
        if (coset_add_formula(model, reading->formulas[i], error) == COSET_NONE) {
            coset_close(model);
            return NULL;
        }
    return model;
}

coset_model *coset_open_text(const char *name, const char *text, size_t length, const coset_reading *reading,
                             char **error)
{
    if (length == 0)
        return file_error(name, "the text is empty", error);
    return open_model(name, text, length, reading, error);
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
    struct mem *mem = &model->mem;
    while (model->results)
        coset_result_free(model->results);
    work_close(model->work);
    if (!model->smv)
        model_free(model->model);
    model_free(model->monitored);
    smv_free(model->smv);
    if (model->has_tree)
        murphi_tree_close(&model->tree);
    for (size_t i = 0; i < model->formulas.count; i++) {
        api_close_text(mem, model->formulas.at[i]);
        mem_free(mem, model->formulas.at[i], sizeof *model->formulas.at[i]);
    }
    array_free(mem, &model->formulas);
    array_free(mem, &model->places);
    generators_free(mem, &model->generators);
    array_free(mem, &model->properties);
    str_free(mem, &model->warnings);
    api_close_text(mem, &model->text);
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

size_t coset_add_formula(coset_model *model, const char *text, char **error)
{
    struct mem *mem = &model->mem;
    struct diag diag;
    struct str messages = {0};
    if (!model->smv) {
        file_error("formula", "formulas of a Murphi model are given when it is opened, or stand in its text", error);
        return COSET_NONE;
    }
    work_close(model->work); // engines have settled with the properties that there were
    model->work = NULL;
    struct api_text *kept = mem_zalloc(mem, sizeof *kept);
    api_open_text(mem, kept, "formula", text, strlen(text));
    array_push(mem, &model->formulas, kept);
    bool good = formula_read(model->smv, &kept->source, mem, &diag);
    diag_render(&diag, &messages);
    diag_close(&diag);
    if (!good)
        api_give_text(error, str_text(&messages));
    else
        array_push(mem, &model->properties, model_property_count(model->model) - 1);
    str_free(mem, &messages);
    return good ? model->properties.count - 1 : COSET_NONE;
}
