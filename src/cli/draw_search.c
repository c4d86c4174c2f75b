// coset draw --what search: the properties are checked, and what the searches for their verdicts were like is drawn.
#include <string.h>

#include "cli/cli.h"
#include "report/cause_words.h"
#include "report/search_svg.h"
#include "run/job_options.h"
#include "run/model_check.h"

static void ignore_result(void *context, const struct result *result)
{
    (void)context;
    (void)result;
}

const char *draw_search_option(const struct cli *cli)
{
    const struct option_group *const groups[] = {&job_goal_options, &job_method_options, &job_onthefly_options};
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (size_t i = 0; i < groups[g]->count; i++) {
            const struct option *option = &groups[g]->options[i];
            if (strcmp(option->name, "time-limit") != 0 && cli_is_given(cli, option))
                return option->name;
        }
    return NULL;
}

static bool write_plots(struct cli *cli, const struct model_check *c, const struct history *history, FILE *file)
{
    const struct model *model = c->input->model;
    size_t count = c->property_count, bytes = (count + 1) * sizeof(char *);
    const char **names = mem_zalloc(&cli->run.mem, bytes);
    struct str text = {0};
    for (size_t i = 0; i < count; i++) {
        const struct property *p = model_property(model, i);
        names[i] = p->name ? p->name : p->text;
    }
    const struct search_svg svg = {.history = history,
                                   .title = cli->operands[0],
                                   .properties = names,
                                   .count = count,
                                   .limit = (size_t)cli->options->limit};
    search_svg_add(&svg, &cli->run.mem, &text);
    bool written = fwrite(str_text(&text), 1, text.count, file) == text.count;
    str_free(&cli->run.mem, &text);
    mem_free(&cli->run.mem, names, bytes);
    return written;
}

// What is not decided has been searched for, too.
static enum status status_of(const struct model_check *c)
{
    for (size_t i = 0; i < c->results.count; i++)
        if (c->results.at[i].verdict == VERDICT_UNDECIDED) {
            cause_log(&c->run->log, LOG_WARNING, c->results.at[i].cause, c->mem,
                      "the picture shows what was searched until the work ended");
            return STATUS_UNDECIDED;
        }
    return STATUS_HOLDS;
}

enum status draw_search(struct cli *cli, FILE *file)
{
    struct history history = {.mem = &cli->run.mem};
    struct model_check c = {.run = &cli->run, .job = &cli->options->job, .report = ignore_result};
    enum status status;
    const char *wrong = job_contradiction(c.job);
    if (wrong) {
        log_error(&cli->run.log, "%s (see: coset help draw)", wrong);
        return STATUS_TROUBLE;
    }
    interrupt_catch();
    cli->run.watch.history = &history;
    if (model_check_open(&c)) {
        model_check_decide_all(&c);
        if (c.job->states)
            model_check_count_states(&c);
        model_check_save(&c);
        progress_end(&cli->run.progress);
        status = write_plots(cli, &c, &history, file) && !c.checkpoint_is_lost ? status_of(&c) : STATUS_TROUBLE;
    } else
        status = cli_status_without_model(cli);
    cli->run.watch.history = NULL;
    model_check_close(&c);
    history_close(&history);
    return status;
}
