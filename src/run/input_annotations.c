// Symmetries and hints that are stated: those of the command line are read like those of the file, and come behind
// them.
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

// Whether a text is more than what the option takes, while there is nothing wrong with its form.
static bool goes_on(struct run *run, const char *word, const char *text)
{
    struct str declaration = {0};
    struct murphi_tree tree;
    struct diag diag;
    str_add(&run->mem, &declaration, "%s %s\n;\n", word, text);
    struct source source = {"", declaration.at, declaration.count};
    diag_open(&diag, &run->mem);
    murphi_tree_open(&tree, &run->mem, &source);
    bool good = murphi_parse(&tree, &diag);
    bool alone = strcmp(word, "hint") == 0 ? tree.items && !tree.items->next && tree.rules && !tree.symmetries
                                           : !tree.items && tree.symmetries;
    murphi_tree_close(&tree);
    diag_close(&diag);
    str_free(&run->mem, &declaration);
    return good && !alone;
}

static bool append_all(struct run *run, struct input *input, const struct option_list *texts, const char *option,
                       const char *word)
{
    for (size_t i = 0; i < texts->count; i++) {
        if (goes_on(run, word, texts->at[i])) {
            log_error(&run->log, "%s takes %s, and nothing behind it", option,
                      strcmp(word, "hint") == 0 ? "one condition" : "cycles");
            return false;
        }
        keep_source(run, input, option, texts->at[i]);
        size_t place = input_append_declaration(run, input, word, texts->at[i]);
        array_push(&run->mem, &input->stated_places, place);
    }
    return true;
}

bool input_append_stated(struct run *run, struct input *input)
{
    return append_all(run, input, &input->job->generators, run_name_of(run, "--generator"), "symmetry") &&
           append_all(run, input, &input->job->hints, run_name_of(run, "--hint"), "hint");
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

bool input_read_stated(struct run *run, struct input *input, struct diag *diag)
{
    bool good = true;
    if (input->smv) {
        good &= read_all(run, input, &input->job->generators, run_name_of(run, "--generator"), SMV_SYMMETRY, diag);
        good &= read_all(run, input, &input->job->hints, run_name_of(run, "--hint"), SMV_HINT, diag);
    }
    generators_free(&run->mem, &input->generators);
    good &= cycles_read(input->model, 0, &input->generators, diag, &run->mem);
    if (!input->smv)
        input_locate_in_formulas(input, diag);
    return good;
}
