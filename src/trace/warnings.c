// What starts alone tell.
#include "trace/warnings.h"

#include "model/eval.h"

void model_warnings_of_starts(struct model_warnings *w, const struct model *m, const size_t *asked, size_t count)
{
    const char *wrong = NULL;
    bool is_told = false;
    for (size_t i = 0; i < model_property_count(m); i++)
        wrong = model_property(m, i)->refuted ? model_property(m, i)->refuted : wrong;
    for (size_t i = 0; i < count; i++)
        is_told |= model_property(m, asked[i])->refuted != NULL;
    w->start_error = is_told ? NULL : wrong;
    w->no_start_left = wrong && model_start_count(m) == 0;
    w->no_initial_state |= w->no_start_left;
}

static bool stop_at_first(void *context, const value *inputs, const value *state)
{
    (void)context;
    (void)inputs;
    (void)state;
    return false;
}

void model_warnings_of_all_starts(struct model_warnings *w, const struct model *m, const size_t *asked, size_t count,
                                  struct mem *mem)
{
    model_warnings_of_starts(w, m, asked, count);
    if (model_invariants(m).count == 0 && model_initial(m).count == 0)
        return;
    struct evaluator *ev = evaluator_new(m, mem);
    w->no_initial_state |= eval_each_initial(ev, stop_at_first, NULL);
    evaluator_free(ev);
}
