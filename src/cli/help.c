// The help, made from the tables of commands and options.
#include "base/str.h"
#include "cli/cli.h"

#define HELP_WIDTH 80

const struct status_text cli_status_texts[CLI_STATUS_COUNT] = {
    {STATUS_HOLDS, "all properties hold"},
    {STATUS_FAILS, "some property fails"},
    {STATUS_TROUBLE, "bad input, wrong usage, or output that could not be written"},
    {STATUS_UNDECIDED, "some property is undecided: out of time or memory"},
};

void cli_print_overview(struct cli *cli)
{
    fprintf(cli->out, "Coset, a symbolic model checker for systems built from many identical parts\n\n"
                      "Usage: coset COMMAND [OPTION...] [OPERAND...]\n"
                      "       coset MODEL [OPTION...]: the same as coset check\n\n"
                      "Commands:\n");
    for (const struct command *command = cli_commands; command->name; command++)
        fprintf(cli->out, "  %-10s %s\n", command->name, command->summary);
    fprintf(cli->out, "  %-10s explain a command and its options: coset help COMMAND\n", "help");
    fprintf(cli->out, "  %-10s the version of the program, as --version\n", "version");
    fprintf(cli->out, "\nExit status:\n");
    for (size_t i = 0; i < CLI_STATUS_COUNT; i++)
        fprintf(cli->out, "  %d  %s\n", cli_status_texts[i].status, cli_status_texts[i].text);
}

void cli_print_command_help(struct cli *cli, const struct command *command)
{
    struct str text = {0};
    fprintf(cli->out, "Usage: coset %s [OPTION...]%s%s\n\n%s\n\n", command->name, command->operands ? " " : "",
            command->operands ? command->operands : "", command->summary);
    options_add_help(command->groups, HELP_WIDTH, &cli->run.mem, &text);
    fputs(str_text(&text), cli->out);
    if (command->examples)
        fputs("\nExamples:\n", cli->out);
    for (const struct example *example = command->examples; example && example->command; example++)
        fprintf(cli->out, "  %s\n      %s\n", example->command, example->effect);
    str_free(&cli->run.mem, &text);
}
