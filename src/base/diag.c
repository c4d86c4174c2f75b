#include "base/diag.h"

#include <stdarg.h>

#define ASK_EVERY 32 // times that a reader is ready to hear: asking takes time

void diag_open(struct diag *diag, struct mem *mem)
{
    *diag = (struct diag){.mem = mem, .limit = DIAG_DEFAULT_LIMIT};
}

void diag_close(struct diag *diag)
{
    for (size_t i = 0; i < diag->messages.count; i++)
        str_release(diag->mem, diag->messages.at[i].text);
    array_free(diag->mem, &diag->messages);
    diag->errors = diag->warnings = 0;
}

static void keep(struct diag *diag, enum diag_level level, struct diag_range range, const char *format,
                 va_list arguments)
{
    struct str text = {0};
    str_vadd(diag->mem, &text, format, arguments);
    struct diag_message message = {level, range, str_copy(diag->mem, str_text(&text))};
    str_free(diag->mem, &text);
    array_push(diag->mem, &diag->messages, message);
}

void diag_error(struct diag *diag, struct diag_range range, const char *format, ...)
{
    diag->dropped_last = diag_is_full(diag);
    diag->errors++;
    if (diag->dropped_last)
        return;
    va_list arguments;
    va_start(arguments, format);
    keep(diag, DIAG_ERROR, range, format, arguments);
    va_end(arguments);
}

void diag_warning(struct diag *diag, struct diag_range range, const char *format, ...)
{
    diag->dropped_last = diag->warnings >= diag->limit || diag->is_stopped;
    diag->warnings++;
    if (diag->dropped_last)
        return;
    va_list arguments;
    va_start(arguments, format);
    keep(diag, DIAG_WARNING, range, format, arguments);
    va_end(arguments);
}

void diag_note(struct diag *diag, struct diag_range range, const char *format, ...)
{
    if (diag->dropped_last)
        return;
    va_list arguments;
    va_start(arguments, format);
    keep(diag, DIAG_NOTE, range, format, arguments);
    va_end(arguments);
}

bool diag_is_full(const struct diag *diag)
{
    return diag->errors >= diag->limit || diag->is_stopped;
}

bool diag_goes_on(struct diag *diag, const char *phase)
{
    if (diag->is_stopped || !diag->goes_on || diag->asked++ % ASK_EVERY != 0)
        return !diag->is_stopped;
    diag->is_stopped = !diag->goes_on(diag->context, phase);
    diag->errors += diag->is_stopped;
    return !diag->is_stopped;
}
