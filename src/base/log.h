// Messages about the work, by level. The sink is the caller's: nothing here prints.
//
// Logging must work when memory is short, so a message that fits into a small buffer needs none, and a longer one for
// which there is none is cut.
#ifndef COSET_BASE_LOG_H
#define COSET_BASE_LOG_H

#include <stdbool.h>

#include "base/mem.h"

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_VERBOSE, LOG_DEBUG };

// The names in the order of the levels, as an option's choices.
#define LOG_LEVELS "error|warning|info|verbose|debug"

struct log {
    enum log_level level; // messages above it are dropped
    // `text` has no line end; it is the sink's only until it returns.
    void (*sink)(void *context, enum log_level, const char *text);
    void *context;
    struct mem *mem; // for long messages; may be NULL
};

// Whether a message of this level would be shown; asked before a costly message is put together.
static inline bool log_wants(const struct log *log, enum log_level level)
{
    return log->sink && level <= log->level;
}

void log_at(const struct log *, enum log_level, const char *format, ...) __attribute__((format(printf, 3, 4)));

#define log_error(log, ...) log_at(log, LOG_ERROR, __VA_ARGS__)
#define log_warning(log, ...) log_at(log, LOG_WARNING, __VA_ARGS__)
#define log_info(log, ...) log_at(log, LOG_INFO, __VA_ARGS__)
#define log_verbose(log, ...) log_at(log, LOG_VERBOSE, __VA_ARGS__)
#define log_debug(log, ...) log_at(log, LOG_DEBUG, __VA_ARGS__)

const char *log_level_name(enum log_level);

#endif
