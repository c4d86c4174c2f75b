// Why a question has no answer, or something cannot be done: a code, and what it is about. Who decides what to do next
// looks at the code; the words for people are in report/cause_words.c and report/refusal_words.c, and nowhere else.
//
// What a cause is about are names, values and numbers of the model; only what others say in words of their own (front
// ends, the system, another program) is a text as it stands. A cause is copied; its texts and what it points at are
// borrowed: from the model, or from whoever made the cause. cause_keep makes a copy that stands alone.
#ifndef COSET_BASE_CAUSE_H
#define COSET_BASE_CAUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum cause_code {
    CAUSE_NONE, // there is none, or nobody has said so far

    // The run
    CAUSE_INTERRUPTED,
    CAUSE_OUT_OF_TIME,
    CAUSE_OUT_OF_MEMORY,
    CAUSE_MODEL_NOT_BUILT, // time or memory ran out before
    CAUSE_OUTPUT_LOST,
    CAUSE_COMPACTED,        // it asks for all states, or a state may have been missed
    CAUSE_FAIL_FAST,        // another property fails, and nothing else was asked for then
    CAUSE_NO_MODEL_OF_SIZE, // in a family: the text has none
    CAUSE_WORKER_KILLED,    // numbers[0]: by which signal
    CAUSE_WORKER_ENDED,     // numbers[0]: with which status
    CAUSE_WORKER_NONSENSE,
    CAUSE_NO_PROCESS, // numbers[0]: errno
    CAUSE_NOT_FOUND,
    CAUSE_NOT_KNOWN,

    // Internal errors
    CAUSE_NOT_AN_EXECUTION, // a trace, of the reduced model
    CAUSE_CONTRADICTION,    // between two methods
    CAUSE_REPLAY_FAILED,    // text: how
    CAUSE_LASSO_UNFAIR,
    CAUSE_LASSO_SHOWS_NOTHING,
    CAUSE_CERTIFICATE_REFUTED, // inner: where
    CAUSE_NO_ANSWER,           // of any method

    // What is asked for
    CAUSE_REFUSED_INPUT, // text: the first message about it
    CAUSE_NO_SUCH_PROPERTY,
    CAUSE_UNSUPPORTED,    // text: by which property
    CAUSE_NOT_APPLICABLE, // the reduction that was asked for; inner: why
    CAUSE_NOT_PROVED,     // for every size; inner: why
    CAUSE_NO_FAIRNESS_MONITOR,
    CAUSE_UNKNOWN_LOCAL_STATES,
    CAUSE_TEXT_NOT_SEARCHED,

    // Decision diagrams
    CAUSE_TOO_MANY_VARIABLES,              // numbers: how many, and how many there may be
    CAUSE_TOO_MANY_VARIABLES_WITH_FORMULA, // numbers: the same, without those of the formula
    CAUSE_AMBIGUOUS_NAME,
    CAUSE_FORMULA_TOO_LARGE,
    CAUSE_AUTOMATON_TOO_LARGE,
    CAUSE_BRANCHING_INSIDE_LINEAR,
    CAUSE_SET_TOO_LARGE,
    CAUSE_UNEVEN_COUNTERS,

    // Searches of a part, and representatives
    CAUSE_PARTLY_EXPLORED, // where the formula is not about all paths
    CAUSE_NO_VIOLATION_SO_FAR,
    CAUSE_NO_VIOLATION_UNKNOWN_SYMMETRY,
    CAUSE_NO_VIOLATION_LAST_HINT,
    CAUSE_NO_VIOLATION_RESTRICTED,
    CAUSE_UNKNOWN_SYMMETRY,
    CAUSE_OVER_BUDGET, // of work that was to make it cheaper
    CAUSE_SEVERAL_REPRESENTATIVES,
    CAUSE_NOT_BACKWARDS,
    CAUSE_NOT_ALL_SEARCHED,
    CAUSE_MULTISET_OF_IDS,
    CAUSE_INPUTS,
    CAUSE_NO_EXCHANGE,

    // Explicit states
    CAUSE_UNSUPPORTED_KIND,
    CAUSE_UNSUPPORTED_FAIRNESS,
    CAUSE_UNSUPPORTED_MEMBER, // of a family
    CAUSE_MISFIT_OF_MEMBER,
    CAUSE_NO_MEMBERS, // the search does not tell them apart
    CAUSE_TOO_MANY_VALUES,
    CAUSE_TOO_MANY_PROMISES,
    CAUSE_LOOP_TOO_LONG,
    CAUSE_NEEDS_ONE_PROCESS, // it asks for the graph of all states
    CAUSE_RANK_SILENT,       // one of the processes that search together

    // SAT engines
    CAUSE_NO_COUNTEREXAMPLE_WITHIN, // numbers[0]: so many steps
    CAUSE_NO_INFINITE_PATH,         // that goes on from a violation is known
    CAUSE_NO_SAT_QUESTION,

    // Saved searches
    CAUSE_UNREADABLE_FILE,
    CAUSE_EMPTY_FILE,
    CAUSE_BAD_FILE, // text: what is wrong with it
    CAUSE_MISFIT_OF_SETS,
    CAUSE_MISFIT_OF_STATES,
    CAUSE_MISFIT_OF_CLAUSES,

    // Models as reductions read them
    CAUSE_STEP_CONDITIONS,
    CAUSE_CONDITIONAL_STARTS,
    CAUSE_NOT_ONE_STATE, // text: which start
    CAUSE_NO_STARTS,
    CAUSE_HAS_MULTISETS,
    CAUSE_HAS_INPUTS,
    CAUSE_HAS_INPUTS_OR_FROZEN,
    CAUSE_HAS_REGULAR, // a formula
    CAUSE_LEAVES_FREE, // text: which action
    CAUSE_CELL_TOO_LARGE,

    // Counters (reduce/counter/)
    CAUSE_COUNTER_NO_CLASS, // allows all permutations
    CAUSE_COUNTER_UNSEEN_LOCALS,
    CAUSE_COUNTER_TIME,
    CAUSE_COUNTER_RING, // text: the class; and where nothing else is said so below
    CAUSE_COUNTER_NO_COMPONENTS,
    CAUSE_COUNTER_TWO_OWNERS,   // text: the cell
    CAUSE_COUNTER_IDS,          // texts: the cell, the class
    CAUSE_COUNTER_POOLED_IDS,   // likewise
    CAUSE_COUNTER_POOLED_CELLS, // likewise
    CAUSE_COUNTER_UNLIKE_CELLS, // text: the class
    CAUSE_COUNTER_UNCLEAR_ID,
    CAUSE_COUNTER_MANY_LOCALS,
    CAUSE_COUNTER_MANY_CASES,
    CAUSE_COUNTER_MANY_COMBINATIONS,
    CAUSE_COUNTER_MANY_TAKE_PART,
    CAUSE_COUNTER_MANY_CLASSES,
    CAUSE_COUNTER_NO_COUNTER_AT_START,
    CAUSE_COUNTER_UNSYMMETRIC_ASSUMPTION,
    CAUSE_COUNTER_FAIRNESS,
    // ... an expression
    CAUSE_COUNTER_NEXT_VALUES,
    CAUSE_COUNTER_ID_READ,
    CAUSE_COUNTER_SOME_ONLY, // text: the class
    CAUSE_COUNTER_CHOICE,
    CAUSE_COUNTER_COMPARES, // text: the class
    CAUSE_COUNTER_DEEP,
    CAUSE_COUNTER_LARGE,
    CAUSE_COUNTER_CHOICE_OR_NEXT,
    CAUSE_COUNTER_DIVISION,
    CAUSE_COUNTER_SINGLE,       // text: the class
    CAUSE_COUNTER_NAMES_SINGLE, // text: the class
    CAUSE_COUNTER_NOT_SYMMETRIC,
    CAUSE_COUNTER_ASSIGNED_APART,
    CAUSE_COUNTER_SOME_ASSIGNED,
    CAUSE_COUNTER_NO_PARAMETERS,
    // ... without bound
    CAUSE_COUNTER_UNSYMMETRIC_SIZE,
    CAUSE_COUNTER_ASSUMPTION,
    CAUSE_COUNTER_TEMPORAL,
    CAUSE_COUNTER_COVER,
    CAUSE_COUNTER_NUMBERS,        // text: the class
    CAUSE_COUNTER_LONG_PREDICATE, // text: the class
    CAUSE_COUNTER_DEPENDENT,      // text: the class
    // ... as text
    CAUSE_COUNTER_FIXED_ELEMENTS,
    CAUSE_COUNTER_NAMELESS,

    // Architectural symmetry (reduce/architecture/)
    CAUSE_OF_CLASS, // text: which one; inner: what is so of it
    CAUSE_ARCHITECTURE_ONLY_MURPHI,
    CAUSE_ARCHITECTURE_FAIR_RULES,
    CAUSE_ARCHITECTURE_NOT_SO, // it was tried
    CAUSE_ARCHITECTURE_NO_CLASSES,
    CAUSE_ARCHITECTURE_SOME_IDS,      // text: the cell
    CAUSE_ARCHITECTURE_UNLIKE_VALUES, // texts: two cells
    CAUSE_ARCHITECTURE_NO_CELLS,
    CAUSE_ARCHITECTURE_UNLIKE_START, // text: the start
    CAUSE_ARCHITECTURE_ASSUMPTION,
    CAUSE_ARCHITECTURE_OWN_WAYS, // text: the action
    CAUSE_ARCHITECTURE_TIME,
    CAUSE_ARCHITECTURE_MANY_LOCALS,
    CAUSE_ARCHITECTURE_NOT_ALL,       // text: the action
    CAUSE_ARCHITECTURE_NOT_JOINED,    // text: the action
    CAUSE_ARCHITECTURE_NO_PATH,       // texts: the action; values
    CAUSE_ARCHITECTURE_MOVED_START,   // texts: two elements, the start; not an initial one
    CAUSE_ARCHITECTURE_LOST_START,    // the same; not a reachable one
    CAUSE_ARCHITECTURE_LOST_STEP,     // texts: two elements, the action; inner: which one
    CAUSE_ARCHITECTURE_STEP,          // texts: values before, values that change
    CAUSE_ARCHITECTURE_STEP_IN_PLACE, // text: values
    CAUSE_ARCHITECTURE_LOST_STATES,   // text: by which permutation
    // ... of a property
    CAUSE_ARCHITECTURE_OPERATORS,
    CAUSE_ARCHITECTURE_CONDITIONS,
    CAUSE_ARCHITECTURE_CONDITION,
    CAUSE_ARCHITECTURE_UNASSUMED,
    CAUSE_ARCHITECTURE_OWN_WAYS_ASKED,
    CAUSE_ARCHITECTURE_REFUTED,
    CAUSE_ARCHITECTURE_FAIRNESS,
    CAUSE_ARCHITECTURE_KIND,

    // All sizes of a family in one model (reduce/family/)
    CAUSE_FAMILY_WORDS,
    CAUSE_FAMILY_REGULAR,
    CAUSE_FAMILY_KINDS,
    CAUSE_FAMILY_RULE, // text: which one
    CAUSE_FAMILY_PROPERTIES,
    CAUSE_FAMILY_COMPUTES,
    CAUSE_FAMILY_TYPES,     // text: the cell
    CAUSE_FAMILY_UNDEFINED, // text: the cell
    CAUSE_FAMILY_CLASSES,
    CAUSE_FAMILY_COMPONENTS, // texts: two classes
    CAUSE_FAMILY_SHRINKS,    // text: the class
    CAUSE_FAMILY_CELL,       // text: which one
    CAUSE_FAMILY_TIME,

    // Models outside of what proofs for every size cover (murphi/size_fragment.h); line: where
    CAUSE_SIZE_OBSTACLE, // text: what is done with a scalarset
    CAUSE_SIZE_FURTHER_ELEMENTS,
    CAUSE_SIZE_RECURSION,
    CAUSE_SIZE_MULTISETS,
    CAUSE_SIZE_AGGREGATES,
    CAUSE_SIZE_ORDERED_START,
    CAUSE_SIZE_MULTISETS_AND_RINGS,
    CAUSE_SIZE_LOOP,
    CAUSE_SIZE_LOOP_PART,
    CAUSE_SIZE_LOOP_GATHERS,
    CAUSE_SIZE_LOOP_PASSES_ON,
    CAUSE_SIZE_MANY_ELEMENTS,
    CAUSE_SIZE_SHRINKS,
    CAUSE_SIZE_SEVERAL_CLASSES,
    CAUSE_SIZE_OTHER_TYPE,
    CAUSE_SIZE_AS_NUMBER,
    CAUSE_SIZE_ASSUME,
    CAUSE_SIZE_PRIORITIES,
    CAUSE_SIZE_NO_SCALARSET,

    // Proofs for every size
    CAUSE_SIZE_NO_CONSTANT,
    CAUSE_SIZE_SEVERAL_AT_START,
    CAUSE_SIZE_RING,
    CAUSE_SIZE_NAMED_ELEMENTS,
    CAUSE_SIZE_START_ERROR,
    CAUSE_SIZE_NO_MODEL, // numbers[0]: with so many elements
    CAUSE_SIZE_KIND,
    CAUSE_SIZE_CASES,
    CAUSE_SIZE_SEEN_SMALL,
    CAUSE_SIZE_NO_INVARIANT,
    // ... by backward reachability
    CAUSE_BACKWARD_MANY_ELEMENTS,
    CAUSE_BACKWARD_NO_INSTANCE,
    CAUSE_BACKWARD_MANY_CUBES,
    CAUSE_BACKWARD_CASES,
    CAUSE_BACKWARD_INDICES,
    CAUSE_BACKWARD_NO_CLASS,
    CAUSE_BACKWARD_UNLIKE_VALUES,
    CAUSE_BACKWARD_SAME_NAME,
    CAUSE_VIEWS_TOO_MANY_BITS,
    CAUSE_VIEWS_NO_CONTEXT,
    CAUSE_VIEWS_EXISTENTIAL,
    CAUSE_SIZE_NOT_BY_VIEWS, // numbers[0]: for so many elements
    // ... by counters
    CAUSE_SIZE_BY_COUNTERS,  // inner: why not
    CAUSE_SIZE_SINGLE_SIZES, // inner: why not these, either
    CAUSE_SIZE_KIND_FOR_COUNTERS,
    CAUSE_SIZE_NOT_OF_ALL,
    CAUSE_SIZE_NO_MODEL_FOR, // texts: the constant, its value
    CAUSE_SIZE_HIDDEN_ERROR,
    CAUSE_SIZE_KNOWN_TO_FAIL,
    CAUSE_SIZE_MORE_LOCALS,
    CAUSE_SIZE_GIVEN_UP,
    CAUSE_SIZE_FAILS_SATURATED,
    CAUSE_SIZE_DEPENDENT,
    CAUSE_SIZE_ERRORS_OPEN,
    CAUSE_SIZE_BETWEEN,
    CAUSE_SIZE_MANY_AT_A_TIME,
    // ... as invariants
    CAUSE_SIZE_NO_ROOM,
    CAUSE_SIZE_TOO_LARGE,
    CAUSE_SIZE_NOT_REACHED,
    CAUSE_SIZE_MANY_VALUES,
    CAUSE_SIZE_NOT_IN_FILE,
    CAUSE_SIZE_NOTHING,

    // Circuits (sat/)
    CAUSE_CIRCUIT_STOPPED,
    CAUSE_CIRCUIT_OPERATION,
    CAUSE_CIRCUIT_STEP_CONDITIONS, // where executions may end
    CAUSE_CIRCUIT_CHOICE,          // likewise
    CAUSE_CIRCUIT_BOUNDS,
    CAUSE_CIRCUIT_REGULAR,
    CAUSE_CIRCUIT_DEEP,

    // Rules that are searched as they are written (native/)
    CAUSE_NATIVE_ORDERED_RANGE,
    CAUSE_NATIVE_NO_RING,
    CAUSE_NATIVE_IN_FUNCTIONS,
    CAUSE_NATIVE_COVERED_START,
    CAUSE_NATIVE_TEMPORAL,
    CAUSE_NATIVE_BOUNDS,
    CAUSE_NATIVE_STEP,
    CAUSE_NATIVE_ALIAS,
    CAUSE_NATIVE_UNION,
    CAUSE_NATIVE_PLACE,

    // Certificates
    CAUSE_CERTIFY_SAYS, // text: what the judge does
    CAUSE_CERTIFY_NO_PROPERTY,
    CAUSE_CERTIFY_NOT_HANDED,
    CAUSE_CERTIFY_GONE,
    CAUSE_CERTIFY_NONSENSE,
    CAUSE_CERTIFY_KILLED, // numbers[0]: by which signal
    CAUSE_CERTIFY_NOT_RUN,
    CAUSE_CERTIFY_NOT_STARTED, // numbers[0]: errno
    CAUSE_CERTIFY_ENDED,       // numbers[0]: with which status
    CAUSE_PROOF_UNREADABLE,
    CAUSE_PROOF_LANGUAGE,
    CAUSE_PROOF_UNWRITTEN,
    CAUSE_PROOF_NO_MONITOR,
    CAUSE_PROOF_KIND,
    CAUSE_PROOF_STEPS,
    CAUSE_PROOF_INVARIANT_INSTEAD,
    CAUSE_PROOF_CLAUSE_VALUES,
    CAUSE_PROOF_TEXT_VALUES,
    CAUSE_PROOF_MANY_STATES,
    CAUSE_PROOF_NO_INITIAL,
    CAUSE_PROOF_OUTSIDE_TYPE,
    CAUSE_PROOF_MANY_SUCCESSORS,
    CAUSE_PROOF_DEPENDS,
    CAUSE_PROOF_LARGE_SET,
    CAUSE_PROOF_NOT_REACHED,
    CAUSE_PROOF_NO_RANKING,
    CAUSE_PROOF_UNLIKE_ELEMENTS,
    CAUSE_PROOF_MULTISET_PLACES,
    CAUSE_PROOF_MANY_WAYS,
    CAUSE_PROOF_LARGE_PRODUCT,
    CAUSE_PROOF_MANY_CONDITIONS,

    // Circuits in files
    CAUSE_AIGER_STEPS,
    CAUSE_AIGER_CONDITION,
    CAUSE_AIGER_LINEAR,
    CAUSE_AIGER_ENDS,
    CAUSE_AIGER_FAIRNESS,
    CAUSE_AIGER_BRANCHING,
    CAUSE_AIGER_KIND,
    CAUSE_AIGER_NOTHING,
    CAUSE_WITNESS_LARGE,
    CAUSE_WITNESS_SOLVER,
    CAUSE_WITNESS_NOT_INDUCTIVE,
    CAUSE_WITNESS_NOTHING,
    CAUSE_WITNESS_NOT_ALL,

    CAUSE_CODES
};

struct cause {
    enum cause_code code;
    enum cause_code by_explicit; // where explicit-state search was tried, too: why it did not decide; else none
    uint64_t numbers[2];
    const char *texts[3];
    const char *rule;          // where that is so; NULL: there is none to be named
    uint64_t line;             // of the model's text, likewise; 0: none
    const struct cause *inner; // why that is so; or NULL
    const struct cause *next;  // another cause besides; or NULL
};

static inline struct cause cause_of(enum cause_code code)
{
    return (struct cause){.code = code};
}

static inline struct cause cause_with_number(enum cause_code code, uint64_t number)
{
    return (struct cause){.code = code, .numbers = {number}};
}

// None if there is no text.
static inline struct cause cause_with_text(enum cause_code code, const char *text)
{
    return (struct cause){.code = text ? code : CAUSE_NONE, .texts = {text}};
}

static inline struct cause cause_with_texts(enum cause_code code, const char *text, const char *other)
{
    return (struct cause){.code = code, .texts = {text, other}};
}

static inline struct cause cause_with_inner(enum cause_code code, const struct cause *inner)
{
    return (struct cause){.code = code, .inner = inner};
}

// An engine has given an answer that is wrong: it is not to be believed, whatever others say.
bool cause_is_wrong_answer(struct cause);
// The same code, about the same.
bool cause_equals(struct cause, struct cause);

// With copies of its texts and of all that it points at.
struct cause cause_keep(struct cause, struct arena *);
const struct cause *cause_keep_new(struct cause, struct arena *); // the same, in the arena
// A list, of which either may be NULL, with copies of the nodes of the first.
const struct cause *cause_append(const struct cause *, const struct cause *, struct arena *);

#endif
