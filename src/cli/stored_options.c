// What `check --json` and `simulate --json` were told (the model, -D, --cpp, --dialect, --formula, ...) is in what they
// write, so that who replays or explains a trace, or goes on from it, need not say it again. Whatever is said of the
// model is taken as it is said. The traces of a family are of several models: those of the sizes that they are for.
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "cli/traces.h"
#include "run/job_options.h"

struct stored {
    const char *path;
    json_t *root;
    struct arena texts;
    const char *operands[2];     // a model that is not named is the one that the file names
    struct option_list formulas; // the file's, and those that are given behind them
    struct option_list given;    // formulas: what the options had before
    ARRAY(json_int_t) sizes;     // of a family: those that it has traces of
};

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

// Formulas have numbers as properties: the file's come first.
static void take_formulas(struct cli *cli, struct stored *stored, const struct option_list *of_file, struct job *job)
{
    stored->given = job->formulas;
    for (size_t i = 0; i < of_file->count; i++)
        array_push(&cli->run.mem, &stored->formulas, of_file->at[i]);
    for (size_t i = 0; i < job->formulas.count; i++)
        array_push(&cli->run.mem, &stored->formulas, job->formulas.at[i]);
    cli->stored_formulas = of_file->count;
    job->formulas = stored->formulas;
}

static bool parse(struct cli *cli, const char *command, const char **texts, size_t count, struct cli_options *result)
{
    option_groups groups = cli_find_command(command)->groups;
    struct str error = {0};
    options_set_defaults(groups, result);
    bool good = options_parse(groups, result, texts, (int)count, &cli->run.mem, &error) != OPTIONS_WRONG;
    str_free(&cli->run.mem, &error);
    if (!good)
        options_free(groups, result, &cli->run.mem);
    return good;
}

// The arguments of one of these commands: which one it was is not in the file.
static void take_arguments(struct cli *cli, struct stored *stored, struct cli_options *o)
{
    static const char *const commands[] = {"check", "simulate"};
    json_t *arguments = json_object_get(stored->root, "arguments");
    size_t count = json_array_size(arguments);
    const char **texts = arena_alloc(&stored->texts, (count + 1) * sizeof *texts);
    for (size_t i = 0; i < count; i++)
        if (!(texts[i] = json_string_value(json_array_get(arguments, i))))
            return;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct cli_options result = {0};
        if (!parse(cli, commands[i], texts, count, &result))
            continue;
        take_model_options(&o->job, &result.job);
        take_formulas(cli, stored, &result.job.formulas, &o->job);
        options_free(cli_find_command(commands[i])->groups, &result, &cli->run.mem);
        return;
    }
}

// ---- Sizes of families ----------------------------------------------------------------------------------------------

static void find_sizes(struct cli *cli, struct stored *stored)
{
    json_t *property;
    size_t i;
    json_array_foreach(json_object_get(stored->root, "properties"), i, property)
    {
        json_t *size = json_object_get(property, "trace_size");
        bool is_new = json_is_integer(size);
        for (size_t k = 0; k < stored->sizes.count; k++)
            is_new &= stored->sizes.at[k] != json_integer_value(size);
        if (is_new)
            array_push(&cli->run.mem, &stored->sizes, json_integer_value(size));
    }
}

size_t cli_member_count(const struct cli *cli)
{
    return cli->stored && cli->stored->sizes.count ? cli->stored->sizes.count : 1;
}

size_t cli_member_of(const struct cli *cli, const char *word)
{
    json_t *property;
    size_t i;
    char number[32];
    json_array_foreach(json_object_get(cli->stored ? cli->stored->root : NULL, "properties"), i, property)
    {
        const char *name = json_string_value(json_object_get(property, "name"));
        json_int_t size = json_integer_value(json_object_get(property, "trace_size"));
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(json_object_get(property, "index")));
        if (strcmp(word, number) != 0 && (!name || strcmp(word, name) != 0))
            continue;
        for (size_t k = 0; k < cli->stored->sizes.count; k++)
            if (cli->stored->sizes.at[k] == size)
                return k;
    }
    return 0;
}

static void add_constant(const struct cli *cli, struct option_list *list, const char *name, json_int_t number)
{
    struct str text = {0};
    struct mem *mem = cli->stored->texts.mem;
    str_add(mem, &text, "%s=%" JSON_INTEGER_FORMAT, name ? name : "", number);
    const char **all = arena_alloc(&cli->stored->texts, (list->count + 1) * sizeof *all);
    for (size_t i = 0; i < list->count; i++)
        all[i] = list->at[i];
    all[list->count] = arena_copy(&cli->stored->texts, str_text(&text), text.count);
    *list = (struct option_list){all, list->count + 1, list->count + 1};
    str_free(mem, &text);
}

struct job cli_job_of_member(const struct cli *cli, size_t member)
{
    struct job job = cli->options->job;
    if (!cli->stored || member >= cli->stored->sizes.count)
        return job;
    json_t *family = json_object_get(cli->stored->root, "family"), *constants = json_object_get(family, "constants");
    json_int_t size = cli->stored->sizes.at[member];
    if (!json_is_array(constants)) {
        add_constant(cli, &job.constants, json_string_value(json_object_get(family, "constant")), size);
        return job;
    }
    size_t place = (size_t)(size - json_integer_value(json_object_get(family, "low")));
    json_t *values = json_array_get(json_object_get(family, "members"), place);
    for (size_t i = 0; i < json_array_size(constants); i++)
        add_constant(cli, &job.constants, json_string_value(json_object_get(json_array_get(constants, i), "name")),
                     json_integer_value(json_array_get(values, i)));
    return job;
}

char *cli_text_of_member(const struct cli *cli, const char *path, size_t member)
{
    json_t *property, *root;
    size_t i;
    if (!cli->stored || member >= cli->stored->sizes.count || strcmp(path, cli->stored->path) != 0)
        return NULL;
    root = json_deep_copy(cli->stored->root);
    json_array_foreach(json_object_get(root, "properties"), i, property)
    {
        json_t *size = json_object_get(property, "trace_size");
        if (json_integer_value(size) != cli->stored->sizes.at[member])
            json_object_del(property, "trace");
    }
    char *text = json_dumps(root, 0);
    json_decref(root);
    return text;
}

// ---- Taking all of it -----------------------------------------------------------------------------------------------

// The file that a command reads traces from; NULL: none.
static const char *file_of(const struct cli *cli, const struct cli_options *o)
{
    if (cli->command->run == simulate_run)
        return o->trace_file;
    bool is_of_trace = cli->command->run == replay_run || cli->command->run == explain_run;
    return is_of_trace && cli->operand_count >= 1 && cli->operand_count <= 2 ? cli->operands[cli->operand_count - 1]
                                                                             : NULL;
}

static void name_model(struct cli *cli, struct stored *stored)
{
    const char *model = json_string_value(json_object_get(stored->root, "model"));
    bool is_simulation = cli->command->run == simulate_run;
    if (!model || strcmp(model, "-") == 0 || cli->operand_count != (is_simulation ? 0 : 1))
        return;
    stored->operands[0] = model;
    stored->operands[1] = is_simulation ? NULL : cli->operands[0];
    cli->operand_count++;
    cli->operands = stored->operands;
}

// A model that is named besides, in another language, is none for which these options were said.
static bool is_of_other_language(const struct cli *cli, const struct stored *stored)
{
    const char *model = json_string_value(json_object_get(stored->root, "model"));
    const char *theirs = model ? strrchr(model, '.') : NULL;
    const char *ours = cli->operand_count ? strrchr(cli->operands[0], '.') : NULL;
    return theirs && ours && cli_is_model_name(model) && cli_is_model_name(cli->operands[0]) &&
           strcmp(theirs, ours) != 0;
}

// A file that cannot be read, or has none of this, is none of this file's business: who reads the trace says so.
void cli_take_stored_options(struct cli *cli, struct cli_options *o)
{
    const char *path = file_of(cli, o);
    json_t *root = path && strcmp(path, "-") != 0 ? json_load_file(path, 0, NULL) : NULL;
    if (!root)
        return;
    struct stored *stored = cli->stored = mem_zalloc(&cli->run.mem, sizeof *stored);
    stored->path = path;
    stored->root = root;
    stored->texts.mem = &cli->run.mem;
    name_model(cli, stored);
    if (says_something(cli) || is_of_other_language(cli, stored))
        return;
    take_arguments(cli, stored, o);
    find_sizes(cli, stored);
}

void cli_drop_stored_options(struct cli *cli, struct cli_options *o)
{
    struct stored *stored = cli->stored;
    if (!stored)
        return;
    if (stored->formulas.at)
        o->job.formulas = stored->given;
    array_free(&cli->run.mem, &stored->formulas);
    array_free(&cli->run.mem, &stored->sizes);
    arena_free(&stored->texts);
    json_decref(stored->root);
    mem_free(&cli->run.mem, stored, sizeof *stored);
    cli->stored = NULL;
}
