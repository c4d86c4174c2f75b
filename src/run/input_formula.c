// Formulas and conditions from outside. Those of a Murphi model are read into its tree before that is checked and
// lowered; those of SMV become properties of the model that there is.
#include "run/input.h"

#include <string.h>

#include "murphi/murphi.h"
#include "pnml/net_formula.h"
#include "run/formula_text.h"

static const struct source *keep_source(struct run *run, struct input *input, const char *option, const char *text)
{
    struct source *source = mem_alloc(&run->mem, sizeof *source);
    *source = (struct source){option, text, strlen(text)};
    array_push(&run->mem, &input->formulas, source);
    return source;
}

// ---- SMV ------------------------------------------------------------------------------------------------------------

static bool begins_with(const struct source *source, size_t from, const char *word)
{
    size_t length = strlen(word);
    return source->length - from >= length && memcmp(source->text + from, word, length) == 0;
}

static bool is_computation(const struct source *source)
{
    size_t from = 0;
    while (from < source->length && strchr(" \t\n", source->text[from]))
        from++;
    return begins_with(source, from, "MIN") || begins_with(source, from, "MAX");
}

static bool read_smv(void *smv, const struct source *source, int logic, struct diag *diag)
{
    return smv_read_formula(smv, source, (enum smv_decl_kind)logic, diag);
}

static bool add_to_net(struct run *run, struct input *input, const char *text)
{
    struct diag diag;
    const struct source *source = keep_source(run, input, run_name_of(run, "--formula"), text);
    diag_open(&diag, &run->mem);
    goal_id goal = (goal_id)model_property_count(input->model) + 2; // after that of deadlocks
    bool good = net_add_formula(&input->lowered, source, goal, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    return good;
}

bool input_add_formula(struct run *run, struct input *input, const char *text)
{
    static const int logics[] = {SMV_SPEC, SMV_LTLSPEC, SMV_CTLSTARSPEC, SMV_PSLSPEC}, computation = SMV_COMPUTE;
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
    bool computes = is_computation(source);
    bool good = formula_read(read_smv, input->smv, source, computes ? &computation : logics, computes ? 1 : 4,
                             &run->mem, &diag);
    input_show_diagnostics(run, &diag);
    diag_close(&diag);
    return good;
}

// ---- Murphi ---------------------------------------------------------------------------------------------------------

static bool parse_murphi(void *tree, const struct source *source, int kind, struct diag *diag)
{
    return murphi_parse_property(tree, source, (enum murphi_rule_kind)kind, diag);
}

static bool parse_all(struct run *run, struct input *input, const struct option_list *texts, const char *option,
                      const int *kinds, size_t count)
{
    bool good = true;
    for (size_t i = 0; i < texts->count && good; i++) {
        struct diag diag;
        const struct source *source = keep_source(run, input, option, texts->at[i]);
        good = formula_read(parse_murphi, &input->murphi, source, kinds, count, &run->mem, &diag);
        input_show_diagnostics(run, &diag);
        diag_close(&diag);
    }
    return good;
}

bool input_parse_formulas(struct run *run, struct input *input)
{
    static const int logics[] = {MURPHI_CTL, MURPHI_LTL, MURPHI_CTLSTAR}, condition = MURPHI_INVARIANT;
    const struct job *o = input->job;
    return parse_all(run, input, &o->formulas, run_name_of(run, "--formula"), logics, 3) &&
           parse_all(run, input, &o->constraints, "--constraint", &condition, 1) &&
           parse_all(run, input, &o->starts, "--start", &condition, 1);
}
