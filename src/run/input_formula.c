// Formulas and conditions from outside. Those of a Murphi model are read into its tree before that is checked and
// lowered; those of SMV become properties of the model that there is.
#include "run/input.h"

#include <string.h>

#include "murphi/murphi.h"
#include "pnml/net_formula.h"

static const struct source *keep_source(struct run *run, struct input *input, const char *option, const char *text)
{
    struct source *source = mem_alloc(&run->mem, sizeof *source);
    *source = (struct source){option, text, strlen(text)};
    array_push(&run->mem, &input->formulas, source);
    return source;
}

// ---- SMV and nets ---------------------------------------------------------------------------------------------------

static bool add_to_net(struct run *run, struct input *input, const char *text)
{
    struct diag diag;
    const struct source *source = keep_source(run, input, run_name_of(run, "--formula"), text);
    diag_open(&diag, &run->mem);
    bool good = net_add_formula(&input->lowered, source, net_formula_goal(&input->lowered), &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    return good;
}

bool input_add_formula(struct run *run, struct input *input, const char *text)
{
    struct diag diag;
    if (input->language == JOB_LANGUAGE_MURPHI)
        return true;
    if (input->language == JOB_LANGUAGE_PNML)
        return add_to_net(run, input, text);
    if (!input->smv) {
        log_error(&run->log, "formulas are not for circuits, whose properties are in their files");
        return false;
    }
    const struct source *source = keep_source(run, input, run_name_of(run, "--formula"), text);
    bool good = smv_read_any_formula(input->smv, source, &run->mem, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    return good;
}

bool input_read_value(struct run *run, struct input *input, expr *result, expr *is_defined)
{
    struct diag diag;
    size_t definitions = model_definition_count(input->model);
    if (input->language == JOB_LANGUAGE_MURPHI) {
        model_definition(input->model, definitions - 2, is_defined);
        model_definition(input->model, definitions - 1, result);
        return true;
    }
    if (!input->smv)
        return false;
    diag_open(&diag, &run->mem);
    bool good =
        smv_read_value(input->smv, keep_source(run, input, "eval", input->job->value), result, is_defined, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    return good;
}

// ---- Murphi ---------------------------------------------------------------------------------------------------------

// A formula, or a condition.
static bool parse_all(struct run *run, struct input *input, const struct option_list *texts, const char *option,
                      bool are_formulas)
{
    bool good = true;
    for (size_t i = 0; i < texts->count && good; i++) {
        struct diag diag;
        const struct source *source = keep_source(run, input, option, texts->at[i]);
        if (are_formulas) {
            good = murphi_parse_formula(&input->murphi, source, &run->mem, &diag);
        } else {
            diag_open(&diag, &run->mem);
            good = murphi_parse_property(&input->murphi, source, MURPHI_INVARIANT, &diag);
        }
        input_show_diagnostics(run, &diag);
        diag_close(&diag);
    }
    return good;
}

static bool parse_value(struct run *run, struct input *input)
{
    struct diag diag;
    diag_open(&diag, &run->mem);
    bool good =
        murphi_parse_property(&input->murphi, keep_source(run, input, "eval", input->job->value), MURPHI_VALUE, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    return good;
}

bool input_parse_formulas(struct run *run, struct input *input)
{
    const struct job *o = input->job;
    return parse_all(run, input, &o->formulas, run_name_of(run, "--formula"), true) &&
           parse_all(run, input, &o->constraints, "--constraint", false) &&
           parse_all(run, input, &o->starts, "--start", false) && (!o->value || parse_value(run, input));
}
