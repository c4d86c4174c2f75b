// The options that change verdicts, or the way to them, as names and values: a checkpoint is one of a run with the
// same.
#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "base/str.h"
#include "cli/cli.h"

// Options that change neither verdicts nor the way to them.
static bool is_for_show(const char *name)
{
    static const char *const names[] = {"help",   "quiet",       "verbose",    "log",   "memory-limit",
                                        "memory", "states",      "time-limit", "jobs",  "format",
                                        "json",   "full-trace",  "defines",    "stats", "html",
                                        "order",  "write-order", "checkpoint", "every", "resume"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void add_list(struct mem *mem, struct str *out, const struct option_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        str_add(mem, out, "%s%s", i ? ", " : "", list->at[i]);
}

static void add_choice(struct mem *mem, struct str *out, const char *choices, unsigned number)
{
    for (; number > 0 && strchr(choices, '|'); number--)
        choices = strchr(choices, '|') + 1;
    str_add(mem, out, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void add_value(struct cli *cli, struct str *out, const struct option *option)
{
    const void *at = (const char *)&cli->options + option->offset;
    struct mem *mem = &cli->run.mem;
    switch (option->kind) {
    case OPTION_FLAG:
        str_add(mem, out, "%s", *(const bool *)at ? "on" : "off");
        break;
    case OPTION_INTEGER:
        str_add(mem, out, "%" PRId64, *(const int64_t *)at);
        break;
    case OPTION_SIZE:
        str_add(mem, out, "%zu", *(const size_t *)at);
        break;
    case OPTION_SECONDS:
        str_add(mem, out, "%g", *(const double *)at);
        break;
    case OPTION_TEXT:
        str_add(mem, out, "%s", *(const char *const *)at ? *(const char *const *)at : "");
        break;
    case OPTION_CHOICE:
        add_choice(mem, out, option->choices, *(const unsigned *)at);
        break;
    case OPTION_LIST:
        add_list(mem, out, at);
        break;
    }
}

void cli_note_choices(struct cli *cli)
{
    ARRAY(struct job_choice) made = {0};
    struct mem *mem = &cli->run.mem;
    for (option_groups group = cli->command->groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            struct str text = {0};
            if (is_for_show(option->name))
                continue;
            add_value(cli, &text, option);
            array_push(mem, &made, ((struct job_choice){option->name, str_copy(mem, str_text(&text))}));
            str_free(mem, &text);
        }
    cli->options.job.made = mem_alloc(mem, (made.count + 1) * sizeof *made.at);
    cli->options.job.choices = made.count;
    if (made.count)
        memcpy(cli->options.job.made, made.at, made.count * sizeof *made.at);
    array_free(mem, &made);
}

void cli_drop_choices(struct cli *cli)
{
    struct job *job = &cli->options.job;
    for (size_t i = 0; job->made && i < job->choices; i++)
        str_release(&cli->run.mem, (char *)job->made[i].value);
    mem_free(&cli->run.mem, job->made, job->made ? (job->choices + 1) * sizeof *job->made : 0);
    job->made = NULL;
}
