// By what a property was decided: reductions, stacked from the model on, and the backend below them. Whoever hands a
// result on notes what it did; nobody guesses afterwards.
#ifndef COSET_TRACE_METHOD_H
#define COSET_TRACE_METHOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum reduction_kind {
    REDUCTION_CONE,              // of influence
    REDUCTION_PROPERTY_SYMMETRY, // a symmetry takes another property, which was decided, to this one
    REDUCTION_INSTANCES,         // one instance of a property for each orbit of them
    REDUCTION_COUNTERS,
    REDUCTION_TRACKED, // some components have their own variables beside counters
    REDUCTION_ARCHITECTURE,
    REDUCTION_FAMILY,  // all sizes together
    REDUCTION_MONITOR, // of fair rules
    REDUCTION_KINDS
};

enum backend_kind {
    BACKEND_NONE, // it was known from the text
    BACKEND_BDD,
    BACKEND_EXPLICIT,
    BACKEND_EXPLICIT_QUOTIENT,
    BACKEND_DYNAMIC,       // this one and the next two: symbolic quotients
    BACKEND_COMPONENTWISE, //
    BACKEND_COMPONENTWISE_STATES,
    BACKEND_ONTHEFLY, // this one and those behind it: by generators
    BACKEND_LIVE_REP,
    BACKEND_XI,
    BACKEND_ORBIT_XI,
    BACKEND_BACKWARD,   // for every size
    BACKEND_QUANTIFIED, // likewise
    BACKEND_BMC,        // this one and the next two: by a SAT solver
    BACKEND_INDUCTION,
    BACKEND_IC3,
    BACKEND_KINDS
};

#define METHOD_MOST_REDUCTIONS REDUCTION_KINDS
#define METHOD_ORDER_SIZE 24

struct method {
    uint8_t backend; // enum backend_kind
    uint8_t count;
    uint8_t reductions[METHOD_MOST_REDUCTIONS]; // enum reduction_kind; the last one was applied to the model first
    // Of the group of symmetries that was used for this property, "24" or, if it is large, "3.04e64"; empty if there
    // was none to use.
    char group_order[METHOD_ORDER_SIZE];
};

// One more around what is there.
void method_reduce(struct method *, enum reduction_kind);
bool method_has(const struct method *, enum reduction_kind);

// Words of the field: "cone of influence", "explicit-state".
const char *method_reduction_name(enum reduction_kind);
const char *method_backend_name(enum backend_kind);

#endif
