// Completion for zsh and for fish, made from the tables of commands and options. Both shells show what an option is
// for.
#include <string.h>

#include "base/option_value.h"
#include "base/str.h"
#include "usage/usage.h"

// The first sentence or so of an option's help: what follows a semicolon or a full stop is for those who ask for it.
static size_t summary_length(const char *help)
{
    size_t length = strcspn(help, ";(\n");
    for (size_t i = 0; i + 1 < length; i++)
        if (help[i] == '.' && help[i + 1] == ' ')
            length = i;
    while (length > 0 && strchr(" .,:", help[length - 1]))
        length--;
    return length;
}

// In single quotes of the shell, with a backslash before some characters.
static void add_quoted(struct mem *mem, struct str *out, const char *text, size_t length, const char *escaped)
{
    str_add_char(mem, out, '\'');
    for (size_t i = 0; i < length; i++) {
        if (strchr(escaped, text[i]))
            str_add_char(mem, out, '\\');
        if (text[i] == '\'' && !strchr(escaped, '\''))
            str_add(mem, out, "'\\'");
        str_add_char(mem, out, text[i]);
    }
    str_add_char(mem, out, '\'');
}

static bool takes_file(const struct option *option)
{
    return strcmp(option_value_argument(option), "FILE") == 0;
}

static bool takes_traces(const struct command *command)
{
    return command->operands && strstr(command->operands, ".json");
}

static void add_choices(struct mem *mem, struct str *out, const struct option *option)
{
    for (const char *at = option->choices; *at; at++)
        str_add_char(mem, out, *at == '|' ? ' ' : *at);
}

// ---- zsh ------------------------------------------------------------------------------------------------------------

// One word of _arguments: '(-p --property)'{-p,--property=}'[what it is for]:VALUE:what it can be'.
static void add_zsh_name(struct mem *mem, struct str *out, const struct option *option, const char *prefix)
{
    bool has_value = option->kind != OPTION_FLAG, has_letter = option->letter && !*prefix;
    str_add(mem, out, "            ");
    if (has_letter)
        str_add(mem, out, "\\*{-%c%s,--%s%s}", option->letter, has_value ? "+" : "", option->name,
                has_value ? "=" : "");
    else
        str_add(mem, out, "\\*--%s%s%s", prefix, option->name, has_value ? "=" : "");
    struct str word = {0};
    str_add_char(mem, &word, '[');
    for (size_t i = 0; i < summary_length(option->help); i++) {
        if (strchr("[]", option->help[i]))
            str_add_char(mem, &word, '\\');
        str_add_char(mem, &word, option->help[i]);
    }
    str_add_char(mem, &word, ']');
    if (has_value)
        str_add(mem, &word, ":%s:", option_value_argument(option));
    if (option->kind == OPTION_CHOICE) {
        str_add_char(mem, &word, '(');
        add_choices(mem, &word, option);
        str_add_char(mem, &word, ')');
    } else if (has_value && takes_file(option)) {
        str_add(mem, &word, "_files");
    }
    add_quoted(mem, out, word.at, word.count, "");
    str_add(mem, out, " \\\n");
    str_free(mem, &word);
}

static void add_zsh_command(struct mem *mem, struct str *out, const struct command *command)
{
    str_add(mem, out, "    %s)\n        _arguments -s -S \\\n", command->name);
    for (option_groups group = command->groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            add_zsh_name(mem, out, option, "");
            if (options_starts_on(option))
                add_zsh_name(mem, out, option, "no-");
        }
    str_add(mem, out, "            %s\n        ;;\n",
            !command->operands      ? "&& return"
            : takes_traces(command) ? "'*:model or traces:_files -g \"*.(smv|m|pnml|aag|aig|btor2|btor|json)(-.)\"'"
                                    : "'*:model:_files -g \"*.(smv|m|pnml|aag|aig|btor2|btor)(-.)\"'");
}

void usage_add_zsh_completion(const struct usage *usage, struct mem *mem, struct str *out)
{
    str_add(mem, out,
            "#compdef coset\n# Completion for coset. Written by: coset help --zsh-completion\n\n"
            "_coset_commands() {\n    local -a commands=(\n");
    for (const struct command *command = usage->commands; command->name; command++) {
        str_add(mem, out, "        %s:", command->name);
        add_quoted(mem, out, command->summary, summary_length(command->summary), "");
        str_add_char(mem, out, '\n');
    }
    str_add(mem, out,
            "        help:'explain a command and its options'\n        version:'the version of the program'\n    )\n"
            "    _describe command commands\n}\n\n"
            "_coset_first() {\n    _alternative 'commands:command:_coset_commands' \\\n"
            "        'models:model to check:_files -g \"*.(smv|m|pnml|aag|aig|btor2|btor)(-.)\"'\n}\n\n"
            "_coset_options() { # of a command\n    case $1 in\n");
    for (const struct command *command = usage->commands; command->name; command++)
        add_zsh_command(mem, out, command);
    str_add(mem, out,
            "    help) _arguments '1:command:_coset_commands' ;;\n    esac\n}\n\n"
            "_coset() {\n    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n        _coset_first\n        "
            "return\n    fi\n"
            "    local command=$words[2]\n"
            "    if [[ $command == -* || $command == *.* ]]; then # coset MODEL is coset check MODEL\n"
            "        command=check\n    else\n        shift words\n        ((CURRENT--))\n    fi\n"
            "    _coset_options $command\n}\n\n"
            "_coset \"$@\"\n");
}

// ---- fish -----------------------------------------------------------------------------------------------------------

static void add_fish_option(struct mem *mem, struct str *out, const struct command *command,
                            const struct option *option, const char *prefix)
{
    str_add(mem, out, "complete -c coset -n '__coset_is %s' -l %s%s", command->name, prefix, option->name);
    if (option->letter && !*prefix)
        str_add(mem, out, " -s %c", option->letter);
    if (option->kind != OPTION_FLAG)
        str_add(mem, out, takes_file(option) ? " -r -F" : " -x");
    if (option->kind == OPTION_CHOICE) {
        str_add(mem, out, " -a '");
        add_choices(mem, out, option);
        str_add_char(mem, out, '\'');
    }
    str_add(mem, out, " -d ");
    add_quoted(mem, out, option->help, summary_length(option->help), "\\'");
    str_add_char(mem, out, '\n');
}

static void add_fish_command(struct mem *mem, struct str *out, const struct command *command)
{
    str_add(mem, out, "complete -c coset -n '__fish_use_subcommand' -a %s -d ", command->name);
    add_quoted(mem, out, command->summary, summary_length(command->summary), "\\'");
    str_add(mem, out, "\ncomplete -c coset -n '__fish_seen_subcommand_from help' -a %s\n", command->name);
    for (option_groups group = command->groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            add_fish_option(mem, out, command, option, "");
            if (options_starts_on(option))
                add_fish_option(mem, out, command, option, "no-");
        }
    if (command->operands)
        str_add(mem, out, "complete -c coset -n '__coset_is %s' -k -a '(__coset_models%s)'\n", command->name,
                takes_traces(command) ? " .json" : "");
}

void usage_add_fish_completion(const struct usage *usage, struct mem *mem, struct str *out)
{
    str_add(mem, out,
            "# Completion for coset. Written by: coset help --fish-completion\n\n"
            "function __coset_models # [ENDING]: models, files with this ending, and folders\n"
            "    set -l begun (commandline -ct)\n"
            "    for ending in .smv .m .pnml .aag .aig .btor2 .btor $argv\n"
            "        for file in $begun*$ending\n            echo $file\n        end\n    end\n"
            "    for folder in $begun*/\n        echo $folder\n    end\nend\n\n"
            "# `coset MODEL` is `coset check MODEL`.\n"
            "function __coset_is\n    set -l words (commandline -opc)\n    set -e words[1]\n"
            "    test (count $words) -gt 0; or return 1\n"
            "    test \"$words[1]\" = $argv[1]; and return 0\n"
            "    test $argv[1] = check; and string match -qr -- '^-|\\\\.' $words[1]\nend\n\n"
            "complete -c coset -f\n"
            "complete -c coset -n '__fish_use_subcommand' -a help -d 'explain a command and its options'\n"
            "complete -c coset -n '__fish_use_subcommand' -a version -d 'the version of the program'\n"
            "complete -c coset -n '__fish_use_subcommand' -k -a '(__coset_models)'\n");
    for (const struct command *command = usage->commands; command->name; command++)
        add_fish_command(mem, out, command);
}
