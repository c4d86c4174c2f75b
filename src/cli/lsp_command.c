// coset lsp: the language server, on the standard streams (lsp/lsp.h).
#include "cli/cli.h"
#include "lsp/lsp.h"

enum status lsp_command_run(struct cli *cli)
{
    cli->run.mem.limit = 0; // what is open in an editor is no work that has a limit
    return lsp_serve(&cli->run.mem, stdin, cli->out) == 0 ? STATUS_HOLDS : STATUS_FAILS;
}
