#include "run/method_summary.h"

#include <string.h>

void method_add_text(const struct method *method, struct mem *mem, struct str *out)
{
    for (size_t i = method->count; i-- > 0;)
        str_add(mem, out, "%s, ", method_reduction_name(method->reductions[i]));
    str_add(mem, out, "%s", method_backend_name(method->backend));
}

void method_summary_note(struct method_summary *s, const struct result *result)
{
    s->by_backend[result->method.backend] = true;
    for (size_t i = 0; i < result->method.count; i++)
        s->by_reduction[result->method.reductions[i]] = true;
}

// Texts are those of the first one that has some.
void method_summary_add(struct method_summary *s, const struct method_summary *more)
{
    for (size_t i = 0; i < BACKEND_KINDS; i++)
        s->by_backend[i] |= more->by_backend[i];
    for (size_t i = 0; i < REDUCTION_KINDS; i++)
        s->by_reduction[i] |= more->by_reduction[i];
    if (!s->before) {
        s->before = more->before;
        s->after = more->after;
    }
}

static void add_ways(const struct method_summary *s, struct mem *mem, struct str *out)
{
    const char *between = "";
    if (s->by_reduction[REDUCTION_COUNTERS]) {
        str_add(mem, out, "%s%s", s->by_reduction[REDUCTION_ARCHITECTURE] ? "architectural, " : "",
                method_reduction_name(REDUCTION_COUNTERS));
        if (s->by_reduction[REDUCTION_TRACKED])
            str_add(mem, out, " (with %s)", method_reduction_name(REDUCTION_TRACKED));
        between = " and ";
    }
    for (enum backend_kind i = BACKEND_EXPLICIT_QUOTIENT; i <= BACKEND_COMPONENTWISE_STATES; i++)
        if (s->by_backend[i]) {
            str_add(mem, out, "%s%s", between, method_backend_name(i));
            between = " and ";
        }
    if (s->by_backend[BACKEND_BACKWARD] || s->by_backend[BACKEND_QUANTIFIED]) {
        str_add(mem, out, "%sproof for every size", between);
        between = " and ";
    }
    str_add(mem, out, *between ? " of " : "not used for ");
}

bool method_summary_text(const struct method_summary *s, struct mem *mem, struct str *out)
{
    if (!s->before)
        return false;
    str_add(mem, out, "%s", s->before);
    if (s->after) {
        add_ways(s, mem, out);
        str_add(mem, out, "%s", s->after);
    }
    return true;
}

const char *method_summary_word(const struct method_summary *s)
{
    static const char *const words[BACKEND_KINDS] = {
        [BACKEND_EXPLICIT_QUOTIENT] = "explicit",
        [BACKEND_DYNAMIC] = "dynamic",
        [BACKEND_COMPONENTWISE] = "componentwise",
        [BACKEND_COMPONENTWISE_STATES] = "componentwise+states",
        [BACKEND_ONTHEFLY] = "onthefly",
        [BACKEND_LIVE_REP] = "live-rep",
        [BACKEND_XI] = "xi",
        [BACKEND_ORBIT_XI] = "orbit-xi",
    };
    if (s->by_reduction[REDUCTION_ARCHITECTURE])
        return "architectural";
    if (s->by_reduction[REDUCTION_COUNTERS])
        return "counters";
    for (size_t i = BACKEND_KINDS; i-- > 0;)
        if (s->by_backend[i] && words[i])
            return words[i];
    return "off";
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool method_class_is_named(const struct model *m, size_t class)
{
    const struct component_class *c = model_class(m, class);
    for (size_t i = 0; i < class; i++)
        if (model_class(m, i)->size >= 2 && strcmp(model_class(m, i)->name, c->name) == 0 &&
            is_same_text(model_class(m, i)->obstacle, c->obstacle))
            return true;
    return false;
}
