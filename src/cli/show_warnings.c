// What makes verdicts mean less than one may think, for people.
#include "cli/show_warnings.h"

#include <ctype.h>
#include <string.h>

#include "run/input.h"

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

// Operators are words of at most three capitals (AG, U, EBF), or PSL's. A variable may be called so, too: then nothing
// is said.
static bool is_temporal(const char *word, size_t length)
{
    static const char *const psl[] = {"always", "never", "eventually", "next", "until", "before", "within", "whilenot"};
    size_t capitals = 0;
    while (capitals < length && word[capitals] >= 'A' && word[capitals] <= 'Z')
        capitals++;
    for (size_t i = 0; i < sizeof psl / sizeof *psl; i++)
        if (strncmp(word, psl[i], strlen(psl[i])) == 0)
            return true;
    return capitals == length && length <= 3;
}

static bool has_temporal_operator(const char *text)
{
    if (strstr(text, "|->") || strstr(text, "|=>") || strchr(text, ';'))
        return true;
    while (*text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            length++;
        if (length && is_temporal(text, length))
            return true;
        text += length ? length : 1;
    }
    return false;
}

void cli_warn_of_formulas(struct cli *cli)
{
    const struct option_list *formulas = &cli->options->job.formulas;
    for (size_t i = 0; i < formulas->count; i++) {
        struct str text = {0};
        if (has_temporal_operator(formulas->at[i]))
            continue;
        input_add_quoted(&cli->run, &text, formulas->at[i]);
        log_warning(&cli->run.log,
                    "--formula %s has no temporal operator, so that it is about initial states only; AG (...) is about "
                    "all reachable states",
                    str_text(&text));
        str_free(&cli->run.mem, &text);
    }
}
