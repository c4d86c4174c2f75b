// What `check --json` and `simulate --json` were told (the model, -D, --cpp, --dialect, --formula, ...) is in what they
// write, so that who replays or explains a trace, or goes on from it, need not say it again. Whatever is said of the
// model is taken as it is said. The traces of a family are of several models: those of the sizes that they are for.
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "cli/traces.h"
#include "report/stored_report.h"
#include "run/job_options.h"

struct stored {
    struct stored_report *report;
    struct arena texts;
    const char *operands[2];     // a model that is not named is the one that the file names
    struct option_list formulas; // the file's, and those that are given behind them
    struct option_list given;    // formulas: what the options had before
    bool has_members;            // their constants are taken from the file
};

static bool says_something(const struct cli *cli)
{
    for (size_t i = 0; i < job_model_options.count; i++)
        if (cli_is_given(cli, &job_model_options.options[i]))
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
    argument_array texts = {0};
    struct cli_options result = {0};
    bool good = stored_report_arguments(stored->report, &cli->run.mem, &texts);
    for (size_t i = 0; i < sizeof commands / sizeof *commands && good; i++) {
        if (!parse(cli, commands[i], texts.at, texts.count, &result))
            continue;
        take_model_options(&o->job, &result.job);
        take_formulas(cli, stored, &result.job.formulas, &o->job);
        options_free(cli_find_command(commands[i])->groups, &result, &cli->run.mem);
        break;
    }
    array_free(&cli->run.mem, &texts);
}

// ---- Sizes of families ----------------------------------------------------------------------------------------------

static size_t member_count(const struct cli *cli)
{
    return cli->stored && cli->stored->has_members ? stored_report_member_count(cli->stored->report) : 0;
}

size_t cli_member_count(const struct cli *cli)
{
    size_t count = member_count(cli);
    return count ? count : 1;
}

size_t cli_member_of(const struct cli *cli, const char *property)
{
    return member_count(cli) ? stored_report_member_of(cli->stored->report, property) : 0;
}

struct job cli_job_of_member(const struct cli *cli, size_t member)
{
    struct job job = cli->options->job;
    struct str text = {0};
    if (member >= member_count(cli))
        return job;
    struct arena *texts = &cli->stored->texts;
    stored_report_add_constants(cli->stored->report, member, texts->mem, &text);
    const char **all = arena_alloc(texts, (job.constants.count + text.count + 1) * sizeof *all);
    const char *kept = arena_copy(texts, str_text(&text), text.count);
    size_t count = job.constants.count;
    if (count)
        memcpy(all, job.constants.at, count * sizeof *all);
    for (size_t at = 0; at < text.count; at += strlen(kept + at) + 1)
        all[count++] = kept + at;
    str_free(texts->mem, &text);
    job.constants = (struct option_list){all, count, count};
    return job;
}

char *cli_text_of_member(const struct cli *cli, const char *path, size_t member)
{
    if (member >= member_count(cli) || strcmp(path, stored_report_path(cli->stored->report)) != 0)
        return NULL;
    return stored_report_text_of(cli->stored->report, member);
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
    const char *model = stored_report_model(stored->report);
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
    const char *model = stored_report_model(stored->report);
    const char *theirs = model ? strrchr(model, '.') : NULL;
    const char *ours = cli->operand_count ? strrchr(cli->operands[0], '.') : NULL;
    return theirs && ours && cli_is_model_name(model) && cli_is_model_name(cli->operands[0]) &&
           strcmp(theirs, ours) != 0;
}

// A file that cannot be read, or has none of this, is none of this file's business: who reads the trace says so.
void cli_take_stored_options(struct cli *cli, struct cli_options *o)
{
    const char *path = file_of(cli, o);
    struct stored_report *report = path && strcmp(path, "-") != 0 ? stored_report_open(path, &cli->run.mem) : NULL;
    if (!report)
        return;
    struct stored *stored = cli->stored = mem_zalloc(&cli->run.mem, sizeof *stored);
    stored->report = report;
    stored->texts.mem = &cli->run.mem;
    name_model(cli, stored);
    if (says_something(cli) || is_of_other_language(cli, stored))
        return;
    take_arguments(cli, stored, o);
    stored->has_members = true;
}

void cli_drop_stored_options(struct cli *cli, struct cli_options *o)
{
    struct stored *stored = cli->stored;
    if (!stored)
        return;
    if (stored->formulas.at)
        o->job.formulas = stored->given;
    array_free(&cli->run.mem, &stored->formulas);
    arena_free(&stored->texts);
    stored_report_close(stored->report);
    mem_free(&cli->run.mem, stored, sizeof *stored);
    cli->stored = NULL;
}
