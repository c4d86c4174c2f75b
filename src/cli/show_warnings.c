// What makes verdicts mean less than one may think, for people.
#include "cli/show_warnings.h"

// Without initial states there is nothing that verdicts are about: who reads them is told so in the same place.
static void show_no_initial_states(struct cli *cli, const struct report_warnings *all)
{
    struct str text = {0};
    str_add(&cli->run.mem, &text, "warning: ");
    if (report_text_warning(all, REPORT_NO_INITIAL_STATES, &cli->run.mem, &text)) {
        progress_hide(&cli->run.progress);
        fprintf(cli->out, "%s\n", str_text(&text));
        fflush(cli->out);
    }
    str_free(&cli->run.mem, &text);
}

void cli_show_warnings(struct cli *cli, const struct report_warnings *all, bool is_text)
{
    if (is_text)
        show_no_initial_states(cli, all);
    for (enum report_warning kind = 0; kind < REPORT_WARNINGS; kind++) {
        struct str text = {0};
        if (report_text_warning(all, kind, &cli->run.mem, &text))
            log_warning(&cli->run.log, "%s", str_text(&text));
        str_free(&cli->run.mem, &text);
    }
}

void cli_warn_of_starts(struct cli *cli, const struct model *model)
{
    struct model_warnings w = {0};
    model_warnings_of_starts(&w, model, NULL, 0);
    cli_show_warnings(cli, &(struct report_warnings){.model = model, .of = &w, .count = 1}, false);
}
