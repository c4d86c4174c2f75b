// Coset as a library: read a model, check its properties, look at the counterexamples, count its states, simulate it.
//
//     char *error;
//     coset_model *model = coset_open_file("mutex.smv", NULL, &error);
//     if (!model)
//         ... show error, and coset_free_text(error) ...
//     for (size_t i = 0; i < coset_property_count(model); i++) {
//         coset_result *result = coset_check(model, i, NULL);
//         if (coset_result_verdict(result) == COSET_FAILS)
//             for (size_t s = 0; s < coset_trace_length(result); s++)
//                 ... coset_trace_value(result, s, coset_find_variable(model, "a.state")) ...
//     }
//     coset_close(model);
//
// Nothing here prints, exits, or keeps anything outside of the model that it is given. Two models have nothing to do
// with each other; one model is for one thread at a time.
//
// What belongs to whom: a model owns its results, and every `const char *` that it or they give; they live until
// coset_close, results also until coset_result_free. A `char *` is the caller's, who gives it to coset_free_text.
//
// Every trace is replayed by an evaluator that knows nothing of the engines. One that does not show what it is said to
// show makes the verdict *undecided*, with a reason that begins with "internal error".
//
// Memory: a limit is one of the engines, and what they cannot have makes a property undecided. Where the system has no
// more memory for the rest (texts, models, traces), the process is aborted.
#ifndef COSET_API_COSET_H
#define COSET_API_COSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define COSET_VERSION "0.2.0"
const char *coset_version(void); // of the library

// ---- Models ---------------------------------------------------------------------------------------------------------

typedef struct coset_model coset_model;

typedef enum coset_language {
    COSET_BY_NAME, // by the ending of the name: .smv, .m (Murphi), .pnml, .aag and .aig (AIGER), .btor2 and .btor
    COSET_SMV,
    COSET_MURPHI,
    COSET_PNML,
    COSET_AIGER,
    COSET_BTOR2
} coset_language;

typedef enum coset_deadlock {
    COSET_DEADLOCK_STUTTERING, // a state that no rule changes
    COSET_DEADLOCK_STUCK,      // a state in which no rule is enabled
    COSET_DEADLOCK_OFF         // not asked for
} coset_deadlock;

// Whose Murphi a model is written in, which matters where values are undefined: docs/murphi.md.
typedef enum coset_dialect {
    COSET_DIALECT_AUTO, // CMurphi's, unless the text has something that only rumur accepts
    COSET_DIALECT_CMURPHI,
    COSET_DIALECT_RUMUR
} coset_dialect;

// A constant of a Murphi model that is to have another value than its text says.
typedef struct coset_constant {
    const char *name, *value;
} coset_constant;

// How a model is read. All zero is good; NULL stands for that.
typedef struct coset_reading {
    coset_language language;
    const coset_constant *constants; // Murphi
    size_t constant_count;
    coset_deadlock deadlock; // Murphi
    uint32_t loop_limit;     // Murphi: how often a while loop may go round; 0 for 1000
    // Texts that are read behind the model's own, in its language. Formulas are the last properties: of CTL, LTL and
    // CTL*, in SMV also of PSL. Generators and hints are what SYMMETRY and HINT state: "(p1 p2)(q1 q2)", and a
    // condition.
    const char *const *formulas, *const *generators, *const *hints;
    size_t formula_count, generator_count, hint_count;
    coset_dialect dialect; // Murphi
    bool cpp; // SMV, coset_open_file: the file goes through the C preprocessor, which is the program "cpp"; the
              // constants are macros then
    bool no_inferred_scalarsets; // Murphi: ranges stay ranges, also where they are used like scalarsets
} coset_reading;

// NULL if there is something wrong with the model, or with the file; *error then says what, in lines as compilers have
// them (file:line:column: error: ..., with the line and a caret below). It is untouched if all is well. `error` may be
// NULL for somebody who does not want to know. `name` is what messages call the text; the text is copied.
coset_model *coset_open_file(const char *path, const coset_reading *, char **error);
coset_model *coset_open_text(const char *name, const char *text, size_t length, const coset_reading *, char **error);
void coset_close(coset_model *); // NULL is fine
void coset_free_text(char *);    // likewise

// The file of coset_open_file is read once. Nothing else of what is given needs to live on.

// What the reader warned of, in lines like those of errors; "" if there is nothing. An error in the text of a property
// of an SMV model is among them: it is that property's alone, whose verdict is COSET_ERROR, and the others can be
// checked.
const char *coset_warnings(const coset_model *);

// Variables, numbered from 0. Inputs are chosen anew with each step; all others make up the state.
#define COSET_NONE ((size_t)-1)
size_t coset_variable_count(const coset_model *);
const char *coset_variable_name(const coset_model *, size_t variable); // in full: "cache[2].state"
bool coset_variable_is_input(const coset_model *, size_t variable);
size_t coset_find_variable(const coset_model *, const char *name); // or COSET_NONE

// Properties, numbered from 0, in the order of `coset check`.
size_t coset_property_count(const coset_model *);
const char *coset_property_name(const coset_model *, size_t property); // NULL if it has none
const char *coset_property_text(const coset_model *, size_t property);
size_t coset_find_property(const coset_model *, const char *name); // or COSET_NONE

// Adds a formula of CTL, LTL, CTL* or, in SMV, PSL as the last property, and gives its number; COSET_NONE, and an error
// as above, if it cannot be read. A Murphi model is read again for that: many formulas are better given when it is
// opened.
size_t coset_add_formula(coset_model *, const char *formula, char **error);

// ---- Checking -------------------------------------------------------------------------------------------------------

typedef enum coset_engine {
    COSET_ENGINE_AUTO,     // a portfolio: BDDs, explicit-state search, SAT engines
    COSET_ENGINE_SYMBOLIC, // BDDs
    COSET_ENGINE_EXPLICIT  // explicit-state search
} coset_engine;

// Symmetry reduction for symmetric components (scalarsets and rings of Murphi), and for symmetries that are stated.
// Without symmetric components, a model is checked as it is, but with COSET_SYMMETRY_ONTHEFLY.
typedef enum coset_symmetry {
    COSET_SYMMETRY_AUTO, // a portfolio; stated symmetries are used on the fly
    COSET_SYMMETRY_OFF,
    COSET_SYMMETRY_EXPLICIT,             // explicit quotient
    COSET_SYMMETRY_DYNAMIC,              // symbolic quotient (dynamic)
    COSET_SYMMETRY_COMPONENTWISE,        // symbolic quotient (component-wise)
    COSET_SYMMETRY_COMPONENTWISE_STATES, // the same, with state symmetries
    COSET_SYMMETRY_COUNTERS,             // counter abstraction
    COSET_SYMMETRY_ONTHEFLY,      // representatives chosen on the fly, by symmetries that are stated, or else found
    COSET_SYMMETRY_LIVE_REP,      // the same, and the model is restricted to them
    COSET_SYMMETRY_XI,            // the same, with their relation to the states of their orbits
    COSET_SYMMETRY_ORBIT_XI,      // least representatives, by the relation between all states of an orbit
    COSET_SYMMETRY_ARCHITECTURAL, // Murphi: reachability with all permutations of rings and arrays, where that is right
} coset_symmetry;

// Whether stated generators are seen to be symmetries of the model. With one that is not known to be, nothing is said
// to hold.
typedef enum coset_verify {
    COSET_VERIFY_AUTO, // as far as that is cheap
    COSET_VERIFY_ON,   // whatever it takes
    COSET_VERIFY_OFF
} coset_verify;

// An option of `coset check`, by its name there and as one would write it: {"strategy", "chaining"}, {"cone", "off"}.
// All are there that say how to check, and those of representatives on the fly; coset_variable_order stands for
// "write-order".
typedef struct coset_setting {
    const char *name, *value;
} coset_setting;

// All zero is good; NULL stands for that.
typedef struct coset_options {
    double time_limit;   // seconds for the call, however many properties it is about; 0: none
    size_t memory_limit; // bytes for the engines; 0: none
    coset_engine engine;
    coset_symmetry symmetry;
    bool no_traces;                     // verdicts are enough
    bool fail_fast;                     // coset_check_all stops at the first failure; the rest is undecided
    bool (*interrupted)(void *context); // asked now and then; true makes what is not decided yet undecided
    void *context;
    // Processes that share the work; each decides some of the properties. Only with more than one, the process that
    // calls makes others (by fork); they end before the call does, and the calling program must not wait for them.
    unsigned jobs;
    // The work is saved in one file now and then, and at the end of the call, and goes on from another one, which may
    // be the same. A checkpoint is one of a call with the same model, options and version; NULL: none.
    const char *checkpoint, *resume;
    double every; // seconds between two times that it is saved; 0: a minute
    coset_verify verify_generators;
    const coset_setting *settings; // all else; they come last
    size_t setting_count;
} coset_options;

typedef enum coset_verdict {
    COSET_HOLDS,
    COSET_FAILS,
    COSET_UNDECIDED,
    COSET_ERROR
} coset_verdict; // an error: of the property's text

typedef struct coset_result coset_result;

// Never NULL. With the same options, calls share what they find, unless they use files or several processes.
coset_result *coset_check(coset_model *, size_t property, const coset_options *);
// All properties; the time is shared. `results` has room for coset_property_count, or is NULL. What is given: *error*
// if one has an error, else *fails* if one fails, else *undecided* if one is, else *holds*.
coset_verdict coset_check_all(coset_model *, const coset_options *, coset_result **results);

// The number of reachable states, in decimal; NULL, and the reason in *error, if it could not be found. Symmetries help
// to find it, but all states are counted.
char *coset_count_states(coset_model *, const coset_options *, char **error);
// The same for the orbits that they are in; where an orbit may have several representatives, for these. Without
// symmetries there are as many as states.
char *coset_count_orbits(coset_model *, const coset_options *, char **error);

// Murphi: how often rules are enabled and fire in the reachable states, in lines as of `coset check --coverage`; NULL,
// and the reason in *error, if that is not known. It takes explicit-state search by the text of the model, whatever the
// options say of that; *is_complete, if that is not NULL, becomes whether all states were looked at.
char *coset_rule_coverage(coset_model *, const coset_options *, bool *is_complete, char **error);

// The variable order of BDDs, one name a line, the top first, as the option "order" takes it from a file; NULL, and the
// reason in *error, if there is none. An order that was found for all properties is a good one to begin with.
char *coset_variable_order(coset_model *, const coset_options *, char **error);

// What makes verdicts mean less than one may think.
enum {
    COSET_NO_INITIAL_STATES = 1, // nothing is there that verdicts could be about
    COSET_START_ERROR = 2,       // Murphi: a start goes wrong, and leads to no state
    COSET_NO_FAIR_STATES = 4,    // no reachable state begins a fair path
    COSET_NOT_TOTAL = 8,         // a reachable state has no successor
    COSET_TOTALITY_UNKNOWN = 16, // it is not known whether one has none
};
// Which of them are known, of what was checked with these options; if that is nothing, of the model. *text, if `text`
// is not NULL, becomes what `coset check` warns of, a line each.
unsigned coset_find_warnings(coset_model *, const coset_options *, char **text);

// Certificates of what holds (docs/certificates.md). Whatever decided a property, its proof is found anew, on the model
// as the file has it; of the options, the limit of time and `interrupted` count. Results are of this model, and none of
// a family's. What does not hold or was computed is left out.
//
// Writes one of all these results, for coset-certify to check. False, and *error is why, if it cannot be written.
bool coset_write_certificate(coset_model *, const coset_result *const *, size_t count, const char *path,
                             const coset_options *, char **error);

// A witness circuit of these results and the circuit of the model, for checkers of hardware model checking, as of
// `coset check --certificate-format aiger`: both in AIGER, by the ending of the path as text (.aag) or binary. Results
// that are not about all reachable states are left out, which coset_messages tells. False, and *error is why, as above.
bool coset_write_witness_circuit(coset_model *, const coset_result *const *, size_t count, const char *witness_path,
                                 const char *model_path, const coset_options *, char **error);

// An inductive invariant that proves these results, found by IC3, as of `coset check --invariant`: declarations of the
// model's language, SMV or Murphi, to be appended to its text, behind a comment that says what they prove. *proved, if
// that is not NULL, becomes how many results that is; without any there are no declarations. NULL, and *error is why,
// if there can be none.
char *coset_invariant(coset_model *, const coset_result *const *, size_t count, const coset_options *, size_t *proved,
                      char **error);

typedef enum coset_certified {
    COSET_NOT_CERTIFIED, // no proof was found, or it could not be checked: the text says why
    COSET_CERTIFIED,     // the text has the form of the proof
    COSET_REFUTED        // the proof is wrong, or the verdict: the text says where
} coset_certified;
// Makes one of a single result, and has it checked in this process, by what coset-certify consists of. *text, if `text`
// is not NULL, becomes what there is to say.
coset_certified coset_certify(coset_model *, const coset_result *, const coset_options *, char **text);

// Of the last call that took options:
const char *coset_messages(const coset_model *); // what else there was to say: lines with errors and warnings, or ""
const char *coset_symmetry_used(const coset_model *); // what was made of symmetry, in a line; NULL if there is none
char *coset_statistics(coset_model *);                // what the work took, in lines, as of `coset check --stats`

// ---- Results --------------------------------------------------------------------------------------------------------

void coset_result_free(coset_result *); // NULL is fine
coset_verdict coset_result_verdict(const coset_result *);
size_t coset_result_property(const coset_result *);
const char *coset_result_reason(const coset_result *);        // undecided, error, fails without a trace: why; else NULL
const char *coset_result_runtime_error(const coset_result *); // fails by a run-time error: which; else NULL
const char *coset_result_vacuous(const coset_result *);       // holds only since this never happens; else NULL
// Of a quantified invariant that fails: for what it is violated, "p = Proc_1, q = Proc_2"; else NULL.
const char *coset_result_witness(coset_result *);
bool coset_result_vacuity_is_open(const coset_result *); // holds, perhaps vacuously: that is undecided
double coset_result_seconds(const coset_result *);
// Of what holds with {"hash-compaction", "on"}: the probability that states were missed, so that the verdict may be
// wrong; else 0.
double coset_result_missed_probability(const coset_result *);
// Of COMPUTE MIN and MAX, which hold once they are known: the number of steps, -1 if there is no end to it, or -2 if
// it is undefined (MAX, where one of its conditions is never true). False if the property has no number, or it is not
// known.
bool coset_result_number(const coset_result *, int64_t *number);
// By what it was decided, from the model on: reductions, and the engine below them, as in the JSON of `coset check`.
const char *coset_result_method(const coset_result *);
// What the verdict rests on without having been checked: NULL for a number that is too large.
const char *coset_result_assumption(const coset_result *, size_t number);

// The counterexample: states from 0. The inputs of the step from a state to the next are in that state. After
// the last state the lasso loops back to state coset_trace_loop, if that is not COSET_NONE. A length of 0: there is
// none.
size_t coset_trace_length(const coset_result *);
size_t coset_trace_loop(const coset_result *);
bool coset_trace_ends(const coset_result *); // Murphi: no rule leads on from the last state: it stutters
// The value of a variable as text: "TRUE", "3", "critical"; NULL if there is no such state or variable.
const char *coset_trace_value(coset_result *, size_t state, size_t variable);
const char *coset_trace_value_of(coset_result *, size_t state, const char *variable);
// The same as a number, for truth values (0 and 1), integers and words; false for all else.
bool coset_trace_number(const coset_result *, size_t state, size_t variable, int64_t *number);
// The name of the rule that makes the step from a state, with the values of its parameters; NULL if no step follows, or
// steps have no names (SMV).
const char *coset_trace_rule(coset_result *, size_t state);

// The variables of the trace. They are those of the model, but for a family, whose traces have those of their size.
size_t coset_trace_variable_count(const coset_result *);
const char *coset_trace_variable_name(const coset_result *, size_t variable);

// Results as `coset check` shows them. They are of this model, and neither of a family nor of a simulation; others are
// left out. What the last call tells besides (symmetry, statistics, what coset_warnings has found) is in the JSON.
typedef enum coset_format {
    COSET_FORMAT_TEXT,
    COSET_FORMAT_NUSMV,
    COSET_FORMAT_JSON,   // docs/check-output.schema.json
    COSET_FORMAT_JUNIT,  // XML
    COSET_FORMAT_WITNESS // witnesses of AIGER or BTOR2; nothing of a model that is no circuit
} coset_format;
// All zero is good; NULL stands for that.
typedef struct coset_style {
    bool full_traces; // all variables in each state of a trace, not only those that change
    bool defines;     // what the model's definitions are there, too
} coset_style;
char *coset_report(coset_model *, const coset_result *const *, size_t count, coset_format, const coset_style *);

// ---- Families -------------------------------------------------------------------------------------------------------

#define COSET_EVERY_SIZE INT64_MAX

// A Murphi model for all values of a constant, in one go.
typedef struct coset_range {
    const char *constant;
    int64_t low, high;    // COSET_EVERY_SIZE: there is no largest one, and what holds is proved for all
    const int64_t *shown; // the size whose traces are wanted; NULL: for each property the smallest one that fails
    bool states;          // are to be counted, of each size
} coset_range;

typedef struct coset_family coset_family;

// NULL, and *error, if there is none. It is the model's, as results are. Formulas of the model are asked for, too.
coset_family *coset_check_family(coset_model *, const coset_range *, const coset_options *, char **error);
// The same for all combinations of the values of several constants. Sizes are then the numbers of these combinations,
// from 1 on, in the order of the first constant, then of the second one. All ranges have `shown`, or none; `states` is
// that of the first one.
coset_family *coset_check_families(coset_model *, const coset_range *ranges, size_t count, const coset_options *,
                                   char **error);
void coset_family_free(coset_family *); // NULL is fine

// The sizes: from *low to *high. With several constants, the value that one has in a size; false if there is none.
void coset_family_sizes(const coset_family *, int64_t *low, int64_t *high);
bool coset_family_value(const coset_family *, int64_t size, const char *constant, int64_t *number);

size_t coset_family_property_count(const coset_family *);
const char *coset_family_property_name(const coset_family *, size_t property); // NULL if it has none
const char *coset_family_property_text(const coset_family *, size_t property);
// The result for all sizes together, with a counterexample if one fails: of the size that coset_family_shown gives.
coset_result *coset_family_result(coset_family *, size_t property);
bool coset_family_shown(const coset_family *, size_t property, int64_t *size);
coset_verdict coset_family_verdict(const coset_family *, size_t property, int64_t size); // of one size
// A left side that never happens where it holds for a size; NULL if there is none. coset_result_vacuous tells what is
// so for all sizes.
const char *coset_family_vacuous(const coset_family *, size_t property, int64_t size);
// Whether it was proved for every size, and the invariants that prove all that was, as declarations of Murphi's
// language: "" if there are none. The text is the family's.
bool coset_family_is_proved(const coset_family *, size_t property);
const char *coset_family_proof(const coset_family *, size_t property); // how, in a line; NULL if it is not
const char *coset_family_invariants(const coset_family *);
// The number of reachable states of a size, and of their orbits (or representatives, as of coset_count_orbits); NULL if
// it is not known.
const char *coset_family_states(const coset_family *, int64_t size);
const char *coset_family_orbits(const coset_family *, int64_t size);
unsigned coset_family_warnings(const coset_family *, char **text); // of all sizes
// Writes a certificate of what holds for each size, to files with its values behind the path: FILE.3, or FILE.2.3; with
// COSET_EVERY_SIZE, what proves it as obligations for SMT solvers, to one file. False, and *error is why, as above.
bool coset_family_write_certificates(coset_family *, const char *path, const coset_options *, char **error);

// ---- Simulation -----------------------------------------------------------------------------------------------------

// How a simulation goes. All zero is good; NULL stands for that.
typedef struct coset_steering {
    uint64_t seed; // what chance begins with; 0: 1
    // Conditions on the first state, and on all states; in SMV, the latter also on steps, by inputs and next values.
    const char *const *starts, *const *constraints;
    size_t start_count, constraint_count;
    size_t choices; // of more states that can come next, so many are picked by chance; 0: 100
} coset_steering;

typedef struct coset_simulation coset_simulation;

// A trace that grows, by chance or as the caller chooses; it begins with no state. NULL, and *error as of
// coset_open_file, if a condition cannot be used. It is the model's, as results are.
coset_simulation *coset_simulate(coset_model *, const coset_steering *, char **error);
void coset_simulation_free(coset_simulation *); // NULL is fine

// Adds so many states by chance, the first of which is an initial one. Gives how many there were.
size_t coset_simulation_run(coset_simulation *, size_t states);
// How many states can come next: initial ones while there is none, else successors of the last one.
size_t coset_simulation_choices(coset_simulation *);
bool coset_simulation_take(coset_simulation *, size_t choice); // one of those, from 0; false: there is no such one
bool coset_simulation_undo(coset_simulation *);                // takes the last state away; false: there is none
const char *coset_simulation_end(coset_simulation *);          // why nothing can come next; NULL if something can
// What is to be said of the last state, a line each: invariants that it violates, and run-time errors; "" if nothing
// is.
const char *coset_simulation_remarks(coset_simulation *);

// The trace as it is now, for coset_trace_*, whose variables are numbered by coset_trace_variable_name. The result has
// no property (COSET_NONE) and is undecided. And the step to a choice: the last state, if there is one, and the next.
coset_result *coset_simulation_trace(coset_simulation *);
coset_result *coset_simulation_choice(coset_simulation *, size_t choice); // NULL: there is no such one

#ifdef __cplusplus
}
#endif

#endif
