#include "base/formula_text.h"

#include <assert.h>

#define MOST_LOGICS 4

// How far a reader got: the place of its first error.
static size_t first_error(const struct diag *diag)
{
    for (size_t i = 0; i < diag->messages.count; i++)
        if (diag->messages.at[i].level == DIAG_ERROR)
            return diag->messages.at[i].range.offset == DIAG_WHOLE ? 0 : diag->messages.at[i].range.offset;
    return 0;
}

bool formula_read(formula_reader *read, void *context, const struct source *source, const int *logics, size_t count,
                  struct mem *mem, struct diag *diag)
{
    struct diag diags[MOST_LOGICS];
    size_t best = 0;
    bool good = false;
    assert(count > 0 && count <= MOST_LOGICS);
    for (size_t i = 0; i < count; i++)
        diag_open(&diags[i], mem);
    for (size_t i = 0; i < count && !good; i++) {
        good = read(context, source, logics[i], &diags[i]);
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
