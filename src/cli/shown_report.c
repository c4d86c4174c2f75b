// What `coset check` shows alike of one model and of a family of them: its texts come at once, and its reports tell the
// command and the statistics.
#include "cli/shown_report.h"

// So that long work can be followed through a pipe.
void cli_put(struct cli *cli, struct str *text)
{
    progress_hide(&cli->run.progress);
    fputs(str_text(text), cli->out);
    fflush(cli->out);
    str_free(&cli->run.mem, text);
}

struct report_style cli_report_style(const struct cli *cli, size_t property_count)
{
    const struct cli_options *o = cli->options;
    return (struct report_style){.full = o->full_trace,
                                 .defines = o->defines,
                                 .property_count = property_count,
                                 .certificates = o->certify,
                                 .color = cli_has_color(cli)};
}

void cli_add_certification(struct cli *cli, const struct certification *certification, struct str *out)
{
    str_add(&cli->run.mem, out, "certified: ");
    report_text_certification(&certification->told, &cli->run.mem, out);
    str_add_char(&cli->run.mem, out, '\n');
}

void cli_show_statistics(struct cli *cli, const struct backend_statistics *s, const struct run_totals *totals,
                         bool is_text)
{
    struct str text = {0};
    backend_statistics_add_text(s, totals, &cli->run.mem, &text);
    if (is_text) {
        cli_put(cli, &text);
        return;
    }
    progress_hide(&cli->run.progress); // where a script reads the output, numbers for people do not belong
    fputs(str_text(&text), stderr);
    str_free(&cli->run.mem, &text);
}

struct report cli_begin_report(struct cli *cli, const struct backend_statistics *s,
                               struct report_statistics tables[static REPORT_TABLES],
                               const struct certification *certification)
{
    tables[0] = (struct report_statistics){"check", &backend_statistics_table, s};
    tables[1] = (struct report_statistics){"engine", &bdd_statistics_table, &s->diagrams};
    tables[2] = (struct report_statistics){"explicit", &explicit_statistics_table, &s->states};
    return (struct report){.model_name = cli->operands[0],
                           .arguments = cli->given,
                           .argument_count = (size_t)cli->given_count,
                           .statistics = tables,
                           .statistics_count = REPORT_TABLES - !s->has_states,
                           .order = s->check.order_origin,
                           .certification = cli->options->certify ? &certification->told : NULL};
}

enum status cli_write_reports(struct cli *cli, struct html_file *html, const struct report *report,
                              const struct source *source, enum status status)
{
    if (cli->options->junit && !cli_write_junit(cli, report))
        status = STATUS_TROUBLE;
    if (cli->options->html && !html_write(html, report, source, status))
        status = STATUS_TROUBLE;
    return status;
}
