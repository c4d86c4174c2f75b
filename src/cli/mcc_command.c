// coset mcc: one examination of the Model Checking Contest, in the contest's words.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "run/examination.h"

static void print_answer(void *context, const struct examination_answer *a)
{
    static const char *const words[] = {"STRUCTURAL", "DECISION_DIAGRAMS", "EXPLICIT", "SYMMETRIES",
                                        "STRUCTURAL_REDUCTION"};
    struct cli *cli = context;
    const char *what = strcmp(cli->operands[1], "StateSpace") == 0 ? "STATE_SPACE" : "FORMULA";
    fprintf(cli->out, "%s %s %s TECHNIQUES", what, a->id, a->is_number ? a->number : a->is_true ? "TRUE" : "FALSE");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (a->techniques & 1u << i)
            fprintf(cli->out, " %s", words[i]);
    fprintf(cli->out, "\n");
    fflush(cli->out);
}

// The contest's limit of time, in seconds, from which what is needed to end in good order is taken. False if it is no
// number; without a text, there is none.
static bool obey_contest(struct job *job)
{
    const char *seconds = getenv("BK_TIME_CONFINEMENT");
    char *end;
    if (!seconds || !*seconds)
        return true;
    double limit = strtod(seconds, &end);
    if (*end || !(limit > 0) || limit > 1e9)
        return false;
    if (job->time_limit == 0)
        job->time_limit = limit > 20 ? limit - 5 : limit * 3 / 4;
    return true;
}

// What is said if memory is over: answers that are there stay.
static enum status give_up(void *context)
{
    struct cli *cli = context;
    fprintf(cli->out, "CANNOT_COMPUTE\n");
    return STATUS_UNDECIDED;
}

enum status mcc_run(struct cli *cli)
{
    const char *name = cli->operand_count == 2 ? cli->operands[1] : getenv("BK_EXAMINATION");
    if (cli->operand_count < 1 || cli->operand_count > 2 || !name) {
        log_error(&cli->run.log, "mcc: expected a folder and an examination, got %d words (see: coset help mcc)",
                  cli->operand_count);
        return STATUS_TROUBLE;
    }
    if (!examination_is_known(name)) {
        fprintf(cli->out, "DO_NOT_COMPETE\n");
        return STATUS_UNDECIDED;
    }
    struct job job = cli->options->job;
    if (!obey_contest(&job)) {
        log_error(&cli->run.log, "BK_TIME_CONFINEMENT: expected a number of seconds above 0");
        return STATUS_TROUBLE;
    }
    if (job.compacts) {
        log_error(&cli->run.log, "mcc: answers are certain: there is no --hash-compaction");
        return STATUS_TROUBLE;
    }
    const char *operands[] = {cli->operands[0], name};
    cli->operands = operands;
    struct examination e = {.run = &cli->run, .job = &job, .folder = operands[0], .name = name};
    e.only = cli->options->only;
    e.answer = print_answer;
    e.context = cli;
    cli_keep_last_words(cli, give_up, cli);
    enum examination_end end = examination_run(&e);
    cli_drop_last_words(cli);
    if (end != EXAMINATION_ANSWERED)
        fprintf(cli->out, "CANNOT_COMPUTE\n");
    return end == EXAMINATION_ANSWERED ? STATUS_HOLDS : end == EXAMINATION_IN_PART ? STATUS_UNDECIDED : STATUS_TROUBLE;
}
