#include "api/counted.h"

#include "murphi/lower.h"

// One instance of each rule per orbit. Obstacles that are found on the way make it begin anew.
static struct model *lower_per_orbit(coset_model *owner)
{
    struct murphi_lower_options options = owner->lowering;
    struct model *model = NULL;
    size_t obstacles;
    bool good;
    options.one_per_orbit = true;
    options.goals_of = owner->model;
    do {
        struct diag diag;
        model_free(model);
        obstacles = owner->tree.obstacles.count;
        model = model_new(&owner->mem);
        diag_open(&diag, &owner->mem);
        good = murphi_lower(&owner->tree, model, &options, &owner->mem, &diag);
        diag_close(&diag);
    } while (good && owner->tree.obstacles.count > obstacles);
    if (good)
        return model;
    model_free(model);
    return NULL;
}

void counted_open(struct counted *c, coset_model *owner)
{
    *c = (struct counted){.owner = owner, .mem = &owner->mem};
    c->per_orbit = owner->has_tree ? lower_per_orbit(owner) : NULL;
    if (c->per_orbit)
        c->counters =
            counter_reduce(c->per_orbit, owner->properties.at, owner->properties.count, true, c->mem, &c->refusal);
    else
        str_add(c->mem, &c->refusal, "there are no components that are alike");
}

void counted_close(struct counted *c)
{
    checker_free(c->checker);
    counter_free(c->counters);
    model_free(c->per_orbit);
    str_free(c->mem, &c->refusal);
}

static bool use_checker(struct counted *c, const struct check_options *given, const char **reason)
{
    struct check_options options = *given;
    *reason = c->counters ? NULL : str_text(&c->refusal);
    if (*reason)
        return false;
    options.woven = counter_woven(c->counters);
    if (c->checker && !checker_is_built(c->checker)) {
        checker_free(c->checker);
        c->checker = NULL;
    }
    if (!c->checker)
        c->checker = checker_new(counter_model(c->counters), &options, c->mem);
    checker_set_deadline(c->checker, options.deadline);
    return true;
}

// Until it is known that no counter is missing, nothing else is.
static bool is_complete(struct counted *c, const char **reason)
{
    size_t completeness = counter_completeness(c->counters);
    struct result result;
    *reason = NULL;
    if (!c->is_known && completeness == SIZE_MAX)
        c->is_known = c->is_complete = true;
    if (!c->is_known) {
        checker_check(c->checker, completeness, &result);
        if (result.has_trace)
            trace_close(&result.trace, c->mem);
        c->is_known = result.verdict != VERDICT_UNDECIDED;
        c->is_complete = result.verdict == VERDICT_HOLDS;
        *reason = result.reason;
    }
    if (!c->is_complete && !*reason)
        *reason = "components get into local states that have no counters";
    return c->is_complete;
}

static void lift(struct counted *c, struct result *result)
{
    struct trace lifted;
    enum counter_lift how = counter_lift(c->counters, &result->trace, c->owner->model, &lifted);
    trace_close(&result->trace, c->mem);
    result->has_trace = how == COUNTER_LIFTED;
    if (how == COUNTER_LIFTED) {
        result->trace = lifted;
        return;
    }
    result->verdict = VERDICT_UNDECIDED;
    result->is_refuted = how == COUNTER_TOO_LONG;
    result->reason = how == COUNTER_TOO_LONG ? "the run of components would be too long"
                                             : "internal error: the run that was found is not one of counters";
}

void counted_check(struct counted *c, size_t property, const struct check_options *options, struct result *result)
{
    const char *reason;
    *result = (struct result){.verdict = VERDICT_UNDECIDED};
    size_t number = c->counters ? counter_property(c->counters, property) : SIZE_MAX;
    if (c->counters && number == SIZE_MAX)
        reason = counter_refusal(c->counters, property);
    else if (use_checker(c, options, &reason) && is_complete(c, &reason)) {
        checker_check(c->checker, number, result);
        if (result->has_trace)
            lift(c, result);
        return;
    }
    result->reason = reason;
}

bool counted_count_states(struct counted *c, const struct check_options *options, mpz_t states, const char **reason)
{
    uint32_t count;
    if (!use_checker(c, options, reason) || !is_complete(c, reason))
        return false;
    const uint32_t *classes = counter_classes(c->counters, &count);
    return checker_count_states(c->checker, states, reason) &&
           checker_sum_weights(c->checker, classes, count, states, reason);
}
