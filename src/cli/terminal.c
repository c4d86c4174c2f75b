// The standard error stream, where everything goes that is no result.
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/cli.h"
#include "report/cause_words.h"

static size_t terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// A window may have another size by the next line.
static void write_progress(void *context, const char *bytes, size_t count)
{
    struct cli *cli = context;
    cli->run.progress.width = terminal_width();
    fwrite(bytes, 1, count, stderr);
    fflush(stderr);
}

static void write_message(void *context, enum log_level level, const char *text)
{
    struct cli *cli = context;
    progress_hide(&cli->run.progress);
    if (level == LOG_INFO)
        fprintf(stderr, "coset: %s\n", text);
    else
        fprintf(stderr, "coset: %s: %s\n", log_level_name(level), text);
}

#define KEPT_FOR_LAST_WORDS ((size_t)4 << 20) // bytes; untouched, they are addresses only

void cli_keep_last_words(struct cli *cli, enum status (*say)(void *context), void *context)
{
    cli->last_words = (struct last_words){say, context, malloc(KEPT_FOR_LAST_WORDS)};
}

void cli_drop_last_words(struct cli *cli)
{
    free(cli->last_words.kept);
    cli->last_words = (struct last_words){0};
}

static void end_for_want_of_memory(struct mem *mem)
{
    struct cli *cli = mem->exhausted_context;
    struct last_words last = cli->last_words;
    enum status status = STATUS_UNDECIDED;
    progress_end(&cli->run.progress);
    if (mem->limit)
        log_error(&cli->run.log, "the memory limit of %zu bytes is reached%s; --memory-limit sets it", mem->limit,
                  cli->memory_is_default ? " (90 % of what was free)" : "");
    else
        log_error(&cli->run.log, "there is no more memory");
    cli_drop_last_words(cli); // should they take too much, they are the last all the same
    mem->limit = 0;
    if (last.say)
        status = last.say(last.context);
    if (fflush(cli->out) != 0 || ferror(cli->out))
        status = STATUS_TROUBLE;
    exit((int)status);
}

// ---- What a run asks for --------------------------------------------------------------------------------------------

static bool is_interrupted(void *context)
{
    (void)context;
    return interrupt_came();
}

// Also where the reader has left before something is written that would fail.
static bool is_lost(void *context)
{
    const struct cli *cli = context;
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return ferror(cli->out) || (poll(&out, 1, 0) > 0 && (out.revents & POLLERR));
}

static void show_diagnostics(void *context, const struct diag *diag)
{
    struct cli *cli = context;
    struct str text = {0};
    diag_render(diag, &text);
    progress_hide(&cli->run.progress);
    fputs(str_text(&text), stderr);
    str_free(&cli->run.mem, &text);
}

static void become_worker(void *context)
{
    (void)context;
    interrupt_obey();
}

enum status cli_status_without_model(struct cli *cli)
{
    enum cause_code stopped = cli->run.watch.stopped;
    if (!stopped)
        return STATUS_TROUBLE;
    log_error(&cli->run.log, "%s while the model was read, so that nothing is known of it", cause_words(stopped));
    return STATUS_UNDECIDED;
}

// ---- The terminal ---------------------------------------------------------------------------------------------------

// NO_COLOR, if it is there and not empty, is for programs that are not asked (https://no-color.org).
bool cli_has_color(const struct cli *cli)
{
    const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (cli->options->color == CLI_COLOR_AUTO && cli->run.ranks)
        return false; // mpirun gives its processes a terminal, whoever reads the other end
    if (cli->options->color != CLI_COLOR_AUTO)
        return cli->options->color == CLI_COLOR_ALWAYS;
    return isatty(fileno(cli->out)) && !(none && none[0]) && kind && strcmp(kind, "dumb") != 0;
}

void cli_open_terminal(struct cli *cli)
{
    const char *kind = getenv("TERM");
    cli->run.mem.exhausted = end_for_want_of_memory;
    cli->run.mem.exhausted_context = cli;
    cli->run.log = (struct log){.level = LOG_INFO, .sink = write_message, .context = cli, .mem = &cli->run.mem};
    cli->run.host = (struct run_host){is_interrupted, is_lost, show_diagnostics, become_worker, cli, false};
    cli->run.progress = (struct progress){
        .write = write_progress,
        .context = cli,
        .terminal = isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0,
        .width = terminal_width(),
    };
}
