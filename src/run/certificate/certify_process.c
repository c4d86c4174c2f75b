#include "run/certificate/certify_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "report/cause_words.h"

#define PROGRAM "coset-certify"
#define LOOK_EVERY 50 // milliseconds
#define TO_ANSWER 0.1 // of its time, to tell what it has found
#define NOT_RUN 127   // status of a process that did not become coset-certify
#define LONGEST_PATH 4096

enum judge_status { JUDGE_CERTIFIED = 0, JUDGE_REFUTED = 1, JUDGE_TROUBLE = 2, JUDGE_NOT_CERTIFIED = 3 };

// ---- Finding it -----------------------------------------------------------------------------------------------------

static bool is_in(struct mem *mem, const char *folder, size_t length, struct str *path)
{
    str_clear(path);
    str_add(mem, path, "%.*s/" PROGRAM, length ? (int)length : 1, length ? folder : ".");
    return access(str_text(path), X_OK) == 0;
}

bool certify_process_find(struct mem *mem, struct str *path)
{
    char own[LONGEST_PATH];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own);
    while (length > 0 && own[length - 1] != '/')
        length--;
    if (length > 1 && is_in(mem, own, (size_t)length - 1, path))
        return true;
    for (const char *at = getenv("PATH"); at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL)
        if (is_in(mem, at, strcspn(at, ":"), path))
            return true;
    return false;
}

// ---- The process ----------------------------------------------------------------------------------------------------

struct call {
    const char *program;
    const char *arguments[10]; // ends with NULL
    int output;
    pid_t parent;
    double seconds; // left; 0: no limit
};

// The limit of processor time is for want of a better one: who waits may be stopped.
static noreturn void become(const struct call *call)
{
    int nothing = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != call->parent || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
        dup2(call->output, STDOUT_FILENO) < 0)
        _exit(NOT_RUN);
    if (call->seconds > 0) {
        rlim_t limit = (rlim_t)ceil(call->seconds);
        setrlimit(RLIMIT_CPU, &(struct rlimit){limit, limit + 1});
    }
    signal(SIGPIPE, SIG_DFL);
    execv(call->program, (char *const *)call->arguments);
    _exit(NOT_RUN);
}

static pid_t begin(struct call *call, int *answer)
{
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    call->output = ends[1];
    call->parent = getpid();
    pid_t process = fork();
    if (process == 0)
        become(call);
    int reason = errno;
    close(ends[1]);
    if (process < 0)
        close(ends[0]);
    *answer = ends[0];
    errno = reason;
    return process;
}

static enum cause_code reason_to_stop(struct run *run)
{
    if (watch_is_interrupted(run))
        return run_is_lost(run) ? CAUSE_OUTPUT_LOST : CAUSE_INTERRUPTED;
    return run->watch.deadline > 0 && clock_now() > run->watch.deadline ? CAUSE_OUT_OF_TIME : CAUSE_NONE;
}

// Until it has closed its output. Gives why it was stopped before that.
static enum cause_code listen_to(struct run *run, int answer, struct str *out)
{
    char bytes[1 << 12];
    enum cause_code stop;
    while (!(stop = reason_to_stop(run))) {
        struct pollfd pipe = {.fd = answer, .events = POLLIN};
        if (progress_is_due(&run->progress))
            progress_show(&run->progress, "the certificate is being checked");
        if (poll(&pipe, 1, LOOK_EVERY) <= 0)
            continue;
        ssize_t count = read(answer, bytes, sizeof bytes);
        if (count > 0)
            str_add_bytes(&run->mem, out, bytes, (size_t)count);
        else if (count == 0 || errno != EINTR)
            break;
    }
    return stop;
}

static int await(pid_t process)
{
    int status;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

static bool is_answer(int status, const struct str *answer)
{
    return WIFEXITED(status) && answer->count > 0 && WEXITSTATUS(status) <= JUDGE_NOT_CERTIFIED &&
           WEXITSTATUS(status) != JUDGE_TROUBLE;
}

// Of an end without an answer. Whether it is an error.
static bool explain_end(int status, struct cause *why)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        *why = cause_of(CAUSE_OUT_OF_TIME);
    else if (WIFSIGNALED(status))
        *why = cause_with_number(CAUSE_CERTIFY_KILLED, (uint64_t)WTERMSIG(status));
    else if (WEXITSTATUS(status) == JUDGE_NOT_CERTIFIED)
        *why = cause_of(CAUSE_OUT_OF_MEMORY);
    else if (WEXITSTATUS(status) == NOT_RUN)
        *why = cause_of(CAUSE_CERTIFY_NOT_RUN);
    else
        *why = cause_with_number(CAUSE_CERTIFY_ENDED, (uint64_t)WEXITSTATUS(status));
    return WIFSIGNALED(status) ? WTERMSIG(status) != SIGXCPU : WEXITSTATUS(status) != JUDGE_NOT_CERTIFIED;
}

// Without limits that are reached already.
static bool is_worth_it(struct run *run, struct cause *why)
{
    enum cause_code stop = reason_to_stop(run);
    if (!stop && mem_room(&run->mem) == 0)
        stop = CAUSE_OUT_OF_MEMORY;
    *why = cause_of(stop);
    return !stop;
}

bool certify_process_run(struct run *run, const char *program, const char *model, const char *certificate,
                         struct str *answer, struct cause *why, bool *is_error)
{
    struct mem *mem = &run->mem;
    struct str memory = {0}, time = {0};
    int pipe;
    *is_error = false;
    if (!is_worth_it(run, why))
        return false;
    str_add(mem, &memory, "%zu", mem_room(mem) != SIZE_MAX ? mem_room(mem) : 0);
    double seconds = run->watch.deadline > 0 ? run->watch.deadline - clock_now() : 0;
    str_add(mem, &time, "%.3f", seconds > 0 ? fmax(seconds * (1 - TO_ANSWER), 0.001) : 0);
    struct call call = {.program = program,
                        .arguments = {PROGRAM, "--json", "--memory-limit", memory.at, "--time-limit", time.at, "--",
                                      model, certificate},
                        .seconds = seconds};
    pid_t process = begin(&call, &pipe);
    str_free(mem, &memory);
    str_free(mem, &time);
    if (process < 0) {
        *is_error = true;
        *why = cause_with_number(CAUSE_CERTIFY_NOT_STARTED, (uint64_t)errno);
        return false;
    }
    enum cause_code stop = listen_to(run, pipe, answer);
    if (stop)
        kill(process, SIGKILL);
    close(pipe);
    int status = await(process);
    if (!stop && is_answer(status, answer))
        return true;
    if (!stop)
        stop = reason_to_stop(run); // Ctrl-C is for both
    if (stop)
        *why = cause_of(stop);
    else
        *is_error = explain_end(status, why);
    return false;
}
