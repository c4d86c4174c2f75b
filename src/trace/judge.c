// Whether a run shows that a property fails: the formula is evaluated along the run, from the atoms up.
//
// Linear time is evaluated as it is. In branching time, a formula over all paths (AG, AF, ..., and the negations of EF,
// EG, ...) is evaluated as if this run were the only path: what comes out false is false in the model too, since the
// run is one of its paths. What asserts that there is some path is unknown, for a run cannot refute it.
//
// The other direction, that a run which does not come out false is not a counterexample, holds only where a single run
// can always refute the formula; form.h tells.
#include "base/hash.h"
#include "model/eval.h"
#include "trace/explain.h"
#include "trace/form.h"
#include "trace/match.h"
#include "trace/sequence.h"
#include "trace/trace.h"

struct judge {
    const struct trace *trace;
    const struct model *model;
    struct mem *mem;
    struct evaluator *ev;
    struct timeline time;
    struct forms forms;
    struct int_map known; // 2 * formula + negated -> number in `sequences`
    ARRAY(const struct sequence *) sequences;
};

// ---- Atoms ----------------------------------------------------------------------------------------------------------

// The state after state i, or NULL where the run ends.
static const value *successor(const struct judge *j, size_t i)
{
    if (i + 1 < j->time.length)
        return trace_state(j->trace, i + 1);
    return j->time.period ? trace_state(j->trace, j->time.loop) : NULL;
}

static enum truth condition_at(struct judge *j, expr condition, size_t i)
{
    const value *next = successor(j, i);
    if (!next && model_expr(j->model, condition)->has_next)
        return TRUTH_UNKNOWN;
    return eval_condition(j->ev, condition, trace_state(j->trace, i), next) ? TRUTH_TRUE : TRUTH_FALSE;
}

static const struct sequence *atom(struct judge *j, expr condition)
{
    struct sequence *s = sequence_new(&j->time, j->time.length);
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)condition_at(j, condition, i);
    return s;
}

// ---- Formulas -------------------------------------------------------------------------------------------------------
// `negated` asks for the negation of the formula. It is pushed inwards instead of taken afterwards, since what is
// universal under a negation asserts a path.

static const struct sequence *evaluate(struct judge *j, formula f, bool negated);

static struct bounds bounds_of(const struct formula_node *n)
{
    return n->bounded ? (struct bounds){n->low, n->high} : BOUNDS_NONE;
}

static const struct sequence *negate_if(struct judge *j, const struct sequence *s, bool negated)
{
    return negated ? sequence_not(&j->time, s) : s;
}

// The operand, from what is known of it or, under a negation, of its negation.
static const struct sequence *operand(struct judge *j, formula f, bool negated)
{
    return negate_if(j, evaluate(j, f, negated), negated);
}

// A linear operator. What looks for something is as it is, what demands something always is the negation of what looks
// for its negation.
static const struct sequence *linear(struct judge *j, enum formula_op op, const struct formula_node *n, bool negated)
{
    struct timeline *t = &j->time;
    struct bounds bounds = bounds_of(n);
    const struct sequence *a = operand(j, n->args[0], negated);
    const struct sequence *b = n->args[1] != FORMULA_NONE ? operand(j, n->args[1], negated) : NULL;
    const struct sequence *all = sequence_constant(t, TRUTH_TRUE), *s;
    switch (op) {
    case FORMULA_X:
        s = sequence_next(t, a);
        break;
    case FORMULA_F:
        s = sequence_until(t, all, a, bounds);
        break;
    case FORMULA_G:
        s = sequence_not(t, sequence_until(t, all, sequence_not(t, a), bounds));
        break;
    case FORMULA_U:
        s = sequence_until(t, a, b, bounds);
        break;
    case FORMULA_V:
        s = sequence_not(t, sequence_until(t, sequence_not(t, a), sequence_not(t, b), bounds));
        break;
    case FORMULA_Y:
        s = sequence_previous(t, a);
        break;
    case FORMULA_Z:
        s = sequence_not(t, sequence_previous(t, sequence_not(t, a)));
        break;
    case FORMULA_O:
        s = sequence_since(t, all, a, bounds);
        break;
    case FORMULA_H:
        s = sequence_not(t, sequence_since(t, all, sequence_not(t, a), bounds));
        break;
    case FORMULA_S:
        s = sequence_since(t, a, b, bounds);
        break;
    default: // FORMULA_T
        s = sequence_not(t, sequence_since(t, sequence_not(t, a), sequence_not(t, b), bounds));
        break;
    }
    return negate_if(j, s, negated);
}

static const struct sequence *letter_of(void *context, expr letter)
{
    return atom(context, letter);
}

// About the sequences of a regular expression. Triggers is the negation of: there is one, and in its last state the
// operand does not hold.
static const struct sequence *of_sequences(struct judge *j, const struct formula_node *n, bool negated)
{
    struct timeline *t = &j->time;
    struct match_letters letters = {letter_of, j};
    const struct sequence *s;
    if (n->op == FORMULA_MAY_MATCH) {
        s = match_weakly(t, j->model, n->regular, letters);
    } else if (n->op == FORMULA_MATCHES) {
        s = match_some(t, j->model, n->regular, letters, sequence_constant(t, TRUTH_TRUE));
    } else {
        const struct sequence *broken = sequence_not(t, operand(j, n->args[0], negated));
        s = sequence_not(t, match_some(t, j->model, n->regular, letters, broken));
    }
    return negate_if(j, s, negated);
}

// What looks back goes no further than to the state in which its quantifier stands. Along the run it was taken to go
// back to the first state: for that one it is right, for the others not known.
static const struct sequence *only_at_first(struct judge *j, const struct sequence *all)
{
    struct sequence *s = sequence_new(&j->time, j->time.length + j->time.period);
    for (size_t i = 0; i < s->count; i++)
        s->at[i] = (uint8_t)(i == 0 ? sequence_at(&j->time, all, 0) : TRUTH_UNKNOWN);
    return s;
}

static const struct sequence *branching(struct judge *j, const struct formula_node *n, bool negated)
{
    if (form_is_for_all_paths(n->op) == negated)
        return sequence_constant(&j->time, TRUTH_UNKNOWN);
    if (n->op != FORMULA_A && n->op != FORMULA_E)
        return linear(j, form_path_operator(n->op), n, negated);
    const struct sequence *s = evaluate(j, n->args[0], negated);
    return form_looks_back(&j->forms, n->args[0]) ? only_at_first(j, s) : s;
}

static const struct sequence *connective(struct judge *j, const struct formula_node *n, bool negated)
{
    struct timeline *t = &j->time;
    formula a = n->args[0], b = n->args[1];
    switch (n->op) {
    case FORMULA_NOT:
        return evaluate(j, a, !negated);
    case FORMULA_AND:
        return negated ? sequence_or(t, evaluate(j, a, true), evaluate(j, b, true))
                       : sequence_and(t, evaluate(j, a, false), evaluate(j, b, false));
    case FORMULA_OR:
        return negated ? sequence_and(t, evaluate(j, a, true), evaluate(j, b, true))
                       : sequence_or(t, evaluate(j, a, false), evaluate(j, b, false));
    case FORMULA_IMPLIES:
        return negated ? sequence_and(t, evaluate(j, a, false), evaluate(j, b, true))
                       : sequence_or(t, evaluate(j, a, true), evaluate(j, b, false));
    default: { // xor, iff: one of two ways to differ, or to agree
        bool differ = (n->op == FORMULA_XOR) != negated;
        return sequence_or(t, sequence_and(t, evaluate(j, a, false), evaluate(j, b, differ)),
                           sequence_and(t, evaluate(j, a, true), evaluate(j, b, !differ)));
    }
    }
}

static const struct sequence *evaluate(struct judge *j, formula f, bool negated)
{
    uint32_t key = 2 * f + negated;
    const uint32_t *found = int_map_find(&j->known, key);
    if (found)
        return j->sequences.at[*found];
    const struct formula_node *n = model_formula(j->model, f);
    const struct sequence *s;
    if (n->op == FORMULA_ATOM)
        s = negate_if(j, atom(j, n->atom), negated);
    else if (n->op <= FORMULA_IFF)
        s = connective(j, n, negated);
    else if (n->op >= FORMULA_X && n->op <= FORMULA_T)
        s = linear(j, n->op, n, negated);
    else if (n->op >= FORMULA_TRIGGERS && n->op <= FORMULA_MAY_MATCH)
        s = of_sequences(j, n, negated);
    else
        s = branching(j, n, negated);
    bool added;
    array_push(j->mem, &j->sequences, s);
    // Without memory for the note, the sequence is worked out again when it is wanted again.
    int_map_try_add(j->mem, &j->known, key, (uint32_t)(j->sequences.count - 1), &added);
    return s;
}

// ---- Fairness -------------------------------------------------------------------------------------------------------

static bool holds_on_loop(struct judge *j, expr condition)
{
    for (size_t i = j->time.loop; i < j->time.length; i++)
        if (condition_at(j, condition, i) == TRUTH_TRUE)
            return true;
    return false;
}

static bool is_fair(struct judge *j, struct str *error)
{
    for (size_t i = 0; i < model_justice_count(j->model); i++)
        if (!holds_on_loop(j, model_justice(j->model, i))) {
            str_add(j->mem, error, "the loop is not fair: nowhere on it does \"");
            explain_expr(j->model, model_justice(j->model, i), j->mem, error);
            str_add(j->mem, error, "\" hold");
            return false;
        }
    for (size_t i = 0; i < model_compassion_count(j->model); i++) {
        expr pair[2];
        model_compassion(j->model, i, pair);
        if (holds_on_loop(j, pair[0]) && !holds_on_loop(j, pair[1])) {
            str_add(j->mem, error, "the loop is not fair: on it \"");
            explain_expr(j->model, pair[0], j->mem, error);
            str_add(j->mem, error, "\" holds, but nowhere \"");
            explain_expr(j->model, pair[1], j->mem, error);
            str_add(j->mem, error, "\"");
            return false;
        }
    }
    return true;
}

// ---- The verdict ----------------------------------------------------------------------------------------------------

static void open_judge(struct judge *j, const struct trace *trace, formula f, bool with_loop, struct mem *mem)
{
    size_t length = trace_length(trace);
    bool loop = with_loop && trace->loop < length;
    *j = (struct judge){
        .trace = trace,
        .model = trace->model,
        .mem = mem,
        .ev = evaluator_new(trace->model, mem),
        .time = {.arena = {.mem = mem},
                 .length = length,
                 .loop = loop ? trace->loop : length,
                 .period = loop ? length - trace->loop : 0},
    };
    forms_open(&j->forms, j->model, f, mem);
}

static void close_judge(struct judge *j)
{
    array_free(j->mem, &j->sequences);
    int_map_free(j->mem, &j->known);
    forms_close(&j->forms);
    arena_free(&j->time.arena);
    evaluator_free(j->ev);
}

static bool violates_somewhere(struct judge *j, expr condition)
{
    for (size_t i = 0; i < j->time.length; i++)
        if (condition_at(j, condition, i) == TRUTH_FALSE)
            return true;
    return false;
}

// The formula's truth at the first state, and whether a run that refutes it must come out false.
static enum truth truth_of(struct judge *j, formula f, bool *decides)
{
    enum truth truth = sequence_at(&j->time, evaluate(j, f, false), 0);
    *decides = form_is_of_run(&j->forms, f) && !j->time.gave_up;
    return truth;
}

// REFUTED: the run shows it. OPEN: it may be so, but one run cannot tell. Else `error` says why not.
enum judgement { NOT_SHOWN, OPEN, REFUTED };

static enum judgement judge_prefix(const struct trace *trace, formula f, struct mem *mem, struct str *error)
{
    struct judge j;
    bool decides;
    open_judge(&j, trace, f, false, mem);
    enum truth truth = truth_of(&j, f, &decides);
    close_judge(&j);
    if (truth == TRUTH_FALSE)
        return REFUTED;
    if (decides)
        str_add(mem, error,
                truth == TRUTH_TRUE ? "the property holds on the run"
                                    : "the run ends before it shows that the property fails");
    return decides ? NOT_SHOWN : OPEN;
}

static enum judgement judge_loop(const struct trace *trace, formula f, struct mem *mem, struct str *error)
{
    struct judge j;
    bool decides;
    open_judge(&j, trace, f, true, mem);
    enum truth truth = truth_of(&j, f, &decides);
    enum judgement result = decides ? NOT_SHOWN : OPEN;
    if (truth == TRUTH_FALSE)
        result = is_fair(&j, error) ? REFUTED : NOT_SHOWN;
    else if (decides)
        str_add(mem, error, "the property holds on the run");
    close_judge(&j);
    return result;
}

// What the states up to the last one refute needs no loop, and then it does not matter whether the loop is fair.
static enum judgement judge_formula(const struct trace *trace, formula f, struct mem *mem, struct str *error)
{
    enum judgement result = judge_prefix(trace, f, mem, error);
    if (result == REFUTED || trace->loop == TRACE_NO_LOOP)
        return result;
    str_clear(error);
    return judge_loop(trace, f, mem, error);
}

static enum judgement judge_invariant(const struct trace *trace, formula f, struct mem *mem, struct str *error)
{
    struct judge j;
    open_judge(&j, trace, f, true, mem);
    bool shown = violates_somewhere(&j, model_formula(trace->model, f)->atom);
    close_judge(&j);
    if (!shown)
        str_add(mem, error, "the property holds in all states of the run");
    return shown ? REFUTED : NOT_SHOWN;
}

static enum judgement judge_property(const struct trace *trace, const struct property *property, struct mem *mem,
                                     struct str *error)
{
    if (trace_length(trace) == 0) {
        str_add(mem, error, "the run has no states");
        return NOT_SHOWN;
    }
    if (property->formula == FORMULA_NONE)
        return OPEN;
    const struct formula_node *n = model_formula(trace->model, property->formula);
    bool is_invariant =
        property->kind == PROPERTY_INVARIANT || property->kind == PROPERTY_FAULT || property->kind == PROPERTY_DEADLOCK;
    if (is_invariant && n->op == FORMULA_ATOM)
        return judge_invariant(trace, property->formula, mem, error);
    return judge_formula(trace, property->formula, mem, error);
}

bool trace_shows_failure(const struct trace *trace, const struct property *property, struct mem *mem, struct str *error)
{
    struct str why = {0};
    enum judgement result = judge_property(trace, property, mem, &why);
    if (result == NOT_SHOWN)
        str_add(mem, error, "%s", str_text(&why));
    str_free(mem, &why);
    return result != NOT_SHOWN;
}

bool trace_refutes(const struct trace *trace, const struct property *property, struct mem *mem)
{
    struct str why = {0};
    enum judgement result = judge_property(trace, property, mem, &why);
    str_free(mem, &why);
    return result == REFUTED;
}
