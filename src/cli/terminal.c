// The standard error stream, where everything goes that is no result.
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"

static void write_progress(void *context, const char *bytes, size_t count)
{
    (void)context;
    fwrite(bytes, 1, count, stderr);
    fflush(stderr);
}

static void write_message(void *context, enum log_level level, const char *text)
{
    struct cli *cli = context;
    progress_hide(&cli->progress);
    if (level == LOG_INFO)
        fprintf(stderr, "coset: %s\n", text);
    else
        fprintf(stderr, "coset: %s: %s\n", log_level_name(level), text);
}

static void end_for_want_of_memory(struct mem *mem)
{
    struct cli *cli = mem->exhausted_context;
    progress_end(&cli->progress);
    if (mem->limit)
        log_error(&cli->log, "the memory limit of %zu bytes is reached; --memory-limit sets it", mem->limit);
    else
        log_error(&cli->log, "there is no more memory");
    exit(STATUS_UNDECIDED);
}

static size_t terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void cli_open_terminal(struct cli *cli)
{
    const char *kind = getenv("TERM");
    cli->mem.exhausted = end_for_want_of_memory;
    cli->mem.exhausted_context = cli;
    cli->log = (struct log){.level = LOG_INFO, .sink = write_message, .context = cli, .mem = &cli->mem};
    cli->progress = (struct progress){
        .write = write_progress,
        .terminal = isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0,
        .width = terminal_width(),
    };
}
