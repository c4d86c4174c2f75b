// Formulas of the command line for a Murphi model. They are read as declarations that stand behind the model's own
// text, where all its names are known; what is wrong with one is shown in the formula all the same.
#include "run/input.h"

#include <string.h>

#include "murphi/murphi.h"

// Whether a declaration is one property and nothing else, by its form; *place is that of the first error.
static bool is_one_property(struct run *run, const struct str *declaration, size_t *place)
{
    struct source source = {"--formula", declaration->at, declaration->count};
    struct murphi_tree tree;
    struct diag diag;
    diag_open(&diag, &run->mem);
    murphi_tree_open(&tree, &run->mem, &source);
    bool good = murphi_parse(&tree, &diag);
    bool alone = good && tree.items && !tree.items->next && tree.rules && !tree.rules->next;
    *place = good ? 0 : diag.messages.at[0].range.offset;
    murphi_tree_close(&tree);
    diag_close(&diag);
    return alone;
}

static void declare(struct run *run, struct str *out, const char *word, const char *wanted)
{
    str_clear(out);
    str_add(&run->mem, out, "%s %s\n;\n", word, wanted); // a comment at its end is over before the semicolon
}

static void append(struct run *run, struct input_text *text, const char *more, size_t length)
{
    size_t needed = text->length + length;
    if (needed > text->capacity) {
        text->at = mem_resize(&run->mem, text->at, text->capacity, needed);
        text->capacity = needed;
    }
    memcpy(text->at + text->length, more, length);
    text->length = needed;
}

size_t input_append_declaration(struct run *run, struct input *input, const char *word, const char *wanted)
{
    struct str text = {0};
    declare(run, &text, word, wanted);
    append(run, &input->text, "\n", 1);
    size_t place = input->text.length + strlen(word) + 1;
    append(run, &input->text, text.at, text.count);
    str_free(&run->mem, &text);
    return place;
}

// As a declaration that begins with one of the words: with the first that it has the form of; if there is none, with
// that of which more could be read.
static bool append_declaration(struct run *run, struct input *input, const char *option, const char *wanted,
                               const char *const *words, size_t count)
{
    struct str text = {0};
    size_t places[3], best = 0;
    bool good = false, ends_early = false; // it has the form of a formula, and something behind it
    for (size_t i = 0; i < count && !good && !ends_early; i++) {
        declare(run, &text, words[i], wanted);
        good = is_one_property(run, &text, &places[i]);
        ends_early = !good && places[i] == 0;
        if (good || places[i] > places[best])
            best = i;
    }
    if (ends_early) {
        log_error(&run->log, "%s takes one formula, and nothing behind it", option);
    } else {
        struct source *source = mem_alloc(&run->mem, sizeof *source);
        *source = (struct source){option, wanted, strlen(wanted)};
        array_push(&run->mem, &input->formulas, source);
        array_push(&run->mem, &input->formula_places, input_append_declaration(run, input, words[best], wanted));
    }
    str_free(&run->mem, &text);
    return !ends_early;
}

// A message about what was appended at a place, or behind it, is one about the text that was appended.
static bool locate(struct diag_range *range, size_t begin, const struct source *source)
{
    if (range->offset == DIAG_WHOLE || range->offset < begin)
        return false;
    size_t offset = range->offset - begin;
    *range = (struct diag_range){source, offset < source->length ? offset : source->length, range->length};
    return true;
}

bool input_append_formula(struct run *run, struct input *input, const char *wanted)
{
    return append_declaration(run, input, run_name_of(run, "--formula"), wanted,
                              (const char *const[]){"ctl", "ltl", "ctlstar"}, 3);
}

bool input_append_conditions(struct run *run, struct input *input, const struct option_list *list, const char *option)
{
    for (size_t i = 0; i < list->count; i++)
        if (!append_declaration(run, input, option, list->at[i], (const char *const[]){"invariant"}, 1))
            return false;
    return true;
}

void input_locate_in_formulas(const struct input *input, struct diag *diag)
{
    for (size_t i = 0; i < diag->messages.count; i++) {
        struct diag_range *range = &diag->messages.at[i].range;
        bool done = range->source != &input->source;
        for (size_t k = input->stated.count; k-- > 0 && !done;) // these come last
            done = locate(range, input->stated_places.at[k], input->stated.at[k]);
        for (size_t k = input->formulas.count; k-- > 0 && !done;)
            done = locate(range, input->formula_places.at[k], input->formulas.at[k]);
    }
}
