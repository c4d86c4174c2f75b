#include "certificate/subject_section.h"

#include <string.h>

#include "base/hash.h"

// ---- Writing --------------------------------------------------------------------------------------------------------

static void add_texts(struct mem *mem, struct str *out, const char *const *texts, size_t count)
{
    bytes_add_number(mem, out, count);
    for (size_t i = 0; i < count; i++)
        bytes_add_text(mem, out, texts[i]);
}

void subject_add_section(const struct subject *s, struct str *out)
{
    const struct subject_reading *r = &s->reading;
    bytes_add_number(s->mem, out, r->language);
    bytes_add_number(s->mem, out, r->deadlock);
    bytes_add_number(s->mem, out, r->dialect);
    bytes_add_number(s->mem, out, r->loop_limit);
    bytes_add_number(s->mem, out, r->infers_scalarsets);
    add_texts(s->mem, out, r->constants, r->constant_count);
    add_texts(s->mem, out, r->formulas, r->formula_count);
    bytes_add_number(s->mem, out, hash_bytes(HASH_BYTES_START, s->source.text, s->source.length));
    bytes_add_number(s->mem, out, model_cell_count(s->model));
    for (cell_id c = 0; c < model_cell_count(s->model); c++) {
        const struct cell *cell = model_cell(s->model, c);
        bytes_add_text(s->mem, out, cell->name);
        bytes_add_number(s->mem, out, type_size(model_type(s->model, cell->type)));
    }
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static bool read_texts(struct view *section, struct arena *arena, const char *const **texts, size_t *count)
{
    uint64_t number = view_number(section);
    if (number > (uint64_t)(section->end - section->at))
        return false;
    const char **copies = arena_alloc(arena, number * sizeof *copies);
    for (size_t i = 0; i < number; i++) {
        struct view text = view_text(section);
        copies[i] = arena_copy(arena, (const char *)text.at, (size_t)(text.end - text.at));
    }
    *texts = copies;
    *count = number;
    return !section->is_damaged;
}

bool subject_read_section(struct view section, struct arena *arena, struct subject_reading *r)
{
    *r = (struct subject_reading){0};
    r->language = (enum subject_language)view_number_below(&section, SUBJECT_LANGUAGES);
    r->deadlock = (unsigned)view_number_below(&section, MURPHI_DEADLOCK_OFF + 1);
    r->dialect = (unsigned)view_number_below(&section, MURPHI_DIALECT_RUMUR + 1);
    r->loop_limit = (uint32_t)view_number_below(&section, UINT32_MAX);
    r->infers_scalarsets = view_number_below(&section, 2);
    return read_texts(&section, arena, &r->constants, &r->constant_count) &&
           read_texts(&section, arena, &r->formulas, &r->formula_count);
}

bool subject_has_section(const struct subject *s, const struct view *section)
{
    struct str own = {0};
    subject_add_section(s, &own);
    bool is_same = own.count == (size_t)(section->end - section->at) && memcmp(own.at, section->at, own.count) == 0;
    str_free(s->mem, &own);
    return is_same;
}

// ---- Options --------------------------------------------------------------------------------------------------------

void subject_add_options(const struct subject_reading *r, struct mem *mem, struct str *out)
{
    static const char *const deadlocks[] = {"stuttering", "stuck", "off"};
    static const char *const dialects[] = {"auto", "cmurphi", "rumur"};
    for (size_t i = 0; i < r->constant_count; i++)
        str_add(mem, out, " -D %s", r->constants[i]);
    if (r->deadlock != MURPHI_DEADLOCK_STUTTERING)
        str_add(mem, out, " --deadlock %s", deadlocks[r->deadlock]);
    if (r->dialect != MURPHI_DIALECT_AUTO)
        str_add(mem, out, " --dialect %s", dialects[r->dialect]);
    if (r->loop_limit != 0 && r->loop_limit != MURPHI_LOOP_LIMIT)
        str_add(mem, out, " --loop-limit %u", r->loop_limit);
    if (r->language == SUBJECT_MURPHI && !r->infers_scalarsets)
        str_add(mem, out, " --no-infer-scalarsets");
    for (size_t i = 0; i < r->formula_count; i++)
        str_add(mem, out, " --formula '%s'", r->formulas[i]);
}
