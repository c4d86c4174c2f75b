// What `check --json` was told of the model (-D, --cpp, --dialect, ...) is in its result, so that who replays or
// explains a trace of it need not say it again. Whatever is said is taken as it is said.
#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "cli/cli.h"
#include "run/job_options.h"

static bool is_of_group(const char *argument, const struct option_group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct option *option = &group->options[i];
        size_t length = strlen(option->name);
        const char *name = argument[0] == '-' && argument[1] == '-' ? argument + 2 : "";
        name += strncmp(name, "no-", 3) == 0 && strncmp(option->name, "no-", 3) != 0 ? 3 : 0;
        if (strncmp(name, option->name, length) == 0 && (!name[length] || name[length] == '='))
            return true;
        if (option->letter && argument[0] == '-' && argument[1] == option->letter)
            return true;
    }
    return false;
}

static bool says_something(const struct cli *cli)
{
    for (int i = 0; i < cli->given_count; i++)
        if (is_of_group(cli->given[i], &job_model_options))
            return true;
    return false;
}

static void take_model_options(struct job *to, struct job *from)
{
    option_groups groups = (const struct option_group *const[]){&job_model_options, NULL};
    static const size_t bytes_of[] = {
        [OPTION_FLAG] = sizeof(bool),
        [OPTION_INTEGER] = sizeof(int64_t),
        [OPTION_SIZE] = sizeof(size_t),
        [OPTION_SECONDS] = sizeof(double),
        [OPTION_TEXT] = sizeof(const char *),
        [OPTION_CHOICE] = sizeof(unsigned),
        [OPTION_LIST] = sizeof(struct option_list),
    };
    for (size_t i = 0; i < (*groups)->count; i++) {
        const struct option *option = &(*groups)->options[i];
        void *there = (char *)to + option->offset, *here = (char *)from + option->offset;
        memcpy(there, here, bytes_of[option->kind]);
        if (option->kind == OPTION_LIST) // it has another owner now
            memset(here, 0, bytes_of[option->kind]);
    }
}

static bool parse(struct cli *cli, json_t *arguments, struct cli_options *o)
{
    struct mem *mem = &cli->run.mem;
    const struct command *check = cli_find_command("check");
    size_t count = json_array_size(arguments), bytes = (count + 1) * sizeof(const char *);
    const char **texts = mem_alloc(mem, bytes);
    struct cli_options stored = {0};
    struct str error = {0};
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        texts[i] = json_string_value(json_array_get(arguments, i));
        good &= texts[i] != NULL;
    }
    options_set_defaults(check->groups, &stored);
    good = good && options_parse(check->groups, &stored, texts, (int)count, mem, &error) != OPTIONS_WRONG;
    if (good)
        take_model_options(&o->job, &stored.job);
    options_free(check->groups, &stored, mem);
    str_free(mem, &error);
    mem_free(mem, texts, bytes);
    return good;
}

// A file that cannot be read, or has none of this, is none of this file's business: who reads the trace says so.
void *cli_take_stored_options(struct cli *cli, struct cli_options *o)
{
    bool is_of_trace = cli->command->run == replay_run || cli->command->run == explain_run;
    if (!is_of_trace || cli->operand_count != 2 || says_something(cli))
        return NULL;
    json_t *root = json_load_file(cli->operands[1], 0, NULL);
    json_t *arguments = json_object_get(root, "arguments");
    if (json_array_size(arguments) > 0)
        parse(cli, arguments, o);
    return root;
}

void cli_drop_stored_options(void *stored)
{
    json_decref(stored);
}
