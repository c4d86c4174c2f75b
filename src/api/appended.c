#include "api/appended.h"

#include <string.h>

#include "murphi/murphi.h"

enum form { FORM_BAD, FORM_ONE, FORM_MORE };

// Whether a declaration is one of its kind and nothing else; *place is that of the first error.
static enum form form_of(struct mem *mem, const struct str *declaration, bool is_symmetry, size_t *place)
{
    struct source source = {"", declaration->at, declaration->count};
    struct murphi_tree tree;
    struct diag diag;
    diag_open(&diag, mem);
    murphi_tree_open(&tree, mem, &source);
    bool good = murphi_parse(&tree, &diag);
    bool alone = is_symmetry ? !tree.items && tree.symmetries
                             : tree.items && !tree.items->next && tree.rules && !tree.rules->next && !tree.symmetries;
    *place = good ? 0 : diag.messages.at[0].range.offset;
    murphi_tree_close(&tree);
    diag_close(&diag);
    return !good ? FORM_BAD : alone ? FORM_ONE : FORM_MORE;
}

// A comment at the end of the text is over before the semicolon.
static void declare(struct mem *mem, struct str *out, const char *word, const char *text)
{
    str_clear(out);
    str_add(mem, out, "%s %s\n;\n", word, text);
}

// By the first of the words with which it has the form of a declaration, or with which more of it can be read.
static bool append(coset_model *model, struct str *whole, const char *name, const char *text, const char *const *words,
                   size_t count, struct diag *diag)
{
    struct mem *mem = &model->mem;
    struct str declaration = {0};
    size_t best = 0, furthest = 0;
    enum form form = FORM_BAD;
    for (size_t i = 0; i < count && form == FORM_BAD; i++) {
        size_t place;
        declare(mem, &declaration, words[i], text);
        form = form_of(mem, &declaration, strcmp(words[i], "symmetry") == 0, &place);
        if (form != FORM_BAD || place > furthest) {
            furthest = place;
            best = i;
        }
    }
    struct api_text *kept = mem_zalloc(mem, sizeof *kept);
    api_open_text(mem, kept, name, text, strlen(text));
    array_push(mem, &model->formulas, kept);
    declare(mem, &declaration, words[best], text);
    str_add(mem, whole, "\n");
    array_push(mem, &model->places, whole->count + strlen(words[best]) + 1);
    str_add_bytes(mem, whole, declaration.at, declaration.count);
    if (form == FORM_MORE)
        diag_error(diag, (struct diag_range){&kept->source, DIAG_WHOLE, 0}, "there is something behind it");
    str_free(mem, &declaration);
    return form != FORM_MORE;
}

bool appended_write(coset_model *model, const coset_reading *reading, struct diag *diag)
{
    static const char *const property[] = {"ctl", "ltl", "ctlstar"}, *const symmetry[] = {"symmetry"},
                             *const hint[] = {"hint"};
    struct mem *mem = &model->mem;
    struct str whole = {0};
    bool good = true;
    if (reading->formula_count + reading->generator_count + reading->hint_count == 0)
        return true;
    str_add_bytes(mem, &whole, model->text.text, model->text.source.length);
    for (size_t i = 0; i < reading->formula_count; i++)
        good &= append(model, &whole, "formula", reading->formulas[i], property, 3, diag);
    for (size_t i = 0; i < reading->generator_count; i++)
        good &= append(model, &whole, "generator", reading->generators[i], symmetry, 1, diag);
    for (size_t i = 0; i < reading->hint_count; i++)
        good &= append(model, &whole, "hint", reading->hints[i], hint, 1, diag);
    struct api_text own = model->text;
    api_open_text(mem, &model->text, own.name, whole.at, whole.count);
    api_close_text(mem, &own);
    str_free(mem, &whole);
    return good;
}

void appended_locate(const coset_model *model, struct diag *diag)
{
    for (size_t i = 0; i < diag->messages.count; i++) {
        struct diag_range *range = &diag->messages.at[i].range;
        if (range->source != &model->text.source || range->offset == DIAG_WHOLE)
            continue;
        for (size_t k = model->places.count; k-- > 0;)
            if (range->offset >= model->places.at[k]) {
                const struct source *source = &model->formulas.at[k]->source;
                size_t offset = range->offset - model->places.at[k];
                *range = (struct diag_range){source, offset < source->length ? offset : source->length, range->length};
                break;
            }
    }
}
