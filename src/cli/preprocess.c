#include "cli/preprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "base/str.h"

#define PROGRAM "cpp"

extern char **environ;

static bool fail(struct cli *cli, const char *what)
{
    log_error(&cli->log, "cannot run the C preprocessor, \"" PROGRAM "\", for --cpp: %s", what);
    return false;
}

// Nothing is predefined, since names such as "unix" may be those of variables. Comments of SMV may have single quotes
// in them, so there are no warnings.
static const char *const fixed[] = {PROGRAM, "-w", "-undef", "-x", "c"};

typedef ARRAY(char *) argument_array;

static void add_argument(struct cli *cli, argument_array *arguments, const char *before, const char *text)
{
    struct str whole = {0};
    str_add(&cli->mem, &whole, "%s%s", before, text);
    array_push(&cli->mem, arguments, str_copy(&cli->mem, str_text(&whole)));
    str_free(&cli->mem, &whole);
}

static int spawn(const argument_array *arguments, int output, pid_t *process)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!error)
        error = posix_spawnp(process, PROGRAM, &actions, NULL, arguments->at, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool preprocess_begin(struct cli *cli, const char *path, struct preprocess *p)
{
    const struct option_list *macros = &cli->options.constants;
    int ends[2];
    if (pipe(ends) != 0)
        return fail(cli, strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    argument_array arguments = {0};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        add_argument(cli, &arguments, "", fixed[i]);
    for (size_t i = 0; i < macros->count; i++)
        add_argument(cli, &arguments, "-D", macros->at[i]);
    add_argument(cli, &arguments, path[0] == '-' ? "./" : "", path);
    array_push(&cli->mem, &arguments, NULL);
    int error = spawn(&arguments, ends[1], &p->process);
    for (size_t i = 0; i + 1 < arguments.count; i++)
        str_release(&cli->mem, arguments.at[i]);
    array_free(&cli->mem, &arguments);
    close(ends[1]);
    p->output = ends[0];
    if (!error)
        return true;
    close(ends[0]);
    return fail(cli, error == ENOENT ? "there is no such program on PATH" : strerror(error));
}

bool preprocess_end(struct cli *cli, struct preprocess *p)
{
    int status;
    close(p->output);
    while (waitpid(p->process, &status, 0) < 0)
        if (errno != EINTR)
            return fail(cli, strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return fail(cli, "there is no such program on PATH");
    if (WIFEXITED(status))
        log_error(&cli->log, "the C preprocessor failed with status %d", WEXITSTATUS(status));
    else
        log_error(&cli->log, "the C preprocessor was ended by signal %d", WTERMSIG(status));
    return false;
}
