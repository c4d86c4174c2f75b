// Verdicts and traces for their readers: text for people, JSON for programs, and the text that NuSMV prints, for
// scripts that know it. Everything is added to a string; printing is the caller's.
//
// `mem` is the model's own context everywhere here: values are put into words by the model.
#ifndef COSET_REPORT_REPORT_H
#define COSET_REPORT_REPORT_H

#include "base/history.h"
#include "base/statistics.h"
#include "base/str.h"
#include "report/cause_words.h"
#include "trace/reason.h"
#include "trace/trace.h"
#include "trace/warnings.h"

// How much of a trace is shown.
struct report_style {
    bool full;    // all values in every state, not only those that changed
    bool defines; // what the model's definitions are there, too
    // The inputs in the last state of a trace without a loop, for properties that speak of inputs. Functions that are
    // given a result see to it themselves.
    bool last_inputs;
    const char *word;      // "counterexample"; NULL: "trace"
    size_t property_count; // how many are numbered; 0: all that the model has by now
    bool certificates;     // verdicts tell whether they are certified
    bool color;            // of text for people: escape sequences of terminals
};

// "ctl", "invariant", ...
const char *report_kind(enum property_kind);

// ---- Text for people ------------------------------------------------------------------------------------------------

// "reachable states: 12 of 64, in 3 orbits": numbers in decimal.
void report_text_states(const struct model *, const char *reachable, const char *orbits, bool are_orbits, struct mem *,
                        struct str *out);
// ", in 7 orbits", behind a number of states; or the representatives that were chosen for them.
void report_text_orbits(const char *number, bool are_orbits, struct mem *, struct str *out);

// One line with the verdict, and after it the trace, if there is one.
void report_text_result(const struct model *, const struct result *, struct report_style, struct mem *,
                        struct str *out);
// One line that sums up.
void report_text_summary(const struct result *, size_t count, struct mem *, struct str *out);
// "2 of 3 that hold (written in 0.01 s, checked in 0.02 s)"
void report_text_certification(const struct certification_facts *, struct mem *, struct str *out);
// "1, 3, 5..9"
// Of a grid, which may be NULL: (1, 1), (2, 3).
void report_text_numbers(const struct size_grid *, const int64_t *, size_t count, struct mem *, struct str *out);
// "fails for N = 1, 3"
void report_text_sizes(const struct result_sizes *, struct mem *, struct str *out);
void report_text_proof(const struct size_proof_facts *, struct mem *, struct str *out);
// "vacuous", and of a family for which sizes.
void report_text_vacuous_for(const struct result_sizes *, const struct vacuous_sizes *, struct mem *, struct str *out);
// Of a family with certificates: "holds (certified) for N = 1, 2", if it is not so for all sizes. Else false.
bool report_text_certified_for(const struct result *, struct mem *, struct str *out);
// "not certified: ...", of a family with the sizes.
void report_text_not_certified(const struct result *, struct mem *, struct str *out);
// "counterexample of 6 states; lasso: loop back to state 2"; without a word it is a "trace". `ends`: as trace_ends().
void report_text_length(const struct trace *, const char *word, bool ends, struct mem *, struct str *out);
// A trace alone. `indent` columns are left free.
void report_text_trace(const struct trace *, struct report_style, unsigned indent, struct mem *, struct str *out);

// ---- Coverage (coverage_text.c) -------------------------------------------------------------------------------------

struct rule_coverage;
// A table of the rules.
void report_text_coverage(const struct rule_coverage *, struct mem *, struct str *out);
// The number-th thing to warn of: a rule that is never enabled, a value that no state has. False if there are no more.
bool report_coverage_warning(const struct rule_coverage *, size_t number, struct mem *, struct str *out);
void report_json_coverage(const struct rule_coverage *, struct mem *, struct str *out);

// ---- Warnings (warning_text.c) --------------------------------------------------------------------------------------

enum report_warning {
    REPORT_NO_INITIAL_STATES,
    REPORT_START_ERROR,
    REPORT_NO_FAIR_STATES,
    REPORT_NOT_TOTAL,
    REPORT_WARNINGS,
};

// Those of a model, or of each size of a family.
struct report_warnings {
    const struct model *model;
    const struct model_warnings *of; // NULL: nobody has looked for any
    size_t count;                    // 1, or the number of sizes
    const char *name;                // of the family's constant; NULL if it is none
    const struct size_grid *grid;    // of several constants; else NULL
    const int64_t *sizes;            // of a family: the value of each
};

// Adds a warning in words, as a sentence without capital and full stop; false if there is none of that kind.
bool report_text_warning(const struct report_warnings *, enum report_warning, struct mem *, struct str *out);
// An array of objects.
void report_json_warnings(const struct report_warnings *, struct mem *, struct str *out);

// ---- The text of NuSMV ----------------------------------------------------------------------------------------------

// `number` counts the traces that were shown, from 1.
void report_nusmv_result(const struct model *, const struct result *, struct report_style, size_t number, struct mem *,
                         struct str *out);
// So many reachable states, in decimal, of all that there could be.
void report_nusmv_states(const struct model *, const char *reachable, struct mem *, struct str *out);

// ---- JSON -----------------------------------------------------------------------------------------------------------
// docs/check-output.schema.json says what it looks like.

struct report_statistics {
    const char *key;
    const struct statistics *table;
    const void *values;
};

// All values of a constant in one run.
struct report_family {
    const char *name;
    const struct size_grid *grid; // of several constants; else NULL
    int64_t low, high;
    bool is_unbounded;      // every size was asked for, and those up to `high` were searched
    char *const *reachable; // the number of reachable states of each, or NULL; NULL if none was counted
};

struct report {
    const struct model *model;
    const char *model_name;       // as it was given
    const char *const *arguments; // of the command, as they were given; NULL: there were none
    size_t argument_count;
    const struct result *results;
    size_t result_count;
    const char *reachable;              // the number of reachable states in decimal; NULL if it was not counted
    const char *orbits;                 // that they are in, likewise; NULL where these are not known
    const char *representatives;        // then: that stand for them, of which an orbit may have several
    const struct report_family *family; // NULL if it is none
    const char *symmetry; // what was made of it, in a line; NULL if the model has no classes of components
    const char *symmetry_method;
    const struct report_statistics *statistics;
    size_t statistics_count;
    const char *order; // where the order of the variables is from; NULL if it is not known
    struct report_warnings warnings;
    const struct certification_facts *certification; // NULL: nobody has asked for it
    const struct rule_coverage *coverage;            // likewise
    enum cause_code partial;                         // why the work ended before all was tried; none if it did not
    double seconds;
    size_t bytes; // at most
    struct report_style style;
};

void report_json(const struct report *, struct mem *, struct str *out);
// A trace alone, as an object.
void report_json_trace(const struct trace *, struct report_style, struct mem *, struct str *out);

// ---- JUnit's XML ----------------------------------------------------------------------------------------------------

void report_junit(const struct report *, struct mem *, struct str *out);

// ---- HTML -----------------------------------------------------------------------------------------------------------

// One file that is a page by itself. The data in it are those of the JSON, with traces told by what changes.
struct report_html {
    const struct report *report;
    const struct history *history; // of the work
    const char *command_line;      // quoted for a shell
    const char *version, *libraries;
    const char *date;   // when the work began
    int status;         // of the program
    const char *source; // the text of the model; NULL: it is not shown
    size_t source_length;
};
void report_html(const struct report_html *, struct mem *, struct str *out);

// ---- Reasons (reasons.c) --------------------------------------------------------------------------------------------

// One line for each, the parts of a reason indented below it; or an object with an array of `parts`.
void report_text_reasons(const struct reasons *, unsigned indent, struct mem *, struct str *out);
void report_json_reasons(const struct reasons *, unsigned indent, struct mem *, struct str *out);

// Why a formula is true or false at a state of a trace: what `coset explain` says.
struct report_explanation {
    const char *path;          // of the model, as it was given
    const struct property *of; // whose formula it is, or that of one of its cases
    size_t index;              // of the property, from 0
    bool is_of_file;           // it is one of the model's, known by its number
    const char *violated_for;  // the components of the case; NULL: it is none
    const struct trace *trace; // in which it is told
    size_t state;              // at which it is told, from 0
    const struct reasons *reasons;
};
void report_text_explanation(const struct report_explanation *, struct mem *, struct str *out);
void report_json_explanation(const struct report_explanation *, struct mem *, struct str *out);

// ---- Reading traces back --------------------------------------------------------------------------------------------

#define REPORT_NO_PROPERTY SIZE_MAX

struct stored_trace {
    size_t property; // that it is said to refute, from 0, or REPORT_NO_PROPERTY
    struct trace trace;
};

typedef ARRAY(struct stored_trace) stored_trace_array;

// Reads a trace, or all traces of an object that report_json made. `error` gets what is wrong. The caller closes the
// traces and frees the array, also after an error.
bool report_read_traces(const char *text, size_t length, const struct model *, stored_trace_array *, struct mem *,
                        struct str *error);

// ---- Judgements of stored traces (judgement.c) ----------------------------------------------------------------------

enum report_judged { REPORT_NO_EXECUTION, REPORT_EXECUTION, REPORT_REFUTES, REPORT_NOT_ALONE, REPORT_REFUTES_NOT };

// The first two are set by who asks; `why` becomes the caller's.
struct report_judgement {
    const struct trace *trace;
    size_t property; // that it is to refute, from 0; REPORT_NO_PROPERTY: it is to be an execution, no more
    enum report_judged judged;
    bool is_accepted;
    struct str why; // it is not accepted
};
void report_judge(struct report_judgement *, const struct model *, struct mem *);
void report_text_judgement(const struct report_judgement *, struct mem *, struct str *out); // a line
void report_json_judgement(const struct report_judgement *, struct mem *, struct str *out); // an object

#endif
