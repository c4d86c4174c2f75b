// Symmetries and hints that are stated: those from outside are read like those of the file, and come behind them.
#include <string.h>

#include "group/cycles.h"
#include "murphi/murphi.h"
#include "run/input.h"

static const struct source *keep_source(struct run *run, struct input *input, const char *option, const char *text)
{
    struct source *source = mem_alloc(&run->mem, sizeof *source);
    *source = (struct source){option, text, strlen(text)};
    array_push(&run->mem, &input->stated, source);
    return source;
}

// ---- Murphi ---------------------------------------------------------------------------------------------------------

bool input_parse_annotations(struct run *run, struct input *input, struct diag *diag)
{
    const struct option_list *generators = &input->job->generators, *hints = &input->job->hints;
    bool good = true;
    for (size_t i = 0; i < generators->count && good; i++)
        good = murphi_parse_symmetry(&input->murphi,
                                     keep_source(run, input, run_name_of(run, "--generator"), generators->at[i]), diag);
    for (size_t i = 0; i < hints->count && good; i++)
        good = murphi_parse_property(&input->murphi, keep_source(run, input, run_name_of(run, "--hint"), hints->at[i]),
                                     MURPHI_HINT, diag);
    return good;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool read_all(struct run *run, struct input *input, const struct option_list *texts, const char *option,
                     enum smv_decl_kind kind, struct diag *diag)
{
    bool good = true;
    for (size_t i = 0; i < texts->count; i++)
        good &= smv_read_formula(input->smv, keep_source(run, input, option, texts->at[i]), kind, diag);
    return good;
}

bool input_read_annotations(struct run *run, struct input *input, struct diag *diag)
{
    bool good = true;
    if (input->smv) {
        good &= read_all(run, input, &input->job->generators, run_name_of(run, "--generator"), SMV_SYMMETRY, diag);
        good &= read_all(run, input, &input->job->hints, run_name_of(run, "--hint"), SMV_HINT, diag);
    }
    generators_free(&run->mem, &input->generators);
    good &= cycles_read(input->model, 0, &input->generators, diag, &run->mem);
    return good;
}
