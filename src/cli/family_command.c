// coset check --family: a Murphi model for all values of a constant.
#include "cli/family_parts.h"
#include "cli/show_warnings.h"
#include "run/certificate/certificate_file.h"
#include "run/output.h"

static enum status status_of(const struct families *f)
{
    bool fails = false, is_open = f->states_unknown;
    for (size_t i = 0; i < f->outcomes.count; i++) {
        fails |= f->outcomes.at[i].result.verdict == VERDICT_FAILS;
        is_open |= f->outcomes.at[i].result.verdict == VERDICT_UNDECIDED || f->outcomes.at[i].open > 0;
    }
    if (f->internal_error)
        return STATUS_UNDECIDED;
    return fails ? STATUS_FAILS : is_open ? STATUS_UNDECIDED : STATUS_HOLDS;
}

// At once, unless verdicts are still to be certified.
static void take_result(void *context, const struct result *result)
{
    struct family_command *c = context;
    if (!c->cli->options->certify)
        family_show_result(c, result);
}

static void show_certified(struct family_command *c)
{
    for (size_t i = 0; i < c->of.reported && c->cli->options->certify; i++)
        family_show_result(c, &c->of.outcomes.at[i].result);
}

// Memory ran out where nothing goes on without it. What is known stays known; engines are left as they are.
static enum status say_last_words(void *context)
{
    struct family_command *c = context;
    struct families *f = &c->of;
    family_give_up_the_rest(f, cause_of(CAUSE_OUT_OF_MEMORY));
    show_certified(c);
    f->states_unknown |= f->job->states;
    if (c->is_json)
        family_show_json(c);
    else
        family_show_summary(c);
    return family_write_html(c, run_is_lost(f->run) ? STATUS_TROUBLE : status_of(f));
}

static void check_all(struct family_command *c)
{
    struct families *f = &c->of;
    cli_keep_last_words(c->cli, say_last_words, c);
    family_check_all(f);
    if (c->cli->options->certify)
        family_certify(f, c->cli->options->certificate, &c->certification);
    show_certified(c);
    cli_drop_last_words(c->cli); // all is shown
    if (!c->is_json)
        family_show_summary(c);
    if (f->job->states)
        family_show_states(c);
    struct report_warnings warnings = family_warnings(f);
    cli_show_warnings(c->cli, &warnings, !c->is_json);
    progress_end(&f->run->progress);
    if (c->is_json)
        family_show_json(c);
    if (c->cli->options->stats)
        family_show_statistics(c);
}

static bool open_command(struct family_command *c)
{
    const struct cli_options *o = c->cli->options;
    if (!c->is_json && o->format == CLI_FORMAT_NUSMV)
        return family_complain(&c->of,
                               "NuSMV's words have none for families; there are --format=text and --format=json");
    return (!o->html || html_open(&c->html, c->cli, o->html)) && family_open(&c->of);
}

// What shows that something holds: invariants for every size, and certificates.
static enum status write_proofs(struct family_command *c, enum status status)
{
    const struct cli_options *o = c->cli->options;
    struct families *f = &c->of;
    bool good = !o->invariant || output_put(f->run, o->invariant, &f->invariants);
    if (o->certify)
        good &= !c->certification.is_wrong; // they are written by now
    else
        good &= !o->certificate || family_write_certificates(f, o->certificate);
    return good ? status : STATUS_TROUBLE;
}

enum status family_run(struct cli *cli)
{
    const struct cli_options *o = cli->options;
    struct family_command c = {
        .cli = cli,
        .mem = &cli->run.mem,
        .is_json = o->json || o->format == CLI_FORMAT_JSON,
        .of = {.run = &cli->run,
               .job = &o->job,
               .mem = &cli->run.mem,
               .report = take_result,
               .context = &c,
               .wants_invariants = o->invariant || o->certificate},
    };
    enum status status;
    if (open_command(&c)) {
        check_all(&c);
        status = c.of.checkpoint_is_lost || run_is_lost(c.of.run) ? STATUS_TROUBLE : status_of(&c.of);
        status = write_proofs(&c, status);
        status = family_write_html(&c, status);
    } else
        status = cli_status_without_model(cli);
    family_close(&c.of);
    html_close(&c.html);
    return status;
}
