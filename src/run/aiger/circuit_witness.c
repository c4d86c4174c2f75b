#include "run/aiger/circuit_witness.h"

#include <string.h>

bool circuit_witness_is_for(const struct input *input)
{
    return input->aiger || input->btor2;
}

void circuit_witness_add(const struct input *input, const struct result *result, struct mem *mem, struct str *out)
{
    (input->aiger ? aiger_witness_add : btor2_witness_add)(input, result, mem, out);
}

bool witness_line(struct witness_reading *r, const char **line, size_t *length)
{
    if (r->at == r->end)
        return false;
    const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
    *line = r->at;
    *length = (size_t)((end ? end : r->end) - r->at);
    r->at = end ? end + 1 : r->end;
    r->line++;
    if (*length && (*line)[*length - 1] == '\r')
        --*length;
    return true;
}

bool witness_fail(struct witness_reading *r, const char *message)
{
    str_add(r->mem, r->error, "line %zu: %s", r->line, message);
    return false;
}

bool witness_property(struct witness_reading *r, const char *word, size_t length, size_t bads, size_t *property)
{
    size_t number = 0;
    if (length < 2 || (word[0] != 'b' && word[0] != 'j'))
        return witness_fail(r, "expected a property: b0, b1, ... or j0, j1, ...");
    for (size_t i = 1; i < length; i++) {
        if (word[i] < '0' || word[i] > '9' || number > UINT32_MAX)
            return witness_fail(r, "expected a property: b0, b1, ... or j0, j1, ...");
        number = number * 10 + (size_t)(word[i] - '0');
    }
    *property = word[0] == 'b' ? number : bads + number;
    if ((word[0] == 'b' && number >= bads) || *property >= model_property_count(r->input->model))
        return witness_fail(r, "the model has no such property");
    return true;
}

bool circuit_witness_read(const struct input *input, const char *text, size_t length, struct mem *mem,
                          circuit_witness_array *witnesses, struct str *error)
{
    struct witness_reading r = {.input = input, .mem = mem, .at = text, .end = text + length, .error = error};
    return (input->aiger ? aiger_witness_read : btor2_witness_read)(&r, witnesses);
}
