#include "run/formula_text.h"

#include <string.h>

#define MOST_KINDS 4

// How far a reader got: the place of its first error.
static size_t first_error(const struct diag *diag)
{
    for (size_t i = 0; i < diag->messages.count; i++)
        if (diag->messages.at[i].level == DIAG_ERROR)
            return diag->messages.at[i].range.offset == DIAG_WHOLE ? 0 : diag->messages.at[i].range.offset;
    return 0;
}

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

bool formula_read(struct smv *smv, const struct source *source, struct mem *mem, struct diag *diag)
{
    bool computes = is_computation(source), good = false;
    enum smv_decl_kind kinds[MOST_KINDS] = {computes ? SMV_COMPUTE : SMV_SPEC, SMV_LTLSPEC, SMV_CTLSTARSPEC,
                                            SMV_PSLSPEC};
    size_t count = computes ? 1 : MOST_KINDS, best = 0;
    struct diag diags[MOST_KINDS];
    for (size_t i = 0; i < count; i++)
        diag_open(&diags[i], mem);
    for (size_t i = 0; i < count && !good; i++) {
        good = smv_read_formula(smv, source, kinds[i], &diags[i]);
        // Of several failures the one that got furthest is more likely to be about what was meant.
        if (good || first_error(&diags[i]) > first_error(&diags[best]))
            best = i;
    }
    for (size_t i = 0; i < count; i++)
        if (i != best)
            diag_close(&diags[i]);
    // cppcheck-suppress uninitvar ; all that are counted are opened
    *diag = diags[best];
    return good;
}
