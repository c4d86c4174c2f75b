// Files that options name: nothing that is written takes the place of what is read, and what cannot be written is said
// before the work.
#include <errno.h>
#include <string.h>

#include "base/files.h"
#include "base/str.h"
#include "cli/cli.h"
#include "run/input.h"
#include "run/output.h"

static void refuse(struct cli *cli, const char *option, const char *path, const char *what)
{
    struct str text = {0};
    input_add_quoted(&cli->run, &text, path);
    log_error(&cli->run.log, "%s would replace %s, which is %s", option, str_text(&text), what);
    str_free(&cli->run.mem, &text);
}

bool cli_files_are_writable(struct cli *cli)
{
    const struct cli_options *o = cli->options;
    const char *const written[] = {o->job.write_order, o->dot,   o->output, o->certificate, o->invariant,
                                   o->aiger_model,     o->aiger, o->junit}; // pages and checkpoints are begun at once
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        const char *path = written[i];
        if (!path || strcmp(path, "-") == 0 || file_is_writable(&cli->run.mem, path))
            continue;
        output_tell_unwritten(&cli->run, path, errno);
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
                (file_is_regular(path) ? file_is_same(path, written[k].path)
                                       : file_will_be_same(&cli->run.mem, path, written[k].path))) {
                refuse(cli, written[i].option, path, "written by another option, too");
                return false;
            }
        if (!file_is_regular(path)) // devices and what is not there yet replace nothing
            continue;
        for (int k = 0; k < cli->operand_count; k++)
            if (file_is_same(path, cli->operands[k])) {
                refuse(cli, written[i].option, path, "read as input");
                return false;
            }
        if (o->job.order && file_is_same(path, o->job.order)) {
            refuse(cli, written[i].option, path, "the order that --order reads");
            return false;
        }
        if (o->job.resume && !written[i].may_be_resumed && file_is_same(path, o->job.resume)) {
            refuse(cli, written[i].option, path, "the checkpoint that --resume reads");
            return false;
        }
    }
    return true;
}
