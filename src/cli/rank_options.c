#include "cli/rank_options.h"

#include <string.h>

#include "base/hash.h"
#include "cli/program.h"
#include "explicit/ranks.h"
#include "run/input.h"

// ---- Ranks that serve -----------------------------------------------------------------------------------------------

bool cli_serves(const struct cli *cli)
{
    return cli->run.ranks && cli->run.ranks->to->rank != 0;
}

// Of errors, only those count that come when rank 0 does not see them.
static void write_of_rank(void *context, enum log_level level, const char *text)
{
    const struct cli *cli = context;
    if (cli->is_serving && level == LOG_ERROR)
        fprintf(stderr, "coset-mpi: rank %u: %s\n", cli->ranks.to->rank, text);
}

static void show_nothing(void *context, const struct diag *diag)
{
    (void)context;
    (void)diag;
}

static void fall_silent(struct cli *cli)
{
    FILE *nowhere = fopen("/dev/null", "we");
    if (nowhere)
        cli->out = nowhere;
    cli->run.log.sink = write_of_rank;
    cli->run.progress.quiet = cli->run.is_quiet = true;
    cli->run.host.is_interrupted = cli->run.host.is_lost = NULL;
    cli->run.host.show = show_nothing;
}

bool cli_open_ranks(struct cli *cli)
{
    if (!cli->ranks_host)
        return true;
    const struct ranks *to = cli->ranks_host->open();
    if (!to) {
        log_error(&cli->run.log, "there are too many processes");
        return false;
    }
    cli->ranks = (struct rank_engines){.to = to, .mem = &cli->run.mem};
    cli->run.ranks = &cli->ranks;
    if (cli_serves(cli))
        fall_silent(cli);
    return true;
}

void cli_close_ranks(struct cli *cli, enum status status)
{
    if (!cli->run.ranks)
        return;
    if (!cli_serves(cli))
        rank_engines_quit(&cli->ranks);
    else {
        rank_engines_give_up(&cli->ranks);
        if (cli->out != stdout)
            fclose(cli->out);
    }
    rank_engines_close(&cli->ranks);
    cli->ranks_host->close(cli->ranks.to, (int)status);
}

// ---- Options --------------------------------------------------------------------------------------------------------

// A limit on memory is one for all ranks together, which have about as many states each. What is free on a machine is
// for those that are on it.
void cli_complete_for_ranks(struct cli *cli, struct cli_options *o)
{
    const struct ranks *to = cli->ranks.to;
    if (o->job.engine == JOB_ENGINE_AUTO)
        o->job.engine = JOB_ENGINE_EXPLICIT;
    if (o->job.symmetry == JOB_SYMMETRY_AUTO)
        o->job.symmetry = JOB_SYMMETRY_EXPLICIT;
    o->job.memory /= cli->memory_is_default ? to->neighbours : to->count;
    if (!cli_serves(cli))
        return;
    o->job.time_limit = 0;
    o->job.checkpoint = o->job.resume = NULL;
    o->html = o->junit = NULL;
    o->quiet = true;
}

bool cli_ranks_can_read(struct cli *cli, const struct cli_options *o)
{
    if (!cli->run.ranks || !o->job.model || strcmp(o->job.model, "-") != 0)
        return true;
    log_error(&cli->run.log, "the processes of coset-mpi read the model from a file, not from the standard input");
    return false;
}

const char *cli_prevents_ranks(const struct cli_options *o)
{
    const struct job *job = &o->job;
    if (job->engine != JOB_ENGINE_EXPLICIT ||
        (job->symmetry != JOB_SYMMETRY_OFF && job->symmetry != JOB_SYMMETRY_EXPLICIT))
        return "coset-mpi searches explicit states: it can be used with --engine explicit and --symmetry off or "
               "explicit only";
    if (job->family.count || job->jobs > 1 || job->threads > 1 || job->compacts)
        return "coset-mpi cannot be used with --family, --jobs, --threads and --hash-compaction";
    if (o->certify || o->certificate || o->coverage || o->aiger_model || o->invariant || job->write_order)
        return "coset-mpi cannot be used with certificates, --coverage, --invariant and --write-order";
    return NULL;
}

// ---- One model ------------------------------------------------------------------------------------------------------

bool cli_ranks_agree(struct cli *cli, bool is_read, const struct input *input)
{
    uint64_t hash = is_read ? hash_bytes(HASH_BYTES_START, input->text.at, input->text.length) : 0;
    uint32_t other = rank_engines_agree(&cli->ranks, is_read, hash);
    if (other != RANKS_AGREE && is_read && !cli_serves(cli))
        log_error(&cli->run.log, "rank %u cannot read the model, or its file says something else", other);
    cli->is_serving = cli_serves(cli);
    return other == RANKS_AGREE;
}
