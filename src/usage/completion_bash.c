// Completion for bash, made from the tables of commands and options: tables as shell functions, and behind them one
// function that knows what a word can be.
#include <string.h>

#include "base/option_value.h"
#include "base/str.h"
#include "usage/usage.h"

static void add_names(struct mem *mem, struct str *out, const struct command *command)
{
    for (option_groups group = command->groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            str_add(mem, out, " --%s", option->name);
            if (options_starts_on(option))
                str_add(mem, out, " --no-%s", option->name);
            if (option->letter)
                str_add(mem, out, " -%c", option->letter);
        }
}

// What the value of an option can be: words, a file, or what nobody can guess.
static void add_value(struct mem *mem, struct str *out, const struct command *command, const struct option *option)
{
    if (option->kind == OPTION_FLAG)
        return;
    str_add(mem, out, "    %s:--%s", command->name, option->name);
    if (option->letter)
        str_add(mem, out, " | %s:-%c", command->name, option->letter);
    str_add(mem, out, ") echo '");
    if (option->kind == OPTION_CHOICE)
        for (const char *at = option->choices; *at; at++)
            str_add_char(mem, out, *at == '|' ? ' ' : *at);
    else
        str_add(mem, out, "%s", strcmp(option_value_argument(option), "FILE") == 0 ? "@file" : "@other");
    str_add(mem, out, "' ;;\n");
}

static void add_tables(const struct command *commands, struct mem *mem, struct str *out)
{
    str_add(mem, out, "_coset_commands() {\n    echo '");
    for (const struct command *command = commands; command->name; command++)
        str_add(mem, out, "%s ", command->name);
    str_add(mem, out, "help version'\n}\n\n_coset_options() { # of a command\n    case $1 in\n");
    for (const struct command *command = commands; command->name; command++) {
        str_add(mem, out, "    %s) echo '", command->name);
        add_names(mem, out, command);
        str_add(mem, out, "' ;;\n");
    }
    str_add(mem, out,
            "    esac\n}\n\n_coset_values() { # COMMAND:OPTION; nothing for an option without a value\n"
            "    case $1 in\n");
    for (const struct command *command = commands; command->name; command++)
        for (option_groups group = command->groups; *group; group++)
            for (size_t i = 0; i < (*group)->count; i++)
                add_value(mem, out, command, &(*group)->options[i]);
    str_add(mem, out,
            "    esac\n}\n\n_coset_endings() { # of the files that are a command's operands\n    case $1 in\n");
    for (const struct command *command = commands; command->name; command++)
        if (command->operands)
            str_add(mem, out, "    %s) echo 'smv m pnml aag aig btor2 btor%s' ;;\n", command->name,
                    strstr(command->operands, ".json") ? " json" : "");
    str_add(mem, out, "    esac\n}\n\n");
}

static const char script[] =
    "_coset_files() { # BEGINNING ENDING...: folders, and files with these endings; all files without\n"
    "    local beginning=$1 file ending\n"
    "    shift\n"
    "    while IFS= read -r file; do\n"
    "        if [[ -d $file || $# -eq 0 ]]; then\n"
    "            COMPREPLY+=(\"$file\")\n"
    "            continue\n"
    "        fi\n"
    "        for ending; do\n"
    "            [[ $file == *.\"$ending\" ]] && COMPREPLY+=(\"$file\")\n"
    "        done\n"
    "    done < <(compgen -f -- \"$beginning\")\n"
    "    compopt -o filenames 2>/dev/null\n"
    "}\n"
    "\n"
    "_coset() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} command='' option='' values i\n"
    "    COMPREPLY=()\n"
    "    [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]}\n"
    "    if [[ -z $command && $word != -* ]]; then\n"
    "        _coset_files \"$word\" smv m pnml aag aig btor2 btor\n"
    "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"$(_coset_commands)\" -- \"$word\")\n"
    "        return\n"
    "    fi\n"
    "    # coset MODEL is coset check MODEL\n"
    "    [[ -z $command || $command == -* || $command == *.* ]] && command=check\n"
    "    if [[ $command == help ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$(_coset_commands)\" -- \"$word\")\n"
    "        return\n"
    "    fi\n"
    "    # bash takes --name=value for three words\n"
    "    i=$COMP_CWORD\n"
    "    if [[ $word == '=' ]]; then\n"
    "        word=''\n"
    "        option=${COMP_WORDS[i - 1]}\n"
    "    elif [[ ${COMP_WORDS[i - 1]} == '=' ]]; then\n"
    "        option=${COMP_WORDS[i - 2]}\n"
    "    elif [[ ${COMP_WORDS[i - 1]} == -* ]]; then\n"
    "        option=${COMP_WORDS[i - 1]}\n"
    "    fi\n"
    "    values=$(_coset_values \"$command:$option\")\n"
    "    case $values in\n"
    "    @file) _coset_files \"$word\" ;;\n"
    "    @other) ;;\n"
    "    ?*) mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\") ;;\n"
    "    *)\n"
    "        if [[ $word == -* ]]; then\n"
    "            mapfile -t COMPREPLY < <(compgen -W \"$(_coset_options \"$command\")\" -- \"$word\")\n"
    "        else\n"
    "            values=$(_coset_endings \"$command\")\n"
    "            # shellcheck disable=SC2086 # one word for each ending\n"
    "            [[ -n $values ]] && _coset_files \"$word\" $values\n"
    "        fi\n"
    "        ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "complete -F _coset coset\n";

void usage_add_bash_completion(const struct usage *usage, struct mem *mem, struct str *out)
{
    str_add(mem, out, "# shellcheck shell=bash\n# Completion for coset. Written by: coset help --bash-completion\n\n");
    add_tables(usage->commands, mem, out);
    str_add(mem, out, "%s", script);
}
