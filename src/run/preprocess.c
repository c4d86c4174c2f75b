#include "run/preprocess.h"

#include <ctype.h>
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

static bool fail(struct run *run, const char *what)
{
    log_error(&run->log, "cannot run the C preprocessor, \"" PROGRAM "\", for --cpp: %s", what);
    return false;
}

// Nothing is predefined, since names such as "unix" may be those of variables. Comments of SMV may have single quotes
// in them, so there are no warnings.
static const char *const fixed[] = {PROGRAM, "-w", "-undef", "-x", "c"};

typedef ARRAY(char *) argument_array;

static void add_argument(struct run *run, argument_array *arguments, const char *before, const char *text)
{
    struct str whole = {0};
    str_add(&run->mem, &whole, "%s%s", before, text);
    array_push(&run->mem, arguments, str_copy(&run->mem, str_text(&whole)));
    str_free(&run->mem, &whole);
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

bool preprocess_begin(struct run *run, const struct option_list *macros, const char *path, struct preprocess *p)
{
    int ends[2];
    if (pipe(ends) != 0)
        return fail(run, strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    argument_array arguments = {0};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        add_argument(run, &arguments, "", fixed[i]);
    for (size_t i = 0; i < macros->count; i++)
        add_argument(run, &arguments, "-D", macros->at[i]);
    add_argument(run, &arguments, path[0] == '-' ? "./" : "", path);
    array_push(&run->mem, &arguments, NULL);
    int error = spawn(&arguments, ends[1], &p->process);
    for (size_t i = 0; i + 1 < arguments.count; i++)
        str_release(&run->mem, arguments.at[i]);
    array_free(&run->mem, &arguments);
    close(ends[1]);
    p->output = ends[0];
    if (!error)
        return true;
    close(ends[0]);
    return fail(run, error == ENOENT ? "there is no such program on PATH" : strerror(error));
}

bool preprocess_end(struct run *run, struct preprocess *p)
{
    int status;
    close(p->output);
    while (waitpid(p->process, &status, 0) < 0)
        if (errno != EINTR)
            return fail(run, strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return fail(run, "there is no such program on PATH");
    if (WIFEXITED(status))
        log_error(&run->log, "the C preprocessor failed with status %d", WEXITSTATUS(status));
    else
        log_error(&run->log, "the C preprocessor was ended by signal %d", WTERMSIG(status));
    return false;
}

void preprocess_explain(struct run *run, const char *text, size_t length)
{
    for (size_t i = 0; i + 3 < length; i++)
        if (isdigit((unsigned char)text[i]) && text[i + 1] == '.' && text[i + 2] == '.' &&
            (isalpha((unsigned char)text[i + 3]) || text[i + 3] == '_')) {
            log_warning(&run->log, "the C preprocessor takes \"0..N\" for one number, and replaces no macro in it; "
                                   "\"0 .. N\" has a macro");
            return;
        }
}
