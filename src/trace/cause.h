// Why a question has no answer: a code, and what it is about. Who decides what to do next looks at the code; the words
// for people are in report/cause_words.c, and nowhere else.
//
// A cause is small and is copied. Its text is borrowed: from the model, or from whoever made the cause.
#ifndef COSET_TRACE_CAUSE_H
#define COSET_TRACE_CAUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum cause_code {
    CAUSE_NONE, // there is none, or nobody has said so far

    // The trace
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
    CAUSE_NOT_AN_EXECUTION,    // a trace, of the reduced model
    CAUSE_CONTRADICTION,       // between two methods
    CAUSE_REPLAY_FAILED,       // text: how
    CAUSE_CERTIFICATE_REFUTED, // text: where
    CAUSE_NO_ANSWER,           // of any method

    // What is asked for
    CAUSE_REFUSED_INPUT, // text: the first message about it
    CAUSE_NO_SUCH_PROPERTY,
    CAUSE_UNSUPPORTED,    // text: by which property
    CAUSE_NOT_APPLICABLE, // text: why the reduction that was asked for is not
    CAUSE_NOT_PROVED,     // for every size; text: why
    CAUSE_NO_FAIRNESS_MONITOR,
    CAUSE_UNKNOWN_LOCAL_STATES,

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
    CAUSE_NO_CIRCUIT, // text: why

    // Saved searches
    CAUSE_UNREADABLE_FILE,
    CAUSE_EMPTY_FILE,
    CAUSE_BAD_FILE, // text: what is wrong with it
    CAUSE_MISFIT_OF_SETS,
    CAUSE_MISFIT_OF_STATES,
    CAUSE_MISFIT_OF_CLAUSES,

    CAUSE_CODES
};

struct cause {
    enum cause_code code;
    enum cause_code by_explicit; // where explicit-state search was tried, too: why it did not decide; else none
    uint64_t numbers[2];
    const char *text;
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
    return (struct cause){.code = text ? code : CAUSE_NONE, .text = text};
}

bool cause_has_text(enum cause_code);
// An engine has given an answer that is wrong: it is not to be believed, whatever others say.
bool cause_is_wrong_answer(struct cause);
bool cause_equals(struct cause, struct cause);

// With a copy of its text.
struct cause cause_keep(struct cause, struct arena *);

#endif
