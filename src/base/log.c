#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

void log_at(const struct log *log, enum log_level level, const char *format, ...)
{
    if (!log_wants(log, level))
        return;
    char small[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;

    size_t bytes = (size_t)length + 1;
    char *large = bytes > sizeof small && log->mem ? mem_try_alloc(log->mem, bytes) : NULL;
    if (large) {
        va_start(arguments, format);
        vsnprintf(large, bytes, format, arguments);
        va_end(arguments);
    }
    log->sink(log->context, level, large ? large : small);
    mem_free(log->mem, large, bytes);
}

const char *log_level_name(enum log_level level)
{
    static const char *const names[] = {"error", "warning", "info", "verbose", "debug"};
    return names[level];
}
