#include "certify/subject.h"

#include <string.h>

#include "aiger/aiger_lower.h"
#include "base/hash.h"
#include "btor2/btor2_lower.h"

// ---- Reading a model ------------------------------------------------------------------------------------------------

// What is wrong with a formula is told of it, not of the file.
static bool read_formulas(struct subject *s, struct diag *diag)
{
    bool good = true;
    s->formulas = mem_zalloc(s->mem, s->reading.formula_count * sizeof *s->formulas);
    for (size_t i = 0; i < s->reading.formula_count && good; i++) {
        const char *text = s->reading.formulas[i];
        struct diag own;
        s->formulas[i] = (struct source){"formula", text, strlen(text)};
        good = s->smv ? smv_read_any_formula(s->smv, &s->formulas[i], s->mem, &own)
                      : murphi_parse_formula(&s->tree, &s->formulas[i], s->mem, &own);
        diag_close(&own);
        if (!good)
            diag_error(diag, (struct diag_range){&s->formulas[i], 0, s->formulas[i].length}, "this formula is none");
    }
    return good;
}

static bool read_murphi(struct subject *s, struct diag *diag)
{
    const struct subject_reading *r = &s->reading;
    size_t count = r->constant_count;
    struct murphi_override *overrides = mem_zalloc(s->mem, (count + 1) * sizeof *overrides);
    struct str *names = mem_zalloc(s->mem, (count + 1) * sizeof *names);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        const char *equals = strchr(r->constants[i], '=');
        good = equals != NULL;
        if (!good)
            break;
        str_add_bytes(s->mem, &names[i], r->constants[i], (size_t)(equals - r->constants[i]));
        overrides[i] = (struct murphi_override){str_text(&names[i]), equals + 1};
    }
    s->tree.infers_scalarsets = r->infers_scalarsets;
    good = good && murphi_parse(&s->tree, diag) && read_formulas(s, diag) &&
           murphi_check(&s->tree, overrides, count, diag);
    for (size_t i = 0; i < count; i++)
        str_free(s->mem, &names[i]);
    mem_free(s->mem, names, (count + 1) * sizeof *names);
    mem_free(s->mem, overrides, (count + 1) * sizeof *overrides);
    return good;
}

static struct model *lower_murphi(struct subject *s, bool monitors, struct diag *diag)
{
    struct murphi_lower_options options = {.deadlock = (enum murphi_deadlock)s->reading.deadlock,
                                           .dialect = (enum murphi_dialect)s->reading.dialect,
                                           .loop_limit = s->reading.loop_limit,
                                           .no_procedures = true,
                                           .monitors_fair_rules = monitors,
                                           .goals_of = monitors ? s->model : NULL};
    struct model *model = model_new(s->mem);
    if (murphi_lower(&s->tree, model, &options, s->mem, diag))
        return model;
    model_free(model);
    return NULL;
}

static struct model *read_circuit(struct subject *s, struct diag *diag)
{
    struct model *model = model_new(s->mem);
    struct aiger aiger;
    struct btor2 btor2;
    bool good;
    if (s->reading.formula_count) {
        diag_error(diag, (struct diag_range){&s->source, DIAG_WHOLE, 0}, "formulas are not for circuits");
        model_free(model);
        return NULL;
    }
    if (s->reading.language == SUBJECT_AIGER) {
        good = aiger_read(&aiger, &s->source, s->mem, diag) && aiger_lower(&aiger, model, s->mem, diag);
        aiger_close(&aiger);
    } else {
        good = btor2_read(&btor2, &s->source, s->mem, diag) && btor2_lower(&btor2, model, NULL, s->mem, diag);
        btor2_close(&btor2);
    }
    if (good)
        return model;
    model_free(model);
    return NULL;
}

static const char *const *copy_texts(struct mem *mem, const char *const *texts, size_t count)
{
    char **copies = mem_zalloc(mem, count * sizeof *copies);
    for (size_t i = 0; i < count; i++)
        copies[i] = str_copy(mem, texts[i]);
    return (const char *const *)copies;
}

static void copy_reading(struct subject *s, const struct subject_reading *reading)
{
    s->reading = *reading;
    s->reading.constants = copy_texts(s->mem, reading->constants, reading->constant_count);
    s->reading.formulas = copy_texts(s->mem, reading->formulas, reading->formula_count);
}

static void free_texts(struct mem *mem, const char *const **texts, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        str_release(mem, (char *)(*texts)[i]);
    mem_free(mem, (void *)*texts, *count * sizeof **texts);
    *texts = NULL;
    *count = 0;
}

void subject_free_reading(struct mem *mem, struct subject_reading *r)
{
    free_texts(mem, &r->constants, &r->constant_count);
    free_texts(mem, &r->formulas, &r->formula_count);
}

bool subject_open(struct subject *s, const char *name, const char *text, size_t length,
                  const struct subject_reading *reading, struct mem *mem, struct diag *diag)
{
    *s = (struct subject){.mem = mem, .source = {name, text, length}, .is_open = true};
    copy_reading(s, reading);
    murphi_tree_open(&s->tree, mem, &s->source);
    if (reading->language == SUBJECT_SMV) {
        s->smv = smv_read(&s->source, mem, diag);
        s->model = s->smv && read_formulas(s, diag) ? smv_model(s->smv) : NULL;
    } else if (reading->language != SUBJECT_MURPHI) {
        s->model = read_circuit(s, diag);
    } else if (read_murphi(s, diag)) {
        s->model = lower_murphi(s, false, diag);
    }
    return s->model != NULL;
}

void subject_close(struct subject *s)
{
    if (!s->is_open)
        return;
    model_free(s->monitored);
    if (!s->smv)
        model_free(s->model);
    smv_free(s->smv);
    murphi_tree_close(&s->tree);
    if (s->formulas)
        mem_free(s->mem, s->formulas, s->reading.formula_count * sizeof *s->formulas);
    subject_free_reading(s->mem, &s->reading);
    s->is_open = false;
}

struct model *subject_model_of(struct subject *s, goal_id goal)
{
    size_t property = model_find_goal(s->model, goal);
    if (property == SIZE_MAX || model_fair_rule_count(s->model) == 0 ||
        !property_kind_minds_fairness(model_property(s->model, property)->kind))
        return s->model;
    if (!s->monitored) {
        struct diag diag; // what is to be said was said of the other model
        diag_open(&diag, s->mem);
        s->monitored = lower_murphi(s, true, &diag);
        diag_close(&diag);
    }
    return s->monitored;
}

// ---- The section about it -------------------------------------------------------------------------------------------

static uint64_t checksum(const struct subject *s)
{
    return hash_bytes(HASH_BYTES_START, s->source.text, s->source.length);
}

static void add_texts(struct mem *mem, struct str *out, const char *const *texts, size_t count)
{
    certificate_add_number(mem, out, count);
    for (size_t i = 0; i < count; i++)
        certificate_add_text(mem, out, texts[i]);
}

void subject_add_section(const struct subject *s, struct str *out)
{
    const struct subject_reading *r = &s->reading;
    certificate_add_number(s->mem, out, r->language);
    certificate_add_number(s->mem, out, r->deadlock);
    certificate_add_number(s->mem, out, r->dialect);
    certificate_add_number(s->mem, out, r->loop_limit);
    certificate_add_number(s->mem, out, r->infers_scalarsets);
    add_texts(s->mem, out, r->constants, r->constant_count);
    add_texts(s->mem, out, r->formulas, r->formula_count);
    certificate_add_number(s->mem, out, checksum(s));
    certificate_add_number(s->mem, out, model_cell_count(s->model));
    for (cell_id c = 0; c < model_cell_count(s->model); c++) {
        const struct cell *cell = model_cell(s->model, c);
        certificate_add_text(s->mem, out, cell->name);
        certificate_add_number(s->mem, out, type_size(model_type(s->model, cell->type)));
    }
}

static bool read_texts(struct view *section, struct mem *mem, const char *const **texts, size_t *count)
{
    uint64_t number = view_number(section);
    if (number > (uint64_t)(section->end - section->at))
        section->is_damaged = true;
    if (section->is_damaged)
        return false;
    char **copies = mem_zalloc(mem, number * sizeof *copies);
    for (size_t i = 0; i < number; i++) {
        struct view text = view_text(section);
        struct str copy = {0};
        str_add_bytes(mem, &copy, (const char *)text.at, (size_t)(text.end - text.at));
        copies[i] = str_copy(mem, str_text(&copy));
        str_free(mem, &copy);
    }
    *texts = (const char *const *)copies;
    *count = number;
    return !section->is_damaged;
}

bool subject_read_section(struct view *section, struct mem *mem, struct subject_reading *r)
{
    *r = (struct subject_reading){0};
    r->language = (enum subject_language)view_number_below(section, SUBJECT_LANGUAGES);
    r->deadlock = (unsigned)view_number_below(section, MURPHI_DEADLOCK_OFF + 1);
    r->dialect = (unsigned)view_number_below(section, MURPHI_DIALECT_RUMUR + 1);
    r->loop_limit = (uint32_t)view_number_below(section, UINT32_MAX);
    r->infers_scalarsets = view_number_below(section, 2);
    return read_texts(section, mem, &r->constants, &r->constant_count) &&
           read_texts(section, mem, &r->formulas, &r->formula_count);
}

bool subject_matches(const struct subject *s, struct view *section, const char **error)
{
    *error = "it is a certificate of another model, or of another version of it";
    if (view_number(section) != checksum(s) || view_number(section) != model_cell_count(s->model))
        return false;
    for (cell_id c = 0; c < model_cell_count(s->model); c++) {
        const struct cell *cell = model_cell(s->model, c);
        struct view name = view_text(section);
        if (!view_equals(&name, cell->name) || view_number(section) != type_size(model_type(s->model, cell->type)))
            return false;
    }
    return view_is_done(section);
}
