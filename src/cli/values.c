// Rules of the language that depend on values: what breaks them is shown.
#include "api/values.h"

#include "cli/input.h"

bool input_check_values(struct cli *cli, struct input *input)
{
    struct diag diag;
    struct str warning = {0};
    size_t unknown;
    input->values_are_proved = true;
    if (!input->smv)
        return true;
    input_open_diagnostics(cli, &diag);
    bool is_alone = !cli->progress.running;
    if (is_alone)
        progress_begin(&cli->progress, "reading");
    bool good = values_check(input->smv, &unknown, &cli->mem, &diag);
    if (is_alone)
        progress_end(&cli->progress);
    input->values_are_proved = unknown == 0;
    if (unknown && !diag.is_stopped) {
        values_warn(input->smv, unknown, &cli->mem, &warning);
        log_warning(&cli->log, "%s", str_text(&warning));
    }
    input_show_diagnostics(cli, &diag);
    diag_close(&diag);
    str_free(&cli->mem, &warning);
    return good;
}
