// Rules of the language that depend on values: what breaks them is shown.
#include "run/value_rules.h"

#include "run/input.h"

bool input_check_values(struct run *run, struct input *input)
{
    struct diag diag;
    struct str warning = {0};
    size_t unknown;
    input->values_are_proved = true;
    if (!input->smv)
        return true;
    input_open_diagnostics(run, &diag);
    bool is_alone = !run->progress.running;
    if (is_alone)
        progress_begin(&run->progress, "reading");
    bool good = values_check(input->smv, &unknown, &run->mem, &diag);
    if (is_alone)
        progress_end(&run->progress);
    input->values_are_proved = unknown == 0;
    if (unknown && !diag.is_stopped) {
        values_warn(input->smv, unknown, &run->mem, &warning);
        log_warning(&run->log, "%s", str_text(&warning));
    }
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    str_free(&run->mem, &warning);
    return good;
}
