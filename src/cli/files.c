// Files that options name: nothing that is written takes the place of what is read, and what cannot be written is said
// before the work.
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/cli.h"
#include "run/input.h"

// By what they are, not by their names: links and other ways to a file lead to the same one.
static bool is_same(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static const char *name_in_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_folder(struct cli *cli, const char *path, struct str *out)
{
    const char *name = name_in_folder(path);
    str_add(&cli->run.mem, out, "%.*s", name > path ? (int)(name - path) : 1, name > path ? path : ".");
}

// The same name in the same folder, where there is no such file yet.
static bool will_be_same(struct cli *cli, const char *a, const char *b)
{
    struct str one = {0}, other = {0};
    if (strcmp(name_in_folder(a), name_in_folder(b)) != 0 || access(a, F_OK) == 0)
        return false;
    add_folder(cli, a, &one);
    add_folder(cli, b, &other);
    bool same = is_same(str_text(&one), str_text(&other));
    str_free(&cli->run.mem, &one);
    str_free(&cli->run.mem, &other);
    return same;
}

static void refuse(struct cli *cli, const char *option, const char *path, const char *what)
{
    struct str text = {0};
    input_add_quoted(&cli->run, &text, path);
    log_error(&cli->run.log, "%s would replace %s, which is %s", option, str_text(&text), what);
    str_free(&cli->run.mem, &text);
}

// Whether a file can be written there, as far as that is seen without making one. Sets errno if not.
static bool is_writable(struct cli *cli, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        errno = EISDIR;
        return !S_ISDIR(status.st_mode) && access(path, W_OK) == 0;
    }
    if (errno != ENOENT)
        return false;
    struct str folder = {0};
    const char *slash = strrchr(path, '/');
    if (slash)
        str_add(&cli->run.mem, &folder, "%.*s", (int)(slash - path + 1), path);
    bool good = access(slash ? str_text(&folder) : ".", W_OK | X_OK) == 0;
    int reason = errno;
    str_free(&cli->run.mem, &folder);
    errno = reason;
    return good;
}

bool cli_files_are_writable(struct cli *cli)
{
    const struct cli_options *o = cli->options;
    const char *const written[] = {o->job.write_order, o->dot,   o->output, o->certificate, o->invariant,
                                   o->aiger_model,     o->aiger, o->junit}; // pages and checkpoints are begun at once
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        const char *path = written[i];
        if (!path || strcmp(path, "-") == 0 || is_writable(cli, path))
            continue;
        const char *why = strerror(errno);
        struct str text = {0};
        input_add_quoted(&cli->run, &text, path);
        log_error(&cli->run.log, "cannot write %s: %s", str_text(&text), why);
        str_free(&cli->run.mem, &text);
        return false;
    }
    return true;
}

bool cli_files_differ(struct cli *cli)
{
    const struct cli_options *o = cli->options;
    const struct {
        const char *option, *path;
        bool may_be_resumed;
    } written[] = {{"--html", o->html, false},
                   {"--junit", o->junit, false},
                   {"--certificate", o->certificate, false},
                   {"--aiger-model", o->aiger_model, false},
                   {"--aiger", o->aiger, false},
                   {"--invariant", o->invariant, false},
                   {"--write-order", o->job.write_order, false},
                   {"--checkpoint", o->job.checkpoint, true},
                   {"--dot", o->dot, false},
                   {"--output", o->output, false}};
    const size_t count = sizeof written / sizeof *written;
    for (size_t i = 0; i < count; i++) {
        const char *path = written[i].path;
        if (!path || !*path)
            continue;
        for (size_t k = 0; k < i; k++)
            if (written[k].path && *written[k].path &&
                (is_regular(path) ? is_same(path, written[k].path) : will_be_same(cli, path, written[k].path))) {
                refuse(cli, written[i].option, path, "written by another option, too");
                return false;
            }
        if (!is_regular(path)) // devices and what is not there yet replace nothing
            continue;
        for (int k = 0; k < cli->operand_count; k++)
            if (is_same(path, cli->operands[k])) {
                refuse(cli, written[i].option, path, "read as input");
                return false;
            }
        if (o->job.order && is_same(path, o->job.order)) {
            refuse(cli, written[i].option, path, "the order that --order reads");
            return false;
        }
        if (o->job.resume && !written[i].may_be_resumed && is_same(path, o->job.resume)) {
            refuse(cli, written[i].option, path, "the checkpoint that --resume reads");
            return false;
        }
    }
    return true;
}

bool cli_write_all(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}
