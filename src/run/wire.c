#include "run/wire.h"

#include <limits.h>
#include <string.h>

#include "base/bytes.h"

enum { DEEPEST_CAUSE = 200 }; // causes in causes, and behind each other

// ---- Writing --------------------------------------------------------------------------------------------------------

void wire_put_number(struct mem *mem, struct str *out, uint64_t number)
{
    bytes_add_number(mem, out, number);
}

// With the sign in the lowest bit, so that small negative numbers are short, too.
void wire_put_signed(struct mem *mem, struct str *out, int64_t number)
{
    uint64_t bits = (uint64_t)number << 1;
    wire_put_number(mem, out, number < 0 ? ~bits : bits);
}

void wire_put_raw(struct mem *mem, struct str *out, const void *at, size_t bytes)
{
    str_add_bytes(mem, out, at, bytes);
}

void wire_put_real(struct mem *mem, struct str *out, double number)
{
    wire_put_raw(mem, out, &number, sizeof number);
}

void wire_put_text(struct mem *mem, struct str *out, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    wire_put_number(mem, out, text ? length + 1 : 0);
    wire_put_raw(mem, out, text, length);
}

void wire_put_cause(struct mem *mem, struct str *out, struct cause cause)
{
    wire_put_number(mem, out, cause.code);
    wire_put_number(mem, out, cause.by_explicit);
    wire_put_number(mem, out, cause.numbers[0]);
    wire_put_number(mem, out, cause.numbers[1]);
    for (size_t i = 0; i < sizeof cause.texts / sizeof cause.texts[0]; i++)
        wire_put_text(mem, out, cause.texts[i]);
    wire_put_text(mem, out, cause.rule);
    wire_put_number(mem, out, cause.line);
    wire_put_number(mem, out, cause.inner != NULL);
    if (cause.inner)
        wire_put_cause(mem, out, *cause.inner);
    wire_put_number(mem, out, cause.next != NULL);
    if (cause.next)
        wire_put_cause(mem, out, *cause.next);
}

static void put_trace(struct mem *mem, struct str *out, const struct trace *trace)
{
    wire_put_number(mem, out, trace_length(trace));
    wire_put_number(mem, out, trace->loop == TRACE_NO_LOOP ? 0 : trace->loop + 1);
    for (size_t i = 0; i < trace_length(trace); i++)
        for (size_t cell = 0; cell < trace->cells; cell++)
            wire_put_signed(mem, out, trace_state(trace, i)[cell]);
}

void wire_put_result(struct mem *mem, struct str *out, const struct result *r)
{
    wire_put_number(mem, out, (uint64_t)r->verdict);
    wire_put_cause(mem, out, r->cause);
    wire_put_text(mem, out, r->runtime_error);
    wire_put_text(mem, out, r->vacuous);
    wire_put_number(mem, out, r->vacuities);
    wire_put_number(mem, out, r->assumption_count);
    for (size_t i = 0; i < r->assumption_count; i++)
        wire_put_text(mem, out, r->assumptions[i]);
    wire_put_number(mem, out,
                    (uint64_t)r->has_value | (uint64_t)r->is_infinite << 1 | (uint64_t)r->has_trace << 2 |
                        (uint64_t)r->is_refuted << 3 | (uint64_t)r->is_undefined << 4 |
                        (uint64_t)r->is_vacuity_open << 5);
    wire_put_signed(mem, out, r->value);
    wire_put_real(mem, out, r->seconds);
    wire_put_number(mem, out, r->method.backend);
    wire_put_number(mem, out, r->method.count);
    for (size_t i = 0; i < r->method.count; i++)
        wire_put_number(mem, out, r->method.reductions[i]);
    wire_put_text(mem, out, r->method.group_order);
    if (r->has_trace)
        put_trace(mem, out, &r->trace);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static const char *take(struct wire_reader *r, size_t bytes)
{
    const char *at = r->at;
    if (r->is_bad || bytes > r->left) {
        r->is_bad = true;
        return NULL;
    }
    r->at += bytes;
    r->left -= bytes;
    return at;
}

uint64_t wire_get_number(struct wire_reader *r)
{
    const uint8_t *at = (const uint8_t *)r->at;
    struct view v = {at, at + r->left, r->is_bad};
    uint64_t number = r->is_bad ? 0 : view_number(&v);
    take(r, (size_t)(v.at - at));
    r->is_bad |= v.is_damaged;
    return number;
}

uint64_t wire_get_index(struct wire_reader *r, uint64_t count)
{
    uint64_t index = wire_get_number(r);
    r->is_bad |= index >= count;
    return r->is_bad ? 0 : index;
}

int64_t wire_get_signed(struct wire_reader *r)
{
    uint64_t bits = wire_get_number(r);
    return (int64_t)(bits & 1 ? ~(bits >> 1) : bits >> 1);
}

void wire_get_raw(struct wire_reader *r, void *to, size_t bytes)
{
    const char *at = take(r, bytes);
    if (at)
        memcpy(to, at, bytes);
    else
        memset(to, 0, bytes);
}

double wire_get_real(struct wire_reader *r)
{
    double number;
    wire_get_raw(r, &number, sizeof number);
    return number;
}

const char *wire_get_text(struct wire_reader *r, struct arena *arena)
{
    uint64_t length = wire_get_number(r);
    if (length == 0)
        return NULL;
    const char *at = take(r, length - 1);
    r->is_bad |= at && memchr(at, '\0', length - 1);
    return arena_copy(arena, r->is_bad ? "" : at, r->is_bad ? 0 : length - 1);
}

static struct cause get_cause(struct wire_reader *, struct arena *, unsigned depth);

static const struct cause *get_further_cause(struct wire_reader *r, struct arena *arena, unsigned depth)
{
    if (!wire_get_index(r, 2))
        return NULL;
    struct cause *further = arena_alloc(arena, sizeof *further);
    r->is_bad |= depth > DEEPEST_CAUSE;
    if (!r->is_bad)
        *further = get_cause(r, arena, depth);
    return further;
}

static struct cause get_cause(struct wire_reader *r, struct arena *arena, unsigned depth)
{
    struct cause cause = {.code = (enum cause_code)wire_get_index(r, CAUSE_CODES),
                          .by_explicit = (enum cause_code)wire_get_index(r, CAUSE_CODES)};
    cause.numbers[0] = wire_get_number(r);
    cause.numbers[1] = wire_get_number(r);
    for (size_t i = 0; i < sizeof cause.texts / sizeof cause.texts[0]; i++)
        cause.texts[i] = wire_get_text(r, arena);
    cause.rule = wire_get_text(r, arena);
    cause.line = wire_get_number(r);
    cause.inner = get_further_cause(r, arena, depth + 1);
    cause.next = get_further_cause(r, arena, depth + 1);
    return cause;
}

struct cause wire_get_cause(struct wire_reader *r, struct arena *arena)
{
    return get_cause(r, arena, 0);
}

// A state takes a byte for each variable, and at least one.
static bool get_trace(struct wire_reader *r, const struct model *model, struct mem *mem, struct trace *trace)
{
    size_t cells = model_cell_count(model);
    uint64_t length = wire_get_number(r), loop = wire_get_number(r);
    if (r->is_bad || length == 0 || loop > length || (cells && length > r->left / cells) ||
        (!cells && length > 1 << 20))
        return false;
    value *state = mem_zalloc(mem, (cells + 1) * sizeof *state);
    trace_open(trace, model);
    for (uint64_t i = 0; i < length && !r->is_bad; i++) {
        for (cell_id cell = 0; cell < cells; cell++) {
            state[cell] = wire_get_signed(r);
            r->is_bad |= !type_contains(model_type(model, model_cell(model, cell)->type), state[cell]);
        }
        trace_push(trace, mem, state);
    }
    trace->loop = loop == 0 ? TRACE_NO_LOOP : loop - 1;
    mem_free(mem, state, (cells + 1) * sizeof *state);
    if (r->is_bad)
        trace_close(trace, mem);
    return !r->is_bad;
}

static void get_method(struct wire_reader *r, struct method *method, struct arena *arena)
{
    method->backend = (uint8_t)wire_get_index(r, BACKEND_KINDS);
    method->count = (uint8_t)wire_get_index(r, METHOD_MOST_REDUCTIONS + 1);
    for (size_t count = method->count, i = method->count = 0; i < count; i++) {
        size_t kind = wire_get_index(r, REDUCTION_KINDS);
        r->is_bad |= method_has(method, (enum reduction_kind)kind); // each at most once
        method_reduce(method, (enum reduction_kind)kind);
    }
    const char *order = wire_get_text(r, arena);
    if (order && strlen(order) < sizeof method->group_order)
        strcpy(method->group_order, order);
}

bool wire_get_result(struct wire_reader *r, const struct model *model, struct arena *arena, struct mem *mem,
                     struct result *result)
{
    *result = (struct result){.verdict = (enum verdict)wire_get_index(r, VERDICT_UNDECIDED + 1)};
    result->cause = wire_get_cause(r, arena);
    result->runtime_error = wire_get_text(r, arena);
    result->vacuous = wire_get_text(r, arena);
    result->vacuities = (uint32_t)wire_get_index(r, (size_t)UINT32_MAX + 1);
    result->assumption_count = wire_get_index(r, r->left);
    const char **assumptions = arena_alloc(arena, result->assumption_count * sizeof *assumptions);
    for (size_t i = 0; i < result->assumption_count; i++)
        if (!(assumptions[i] = wire_get_text(r, arena)))
            assumptions[i] = "";
    result->assumptions = assumptions;
    uint64_t flags = wire_get_index(r, 64);
    result->has_value = flags & 1;
    result->is_infinite = flags & 2;
    result->is_refuted = flags & 8;
    result->is_undefined = flags & 16;
    result->is_vacuity_open = flags & 32;
    result->value = wire_get_signed(r);
    result->seconds = wire_get_real(r);
    get_method(r, &result->method, arena);
    r->is_bad |= result->verdict == VERDICT_UNDECIDED && !result->cause.code;
    result->has_trace = !r->is_bad && flags & 4 && get_trace(r, model, mem, &result->trace);
    r->is_bad |= (flags & 4) && !result->has_trace;
    return !r->is_bad;
}
