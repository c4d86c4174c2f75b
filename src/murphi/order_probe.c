// Whether an order of elements matters, found by a probe: what stands in a loop or a quantifier is run for each element
// as if that one came first, and all that could keep elements behind it from having their say is noted (a run-time
// error, an assumption, a cover statement). Nothing else is left of a probe.
//
// A run in order would not do. In `for i: S do if i = p then return end; assert ok[i] end` there is nothing to be seen
// for the first element as p, and no other is looked at where one instance per orbit is lowered. What no element has by
// itself, for one instance of an orbit, no element has for any instance.
#include "murphi/execute.h"

struct probe mu_probe_open(struct executor *x)
{
    struct probe probe = {x->path.count, x->trail.count,  x->slots.count, x->covers.count, x->assumed,
                          x->stopped,    x->hides_errors, x->is_probing,  x->probe_found,  x->probe_errors};
    if (!x->is_probing)
        x->probe_bad.count = 0;
    x->probe_errors = EXPR_NONE;
    x->is_probing = true;
    x->probe_found = 0;
    return probe;
}

unsigned mu_probe_close(struct executor *x, const struct probe *probe)
{
    unsigned found = x->probe_found;
    mu_undo(x, probe->trail);
    mu_path_pop_to(x, probe->path);
    x->slots.count = probe->slots;
    x->covers.count = probe->covers;
    x->assumed = probe->assumed;
    x->stopped = probe->stopped || x->failed;
    x->hides_errors = probe->hides_errors;
    x->is_probing = probe->was_probing;
    x->probe_found = probe->was_found | found;
    x->probe_errors = probe->errors; // as if this one had not been
    return found;
}

void mu_probe_note(struct executor *x, expr bad, expr condition)
{
    size_t i = 0;
    x->probe_found |= PROBE_ERROR;
    while (i < x->probe_bad.count && x->probe_bad.at[i] != bad)
        i++;
    if (i == x->probe_bad.count)
        array_push(x->mem, &x->probe_bad, bad);
    if (x->probe_errors != EXPR_NONE)
        x->probe_errors = model_or(x->model, x->probe_errors, condition);
}
