#include "lsp/text_reading.h"

#include <string.h>

#include "api/coset.h"
#include "lsp/text_place.h"
#include "run/input.h"
#include "run/job_options.h"

#define SECONDS 5 // for reading; large models are told about when they are checked

struct reading {
    struct run run;
    struct job job;
    struct input input;
    json_t *diagnostics;
    const struct source *source;
    size_t errors;
    bool good;
};

static void add(struct reading *r, int severity, size_t offset, size_t length, const char *text)
{
    json_t *message = json_pack("{s:o, s:i, s:s, s:s}", "range", range_of(r->source, offset, length), "severity",
                                severity, "source", "coset", "message", text);
    if (message)
        json_array_append_new(r->diagnostics, message);
    r->errors += severity == 1;
}

// A note belongs to the message before it, and is told in its words.
static void add_note(struct reading *r, const char *text)
{
    size_t count = json_array_size(r->diagnostics);
    json_t *last = count ? json_array_get(r->diagnostics, count - 1) : NULL;
    const char *before = json_string_value(json_object_get(last, "message"));
    if (before)
        json_object_set_new(last, "message", json_sprintf("%s\n%s", before, text));
}

static void show(void *context, const struct diag *diag)
{
    struct reading *r = context;
    for (size_t i = 0; i < diag->messages.count; i++) {
        const struct diag_message *m = &diag->messages.at[i];
        bool is_here = m->range.source && m->range.source->length == r->source->length && m->range.offset != DIAG_WHOLE;
        if (m->level == DIAG_NOTE)
            add_note(r, m->text);
        else
            add(r, m->level == DIAG_ERROR ? 1 : 2, is_here ? m->range.offset : 0, is_here ? m->range.length : 0,
                m->text);
    }
}

static void take_message(void *context, enum log_level level, const char *text)
{
    struct reading *r = context;
    if (level <= LOG_WARNING)
        add(r, level == LOG_ERROR ? 1 : 2, 0, 0, text);
}

static void open_reading(struct reading *r, const char *name, const struct source *source, enum job_language language)
{
    static const struct option_group *const groups[] = {&job_model_options, &job_goal_options, &job_method_options,
                                                        &job_onthefly_options, NULL};
    *r = (struct reading){.run.mem = MEM_UNLIMITED, .source = source, .diagnostics = json_array()};
    r->run.log = (struct log){.level = LOG_WARNING, .sink = take_message, .context = r};
    r->run.host = (struct run_host){.show = show, .context = r, .has_no_options = true};
    r->run.progress.quiet = r->run.is_quiet = true;
    options_set_defaults(groups, &r->job);
    r->job.version = COSET_VERSION;
    r->job.model = name;
    r->job.language = (unsigned)language;
    r->job.text = source->text;
    r->job.text_length = source->length;
    r->job.memory = 0;
    if (!source->length) {
        add(r, 1, 0, 0, "the text is empty");
        return;
    }
    watch_begin_command(&r->run, SECONDS);
    r->good = input_open_per_orbit(&r->run, &r->job, name, &r->input) && input_check_values(&r->run, &r->input);
}

static void close_reading(struct reading *r)
{
    if (r->source->length)
        input_close(&r->run, &r->input);
    json_decref(r->diagnostics);
}

json_t *reading_diagnostics(const char *name, const struct source *source, enum job_language language, struct mem *mem)
{
    struct reading r;
    (void)mem;
    open_reading(&r, name, source, language);
    json_t *result = json_incref(r.diagnostics);
    close_reading(&r);
    return result;
}

bool reading_has_errors(const char *name, const struct source *source, enum job_language language, struct mem *mem)
{
    struct reading r;
    (void)mem;
    open_reading(&r, name, source, language);
    bool has = !r.good || r.errors;
    close_reading(&r);
    return has;
}

// ---- Variables ------------------------------------------------------------------------------------------------------

// cache[2].state is of "cache", of "state" and of itself.
static bool is_of(const char *cell, const char *variable, size_t length)
{
    for (const char *at = cell; at; at = strchr(at, '.'), at = at ? at + 1 : NULL)
        if (strncmp(at, variable, length) == 0 && (!at[length] || at[length] == '.' || at[length] == '['))
            return true;
    return false;
}

static void add_type(const struct model *m, type_id id, struct mem *mem, struct str *out)
{
    const struct type *type = model_type(m, id);
    uint64_t size = type->kind == TYPE_WORD ? 0 : type_size(type);
    if (type->kind == TYPE_BOOLEAN)
        str_add(mem, out, "boolean");
    else if (type->kind == TYPE_WORD)
        str_add(mem, out, "%s word[%u]", type->is_signed ? "signed" : "unsigned", type->width);
    else if (!type->values)
        str_add(mem, out, "%lld..%lld", (long long)type->low, (long long)type->high);
    else {
        str_add_char(mem, out, '{');
        for (size_t i = 0; i < size && i < 12; i++) {
            str_add(mem, out, "%s", i ? ", " : "");
            model_add_value(m, id, type->values[i], out);
        }
        str_add(mem, out, size > 12 ? ", ...}" : "}");
    }
}

static unsigned bits_of(const struct type *type)
{
    unsigned bits = 0;
    if (type->kind == TYPE_WORD)
        return type->width;
    for (uint64_t size = type_size(type); bits < 64 && (size - 1) >> bits;)
        bits++;
    return bits;
}

void reading_describe(const char *name, const struct source *source, enum job_language language, const char *variable,
                      size_t length, struct mem *mem, struct str *out)
{
    struct reading r;
    size_t count = 0, bits = 0;
    cell_id first = 0;
    open_reading(&r, name, source, language);
    const struct model *m = r.good ? r.input.model : NULL;
    for (cell_id c = 0; m && c < model_cell_count(m); c++)
        if (is_of(model_cell(m, c)->name, variable, length)) {
            first = count++ ? first : c;
            bits += bits_of(model_type(m, model_cell(m, c)->type));
        }
    if (count) {
        str_add(mem, out, "%zu variable%s, %zu bit%s: ", count, count == 1 ? "" : "s", bits, bits == 1 ? "" : "s");
        add_type(m, model_cell(m, first)->type, mem, out);
        str_add(mem, out, count > 1 ? ", ...\n" : "\n");
    }
    close_reading(&r);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void find_in_tree(const struct reading *r, struct mem *mem, property_places *out)
{
    for (const struct murphi_rule *rule = r->input.murphi.rules; rule; rule = rule->next) {
        size_t property = model_find_goal(r->input.model, murphi_goal_of(rule));
        if (property != SIZE_MAX)
            array_push(mem, out, ((struct property_place){property, rule->span.offset}));
    }
}

// The properties of main are those that belong to no instance, in the order of the file.
static void find_in_main(const struct reading *r, const struct symbol_index *index, struct mem *mem,
                         property_places *out)
{
    const struct model *m = r->input.model;
    size_t modules = 0, main_module = 0, property = 0, count = model_property_count(m);
    for (size_t i = 0; i < index->symbols.count; i++) {
        const struct index_symbol *symbol = &index->symbols.at[i];
        if (symbol->kind == SYMBOL_MODULE && (++modules, symbol_has_name(index, symbol, "main", 4)))
            main_module = modules;
        if (symbol->kind != SYMBOL_PROPERTY || symbol->module != main_module || !main_module)
            continue;
        while (property < count && model_property(m, property)->context[0])
            property++;
        if (property < count)
            array_push(mem, out, ((struct property_place){property++, symbol->offset}));
    }
    while (property < count && model_property(m, property)->context[0])
        property++;
    if (property < count) // they are not those that were found
        out->count = 0;
}

void reading_find_properties(const char *name, const struct symbol_index *index, struct mem *mem, property_places *out)
{
    struct reading r;
    open_reading(&r, name, index->source, index->language);
    if (r.good && index->language == JOB_LANGUAGE_MURPHI)
        find_in_tree(&r, mem, out);
    else if (r.good)
        find_in_main(&r, index, mem, out);
    close_reading(&r);
}
