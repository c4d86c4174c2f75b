// The commands and the options that they take.
#include <string.h>

#include "cli/cli.h"

static const struct option common_options[] = {
    {"help", 'h', OPTION_AT(struct cli_options, help), .help = "explain the command and its options"},
    {"quiet", 'q', OPTION_AT(struct cli_options, quiet), .help = "show no progress of long work"},
    {"log", OPTION_AT(struct cli_options, log), .argument = "LEVEL", .initial = "info", .choices = LOG_LEVELS,
     .help = "which messages to show"},
    {"memory", 'm', OPTION_AT(struct cli_options, memory), .argument = "BYTES",
     .help = "take no more memory than this; a number with k, M, G or T behind it if need be, 0 for no limit"},
};
const struct option_group cli_common_options = OPTION_GROUP("Options", common_options);

static const struct option_group *const common_only[] = {&cli_common_options, NULL};

const struct command cli_commands[] = {
    {"demo", NULL, "search a small built-in system and show what happens", common_only, demo_run},
    {0},
};

const struct command *cli_find_command(const char *name)
{
    for (const struct command *command = cli_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
