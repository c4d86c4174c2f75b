// What makes verdicts about some sizes mean less than one may think. In Murphi that is a matter of starts, which the
// model of each size tells, and of fairness, which is known where sizes are looked at by themselves: what depends on it
// is decided there.
#include "run/family/family_run.h"

#include <string.h>

static void note_starts(struct families *f, size_t member)
{
    const struct model *leader = f->members[f->leader].model, *m = f->members[member].model;
    struct model_warnings *w = &f->warnings[member];
    size_t *asked = mem_alloc(f->mem, (f->outcomes.count + 1) * sizeof *asked), count = 0;
    for (size_t i = 0; i < f->outcomes.count; i++) {
        asked[count] = family_number_in(leader, f->outcomes.at[i].property, m);
        count += asked[count] != SIZE_MAX;
    }
    model_warnings_of_all_starts(w, m, asked, count, f->mem);
    if (w->start_error) // the model may be gone when it is told
        w->start_error = arena_copy(&f->arena, w->start_error, strlen(w->start_error));
    mem_free(f->mem, asked, (f->outcomes.count + 1) * sizeof *asked);
}

void family_find_warnings(struct families *f)
{
    f->warnings = arena_alloc(&f->arena, f->all * sizeof *f->warnings);
    for (size_t i = 0; i < f->count; i++)
        note_starts(f, i);
}

bool family_minds_fairness(const struct families *f, size_t member)
{
    return model_has_fairness(f->members[member].model);
}

void family_note_warnings(struct families *f, size_t member, const struct model_warnings *w)
{
    f->warnings[member].no_fair_state |= w->no_fair_state;
}
