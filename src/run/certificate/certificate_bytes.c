#include "run/certificate/certificate_bytes.h"

#include <string.h>

void certificate_head(const char *tag, uint64_t length, uint8_t head[SECTION_HEAD])
{
    memcpy(head, tag, 4);
    for (unsigned i = 0; i < 8; i++)
        head[4 + i] = (uint8_t)(length >> 8 * i);
}

static void add_texts(struct mem *mem, struct str *out, const char *const *texts, size_t count)
{
    bytes_add_number(mem, out, count);
    for (size_t i = 0; i < count; i++)
        bytes_add_text(mem, out, texts[i]);
}

void certificate_add_subject(const struct subject *s, struct str *out)
{
    const struct subject_reading *r = &s->reading;
    bytes_add_number(s->mem, out, r->language);
    bytes_add_number(s->mem, out, r->deadlock);
    bytes_add_number(s->mem, out, r->dialect);
    bytes_add_number(s->mem, out, r->loop_limit);
    bytes_add_number(s->mem, out, r->infers_scalarsets);
    add_texts(s->mem, out, r->constants, r->constant_count);
    add_texts(s->mem, out, r->formulas, r->formula_count);
    bytes_add_number(s->mem, out, subject_checksum(s));
    bytes_add_number(s->mem, out, model_cell_count(s->model));
    for (cell_id c = 0; c < model_cell_count(s->model); c++) {
        const struct cell *cell = model_cell(s->model, c);
        bytes_add_text(s->mem, out, cell->name);
        bytes_add_number(s->mem, out, type_size(model_type(s->model, cell->type)));
    }
}
