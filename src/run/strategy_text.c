// Symmetry reduction in words: what was used, what was not and why.
#include "report/cause_words.h"
#include "run/strategy_parts.h"

static void add_classes(struct strategy *p, struct str *out, bool usable)
{
    const struct model *m = p->input->model;
    const char *before = "";
    for (size_t i = 0; i < model_class_count(m); i++) {
        const struct component_class *class = model_class(m, i);
        if (class->size < 2 || !class->obstacle != usable || method_class_is_named(m, i))
            continue;
        str_add(p->mem, out, "%s%s", before, class->name);
        if (class->obstacle)
            str_add(p->mem, out, " (%s)", class->obstacle);
        before = ", ";
    }
}

// Why counters were not used.
static void add_uncounted(struct strategy *p, const struct counter_backend *counting, struct str *out)
{
    str_add(p->mem, out, "counter abstraction not applicable: ");
    cause_add_words(counting->counters ? cause_of(CAUSE_UNKNOWN_LOCAL_STATES) : counting->refusal, p->mem, out);
}

// What counters have not decided was checked in other ways.
static void add_architecture(struct strategy *p)
{
    const struct architecture_backend *d = &p->architecture;
    const struct counter_backend *counting = &d->counting;
    if (!d->architecture) {
        str_add(p->mem, &p->text, "architectural symmetry not applicable: ");
        cause_add_words(d->refusal.code ? d->refusal : cause_of(CAUSE_ARCHITECTURE_FAIR_RULES), p->mem, &p->text);
        return;
    }
    str_add(p->mem, &p->text, "architectural, of %s (%s): ", architecture_class(d->architecture),
            architecture_backend_text(d));
    if (counting->counters && counting->is_complete)
        str_add(p->mem, &p->text, "%s%s%s", method_reduction_name(REDUCTION_COUNTERS),
                d->engine ? "; for properties of single components, " : "",
                d->engine ? method_backend_name(BACKEND_EXPLICIT_QUOTIENT) : "");
    else {
        str_add(p->mem, &p->text, "%s%s", d->engine ? method_backend_name(BACKEND_EXPLICIT_QUOTIENT) : "",
                d->engine ? "; " : "");
        add_uncounted(p, counting, &p->text);
    }
    if (d->named.count)
        str_add(p->mem, &p->text, "; for properties that name elements, of %s", str_text(&d->named));
}

// Classes that only architectural symmetry has a use for, where it decided something.
static bool is_by_ranges(const struct strategy *p)
{
    return p->architecture.model && p->architecture.architecture && p->by.by_reduction[REDUCTION_ARCHITECTURE];
}

// What is said before the methods, and whether they are to be named.
static bool add_symmetry(struct strategy *p)
{
    const struct model *m = p->input->model;
    if (strategy_is_told(p->input) && (p->setup.job->engine == JOB_ENGINE_EXPLICIT || job_is_sat(p->setup.job))) {
        str_add(p->mem, &p->text, "stated symmetries and hints not used: they are for symbolic search");
        if (!strategy_has_classes(m) || p->property_symmetry.count)
            return false;
        str_add(p->mem, &p->text, "; ");
    }
    if (p->property_symmetry.count)
        property_symmetry_add_text(&p->property_symmetry, p->setup.wanted_count, &p->text);
    if (!strategy_has_classes(m))
        return is_by_ranges(p);
    if (p->property_symmetry.count)
        str_add(p->mem, &p->text, "; ");
    if (strategy_is_architectural(p)) {
        add_architecture(p);
        return false;
    }
    bool is_usable = strategy_has_usable_classes(m), is_off = p->setup.job->symmetry == JOB_SYMMETRY_OFF;
    if (is_usable && !is_off)
        return true;
    str_add(p->mem, &p->text, is_usable ? "off for " : "not applicable: ");
    add_classes(p, &p->text, is_usable);
    return false;
}

// Where a short search comes before counters, it is the clock that says whether anybody has tried these: that they were
// of no use is then for the log. The same model has the same summary on a fast machine and on a slow one.
static void add_remark(struct strategy *p)
{
    if (is_by_ranges(p))
        str_add(p->mem, &p->remark, "%s", architecture_class(p->architecture.architecture));
    add_classes(p, &p->remark, true);
    if (strategy_may_be_easy(p))
        return;
    if (p->counting.counters ? p->counting.is_complete : !p->counting.refusal.code)
        return;
    str_add(p->mem, &p->remark, "; ");
    add_uncounted(p, &p->counting, &p->remark);
}

struct method_summary strategy_summary(struct strategy *p)
{
    struct method_summary summary = p->by;
    str_clear(&p->text);
    str_clear(&p->remark);
    if (p->representatives) {
        summary.before = onthefly_backend_text(p->representatives);
        return summary;
    }
    if (add_symmetry(p)) {
        add_remark(p);
        summary.after = str_text(&p->remark);
    }
    summary.before = p->text.count || summary.after ? str_text(&p->text) : NULL;
    return summary;
}
