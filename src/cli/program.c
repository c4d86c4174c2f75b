// The program: finds the command, reads its options, runs it, and sees to it that its output has arrived.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/str.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/program.h"
#include "cli/rank_options.h"
#include "run/job_options.h"

#define VERBOSE_INTERVAL 5 // seconds between lines of progress where there is no terminal

// A file that is opened while a standard stream is closed would take that stream's place, and be written over. Such a
// stream gets a place holder, opened the wrong way round, so that using it is still an error.
static void fill_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static enum status usage_error(struct cli *cli, const char *text, const char *see)
{
    log_error(&cli->run.log, "%s (see: coset %s)", text, see);
    return STATUS_TROUBLE;
}

// A first word that names a file is meant for a model.
static enum status unknown_language(struct cli *cli, const char *name)
{
    struct str text = {0};
    str_add(&cli->run.mem, &text, "the ending of \"");
    utf8_add_printable(&cli->run.mem, &text, name, strlen(name));
    str_add(&cli->run.mem, &text, "\" tells no language; use \"coset check\" with --language");
    enum status status = usage_error(cli, str_text(&text), "help check");
    str_free(&cli->run.mem, &text);
    return status;
}

static enum status unknown_command(struct cli *cli, const char *name)
{
    if (name[0] != '-' && access(name, R_OK) == 0)
        return unknown_language(cli, name);
    struct mem *mem = &cli->run.mem;
    struct str text = {0};
    ARRAY(const char *) names = {0};
    array_push(mem, &names, "help");
    array_push(mem, &names, "version");
    for (const struct command *command = cli_commands; command->name; command++)
        array_push(mem, &names, command->name);

    const char *nearest = options_nearest(name, names.at, names.count);
    str_add(mem, &text, "unknown %s \"", name[0] == '-' ? "option" : "command");
    utf8_add_printable(mem, &text, name, strlen(name));
    str_add(mem, &text, nearest ? "\"; did you mean \"%s\"?" : "\"", nearest);
    enum status status = usage_error(cli, str_text(&text), "help");
    array_free(mem, &names);
    str_free(mem, &text);
    return status;
}

// What follows from the options and belongs to the job. From then on it stays what it is.
static void complete_job(struct cli *cli, struct cli_options *o)
{
    cli->memory_is_default = o->job.memory == SIZE_MAX;
    if (cli->memory_is_default)
        o->job.memory = cli_default_memory_limit();
    if (cli->run.ranks)
        cli_complete_for_ranks(cli, o);
    o->job.model = cli->operand_count > 0 ? cli->operands[0] : NULL;
    o->job.version = COSET_VERSION;
    o->job.statistics = o->json || o->format == CLI_FORMAT_JSON || o->stats || o->html;
    o->job.find_order = o->job.write_order;
    job_note_choices(&o->job, cli->command->groups, &cli->run.mem);
}

static enum status run_with_options(struct cli *cli)
{
    const struct cli_options *o = cli->options;
    cli->run.log.level = o->verbose && o->log < LOG_VERBOSE ? LOG_VERBOSE : o->log;
    cli->run.progress.quiet = cli->run.is_quiet = o->quiet;
    cli->run.progress.interval = o->verbose ? VERBOSE_INTERVAL : 0;
    cli->run.mem.limit = o->job.memory;
    return cli_files_differ(cli) && cli_files_are_writable(cli) ? cli->command->run(cli) : STATUS_TROUBLE;
}

// Whether an option is one of NuSMV's; then it is said what to do in its place. Only `check` does what NuSMV does.
static bool is_of_nusmv(struct cli *cli, const char *see)
{
    if (cli->command->run != check_run)
        return false;
    for (int i = 0; i < cli->given_count; i++) {
        const char *ours = usage_instead_of_nusmv(cli->given[i], i + 1 < cli->given_count ? cli->given[i + 1] : NULL);
        if (!ours)
            continue;
        log_error(&cli->run.log, "%s is an option of NuSMV; here, %s (see: coset %s)", cli->given[i], ours, see);
        return true;
    }
    return false;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

// Options that can be read, but leave more than a model, or give an option for a formula.
static bool is_misread(const struct cli *cli)
{
    const struct option_list *formulas = &cli->options->job.formulas;
    bool is_check = cli->command->run == check_run;
    bool has_option = false;
    for (int i = 0; i < cli->given_count; i++) // else they are -f lt, -p re and -p sl
        has_option |= is_one_of(cli->given[i], "-flt", "-pre", "-psl");
    for (size_t i = 0; is_check && i < formulas->count; i++)
        has_option |= usage_instead_of_nusmv("-f", formulas->at[i]) != NULL;
    return is_check && (cli->operand_count > 1 || has_option);
}

static enum status run_command(struct cli *cli, const struct command *command, const char **arguments, int count)
{
    struct cli_options options = {0};
    struct str error = {0}, model = {0};
    char see[64];
    snprintf(see, sizeof see, "help %s", command->name);
    cli->command = command;
    size_t bytes = (size_t)count * sizeof *cli->given;
    cli->given = mem_alloc(&cli->run.mem, bytes);
    cli->given_count = count;
    if (count > 0)
        memcpy(cli->given, arguments, bytes);
    options_set_defaults(command->groups, &options);
    options.job.memory = SIZE_MAX; // nobody has said anything
    cli->operand_count = options_parse(command->groups, &options, arguments, count, &cli->run.mem, &error);
    cli->operands = arguments;
    cli->options = &options;

    enum status status;
    if (cli->operand_count == OPTIONS_WRONG)
        status = is_of_nusmv(cli, see) ? STATUS_TROUBLE : usage_error(cli, str_text(&error), see);
    else if (is_misread(cli) && is_of_nusmv(cli, see))
        status = STATUS_TROUBLE;
    else if (options.help) {
        cli_print_command_help(cli, command);
        status = STATUS_HOLDS;
    } else if (cli->operand_count > 0 && !command->operands)
        status = usage_error(cli, "this command takes options only", see);
    else {
        cli_take_stored_options(cli, &options);
        complete_job(cli, &options);
        bool is_read = cli_ranks_can_read(cli, &options) && cli_read_standard_input(cli, &options, &model);
        status = is_read ? run_with_options(cli) : STATUS_TROUBLE;
        job_drop_choices(&options.job, &cli->run.mem);
        cli_drop_stored_options(cli, &options);
    }
    cli->options = NULL;
    options_free(command->groups, &options, &cli->run.mem);
    mem_free(&cli->run.mem, cli->given, bytes);
    str_free(&cli->run.mem, &error);
    str_free(&cli->run.mem, &model);
    return status;
}

// What the installation asks for.
static bool is_reference(struct cli *cli, const char *name)
{
    static const struct {
        const char *name;
        void (*add)(const struct usage *, struct mem *, struct str *);
    } references[] = {
        {"--man", usage_add_manual},
        {"--bash-completion", usage_add_bash_completion},
        {"--zsh-completion", usage_add_zsh_completion},
        {"--fish-completion", usage_add_fish_completion},
    };
    const struct usage usage = {COSET_VERSION, cli_commands, &cli_common_options, cli_status_texts, CLI_STATUS_COUNT};
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        struct str text = {0};
        if (strcmp(name, references[i].name) != 0)
            continue;
        references[i].add(&usage, &cli->run.mem, &text);
        fputs(str_text(&text), cli->out);
        str_free(&cli->run.mem, &text);
        return true;
    }
    return false;
}

static enum status help(struct cli *cli, const char *name)
{
    if (name && is_reference(cli, name))
        return STATUS_HOLDS;
    const struct command *command = name ? cli_find_command(name) : NULL;
    if (name && !command && cli_is_model_name(name))
        command = cli_find_command("check");
    if (name && !command)
        return unknown_command(cli, name);
    if (command)
        cli_print_command_help(cli, command);
    else
        cli_print_overview(cli);
    return STATUS_HOLDS;
}

// `coset model.m` is `coset check model.m`; options may come before the model.
static bool is_check(const char **arguments, int count)
{
    if (arguments[0][0] != '-')
        return cli_is_model_name(arguments[0]);
    for (int i = 0; i < count; i++)
        if (cli_is_model_name(arguments[i]) || (strcmp(arguments[i], "--") == 0 && i + 1 < count))
            return true;
    return false;
}

static enum status dispatch(struct cli *cli, const char **arguments, int count)
{
    if (count == 0)
        return usage_error(cli, "no command is given", "help");
    const char *name = arguments[0];
    if (is_one_of(name, "help", "--help", "-h"))
        return help(cli, count > 1 ? arguments[1] : NULL);
    if (is_one_of(name, "version", "--version", "-V")) {
        fprintf(cli->out, "coset %s\n", COSET_VERSION);
        return STATUS_HOLDS;
    }
    const struct command *command = cli_find_command(name);
    if (command && cli->run.ranks && command->run != check_run)
        return usage_error(cli, "coset-mpi has one command, check; coset has the others", "help check");
    if (command)
        return run_command(cli, command, arguments + 1, count - 1);
    return is_check(arguments, count) ? run_command(cli, cli_find_command("check"), arguments, count)
                                      : unknown_command(cli, name);
}

// Nobody reads the pipe any more. That may have been noticed long ago: the stream does not remember why it failed.
static bool is_reader_gone(FILE *out)
{
    struct pollfd pipe = {.fd = fileno(out), .events = POLLOUT};
    return poll(&pipe, 1, 0) > 0 && (pipe.revents & POLLERR) != 0;
}

// A reader that has seen enough, as head has, is no news to anybody: the program ends as others do that write to it.
static void end_by_pipe(void)
{
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigprocmask(SIG_UNBLOCK, &pipe, NULL);
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

// A verdict that did not reach its reader is none: whatever the command found, lost output is trouble.
static enum status flush_output(struct cli *cli, enum status status, bool *is_unread)
{
    bool lost_before = ferror(cli->out);
    errno = 0;
    bool lost_now = fflush(cli->out) != 0;
    if (!lost_before && !lost_now)
        return status;
    *is_unread = errno == EPIPE || is_reader_gone(cli->out);
    if (*is_unread)
        return STATUS_TROUBLE;
    log_error(&cli->run.log, "cannot write the output%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
    return STATUS_TROUBLE;
}

static enum status run(struct cli *cli, const char **arguments, int count)
{
    bool is_unread = false;
    enum status status = cli_open_ranks(cli) ? dispatch(cli, arguments, count) : STATUS_TROUBLE;
    progress_end(&cli->run.progress);
    status = flush_output(cli, status, &is_unread);
    cli_close_ranks(cli, status);
    assert(cli->run.mem.used == 0 && cli->run.mem.blocks == 0);
    if (is_unread)
        end_by_pipe();
    return status;
}

int cli_main(int count, char **arguments, const struct cli_ranks_host *ranks)
{
    fill_closed_streams();
    signal(SIGPIPE, SIG_IGN); // a reader that went away is an error of writing, and the end when all is put away
    struct cli cli = {.out = stdout, .ranks_host = ranks};
    cli_open_terminal(&cli);
    // The text of the arguments is only read; their order changes.
    return (int)cli_run_on_own_stack(run, &cli, (const char **)arguments + 1, count > 0 ? count - 1 : 0);
}
