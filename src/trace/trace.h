// Traces of a model, and verdicts on its properties. Nothing here knows decision diagrams: a trace is judged by the
// model's evaluator alone.
//
// Where a function takes a context and gives text, the context is the model's own: the model puts values into words.
#ifndef COSET_TRACE_TRACE_H
#define COSET_TRACE_TRACE_H

#include "base/array.h"
#include "base/cause.h"
#include "base/mem.h"
#include "base/str.h"
#include "model/eval.h"
#include "model/model.h"
#include "trace/method.h"
#include "trace/size_grid.h"

// ---- Traces ---------------------------------------------------------------------------------------------------------

#define TRACE_NO_LOOP SIZE_MAX

// A trace: states one after the other, each with a value for every cell. The inputs of the step from state i to state
// i + 1 are in state i. With a loop, the step after the last state leads to the state `loop`, whose copy is not
// repeated.
struct trace {
    const struct model *model;
    size_t cells;
    ARRAY(value) values; // of all states, one after the other
    size_t loop;
};

void trace_open(struct trace *, const struct model *);
void trace_close(struct trace *, struct mem *);
size_t trace_length(const struct trace *); // states
value *trace_state(const struct trace *, size_t);
value *trace_push(struct trace *, struct mem *, const value *state); // gives the copy

// Where executions that end stay in their last state, a trace that has come to an end goes on in one way only: it is
// cut off there, and its last state repeats forever. And whether a trace is such a one.
void trace_settle(struct trace *, struct mem *);
bool trace_ends(const struct trace *, struct evaluator *);

// The same trace in terms of another model, whose cells have the same names: symbols may have other numbers there, and
// a truth value may be an enumeration with "undefined" in one of them only. False if there is a cell, or a value of it,
// that the other model lacks; else `result` is opened.
bool trace_translate(const struct trace *, struct model *to, struct mem *, struct trace *result);
// The same where the other model has fewer of the cells.
bool trace_project(const struct trace *, struct model *to, struct mem *, struct trace *result);

// Whether the trace is one of the model's: its first state is initial, every step is a step, and the loop closes.
// `error` gets what is wrong, in the user's names.
bool trace_replay(const struct trace *, struct mem *, struct str *error);

// Whether the trace shows what it is said to show: that the property fails (or, for a property that asserts a path,
// what a witness would be). Decided for invariants, and for formulas that a single trace decides (by evaluating the
// formula on the trace with its loop); others count as shown. `error` gets the reason if not.
bool trace_shows_failure(const struct trace *, const struct property *, struct mem *, struct str *error);
// Both: false, and `error` gets what an engine that has found such a trace is to be blamed for. Else *runtime_error is
// what goes wrong in the trace's last state if the property is about that, and NULL if it is not.
bool trace_judge(const struct trace *, const struct property *, const char **runtime_error, struct mem *,
                 struct str *error);
// Whether the trace shows so by itself: the property is false on this trace, whatever else the model can do.
bool trace_refutes(const struct trace *, const struct property *, struct mem *);
// What goes wrong on a trace that shows that a property fails: the model's text, or NULL if nothing does.
const char *trace_find_runtime_error(const struct trace *, const struct property *, struct mem *);
// For what a quantified invariant is violated in a state of a trace; NULL if it is not, or that is not known.
const struct property_case *trace_find_case(const struct trace *, const struct property *, size_t state, struct mem *);
// Whether something can go wrong that is the property's failure.
bool property_has_runtime_errors(const struct model *, const struct property *);

// ---- Verdicts -------------------------------------------------------------------------------------------------------

// A property that is wrong by itself (see model.h) is an error, which is no engine's answer.
enum verdict { VERDICT_HOLDS, VERDICT_FAILS, VERDICT_UNDECIDED, VERDICT_ERROR };

// For which sizes of a family a property holds vacuously, by this left side.
struct vacuous_sizes {
    const char *left;
    const int64_t *sizes; // ascending
    size_t count;
};

// A proof for every size, as a person wants to know it.
enum size_proof_method { SIZE_PROOF_BACKWARD, SIZE_PROOF_COUNTERS, SIZE_PROOF_QUANTIFIED };
struct size_proof_facts {
    enum size_proof_method method;
    uint64_t invariants;         // backward: of which it consists
    uint64_t elements;           // backward: that the largest of them speaks of; quantified: for how many it is
    uint64_t nodes;              // quantified: of its diagram
    uint64_t contexts;           // quantified: for so many conditions it says whether there is some other element
    uint64_t named;              // quantified: elements that have names, besides
    uint64_t least;              // not by counters: elements, also with names, of the smallest size that is asked for
    bool has_invariants;         // quantified: there are invariants that say as much as is needed, ...
    enum cause_code unexplained; // ... or why not
    uint64_t instance;           // elements of the largest model that it took
    bool relaxes_rings;          // not by counters: neighbours in a ring are any elements
    bool relaxes_loops;          // not by counters: loops of start states leave any element in a variable
    uint64_t threshold;          // counters: from which number on they do not count
    const char *states;          // counters: how many states they have; NULL: that is not known
    struct method by;            // counters: who searched them
};

// Of a family of models, for several values of a constant: for which of them it is so.
struct result_sizes {
    const char *name;             // of the constant; of several "(N, M)"
    const struct size_grid *grid; // of several; else NULL
    int64_t low, high;
    const int64_t *failing, *undecided; // ascending
    size_t failing_count, undecided_count;
    int64_t shown;      // that the trace is of
    int64_t error_size; // that the run-time error is of, if there is one
    const struct vacuous_sizes *vacuous;
    size_t vacuous_count;
    bool is_unbounded; // every size from `low` on is asked for; those up to `high` were searched
    bool is_proved;    // and it holds in all of them
    const struct size_proof_facts *proof;
    bool is_judged;                         // certificates were asked for: of those in which it holds, ...
    const int64_t *certified, *uncertified; // ... and those that are not for the cause that the mark has
    size_t certified_count, uncertified_count;
};

// What the judge of certificates says of a property that was found to hold.
enum certificate_status { CERTIFICATE_CERTIFIED, CERTIFICATE_NOT, CERTIFICATE_REFUTED };
struct certificate_mark {
    enum certificate_status status;
    const char *form; // certified: that of the proof, as the judge names it
    struct cause why; // else: why
};

// What certificates were made and checked, and what that cost.
struct certification_facts {
    size_t certified, holding; // properties: certified ones of those that hold; of a family: in each size
    double writing_seconds, checking_seconds;
};

struct result {
    size_t property; // its number in the model, from 0
    enum verdict verdict;
    struct cause cause; // undecided, error: why
    // Undecided: it is known to fail, but the counterexample could not be built, for that reason. Other ways may still
    // build one; when nobody has, result_settle makes the verdict of it.
    bool is_refuted;
    bool is_early;                  // fails: found in a search for another property, which goes on
    struct cause no_trace;          // fails: why the counterexample that was asked for is missing; else none
    const char *const *assumptions; // what the verdict rests on without having been checked; static texts
    size_t assumption_count;
    double missed;               // holds: the probability that a state was missed is no more than this; 0: none was
    const char *runtime_error;   // fails: what goes wrong in the last state of the trace; NULL if that is nothing
    const char *vacuous;         // holds: the first left side that never happens, of the property's vacuities; else
                                 // NULL. Of a family: in all sizes
    uint32_t vacuities;          // all of them: bits by their numbers
    bool is_vacuity_open;        // the search for one of them did not come to an end
    bool has_value, is_infinite; // of a number of steps that was to be computed
    bool is_undefined;           // there are no two ends for it to be between
    int64_t value;
    bool has_trace;
    struct trace trace;
    double seconds;
    struct method method;                       // by which it was decided, or tried last
    const struct result_sizes *sizes;           // NULL: the model is no family
    const struct certificate_mark *certificate; // NULL: nobody has asked for one, or it did not hold
};

// What is known of a property before any search. False if that is all that can be: the front end knows the verdict or
// refuses it, or it depends on fairness of rules, which is for models with a monitor.
bool result_begin(struct result *, const struct model *, size_t property);

void result_note_vacuous(struct result *, const struct vacuity *); // one after the other, by their numbers
// Of a property that holds if all its parts do: what is vacuous in this one and in those before it.
void result_keep_vacuous(struct result *, uint32_t vacuities, const struct property *);
// What was noted of the property in another model, or of one that a symmetry takes to it, as a text of this one.
void result_translate_vacuous(struct result *, const struct property *);

// A failure whose counterexample nobody could build is a failure.
void result_settle(struct result *);

#endif
