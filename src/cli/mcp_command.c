// coset mcp: tools for assistants over the standard streams (mcp/mcp.h). Each call is this program in a process of its
// own, whose streams are files without a name: nothing waits for anything but its end.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "mcp/mcp.h"

enum { IN, OUT, ERR, STREAMS };

static void read_back(FILE *file, struct mem *mem, struct str *out)
{
    char bytes[1 << 14];
    rewind(file);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, file)) > 0;)
        str_add_bytes(mem, out, bytes, got);
}

static int await(pid_t process)
{
    int status;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run_program(FILE *const streams[static STREAMS], const char *const *arguments)
{
    pid_t process = fork();
    if (process == 0) {
        interrupt_obey();
        for (int i = 0; i < STREAMS; i++)
            if (dup2(fileno(streams[i]), i) < 0)
                _exit(127);
        const char *all[256] = {"coset"};
        for (size_t i = 0; i < 254 && arguments[i]; i++)
            all[i + 1] = arguments[i];
        execv("/proc/self/exe", (char *const *)all);
        _exit(127);
    }
    return process < 0 ? -1 : await(process);
}

static void close_stream(FILE *stream)
{
    if (stream)
        fclose(stream);
}

static int run(void *context, const char *const *arguments, const char *input, size_t length, struct str *output,
               struct str *errors)
{
    struct cli *cli = context;
    struct mem *mem = &cli->run.mem;
    FILE *streams[STREAMS] = {tmpfile(), tmpfile(), tmpfile()};
    int status = -1;
    bool good = streams[IN] && streams[OUT] && streams[ERR] && fwrite(input, 1, length, streams[IN]) == length &&
                fflush(streams[IN]) == 0;
    if (good) {
        rewind(streams[IN]);
        status = run_program(streams, arguments);
        read_back(streams[OUT], mem, output);
        read_back(streams[ERR], mem, errors);
    }
    if (status < 0 || status == 127)
        str_add(mem, errors, "the program cannot be run: %s", strerror(errno));
    else if (status > 128)
        str_add(mem, errors, "the program was killed by signal %d", status - 128);
    close_stream(streams[IN]);
    close_stream(streams[OUT]);
    close_stream(streams[ERR]);
    return status;
}

enum status mcp_command_run(struct cli *cli)
{
    struct mcp_host host = {run, cli, COSET_VERSION, &cli->run.mem};
    return mcp_serve(&host, stdin, cli->out) ? STATUS_HOLDS : STATUS_TROUBLE;
}
