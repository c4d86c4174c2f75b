// coset check: reads a model, checks its properties, and reports each as soon as it and those before it are decided.
#include "cli/check_parts.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/rank_options.h"
#include "cli/show_warnings.h"
#include "cli/shown_report.h"
#include "report/cause_words.h"
#include "run/certificate/certificate_file.h"
#include "run/output.h"

// At once, unless verdicts are still to be certified.
static void take_result(void *context, const struct result *result)
{
    struct check *c = context;
    (void)result; // it is the last one in the list
    if (!c->cli->options->certify)
        check_show_results(c);
}

// A failure is shown when it is found, also before properties that stand further up are decided.
static void take_failure(void *context, const struct result *result)
{
    struct check *c = context;
    bool is_its_turn = c->of.wanted.at[c->of.reported] == result->property;
    if (result->is_early && result->verdict == VERDICT_FAILS && !is_its_turn && c->format == CLI_FORMAT_TEXT &&
        !c->cli->options->certify)
        check_show_early(c, result);
}

static void show_summary(struct check *c)
{
    struct str text = {0};
    report_text_summary(c->of.results.at, c->of.results.count, c->mem, &text);
    cli_put(c->cli, &text);
    if (c->cli->options->certify)
        check_show_certification(c);
}

static enum status status_of(const struct check *c)
{
    size_t of[VERDICT_ERROR + 1] = {0};
    for (size_t i = 0; i < c->of.results.count; i++)
        of[c->of.results.at[i].verdict]++;
    if (of[VERDICT_ERROR])
        return STATUS_TROUBLE;
    if (c->of.internal_error)
        return STATUS_UNDECIDED;
    if (of[VERDICT_FAILS])
        return STATUS_FAILS;
    return of[VERDICT_UNDECIDED] || c->of.states_unknown || check_lacks_coverage(c) ? STATUS_UNDECIDED : STATUS_HOLDS;
}

// Memory ran out where nothing goes on without it. What is known stays known; engines are left as they are.
static enum status say_last_words(void *context)
{
    struct check *c = context;
    model_check_give_up_the_rest(&c->of, cause_of(CAUSE_OUT_OF_MEMORY));
    c->of.states_unknown |= c->of.job->states;
    check_show_results(c);
    if (c->format == CLI_FORMAT_TEXT)
        show_summary(c);
    if (c->format == CLI_FORMAT_JSON)
        check_show_json(c);
    return check_write_html(c, run_is_lost(c->of.run) ? STATUS_TROUBLE : status_of(c));
}

static void tell_uncounted(struct check *c, struct cause cause)
{
    struct str words = {0};
    cause_add_words(cause, c->of.mem, &words);
    log_error(&c->of.run->log, "reachable states: not counted (%s)", str_text(&words));
    str_free(c->of.mem, &words);
}

static void count_states(struct check *c)
{
    const struct summary *f = &c->of.summary;
    model_check_count_states(&c->of);
    if (f->states_are_known)
        check_show_states(c);
    else if (!run_is_lost(c->of.run))
        tell_uncounted(c, model_check_is_stopped(&c->of) ? cause_of(CAUSE_FAIL_FAST)
                          : f->cause.code                ? f->cause
                                                         : cause_of(CAUSE_INTERRUPTED));
}

static void check_all(struct check *c)
{
    cli_keep_last_words(c->cli, say_last_words, c);
    model_check_decide_all(&c->of);
    if (c->cli->options->certify)
        certification_run(&c->certification, c->cli->options->certificate, &c->of);
    check_show_results(c);
    cli_drop_last_words(c->cli); // all is shown
    if (c->format == CLI_FORMAT_TEXT) {
        show_summary(c);
        check_show_symmetry(c);
    }
    if (c->of.job->states)
        count_states(c);
    if (c->cli->options->coverage)
        check_show_coverage(c);
    model_check_sum_up(&c->of);
    check_warn(c);
    progress_end(&c->of.run->progress);
    if (c->format == CLI_FORMAT_JSON)
        check_show_json(c);
    if (c->cli->options->stats)
        check_show_statistics(c);
}

static enum status write_certificate(struct check *c, enum status status)
{
    const struct cli_options *o = c->cli->options;
    struct cause obstacle;
    if (!o->certificate || o->certify) // then it is written by now
        return c->certification.is_wrong ? STATUS_TROUBLE : status;
    if (o->certificate_format == CLI_CERTIFICATE_AIGER)
        return certificate_write_circuits(&c->of, &(struct witness_files){o->certificate, o->aiger_model})
                   ? status
                   : STATUS_TROUBLE;
    bool good = certificate_write(&c->of, o->certificate, NULL, &obstacle);
    if (obstacle.code)
        cause_log(&c->of.run->log, LOG_ERROR, obstacle, c->mem, "no certificate");
    return good ? status : STATUS_TROUBLE;
}

static enum status write_invariant(struct check *c, enum status status)
{
    const char *path = c->cli->options->invariant;
    struct cause obstacle;
    struct str text = {0};
    size_t proved;
    if (!path)
        return status;
    bool good = certificate_invariant(&c->of, &text, &proved, &obstacle);
    if (obstacle.code)
        cause_log(&c->of.run->log, LOG_ERROR, obstacle, c->mem, "the invariant cannot be written");
    else if (proved == 0)
        log_warning(&c->of.run->log, "no property that holds has been proved by an inductive invariant");
    good = good && output_put(c->of.run, path, &text);
    str_free(c->mem, &text);
    return good ? status : STATUS_TROUBLE;
}

static enum status write_order(struct check *c, enum status status)
{
    const char *path = c->of.job->write_order;
    const struct summary *f = &c->of.summary;
    if (!path)
        return status;
    if (!f->order) {
        log_error(&c->of.run->log, "the order of the variables is not known");
        return STATUS_TROUBLE;
    }
    return order_file_write(c->of.run, path, c->of.input->model, f->order, f->order_count) ? status : STATUS_TROUBLE;
}

static bool is_given(const struct cli *cli, const char *option)
{
    size_t length = strlen(option);
    for (int i = 0; i < cli->given_count; i++)
        if (strncmp(cli->given[i], option, length) == 0 && (!cli->given[i][length] || cli->given[i][length] == '='))
            return true;
    return false;
}

static const char *what_circuits_lack(const struct cli_options *o)
{
    if (o->certify)
        return "--certify has coset-certify check a certificate, which reads none of --certificate-format=aiger";
    if (!o->certificate)
        return "--certificate-format=aiger needs a file for the witness: --certificate FILE";
    return o->aiger_model ? NULL : "--certificate-format=aiger needs a file for the model: --aiger-model FILE";
}

static bool is_for_every_size(const struct job *job)
{
    const char *range = job->family.count == 1 ? job->family.at[0] : "";
    size_t length = strlen(range);
    return length > 2 && strcmp(range + length - 2, "..") == 0;
}

static bool is_circuit(const struct job *job, const char *path)
{
    enum job_language language = input_language(job, path);
    return language == JOB_LANGUAGE_AIGER || language == JOB_LANGUAGE_BTOR2;
}

// Whether conditions can be written in the model's language.
static bool is_text(const struct job *job, const char *path)
{
    return !is_circuit(job, path) && input_language(job, path) != JOB_LANGUAGE_PNML;
}

// Rules are counted in the states of a search by the text of a model, in this process.
static const char *what_prevents_coverage(const struct cli_options *o)
{
    const struct job *job = &o->job;
    if (job->family.count || job->jobs > 1)
        return "--coverage is for one model in one process: it cannot be used with --family or --jobs";
    if ((job->engine != JOB_ENGINE_AUTO && job->engine != JOB_ENGINE_EXPLICIT) ||
        job->explicit_rules == JOB_RULES_LOWERED ||
        (job->symmetry != JOB_SYMMETRY_AUTO && job->symmetry != JOB_SYMMETRY_OFF &&
         job->symmetry != JOB_SYMMETRY_EXPLICIT))
        return "--coverage takes explicit-state search by the text of a model: it can be used with --engine explicit, "
               "--explicit-rules tree and --symmetry off or explicit only";
    return NULL;
}

static bool is_sensible(struct cli *cli)
{
    const struct job *job = &cli->options->job;
    const char *wrong = job_contradiction(job);
    if (wrong)
        ;
    else if (cli->run.ranks && cli_prevents_ranks(cli->options))
        wrong = cli_prevents_ranks(cli->options);
    else if (is_given(cli, "--every") && !job->checkpoint && !cli_serves(cli)) // rank 0 has it
        wrong = "--every is of use with --checkpoint only";
    else if (job->size && !job->family.count)
        wrong = "--size is for --family only; -D gives a constant a value";
    else if (is_for_every_size(job) && cli->options->certify)
        wrong = "--certify needs a largest size: of proofs for every size, --certificate writes obligations for SMT "
                "solvers";
    else if (job->family.count && cli->options->certificate_format == CLI_CERTIFICATE_AIGER)
        wrong = "--certificate-format=aiger is for one model; -D gives a constant a value";
    else if (cli->options->coverage && what_prevents_coverage(cli->options))
        wrong = what_prevents_coverage(cli->options);
    else if (job->disk && access(job->disk, W_OK | X_OK) != 0)
        wrong = "the folder of --disk is not there, or cannot be written to";
    else if (job->compacts && (cli->options->certify || cli->options->certificate || cli->options->coverage))
        wrong = "--hash-compaction cannot be used with certificates and --coverage, which need all states";
    else if (job->family.count && job->fail_fast)
        wrong = "--fail-fast is for one model, and --family checks several";
    else if (cli->options->format == CLI_FORMAT_WITNESS && !cli->options->json && !is_circuit(job, cli->operands[0]))
        wrong = "--format=witness is for circuits in AIGER and BTOR2";
    else if (cli->options->invariant && job->family.count && !is_for_every_size(job))
        wrong = "--invariant is for one model, or for proofs for every size: --family N=1..";
    else if (cli->options->invariant && !is_text(job, cli->operands[0]))
        wrong = "--invariant is for models in SMV and Murphi; for circuits there is --certificate-format=aiger";
    else if (cli->options->certificate_format == CLI_CERTIFICATE_AIGER)
        wrong = what_circuits_lack(cli->options);
    else if (cli->options->aiger_model)
        wrong = "--aiger-model is for --certificate-format=aiger only";
    if (wrong)
        log_error(&cli->run.log, "%s (see: coset help check)", wrong);
    return !wrong && (!cli->options->certify || certification_is_possible(&cli->run));
}

static bool is_coverable(struct check *c)
{
    c->coverage.texts.mem = c->mem;
    if (!c->cli->options->coverage || c->of.input->language == JOB_LANGUAGE_MURPHI)
        return true;
    log_error(&c->of.run->log, "--coverage counts rules, which only models in Murphi have");
    return false;
}

static enum status check_model(struct cli *cli)
{
    const struct cli_options *o = cli->options;
    enum cli_format format = o->json ? CLI_FORMAT_JSON : o->format;
    struct check c = {
        .cli = cli,
        .mem = &cli->run.mem,
        .format = format,
        .style = cli_report_style(cli, 0), // the number of properties is known when it is read
        .job = o->job,
        .of = {.run = &cli->run, .job = &c.job, .report = take_result, .decided = take_failure, .context = &c}};
    enum status status;
    c.of.keeps_traces = format == CLI_FORMAT_JSON || o->html || o->junit || o->certify;
    if (o->coverage) {
        c.job.engine = JOB_ENGINE_EXPLICIT;
        c.job.explicit_rules = JOB_RULES_TREE;
    }
    bool is_read = (!o->html || html_open(&c.html, cli, o->html)) && model_check_open(&c.of) && is_coverable(&c);
    if (cli->run.ranks)
        is_read = cli_ranks_agree(cli, is_read, c.of.input);
    if (is_read && cli_serves(cli)) {
        model_check_serve(&c.of);
        status = STATUS_HOLDS;
    } else if (is_read) {
        c.style.property_count = c.of.property_count;
        check_all(&c);
        status = write_invariant(&c, write_certificate(&c, write_order(&c, status_of(&c))));
        if (c.of.checkpoint_is_lost || run_is_lost(c.of.run)) // the page tells the status that the program ends with
            status = STATUS_TROUBLE;
        status = check_write_html(&c, status);
    } else
        status = cli_status_without_model(cli);
    rule_coverage_close(&c.coverage, c.mem);
    array_free(c.mem, &c.early);
    model_check_close(&c.of);
    html_close(&c.html);
    return status;
}

enum status check_run(struct cli *cli)
{
    if (cli->operand_count != 1) {
        log_error(&cli->run.log, "check: expected one model, got %d%s (see: coset help check)", cli->operand_count,
                  cli->operand_count > 1 && cli->options->json
                      ? "; --json takes no file: it prints, and \"> FILE\" behind it stores that"
                      : "");
        return STATUS_TROUBLE;
    }
    if (cli_serves(cli))
        interrupt_obey();
    else
        interrupt_catch(); // from the start: large models take long to read
    watch_begin_command(&cli->run, cli->options->job.time_limit);
    if (!is_sensible(cli))
        return STATUS_TROUBLE;
    if (!cli_serves(cli))
        cli_warn_of_formulas(cli);
    return cli->options->job.family.count ? family_run(cli) : check_model(cli);
}
