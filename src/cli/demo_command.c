// coset demo: the program at work on a model that it brings along.
#include <string.h>

#include "cli/cli.h"

// Each station is idle, waiting or critical. A waiting one that has the token may become critical; a critical one
// leaves and passes the token on; an idle one passes the token on, too.
static const char ring[] = "const N: 12;\n"
                           "type Station: 0..N - 1;\n"
                           "var phase: array [Station] of enum {idle, waiting, critical};\n"
                           "    token: Station;\n"
                           "ruleset i: Station do\n"
                           "  rule \"request\" phase[i] = idle ==> phase[i] := waiting; end;\n"
                           "  rule \"enter\" phase[i] = waiting & token = i ==> phase[i] := critical; end;\n"
                           "  rule \"leave\" phase[i] = critical ==> phase[i] := idle; token := (i + 1) % N; end;\n"
                           "  rule \"pass on\" phase[i] = idle & token = i ==> token := (i + 1) % N; end;\n"
                           "end;\n"
                           "startstate for i: Station do phase[i] := idle; end; token := 0; end;\n"
                           "invariant \"only the station with the token is critical\"\n"
                           "  forall i: Station do phase[i] = critical -> token = i end;\n"
                           "invariant \"no two stations wait (this one fails)\"\n"
                           "  forall i: Station do forall k: Station do\n"
                           "    phase[i] = waiting & phase[k] = waiting -> i = k end end;\n";

enum status demo_run(struct cli *cli)
{
    const struct command *check = cli_find_command("check");
    const struct cli_options *own = cli->options;
    const char *operand = "ring.m";
    struct cli_options options = *own;
    options_set_defaults(check->groups, &options);
    options.quiet = own->quiet;
    options.job.memory = own->job.memory;
    options.job.version = own->job.version;
    options.job.model = operand;
    options.job.language = JOB_LANGUAGE_MURPHI;
    options.job.text = ring;
    options.job.text_length = strlen(ring);
    options.job.states = true;
    fprintf(cli->out, "Twelve stations in a ring share one token:\n\n%s\n$ coset check %s --states\n", ring, operand);
    cli->options = &options;
    cli->operands = &operand; // cppcheck-suppress autoVariables ; it is put back below
    cli->operand_count = 1;
    enum status status = check_run(cli);
    cli->options = own;
    cli->operands = NULL;
    cli->operand_count = 0;
    return status == STATUS_FAILS ? STATUS_HOLDS : status; // as the model says
}
