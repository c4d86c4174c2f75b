#include "native/compiler_process.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/str.h"

#define PROGRAM "cc"
#define SOURCE "rules.c"
#define LIBRARY "rules.so"
#define MOMENTS_TO_END 200

extern char **environ;

// What the program is built with, the rules are, too.
#if defined(__SANITIZE_ADDRESS__)
#    define SANITIZER "-fsanitize=address,undefined"
#elif defined(__SANITIZE_THREAD__)
#    define SANITIZER "-fsanitize=thread"
#else
#    define SANITIZER "-fno-stack-protector"
#endif

// ---- The folder -----------------------------------------------------------------------------------------------------

static bool make_folder(struct compiler_process *p)
{
    const char *parent = getenv("TMPDIR");
    if (!parent || parent[0] != '/')
        parent = "/tmp";
    int length = snprintf(p->folder, sizeof p->folder, "%s/coset-XXXXXX", parent);
    if (length > 0 && (size_t)length + sizeof LIBRARY + 1 < sizeof p->folder && mkdtemp(p->folder))
        return true;
    p->folder[0] = 0;
    return false;
}

// With what the compiler may have left there.
static void remove_folder(struct compiler_process *p)
{
    DIR *folder = p->folder[0] ? opendir(p->folder) : NULL;
    for (struct dirent *one; folder && (one = readdir(folder));)
        if (strcmp(one->d_name, ".") != 0 && strcmp(one->d_name, "..") != 0)
            unlinkat(dirfd(folder), one->d_name, 0);
    if (folder)
        closedir(folder);
    if (p->folder[0])
        rmdir(p->folder);
    p->folder[0] = 0;
}

static bool write_text(const struct compiler_process *p, const char *text, size_t length)
{
    int folder = open(p->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file = folder < 0 ? -1 : openat(folder, SOURCE, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = file >= 0 && file_write_all(file, text, length);
    good = file >= 0 && close(file) == 0 && good;
    if (folder >= 0)
        close(folder);
    return good;
}

// ---- The process ----------------------------------------------------------------------------------------------------

// Its own files go into the folder, too: all of the environment but for where these are.
static char **environment_in(const char *setting, size_t *count, struct mem *mem)
{
    *count = 0;
    while (environ[*count])
        ++*count;
    *count += 2;
    char **result = mem_alloc(mem, *count * sizeof(char *));
    size_t kept = 0;
    for (char **one = environ; *one; one++)
        if (strncmp(*one, "TMPDIR=", 7) != 0)
            result[kept++] = *one;
    result[kept++] = (char *)setting;
    result[kept] = NULL;
    return result;
}

// In a group of processes, so that it can be ended with those that it has begun; 0: in one of its own. `input` is what
// it reads from; -1: nothing.
static int spawn(pid_t *process, pid_t group, char *const *arguments, char *const *environment, int input)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    posix_spawnattr_setpgroup(&attributes, group);
    error =
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (!error)
        error = input < 0 ? posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                          : posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error)
        error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// A process may be ended before it can remove its files, by a second Ctrl-C, say. So a shell waits for that: it reads
// from a pipe that nobody writes to, and which ends with this process. It is there before the compiler is, which joins
// its group: there is no moment at which a compiler works and nobody watches. Without a shell the files stay then.
static void watch_owner(struct compiler_process *p)
{
    static const char clean_up[] =
        "trap '' TERM; read -r word; kill -s TERM 0; sleep 1; rm -rf -- \"$1\"; kill -s KILL 0";
    int ends[2];
    if (pipe(ends) != 0)
        return;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    char *const arguments[] = {"/bin/sh", "-c", (char *)clean_up, "sh", p->folder, NULL};
    if (spawn(&p->watcher, 0, arguments, environ, ends[0]) != 0)
        p->watcher = 0;
    close(ends[0]);
    if (p->watcher > 0)
        p->watched_by = ends[1];
    else
        close(ends[1]);
}

static void end_watcher(struct compiler_process *p)
{
    if (p->watcher <= 0)
        return;
    kill(-p->watcher, SIGKILL);
    while (waitpid(p->watcher, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(p->watched_by);
    p->watcher = 0;
}

bool compiler_begin(struct compiler_process *p, const char *text, size_t length, struct mem *mem)
{
    *p = (struct compiler_process){.owner = getpid()};
    if (!make_folder(p))
        return false;
    watch_owner(p);
    if (!write_text(p, text, length))
        return false;
    struct str source = {0}, library = {0}, setting = {0};
    str_add(mem, &source, "%s/" SOURCE, p->folder);
    str_add(mem, &library, "%s/" LIBRARY, p->folder);
    str_add(mem, &setting, "TMPDIR=%s", p->folder);
    char *const arguments[] = {PROGRAM,   "-std=gnu11", "-w",       "-O1",     "-fPIC", "-shared",
                               SANITIZER, "-o",         library.at, source.at, NULL};
    size_t count;
    char **environment = environment_in(setting.at, &count, mem);
    int error = spawn(&p->process, p->watcher, arguments, environment, -1);
    if (error)
        p->process = 0;
    mem_free(mem, environment, count * sizeof(char *));
    str_free(mem, &source);
    str_free(mem, &library);
    str_free(mem, &setting);
    return !error;
}

enum compiler_state compiler_look(struct compiler_process *p)
{
    int status;
    if (p->owner != getpid() || !p->process)
        return COMPILER_FAILED;
    pid_t ended = waitpid(p->process, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR))
        return COMPILER_WORKS;
    p->process = 0;
    return ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? COMPILER_DONE : COMPILER_FAILED;
}

void *compiler_load(struct compiler_process *p)
{
    char path[sizeof p->folder + sizeof LIBRARY + 1];
    snprintf(path, sizeof path, "%s/" LIBRARY, p->folder);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

// It removes its files when it is asked to end. One that does not listen is ended all the same.
static void end_process(pid_t process, pid_t group)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    kill(-group, SIGTERM);
    for (int i = 0; i < MOMENTS_TO_END; i++) {
        pid_t ended = waitpid(process, NULL, WNOHANG);
        if (ended > 0 || (ended < 0 && errno != EINTR))
            return;
        nanosleep(&moment, NULL);
    }
    kill(-group, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
        continue;
}

void compiler_end(struct compiler_process *p)
{
    if (p->owner == getpid()) {
        if (p->process > 0)
            end_process(p->process, p->watcher > 0 ? p->watcher : p->process);
        remove_folder(p);
        end_watcher(p);
    }
    *p = (struct compiler_process){0};
}
