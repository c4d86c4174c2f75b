// Commands that are run with a limit of time, their outputs kept.
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "judge.h"

// Seconds are of the processor, so that a loaded machine gives the same outcome; one that waits forever is ended, too.
#define PATIENCE 60 // times as long on the clock

static void start(const struct process *p, int out, int err)
{
    dup2(out, 1);
    dup2(err, 2);
    setpgid(0, 0); // so that its own processes end with it
    rlim_t seconds = (rlim_t)p->seconds;
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
    execvp(p->arguments[0], (char *const *)(uintptr_t)p->arguments);
    _exit(127);
}

// The last bytes count most: that is where messages are.
static void keep(char *text, size_t capacity, size_t *used, const char *bytes, size_t count)
{
    if (count >= capacity) {
        bytes += count - (capacity - 1);
        count = capacity - 1;
    }
    if (*used + count >= capacity) {
        size_t gone = *used + count - (capacity - 1);
        memmove(text, text + gone, *used - gone);
        *used -= gone;
    }
    memcpy(text + *used, bytes, count);
    *used += count;
    text[*used] = 0;
}

void process_run(struct process *p)
{
    int out[2], err[2];
    p->status = 127;
    p->timed_out = false;
    p->out[0] = p->err[0] = 0;
    if (pipe(out) != 0 || pipe(err) != 0)
        abort();
    pid_t child = fork();
    if (child < 0)
        abort();
    if (child == 0) {
        close(out[0]);
        close(err[0]);
        start(p, out[1], err[1]);
    }
    setpgid(child, child);
    close(out[1]);
    close(err[1]);
    struct pollfd ends[2] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
    size_t used[2] = {0, 0};
    double until = clock_now() + PATIENCE * p->seconds;
    for (int open = 2; open > 0;) {
        double left = until - clock_now();
        if (left <= 0) {
            p->timed_out = true;
            kill(-child, SIGKILL);
            break;
        }
        if (poll(ends, 2, (int)(left * 1000) + 1) <= 0)
            continue;
        for (int i = 0; i < 2; i++) {
            char bytes[65536];
            if (ends[i].fd < 0 || ends[i].revents == 0)
                continue;
            ssize_t got = read(ends[i].fd, bytes, sizeof bytes);
            if (got > 0) {
                keep(i == 0 ? p->out : p->err, i == 0 ? p->out_capacity : p->err_capacity, &used[i], bytes,
                     (size_t)got);
            } else {
                ends[i].fd = -1;
                open--;
            }
        }
    }
    close(out[0]);
    close(err[0]);
    int status;
    struct rusage usage = {0};
    wait4(child, &status, 0, &usage);
    p->cpu_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    p->timed_out |= WIFSIGNALED(status) &&
                    (WTERMSIG(status) == SIGXCPU || (WTERMSIG(status) == SIGKILL && p->cpu_seconds >= p->seconds));
    p->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
