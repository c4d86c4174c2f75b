#include "trace/method.h"

// There is room for each of them once.
void method_reduce(struct method *m, enum reduction_kind kind)
{
    if (!method_has(m, kind))
        m->reductions[m->count++] = (uint8_t)kind;
}

bool method_has(const struct method *m, enum reduction_kind kind)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->reductions[i] == kind)
            return true;
    return false;
}

const char *method_reduction_name(enum reduction_kind kind)
{
    static const char *const names[REDUCTION_KINDS] = {
        [REDUCTION_CONE] = "cone of influence",
        [REDUCTION_PROPERTY_SYMMETRY] = "symmetric property",
        [REDUCTION_INSTANCES] = "property instances",
        [REDUCTION_COUNTERS] = "counter abstraction",
        [REDUCTION_TRACKED] = "tracked components",
        [REDUCTION_ARCHITECTURE] = "architectural symmetry",
        [REDUCTION_FAMILY] = "family",
        [REDUCTION_MONITOR] = "fairness monitor",
    };
    return names[kind];
}

const char *method_backend_name(enum backend_kind kind)
{
    static const char *const names[BACKEND_KINDS] = {
        [BACKEND_NONE] = "text",
        [BACKEND_BDD] = "BDD",
        [BACKEND_EXPLICIT] = "explicit-state",
        [BACKEND_EXPLICIT_QUOTIENT] = "explicit quotient",
        [BACKEND_DYNAMIC] = "symbolic quotient (dynamic)",
        [BACKEND_COMPONENTWISE] = "symbolic quotient (component-wise)",
        [BACKEND_COMPONENTWISE_STATES] = "symbolic quotient (component-wise, with state symmetries)",
        [BACKEND_ONTHEFLY] = "on-the-fly representatives",
        [BACKEND_LIVE_REP] = "on-the-fly representatives (live-rep)",
        [BACKEND_XI] = "on-the-fly representatives (xi)",
        [BACKEND_ORBIT_XI] = "on-the-fly representatives (orbit-xi)",
        [BACKEND_BACKWARD] = "backward reachability",
        [BACKEND_QUANTIFIED] = "quantified invariants",
        [BACKEND_BMC] = "bounded model checking (SAT)",
        [BACKEND_INDUCTION] = "k-induction (SAT)",
        [BACKEND_IC3] = "IC3 (SAT)",
    };
    return names[kind];
}
