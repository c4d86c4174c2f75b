// What is told of a family as a whole: what was made of its symmetry, sums of its states, statistics.
#include <inttypes.h>
#include <stdlib.h>

#include "run/family/family_run.h"

const char *family_symmetry_word(const struct families *f)
{
    static const char *const sorted[] = {"dynamic", "componentwise", "componentwise+states"};
    if (f->has_sorted && family_quotient(f) == JOB_SYMMETRY_EXPLICIT)
        return "explicit";
    if (f->has_sorted)
        return sorted[family_quotient(f) - JOB_SYMMETRY_DYNAMIC];
    if (f->has_counted)
        return f->architectural_class ? "architectural" : "counters";
    return f->has_last ? f->last_word : "off";
}

// ---- In words -------------------------------------------------------------------------------------------------------

static void add_classes(const struct families *f, const char *before, struct str *out)
{
    const struct model *m = f->inputs[f->count > 0 ? f->count - 1 : f->leader]->model;
    for (size_t i = 0; i < model_class_count(m); i++) {
        if (model_class(m, i)->size < 2 || method_class_is_named(m, i))
            continue;
        str_add(f->mem, out, "%s%s", before, model_class(m, i)->name);
        before = ", ";
    }
}

static enum backend_kind quotient_of(const struct families *f)
{
    switch (family_quotient(f)) {
    case JOB_SYMMETRY_EXPLICIT:
        return BACKEND_EXPLICIT_QUOTIENT;
    case JOB_SYMMETRY_DYNAMIC:
        return BACKEND_DYNAMIC;
    case JOB_SYMMETRY_COMPONENTWISE:
        return BACKEND_COMPONENTWISE;
    default:
        return BACKEND_COMPONENTWISE_STATES;
    }
}

// What was done in the last size that was looked at stands for what was done in all.
static void add_symmetry_of_sizes(const struct families *f, struct str *out)
{
    bool is_together = f->has_counted || f->has_sorted, is_architectural = f->has_counted && f->architectural_class;
    if (is_architectural)
        str_add(f->mem, out, "architectural, of %s (shown from the rules): ", f->architectural_class);
    if (is_together)
        str_add(f->mem, out, "%s",
                f->has_counted ? method_reduction_name(REDUCTION_COUNTERS) : method_backend_name(quotient_of(f)));
    if (is_together && !is_architectural)
        add_classes(f, " of ", out);
    if (is_together)
        str_add(f->mem, out, ", for all sizes together");
    if (f->has_last)
        str_add(f->mem, out, "%sone size after the other", is_together ? "; the rest " : "");
    if (f->has_last && f->last_text) {
        str_add(f->mem, out, ", for %s = ", f->name);
        size_add_text(f->grid, f->sizes[f->last], f->mem, out);
        str_add(f->mem, out, ": %s", f->last_text);
    }
}

void family_add_symmetry(const struct families *f, struct str *out)
{
    if (f->by_sizes) {
        add_symmetry_of_sizes(f, out);
        return;
    }
    add_classes(f, "not used for ", out);
    if (out->count)
        str_add(f->mem, out, ": all sizes are searched together%s",
                f->has_last ? "; the rest one size after the other" : "");
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

void family_add_up(struct families *f)
{
    mpz_t some, states, orbits;
    mpz_inits(some, states, orbits, NULL);
    for (size_t i = 0; i < f->all && !f->states_unknown; i++) {
        mpz_set_str(some, f->reachable[i], 10);
        mpz_add(states, states, some);
        mpz_set_str(some, f->orbits[i], 10);
        mpz_add(orbits, orbits, some);
    }
    if (!f->states_unknown) {
        f->sum = mpz_get_str(NULL, 10, states);
        f->orbit_sum = mpz_get_str(NULL, 10, orbits);
    }
    mpz_clears(some, states, orbits, NULL);
}

bool family_are_orbits(const struct families *f)
{
    return !f->has_last || f->last_are_orbits;
}

bool family_any_counted(const struct families *f)
{
    for (size_t i = 0; i < f->all; i++)
        if (f->reachable[i])
            return true;
    return false;
}

void family_get_statistics(struct families *f, struct backend_statistics *statistics)
{
    if (f->engine)
        portfolio_get_statistics(f->engine, statistics);
    else if (f->strategy)
        strategy_get_statistics(f->strategy, statistics);
    else
        *statistics = f->together.has_statistics ? f->together.statistics : f->by_itself.statistics;
}
