#include "report/cause_words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#define DIAGRAMS_HAVE \
    ", where decision diagrams have at most %2, two for each bit of a state; smaller arrays and types help, or the " \
    "explicit engine"

const char *cause_words(enum cause_code code)
{
    static const char *const words[CAUSE_CODES] = {
        [CAUSE_INTERRUPTED] = "interrupted",
        [CAUSE_OUT_OF_TIME] = "out of time",
        [CAUSE_OUT_OF_MEMORY] = "out of memory",
        [CAUSE_MODEL_NOT_BUILT] = "out of time or memory while building the model",
        [CAUSE_NO_MODEL_OF_SIZE] = "there is no model of that size",
        [CAUSE_OUTPUT_LOST] = "the standard output could not be written",
        [CAUSE_COMPACTED] = "it needs all states, of which --hash-compaction keeps hashes only",
        [CAUSE_FAIL_FAST] = "another property fails (--fail-fast)",
        [CAUSE_WORKER_KILLED] = "the process that checked it was killed by signal %1",
        [CAUSE_WORKER_ENDED] = "the process that checked it ended too early, with status %1",
        [CAUSE_WORKER_NONSENSE] = "the process that checked it told nonsense",
        [CAUSE_NO_PROCESS] = "there can be no process for it: %e",
        [CAUSE_NOT_FOUND] = "they were not found",
        [CAUSE_NOT_KNOWN] = "the reason is not known",

        [CAUSE_NOT_AN_EXECUTION] = "internal error: the trace that was found is not an execution of the reduced model",
        [CAUSE_CONTRADICTION] = "internal error: one method says that it fails, another one that it holds",
        [CAUSE_REPLAY_FAILED] = "%a",
        [CAUSE_LASSO_UNFAIR] = "internal error: the lasso behind a violation is no fair path",
        [CAUSE_LASSO_SHOWS_NOTHING] = "internal error: the lasso that was found is no counterexample",
        [CAUSE_CERTIFICATE_REFUTED] = "internal error: the certificate is refuted: %i",
        [CAUSE_NO_ANSWER] = "internal error: no method has said anything of it",

        [CAUSE_REFUSED_INPUT] = "%a",
        [CAUSE_NO_SUCH_PROPERTY] = "there is no property of this number",
        [CAUSE_UNSUPPORTED] = "%a",
        [CAUSE_NOT_APPLICABLE] = "not applicable: %i",
        [CAUSE_NOT_PROVED] = "not proved for every size: %i",
        [CAUSE_NO_FAIRNESS_MONITOR] = "it depends on fairness of rules, for which the model has no monitor",
        [CAUSE_UNKNOWN_LOCAL_STATES] = "not all local states are known",
        [CAUSE_TEXT_NOT_SEARCHED] = "the text of the model cannot be searched",

        // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one text
        [CAUSE_TOO_MANY_VARIABLES] = "too many variables: %1" DIAGRAMS_HAVE,
        [CAUSE_TOO_MANY_VARIABLES_WITH_FORMULA] =
            "too many variables: more than %1, with those of the formula" DIAGRAMS_HAVE,
        [CAUSE_AMBIGUOUS_NAME] = "two variables have one name",
        [CAUSE_FORMULA_TOO_LARGE] = "the formula needs too many bits of its own",
        [CAUSE_AUTOMATON_TOO_LARGE] = "the automaton of a sequence has too many states",
        [CAUSE_BRANCHING_INSIDE_LINEAR] =
            "a formula of linear time has one of branching time inside, which the reduction cannot take",
        [CAUSE_SET_TOO_LARGE] = "the set is too large to be taken apart",
        [CAUSE_UNEVEN_COUNTERS] = "the counters do not add up",

        [CAUSE_PARTLY_EXPLORED] = "not all of the model was explored, and the formula is not about all paths",
        [CAUSE_NO_VIOLATION_SO_FAR] = "no violation in the part explored",
        [CAUSE_NO_VIOLATION_UNKNOWN_SYMMETRY] =
            "no violation in the part explored: a generator is not known to be a symmetry",
        [CAUSE_NO_VIOLATION_LAST_HINT] = "no violation in the part explored: the last hint is not TRUE",
        [CAUSE_NO_VIOLATION_RESTRICTED] =
            "no violation in the part explored: the model was restricted to representatives",
        [CAUSE_UNKNOWN_SYMMETRY] = "a generator is not known to be a symmetry, so that only searches are made",
        [CAUSE_OVER_BUDGET] = "states of orbits take more work than they may",
        [CAUSE_SEVERAL_REPRESENTATIVES] = "orbits have several representatives",
        [CAUSE_NOT_BACKWARDS] = "orbits have several representatives, so that steps cannot be followed backwards",
        [CAUSE_NOT_ALL_SEARCHED] = "not all of them were searched for",
        [CAUSE_MULTISET_OF_IDS] = "a multiset holds ids of components, or arrays of them",
        [CAUSE_INPUTS] = "the model has inputs",
        [CAUSE_NO_EXCHANGE] = "no components can be exchanged",

        [CAUSE_UNSUPPORTED_KIND] = "the explicit engine does not check this kind",
        [CAUSE_UNSUPPORTED_FAIRNESS] = "the explicit engine does not know fairness over inputs or next values",
        [CAUSE_UNSUPPORTED_MEMBER] = "steps of a member cannot be compiled",
        [CAUSE_MISFIT_OF_MEMBER] = "the values of a member are not those of the family",
        [CAUSE_NO_MEMBERS] = "the explicit engine does not tell the members of the family apart",
        [CAUSE_TOO_MANY_VALUES] = "there are too many values to try for one step",
        [CAUSE_TOO_MANY_PROMISES] = "there are too many ways to satisfy the formula",
        [CAUSE_LOOP_TOO_LONG] = "the loop of a trace is too long",
        [CAUSE_NEEDS_ONE_PROCESS] = "it needs the graph of all states in one process",
        [CAUSE_RANK_SILENT] = "a process of the search does not answer any more",

        [CAUSE_NO_COUNTEREXAMPLE_WITHIN] = "no counterexample of up to %1 steps",
        [CAUSE_NO_INFINITE_PATH] =
            "a violating state is reachable, but the SAT engines do not know whether an infinite, fair path goes on "
            "from there",
        [CAUSE_NO_SAT_QUESTION] =
            "the SAT engines check invariants, run-time errors, deadlocks, covers, and formulas that one path refutes",

        [CAUSE_UNREADABLE_FILE] = "it cannot be read",
        [CAUSE_EMPTY_FILE] = "it is empty",
        [CAUSE_BAD_FILE] = "%a",
        [CAUSE_MISFIT_OF_SETS] = "the sets are not those of a search in this model",
        [CAUSE_MISFIT_OF_CLAUSES] = "the clauses are not those of a search in this model",
        [CAUSE_MISFIT_OF_STATES] = "the states are not those of a search in this model",
    };
    return code < CAUSE_CODES && words[code] ? words[code] : refusal_words(code);
}

static void add_argument(const struct cause *cause, char mark, struct mem *mem, struct str *out)
{
    switch (mark) {
    case '1':
    case '2':
        str_add(mem, out, "%" PRIu64, cause->numbers[mark - '1']);
        break;
    case 'a':
    case 'b':
    case 'c':
        str_add(mem, out, "%s", cause->texts[mark - 'a'] ? cause->texts[mark - 'a'] : "?");
        break;
    case 'e':
        str_add(mem, out, "%s", strerror((int)cause->numbers[0]));
        break;
    case 'i':
        cause_add_words(cause->inner ? *cause->inner : cause_of(CAUSE_NOT_KNOWN), mem, out);
        break;
    }
}

// The method that was asked for is not for this model or property, whatever time it gets; CAUSE_NOT_APPLICABLE
// says so itself.
static bool is_inapplicable(enum cause_code code)
{
    switch (code) {
    case CAUSE_BRANCHING_INSIDE_LINEAR:
    case CAUSE_UNKNOWN_SYMMETRY:
    case CAUSE_NOT_BACKWARDS:
    case CAUSE_MULTISET_OF_IDS:
    case CAUSE_INPUTS:
    case CAUSE_NO_EXCHANGE:
    case CAUSE_UNSUPPORTED_KIND:
    case CAUSE_UNSUPPORTED_FAIRNESS:
    case CAUSE_UNSUPPORTED_MEMBER:
    case CAUSE_NO_MEMBERS:
    case CAUSE_NEEDS_ONE_PROCESS:
    case CAUSE_NO_SAT_QUESTION:
    case CAUSE_CIRCUIT_OPERATION:
    case CAUSE_CIRCUIT_STEP_CONDITIONS:
    case CAUSE_CIRCUIT_CHOICE:
    case CAUSE_CIRCUIT_BOUNDS:
    case CAUSE_CIRCUIT_REGULAR:
    case CAUSE_CIRCUIT_DEEP:
        return true;
    default:
        return false;
    }
}

static void add_words(enum cause_code code, const struct cause *cause, struct mem *mem, struct str *out)
{
    const char *words = cause_words(code);
    if (is_inapplicable(code))
        str_add(mem, out, "not applicable: ");
    for (const char *at = words ? words : cause_words(CAUSE_NOT_KNOWN); *at; at++)
        if (*at == '%')
            add_argument(cause, *++at, mem, out);
        else
            str_add_char(mem, out, *at);
}

void cause_add_words(struct cause cause, struct mem *mem, struct str *out)
{
    if (cause.by_explicit != CAUSE_NONE) {
        add_words(cause.by_explicit, &cause, mem, out);
        str_add(mem, out, " in explicit-state search; ");
    }
    add_words(cause.code, &cause, mem, out);
    if (cause.rule)
        str_add(mem, out, ", in %s", cause.rule);
    if (cause.line)
        str_add(mem, out, " (line %" PRIu64 ")", cause.line);
    if (cause.next) {
        str_add(mem, out, "; ");
        cause_add_words(*cause.next, mem, out);
    }
}

void cause_log(const struct log *log, enum log_level level, struct cause cause, struct mem *mem, const char *format,
               ...)
{
    struct str text = {0};
    va_list arguments;
    if (!log_wants(log, level))
        return;
    va_start(arguments, format);
    str_vadd(mem, &text, format, arguments);
    va_end(arguments);
    str_add(mem, &text, ": ");
    cause_add_words(cause, mem, &text);
    log_at(log, level, "%s", str_text(&text));
    str_free(mem, &text);
}
